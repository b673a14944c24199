"""Programs whose arguments, variables and results are on a device."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.core.device_tensor import DeviceTensor
from graphwright.core.placement import Transfers, placed
from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Value
from graphwright.runtime.calls import Build, OutputLeaf
from graphwright.runtime.largest_arrays import described_largest
from graphwright.runtime.xla.memory import DeviceMemory
from graphwright.runtime.xla.plan import REFUSED, plan_of
from graphwright.runtime.xla.program import XlaProgram

if TYPE_CHECKING:
    from graphwright.runtime.xla.device import XlaDevice


class DeviceProgram(XlaProgram):
    """A graph that runs on one device: eager tensors there go in, and eager tensors there come out.

    Attributes:
      transfers: what it has moved between host and device: arguments that were elsewhere, the operations that run by
        their kernels.
    """

    memory: DeviceMemory

    def __init__(self, graph: FuncGraph, device: XlaDevice) -> None:
        super().__init__(graph, DeviceMemory(device))
        self.device = device
        self._graph = graph
        self._captured: dict[int, tuple[EagerTensor, EagerTensor]] = {}
        self._constant_results: dict[int, tuple[Any, EagerTensor]] = {}

    @property
    def transfers(self) -> Transfers:
        """What the program has moved so far."""
        return self.memory.transfers

    def run_tensors(self, inputs: Sequence[EagerTensor], outputs: Sequence[Value]) -> Sequence[EagerTensor]:
        try:
            found = self.run([_payload(t) for t in inputs])
        except Exception as error:
            problem = self._explained(error)
            if problem is error:
                raise
            raise problem from None
        return [self.tensor(payload, value) for payload, value in zip(found, outputs, strict=True)]

    def with_captures(self, inputs: Sequence[EagerTensor], captures: Sequence[EagerTensor]) -> Sequence[EagerTensor]:
        """The inputs, of which the last are the captures of the graph: those on the host are moved here once."""
        count = len(inputs) - len(captures)
        if all(capture.__class__ is not EagerTensor for capture in captures):
            return inputs
        return [*inputs[:count], *map(self._placed, inputs[count:])]

    def _placed(self, capture: EagerTensor) -> EagerTensor:
        if capture.__class__ is not EagerTensor or not self.device.holds(capture.dtype.name):
            return capture
        known = self._captured.get(id(capture))
        if known is None or known[0] is not capture:
            known = self._captured[id(capture)] = capture, placed(capture, self.device)
        return known[1]

    def entered(
        self, captures: Sequence[EagerTensor], outputs: Sequence[Value], results: OutputLeaf | Build
    ) -> Callable[..., Any]:
        """As in `Program`, for tensors always of the same classes and types, on the same devices."""
        plan: Callable[..., Any] | None = None
        tries = 2
        make = _maker(results, len(outputs))

        def run(*given: Any) -> Any:
            nonlocal plan, tries
            if plan is not None:
                try:
                    found = plan(given)
                except Exception as error:
                    raise self._explained(error) from None
                if found is not REFUSED:
                    return found
            inputs = self.with_captures([*given, *captures], captures)
            tensors = self.run_tensors(inputs, outputs)
            if plan is None and tries:
                tries -= 1
                plan = self._plan(inputs, len(captures), outputs, make)
            return tensors[0] if make is None else make(tensors)

        return run

    def _plan(self, inputs: Sequence[EagerTensor], captures: int, outputs: Sequence[Value], make: Any) -> Any:
        """The fast path for such tensors; None where they take more than one compiled segment."""
        count, padded = self.padding([_payload(t) for t in inputs])
        if count != padded:
            return None
        payloads = dict(self.constants)
        payloads.update(zip(self.inputs, map(_payload, inputs), strict=True))
        segment = self.segment(0, payloads)
        if segment.end < self.length:
            return None
        return plan_of(self, segment, inputs, captures, outputs, make)

    def tensor(self, payload: Any, value: Value) -> EagerTensor:
        """A result of the graph as a tensor.

        What was computed while compiling is moved to the device once.
        """
        known = self._constant_results.get(id(payload))
        if known is not None and known[0] is payload:
            return known[1]
        tensor = self.device.tensor(payload, value.type)
        if self._is_known(payload):
            self._constant_results[id(payload)] = payload, tensor
        return tensor

    def _explained(self, error: Exception) -> Exception:
        """The error of this package for one of jax's about memory; any other one as it is."""
        from graphwright.runtime.xla.device import no_memory

        return no_memory(error, f"the program of {self._graph.name}", self.device, described_largest(self._graph))

    def _is_known(self, payload: Any) -> bool:
        """Whether a result is a constant of the program, or was computed while compiling."""
        if any(payload is array for _, array in self.constants):
            return True
        return any(payload is array for s in list(self._segments.values()) for array in s.known.values())


def _maker(results: OutputLeaf | Build, count: int) -> Callable[[Sequence[Any]], Any] | None:
    """What makes the result of the flat ones; None where there is one, which is the result."""
    if isinstance(results, OutputLeaf):
        if count == 1:
            return None
        at = results.index
        return lambda flat: flat[at]
    numbers = [leaf.index for leaf in results.parts]
    make = results.make
    return make if numbers == list(range(count)) else lambda flat: make([flat[i] for i in numbers])


def _payload(tensor: Any) -> Any:
    return tensor._buffer if tensor.__class__ is DeviceTensor else tensor._array
