"""Ragged forms of public functions that count numbers, and divide values by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, apply, apply_multi, errors, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.infer import constant_value
from graphwright.ops.ragged.indexing import gather_rows
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.row_partition import require_equal


def bincount(
    original: Callable[..., Any], arr: Any, weights: Any = None, minlength: Any = None, maxlength: Any = None,
    dtype: Any = "int32", name: str | None = None, axis: int | None = None, binary_output: bool = False,
) -> Tensor:  # fmt: skip
    """Count over everything, or over each row."""
    if axis not in (None, 0, -1):
        raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
    flat, added = _values(arr), _values(weights)
    if axis in (None, 0):
        return original(flat, added, minlength, maxlength, dtype, name, axis, binary_output)  # type: ignore[no-any-return]
    from graphwright.ops.math.bincount import bin_count

    rows, count = _rows(arr)
    kind = flat.dtype
    size = bin_count(flat, minlength, maxlength)
    cells = apply("Cast", (rows,), {"DstT": kind}) * size + flat
    outside = apply("GreaterEqual", (flat, size))
    total = apply("Cast", (count,), {"DstT": kind}) * size
    cells = apply("SelectV2", (outside, total, cells))  # numbers that are too large are counted in a cell of their own
    cells = apply("SelectV2", (apply("Less", (flat, np.zeros((), kind.numpy))), flat, cells))  # an error of the op
    counts = original(cells, added, total, total, dtype, name, None, binary_output)
    return apply("Reshape", (counts, apply("Pack", ([apply("Cast", (count,), {"DstT": kind}), size],))))


def sparse_bincount(original: Callable[..., Any], values: Any, weights: Any = None, *args: Any, **kwargs: Any) -> Any:
    """Count over everything, or over each row: rows become those of a sparse matrix."""
    return original(values.to_sparse(), None if weights is None else weights.to_sparse(), *args, **kwargs)


def _values(x: Any) -> Any:
    return x.flat_values if isinstance(x, RaggedTensor) else x.values if isinstance(x, SparseTensor) else x


def _rows(x: RaggedTensor | SparseTensor) -> tuple[Tensor, Any]:
    if isinstance(x, SparseTensor) and x.shape.rank == 2:
        return x.indices[:, 0], x.dense_shape[0]
    if isinstance(x, SparseTensor) or x.ragged_rank != 1 or x.flat_values.shape.rank != 1:
        raise ValueError(f"Rows are counted in a matrix; got the shape {x.shape}.")
    return x.value_rowids(), x.nrows()


def dynamic_partition(
    original: Callable[..., Any], data: Any, partitions: Any, num_partitions: int, name: str | None = None
) -> list[Any]:
    """Divide rows by the numbers of a vector, or values by those of a ragged tensor with the same rows."""
    if not isinstance(data, RaggedTensor):
        raise ValueError("tf.dynamic_partition divides the rows of ragged data by ragged partitions, no others.")
    if isinstance(partitions, RaggedTensor):
        splits = [apply("Cast", (x.row_splits,), {"DstT": "int64"}) for x in (data, partitions)]
        require_equal(splits[0], splits[1], "data and partitions have incompatible ragged shapes")
        if isinstance(data.values, RaggedTensor):
            return dynamic_partition(original, data.values, partitions.values, num_partitions, name)
        return original(data.values, partitions.values, num_partitions, name)  # type: ignore[no-any-return]
    numbers = to_tensor(partitions)
    _check(data, numbers, num_partitions)
    dtype = data.row_splits.dtype
    rows = apply("Range", (np.zeros((), dtype.numpy), data.nrows(), np.ones((), dtype.numpy)))
    parts = apply_multi("DynamicPartition", (rows, numbers), {"num_partitions": num_partitions})
    return [gather_rows(data, part) for part in parts]


def _check(data: RaggedTensor, numbers: Tensor, count: int) -> None:
    if numbers.shape.rank != 1:
        raise errors.ShapeMismatchError(
            "data and partitions have incompatible ragged shapes: the partitions of ragged data are a number for each "
            f"row, or a ragged tensor with the same rows; got the shape {numbers.shape} for {data.shape}."
        )
    if None not in (numbers.shape[0], data.shape[0]) and numbers.shape[0] != data.shape[0]:
        raise ValueError(f"Shapes {data.shape[:1]} and {numbers.shape} are incompatible")
    known = constant_value(numbers)
    if known is not None and ((known < 0) | (known >= count)).any():
        raise errors.InvalidArgumentError(f"partitions {known.tolist()} are not all from 0 to {count - 1}")
