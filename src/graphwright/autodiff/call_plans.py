"""Call plans: which function runs when a graph is called under a tape, and the gradients of a single call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from graphwright.autodiff.call_code import CompiledGradient, GradientRequest, generate_gradient, no_gradient
from graphwright.autodiff.graphs import DifferentiableCall, GradientOrders, Run
from graphwright.core.tape import ASKED_ONCE, CallEntry, Tape, carries_gradient
from graphwright.ir.funcgraph import FuncGraph


class Enter(Protocol):
    """Creates functions that run graphs."""

    def __call__(
        self, graph: FuncGraph, captures: Sequence[Any], cls: type | None = tuple, places: Sequence[int] | None = None
    ) -> Callable[..., Any]:
        """A function of tensors for the graph's inputs but the captures.

        It returns a `cls` of the results at these positions (default: all), or the only one if `cls` is None. For
        tensors that do not fit it returns None.
        """


class CallPlan:
    """How calls of a graph are run and differentiated while a tape follows certain inputs.

    Args:
      graph: a frozen graph.
      sources: for each of its captures the tensor or variable that users pass as a source.
      needed: positions of the inputs that the tape follows.
      tape: one that follows them.
      enter: creates functions that run graphs.
      run: runs a graph on tensors for all its inputs.

    Attributes:
      run: takes the tensors for all inputs but captures; returns the graph's outputs followed by saved values,
        or None if the tensors do not fit.
      follows: positions of the outputs that the tape follows from then on; none if there is nothing to record.
    """

    __slots__ = (
        "_captures",
        "_enter",
        "_forward",
        "_gradient_orders",
        "_known",
        "_latest",
        "_run_graph",
        "_sources",
        "follows",
        "run",
    )  # fmt: skip

    def __init__(
        self, graph: FuncGraph, sources: Sequence[Any], needed: tuple[int, ...], tape: Tape, enter: Enter, run: Run
    ) -> None:
        self._gradient_orders = GradientOrders.of(graph, needed)
        self._forward = graph
        self.follows: tuple[int, ...] = ()
        if self._gradient_orders.outputs:
            self._forward = self._gradient_orders.forward_for((tape,))
            # a tape that gives one gradient and records no more never follows saved values
            requested = graph.outputs if tape.use == ASKED_ONCE else self._forward.outputs
            self.follows = tuple([i for i, v in enumerate(requested) if carries_gradient(v)])
        self.run = enter(self._forward, graph.captures)
        self._captures, self._sources = graph.captures, sources
        self._enter, self._run_graph = enter, run
        self._known: dict[Any, CompiledGradient] = {}
        self._latest: CompiledGradient = no_gradient

    def inputs(self, entry: CallEntry) -> list[Any]:
        """The tensors of a call for all inputs of the graph."""
        return [*entry.given, *self._captures]

    def backward(self, entry: CallEntry) -> DifferentiableCall:
        """The gradient of a call, of any order."""
        inputs, outputs = self.inputs(entry), list(entry.outputs)
        return DifferentiableCall(self._gradient_orders, self._forward, inputs, outputs, self._run_graph)

    def gradient(self, entry: CallEntry, target: Any, sources: Any) -> Any:
        """The gradient of an output with regard to an input, or a list or tuple of inputs, that nothing records.

        None where it takes more than one call of compiled code.
        """
        found = self._latest(entry.given, entry.outputs, target, sources)
        return self._for_request(entry, target, sources) if found is None else found

    def _for_request(self, entry: CallEntry, target: Any, sources: Any) -> Any:
        """The same if the previous request was a different one."""
        output = next((k for k in self._gradient_orders.outputs if entry.outputs[k] is target), None)
        cls = sources.__class__ if sources.__class__ in (list, tuple) else None
        positions = {id(v): i for i, v in enumerate([*entry.given, *self._sources])}
        requested = tuple([positions.get(id(source)) for source in ((sources,) if cls is None else sources)])
        needed = self._gradient_orders.needed
        if output is None or not requested or len({*needed}.intersection(requested)) < len(requested):
            return None
        key = output, cls, requested
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._generate(output, cls, requested)  # type: ignore[arg-type]
        self._latest = known
        return known(entry.given, entry.outputs, target, sources)

    def _generate(self, output: int, cls: Any, wanted: tuple[int, ...]) -> CompiledGradient:
        gradient = self._gradient_orders.gradient(self._forward, (output,))
        # not if something must be recomputed, or gradients are slices or missing
        if gradient is None or not gradient.is_dense or not {*wanted} <= {*gradient.produced}:
            return no_gradient
        positions = [gradient.produced.index(i) for i in wanted]
        run = self._enter(gradient.backward, (), cls, positions)
        request = GradientRequest(output, cls, wanted)
        return generate_gradient(self._forward, gradient, run, request, self._captures, self._sources)


__all__ = ["CallPlan", "Enter"]
