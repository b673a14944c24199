"""Divides a large matrix product among threads: by rows of A, or by columns of B (`Blocking.cut`).

Where the cuts are depends on the sizes alone, so that results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.kernels.gemm import packed_weights, shared_panels
from graphwright.runtime.native.kernels.gemm.blocking import Blocking, chunks_wanted
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.typed import NULL, IRValue
from graphwright.runtime.native.runtime import thread_pool

_JOB = ("call", "rows", "columns")


def split_text(module: ModuleText, blocking: Blocking, call: Sequence[str], names: tuple[str, str]) -> str:
    """Two functions: that of the whole product, the second name, and of a chunk; the first name is that of one part.

    `call` has the fields of a call.
    """
    return _Split(module, blocking, call, names).text()


class _Split:
    def __init__(self, module: ModuleText, blocking: Blocking, call: Sequence[str], names: tuple[str, str]) -> None:
        self.module, self.blocking, self.element, self.call = module, blocking, blocking.element, call
        self.part, self.whole = names
        self.chunk, self.packing = f"{self.whole}_chunk", f"{self.whole}_pack"

    def text(self) -> str:
        self.module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        panels = shared_panels.pack_text(self.module, self.element, self.blocking.columns, self.call, self.packing)
        return "\n".join([panels, self._chunk_text(), self._whole_text()])

    def _whole_text(self) -> str:
        flow = Flow(self.module)
        job = flow.alloca(f"[{len(_JOB)} x i64]", align=16)
        f = {name: self._field(flow, flow.ptr("%call"), name) for name in ("m", "n", "k", "a_col", "b_col")}
        packed = flow.ptr("%call").at(self.call.index("packed"), "i64").load("ptr", align=8)
        found = packed_weights.claim(flow, packed)
        units = (f["n"] + (self.blocking.columns - 1)).sdiv(self.blocking.columns)
        f |= {"whole": units * self.blocking.columns, "held": packed.address()}
        for name, value in {"found": found, "first": flow.i64(0), "whole": f["whole"]}.items():
            flow.ptr("%call").at(self.call.index(name), "i64").store(value, align=8)
        wanted = chunks_wanted(f["m"], f["n"], f["k"], self.element.size)
        with flow.leaving(wanted < 2, "ret void"):
            flow.call("void", f"@{self.part}", flow.ptr("%call"))
            packed_weights.publish(flow, packed, found)
        cut = self.blocking.cut(f, wanted, packed)
        for name, value in {
            "call": flow.ptr("%call").address(),
            "rows": cut.by_rows.select(cut.step, 0),
            "columns": cut.by_rows.select(0, cut.step),
        }.items():
            job.at(_JOB.index(name), "i64").store(value, align=8)

        def pack() -> list[IRValue]:
            block = shared_panels.memory(flow, f, self.element.size)
            with flow.when(block.is_not_null()):  # else each chunk packs for itself
                shared_panels.pack(flow, self.call, self.packing, block, units)
            return [block]

        [block] = flow.either(cut.shared, ["ptr"], pack, [NULL])
        flow.call("void", f"@{thread_pool.SPLIT}", f"@{self.chunk}", job, cut.chunks)
        with flow.when(cut.shared):
            shared_panels.release(flow, self.call, block)
        packed_weights.publish(flow, packed, found)
        flow.ret()
        return flow.function(f"define void @{self.whole}(ptr %call) noinline optnone nounwind")

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
            "bias": (f["flags"] & Flag.SCALED).eq(0).select(across, 0),
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
