"""The op that runs a function on all replicas of a group, and how it is run.

Its function was traced once, for one replica. With jax it becomes one program over a mesh of devices
(`runtime.xla.replicated`); what jax cannot have, and replicas whose sizes differ, run step by step in this process
(`distribute.replicated.lockstep`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.base.shape import Symbol
from graphwright.distribute.replicated.groups import ReplicaGroup, group_named
from graphwright.distribute.replicated.lockstep import Lockstep
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.passes import optimize


def _output_shapes(ctx: Any) -> list[Dims]:
    body: FuncGraph = ctx.attrs["computation"]
    types = [v.type for _ in range(ctx.attrs["num_replicas"]) for v in body.outputs]
    return [t.dims if t.is_static else _unknown(t.dims) for t in types]


def _unknown(dims: Dims) -> Dims:
    """The dims with sizes of their own where the body's are not known."""
    return None if dims is None else tuple(d if isinstance(d, int) else Symbol() for d in dims)


def _run(
    inputs: Sequence[Any], broadcast_inputs: Sequence[Any], variables: Sequence[Any],
    guaranteed_constants: Sequence[Any], *, computation: FuncGraph, num_replicas: int, topology: str, **_: Any,
) -> list[Any]:  # fmt: skip
    group = group_named(topology)
    program = computation.derived.get("replicated")
    if program is None:
        program = computation.derived.setdefault("replicated", ReplicatedProgram(computation, group))
    count = len(inputs) // num_replicas
    split = [[inputs[r * count + i] for r in range(num_replicas)] for i in range(count)]
    outputs = program.run(split, list(broadcast_inputs), list(variables))
    return [output[r] for r in range(num_replicas) for output in outputs]


class ReplicatedProgram:
    """The body of a replicated call, ready to be run on the replicas of a group.

    Attributes:
      refusal: why the body runs step by step and not as one program; empty where it does not.
    """

    def __init__(self, body: FuncGraph, group: ReplicaGroup) -> None:
        self.graph, self.group = optimize(body), group
        self.refusal = ""
        self._spmd: Any = None

    @property
    def transfers(self) -> Any:
        """What the program over the devices has moved between them and the host; None where there is none."""
        return None if self._spmd is None else self._spmd.transfers

    def run(self, split: list[list[Any]], broadcast: list[Any], variables: list[Any]) -> list[list[Any]]:
        """The outputs, each with one array for each replica of this process.

        Args:
          split: for each input that differs the payload of each replica.
          broadcast: payloads that all replicas share.
          variables: the states of variables of which all replicas have the same copy.
        """
        mesh = self.group.mesh()
        if mesh is not None:
            if self._spmd is None:
                from graphwright.runtime.xla.replicated import SpmdProgram

                self._spmd = SpmdProgram(self.graph, mesh)
            found: list[list[Any]] | None = self._spmd.run(split, broadcast, variables)
            if found is not None:
                return found
            self.refusal = self._spmd.refusal
        steps = Lockstep(self.group, variables)
        local = self.group.local_replicas
        shared = [[v] * local for v in (*broadcast, *variables)]
        return steps.run_graph(self.graph, [*split, *shared])


REPLICATED_CALL = op(
    "_TPUReplicate",
    "inputs: [Tinputs], broadcast_inputs: [Tbroadcast_inputs], variables: NumVariables*resource, "
    "guaranteed_constants: [Tguaranteed_constants] -> outputs: [output_types]",
    'computation: func; num_replicas: int >= 1; num_cores_per_replica: int = 1; topology: string = ""; '
    "use_tpu: bool = true; device_assignment: list(int) = []; host_compute_core: list(string) = []; "
    "Tinputs: list(type) >= 0; Tbroadcast_inputs: list(type) >= 0; NumVariables: int >= 0; "
    "Tguaranteed_constants: list(type) >= 0; output_types: list(type) >= 0; padding_map: list(string) = []; "
    'step_marker_location: string = "STEP_MARK_AT_ENTRY"; allow_soft_placement: bool = false; '
    "num_distributed_variables: int = 0; use_spmd_for_xla_partitioning: bool = false; "
    'use_shardy_partitioner: bool = false; tpu_compile_options_proto: string = ""',
    shape=_output_shapes,
    kernel=_run,
    no_gradient=True,
    effect="host",
)

__all__ = ["REPLICATED_CALL", "ReplicatedProgram"]
