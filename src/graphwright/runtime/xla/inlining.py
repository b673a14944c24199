"""Graphs inside functions that jax traces: their operations on arrays of jax, without effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.base.dtypes import from_numpy
from graphwright.core.variable_state import VariableState
from graphwright.ir.emit import Unsupported
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type
from graphwright.runtime.xla import backend
from graphwright.runtime.xla.block import Block, Handle, Opaque
from graphwright.runtime.xla.emitter import DTYPES


def inlined(graph: FuncGraph, payloads: Sequence[Any]) -> list[Any]:
    """The graph's results as arrays of jax; checks of values are left out.

    Raises:
      Unsupported: an operation that jax cannot have, with its name and line, or one that assigns a variable.
    """
    with backend.settings():
        block = Block()
        numbers: dict[int, int] = {}
        inputs = [_argument(block, v, p, numbers) for v, p in zip(graph.inputs, payloads, strict=True)]
        try:
            outputs = block.inline(graph, inputs)
        except Unsupported as error:
            raise Unsupported(f"{error}{_place(block)}") from error
        if block.written:
            raise Unsupported("it assigns variables")
        return [block.traced(v) for v in outputs]


def _place(block: Block) -> str:
    """The operation that was last lowered, and its line."""
    op = block.origin
    if op is None:
        return ""
    location = (op.origin or op).location
    return f" ({op.type} '{op.name}'{f', {location}' if location else ''})"


def _argument(block: Block, value: Any, payload: Any, numbers: dict[int, int]) -> Value:
    if isinstance(payload, VariableState):
        number = numbers.setdefault(id(payload), len(numbers))
        block.states[number] = payload.array
        return block.value(Handle(number), value.type)
    dtype = getattr(payload, "dtype", None)
    if dtype is None or dtype.name not in DTYPES:
        return block.value(Opaque(), value.type)
    return block.value(payload, tensor_type(from_numpy(dtype), tuple(payload.shape)))
