"""Computes and checks at run time what follows from the open sizes of images under a sliding window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import OpenWindow, Sliding
from graphwright.runtime.native.fusion.open_sizes import open_window
from graphwright.runtime.native.kernels.convolution.open_blocking import (
    Condition,
    Number,
    Numbers,
    at_least,
    differs,
    equal,
    exceeds,
    quotient,
)
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.steps import computed_sizes, host_callback

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

_SIZES: Final = ("depth", "height", "width")
_STEPS: Final = ("deep", "down", "right")
_BEFORE: Final = ("front", "above", "left")


def numbers_of(code: Code, window: OpenWindow) -> dict[str, Number]:
    """The sizes of a call (`call_block.CALL`), all of which have been checked."""
    batch, *sizes, channels = _numbers(code, window.images)
    _, *counts, made = _numbers(code, window.results)
    result: dict[str, Number] = {"batch": batch, "channels": channels, "out_channels": made}
    result["groups"] = _groups(code, window, channels)
    for axis, (name, step, first, tap) in enumerate(
        zip(_SIZES, _STEPS, _BEFORE, _numbers(code, window.window), strict=True)
    ):
        stride, apart, padding = window.strides[axis], window.dilations[axis], window.padding[axis]
        result[name], result[f"out_{name}"], result[f"window_{name}"] = sizes[axis], counts[axis], tap
        result[step], result[f"apart_{step}"] = stride, apart
        if padding is None:
            lacking = (counts[axis] - 1) * stride + _reach(tap, apart) - sizes[axis]
            result[first] = quotient(at_least(lacking, 0), 2)
        else:
            result[first] = padding[0]
    return result


def write_checked_window(code: Code, op: Operation, rule: Sliding) -> None:
    """Give the sizes of the results their numbers, and leave with the op's error where sizes do not fit."""
    window = open_window(op, rule)
    assert window is not None
    computed_sizes.resolve(code, op)
    _require_channels(code, op, window)
    _require_size(code, op, window.results[0], window.images[0])
    for axis, count in enumerate(_counts(code, op, window)):
        _require_size(code, op, window.results[axis + 1], count)
    if rule.kernel == "max into input":
        orig, grad = (op.inputs[i].type.dims or () for i in (1, 2))
        for one, other in zip(orig, grad, strict=True):
            _require_size(code, op, one, other)


def _counts(code: Code, op: Operation, window: OpenWindow) -> list[Dim | Number]:
    """How many positions the window has along each axis; it must not be larger than the padded images."""
    result: list[Dim | Number] = []
    taps, sizes = _numbers(code, window.window), _numbers(code, window.images[1:-1])
    axes = zip(window.images[1:-1], sizes, taps, window.strides, window.dilations, window.padding, strict=True)
    for dim, size, tap, stride, apart, padding in axes:
        if padding is None:
            result.append(dim if stride == 1 else quotient(size + (stride - 1), stride))
            continue
        padded, reach = size + sum(padding), _reach(tap, apart)
        _unless(code, op, exceeds(reach, padded), holds=False)
        result.append(quotient(padded - reach, stride) + 1)
    return result


def _require_channels(code: Code, op: Operation, window: OpenWindow) -> None:
    """The channels of the images are some groups of those of the filter, which has results for each group."""
    channels, made = window.images[-1], window.results[-1]
    if window.filters is None:
        _require_size(code, op, made, channels)
        return
    taken, given = window.filters
    if window.depthwise:
        _require_size(code, op, taken, channels)
        many = code.w.dim(channels) * code.w.dim(given) if Symbol in (type(channels), type(given)) else channels * given  # type: ignore[operator]
        _require_size(code, op, made, many)
        return
    seen, own, results = _numbers(code, (channels, taken, given))
    _unless(code, op, differs(own, 0), holds=True)
    groups = quotient(seen, at_least(own, 1))
    _unless(code, op, equal(groups * own, seen), holds=True)
    _unless(code, op, differs(groups, 0), holds=True)
    _unless(code, op, equal(quotient(results, at_least(groups, 1)) * groups, results), holds=True)
    _require_size(code, op, made, given)


def _require_size(code: Code, op: Operation, size: Dim, number: Dim | Number) -> None:
    """A size gets this number, or must be it."""
    if size == number and isinstance(size, Symbol) == isinstance(number, Symbol):
        return
    found = code.w.dim(number) if isinstance(number, Symbol) else number
    if isinstance(size, Symbol) and code.w.scope.text(size) is None:
        code.w.bind_symbol(size, code.w.i64(found))
        return
    _unless(code, op, equal(_numbers(code, [size])[0], found), holds=True)


def _unless(code: Code, op: Operation, condition: Condition, *, holds: bool) -> None:
    """Leave with the error of the op's kernel unless a condition holds, or does not."""
    if isinstance(condition, bool):
        if condition is holds:
            return
        condition = code.w.i1("true" if condition else "false")
    fits = condition if holds else ~condition
    code.w.unless(fits, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))


def _numbers(code: Code, dims: Sequence[Dim]) -> list[Number]:
    return [code.w.dim(dim) if isinstance(dim, Symbol) else int(dim) for dim in dims]


def _groups(code: Code, window: OpenWindow, channels: Number) -> Number:
    if window.filters is None:
        return 1
    (taken,) = _numbers(code, window.filters[:1])
    return channels if window.depthwise else quotient(channels, taken)


def _reach(tap: Number, apart: int) -> Number:
    """From the first element that a window sees to the last, along one axis."""
    return (tap - 1) * apart + 1


def is_empty(numbers: Numbers, *, results: bool) -> IRValue | None:
    """Whether there are no results, or else no images; None where that is not open."""
    names = [f"out_{name}" if results else name for name in (*_SIZES, "channels")]
    found: IRValue | None = None
    for number in (numbers[name] for name in names):
        if isinstance(number, IRValue):
            found = number.eq(0) if found is None else found | number.eq(0)
    return found
