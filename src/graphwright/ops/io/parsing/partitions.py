"""Rows of a ragged feature, by the features that divide its values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Tensor, apply
from graphwright.ops.io.parsing import features
from graphwright.ops.ragged.ragged_tensor import RaggedTensor


def _like(number: int, tensor: Tensor) -> Any:
    return np.array(number, tensor.dtype.numpy)


def _take(values: Any, positions: Tensor) -> Any:
    return apply("GatherV2", (values, positions, 0))


def _positions(values: Any) -> Tensor:
    size = apply("Size", (values,), {"out_type": values.dtype})
    return apply("Range", (_like(0, values), size, _like(1, values)))


def _shifted(values: Any, back: bool) -> Any:
    """The value before each one, or behind it; zero at the end."""
    zero = np.zeros(1, values.dtype.numpy)
    return apply("ConcatV2", ([zero, values[:-1]], 0)) if back else apply("ConcatV2", ([values[1:], zero], 0))


class _Part:
    """A feature that divides: its values, in rows by example, and how many values are divided in each example."""

    def __init__(self, rows: RaggedTensor, counts: Any) -> None:
        self.values, self.splits, self.counts = rows.values, rows.row_splits, counts
        self.ids = rows.value_rowids()
        at = _positions(self.values)
        self.first = apply("Equal", (at, _take(self.splits, self.ids)))
        self.last = apply("Equal", (at + _like(1, at), _take(self.splits[1:], self.ids)))


def _of_lengths(part: _Part) -> tuple[Any, Any]:
    return part.values, part.splits


def _of_splits(part: _Part) -> tuple[Any, Any]:
    chosen = apply("Where", (apply("LogicalNot", (part.first,)),))[:, 0]
    lengths = _take(part.values - _shifted(part.values, back=True), chosen)
    sizes = apply("Maximum", (part.splits[1:] - part.splits[:-1] - _like(1, part.splits), _like(0, part.splits)))
    return lengths, _splits_of(sizes)


def _of_limits(part: _Part) -> tuple[Any, Any]:
    before = apply("SelectV2", (part.first, _like(0, part.values), _shifted(part.values, back=True)))
    return part.values - before, part.splits


def _of_starts(part: _Part) -> tuple[Any, Any]:
    after = apply("SelectV2", (part.last, _take(part.counts, part.ids), _shifted(part.values, back=False)))
    return after - part.values, part.splits


def _of_row_ids(part: _Part) -> tuple[Any, Any]:
    examples = apply("Size", (part.counts,))
    one = _like(1, part.values)
    # the rows of an example are as many as its last row says
    last = apply("SelectV2", (part.last, part.values + one, _like(0, part.values)))
    splits = _splits_of(apply("UnsortedSegmentSum", (last, part.ids, examples)))
    total = apply("Cast", (splits[-1],), {"DstT": apply("Size", (splits,)).dtype})
    ones = apply("OnesLike", (part.values,))
    lengths = apply("UnsortedSegmentSum", (ones, part.values + _take(splits, part.ids), total))
    return lengths, splits


_LENGTHS: dict[type, Callable[[_Part], tuple[Any, Any]]] = {
    features.RowLengths: _of_lengths,
    features.RowSplits: _of_splits,
    features.RowLimits: _of_limits,
    features.RowStarts: _of_starts,
    features.ValueRowIds: _of_row_ids,
}


def _splits_of(lengths: Any) -> Any:
    ends = apply("Cumsum", (lengths, 0))
    return apply("ConcatV2", ([np.zeros(1, lengths.dtype.numpy), ends], 0))


def _in_rows_of(values: Any, length: int) -> Any:
    if isinstance(values, RaggedTensor):
        return RaggedTensor.from_uniform_row_length(values, _like(length, values.row_splits))
    inner = apply("Shape", (values,))[1:]
    shape = apply("ConcatV2", ([np.array([-1, length], np.int32), inner], 0))
    return apply("Reshape", (values, shape))


def divided_by_example(
    rows: RaggedTensor, partitions: Sequence[Any], parts: dict[str, RaggedTensor], dtype: DType, validate: bool
) -> RaggedTensor:
    """The values of each example in rows, these in rows, and so on; `parts` has the features that divide them."""
    values, splits = rows.values, rows.row_splits
    for partition in reversed(partitions):
        if isinstance(partition, features.UniformRowLength):
            values = _in_rows_of(values, partition.length)
            splits = apply("FloorDiv", (splits, _like(max(partition.length, 1), splits)))
            continue
        part = parts[partition.key].with_row_splits_dtype(dtype)
        part = part.with_values(apply("Cast", (part.values,), {"DstT": dtype}))
        lengths, splits = _LENGTHS[type(partition)](_Part(part, splits[1:] - splits[:-1]))
        values = RaggedTensor.from_row_splits(values, _splits_of(lengths), validate=validate)
    return RaggedTensor.from_row_splits(values, splits, validate=validate)


_BUILD: dict[type, Callable[..., RaggedTensor]] = {
    features.RowLengths: RaggedTensor.from_row_lengths,
    features.RowSplits: RaggedTensor.from_row_splits,
    features.RowLimits: RaggedTensor.from_row_limits,
    features.RowStarts: RaggedTensor.from_row_starts,
    features.ValueRowIds: RaggedTensor.from_value_rowids,
}


def divided(values: Any, partitions: Sequence[Any], parts: dict[str, Any], dtype: DType, validate: bool) -> Any:
    """The values of one example in rows, these in rows, and so on."""
    for partition in reversed(partitions):
        if isinstance(partition, features.UniformRowLength):
            values = _in_rows_of(values, partition.length)
            continue
        part = apply("Cast", (parts[partition.key],), {"DstT": dtype})
        values = _BUILD[type(partition)](values, part, validate=validate)
    return values


__all__ = ["divided", "divided_by_example"]
