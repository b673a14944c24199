"""What shape rules of array ops share: axes, agreement of dimensions, broadcasting, element counts."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.core.prelude import errors, state
from graphwright.ir.prelude import Dim, Dims, ShapeContext, Symbol, describe_dims


def unknown(rank: int | None) -> Dims:
    """Dims of this rank of which no size is known."""
    return None if rank is None else tuple(Symbol() for _ in range(rank))


def merge_dim(a: Dim, b: Dim) -> Dim | None:
    """The better known of two sizes that must be equal; None when they cannot be."""
    if isinstance(a, Symbol):
        return b
    return a if isinstance(b, Symbol) or a == b else None


def mismatch(ctx: ShapeContext, eager: str, traced: str | None = None) -> errors.ShapeMismatchError:
    """The error for shapes that do not fit, worded as TensorFlow does where the op runs or where it is traced."""
    return errors.ShapeMismatchError(eager) if state.graph is None else ctx.fail(eager if traced is None else traced)


def merge_dims(ctx: ShapeContext, a: Dims, b: Dims, message: str) -> Dims:
    """The better known of two lists of dims that must be equal; raises with `message` when they cannot be."""
    if a is None or b is None:
        return b if a is None else a
    if len(a) != len(b):
        raise ctx.fail(message)
    merged = [merge_dim(x, y) for x, y in zip(a, b, strict=True)]
    if None in merged:
        raise ctx.fail(message)
    return tuple(d for d in merged if d is not None)


def normal_axis(ctx: ShapeContext, axis: int, rank: int, what: str = "axis") -> int:
    """A non-negative axis of a tensor with `rank` axes; raises when there is no such axis."""
    if not -rank <= axis < rank:
        raise ctx.fail(f"{what} {axis} must be in the range [{-rank}, {rank})")
    return axis + rank if axis < 0 else axis


def static_axis(ctx: ShapeContext, i: int) -> int | None:
    """The value of a scalar (or one-element) axis input where it is known."""
    value = ctx.value(i)
    if value is None:
        return None
    if value.size != 1:
        raise ctx.fail(f"The axis must be a scalar, got shape {describe_dims(value.shape)}")
    return int(value.reshape(()))


def may_be_scalar(dims: Dims) -> bool:
    """Whether this may be a scalar, or the vector of one element that TensorFlow takes for one."""
    return dims is None or not dims or (len(dims) == 1 and (dims[0] == 1 or isinstance(dims[0], Symbol)))


def static_ints(ctx: ShapeContext, i: int) -> list[int] | None:
    """The value of an integer input as a flat list where all of it is known."""
    value = ctx.value(i)
    return None if value is None else [int(v) for v in value.reshape(-1)]


def static_size(dims: Dims) -> int | None:
    """The number of elements, where it is known."""
    if dims is None:
        return None
    size = 1
    unknown_factor = False
    for d in dims:
        if isinstance(d, Symbol):
            unknown_factor = True
        else:
            size *= d
    return None if unknown_factor and size else size


def quotient(whole: Sequence[Dim], part: Sequence[Dim]) -> tuple[int, int, list[Symbol], list[Symbol]]:
    """The sizes of `whole` over those of `part` with common symbols cancelled.

    Returns the integer factor and the symbols left on each side: numerator, denominator, then both lists.
    """
    numerator = denominator = 1
    above: list[Symbol] = []
    below = [d for d in part if isinstance(d, Symbol)]
    for d in whole:
        if not isinstance(d, Symbol):
            numerator *= d
        elif d in below:
            below.remove(d)
        else:
            above.append(d)
    for d in part:
        if not isinstance(d, Symbol):
            denominator *= d
    return numerator, denominator, above, below
