"""Packs the operands of a matrix product in the order in which the micro-kernels read them.

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
from graphwright.runtime.native.loop_ir.typed import IROperand, IRValue

#: The side of a block that is transposed in registers: code for larger ones takes long to compile.
BLOCK = 4

# The most lanes of a square that is transposed in registers where the code is shared by all products.
_MOST_TRANSPOSED = 16

_AHEAD = 8  # rows that are brought into the cache before they are copied

#: A number known while writing, or the text of an i64.
Count = int | str


def raw_element(element: ElementType) -> ElementType:
    """The stored bits of an element: packing moves them without conversion."""
    return ElementType(element.name, "uint", element.storage, element.storage, element.size)


def pack_text(
    module: ModuleText, element: ElementType, lanes: int, usual: Sequence[int], transposed: Sequence[int] = ()
) -> str:
    """``void gw_pack(src, row_step, col_step, rows, cols, width, dst, step)``: panels of `width` columns.

    From the start of a panel to that of the next lie `step` elements for each column.
    Of the `usual` widths, those that vectors divide are quick
    where columns are neighbours, and of the `transposed` ones where rows are.
    """
    flow, raw = Flow(module), raw_element(element)
    widths = [width for width in usual if width % lanes == 0 or lanes % width == 0]
    transposed = [width for width in transposed if width % lanes == 0 and BLOCK < lanes <= _MOST_TRANSPOSED]
    by_rows = flow.i64("%col_step").eq(1)
    by_columns = flow.i64("%row_step").eq(1)
    done: str | int = 0
    for way, these, write in ((by_rows, widths, _copy_panels), (by_columns, transposed, _transpose_panels)):
        for width in these:
            quick = way & flow.i64("%width").eq(width)
            whole = flow.i64("%cols") // width * width
            with flow.when(quick):
                write(flow, raw, lanes, width, whole)
            done = quick.select(whole, done)
    with flow.loop(done, flow.i64("%cols"), flow.i64("%width")) as panels:
        cols = (flow.i64("%cols") - panels.index).min(flow.i64("%width"))
        src = flow.ptr("%src").at(panels.index * flow.i64("%col_step"), raw.storage)
        dst = flow.ptr("%dst").at(panels.index * flow.i64("%step"), raw.storage)
        flow.first_of(
            (by_rows, lambda: _copy_rows(flow, raw, lanes, src, dst, cols)),
            (by_columns, lambda: _transpose_rows(flow, raw, src, dst, flow.i64("%rows"), cols, flow.i64("%width"))),
            (
                "true",
                lambda: copy_elements(
                    flow,
                    raw,
                    src,
                    dst,
                    flow.i64("%rows"),
                    cols,
                    (flow.i64("%row_step"), flow.i64("%col_step")),
                    flow.i64("%width"),
                ),
            ),
        )
    flow.ret()
    return flow.function(
        "define internal void @gw_pack(ptr %src, i64 %row_step, i64 %col_step, i64 %rows, i64 %cols, "
        "i64 %width, ptr %dst, i64 %step) noinline nounwind"
    )


def _copy_panels(flow: Flow, raw: ElementType, lanes: int, width: int, whole: IRValue) -> None:
    """All whole panels, whose rows lie in one piece: row by row, for rows that are far apart are slow to come."""
    if 2 * width != lanes:
        _copy_lines(flow, raw, min(lanes, width), width, (flow.i64(0), flow.i64("%rows")), (flow.i64(0), whole))
        return
    rows, cols = (number & -unit for number, unit in ((flow.i64("%rows"), 2), (whole, lanes)))
    _copy_pairs(flow, raw, width, rows, cols)
    _copy_lines(flow, raw, width, width, (rows, flow.i64("%rows")), (flow.i64(0), cols))
    _copy_lines(flow, raw, width, width, (flow.i64(0), flow.i64("%rows")), (cols, whole))


def _copy_lines(
    flow: Flow, raw: ElementType, lanes: int, width: int, rows: tuple[IRValue, IRValue], cols: tuple[IRValue, IRValue]
) -> None:
    """Some rows of some whole panels, one after the other."""
    b = flow.builder(lanes, flow.fresh()[1:] + "w")
    source = flow.ptr("%src").at(rows[0] * flow.i64("%row_step"), raw.storage)
    target = flow.ptr("%dst").at(rows[0] * width, raw.storage)
    with flow.loop(*rows, carried=[("ptr", source), ("ptr", target)]) as down:
        source, target = down.carried
        with flow.loop(*cols, width) as panels:
            here = source.at(panels.index, raw.storage)
            there = target.at(panels.index * flow.i64("%step"), raw.storage)
            for place in range(0, width, lanes):
                line = here.at(place, raw.storage)
                _fetch(flow, raw, line, flow.i64("%row_step") * _AHEAD)
                value = memory_access.load(b, raw, line, None)
                memory_access.store(b, raw, value, there.at(place, raw.storage), None)
        down.next_values = [source.at(flow.i64("%row_step"), raw.storage), target.at(width, raw.storage)]


def _copy_pairs(flow: Flow, raw: ElementType, width: int, rows: IRValue, cols: IRValue) -> None:
    """Pairs of rows of pairs of panels that are half a vector wide: each pair of rows is a vector of a panel."""
    lanes = 2 * width
    b = flow.builder(lanes, flow.fresh()[1:] + "p")
    with flow.loop(flow.i64(0), rows, 2, carried=[("ptr", flow.ptr("%src")), ("ptr", flow.ptr("%dst"))]) as down:
        source, target = down.carried
        below = source.at(flow.i64("%row_step"), raw.storage)
        with flow.loop(flow.i64(0), cols, lanes) as across:
            values = []
            for row in (source, below):
                line = row.at(across.index, raw.storage)
                _fetch(flow, raw, line, flow.i64("%row_step") * _AHEAD)
                values.append(memory_access.load(b, raw, line, None))
            for half in range(2):
                lines = [row * lanes + half * width + i for row in range(2) for i in range(width)]
                panel = (across.index + (half * width)) * flow.i64("%step")
                memory_access.store(b, raw, shuffled(b, values, lines), target.at(panel, raw.storage), None)
        prefetch = flow.i64("%row_step") * 2
        down.next_values = [source.at(prefetch, raw.storage), target.at(lanes, raw.storage)]


def _transpose_panels(flow: Flow, raw: ElementType, lanes: int, width: int, whole: IRValue) -> None:
    """All whole panels, whose columns lie in one piece: squares as wide as vectors, which are lines of the cache."""
    b = flow.builder(lanes, flow.fresh()[1:] + "q")
    rows = flow.i64("%rows") & -lanes
    with flow.loop(flow.i64(0), whole, width) as panels:
        src = flow.ptr("%src").at(panels.index * flow.i64("%col_step"), raw.storage)
        dst = flow.ptr("%dst").at(panels.index * flow.i64("%step"), raw.storage)
        with flow.loop(flow.i64(0), width, lanes) as across:
            columns = [(across.index + i) * flow.i64("%col_step") for i in range(lanes)]
            sources = [src.at(column, raw.storage) for column in columns]
            with flow.loop(flow.i64(0), rows, lanes) as down:
                block = []
                for source in sources:
                    line = source.at(down.index, raw.storage)
                    _fetch(flow, raw, line, flow.i64("%col_step") * lanes)
                    block.append(memory_access.load(b, raw, line, None))
                place = dst.at(down.index * width + across.index, raw.storage)
                for value in transpose(b, block):
                    memory_access.store(b, raw, value, place, None)
                    place = place.at(width, raw.storage)
        src, dst = src.at(rows, raw.storage), dst.at(rows * width, raw.storage)
        _transpose_rows(flow, raw, src, dst, flow.i64("%rows") - rows, width, width)


def _transpose_rows(
    flow: Flow, raw: ElementType, src: IRValue, dst: IRValue, rows: IRValue, cols: IROperand, width: IROperand
) -> None:
    """Rows that are neighbours in memory, no more: behind them may begin what another thread packs."""
    whole = rows & -BLOCK
    transpose_blocks(flow, raw, src, dst, whole, cols, flow.i64("%col_step"), width)
    src, dst = src.at(whole, raw.storage), dst.at(whole * width, raw.storage)
    copy_elements(flow, raw, src, dst, rows - whole, cols, (flow.i64(1), flow.i64("%col_step")), width)


def _fetch(flow: Flow, raw: ElementType, place: IRValue, prefetch: IRValue) -> None:
    """Has the line that lies so many elements further on brought into the cache."""
    flow.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    flow.call("void", "@llvm.prefetch.p0", place.at(prefetch, raw.storage), "i32 0", "i32 3", "i32 1")


def _copy_rows(flow: Flow, raw: ElementType, lanes: int, src: IRValue, dst: IRValue, cols: IRValue) -> None:
    """A panel whose columns are neighbours in memory: whole vectors."""
    b = flow.builder(lanes, "r")
    with flow.loop(0, cols, lanes) as across:
        have = memory_access.tail_mask(b, cols - across.index)
        room = memory_access.tail_mask(b, flow.i64("%width") - across.index)
        start = [("ptr", pointer.at(across.index, raw.storage)) for pointer in (src, dst)]
        with flow.loop(0, flow.i64("%rows"), carried=start) as rows:
            source, target = rows.carried
            memory_access.store(b, raw, memory_access.load(b, raw, source, have), target, room)
            rows.next_values = [
                source.at(flow.i64("%row_step"), raw.storage),
                target.at(flow.i64("%width"), raw.storage),
            ]


def transpose_blocks(
    flow: Flow,
    raw: ElementType,
    src: IRValue,
    dst: IRValue,
    rows: IROperand,
    cols: IROperand,
    col_step: IROperand,
    width: IROperand,
) -> None:
    """A panel whose rows are neighbours in memory: square blocks transposed in registers.

    Writes whole blocks: beyond the last row, and beyond the last column.
    """
    b = flow.builder(BLOCK, flow.fresh()[1:] + "x")
    with flow.loop(0, cols, BLOCK) as across:
        sources = []
        for c in range(BLOCK):
            column = (across.index + c).min(flow.i64(cols) - 1)
            sources.append(src.at(column * col_step, raw.storage))
        with flow.loop(0, rows, BLOCK) as down:
            mask = memory_access.tail_mask(b, str(rows) - down.index)
            block = [memory_access.load(b, raw, s.at(down.index, raw.storage), mask) for s in sources]
            place = dst.at(down.index * width + across.index, raw.storage)
            for value in transpose(b, block):
                memory_access.store(b, raw, value, place, None)
                place = place.at(width, raw.storage)


def transpose(b: IRBuilder, block: list[TypedValue]) -> list[TypedValue]:
    """A square of vectors transposed: at each distance, pairs of rows exchange every other group of lanes."""
    size = len(block)
    distance = 1
    while distance < size:
        low = [lane if not lane & distance else size + lane - distance for lane in range(size)]
        high = [lane + distance if not lane & distance else size + lane for lane in range(size)]
        result = list(block)
        for i in range(size):
            if i & distance:
                continue
            for place, picks in ((i, low), (i + distance, high)):
                result[place] = shuffled(b, (block[i], block[i + distance]), picks)
        block = result
        distance *= 2
    return block


def shuffled(b: IRBuilder, pair: Sequence[TypedValue], picks: Sequence[int]) -> TypedValue:
    """The lanes of two vectors that are picked; those of the second count on from those of the first."""
    mask = f"<{len(picks)} x i32> <{', '.join(f'i32 {pick}' for pick in picks)}>"
    vectors = ", ".join(f"{b.type(value.ty)} {value.text}" for value in pair)
    return b.emit(f"shufflevector {vectors}, {mask}", pair[0].ty)


def copy_elements(
    flow: Flow,
    raw: ElementType,
    src: IRValue,
    dst: IRValue,
    rows: IROperand,
    cols: IROperand,
    steps: tuple[Count, Count],
    width: IROperand,
) -> None:
    """A panel with any strides, of rows and of columns, one element at a time."""
    b = flow.builder(1, flow.fresh()[1:] + "e")
    with flow.loop(0, cols) as across, flow.loop(0, rows) as down:
        place = across.index * steps[1] + down.index * steps[0]
        value = memory_access.load(b, raw, src.at(place, raw.storage), None)
        target = down.index * width + across.index
        memory_access.store(b, raw, value, dst.at(target, raw.storage), None)
