"""Batching rules of random ops: every row draws its own numbers."""

from __future__ import annotations

from typing import Any

from graphwright.core.dispatch import apply
from graphwright.functions.vectorize.batching import BatchedOp, NoBatchingRule, rule


@rule("RandomUniform RandomUniformInt RandomStandardNormal TruncatedNormal", always=True)
def _draw(op: BatchedOp) -> Any:
    return op.call([op.prefixed(0), *op.shared(*range(1, len(op.inputs)))])


@rule(
    "StatefulUniform StatefulUniformInt StatefulUniformFullInt StatefulStandardNormalV2 StatefulTruncatedNormal",
    always=True,
)
def _draw_from_generator(op: BatchedOp) -> Any:
    return op.call([*op.shared(0, 1), op.prefixed(2), *op.shared(*range(3, len(op.inputs)))])


@rule("RandomGamma RandomPoissonV2", always=True)
def _draw_by_parameter(op: BatchedOp) -> Any:
    if not op.inputs[1].batched:
        return op.call([op.prefixed(0), op.tensor(1)])
    (drawn,) = op.dims(0)
    if not isinstance(drawn, int):
        raise NoBatchingRule("the rank of the numbers drawn is unknown")
    value = op.call([op.tensor(0), op.tensor(1)])
    rank = drawn + op.rank(1) + 1
    return apply("Transpose", (value, [drawn, *range(drawn), *range(drawn + 1, rank)])) if drawn else value


@rule("Multinomial", always=True)
def _categorical(op: BatchedOp) -> Any:
    (count,) = op.shared(1)
    logits = op.spread(0)
    shape = apply("Shape", (logits,))
    classes = apply("StridedSlice", (shape, [2], [3], [1]))
    flat = apply("Reshape", (logits, apply("ConcatV2", ([[-1], classes], 0))))
    head = apply("StridedSlice", (shape, [0], [2], [1]))
    return apply("Reshape", (op.call([flat, count]), apply("ConcatV2", ([head, apply("Reshape", (count, [1]))], 0))))
