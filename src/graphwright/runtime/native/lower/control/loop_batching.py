"""Products of a loop that are computed for several rounds at once.

A round of a recurrent network multiplies a few rows: too few to be shared by threads, and tiles begin and end for the
sake of little. Two kinds of products do not wait for the round before:

- *Ahead:* `x[t] @ w`, where `x` and `w` are the same in all rounds and `t` counts them. Every so many rounds the
  products of those that follow are computed, as one.
- *Behind:* what rounds add to a sum, `a.T @ b`. The rows of `a` and `b` are put below those of the rounds before, and
  every so many rounds, and at the end, one product adds them all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphwright.base.frozen import replace
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Contract, Element, Strided
from graphwright.runtime.native.fusion.accumulate_fusion import Addition, chain_of
from graphwright.runtime.native.fusion.plan import Plan
from graphwright.runtime.native.fusion.steps import Step
from graphwright.runtime.native.fusion.symbolic_sizes import Size, contiguous, product
from graphwright.runtime.native.kernels.gemm.kernel import SCATTERED
from graphwright.runtime.native.kernels.gemm.parallel_gemm import splits
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.control.loop_carried import step_of
from graphwright.runtime.native.lower.frame.values import Array, Bound, Scalar, Series
from graphwright.runtime.native.lower.steps.buffers import Environment
from graphwright.runtime.native.lower.steps.list_buffer import as_dim
from graphwright.runtime.native.lower.steps.matmul import EIGHTHS, write_matrices
from graphwright.runtime.native.lower.steps.trip_count import known_trip_count

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

# What a block's rows take at most, so that they are in the cache when they are used, and its rounds.
_BYTES = 1 << 19
_MOST_ROUNDS = 32


class InBlocks:
    """The products of one loop that are computed for blocks of rounds.

    `unchanging` are the values of a round that are the same in all of them, `totals` what it adds to, and does nothing
    else with, and where that lies.
    """

    def __init__(
        self,
        code: Code,
        op: Operation,
        plan: Plan,
        unchanging: Mapping[Value, Bound],
        totals: Mapping[Value, Array],
    ) -> None:
        self.code, self.op, self.plan, self.unchanging = code, op, plan, unchanging
        self.rounds = known_trip_count(code, op)
        behind = list(_additions(plan, totals))
        ahead = {} if self.rounds is None else {s: n for s in plan.steps if (n := self._length(s)) is not None}
        rows = list(dict.fromkeys(v for step, _ in behind for v in step.op.inputs)) + [s.outputs[0] for s in ahead]
        self.most = _rounds_in_block(rows, [step.op.inputs[0] for step, _ in behind], self.rounds)
        self.behind = behind if self.most > 1 else []
        self.ahead = ahead if self.most > 1 else {}  # with how many rounds there are rows for
        self.blocks: dict[Value, Array] = {}

    # around the loop ---------------------------------------------------------------------------------------

    @contextmanager
    def written(self) -> Iterator[None]:
        """The loop is written in here."""
        code, instead = self.code, {}
        for step, _ in self.behind:
            for value in step.op.inputs:
                self._allocate(value)
            instead[step] = self._gather
        for step in self.ahead:
            self._allocate(step.outputs[0])
            instead[step] = self._take
        code.instead |= instead
        yield
        for step in instead:
            del code.instead[step]
        for block in self.blocks.values():
            code.b.release(block.buffer)

    def _allocate(self, value: Value) -> None:
        if value in self.blocks:
            return
        rows, columns = value.type.dims or ()
        assert isinstance(rows, int)
        block = self.blocks[value] = self.code.b.allocate(value.type.dtype.name, (self.most * rows, columns))
        assert block.buffer is not None
        self.code.b.retain(block.buffer)
        block.buffer.kept += 1

    def enter(self, counter: str, env: Environment) -> None:
        """A round begins, the one with this number: what it computes for a block is wanted there."""
        if not self.blocks:
            return
        self.counter = counter
        self.at = self.code.w.let(f"urem i64 {counter}, {self.most}")
        self.places = {value: self._place(value) for value in self.blocks}
        result = {value for step in self.plan.steps for value in step.outputs}
        for step, _ in self.behind:
            for value in step.op.inputs:
                if value in result and not {value} & (env.wanted.keys() | env.leaving | env.results):
                    env.wanted[value] = replace(self.places[value], buffer=None)

    def leave(self) -> None:
        """A round is done: where that was the last of a block, its rows are added."""
        if not self.behind:
            return
        w = self.code.w
        with w.when(w.let(f"icmp eq i64 {self.at}, {self.most - 1}"), "behind"):
            self._add(str(self.most))
            w.require_completed_work()

    def finish(self, counter: str) -> None:
        """The loop is done, after so many rounds: the rows of a block that is not full are added."""
        if not self.behind:
            return
        w = self.code.w
        left = w.let(f"urem i64 {counter}, {self.most}")
        with w.when(w.let(f"icmp ne i64 {left}, 0"), "behind"), w.nested():
            self._add(left)
            w.require_completed_work()

    # in a round --------------------------------------------------------------------------------------------

    def _place(self, value: Value) -> Array:
        """Where the rows of this round lie."""
        w, block, dims = self.code.w, self.blocks[value], value.type.dims or ()
        size = (product(dims).static or 0) * ELEMENTS[block.dtype].size
        pointer = w.let(f"getelementptr i8, ptr {block.pointer}, i64 {w.multiply(self.at, str(size))}")
        return Array(block.dtype, pointer, dims, contiguous(dims), block.buffer)

    def _gather(self, step: Step) -> None:
        """The rows of a product that is added behind, put where they belong."""
        code = self.code
        assert isinstance(step, Addition)
        code.add_work(Size(_work(step)), EIGHTHS)
        for value in step.op.inputs:
            bound, place = code.value(value), self.places[value]
            assert isinstance(bound, Array)
            if bound.pointer != place.pointer:
                code.b.copy(bound, place)
        before = code.value(step.onto)
        assert isinstance(before, Array)
        code.bind(step.outputs[0], replace(before, object=None))

    def _add(self, rounds: str) -> None:
        """Add the rows of so many rounds."""
        code = self.code
        for step, total in self.behind:
            a, b = (self._rows(v, self.blocks[v].pointer, rounds) for v in step.op.inputs)
            turned = replace(a, dims=a.dims[::-1], strides=a.strides[::-1])
            write_matrices(code, turned, b, total, onto=True)

    def _rows(self, value: Value, pointer: str, rounds: str) -> Array:
        """The rows of so many rounds, one below the other."""
        w, (rows, columns) = self.code.w, value.type.dims or ()
        assert isinstance(rows, int)
        text = str(int(rounds) * rows) if rounds.isdigit() else w.multiply(rounds, str(rows))
        dims = as_dim(w, text), columns
        return Array(value.type.dtype.name, pointer, dims, contiguous(dims))

    def _take(self, step: Step) -> None:
        """A product that was computed with those before it, or is with those that follow."""
        code, w, (a, b), result = self.code, self.code.w, step.op.inputs, step.outputs[0]
        code.add_work(Size(_work(step)), EIGHTHS)
        rows, matrix = code.value(a), code.value(b)
        assert isinstance(rows, Array) and isinstance(matrix, Array)
        if _transposed(step) == (False, True):
            turned = replace(matrix, dims=matrix.dims[::-1], strides=matrix.strides[::-1])
            matrix = code.turned.get(matrix.pointer, turned)
        with w.when(w.let(f"icmp eq i64 {self.at}, 0"), "ahead"), w.nested():
            rounds = self._rounds_ahead(self.ahead[step])
            target = self._rows(result, self.blocks[result].pointer, rounds)
            write_matrices(code, self._rows(a, rows.pointer, rounds), matrix, target, unit=rows.dims[0])
        place = self.places[result]
        if result in code.env.wanted or result in code.env.results:
            code.b.copy(place, code.make(result))
        else:
            code.bind(result, place)

    def _rounds_ahead(self, length: str) -> str:
        """For how many rounds there are rows, and to come: of a list or an array that has rows for `length` rounds."""
        w = self.code.w
        assert self.rounds is not None
        ends = {self.rounds, length}
        if all(end.isdigit() for end in ends):
            ends = {str(min(map(int, ends)))}
            if int(*ends) % self.most == 0:
                return str(self.most)
        w.module.declare("declare i64 @llvm.smin.i64(i64, i64)")
        left = str(self.most)
        for end in sorted(ends):
            ahead = w.let(f"sub i64 {end}, {self.counter}")
            left = w.let(f"call i64 @llvm.smin.i64(i64 {left}, i64 {ahead})")
        return left

    # which -------------------------------------------------------------------------------------------------

    def _length(self, step: Step) -> str | None:
        """For how many rounds there are rows for a product that may be computed ahead; None: it may not."""
        if type(step) is not Step or _transposed(step) not in ((False, False), (False, True)):
            return None
        rows, matrix = step.op.inputs
        found = _element(rows)
        if found is None or not isinstance(self.unchanging.get(matrix), Array):
            return None
        start, first = self.unchanging.get(found[0]), self._first(found[1])
        if first is None:
            return None
        if isinstance(start, Array) and start.is_contiguous and isinstance(start.dims[0], int):
            return str(start.dims[0] - first)
        if isinstance(start, Series) and start.pointer != "null" and start.length.isdigit():
            return str(int(start.length) - first)
        return None

    def _first(self, index: Value) -> int | None:
        """What an index is in the first round, if it counts the rounds from a number on that is known."""
        if index not in self.plan.inputs:
            return None
        at = self.plan.inputs.index(index)
        start = self.code.value(self.op.inputs[at])
        if not isinstance(start, Scalar) or not start.operand.text.isdigit():
            return None
        return int(start.operand.text) if step_of(self.plan.outputs[at], index) == 1 else None


def _additions(plan: Plan, totals: Mapping[Value, Array]) -> Iterator[tuple[Step, Array]]:
    """The products that are added to sums, and whose rows may be put below each other."""
    for start, total in totals.items():
        for step in chain_of(plan.steps, start, plan.outputs[plan.inputs.index(start)]):
            if _transposed(step) == (True, False):
                yield step, total


def _transposed(step: Step) -> tuple[bool, bool] | None:
    """Whether either matrix is read transposed; None where it is no product of two that threads would not share."""
    rule, op = step.rule, step.op
    if not isinstance(rule, Contract):
        return None
    values = (*op.inputs, op.outputs[0])
    if not all(value.type.rank == 2 and value.type.is_static for value in values):
        return None
    work = _work(step)
    if not work or splits(work, ELEMENTS[values[0].type.dtype.name].size):
        return None
    return bool(op.attrs[rule.transpose_a]), bool(op.attrs[rule.transpose_b])


def _work(step: Step) -> int:
    """Multiplications, of a product of matrices of known size: the root of how often two of the three are in there."""
    counts = (product(value.type.dims or ()).static or 0 for value in (*step.op.inputs, step.op.outputs[0]))
    return math.isqrt(math.prod(counts))


def _bytes(value: Value) -> int:
    return (product(value.type.dims or ()).static or 0) * ELEMENTS[value.type.dtype.name].size


def _element(rows: Value) -> tuple[Value, Value] | None:
    """An array or a list, and an index, that rows are an element of by their first axis."""
    op = rows.op
    if op.type == "TensorListGetItem":
        return op.inputs[0], op.inputs[1]
    rule = op.record.native
    if not isinstance(rule, Strided):
        return None
    view = rule.view(op, [constant_value(v) for v in op.inputs])
    whole = op.inputs[rule.source]
    if isinstance(view, list) or view is None or view.bounds or whole.type.rank != 3 or len(view.offset) != 1:
        return None
    ((axis, start),) = view.offset
    if axis or not isinstance(start, Element) or view.strides != ((1, 1), (2, 1)):
        return None
    if (whole.type.dims or ())[1:] != rows.type.dims:
        return None
    index = op.inputs[start.input]
    return whole, index.op.inputs[start.at] if index.op.type == "Pack" else index


def _rounds_in_block(rows: Sequence[Value], by_column: Iterable[Value], rounds: str | None) -> int:
    """How many rounds a block has that keeps these rows of each; blocks are alike where that can be."""
    if not rows:
        return 0
    most = min(_MOST_ROUNDS, _BYTES // sum(map(_bytes, rows)))
    # the kernel copies what it reads by columns where that is as much as `SCATTERED`
    most = min([most, *((SCATTERED - 1) // _bytes(value) for value in by_column)])
    if most and rounds is not None and rounds.isdigit():
        total = max(1, int(rounds))
        most = -(-total // -(-total // most))
    return most
