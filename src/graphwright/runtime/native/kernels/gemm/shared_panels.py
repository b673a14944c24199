"""Panels of B that all chunks of one product read: packed once, by all threads, before the rows are shared.

Where threads share the rows of a product, each chunk would have to pack all of B for itself: with few rows in a chunk
that takes as long as to multiply, and with many the threads have unequal shares. The panels lie in memory as those that
stay from call to call (`packed_weights`), and go with the product.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.micro_kernels import pass_depth
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.runtime import capi, thread_pool

#: Rows of a chunk, at least: the panels go by for each.
ROWS: Final = 64
# Bytes of panels that are worth writing to memory and reading again.
_MOST: Final = 8 << 20
_ALIGNED: Final = 64


def pack_text(module: ModuleText, element: ElementType, columns: int, call: Sequence[str], name: str) -> str:
    """``void name(call, i)``: packs the columns of a panel into the panels of a call, for all passes."""
    flow = Flow(module)

    def field(which: str, ty: str = "i64") -> str:
        return flow.value(f"load {ty}, ptr {flow.at('%call', call.index(which), 'i64')}, align 8")

    b, packed = field("b", "ptr"), field("packed", "ptr")
    n, k, b_row, b_col, whole = (field(which) for which in ("n", "k", "b_row", "b_col", "whole"))
    j = flow.mul("%i", columns)
    cols = flow.smin(flow.sub(n, j), columns)
    panels = flow.at(packed, packed_weights.HEADER, "i8")
    depth = pass_depth(flow, element, k)
    with flow.loop(0, k, depth) as depths, unless_cancelled(flow):
        rows = flow.smin(flow.sub(k, depths.index), depth)
        source = flow.at(b, flow.add(flow.mul(depths.index, b_row), flow.mul(j, b_col)), element.storage)
        target = flow.at(panels, flow.add(flow.mul(depths.index, whole), flow.mul(j, rows)), element.storage)
        flow.do(
            f"call void @gw_pack(ptr {source}, i64 {b_row}, i64 {b_col}, i64 {rows}, i64 {cols}, i64 {columns}, "
            f"ptr {target}, i64 {rows})"
        )
    flow.do("ret void")
    return flow.function(f"define internal void @{name}(ptr %call, i64 %i) noinline optnone nounwind")


def are_worth_it(flow: Flow, f: dict[str, str], size: int) -> str:
    """Whether a product whose rows may be shared by threads has rows enough, and a B that is small enough."""
    enough = flow.compare("sge", f["m"], 2 * ROWS)
    few = flow.compare("sle", flow.mul(flow.mul(f["k"], f["n"]), size), _MOST)
    alone = flow.compare("eq", f["held"], 0)
    return flow.value(f"and i1 {flow.value(f'and i1 {enough}, {few}')}, {alone}")


def memory(flow: Flow, f: dict[str, str], size: int) -> str:
    """Memory for all panels, to be released."""
    flow.module.declare(f"declare ptr @{capi.PREFIX}malloc(i64)")
    flow.module.declare("declare void @llvm.trap()")
    elements = flow.mul(f["whole"], f["k"])
    room = flow.add(flow.mul(elements, size), packed_weights.HEADER + _ALIGNED)
    block = flow.value(f"call ptr @{capi.PREFIX}malloc(i64 {room})")
    with flow.when(flow.value(f"icmp eq ptr {block}, null")):  # as for the scratch of the kernel
        flow.do("call void @llvm.trap()")
    return block


def pack(flow: Flow, call: Sequence[str], name: str, block: str, count: str) -> None:
    """All threads fill the panels, which are a call's from then on."""
    moved = flow.value(f"ptrtoint ptr {flow.at(block, _ALIGNED - 1, 'i8')} to i64")
    panels = flow.value(f"and i64 {moved}, {-_ALIGNED}")
    for field, value in (("packed", panels), ("found", str(packed_weights.READY))):
        flow.do(f"store i64 {value}, ptr {flow.at('%call', call.index(field), 'i64')}, align 8")
    flow.do(f"call void @{thread_pool.SPLIT}(ptr @{name}, ptr %call, i64 {count})")


def release(flow: Flow, call: Sequence[str], block: str) -> None:
    """The panels go, and the call has none."""
    flow.module.declare(f"declare void @{capi.PREFIX}free(ptr)")
    flow.do(f"call void @{capi.PREFIX}free(ptr {block})")
    flow.do(f"store ptr null, ptr {flow.at('%call', call.index('packed'), 'i64')}, align 8")
