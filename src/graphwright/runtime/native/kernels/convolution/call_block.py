"""The block of fields that every sliding-window kernel is called with, 8 bytes each."""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.loop_ir.typed import IRValue

#: Places in memory: the images, the filter, the results (or their gradient), the gradient to write, numbers for each
#: channel of the results (see `epilogue`); and room for each of `slots` chunks: for `block` unfolded rows or for what a
#: block sees, for a filter, for tables; and for a packed filter (see `gemm`); the function of an epilogue's `Call`.
#: What a kernel does not use is null.
POINTERS: Final = ("x", "filter", "y", "to", "bias", "rows", "parts", "tables", "packed", "epilogue")

#: The fields in order. Behind the sizes: pixels that go together, into how many chunks the work may be cut, pixels of a
#: chunk (set by the kernel), whether the window is one pixel that goes over all of them, whether rows are
#: laid out as columns, and `residual` and the flags for the matrix product (see `gemm`). Then what the direct form asks
#: for: sheets and lines of a block (lessened by the kernel), the number of chunks (set by it), elements of a chunk's
#: `rows`: none where nothing is copied, entries of its `tables`, and neighbours in a run (see `direct_dots`). And the
#: indirect form: taps and channels of a pass; rows of a tile, chunks of columns, and whether neighbouring chunks have
#: the same columns (all set by the kernel); how far the results of two images are apart, and those of neighbours along
#: each axis; rows of a panel.
CALL: Final = (
    *POINTERS,
    "batch", "depth", "height", "width", "channels",
    "out_depth", "out_height", "out_width", "out_channels",
    "window_depth", "window_height", "window_width",
    "deep", "down", "right", "apart_deep", "apart_down", "apart_right", "front", "above", "left",
    "groups", "block", "slots", "unit", "pointwise", "columns", "residual", "flags",
    "sheets", "lines", "chunks", "room", "entries", "run",
    "pass_taps", "pass_channels", "tile_rows", "across", "columns_first",
    "to_image", "to_deep", "to_down", "to_right", "panel_rows",
)  # fmt: skip


def load_fields(flow: Flow) -> dict[str, IRValue]:
    """Every field of the block at ``%call``."""
    return {
        name: flow.i64("%call").at(at, "i64").load("ptr" if name in POINTERS else "i64", align=8)
        for at, name in enumerate(CALL)
    }
