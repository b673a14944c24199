"""The table of kernels for convolutions and pools, and why each serves: `CONVOLUTION_FORMS`.

Results do not depend on the form, but for the order in which sums are rounded. `SlidingBlocking` says how the form that
serves a window goes through caches and threads.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import prod
from typing import Final

from graphwright.base.config import uses
from graphwright.base.frozen import frozen
from graphwright.base.shape import Dim
from graphwright.ir.lowering import OpenWindow, SlidingKernel, Window
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution import blocking
from graphwright.runtime.native.kernels.convolution.blocking import (
    Blocks,
    SlidingBlocking,
    im2col_cut,
    is_pointwise,
    phase,
    row_of,
    run_of,
    turned,
    unblocked,
)
from graphwright.runtime.native.kernels.convolution.depthwise_lines import STEPS, WIDTHS
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.llvm.storage import ElementType

Serves = Callable[[Window, ElementType, jit.Host], bool]

#: Bytes of a filter that is read from where it lies, and of a block's copy, up to which they stay in the cache.
MOST_DIRECT_FILTER: Final = 384 << 10
MOST_COPIED: Final = 2 << 20
#: Results of a group of channels that leave most lanes of a vector empty.
FEW_RESULTS: Final = 4
#: Fewer channels in a run are better read with those of the next pixels, and fewer pixels fill no tile.
_FEWEST_CHANNELS: Final = 16
_FEWEST_PIXELS: Final = 8
#: The same of a filter's gradient: with fewer pixels a tile does little but write the filter.
_FEWEST_CHANNELS_OF_FILTER: Final = 8
_FEWEST_PIXELS_OF_FILTER: Final = 32
#: Elements of a pool's window that are worth text of their own.
_MOST_POOLED: Final = 9


@frozen
class Form:
    """A row of the table: the first one of a kernel that serves a window is the form that it gets.

    `inputs` are the fields that the op's inputs go to (None: not looked at), `output` that of its output. With `turns`
    the filter is rotated by half a turn, and slides over the results' gradient.
    """

    name: str
    kernel: SlidingKernel
    serves: Serves
    reason: str
    module: str
    function: str
    inputs: tuple[str | None, ...]
    output: str
    blocking: Callable[[Window, ElementType, jit.Host, bool], SlidingBlocking] = unblocked
    turns: bool = False

    def symbol(self, window: Window, dtype: str) -> str:
        """The name of the kernel's function for a window and a dtype."""
        apart = "_apart" if window.result_channels > window.channels else ""
        name = self.function.format(width=window.window[2], step=window.strides[2], apart=apart)
        return f"{name}_{dtype}"

    def show(self, window: Window, element: ElementType, host: jit.Host) -> str:
        """The form, why it serves, and how the window goes by."""
        seen = turned(window) if self.turns else window
        return f"{self.name}: {self.reason}\n{self.blocking(seen, element, host, False).show()}"


def form_of(kernel: SlidingKernel, window: Window, element: ElementType, host: jit.Host) -> Form:
    """The form that serves a window."""
    return next(form for form in CONVOLUTION_FORMS if form.kernel == kernel and form.serves(window, element, host))


def open_form_of(
    kernel: SlidingKernel, window: Window, element: ElementType, host: jit.Host, *, open_filter: bool
) -> Form:
    """The form for open sizes, which `window` stands for: of an open filter the one that serves every window."""
    forms = [form for form in CONVOLUTION_FORMS if form.kernel == kernel and form.module != "pool"]
    return forms[-1] if open_filter else next(form for form in forms if form.serves(window, element, host))


def open_small_pool(kernel: SlidingKernel, window: OpenWindow) -> bool:
    """Whether a pool of open sizes is written for its window, if this turns out to see no padding."""
    taps = [tap for tap in window.window if isinstance(tap, int)]
    overlaps = any(tap > stride for tap, stride in zip(taps, window.strides, strict=False))
    padded = any(padding is not None and padding[0] > 0 for padding in window.padding)
    return (
        uses("small_pools")
        and window.filters is None
        and window.images[1] == 1
        and len(taps) == len(window.window)
        and prod(taps) <= _MOST_POOLED
        and not padded
        and not (overlaps and kernel.endswith("into input"))
    )


def widths_of_tiles(kernel: SlidingKernel, window: OpenWindow, element: ElementType, host: jit.Host) -> tuple[int, ...]:
    """How wide the window of a depthwise convolution of open sizes may turn out to be for it to have tiles."""
    served = (
        uses("depthwise_tiles")
        and has_tiles(element, host)
        and window.window[0] == window.images[1] == window.results[1] == 1
        and window.strides[2] in STEPS
        and set(window.dilations) == {1}
        and (set(window.strides) == {1} or not kernel.endswith("into input"))
    )
    return tuple(width for width in WIDTHS if served and (width == window.window[2] or _is_open(window.window[2])))


def direct_of(kernel: SlidingKernel) -> Form:
    """The direct form of a convolution, or of the gradient of its filter."""
    return next(form for form in CONVOLUTION_FORMS if form.kernel == kernel and form.name == "direct")


def tiles_of(kernel: SlidingKernel) -> Form:
    """The form by tiles of a depthwise convolution, or of a gradient of one."""
    return next(form for form in CONVOLUTION_FORMS if form.kernel == kernel and form.name == "tiles")


def _is_open(size: Dim) -> bool:
    return not isinstance(size, int)


def sees_no_padding(window: OpenWindow) -> bool:
    """Whether it is certain that a window of open sizes sees no padding."""
    return all(padding == (0, 0) for padding in window.padding)


def has_tiles(element: ElementType, host: jit.Host) -> bool:
    """Whether it is a dtype of the tiles, and the host has what they are made of: loads and stores with masks."""
    return element.name in ("float32", "float64") and Blocking.of(element, host).masked


def _always(window: Window, element: ElementType, host: jit.Host) -> bool:
    return True


def _indirect(window: Window, element: ElementType, host: jit.Host) -> bool:
    return (
        uses("indirect_convolution")
        and has_tiles(element, host)
        and window.groups == 1
        and window.result_channels >= host.lanes(element.size)
        and (window.channels >= _FEWEST_CHANNELS or prod(window.window) == 1)
        and prod(window.result) >= _FEWEST_PIXELS
    )


def _indirect_into_input(window: Window, element: ElementType, host: jit.Host) -> bool:
    of_phase = None if is_pointwise(window) else phase(window)
    return of_phase is not None and _indirect(of_phase, element, host)


def _indirect_into_filter(window: Window, element: ElementType, host: jit.Host) -> bool:
    few = isinstance(window.batch, int) and 0 < window.batch * prod(window.result) < _FEWEST_PIXELS_OF_FILTER
    return (
        uses("indirect_convolution")
        and not is_pointwise(window)
        and has_tiles(element, host)
        and window.groups == 1
        and not few
        and window.result_channels > host.lanes(element.size) // 2
        and window.channels >= _FEWEST_CHANNELS_OF_FILTER
    )


def _direct(window: Window, element: ElementType, host: jit.Host) -> bool:
    return _is_direct(window, window, element, host, MOST_DIRECT_FILTER)


def _direct_tail(window: Window, element: ElementType, host: jit.Host) -> bool:
    return run_of(window, element, host) > 0 and _direct(window, element, host)


def _direct_into_input(window: Window, element: ElementType, host: jit.Host) -> bool:
    """A filter rotated by half a turn lies in one piece where it is used, so it may be larger."""
    ones = set(window.strides) == {1}
    return ones and _is_direct(window, turned(window), element, host, blocking.LARGE_FILTER)


def _direct_tail_into_input(window: Window, element: ElementType, host: jit.Host) -> bool:
    return run_of(turned(window), element, host) > 0 and _direct_into_input(window, element, host)


def _direct_into_filter(window: Window, element: ElementType, host: jit.Host) -> bool:
    return _is_direct(window, window, element, host, MOST_DIRECT_FILTER, into_filter=True)


def _is_direct(
    window: Window, seen: Window, element: ElementType, host: jit.Host, large: int, *, into_filter: bool = False
) -> bool:
    """Whether the filter and one line of what the window sees stay in the cache, and results fill the lanes."""
    if not uses("direct_convolution") or is_pointwise(window) or not has_tiles(element, host):
        return False
    empty = seen.result_channels // seen.groups < FEW_RESULTS and (into_filter or not run_of(seen, element, host))
    filter_bytes = row_of(window) * window.result_channels * element.size
    stays = filter_bytes <= large and im2col_cut(window, element.size, into_filter=into_filter)[1] > 1
    return stays and not empty and Blocks.of(seen, element.size).copied * element.size <= MOST_COPIED


def has_depthwise_tiles(window: Window, element: ElementType, host: jit.Host) -> bool:
    """Whether there are tiles for a depthwise convolution, and the host has what they are made of."""
    return (
        uses("depthwise_tiles")
        and has_tiles(element, host)
        and window.window[0] == window.size[0] == window.result[0] == 1
        and window.window[2] in WIDTHS
        and window.strides[2] in STEPS
        and set(window.dilations) == {1}
        and window.result_channels == window.channels
    )


def _depthwise_tiles_into_input(window: Window, element: ElementType, host: jit.Host) -> bool:
    return set(window.strides) == {1} and has_depthwise_tiles(turned(window), element, host)


def _small_pool(window: Window, element: ElementType, host: jit.Host) -> bool:
    taps, strides = window.window, window.strides
    if not uses("small_pools") or window.size[0] > 1 or prod(taps) > _MOST_POOLED or any(window.before):
        return False
    axes = zip(window.result, strides, taps, window.size, strict=True)
    return all((result - 1) * stride + tap <= size for result, stride, tap, size in axes)


def small_pool_gradient(window: Window, element: ElementType, host: jit.Host) -> bool:
    """Whether the gradient of a pool is written for its sizes: of windows that do not overlap."""
    axes = zip(window.result, window.strides, window.window, strict=True)
    overlapping = any(result > 1 and stride < tap for result, stride, tap in axes)
    return not overlapping and _small_pool(window, element, host)


#: The fields of the inputs, and of the output.
_FORWARD: Final = ("x", "filter"), "y"
_TO_INPUT: Final = (None, "filter", "y"), "to"
_TURNED: Final = (None, "filter", "x"), "y"
_TO_FILTER: Final = ("x", None, "y"), "filter"

#: For each kernel the best form comes first; the last one serves every window.
CONVOLUTION_FORMS: Final = (
    Form("direct, along the window", "convolution", _direct_tail,
         "1 to 4 results are left over of whole vectors: lanes run along the window",
         "direct", "gw_convolve_direct", *_FORWARD, blocking.direct),
    Form("indirect", "convolution", _indirect,
         "16 channels or single pixels, a vector of results, 8 pixels, no groups: nothing is copied",
         "indirect", "gw_convolve_indirect", *_FORWARD, blocking.indirect),
    Form("direct", "convolution", _direct,
         "few channels or groups, a filter and a line of images that stay in the cache",
         "direct", "gw_convolve_direct", *_FORWARD, blocking.direct),
    Form("im2col", "convolution", _always,
         "every other window, and dtype: rows are copied for the product's kernel",
         "convolution", "gw_convolve", *_FORWARD, blocking.im2col),
    Form("direct, along the window", "convolution into input", _direct_tail_into_input,
         "1 to 4 channels are left over of whole vectors",
         "direct", "gw_convolve_direct", *_TURNED, blocking.direct, turns=True),
    Form("indirect", "convolution into input", _indirect_into_input,
         "each phase of the strides is an indirect convolution",
         "indirect", "gw_convolve_indirect_into_input", *_TURNED, blocking.indirect_into_input),
    Form("direct", "convolution into input", _direct_into_input,
         "strides of one: a direct convolution with the filter rotated",
         "direct", "gw_convolve_direct", *_TURNED, blocking.direct, turns=True),
    Form("im2col", "convolution into input", _always,
         "every other window, and dtype: rows are added where they come from",
         "convolution", "gw_convolve_into_input", *_TO_INPUT, partial(blocking.im2col, into="to")),
    Form("indirect", "convolution into filter", _indirect_into_filter,
         "8 channels, half a vector of results, 32 pixels, no groups",
         "indirect filter", "gw_convolve_indirect_into_filter", *_TO_FILTER, blocking.indirect_filter),
    Form("direct", "convolution into filter", _direct_into_filter,
         "few channels or groups, filters of chunks that stay in the cache",
         "direct", "gw_convolve_direct_into_filter", *_TO_FILTER, partial(blocking.direct, into_filter=True)),
    Form("im2col", "convolution into filter", _always,
         "every other window, and dtype",
         "convolution", "gw_convolve_into_filter", *_TO_FILTER, partial(blocking.im2col, into="filter")),
    Form("tiles", "depthwise", has_depthwise_tiles,
         "a window 3, 5 or 7 wide, steps of one or two: weights stay in registers",
         "depthwise tiles", "gw_depthwise_tiles_{width}_{step}", *_FORWARD),
    Form("loops", "depthwise", _always,
         "every other window: a loop over the window of each position",
         "depthwise", "gw_depthwise{apart}", *_FORWARD),
    Form("tiles", "depthwise into input", _depthwise_tiles_into_input,
         "strides of one: a convolution with the filter rotated",
         "depthwise tiles", "gw_depthwise_tiles_{width}_{step}", *_TURNED, turns=True),
    Form("loops", "depthwise into input", _always,
         "every other window",
         "depthwise", "gw_depthwise_into_input{apart}", *_TO_INPUT),
    Form("tiles", "depthwise into filter", has_depthwise_tiles,
         "a window 3, 5 or 7 wide, steps of one or two",
         "depthwise filter", "gw_depthwise_filter_{width}_{step}", *_TO_FILTER, blocking.depthwise_filter),
    Form("loops", "depthwise into filter", _always,
         "every other window",
         "depthwise", "gw_depthwise_into_filter{apart}", *_TO_FILTER),
    Form("written", "max", _small_pool,
         "up to 9 elements, no padding: written for the sizes, all elements in registers",
         "pool", "", ("x",), "y"),
    Form("loops", "max", _always, "every other window",
         "max_pool", "gw_max_pool", ("x",), "y"),
    Form("written", "max into input", small_pool_gradient,
         "up to 9 elements, no padding, no overlap",
         "pool", "", ("x", None, "y"), "to"),
    Form("loops", "max into input", _always,
         "every other window",
         "max_pool", "gw_max_pool_into_input", ("x", None, "y"), "to"),
    Form("written", "average", _small_pool,
         "up to 9 elements, no padding: written for the sizes, all elements in registers",
         "pool", "", ("x",), "y"),
    Form("loops", "average", _always, "every other window",
         "pooling", "gw_average_pool", ("x",), "y"),
    Form("written", "average into input", small_pool_gradient,
         "up to 9 elements, no padding, no overlap",
         "pool", "", (None, "y"), "to"),
    Form("loops", "average into input", _always,
         "every other window",
         "pooling", "gw_average_pool_into_input", (None, "y"), "to"),
)  # fmt: skip
