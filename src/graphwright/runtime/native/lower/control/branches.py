"""Lowers branches and the bodies of loops in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from graphwright.base.frozen import replace
from graphwright.base.shape import Symbol
from graphwright.ir.graph import Operation, Value, called_functions
from graphwright.ir.types import TensorType
from graphwright.runtime.native.fusion.plan import is_object, plan_graph
from graphwright.runtime.native.fusion.steps import Native, Plan
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.loop_ir.builder import OpenChoice
from graphwright.runtime.native.lower.frame.kinds import array_of, scalar_of
from graphwright.runtime.native.lower.frame.values import Array, Bound, Buffer, ListBuffer, Object, Scalar
from graphwright.runtime.native.lower.steps.buffers import Environment

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


class Body:
    """A graph written inside another one: its inputs are bound to values of the outer one."""

    def __init__(self, code: Code, graph: Any, plan: Plan | None = None) -> None:
        self.code = code
        self.graph = graph
        self.plan: Plan = plan or plan_graph(graph)
        self.outer = code.env
        self.env = Environment(self.plan)

    def enter(self, op: Operation, given: Sequence[Bound], types: Sequence[TensorType]) -> None:
        """Bind the inputs; from here on values are those of the body."""
        code = self.code
        named: set[Symbol] = set()
        code.env = self.env
        for value, bound, type_ in zip(self.plan.inputs, given, types, strict=True):
            code.bind(value, self._fitted(op, value, bound, type_, named))

    def _fitted(self, op: Operation, value: Value, bound: Bound, type_: TensorType, named: set[Symbol]) -> Bound:
        code = self.code
        mismatch = code.size_mismatch(op, value)
        if isinstance(bound, ListBuffer):
            return bound
        if is_object(value.type):
            pointer, buffer = code.b.as_object(bound, type_.dtype.name)
            return code.b.from_object(pointer, value.type, buffer or getattr(bound, "buffer", None), mismatch)
        if isinstance(bound, Object):
            return code.b.from_object(bound.pointer, value.type, bound.buffer, mismatch)
        if isinstance(bound, Scalar):
            return bound
        return fitted(code, bound, value.type, mismatch, named)

    def run(self) -> list[Bound]:
        """Write the steps; gives what the outputs are bound to, which stay alive until `leave`."""
        self.code.run(self.plan)
        return [self.code.value(v) for v in self.plan.outputs]

    def leave(self) -> None:
        """Back to the outer graph's values; what only the body used is released."""
        for value in list(self.env.values):
            self.code.drop(value)
        self.code.env = self.outer


def fitted(code: Code, array: Array, type_: TensorType, mismatch: Any, named: set[Symbol]) -> Array:
    """An array under a type of another graph: its unknown dimensions get their numbers from the array's."""
    dims = type_.dims or ()
    for want, have in zip(dims, array.dims, strict=True):
        text = code.w.dim(have)
        if isinstance(want, Symbol) and want not in named:
            named.add(want)
            code.w.bind_symbol(want, text)
        elif isinstance(want, Symbol):
            code.b.resolve_dim(want, text, mismatch)
        elif not isinstance(have, int):
            code.w.unless(text.eq(want), mismatch)
    strides = contiguous(dims) if array.is_contiguous else array.strides
    return replace(array, dims=dims, strides=strides)


def truth(code: Code, bound: Bound) -> str:
    """A predicate as an i1."""
    return code.w.emitter.text(code.w.emitter.is_nonzero(scalar_of(bound).operand))


# branches -----------------------------------------------------------------------------------------------------


class _Result:
    """One result of a branching: how the value gets from any of the branches to what follows."""

    def __init__(self, code: Code, value: Value) -> None:
        self.code = code
        self.value = value
        type_ = value.type
        self.used = code.is_used(value)
        self.is_number = not is_object(type_) and not type_.dims
        symbols = [d for d in type_.dims or () if isinstance(d, Symbol)]
        self.in_slot = is_object(type_) or any(code.w.scope.text(s) is None for s in symbols)
        self.wanted = code.env.wanted.get(value)
        self.slot: Buffer | None = None
        if self.used and self.in_slot and not self.is_number:
            self.slot = code.w.slots.take()
        self.arrived: Bound | None = None
        self.arrivals: list[Bound] = []  # from each branch

    def arrive(self, bound: Bound, op: Operation) -> None:
        """At the end of a branch."""
        if not self.used:
            return
        code = self.code
        if self.slot is not None:
            pointer, buffer = code.b.as_object(bound, self.value.type.dtype.name)
            code.b.incref(pointer)
            code.w.ptr(code.b.slot(self.slot)).store(pointer, "ptr")
            code.b.discard(buffer)
            return
        if not self.is_number:
            bound = self._array(bound, op)
            code.b.retain(bound.buffer)
        self.arrived = bound

    def end_branch(self) -> None:
        """The branch ends in the current block."""
        if self.arrived is not None:
            self.arrivals.append(self.arrived)
            self.arrived = None

    def _array(self, bound: Bound, op: Operation) -> Array:
        code = self.code
        if isinstance(bound, Object):
            bound = code.b.from_object(bound.pointer, self.value.type, bound.buffer, code.size_mismatch(op, self.value))
        bound = array_of(bound)
        if self.wanted is not None and bound.pointer != self.wanted.pointer:
            code.b.copy(bound, replace(self.wanted, dims=bound.dims, strides=contiguous(bound.dims)))
            return self.wanted
        return code.b.contiguous(bound)

    def merge(self, op: Operation, choice: OpenChoice) -> None:
        """Behind the branches."""
        if not self.used:
            return
        code, w = self.code, self.code.w
        if self.slot is not None:
            pointer = w.ptr(code.b.slot(self.slot)).load("ptr")
            bound = code.b.from_object(pointer, self.value.type, self.slot, code.size_mismatch(op, self.value))
            code.bind(self.value, bound)
            return
        numbers = [bound.operand for bound in self.arrivals if isinstance(bound, Scalar)]
        if numbers:
            text = choice.merge(w.emitter.type_of(numbers[0].dtype), [n.text for n in numbers])
            code.bind(self.value, Scalar(TextOperand(numbers[0].dtype, text)))
            return
        arrays = [bound for bound in self.arrivals if isinstance(bound, Array)]
        first, dims = arrays[0], self.value.type.dims or ()
        if all(a.pointer == first.pointer for a in arrays):
            pointer, owner = w.ptr(first.pointer), first.object
        else:
            pointer = choice.merge("ptr", [a.pointer for a in arrays])
            owners = [a.object for a in arrays if a.object is not None]
            owner = choice.merge("ptr", owners) if len(owners) == len(arrays) else None
        parts = tuple(a.buffer for a in arrays if a.buffer is not None)
        code.bind(self.value, Array(first.dtype, pointer, dims, contiguous(dims), Buffer(parts=parts), owner))


def write_if(code: Code, step: Native) -> None:
    """Two bodies, of which one runs."""
    w = code.w
    condition = truth(code, code.value(step.op.inputs[0]))
    _write_branches(code, step.op, w.branch(condition))


def write_case(code: Code, step: Native) -> None:
    """Several bodies, of which one runs: the last one for an index that names none."""
    w = code.w
    index = code.scalar(step.op.inputs[0])
    chosen = w.emitter.text(index.operand)
    _write_branches(code, step.op, w.switch("i32", chosen, len(step.op.attrs["branches"])))


def _write_branches(code: Code, op: Operation, choice: OpenChoice) -> None:
    """The bodies of an operation as the arms of a choice."""
    w = code.w
    results = [_Result(code, v) for v in op.outputs]
    arguments = [code.value(v) for v in op.inputs[1:]]
    types = [v.type for v in op.inputs[1:]]
    for k, body in enumerate(called_functions(op)):
        with choice.arm(k), w.nested():
            _write_branch(code, op, body, arguments, types, results)
    choice.close()
    for result in results:
        result.merge(op, choice)


def _write_branch(
    code: Code,
    op: Operation,
    graph: Any,
    given: Sequence[Bound],
    types: Sequence[TensorType],
    results: Sequence[_Result],
) -> None:
    body = Body(code, graph)
    passed = _last_seen_here(code, op, given)
    body.enter(op, given, types)
    for buffer in passed:
        buffer.kept += 1
    for inner, result in zip(body.plan.outputs, results, strict=True):
        if result.wanted is not None:
            body.env.wanted.setdefault(inner, result.wanted)
        elif result.value in body.outer.results or result.slot is not None:
            body.env.results.add(inner)
    found = body.run()
    for result, bound in zip(results, found, strict=True):
        result.arrive(bound, op)
    body.leave()
    for buffer in passed:
        buffer.kept -= 1
    for result in results:
        result.end_branch()


def _last_seen_here(code: Code, op: Operation, given: Sequence[Bound]) -> list[Buffer]:
    """The slots of objects that nothing outside reads once the branches are done: a branch may change them."""
    found = []
    for value, bound in zip(op.inputs[1:], given, strict=True):
        alone = code.env.uses.get(value, 0) == 1 and op.inputs.count(value) == 1
        if alone and isinstance(bound, Object) and bound.buffer is not None:
            found.append(bound.buffer)
    return found
