"""Prints plans for people and tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract
from graphwright.runtime.native.epilogue import Activation, AddMatrix, AddRow, Call, Scale, SubtractRow
from graphwright.runtime.native.fusion.steps import (
    Addition,
    Agreed,
    BatchTiles,
    Check,
    Fused,
    HostCall,
    OpStep,
    Plan,
    PoolGradient,
    Product,
    Rename,
    RowGroup,
    ScaledAddition,
    Step,
)


def show(plan: Plan) -> str:
    """The steps of a plan, one on a line, with the parts of each below it.

    Values are numbered in the order in which they appear. Constants that are numbers stand where they are read.
    """
    return "\n".join(_Printer().plan(plan))


class _Printer:
    def __init__(self) -> None:
        self.numbers: dict[Value, str] = {}

    def name(self, value: Value) -> str:
        """The number of a value, or a constant itself."""
        if value not in self.numbers:
            self.numbers[value] = _number(value) or f"%{sum(n[0] == '%' for n in self.numbers.values())}"
        return self.numbers[value]

    def names(self, values: Iterable[Value]) -> str:
        return ", ".join(map(self.name, values))

    def typed(self, values: Iterable[Value]) -> str:
        return ", ".join(f"{self.name(value)}: {_type(value)}" for value in values)

    def call(self, op: Operation) -> str:
        """An operation and what it reads."""
        names, rule = [self.name(value) for value in op.inputs], op.record.native
        if isinstance(rule, Contract):
            transposed = [op.attrs.get(name) for name in (rule.transpose_a, rule.transpose_b)]
            names = [f"{name}.T" if t else name for name, t in zip(names, transposed, strict=True)]
        return f"{op.type}({', '.join(names)})"

    # the plan ----------------------------------------------------------------------------------------------

    def plan(self, plan: Plan) -> Iterator[str]:
        yield f"plan({self.typed(plan.inputs)})"
        for step in plan.steps:
            if not (isinstance(step, OpStep) and _number(step.outputs[0] if step.outputs else None)):
                yield from _indented(self.step(step))
        yield f"  return {self.names(plan.outputs)}".rstrip()

    def step(self, step: Step) -> Iterator[str]:
        match step:
            case OpStep():
                yield self.made(step, self.call(step.op))
            case HostCall():
                yield self.made(step, f"host {self.call(step.op)}")
            case Rename(old=old, new=new):
                yield f"{self.typed([old])} = {self.name(new)}"
            case Check():
                yield f"check the sizes of {self.call(step.op)}"
            case Addition():
                yield self.made(step, f"{self.name(step.onto)} + {self.call(step.op)}")
            case ScaledAddition():
                sign = "-" if step.subtracts else "+"
                term = f"{self.name(step.scale)} * {self.call(step.op)}"
                yield self.made(step, f"{self.name(step.onto)} {sign} {term}")
            case PoolGradient():
                yield self.made(step, f"{self.call(step.op)}, then the gradient of a ReLU")
            case Product():
                yield self.made(step, ", then ".join([self.call(step.op), *self.epilogue(step)]))
            case Fused():
                yield self.made(step, f"fused over {_dims(step.dims)} {{")
                yield from _indented(self.members(step))
                yield "}"
            case Agreed():
                yield self.made(step, f"fused over {_dims(step.group.dims)}, where sizes agree {{")
                yield from _indented(self.members(step.group))
                yield "}"
            case RowGroup():
                rows, row = _dims(step.dims[: step.kept]), _dims(step.dims[step.kept :])
                yield self.made(step, f"rows of {row} over {rows} {{")
                for part in step.parts:
                    yield from _indented(self.step(part))
                yield "}"
            case BatchTiles():
                yield self.made(step, f"tiles of {step.images} images of {step.batch} ({self.names(step.inputs)}) {{")
                yield from _indented(_Printer().plan(step.plan))
                yield "}"

    def made(self, step: Step, text: str) -> str:
        """What a step gives, and how."""
        return f"{self.typed(step.outputs)} = {text}" if step.outputs else text

    def members(self, step: Fused) -> Iterator[str]:
        for op in step.members:
            yield f"{self.names(op.outputs)} = {self.call(op)}"
        for reduction in step.reductions:
            result, of = self.name(reduction.op.outputs[0]), self.name(reduction.op.inputs[0])
            yield f"{result} = {reduction.kind} of {of} over axes {', '.join(map(str, reduction.axes))}"

    def epilogue(self, step: Product) -> Iterator[str]:
        """What is done at the end of a product."""
        for part in step.epilogue:
            match part:
                case AddRow(row):
                    yield f"+ row {self.name(row)}"
                case SubtractRow(row):
                    yield f"- row {self.name(row)}"
                case Scale(row):
                    yield f"* row {self.name(row)}"
                case AddMatrix(matrix):
                    yield f"+ {self.name(matrix)}"
                case Activation(_, name):
                    yield name
                case Call(_, operations):
                    yield " ".join(self.call(op) for op in operations)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _number(value: Value | None) -> str | None:
    """The text of a constant that is a number."""
    if value is None or value.op.type != "Const" or value.type.dims != () or value.type.dtype.numpy.kind == "O":
        return None
    return str(value.op.attrs["value"].item())


def _dims(dims: Sequence[Dim]) -> str:
    return f"[{', '.join(str(d) if isinstance(d, int) else '?' for d in dims)}]"


def _type(value: Value) -> str:
    dims = value.type.dims
    return value.type.dtype.name + ("" if dims is None else _dims(dims))
