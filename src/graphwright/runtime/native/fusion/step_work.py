"""Estimates what a step moves and computes: bytes of operands and results, and arithmetic operations.

Each operand is counted once, as if the caches were perfect. An elementwise operation counts as one for each element,
whatever it computes; a multiplication and the addition after it as two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Final, NamedTuple

from graphwright.ir.graph import Operation, Value, called_functions
from graphwright.ir.lowering import (
    Alias,
    Assemble,
    Contract,
    CustomCall,
    Draw,
    Elementwise,
    Embed,
    Generate,
    Lowering,
    OpenWindow,
    Reduce,
    Routed,
    Scan,
    Scatter,
    Segments,
    Sliding,
    Strided,
    Structural,
)
from graphwright.runtime.native.fusion.open_sizes import open_window
from graphwright.runtime.native.fusion.steps import (
    Agreed,
    BatchTiles,
    Check,
    Fused,
    HostCall,
    Rename,
    RowGroup,
    Step,
    op_of,
    rule_of,
)
from graphwright.runtime.native.fusion.symbolic_sizes import Size, product, size_of, times
from graphwright.runtime.native.machine.budgets import HOST_CALL_NS
from graphwright.runtime.native.machine.machine import machine

_KINDS: Final[tuple[tuple[type, str], ...]] = (
    (Contract, "product"),
    (CustomCall, "library call"),
    (Draw, "random numbers"),
    (Scan, "scan"),
    (Scatter, "scatter"),
    (Segments, "segments"),
    (Routed, "routed"),
    (Generate, "gather"),
    (Elementwise, "scalars"),
    (Alias, "views"),
    (Strided, "views"),
    (Embed, "copy"),
    (Assemble, "copy"),
)
_MOVES_NOTHING: Final = (Alias, Strided)
_CONTAINERS: Final = {
    "If": "branch", "StatelessIf": "branch", "Case": "branch", "StatelessCase": "branch", "While": "loop",
    "StatelessWhile": "loop", "PartitionedCall": "call", "StatefulPartitionedCall": "call",
}  # fmt: skip
_COPIED: Final = {"TensorListStack", "TensorListFromTensor", "TensorListSetItem", "TensorListPushBack"}

_ASSUMED_SIZE: Final = 32  # what an unknown dimension is taken for


class Work(NamedTuple):
    """Bytes and operations, as summands: an unknown dimension is a number only when the program runs."""

    bytes: tuple[Size, ...] = ()
    operations: tuple[Size, ...] = ()

    def __add__(self, other: Work) -> Work:  # type: ignore[override]
        return Work(self.bytes + other.bytes, self.operations + other.operations)

    @property
    def nanoseconds(self) -> float:
        """A rough guess of the time it takes: an operation as long as a byte from memory."""
        return max(sum(map(_assumed, self.bytes)), sum(map(_assumed, self.operations))) * machine().costs.byte


NOTHING: Final = Work()


def operations_of(step: Step) -> Sequence[Operation]:
    """The operations of the graph that a step computes, in the order in which it has them."""
    match step:
        case RowGroup():
            return [op for part in step.parts for op in operations_of(part)]
        case Fused():
            return [*step.members, *(reduction.op for reduction in step.reductions)]
        case Agreed():
            return operations_of(step.group)
        case BatchTiles():
            return step.members
        case Rename() | Check():
            return []
        case _:
            return [step.op]


def kind_of(step: Step) -> str:
    """What a region that computes this step is called."""
    match step:
        case RowGroup():
            return "rows"
        case BatchTiles():
            return "tiles of a batch"
        case Fused():
            return "reduction" if step.reductions else "fused loop"
        case Agreed():
            return kind_of(step.group)
        case Check():
            return "scalars"
        case HostCall():
            return "host call"
        case Rename():
            return "views"
    match step.rule:
        case Sliding(kernel=kernel):
            return "convolution" if kernel.startswith(("convolution", "depthwise")) else "pool"
        case Structural():
            return _CONTAINERS.get(step.op.type) or ("list" if step.op.type.startswith("TensorList") else "variable")
        case rule:
            return next((name for kind, name in _KINDS if isinstance(rule, kind)), "scalars")


def _container(step: Step) -> Operation | None:
    """The operation of a step that has steps of its own: a loop, a branch, a call."""
    op = op_of(step)
    return op if op is not None and op.type in _CONTAINERS and isinstance(rule_of(step), Structural) else None


def work_of(step: Step) -> Work:
    """What a step moves and computes."""
    if isinstance(step, RowGroup):
        found = sum((work_of(part)._replace(bytes=()) for part in step.parts), NOTHING)
        return found._replace(bytes=_bytes(step.inputs) + _bytes(step.outputs))
    if isinstance(step, Fused):
        return Work(_bytes(step.inputs) + _bytes(step.outputs), (times(product(step.dims), Size(step.weight)),))
    if isinstance(step, Agreed):
        return work_of(step.group)
    if isinstance(step, Check):
        return NOTHING
    if isinstance(step, BatchTiles):
        parts = (_of_operation(op, op.record.native, op.inputs, op.outputs) for op in step.members)
        found = sum((part._replace(bytes=()) for part in parts), NOTHING)
        return found._replace(bytes=_bytes(step.inputs) + _bytes(step.outputs))
    return _of_operation(step.op, rule_of(step), step.inputs, step.outputs)


def _of_operation(op: Operation, rule: Lowering | None, inputs: Sequence[Value], outputs: Sequence[Value]) -> Work:
    if isinstance(rule, _MOVES_NOTHING):
        return NOTHING
    if isinstance(rule, Structural):
        moved = op.type in _COPIED
        return Work((*_bytes(inputs[-1:]), *_bytes(inputs[-1:]))) if moved else NOTHING
    if isinstance(rule, Generate):
        return Work(_bytes([*outputs, *outputs]), (product(outputs[0].type.dims or ()),))
    if isinstance(rule, Embed | Assemble):
        return Work(_bytes(outputs) + _bytes(inputs))
    return Work(_bytes(inputs) + _bytes(outputs), _arithmetic(op, rule))


def _arithmetic(op: Operation, rule: Lowering | None) -> tuple[Size, ...]:
    if rule is None:
        return ()
    if isinstance(rule, Contract):
        a = op.inputs[0].type.dims or ()
        transposed = bool(op.attrs.get(rule.transpose_a))
        inner = a[-2 if transposed else -1] if len(a) > 1 else 1
        return (times(times(product(op.outputs[0].type.dims or ()), size_of(inner)), Size(2)),)
    if isinstance(rule, Sliding):
        window = rule.window(op)
        if window is None:
            return _of_open_window(open_window(op, rule))
        each = prod(window.window) * prod(window.result)
        if rule.kernel.startswith("convolution"):
            each *= 2 * window.channels * window.result_channels // window.groups
        elif rule.kernel.startswith("depthwise"):
            each *= 2 * window.result_channels
        else:
            each *= window.channels
        return (times(size_of(window.batch), Size(each)),)
    largest = max((*op.inputs, *op.outputs), key=lambda value: _assumed(product(value.type.dims or ())))
    return (product(largest.type.dims or ()),)


def _of_open_window(window: OpenWindow | None) -> tuple[Size, ...]:
    if window is None:
        return ()
    made, taken = window.results, () if window.filters is None or window.depthwise else window.filters[:1]
    return (times(product((*made, *window.window, *taken)), Size(1 if window.filters is None else 2)),)


def nanoseconds(step: Step) -> float:
    """A rough guess of the time that a step takes."""
    container = _container(step)
    if container is not None:
        return nanoseconds_of(called_functions(container)) * (1e3 if kind_of(step) == "loop" else 1)
    return work_of(step).nanoseconds + (HOST_CALL_NS if isinstance(step, HostCall) else 0)


def nanoseconds_of(graphs: Iterable[object]) -> float:
    """A rough guess of the time that the operations of some graphs take, one by one."""
    found, pending, seen = 0.0, list(graphs), set[int]()
    while pending:
        graph = pending.pop()
        if id(graph) in seen:
            continue
        seen.add(id(graph))
        for op in graph.operations:  # type: ignore[attr-defined]
            pending += called_functions(op)
            rule = op.record.native
            known = isinstance(rule, Structural | Reduce | Elementwise)
            found += HOST_CALL_NS if rule is None and op.type != "Placeholder" else 0
            found += 0 if known and not op.outputs else _of_operation(op, rule, op.inputs, op.outputs).nanoseconds
    return found


def _bytes(values: Sequence[Value]) -> tuple[Size, ...]:
    found = [
        times(product(value.type.dims), Size(value.type.dtype.numpy.itemsize))
        for value in values
        if value.type.dims and value.type.dtype.name not in ("resource", "variant", "string")
    ]
    return tuple(found)


def _assumed(size: Size) -> int:
    return size.factor * int(_ASSUMED_SIZE ** len(size.symbols))
