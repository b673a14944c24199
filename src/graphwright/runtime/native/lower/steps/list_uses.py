"""Finds lists that can live in the program's own memory, and the dimensions of their elements."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value, partial_value
from graphwright.ops.state._list_value import interned
from graphwright.runtime.native.fusion.steps import op_of
from graphwright.runtime.native.lower.control.loop_carried import LOOPS, carried_list

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

#: The ops that work on a list in the program's own memory (`list_buffer.WRITERS`).
LIST_OPS = frozenset({
    "TensorListPushBack", "TensorListPopBack", "TensorListGetItem", "TensorListSetItem", "TensorListResize",
    "TensorListStack", "TensorListLength",
})  # fmt: skip


def shape_given(value: Value) -> np.ndarray[Any, Any] | None:
    """The shape of elements that an op is given, if it is constant and one; others are for the kernel."""
    shape = constant_value(value)
    return shape if shape is not None and shape.ndim < 2 else None


def shape_of_rows(value: Value, dims: tuple[Dim, ...]) -> np.ndarray[Any, Any] | None:
    """The shape that rows of a tensor are given, -1 for open sizes: constant, or certainly that of the rows."""
    if partial_value(value) == dims and dims:
        return np.array([-1 if isinstance(d, Symbol) else d for d in dims])
    return shape_given(value)


def declared_shape(shape: np.ndarray[Any, Any]) -> Any:
    """The shape that a list declares for its elements: None where not even the rank is known."""
    return interned(int(d) for d in shape) if shape.ndim else None


def dims_of_elements(code: Code, value: Value, declared: tuple[int, ...] | None) -> tuple[Dim, ...] | None:
    """The dimensions of the elements, as a list itself declares them, or a loop that works on it tells."""
    if declared is not None and -1 not in declared:
        return declared
    carried = [carried_list(loop, i) for loop, i in loops_of(code, value)]
    elements = [found.element for found in carried if found is not None and found.element is not None]
    if not elements:
        return None
    dims = elements[0].dims or ()
    return dims if are_known(code, dims) and fits_declared(declared, dims) else None


def are_known(code: Code, dims: tuple[Dim, ...]) -> bool:
    """Whether all unknown dimensions are numbers here: those of elements may come into being in a round."""
    return all(isinstance(d, int) or code.w.scope.text(d) is not None for d in dims)


def fits_declared(declared: tuple[int, ...] | None, dims: tuple[Dim, ...]) -> bool:
    """Whether elements of these dimensions certainly are what a list declares."""
    return declared is None or (
        len(declared) == len(dims) and all(d < 0 or d == n for d, n in zip(declared, dims, strict=True))
    )


def loops_of(code: Code, value: Value) -> list[tuple[Operation, int]]:
    """The loops of this graph that are given a value, and as which variables."""
    loops = [op for step in code.env.steps if (op := op_of(step)) is not None and op.type in LOOPS]
    return [(op, i) for op in loops for i, item in enumerate(op.inputs) if item is value]


def stays(code: Code, value: Value, dtype: Any, dims: tuple[Dim, ...]) -> bool:
    """Whether only loops in which it stays, and the ops written here, use a list."""
    if value in code.env.leaving:
        return False
    for step in code.env.steps:
        if value not in step.inputs:
            continue
        op = op_of(step)
        if op is not None and op.type in LOOPS:
            for i, item in enumerate(op.inputs):
                if item is value and not _stays_in(op, i, dtype, dims):
                    return False
        elif op is None or op.type not in LIST_OPS:
            return False
    return True


def _stays_in(loop: Operation, i: int, dtype: Any, dims: tuple[Dim, ...]) -> bool:
    found = carried_list(loop, i)
    return (
        found is not None
        and not found.pushes
        and found.element is not None
        and found.element.dtype is dtype
        and found.element.dims == dims
    )


def becomes_result(code: Code, value: Value) -> bool:
    """Whether the elements of a list, stacked at its end, leave the graph as they are."""
    for step in code.env.steps:
        op = op_of(step) if value in step.inputs else None
        if op is not None and op.type in LOOPS:
            return becomes_result(code, op.outputs[op.inputs.index(value)])
        if op is not None and op.type == "TensorListStack":
            return op.outputs[0] in code.env.results
    return False
