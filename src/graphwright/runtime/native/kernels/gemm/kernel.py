"""Matrix products: C[m, n] (+)= A[m, k] @ B[k, n], any strides of A and B, compiled once for each dtype.

The kernel is a function ``void gw_gemm_<dtype>(ptr call)``; `call` points to the fields of `CALL`, 8 bytes
each.  It lies in a module of its own, so that graphs share it: a graph's module declares the function, and
its symbol is handed to `jit.load_object` (see `kernel`).

One row times a B whose *rows* are neighbours in memory (a transposed weight) is much quicker the other way
round: call it with B's transpose as A and the row as the one column of B.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.epilogue import Flag, has_every_part
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode, one_per_key
from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.epilogue import affine_text, call_epilogue, epilogue_text
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.blocking import (
    APART,
    DTYPES,
    Blocking,
    does_pack_b,
    pass_depth,
)
from graphwright.runtime.native.kernels.gemm.dot import dot_text
from graphwright.runtime.native.kernels.gemm.micro_kernels import SHARED, Tile, tile_text
from graphwright.runtime.native.kernels.gemm.pack import pack_text
from graphwright.runtime.native.kernels.gemm.parallel_gemm import split_text
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import FALSE, NULL, TRUE, IRValue
from graphwright.runtime.native.runtime import capi, thread_pool

POINTERS = ("a", "b", "c", "bias", "packed", "epilogue")
#: The fields of a call in order: pointers, sizes, strides counted in elements (C's columns are neighbours),
#: how many bytes RESIDUAL is away from C, flags, and what the kernel notes for its parts. With SCALED there is no bias,
#: and its pointer is that of the bits of a number, an i64. `packed` is null or memory for B (see `packed_weights`),
#: `epilogue` null or a function of the program (see the flags of `epilogue`).
NOTES = ("found", "first", "whole")
CALL = (*POINTERS, "m", "n", "k", "a_row", "a_col", "b_row", "b_col", "c_row", "residual", "flags", *NOTES)

__all__ = ["CALL", "NOTES", "POINTERS", "kernel", "kernel_text", "symbol"]

# The power of two of multiplications from which on even the first block looks for an interrupt: some 5 us.
_LENGTHY_BITS: Final = 18
# Scratch that is taken from the stack, in bytes; more comes from the heap.
_STACK = 32768


def symbol(dtype: str, plain: bool = False) -> str:
    """The name of the kernel for a dtype."""
    return f"gw_gemm_plain_{dtype}" if plain else f"gw_gemm_{dtype}"


def _part(dtype: str) -> str:
    """The name of the function that computes one thread's part."""
    return f"gw_gemm_part_{dtype}"


#: Elements of a product that are too many for the cache: an epilogue is done while some of them are there. For
#: fewer, a loop of its own costs next to nothing, and the product can do with the plain kernel.
LARGE = 1 << 18


def is_plain(m: int | None, n: int | None) -> bool:
    """Whether a product of this size, None if it is not known, is as quick with the plain kernel."""
    return Blocking.of(ELEMENTS["float32"], jit.host()).serves_plain(m, n)


@one_per_key
def kernel(dtype: str, plain: bool) -> SharedCode[None]:
    """The kernel for a dtype of `blocking.DTYPES`; for others no text is written (`Unsupported`)."""
    whole = kernel(dtype, False) if plain else None
    names, calls = (symbol(dtype, plain),), (thread_pool.CODE,)
    name = f"gemm, {dtype}{', plain' if plain else ''}"
    return SharedCode(lambda: kernel_text(dtype, jit.host(), plain), names, calls=calls, served_by=whole, name=name)


def kernel_text(dtype: str, host: jit.Host, plain: bool = False) -> str:
    """The module of the kernel for a dtype."""
    if dtype not in DTYPES:
        raise Unsupported(f"no native matrix product of {dtype}")
    element, module = ELEMENTS[dtype], ModuleText(fma=host.fma)
    blocking = Blocking.of(element, host, plain=plain)
    for tile in blocking.tiles():
        module.add(tile_text(module, element, tile))
    if not plain:
        module.add(dot_text(module, element, blocking.lanes))
        module.add(epilogue_text(module, element, blocking.lanes))
        if has_every_part(element.name):
            module.add(affine_text(module, element, blocking.lanes))
    module.add(pack_text(module, element, blocking.lanes, (blocking.columns, blocking.rows), (blocking.columns,)))
    module.add(_Driver(module, blocking).text())
    module.add(split_text(module, blocking, CALL, (_part(dtype), symbol(dtype, plain))))
    return module.text()


class _Driver:
    """Writes the function that cuts a product into tiles, and packs where that pays."""

    def __init__(self, module: ModuleText, blocking: Blocking) -> None:
        self.blocking, self.element, self.ty = blocking, blocking.element, blocking.element.storage
        self.flow = Flow(module)
        self.module = module

    def text(self) -> str:
        flow, f = self.flow, self._fields()
        self.f = f
        stack = flow.alloca(f"[{_STACK} x i8]", align=64)
        self.shared = flow.alloca(f"[{len(SHARED)} x i64]", align=8)
        empty = f["m"].min(f["n"]) < 1
        flow.leave_if(empty)
        if not self.blocking.plain:
            self._column_product()
        self.depth = pass_depth(self.element, f["k"])
        self._choose_blocks()
        heap = self._scratch(stack)
        self._share_strides()
        # a product of one block may be one of many in a stack, which is to be interrupted too
        self.lengthy = f["m"] * f["n"] * f["k"] >> _LENGTHY_BITS
        with flow.loop(0, f["k"].max(1), self.depth) as depths:
            self._pass(depths.index)
        used_heap = heap.is_not_null()
        with flow.when(used_heap):
            self.module.declare(f"declare void @{capi.PREFIX}free(ptr)")
            flow.call("void", f"@{capi.PREFIX}free", heap)
        flow.ret()
        return flow.function(f"define internal void @{_part(self.element.name)}(ptr %call) noinline optnone nounwind")

    def _fields(self) -> dict[str, IRValue]:
        """Every field of the call, loaded."""
        types = {name: "ptr" if name in POINTERS else "i64" for name in CALL}
        return {
            name: self.flow.ptr("%call").at(at, "i64").load(ty, align=8) for at, (name, ty) in enumerate(types.items())
        }

    def _column_product(self) -> None:
        """The whole product, if B is one column and everything lies in line for that."""
        flow, f = self.flow, self.f
        one = f["n"].eq(1)
        in_line = f["a_col"].eq(1) & f["b_row"].eq(1)
        otherwise = f["flags"] & (Flag.SCALED | Flag.IN_ORDER)
        in_line = in_line & otherwise.eq(0)
        fits = one & in_line
        with flow.leaving(fits, "ret void"):
            accumulate = f["flags"] & Flag.ACCUMULATE
            flow.call("void", "@gw_dot", f["a"], f["a_row"], f["b"], f["c"], f["c_row"], f["m"], f["k"], accumulate)
            self._finish(f["c"], f["m"], f["n"], f["bias"])

    def _choose_blocks(self) -> None:
        f, blocking = self.f, self.blocking
        self.stays = packed_weights.serve(f["found"])
        self.pack_b = self.stays | does_pack_b(f)
        self.pack_a = blocking.packs_a(f, self.depth)
        self.step = blocking.step(f, self.pack_b)
        self.breadth, self.height = blocking.block(f, self.pack_a, self.pack_b, self.step)

    def _share(self, name: str, value: IRValue) -> None:
        """Sets a field that all tiles see."""
        self.shared.at(SHARED.index(name), "i64").store(value, align=8)

    def _share_strides(self) -> None:
        """In a packed panel a row is one element after the other, a column one tile."""
        flow, f = self.flow, self.f
        self._share("a_row", self.pack_a.select(1, f["a_row"]))
        self._share("a_col", self.pack_a.select(self.blocking.rows, f["a_col"]))
        self._share("b_row", self.pack_b.select(self.blocking.columns, f["b_row"]))
        self._share("c_row", f["c_row"])
        self._share("ahead", self.pack_b.zext())
        self.scaled = (f["flags"] & Flag.SCALED).ne(0)
        with flow.when(self.scaled):
            self._share("scale", f["bias"].load("i64"))

    def _scratch(self, stack: IRValue) -> IRValue:
        """Sets where packed blocks go, and whether there are any; returns the heap block to free, or null."""
        flow, types = self.flow, ["ptr", "i64", "i1", "i1", "i64", "i64"]
        packs = self.pack_a, self.pack_b, self.stays
        b_bytes, total = self.blocking.panel_bytes(self.f, packs, self.depth, (self.breadth, self.height))
        self.module.declare(f"declare ptr @{capi.PREFIX}malloc(i64)")
        planned = [b_bytes, self.pack_a, self.pack_b, str(self.step), str(self.breadth)]

        def read_in_place() -> list[IRValue]:
            """There was no memory: rows of B whose columns are not neighbours in memory go by one column at a time."""
            in_place = self.stays | self.f["b_col"].eq(1)
            step = in_place.select(self.blocking.columns, 1)
            return [NULL, b_bytes, FALSE, self.stays, step, step]

        def take() -> Sequence[IRValue]:
            heap = flow.call("ptr", f"@{capi.PREFIX}malloc", total + 64)
            return flow.either(heap.is_null(), types, read_in_place, [heap, *planned])

        much = total > _STACK
        chosen = flow.either(much, types, take, [NULL, *planned])
        heap, b_bytes, self.pack_a, self.pack_b, self.step, self.breadth = chosen
        self.packed_b = heap.is_not_null().select(_aligned(flow, heap), stack)
        self.packed_a = self.packed_b.at(b_bytes)
        return heap

    def _pass(self, k0: IRValue) -> None:
        """One block of the inner dimension."""
        flow, f = self.flow, self.f
        self.k0, self.k = k0, (f["k"] - k0).min(self.depth)
        started = (f["flags"] & Flag.ACCUMULATE).ne(0)
        added = (started | (k0 > 0)).zext()
        self._share("accumulate", self.scaled.select(Flag.SCALED, added))
        self._share("k", self.k)
        with flow.loop(0, f["n"], self.breadth) as breadths:
            j0 = breadths.index
            cols = (f["n"] - j0).min(self.breadth)
            self.panels, self.panel_step = self._panels(j0)
            lacking = packed_weights.lack(f["found"]).select(self.pack_b, FALSE)
            with flow.when(lacking):
                corner = k0 * f["b_row"] + j0 * f["b_col"]
                source = f["b"].at(corner, self.ty)
                panels = cols, self.blocking.columns, self.panels, self.panel_step
                self._pack(source, f["b_row"], f["b_col"], *panels)
            begun = k0 + j0 + self.lengthy
            with flow.loop(0, f["m"], self.height) as heights, unless_cancelled(flow, begun + heights.index):
                self._block(heights.index, j0, j0 + cols)

    def _panels(self, j0: IRValue) -> tuple[IRValue, IRValue]:
        """Where the panels from column `j0` on are packed, and how many elements a column has in each."""
        f = self.f
        there = self.k0 * f["whole"] + (f["first"] + j0) * self.k
        kept = f["packed"].at(packed_weights.HEADER, "i8").at(there, self.ty)
        step = self.stays.select(self.k, self.k + APART)
        return self.stays.select(kept, self.packed_b), step

    def _pack(
        self,
        source: IRValue,
        row_step: IRValue,
        col_step: IRValue,
        cols: IRValue,
        width: int,
        target: IRValue,
        panel_step: IRValue,
    ) -> None:
        self.flow.call("void", "@gw_pack", source, row_step, col_step, self.k, cols, width, target, panel_step)

    def _block(self, i0: IRValue, j0: IRValue, j1: IRValue) -> None:
        """A block of rows by the columns from `j0` to `j1`."""
        flow, f = self.flow, self.f
        rows = (f["m"] - i0).min(self.height)
        a_plain = f["a"].at(i0 * f["a_row"] + self.k0 * f["a_col"], self.ty)
        a_step = self.k + APART
        with flow.when(self.pack_a):
            self._pack(a_plain, f["a_col"], f["a_row"], rows, self.blocking.rows, self.packed_a, a_step)
        a_start = self.pack_a.select(self.packed_a, a_plain)
        a_next = self.pack_a.select(a_step, f["a_row"])
        there = self.k0 * f["b_row"] + j0 * f["b_col"]
        b_start = self.pack_b.select(self.panels, f["b"].at(there, self.ty))
        b_next = self.pack_b.select(self.panel_step, f["b_col"])
        corner, width = f["c"].at(i0 * f["c_row"] + j0, self.ty), j1 - j0
        with flow.loop(0, rows, self.blocking.rows) as down:
            a = a_start.at(down.index * a_next, self.ty)
            here = (rows - down.index).min(self.blocking.rows)
            c = corner.at(down.index * f["c_row"], self.ty)
            with flow.loop(0, width, self.step) as across:
                b = b_start.at(across.index * b_next, self.ty)
                cols = (width - across.index).min(self.step)
                self._tile(a, b, c.at(across.index, self.ty), here, cols)
        if not self.blocking.plain:
            self._epilogue(corner, rows, width, j0)

    def _tile(self, a: IRValue, b: IRValue, c: IRValue, rows: IRValue, cols: IRValue) -> None:
        """One tile's worth of C, by the kernel that wastes least."""
        flow, blocking = self.flow, self.blocking

        def call(tile: Tile, b: IRValue = b, c: IRValue = c, cols: IRValue = cols) -> None:
            flow.call("void", f"@{tile.name}", a, b, c, rows, cols, self.shared)

        def narrow() -> None:
            with flow.loop(0, cols, blocking.lanes) as across:
                at = across.index
                call(blocking.narrow(), b.at(at, self.ty), c.at(at, self.ty), cols - at)

        cases: list[tuple[str, Callable[[], None]]] = []
        if not blocking.plain:
            cases.append((rows.eq(1), lambda: call(blocking.single())))
        if blocking.has_low:
            cases.append((rows <= blocking.low().rows, lambda: call(blocking.low())))
        if not blocking.masked:
            cases.append((cols.eq(blocking.columns), lambda: call(blocking.full())))
        needs_all = cols > (blocking.columns - blocking.lanes)
        if blocking.prefetches:
            in_place = self.pack_b.select(FALSE, needs_all)
            cases.append((in_place, lambda: call(blocking.wide(prefetches=True))))
        cases.append((needs_all, lambda: call(blocking.wide())))
        if blocking.has_pair:
            cases.append((cols > blocking.lanes, lambda: call(blocking.pair())))
        flow.first_of(*cases, (TRUE, narrow))

    def _epilogue(self, c: IRValue, rows: IRValue, cols: IRValue, j: IRValue) -> None:
        """After the last pass: the epilogue, if there is one."""
        flow, f = self.flow, self.f
        wanted = (f["flags"] & (Flag.EPILOGUE | Flag.CALL)).ne(0)
        last = self.k0 + self.k >= f["k"]
        with flow.when(wanted & last):
            self._finish(c, rows, cols, f["bias"].at(j, self.ty))

    def _finish(self, c: IRValue, rows: IRValue, cols: IRValue, bias: IRValue) -> None:
        """The epilogue of a block."""
        flow, f = self.flow, self.f

        def simple() -> None:
            flow.call("void", "@gw_epilogue", c, f["c_row"], rows, cols, bias, f["flags"])

        def affine() -> None:
            more = flow.ptr("%call").at(CALL.index("c_row"), "i64")
            flow.call("void", "@gw_affine", c, rows, cols, bias, more)

        if not has_every_part(self.element.name):
            simple()
            return
        none = (f["flags"] & Flag.EPILOGUE).eq(0)
        more = (f["flags"] & (Flag.AFFINE | Flag.RESIDUAL)).ne(0)
        flow.first_of((none, lambda: None), (more, affine), (TRUE, simple))
        call_epilogue(flow, f["epilogue"], c, f["c_row"], rows, cols)


def _aligned(flow: Flow, pointer: IRValue) -> IRValue:
    """The next address at a cache line."""
    moved = pointer.at(63, "i8").address()
    return (moved & -64).pointer()
