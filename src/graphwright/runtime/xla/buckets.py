"""Padding of rows to a few numbers of them, so that arguments of many sizes share a program.

Only graphs whose rows have nothing to do with one another are padded: each operation on them is known to compute a row
of its result from the same row of its operands, and from what all rows share. Rows of zeros are added, and cut off the
results.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graphwright.base.config import options
from graphwright.base.dimension import Symbol
from graphwright.base.frozen import frozen
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Elementwise, Reduce, Sliding


@frozen
class Rows:
    """Where the rows of a graph are.

    Attributes:
      inputs, outputs: the positions of the arguments and results that have a row for each.
      reason: why the graph is not padded; empty where it is.
    """

    inputs: tuple[int, ...] = ()
    outputs: tuple[int, ...] = ()
    reason: str = ""


def bucket(count: int) -> int:
    """The number of rows that so many are padded to, by the option `buckets`.

    Raises ValueError for an option that is not a list of numbers.
    """
    try:
        sizes = sorted(int(text) for text in options.buckets.split(","))
    except ValueError:
        sizes = []
    if not sizes or sizes[0] < 1:
        raise ValueError(f"option buckets={options.buckets!r} is not understood; it is 2, or numbers like '8,32,128'")
    if sizes == [2]:
        return 1 << max(count - 1, 0).bit_length()
    fitting = [size for size in sizes if size >= count]
    return fitting[0] if fitting else -(-count // sizes[-1]) * sizes[-1]


def rows_of(graph: FuncGraph, operations: Sequence[Operation]) -> Rows:
    """The rows of a graph, or the reason why it cannot be padded."""
    unknown = {d for v in graph.inputs for d in v.type.dims or () if isinstance(d, Symbol)}
    leading = {v.type.dims[0] for v in graph.inputs if v.type.dims and isinstance(v.type.dims[0], Symbol)}
    if len(unknown) != 1 or unknown != leading:
        return Rows(reason="there is no one number of rows that is unknown")
    (symbol,) = unknown
    for op in operations:
        if any(_is_row(v, symbol) for v in op.inputs) and not _by_row(op, symbol):
            return Rows(reason=f"{op.type} ({op.name}) may use more than one row at a time")
    found = [tuple(i for i, v in enumerate(values) if _is_row(v, symbol)) for values in (graph.inputs, graph.outputs)]
    return Rows(found[0], found[1])


def _is_row(value: Value, symbol: Symbol) -> bool:
    """Whether a value has a row for each; True, too, where it depends on the number of rows in another way."""
    return value.type.dims is not None and symbol in value.type.dims


def _by_row(op: Operation, symbol: Symbol) -> bool:
    """Whether each row of the results follows from the same row of the operands."""
    values = [v for v in (*op.inputs, *op.outputs) if _is_row(v, symbol)]
    leading = all(v.type.dims[0] is symbol and symbol not in v.type.dims[1:] for v in values)
    if not leading or not op.outputs or not all(_is_row(v, symbol) for v in op.outputs):
        return False
    if isinstance(op.record.native, Elementwise):
        return op.record.native.check is None and all(_aligned(v, op.outputs[0], symbol) for v in op.inputs)
    if isinstance(op.record.native, Reduce):
        axes = constant_value(op.inputs[1])
        return axes is not None and bool((axes % op.inputs[0].type.rank != 0).all())
    if isinstance(op.record.native, Sliding):
        return "into" not in op.record.native.kernel and not any(_is_row(v, symbol) for v in op.inputs[1:])
    condition = _CONDITIONS.get(op.type)
    return condition is not None and condition(op, symbol)


def _aligned(value: Value, result: Value, symbol: Symbol) -> bool:
    """Whether an operand that broadcasts has its rows where the result has them, or is the same for all rows."""
    if _is_row(value, symbol):
        return value.type.rank == result.type.rank
    rank: Any = value.type.rank
    return rank is not None and (rank < (result.type.rank or 0) or value.type.dims[:1] == (1,))  # type: ignore[index]


def _first_alone(op: Operation, symbol: Symbol) -> bool:
    return not any(_is_row(v, symbol) for v in op.inputs[1:])


def _matrix(op: Operation, symbol: Symbol) -> bool:
    turned = op.attrs.get("transpose_a", False) or op.attrs.get("adj_x", False)
    return (
        _first_alone(op, symbol) and op.inputs[1].type.rank == 2 and (not turned or (op.inputs[0].type.rank or 0) > 2)
    )


def _transposed(op: Operation, symbol: Symbol) -> bool:
    order = constant_value(op.inputs[1])
    return order is not None and order.size > 0 and int(order[0]) == 0


def _joined(op: Operation, symbol: Symbol) -> bool:
    *parts, axis = op.inputs
    known = constant_value(axis)
    rank = parts[0].type.rank
    return known is not None and bool(rank) and int(known) % rank != 0 and all(_is_row(v, symbol) for v in parts)


def _picked(op: Operation, symbol: Symbol) -> bool:
    axis = constant_value(op.inputs[2])
    shared = not _is_row(op.inputs[0], symbol) and not op.attrs["batch_dims"]
    return shared and axis is not None and int(axis) == 0 and op.inputs[0].type.dims[0] != 0


_CONDITIONS: Final[dict[str, Callable[[Operation, Symbol], bool]]] = {
    "Identity": lambda op, symbol: True,
    "StopGradient": lambda op, symbol: True,
    "BiasAdd": _first_alone,
    "Softmax": lambda op, symbol: (op.inputs[0].type.rank or 0) > 1,
    "LogSoftmax": lambda op, symbol: (op.inputs[0].type.rank or 0) > 1,
    "MatMul": _matrix,
    "BatchMatMulV2": _matrix,
    "Reshape": _first_alone,
    "Transpose": _transposed,
    "ConcatV2": _joined,
    "GatherV2": _picked,
}
