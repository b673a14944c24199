"""The steps of a plan: what becomes one piece of code."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Alias, Lowering, Structural
from graphwright.runtime.native.fusion.open_sizes import Agreement
from graphwright.runtime.native.fusion.rule_probe import Probe


class Step:
    """One operation done by itself."""

    __slots__ = ("inputs", "op", "outputs", "rule")

    def __init__(self, op: Operation, rule: Lowering | None) -> None:
        self.op = op
        self.rule = rule
        self.inputs: list[Value] = list(dict.fromkeys(op.inputs))
        self.outputs: list[Value] = op.outputs


class Rename(Step):
    """`new` is the value that stands for `old` from here on: what is left of an op that was taken apart."""

    __slots__ = ()

    def __init__(self, op: Operation, old: Value, new: Value) -> None:
        super().__init__(op, Alias())
        self.inputs, self.outputs = [new], [old]


class Reduction:
    """One reduction at the end of a fused group."""

    __slots__ = ("axes", "kind", "op")

    def __init__(self, op: Operation, kind: str, axes: tuple[int, ...]) -> None:
        self.op = op
        self.kind = kind
        self.axes = axes


class Fused(Step):
    """Elementwise operations over one space of indices, and reductions of their results over the same axes."""

    __slots__ = ("closed", "dims", "fallible", "members", "reductions")

    def __init__(self, dims: tuple[Dim, ...]) -> None:
        self.dims = dims
        self.members: dict[Operation, Probe] = {}
        self.reductions: list[Reduction] = []
        self.closed = False
        self.fallible = False
        self.op = None  # type: ignore[assignment]
        self.rule = None
        self.inputs = []
        self.outputs = []

    @property
    def weight(self) -> int:
        """Work for each element."""
        return len(self.members) + len(self.reductions)

    @property
    def axes(self) -> tuple[int, ...] | None:
        """The axes that are reduced; None when nothing is."""
        return self.reductions[0].axes if self.reductions else None

    def absorb(self, other: Fused) -> None:
        """Take in what another open group does."""
        self.members.update(other.members)
        self.reductions += other.reductions


class Check(Step):
    """Open sizes of an op's inputs are compared; the step that computes the op follows."""

    __slots__ = ("agreement",)

    def __init__(self, op: Operation, agreement: Agreement) -> None:
        super().__init__(op, Structural())  # so that nobody takes it for the op itself
        self.agreement = agreement
        self.outputs = []


class Agreed(Step):
    """A fused group with members whose inputs have open sizes: these are compared before it runs.

    No pattern applies to it, because what its inputs are repeated over is known only then.
    """

    __slots__ = ("agreements", "group")

    def __init__(self, group: Fused, agreements: Mapping[Operation, Agreement]) -> None:
        first = next(iter(agreements))
        super().__init__(first, first.record.native)
        self.group = group
        self.agreements = agreements
        self.inputs, self.outputs = group.inputs, group.outputs


def count_readers(steps: Sequence[Step], leaving: Iterable[Value]) -> dict[Value, int]:
    """How many steps read each value; one that leaves the graph has several readers, however many read it here."""
    readers = dict.fromkeys(leaving, 2)
    for step in steps:
        for value in step.inputs:
            readers[value] = readers.get(value, 0) + 1
    return readers
