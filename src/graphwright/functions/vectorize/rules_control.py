"""Batching rules of calls, conditionals and loops.

Where a predicate differs from row to row, each branch runs for the rows that take it, and a loop goes on until no row
does: rows that have left it keep their values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import dtypes
from graphwright.base.shape import TensorShape
from graphwright.control.branches import cond
from graphwright.control.cases import switch_case
from graphwright.control.loops import while_loop
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.functions.vectorize.batching import (
    Batch,
    BatchedOp,
    BatchedValue,
    NoBatchingRule,
    depends_on_row,
    rule,
)
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, called_functions


@rule("PartitionedCall StatefulPartitionedCall", always=True)
def _call(op: BatchedOp) -> Any:
    return op.batch.run(called_functions(op.op)[0], op.inputs)


# conditionals ---------------------------------------------------------------------------------------------------


@rule("If StatelessIf", always=True)
def _if(op: BatchedOp) -> Any:
    then_branch, else_branch = called_functions(op.op)
    predicate, arguments = op.inputs[0], op.inputs[1:]
    if predicate.batched:
        chosen = _as_bool(predicate.tensor)
        return _by_row(op, [apply("LogicalNot", (chosen,)), chosen], [else_branch, then_branch], arguments)
    return _as_list(cond(predicate.tensor, _branch(op, then_branch, arguments), _branch(op, else_branch, arguments)))


def _as_bool(predicate: Any) -> Any:
    return predicate if predicate.dtype is dtypes.bool else apply("Cast", (predicate,), {"DstT": dtypes.bool})


@rule("Case StatelessCase", always=True)
def _case(op: BatchedOp) -> Any:
    branches = called_functions(op.op)
    index, arguments = op.inputs[0], op.inputs[1:]
    if not index.batched:
        return _as_list(switch_case(index.tensor, [_branch(op, g, arguments) for g in branches]))
    last = len(branches) - 1
    inside = apply("LogicalAnd", (apply("GreaterEqual", (index.tensor, 0)), apply("LessEqual", (index.tensor, last))))
    chosen = apply("SelectV2", (inside, index.tensor, last))
    return _by_row(op, [apply("Equal", (chosen, i)) for i in range(len(branches))], branches, arguments)


def _branch(op: BatchedOp, graph: FuncGraph, arguments: Sequence[BatchedValue]) -> Callable[[], list[Any]]:
    """A branch that all rows take together."""
    return lambda: _spread_outputs(op.batch, graph, arguments)


def _spread_outputs(batch: Batch, graph: FuncGraph, arguments: Sequence[BatchedValue]) -> list[Any]:
    found = batch.run(graph, arguments)
    return [batch.spread(v, o.type.dims) for v, o in zip(found, graph.outputs, strict=True)]


def _as_list(found: Any) -> list[Any]:
    return list(found) if isinstance(found, (list, tuple)) else [found]


def _by_row(
    op: BatchedOp, masks: Sequence[Any], graphs: Sequence[FuncGraph], arguments: Sequence[BatchedValue]
) -> list[Any]:
    """The outputs of branches of which each runs for the rows of its mask."""
    if any(v.type.dtype in (dtypes.variant, dtypes.resource) for v in op.op.outputs):
        raise NoBatchingRule("a list or resource cannot be taken from several branches")
    rows, results = [], []
    for mask, graph in zip(masks, graphs, strict=True):
        taken = apply("Cast", (apply("Reshape", (apply("Where", (mask,)), [-1])),), {"DstT": dtypes.int32})
        size: Any = apply("StridedSlice", (apply("Shape", (taken,)), [0], [1], [1]), {"shrink_axis_mask": 1})
        if state.graph is None:
            size = int(size)
            if not size:
                continue
        results.append(_spread_outputs(op.batch.with_size(size), graph, [_picked(v, taken) for v in arguments]))
        rows.append(taken)
    if not rows:
        return [_no_rows(v.type) for v in op.op.outputs]
    return [apply("DynamicStitch", (rows, list(column))) for column in zip(*results, strict=True)]


def _no_rows(type_: Any) -> Any:
    dims = [d if isinstance(d, int) else 0 for d in type_.dims or ()]
    return apply("Fill", ([0, *dims], to_tensor(np.zeros((), type_.dtype.numpy), type_.dtype)))


def _picked(value: BatchedValue, rows: Any) -> BatchedValue:
    if not value.batched:
        return value
    if value.tensor.dtype is dtypes.variant:
        raise NoBatchingRule("a list differs from row to row where the rows take different branches")
    return BatchedValue(apply("GatherV2", (value.tensor, rows, 0)), True)


# loops ----------------------------------------------------------------------------------------------------------


@rule("While StatelessWhile", always=True)
def _while(op: BatchedOp) -> Any:
    test, body = called_functions(op.op)
    batched = _batched_variables(body, [v.batched for v in op.inputs])
    (differs,) = depends_on_row(test, batched)
    if differs:
        batched = _batched_variables(body, [b or _changes(body, i) for i, b in enumerate(batched)])
    inputs = zip(op.inputs, batched, body.inputs, strict=True)
    variables = [op.batch.spread(v, t.type.dims) if b else v.tensor for v, b, t in inputs]
    loop = _Loop(op.batch, test, body, batched, differs)
    invariants = [_invariant(v, b, o) for v, b, o in zip(variables, batched, op.op.outputs, strict=True)]
    found = loop.run(variables, invariants, op.op)
    return [BatchedValue(v, b) for v, b in zip(found, batched, strict=True)]


def _batched_variables(body: FuncGraph, batched: Sequence[bool]) -> list[bool]:
    """The loop variables that may differ from row to row in some iteration."""
    found = list(batched)
    while True:
        following = [a or b for a, b in zip(found, depends_on_row(body, found), strict=True)]
        if following == found:
            return found
        found = following


def _changes(body: FuncGraph, i: int) -> bool:
    return body.outputs[i] is not body.inputs[i]


def _invariant(variable: Any, batched: bool, output: Any) -> TensorShape:
    if variable.dtype in (dtypes.variant, dtypes.resource):
        return TensorShape([])
    dims = output.type.dims
    row = TensorShape(None if dims is None else [d if isinstance(d, int) else None for d in dims])
    return TensorShape([variable.shape[0]]).concatenate(row) if batched else row


class _Loop:
    """A loop over the values of all rows."""

    def __init__(self, batch: Batch, test: FuncGraph, body: FuncGraph, batched: Sequence[bool], differs: bool) -> None:
        self.batch = batch
        self.test = test
        self.body = body
        self.batched = batched
        self.differs = differs

    def run(self, variables: list[Any], invariants: list[TensorShape], op: Operation) -> list[Any]:
        maximum = op.attrs.get("parallel_iterations", 10)
        if not self.differs:
            return list(while_loop(self._holds, self._following, variables, invariants, maximum))
        if any(b and v.dtype is dtypes.variant for v, b in zip(variables, self.batched, strict=True)):
            raise NoBatchingRule("a list is written by rows that leave the loop at different times")
        active = self._holds(*variables)
        rows = TensorShape([active.shape[0]])
        found = while_loop(
            lambda active, *_: apply("Any", (active, 0)), self._step, [active, *variables], [rows, *invariants], maximum
        )
        return list(found[1:])

    def _values(self, variables: Sequence[Any]) -> list[BatchedValue]:
        return [BatchedValue(v, b) for v, b in zip(variables, self.batched, strict=True)]

    def _holds(self, *variables: Any) -> Any:
        (found,) = self.batch.run(self.test, self._values(variables))
        return self.batch.spread(found, ()) if self.differs else found.tensor

    def _following(self, *variables: Any) -> list[Any]:
        found = self.batch.run(self.body, self._values(variables))
        return [
            self.batch.spread(v, o.type.dims) if b else v.tensor
            for v, b, o in zip(found, self.batched, self.body.outputs, strict=True)
        ]

    def _step(self, active: Any, *variables: Any) -> list[Any]:
        following = [
            _chosen(active, new, old) if b else new
            for new, old, b in zip(self._following(*variables), variables, self.batched, strict=True)
        ]
        return [apply("LogicalAnd", (active, self._holds(*following))), *following]


def _chosen(active: Any, new: Any, old: Any) -> Any:
    """Row by row the new value where the loop goes on, the old one where it does not."""
    mask = active
    for _ in range(new.shape.rank - 1):
        mask = apply("ExpandDims", (mask, -1))
    return apply("SelectV2", (mask, new, old))
