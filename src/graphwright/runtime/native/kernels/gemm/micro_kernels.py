"""Micro-kernels of the matrix product: a tile of C held in registers while the inner dimension goes by.

Every element of C is one chain of multiply-adds in the order of the inner dimension, whatever the tile, the
packing or the split over threads: so results repeat bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.runtime.native.llvm import memory_access, storage
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue, constant_text
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import TRUE, IRValue

#: Bits of a call's flags. ACCUMULATE begins with what C holds; SCALED adds a multiple of the product to it at the end.
#: What follows the product is done in this order: BIAS adds a row to each of C. Or AFFINE adds a row, multiplies by a
#: second and adds a third, which begin where the bias else is, as far apart as those of C; with SUBTRACT the first is
#: subtracted. Then RESIDUAL adds a matrix that lies in memory like C, RELU takes the greater of each element and zero,
#: and CAP the lesser of each element and `CAP_VALUE`. Last, CALLS_EPILOGUE calls a function of the program with each
#: block of C (see `call_epilogue`). AFFINE, RESIDUAL, CAP and CALLS_EPILOGUE are for float32 and float64.
ACCUMULATE, BIAS, RELU, SCALED, AFFINE, SUBTRACT, RESIDUAL, CAP, CALLS_EPILOGUE = 1, 2, 4, 8, 16, 32, 64, 128, 256
EPILOGUE: Final = BIAS | RELU | AFFINE | RESIDUAL | CAP
CAP_VALUE: Final = 6.0

#: What the rows of AFFINE are where nothing is to be done.
NEUTRAL_ROWS = (-0.0, 1.0, -0.0)


@frozen
class Tile:
    """`rows` by `vectors` registers of `lanes` elements.

    A loose tile masks each of its vectors, a tight one the last only: it serves just the widths that need
    all of them. An unmasked tile serves only the full width. One that prefetches has rows of B further down brought
    into the cache: for a B that comes from memory and is used by few rows.
    """

    rows: int
    vectors: int
    lanes: int
    loose: bool = False
    masked: bool = True
    prefetches: bool = False

    @property
    def columns(self) -> int:
        return self.vectors * self.lanes

    @property
    def name(self) -> str:
        kind = ("" if self.masked else "_full") + ("_prefetch" if self.prefetches else "")
        return f"gw_tile_{self.rows}x{self.columns}{kind}"


#: What a tile is called with: `shared` points to the fields of `SHARED`, which all tiles of a block have in
#: common. (Calls with more arguments than fit into registers take long to compile.)
PARAMETERS = "ptr %a, ptr %b, ptr %c, i64 %rows, i64 %cols, ptr %shared"

#: Strides in elements, the inner size, whether to add to C (a flag), the bits of what SCALED multiplies by, and whether
#: C is to be in the cache before it is needed: an i64 each.
SHARED = ("a_row", "a_col", "b_row", "c_row", "k", "accumulate", "scale", "ahead")

_LINE = 64  # bytes that come into the cache together
_ROWS_AHEAD = 32


def tile_text(module: ModuleText, element: ElementType, tile: Tile) -> str:
    """``void tile(PARAMETERS)``: C[rows, cols] (+)= A[rows, k] @ B[k, cols], strides in elements.

    Rows beyond `rows` are computed as copies of the last: that costs less than a kernel for each number of
    rows.
    """
    return _TileWriter(module, element, tile).text()


def multiply_add(b: IRBuilder, x: TypedValue, y: TypedValue, total: TypedValue) -> TypedValue:
    """``x * y + total`` in the way of the whole library: fused where the host can."""
    if x.ty not in ("float", "double"):
        return b.binary("add", b.binary("mul", x, y), total)
    return b.fma(x, y, total) if b.module.fma else b.add(b.mul(x, y), total)


def added(b: IRBuilder, x: TypedValue, y: TypedValue) -> TypedValue:
    """``x + y`` of one type."""
    return b.binary("fadd" if x.ty in ("float", "double") else "add", x, y)


class _TileWriter:
    def __init__(self, module: ModuleText, element: ElementType, tile: Tile) -> None:
        self.element, self.tile = element, tile
        self.flow = Flow(module)
        self.vector = self.flow.builder(tile.lanes, "v")
        self.scalar = self.flow.builder(1, "s")
        self.type = self.vector.type(element.compute)
        self.cells = [(i, j) for i in range(tile.rows) for j in range(tile.vectors)]

    def text(self) -> str:
        flow = self.flow
        for at, name in enumerate(SHARED):
            flow.ptr("%shared").at(at, "i64").load("i64", align=8, name=name)
        a_rows, c_rows = self._row_pointers()
        self.masks = [self._mask(j) for j in range(self.tile.vectors)]
        self.has_next = self.tile.vectors > 1 and not self.tile.loose
        if self.has_next:
            self._fetch_next_c(c_rows)
        self.c_cells = [c_rows[i].at(j * self.tile.lanes, self.element.storage) for i, j in self.cells]
        totals = self._accumulated(self._products(a_rows, ["zeroinitializer"] * len(self.cells)))
        if self.element.kind == "float":
            totals = self._scaled(totals)
        for (_, j), place, total in zip(self.cells, self.c_cells, totals, strict=True):
            value = storage.rounded(self.vector, self.element, TypedValue(total, self.element.compute))
            memory_access.store(self.vector, self.element, value, place, self.masks[j])
        flow.ret()
        return flow.function(f"define internal void @{self.tile.name}({PARAMETERS}) noinline nounwind")

    def _row_pointers(self) -> tuple[list[IRValue], list[IRValue]]:
        """Where each row of A and of C starts."""
        flow, ty = self.flow, self.element.storage
        last = flow.i64("%rows") - 1
        a_rows, c_rows = [flow.ptr("%a")], [flow.ptr("%c")]
        for i in range(1, self.tile.rows):
            row = last.min(i)
            a_rows.append(flow.ptr("%a").at(row * flow.i64("%a_row"), ty))
            c_rows.append(flow.ptr("%c").at(row * flow.i64("%c_row"), ty))
        return a_rows, c_rows

    def _fetch_next_c(self, c_rows: list[IRValue]) -> None:
        """Has the tile of C below brought into the cache while this one is computed."""
        flow = self.flow
        with flow.when(flow.i64("%ahead").ne(0)):
            below = flow.i64("%c_row") * self.tile.rows
            for row in c_rows:
                for j in range(self.tile.vectors):
                    self._fetch(row, below + (j * self.tile.lanes), to_write=True)

    def _fetch_b(self, b_row: IRValue) -> None:
        """Has a row of B further down brought into the cache: of rows far apart the processor foresees nothing."""
        below = self.flow.i64("%b_row") * _ROWS_AHEAD
        lines = [j * self.tile.lanes for j in range(self.tile.vectors)]
        if self.has_next:
            lines.append(self.tile.columns - 1)  # rows need not begin where a line does
        for line in lines:
            self._fetch(b_row, below + line, to_write=False)

    def _fetch(self, start: IRValue, offset: IRValue, *, to_write: bool) -> None:
        """Has an element's line brought into the cache; what lies beyond an array may be named."""
        place = start.at(offset, self.element.storage)
        self.flow.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        self.flow.call("void", "@llvm.prefetch.p0", place, f"i32 {int(to_write)}", "i32 2", "i32 1")

    def _mask(self, j: int) -> str | None:
        if not self.tile.masked or not (self.tile.loose or j == self.tile.vectors - 1):
            return None
        remaining = (self.flow.i64("%cols") - (j * self.tile.lanes)).max(0)
        return memory_access.tail_mask(self.vector, remaining)

    def _accumulated(self, totals: Sequence[str]) -> Sequence[str]:
        """C and the totals, where that is wanted.

        Added at the end, not begun with: of the sums over parts of a long inner dimension each is rounded as a short
        one is.
        """
        ty = self.element.compute

        def add() -> list[str]:
            pairs = zip(self._load_c(self.masks), totals, strict=True)
            return [added(self.vector, TypedValue(old, ty), TypedValue(total, ty)).text for old, total in pairs]

        wanted = self.flow.i64("%accumulate").eq(ACCUMULATE)
        return self.flow.either(wanted, [self.type] * len(totals), add, totals)

    def _scaled(self, totals: Sequence[str]) -> Sequence[str]:
        """C and so many times the totals, where that is wanted: rounded as two steps of their own would be."""
        flow, b, ty = self.flow, self.vector, self.element.compute
        bits = flow.i64("%scale") if ty == "double" else flow.i64("%scale").trunc("i32")
        scale = memory_access.splat(b, TypedValue(bits.bitcast(ty), ty))

        def add() -> list[str]:
            before = self._load_c(self.masks)
            return [
                b.add(TypedValue(old, ty), b.mul(scale, TypedValue(total, ty))).text
                for old, total in zip(before, totals, strict=True)
            ]

        wanted = flow.i64("%accumulate").eq(SCALED)
        return flow.either(wanted, [self.type] * len(totals), add, totals)

    def _load_c(self, masks: list[str | None]) -> list[str]:
        return [
            memory_access.load(self.vector, self.element, place, masks[j]).text
            for (_, j), place in zip(self.cells, self.c_cells, strict=True)
        ]

    def _products(self, a_rows: list[IRValue], start: Sequence[str]) -> Sequence[str]:
        """The loop over the inner dimension."""
        flow, element, ty = self.flow, self.element, self.element.compute
        carried = [("i64", flow.i64(0)), ("ptr", flow.ptr("%b")), *((self.type, text) for text in start)]
        with flow.loop(0, flow.i64("%k"), carried=carried) as loop:
            offset, b_row, *totals = loop.carried
            b_values = [
                memory_access.load(self.vector, element, b_row.at(j * self.tile.lanes, element.storage), mask)
                for j, mask in enumerate(self.masks)
            ]
            following = []
            if self.tile.prefetches:
                self._fetch_b(b_row)
            for i, a_row in enumerate(a_rows):
                a_value = memory_access.load(self.scalar, element, a_row.at(offset, element.storage), None)
                spread = memory_access.splat(self.vector, a_value)
                for j, b_value in enumerate(b_values):
                    total = TypedValue(totals[i * self.tile.vectors + j], ty)
                    following.append(multiply_add(self.vector, spread, b_value, total).text)
            next_offset = offset + flow.i64("%a_col")
            loop.next_values = [next_offset, b_row.at(flow.i64("%b_row"), element.storage), *following]
        return loop.results[2:]


def call_epilogue(flow: Flow, epilogue: IRValue, c: IRValue, c_row: IRValue, rows: IRValue, cols: IRValue) -> None:
    """Call the function of a program that changes a block of C in place, unless `epilogue` is null."""
    with flow.when(epilogue.is_not_null()):
        flow.call("void", epilogue, c, c_row, rows, cols)


def has_affine(element: ElementType) -> bool:
    """Whether AFFINE, RESIDUAL and CALLS_EPILOGUE are for such elements."""
    return element.kind == "float" and not element.rounds


def affine_rows(
    b: IRBuilder, element: ElementType, flow: Flow, place: IRValue, apart: IRValue, mask: str | None, subtracts: IRValue
) -> list[TypedValue]:
    """The vectors at `place` of each of the rows, the first with its sign changed where `subtracts` holds."""
    places = [place.at(apart * i, element.storage) for i in range(len(NEUTRAL_ROWS))]
    first, *others = (memory_access.load(b, element, each, mask) for each in places)
    minus, plus = (constant_text(element.compute, number) for number in (-1.0, 1.0))
    sign = memory_access.splat(b, TypedValue(subtracts.select(minus, plus, element.compute), element.compute))
    return [b.binary("fmul", first, sign), *others]


def affine(b: IRBuilder, value: TypedValue, rows: Sequence[TypedValue]) -> TypedValue:
    """An element with a number added, multiplied, and another added, each rounded."""
    for opcode, row in zip(("fadd", "fmul", "fadd"), rows, strict=True):
        value = b.binary(opcode, value, row)
    return value


def clamp_bounds(
    b: IRBuilder, element: ElementType, flow: Flow, wants: Callable[[int], IRValue]
) -> tuple[TypedValue, TypedValue]:
    """The bounds of RELU and CAP in every lane; an infinity, which changes nothing, for what is not wanted."""
    ty = element.compute

    def bound(flag: int, number: float, none: float) -> TypedValue:
        texts = [constant_text(ty, each) for each in (number, none)]
        return memory_access.splat(b, TypedValue(wants(flag).select(texts[0], texts[1], ty), ty))

    return bound(RELU, 0.0, float("-inf")), bound(CAP, CAP_VALUE, float("inf"))


def clamped(b: IRBuilder, value: TypedValue, bounds: tuple[TypedValue, TypedValue]) -> TypedValue:
    """An element between two bounds; a NaN stays one."""
    low, high = bounds
    value = b.select(b.compare("fcmp ogt", low, value), low, value)
    return b.select(b.compare("fcmp olt", high, value), high, value)


def affine_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_affine(c, rows, cols, bias, more)``: what AFFINE, RESIDUAL, RELU and CAP say, to a block.

    `more` points to three numbers: the distance of C's rows, the bytes from C to what is beside it, the flags.
    """
    flow = Flow(module)
    b = flow.builder(lanes, "v")
    c_row, residual, flags = (flow.ptr("%more").at(i, "i64").load("i64", align=8) for i in range(3))

    def wants(flag: int) -> IRValue:
        return (flags & flag).ne(0)

    wants_residual, subtracts = (wants(flag) for flag in (RESIDUAL, SUBTRACT))
    bounds = clamp_bounds(b, element, flow, wants)
    with flow.loop(0, flow.i64("%cols"), lanes) as across:
        at = across.index
        mask = memory_access.tail_mask(b, flow.i64("%cols") - at)
        rows = affine_rows(b, element, flow, flow.ptr("%bias").at(at, element.storage), c_row, mask, subtracts)
        top = flow.ptr("%c").at(at, element.storage)

        def down_the_column(
            with_beside: bool, top: IRValue = top, mask: str = mask, rows: list[TypedValue] = rows
        ) -> None:
            with flow.loop(0, flow.i64("%rows"), carried=[("ptr", top)]) as down:
                (place,) = down.carried
                value = affine(b, memory_access.load(b, element, place, mask), rows)
                if with_beside:
                    other = memory_access.load(b, element, place.at(residual, "i8"), mask)
                    value = b.binary("fadd", value, other)
                memory_access.store(b, element, clamped(b, value, bounds), place, mask)
                down.next_values = [place.at(c_row, element.storage)]

        flow.first_of((wants_residual, lambda: down_the_column(True)), (TRUE, lambda: down_the_column(False)))
    flow.ret()
    return flow.function(
        "define internal void @gw_affine(ptr %c, i64 %rows, i64 %cols, ptr %bias, ptr %more) noinline nounwind"
    )


def _bounded(
    b: IRBuilder, element: ElementType, flow: Flow, wants: Callable[[int], IRValue]
) -> Callable[[TypedValue], TypedValue]:
    """What RELU does to an element, and CAP where there is one for such elements."""
    if has_affine(element):
        bounds = clamp_bounds(b, element, flow, wants)
        return lambda value: clamped(b, value, bounds)
    floating = element.kind == "float"
    # What a ReLU keeps is above this bound; without one, everything is.
    lowest = float("-inf") if floating else -(1 << (8 * element.size - 1))
    zero, none = (constant_text(element.compute, bound) for bound in (0, lowest))
    bound = memory_access.splat(b, TypedValue(wants(RELU).select(zero, none, element.compute), element.compute))
    opcode = "fcmp ogt" if floating else "icmp sgt"
    return lambda value: b.select(b.compare(opcode, bound, value), bound, value)


def epilogue_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_epilogue(c, c_row, rows, cols, bias, flags)``: adds a row to each of C, takes the ReLU, caps it."""
    flow = Flow(module)
    b = flow.builder(lanes, "v")

    def wants(flag: int) -> IRValue:
        return (flow.i64("%flags") & flag).ne(0)

    wants_bias, floating = wants(BIAS), element.kind == "float"
    bounded = _bounded(b, element, flow, wants)
    nothing = b.const(element.compute, -0.0 if floating else 0).text
    with flow.loop(0, flow.i64("%cols"), lanes) as across:
        at = across.index
        mask = memory_access.tail_mask(b, flow.i64("%cols") - at)

        def bias(at: IRValue = at, mask: str = mask) -> list[str]:
            return [memory_access.load(b, element, flow.ptr("%bias").at(at, element.storage), mask).text]

        [row] = flow.either(wants_bias, [b.type(element.compute)], bias, [nothing])
        with flow.loop(0, flow.i64("%rows"), carried=[("ptr", flow.ptr("%c").at(at, element.storage))]) as down:
            (place,) = down.carried
            value = memory_access.load(b, element, place, mask)
            total = b.binary("fadd" if floating else "add", value, TypedValue(row, element.compute))
            memory_access.store(b, element, bounded(storage.rounded(b, element, total)), place, mask)
            down.next_values = [place.at(flow.i64("%c_row"), element.storage)]
    flow.ret()
    return flow.function(
        "define internal void @gw_epilogue(ptr %c, i64 %c_row, i64 %rows, i64 %cols, ptr %bias, i64 %flags) "
        "noinline nounwind"
    )
