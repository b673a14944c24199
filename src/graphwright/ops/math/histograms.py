"""Counts of pairs of classes, and of values in intervals of equal width."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import as_dtype, float64, int32, int64
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, convert_to_tensor, errors, name_scope
from graphwright.ir.infer import constant_value
from graphwright.ops.array.concat import stack
from graphwright.ops.array.constants import ones
from graphwright.ops.array.shapes import reshape, shape, squeeze
from graphwright.ops.control.assertions import assert_less, assert_non_negative
from graphwright.ops.index.scatter import scatter_nd
from graphwright.ops.math.bincount import bincount
from graphwright.ops.math.casts import cast
from graphwright.ops.math.clipping import clip_by_value
from graphwright.ops.math.reductions import reduce_max
from graphwright.ops.math.unary import floor


def confusion_matrix(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: TensorLike | None = None,
    weights: TensorLike | None = None,
    dtype: DTypeLike = int32,
    name: str | None = None,
) -> Tensor:
    """How often each class was predicted for each class: a row for each label, a column for each prediction.

    Args:
      labels: vector of the true classes, integers from 0 on.
      predictions: vector of the predicted ones, of the same length.
      num_classes: the number of rows and columns, by default as many as occur.
      weights: vector: what each pair adds instead of 1.
      dtype: of the counts.

    Raises InvalidArgumentError for classes that are negative or have no row.

    >>> tf.math.confusion_matrix([0, 1, 1], [0, 1, 0]).numpy()
    array([[1, 0],
           [1, 1]], dtype=int32)
    """
    with name_scope(name or "confusion_matrix"):
        rows = _classes(labels, "labels")
        columns = _classes(predictions, "predictions")
        if rows.shape.rank is not None and columns.shape.rank is not None and rows.shape.rank != columns.shape.rank:
            if rows.shape.rank > columns.shape.rank:
                rows = squeeze(rows, [-1])
            else:
                columns = squeeze(columns, [-1])
        if num_classes is None:
            count = reduce_max(stack([reduce_max(rows), reduce_max(columns)])) + 1
        else:
            count = cast(num_classes, int64)
            assert_less(rows, count, "`labels` out of bound")
            assert_less(columns, count, "`predictions` out of bound")
        kind = as_dtype(dtype)
        values = ones(shape(columns), kind) if weights is None else cast(weights, kind)
        return scatter_nd(stack([rows, columns], 1), values, stack([count, count]))


def _classes(values: TensorLike, name: str) -> Tensor:
    found = cast(convert_to_tensor(values, name=name), int64)
    assert_non_negative(found, f"`{name}` contains negative values")
    return found


def histogram_fixed_width_bins(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: DTypeLike = int32,
    name: str | None = None,
) -> Tensor:
    """The interval that each value lies in, of `nbins` intervals of equal width.

    Args:
      values: numbers; those outside of the range belong to its first or last interval.
      value_range: its two ends.
      nbins: the number of intervals.

    >>> tf.histogram_fixed_width_bins([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], [0.0, 5.0], nbins=5).numpy()
    array([0, 0, 1, 2, 4, 4], dtype=int32)
    """
    with name_scope(name or "histogram_fixed_width_bins"):
        values = convert_to_tensor(values, name="values")
        limits = convert_to_tensor(value_range, values.dtype, name="value_range")
        _check(nbins, limits)
        bins = convert_to_tensor(nbins, int32, name="nbins")
        flat = reshape(values, [-1])
        scaled = (flat - limits[0]) / (limits[1] - limits[0])
        found = cast(clip_by_value(floor(cast(bins, scaled.dtype) * scaled), 0, cast(bins - 1, scaled.dtype)), int32)
        return reshape(found, shape(values))


def _check(nbins: TensorLike, limits: Tensor) -> None:
    known, ends = constant_value(convert_to_tensor(nbins)), constant_value(limits)
    if known is not None and known <= 0:
        raise errors.InvalidArgumentError(f"nbins should be a positive number, but got '{known}'")
    if limits.shape.rank not in (None, 1) or limits.shape[0] not in (None, 2):
        raise errors.ShapeMismatchError(f"value_range should be a vector of 2 elements, but got shape {limits.shape}")
    if ends is not None and not ends[0] < ends[1]:
        shown = f"[{ends[0]:g}, {ends[1]:g}]"
        raise errors.InvalidArgumentError(
            f"value_range should satisfy value_range[0] < value_range[1], but got '{shown}'"
        )


def histogram_fixed_width(
    values: TensorLike,
    value_range: TensorLike,
    nbins: TensorLike = 100,
    dtype: DTypeLike = int32,
    name: str | None = None,
) -> Tensor:
    """How many values lie in each of `nbins` intervals of equal width.

    Args:
      values: numbers; those outside of the range count in its first or last interval.
      value_range: its two ends.
      nbins: the number of intervals.
      dtype: of the counts.

    >>> tf.histogram_fixed_width([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0], [0.0, 5.0], nbins=5).numpy()
    array([2, 1, 1, 0, 2], dtype=int32)
    """
    with name_scope(name or "histogram_fixed_width"):
        numbers: Any = convert_to_tensor(values, name="values")
        limits: Any = convert_to_tensor(value_range, numbers.dtype, name="value_range")
        if numbers.dtype.is_integer:  # whose differences would wrap
            numbers, limits = cast(numbers, float64), cast(limits, float64)
        found = reshape(histogram_fixed_width_bins(numbers, limits, nbins), [-1])
        return bincount(found, minlength=nbins, maxlength=nbins, dtype=as_dtype(dtype))


__all__ = ["confusion_matrix", "histogram_fixed_width", "histogram_fixed_width_bins"]
