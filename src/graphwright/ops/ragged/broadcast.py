"""Elementwise functions and operators of ragged tensors, with broadcasting of rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphwright.base.dtypes import DType, int64
from graphwright.core.prelude import Tensor, TensorLike, apply, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.ragged_tensor import PRIVATE, RaggedTensor


def elementwise(op: Callable[..., Any], *args: TensorLike) -> Any:
    """Apply an elementwise `op` to tensors, at least one of them ragged, broadcast to a common shape.

    Raises InvalidArgumentError if row lengths differ and none of them is 1.
    """
    operands = _converted(args)
    first = next(a for a in operands if isinstance(a, RaggedTensor))
    if _aligned(first, operands):
        return first.with_flat_values(op(*(a.flat_values if isinstance(a, RaggedTensor) else a for a in operands)))
    rows, flat = broadcast(operands)
    return in_rows(op(*flat), rows)


def broadcast_values(*args: TensorLike) -> list[Any]:
    """The flat values of tensors, at least one of them ragged, broadcast to a common shape."""
    operands = _converted(args)
    first = next(a for a in operands if isinstance(a, RaggedTensor))
    if _aligned(first, operands):
        return [a.flat_values if isinstance(a, RaggedTensor) else a for a in operands]
    return broadcast(operands)[1]


def _converted(args: Sequence[TensorLike]) -> list[RaggedTensor | Tensor]:
    dtype = next(a.dtype for a in args if isinstance(a, RaggedTensor))
    return [a if isinstance(a, RaggedTensor) else to_tensor(a, None, "y", dtype) for a in args]


def _aligned(first: RaggedTensor, operands: list[RaggedTensor | Tensor]) -> bool:
    """Whether the operands can be combined by their flat values, without broadcasting."""
    inner = (first.flat_values.shape.rank or 1) - 1
    for a in operands:
        if isinstance(a, RaggedTensor):
            if not _same_rows(first, a) or a.flat_values.shape.rank != first.flat_values.shape.rank:
                return False
        elif a.shape.rank is None or a.shape.rank > inner:
            return False
    return True


def _same_rows(a: RaggedTensor, b: RaggedTensor) -> bool:
    """Whether two ragged tensors are known to have equal row lengths."""
    if a.ragged_rank != b.ragged_rank:
        return False
    for first, other in zip(a.nested_row_splits, b.nested_row_splits, strict=True):
        if first is not other:
            known, others = constant_value(first), constant_value(other)
            if known is None or others is None or first.dtype != other.dtype or not np.array_equal(known, others):
                return False
    return True


Rows: TypeAlias = list[tuple[Tensor, int | None]]
"""Partitions into rows, outermost first: their splits, and the length of all rows where that is one and known."""


def in_rows(values: Tensor, rows: Rows) -> RaggedTensor:
    """Values in rows."""
    result: Any = values
    for splits, length in reversed(rows):
        result = RaggedTensor(result, splits, PRIVATE, length)
    return result  # type: ignore[no-any-return]


def broadcast(operands: Sequence[TensorLike]) -> tuple[Rows, list[Tensor]]:
    """The rows of the broadcast operands and the broadcast flat values of each."""
    dtype = _splits_dtype(operands)
    rank = max(_rank(a) for a in operands)
    depth = max(_ragged_levels(a, rank) for a in operands)
    levels = [
        _Levels(_as_ragged(a, rank, depth, dtype), range(rank - _rank(a), _ragged_levels(a, rank))) for a in operands
    ]
    counts = [found.counts for found in levels]
    _, positions = _broadcast_counts(counts)
    rows_found: Rows = []
    for level in range(depth):
        lengths = [
            apply("GatherV2", (found.lengths[level], at, 0)) for found, at in zip(levels, positions, strict=True)
        ]
        widest, strides = _broadcast_lengths(lengths, [found.uniform[level] for found in levels])
        split = apply("ConcatV2", ([np.zeros(1, dtype.numpy), apply("Cumsum", (widest, 0))], 0))
        rows = RaggedTensor.from_row_splits(_range(split[-1], dtype), split, validate=False).value_rowids()
        within = _range(split[-1], dtype) - apply("GatherV2", (split, rows, 0))
        positions = [
            apply("GatherV2", (apply("GatherV2", (found.starts[level], at, 0)), rows, 0))
            + within * apply("GatherV2", (stride, rows, 0))
            for found, at, stride in zip(levels, positions, strides, strict=True)
        ]
        known = [found.length[level] for found in levels]
        rows_found.append((split, None if None in known else max(n for n in known if n is not None)))
    return rows_found, [apply("GatherV2", (found.flat, at, 0)) for found, at in zip(levels, positions, strict=True)]


class _Levels:
    """A ragged tensor's row count, and the lengths and starts of its rows at each level."""

    def __init__(self, x: RaggedTensor, ragged: range) -> None:
        # rows of a tensor all have one length, also where tracing does not know it
        self.uniform = [level not in ragged or known for level, known in enumerate(_uniform_levels(x))]
        self.length = _lengths(x)
        self.counts = x.nrows()
        self.lengths = x.nested_row_lengths()
        self.starts = [split[:-1] for split in x.nested_row_splits]
        self.flat = x.flat_values


def _uniform_levels(x: RaggedTensor | Tensor) -> list[bool]:
    """For each partition, whether its rows have a uniform length by construction: only such rows are broadcast."""
    if not isinstance(x, RaggedTensor):
        return []
    return [x.uniform_row_length is not None, *_uniform_levels(x.values)]


def _lengths(x: RaggedTensor | Tensor) -> list[int | None]:
    """For each partition, the length of all its rows, if that is one and known."""
    return [x.shape[1] if x.shape.rank else None, *_lengths(x.values)] if isinstance(x, RaggedTensor) else []


def _ragged_levels(x: Any, rank: int) -> int:
    """How many of the partitions an operand of such a rank will have divide into rows that may differ."""
    return rank - _rank(x) + int(x.ragged_rank) if isinstance(x, RaggedTensor) else 0


def _splits_dtype(operands: Sequence[Any]) -> DType:
    found = {a.row_splits.dtype for a in operands if isinstance(a, RaggedTensor)}
    if len(found) > 1:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to "
            "convert them to compatible dtypes."
        )
    dtype: DType = found.pop()
    return dtype


def _rank(x: Any) -> int:
    rank = x.shape.rank
    if rank is None:
        raise ValueError(
            "Unable to broadcast: the number of dimensions of the operands of ragged tensors must be known."
        )
    return int(rank)


def _as_ragged(x: Any, rank: int, depth: int, dtype: DType) -> RaggedTensor:
    """The operand expanded with leading dimensions of size 1 to `rank`, with `depth` ragged dimensions."""
    missing = rank - _rank(x)
    if not isinstance(x, RaggedTensor):
        x = apply("Reshape", (x, apply("ConcatV2", ([np.ones(missing, np.int64), _sizes(x)], 0))))
        result: RaggedTensor = RaggedTensor.from_tensor(x, ragged_rank=depth, row_splits_dtype=dtype)
        return result
    for _ in range(missing):
        rows = x.shape[0]
        x = RaggedTensor.from_uniform_row_length(x, x.nrows() if rows is None else rows, nrows=1, validate=False)
    if x.ragged_rank < depth:
        inner = RaggedTensor.from_tensor(x.flat_values, ragged_rank=depth - x.ragged_rank, row_splits_dtype=dtype)
        x = x.with_flat_values(inner)
    return x  # type: ignore[no-any-return]


def _sizes(x: TensorLike) -> Any:
    return apply("Shape", (x,), {"out_type": int64})


def _range(count: Tensor, dtype: DType) -> Tensor:
    return apply("Range", (np.zeros((), dtype.numpy), count, np.ones((), dtype.numpy)))


def _broadcast_counts(counts: Sequence[Tensor]) -> tuple[Any, list[Any]]:
    """The broadcast row count, and for each operand the source row of each result row."""
    widest, strides = _broadcast_lengths([apply("ExpandDims", (c, 0)) for c in counts], [True] * len(counts))
    positions = _range(widest[0], widest.dtype)
    return widest[0], [positions * stride[0] for stride in strides]


def _broadcast_lengths(lengths: Sequence[Tensor], uniform: Sequence[bool]) -> tuple[Tensor, list[Tensor]]:
    """The broadcast row lengths, and for each operand a stride: 1, or 0 where its only element is repeated."""
    one = np.ones((), lengths[0].dtype.numpy)
    ones = [
        apply("LogicalAnd", (apply("Equal", (length, one)), np.bool_(known)))
        for length, known in zip(lengths, uniform, strict=True)
    ]
    widest, all_repeated = lengths[0], ones[0]
    for other, repeated in zip(lengths[1:], ones[1:], strict=True):
        widest = apply("SelectV2", (all_repeated, other, widest))
        all_repeated = apply("LogicalAnd", (all_repeated, repeated))
    strides = []
    for length, repeated in zip(lengths, ones, strict=True):
        _check(apply("SelectV2", (repeated, widest, length)), widest)
        strides.append(apply("SelectV2", (repeated, np.zeros((), length.dtype.numpy), one)))
    return widest, strides


def _check(length: Tensor, widest: Tensor) -> None:
    known, others = constant_value(length), constant_value(widest)
    if known is None or others is None:
        assert_equal(
            length, widest, "Unable to broadcast: the rows of the operands differ in length, and none is 1 long."
        )
    elif not np.array_equal(known, others):
        raise errors.InvalidArgumentError(
            f"Unable to broadcast: rows of lengths {known.tolist()} and {others.tolist()} differ, and none is 1 long."
        )
