"""The product of a matrix and a column: sums run along the rows in vectors, and are folded at the end."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.runtime.native.kernels.gemm.micro_kernels import multiply_add
from graphwright.runtime.native.llvm import memory_access, storage
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue

# Rows that go together: enough chains of additions to hide their latency.
_ROWS = 4


def dot_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_dot(a, a_row, x, c, c_row, rows, k, accumulate)``: rows of A, and x, lie in line."""
    flow = Flow(module)
    with flow.loop(0, flow.i64("%rows"), _ROWS) as down:
        last = flow.i64("%rows") - 1
        rows = [(down.index + r).min(last) for r in range(_ROWS)]
        sources = [flow.ptr("%a").at(row * flow.i64("%a_row"), element.storage) for row in rows]
        places = [flow.ptr("%c").at(row * flow.i64("%c_row"), element.storage) for row in rows]
        sums = _sums(flow, element, lanes, sources)
        s = flow.builder(1, "s")
        # All are read before any is written: the last row may be here several times.
        totals = [_started(flow, s, element, total, place) for total, place in zip(sums, places, strict=True)]
        for total, place in zip(totals, places, strict=True):
            memory_access.store(s, element, storage.rounded(s, element, total), place, None)
    flow.ret()
    return flow.function(
        "define internal void @gw_dot(ptr %a, i64 %a_row, ptr %x, ptr %c, i64 %c_row, i64 %rows, i64 %k, "
        "i64 %accumulate) noinline nounwind"
    )


def _sums(flow: Flow, element: ElementType, lanes: int, sources: list[IRValue]) -> list[TypedValue]:
    """The products of some rows with x: whole vectors, then what is left."""
    b = flow.builder(lanes, "v")
    whole = flow.i64("%k") & -lanes
    zeros = [(b.type(element.compute), "zeroinitializer")] * len(sources)
    with flow.loop(0, whole, lanes, carried=zeros) as along:
        along.next_values = _add_products(flow, b, element, sources, along.index, along.carried, None)
    mask = memory_access.tail_mask(b, flow.i64("%k") - whole)
    totals = _add_products(flow, b, element, sources, whole, along.results, mask)
    return [fold_sum(b, TypedValue(total, element.compute)) for total in totals]


def _add_products(
    flow: Flow,
    b: IRBuilder,
    element: ElementType,
    sources: list[IRValue],
    at: IRValue,
    totals: Sequence[str],
    mask: str | None,
) -> Sequence[str]:
    x = memory_access.load(b, element, flow.ptr("%x").at(at, element.storage), mask)
    following = []
    for source, total in zip(sources, totals, strict=True):
        a = memory_access.load(b, element, source.at(at, element.storage), mask)
        following.append(multiply_add(b, a, x, TypedValue(total, element.compute)).text)
    return following


def fold_sum(b: IRBuilder, value: TypedValue) -> TypedValue:
    """The sum of all lanes as a scalar, halves added to halves."""
    opcode = "fadd" if value.ty in ("float", "double") else "add"
    while b.width > 1:
        low, high = memory_access.half(b, value, False), memory_access.half(b, value, True)
        b = b.of_width(b.width // 2)
        value = b.binary(opcode, low, high)
    return value


def _started(flow: Flow, s: IRBuilder, element: ElementType, total: TypedValue, place: IRValue) -> TypedValue:
    """The total, plus what is in C if asked for."""
    opcode = "fadd" if element.kind == "float" else "add"

    def add_to_c() -> list[str]:
        return [s.binary(opcode, memory_access.load(s, element, place, None), total).text]

    wanted = flow.i64("%accumulate").ne(0)
    [text] = flow.either(wanted, [element.compute], add_to_c, [total.text])
    return TypedValue(text, element.compute)
