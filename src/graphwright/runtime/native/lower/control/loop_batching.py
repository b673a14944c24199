"""Lowers products that are added for several iterations at once, chosen by `fusion/loop_batching.py`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from graphwright.base.frozen import replace
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.loop_batching import batch, known_sizes, multiplications
from graphwright.runtime.native.fusion.steps import Addition, Plan
from graphwright.runtime.native.fusion.symbolic_sizes import Size, contiguous, product
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.control.iteration_blocks import IterationBlocks
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.steps.buffers import Environment
from graphwright.runtime.native.lower.steps.list_buffer import as_dim
from graphwright.runtime.native.lower.steps.matmul import EIGHTHS, write_addition
from graphwright.runtime.native.lower.steps.trip_count import known_trip_count

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


class BatchedProducts(IterationBlocks):
    """The products of one loop that are added for blocks of iterations, to sums that lie in the arrays `totals`."""

    def __init__(self, code: Code, op: Operation, plan: Plan, totals: Mapping[Value, Array]) -> None:
        self.code, self.plan = code, plan
        found = batch(plan, totals.keys(), known_trip_count(code, op))
        self.most = found.iterations
        self.products = [(step, totals[value]) for step, value in found.products]
        self.blocks: dict[Value, Array] = {}

    # around the loop ---------------------------------------------------------------------------------------

    @contextmanager
    def written(self) -> Iterator[None]:
        """The loop is written in here."""
        code = self.code
        for step, _ in self.products:
            for value in step.op.inputs:
                self._allocate(value)
            code.overrides[step] = partial(self._gather, step)
        yield
        for step, _ in self.products:
            del code.overrides[step]
        for block in self.blocks.values():
            code.b.release(block.buffer)

    def _allocate(self, value: Value) -> None:
        if value in self.blocks:
            return
        rows, columns = known_sizes(value)
        block = self.blocks[value] = self.code.b.allocate(value.type.dtype.name, (self.most * rows, columns))
        assert block.buffer is not None
        self.code.b.retain(block.buffer)
        block.buffer.kept += 1

    def enter(self, counter: str, env: Environment) -> None:
        """An iteration begins, the one with this number: it computes the rows where the block has them."""
        if not self.blocks:
            return
        self.at = self.code.w.i64(counter) % self.most
        self.places = {value: self._place(value) for value in self.blocks}
        result = {value for step in self.plan.steps for value in step.outputs}
        for step, _ in self.products:
            for value in step.op.inputs:
                if value in result and not {value} & (env.wanted.keys() | env.leaving | env.results):
                    env.wanted[value] = replace(self.places[value], buffer=None)

    def leave(self) -> None:
        """An iteration is done: where that was the last of a block, its rows are added."""
        if not self.products:
            return
        w = self.code.w
        with w.when(w.i64(self.at).eq(self.most - 1), "behind"):
            self._add(str(self.most))
            w.require_completed_work()

    def finish(self, counter: str) -> None:
        """The loop is done, after so many iterations: the rows of a block that is not full are added."""
        if not self.products:
            return
        w = self.code.w
        left = w.i64(counter) % self.most
        with w.when(left.ne(0), "behind"), w.nested():
            self._add(left)
            w.require_completed_work()

    # in an iteration --------------------------------------------------------------------------------------------

    def _place(self, value: Value) -> Array:
        """Where the rows of this iteration lie."""
        w, block, dims = self.code.w, self.blocks[value], value.type.dims or ()
        size = (product(dims).static or 0) * ELEMENTS[block.dtype].size
        pointer = w.ptr(block.pointer).at(w.multiply(self.at, str(size)))
        return Array(block.dtype, pointer, dims, contiguous(dims), block.buffer)

    def _gather(self, step: Addition) -> None:
        """The rows of a product, put where they belong in the block."""
        code = self.code
        code.add_work(Size(multiplications(step)), EIGHTHS)
        for value in step.op.inputs:
            bound, place = code.array(value), self.places[value]
            if bound.pointer != place.pointer:
                code.b.copy(bound, place)
        before = code.array(step.onto)
        code.bind(step.outputs[0], replace(before, object=None))

    def _add(self, iterations: str) -> None:
        """Add the rows of so many iterations."""
        code = self.code
        for step, total in self.products:
            a, b = (self._rows(v, self.blocks[v].pointer, iterations) for v in step.op.inputs)
            transposed = replace(a, dims=a.dims[::-1], strides=a.strides[::-1])
            write_addition(code, transposed, b, total)

    def _rows(self, value: Value, pointer: str, iterations: str) -> Array:
        """The rows of so many iterations, one below the other."""
        w, (rows, columns) = self.code.w, known_sizes(value)
        text = str(int(iterations) * rows) if iterations.isdigit() else w.multiply(iterations, str(rows))
        dims = as_dim(w, text), columns
        return Array(value.type.dtype.name, pointer, dims, contiguous(dims))
