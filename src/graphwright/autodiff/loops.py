"""The gradient of a While: a While that runs the iterations backwards.

The forward body is rewritten to push values that its gradient needs and that vary between iterations onto lists, which
become further loop variables. The backward body pops them, last iteration first.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.backward import BackwardGraph
from graphwright.autodiff.flow import dependencies
from graphwright.autodiff.graphs import inside
from graphwright.autodiff.rewriting import before, common_shape, constant_in, extend, needed_inputs, operation_of
from graphwright.autodiff.values import total, whole_type, zeros_like
from graphwright.base import dtypes
from graphwright.base.dtypes import int32, resource, variant
from graphwright.base.shape import common_dims
from graphwright.core.dispatch import apply, apply_multi, require
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.tape import record_application
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph, thaw
from graphwright.ir.funcgraph import FuncGraph, next_function_name
from graphwright.ir.graph import Operation, called_functions
from graphwright.ir.infer import constant_value
from graphwright.ir.types import TensorType, tensor_type

_HANDLE = tensor_type(variant, ())
_SCALAR = tensor_type(int32, ())


class LoopBackward(BackwardGraph):
    """The body of a backward loop under construction.

    A loop-invariant forward value is captured from outside or recomputed, and so is a slice of one that depends on a
    single integer of the iteration; any other value is popped from a list.
    """

    def __init__(self, forward: TracingGraph, op: Operation, invariant: Sequence[bool]) -> None:
        super().__init__(forward)
        self._op = op
        self._given = {id(v): i for i, v in enumerate(forward.inputs) if invariant[i]}
        self._found: dict[int, SymbolicTensor] = {}
        self._invariant_values: dict[int, bool] = {}
        # position of a variable among the loop's inputs -> its value before the loop
        self.reads: dict[int, SymbolicTensor] = {}
        self._writes = may_write(forward)
        # forward value, the list it comes from, the list that is left
        self.popped: list[tuple[SymbolicTensor, SymbolicTensor, SymbolicTensor]] = []

    def is_available(self, value: SymbolicTensor) -> bool:
        """Whether a forward value is loop-invariant."""
        return self._is_invariant(value)

    def capture(self, tensor: Any, name: str | None = None) -> SymbolicTensor:
        """The value inside this graph for a forward value of the iteration, or an outer tensor."""
        tensor = self.resolve(tensor)
        found = self._found.get(id(tensor))
        if found is not None:
            return found
        if not isinstance(tensor, SymbolicTensor) or tensor.op.graph is not self.forward:
            return super().capture(tensor, name)
        if tensor.op.type == "Const":
            return self._constant(tensor, tensor.op.attrs["value"])
        if id(tensor) in self._given:
            result = self._from_outside(self._op.inputs[self._given[id(tensor)]])
        elif self._is_invariant(tensor) or self._is_recomputable_slice(tensor):
            return self._recompute(tensor)
        else:
            result = self._pop(tensor)
        self._found[id(tensor)] = result
        return result

    def _from_outside(self, tensor: Any) -> SymbolicTensor:
        if tensor.op.type == "Const":
            return self._constant(tensor, tensor.op.attrs["value"])
        # no scope check: the value is in the graph that contains both loops
        known = self._capture_of.get(id(tensor))
        return self.capture_by_reference(tensor) if known is None else known

    def _is_invariant(self, value: SymbolicTensor) -> bool:
        """Whether a forward value depends on nothing that changes between iterations."""
        known = self._invariant_values.get(id(value))
        if known is None:
            op = value.op
            if op.type == "Placeholder":
                known = id(value) in self._given
            else:
                pure = op.record.effect == "none" and not op.record.calls_functions and value.dtype is not variant
                pure = pure or (op.type == "ReadVariableOp" and not self._writes)
                known = pure and all(self._is_invariant(v) for v in op.inputs)
            self._invariant_values[id(value)] = known
        return known

    def _is_recomputable_slice(self, value: SymbolicTensor) -> bool:
        """Whether a forward value is a slice of a loop-invariant one, at an integer index that is saved instead."""
        op = value.op
        if not self._is_invariant(value) and op.type in _SLICE_OPS:
            return self._is_invariant(op.inputs[0]) and self._depends_on_one_index(op.inputs[1:])
        return op.type in _INDEX_OPS and _is_index(value) and self._depends_on_one_index([value])

    def _depends_on_one_index(self, values: Sequence[SymbolicTensor]) -> bool:
        """Whether values depend on at most one integer of the iteration, besides loop-invariant values."""
        sources, left = set(), list(values)
        while left:
            value = left.pop()
            if self._is_invariant(value):
                continue
            if not _is_index(value):
                return False
            if value.op.type in _INDEX_OPS:
                left += value.op.inputs
            else:
                sources.add(id(value))
        return len(sources) <= 1

    def _recompute(self, value: SymbolicTensor) -> SymbolicTensor:
        """Recompute the forward value."""
        op = value.op
        if op.type == "ReadVariableOp":
            found = self._found[id(value)] = self._from_outside(self._read_before(op))
            return found
        created = self.make_op(op.record, [self.capture(v) for v in op.inputs], op.attrs, self.unique_name(op.name))
        for old, new in zip(op.outputs, created.outputs, strict=True):
            new.type = old.type
            self._found[id(old)] = new
        return self._found[id(value)]

    def _read_before(self, op: Operation) -> Any:
        """The variable's value, read before the loop: later the variable may have changed."""
        handle = op.inputs[0]
        while id(handle) not in self._given:
            handle = handle.op.inputs[0]  # the only loop-invariant op that returns a handle is Identity
        position = self._given[id(handle)]
        result = self.reads.get(position)
        if result is None:
            with before(self._op) as graph:
                outer: Any = graph
                name = graph.unique_name(f"{self._op.name}/{op.name}")
                read = outer.make_op(op.record, [self._op.inputs[position]], op.attrs, name)
            result = read.outputs[0]
            result.type = op.outputs[0].type
            self.reads[position] = result
        return result

    def _pop(self, value: SymbolicTensor) -> SymbolicTensor:
        handle = self.placeholder(_HANDLE, "accumulator")
        shape = constant_in(self, element_shape(value.type), "element_shape")
        attrs = {"element_dtype": value.dtype}
        op = self.make_op(require("TensorListPopBack"), [handle, shape], attrs, self.unique_name("TensorListPopBack"))
        rest, created = op.outputs
        created.type = value.type
        self.stands_for[id(created)] = value
        self.popped.append((value, handle, rest))
        found: SymbolicTensor = created
        return found


# ops that slice input 0 without computing, and ops that compute their indices from integers
_SLICE_OPS = frozenset({"StridedSlice", "Slice", "GatherV2", "Gather"})
_INDEX_OPS = frozenset({"Pack", "AddV2", "Add", "Sub", "Mul", "Cast", "ExpandDims", "Reshape", "Neg", "Identity"})
_MAX_INDEX_SIZE = 16


def _is_index(value: SymbolicTensor) -> bool:
    type_ = value.type
    sizes = [d for d in type_.dims or () if isinstance(d, int)]
    return type_.dtype.is_integer and type_.is_static and prod(sizes) <= _MAX_INDEX_SIZE


_OUTPUT_ONLY = frozenset({"Assert", "Print", "PrintV2"})


def may_write(graph: FuncGraph) -> bool:
    """Whether running the graph may change a variable."""
    return any(_writes(op) for g in (graph, *graph.functions()) for op in g.operations)


def _writes(op: Operation) -> bool:
    effect = op.record.effect
    return effect == "write" or (effect == "host" and not called_functions(op) and op.type not in _OUTPUT_ONLY)


def element_shape(type_: TensorType) -> Any:
    """The shape of a list's elements as the list ops take it: -1 for unknown dimensions."""
    if type_.dims is None:
        return np.array(-1, np.int32)
    return np.array([d if isinstance(d, int) else -1 for d in type_.dims], np.int32)


class LoopGradient:
    """The gradient of one While operation."""

    def __init__(self, entry: Any, grads: Sequence[Any]) -> None:
        self.op = op = operation_of(entry)
        self.inputs = entry.inputs
        self.count = len(entry.inputs)
        self.needed = set(needed_inputs(entry))
        self.grads = [*grads, *[None] * (len(op.outputs) - len(grads))]
        body: FuncGraph = op.attrs["body"]
        self.forward = thaw(body, next_function_name(f"{body.name}_forward"))
        pairs = zip(self.forward.inputs, self.forward.outputs, strict=True)
        self.invariant = [_skip_identities(o) is i for i, o in pairs]

    def gradient(self) -> list[Any]:
        """One gradient (or None) per input."""
        result = [g if self.invariant[i] else None for i, g in enumerate(self.grads)]
        varying, sources = self._paths()
        if varying:
            self._build(varying, sources, result)
        return [g if i in self.needed else None for i, g in enumerate(result)][: self.count]

    def _paths(self) -> tuple[list[int], list[int]]:
        """The variables whose gradients vary between iterations, and the inputs whose gradients are needed."""
        origins = dependencies(self.forward)
        changing = [i for i, same in enumerate(self.invariant) if not same]
        useful = set(self.needed)
        while more := {j for j in changing if j not in useful and origins[j] & useful}:
            useful |= more
        varying = {j for j in changing if self.grads[j] is not None and j in useful}
        while more := ({i for j in varying for i in origins[j]} & useful & set(changing)) - varying:
            varying |= more
        reached = {i for j in varying for i in origins[j]}
        return sorted(varying), sorted(varying | (reached & useful))

    def _build(self, varying: list[int], sources: list[int], result: list[Any]) -> None:
        trip_count = self._trip_count_output()
        backward = LoopBackward(self.forward, self.op, self.invariant)
        with backward.building():
            step = _BackwardStep(self, backward, varying, sources)
        for i, value in backward.reads.items():
            record_application(value.op.record, [self.inputs[i]], [value], value.op.attrs)
        self._save(backward.popped)
        outputs = self.op.outputs
        start = [zeros_like(outputs[i]) if self.grads[i] is None else self.grads[i] for i in varying]
        for i, value in zip(step.summed, step.sums, strict=True):
            captured = result[i]
            start.append(zeros_like(self.op.inputs[i], value.type) if captured is None else captured)
        lists = [outputs[k] for k in self.saved_at]
        initial = [np.int32(0), outputs[trip_count], *start, *lists, *backward.captures]
        found = _apply_loop(backward, step, initial, f"{self.op.name}/gradient")
        for i, g in zip([*varying, *step.summed], found[2:], strict=False):
            result[i] = g

    def _trip_count_output(self) -> int:
        """The output of the loop that is its trip count; a counter is added if there is none."""
        if _has_trip_counter(self.op, self.forward):
            return 0
        forward = self.forward
        counter = _add_variable(forward, _SCALAR, "trip_count")
        one = constant_in(forward, np.array(1, np.int32), "rounds/one")
        add = forward.make_op(require("AddV2"), [counter, one], {"T": int32}, forward.unique_name("rounds/add"))
        forward.outputs.append(add.outputs[0])
        self.invariant.append(False)
        self.grads.append(None)
        with before(self.op) as graph:
            zero = constant_in(graph, np.array(0, np.int32), f"{self.op.name}/rounds")
        self._add_loop_variables([zero], [_SCALAR])
        return len(self.op.outputs) - 1

    def _save(self, popped: Sequence[tuple[SymbolicTensor, SymbolicTensor, SymbolicTensor]]) -> None:
        """Let the forward loop push the values that the backward loop pops."""
        self.saved_at: list[int] = []
        added = []
        known = _pushes(self.forward)
        for value, _, _ in popped:
            at = known.get(id(value))
            if at is None:
                at = len(self.forward.inputs)
                handle = _add_variable(self.forward, _HANDLE, "accumulator")
                push = self.forward.make_op(
                    require("TensorListPushBack"), [handle, value], {"element_dtype": value.dtype},
                    self.forward.unique_name("TensorListPushBack"),
                )  # fmt: skip
                self.forward.outputs.append(push.outputs[0])
                added.append(self._empty_list(value))
            self.saved_at.append(at)
        self.forward.finish()
        self._add_loop_variables(added, [_HANDLE] * len(added))

    def _empty_list(self, value: SymbolicTensor) -> Any:
        name = f"{self.op.name}/accumulator"
        with before(self.op) as graph:
            outer: Any = graph
            shape = constant_in(graph, element_shape(value.type), f"{name}/element_shape")
            limit = constant_in(graph, np.array(-1, np.int32), f"{name}/max_num_elements")
            attrs = {"element_dtype": value.dtype, "shape_type": int32}
            result = outer.make_op(require("EmptyTensorList"), [shape, limit], attrs, graph.unique_name(name))
        return result.outputs[0]

    def _add_loop_variables(self, initial: Sequence[Any], types: Sequence[TensorType]) -> None:
        """Give the operation further variables, which the forward body has already."""
        op = self.op
        test: FuncGraph = op.attrs["cond"]
        changed = thaw(test, next_function_name(f"{test.name}_forward"))
        for type_ in types:
            _add_variable(changed, type_, "unused")
        changed.finish()
        op.inputs = [*op.inputs, *initial]
        shapes = list(op.attrs["output_shapes"]) or [v.shape for v in op.outputs]
        attrs = {
            "T": [*op.attrs["T"], *(t.dtype for t in types)],
            "cond": changed,
            "body": self.forward,
            "output_shapes": [*shapes, *(t.shape for t in types)],
        }
        extend(op, attrs, [*(v.type for v in op.outputs), *types])


class _BackwardStep:
    """The computation of one backward iteration, and the order of its variables."""

    def __init__(self, loop: LoopGradient, backward: LoopBackward, varying: list[int], sources: list[int]) -> None:
        forward = loop.forward
        counter = backward.placeholder(_SCALAR, "counter")
        limit = backward.placeholder(_SCALAR, "trip_count")
        incoming = [backward.placeholder(_loop_type(forward, i), "gradient") for i in varying]
        seeds = [(forward.outputs[i], _seed(g, forward.outputs[i])) for i, g in zip(varying, incoming, strict=True)]
        found = backpropagate(list(forward.operations), seeds, [forward.inputs[i] for i in sources])
        by_input = dict(zip(sources, found, strict=True))
        following = [_or_zeros(backward, by_input[i], forward.inputs[i]) for i in varying]
        self.summed = [i for i in sources if loop.invariant[i] and by_input[i] is not None]
        self.sums: list[Any] = []
        for i in self.summed:
            part = by_input[i] if _is_row_update(by_input[i]) else inside(backward, by_input[i])
            type_ = whole_type(part) if forward.inputs[i].dtype is resource else forward.inputs[i].type
            sum_ = backward.placeholder(type_, "sum")
            self.sums.append(sum_)
            following.append(inside(backward, _accumulate(sum_, part)))
        following.insert(0, apply("AddV2", (counter, np.int32(1))))
        backward.drop_unused(following)
        backward.popped = [p for p in backward.popped if any(p[2].op is op for op in backward.operations)]
        captured = backward.internal_captures
        lists = [handle for _, handle, _ in backward.popped]
        backward.inputs = [counter, limit, *incoming, *self.sums, *lists, *captured]
        passed = {id(v.op) for v in backward.inputs}
        backward.operations = [op for op in backward.operations if op.type != "Placeholder" or id(op) in passed]
        backward.outputs = [following[0], limit, *following[1:], *(rest for _, _, rest in backward.popped), *captured]


def _seed(gradient: SymbolicTensor, output: SymbolicTensor) -> Any:
    """The gradient of what an iteration ends with; its variable keeps its type, which also fits the loop's result."""
    return gradient if gradient.type.dims == output.type.dims else apply("Identity", (gradient,))


def _is_row_update(gradient: Any) -> bool:
    """Whether a gradient is some rows of a tensor of known rank."""
    return isinstance(gradient, IndexedSlices) and gradient.shape.rank is not None and gradient.indices._type.rank == 1


def _accumulate(sum_: Any, part: Any) -> Any:
    """Add an iteration's gradient to the sum; rows are scattered, at a cost proportional to their number."""
    if not isinstance(part, IndexedSlices):
        return total([sum_, part])
    return apply("TensorScatterAdd", (sum_, apply("ExpandDims", (part.indices, np.int32(-1))), part.values))


def _or_zeros(backward: LoopBackward, gradient: Any, value: Any) -> Any:
    return inside(backward, zeros_like(value) if gradient is None else gradient)


def _apply_loop(backward: LoopBackward, step: _BackwardStep, initial: Sequence[Any], name: str) -> list[Any]:
    """The backward loop as an operation of the current graph."""
    types = [v.type for v in backward.inputs]
    backward.captures = []
    backward.finish()
    test = TracingGraph(next_function_name(f"{backward.name}_cond"))
    counter, limit = [test.placeholder(t, "variable") for t in types][:2]
    less = test.add_op(require("Less"), [counter, limit], {"T": int32}, [tensor_type(dtypes.bool, ())], "Less")
    test.outputs = list(less.outputs)
    test.finish()
    shapes = [common_shape(pair) for pair in zip(backward.inputs, backward.outputs, strict=True)]
    attrs = {"cond": test, "body": backward, "output_shapes": shapes}
    found: list[Any] = apply_multi("While" if backward.is_stateful else "StatelessWhile", (list(initial),), attrs, name)
    return found


def _add_variable(graph: TracingGraph, type_: TensorType, name: str) -> SymbolicTensor:
    """Append an input."""
    return graph.placeholder(type_, name)  # a thawed graph has no captures, which would have to come last


def _loop_type(forward: TracingGraph, i: int) -> TensorType:
    """The type of a variable before and after every iteration."""
    a, b = forward.inputs[i].type, forward.outputs[i].type
    return tensor_type(a.dtype, common_dims(a.dims, b.dims))


def _skip_identities(value: Any) -> Any:
    while value.op.type == "Identity":
        value = value.op.inputs[0]
    return value


def _has_trip_counter(op: Operation, forward: TracingGraph) -> bool:
    """Whether the loop's first variable counts its iterations from 0."""
    start = constant_value(op.inputs[0])
    if start is None or start.dtype != np.int32 or start.shape != () or start[()] != 0:
        return False
    step = _skip_identities(forward.outputs[0]).op
    if step.type != "AddV2":
        return False
    amount = constant_value(step.inputs[1])
    by_one = amount is not None and amount.shape == () and bool(amount[()] == 1)
    return by_one and _skip_identities(step.inputs[0]) is forward.inputs[0]


def _pushes(forward: TracingGraph) -> dict[int, int]:
    """Values that the loop already pushes onto a list, each with the index of the list's variable."""
    found = {}
    for i, (handle, value) in enumerate(zip(forward.inputs, forward.outputs, strict=True)):
        push = value.op
        if push.type == "TensorListPushBack" and push.inputs[0] is handle:
            found[id(push.inputs[1])] = i
    return found


__all__ = ["LoopGradient"]
