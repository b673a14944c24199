"""The blocking of each form of convolution: blocks, passes, slots for chunks, and scratch memory.

Which form serves which convolution is in `forms`. The sizes of all but the batch are known while compiling, so a
`SlidingBlocking` is computed then; the kernels cut the work into chunks when they know the batch, by the sizes alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm, prod
from typing import Final

from graphwright.base.config import uses
from graphwright.base.frozen import frozen, replace
from graphwright.ir.lowering import Window
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.llvm.storage import ElementType

#: Copies of the last entry that stand at the end of a table of places: tiles read whole rows, tables are written in
#: vectors.
SLACK: Final = 16

# --- im2col

#: Bytes of unfolded rows that go by one product: little where the filter stays in the second-level cache besides, much
#: where each product has to read it from further away, or to pack it.
ROWS_BYTES: Final = 1 << 18
ROWS_BYTES_LARGE: Final = 1 << 22
LARGE_FILTER: Final = 1 << 20
#: A convolution is cut into this many chunks at most, each with rows of its own. With a large filter it is the products
#: that are cut.
SLOTS: Final = 8
#: Bytes of filters that chunks of a gradient for the filter may take, and how many chunks are worth it.
PARTS_BYTES: Final = 2 << 20
FEWEST_PARTS: Final = 4
#: More pixels than there are.
WHOLE: Final = 1 << 40
#: Rows of the window with fewer elements than this are unfolded as columns.
FEW_IN_LINE: Final = 24

# --- direct

#: Bytes of the images that a block sees, and its pixels: both stay in the cache besides the filter.
SEEN_BYTES: Final = 1 << 19
SEEN_PIXELS: Final = 400
#: Columns that go together where the last ones are done along the window (`tail_columns`), and neighbours in a run: of
#: fewer too many lanes are zeros.
TAIL_COLUMNS: Final = 4
_LEAST_RUN: Final = 12

# --- indirect

#: Chunks that the work is cut into at most.
INDIRECT_SLOTS: Final = 32
#: Rows of the panels that a pass reads at most, and bytes of images and pixels that go by it together.
_PASS_ROWS: Final = 768
_BLOCK_BYTES: Final = 384 << 10
_BLOCK_PIXELS: Final = 512
_MOST_PHASES: Final = 16
#: What a table has besides the taps' entries: where windows begin, in all and along each axis, and where results lie.
ORIGINS: Final = ("place", "deep", "down", "right")

# --- filters' gradients

#: Pixels of the results that go together: as many rows of a tile's panels stay in the nearest cache.
PIECE: Final = 128
#: Chunks that the work is cut into at most.
FILTER_SLOTS: Final = 8
DEPTHWISE_FILTER_SLOTS: Final = 16


@frozen
class SlidingBlocking:
    """Fields of a call (`call_block.CALL`) that say how the work goes by, and bytes of scratch by their pointers.

    `window` has the sizes that go with them.
    """

    window: Window
    fields: Mapping[str, int]
    scratch: Mapping[str, int]

    def show(self) -> str:
        """The fields, but for those that say where results lie, and the scratch, on a line each."""
        fields, scratch = (
            ", ".join(f"{name} {number}" for name, number in each.items() if not name.startswith("to_"))
            for each in (self.fields, self.scratch)
        )
        return f"{fields or 'no blocks'}\nscratch: {scratch or 'none'}"


def unblocked(window: Window, element: ElementType, host: jit.Host, kept: bool) -> SlidingBlocking:
    """Kernels that go position by position need none."""
    return SlidingBlocking(window, {}, {})


def row_of(window: Window) -> int:
    """Elements that a window sees of one group of channels."""
    return prod(window.window) * window.channels // window.groups


def is_pointwise(window: Window) -> bool:
    """Whether the rows of the images are those of the product."""
    one = {*window.window, *window.strides, window.groups} == {1}
    return one and window.size == window.result and not any(window.before)


def turned(window: Window) -> Window:
    """How the window slides over the results' gradient, for that of the images: the strides are one."""
    axes = zip(window.window, window.dilations, window.before, strict=True)
    deep, down, right = ((size - 1) * apart - before for size, apart, before in axes)
    return replace(_exchanged(window), before=(deep, down, right))


def _exchanged(window: Window) -> Window:
    """The window with images and results in each other's place."""
    return replace(
        window, size=window.result, channels=window.result_channels, result=window.size,
        result_channels=window.channels,
    )  # fmt: skip


def im2col_cut(window: Window, size: int, *, into_filter: bool = False) -> tuple[int, int]:
    """How many pixels go together at most, and into how many chunks a convolution may be cut."""
    row = row_of(window)
    filter_bytes = row * window.result_channels * size
    large = filter_bytes > LARGE_FILTER
    bytes_ = ROWS_BYTES_LARGE if large else ROWS_BYTES
    rows = max(16, min(1024, bytes_ // max(row * size, 1) // 16 * 16))
    slots = 1 if large else SLOTS
    if into_filter:
        fit = min(slots, PARTS_BYTES // max(filter_bytes, 1))
        slots = fit if fit >= FEWEST_PARTS else 1
    return rows, slots


def im2col(window: Window, element: ElementType, host: jit.Host, kept: bool, *, into: str = "y") -> SlidingBlocking:
    """Scratch for what a convolution unfolds, and for its packed filter unless that is `kept`."""
    row, size, into_filter = row_of(window), element.size, into == "filter"
    block, slots = im2col_cut(window, size, into_filter=into_filter)
    pointwise, scratch = is_pointwise(window), {}
    if not pointwise:
        scratch["rows"] = slots * block * row * size
    if into_filter and slots > 1:
        scratch["parts"] = slots * row * window.result_channels * size
    if not (pointwise or into_filter or kept) and window.groups == 1:
        inner, columns = (window.result_channels, row) if into == "to" else (row, window.result_channels)
        scratch["packed"] = packed_weights.room(inner, columns, Blocking.of(element, host).columns, size)
    few = window.window[2] * window.channels // window.groups < FEW_IN_LINE
    fields = {"block": WHOLE, "slots": slots, "pointwise": 1}
    if not pointwise:
        fields = {"block": block, "slots": slots, "columns": int(few and into != "to")}
    return SlidingBlocking(window, fields, scratch)


@frozen
class Blocks:
    """Blocks of so many sheets or, where these are large, of so many lines of one sheet.

    `copied` are the elements of the padded copy, 0 without padding; `pixels` those of a block.
    """

    sheets: int
    lines: int
    copied: int
    pixels: int

    @classmethod
    def of(cls, window: Window, size: int) -> Blocks:
        """The blocks for elements of `size` bytes."""
        _, height, width = window.result
        spans = _spans(window)

        def seen(lines: int) -> int:
            down = spans[1] - (height - lines) * window.strides[1]
            return window.window[0] * down * spans[2] * window.channels

        lines = max((n for n in range(1, height + 1) if seen(n) * size <= SEEN_BYTES), default=1)
        sheets = 1
        if lines == height:
            sheets = max(1, min(SEEN_BYTES // (seen(height) * size), SEEN_PIXELS // (height * width)))
        ends = zip(window.before, spans, window.size, strict=True)
        padded = any(before or span - before > size for before, span, size in ends)
        return cls(sheets, lines, sheets * seen(lines) if padded else 0, sheets * lines * width)


def _spans(window: Window) -> tuple[int, ...]:
    """From the first element that a window sees to the last, along each axis."""
    axes = zip(window.result, window.strides, window.window, window.dilations, strict=True)
    return tuple((result - 1) * stride + (size - 1) * apart + 1 for result, stride, size, apart in axes)


def run_of(window: Window, element: ElementType, host: jit.Host) -> int:
    """How many neighbours a run of `tail_columns` has; 0 where the last columns are better done otherwise."""
    if not uses("tail_columns") or element.name != "float32" or host.vector_bits != 512 or window.groups > 1:
        return 0
    last = window.result_channels % host.lanes(element.size)
    if not 0 < last <= TAIL_COLUMNS:
        return 0
    run = window.channels * (window.window[2] if window.dilations[2] == 1 else 1)
    return run if run >= _LEAST_RUN else 0


def direct(
    window: Window, element: ElementType, host: jit.Host, kept: bool, *, into_filter: bool = False
) -> SlidingBlocking:
    """Scratch for what a direct convolution copies and for its tables, and how it is cut into blocks and chunks."""
    size, row, blocks = element.size, row_of(window), Blocks.of(window, element.size)
    _, slots = im2col_cut(window, size, into_filter=into_filter)
    entries = row + blocks.pixels + 2 * SLACK
    run = 0 if into_filter else run_of(window, element, host)
    fields = {
        "slots": slots, "sheets": blocks.sheets, "lines": blocks.lines, "room": blocks.copied, "entries": entries,
        "run": run,
    }  # fmt: skip
    scratch = {"tables": slots * entries * 8}
    if blocks.copied:
        scratch["rows"] = slots * blocks.copied * size
    if into_filter:
        scratch["parts"] = slots * row * window.result_channels * size
    elif run:
        lanes = host.lanes(size)
        scratch["parts"] = TAIL_COLUMNS * (row // run) * -(-run // lanes) * lanes * size
    return SlidingBlocking(window, fields, scratch)


def passes(window: Window) -> tuple[int, int]:
    """How the window goes by, in passes of about the same length: so many taps in each, and channels of a tap."""
    taps, channels = prod(window.window), window.channels
    if channels > _PASS_ROWS:
        return 1, -(-channels // -(-channels // _PASS_ROWS) // 16) * 16
    together = max(1, _PASS_ROWS // channels)
    return -(-taps // -(-taps // together)), channels


def phase(window: Window) -> Window | None:
    """How the window slides over the results' gradient in a phase with most taps and pixels: see `indirect_phases`.

    None where there are too many phases, or where taps lie apart and strides are more than one.
    """
    strides = window.strides
    spread = any(stride > 1 < apart for stride, apart in zip(strides, window.dilations, strict=True))
    if spread or min(window.before) < 0 or prod(strides) > _MOST_PHASES:
        return None

    def parts(sizes: tuple[int, int, int]) -> tuple[int, int, int]:
        deep, down, right = (-(-size // stride) for size, stride in zip(sizes, strides, strict=True))
        return deep, down, right

    return replace(_exchanged(window), result=parts(window.size), window=parts(window.window), strides=(1, 1, 1))


def indirect(window: Window, element: ElementType, host: jit.Host, kept: bool) -> SlidingBlocking:
    """Scratch for an indirect convolution's tables, zeros and panels, and how its window goes by."""
    return _indirect(window, window, element, host, (1, 1, 1))


def indirect_into_input(window: Window, element: ElementType, host: jit.Host, kept: bool) -> SlidingBlocking:
    """The images' gradient is a convolution from the results' gradient to the images, by a phase after the other."""
    return _indirect(_exchanged(window), phase(window) or window, element, host, window.strides)


def _indirect(
    window: Window, phase: Window, element: ElementType, host: jit.Host, strides: tuple[int, int, int]
) -> SlidingBlocking:
    blocking, taps = Blocking.of(element, host), prod(phase.window)
    unit = lcm(blocking.rows, blocking.rows - 1)  # whole tiles of both heights
    seen = phase.channels * element.size * min(prod(phase.strides), taps)
    block = max(1, min(_BLOCK_BYTES // seen, _BLOCK_PIXELS) // unit) * unit
    entries, (pass_taps, pass_channels) = _entries(block, taps), passes(phase)
    channels, panel_rows = window.result_channels, prod(window.window) * window.channels
    line = window.result[2] * channels
    steps = (window.result[1] * line, line, channels)  # how far results are apart that are neighbours along each axis
    fields = {
        "block": block, "entries": entries, "pass_taps": pass_taps, "pass_channels": pass_channels,
        "to_image": window.result[0] * steps[0], "panel_rows": panel_rows,
    }  # fmt: skip
    for name, stride, step in zip(("to_deep", "to_down", "to_right"), strides, steps, strict=True):
        fields[name] = stride * step
    lanes = blocking.lanes
    scratch = {
        "tables": INDIRECT_SLOTS * entries * 8,
        "rows": phase.channels * element.size,
        "parts": -(-channels // lanes) * lanes * panel_rows * element.size,
    }
    return SlidingBlocking(window, fields, scratch)


def _entries(block: int, taps: int) -> int:
    """How many a table of places has for so many pixels."""
    return (block + SLACK) * (len(ORIGINS) + 1 + taps)


def indirect_filter(window: Window, element: ElementType, host: jit.Host, kept: bool) -> SlidingBlocking:
    """Scratch for the tables, zeros and panels of a filter's gradient, and for the filters of its chunks."""
    lanes, taps, filter_bytes = host.lanes(element.size), prod(window.window), row_of(window) * window.result_channels
    filter_bytes *= element.size
    slots = max(1, min(FILTER_SLOTS, 1 << (PARTS_BYTES // filter_bytes).bit_length() >> 1))
    zeros, room = (-(-each // lanes) * lanes for each in (window.channels, window.result_channels))
    room *= PIECE
    entries = _entries(PIECE, taps)
    scratch = {"tables": FILTER_SLOTS * entries * 8, "rows": (zeros + FILTER_SLOTS * room) * element.size}
    if slots > 1:
        scratch["parts"] = slots * filter_bytes
    return SlidingBlocking(window, {"block": PIECE, "slots": slots, "room": room, "entries": entries}, scratch)


def depthwise_filter(window: Window, element: ElementType, host: jit.Host, kept: bool) -> SlidingBlocking:
    """A filter for each chunk of the gradient by tiles."""
    filter_bytes = prod(window.window) * window.channels * element.size
    return SlidingBlocking(window, {}, {"parts": DEPTHWISE_FILTER_SLOTS * filter_bytes})
