"""The blocking of convolutions with open sizes: what `blocking` computes, computed at run time.

Where the filter and the channels are known, a stand-in window chooses the form, and most of its fields: only what
depends on the images is computed here. With an open filter all of the im2col form's fields are. A number is an integer
or, where it is open, a value of the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.runtime.native.kernels.convolution import blocking
from graphwright.runtime.native.kernels.convolution.blocking import SLACK, SlidingBlocking
from graphwright.runtime.native.kernels.convolution.forms import (
    FEW_RESULTS,
    MOST_COPIED,
    MOST_DIRECT_FILTER,
    Form,
)
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.loop_ir.typed import IRValue

Number = int | IRValue
#: The sizes of a call by the names of its fields (`call_block.CALL`).
Numbers = Mapping[str, Number]

_SIZES: Final = ("depth", "height", "width", "channels")


@frozen
class OpenBlocking:
    """The same as a `SlidingBlocking`: the sizes, the fields, and bytes of scratch, as far as these are open."""

    numbers: Numbers
    fields: Numbers
    scratch: Numbers


def turned(numbers: Numbers) -> dict[str, Number]:
    """How the window slides over the results' gradient, for that of the images: see `blocking.turned`."""
    result = exchanged(numbers)
    for size, apart, before in (
        ("window_depth", "apart_deep", "front"),
        ("window_height", "apart_down", "above"),
        ("window_width", "apart_right", "left"),
    ):
        result[before] = (numbers[size] - 1) * numbers[apart] - numbers[before]
    return result


def exchanged(numbers: Numbers) -> dict[str, Number]:
    """Images and results in each other's place."""
    names = {name: f"out_{name}" for name in _SIZES}
    other = {**names, **{there: here for here, there in names.items()}}
    return {name: numbers[other.get(name, name)] for name in numbers}


def resized(form: Form, known: SlidingBlocking, numbers: Numbers, size: int) -> OpenBlocking:
    """What depends on the images, for elements of `size` bytes; the rest is `known`."""
    if form.function == "gw_convolve_indirect":
        return OpenBlocking(numbers, _steps(numbers, (1, 1, 1)), {})
    if form.function == "gw_convolve_indirect_into_input":
        other = exchanged(numbers)
        return OpenBlocking(other, _steps(other, (other["deep"], other["down"], other["right"])), {})
    if form.module == "direct":
        return _direct(numbers, size, known.fields["slots"])
    return OpenBlocking(numbers, {}, {})


def _steps(numbers: Numbers, strides: Sequence[Number]) -> Numbers:
    """How far the results of two images are apart, and along each axis those that go together."""
    channels, (deep, down, right) = numbers["out_channels"], strides
    line = numbers["out_width"] * channels
    plane = numbers["out_height"] * line
    return {
        "to_image": numbers["out_depth"] * plane,
        "to_deep": plane * deep,
        "to_down": line * down,
        "to_right": channels * right,
    }


def _direct(numbers: Numbers, size: int, slots: Number) -> OpenBlocking:
    """Blocks as `Blocks.of` makes them; all of them are copied where the stand-in's are, or where padding depends."""
    n = numbers
    _, _, right = _spans(n)
    reach = (n["window_height"] - 1) * n["apart_down"] + 1
    line_bytes = n["window_depth"] * n["channels"] * size * at_least(right, 1)
    fitting = quotient(at_least(quotient(blocking.SEEN_BYTES, at_least(line_bytes, 1)) - reach, 0), n["down"]) + 1
    lines = at_least(at_most(fitting, n["out_height"]), 1)

    def seen(lines: Number) -> Number:
        return n["window_depth"] * n["channels"] * at_least((lines - 1) * n["down"] + reach, 1) * at_least(right, 1)

    image = at_least(n["out_height"] * n["out_width"], 1)
    together = at_least(
        at_most(
            quotient(blocking.SEEN_BYTES, at_least(seen(n["out_height"]) * size, 1)),
            quotient(blocking.SEEN_PIXELS, image),
        ),
        1,
    )
    sheets = choose(equal(lines, n["out_height"]), together, 1)
    copied = choose(padded(n), sheets * seen(lines), 0)
    taps = n["window_depth"] * n["window_height"] * n["window_width"]
    row = taps * quotient(n["channels"], n["groups"])
    entries = sheets * lines * n["out_width"] + row + 2 * SLACK
    fields = {"sheets": sheets, "lines": lines, "room": copied, "entries": entries}
    return OpenBlocking(n, fields, {"tables": entries * (8 * slots), "rows": copied * (slots * size)})


def depthwise(form: Form, numbers: Numbers, size: int) -> OpenBlocking:
    """A filter for each chunk of the gradient by tiles, which may be chosen."""
    if form.output != "filter":
        return OpenBlocking(numbers, {}, {})
    filter_bytes = numbers["window_height"] * numbers["window_width"] * numbers["channels"] * size
    return OpenBlocking(numbers, {}, {"parts": filter_bytes * blocking.DEPTHWISE_FILTER_SLOTS})


def padded(numbers: Numbers) -> Condition:
    """Whether the window sees padding."""
    return any_of(
        exceeds(ends, 0)
        for span, axis, before in zip(_spans(numbers), _SIZES, ("front", "above", "left"), strict=False)
        for ends in (numbers[before], span - numbers[before] - numbers[axis])
    )


def _spans(numbers: Numbers) -> list[Number]:
    """From the first element that the window sees anywhere to the last, along each axis."""
    axes = ("depth", "deep", "apart_deep"), ("height", "down", "apart_down"), ("width", "right", "apart_right")
    return [
        (numbers[f"out_{axis}"] - 1) * numbers[step] + (numbers[f"window_{axis}"] - 1) * numbers[apart] + 1
        for axis, step, apart in axes
    ]


def direct_or_im2col(numbers: Numbers, size: int, columns: int, *, into_filter: bool) -> tuple[OpenBlocking, Condition]:
    """What both forms ask for where the filter or the channels are open, and whether the direct form serves."""
    n, unfolded = numbers, im2col(numbers, size, columns, "filter" if into_filter else "y")
    slots = unfolded.fields["slots"]
    direct = _direct(n, size, slots)
    taken, made = (quotient(n[name], at_least(n["groups"], 1)) for name in ("channels", "out_channels"))
    taps = n["window_depth"] * n["window_height"] * n["window_width"]
    filter_bytes = taps * taken * n["out_channels"] * size
    conditions = (
        equal(unfolded.fields["pointwise"], 0),
        exceeds(made, FEW_RESULTS - 1),
        exceeds(MOST_DIRECT_FILTER + 1, filter_bytes),
        exceeds(slots, 1),
        exceeds(MOST_COPIED // size + 1, direct.fields["room"]),
    )
    serves: Condition = True
    for condition in conditions:
        serves = both(serves, condition)
    scratch = {name: choose(serves, bytes_, unfolded.scratch.get(name, 0)) for name, bytes_ in direct.scratch.items()}
    if into_filter:
        scratch["parts"] = unfolded.scratch["parts"]
    else:
        scratch["packed"] = choose(serves, 0, unfolded.scratch["packed"])
    return OpenBlocking(n, {**direct.fields, **unfolded.fields}, scratch), serves


def im2col(numbers: Numbers, size: int, columns: int, into: str) -> OpenBlocking:
    """All of the im2col form where the filter or the channels are open; panels are so many columns wide."""
    n, into_filter = numbers, into == "filter"
    taken = quotient(n["channels"], n["groups"])
    row = n["window_depth"] * n["window_height"] * n["window_width"] * taken
    filter_bytes = row * n["out_channels"] * size
    large = exceeds(filter_bytes, blocking.LARGE_FILTER)
    bytes_ = choose(large, blocking.ROWS_BYTES_LARGE, blocking.ROWS_BYTES)
    block = at_least(at_most(quotient(bytes_, at_least(row * size, 1) * 16) * 16, 1024), 16)
    slots: Number = choose(large, 1, blocking.SLOTS)
    if into_filter:
        fit = at_most(quotient(blocking.PARTS_BYTES, at_least(filter_bytes, 1)), slots)
        slots = choose(exceeds(fit, blocking.FEWEST_PARTS - 1), fit, 1)
    one = ("window_depth", "window_height", "window_width", "deep", "down", "right", "groups")
    unfolds = any_of(
        [*(differs(n[name], 1) for name in one), *(differs(n[name], n[f"out_{name}"]) for name in _SIZES[:3]),
         *(differs(n[name], 0) for name in ("front", "above", "left"))]
    )  # fmt: skip
    scratch = {"rows": choose(unfolds, slots * block * row * size, 0)}
    if into_filter:
        scratch["parts"] = choose(exceeds(slots, 1), slots * filter_bytes, 0)
    else:
        inner, wide = (n["out_channels"], row) if into == "to" else (row, n["out_channels"])
        panels = quotient(wide + (columns - 1), columns) * columns * inner * size + packed_weights.HEADER
        scratch["packed"] = choose(both(unfolds, equal(n["groups"], 1)), panels, 0)
    few = exceeds(blocking.FEW_IN_LINE, n["window_width"] * taken)
    fields: Numbers = {
        "block": choose(unfolds, block, blocking.WHOLE),
        "slots": slots,
        "pointwise": choose(unfolds, 0, 1),
        "columns": choose(both(unfolds, few), 1, 0) if into != "to" else 0,
    }
    return OpenBlocking(n, fields, scratch)


# arithmetic of numbers that may be known ---------------------------------------------------------------------

Condition = bool | IRValue


def at_least(number: Number, least: int) -> Number:
    """The number, or the least that it may be."""
    return number.max(least) if isinstance(number, IRValue) else max(number, least)


def at_most(number: Number, most: Number) -> Number:
    """The lesser of two numbers."""
    if isinstance(number, IRValue):
        return number.min(most)
    return most.min(number) if isinstance(most, IRValue) else min(number, most)


def quotient(number: Number, size: Number) -> Number:
    """A quotient of numbers of which neither is negative."""
    return number // size


def equal(one: Number, other: Number) -> Condition:
    """Whether two numbers are equal."""
    if isinstance(one, IRValue):
        return one.eq(other)
    return other.eq(one) if isinstance(other, IRValue) else one == other


def differs(one: Number, other: Number) -> Condition:
    """Whether two numbers are not equal."""
    if isinstance(one, IRValue):
        return one.ne(other)
    return other.ne(one) if isinstance(other, IRValue) else one != other


def exceeds(one: Number, other: Number) -> Condition:
    """Whether a number is greater than another."""
    if isinstance(one, IRValue):
        return one > other
    return other < one if isinstance(other, IRValue) else one > other


def both(one: Condition, other: Condition) -> Condition:
    """Whether two conditions hold."""
    if isinstance(one, bool):
        return other if one else False
    return (one if other else False) if isinstance(other, bool) else one & other


def choose(condition: Condition, then: Number, otherwise: Number) -> Number:
    """The first number if a condition holds, else the second."""
    if isinstance(condition, bool):
        return then if condition else otherwise
    return condition.select(then, otherwise)


def any_of(conditions: Iterable[Condition]) -> Condition:
    """Whether one of some conditions holds."""
    result: Condition = False
    for condition in conditions:
        if condition is True:
            return True
        if condition is not False:
            result = condition if isinstance(result, bool) else result | condition
    return result
