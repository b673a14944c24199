"""Matrix products: C[m, n] (+)= A[m, k] @ B[k, n], any strides of A and B, compiled once for each dtype.

The kernel is a function ``void gw_gemm_<dtype>(ptr call)``; `call` points to the fields of `CALL`, 8 bytes
each.  It lies in a module of its own, so that graphs share it: a graph's module declares the function, and
its symbol is handed to `jit.load_object` (see `kernel`).

One row times a B whose *rows* are neighbours in memory (a transposed weight) is much quicker the other way
round: call it with B's transpose as A and the row as the one column of B.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from graphwright.base.frozen import replace
from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode, one_per_key
from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.dot import dot_text
from graphwright.runtime.native.kernels.gemm.micro_kernels import (
    ACCUMULATE,
    AFFINE,
    BESIDE,
    BIAS,
    CAP,
    EPILOGUE,
    FOLLOWED,
    NEUTRAL_ROWS,
    RELU,
    SCALED,
    SHARED,
    SUBTRACT,
    Tile,
    affine_text,
    epilogue_text,
    following,
    has_affine,
    pass_depth,
    rounded_up,
    tile_text,
)
from graphwright.runtime.native.kernels.gemm.pack import BLOCK, pack_text
from graphwright.runtime.native.kernels.gemm.parallel_gemm import OFTEN, packs_b, split_text
from graphwright.runtime.native.kernels.gemm.tile_plan import GemmPlan, plan
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.runtime import capi, thread_pool

POINTERS = ("a", "b", "c", "bias", "packed", "follow")
#: The fields of a call in order: pointers, sizes, strides counted in elements (C's columns are neighbours),
#: how many bytes BESIDE is away from C, flags, and what the kernel notes for its parts. With SCALED there is no bias,
#: and its pointer is that of the bits of a number, an i64. `packed` is null or memory for B (see `packed_weights`),
#: `follow` null or a function of the program (see FOLLOWED).
NOTES = ("found", "first", "whole")
CALL = (*POINTERS, "m", "n", "k", "a_row", "a_col", "b_row", "b_col", "c_row", "beside", "flags", *NOTES)

__all__ = [
    "ACCUMULATE", "AFFINE", "BESIDE", "BIAS", "CALL", "CAP", "FOLLOWED", "NEUTRAL_ROWS", "NOTES", "POINTERS", "RELU",
    "SCALED", "SUBTRACT", "GemmPlan", "kernel", "kernel_text", "plan", "symbol",
]  # fmt: skip

# Rows of A that go by the columns of B together, packed if A is; then what follows the product is done to them.
_HEIGHT = 128
# Columns of B packed at a time: they stay in the second-level cache while A goes by, and so few that A, where it is
# packed, would be packed too often for them.
_BREADTH, _BREADTH_PACKING_A = 192, 1536
#: Bytes between the first and the last element of a row of A from which on it is packed, if they are no neighbours.
SCATTERED: Final = 1 << 17
# The power of two of multiplications from which on even the first block looks for an interrupt: some 5 us.
_LENGTHY_BITS: Final = 18
# Rows that panels in scratch are longer than what is packed: without, all of them begin in the same set of the nearest
# cache, whose ways are fewer than the panels that a row is spread over.
_APART: Final = 2
# Scratch that is taken from the stack, in bytes; more comes from the heap.
_STACK = 32768


def symbol(dtype: str, plain: bool = False) -> str:
    """The name of the kernel for a dtype."""
    return f"gw_gemm_plain_{dtype}" if plain else f"gw_gemm_{dtype}"


def _part(dtype: str) -> str:
    """The name of the function that computes one thread's part."""
    return f"gw_gemm_part_{dtype}"


#: Elements of a product that are too many for the cache: what follows it is done while some of them are there. For
#: fewer, a loop of its own costs next to nothing, and the product can do with the plain kernel.
LARGE = 1 << 18


def is_plain(m: int | None, n: int | None) -> bool:
    """Whether a product of this size, None if it is not known, is as quick with the plain kernel."""
    if m is None or n is None:
        return False
    tiles = plan(ELEMENTS["float32"], jit.host())
    last = m % tiles.rows
    return n > 1 and m >= OFTEN and (last == 0 or last > tiles.low().rows)


@one_per_key
def kernel(dtype: str, plain: bool) -> SharedCode[None]:
    """The kernel for a dtype; no text is written for bool and what has no native form (`Unsupported`)."""
    whole = kernel(dtype, False) if plain else None
    names, calls = (symbol(dtype, plain),), (thread_pool.CODE,)
    name = f"gemm, {dtype}{', plain' if plain else ''}"
    return SharedCode(lambda: kernel_text(dtype, jit.host(), plain), names, calls=calls, served_by=whole, name=name)


def kernel_text(dtype: str, host: jit.Host, plain: bool = False) -> str:
    """The module of the kernel for a dtype."""
    element = ELEMENTS.get(dtype)
    if element is None or element.kind == "bool":
        raise Unsupported(f"no native matrix product of {dtype}")
    module = ModuleText(fma=host.fma)
    chosen = replace(plan(element, host), plain=plain)
    for tile in chosen.tiles():
        module.add(tile_text(module, element, tile))
    if not plain:
        module.add(dot_text(module, element, chosen.lanes))
        module.add(epilogue_text(module, element, chosen.lanes))
        if has_affine(element):
            module.add(affine_text(module, element, chosen.lanes))
    module.add(pack_text(module, element, chosen.lanes, (chosen.columns, chosen.rows), (chosen.columns,)))
    module.add(_Driver(module, chosen).text())
    unit = chosen.rows, chosen.columns, chosen.columns if plain else chosen.single().columns, chosen.lanes
    module.add(split_text(module, element, unit, CALL, (_part(dtype), symbol(dtype, plain))))
    return module.text()


class _Driver:
    """Writes the function that cuts a product into tiles, and packs where that pays."""

    def __init__(self, module: ModuleText, chosen: GemmPlan) -> None:
        self.plan, self.element = chosen, chosen.element
        self.size, self.ty = chosen.element.size, chosen.element.storage
        self.flow = Flow(module)
        self.module = module

    def text(self) -> str:
        flow, f = self.flow, self._fields()
        self.f = f
        stack = flow.value(f"alloca [{_STACK} x i8], align 64")
        self.shared = flow.value(f"alloca [{len(SHARED)} x i64], align 8")
        empty = flow.compare("slt", flow.smin(f["m"], f["n"]), 1)
        flow.leave_if(empty)
        if not self.plan.plain:
            self._column_product()
        self.depth = pass_depth(flow, self.element, f["k"])
        self._choose_packing()
        self._choose_blocks()
        self._share_strides()
        heap = self._scratch(stack)
        # a product of one block may be one of many in a stack, which is to be interrupted too
        self.lengthy = flow.value(f"lshr i64 {flow.mul(flow.mul(f['m'], f['n']), f['k'])}, {_LENGTHY_BITS}")
        with flow.loop(0, flow.smax(f["k"], 1), self.depth) as depths:
            self._pass(depths.index)
        used_heap = flow.value(f"icmp ne ptr {heap}, null")
        with flow.when(used_heap):
            self.module.declare(f"declare void @{capi.PREFIX}free(ptr)")
            flow.do(f"call void @{capi.PREFIX}free(ptr {heap})")
        flow.do("ret void")
        return flow.function(f"define internal void @{_part(self.element.name)}(ptr %call) noinline optnone nounwind")

    def _fields(self) -> dict[str, str]:
        """Every field of the call, loaded."""
        types = {name: "ptr" if name in POINTERS else "i64" for name in CALL}
        return {
            name: self.flow.value(f"load {ty}, ptr {self.flow.at('%call', at, 'i64')}, align 8")
            for at, (name, ty) in enumerate(types.items())
        }

    def _column_product(self) -> None:
        """The whole product, if B is one column and everything lies in line for that."""
        flow, f = self.flow, self.f
        one = flow.compare("eq", f["n"], 1)
        in_line = flow.value(f"and i1 {flow.compare('eq', f['a_col'], 1)}, {flow.compare('eq', f['b_row'], 1)}")
        scaled = flow.value(f"and i64 {f['flags']}, {SCALED}")
        in_line = flow.value(f"and i1 {in_line}, {flow.compare('eq', scaled, 0)}")
        fits = flow.value(f"and i1 {one}, {in_line}")
        with flow.leaving(fits, "ret void"):
            accumulate = flow.value(f"and i64 {f['flags']}, {ACCUMULATE}")
            flow.do(
                f"call void @gw_dot(ptr {f['a']}, i64 {f['a_row']}, ptr {f['b']}, ptr {f['c']}, "
                f"i64 {f['c_row']}, i64 {f['m']}, i64 {f['k']}, i64 {accumulate})"
            )
            self._follow(f["c"], f["m"], f["n"], f["bias"])

    def _choose_packing(self) -> None:
        """B is packed if its columns are no neighbours, and where that pays: used often."""
        flow, f = self.flow, self.f
        self.stays = packed_weights.serve(flow, f["found"])
        self.pack_b = self._or(self.stays, packs_b(flow, f))
        # Elements of A one behind the other, far apart: each would cost a cache line for itself.
        apart = flow.compare("ne", f["a_col"], 1)
        span = flow.mul(f["a_col"], flow.smin(f["k"], self.depth))
        far = flow.compare("sge", span, SCATTERED // self.size)
        reused = flow.compare("sgt", f["n"], self.plan.columns)
        far = flow.value(f"and i1 {far}, {reused}")
        self.pack_a = flow.value(f"and i1 {apart}, {far}")

    def _choose_blocks(self) -> None:
        flow, f = self.flow, self.f
        self.step: str | int = self.plan.columns
        if not self.plan.plain:
            # A single row goes by wide tiles, which packed panels are too narrow for.
            one = flow.compare("eq", f["m"], 1)
            in_place = flow.value(f"xor i1 {self.pack_b}, true")
            wide = flow.value(f"and i1 {one}, {in_place}")
            self.step = flow.select(wide, "i64", self.plan.single().columns, self.plan.columns)
        few, many = (_rounded_down(columns, self.plan.columns) for columns in (_BREADTH, _BREADTH_PACKING_A))
        packed = flow.select(self.pack_a, "i64", many, few)
        # What is not packed goes by a tile's columns at a time: read once from where it lies, then from the cache.
        self.breadth = flow.select(self.pack_b, "i64", packed, self.step)
        self.height = flow.smin(f["m"], _rounded_down(_HEIGHT, self.plan.rows))

    def _share(self, name: str, value: str) -> None:
        """Sets a field that all tiles see."""
        self.flow.do(f"store i64 {value}, ptr {self.flow.at(self.shared, SHARED.index(name), 'i64')}, align 8")

    def _share_strides(self) -> None:
        """In a packed panel a row is one element after the other, a column one tile."""
        flow, f = self.flow, self.f
        self._share("a_row", flow.select(self.pack_a, "i64", 1, f["a_row"]))
        self._share("a_col", flow.select(self.pack_a, "i64", self.plan.rows, f["a_col"]))
        self._share("b_row", flow.select(self.pack_b, "i64", self.plan.columns, f["b_row"]))
        self._share("c_row", f["c_row"])
        self._share("ahead", flow.value(f"zext i1 {self.pack_b} to i64"))
        self.scaled = flow.compare("ne", flow.value(f"and i64 {f['flags']}, {SCALED}"), 0)
        with flow.when(self.scaled):
            self._share("scale", flow.value(f"load i64, ptr {f['bias']}"))

    def _or(self, a: str, b: str) -> str:
        return self.flow.value(f"or i1 {a}, {b}")

    def _scratch(self, stack: str) -> str:
        """Sets where packed blocks go; returns the heap block to free, or null."""
        flow, f, plan = self.flow, self.f, self.plan
        depth = flow.smin(f["k"], self.depth)
        # A transposing copy writes whole blocks of columns, of a panel that is not so wide too.
        rows = flow.add(depth, BLOCK + _APART)
        b_columns = rounded_up(flow, flow.smin(f["n"], self.breadth), plan.columns)
        b_bytes = flow.mul(flow.mul(rows, b_columns), self.size)
        own = flow.select(self.stays, "i1", "false", self.pack_b)
        b_bytes = flow.select(own, "i64", b_bytes, 0)
        a_rows = rounded_up(flow, self.height, plan.rows)
        a_bytes = flow.select(self.pack_a, "i64", flow.mul(flow.mul(a_rows, flow.add(depth, _APART)), self.size), 0)
        total = flow.add(a_bytes, b_bytes)
        much = flow.compare("sgt", total, _STACK)
        self.module.declare(f"declare ptr @{capi.PREFIX}malloc(i64)")

        def allocate() -> list[str]:
            return [flow.value(f"call ptr @{capi.PREFIX}malloc(i64 {flow.add(total, 64)})")]

        [heap] = flow.either(much, ["ptr"], allocate, ["null"])
        from_heap = flow.value(f"icmp ne ptr {heap}, null")
        start = flow.select(from_heap, "ptr", _aligned(flow, heap), stack)
        self._survive_failure(much, from_heap)
        self.packed_b = start
        self.packed_a = flow.at(start, b_bytes, "i8")
        return heap

    def _survive_failure(self, much: str, from_heap: str) -> None:
        """Stops without memory: a program that is short of a few megabytes is lost anyway."""
        flow = self.flow
        got_none = flow.value(f"xor i1 {from_heap}, true")
        failed = flow.value(f"and i1 {much}, {got_none}")
        self.module.declare("declare void @llvm.trap()")
        with flow.when(failed):
            flow.do("call void @llvm.trap()")

    def _pass(self, k0: str) -> None:
        """One block of the inner dimension."""
        flow, f = self.flow, self.f
        self.k0, self.k = k0, flow.smin(flow.sub(f["k"], k0), self.depth)
        started = flow.compare("ne", flow.value(f"and i64 {f['flags']}, {ACCUMULATE}"), 0)
        added = flow.value(f"zext i1 {self._or(started, flow.compare('sgt', k0, 0))} to i64")
        self._share("accumulate", flow.select(self.scaled, "i64", SCALED, added))
        self._share("k", self.k)
        with flow.loop(0, f["n"], self.breadth) as breadths:
            j0 = breadths.index
            cols = flow.smin(flow.sub(f["n"], j0), self.breadth)
            self.panels, self.panel_step = self._panels(j0)
            lacking = flow.select(packed_weights.lack(flow, f["found"]), "i1", self.pack_b, "false")
            with flow.when(lacking):
                corner = flow.add(flow.mul(k0, f["b_row"]), flow.mul(j0, f["b_col"]))
                source = flow.at(f["b"], corner, self.ty)
                panels = cols, self.plan.columns, self.panels, self.panel_step
                self._pack(source, f["b_row"], f["b_col"], *panels)
            begun = flow.add(flow.add(k0, j0), self.lengthy)
            with flow.loop(0, f["m"], self.height) as heights, unless_cancelled(flow, flow.add(begun, heights.index)):
                self._block(heights.index, j0, flow.add(j0, cols))

    def _panels(self, j0: str) -> tuple[str, str]:
        """Where the panels from column `j0` on are packed, and how many elements a column has in each."""
        flow, f = self.flow, self.f
        there = flow.add(flow.mul(self.k0, f["whole"]), flow.mul(flow.add(f["first"], j0), self.k))
        kept = flow.at(flow.at(f["packed"], packed_weights.HEADER, "i8"), there, self.ty)
        step = flow.select(self.stays, "i64", self.k, flow.add(self.k, _APART))
        return flow.select(self.stays, "ptr", kept, self.packed_b), step

    def _pack(
        self, source: str, row_step: str, col_step: str, cols: str, width: int, target: str, panel_step: str
    ) -> None:
        self.flow.do(
            f"call void @gw_pack(ptr {source}, i64 {row_step}, i64 {col_step}, i64 {self.k}, i64 {cols}, "
            f"i64 {width}, ptr {target}, i64 {panel_step})"
        )

    def _block(self, i0: str, j0: str, j1: str) -> None:
        """A block of rows by the columns from `j0` to `j1`."""
        flow, f = self.flow, self.f
        rows = flow.smin(flow.sub(f["m"], i0), self.height)
        a_plain = flow.at(f["a"], flow.add(flow.mul(i0, f["a_row"]), flow.mul(self.k0, f["a_col"])), self.ty)
        a_step = flow.add(self.k, _APART)
        with flow.when(self.pack_a):
            self._pack(a_plain, f["a_col"], f["a_row"], rows, self.plan.rows, self.packed_a, a_step)
        a_start = flow.select(self.pack_a, "ptr", self.packed_a, a_plain)
        a_next = flow.select(self.pack_a, "i64", a_step, f["a_row"])
        there = flow.add(flow.mul(self.k0, f["b_row"]), flow.mul(j0, f["b_col"]))
        b_start = flow.select(self.pack_b, "ptr", self.panels, flow.at(f["b"], there, self.ty))
        b_next = flow.select(self.pack_b, "i64", self.panel_step, f["b_col"])
        corner, width = flow.at(f["c"], flow.add(flow.mul(i0, f["c_row"]), j0), self.ty), flow.sub(j1, j0)
        with flow.loop(0, rows, self.plan.rows) as down:
            a = flow.at(a_start, flow.mul(down.index, a_next), self.ty)
            here = flow.smin(flow.sub(rows, down.index), self.plan.rows)
            c = flow.at(corner, flow.mul(down.index, f["c_row"]), self.ty)
            with flow.loop(0, width, self.step) as across:
                b = flow.at(b_start, flow.mul(across.index, b_next), self.ty)
                cols = flow.smin(flow.sub(width, across.index), self.step)
                self._tile(a, b, flow.at(c, across.index, self.ty), here, cols)
        if not self.plan.plain:
            self._epilogue(corner, rows, width, j0)

    def _tile(self, a: str, b: str, c: str, rows: str, cols: str) -> None:
        """One tile's worth of C, by the kernel that wastes least."""
        flow, plan = self.flow, self.plan

        def call(tile: Tile, b: str = b, c: str = c, cols: str = cols) -> None:
            flow.do(f"call void @{tile.name}(ptr {a}, ptr {b}, ptr {c}, i64 {rows}, i64 {cols}, ptr {self.shared})")

        def narrow() -> None:
            with flow.loop(0, cols, plan.lanes) as across:
                at = across.index
                call(plan.narrow(), flow.at(b, at, self.ty), flow.at(c, at, self.ty), flow.sub(cols, at))

        cases: list[tuple[str, Callable[[], None]]] = []
        if not plan.plain:
            cases.append((flow.compare("eq", rows, 1), lambda: call(plan.single())))
        if plan.has_low:
            cases.append((flow.compare("sle", rows, plan.low().rows), lambda: call(plan.low())))
        if not plan.masked:
            cases.append((flow.compare("eq", cols, plan.columns), lambda: call(plan.full())))
        needs_all = flow.compare("sgt", cols, plan.columns - plan.lanes)
        if plan.prefetches:
            in_place = flow.select(self.pack_b, "i1", "false", needs_all)
            cases.append((in_place, lambda: call(plan.wide(prefetches=True))))
        cases.append((needs_all, lambda: call(plan.wide())))
        if plan.has_pair:
            cases.append((flow.compare("sgt", cols, plan.lanes), lambda: call(plan.pair())))
        flow.first_of(*cases, ("true", narrow))

    def _epilogue(self, c: str, rows: str, cols: str, j: str) -> None:
        """After the last pass: what the flags ask for."""
        flow, f = self.flow, self.f
        wanted = flow.compare("ne", flow.value(f"and i64 {f['flags']}, {EPILOGUE | FOLLOWED}"), 0)
        last = flow.compare("sge", flow.add(self.k0, self.k), f["k"])
        with flow.when(flow.value(f"and i1 {wanted}, {last}")):
            self._follow(c, rows, cols, flow.at(f["bias"], j, self.ty))

    def _follow(self, c: str, rows: str, cols: str, bias: str) -> None:
        """What follows the product, to a block of it."""
        flow = self.flow
        if not has_affine(self.element):
            self._call_epilogue(c, rows, cols, bias)
            return
        none = flow.compare("eq", flow.value(f"and i64 {self.f['flags']}, {EPILOGUE}"), 0)
        more = flow.compare("ne", flow.value(f"and i64 {self.f['flags']}, {AFFINE | BESIDE}"), 0)
        flow.first_of(
            (none, lambda: None),
            (more, lambda: self._call_affine(c, rows, cols, bias)),
            ("true", lambda: self._call_epilogue(c, rows, cols, bias)),
        )
        following(flow, self.f["follow"], c, self.f["c_row"], rows, cols)

    def _call_affine(self, c: str, rows: str, cols: str, bias: str) -> None:
        flow = self.flow
        more = flow.at("%call", CALL.index("c_row"), "i64")
        flow.do(f"call void @gw_affine(ptr {c}, i64 {rows}, i64 {cols}, ptr {bias}, ptr {more})")

    def _call_epilogue(self, c: str, rows: str, cols: str, bias: str) -> None:
        f = self.f
        self.flow.do(
            f"call void @gw_epilogue(ptr {c}, i64 {f['c_row']}, i64 {rows}, i64 {cols}, ptr {bias}, i64 {f['flags']})"
        )


def _rounded_down(number: int, unit: int) -> int:
    return max(unit, number // unit * unit)


def _aligned(flow: Flow, pointer: str) -> str:
    """The next address at a cache line."""
    moved = flow.value(f"ptrtoint ptr {flow.at(pointer, 63, 'i8')} to i64")
    return flow.value(f"inttoptr i64 {flow.value(f'and i64 {moved}, -64')} to ptr")
