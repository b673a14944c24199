"""Lowers products that are computed for several iterations at once, chosen by `fusion/prefetch_products.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.prefetch_products import (
    BLOCK_ROWS,
    MOST_PREFETCHED_ROWS,
    PrefetchedProduct,
    prefetched_products,
)
from graphwright.runtime.native.fusion.steps import Plan, Step
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous, product, size_of, times
from graphwright.runtime.native.lower.control.iteration_blocks import IterationBlocks
from graphwright.runtime.native.lower.control.loop_invariants import reads_repeatably
from graphwright.runtime.native.lower.frame.values import Array, Bound, ListBuffer
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.lower.steps.buffers import Environment
from graphwright.runtime.native.lower.steps.capacity import extreme
from graphwright.runtime.native.lower.steps.list_buffer import as_dim, whole
from graphwright.runtime.native.lower.steps.matmul import EIGHTHS, multiply
from graphwright.runtime.native.lower.steps.trip_count import as_i64, known_trip_count

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


class PrefetchedProducts(IterationBlocks):
    """The products of one loop that are computed for blocks of iterations."""

    def __init__(self, code: Code, op: Operation, plan: Plan, unchanging: Mapping[Value, Bound]) -> None:
        self.code = code
        chosen = prefetched_products(op, plan, unchanging, reads=reads_repeatably(op))
        sources = [(found, _elements(code, unchanging.get(found.source))) for found in chosen]
        # of a loop that may end otherwise than by its counter, nobody knows how far ahead it is worth to compute
        total = known_trip_count(code, op) if chosen else None
        self.blocks: dict[Step, _Block] = {}
        if total is not None:
            found = [_Block(code, product, elements, total) for product, elements in sources if elements is not None]
            self.blocks = {block.product.step: block for block in found}

    @contextmanager
    def written(self) -> Iterator[None]:
        """The loop is written in here."""
        self.code.overrides |= {step: block.write for step, block in self.blocks.items()}
        yield
        for step, block in self.blocks.items():
            del self.code.overrides[step]
            self.code.b.release(block.results.buffer)

    def enter(self, counter: str, env: Environment) -> None:
        """An iteration begins, the one with this number."""
        for block in self.blocks.values():
            block.enter(counter)


class _Block:
    """The results of a product for the iterations of a block, and the elements from which they are computed."""

    def __init__(self, code: Code, product: PrefetchedProduct, elements: Array, total: str) -> None:
        self.code, self.product, self.elements, self.total = code, product, elements, total
        w, (_, columns) = code.w, product.step.outputs[0].type.dims or ()
        self.rows = w.dim(elements.dims[1])
        self.most = _iterations(code, self.rows)
        rows = as_dim(w, _times(code, self.most, self.rows))
        self.results = code.b.allocate(elements.dtype, (rows, columns))
        assert self.results.buffer is not None
        code.b.retain(self.results.buffer)
        self.results.buffer.kept += 1

    def enter(self, counter: str) -> None:
        """An iteration begins, the one with this number."""
        w, index = self.code.w, self.code.scalar(self.product.index)
        self.counter, self.index = counter, as_i64(w, index.operand)
        self.at = w.i64(counter) % self.most

    def write(self) -> None:
        """The product of this iteration; the first of a block computes those of all."""
        code, w, value = self.code, self.code.w, self.product.step.outputs[0]
        dims = value.type.dims or ()
        code.add_work(times(product(dims), size_of(self.elements.dims[-1])), EIGHTHS)
        with w.when(w.i64(self.at).eq(0), "ahead"), w.nested():
            self._compute()
            w.require_completed_work()
        offset = w.multiply(self.at, w.size(product(dims)))
        row = element_at(w, self.results.dtype, self.results.pointer, offset)
        code.bind(value, Array(self.results.dtype, row, dims, contiguous(dims), self.results.buffer))

    def _compute(self) -> None:
        """The products of the iterations that are to come, of elements that are there."""
        code, w, elements = self.code, self.code.w, self.elements
        left = w.i64(self.total) - self.counter
        there = w.dim(elements.dims[0]) - self.index
        count = extreme(w, "smin", extreme(w, "smin", left, there), self.most)
        rows = as_dim(w, _times(code, count, self.rows))
        first = w.multiply(self.index, w.size(elements.strides[0]))
        pointer = element_at(w, elements.dtype, elements.pointer, first)
        # elements of one row may be further apart than those of several, which are one matrix
        row, column = elements.strides[0 if elements.dims[1] == 1 else 1], elements.strides[2]
        a = Array(elements.dtype, pointer, (rows, elements.dims[2]), (row, column), elements.buffer)
        target = (rows, self.results.dims[1])
        multiply(
            code,
            self.product.step,
            self.product.rule,
            a,
            Array(a.dtype, self.results.pointer, target, contiguous(target)),
        )


def _elements(code: Code, bound: Bound | None) -> Array | None:
    """The elements of a list or an array; None where their rows do not lie at regular distances."""
    if isinstance(bound, ListBuffer) and bound.pointer != "null":
        bound = whole(code, bound)
    if not isinstance(bound, Array) or len(bound.dims) != 3:
        return None
    rows, strides = bound.dims[1], bound.strides
    return bound if rows == 1 or strides[0] == times(size_of(rows), strides[1]) else None


def _iterations(code: Code, rows: str) -> str:
    """How many iterations are a block, where each has so many rows."""
    if rows.isdigit():
        return str(BLOCK_ROWS // max(1, int(rows)))
    w = code.w
    most = w.i64(BLOCK_ROWS) // extreme(w, "smax", rows, "1")
    few = w.i64(rows) <= MOST_PREFETCHED_ROWS
    return few.select(most, 1)


def _times(code: Code, a: str, b: str) -> str:
    return str(int(a) * int(b)) if a.isdigit() and b.isdigit() else code.w.multiply(a, b)
