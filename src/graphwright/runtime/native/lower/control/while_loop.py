"""Lowers while loops: each variable is carried in the form that suits it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from graphwright.base.frozen import replace
from graphwright.base.shape import Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.loop_counters import is_passed_on
from graphwright.ir.types import TensorType
from graphwright.runtime.native.fusion.accumulate_fusion import sums_up
from graphwright.runtime.native.fusion.plan import is_object, plan_graph
from graphwright.runtime.native.fusion.steps import Native, Plan
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.loop_ir.builder import OpenLoop
from graphwright.runtime.native.lower.control.branches import Body, truth
from graphwright.runtime.native.lower.control.iteration_blocks import IterationBlocks
from graphwright.runtime.native.lower.control.loop_batching import BatchedProducts
from graphwright.runtime.native.lower.control.loop_carried import CarriedVariables
from graphwright.runtime.native.lower.control.loop_invariants import computed
from graphwright.runtime.native.lower.control.loop_prefetch import PrefetchedProducts
from graphwright.runtime.native.lower.frame.kinds import array_of, list_of, scalar_of
from graphwright.runtime.native.lower.frame.values import Array, Bound, ListBuffer, Object, Scalar
from graphwright.runtime.native.lower.steps.buffers import Environment
from graphwright.runtime.native.lower.steps.capacity import with_room
from graphwright.runtime.native.lower.steps.list_buffer import offer, prepared, stays_inside
from graphwright.runtime.native.lower.steps.matmul import read_transposed, transposed_once
from graphwright.runtime.native.machine.budgets import POLL_BITS

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


_B = TypeVar("_B", bound=Bound)


class _Variable(Generic[_B]):
    """One loop variable: a number in a register, an array in one of two buffers, or an object in a slot."""

    def __init__(self, code: Code, value: Value, start: _B, type_: TensorType, out: Value) -> None:
        self.code = code
        self.value = value  # the body's input
        self.start = start
        self.start_type = type_
        self.out = out

    def begin(self) -> None:
        """In front of the loop."""

    def carry(self, loop: OpenLoop) -> None:
        """The loop is opened: say what it carries."""

    def bound(self, type_: TensorType) -> Bound:
        """The value of this round."""
        return self.start

    def enter(self, given: Bound) -> Bound:
        """A round begins: what it works on, given the value at the top of the loop."""
        return given

    def prepare(self, plan: Plan, value: Value, given: Bound) -> None:
        """The body with this plan is about to be written."""

    def offer(self, env: Environment, value: Value) -> None:
        """Tell the body where the next value is wanted."""

    def follow(self, bound: Bound) -> None:
        """The next value is computed: put it aside."""

    def turn(self) -> None:
        """All next values are put aside: the old ones may go."""

    def close(self) -> None:
        """The body is written: say what the next iteration gets."""

    def end(self) -> None:
        """Behind the loop: nothing but the result is needed."""


class _Constant(_Variable[Bound]):
    """A variable that every round passes on as it is."""

    def bound(self, type_: TensorType) -> Bound:
        return replace(self.start, fixed=True) if isinstance(self.start, ListBuffer) else self.start


class _Number(_Variable[Scalar]):
    def carry(self, loop: OpenLoop) -> None:
        operand = self.start.operand
        self.carried = loop.carry(self.code.w.emitter.type_of(operand.dtype), operand.text, "number")

    def bound(self, type_: TensorType) -> Bound:
        return Scalar(TextOperand(self.start.operand.dtype, self.carried.name))

    def follow(self, bound: Bound) -> None:
        self.carried.next = scalar_of(bound).operand.text


class _Buffered(_Variable[Array]):
    """An array of one size: each round writes to the buffer that does not hold the current value."""

    def begin(self) -> None:
        b = self.code.b
        self.dense = b.contiguous(self.start)
        if self.dense is not self.start:
            b.retain(self.dense.buffer)
        self.buffers = [b.allocate(self.dense.dtype, self.start.dims) for _ in range(2)]
        for created in self.buffers:
            b.retain(created.buffer)

    def carry(self, loop: OpenLoop) -> None:
        first = [self.dense.pointer, *(created.pointer for created in self.buffers)]
        stems = ("current", "free", "last")
        current, free, last = (loop.carry("ptr", start, stem) for start, stem in zip(first, stems, strict=True))
        current.next, free.next, last.next = free.name, last.name, free.name
        self.names = [current.name, free.name]

    def _at(self, pointer: str, dims: Sequence[Any]) -> Array:
        return Array(self.dense.dtype, pointer, tuple(dims), contiguous(dims))

    def bound(self, type_: TensorType) -> Bound:
        return self._at(self.names[0], self.dense.dims)

    def offer(self, env: Environment, value: Value) -> None:
        if value not in env.wanted:
            self.target = env.wanted[value] = self._at(self.names[1], value.type.dims or ())
        else:
            self.target = self._at(self.names[1], value.type.dims or ())

    def follow(self, bound: Bound) -> None:
        if isinstance(bound, Object):
            bound = replace(self.target, pointer=self.code.b.data(bound.pointer))
        bound = array_of(bound)
        if bound.pointer != self.target.pointer:
            self.code.b.copy(bound, self.target)

    def end(self) -> None:
        b = self.code.b
        for created in self.buffers:
            b.release(created.buffer)
        if self.dense is not self.start:
            b.release(self.dense.buffer)


class _Summed(_Variable[Array]):
    """An array that each round adds to, and does nothing else with: it stays where it is."""

    def begin(self) -> None:
        b = self.code.b
        self.made = b.allocate(self.start.dtype, self.start.dims, self.out in self.code.env.results)
        assert self.made.buffer is not None
        b.copy(self.start, self.made)
        b.retain(self.made.buffer)
        self.made.buffer.kept += 1
        self.made.buffer.own = True

    def bound(self, type_: TensorType) -> Bound:
        # not the object: it would show what is added later
        return replace(self.made, object=None)

    def follow(self, bound: Bound) -> None:
        if isinstance(bound, Object):
            bound = replace(self.made, pointer=self.code.b.data(bound.pointer))
        bound = array_of(bound)
        if bound.pointer != self.made.pointer:
            self.code.b.copy(bound, self.made)

    def end(self) -> None:
        buffer = self.made.buffer
        assert buffer is not None
        buffer.kept -= 1
        buffer.own = buffer.size > 0
        self.code.b.release(buffer)


class _Listed(_Variable[ListBuffer]):
    """A list that lies in the program's own memory: its length changes, and its place where it outgrows its room."""

    def __init__(
        self, code: Code, value: Value, start: ListBuffer, type_: TensorType, out: Value, op: Operation,
        found: CarriedVariables, given: Value,
    ) -> None:  # fmt: skip
        super().__init__(code, value, start, type_, out)
        self.op, self.found = op, found  # the loop, and what a round does to the list
        self.given = given

    def begin(self) -> None:
        self.items, self.most = prepared(self.code, self.op, self.found, self.given, self.start)
        self.grows = self.found.resizes or self.items.room != self.most
        buffer = self.items.buffer
        self.code.b.retain(buffer)
        # with memory taken over, the value from before the loop only keeps it, too
        self.kept = 0 if buffer is None else 2 if buffer is self.start.buffer else 1
        if buffer is not None:
            buffer.kept += self.kept

    def carry(self, loop: OpenLoop) -> None:
        first = self.items
        self.carried = [loop.carry("i64", first.length, "length")]
        self.current = replace(first, length=self.carried[0].name)
        if self.grows:
            pointer, room = loop.carry("ptr", first.pointer, "elements"), loop.carry("i64", first.room, "room")
            self.carried += [pointer, room]
            self.current = replace(self.current, pointer=pointer.name, room=room.name)
        if first.written is not None:
            self.written = loop.carry("i1", first.written, "written")
            self.current = replace(self.current, written=self.written.name)

    def bound(self, type_: TensorType) -> Bound:
        return self.current

    def enter(self, given: Bound) -> Bound:
        self.round = self.current
        if self.grows and self.found.pushes:
            needed = self.code.w.i64(self.current.length) + self.found.pushes
            self.round = with_room(self.code, self.current, needed, self.most)
        return self.round

    def prepare(self, plan: Plan, value: Value, given: Bound) -> None:
        offer(self.code, plan.steps, value, list_of(given), self.found)

    def follow(self, bound: Bound) -> None:
        bound = list_of(bound)
        assert self.found.resizes or bound.pointer == self.round.pointer
        self.next = bound

    def close(self) -> None:
        ends = (self.next.length, self.next.pointer, self.next.room)
        for carried, end in zip(self.carried, ends, strict=False):
            carried.next = end
        if self.next.written is not None:
            self.written.next = self.next.written

    def result(self) -> Bound:
        """The list behind the loop."""
        return replace(self.current, fixed=self.start.fixed)

    def end(self) -> None:
        if self.items.buffer is not None:
            self.items.buffer.kept -= self.kept
        self.code.b.release(self.items.buffer)


class _Held(_Variable[Bound]):
    """An object, or an array whose size may change from iteration to iteration: a slot holds the current one."""

    def begin(self) -> None:
        b = self.code.b
        pointer, buffer = b.as_object(self.start, self.start_type.dtype.name)
        b.incref(pointer)
        self.buffer = b.own(pointer)
        b.retain(self.buffer)
        self.buffer.kept += 1
        b.discard(buffer)

    def current(self) -> Object:
        """The object the slot holds."""
        return Object(self.code.w.ptr(self.code.b.slot(self.buffer)).load("ptr"), self.buffer)

    def bound(self, type_: TensorType) -> Bound:
        return self.current()

    def offer(self, env: Environment, value: Value) -> None:
        env.results.add(value)

    def follow(self, bound: Bound) -> None:
        b = self.code.b
        self.next, buffer = b.as_object(bound, self.start_type.dtype.name)
        b.incref(self.next)
        b.discard(buffer)

    def turn(self) -> None:
        b = self.code.b
        b.empty(self.buffer)
        self.code.w.ptr(b.slot(self.buffer)).store(self.next, "ptr")

    def end(self) -> None:
        self.buffer.kept -= 1
        self.code.b.release(self.buffer)


def _variable(code: Code, op: Operation, i: int, rounds: Plan) -> _Variable[Any]:
    """The way to carry one variable."""
    inner, after, out = rounds.inputs[i], rounds.outputs[i], op.outputs[i]
    start, type_ = code.value(op.inputs[i]), op.inputs[i].type
    listed = stays_inside(code, op, i, start)
    if is_passed_on(after, inner) and (listed is not None or not isinstance(start, ListBuffer)):
        return _Constant(code, inner, start, type_, out)
    if listed is not None:
        return _Listed(code, inner, list_of(start), type_, out, op, listed, op.inputs[i])
    if not is_object(inner.type) and not inner.type.dims and isinstance(start, Scalar):
        return _Number(code, inner, start, type_, out)
    if isinstance(start, Array) and not is_object(inner.type) and start.dims == inner.type.dims:
        summed = sums_up(rounds.steps, rounds.uses, inner, after)
        return (_Summed if summed else _Buffered)(code, inner, start, type_, out)
    return _Held(code, inner, start, type_, out)


def write_while(code: Code, step: Native) -> None:
    """A loop: test, body, and again."""
    op = step.op
    plan = plan_graph(op.attrs["body"])
    variables = [_variable(code, op, i, plan) for i in range(len(op.inputs))]
    for variable in variables:
        variable.begin()
    arguments = {v.value: v.bound(v.start_type) for v in variables if isinstance(v, _Constant)}
    with computed(code, op, plan, arguments) as unchanging:
        read = [unchanging.get(value) for value in read_transposed(plan)]
        matrices = [bound for bound in read if isinstance(bound, Array)]
        totals = {v.value: v.made for v in variables if isinstance(v, _Summed)}
        added, prefetched = BatchedProducts(code, op, plan, totals), PrefetchedProducts(code, op, plan, unchanging)
        blocks = (added, prefetched)
        with transposed_once(code, matrices), added.written(), prefetched.written():
            _write_loop(code, op, plan, variables, blocks)


def _write_loop(
    code: Code, op: Operation, plan: Plan, variables: Sequence[_Variable[Any]], blocks: Sequence[IterationBlocks]
) -> None:
    w, test = code.w, op.attrs["cond"]
    types = [v.type for v in op.inputs]
    work, loop = code.work, w.while_loop()
    counter = loop.carry("i64", "0", "trips")
    for variable in variables:
        variable.carry(loop)
    with w.nested():
        arguments = [v.bound(t) for v, t in zip(variables, types, strict=True)]
        with w.nested():
            body = Body(code, test)
            body.enter(op, arguments, types)
            condition = truth(code, body.run()[0])
            body.leave()
        loop.test(condition)
        _write_round(code, op, plan, variables, arguments, types, blocks, counter.name)
    counter.next = w.i64(counter.name) + 1
    _poll(code, counter.next, code.work - work)
    for variable in variables:
        variable.close()
    loop.close_while()
    for block in blocks:
        block.finish(counter.name)
    for variable, bound in zip(variables, arguments, strict=True):
        _bind_result(code, op, variable, bound)
    for variable in variables:
        variable.end()


def _write_round(
    code: Code,
    op: Operation,
    plan: Plan,
    variables: Sequence[_Variable[Any]],
    given: Sequence[Bound],
    types: Sequence[TensorType],
    blocks: Sequence[IterationBlocks],
    counter: str,
) -> None:
    body = Body(code, op.attrs["body"], plan)
    given = [variable.enter(bound) for variable, bound in zip(variables, given, strict=True)]
    body.enter(op, given, types)
    for variable, value, bound in zip(variables, body.plan.inputs, given, strict=True):
        variable.prepare(body.plan, value, bound)
    for variable, value in zip(variables, body.plan.outputs, strict=True):
        variable.offer(body.env, value)
    for block in blocks:
        block.enter(counter, body.env)
    found = body.run()
    for variable, bound in zip(variables, found, strict=True):
        variable.follow(bound)
    body.leave()
    for variable in variables:
        variable.turn()
    for block in blocks:
        block.leave()


def _poll(code: Code, rounds: str, work: int) -> None:
    """Look for signals now and then, so that a long loop can be interrupted."""
    w = code.w
    seldom = max(0, POLL_BITS - (work // 16).bit_length())
    low = w.i64(rounds) & ((1 << seldom) - 1)
    with w.when(low.eq(0), "poll"):
        w.poll()


def _bind_result(code: Code, op: Operation, variable: _Variable[Any], bound: Bound) -> None:
    """The value of a variable behind the loop."""
    value = variable.out
    if not code.is_used(value):
        return
    mismatch = code.size_mismatch(op, value)
    if isinstance(bound, ListBuffer):
        code.bind(value, variable.result() if isinstance(variable, _Listed) else bound)
    elif is_object(value.type):
        pointer, buffer = code.b.as_object(bound, variable.start_type.dtype.name)
        code.bind(value, code.b.from_object(pointer, value.type, buffer or getattr(bound, "buffer", None), mismatch))
    elif isinstance(bound, Object):
        code.bind(value, code.b.from_object(bound.pointer, value.type, bound.buffer, mismatch))
    elif isinstance(variable, _Summed):
        code.bind(value, _with_result_type(code, variable.made, value, mismatch))
    elif isinstance(variable, _Buffered):
        retyped = _with_result_type(code, array_of(bound), value, mismatch)  # `make` asks for the sizes
        code.b.copy(retyped, code.make(value))
    elif isinstance(bound, Array):
        code.bind(value, _with_result_type(code, bound, value, mismatch))
    else:
        code.bind(value, bound)


def _with_result_type(code: Code, bound: Array, value: Value, mismatch: Any) -> Array:
    """An array under the type of the loop's result."""
    dims = value.type.dims or ()
    if bound.dims == dims:
        return bound
    for want, have in zip(dims, bound.dims, strict=True):
        if isinstance(want, Symbol):
            code.b.resolve_dim(want, code.w.dim(have), mismatch)
    return replace(bound, dims=dims, strides=contiguous(dims) if bound.is_contiguous else bound.strides)
