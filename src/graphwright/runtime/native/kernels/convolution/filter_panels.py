"""Filters in panels, for the indirect convolution: one vector of columns each, all rows of it one behind the other.

Panels of constants, and of variables between two updates, stay from call to call in memory that `gemm.packed_weights`
describes; those of other filters are made in each call.
"""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import Sizes, quotient_up
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.pack import pack_text
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.runtime import thread_pool

TOGETHER: Final = 4  # panels that a thread fills together: lines of memory next to each other


def fill_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``gw_fill_panels(call)``: sees to it that the panels of the filter, if there is one, are at `parts`.

    They are those at `packed` where it has them, or may be given them; then `parts` is set to these.
    """
    return "\n".join(
        [pack_text(module, element, lanes, (lanes,)), _part_text(module, element, lanes), _text(module, lanes)]
    )


def _part_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    flow = Flow(module)
    f = load_fields(flow)
    k, n, width = Sizes(flow, f).row, f["out_channels"], lanes * TOGETHER
    first = flow.i64("%chunk") * width
    source, target = (f[name].at(place, element.storage) for name, place in (("filter", first), ("parts", first * k)))
    columns = (n - first).min(width)
    flow.call("void", "@gw_pack", source, n, 1, k, columns, lanes, target, k)
    flow.ret()
    return flow.function("define internal void @gw_fill_part(ptr %call, i64 %chunk) noinline nounwind")


def _text(module: ModuleText, lanes: int) -> str:
    flow = Flow(module)
    f = load_fields(flow)
    flow.leave_if(f["filter"].is_null())
    found = packed_weights.claim(flow, f["packed"])
    serves = packed_weights.serve(found)
    panels = serves.select(f["packed"].at(packed_weights.HEADER, "i8"), f["parts"])
    flow.ptr("%call").at(CALL.index("parts"), "i64").store(panels, align=8)
    with flow.when(packed_weights.lack(found)):
        module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        pieces = quotient_up(flow, f["out_channels"], lanes * TOGETHER)
        flow.call("void", f"@{thread_pool.SPLIT}", "@gw_fill_part", flow.ptr("%call"), pieces)
        packed_weights.publish(flow, f["packed"], found)
    flow.ret()
    return flow.function("define internal void @gw_fill_panels(ptr %call) noinline nounwind")
