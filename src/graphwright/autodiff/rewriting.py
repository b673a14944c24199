"""In-place changes of operations in a graph under construction."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import int32
from graphwright.base.shape import TensorShape, common_dims
from graphwright.core.context import state
from graphwright.core.dispatch import require
from graphwright.core.tape import carries_gradient
from graphwright.core.tensor import SymbolicTensor
from graphwright.ir.graph import Graph, Operation
from graphwright.ir.types import TensorType, tensor_type


def operation_of(entry: Any) -> Operation:
    """The operation of an application in a graph that can still be changed."""
    op: Operation = entry.outputs[0].op
    if op.graph.frozen:
        raise errors.InternalError(f"The gradient of {op!r} is asked of a graph that is finished.")
    return op


def is_eager(entry: Any) -> bool:
    """Whether the application was eager."""
    return not isinstance(entry.outputs[0], SymbolicTensor)


def needed_inputs(entry: Any) -> list[int]:
    """Positions of the inputs whose gradients are needed."""
    needed = getattr(entry, "needed", None)
    return [i for i, v in enumerate(entry.inputs) if carries_gradient(v) and (needed is None or i in needed)]


def extend(op: Operation, attrs: dict[str, Any], types: Sequence[TensorType]) -> None:
    """Change attributes of an operation and give it further outputs; tapes that follow it follow those too."""
    before = len(op.outputs)
    op.graph.rewrite_op(op, {**op.attrs, **attrs}, types)
    for tape in state.tapes:
        if any(id(v) in tape.followed for v in op.outputs[:before]):
            for value in op.outputs[before:]:
                if carries_gradient(value):
                    tape.watch(value)


@contextlib.contextmanager
def before(op: Operation) -> Iterator[Graph]:
    """Insert what the block adds to the operation's graph before the operation."""
    graph = op.graph
    start = len(graph.operations)
    yield graph
    added = graph.operations[start:]
    del graph.operations[start:]
    at = next(i for i, other in enumerate(graph.operations) if other is op)
    graph.operations[at:at] = added


def constant_in(graph: Graph, array: Any, name: str) -> Any:
    """An int32 constant in a graph that need not be the current one."""
    attrs = {"value": array, "dtype": int32}
    type_ = tensor_type(int32, array.shape)
    return graph.add_op(require("Const"), (), attrs, [type_], graph.unique_name(name)).outputs[0]


def common_shape(values: Iterable[Any]) -> TensorShape:
    """The shape that all values have in common; a dimension in which they differ gets a new symbol."""
    return TensorShape.from_dims(reduce(common_dims, [value.type.dims for value in values]))


__all__ = ["before", "common_shape", "constant_in", "extend", "is_eager", "needed_inputs", "operation_of"]
