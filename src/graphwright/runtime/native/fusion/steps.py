"""A plan and its steps, one class for each kind. `show.py` prints them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from graphwright.base.frozen import frozen, frozen_identity
from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Alias, Contract, Lowering
from graphwright.runtime.native.epilogue import Epilogue, operands
from graphwright.runtime.native.fusion.open_sizes import Agreement
from graphwright.runtime.native.fusion.rule_probe import Probe

if TYPE_CHECKING:
    from graphwright.ir.funcgraph import FuncGraph

#: The ops that keep an array, and which of their inputs it is.
OWNING_OPS = {"AssignVariableOp": 1, "TensorListPushBack": 1, "TensorListSetItem": 2}

#: The ops that look at types alone, so that they may come before what makes their inputs.
OF_SHAPES = frozenset({"Shape", "ShapeN", "Size", "Rank"})


# one operation ---------------------------------------------------------------------------------------------


@frozen_identity
class OpStep:
    """One operation, by its native rule."""

    op: Operation
    rule: Lowering
    inputs: Sequence[Value]
    outputs: Sequence[Value]

    @classmethod
    def of(cls, op: Operation, rule: Lowering) -> OpStep:
        """The step for an operation that nothing is fused with."""
        return cls(op, rule, list(dict.fromkeys(op.inputs)), op.outputs)


@frozen_identity
class HostCall:
    """One operation without a native form: its NumPy kernel is called."""

    op: Operation
    inputs: Sequence[Value]
    outputs: Sequence[Value]

    @classmethod
    def of(cls, op: Operation) -> HostCall:
        """The step for an operation."""
        return cls(op, list(dict.fromkeys(op.inputs)), op.outputs)


@frozen_identity
class Rename:
    """`new` is the value that stands for `old` from here on: what is left of an op that was taken apart."""

    op: Operation
    old: Value
    new: Value

    @property
    def inputs(self) -> Sequence[Value]:
        """The new value."""
        return [self.new]

    @property
    def outputs(self) -> Sequence[Value]:
        """The old value."""
        return [self.old]


@frozen_identity
class Check:
    """Open sizes of an operation's inputs are compared; the step that computes the operation follows."""

    op: Operation
    agreement: Agreement
    inputs: Sequence[Value]
    outputs: Sequence[Value]

    @classmethod
    def of(cls, op: Operation, agreement: Agreement) -> Check:
        """The step before that of an operation."""
        return cls(op, agreement, list(dict.fromkeys(op.inputs)), [])


@frozen_identity
class Product:
    """A product or a convolution with its epilogue, after which the results are those of the one output."""

    op: Operation
    rule: Lowering
    epilogue: Epilogue
    inputs: Sequence[Value]
    outputs: Sequence[Value]

    @classmethod
    def of(cls, step: OpStep | Product, epilogue: Epilogue, result: Value) -> Product:
        """The step for a product with another epilogue, which gives `result`."""
        read = [value for part in epilogue for value in operands(part)]
        return cls(step.op, step.rule, epilogue, list(dict.fromkeys([*step.op.inputs, *read])), [result])


@frozen_identity
class Addition:
    """An operation whose result is added to `onto`, in its memory where nobody else reads that."""

    op: Operation
    rule: Lowering
    onto: Value
    inputs: Sequence[Value]
    outputs: Sequence[Value]

    @classmethod
    def of(cls, term: OpStep, onto: Value, result: Value) -> Addition:
        """The step for a term that is added to something, which gives `result`."""
        return cls(term.op, term.rule, onto, list(dict.fromkeys([*term.inputs, onto])), [result])


@frozen_identity
class ScaledAddition:
    """A product whose result times the number `scale` is added to `onto`, or subtracted from it."""

    op: Operation
    rule: Contract
    onto: Value
    scale: Value
    subtracts: bool
    inputs: Sequence[Value]
    outputs: Sequence[Value]


@frozen_identity
class PoolGradient:
    """The gradient of a pool of the greatest elements, and of the ReLU before it."""

    op: Operation
    rule: Lowering
    inputs: Sequence[Value]
    outputs: Sequence[Value]


# several operations ----------------------------------------------------------------------------------------


@frozen
class Reduction:
    """One reduction at the end of a fused step."""

    op: Operation
    kind: str
    axes: tuple[int, ...]


@frozen_identity
class Fused:
    """Elementwise operations over one space of indices, and reductions of their results over the same axes.

    With `fallible` some elements are checked before they are computed.
    """

    dims: tuple[Dim, ...]
    members: Mapping[Operation, Probe]
    reductions: Sequence[Reduction]
    inputs: Sequence[Value]
    outputs: Sequence[Value]
    fallible: bool

    @property
    def weight(self) -> int:
        """Work for each element."""
        return len(self.members) + len(self.reductions)

    @property
    def axes(self) -> tuple[int, ...] | None:
        """The axes that are reduced; None when nothing is."""
        return self.reductions[0].axes if self.reductions else None

    @property
    def summary(self) -> str:
        """What it computes, in a line: its operations, then its reductions."""
        return ", ".join([op.type for op in self.members] + [r.kind for r in self.reductions])


@frozen_identity
class RowGroup:
    """Fused steps over the same rows: the first `kept` of `dims` are those of the rows, the others those of one row.

    A part has either the dimensions `dims`, and may reduce the rows, or `per_row`: one number for each row. A part that
    is no fused step repeats such a number along the row.
    """

    dims: tuple[Dim, ...]
    kept: int
    parts: Sequence[RowPart]
    inputs: Sequence[Value]
    outputs: Sequence[Value]

    @property
    def made(self) -> list[Value]:
        """What the parts compute that is read outside of the part."""
        return [value for part in self.parts for value in part.outputs]


@frozen_identity
class Agreed:
    """A fused step with members whose inputs have open sizes: these are compared before it runs.

    No pattern applies to it, because what its inputs are repeated over is known only then.
    """

    group: Fused
    agreements: Mapping[Operation, Agreement]

    @property
    def op(self) -> Operation:
        """The first operation whose sizes are compared."""
        return next(iter(self.agreements))

    @property
    def inputs(self) -> Sequence[Value]:
        """Those of the fused step."""
        return self.group.inputs

    @property
    def outputs(self) -> Sequence[Value]:
        """Those of the fused step."""
        return self.group.outputs


@frozen_identity
class BatchTiles:
    """Operations, `members`, that go through a batch tile by tile; they give `made`, of which `outputs` are kept.

    `graph` computes `images` of it from the step's inputs: from the tile's part of those in `batched`, and from what is
    the same for all images, such as filters. `plan` is that of the graph.
    """

    members: Sequence[Operation]
    made: Collection[Value]
    batch: Dim
    images: int
    batched: Collection[Value]
    graph: FuncGraph
    plan: Plan
    inputs: Sequence[Value]
    outputs: Sequence[Value]


RowPart: TypeAlias = "Fused | OpStep | HostCall"
Native: TypeAlias = "OpStep | Product | Addition | ScaledAddition | PoolGradient"
"""An operation by its rule, with what is fused into it."""
Step: TypeAlias = "Native | HostCall | Rename | Check | Fused | Agreed | RowGroup | BatchTiles"


def op_of(step: Step) -> Operation | None:
    """The operation of a step of one, with what is fused into it; the first of `Agreed`; None for others of several."""
    return None if isinstance(step, (Fused, RowGroup, BatchTiles)) else step.op


def rule_of(step: Step) -> Lowering | None:
    """The native rule of a step of one operation; None if there is none."""
    if isinstance(step, (Fused, Agreed, RowGroup, BatchTiles, HostCall, Check)):
        return None
    return RENAMING if isinstance(step, Rename) else step.rule


RENAMING = Alias()


def is_constant(step: Step) -> bool:
    """Whether a step is a constant of the graph."""
    return isinstance(step, OpStep) and step.op.type == "Const"


# the plan --------------------------------------------------------------------------------------------------


@frozen_identity
class Plan:
    """The steps of one graph in the order in which they run, and the values that enter and leave the graph."""

    inputs: Sequence[Value]
    outputs: Sequence[Value]
    steps: Sequence[Step]

    @property
    def uses(self) -> dict[Value, int]:
        """How many steps read each value; leaving the graph counts as one more."""
        uses: dict[Value, int] = {}
        for step in self.steps:
            for value in step.inputs:
                uses[value] = uses.get(value, 0) + 1
        for value in self.outputs:
            uses[value] = uses.get(value, 0) + 1
        return uses

    def objects(self) -> set[Value]:
        """The values that somebody will want as ndarrays of their own: what goes into variables and lists."""
        ops = [op for step in self.steps if (op := op_of(step)) is not None and op.type in OWNING_OPS]
        return {op.inputs[OWNING_OPS[op.type]] for op in ops}


def count_readers(plan: Plan) -> dict[Value, int]:
    """How many steps read each value; one that leaves the graph has several readers, however many read it here."""
    readers = dict.fromkeys(plan.outputs, 2)
    for step in plan.steps:
        for value in step.inputs:
            readers[value] = readers.get(value, 0) + 1
    return readers


def predicate_of(op: Operation) -> Value | None:
    """The predicate or index of an op of control flow, which native code takes as a number; None for other ops."""
    found: Value | None = None
    if op.type in ("Assert", "If", "StatelessIf", "Case", "StatelessCase"):
        found = op.inputs[0]
    elif op.type in ("While", "StatelessWhile"):
        found = op.attrs["cond"].outputs[0]
    return found
