"""Spans of text, which start at one byte and end before another: which of them overlap."""

from __future__ import annotations

from typing import Any

import graphwright as tf
from graphwright.text._rows import tensor_or_ragged


def _spans(*bounds: Any) -> list[Any]:
    """Starts and limits as tensors of one dtype and rank, 1 or 2. Raises ValueError and TypeError for others."""
    found = [tensor_or_ragged(b) for b in bounds]
    if len({b.dtype for b in found}) != 1:
        raise TypeError(f"Spans have one dtype, got {', '.join(b.dtype.name for b in found)}.")
    ranks = {b.shape.rank for b in found}
    if len(ranks) != 1 or not ranks <= {1, 2}:
        raise ValueError(f"Spans are vectors or have a row for each example, got shapes {[b.shape for b in found]}.")
    if ranks == {2} and any(isinstance(b, tf.RaggedTensor) for b in found):
        found = [b if isinstance(b, tf.RaggedTensor) else tf.RaggedTensor.from_tensor(b) for b in found]
    return found


def _compared(bounds: tuple[Any, ...], contains: bool, contained_by: bool, partial_overlap: bool) -> Any:
    source_start, source_limit, target_start, target_limit = bounds
    if partial_overlap:
        return (source_start < target_limit) & (source_limit > target_start)
    result = (source_start == target_start) & (source_limit == target_limit)
    if contains:
        result |= (source_start <= target_start) & (source_limit >= target_limit)
    if contained_by:
        result |= (source_start >= target_start) & (source_limit <= target_limit)
    return result


def _pairs(source: Any, target: Any) -> tuple[Any, Any, Any]:
    """All pairs of a row's source and target, of ragged rows: their splits, and the places of both among the values."""
    sources, targets = source.row_lengths(), target.row_lengths()
    of_target = tf.gather(targets, source.value_rowids())
    starts = tf.gather(target.row_starts(), source.value_rowids())
    second = tf.ragged.range(starts, starts + of_target)
    first = second.value_rowids()
    outer = tf.concat([[0], tf.cumsum(sources)], 0)
    return (outer, second.row_splits), first, second.values


def span_overlaps(
    source_start: Any,
    source_limit: Any,
    target_start: Any,
    target_limit: Any,
    contains: bool = False,
    contained_by: bool = False,
    partial_overlap: bool = False,
    name: str | None = None,
) -> Any:
    """Which source spans overlap which target spans.

    Args:
      source_start, source_limit, target_start, target_limit: vectors, or tensors with a row for each example, which may
        be ragged, of one integer dtype: where spans start, and the bytes behind them.
      contains: a source overlaps targets that it contains; without any of these, only equal spans.
      contained_by: a source overlaps targets that contain it.
      partial_overlap: a source overlaps targets that have a byte in common with it.
      name: of the operation.

    Returns a bool tensor [..., sources, targets].

    >>> tf.text.span_overlaps([0, 4], [4, 8], [0, 2], [2, 6], contains=True).numpy().tolist()
    [[True, False], [False, False]]
    """
    with tf.name_scope(name or "SpanOverlaps"):
        a, b, c, d = _spans(source_start, source_limit, target_start, target_limit)
        if isinstance(a, tf.RaggedTensor):
            (outer, inner), first, second = _pairs(a, c)
            bounds = (*(tf.gather(x.values, first) for x in (a, b)), *(tf.gather(x.values, second) for x in (c, d)))
            found = _compared(bounds, contains, contained_by, partial_overlap)
            return tf.RaggedTensor.from_nested_row_splits(found, [outer, inner], validate=False)
        bounds = tuple(tf.expand_dims(x, -1) for x in (a, b)) + tuple(tf.expand_dims(x, -2) for x in (c, d))
        return _compared(bounds, contains, contained_by, partial_overlap)


def span_alignment(
    source_start: Any,
    source_limit: Any,
    target_start: Any,
    target_limit: Any,
    contains: bool = False,
    contained_by: bool = False,
    partial_overlap: bool = False,
    multivalent_result: bool = False,
    name: str | None = None,
) -> Any:
    """For each source span the places of the target spans that it overlaps.

    Args:
      multivalent_result: give all of them, as a row for each source, rather than the last.

    The other arguments are those of `span_overlaps`.

    Returns int64 places in the target's rows; -1 for a source without a target, unless `multivalent_result`.

    >>> tf.text.span_alignment([0, 4], [4, 8], [0, 6], [4, 8]).numpy().tolist()
    [0, -1]
    """
    with tf.name_scope(name or "SpanAlignment"):
        overlaps = span_overlaps(
            source_start, source_limit, target_start, target_limit, contains, contained_by, partial_overlap
        )
        found = (
            overlaps
            if isinstance(overlaps, tf.RaggedTensor)
            else tf.RaggedTensor.from_tensor(overlaps, ragged_rank=overlaps.shape.rank - 1)
        )
        inner = found.values if found.ragged_rank == 2 else found
        places = tf.range(tf.size(inner.values, tf.int64)) - tf.gather(inner.row_starts(), inner.value_rowids())
        chosen = tf.ragged.boolean_mask(inner.with_values(places), inner)
        if not multivalent_result:
            last = tf.reduce_max(chosen, axis=1)
            chosen = tf.where(chosen.row_lengths() > 0, last, tf.constant(-1, tf.int64))
        if found.ragged_rank == 2:
            return found.with_values(chosen)
        return chosen


__all__ = ["span_alignment", "span_overlaps"]
