"""While loops: each variable is carried in the way that suits it, body and test are written in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from graphwright.base.shape import Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.types import TensorType
from graphwright.runtime.native.bindings import Environment
from graphwright.runtime.native.control import Body, truth
from graphwright.runtime.native.emitter import TextOperand
from graphwright.runtime.native.plan import is_object, plan_graph
from graphwright.runtime.native.sizes import contiguous
from graphwright.runtime.native.steps import Step
from graphwright.runtime.native.values import Array, Bound, Object, Scalar

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code


class _Variable:
    """One loop variable: a number in a register, an array in one of two buffers, or an object in a slot."""

    def __init__(self, code: Code, value: Value, start: Bound, type_: TensorType, out: Value) -> None:
        self.code = code
        self.value = value  # the body's input
        self.start = start
        self.start_type = type_
        self.out = out

    def begin(self) -> None:
        """In front of the loop."""

    def head(self) -> None:
        """At the top of the loop, where the phis go."""

    def bound(self, type_: TensorType) -> Bound:
        """The value of this round."""
        return self.start

    def offer(self, env: Environment, value: Value) -> None:
        """Tell the body where the next value is wanted."""

    def follow(self, bound: Bound) -> None:
        """The next value is computed: put it aside."""

    def turn(self) -> None:
        """All next values are put aside: the old ones may go."""

    def close(self, before: str, latch: str) -> None:
        """The loop is written: complete the phis."""

    def end(self) -> None:
        """Behind the loop: nothing but the result is needed."""


class _Constant(_Variable):
    """A variable that every round passes on as it is."""


class _Number(_Variable):
    def head(self) -> None:
        w = self.code.w
        assert isinstance(self.start, Scalar)
        self.kind = w.emitter.type_of(self.start.operand.dtype)
        self.name = f"%{w.label('number')}"
        self.place = len(w.lines)
        w.lines.append("")

    def bound(self, type_: TensorType) -> Bound:
        assert isinstance(self.start, Scalar)
        return Scalar(TextOperand(self.start.operand.dtype, self.name))

    def follow(self, bound: Bound) -> None:
        assert isinstance(bound, Scalar)
        self.next = bound.operand.text

    def close(self, before: str, latch: str) -> None:
        assert isinstance(self.start, Scalar)
        self.code.w.lines[self.place] = (
            f"  {self.name} = phi {self.kind} [{self.start.operand.text}, %{before}], [{self.next}, %{latch}]"
        )


class _Buffered(_Variable):
    """An array of one size: each round writes to the buffer that does not hold the current value."""

    def begin(self) -> None:
        b = self.code.b
        assert isinstance(self.start, Array)
        self.dense = b.contiguous(self.start)
        if self.dense is not self.start:
            b.retain(self.dense.buffer)
        self.buffers = [b.allocate(self.dense.dtype, self.start.dims) for _ in range(2)]
        for made in self.buffers:
            b.retain(made.buffer)

    def head(self) -> None:
        w = self.code.w
        self.names = [f"%{w.label(stem)}" for stem in ("current", "free", "last")]
        self.place = len(w.lines)
        w.lines += [""] * 3

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
        assert isinstance(bound, Array)
        if bound.pointer != self.target.pointer:
            self.code.b.copy(bound, self.target)

    def close(self, before: str, latch: str) -> None:
        first = [self.dense.pointer, *(made.pointer for made in self.buffers)]
        _, free, last = self.names
        for i, (name, start, after) in enumerate(zip(self.names, first, (free, last, free), strict=True)):
            self.code.w.lines[self.place + i] = f"  {name} = phi ptr [{start}, %{before}], [{after}, %{latch}]"

    def end(self) -> None:
        b = self.code.b
        for made in self.buffers:
            b.release(made.buffer)
        if self.dense is not self.start:
            b.release(self.dense.buffer)


class _Held(_Variable):
    """An object, or an array whose size may change from round to round: a slot holds the current one."""

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
        return Object(self.code.w.let(f"load ptr, ptr {self.code.b.slot(self.buffer)}"), self.buffer)

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
        self.code.w.line(f"store ptr {self.next}, ptr {b.slot(self.buffer)}")

    def end(self) -> None:
        self.buffer.kept -= 1
        self.code.b.release(self.buffer)


def _variable(code: Code, inner: Value, after: Value, start: Bound, type_: TensorType, out: Value) -> _Variable:
    """The way to carry one variable."""
    if _passed_on(after) is inner:
        return _Constant(code, inner, start, type_, out)
    if not is_object(inner.type) and not inner.type.dims and isinstance(start, Scalar):
        return _Number(code, inner, start, type_, out)
    if isinstance(start, Array) and not is_object(inner.type) and start.dims == inner.type.dims:
        return _Buffered(code, inner, start, type_, out)
    return _Held(code, inner, start, type_, out)


def _passed_on(value: Value) -> Value:
    """The value behind any number of identities."""
    while value.op.type == "Identity":
        value = value.op.inputs[0]
    return value


_POLL = 16  # a loop of numbers looks for signals every 2 ** 16 rounds, one that does more in a round more often


def write_while(code: Code, step: Step) -> None:
    """A loop: test, body, and again."""
    op, w = step.op, code.w
    test, rounds = op.attrs["cond"], op.attrs["body"]
    shape = plan_graph(rounds)
    variables = [
        _variable(code, inner, after, code.value(given), given.type, out)
        for inner, after, given, out in zip(shape.inputs, shape.outputs, op.inputs, op.outputs, strict=True)
    ]
    types = [v.type for v in op.inputs]
    for variable in variables:
        variable.begin()
    counter, head, inside, behind = (w.label(s) for s in ("rounds", "while", "round", "after"))
    before, work = w.current, code.work
    w.jump(head)
    w.block(head)
    place = len(w.lines)
    w.lines.append("")
    for variable in variables:
        variable.head()
    with w.nested():
        given = [v.bound(t) for v, t in zip(variables, types, strict=True)]
        with w.nested():
            body = Body(code, test)
            body.enter(op, given, types)
            condition = truth(code, body.run()[0])
            body.leave()
        w.branch(condition, inside, behind)
        w.block(inside)
        _write_round(code, op, rounds, variables, given, types)
    following = w.let(f"add i64 %{counter}, 1")
    _poll(code, following, code.work - work)
    latch = w.current
    w.jump(head)
    w.lines[place] = f"  %{counter} = phi i64 [0, %{before}], [{following}, %{latch}]"
    for variable in variables:
        variable.close(before, latch)
    w.block(behind)
    for variable, bound in zip(variables, given, strict=True):
        _bind_result(code, op, variable, bound)
    for variable in variables:
        variable.end()


def _write_round(
    code: Code,
    op: Operation,
    graph: Any,
    variables: Sequence[_Variable],
    given: Sequence[Bound],
    types: Sequence[TensorType],
) -> None:
    body = Body(code, graph)
    body.enter(op, given, types)
    for variable, value in zip(variables, body.plan.outputs, strict=True):
        variable.offer(body.env, value)
    found = body.run()
    for variable, bound in zip(variables, found, strict=True):
        variable.follow(bound)
    body.leave()
    for variable in variables:
        variable.turn()


def _poll(code: Code, rounds: str, work: int) -> None:
    """Look for signals now and then, so that a long loop can be interrupted."""
    w = code.w
    now, further = w.label("poll"), w.label("on")
    seldom = max(0, _POLL - (work // 16).bit_length())
    low = w.let(f"and i64 {rounds}, {(1 << seldom) - 1}")
    w.branch(w.let(f"icmp eq i64 {low}, 0"), now, further)
    w.block(now)
    w.poll()
    w.jump(further)
    w.block(further)


def _bind_result(code: Code, op: Operation, variable: _Variable, bound: Bound) -> None:
    """The value of a variable behind the loop."""
    value = variable.out
    if not code.is_used(value):
        return
    mismatch = code.size_mismatch(op, value)
    if is_object(value.type):
        pointer, buffer = code.b.as_object(bound, variable.start_type.dtype.name)
        code.bind(value, Object(pointer, buffer or getattr(bound, "buffer", None)))
    elif isinstance(bound, Object):
        code.bind(value, code.b.from_object(bound.pointer, value.type, bound.buffer, mismatch))
    elif isinstance(variable, _Buffered):
        assert isinstance(bound, Array)
        code.b.copy(bound, code.make(value))
    elif isinstance(bound, Array):
        code.bind(value, _settled(code, bound, value, mismatch))
    else:
        code.bind(value, bound)


def _settled(code: Code, bound: Array, value: Value, mismatch: Any) -> Array:
    """An array under the type of the loop's result."""
    dims = value.type.dims or ()
    if bound.dims == dims:
        return bound
    for want, have in zip(dims, bound.dims, strict=True):
        if isinstance(want, Symbol):
            code.b.settle(want, code.w.dim(have), mismatch)
    return replace(bound, dims=dims, strides=contiguous(dims) if bound.is_contiguous else bound.strides)
