"""Matrix products of constant size with a short inner dimension or few columns.

Columns of B or rows of C are held in registers (`SmallBlocking`). Nothing is packed, and nothing is worked out at run
time: a call of the general kernel costs more than a small product, and its tiles are slow to begin
and end for what a short inner dimension gives them to do. The text is short, so it is compiled with the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm.blocking import SmallBlocking, passes
from graphwright.runtime.native.kernels.gemm.micro_kernels import added, multiply_add
from graphwright.runtime.native.kernels.gemm.pack import BLOCK, copy_elements, raw_element, transpose_blocks
from graphwright.runtime.native.llvm import memory_access, storage
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import NULL, IRValue


def small_matmul(
    module: ModuleText,
    dtype: str,
    m: int,
    n: int,
    k: int,
    a_strides: tuple[int, int],
    b_strides: tuple[int, int],
    host: jit.Host,
) -> str:
    """Makes sure of ``void f(ptr a, ptr b, ptr c)`` in `module` and returns its name.

    C[m, n] = A[m, k] @ B[k, n]; strides are (row, column) in elements, C is contiguous and overlaps neither
    operand. The sums run in the same order as those of the general kernel, which adds up differently for one column.
    """
    element, blocking = ELEMENTS[dtype], SmallBlocking.of(dtype, m, n, k, host)
    if blocking is None:
        raise Unsupported(f"no small matrix product of {dtype} {m}x{k}x{n}")
    places = "_".join(str(stride).replace("-", "m") for stride in (*a_strides, *b_strides))
    name = f"gw_small_{dtype}_{m}x{k}x{n}_{places}"
    writer = _SmallWriter(module, element, (m, n, k), a_strides, b_strides, blocking)
    return module.helper(name, lambda: writer.text(name))


class _SmallWriter:
    def __init__(
        self,
        module: ModuleText,
        element: ElementType,
        sizes: tuple[int, int, int],
        a_strides: tuple[int, int],
        b_strides: tuple[int, int],
        blocking: SmallBlocking,
    ) -> None:
        self.element, (self.m, self.n, self.k) = element, sizes
        self.a_strides, self.b_strides = a_strides, b_strides
        self.blocking, self.lanes = blocking, blocking.lanes
        self.flow = Flow(module)
        self.vector = self.flow.builder(self.lanes, "v")
        self.copied = NULL

    def text(self, name: str) -> str:
        flow, width = self.flow, self.blocking.columns
        if self.b_strides[1] != 1:
            size = (self.k + BLOCK) * _whole_blocks(width)
            self.copied = flow.alloca(f"[{size} x {self.element.storage}]", align=64)
        if self.blocking.holds_b:
            self._in_steps(self.n, width, self._write_columns)
        else:
            b, b_row = self._in_line(flow.ptr("%b"), self.n)
            self._in_steps(self.m, self.blocking.rows, lambda first, rows: self._write_rows(first, rows, b, b_row))
        flow.ret()
        return flow.function(
            f"define internal void @{name}(ptr noalias %a, ptr noalias %b, ptr noalias %c) noinline nounwind"
        )

    def _in_steps(self, length: int, step: int, write: Callable[[IRValue, int], None]) -> None:
        """Writes what a step of a length does, given where it starts and its own length: the last may be shorter."""
        whole = length // step * step
        if whole > step:
            with self.flow.loop(0, whole, step) as steps:
                write(steps.index, step)
        elif whole:
            write(self.flow.i64(0), step)
        if whole < length:
            write(self.flow.i64(whole), length - whole)

    def _write_rows(self, first: IRValue, rows: int, b: IRValue, b_row: int) -> None:
        """Some rows of C, of one vector each: the sums grow together."""
        flow, ty, compute = self.flow, self.element.storage, self.element.compute
        a = flow.ptr("%a").at(first * self.a_strides[0], ty)
        c = flow.ptr("%c").at(first * self.n, ty)
        zero = self.vector.const(compute, 0)
        sums: Sequence[str] = []
        place = [a, b]
        for steps in passes(self.element, self.k):
            place, totals = self._rows_of_pass(place, [zero.text] * rows, steps, b_row)
            sums = (
                [
                    added(self.vector, TypedValue(x, compute), TypedValue(y, compute)).text
                    for x, y in zip(sums, totals, strict=True)
                ]
                if sums
                else totals
            )
        for r, total in enumerate(sums):
            value = storage.rounded(self.vector, self.element, TypedValue(total, compute))
            memory_access.store(self.vector, self.element, value, c.at(r * self.n, ty), self._mask(self.n))

    def _rows_of_pass(
        self, start: list[IRValue], zeros: list[str], steps: int, b_row: int
    ) -> tuple[list[IRValue], list[IRValue]]:
        """Where A's column and B's row go on after so many steps, and the sums of these."""
        flow, ty, compute = self.flow, self.element.storage, self.element.compute
        kinds = ["ptr", "ptr", *[self.vector.type(compute)] * len(zeros)]
        with flow.loop(0, steps, carried=list(zip(kinds, [*start, *zeros], strict=True))) as along:
            a_column, row, *totals = along.carried
            value = memory_access.load(self.vector, self.element, row, self._mask(self.n))
            along.next_values = [a_column.at(self.a_strides[1], ty), row.at(b_row, ty)]
            for r, total in enumerate(totals):
                place = a_column.at(r * self.a_strides[0], ty)
                spread = memory_access.load_splat(self.vector, self.element, place)
                along.next_values.append(multiply_add(self.vector, spread, value, TypedValue(total, compute)).text)
        return along.results[:2], along.results[2:]

    def _write_columns(self, first: IRValue, columns: int) -> None:
        """Some columns of C, row by row."""
        flow, ty = self.flow, self.element.storage
        b, b_row = self._in_line(flow.ptr("%b").at(first * self.b_strides[1], ty), columns)
        starts = range(0, columns, self.lanes)
        masks = [self._mask(columns - at) for at in starts]
        stored = [
            [memory_access.load(self.vector, self.element, b.at(p * b_row + at, ty), mask) for p in range(self.k)]
            for at, mask in zip(starts, masks, strict=True)
        ]
        with flow.loop(0, self.m) as down:
            a = flow.ptr("%a").at(down.index * self.a_strides[0], ty)
            c = flow.ptr("%c").at(down.index * self.n + first, ty)
            for at, mask, total in zip(starts, masks, self._row(a, stored), strict=True):
                value = storage.rounded(self.vector, self.element, total)
                memory_access.store(self.vector, self.element, value, c.at(at, ty), mask)

    def _in_line(self, b: IRValue, columns: int) -> tuple[IRValue, int]:
        """Some columns of B with neighbours in memory, and the distance of their rows: a copy where they have none."""
        row_step, column_step = self.b_strides
        if column_step == 1:
            return b, row_step
        raw, width = raw_element(self.element), _whole_blocks(columns)
        if row_step == 1:
            transpose_blocks(self.flow, raw, b, self.copied, self.k, columns, column_step, width)
        else:
            copy_elements(self.flow, raw, b, self.copied, self.k, columns, self.b_strides, width)
        return self.copied, width

    def _row(self, a: IRValue, stored: list[list[TypedValue]]) -> list[TypedValue]:
        """A row of A times columns of B. The rows are independent, so the processor has several of them at work."""
        totals = [self.vector.const(self.element.compute, 0)] * len(stored)
        for p, b_row in enumerate(zip(*stored, strict=True)):
            place = a.at(p * self.a_strides[1], self.element.storage)
            spread = memory_access.load_splat(self.vector, self.element, place)
            totals = [multiply_add(self.vector, spread, b, total) for b, total in zip(b_row, totals, strict=True)]
        return totals

    def _mask(self, have: int) -> str | None:
        """A constant mask for the lanes there are, none if there are enough."""
        if have >= self.lanes:
            return None
        return "<" + ", ".join(f"i1 {int(lane < have)}" for lane in range(self.lanes)) + ">"


def _whole_blocks(columns: int) -> int:
    return -(-columns // BLOCK) * BLOCK
