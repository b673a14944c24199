"""Splitting strings at what a pattern matches."""

from __future__ import annotations

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
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.ops.text._re2 import compile_pattern
from graphwright.text._rows import object_vector, on_vectors, row_splits, rows, splits_dim, strings
from graphwright.text.tokenizers.interfaces import SplitterWithOffsets


def _split_dims(ctx: ShapeContext) -> list[Dims]:
    for i in (1, 2):
        if ctx.rank(i) not in (None, 0):
            raise ctx.fail(f"{ctx.record.inputs[i].name} is a scalar, got rank {ctx.rank(i)}")
    count = Symbol()
    return [(count,), (count,), (count,), (splits_dim(ctx.dims(0)),)]


def _pieces(text: str, delimiter: Any, keep: Any) -> list[tuple[int, int]]:
    """The characters where pieces start and end. Where a delimiter matches nothing, it does not split."""
    found, at = [], 0
    for match in delimiter.finditer(text):
        if match.start() == match.end():
            continue
        if at < match.start():
            found.append((at, match.start()))
        if keep is not None and keep.fullmatch(match[0]):
            found.append(match.span())
        at = match.end()
    return [*found, (at, len(text))] if at < len(text) else found


def _split(input: Array, delim_regex_pattern: Array, keep_delim_regex_pattern: Array) -> list[Array]:
    for pattern in (delim_regex_pattern, keep_delim_regex_pattern):
        if pattern.ndim:
            raise errors.InvalidArgumentError(f"The pattern is a scalar, got shape {list(pattern.shape)}.")
    kept = keep_delim_regex_pattern.item()
    delimiter, keep = compile_pattern(delim_regex_pattern.item()), compile_pattern(kept) if kept else None
    tokens: list[bytes] = []
    spans: list[tuple[int, int]] = []
    counts = []
    for text in input.reshape(-1):
        characters = text_of(text)
        found = _pieces(characters, delimiter, keep)
        counts.append(len(found))
        at = end = 0
        for a, b in found:
            start = end + len(bytes_of(characters[at:a]))
            token = bytes_of(characters[a:b])
            at, end = b, start + len(token)
            tokens.append(token)
            spans.append((start, end))
    offsets = np.array(spans, np.int64).reshape(-1, 2)
    return [object_vector(tokens), offsets[:, 0].copy(), offsets[:, 1].copy(), row_splits(counts)]


REGEX_SPLIT = op(
    "RegexSplitWithOffsets",
    "input: string, delim_regex_pattern: string, keep_delim_regex_pattern: string -> tokens: string, "
    "begin_offsets: int64, end_offsets: int64, row_splits: int64",
    shape=_split_dims, kernel=_split, no_gradient=True,
)  # fmt: skip


def regex_split_with_offsets(
    input: Any, delim_regex_pattern: Any, keep_delim_regex_pattern: Any = r"", name: str | None = None
) -> Any:
    """Split strings at what a pattern matches: the pieces, with the bytes where each starts and ends, int64.

    Args:
      input: string tensor of any shape, or a ragged one.
      delim_regex_pattern: delimiters, as a regular expression in the syntax of RE2.
      keep_delim_regex_pattern: which delimiters are pieces, too: those that this pattern matches as a whole.
      name: of the operation.

    Returns three ragged tensors with a row for each string; of a scalar, with one row. No piece is empty.
    Raises InvalidArgumentError for invalid patterns.

    >>> pieces, starts, ends = tf.text.regex_split_with_offsets(["a b,c"], "[ ,]", ",")
    >>> pieces, starts
    (<tf.RaggedTensor [[b'a', b'b', b',', b'c']]>, <tf.RaggedTensor [[0, 2, 3, 4]]>)
    """

    def split(vector: Any) -> tuple[Any, ...]:
        inputs = (vector, delim_regex_pattern, keep_delim_regex_pattern)
        tokens, starts, ends, splits = apply_multi(REGEX_SPLIT, inputs)
        return tuple(rows(values, splits) for values in (tokens, starts, ends))

    with tf.name_scope(name or "RegexSplit"):
        texts = strings(input)
        if not isinstance(texts, tf.RaggedTensor) and texts.shape.rank == 0:
            texts = tf.expand_dims(texts, 0)
        return on_vectors(split, texts)


def regex_split(
    input: Any, delim_regex_pattern: Any, keep_delim_regex_pattern: Any = r"", name: str | None = None
) -> Any:
    r"""Split strings at what a pattern matches: the pieces that `regex_split_with_offsets` gives.

    >>> tf.text.regex_split(["(a) b"], r"\s|\p{P}", r"\p{P}")
    <tf.RaggedTensor [[b'(', b'a', b')', b'b']]>
    """
    return regex_split_with_offsets(input, delim_regex_pattern, keep_delim_regex_pattern, name)[0]


class RegexSplitter(SplitterWithOffsets):
    """Splits strings at what a pattern matches.

    Args:
      split_regex: the delimiters, in the syntax of RE2; by default ends of lines.

    >>> tf.text.RegexSplitter(" |,").split("a b,c")
    <tf.RaggedTensor [[b'a', b'b', b'c']]>
    """

    def __init__(self, split_regex: str | None = None) -> None:
        super().__init__()
        self._split_regex = split_regex or "\r?\n"

    def split(self, input: Any) -> Any:
        """The pieces of each string."""
        return self.split_with_offsets(input)[0]

    def split_with_offsets(self, input: Any) -> Any:
        """The pieces of each string, with the bytes where each starts and ends, int64.

        >>> tf.text.RegexSplitter().split_with_offsets("a\\nb")[1]
        <tf.RaggedTensor [[0, 2]]>
        """
        return regex_split_with_offsets(input, self._split_regex)


__all__ = ["RegexSplitter", "regex_split", "regex_split_with_offsets"]
