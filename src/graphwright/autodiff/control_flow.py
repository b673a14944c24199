"""Gradients of calls and branches as operations of a graph.

The differentiated operation is rewritten in place, so that it also outputs the values that its
gradient needs; the gradient is an operation of the same kind over the backward graphs. Loops are in `loops`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.autodiff.graphs import GraphGradient, cached_gradient, call, differentiate, inside
from graphwright.autodiff.loops import LoopGradient
from graphwright.autodiff.recursion import calls_itself, differentiable_inputs, recursive_gradient
from graphwright.autodiff.rewriting import common_shape, extend, is_eager, needed_inputs, operation_of
from graphwright.autodiff.values import have_same_slices, no_rows, whole_type, zeros_like, zeros_of
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.core.context import as_default_graph, state
from graphwright.core.dispatch import apply_any, apply_multi
from graphwright.core.indexed_slices import dense
from graphwright.core.tracing import TracingGraph
from graphwright.ir.funcgraph import FuncGraph, next_function_name
from graphwright.ir.graph import Operation
from graphwright.ir.infer import infer
from graphwright.ir.types import TensorType, tensor_type


def call_gradient(entry: Any, grads: Sequence[Any]) -> list[Any]:
    """Gradients of a (Stateful)PartitionedCall with regard to its inputs."""
    if is_eager(entry):
        return eager_gradient(entry, grads)
    op = operation_of(entry)
    grads = _padded(grads, op)
    requested = [k for k, g in enumerate(grads) if g is not None]
    if calls_itself(op.attrs["f"]):
        return _recursive_call_gradient(entry, op, grads, requested)
    gradient = cached_gradient(op.attrs["f"], requested, needed_inputs(entry))
    forward = gradient.forward
    attrs = {**op.attrs, "f": forward, "Tout": [v.dtype for v in forward.outputs]}
    # not the callee's own types: their symbols have other values in every call
    types, _ = infer(op.record, op.inputs, [v.type for v in op.inputs], attrs)
    extend(op, attrs, types)
    captured = gradient.forward_values(op.inputs, op.outputs)
    found = call([grads[k] for k in gradient.wanted] + captured, gradient.backward, f"{op.name}/gradient")
    return gradient.scatter(len(entry.inputs), found)


def _recursive_call_gradient(entry: Any, op: Operation, grads: Sequence[Any], wanted: Sequence[int]) -> list[Any]:
    """The call saves nothing, its gradient runs the callee again: see `recursion`."""
    callee = op.attrs["f"]
    needed = differentiable_inputs(callee, needed_inputs(entry))
    gradient = recursive_gradient(callee, wanted, needed)
    # the results are the declared ones: the gradient may be unfinished, with this call as a part of it
    attrs = {"Tout": [callee.inputs[i].dtype for i in needed], "f": gradient}
    inputs = [*op.inputs, *(grads[k] for k in wanted)]
    found = dict(zip(needed, apply_multi("PartitionedCall", (inputs,), attrs, f"{op.name}/gradient"), strict=True))
    return [found.get(i) for i in range(len(entry.inputs))]


def eager_gradient(entry: Any, grads: Sequence[Any]) -> list[Any]:
    """Gradients of an eager application: it is traced, and run again for the values to save."""
    record = entry.record
    graph = TracingGraph(next_function_name(record.name))
    with as_default_graph(graph):
        state.tapes = ()
        inputs = [graph.placeholder(v._type, "input") for v in entry.inputs]
        graph.outputs = apply_any(record, record.group(inputs, entry.attrs), entry.attrs)
    graph.finish()
    if graph.is_stateful:
        raise errors.UnimplementedError(
            f"The gradient of {record.name} outside a function would run it again, and it reads or changes state; "
            "call it in a tf.function."
        )
    gradient = cached_gradient(graph, [k for k, g in enumerate(grads) if g is not None], needed_inputs(entry))
    outputs = call(entry.inputs, gradient.forward, record.name)
    captured = gradient.forward_values(entry.inputs, outputs)
    found = call([grads[k] for k in gradient.wanted] + captured, gradient.backward, record.name)
    return gradient.scatter(len(entry.inputs), found)


def _padded(grads: Sequence[Any], op: Any) -> list[Any]:
    """One gradient per output, even if the operation has got outputs since it was recorded."""
    return [*grads, *[None] * (len(op.outputs) - len(grads))]


def _placed(count: int, positions: Sequence[int], found: Sequence[Any]) -> list[Any]:
    result: list[Any] = [None] * count
    for i, g in zip(positions, found, strict=True):
        result[i] = g
    return result


# branches ---------------------------------------------------------------------------------------------------


def if_gradient(entry: Any, grads: Sequence[Any]) -> list[Any]:
    """Gradients of an If with regard to the predicate (None) and its inputs."""
    if is_eager(entry):
        return eager_gradient(entry, grads)
    return _Branches(
        entry,
        grads,
        lambda op: [op.attrs["then_branch"], op.attrs["else_branch"]],
        lambda graphs: {"then_branch": graphs[0], "else_branch": graphs[1]},
    ).gradient()


def case_gradient(entry: Any, grads: Sequence[Any]) -> list[Any]:
    """Gradients of a Case with regard to the index (None) and its inputs."""
    if is_eager(entry):
        return eager_gradient(entry, grads)
    return _Branches(
        entry, grads, lambda op: list(op.attrs["branches"]), lambda graphs: {"branches": list(graphs)}
    ).gradient()


def while_gradient(entry: Any, grads: Sequence[Any]) -> list[Any]:
    """Gradients of a While with regard to the initial values of its variables."""
    if is_eager(entry):
        return eager_gradient(entry, grads)
    return LoopGradient(entry, grads).gradient()


Branches = Callable[[Operation], list[FuncGraph]]
Named = Callable[[Sequence[FuncGraph]], dict[str, Any]]


class _Branches:
    """The gradient of one operation that runs one of several branches, chosen by its first input."""

    def __init__(self, entry: Any, grads: Sequence[Any], branches: Branches, named: Named) -> None:
        self.op = operation_of(entry)
        self.grads = _padded(grads, self.op)
        self.branches = branches(self.op)
        self.named = named
        self.count = len(entry.inputs)
        self.needed = [i - 1 for i in needed_inputs(entry) if i > 0]

    def gradient(self) -> list[Any]:
        """One gradient (or None) per input."""
        op = self.op
        requested = [k for k, g in enumerate(self.grads) if g is not None]
        parts = [differentiate(g, requested, self.needed) for g in self.branches]
        produced = sorted({i for p in parts for i in p.produced})
        if not produced:
            return [None] * self.count
        for i in produced:
            self._unify_gradients(parts, i)
        for part in parts:
            part.found = [part.found[part.produced.index(i)] for i in produced]
            part.produced = tuple(produced)
            part.pack()
        self._rewrite(parts)
        captured = _share_inputs([(p, p.forward_values(op.inputs[1:], op.outputs)) for p in parts])
        for part in parts:
            part.backward.captures = []
            part.backward.finish()
        backward = [p.backward for p in parts]
        attrs = {
            "Tout": [v.dtype for v in backward[0].outputs],
            **self.named(backward),
            "output_shapes": [common_shape(values) for values in zip(*(b.outputs for b in backward), strict=True)],
        }
        stateful = any(b.is_stateful for b in backward)
        op_type = op.type.removeprefix("Stateless") if stateful else "Stateless" + op.type.removeprefix("Stateless")
        inputs = [self.grads[k] for k in requested] + captured
        found = apply_multi(op_type, (op.inputs[0], inputs), attrs, f"{op.name}/gradient")
        return [None, *parts[0].scatter(self.count - 1, found)]

    @staticmethod
    def _unify_gradients(parts: Sequence[GraphGradient], i: int) -> None:
        """Make all branches return the same kind of gradient for an input; zeros if only others depend on it."""
        captured = [p.found[p.produced.index(i)] for p in parts if i in p.produced]
        sparse = have_same_slices(captured)
        like = captured[0]
        for part in parts:
            with part.backward.building():
                if i not in part.produced:
                    value = part.forward.inputs[i]
                    own = no_rows(value, like) if sparse else zeros_like(value, whole_type(like))
                    part.found.append(own)
                    part.produced = (*part.produced, i)
                elif not sparse:
                    at = part.produced.index(i)
                    part.found[at] = dense(part.found[at])

    def _rewrite(self, parts: Sequence[GraphGradient]) -> None:
        """Make every branch output its saved values, and zeros for those of the others."""
        before = len(self.op.outputs)
        for part in parts:
            part.find_sources()
        saved = [p.forward.outputs[before:] for p in parts]
        position = before
        for part, own in zip(parts, saved, strict=True):
            part.sources = [
                s if s.kind != "output" or s.index < before else type(s)("output", s.index - before + position)
                for s in part.sources
            ]
            position += len(own)
        types = [[_placeholder_type(v.type) for v in own] for own in saved]
        for i, part in enumerate(parts):
            _add_outputs(part.forward, before, saved, types, i)
            part.forward.finish()
        outputs = [tensor_type(t.dtype, t.dims) for own in types for t in own]
        shapes = list(self.op.attrs["output_shapes"]) or [v.shape for v in self.op.outputs]
        attrs = {
            **self.named([p.forward for p in parts]),
            "Tout": [v.dtype for v in parts[0].forward.outputs],
            "output_shapes": [*shapes, *(t.shape for t in outputs)],
        }
        extend(self.op, attrs, [v.type for v in self.op.outputs] + outputs)


def _add_outputs(forward: TracingGraph, before: int, saved: Sequence[Any], types: Sequence[Any], own: int) -> None:
    outputs = forward.outputs[:before]
    with as_default_graph(forward):
        state.tapes = ()
        for i, (values, kinds) in enumerate(zip(saved, types, strict=True)):
            outputs += values if i == own else [inside(forward, zeros_of(t)) for t in kinds]
    forward.outputs = outputs


def _placeholder_type(type_: TensorType) -> TensorType:
    """The type of an output that is a saved value in one branch and an empty placeholder in the others."""
    if type_.is_static or type_.dims is None:
        return type_
    return tensor_type(type_.dtype, tuple(d if isinstance(d, int) else Symbol() for d in type_.dims))


def _share_inputs(parts: Sequence[tuple[GraphGradient, list[Any]]]) -> list[Any]:
    """Give all backward graphs the same inputs after the gradients; returns the tensors to pass for them."""
    outer: dict[tuple[int, int], Any] = {}
    inner: list[dict[tuple[int, int], Any]] = []
    for part, captured in parts:
        own: dict[tuple[int, int], Any] = {}
        for tensor, value in zip(captured, part.backward.internal_captures, strict=True):
            # the same tensor may be captured twice
            key = (id(tensor), sum(k[0] == id(tensor) for k in own))
            own[key] = value
            outer.setdefault(key, tensor)
        inner.append(own)
    for (part, _), own in zip(parts, inner, strict=True):
        backward = part.backward
        gradients, backward.captures = backward.arguments, []
        for key, tensor in outer.items():
            if key not in own:
                own[key] = backward.placeholder(tensor._type, "unused")
        backward.inputs = [*gradients, *(own[key] for key in outer)]
    return list(outer.values())


__all__ = ["call_gradient", "case_gradient", "if_gradient", "while_gradient"]
