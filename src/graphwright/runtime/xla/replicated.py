"""Functions of all replicas as one program over a mesh: `jax.shard_map` of the body, with its collectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import PartitionSpec

from graphwright.base.dtypes import from_numpy
from graphwright.base.frozen import frozen
from graphwright.core.placement import Transfers
from graphwright.core.variable_state import VariableState
from graphwright.ir.emit import Unsupported
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type
from graphwright.runtime.xla import backend
from graphwright.runtime.xla.block import Block, Handle, Opaque, needed
from graphwright.runtime.xla.mesh import AXIS, ReplicaMesh
from graphwright.runtime.xla.segment import COMPILER_OPTIONS, form_of

COMMUNICATION = ("CollectiveReduce", "CollectiveGather")
"""The ops that exchange values."""
_SPLIT, _WHOLE = PartitionSpec(AXIS), PartitionSpec()


@frozen
class _Compiled:
    """A program for one set of sizes.

    Attributes:
      function: takes the arrays that differ, those that are shared, the states of variables that differ, and those of
        shared variables.
      written: for each of the last two the numbers of the variables that the results have new values of.
      may_fail: whether the last result says that an operation is refused.
    """

    function: Any
    written: tuple[list[int], list[int]]
    may_fail: bool


class SpmdProgram:
    """A body that all replicas run, compiled for each set of sizes that it meets.

    Attributes:
      refusal: why the last call could not be run as one program; empty where it was.
      transfers: what it has moved between the host and the devices so far.
    """

    def __init__(self, graph: FuncGraph, mesh: ReplicaMesh) -> None:
        self._graph, self._mesh = graph, mesh
        self._compiled: dict[Any, _Compiled | str] = {}
        self._name = graph.name.rpartition("_")[0]
        self._texts = ("", "") if mesh.processes is None else (communication_of(graph), _text_of(graph))
        self.refusal = ""
        self.transfers = Transfers()

    def run(
        self, split: Sequence[list[Any]], broadcast: Sequence[Any], variables: Sequence[VariableState]
    ) -> list[list[Any]] | None:
        """The outputs, with an array for each replica of this process; None, with nothing done, where it cannot be."""
        forms = self._forms(split, broadcast, variables)
        processes = self._mesh.processes
        if processes is not None and not processes.agree(self._name, *self._texts, forms, forms is not None):
            forms = None
        if forms is None:
            self.refusal = "the sizes of the replicas' inputs differ"
            return None
        compiled = self._compiled.get(forms)
        payloads = _Payloads(self._mesh, split, broadcast, variables)
        if compiled is None:
            compiled = self._compiled[forms] = self._compile(payloads)
        if isinstance(compiled, str):
            self.refusal = compiled
            return None
        self.refusal = ""
        if processes is None:
            return self._call(compiled, payloads)
        found: list[list[Any]] | None = processes.bounded(lambda: self._call(compiled, payloads), self._name)
        return found

    def _call(self, compiled: _Compiled, payloads: _Payloads) -> list[list[Any]] | None:
        with self._mesh.lock:
            before = self._mesh.transfers.counts()
            try:
                return self._results(compiled, payloads)
            finally:
                moved = zip(self._mesh.transfers.counts(), before, strict=True)
                self.transfers.add([now - then for now, then in moved])

    def _results(self, compiled: _Compiled, payloads: _Payloads) -> list[list[Any]] | None:
        with jax.enable_x64(True):
            arrays, own, shared, failed = compiled.function(*payloads.arrays(compiled.written[1]))
            if compiled.may_fail and bool(np.asarray(failed.addressable_shards[0].data)):
                self.refusal = "an operation is refused"
                own, arrays = [], []  # shared variables get their old values back: they were donated
            for number, array in zip(compiled.written[1], shared, strict=True):
                self._mesh.store(payloads.shared[number], array)
        if self.refusal:
            return None
        for number, array in zip(compiled.written[0], own, strict=True):
            for state, part in zip(payloads.own[number], self._mesh.local_parts(array), strict=True):
                with state.lock:
                    state.write(np.array(part))
        return [self._mesh.local_parts(a) for a in arrays]

    # compiling -----------------------------------------------------------------------------------------------

    def _forms(self, split: Sequence[list[Any]], broadcast: Sequence[Any], variables: Sequence[Any]) -> Any:
        """What is known of the inputs; None where that differs between replicas."""
        found: list[Any] = []
        for each in split:
            forms = {form_of(payload, {}) for payload in each}
            if len(forms) != 1:
                return None
            found.append(forms.pop())
        numbers: dict[int, int] = {}
        return (*found, *(form_of(p, numbers) for p in (*broadcast, *variables)))

    def _compile(self, payloads: _Payloads) -> _Compiled | str:
        """The program for the sizes of these payloads, or why there is none."""
        body = _Body(self._graph, payloads)
        with backend.settings():
            try:  # which variables it writes is known when it has been traced
                jax.jit(self._mapped(body)).trace(*payloads.arrays(()))
            except Unsupported as error:
                return f"{error}{body.place()}"
            donating = _Body(self._graph, payloads, donated=body.written[1])
            function = jax.jit(self._mapped(donating), compiler_options=COMPILER_OPTIONS, donate_argnums=4)
        return _Compiled(function, body.written, body.may_fail)

    def _mapped(self, body: _Body) -> Any:
        arguments, results = (_SPLIT, _WHOLE, _SPLIT, _WHOLE, _WHOLE), (_SPLIT, _SPLIT, _WHOLE, _WHOLE)
        mesh = self._mesh.mesh
        return jax.shard_map(body.run, mesh=mesh, in_specs=arguments, out_specs=results, check_vma=False)


def _text_of(graph: FuncGraph) -> str:
    """The operations of a graph in words that do not depend on the process."""
    return "\n".join(f"{op.type}({', '.join(repr(v.type) for v in op.inputs)})" for op in needed(graph))


def communication_of(graph: FuncGraph) -> str:
    """What a graph, with those that it calls, exchanges with other replicas: a line for each place."""
    lines = []
    for one in (graph, *graph.functions()):
        for op in one.operations:
            if op.type in COMMUNICATION:
                lines.append(f"{op.type} {op.attrs.get('merge_op', '')} {op.inputs[0].dtype.name} {op.location or ''}")
    return "\n".join(lines)


class _Payloads:
    """The inputs of one call, sorted by what they are for the program."""

    def __init__(
        self, mesh: ReplicaMesh, split: Sequence[list[Any]], broadcast: Sequence[Any],
        variables: Sequence[VariableState],
    ) -> None:  # fmt: skip
        self._mesh = mesh
        self.own: list[list[VariableState]] = [each for each in split if isinstance(each[0], VariableState)]
        self.shared: list[VariableState] = [p for p in broadcast if isinstance(p, VariableState)]
        self.plain = len(self.shared)
        self.shared += variables
        self.split = [each for each in split if not isinstance(each[0], VariableState)]
        self.broadcast = [p for p in broadcast if not isinstance(p, VariableState)]
        self.order: list[tuple[str, int]] = []
        counts = {"split": 0, "own": 0, "broadcast": 0, "shared": 0}
        kinds = [("own" if isinstance(each[0], VariableState) else "split") for each in split]
        kinds += ["shared" if isinstance(p, VariableState) else "broadcast" for p in broadcast]
        kinds += ["shared"] * len(variables)
        for kind in kinds:
            self.order.append((kind, counts[kind]))
            counts[kind] += 1

    def arrays(self, donated: Sequence[int]) -> tuple[list[Any], ...]:
        """The arguments of the program, which takes over the memory of these shared variables: they come last."""
        mesh = self._mesh
        with jax.enable_x64(True):
            return (
                [mesh.scattered(each) for each in self.split if is_array(each[0])],
                [mesh.replicated(p) for p in self.broadcast if is_array(p)],
                [mesh.scattered([s.read() for s in states]) for states in self.own],
                [mesh.state(s) for i, s in enumerate(self.shared) if i not in donated],
                [mesh.state(self.shared[i]) for i in donated],
            )


def is_array(payload: Any) -> bool:
    """Whether a payload can go to a device."""
    return bool(form_of(payload, {})[0] == "array")


class _Body:
    """The function of one replica while jax traces it.

    Args:
      donated: the numbers of the shared variables whose memory the program takes over.
    """

    def __init__(self, graph: FuncGraph, payloads: _Payloads, donated: Sequence[int] = ()) -> None:
        self._graph, self._payloads, self._donated = graph, payloads, donated
        self.written: tuple[list[int], list[int]] = ([], [])
        self.may_fail = False
        self._block: Block | None = None

    def place(self) -> str:
        """The operation that was last lowered, and its line."""
        op = None if self._block is None else self._block.origin
        if op is None:
            return ""
        location = (op.origin or op).location
        return f" ({op.type} '{op.name}'{f', {location}' if location else ''})"

    def run(
        self, split: list[Any], broadcast: list[Any], own: list[Any], kept: list[Any], donated: list[Any]
    ) -> Any:  # fmt: skip
        """The outputs of the replica, the new states of its own variables and of the shared ones, and what failed."""
        left, taken = iter(kept), dict(zip(self._donated, donated, strict=True))
        shared = [taken[i] if i in taken else next(left) for i in range(len(kept) + len(donated))]
        block = self._block = Block()
        block.axis = AXIS
        first_shared = len(own)
        block.states.update(enumerate([*(s[0] for s in own), *shared]))
        inputs = self._inputs(block, [s[0] for s in split], broadcast, first_shared)
        outputs = [block.traced(v)[None] for v in block.inline(self._graph, inputs)]
        written = sorted(block.written)
        plain = range(first_shared, first_shared + self._payloads.plain)
        if any(n in plain for n in written):
            raise Unsupported("it assigns a variable that was created outside of the strategy's scope")
        mine = [n for n in written if n < first_shared]
        common = [n - first_shared for n in written if n >= first_shared]
        self.written = mine, common
        failed = block.failed()
        self.may_fail = failed is not None
        anywhere = jnp.asarray(False) if failed is None else lax.pmax(failed.astype(np.int32), AXIS) > 0
        states = [block.states[n][None] for n in mine], [block.states[n + first_shared] for n in common]
        if failed is not None:
            states = states[0], [jnp.where(anywhere, shared[n], new) for n, new in zip(common, states[1], strict=True)]
        return outputs, *states, anywhere

    def _inputs(self, block: Block, split: list[Any], broadcast: list[Any], first_shared: int) -> list[Value]:
        arrays = {"split": iter(split), "broadcast": iter(broadcast)}
        found: list[Value] = []
        for value, (kind, number) in zip(self._graph.inputs, self._payloads.order, strict=True):
            if kind in ("own", "shared"):
                payload: Any = Handle(number if kind == "own" else first_shared + number)
                found.append(block.value(payload, value.type))
                continue
            original = self._payloads.split[number][0] if kind == "split" else self._payloads.broadcast[number]
            if is_array(original):
                array = next(arrays[kind])
                found.append(block.value(array, tensor_type(from_numpy(np.dtype(array.dtype)), tuple(array.shape))))
            else:
                found.append(block.value(Opaque(), value.type))
        return found
