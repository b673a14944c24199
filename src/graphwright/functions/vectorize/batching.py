"""The walk over the graph of a row, with the values of all rows; what batching rules are given and give back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any, Final, NamedTuple

import numpy as np

from graphwright.base import dtypes
from graphwright.base.shape import Dim, Symbol, TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.base.words import with_article
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_any
from graphwright.core.tensor import SymbolicTensor
from graphwright.functions.map_fn import map_fn
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value, called_functions

_log = logging.getLogger("graphwright")


class NoBatchingRule(Exception):
    """An op cannot be run for all rows at once; the text says why."""


class BatchedValue(NamedTuple):
    """A value of the graph of a row, for all rows.

    Fields:
      tensor: the value; of a list, a list whose elements have the rows along their first axis.
      batched: whether the rows differ: the first axis then counts them. Else the value is the same for every row.
      blank: makes the batched form of a list to which nothing has been written.
    """

    tensor: Any
    batched: bool
    blank: Callable[[], Any] | None = None


class BatchedOp:
    """An operation of the row's graph with its inputs for all rows: what a batching rule is given."""

    def __init__(self, batch: Batch, op: Operation, inputs: Sequence[BatchedValue]) -> None:
        self.batch = batch
        self.op = op
        self.inputs = inputs
        self.attrs = {n: op.attrs[n] for n in op.record.kernel_attrs if n in op.attrs}

    def tensor(self, i: int) -> Any:
        """Input `i` as it is, batched or not."""
        return self.inputs[i].tensor

    def spread(self, i: int) -> Any:
        """Input `i` with a row for each, repeated if it is the same for all."""
        return self.batch.spread(self.inputs[i], self.dims(i))

    def dims(self, i: int) -> tuple[Dim, ...]:
        """The dimensions of a row of input `i`."""
        dims = self.op.inputs[i].type.dims
        if dims is None:
            raise NoBatchingRule(f"the rank of input {i} is unknown")
        return tuple(dims)

    def rank(self, i: int) -> int:
        """The number of dimensions of a row of input `i`."""
        return len(self.dims(i))

    def constant(self, i: int) -> np.ndarray[Any, Any] | None:
        """The value of input `i` where it is a constant of the graph."""
        producer = self.op.inputs[i].op
        return np.asarray(producer.attrs["value"]) if producer.record.name == "Const" else None

    def shared(self, *positions: int) -> list[Any]:
        """These inputs, which must be the same for every row."""
        for i in positions:
            if self.inputs[i].batched:
                raise NoBatchingRule(f"'{self.op.record.inputs[min(i, len(self.op.record.inputs) - 1)].name}' differs")
        return [self.tensor(i) for i in positions]

    def expanded(self, i: int, rank: int) -> Any:
        """Input `i` with rows of `rank` dimensions: dimensions of 1 come after the axis of the rows."""
        tensor = self.tensor(i)
        if self.inputs[i].batched:
            for _ in range(rank - self.rank(i)):
                tensor = apply("ExpandDims", (tensor, 1))
        return tensor

    def broadcastable(self, *positions: int) -> list[Any]:
        """These inputs, such that broadcasting them pairs the rows."""
        if sum(1 for i in positions if self.inputs[i].batched) == len(positions) == 1:
            return [self.tensor(positions[0])]
        if any(self.op.inputs[i].type.dims is None for i in positions):
            return self._aligned(positions)
        rank = max(self.rank(i) for i in positions)
        return [self.expanded(i, rank) for i in positions]

    def _aligned(self, positions: Sequence[int]) -> list[Any]:
        """The same where a rank is known only when the graph runs."""
        ranks = {}
        for i in positions:
            rank = apply("Rank", (self.tensor(i),))
            ranks[i] = apply("Sub", (rank, 1)) if self.inputs[i].batched else rank
        top = reduce(lambda a, b: apply("Maximum", (a, b)), ranks.values())
        aligned = []
        for i in positions:
            tensor = self.tensor(i)
            if self.inputs[i].batched:
                sizes = apply("Shape", (tensor,))
                ones = apply("Fill", (apply("Reshape", (apply("Sub", (top, ranks[i])), [1])), 1))
                tensor = apply("Reshape", (tensor, apply("ConcatV2", ([sizes[:1], ones, sizes[1:]], 0))))
            aligned.append(tensor)
        return aligned

    def of_one_shape(self, *positions: int) -> list[Any]:
        """These inputs with rows of one shape, that of the one of the highest rank."""
        ranks = {i: self.rank(i) for i in positions}
        first = max(positions, key=lambda i: ranks[i])
        whole = self.spread(first)
        shape = apply("Shape", (whole,))
        return [
            whole if i == first else apply("BroadcastTo", (self.expanded(i, ranks[first]), shape)) for i in positions
        ]

    def prefixed(self, i: int) -> Any:
        """Input `i`, the dimensions of a row, as those of all rows."""
        (dims,) = self.shared(i)
        return self.batch.prefixed(dims, self.constant(i))

    def shifted_axis(self, i: int) -> Any:
        """Input `i`, axes of a row, as axes of all rows: those counted from the front move by one."""
        known = self.constant(i)
        if known is not None:
            return np.where(known < 0, known, known + 1).astype(known.dtype)
        (axis,) = self.shared(i)
        return apply("SelectV2", (apply("Less", (axis, 0)), axis, apply("AddV2", (axis, 1))))

    def call(self, inputs: Sequence[Any], **changed: Any) -> Any:
        """Apply the op to inputs, one entry for each that it declares, with some attributes changed."""
        return apply_any(self.op.record, inputs, {**self.attrs, **changed})

    def call_grouped(self, flat: Sequence[Any], **changed: Any) -> Any:
        """Apply the op to one tensor for each of the operation's inputs."""
        return self.call(self.op.record.group(flat, self.op.attrs), **changed)


Rule = Callable[[BatchedOp], Any]
"""Gives the outputs of an op: one, or a list of them; a tensor is batched, a `BatchedValue` says whether it is."""

RULES: Final[dict[str, Rule]] = {}
"""The batching rules by op."""
BY_LOWERING: Final[dict[type, Rule]] = {}
"""The batching rules of ops that have none of their own, by the class of their native rule."""
WITHOUT_BATCHED_INPUTS: Final[set[str]] = set()
"""Ops that go by their rule even where no input is batched: they draw numbers, or call graphs that may."""


def rule(names: str, always: bool = False) -> Callable[[Rule], Rule]:
    """Register a function as the batching rule of ops."""

    def register(function: Rule) -> Rule:
        for name in names.split():
            RULES[name] = function
        if always:
            WITHOUT_BATCHED_INPUTS.update(names.split())
        return function

    return register


class Batch:
    """The rows for which a graph is run, and how.

    Fields:
      size: their number, an int or a scalar tensor.
      fallback: whether ops without a rule run in a loop over the rows; else they are an error.
      warn: whether to log each op that does.
    """

    def __init__(self, size: Any, fallback: bool = True, warn: bool = False) -> None:
        self.size = size
        self.fallback = fallback
        self.warn = warn

    def with_size(self, size: Any) -> Batch:
        """The same for some of the rows."""
        return Batch(size, self.fallback, self.warn)

    def run(self, graph: FuncGraph, arguments: Sequence[BatchedValue]) -> list[BatchedValue]:
        """The outputs of a graph for all rows."""
        values = dict(zip(map(id, graph.inputs), arguments, strict=True))
        # a tape may follow the eager tensors that tracing turned into constants
        for outer, inner in getattr(graph, "constants", {}).values():
            values[id(inner)] = BatchedValue(outer, False)
        for op in graph.operations:
            if not op.outputs or id(op.outputs[0]) not in values:
                found = self._outputs(op, [values[id(v)] for v in op.inputs])
                values.update(zip(map(id, op.outputs), found, strict=True))
        return [values[id(v)] for v in graph.outputs]

    def _outputs(self, op: Operation, inputs: list[BatchedValue]) -> list[BatchedValue]:
        name = op.record.name
        if name == "Const":
            return [BatchedValue(to_tensor(op.attrs["value"], op.attrs["dtype"]), False)]
        bound = BatchedOp(self, op, inputs)
        if not any(v.batched for v in inputs) and not _runs_by_row(op):
            return _as_values(op, bound.call_grouped([v.tensor for v in inputs]), False)
        try:
            found = RULES.get(name) or BY_LOWERING.get(type(op.record.native))
            if found is None:
                raise NoBatchingRule("it has no batching rule")
            return [_with_shape(v, o) for v, o in zip(_as_values(op, found(bound), True), op.outputs, strict=True)]
        except NoBatchingRule as reason:
            return self._in_a_loop(bound, reason)

    def _in_a_loop(self, bound: BatchedOp, reason: NoBatchingRule) -> list[BatchedValue]:
        """The outputs of an op that is applied to one row after the other."""
        op = bound.op
        if not self.fallback:
            raise ValueError(
                f'No pfor vectorization defined for {op.record.name} ("{op.name}"): {reason}. Pass '
                f"fallback_to_while_loop=True to run it in a loop over the rows.\n  {op.location}"
            )
        lists = [v.tensor.dtype for v in bound.inputs if v.batched]
        if op.record.name in _CONTROL_FLOW or len(op.outputs) == 1:  # a list of each row cannot be stacked
            lists += [v.type.dtype for v in op.outputs]
        if dtypes.variant in lists or _sizes_vary(op):
            raise reason  # the whole function runs in a loop
        if self.warn:
            _log.warning("Using a while_loop for converting %s cause %s", op.record.name, reason)
        batched = [v.tensor for v in bound.inputs if v.batched]

        def row(parts: Sequence[Any]) -> list[Any]:
            rest = iter(parts)
            found = bound.call_grouped([next(rest) if v.batched else v.tensor for v in bound.inputs])
            return found if isinstance(found, list) else [found] if op.outputs else [parts[0]]

        specs = [TensorSpec(TensorShape.from_dims(v.type.dims), v.type.dtype) for v in op.outputs]
        if not specs:
            specs = [TensorSpec(None, batched[0].dtype)]
        found = map_fn(row, batched or [apply("Range", (0, self.size, 1))], fn_output_signature=specs)
        return [BatchedValue(v, True) for v in found[: len(op.outputs)]]

    # values ------------------------------------------------------------------------------------------------

    def spread(self, value: BatchedValue, dims: Sequence[Dim] | None) -> Any:
        """A value with a row for each."""
        if value.batched:
            return value.tensor
        if value.blank is not None:
            return value.blank()
        if value.tensor.dtype in (dtypes.variant, dtypes.resource):
            raise NoBatchingRule(f"{with_article(value.tensor.dtype.name)} cannot be repeated")
        if dims is not None and all(isinstance(d, int) for d in dims) and isinstance(self.size, int):
            shape: Any = np.array([self.size, *dims], np.int32)
        else:
            shape = self.prefixed(apply("Shape", (value.tensor,)))
        return apply("BroadcastTo", (value.tensor, shape))

    def prefixed(self, dims: Any, known: np.ndarray[Any, Any] | None = None) -> Any:
        """The dimensions of a row, a vector, as those of all rows."""
        if known is not None and isinstance(self.size, int):
            return np.concatenate([np.array([self.size], known.dtype), np.atleast_1d(known)])
        size = self.size_as(dims.dtype)
        return apply("ConcatV2", ([apply("Reshape", (size, [1])), dims], 0))

    def rows(self, dtype: Any = dtypes.int32) -> Any:
        """The number of each row: `[0, 1, ...]`."""
        return apply("Range", (to_tensor(0, dtype), self.size_as(dtype), to_tensor(1, dtype)))

    def size_as(self, dtype: Any) -> Any:
        """The number of rows as a tensor of this dtype."""
        if isinstance(self.size, int):
            return to_tensor(self.size, dtype)
        return apply_any("Cast", (self.size,), {"DstT": dtype})


def _as_values(op: Operation, found: Any, batched: bool) -> list[BatchedValue]:
    if not op.outputs:  # what was found is an operation, or nothing
        return []
    if isinstance(found, BatchedValue):
        return [found]
    results = found if isinstance(found, list) else [found]
    return [v if isinstance(v, BatchedValue) else BatchedValue(v, batched) for v in results]


def _sizes_vary(op: Operation) -> bool:
    """Whether a result's size follows from values, so that it may differ from row to row."""
    known = {d for v in op.inputs for d in v.type.dims or ()}
    return any(isinstance(d, Symbol) and d not in known for v in op.outputs for d in v.type.dims or ())


def _with_shape(value: BatchedValue, output: Value) -> BatchedValue:
    """The value, whose shape in a graph is at least what is known of a row."""
    dims = output.type.dims
    if (
        value.batched
        and dims is not None
        and isinstance(value.tensor, SymbolicTensor)
        and output.type.dtype is not dtypes.variant
    ):
        value.tensor.set_shape([None, *(d if isinstance(d, int) else None for d in dims)])
    return value


def depends_on_row(graph: FuncGraph, batched: Sequence[bool]) -> list[bool]:
    """Which outputs of a graph may differ from row to row, where these inputs do. Errs towards True."""
    differing = {id(v) for v, b in zip(graph.inputs, batched, strict=True) if b}
    for op in graph.operations:
        if op.record.name in UNBATCHED_RESULTS or not op.outputs or op.record.name == "Placeholder":
            continue
        if _draws(op) or any(id(v) in differing for v in op.inputs):
            differing.update(map(id, op.outputs))
    return [id(v) in differing for v in graph.outputs]


def _draws(op: Operation) -> bool:
    """Whether an op gives every row numbers of its own."""
    if op.record.effect == "random" or op.record.name in _ADVANCES_GENERATOR:
        return True
    return any(_draws(inner) for graph in called_functions(op) for inner in graph.operations)


def _runs_by_row(op: Operation) -> bool:
    """Whether an op is run for the rows even where none of its inputs differs."""
    name = op.record.name
    return name in WITHOUT_BATCHED_INPUTS or op.record.effect == "random" or name in _ADVANCES_GENERATOR


_ADVANCES_GENERATOR: Final = frozenset({"RngReadAndSkip"})


_CONTROL_FLOW: Final = frozenset({"If", "StatelessIf", "Case", "StatelessCase", "While", "StatelessWhile"})
"""Ops that may return lists; the variant that a call of Python returns holds no list."""

UNBATCHED_RESULTS: Final = frozenset({"Shape", "ShapeN", "Rank", "Size", "TensorListLength", "TensorListElementShape"})
"""Ops whose result is the same for every row, whatever they are given: all rows have one shape."""


def static_dims(dims: Sequence[Dim]) -> list[int] | None:
    """Dimensions as numbers, None where one is unknown."""
    return [d for d in dims if isinstance(d, int)] if all(isinstance(d, int) for d in dims) else None
