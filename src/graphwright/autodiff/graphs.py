"""Gradients of traced graphs: a forward graph that also outputs the values that the backward graph needs.

Everything here is built on `differentiate`. It works on an unfrozen copy of the graph, because
control flow in it is rewritten to save values; see `control_flow`.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.backward import BackwardGraph
from graphwright.autodiff.flow import dependencies
from graphwright.autodiff.values import zeros_like
from graphwright.base import errors
from graphwright.base.dtypes import resource
from graphwright.base.forks import renewed_after_fork
from graphwright.core.context import state
from graphwright.core.dispatch import apply_multi, require
from graphwright.core.indexed_slices import IndexedSlices, dense
from graphwright.core.tape import PERSISTENT, Tape, record_custom
from graphwright.core.tensor import SymbolicTensor
from graphwright.core.tracing import TracingGraph, thaw
from graphwright.ir.funcgraph import FuncGraph, next_function_name

_MAX_ORDER = 6

Run = Callable[[FuncGraph, Sequence[Any]], list[Any]]


@dataclass(frozen=True)
class Source:
    """The source of a backward graph's input: an input or output of the forward call, or an outer tensor."""

    kind: str  # "input", "output", "outer"
    index: int = 0
    tensor: Any = None


class GraphGradient:
    """The forward and backward graph of a differentiated graph.

    Attributes:
      forward: the graph with saved values after its own outputs.
      backward: takes one gradient for each of `wanted`, then the `sources`; returns the components of one gradient
        for each of `produced`.
      wanted: positions of the outputs that have upstream gradients.
      produced: positions of the inputs whose gradients are computed.
      found: until `pack`, the gradients that the backward graph computes.
    """

    def __init__(
        self,
        forward: TracingGraph,
        backward: BackwardGraph,
        wanted: tuple[int, ...],
        produced: tuple[int, ...],
        found: Sequence[Any],
    ) -> None:
        self.forward = forward
        self.backward = backward
        self.wanted = wanted
        self.produced = produced
        self.found = list(found)
        self.sources: list[Source] = []
        self._sparse: list[bool] = []
        self.pack()

    def pack(self) -> None:
        """Set the outputs of the backward graph: one tensor per gradient, three for slices."""
        self._sparse = [isinstance(g, IndexedSlices) for g in self.found]
        parts = [p for g in self.found for p in components_of(g)]
        with self.backward.building():
            self.backward.outputs = [inside(self.backward, p) for p in parts]

    @property
    def is_dense(self) -> bool:
        """Whether each gradient is one tensor."""
        return True not in self._sparse

    def unpack(self, outputs: Sequence[Any]) -> Sequence[Any]:
        """The gradients, one for each of `produced`, from the outputs of the backward graph."""
        if self.is_dense:
            return outputs
        parts = iter(outputs)
        return [IndexedSlices(next(parts), next(parts), next(parts)) if s else next(parts) for s in self._sparse]

    def scatter(self, count: int, outputs: Sequence[Any]) -> list[Any]:
        """One gradient (or None) for each of `count` inputs, from the outputs of the backward graph."""
        found = self.unpack(outputs)
        if len(found) == count:
            return list(found)
        result: list[Any] = [None] * count
        for i, gradient in zip(self.produced, found, strict=True):
            result[i] = gradient
        return result

    def find_sources(self) -> None:
        """Find the sources of the backward graph's captures; forward values become outputs of the forward graph."""
        self.backward.drop_unused(self.backward.outputs)
        self.sources = [self._source(outer) for outer in self.backward.captures]

    def forward_values(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> list[Any]:
        """The values that the backward graph takes besides gradients, from the forward call's inputs and outputs."""
        return [
            s.tensor if s.kind == "outer" else (inputs if s.kind == "input" else outputs)[s.index] for s in self.sources
        ]

    def _source(self, outer: Any) -> Source:
        forward = self.forward
        if not isinstance(outer, SymbolicTensor) or outer.op.graph is not forward:
            return Source("outer", tensor=outer)
        for kind, values in (("input", forward.inputs), ("output", forward.outputs)):
            for i, v in enumerate(values):
                if v is outer:
                    return Source(kind, i)
        forward.outputs.append(outer)
        return Source("output", len(forward.outputs) - 1)

    def finish(self) -> None:
        """Freeze both graphs; callers pass what the backward graph captured."""
        self.find_sources()
        self.backward.captures = []
        self.found = []
        self.forward.finish()
        self.backward.finish()


def components_of(gradient: Any) -> tuple[Any, ...]:
    """The component tensors of a gradient."""
    if isinstance(gradient, IndexedSlices):
        return (gradient.values, gradient.indices, gradient.dense_shape)
    return (gradient,)


def differentiate(graph: FuncGraph, wanted: Sequence[int], needed: Sequence[int]) -> GraphGradient:
    """The gradient of a graph for upstream gradients of the outputs `wanted`, with regard to the inputs `needed`.

    Neither graph is finished: the caller may add to both and calls `GraphGradient.finish` (or `find_sources`).
    """
    forward = thaw(graph, next_function_name(f"{_base_name(graph)}_forward"))
    backward = BackwardGraph(forward)
    with backward.building():
        seeds = [(forward.outputs[k], backward.placeholder(forward.outputs[k].type, "gradient")) for k in wanted]
        found = backpropagate(list(forward.operations), seeds, [forward.inputs[i] for i in needed])
        found = [g if g is None or _is_complete(g) else dense(g) for g in found]
    produced = tuple(i for i, g in zip(needed, found, strict=True) if g is not None)
    return GraphGradient(forward, backward, tuple(wanted), produced, [g for g in found if g is not None])


def _is_complete(gradient: Any) -> bool:
    return not isinstance(gradient, IndexedSlices) or gradient.dense_shape is not None


def inside(graph: TracingGraph, tensor: Any) -> Any:
    """A gradient as a dense value of the graph itself."""
    value = dense(tensor)
    return value if isinstance(value, SymbolicTensor) and value.op.graph is graph else graph.capture(value)


def _base_name(graph: FuncGraph) -> str:
    # otherwise the names of higher-order gradients would grow without bound
    head, _, tail = graph.name.rpartition("_")
    return head.removesuffix("_forward") if head and tail.isdigit() else graph.name


gradient_lock = renewed_after_fork(threading.RLock())


def cached_gradient(graph: FuncGraph, wanted: Sequence[int], needed: Sequence[int]) -> GraphGradient:
    """A finished gradient of a frozen graph, cached with the graph."""
    key = ("gradient", tuple(wanted), tuple(needed))
    with gradient_lock:
        found: GraphGradient | None = graph.derived.get(key)
        if found is None:
            found = differentiate(graph, wanted, needed)
            found.finish()
            graph.derived[key] = found
        return found


def differentiable_outputs(graph: FuncGraph, needed: Sequence[int]) -> list[int]:
    """Positions of the outputs that depend differentiably on one of the inputs."""
    key = ("differentiable", tuple(needed))
    found: list[int] | None = graph.derived.get(key)
    if found is None:
        inputs = set(needed)
        found = [
            k
            for k, (value, origins) in enumerate(zip(graph.outputs, dependencies(graph), strict=True))
            if value.dtype is not resource and origins & inputs
        ]
        if graph.frozen:
            graph.derived[key] = found
    return found


def call(inputs: Sequence[Any], graph: FuncGraph, name: str) -> list[Any]:
    """A call of a graph as an operation of the current graph."""
    op_type = "StatefulPartitionedCall" if graph.is_stateful else "PartitionedCall"
    return apply_multi(op_type, (list(inputs),), {"Tout": [v.dtype for v in graph.outputs], "f": graph}, name)


# eager calls ------------------------------------------------------------------------------------------------


def differentiable_call(graph: FuncGraph, inputs: Sequence[Any], run: Run) -> list[Any]:
    """Run a graph on eager tensors so that the recording tapes can differentiate the call.

    Args:
      graph: a frozen graph.
      inputs: eager tensors for all its inputs, captures included.
      run: `run(graph, inputs) -> outputs` executes a graph on eager tensors.

    Returns: the outputs.
    """
    tapes = state.tapes
    if not tapes:
        return run(graph, inputs)
    graph, inputs = with_followed_constants(graph, list(inputs))
    if len(tapes) == 1:
        followed = tapes[0].followed
        needed = tuple([i for i, v in enumerate(inputs) if id(v) in followed])
    else:
        keys = [id(v) for v in inputs]
        tapes = tuple([t for t in tapes if not t.followed.keys().isdisjoint(keys)])
        needed = tuple([i for i, key in enumerate(keys) if any(key in t.followed for t in tapes)])
    if not needed:
        return run(graph, inputs)
    gradient_orders: GradientOrders = graph.derived.get(("gradient_orders", needed)) or GradientOrders.of(graph, needed)
    if not gradient_orders.outputs:
        return run(graph, inputs)
    forward = gradient_orders.forward_for(tapes)
    outputs = run(forward, inputs)
    record_custom(inputs, outputs, DifferentiableCall(gradient_orders, forward, inputs, outputs, run))
    return outputs[: len(graph.outputs)]


class GradientOrders:
    """Forward graphs of one graph for gradients of increasing order.

    The first saves what the gradient of the outputs needs, the next also what the gradient of those saved values
    needs, and so on, until nothing is added any more. Each has the outputs of the one before in front.
    """

    def __init__(self, graph: FuncGraph, needed: tuple[int, ...]) -> None:
        self.needed = needed
        self.graphs: list[FuncGraph] = [graph]
        self.closed = False
        # positions of the graph's outputs that depend on what is needed
        self.outputs = differentiable_outputs(graph, needed)
        # cached results: they never change, so they are read without a lock
        self._forwards: dict[int, FuncGraph] = {}
        self._gradients: dict[tuple[int, tuple[int, ...]], GraphGradient | None] = {}

    @staticmethod
    def of(graph: FuncGraph, needed: tuple[int, ...]) -> GradientOrders:
        """The instance cached with the graph."""
        key = ("gradient_orders", needed)
        found: GradientOrders | None = graph.derived.get(key)
        if found is None:
            with gradient_lock:
                found = graph.derived.get(key) or graph.derived.setdefault(key, GradientOrders(graph, needed))
        return found

    def forward_for(self, tapes: Sequence[Tape]) -> FuncGraph:
        """The forward graph for the gradients that these tapes may be asked for."""
        level = len(tapes)
        for tape in tapes:
            if tape.use == PERSISTENT and self._is_stateful:
                level = _MAX_ORDER  # it can't be run again when a gradient of a gradient is asked for
        found = self._forwards.get(level)
        if found is None:
            found = self._forwards[level] = self._make_forward(level)
        return found

    @functools.cached_property
    def _is_stateful(self) -> bool:
        return self.graphs[0].is_stateful

    def _make_forward(self, level: int) -> FuncGraph:
        with gradient_lock:
            while len(self.graphs) <= level and not self.closed:
                last = self.graphs[-1]
                gradient = cached_gradient(last, differentiable_outputs(last, self.needed), self.needed)
                self.graphs.append(gradient.forward)
                self.closed = len(gradient.forward.outputs) == len(last.outputs) or len(self.graphs) > _MAX_ORDER
            return self.graphs[min(level, len(self.graphs) - 1)]

    def gradient(self, forward: FuncGraph, present: tuple[int, ...]) -> GraphGradient | None:
        """A gradient for these outputs that needs no more than `forward` saves; None when there is none.

        It may take gradients for further outputs; those are zero.
        """
        key = (id(forward), present)
        if key not in self._gradients:
            self._gradients[key] = self._find_gradient(forward, present)
        return self._gradients[key]

    def _find_gradient(self, forward: FuncGraph, present: tuple[int, ...]) -> GraphGradient | None:
        smaller: GraphGradient | None = None
        for graph in self.graphs[: self.graphs.index(forward)]:
            smaller = cached_gradient(graph, differentiable_outputs(graph, self.needed), self.needed)
            if smaller.wanted == present:
                return smaller
            if set(present) < set(smaller.wanted):
                break
            smaller = None
        exact = cached_gradient(forward, present, self.needed)
        return exact if len(exact.forward.outputs) == len(forward.outputs) else smaller


class DifferentiableCall:
    """The gradient of one eager call, which the recording tapes can differentiate."""

    __slots__ = ("forward", "gradient_orders", "inputs", "outputs", "run")

    takes_none = True

    def __init__(
        self, gradient_orders: GradientOrders, forward: FuncGraph, inputs: list[Any], outputs: list[Any], run: Run
    ) -> None:
        self.gradient_orders = gradient_orders
        self.forward, self.inputs, self.outputs, self.run = forward, inputs, outputs, run

    def __call__(self, *gradients: Any) -> list[Any]:
        allowed = differentiable_outputs(self.forward, self.gradient_orders.needed)
        present = tuple([k for k in allowed if gradients[k] is not None])
        if not present:
            return [None] * len(self.inputs)
        gradient = self.gradient_orders.gradient(self.forward, present)
        outputs = self.outputs
        if gradient is None:
            gradient, outputs = self._recompute(present)
        incoming = [zeros_like(outputs[k]) if gradients[k] is None else gradients[k] for k in gradient.wanted]
        captured = gradient.forward_values(self.inputs, outputs)
        inputs = [*incoming, *captured]
        if any(isinstance(v, SymbolicTensor) for v in inputs):  # of a graph in which eager calls are differentiated
            found = call(inputs, gradient.backward, f"{self.forward.name}/gradient")
        else:
            found = differentiable_call(gradient.backward, inputs, self.run)
        return gradient.scatter(len(self.inputs), found)

    def _recompute(self, present: tuple[int, ...]) -> tuple[GraphGradient, list[Any]]:
        """A gradient of higher order than expected: the values it needs are recomputed if possible."""
        if self.forward.is_stateful:
            raise errors.UnimplementedError(
                f"Gradients of this order of {self.forward.name} need values that its call has not kept, and it can't "
                "be run again because it reads or changes state. Use one tape per order instead of a persistent one."
            )
        gradient = cached_gradient(self.forward, present, self.gradient_orders.needed)
        return gradient, self.run(gradient.forward, self.inputs)


def with_followed_constants(graph: FuncGraph, inputs: list[Any]) -> tuple[FuncGraph, list[Any]]:
    """The graph and inputs, with constants that a tape follows turned into inputs.

    Small eager tensors became constants while tracing, but a tape may still follow them.
    """
    if not isinstance(graph, TracingGraph) or not graph.constants or not state.tapes:
        return graph, inputs
    tapes = state.tapes
    return _with_inputs_for(graph, inputs, [key for key in graph.constants if any(key in t.followed for t in tapes)])


def with_constants_as_inputs(graph: TracingGraph, inputs: list[Any]) -> tuple[FuncGraph, list[Any]]:
    """The graph and inputs for a call in another graph, with eager tensors that became constants turned into inputs.

    The calling graph captures these tensors, so that a tape that follows them finds them among its constants.
    """
    return _with_inputs_for(graph, inputs, list(graph.constants))


def _with_inputs_for(graph: TracingGraph, inputs: list[Any], keys: list[int]) -> tuple[FuncGraph, list[Any]]:
    if not keys:
        return graph, inputs
    found = [graph.constants[key] for key in keys]
    key = ("constants", tuple(keys))
    with gradient_lock:
        opened = graph.derived.get(key)
        if opened is None:
            opened = graph.derived[key] = _constants_as_inputs(graph, [inner for _, inner in found])
    return opened, [*inputs, *(outer for outer, _ in found)]


def _constants_as_inputs(graph: TracingGraph, constants: Sequence[SymbolicTensor]) -> TracingGraph:
    opened = thaw(graph, next_function_name(f"{_base_name(graph)}_opened"))
    for constant in constants:
        op = opened.copies[id(constant)][1].op
        op.record = require("Placeholder")
        op.attrs = {"dtype": constant.dtype, "shape": constant.shape}
        opened.inputs.append(op.outputs[0])
    opened.finish()
    return opened


__all__ = [
    "DifferentiableCall",
    "GradientOrders",
    "GraphGradient",
    "Source",
    "cached_gradient",
    "differentiable_call",
    "differentiable_outputs",
    "differentiate",
    "gradient_lock",
    "inside",
    "with_constants_as_inputs",
    "with_followed_constants",
]
