"""Splitting strings into bytes, and at offsets."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.text._rows import (
    check_splits,
    object_vector,
    on_vectors,
    require_vector,
    row_splits,
    rows,
    splits_dim,
    strings,
    tensor_or_ragged,
)
from graphwright.text.tokenizers.interfaces import SplitterWithOffsets


def _split_dims(ctx: ShapeContext) -> list[Dims]:
    count = Symbol()
    return [(count,), (splits_dim(ctx.dims(0)),), (count,), (count,)]


def _split(input_values: Array) -> list[Array]:
    texts = input_values.reshape(-1).tolist()
    found = np.frombuffer(b"".join(texts), np.uint8).copy()
    splits = row_splits(map(len, texts))
    starts = (np.arange(len(found)) - np.repeat(splits[:-1], np.diff(splits))).astype(np.int32)
    return [found, splits, starts, starts + np.int32(1)]


SPLIT = op(
    "TFText>ByteSplitWithOffsets",
    "input_values: string -> output_bytes: uint8, output_row_splits: int64, output_start_offsets: int32, "
    "output_end_offsets: int32",
    shape=_split_dims, kernel=_split, no_gradient=True,
)  # fmt: skip


def _by_offsets_dims(ctx: ShapeContext) -> list[Dims]:
    require_vector(ctx, 1, 2, 3)
    return [(Symbol(),), (splits_dim(ctx.dims(0)),)]


def _split_by_offsets(
    input_values: Array, input_start_offsets: Array, input_end_offsets: Array, input_row_splits: Array
) -> list[Array]:
    texts = input_values.reshape(-1).tolist()
    starts, ends = input_start_offsets.tolist(), input_end_offsets.tolist()
    check_splits(input_row_splits, len(starts))
    if len(starts) != len(ends) or len(input_row_splits) != len(texts) + 1:
        raise errors.InvalidArgumentError(
            f"There are {len(texts)} strings with {len(starts)} starts and {len(ends)} ends, in "
            f"{len(input_row_splits) - 1} rows"
        )
    pieces: list[bytes] = []
    for text, (a, b) in zip(texts, pairwise(input_row_splits.tolist()), strict=True):
        for start, end in zip(starts[a:b], ends[a:b], strict=True):
            if not 0 <= start <= len(text):
                raise errors.InvalidArgumentError(
                    f"Start offsets out of range: {start} for a string of {len(text)} bytes."
                )
            if not start <= end <= len(text):
                raise errors.InvalidArgumentError(
                    f"End offsets out of range: {end} for a string of {len(text)} bytes, from byte {start}."
                )
            pieces.append(text[start:end])
    return [object_vector(pieces), input_row_splits.astype(np.int64)]


SPLIT_BY_OFFSETS = op(
    "TFText>ByteSplitByOffsets",
    "input_values: string, input_start_offsets: int32, input_end_offsets: int32, input_row_splits: int64 "
    "-> output_values: string, output_row_splits: int64",
    shape=_by_offsets_dims, kernel=_split_by_offsets, no_gradient=True,
)  # fmt: skip


class ByteSplitter(SplitterWithOffsets):
    """Splits strings into bytes.

    >>> tf.text.ByteSplitter().split("hé").numpy().tolist()
    [104, 195, 169]
    """

    def split(self, input: Any) -> Any:
        """The bytes of each string, uint8."""
        return self.split_with_offsets(input)[0]

    def split_with_offsets(self, input: Any) -> Any:
        """The bytes of each string, uint8, with where each starts and ends, int32.

        >>> tf.text.ByteSplitter().split_with_offsets(["ab", ""])[1]
        <tf.RaggedTensor [[0, 1], []]>
        """

        def split(vector: Any) -> tuple[Any, ...]:
            found, splits, starts, ends = apply_multi(SPLIT, (vector,))
            return tuple(rows(values, splits) for values in (found, starts, ends))

        with tf.name_scope("ByteSplitter"):
            return on_vectors(split, strings(input))

    def split_by_offsets(self, input: Any, start_offsets: Any, end_offsets: Any) -> Any:
        """The pieces of strings between offsets.

        Args:
          input: string tensor of any shape, or a ragged one.
          start_offsets, end_offsets: int32 bytes where pieces start and end, with one dimension more.

        Raises InvalidArgumentError for offsets outside of a string.

        >>> tf.text.ByteSplitter().split_by_offsets("hello", [0, 4], [4, 5]).numpy().tolist()
        [b'hell', b'o']
        """
        with tf.name_scope("ByteSplitByOffsets"):
            texts = strings(input)
            starts, ends = (
                tensor_or_ragged(x, dtype=None if hasattr(x, "dtype") else tf.int32)
                for x in (start_offsets, end_offsets)
            )
            return _pieces(texts, starts, ends)


def _pieces(texts: Any, starts: Any, ends: Any) -> Any:
    if not isinstance(texts, tf.RaggedTensor) and texts.shape.rank == 0:
        return _pieces(tf.expand_dims(texts, 0), tf.expand_dims(starts, 0), tf.expand_dims(ends, 0)).values
    if not isinstance(starts, tf.RaggedTensor):
        starts = tf.RaggedTensor.from_tensor(starts, ragged_rank=starts.shape.rank - 1)
    if not isinstance(ends, tf.RaggedTensor):
        ends = tf.RaggedTensor.from_tensor(ends, ragged_rank=ends.shape.rank - 1)
    inner = starts
    while isinstance(inner.values, tf.RaggedTensor):
        inner = inner.values
    flat = tf.reshape(texts.flat_values if isinstance(texts, tf.RaggedTensor) else texts, [-1])
    found, splits = apply_multi(SPLIT_BY_OFFSETS, (flat, inner.values, ends.flat_values, inner.row_splits))
    result = rows(found, splits)
    for outer in reversed(starts.nested_row_splits[:-1]):
        result = rows(result, outer)
    return result


__all__ = ["ByteSplitter"]
