"""Decides whether ops that move elements by computed indices can be lowered, given their types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Routed, Segments
from graphwright.runtime.native.fusion.rule_probe import can_combine


def segments_fit(op: Operation, rule: Segments) -> bool:
    """Whether there is a number for each row, as far as the types tell."""
    data, ids, result = op.inputs[0].type.dims, op.inputs[1].type.dims, op.outputs[0].type.dims
    if not data or len(ids or ()) != 1 or not may_agree(ids, data[:1]) or not isinstance((result or (0,))[0], Symbol):
        return False
    return bool(result[1:] == data[1:]) and can_combine(rule.emit, op.outputs[0].type.dtype.name)


def may_agree(some: Sequence[Dim], others: Sequence[Dim]) -> bool:
    """Whether dimensions are the same, as far as is known before the run."""
    sizes = zip(some, others, strict=False)
    return len(some) == len(others) and all(a == b or isinstance(a, Symbol) or isinstance(b, Symbol) for a, b in sizes)


def fits(op: Operation, rule: Routed) -> bool:
    """Whether the dimensions are as the kernel needs them, and those that depend on elements are unknown."""
    return bool(_TESTS[rule.kind](op))


def _where(op: Operation) -> bool:
    arguments, result = op.inputs[0].type.dims, op.outputs[0].type.dims
    return bool(arguments) and result is not None and isinstance(result[0], Symbol) and result[1] == len(arguments)


def _partition(op: Operation) -> bool:
    data, numbers = (v.type.dims for v in op.inputs)
    if not numbers or data is None or not may_agree(data[: len(numbers)], numbers):
        return False
    inner = data[len(numbers) :]
    return all(v.type.dims and isinstance(v.type.dims[0], Symbol) and v.type.dims[1:] == inner for v in op.outputs)


def _stitch(op: Operation) -> bool:
    result = op.outputs[0].type.dims
    if result is None:
        return False
    half, depth = len(op.inputs) // 2, len(result) - 1
    for ids, rows in zip(op.inputs[:half], op.inputs[half:], strict=True):
        numbers, dims = ids.type.dims, rows.type.dims
        count = len(numbers)
        if len(dims) != count + depth or not may_agree(dims[:count], numbers):
            return False
    return True


def exact(op: Operation, rule: Routed) -> list[tuple[Dim, ...]]:
    """The sizes that must be equal: those of the rows that are put together."""
    result = op.outputs[0].type.dims
    if rule.kind != "stitch" or result is None:
        return []
    rows = [v.type.dims or () for v in op.inputs[len(op.inputs) // 2 :]]
    return list(zip(result[1:], *(dims[len(dims) - len(result) + 1 :] for dims in rows), strict=True))


def _count(op: Operation) -> bool:
    numbers, size, weights = (v.type.dims for v in op.inputs)
    result = op.outputs[0].type.dims
    if size or result is None or not (may_agree(weights, numbers) or may_agree(weights, (0,))):
        return False
    return len(result) == 1 or numbers[:-1] == result[:-1]


def _invert(op: Operation) -> bool:
    arguments = op.inputs[0].type.dims
    return len(arguments or ()) == 1 and op.outputs[0].type.dims == arguments


def _unique(op: Operation) -> bool:
    numbers, dtype = op.inputs[0].type.dims, op.inputs[0].type.dtype
    if len(numbers or ()) != 1 or dtype.is_complex or (len(op.inputs) > 1 and not _is_whole(op.inputs[1])):
        return False
    return op.outputs[1].type.dims == numbers and isinstance((op.outputs[0].type.dims or (0,))[0], Symbol)


def _is_whole(axis: Value) -> bool:
    """Whether the elements of a vector are compared, by no axis or by its only one."""
    known = constant_value(axis)
    return known is not None and known.reshape(-1).tolist() in ([], [0], [-1])


_TESTS: Final[dict[str, Callable[[Operation], Any]]] = {
    "where": _where, "partition": _partition, "stitch": _stitch, "count": _count, "invert": _invert,
    "unique": _unique,
}  # fmt: skip
