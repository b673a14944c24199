"""Row partitions: nesting them, the row of each value, and checks, also of sparse tensors converted to ragged ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.convert import to_hinted_tensor
from graphwright.core.prelude import Tensor, TensorLike, apply, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal

Nested: TypeAlias = Sequence[TensorLike]
"""Row partitions of several ragged dimensions, outermost first."""


def nested_rows(create: Callable[..., Any], flat_values: TensorLike, partitions: Nested, validate: bool) -> Any:
    """Partition the values by each of the partitions, the innermost first; `create` makes rows of one partition."""
    result: Any = flat_values
    for rows in reversed(list(partitions)):
        result = create(result, rows, validate=validate)
    return result


def check_right_ragged(x: Any) -> None:
    """Raise for a sparse matrix with gaps before the elements of a row."""
    if x.shape.rank not in (2, None):
        raise ValueError(f"rank(st_input) must be 2, got {x.shape}")
    rows, columns = x.indices[:, 0], x.indices[:, 1]
    count = apply("Shape", (rows,), {"out_type": int64})[0]
    starts = apply("LowerBound", (apply("ExpandDims", (rows, 0)), apply("ExpandDims", (rows, 0))), {"out_type": int64})
    positions = apply("Range", (np.int64(0), count, np.int64(1)))
    assert_equal(
        columns, apply("Sub", (positions, apply("Reshape", (starts, [-1])))),
        "SparseTensor is not right-ragged: the elements of each row must be at its beginning, in order.",
    )  # fmt: skip


def partition(value: TensorLike, name: str) -> Tensor:
    """Convert row splits, lengths or ids to an int32 or int64 tensor, int64 by default."""
    tensor = to_hinted_tensor(value, int64, name)
    if not tensor.dtype.is_integer:
        raise ValueError(f"{name} must have dtype int32 or int64, got {tensor.dtype.name}")
    return tensor


def as_dtype_of(value: TensorLike, like: Tensor) -> Tensor:
    """A number with the dtype of another."""
    return apply("Cast", (to_tensor(value),), {"DstT": like.dtype})


def check_splits(rows: TensorLike, splits: TensorLike) -> None:
    """Raise if statically known row splits are invalid for `rows` values."""
    known, count = constant_value(splits), constant_value(rows)
    if known is None:
        return
    what = "Arguments to from_row_splits do not form a valid RaggedTensor"
    if known[0] != 0:
        raise errors.InvalidArgumentError(f"{what}: zero\nrow_splits must begin with 0, got {known.tolist()}")
    if (np.diff(known) < 0).any():
        raise errors.InvalidArgumentError(f"{what}: monotonic\nrow_splits must not decrease, got {known.tolist()}")
    if count is not None and known[-1] != count:
        raise errors.InvalidArgumentError(
            f"{what}: row_splits must end with the number of values, {int(count)}, got {known.tolist()}"
        )


def row_ids(splits: Tensor) -> Tensor:
    """The row of each value, by row splits."""
    zero, one = np.zeros((), splits.dtype.numpy), np.ones((), splits.dtype.numpy)
    positions = apply("Range", (zero, splits[-1], one))
    found = apply(
        "UpperBound",
        (apply("ExpandDims", (splits, 0)), apply("ExpandDims", (positions, 0))),
        {"out_type": splits.dtype},
    )
    return apply("Sub", (apply("Reshape", (found, [-1])), one))
