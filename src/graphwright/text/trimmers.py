"""Cutting several segments so that together they have at most so many tokens."""

from __future__ import annotations

from collections.abc import Sequence
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
from graphwright.text._rows import check_splits, rows, tensor_or_ragged

# records ----------------------------------------------------------------------------------------------------


def _taken_in_turns(sizes: list[int], room: int) -> list[int]:
    """How many of each segment are left when one is taken of each in turns, until there is no more room."""
    left = [0] * len(sizes)
    while room > 0 and left != sizes:
        for i, size in enumerate(sizes):
            if left[i] < size and room > 0:
                left[i] += 1
                room -= 1
    return left


def _in_turns(max_sequence_length: Array, splits: list[Array]) -> list[list[int]]:
    """How many are left of each segment in each row."""
    if len({len(s) for s in splits}) > 1:
        raise errors.InvalidArgumentError(f"Segments differ in their number of rows: {[len(s) - 1 for s in splits]}.")
    lengths = np.stack([np.diff(s) for s in splits], 1).tolist()
    return [_taken_in_turns(sizes, int(max_sequence_length)) for sizes in lengths]


def _round_robin(max_sequence_length: Array, input_values: list[Array], input_row_splits: list[Array]) -> list[Array]:
    left = _in_turns(max_sequence_length, input_row_splits)
    masks = _masks(left, input_values, input_row_splits)
    splits = [np.cumsum([0, *(row[i] for row in left)], dtype=s.dtype) for i, s in enumerate(input_row_splits)]
    return [*(v[m] for v, m in zip(input_values, masks, strict=True)), *splits]


def _masks(left: list[list[int]], values: list[Array], splits: list[Array]) -> list[Array]:
    masks = []
    for i, (flat, partition) in enumerate(zip(values, splits, strict=True)):
        check_splits(partition, len(flat))
        mask = np.zeros(len(flat), bool)
        for row, (a, _) in enumerate(pairwise(partition.tolist())):
            mask[a : a + left[row][i]] = True
        masks.append(mask)
    return masks


def _round_robin_masks(length: Array, input_values: list[Array], input_row_splits: list[Array]) -> list[Array]:
    return _masks(_in_turns(length, input_row_splits), input_values, input_row_splits)


def _trimmed_dims(ctx: ShapeContext) -> list[Dims]:
    count = ctx.attrs["N"]
    values = [(Symbol(), *(ctx.dims(1 + i) or ())[1:]) if ctx.rank(1 + i) is not None else None for i in range(count)]
    return [*values, *(ctx.dims(1 + count + i) for i in range(count))]


def _masks_dims(ctx: ShapeContext) -> list[Dims]:
    found = (ctx.dims(1 + i) for i in range(ctx.attrs["N"]))
    return [None if dims is None else dims[:1] for dims in found]


_SEGMENTS = "max_sequence_length: int32, input_values: N*T, input_row_splits: N*Tsplits"
ROUND_ROBIN = op(
    "TFText>RoundRobinTrim", f"{_SEGMENTS} -> values: N*T, row_splits: N*Tsplits",
    "N: int >= 1; T: type; Tsplits: index", shape=_trimmed_dims, kernel=_round_robin, no_gradient=True,
)  # fmt: skip
ROUND_ROBIN_MASKS = op(
    "TFText>RoundRobinGenerateMasks", f"{_SEGMENTS} -> masks: N*bool",
    "N: int >= 1; T: type; Tsplits: index", shape=_masks_dims, kernel=_round_robin_masks, no_gradient=True,
)  # fmt: skip

# trimmers ---------------------------------------------------------------------------------------------------


class Trimmer:
    """Base class of what cuts segments: a subclass defines `generate_mask`.

    >>> class First(tf.text.Trimmer):
    ...     def generate_mask(self, segments):
    ...         return [tf.ones_like(segments[0], tf.bool), *(tf.zeros_like(s, tf.bool) for s in segments[1:])]
    >>> First().trim([tf.constant([1, 2]), tf.constant([3])])[0].numpy().tolist()
    [1, 2]
    """

    def generate_mask(self, segments: Sequence[Any]) -> list[Any]:
        """For each segment, a bool tensor that is true where a token stays."""
        raise NotImplementedError(f"{type(self).__name__} defines no `generate_mask`.")

    def trim(self, segments: Sequence[Any]) -> list[Any]:
        """The segments without what is cut off."""
        with tf.name_scope("Trim"):
            chosen = [tensor_or_ragged(s) for s in segments]
            masks = self.generate_mask(chosen)
            return [tf.ragged.boolean_mask(s, m) for s, m in zip(chosen, masks, strict=True)]


def _batch_splits(segment: Any, axis: int) -> tuple[list[Any], Any]:
    """The row splits down to an axis, and those of all its elements by the rows of the first axis.

    Raises ValueError for an axis that a segment does not have.
    """
    rank = segment.shape.rank
    at = axis % rank if rank else 0
    if rank is None or not at >= 1 or not -rank <= axis < rank:
        raise ValueError(f"Segments of shape {segment.shape} cannot be cut along axis {axis}: their rows are examples.")
    levels = list(segment.nested_row_splits[:at])
    if len(levels) < at:
        raise ValueError(f"Axis {axis} of segments of shape {segment.shape} is not ragged.")
    composed = levels[0]
    for splits in levels[1:]:
        composed = tf.gather(splits, composed)
    return levels, composed


def _as_rows(segments: Sequence[Any]) -> list[Any]:
    """Segments as ragged tensors, in all their dimensions."""
    found = [tensor_or_ragged(s) for s in segments]
    return [
        s if isinstance(s, tf.RaggedTensor) or not s.shape.rank or s.shape.rank < 2
        else tf.RaggedTensor.from_tensor(s, ragged_rank=s.shape.rank - 1)
        for s in found
    ]  # fmt: skip


class _ByLengths(Trimmer):
    """A trimmer that decides from the lengths of the segments how much of each stays, from its beginning on."""

    def __init__(self, max_seq_length: Any, axis: int = -1) -> None:
        self._max_seq_length, self._axis = max_seq_length, axis

    def _left(self, lengths: Any, room: Any) -> Any:
        """How many stay of each segment, of int64 lengths [segments, rows] and the room in each row."""
        raise NotImplementedError

    def generate_mask(self, segments: Sequence[Any]) -> list[Any]:
        """For each segment, a bool tensor that is true where a token stays."""
        with tf.name_scope("GenerateMask"):
            parts = [_batch_splits(s, self._axis) for s in _as_rows(segments)]
            lengths = tf.stack([tf.cast(batch[1:] - batch[:-1], tf.int64) for _, batch in parts])
            left = self._left(lengths, tf.cast(self._max_seq_length, tf.int64))
            return [_first(levels, tf.cast(batch, tf.int64), left[i]) for i, (levels, batch) in enumerate(parts)]


def _first(levels: list[Any], batch: Any, left: Any) -> Any:
    """A mask of the first elements of each row of a batch."""
    positions = tf.range(batch[-1])
    row_ids = tf.searchsorted(batch, positions, side="right", out_type=tf.int64) - 1
    mask = positions - tf.gather(batch, row_ids) < tf.gather(left, row_ids)
    return tf.RaggedTensor.from_nested_row_splits(mask, levels, validate=False)


class WaterfallTrimmer(_ByLengths):
    """Gives each segment in turn as much room as it takes, until there is no more.

    Args:
      max_seq_length: how many tokens the segments of an example have at most together: a scalar, or one for each.
      axis: along which they are cut; their first axis is that of the examples.

    >>> segments = [tf.ragged.constant([[1, 2, 3], [4]]), tf.ragged.constant([[5, 6], [7, 8, 9]])]
    >>> tf.text.WaterfallTrimmer(4).trim(segments)
    [<tf.RaggedTensor [[1, 2, 3], [4]]>, <tf.RaggedTensor [[5], [7, 8, 9]]>]
    """

    def _left(self, lengths: Any, room: Any) -> Any:
        before = tf.cumsum(lengths, axis=0, exclusive=True)
        return tf.clip_by_value(room - before, 0, lengths)


class ShrinkLongestTrimmer(_ByLengths):
    """Takes tokens off the longest segment, one by one, until the segments have room; of equal ones off the first.

    Args:
      max_seq_length: how many tokens the segments of an example have at most together.
      axis: along which they are cut; their first axis is that of the examples.

    >>> segments = [tf.ragged.constant([[1, 2, 3], [4]]), tf.ragged.constant([[5, 6], [7, 8, 9]])]
    >>> tf.text.ShrinkLongestTrimmer(3).trim(segments)
    [<tf.RaggedTensor [[1], [4]]>, <tf.RaggedTensor [[5, 6], [7, 8]]>]
    """

    def _left(self, lengths: Any, room: Any) -> Any:
        count = lengths.shape[0]
        # the longest are cut to one level, the highest at which all have room; what is over goes to the last of them
        ascending = tf.sort(lengths, axis=0)
        below = tf.cumsum(ascending, axis=0, exclusive=True)
        others = tf.reshape(tf.range(count, 0, -1, dtype=tf.int64), [-1, 1])
        level = tf.maximum(tf.reduce_max((room - below) // others, axis=0), 0)
        kept = tf.minimum(lengths, level)
        over = tf.maximum(room - tf.reduce_sum(kept, axis=0), 0)
        cut = tf.cast(lengths > level, tf.int64)
        extra = tf.cast(tf.cumsum(cut, axis=0, reverse=True) <= over, tf.int64) * cut
        return kept + extra


class RoundRobinTrimmer(Trimmer):
    """Gives the segments room in turns, one token at a time, until there is no more.

    Args:
      max_seq_length: how many tokens the segments of an example have at most together.
      axis: along which they are cut; their first axis is that of the examples.

    >>> segments = [tf.ragged.constant([[1, 2, 3], [4]]), tf.ragged.constant([[5, 6], [7, 8, 9]])]
    >>> tf.text.RoundRobinTrimmer(3).trim(segments)
    [<tf.RaggedTensor [[1, 2], [4]]>, <tf.RaggedTensor [[5], [7, 8]]>]
    """

    def __init__(self, max_seq_length: Any, axis: int = -1) -> None:
        self._max_seq_length, self._axis = max_seq_length, axis

    def generate_mask(self, segments: Sequence[Any]) -> list[Any]:
        """For each segment, a bool tensor that is true where a token stays."""
        with tf.name_scope("GenerateMask"):
            parts = [_batch_splits(s, self._axis) for s in _as_rows(segments)]
            values = [tf.range(tf.cast(batch[-1], tf.int64)) for _, batch in parts]
            masks = apply_multi(
                ROUND_ROBIN_MASKS, (tf.cast(self._max_seq_length, tf.int32), values, [batch for _, batch in parts])
            )
            return [
                tf.RaggedTensor.from_nested_row_splits(mask, levels, validate=False)
                for mask, (levels, _) in zip(masks, parts, strict=True)
            ]

    def trim(self, segments: Sequence[Any]) -> list[Any]:
        """The segments without what is cut off."""
        with tf.name_scope("Trim"):
            found = _as_rows(segments)
            if any(s.shape.rank != 2 or s.flat_values.shape.rank != 1 for s in found):
                return super().trim(found)
            _batch_splits(found[0], self._axis)
            inputs = tf.cast(self._max_seq_length, tf.int32), [s.values for s in found], [s.row_splits for s in found]
            results = apply_multi(ROUND_ROBIN, inputs)
            count = len(found)
            return [rows(*pair) for pair in zip(results[:count], results[count:], strict=True)]


__all__ = ["RoundRobinTrimmer", "ShrinkLongestTrimmer", "Trimmer", "WaterfallTrimmer"]
