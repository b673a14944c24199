"""Sliding windows over tokens, and n-grams."""

from __future__ import annotations

import enum
from itertools import pairwise
from typing import Any

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.text._rows import check_splits, object_vector, row_splits, tensor_or_ragged


class Reduction(enum.Enum):
    """How the tokens of an n-gram become one.

    >>> tf.text.ngrams([1.0, 2.0, 3.0], 2, reduction_type=tf.text.Reduction.MEAN).numpy().tolist()
    [1.5, 2.5]
    """

    SUM = 1
    MEAN = 2
    STRING_JOIN = 3


def _join(
    input_values: Array, input_row_splits: list[Array], width: int, axis: int, string_separator: str
) -> list[Array]:
    if width < 1:
        raise errors.InvalidArgumentError(f"width must be greater than 0, got {width}")
    if axis != -1:
        raise errors.InvalidArgumentError("axis must be -1 to join strings")
    separator = string_separator.encode()
    if input_row_splits:
        check_splits(input_row_splits[-1], len(input_values))
        bounds = input_row_splits[-1].tolist()
    else:
        bounds = (
            [0, input_values.size]
            if input_values.ndim <= 1
            else list(range(0, input_values.size + 1, max(input_values.shape[-1], 1)))
        )
    flat = input_values.reshape(-1).tolist()
    joined = [[separator.join(flat[i : i + width]) for i in range(a, b - width + 1)] for a, b in pairwise(bounds)]
    values = object_vector([gram for grams in joined for gram in grams])
    if input_row_splits:
        return [values, *input_row_splits[:-1], row_splits(map(len, joined))]
    shape = (*input_values.shape[:-1], max(input_values.shape[-1] - width + 1, 0))
    return [values.reshape(shape)]


def _join_dims(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.dims(0)
    count = ctx.attrs["RAGGED_RANK"]
    values = None if dims is None else (*dims[:-1], Symbol())
    if not count and dims and isinstance(dims[-1], int):
        values = (*dims[:-1], max(dims[-1] - ctx.attrs["width"] + 1, 0))
    return [values, *(ctx.dims(1 + i) for i in range(count))]


NGRAMS_JOIN = op(
    "TFText>NgramsStringJoin",
    "input_values: string, input_row_splits: RAGGED_RANK*Tsplits -> output_values: string, "
    "output_row_splits: RAGGED_RANK*Tsplits",
    "width: int; axis: int; string_separator: string; RAGGED_RANK: int >= 0; Tsplits: {int64} = int64",
    shape=_join_dims, kernel=_join, no_gradient=True,
)  # fmt: skip


def sliding_window(data: Any, width: int, axis: int = -1, name: str | None = None) -> Any:
    """All windows of a width over an axis, in a new axis behind it.

    Args:
      data: a tensor or a ragged one.
      width: how many elements a window has.
      axis: along which windows slide; a shorter row has none.
      name: of the operation.

    Raises InvalidArgumentError for a width below 1.

    >>> tf.text.sliding_window([1, 2, 3, 4], 2).numpy().tolist()
    [[1, 2], [2, 3], [3, 4]]
    >>> tf.text.sliding_window(tf.ragged.constant([[1, 2, 3], [4]]), 2).to_list()
    [[[1, 2], [2, 3]], []]
    """
    with tf.name_scope(name or "SlidingWindow"):
        found = tensor_or_ragged(data)
        if not isinstance(width, int) or width <= 0:
            raise errors.InvalidArgumentError("width must be an integer greater than 0")
        rank = found.shape.rank
        if rank is None:
            raise ValueError("`data` must have a known rank.")
        if not -rank <= axis < rank:
            raise ValueError(f"`axis` is between {-rank} and {rank - 1}, got {axis}.")
        return _windows(found, width, axis % rank)


def _windows(data: Any, width: int, axis: int) -> Any:
    if isinstance(data, tf.RaggedTensor) and axis > 1:
        return data.with_values(_windows(data.values, width, axis - 1))
    if isinstance(data, tf.RaggedTensor) and axis == 1:
        return _of_rows(data, width)
    size = tf.shape(data)[axis] if not isinstance(data, tf.RaggedTensor) else tf.cast(data.nrows(), tf.int32)
    starts = tf.range(tf.maximum(size - width + 1, 0))
    places = tf.expand_dims(starts, 1) + tf.range(width)
    return tf.gather(data, _rows_of(places) if isinstance(data, tf.RaggedTensor) else places, axis=axis)


def _of_rows(data: Any, width: int) -> Any:
    counts = tf.maximum(data.row_lengths() - (width - 1), 0)
    starts = tf.ragged.range(data.row_starts(), data.row_starts() + counts)
    places = tf.expand_dims(starts.values, 1) + tf.range(width, dtype=starts.dtype)
    if isinstance(data.values, tf.RaggedTensor):
        places = _rows_of(places)
    return starts.with_values(tf.gather(data.values, places))


def _rows_of(places: Any) -> Any:
    """A matrix as a ragged tensor whose rows may have any length."""
    ragged = tf.RaggedTensor.from_tensor(places)
    return tf.RaggedTensor.from_row_splits(ragged.values, ragged.row_splits, validate=False)


def ngrams(
    data: Any,
    width: int,
    axis: int = -1,
    reduction_type: Reduction | None = None,
    string_separator: str = " ",
    name: str | None = None,
) -> Any:
    """The n-grams of tokens: windows over an axis, each reduced to one.

    Args:
      data: a tensor or a ragged one.
      width: how many tokens an n-gram has.
      axis: along which there are tokens; the last one to join strings.
      reduction_type: `Reduction.SUM`, `MEAN` or `STRING_JOIN`.
      string_separator: what stands between joined strings.
      name: of the operation.

    Raises InvalidArgumentError for a width below 1, no reduction, and another axis with `STRING_JOIN`.

    >>> tf.text.ngrams(["a", "b", "c"], 2, reduction_type=tf.text.Reduction.STRING_JOIN).numpy().tolist()
    [b'a b', b'b c']
    """
    with tf.name_scope(name or "NGrams"):
        if reduction_type is None:
            raise errors.InvalidArgumentError("reduction_type must be specified.")
        if not isinstance(reduction_type, Reduction):
            raise errors.InvalidArgumentError("reduction_type must be a Reduction.")
        found = tensor_or_ragged(data)
        if reduction_type is Reduction.STRING_JOIN:
            if axis != -1:
                raise errors.InvalidArgumentError("STRING_JOIN requires that ngrams' 'axis' parameter be -1.")
            return _joined(found, width, string_separator)
        windows = sliding_window(found, width, axis)
        at = axis if axis >= 0 else found.shape.rank + axis
        reduce = tf.reduce_sum if reduction_type is Reduction.SUM else tf.reduce_mean
        return reduce(windows, at + 1)


def _joined(data: Any, width: int, separator: str) -> Any:
    if not isinstance(width, int) or width <= 0:
        raise errors.InvalidArgumentError("width must be an integer greater than 0")
    attrs = {"width": width, "axis": -1, "string_separator": separator, "Tsplits": tf.int64}
    if not isinstance(data, tf.RaggedTensor):
        return apply_multi(NGRAMS_JOIN, (data, []), attrs)[0]
    if data.flat_values.shape.rank != 1:
        return data.with_flat_values(_joined(data.flat_values, width, separator))
    splits = [tf.cast(s, tf.int64) for s in data.nested_row_splits]
    values, *found = apply_multi(NGRAMS_JOIN, (data.flat_values, splits), attrs)
    return tf.RaggedTensor.from_nested_row_splits(values, found, validate=False)


__all__ = ["Reduction", "ngrams", "sliding_window"]
