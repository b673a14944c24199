"""`partial` rules of elementwise ops and reductions: integers and conditions of which some elements are known."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Final

from graphwright.base import size_arithmetic as sizes
from graphwright.base.dtypes import int32, int64
from graphwright.ir.infer import KnownElements
from graphwright.ir.prelude import Dim, Dims, Operation, Symbol
from graphwright.ir.types import TensorType

Partial = Callable[[Operation, KnownElements], Dims]

_MOST: Final = 64  # elements: shapes are short


def by_elements(rule: Callable[..., Dim]) -> Partial:
    """The rule of an op of scalars and vectors: `rule` computes an element of the result from those of the operands."""

    def partial(op: Operation, known: KnownElements) -> Dims:
        out = op.outputs[0].type
        if out.rank is None or out.rank > 1 or not all(_holds_integers(v.type) for v in (*op.inputs, *op.outputs)):
            return None
        parts: list[tuple[Dim, ...]] = []
        for value in op.inputs:
            part = known(value)
            if part is None:
                return None
            parts.append(part)
        lengths = {len(part) for part in parts} - {1}
        count = lengths.pop() if lengths else 1
        if lengths or count > _MOST:
            return None
        return _in_range(out, [rule(*(p[i if len(p) > 1 else 0] for p in parts)) for i in range(count)])

    return partial


def by_reduction(rule: Callable[[Dim, Dim], Dim], empty: int | None = None) -> Partial:
    """The rule of a reduction of a vector, whose value is `empty` if it has no elements."""

    def partial(op: Operation, known: KnownElements) -> Dims:
        source, axes = op.inputs
        if source.type.rank not in (0, 1) or not _holds_integers(source.type):
            return None
        elements, along = known(source), known(axes)
        if elements is None or along is None or len(elements) > _MOST:
            return None
        if source.type.rank == 0 or not along:
            return elements
        if any(isinstance(axis, Symbol) for axis in along):
            return None
        if not elements:
            return None if empty is None else (empty,)
        return _in_range(op.outputs[0].type, [reduce(rule, elements)])

    return partial


def _holds_integers(type_: TensorType) -> bool:
    return type_.dtype in (int32, int64) or type_.dtype.is_bool


def _in_range(type_: TensorType, elements: list[Dim]) -> Dims:
    """The elements, None if one of them does not fit the dtype: the run wraps it."""
    if not type_.dtype.is_bool and any(
        isinstance(n, int) and not type_.dtype.min <= n <= type_.dtype.max for n in elements
    ):
        return None
    return tuple(elements)


def _of_sizes(*elements: Dim) -> bool:
    """Whether all are computed from sizes: other integers may wrap, which formulas do not follow."""
    return all(sizes.is_size(leaf) for dim in elements for leaf in sizes.symbols_of(dim))


def _condition(certain: bool, impossible: bool) -> Dim:
    return 1 if certain else 0 if impossible else sizes.unknown_condition()


def equal(a: Dim, b: Dim) -> Dim:
    """Whether two are equal, as 1 or 0."""
    return _condition(a == b, sizes.certainly_differ(a, b))


def not_equal(a: Dim, b: Dim) -> Dim:
    """Whether two differ."""
    return logical_not(equal(a, b))


def greater_equal(a: Dim, b: Dim) -> Dim:
    """Whether `a >= b`."""
    if not _of_sizes(a, b):
        return sizes.unknown_condition()
    return _condition(sizes.at_least(a, b), sizes.at_least(b, sizes.add(a, 1)))


def less_equal(a: Dim, b: Dim) -> Dim:
    """Whether `a <= b`."""
    return greater_equal(b, a)


def greater(a: Dim, b: Dim) -> Dim:
    """Whether `a > b`."""
    return greater_equal(a, sizes.add(b, 1))


def less(a: Dim, b: Dim) -> Dim:
    """Whether `a < b`."""
    return greater(b, a)


def logical_not(a: Dim) -> Dim:
    """The opposite of a condition."""
    return 1 - a if isinstance(a, int) else sizes.unknown_condition()


def logical_and(a: Dim, b: Dim) -> Dim:
    """Whether both hold."""
    return 0 if 0 in (a, b) else b if a == 1 else a if b == 1 or a is b else sizes.unknown_condition()


def logical_or(a: Dim, b: Dim) -> Dim:
    """Whether one of them holds."""
    return 1 if 1 in (a, b) else b if a == 0 else a if b == 0 or a is b else sizes.unknown_condition()


def floored_quotient(a: Dim, b: Dim) -> Dim:
    """A quotient rounded down; of symbols only by positive numbers, so that the run still reports a division by 0."""
    return sizes.floordiv(a, b) if _divides(a, b) else sizes.unknown_integer()


def floored_rest(a: Dim, b: Dim) -> Dim:
    """The rest of a quotient rounded down."""
    return sizes.mod(a, b) if _divides(a, b) else sizes.unknown_integer()


def truncated_quotient(a: Dim, b: Dim) -> Dim:
    """A quotient rounded towards 0."""
    if isinstance(a, int) and isinstance(b, int) and b:
        return -(-a // b) if (a < 0) != (b < 0) else a // b
    return floored_quotient(a, b) if sizes.is_size(a) else sizes.unknown_integer()


def truncated_rest(a: Dim, b: Dim) -> Dim:
    """The rest of a quotient rounded towards 0."""
    return floored_rest(a, b) if sizes.is_size(a) else sizes.unknown_integer()


def _divides(a: Dim, b: Dim) -> bool:
    return isinstance(b, int) and (isinstance(a, int) or b > 0) and _of_sizes(a)


def maximum(a: Dim, b: Dim) -> Dim:
    """The larger of two."""
    return sizes.maximum(a, b) if _of_sizes(a, b) else sizes.unknown_integer()


def minimum(a: Dim, b: Dim) -> Dim:
    """The smaller of two."""
    return sizes.minimum(a, b) if _of_sizes(a, b) else sizes.unknown_integer()


def negative(a: Dim) -> Dim:
    """`-a`."""
    return sizes.multiply(a, -1)


def absolute(a: Dim) -> Dim:
    """The distance from 0."""
    return a if sizes.is_size(a) else maximum(a, negative(a))


def square(a: Dim) -> Dim:
    """`a * a`."""
    return sizes.multiply(a, a)


def clipped(a: Dim, low: Dim, high: Dim) -> Dim:
    """`a` between two bounds."""
    return maximum(minimum(a, high), low)


def selected(condition: Dim, then: Dim, otherwise: Dim) -> Dim:
    """One of two elements by a condition."""
    if isinstance(condition, int):
        return then if condition else otherwise
    if then == otherwise:
        return then
    return sizes.unknown_integer()
