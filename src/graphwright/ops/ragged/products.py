"""Matrix products of ragged tensors: batches of matrices that differ in size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, apply, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.construct import value_coordinates
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.row_partition import require_equal


def matmul(
    original: Callable[..., Tensor],
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """The product of matrices of the same rank, at least one of them ragged.

    The matrices of a batch are padded to the largest and multiplied together; what belongs to the padding is dropped.
    """
    if (transpose_a and adjoint_a) or (transpose_b and adjoint_b):
        raise ValueError("Only one of transpose_a/b and adjoint_a/b can be True.")
    a, b = (x if isinstance(x, RaggedTensor) else to_tensor(x) for x in (a, b))
    rank = _common_rank(a, b)
    turned = transpose_a or adjoint_a, transpose_b or adjoint_b

    def dense(x: Any, y: Any) -> Tensor:
        flags = transpose_a, transpose_b, adjoint_a, adjoint_b
        return original(_padded(x), _padded(y), *flags, *args, **kwargs)

    if rank == 2:
        for x in (a, b):
            if isinstance(x, RaggedTensor):
                _require_uniform(x.row_lengths())
        return dense(a, b)
    return _nested(dense, a, b, turned, rank)


def _common_rank(a: Any, b: Any) -> int:
    ranks = a.shape.rank, b.shape.rank
    if None in ranks:
        raise ValueError("matmul requires at least one input to have known rank if either input is ragged.")
    if ranks[0] != ranks[1]:
        raise ValueError(f"`a` and `b` must have the same rank; got the shapes {a.shape} and {b.shape}.")
    if ranks[0] < 2:
        raise ValueError(f"The rank of the input must be at least 2; got the shape {a.shape}.")
    return int(ranks[0])


def _nested(dense: Callable[..., Tensor], a: Any, b: Any, turned: tuple[bool, bool], rank: int) -> Any:
    """The product below the dimensions of batches, which have to be divided alike."""
    if rank == 3:
        return _batch(dense, a, b, turned)
    a, b = (x if isinstance(x, RaggedTensor) else RaggedTensor.from_tensor(x) for x in (a, b))
    splits = [x.row_splits for x in (a, b)]
    if splits[0].dtype != splits[1].dtype:
        splits = [apply("Cast", (s,), {"DstT": "int64"}) for s in splits]
    require_equal(splits[0], splits[1], "Batch dimensions of `a` and `b` do not have the same size.")
    return a.with_values(_nested(dense, a.values, b.values, turned, rank - 1))


def _batch(dense: Callable[..., Tensor], a: Any, b: Any, turned: tuple[bool, bool]) -> RaggedTensor:
    counts = [x.shape[0] for x in (a, b)]
    if None not in counts and counts[0] != counts[1]:
        raise ValueError(f"Dimensions {counts[0]} and {counts[1]} are not compatible")
    dtype = next(x for x in (a, b) if isinstance(x, RaggedTensor)).row_splits.dtype
    sizes = [_sizes(x, dtype)[:: -1 if turn else 1] for x, turn in zip((a, b), turned, strict=True)]
    (rows, inner), (others, columns) = sizes
    _require_alike(inner, others)
    product = dense(a, b)
    ragged_rows, ragged_columns = rows.shape.rank == 1, columns.shape.rank == 1
    if not ragged_columns and not ragged_rows:
        flat = apply("Reshape", (product, apply("Pack", ([np.asarray(-1, dtype.numpy), columns],))))
        return RaggedTensor.from_uniform_row_length(flat, rows, validate=False)
    if not ragged_columns:
        return RaggedTensor.from_tensor(product, lengths=rows, row_splits_dtype=dtype)
    count = apply("Shape", (product,), {"out_type": dtype})[0]
    heights = rows if ragged_rows else apply("Fill", (apply("ExpandDims", (count, 0)), rows))
    matrices = _range(apply("Sum", (heights, 0)), dtype)
    lines = (
        RaggedTensor.from_row_lengths(matrices, heights, validate=False)
        if ragged_rows
        else RaggedTensor.from_uniform_row_length(matrices, rows, validate=False)
    )
    widths = apply("GatherV2", (columns, lines.value_rowids(), 0))
    total = apply("Sum", (widths, 0))
    result = lines.with_values(RaggedTensor.from_row_lengths(_range(total, dtype), widths, validate=False))
    return result.with_flat_values(apply("GatherNd", (product, value_coordinates(result))))


def _sizes(x: Any, dtype: Any) -> tuple[Any, Any]:
    """The numbers of rows and columns of a batch of matrices: a scalar, or a vector with one for each matrix."""
    if not isinstance(x, RaggedTensor):
        return _size(x, 1, dtype), _size(x, 2, dtype)
    rows = x.row_lengths() if x.uniform_row_length is None else x.uniform_row_length
    if x.ragged_rank == 1:
        return rows, _size(x.values, 1, dtype)
    widths = x.values.row_lengths()
    if x.values.uniform_row_length is not None:
        return rows, x.values.uniform_row_length
    matrices, count = x.value_rowids(), x.nrows()
    widest, narrowest = (apply(f"UnsortedSegment{kind}", (widths, matrices, count)) for kind in ("Max", "Min"))
    empty = apply("Equal", (x.row_lengths(), np.zeros((), dtype.numpy)))
    zero = np.zeros((), dtype.numpy)
    widest, narrowest = (apply("SelectV2", (empty, zero, found)) for found in (widest, narrowest))
    require_equal(widest, narrowest, "The matrices in `a` and `b` may not be ragged in their innermost dimension.")
    return rows, widest


def _size(x: Tensor, axis: int, dtype: Any) -> Tensor:
    known = x.shape[axis]
    if known is not None:
        return to_tensor(np.asarray(known, dtype.numpy))
    return apply("Shape", (x,), {"out_type": dtype})[axis]


def _require_uniform(lengths: Tensor) -> None:
    widest = apply("Max", (lengths, [0]), {"keep_dims": True})
    require_equal(
        apply("Minimum", (lengths, widest)), apply("Maximum", (lengths, widest)),
        "The matrices in `a` and `b` may not be ragged in their innermost dimension.",
    )  # fmt: skip


def _require_alike(columns: Tensor, rows: Tensor) -> None:
    known, others = constant_value(columns), constant_value(rows)
    what = "Matrix size-incompatible: the columns of each matrix of `a` must be as many as the rows of its one of `b`."
    if known is None or others is None:
        assert_equal(columns, rows, what)
    elif not np.all(known == others):
        raise errors.InvalidArgumentError(f"{what} Got {known.tolist()} columns and {others.tolist()} rows.")


def _padded(x: RaggedTensor | Tensor) -> Tensor:
    return x.to_tensor() if isinstance(x, RaggedTensor) else x


def _range(count: Tensor, dtype: Any) -> Tensor:
    return apply("Range", (np.zeros((), dtype.numpy), count, np.ones((), dtype.numpy)))
