"""Batching rules of products."""

from __future__ import annotations

import string
from typing import Any

from graphwright.core.dispatch import apply
from graphwright.functions.vectorize.batching import BatchedOp, rule


@rule("MatMul")
def _matmul(op: BatchedOp) -> Any:
    transpose_a, transpose_b = op.attrs["transpose_a"], op.attrs["transpose_b"]
    if not op.inputs[1].batched and not transpose_a:
        return _rows_together(op)
    operands = []
    for i, transpose in ((0, transpose_a), (1, transpose_b)):
        rank = 3 if op.inputs[i].batched else 2
        order = [*range(rank - 2), rank - 1, rank - 2]
        operands.append(apply("Transpose", (op.tensor(i), order)) if transpose else op.tensor(i))
    return apply("BatchMatMulV2", operands)


def _rows_together(op: BatchedOp) -> Any:
    """One product of all rows, one below the other, with the operand that they share."""
    a, b = op.tensor(0), op.tensor(1)
    inner, dims = op.dims(0)[1], op.op.outputs[0].type.dims
    shape = apply("Shape", (a,))
    flat = apply("Reshape", (a, [-1, inner] if isinstance(inner, int) and inner else _joined(shape)))
    result = op.call([flat, b])
    if dims is not None and isinstance(op.batch.size, int) and all(isinstance(d, int) for d in dims):
        return apply("Reshape", (result, [op.batch.size, *dims]))
    head = apply("StridedSlice", (shape, [0], [2], [1]))
    tail = apply("StridedSlice", (apply("Shape", (result,)), [1], [2], [1]))
    return apply("Reshape", (result, apply("ConcatV2", ([head, tail], 0))))


def _joined(shape: Any) -> Any:
    head = apply("Prod", (apply("StridedSlice", (shape, [0], [2], [1])), 0))
    return apply("ConcatV2", ([apply("Reshape", (head, [1])), apply("StridedSlice", (shape, [2], [3], [1]))], 0))


@rule("BatchMatMulV2 BatchMatMulV3")
def _batch_matmul(op: BatchedOp) -> Any:
    return op.call(op.broadcastable(0, 1))


@rule("Einsum")
def _einsum(op: BatchedOp) -> Any:
    equation = op.attrs["equation"].replace(" ", "")
    letter = next(c for c in string.ascii_letters if c not in equation)
    sources, _, result = equation.partition("->")
    if "->" not in equation:
        found = sources.replace(",", "").replace("...", "")
        result = ("..." if "..." in sources else "") + "".join(sorted(c for c in set(found) if found.count(c) == 1))
    terms = [
        letter + term if value.batched else term for term, value in zip(sources.split(","), op.inputs, strict=True)
    ]
    return op.call([[v.tensor for v in op.inputs]], equation=f"{','.join(terms)}->{letter}{result}")
