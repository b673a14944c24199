"""Makes the plan of a graph: its operations as steps in execution order, with elementwise work fused.

A step is what becomes one piece of code: a fused loop nest, a product, a view, a call back into Python. The plan
knows nothing of LLVM; it decides what runs together and what must be kept in memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from graphwright.base.shape import Dim
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Elementwise, Reduce
from graphwright.ir.types import TensorType
from graphwright.runtime.native.fusion import batch_tiling
from graphwright.runtime.native.fusion.legality import Rules
from graphwright.runtime.native.fusion.patterns import fuse, verified
from graphwright.runtime.native.fusion.rule_probe import Probe
from graphwright.runtime.native.fusion.steps import (
    Agreed,
    BatchTiles,
    Check,
    Fused,
    HostCall,
    OpStep,
    Plan,
    Reduction,
    Rename,
    Step,
)
from graphwright.runtime.native.machine.budgets import STEP_MEMBERS


def plan_graph(graph: Any) -> Plan:
    """The plan of a FuncGraph, whose values are those of the plan or of a plain copy."""
    if graph.value_class is not Value:
        graph = copy_graph(graph)  # tensors cannot be keys of a dictionary
    return _Planner(graph.operations, graph.inputs, graph.outputs).run()


def _plan_tile(graph: FuncGraph) -> Plan | None:
    """The plan of the graph of a tile; None where it would call Python."""
    plan = _Planner(graph.operations, graph.inputs, graph.outputs, inside_tile=True).run()
    return None if any(isinstance(step, HostCall) for step in plan.steps) else plan


def is_object(type_: TensorType) -> bool:
    """Whether compiled code only handles a value as a Python object: it cannot look into it."""
    return type_.dims is None or type_.dtype.name not in NATIVE_DTYPES


def _asks_kernel(op: Operation) -> bool:
    """Whether a reduction's kernel is called on its inputs if an axis turns out to be empty."""
    return op.type in ("ArgMax", "ArgMin") and not op.inputs[0].type.is_static


def _lengths_first(operations: Sequence[Operation]) -> Sequence[Operation]:
    """The operations, with lengths of lists read as soon as these are there: before anything changes them in place."""
    lengths: dict[Operation, list[Operation]] = {}
    for op in operations:
        if op.type == "TensorListLength":
            lengths.setdefault(op.inputs[0].op, []).append(op)
    if not lengths:
        return operations
    others = [op for op in operations if op.type != "TensorListLength"]
    made_here = set(others)
    early = [op for maker, found in lengths.items() if maker not in made_here for op in found]
    return early + [each for op in others for each in (op, *lengths.get(op, ()))]


class _Group:
    """A fused step while it takes in operations."""

    def __init__(self, dims: tuple[Dim, ...]) -> None:
        self.dims = dims
        self.members: dict[Operation, Probe] = {}
        self.reductions: list[Reduction] = []
        self.closed = False
        self.fallible = False

    @property
    def axes(self) -> tuple[int, ...] | None:
        """The axes that are reduced; None when nothing is."""
        return self.reductions[0].axes if self.reductions else None

    def absorb(self, other: _Group) -> None:
        """Take in what another open group does."""
        self.members.update(other.members)
        self.reductions += other.reductions


class _Planner:
    def __init__(
        self,
        operations: Sequence[Operation],
        inputs: Sequence[Value],
        outputs: Sequence[Value],
        *,
        inside_tile: bool = False,
    ) -> None:
        self.inputs, self.outputs = list(inputs), list(outputs)
        self.steps: list[Step] = []
        self.inside_tile = inside_tile
        self.rules = Rules(inputs)
        operations, self.renamed = self.rules.expand(operations, {v.op for v in inputs}, outputs)
        self.operations = _lengths_first(operations)
        self.users: dict[Value, list[Operation]] = {}
        for op in self.operations:
            for value in op.inputs:
                self.users.setdefault(value, []).append(op)
        self.leaving = set(outputs)
        self.open: dict[Value, _Group] = {}  # the open group that makes a value
        self.fallible: list[_Group] = []  # groups with members whose elements are checked

    def run(self) -> Plan:
        inside = {} if self.inside_tile else self._tiles()
        for op in self.operations:
            step = inside.get(op)
            if step is None:
                self._place(op)
                continue
            if op is step.members[-1]:
                self._close_makers(step.inputs)
                self.steps.append(step)
                self.rules.bind(step.outputs)
            self._rename(op, [pair for pair in self.renamed.get(op, ()) if pair[0] not in step.made])
        for group in dict.fromkeys(self.open.values()):
            self._close(group)
        return fuse(verified(Plan(self.inputs, self.outputs, self.steps), "of operations"))

    def _tiles(self) -> dict[Operation, BatchTiles]:
        """The operations that go through a batch by tiles, each with its step."""
        found = batch_tiling.tiles(self.operations, self.renamed, self.leaving, _plan_tile)
        return {op: step for step in found for op in step.members}

    # placing one operation ---------------------------------------------------------------------------------

    def _place(self, op: Operation) -> None:
        old = self.renamed.get(op)
        if old is not None:
            self._rename(op, old)
            return
        if op in self.rules.checks:
            self._close_makers(op.inputs)
            self.steps.append(Check.of(op, self.rules.checks[op]))
            return
        rule = self.rules.of(op)
        if op.record.effect in ("write", "host"):
            self._close_fallible()
        dims = op.outputs[0].type.dims if op.outputs else None
        if isinstance(rule, Elementwise) and dims:
            self._place_elementwise(op, dims)
        elif isinstance(rule, Reduce):
            self._place_reduction(op, rule)
        else:
            self._close_makers(op.inputs)
            if op in self.rules.agreements:
                self.steps.append(Check.of(op, self.rules.agreements[op]))
            self.steps.append(HostCall.of(op) if rule is None else OpStep.of(op, rule))
            self.rules.bind(op.outputs)

    def _rename(self, op: Operation, pairs: Sequence[tuple[Value, Value]]) -> None:
        self._close_makers(new for _, new in pairs)
        self.steps += [Rename(op, old, new) for old, new in pairs]
        self.rules.bind(old for old, _ in pairs)

    def _place_elementwise(self, op: Operation, dims: tuple[Dim, ...]) -> None:
        group: _Group | None = None
        for value in op.inputs:
            found = self.open.get(value)
            if found is None:
                continue
            if found.dims != dims or value.op not in found.members:
                self._close(found)
            elif found is group:
                continue
            elif group is None:
                group = found
            else:
                group = self._merged(group, found)
        if group is not None and len(group.members) >= STEP_MEMBERS:
            self._close(group)
        # closing one group may have closed the one that was chosen
        if group is None or group.closed:
            group = _Group(dims)
        group.members[op] = probe = self.rules.probes[op]
        if probe.checked or op in self.rules.agreements:
            self._may_fail(group)
        self.open[op.outputs[0]] = group

    def _merged(self, group: _Group, other: _Group) -> _Group:
        """Both groups as one; where their reductions disagree the second is closed."""
        if group.axes is not None and other.axes is not None and group.axes != other.axes:
            self._close(other)
            return group
        if len(group.members) < len(other.members):
            group, other = other, group
        group.absorb(other)
        if other.fallible:
            self._may_fail(group)
        other.closed = True
        for op in (*other.members, *(r.op for r in other.reductions)):
            self.open[op.outputs[0]] = group
        return group

    def _place_reduction(self, op: Operation, rule: Reduce) -> None:
        value = op.inputs[0]
        axes = self.rules.reduced_axes(op)
        assert axes is not None
        if _asks_kernel(op):
            self._close_makers([value])
        group = self.open.get(value)
        if group is not None and (value.op not in group.members or group.axes not in (None, axes)):
            self._close(group)
            group = None
        if group is None:
            group = _Group(value.type.dims)
        group.reductions.append(Reduction(op, rule.kind, axes))
        self.open[op.outputs[0]] = group

    # closing groups ----------------------------------------------------------------------------------------

    def _close_makers(self, values: Iterable[Value]) -> None:
        for value in values:
            group = self.open.get(value)
            if group is not None:
                self._close(group)

    def _may_fail(self, group: _Group) -> None:
        if not group.fallible:
            group.fallible = True
            self.fallible.append(group)

    def _close_fallible(self) -> None:
        """What may fail runs before an effect that comes behind it in the program."""
        for group in self.fallible:
            if not group.closed:
                self._close(group)
        self.fallible.clear()

    def _close(self, group: _Group) -> None:
        """A group becomes a step: from here on its results are in memory."""
        group.closed = True
        inside = group.members
        inputs: dict[Value, None] = {}
        for op in (*inside, *(r.op for r in group.reductions)):
            del self.open[op.outputs[0]]
            # the axes of a reduction are constants, of use only to its kernel
            read = op.inputs if op in inside or _asks_kernel(op) else op.inputs[:1]
            for value in read:
                if value.op not in inside:
                    inputs[value] = None
        reducing = {r.op for r in group.reductions}
        outputs = [v for op in inside for v in op.outputs if self._is_kept(v, inside, reducing)]
        outputs += [r.op.outputs[0] for r in group.reductions]
        step = Fused(group.dims, inside, group.reductions, list(inputs), outputs, group.fallible)
        open_ = {op: self.rules.agreements[op] for op in inside if op in self.rules.agreements}
        self.steps.append(Agreed(step, open_) if open_ else step)

    def _is_kept(self, value: Value, inside: dict[Operation, Probe], reducing: set[Operation]) -> bool:
        """Whether a member's result is needed outside the loop that computes it."""
        if value in self.leaving:
            return True
        return any(user not in inside and user not in reducing for user in self.users.get(value, ()))
