"""What is known of the variable behind a handle while tracing and while rewriting graphs."""

from __future__ import annotations

from typing import Any, Final

from graphwright.base.shape import Symbol
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Value
from graphwright.ir.infer import ShapeContext
from graphwright.ir.types import Dims, TensorType, tensor_type

DECLARED: Final = "_variable_type"
"""Attribute of a Placeholder for a variable's handle: the variable's declared `TensorType`."""


def origin(handle: Any) -> Any:
    """Where a handle comes from: an eager tensor, or the value that no function around it can follow further."""
    while isinstance(handle, Value):
        outer = handle.op.inputs[0] if handle.op.record.name == "Identity" else _captured(handle)
        if outer is None:
            break
        handle = outer
    return handle


def declared_type(handle: Any) -> TensorType | None:
    """The declared type of the variable that a handle stands for; None when the graph does not tell."""
    source = origin(handle)
    if isinstance(source, Value):
        attrs = source.op.attrs
        if source.op.record.name == "VarHandleOp":
            return tensor_type(attrs["dtype"], attrs["shape"].symbolic)
        known: TensorType | None = attrs.get(DECLARED)
        return known
    declared = getattr(getattr(source, "_array", None), "type", None)
    return declared if isinstance(declared, TensorType) else None


def _captured(inner: Value) -> Any:
    """The outer value that an input of a function stands for; None for anything else."""
    graph = inner.op.graph
    return graph.outer_value(inner) if isinstance(graph, FuncGraph) else None


def declared_dims(ctx: ShapeContext, i: int = 0) -> Dims:
    """Dims of the variable whose handle is input i, for shape rules.

    Unknown sizes are fresh symbols: the variable may have another shape at every read. Eagerly the array itself
    tells, and what is prepared for one variable serves all others of its dtype, so nothing is said.
    """
    handle = ctx.input(i)
    declared = declared_type(handle) if isinstance(handle, Value) else None
    if declared is None or declared.dims is None:
        return None
    return tuple(Symbol() if isinstance(d, Symbol) else d for d in declared.dims)
