"""The text of ragged tensors, as `tf.print` and `tf.strings.format` show them."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import string
from graphwright.core.prelude import Tensor, apply
from graphwright.ops.text.join import as_string
from graphwright.ops.text.regex import regex_replace


def described(x: Any, summarize: int) -> Tensor:
    """The rows of a ragged tensor in brackets, a scalar string: numbers as `as_string` has them, text in quotes.

    Args:
      x: a ragged tensor.
      summarize: how many items to show at each end of a row; -1 shows all.
    """
    flat = x.flat_values
    if flat.dtype is string:
        quoted = regex_replace(flat, "['\\\\]", "\\\\\\0")
        texts = apply("Add", (apply("Add", ("'", quoted)), "'"))
    else:
        texts = as_string(flat)
    texts = _without_inner_axes(texts, summarize)
    for splits in reversed(x.nested_row_splits):
        splits = apply("Cast", (splits,), {"DstT": "int64"})
        texts = _joined(texts, splits, summarize)
    count = apply("Shape", (texts,), {"out_type": "int64"})
    return apply("Reshape", (_joined(texts, apply("Pad", (count, [[1, 0]])), summarize), np.zeros(0, np.int32)))


def _without_inner_axes(texts: Tensor, summarize: int) -> Tensor:
    """Join the axes that are not ragged, but for the first, from the last on."""
    rank: Any = texts.shape.rank
    for axis in range(rank - 1, 0, -1):
        sizes = apply("Shape", (texts,), {"out_type": "int64"})
        outer, length = sizes[:axis], sizes[axis]
        count = apply("Prod", (outer, 0))
        splits = apply(
            "Mul", (apply("Range", (np.int64(0), apply("AddV2", (count, np.int64(1))), np.int64(1))), length)
        )
        texts = apply("Reshape", (_joined(apply("Reshape", (texts, [-1])), splits, summarize), outer))
    return texts


def _joined(texts: Tensor, splits: Tensor, summarize: int) -> Tensor:
    """The text of each row of a vector."""
    from graphwright.ops.ragged.checks import row_ids

    rows = row_ids(splits)
    count = apply("Sub", (apply("Size", (splits,), {"out_type": "int64"}), np.int64(1)))
    if summarize >= 0:
        texts, rows = _abridged(texts, rows, splits, summarize)
    inside = apply("UnsortedSegmentJoin", (texts, rows, count), {"separator": ", "})
    return apply("Add", (apply("Add", ("[", inside)), "]"))


def _abridged(texts: Tensor, rows: Tensor, splits: Tensor, most: int) -> tuple[Tensor, Tensor]:
    """The items at both ends of each row and their rows, with dots for those between."""
    starts, ends = (apply("GatherV2", (part, rows, 0)) for part in (splits[:-1], splits[1:]))
    every = apply("Range", (np.int64(0), apply("Size", (texts,), {"out_type": "int64"}), np.int64(1)))
    behind, left = apply("Sub", (every, starts)), apply("Sub", (ends, every))
    long = apply("Greater", (apply("Sub", (ends, starts)), np.int64(2 * most)))
    is_middle = apply("LogicalAnd", (long, apply("Equal", (behind, np.int64(most)))))
    at_ends = apply("LogicalOr", (apply("Less", (behind, np.int64(most))), apply("LessEqual", (left, np.int64(most)))))
    kept = apply("LogicalOr", (apply("LogicalOr", (at_ends, is_middle)), apply("LogicalNot", (long,))))
    shown = apply("SelectV2", (is_middle, "...", texts))
    chosen = apply("Reshape", (apply("Where", (kept,)), [-1]))
    return apply("GatherV2", (shown, chosen, 0)), apply("GatherV2", (rows, chosen, 0))
