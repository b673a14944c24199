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


def packs_b(flow: Flow, f: Mapping[str, str]) -> str:
    """Whether B is to be packed: its columns are no neighbours, or it pays, for it is used often."""
    scattered = flow.compare("ne", f["b_col"], 1)
    often = flow.compare("sge", f["m"], OFTEN)
    return flow.value(f"or i1 {scattered}, {often}")


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
        job = flow.value(f"alloca [{len(_JOB)} x i64], align 16")
        f = {name: self._field(flow, "%call", name) for name in ("m", "n", "k", "a_col", "b_col")}
        packed = flow.value(f"load ptr, ptr {flow.at('%call', self.call.index('packed'), 'i64')}, align 8")
        found = packed_weights.claim(flow, packed)
        units = flow.value(f"sdiv i64 {flow.add(f['n'], self.columns - 1)}, {self.columns}")
        f |= {"whole": flow.mul(units, self.columns), "held": flow.value(f"ptrtoint ptr {packed} to i64")}
        for name, value in {"found": found, "first": "0", "whole": f["whole"]}.items():
            flow.do(f"store i64 {value}, ptr {flow.at('%call', self.call.index(name), 'i64')}, align 8")
        work = flow.mul(flow.mul(flow.smax(f["m"], _FEW), flow.smax(f["n"], _FEW)), flow.mul(f["k"], self.element.size))
        wanted = flow.smin(flow.value(f"sdiv i64 {work}, {_UNIT}"), _MOST_CHUNKS)
        with flow.leaving(flow.compare("slt", wanted, 2), "ret void"):
            flow.do(f"call void @{self.part}(ptr %call)")
            packed_weights.publish(flow, packed, found)
        wanted = self._power_of_two(flow, wanted)
        packing_b = packs_b(flow, f)
        packing_a = flow.compare("ne", f["a_col"], 1)
        least = flow.select(packing_a, "i64", _COLUMNS_PACKING_A, _COLUMNS)
        narrow = flow.compare("slt", f["n"], flow.mul(least, 2))
        tall = flow.compare("sge", f["m"], flow.mul(f["n"], 4))
        in_place = flow.value(f"xor i1 {packing_b}, true")
        free = flow.value(f"or i1 {in_place}, {flow.value(f'or i1 {narrow}, {tall}')}")
        by_rows = flow.value(f"and i1 {flow.compare('sge', f['m'], 2 * self.rows)}, {free}")
        packed_often = flow.value(f"and i1 {packing_b}, {by_rows}")
        shared = flow.value(f"and i1 {packed_often}, {shared_panels.are_worth_it(flow, f, self.element.size)}")
        least_rows = flow.select(packing_b, "i64", _ROWS_PACKING_B, self.rows)
        least_rows = flow.select(shared, "i64", shared_panels.ROWS, least_rows)
        rows = self._step(flow, f["m"], wanted, least_rows, self.rows)
        # Wide chunks are few: that they are alike is worth more than that they are whole tiles.
        whole = flow.select(flow.compare("eq", f["m"], 1), "i64", self.of_one_row, self.columns)
        unit = flow.select(packing_a, "i64", self.lanes, whole)
        # panels that stay begin where tiles do
        unit = flow.select(flow.value(f"icmp ne ptr {packed}, null"), "i64", self.columns, unit)
        columns = self._step(flow, f["n"], wanted, least, unit)
        length = flow.select(by_rows, "i64", f["m"], f["n"])
        step = flow.select(by_rows, "i64", rows, columns)
        chunks = flow.value(f"sdiv i64 {flow.sub(flow.add(length, step), 1)}, {step}")
        for name, value in {
            "call": flow.value("ptrtoint ptr %call to i64"),
            "rows": flow.select(by_rows, "i64", step, 0),
            "columns": flow.select(by_rows, "i64", 0, step),
        }.items():
            flow.do(f"store i64 {value}, ptr {flow.at(job, _JOB.index(name), 'i64')}, align 8")

        def pack() -> list[str]:
            block = shared_panels.memory(flow, f, self.element.size)
            shared_panels.pack(flow, self.call, self.packing, block, units)
            return [block]

        [block] = flow.either(shared, ["ptr"], pack, ["null"])
        flow.do(f"call void @{thread_pool.SPLIT}(ptr @{self.chunk}, ptr {job}, i64 {chunks})")
        with flow.when(shared):
            shared_panels.release(flow, self.call, block)
        packed_weights.publish(flow, packed, found)
        flow.do("ret void")
        return flow.function(f"define void @{self.whole}(ptr %call) noinline optnone nounwind")

    def _power_of_two(self, flow: Flow, number: str) -> str:
        """The power of two that is no less: of three chunks one of two threads would get two."""
        flow.module.declare("declare i64 @llvm.ctlz.i64(i64, i1)")
        zeros = flow.value(f"call i64 @llvm.ctlz.i64(i64 {flow.sub(number, 1)}, i1 false)")
        return flow.value(f"shl i64 1, {flow.sub('64', zeros)}")

    def _step(self, flow: Flow, length: str, chunks: str, least: str | int, unit: str | int) -> str:
        """The length of a chunk: whole units."""
        even = flow.value(f"sdiv i64 {flow.sub(flow.add(length, chunks), 1)}, {chunks}")
        units = flow.value(f"sdiv i64 {flow.sub(flow.add(flow.smax(even, least), unit), 1)}, {unit}")
        return flow.mul(units, unit)

    def _chunk_text(self) -> str:
        """A call of the part: the whole's fields, moved to the chunk's first row or column."""
        flow = Flow(self.module)
        own = flow.value(f"alloca [{len(self.call)} x i64], align 16")
        whole, rows, columns = (
            flow.value(f"load {ty}, ptr {flow.at('%job', at, 'i64')}, align 8")
            for at, ty in enumerate(("ptr", "i64", "i64"))
        )
        f = {name: self._field(flow, whole, name) for name in self.call}
        down, across = flow.mul(rows, "%i"), flow.mul(columns, "%i")
        by_rows = flow.compare("sgt", rows, 0)
        left_rows = flow.smin(flow.sub(f["m"], down), rows)
        left_columns = flow.smin(flow.sub(f["n"], across), columns)
        f["m"] = flow.select(by_rows, "i64", left_rows, f["m"])
        f["n"] = flow.select(by_rows, "i64", f["n"], left_columns)
        moves = {
            "a": flow.mul(down, f["a_row"]),
            "b": flow.mul(across, f["b_col"]),
            "c": flow.add(flow.mul(down, f["c_row"]), across),
            "bias": flow.select(flow.compare("eq", flow.value(f"and i64 {f['flags']}, {SCALED}"), 0), "i64", across, 0),
        }
        for name, move in moves.items():
            f[name] = flow.add(f[name], flow.mul(move, self.element.size))
        f["first"] = across
        for at, name in enumerate(self.call):
            flow.do(f"store i64 {f[name]}, ptr {flow.at(own, at, 'i64')}, align 8")
        flow.do(f"call void @{self.part}(ptr {own})")
        flow.do("ret void")
        return flow.function(f"define internal void @{self.chunk}(ptr %job, i64 %i) noinline optnone nounwind")

    def _field(self, flow: Flow, call: str, name: str) -> str:
        return flow.value(f"load i64, ptr {flow.at(call, self.call.index(name), 'i64')}, align 8")
