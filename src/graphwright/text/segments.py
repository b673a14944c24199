"""Model inputs from segments of tokens: joining, marking, padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import graphwright as tf
from graphwright.text._rows import tensor_or_ragged


def _like(value: Any, like: Any) -> Any:
    return tf.cast(value, like.dtype)


def _nested(segments: Sequence[Any]) -> list[Any]:
    if not segments:
        raise ValueError("`segments` must be a nonempty list.")
    found = [tensor_or_ragged(s) for s in segments]
    return [s if isinstance(s, tf.RaggedTensor) else tf.RaggedTensor.from_tensor(s) for s in found]


def _mark(token: Any, segment: Any) -> Any:
    """A token as a segment of its own, in each row."""
    count = segment.nrows()
    flat = tf.fill([count], _like(token, segment))
    splits = tf.range(count + 1)
    result: Any = flat
    for _ in range(segment.ragged_rank):
        result = tf.RaggedTensor.from_row_splits(result, splits, validate=False)
    return result


def _numbered(segment: Any, number: int) -> Any:
    """A segment with a number in the place of each token."""
    return segment.with_flat_values(tf.fill(tf.shape(segment.flat_values), number))


def combine_segments(segments: Sequence[Any], start_of_sequence_id: Any, end_of_segment_id: Any) -> Any:
    """Segments joined to one, with a token at the beginning and one behind each segment.

    Args:
      segments: ragged tensors of int32 or int64 with a row for each example.
      start_of_sequence_id: the first token of each row.
      end_of_segment_id: the token behind each segment.

    Returns the joined tokens, and the number of the segment that each belongs to, int32.
    Raises ValueError without segments, and for another dtype.

    >>> tf.text.combine_segments([tf.ragged.constant([[1, 2]]), tf.ragged.constant([[3]])], 101, 102)
    (<tf.RaggedTensor [[101, 1, 2, 102, 3, 102]]>, <tf.RaggedTensor [[0, 0, 0, 0, 1, 1]]>)
    """
    found = _nested(segments)
    if any(s.dtype not in (tf.int32, tf.int64) for s in found):
        raise ValueError("`segments` must have elements with dtype of int32 or int64")
    parts, numbers = [_mark(start_of_sequence_id, found[0])], [_numbered(_mark(0, found[0]), 0)]
    for i, segment in enumerate(found):
        end = _mark(end_of_segment_id, segment)
        parts += [segment, end]
        numbers += [_numbered(segment, i), _numbered(end, i)]
    return tf.concat(parts, 1), tf.concat(numbers, 1)


def concatenate_segments(segments: Sequence[Any]) -> Any:
    """Segments joined to one, and the number of the segment that each token belongs to, int32.

    >>> tf.text.concatenate_segments([tf.ragged.constant([[1, 2]]), tf.ragged.constant([[3]])])
    (<tf.RaggedTensor [[1, 2, 3]]>, <tf.RaggedTensor [[0, 0, 1]]>)
    """
    found = _nested(segments)
    return tf.concat(found, 1), tf.concat([_numbered(s, i) for i, s in enumerate(found)], 1)


def pad_model_inputs(input: Any, max_seq_length: Any, pad_value: Any = 0) -> Any:
    """Rows of one length, cut or padded, and a mask of what is no padding.

    Args:
      input: a ragged tensor, a tensor of rank 2, or a vector.
      max_seq_length: the length.
      pad_value: what is put behind short rows; of a dtype that can become the input's.

    Returns a dense tensor of the input's dtype, and a tensor of its shape with 1 for tokens, 0 for padding: of the
    input's dtype, too, or int32 where that is not an integer.

    >>> tokens, mask = tf.text.pad_model_inputs(tf.ragged.constant([[1, 2, 3], [4]]), 2)
    >>> tokens.numpy().tolist(), mask.numpy().tolist()
    ([[1, 2], [4, 0]], [[1, 1], [1, 0]])
    """
    with tf.name_scope("pad_model_inputs"):
        found = tensor_or_ragged(input)
        if isinstance(found, tf.RaggedTensor) and found.ragged_rank > 1:
            found = found.merge_dims(1, -1)
        if not isinstance(found, tf.RaggedTensor):
            if found.shape.rank == 1:
                tokens, mask = pad_model_inputs(tf.expand_dims(found, 0), max_seq_length, pad_value)
                return tf.squeeze(tokens, 0), tf.squeeze(mask, 0)
            found = tf.RaggedTensor.from_tensor(found)
        cut = found[:, :max_seq_length]
        shape = [None, max_seq_length]
        ones = cut.with_flat_values(tf.ones_like(cut.flat_values, cut.dtype if cut.dtype.is_integer else tf.int32))
        tokens = cut.to_tensor(_like(pad_value, cut) if cut.dtype != tf.string else pad_value, shape=shape)
        return tokens, ones.to_tensor(0, shape=shape)


def pad_along_dimension(
    data: Any, axis: int = -1, left_pad: Any = None, right_pad: Any = None, name: str | None = None
) -> Any:
    """A tensor with values put before and behind each row along an axis.

    Args:
      data: a tensor or a ragged one.
      axis: along which there are rows.
      left_pad, right_pad: what is put before and behind, with the data's dtype and the shape of a row.
      name: of the operation.

    >>> tf.text.pad_along_dimension(tf.ragged.constant([[1], [2, 3]]), left_pad=[0], right_pad=[9, 9])
    <tf.RaggedTensor [[0, 1, 9, 9], [0, 2, 3, 9, 9]]>
    """
    found = tensor_or_ragged(data)
    if left_pad is None and right_pad is None:
        return found
    with tf.name_scope(name or "pad_along_dimension"):
        rank = found.shape.rank
        if rank is None:
            raise ValueError("`data` must have a known rank.")
        if not -rank <= axis < rank:
            raise ValueError(f"`axis` is between {-rank} and {rank - 1}, got {axis}.")
        left, right = (None if p is None else tf.convert_to_tensor(p, found.dtype) for p in (left_pad, right_pad))
        return _padded(found, axis % rank, left, right)


def _padded(data: Any, axis: int, left: Any, right: Any) -> Any:
    if isinstance(data, tf.RaggedTensor) and axis > 1:
        return data.with_values(_padded(data.values, axis - 1, left, right))
    if axis == 0:
        around: Any = (left, data, right)
        if isinstance(data, tf.RaggedTensor):
            around = tuple(p if p is None or p is data else tf.RaggedTensor.from_tensor(p) for p in around)
        return tf.concat([p for p in around if p is not None], 0)
    if isinstance(data, tf.RaggedTensor):
        count = data.nrows()

        def in_rows(pad: Any) -> Any:
            size = tf.cast(tf.shape(pad)[0], count.dtype)
            tiled = tf.tile(pad, tf.concat([[tf.cast(count, tf.int32)], tf.ones(tf.rank(pad) - 1, tf.int32)], 0))
            return tf.RaggedTensor.from_row_splits(tiled, tf.range(count + 1) * size, validate=False)

        parts = (None if left is None else in_rows(left), data, None if right is None else in_rows(right))
        return tf.concat([p for p in parts if p is not None], 1)
    outer = tf.shape(data)[:axis]

    def broadcast(pad: Any) -> Any:
        return tf.broadcast_to(pad, tf.concat([outer, tf.shape(pad)], 0))

    around = (None if left is None else broadcast(left), data, None if right is None else broadcast(right))
    return tf.concat([p for p in around if p is not None], axis)


def gather_with_default(params: Any, indices: Any, default: Any, name: str | None = None, axis: int = 0) -> Any:
    """Elements of a tensor at indices, and a default where the index is -1.

    Args:
      params: a tensor.
      indices: int32 or int64, -1 for the default.
      default: the default, of the dtype and shape of an element.
      name: of the operation.
      axis: along which elements are taken.

    >>> tf.text.gather_with_default(["a", "b"], [1, -1], "?").numpy().tolist()
    [b'b', b'?']
    """
    with tf.name_scope(name or "GatherWithDefault"):
        values = tf.convert_to_tensor(params)
        filler = tf.expand_dims(tf.convert_to_tensor(default, values.dtype), axis)
        return tf.gather(tf.concat([filler, values], axis), tf.convert_to_tensor(indices) + 1, axis=axis)


__all__ = [
    "combine_segments", "concatenate_segments", "gather_with_default", "pad_along_dimension", "pad_model_inputs",
]  # fmt: skip
