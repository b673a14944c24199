"""The last columns of a direct convolution, if they fill at most a quarter of a vector.

A tile's vectors would be empty but for a few lanes, and take as many loads as full ones. Here the lanes go along the
window: its places and channels that are neighbours in memory, a *run*, are multiplied with a column of the filter that
``gw_pack_dots(call)`` has laid out in the same way, each run filled up with zeros to whole vectors.
"""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.kernels.convolution.blocking import TAIL_COLUMNS
from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.common import Sizes, quotient_up
from graphwright.runtime.native.kernels.convolution.direct_tiles import PARAMETERS, Corner
from graphwright.runtime.native.kernels.gemm.micro_kernels import Tile, multiply_add
from graphwright.runtime.native.kernels.gemm.pack import transpose
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue

#: Rows and columns that go together: a register for each pair.
TILE: Final = Tile(6, 1, TAIL_COLUMNS)
NAME: Final = "@gw_direct_dots"


def _lengths(flow: Flow, row: IRValue, run: IRValue, lanes: int) -> tuple[IRValue, IRValue, IRValue]:
    """The number of runs, how far they are apart, and how far the columns are."""
    runs = row // run
    filled = quotient_up(flow, run, lanes) * lanes
    return runs, filled, runs * filled


def pack_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``gw_pack_dots(call)``: the last columns of the filter to `parts`."""
    flow, ty = Flow(module), element.storage
    f = load_fields(flow)
    runs, filled, column = _lengths(flow, Sizes(flow, f).row, f["run"], lanes)
    flow.call("void", "@gw_clear", f["parts"], column * TILE.columns)
    count = f["out_channels"] % lanes
    first = f["filter"].at(f["out_channels"] - count, ty)
    with flow.loop(0, runs) as run, flow.loop(0, f["run"]) as along, flow.loop(0, count) as columns:
        row = run.index * f["run"] + along.index
        source = first.at(row * f["out_channels"] + columns.index, ty)
        place = columns.index * column + (run.index * filled + along.index)
        value = source.load(ty, align=element.size)
        f["parts"].at(place, ty).store(value, ty, align=element.size)
    flow.ret()
    return flow.function("define internal void @gw_pack_dots(ptr %call) noinline nounwind")


def dots_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """The tile, called like those of `direct_tiles`: `b` points to the columns that were laid out."""
    flow, ty = Flow(module), element.compute
    b, narrow = flow.builder(lanes, "v"), flow.builder(TILE.columns, "q")
    corner = Corner(flow, narrow, element, TILE)
    run = corner.field("run")
    runs, filled, column = _lengths(flow, corner.field("k"), run, lanes)
    kinds = [b.type(ty)] * (TILE.rows * TILE.columns)
    zeros = [b.const(ty, 0).text] * len(kinds)
    columns = [flow.i64("%b").at(column * j, element.storage) for j in range(TILE.columns)]
    with flow.loop(0, runs, carried=list(zip(kinds, zeros, strict=True))) as each:
        start = corner.along.at(each.index * run, "i64")
        offset = start.load("i64", align=8)
        sources = [row.at(offset, element.storage) for row in corner.rows]
        filters = [place.at(each.index * filled, element.storage) for place in columns]
        with flow.loop(0, run, lanes, carried=list(zip(kinds, each.carried, strict=True))) as along:
            mask = memory_access.tail_mask(b, run - along.index)
            weights = [memory_access.load(b, element, p.at(along.index, element.storage), None) for p in filters]
            totals, sums = iter(along.carried), list[str]()
            for source in sources:
                seen = memory_access.load(b, element, source.at(along.index, element.storage), mask)
                sums += [multiply_add(b, seen, w, TypedValue(next(totals), ty)).text for w in weights]
            along.next_values = sums
        each.next_values = along.results
    totals = iter(each.results)
    results = [_sums(b, [TypedValue(next(totals), ty) for _ in columns]) for _ in range(TILE.rows)]
    corner.finish(corner.accumulated([value.text for value in results]), flow.ptr("%bias"))
    return flow.function(f"define internal void {NAME}({PARAMETERS}) noinline nounwind")


def _sums(b: IRBuilder, vectors: list[TypedValue]) -> TypedValue:
    """The sum of each vector's lanes, side by side."""
    while b.width > len(vectors):
        halves = [[memory_access.half(b, vector, upper) for upper in (False, True)] for vector in vectors]
        b = b.of_width(b.width // 2)
        vectors = [b.add(low, high) for low, high in halves]
    first, second, third, fourth = transpose(b, vectors)
    return b.add(b.add(first, second), b.add(third, fourth))
