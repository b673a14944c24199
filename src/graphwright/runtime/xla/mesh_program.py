"""Programs whose arguments, variables and results are sharded over the devices of a mesh."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import jax
from jax import lax
from jax.sharding import NamedSharding, PartitionSpec

from graphwright.core.tensor import EagerTensor
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Value
from graphwright.runtime.xla.device_program import DeviceProgram
from graphwright.runtime.xla.executor import DeviceExecutor
from graphwright.runtime.xla.memory import DeviceMemory
from graphwright.runtime.xla.plan import REFUSED

if TYPE_CHECKING:
    from graphwright.runtime.xla.mesh_device import MeshDevice


class MeshMemory(DeviceMemory):
    """Buffers that are sharded over the devices of a mesh."""

    device: MeshDevice

    def kept_as(self, array: Any, sharding: Any) -> Any:
        if sharding is None:  # on the mesh, as XLA chooses
            open_ = [PartitionSpec.UNCONSTRAINED] * array.ndim
            sharding = NamedSharding(self.device.mesh, PartitionSpec(*open_))
        return lax.with_sharding_constraint(array, sharding)

    def result(self, array: Any) -> Any:
        return self.device.plain(array)


class MeshProgram(DeviceProgram):
    """A graph as one SPMD program, compiled for each set of sizes and layouts that it meets."""

    def __init__(self, graph: FuncGraph, device: MeshDevice) -> None:
        super().__init__(graph, device)
        self.memory = MeshMemory(device)
        self._mesh_device = device

    def run_tensors(self, inputs: Sequence[EagerTensor], outputs: Sequence[Value]) -> Sequence[EagerTensor]:
        self._mesh_device.check_inputs(inputs, self._graph.name)
        return super().run_tensors(inputs, outputs)

    def _plan(self, inputs: Sequence[EagerTensor], captures: int, outputs: Sequence[Value], make: Any) -> Any:
        """The fast path for tensors of these types and layouts."""
        plan: Callable[..., Any] | None = super()._plan(inputs, captures, outputs, make)
        if plan is None:
            return None
        layouts = [_sharding(t) for t in inputs[: len(inputs) - captures]]
        nested = any(_is_nested(s) for segment in self._segments.values() for s in _result_shardings(segment.compiled))
        if nested:  # results have to be looked at
            return None

        def run(given: Sequence[Any]) -> Any:
            for tensor, layout in zip(given, layouts, strict=True):
                if _sharding(tensor) != layout:
                    return REFUSED
            return plan(given)

        return run


class MeshExecutor(DeviceExecutor):
    """The executor of a mesh."""

    def compile(self, graph: FuncGraph) -> MeshProgram:
        return MeshProgram(graph, self.device)


def _sharding(tensor: Any) -> Any:
    return getattr(getattr(tensor, "_buffer", None), "sharding", None)


def _result_shardings(compiled: Any) -> list[Any]:
    return [] if compiled is None else jax.tree.leaves(compiled.output_shardings)


def _is_nested(sharding: Any) -> bool:
    return any(isinstance(part, tuple) for part in getattr(sharding, "spec", ()))
