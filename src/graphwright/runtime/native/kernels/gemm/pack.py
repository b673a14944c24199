"""Copies of the operands of a matrix product, in the order in which the micro-kernels read them.

B is cut into panels of as many columns as a tile has, each stored row after row.  A is packed as its own
transpose: panels of a tile's rows, each stored column after column.  What lies beyond the matrix is filled
with anything: nobody stores its products.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType

#: The side of a block that is transposed in registers: code for larger ones takes long to compile.
BLOCK = 4

_AHEAD = 8  # rows that are brought into the cache before they are copied

#: A number known while writing, or the text of an i64.
Count = int | str


def raw_element(element: ElementType) -> ElementType:
    """The stored bits of an element: packing moves them without conversion."""
    return ElementType(element.name, "uint", element.storage, element.storage, element.size)


def pack_text(module: ModuleText, element: ElementType, lanes: int, usual: Sequence[int]) -> str:
    """``void gw_pack(src, row_step, col_step, rows, cols, width, dst, step)``: panels of `width` columns.

    From the start of a panel to that of the next lie `step` elements for each column.
    May write up to a block's rows beyond the last panel. Of the `usual` widths, those that vectors divide are quick.
    """
    flow, raw = Flow(module), raw_element(element)
    widths = [width for width in usual if width % lanes == 0 or lanes % width == 0]
    by_rows = flow.compare("eq", "%col_step", 1)
    by_columns = flow.compare("eq", "%row_step", 1)
    whole: str | int = 0
    with flow.when(by_rows):
        for width in widths:
            with flow.when(flow.compare("eq", "%width", width)):
                _copy_panels(flow, raw, lanes, width)
    for width in widths:
        these = flow.mul(flow.value(f"udiv i64 %cols, {width}"), width)
        whole = flow.select(flow.compare("eq", "%width", width), "i64", these, whole)
    whole = flow.select(by_rows, "i64", whole, 0)
    with flow.loop(whole, "%cols", "%width") as panels:
        cols = flow.smin(flow.sub("%cols", panels.index), "%width")
        src = flow.at("%src", flow.mul(panels.index, "%col_step"), raw.storage)
        dst = flow.at("%dst", flow.mul(panels.index, "%step"), raw.storage)
        flow.first_of(
            (by_rows, lambda: _copy_rows(flow, raw, lanes, src, dst, cols)),
            (by_columns, lambda: transpose_blocks(flow, raw, src, dst, "%rows", cols, "%col_step", "%width")),
            ("true", lambda: copy_elements(flow, raw, src, dst, "%rows", cols, ("%row_step", "%col_step"), "%width")),
        )
    flow.do("ret void")
    return flow.function(
        "define internal void @gw_pack(ptr %src, i64 %row_step, i64 %col_step, i64 %rows, i64 %cols, "
        "i64 %width, ptr %dst, i64 %step) noinline nounwind"
    )


def _copy_panels(flow: Flow, raw: ElementType, lanes: int, width: int) -> None:
    """All whole panels, whose rows lie in one piece: row by row, for rows that are far apart are slow to come."""
    lanes = min(lanes, width)
    whole = flow.mul(flow.value(f"udiv i64 %cols, {width}"), width)
    b = flow.builder(lanes, flow.fresh()[1:] + "w")
    flow.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    with flow.loop(0, "%rows", carried=[("ptr", "%src"), ("ptr", "%dst")]) as rows:
        source, target = rows.carried
        with flow.loop(0, whole, width) as panels:
            here = flow.at(source, panels.index, raw.storage)
            there = flow.at(target, flow.mul(panels.index, "%step"), raw.storage)
            ahead = flow.at(here, flow.mul("%row_step", _AHEAD), raw.storage)
            for place in range(0, width, lanes):
                line = flow.at(ahead, place, raw.storage)
                flow.do(f"call void @llvm.prefetch.p0(ptr {line}, i32 0, i32 3, i32 1)")
                value = memory_access.load(b, raw, flow.at(here, place, raw.storage), None)
                memory_access.store(b, raw, value, flow.at(there, place, raw.storage), None)
        rows.following = [flow.at(source, "%row_step", raw.storage), flow.at(target, width, raw.storage)]


def _copy_rows(flow: Flow, raw: ElementType, lanes: int, src: str, dst: str, cols: str) -> None:
    """A panel whose columns are neighbours in memory: whole vectors."""
    b = flow.builder(lanes, "r")
    with flow.loop(0, cols, lanes) as across:
        have = memory_access.tail_mask(b, flow.sub(cols, across.index))
        room = memory_access.tail_mask(b, flow.sub("%width", across.index))
        start = [("ptr", flow.at(pointer, across.index, raw.storage)) for pointer in (src, dst)]
        with flow.loop(0, "%rows", carried=start) as rows:
            source, target = rows.carried
            memory_access.store(b, raw, memory_access.load(b, raw, source, have), target, room)
            rows.following = [
                flow.at(source, "%row_step", raw.storage),
                flow.at(target, "%width", raw.storage),
            ]


def transpose_blocks(
    flow: Flow, raw: ElementType, src: str, dst: str, rows: Count, cols: Count, col_step: Count, width: Count
) -> None:
    """A panel whose rows are neighbours in memory: square blocks transposed in registers.

    Writes whole blocks: beyond the last row, and beyond the last column.
    """
    b = flow.builder(BLOCK, flow.fresh()[1:] + "x")
    with flow.loop(0, cols, BLOCK) as across:
        sources = []
        for c in range(BLOCK):
            column = flow.smin(flow.add(across.index, c), flow.sub(str(cols), 1))
            sources.append(flow.at(src, flow.mul(column, col_step), raw.storage))
        with flow.loop(0, rows, BLOCK) as down:
            mask = memory_access.tail_mask(b, flow.sub(str(rows), down.index))
            block = [memory_access.load(b, raw, flow.at(s, down.index, raw.storage), mask) for s in sources]
            place = flow.at(dst, flow.add(flow.mul(down.index, width), across.index), raw.storage)
            for value in transpose(b, block):
                memory_access.store(b, raw, value, place, None)
                place = flow.at(place, width, raw.storage)


def transpose(b: IRBuilder, block: list[TypedValue]) -> list[TypedValue]:
    """A square of vectors transposed: at each distance, pairs of rows exchange every other group of lanes."""
    size, ty = len(block), b.type(block[0].ty)
    distance = 1
    while distance < size:
        low = [lane if not lane & distance else size + lane - distance for lane in range(size)]
        high = [lane + distance if not lane & distance else size + lane for lane in range(size)]
        result = list(block)
        for i in range(size):
            if i & distance:
                continue
            for place, picks in ((i, low), (i + distance, high)):
                mask = f"<{size} x i32> <{', '.join(f'i32 {p}' for p in picks)}>"
                pair = f"{ty} {block[i].text}, {ty} {block[i + distance].text}"
                result[place] = b.emit(f"shufflevector {pair}, {mask}", block[0].ty)
        block = result
        distance *= 2
    return block


def copy_elements(
    flow: Flow, raw: ElementType, src: str, dst: str, rows: Count, cols: Count, steps: tuple[Count, Count], width: Count
) -> None:
    """A panel with any strides, of rows and of columns, one element at a time."""
    b = flow.builder(1, flow.fresh()[1:] + "e")
    with flow.loop(0, cols) as across, flow.loop(0, rows) as down:
        place = flow.add(flow.mul(across.index, steps[1]), flow.mul(down.index, steps[0]))
        value = memory_access.load(b, raw, flow.at(src, place, raw.storage), None)
        target = flow.add(flow.mul(down.index, width), across.index)
        memory_access.store(b, raw, value, flow.at(dst, target, raw.storage), None)
