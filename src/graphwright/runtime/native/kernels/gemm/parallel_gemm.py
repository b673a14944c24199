"""A large matrix product cut into chunks for several threads: by rows of A, or by columns of B.

Where the cuts are depends on the sizes alone, so that results do not depend on the number of threads. Rows are cut
where B is read in place; a packed B is cut by columns, so that each column is packed once, or is packed before, if the
columns are too few to be cut or A is tall (`shared_panels`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from graphwright.runtime.native.kernels.gemm import packed_weights, shared_panels
from graphwright.runtime.native.kernels.gemm.micro_kernels import SCALED
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import NULL, IROperand, IRValue
from graphwright.runtime.native.runtime import thread_pool

#: Multiplications times the bytes of an element that are worth a chunk: some 10 us.
_UNIT = 5 << 20
# A product of fewer rows takes as long as one of so many, for B to come, and so do fewer columns, for A.
_FEW: Final = 8
_MOST_CHUNKS = 32
# What a chunk has at least, so that packing an operand again for each is little of its work.
_COLUMNS, _COLUMNS_PACKING_A, _ROWS_PACKING_B = 48, 256, 96

#: Rows of A from which on it pays to pack a B whose columns are neighbours: its vectors then lie in one line of the
#: cache each, and one behind the other.
OFTEN: Final = 24

_JOB = ("call", "rows", "columns")


def splits(rows: int, columns: int, depth: int, size: int) -> bool:
    """Whether a product of these sizes, of elements of so many bytes, is shared by threads."""
    return max(rows, _FEW) * max(columns, _FEW) * depth * size >= 2 * _UNIT


def split_text(
    module: ModuleText,
    element: ElementType,
    unit: tuple[int, int, int, int],
    call: Sequence[str],
    names: tuple[str, str],
) -> str:
    """Two functions: that of the whole product, the second name, and of a chunk; the first name is that of one part.

    `unit` has the rows and columns that go through registers together, the columns of a single row that do, and those
    of one register; `call` the fields of a call.
    """
    return _Split(module, element, unit, call, names).text()


def packs_b(flow: Flow, f: Mapping[str, IRValue]) -> IRValue:
    """Whether B is to be packed: its columns are no neighbours, or it pays, for it is used often."""
    scattered = f["b_col"].ne(1)
    often = f["m"] >= OFTEN
    return scattered | often


class _Split:
    def __init__(
        self,
        module: ModuleText,
        element: ElementType,
        unit: tuple[int, int, int, int],
        call: Sequence[str],
        names: tuple[str, str],
    ) -> None:
        self.module, self.element, self.call = module, element, call
        self.rows, self.columns, self.of_one_row, self.lanes = unit
        self.part, self.whole = names
        self.chunk, self.packing = f"{self.whole}_chunk", f"{self.whole}_pack"

    def text(self) -> str:
        self.module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        panels = shared_panels.pack_text(self.module, self.element, self.columns, self.call, self.packing)
        return "\n".join([panels, self._chunk_text(), self._whole_text()])

    def _whole_text(self) -> str:
        flow = Flow(self.module)
        job = flow.alloca(f"[{len(_JOB)} x i64]", align=16)
        f = {name: self._field(flow, flow.ptr("%call"), name) for name in ("m", "n", "k", "a_col", "b_col")}
        packed = flow.ptr("%call").at(self.call.index("packed"), "i64").load("ptr", align=8)
        found = packed_weights.claim(flow, packed)
        units = (f["n"] + (self.columns - 1)).sdiv(self.columns)
        f |= {"whole": units * self.columns, "held": packed.address()}
        for name, value in {"found": found, "first": flow.i64(0), "whole": f["whole"]}.items():
            flow.ptr("%call").at(self.call.index(name), "i64").store(value, align=8)
        work = f["m"].max(_FEW) * f["n"].max(_FEW) * (f["k"] * self.element.size)
        wanted = work.sdiv(_UNIT).min(_MOST_CHUNKS)
        with flow.leaving(wanted < 2, "ret void"):
            flow.call("void", f"@{self.part}", flow.ptr("%call"))
            packed_weights.publish(flow, packed, found)
        wanted = self._power_of_two(flow, wanted)
        packing_b = packs_b(flow, f)
        packing_a = f["a_col"].ne(1)
        least = packing_a.select(_COLUMNS_PACKING_A, _COLUMNS)
        narrow = f["n"] < least * 2
        tall = f["m"] >= f["n"] * 4
        in_place = ~packing_b
        free = in_place | (narrow | tall)
        by_rows = (f["m"] >= (2 * self.rows)) & free
        packed_often = packing_b & by_rows
        shared = packed_often & shared_panels.are_worth_it(flow, f, self.element.size)
        least_rows = packing_b.select(_ROWS_PACKING_B, self.rows)
        least_rows = shared.select(shared_panels.ROWS, least_rows)
        rows = self._step(flow, f["m"], wanted, least_rows, self.rows)
        # Wide chunks are few: that they are alike is worth more than that they are whole tiles.
        whole = f["m"].eq(1).select(self.of_one_row, self.columns)
        unit = packing_a.select(self.lanes, whole)
        # panels that stay begin where tiles do
        unit = packed.is_not_null().select(self.columns, unit)
        columns = self._step(flow, f["n"], wanted, least, unit)
        length = by_rows.select(f["m"], f["n"])
        step = by_rows.select(rows, columns)
        chunks = (length + step - 1).sdiv(step)
        for name, value in {
            "call": flow.ptr("%call").address(),
            "rows": by_rows.select(step, 0),
            "columns": by_rows.select(0, step),
        }.items():
            job.at(_JOB.index(name), "i64").store(value, align=8)

        def pack() -> list[IRValue]:
            block = shared_panels.memory(flow, f, self.element.size)
            with flow.when(block.is_not_null()):  # else each chunk packs for itself
                shared_panels.pack(flow, self.call, self.packing, block, units)
            return [block]

        [block] = flow.either(shared, ["ptr"], pack, [NULL])
        flow.call("void", f"@{thread_pool.SPLIT}", f"@{self.chunk}", job, chunks)
        with flow.when(shared):
            shared_panels.release(flow, self.call, block)
        packed_weights.publish(flow, packed, found)
        flow.ret()
        return flow.function(f"define void @{self.whole}(ptr %call) noinline optnone nounwind")

    def _power_of_two(self, flow: Flow, number: IRValue) -> IRValue:
        """The power of two that is no less: of three chunks one of two threads would get two."""
        return 1 << (64 - (number - 1).leading_zeros())

    def _step(self, flow: Flow, length: IRValue, chunks: IRValue, least: IROperand, unit: IROperand) -> IRValue:
        """The length of a chunk: whole units."""
        even = (length + chunks - 1).sdiv(chunks)
        units = (even.max(least) + unit - 1).sdiv(unit)
        return units * unit

    def _chunk_text(self) -> str:
        """A call of the part: the whole's fields, moved to the chunk's first row or column."""
        flow = Flow(self.module)
        own = flow.alloca(f"[{len(self.call)} x i64]", align=16)
        whole, rows, columns = (
            flow.ptr("%job").at(at, "i64").load(ty, align=8) for at, ty in enumerate(("ptr", "i64", "i64"))
        )
        f = {name: self._field(flow, whole, name) for name in self.call}
        down, across = rows * flow.i64("%i"), columns * flow.i64("%i")
        by_rows = rows > 0
        left_rows = (f["m"] - down).min(rows)
        left_columns = (f["n"] - across).min(columns)
        f["m"] = by_rows.select(left_rows, f["m"])
        f["n"] = by_rows.select(f["n"], left_columns)
        moves = {
            "a": down * f["a_row"],
            "b": across * f["b_col"],
            "c": down * f["c_row"] + across,
            "bias": (f["flags"] & SCALED).eq(0).select(across, 0),
        }
        for name, move in moves.items():
            f[name] = f[name] + move * self.element.size
        f["first"] = across
        for at, name in enumerate(self.call):
            own.at(at, "i64").store(f[name], align=8)
        flow.call("void", f"@{self.part}", own)
        flow.ret()
        return flow.function(f"define internal void @{self.chunk}(ptr %job, i64 %i) noinline optnone nounwind")

    def _field(self, flow: Flow, call: IRValue, name: str) -> IRValue:
        return call.at(self.call.index(name), "i64").load("i64", align=8)
