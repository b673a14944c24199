"""Replicas step by step: each operation runs for all of them before the next one does.

It is the reference for replicated programs, and what runs where the replicas' sizes differ, where a part of the
function is no program of jax, and where jax is not installed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.core.variable_state import VariableState
from graphwright.distribute.replicated.groups import ReplicaGroup
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.reference import locate, run_operation

_MERGE: dict[str, Callable[[Any, Any], Any]] = {
    "Add": np.add, "Mul": np.multiply, "Min": np.minimum, "Max": np.maximum,
}  # fmt: skip
_COMMUNICATES = frozenset({"CollectiveReduce", "CollectiveGather", "XlaReplicaId"})


class Lockstep:
    """One run of a graph by all replicas of this process.

    Args:
      group: the replicas.
      mirrored: the states of variables that all replicas share, and that are written once.
    """

    def __init__(self, group: ReplicaGroup, mirrored: Sequence[VariableState]) -> None:
        self._group = group
        self._mirrored = {id(state) for state in mirrored}

    def run_graph(self, graph: FuncGraph, inputs: Sequence[list[Any]]) -> list[list[Any]]:
        """The outputs of a graph, each with a payload for each replica, as the inputs have."""
        values: dict[Value, list[Any]] = dict(zip(graph.inputs, inputs, strict=True))
        arguments = {v.op for v in graph.inputs}
        for op in graph.operations:
            if op in arguments:
                continue
            results = self._run(op, [values[v] for v in op.inputs])
            values.update(zip(op.outputs, results, strict=True))
        return [values[v] for v in graph.outputs]

    def _run(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        run = _HANDLERS.get(op.type)
        if run is not None:
            return run(self, op, inputs)
        if op.type == "Const":
            return [[op.attrs["value"]] * self._group.local_replicas]
        shared = any(id(each[0]) in self._mirrored for each in inputs)
        if shared and (op.record.effect == "write" or len(inputs) == 1):  # reads by index have indices of each replica
            once = run_operation(op, [each[0] for each in inputs])
            return [[payload] * self._group.local_replicas for payload in once]
        return self._apart(op, inputs)

    def _apart(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        """The results of an operation that each replica runs by itself."""
        found = [run_operation(op, [each[r] for each in inputs]) for r in range(self._group.local_replicas)]
        return [list(each) for each in zip(*found, strict=True)] if op.outputs else []

    # communication -------------------------------------------------------------------------------------------

    def _reduce(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        parts = self._group.gather_from_processes(inputs[0])
        if len({part.shape for part in parts}) > 1:
            error = errors.InvalidArgumentError(
                f"Shape mismatch in all_reduce: the replicas' values have shapes {[part.shape for part in parts]}."
            )
            locate(error, op)
            raise error
        merge = _MERGE[op.attrs["merge_op"]]
        whole = parts[0]
        for part in parts[1:]:
            whole = merge(whole, part)
        if op.attrs["final_op"] == "Div":
            exact = whole.dtype.kind not in "iu"
            whole = whole / np.asarray(len(parts), whole.dtype) if exact else whole // len(parts)
        whole = np.asarray(whole, parts[0].dtype)
        return [[whole] * self._group.local_replicas]

    def _gather(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        whole = np.concatenate(self._group.gather_from_processes(inputs[0]))
        return [[whole] * self._group.local_replicas]

    def _number(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        return [[np.int32(i) for i in self._group.local_ids]]

    # control flow --------------------------------------------------------------------------------------------

    def _call(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        return self.run_graph(op.attrs["f"], inputs)

    def _branch(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        if not _together(op):
            return self._apart(op, inputs)
        taken = self._same(op, [bool(np.size(c)) if np.ndim(c) else bool(c) for c in inputs[0]])
        return self.run_graph(op.attrs["then_branch" if taken else "else_branch"], inputs[1:])

    def _case(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        if not _together(op):
            return self._apart(op, inputs)
        graphs = op.attrs["branches"]
        index = self._same(op, [int(i) if 0 <= int(i) < len(graphs) else len(graphs) - 1 for i in inputs[0]])
        return self.run_graph(graphs[index], inputs[1:])

    def _loop(self, op: Operation, inputs: list[list[Any]]) -> list[list[Any]]:
        if not _together(op):
            return self._apart(op, inputs)
        state = list(inputs)
        while self._same(op, [bool(c) for c in self.run_graph(op.attrs["cond"], state)[0]]):
            state = self.run_graph(op.attrs["body"], state)
        return state

    def _same(self, op: Operation, choices: Sequence[Any]) -> Any:
        if any(choice != choices[0] for choice in choices[1:]):
            error = errors.InvalidArgumentError(
                f"The replicas go different ways ({', '.join(map(str, choices))}) where the code communicates or "
                "assigns variables: what one replica waits for, another never sends. Let the condition be the same "
                "on all replicas, for example by `all_reduce`."
            )
            locate(error, op)
            raise error
        return choices[0]


def _together(op: Operation) -> bool:
    """Whether the bodies of an operation do what all replicas must do at the same time."""
    for name in op.record.function_attrs:
        found = op.attrs[name]
        for graph in found if isinstance(found, (list, tuple)) else [found]:
            if any(
                inner.type in _COMMUNICATES or inner.record.effect in ("write", "host") or _together(inner)
                for inner in graph.operations
            ):
                return True
    return False


_HANDLERS: dict[str, Callable[[Lockstep, Operation, list[list[Any]]], list[list[Any]]]] = {
    "CollectiveReduce": Lockstep._reduce,
    "CollectiveGather": Lockstep._gather,
    "XlaReplicaId": Lockstep._number,
    "PartitionedCall": Lockstep._call,
    "StatefulPartitionedCall": Lockstep._call,
    "If": Lockstep._branch,
    "StatelessIf": Lockstep._branch,
    "Case": Lockstep._case,
    "StatelessCase": Lockstep._case,
    "While": Lockstep._loop,
    "StatelessWhile": Lockstep._loop,
}
