"""Lowers depthwise convolutions with an open filter: tiles or loops, chosen at run time.

Both forms are given the same fields. The gradient for the images is by tiles a convolution with the filter rotated, so
there the fields of that form are chosen too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.base.shape import Symbol
from graphwright.ir.lowering import OpenWindow
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, size_of, times
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution import open_blocking
from graphwright.runtime.native.kernels.convolution.forms import Form, tiles_of, widths_of_tiles
from graphwright.runtime.native.kernels.convolution.open_blocking import (
    Condition,
    Number,
    Numbers,
    both,
    choose,
    equal,
)
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def choose_form(
    code: Code, form: Form, window: OpenWindow, numbers: Numbers, pointers: dict[str, str], dtype: str
) -> tuple[str, Numbers, Array | None]:
    """The function, its sizes, and a filter to release; `form` are the loops, and `pointers` become what is chosen."""
    w, element = code.w, ELEMENTS[dtype]
    w.need_kernel(form.module, dtype)
    plain, apart = (f"@{form.function.format(apart=suffix)}_{dtype}" for suffix in ("", "_apart"))
    for symbol in (plain, apart):
        w.module.declare(f"declare void {symbol}(ptr)")
    single = equal(numbers["channels"], numbers["out_channels"])
    function = _pick(code, single, plain, apart)
    widths = widths_of_tiles(form.kernel, window, element, jit.host())
    if not widths:
        return function, numbers, None
    tiles = tiles_of(form.kernel)
    w.need_kernel(tiles.module, dtype)
    tiled: Condition = False
    for width in widths:
        symbol = f"@{tiles.function.format(width=width, step=window.strides[2])}_{dtype}"
        w.module.declare(f"declare void {symbol}(ptr)")
        fits = both(single, equal(numbers["window_width"], width))
        function = _pick(code, fits, symbol, function)
        tiled = open_blocking.any_of([tiled, fits])
    if not tiles.turns:
        return function, numbers, None
    reversed_ = _reversed_taps(code, tiled, numbers, pointers["filter"], dtype)
    pointers["x"], result = pointers["y"], pointers["to"]
    pointers["y"] = _pick(code, tiled, result, pointers["y"])
    pointers["filter"] = _pick(code, tiled, reversed_.pointer, pointers["filter"])
    other = open_blocking.turned(numbers)
    return function, {name: choose(tiled, other[name], number) for name, number in numbers.items()}, reversed_


def _pick(code: Code, condition: Condition, then: str, otherwise: str) -> str:
    if isinstance(condition, bool):
        return then if condition else otherwise
    return condition.select(code.w.ptr(then), code.w.ptr(otherwise), "ptr")


def _reversed_taps(code: Code, tiled: Condition, numbers: Numbers, filter_: str, dtype: str) -> Array:
    """The filter rotated by half a turn; nothing where the loops run."""
    taps = numbers["window_height"] * numbers["window_width"]
    rows, channels = _dims(code, [choose(tiled, taps, 0), numbers["channels"]])
    last = code.w.ptr(filter_).at((taps - 1) * numbers["channels"] * ELEMENTS[dtype].size)
    result = code.b.allocate(dtype, (rows, channels))
    step = times(size_of(channels), size_of(-1))
    code.b.copy(Array(dtype, last, (rows, channels), (step, ONE)), result)
    return result


def _dims(code: Code, numbers: Sequence[Number]) -> list[Symbol]:
    dims = [Symbol() for _ in numbers]
    for dim, number in zip(dims, numbers, strict=True):
        code.w.bind_symbol(dim, code.w.i64(number))
    return dims
