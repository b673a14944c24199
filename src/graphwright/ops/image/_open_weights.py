"""The weights of `_resample`, computed when the program runs, for images whose sizes are not known before.

They are the same bit for bit: products are taken in double precision and rounded, so that none is fused with a sum.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple

from graphwright.ir.emit import Emitter, Operand

#: Gives the first element that counts, how many do, and their weights, from a row's number and two sizes.
Row = Callable[[Emitter, Operand, Operand, Operand], list[list[Operand]]]

_F32, _F64, _I64 = "float32", "float64", "int64"


class Matrix(NamedTuple):
    """Weights of which only the sizes tell how many there are: the last fields of `MadeSpans`."""

    width: Callable[..., Operand]
    begin: Callable[..., Operand]
    weight: Callable[..., Operand]


def _times(e: Emitter, a: Operand, b: Operand) -> Operand:
    """A product of single precision."""
    return e.convert(e.mul(e.convert(a, _F64), e.convert(b, _F64)), _F32)


def _scale(e: Emitter, size: Operand, result: Operand, align_corners: bool) -> Operand:
    """The distance between the positions that output elements sample."""
    if align_corners:
        one = e.const(1, _I64)
        several = e.compare("gt", result, one)
        size = e.select(several, e.sub(size, one), size)
        result = e.select(several, e.sub(result, one), result)
    return e.convert(e.div(e.convert(size, _F64), e.convert(result, _F64)), _F32)


def _positions(
    e: Emitter, at: Operand, size: Operand, result: Operand, align_corners: bool, half_pixel_centers: bool
) -> tuple[Operand, Operand, Operand]:
    """Where an output element samples, the number below, and the distance between."""
    half, scale = e.const(0.5, _F32), _scale(e, size, result, align_corners)
    position = e.convert(at, _F32)
    if half_pixel_centers:
        position = e.sub(_times(e, e.add(position, half), scale), half)
    else:
        position = _times(e, position, scale)
    floor = e.floor(position)
    return position, floor, e.sub(position, floor)


def _clip(e: Emitter, place: Operand, size: Operand) -> Operand:
    return e.max(e.min(place, e.sub(size, e.const(1, _I64))), e.const(0, _I64))


def _span(e: Emitter, places: Sequence[Operand], weights: Sequence[Operand]) -> list[list[Operand]]:
    """What `_resample.spans` gives for weights of ascending places, some of which may be the same."""
    dtype, taps = weights[0].dtype, range(len(places))
    zero = e.const(0, dtype)
    slots = []
    for slot in taps:
        at = e.add(places[0], e.const(slot, _I64))
        here = [e.select(e.compare("eq", p, at), w, zero) for p, w in zip(places, weights, strict=True)]
        slots.append(e.convert(reduce(e.add, here), _F32))
    nothing, none = e.const(0, _F32), e.const(0, _I64)
    first, end = e.const(len(taps), _I64), none
    for slot in taps:
        counts = e.compare("ne", slots[slot], nothing)
        first = e.select(counts, e.min(first, e.const(slot, _I64)), first)
        end = e.select(counts, e.const(slot + 1, _I64), end)
    some = e.compare("gt", end, none)
    count = e.select(some, e.sub(end, first), none)
    start = e.select(some, e.add(places[0], first), none)
    moved = []
    for tap in taps:
        weight = nothing
        for slot in range(tap, len(places)):
            weight = e.select(e.compare("eq", first, e.const(slot - tap, _I64)), slots[slot], weight)
        moved.append(weight)
    return [[e.convert(start, "int32"), e.convert(count, "int32")], moved]


def nearest(align_corners: bool, half_pixel_centers: bool) -> Row:
    """The element that is shown."""

    def row(e: Emitter, at: Operand, size: Operand, result: Operand) -> list[list[Operand]]:
        scale, half = _scale(e, size, result, align_corners), e.const(0.5, _F32)
        position = e.convert(at, _F32)
        position = _times(e, e.add(position, half) if half_pixel_centers else position, scale)
        place = _clip(e, e.convert(e.floor(e.add(position, half) if align_corners else position), _I64), size)
        return [[e.convert(place, "int32"), e.const(1, "int32")], [e.const(1, _F32)]]

    return row


def bilinear(align_corners: bool, half_pixel_centers: bool) -> Row:
    """Between the two neighbours, by distance."""

    def row(e: Emitter, at: Operand, size: Operand, result: Operand) -> list[list[Operand]]:
        position, floor, share = _positions(e, at, size, result, align_corners, half_pixel_centers)
        above = e.ceil(position) if half_pixel_centers else e.add(floor, e.const(1, _F32))
        places = [_clip(e, e.convert(place, _I64), size) for place in (floor, above)]
        return _span(e, places, [e.sub(e.const(1, _F32), share), share])

    return row


def bicubic(align_corners: bool, half_pixel_centers: bool) -> Row:
    """Keys's cubic over four neighbours."""
    a = -0.5 if half_pixel_centers else -0.75

    def row(e: Emitter, at: Operand, size: Operand, result: Operand) -> list[list[Operand]]:
        _, floor, share = _positions(e, at, size, result, align_corners, half_pixel_centers)
        grain = e.const(1024, _F32)
        share = e.div(e.rint(_times(e, share, grain)), grain)
        places, weights = [], []
        for step in (-1, 0, 1, 2):
            place = e.add(e.convert(floor, _I64), e.const(step, _I64))
            weight = _cubic(e, e.sub(share, e.const(step, _F32)), a)
            clipped = _clip(e, place, size)
            if half_pixel_centers:
                weight = e.select(e.compare("eq", place, clipped), weight, e.const(0, _F32))
            places.append(clipped)
            weights.append(e.convert(weight, _F64))
        if half_pixel_centers:
            total = reduce(e.add, weights)
            weights = [e.div(weight, total) for weight in weights]
        return _span(e, places, weights)

    return row


def _cubic(e: Emitter, x: Operand, a: float) -> Operand:
    """`_resample._cubic`."""

    def number(value: float) -> Operand:
        return e.const(value, _F32)

    x = e.abs(x)
    near = e.sub(_times(e, number(a + 2), x), number(a + 3))
    near = e.add(_times(e, _times(e, near, x), x), number(1))
    far = e.add(_times(e, e.sub(_times(e, number(a), x), number(5 * a)), x), number(8 * a))
    far = e.sub(_times(e, far, x), number(4 * a))
    far = e.select(e.compare("lt", x, number(2)), far, number(0))
    return e.select(e.compare("le", x, number(1)), near, far)


def area(align_corners: bool = False) -> Matrix:
    """`_resample.area`: a number of a row and a distance are exact in double precision, and so is their product."""

    def scale_of(e: Emitter, size: Operand, result: Operand) -> Operand:
        scale, zero = e.convert(_scale(e, size, result, align_corners), _F64), e.const(0, _F64)
        return e.select(e.compare("eq", scale, zero), e.const(1, _F64), scale)

    def width(e: Emitter, size: Operand, result: Operand) -> Operand:
        return _at_most(e, e.add(e.ceil(scale_of(e, size, result)), e.const(2, _F64)), size)

    def begin(e: Emitter, at: Operand, size: Operand, result: Operand) -> Operand:
        first = e.mul(e.convert(at, _F64), scale_of(e, size, result))
        return _clip(e, e.convert(e.floor(first), _I64), size)

    def weight(e: Emitter, at: Operand, column: Operand, size: Operand, result: Operand) -> Operand:
        scale, zero, wide = scale_of(e, size, result), e.const(0, _F64), e.convert(column, _F64)
        first = e.mul(e.convert(at, _F64), scale)
        last = e.add(first, scale)
        covered = e.sub(e.min(e.add(wide, e.const(1, _F64)), last), e.max(wide, first))
        covered = e.max(covered, zero)
        beyond = e.min(e.max(e.sub(last, e.convert(size, _F64)), zero), scale)
        is_last = e.compare("eq", column, e.sub(size, e.const(1, _I64)))
        return e.convert(e.div(e.select(is_last, e.add(covered, beyond), covered), scale), _F32)

    return Matrix(width, begin, weight)


def _at_most(e: Emitter, count: Operand, size: Operand) -> Operand:
    """A number of elements in double precision, perhaps infinite, limited by a size."""
    return e.convert(e.min(count, e.convert(size, _F64)), _I64)


#: By how much positions in single precision may be off, as a share and in elements.
_SHARE, _SLACK = 2.0**-20, 2.0


def transposed(row: Row, taps: int, align_corners: bool = False) -> Matrix:
    """The matrix of the gradient: the weights of an input element in the output elements that see it.

    These are around `at / scale`. Its columns are the output's elements, its rows the input's.
    """
    reach = (taps + 1) // 2

    def number(e: Emitter, value: float) -> Operand:
        return e.const(value, _F64)

    def position(e: Emitter, at: Operand, columns: Operand, rows: Operand) -> Operand:
        return e.div(at, e.convert(_scale(e, rows, columns, align_corners), _F64))

    def width(e: Emitter, columns: Operand, rows: Operand) -> Operand:
        seen = e.ceil(position(e, number(e, 2 * reach + 1), columns, rows))
        slack = e.add(number(e, 2 * _SLACK), e.ceil(e.mul(e.convert(columns, _F64), number(e, 2 * _SHARE))))
        return _at_most(e, e.add(seen, slack), columns)

    def begin(e: Emitter, at: Operand, columns: Operand, rows: Operand) -> Operand:
        first = e.sub(e.convert(at, _F64), number(e, reach))
        first = e.mul(position(e, e.max(first, number(e, 0)), columns, rows), number(e, 1 - _SHARE))
        # 0 / 0 where corners are aligned and there is one element
        first = e.max(e.sub(e.floor(first), number(e, _SLACK)), number(e, 0))
        return e.convert(first, _I64)

    def weight(e: Emitter, at: Operand, column: Operand, columns: Operand, rows: Operand) -> Operand:
        (start, _), weights = row(e, column, rows, columns)
        place, found = e.sub(at, e.convert(start, _I64)), e.const(0, _F32)
        for tap, own in enumerate(weights):
            found = e.select(e.compare("eq", place, e.const(tap, _I64)), own, found)
        return found

    return Matrix(width, begin, weight)
