"""Operators and functions of ragged tensors, element by element: their rows are broadcast as those of tensors are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, int64
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor
from graphwright.core.typing import TensorLike
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.ragged_tensor import RaggedTensor


def elementwise(op: Callable[..., Any], *args: TensorLike) -> Any:
    """`op` of the elements of tensors of which one at least is ragged, broadcast to one shape.

    Raises InvalidArgumentError for rows whose lengths differ where none of them is 1.
    """
    dtype = next(a.dtype for a in args if isinstance(a, RaggedTensor))
    operands = [a if isinstance(a, RaggedTensor) else to_tensor(a, None, "y", dtype) for a in args]
    first = next(a for a in operands if isinstance(a, RaggedTensor))
    if _aligned(first, operands):
        return first.with_flat_values(op(*(a.flat_values if isinstance(a, RaggedTensor) else a for a in operands)))
    splits, flat = broadcast(operands)
    return RaggedTensor.from_nested_row_splits(op(*flat), splits, validate=False)


def _aligned(first: RaggedTensor, operands: list[RaggedTensor | Tensor]) -> bool:
    """Whether the flat values can be computed with as they are."""
    inner = (first.flat_values.shape.rank or 1) - 1
    for a in operands:
        if isinstance(a, RaggedTensor):
            if not _same_rows(first, a) or a.flat_values.shape.rank != first.flat_values.shape.rank:
                return False
        elif a.shape.rank is None or a.shape.rank > inner:
            return False
    return True


def _same_rows(a: RaggedTensor, b: RaggedTensor) -> bool:
    """Whether the rows of two are known to have the same lengths."""
    if a.ragged_rank != b.ragged_rank:
        return False
    for one, other in zip(a.nested_row_splits, b.nested_row_splits, strict=True):
        if one is not other:
            known, others = constant_value(one), constant_value(other)
            if known is None or others is None or one.dtype != other.dtype or not np.array_equal(known, others):
                return False
    return True


def broadcast(operands: Sequence[TensorLike]) -> tuple[list[Tensor], list[Tensor]]:
    """The row splits that operands have when they are broadcast to each other, and the flat values of each."""
    dtype = _splits_dtype(operands)
    depth = max(a.ragged_rank for a in operands if isinstance(a, RaggedTensor))
    rank = max(_rank(a) for a in operands)
    levels = [_Levels(_as_ragged(a, rank, depth, dtype), not isinstance(a, RaggedTensor)) for a in operands]
    counts = [found.counts for found in levels]
    _, places = _joined(counts)
    splits = []
    for level in range(depth):
        lengths = [apply("GatherV2", (found.lengths[level], at, 0)) for found, at in zip(levels, places, strict=True)]
        widest, wide = _joined_lengths(lengths, [found.uniform[level] for found in levels])
        split = apply("ConcatV2", ([np.zeros(1, dtype.numpy), apply("Cumsum", (widest, 0))], 0))
        rows = RaggedTensor.from_row_splits(_range(split[-1], dtype), split, validate=False).value_rowids()
        within = _range(split[-1], dtype) - apply("GatherV2", (split, rows, 0))
        places = [
            apply("GatherV2", (apply("GatherV2", (found.starts[level], at, 0)), rows, 0))
            + within * apply("GatherV2", (moves, rows, 0))
            for found, at, moves in zip(levels, places, wide, strict=True)
        ]
        splits.append(split)
    return splits, [apply("GatherV2", (found.flat, at, 0)) for found, at in zip(levels, places, strict=True)]


class _Levels:
    """A ragged tensor's number of rows, and the lengths and starts of its rows at each level."""

    def __init__(self, x: RaggedTensor, dense: bool) -> None:
        self.uniform = [dense or known for known in _uniform_levels(x)]
        self.counts = x.nrows()
        self.lengths = x.nested_row_lengths()
        self.starts = [split[:-1] for split in x.nested_row_splits]
        self.flat = x.flat_values


def _uniform_levels(x: RaggedTensor | Tensor) -> list[bool]:
    """For each partition whether its rows have one length by construction: only such rows are repeated."""
    if not isinstance(x, RaggedTensor):
        return []
    return [x.uniform_row_length is not None, *_uniform_levels(x.values)]


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
    """The operand with leading dimensions of size 1 up to `rank`, and `depth` ragged ones."""
    missing = rank - _rank(x)
    if not isinstance(x, RaggedTensor):
        x = apply("Reshape", (x, apply("ConcatV2", ([np.ones(missing, np.int64), _sizes(x)], 0))))
        made: RaggedTensor = RaggedTensor.from_tensor(x, ragged_rank=depth, row_splits_dtype=dtype)
        return made
    for _ in range(missing):
        x = RaggedTensor.from_row_splits(x, apply("Pack", ([np.zeros((), dtype.numpy), x.nrows()],)), validate=False)
    if x.ragged_rank < depth:
        inner = RaggedTensor.from_tensor(x.flat_values, ragged_rank=depth - x.ragged_rank, row_splits_dtype=dtype)
        x = x.with_flat_values(inner)
    return x  # type: ignore[no-any-return]


def _sizes(x: TensorLike) -> Any:
    return apply("Shape", (x,), {"out_type": int64})


def _range(count: Tensor, dtype: DType) -> Tensor:
    return apply("Range", (np.zeros((), dtype.numpy), count, np.ones((), dtype.numpy)))


def _joined(counts: Sequence[Tensor]) -> tuple[Any, list[Any]]:
    """The number of rows of all, and for each operand which of its rows each of them is."""
    widest, wide = _joined_lengths([apply("ExpandDims", (c, 0)) for c in counts], [True] * len(counts))
    places = _range(widest[0], widest.dtype)
    return widest[0], [places * moves[0] for moves in wide]


def _joined_lengths(lengths: Sequence[Tensor], uniform: Sequence[bool]) -> tuple[Tensor, list[Tensor]]:
    """The lengths of rows broadcast to each other, and for each operand 1, or 0 where its only element is repeated."""
    one = np.ones((), lengths[0].dtype.numpy)
    ones = [
        apply("LogicalAnd", (apply("Equal", (own, one)), np.bool_(known)))
        for own, known in zip(lengths, uniform, strict=True)
    ]
    widest, open_ = lengths[0], ones[0]
    for other, repeated in zip(lengths[1:], ones[1:], strict=True):
        widest = apply("SelectV2", (open_, other, widest))
        open_ = apply("LogicalAnd", (open_, repeated))
    wide = []
    for own, repeated in zip(lengths, ones, strict=True):
        _check(apply("SelectV2", (repeated, widest, own)), widest)
        wide.append(apply("SelectV2", (repeated, np.zeros((), own.dtype.numpy), one)))
    return widest, wide


def _check(own: Tensor, widest: Tensor) -> None:
    known, others = constant_value(own), constant_value(widest)
    if known is None or others is None:
        assert_equal(own, widest, "Unable to broadcast: the rows of the operands differ in length, and none is 1 long.")
    elif not np.array_equal(known, others):
        raise errors.InvalidArgumentError(
            f"Unable to broadcast: rows of lengths {known.tolist()} and {others.tolist()} differ, and none is 1 long."
        )


__all__ = ["broadcast", "elementwise"]
