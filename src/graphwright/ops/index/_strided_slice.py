"""What the inputs and masks of StridedSlice mean, axis by axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.base.frozen import frozen
from graphwright.base.size_arithmetic import add, at_least, floordiv, is_size, maximum, minimum, subtract
from graphwright.core.prelude import Array, errors
from graphwright.ir.lowering import Bounds, Element, Index, View
from graphwright.ir.prelude import Dim, Dims, Symbol


@frozen
class AxisSlice:
    """What happens to one source axis: `start:stop:step`, or the element `start` alone where `single`.

    `at` is the position in the begin, end and strides vectors (None for an axis that they do not mention); None as
    start or stop means up to the end, a Symbol an unknown number.
    """

    axis: int
    at: int | None = None
    start: Dim | None = None
    stop: Dim | None = None
    step: Dim = 1
    single: bool = False


NEW_AXIS = "new axis"
Plan = list[Any]  # of Cut, and of NEW_AXIS where the output gets an axis of size 1
Masks = Mapping[str, Any]


def plan(rank: int, begin: Sequence[Dim], end: Sequence[Dim], strides: Sequence[Dim], masks: Masks) -> Plan:
    """The cuts of every axis of a source of this rank, in order, with the new axes between them."""
    count = len(begin)
    new, ellipsis, shrink = masks["new_axis_mask"], masks["ellipsis_mask"], masks["shrink_axis_mask"]
    dots = [i for i in range(count) if ellipsis >> i & 1]
    if len(dots) > 1:
        raise errors.ShapeMismatchError("Multiple ellipses in slice spec not allowed")
    used = sum(1 for i in range(count) if i not in dots and not new >> i & 1)
    if used > rank:
        raise errors.ShapeMismatchError(f"Index out of range using input dim {rank}; input has only {rank} dims")
    result: Plan = []
    axis = 0
    for i in range(count):
        if i in dots:
            result += [AxisSlice(axis + k) for k in range(rank - used)]
            axis += rank - used
        elif new >> i & 1:
            result.append(NEW_AXIS)
        else:
            result.append(_cut(axis, i, begin[i], end[i], strides[i], masks, bool(shrink >> i & 1)))
            axis += 1
    return result + [AxisSlice(k) for k in range(axis, rank)]


def _cut(axis: int, i: int, start: Dim, stop: Dim, step: Dim, masks: Masks, single: bool) -> AxisSlice:
    if step == 0:
        raise errors.ShapeMismatchError(f"strides[{i}] must be non-zero")
    if single:
        if isinstance(step, int) and step < 0:
            raise errors.ShapeMismatchError("only stride 1 allowed on non-range indexing.")
        return AxisSlice(axis, i, start, None, 1, True)
    open_start, open_stop = masks["begin_mask"] >> i & 1, masks["end_mask"] >> i & 1
    return AxisSlice(axis, i, None if open_start else start, None if open_stop else stop, step)


def output_dims(cuts: Plan, dims: Sequence[Dim]) -> Dims:
    """The dims of the result; raises for a single index that is outside its axis."""
    result: list[Dim] = []
    for cut in cuts:
        if cut is NEW_AXIS:
            result.append(1)
        elif cut.single:
            check_index(cut.start, cut.axis, dims[cut.axis])
        else:
            result.append(_size(cut, dims[cut.axis]))
    return tuple(result)


def check_index(index: Dim | None, axis: int, size: Dim) -> None:
    """Raise where an index is known to be outside."""
    if isinstance(index, int) and isinstance(size, int) and not -size <= index < size:
        raise errors.ShapeMismatchError(f"slice index {index} of dimension {axis} out of bounds.")


def _size(cut: AxisSlice, size: Dim) -> Dim:
    start, stop, step = cut.start, cut.stop, cut.step
    if start is None and stop is None and step in (1, -1):
        return size
    if isinstance(step, Symbol):
        return Symbol()
    if isinstance(size, int) and not isinstance(start, Symbol) and not isinstance(stop, Symbol):
        return len(range(*slice(start, stop, step).indices(size)))
    low, high = _from_zero(start, size), size if stop is None else _from_zero(stop, size)
    if low is None or high is None or step < 0:
        return floordiv(add(size, -step - 1), -step) if start is None and stop is None else Symbol()
    whole = high is size or at_least(high, size)
    if whole and isinstance(low, int) and low < step:
        return floordiv(add(size, step - 1 - low), step)
    length = maximum(subtract(size if whole else minimum(high, size), low), 0)
    return floordiv(add(length, step - 1), step)


def _from_zero(place: Dim | None, size: Dim) -> Dim | None:
    """A start or stop counted from the front of an axis; None if it may count from the end or from the front."""
    if place is None:
        return 0
    if is_size(place):
        return place
    if isinstance(place, int):
        return maximum(add(size, place), 0)
    # of an axis without elements -1 is 0 as well
    return maximum(place, 0) if subtract(size, place) == 1 else None


def index_of(cuts: Plan, shape: Sequence[int]) -> tuple[Array, ...]:
    """The plan as NumPy's index, single indices checked."""
    result: list[Any] = []
    for cut in cuts:
        if cut is NEW_AXIS:
            result.append(None)
        elif cut.single:
            check_index(cut.start, cut.axis, shape[cut.axis])
            result.append(cut.start)
        else:
            result.append(slice(cut.start, cut.stop, cut.step))
    return tuple(result)


def view_of(cuts: Plan, dims: Sequence[Dim]) -> View | None:
    """The plan as a `View`, with what is not known now read when the program runs (inputs 1 and 2 of the op)."""
    offset: list[tuple[int, Index]] = []
    strides: list[tuple[int, int] | None] = []
    bounds: list[Bounds] = []
    for cut in cuts:
        if cut is NEW_AXIS:
            strides.append(None)
        elif cut.single:
            # a number is taken as it is only where it is known to be inside
            known = isinstance(cut.start, int) and isinstance(dims[cut.axis], int)
            offset.append((cut.axis, cut.start if known else Element(1, cut.at)))
        elif isinstance(cut.step, Symbol):
            return None
        else:
            strides.append((cut.axis, cut.step))
            _start_of(cut, dims[cut.axis], len(strides) - 1, offset, bounds)
    return View(tuple(offset), tuple(strides), tuple(bounds))


def place_of(cuts: Plan, dims: Sequence[Dim], part_dims: Sequence[Dim]) -> View | None:
    """The cuts as a `View`, if a tensor of the dimensions `part_dims` fits there; unknown sizes are not checked."""
    view, sizes = view_of(cuts, dims), output_dims(cuts, dims)
    if view is None or sizes is None or len(sizes) != len(part_dims):
        return None
    checked = {b.output for b in view.bounds}
    fits = all(k in checked or size == have for k, (size, have) in enumerate(zip(sizes, part_dims, strict=True)))
    return view if fits else None


def _start_of(cut: AxisSlice, size: Dim, output: int, offset: list[tuple[int, Index]], bounds: list[Bounds]) -> None:
    """Where a range starts: an offset if that is known now, else bounds."""
    start, stop, step = cut.start, cut.stop, cut.step
    assert isinstance(step, int)
    whole = start is None and stop is None
    known = not any(isinstance(v, Symbol) for v in (size, start, stop))
    if whole and (known or step in (1, -1)):
        if step < 0:
            offset.append((cut.axis, -1))
    elif isinstance(size, int) and not isinstance(start, Symbol) and not isinstance(stop, Symbol):
        first, last, _ = slice(start, stop, step).indices(size)
        # an empty slice may start behind the end, but there is nothing to address then
        if first and range(first, last, step):
            offset.append((cut.axis, first))
    else:
        low = Element(1, cut.at or 0) if isinstance(start, Symbol) else start
        high = Element(2, cut.at or 0) if isinstance(stop, Symbol) else stop
        bounds.append(Bounds(output, cut.axis, low, high, step))
