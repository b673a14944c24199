"""Counting numbers, and sorting them into buckets."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, int32, int64
from graphwright.core.prelude import (
    Array,
    DTypeLike,
    Tensor,
    TensorLike,
    apply,
    convert_to_tensor,
    errors,
    name_scope,
    to_tensor,
)
from graphwright.ir.lowering import Routed
from graphwright.ir.prelude import Dim, Elementwise, Emitter, Operand, OpRecord, ShapeContext, Symbol, Unsupported, op
from graphwright.ir.types import Dims, describe_dims

_MAX_BOUNDARIES = 64  # that each number is compared with, rather than looked up in order


def _bins(ctx: ShapeContext) -> Dim:
    if ctx.rank(1) not in (0, None):
        raise ctx.fail(f"Shape must be rank 0 but is rank {ctx.rank(1)}")
    size = ctx.dims_value(1)
    if size is not None and isinstance(size[0], int) and size[0] < 0:
        raise ctx.fail(f"size ({size[0]}) must be non-negative")
    return Symbol() if size is None else size[0]


def _counted(flat: Array, size: int, weights: Array | None, binary: bool, dtype: np.dtype[Any]) -> Array:
    if size < 0:
        raise errors.InvalidArgumentError(f"size ({size}) must be non-negative")
    if (flat < 0).any():
        raise errors.InvalidArgumentError("Input arr must be non-negative!")
    inside = flat < size
    result = np.zeros(size, dtype)
    if binary:
        result[flat[inside]] = 1
    else:
        np.add.at(result, flat[inside], 1 if weights is None else weights.reshape(-1)[inside])
    return result


def _check_weights(of: Array, weights: Array) -> Array | None:
    if not weights.size:
        return None
    if weights.shape != of.shape:
        raise errors.InvalidArgumentError(
            "`weights` must be the same shape as `arr` or a length-0 `Tensor`, in which case it acts as all weights "
            f"equal to 1. Received {describe_dims(weights.shape)}"
        )
    return weights


def _bincount(arr: Array, size: Array, weights: Array) -> Array:
    return _counted(arr.reshape(-1), int(size), _check_weights(arr, weights), False, weights.dtype)


BINCOUNT: OpRecord = op(
    "Bincount",
    "arr: int32, size: int32, weights: T -> bins: T",
    "T: {int32, int64, float, double}",
    shape=lambda ctx: (_bins(ctx),),
    kernel=_bincount,
    native=Routed("count"),
)


def _dense_rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is None:
        return None
    if len(dims) > 2:
        raise ctx.fail(f"Shape must be at most rank 2 but is rank {len(dims)}")
    return (*dims[:-1], _bins(ctx))


def _dense_bincount(input: Array, size: Array, weights: Array, binary_output: bool) -> Array:
    if input.ndim > 2:
        raise errors.InvalidArgumentError("Shape must be at most rank 2")
    count, checked = int(size), _check_weights(input, weights)
    if input.ndim < 2:
        return _counted(input.reshape(-1), count, checked, binary_output, weights.dtype)
    rows = [
        _counted(row, count, None if checked is None else checked[i], binary_output, weights.dtype)
        for i, row in enumerate(input)
    ]
    return np.array(rows, weights.dtype).reshape(len(input), count)


DENSE_BINCOUNT: OpRecord = op(
    "DenseBincount",
    "input: Tidx, size: Tidx, weights: T -> output: T",
    "Tidx: index; T: {int32, int64, float, double}; binary_output: bool = false",
    shape=_dense_rule,
    kernel=_dense_bincount,
    native=Routed("count"),
)


def _bucketize(input: Array, boundaries: Array) -> Array:
    edges = np.asarray(boundaries, np.float32)
    if (np.diff(edges) < 0).any():
        raise errors.InvalidArgumentError("Expected sorted boundaries")
    return np.asarray(np.searchsorted(edges.astype(np.float64), input.astype(np.float64), "right"), np.int32)


def _bucketize_native(e: Emitter, x: Operand, boundaries: Operand) -> Operand:
    """The number of boundaries that a number is not below; NaN is below none."""
    edges = np.asarray(boundaries, np.float32)
    if len(edges) > _MAX_BOUNDARIES or (np.diff(edges) < 0).any() or np.isnan(edges).any():
        raise Unsupported("too many boundaries, or unsorted ones")
    wide, one, zero = e.convert(x, "float64"), e.const(1, "int32"), e.const(0, "int32")
    count = zero
    for edge in edges:
        count = e.add(count, e.select(e.compare("lt", wide, e.const(float(edge), wide)), zero, one))
    return count


BUCKETIZE: OpRecord = op(
    "Bucketize",
    "input: T -> output: int32",
    "T: {int32, int64, float, double}; boundaries: list(float)",
    shape=lambda ctx: ctx.dims(0),
    kernel=_bucketize,
    native=Elementwise(_bucketize_native),
    no_gradient=True,
)

# public functions -----


def bincount(
    arr: TensorLike,
    weights: TensorLike | None = None,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    dtype: DTypeLike = int32,
    name: str | None = None,
    axis: int | None = None,
    binary_output: bool = False,
) -> Tensor:
    """How often each number from 0 on occurs in a tensor of integers.

    Args:
      arr: int32 or int64 tensor, nothing in it negative; ragged and sparse ones count too.
      weights: tensor of the same shape: what each element adds instead of 1.
      minlength, maxlength: least and greatest length of the result; larger numbers are not counted.
      dtype: of the counts, where there are no weights.
      axis: None or 0 counts over everything, -1 (or 1) over each row of a matrix.
      binary_output: whether to report only if a number occurs; excludes weights.

    Raises InvalidArgumentError for negative numbers, ValueError for other axes or weights with `binary_output`.

    >>> tf.math.bincount([1, 1, 3]).numpy()
    array([0, 2, 0, 1], dtype=int32)
    """
    with name_scope(name or "bincount"):
        if axis not in (None, 0, -1, 1):
            raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
        if binary_output and weights is not None:
            raise ValueError("Arguments `binary_output` and `weights` are mutually exclusive. Please specify only one.")
        arr = to_tensor(arr, None, "arr", int32)
        if arr.dtype.is_floating:
            arr = apply("Cast", (arr,), {"DstT": int32})
        if arr.dtype not in (int32, int64):
            raise errors.DTypeMismatchError(f"tf.math.bincount counts int32 or int64, not {arr.dtype.name}.")
        if axis in (None, 0):
            arr = apply("Reshape", (arr, [-1]))
            weights = None if weights is None else apply("Reshape", (convert_to_tensor(weights), [-1]))
        size = bin_count(arr, minlength, maxlength)
        weights_input = np.zeros(0, as_dtype(dtype).numpy) if weights is None else weights
        return apply(DENSE_BINCOUNT, (arr, size, weights_input), {"binary_output": binary_output})


def bin_count(values: Tensor, minlength: TensorLike | None, maxlength: TensorLike | None) -> Tensor:
    """The number of bins for these numbers: one more than the largest, within the bounds."""
    kind = values.dtype
    flat = apply("Reshape", (values, [-1]))
    below = apply("ConcatV2", ([flat, np.full(1, -1, kind.numpy)], 0))
    size = apply("AddV2", (apply("Max", (below, 0)), np.ones((), kind.numpy)))
    for record, bound in (("Maximum", minlength), ("Minimum", maxlength)):
        if bound is not None:
            limit = to_tensor(bound, preferred=kind)
            limit = limit if limit.dtype is kind else apply("Cast", (limit,), {"DstT": kind})
            size = apply(record, (size, limit))
    return size
