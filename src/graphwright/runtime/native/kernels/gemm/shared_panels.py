"""Panels of B that all chunks of one product read: all threads pack them, then share the rows.

Where threads share the rows of a product, each chunk would have to pack all of B for itself: with few rows in a chunk
that takes as long as to multiply, and with many the threads have unequal shares. The panels lie in memory as those that
stay from call to call (`packed_weights`), and go with the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.blocking import pass_depth
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import NULL, IRValue
from graphwright.runtime.native.runtime import capi, thread_pool

_ALIGNED: Final = 64


def pack_text(module: ModuleText, element: ElementType, columns: int, call: Sequence[str], name: str) -> str:
    """``void name(call, i)``: packs the columns of a panel into the panels of a call, for all passes."""
    flow = Flow(module)

    def field(which: str, ty: str = "i64") -> IRValue:
        return flow.ptr("%call").at(call.index(which), "i64").load(ty, align=8)

    b, packed = field("b", "ptr"), field("packed", "ptr")
    n, k, b_row, b_col, whole = (field(which) for which in ("n", "k", "b_row", "b_col", "whole"))
    j = flow.i64("%i") * columns
    cols = (n - j).min(columns)
    panels = packed.at(packed_weights.HEADER, "i8")
    depth = pass_depth(element, k)
    with flow.loop(0, k, depth) as depths, unless_cancelled(flow):
        rows = (k - depths.index).min(depth)
        source = b.at(depths.index * b_row + j * b_col, element.storage)
        target = panels.at(depths.index * whole + j * rows, element.storage)
        flow.call("void", "@gw_pack", source, b_row, b_col, rows, cols, columns, target, rows)
    flow.ret()
    return flow.function(f"define internal void @{name}(ptr %call, i64 %i) noinline optnone nounwind")


def memory(flow: Flow, f: dict[str, IRValue], size: int) -> IRValue:
    """Memory for all panels, to be released; null where there is none."""
    flow.module.declare(f"declare ptr @{capi.PREFIX}malloc(i64)")
    elements = f["whole"] * f["k"]
    room = elements * size + (packed_weights.HEADER + _ALIGNED)
    return flow.call("ptr", f"@{capi.PREFIX}malloc", room)


def pack(flow: Flow, call: Sequence[str], name: str, block: IRValue, count: IRValue) -> None:
    """All threads fill the panels, which are a call's from then on."""
    moved = block.at(_ALIGNED - 1, "i8").address()
    panels = moved & -_ALIGNED
    for field, value in (("packed", panels), ("found", str(packed_weights.READY))):
        flow.ptr("%call").at(call.index(field), "i64").store(value, align=8)
    flow.call("void", f"@{thread_pool.SPLIT}", f"@{name}", flow.ptr("%call"), count)


def release(flow: Flow, call: Sequence[str], block: IRValue) -> None:
    """The panels go, and the call has none."""
    flow.module.declare(f"declare void @{capi.PREFIX}free(ptr)")
    flow.call("void", f"@{capi.PREFIX}free", block)
    flow.ptr("%call").at(call.index("packed"), "i64").store(NULL, align=8)
