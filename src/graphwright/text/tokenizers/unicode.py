"""Tokenizers by characters: at blanks, where the script changes, and every character by itself."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.ops.text._scripts import scripts_of
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
from graphwright.text.tokenizers.interfaces import Detokenizer, TokenizerWithOffsets

BLANKS = frozenset(
    "\t\n\v\f\r \u0085\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
)
"""Characters with Unicode's property `White_Space`."""

# at blanks --------------------------------------------------------------------------------------------------


def _words(text: bytes) -> list[tuple[bytes, int, int]]:
    """The words of a text, with the bytes where they start and end."""
    found, at, start = [], 0, -1
    for character in text_of(text):
        if character in BLANKS:
            if start >= 0:
                found.append((text[start:at], start, at))
            start = -1
        elif start < 0:
            start = at
        at += len(bytes_of(character))
    if start >= 0:
        found.append((text[start:at], start, at))
    return found


def _words_dims(ctx: ShapeContext) -> list[Dims]:
    count = Symbol()
    return [(count,), (splits_dim(ctx.dims(0)),), (count,), (count,)]


def _split_words(input_values: Array, input_config: Array) -> list[Array]:
    found = [_words(text) for text in input_values.reshape(-1)]
    flat = [word for words in found for word in words]
    return [
        object_vector([word for word, _, _ in flat]),
        row_splits(map(len, found)),
        np.array([start for _, start, _ in flat], np.int32),
        np.array([end for _, _, end in flat], np.int32),
    ]


WHITESPACE = op(
    "TFText>WhitespaceTokenizeWithOffsetsV2",
    "input_values: string, input_config: string -> output_tokens: string, output_row_splits: int64, "
    "output_start_offsets: int32, output_end_offsets: int32",
    shape=_words_dims, kernel=_split_words, no_gradient=True,
)  # fmt: skip

_CODE_POINTS = (
    "input_values: int32, input_splits: Tsplits -> output_values: int32, output_values_inner_splits: Tsplits, "
    "output_offset_starts: int64, output_offset_limits: int64, output_outer_splits: Tsplits"
)
"""Tokens of strings that are rows of code points: rows of rows, with the places in the row where they start and end."""


def _runs_dims(ctx: ShapeContext) -> list[Dims]:
    require_vector(ctx, 0, 1)
    count, values = Symbol(), Symbol()
    return [(values,), (Symbol(),), (count,), (count,), ctx.dims(1)]


def _runs(points: Array, splits: Array, groups: Array, kept: Array) -> list[Array]:
    """The code points to be kept of runs of one group, and the places where they start and end."""
    check_splits(splits, len(points))
    runs: list[Array] = []
    places: list[tuple[int, int]] = []
    counts = []
    for a, b in pairwise(splits.tolist()):
        whole = np.split(np.arange(a, b), 1 + np.flatnonzero(np.diff(groups[a:b])))
        found = [run for run in (part[kept[part]] for part in whole) if len(run)]
        runs += [points[run] for run in found]
        places += [(int(run[0]) - a, int(run[-1]) + 1 - a) for run in found]
        counts.append(len(found))
    bounds = np.array(places, np.int64).reshape(-1, 2)
    return [
        np.concatenate([np.zeros(0, np.int32), *runs]),
        row_splits(map(len, runs), splits.dtype),
        bounds[:, 0].copy(),
        bounds[:, 1].copy(),
        row_splits(counts, splits.dtype),
    ]


def _is_blank(points: Array) -> Array:
    return np.isin(points, [ord(blank) for blank in BLANKS])


def _whitespace_runs(input_values: Array, input_splits: Array) -> list[Array]:
    blank = _is_blank(input_values)
    return _runs(input_values, input_splits, blank, ~blank)


def _script_runs(input_values: Array, input_splits: Array, keep_whitespace: bool) -> list[Array]:
    """Blanks are a group of their own where they are kept, and else have the script of punctuation."""
    blank, scripts = _is_blank(input_values), scripts_of(input_values)
    if keep_whitespace:
        return _runs(input_values, input_splits, np.where(blank, -2, scripts), np.ones(len(blank), bool))
    return _runs(input_values, input_splits, scripts, ~blank)


WHITESPACE_OF_CODE_POINTS = op(
    "WhitespaceTokenizeWithOffsets", _CODE_POINTS, "Tsplits: index = int64",
    shape=_runs_dims, kernel=_whitespace_runs, no_gradient=True,
)  # fmt: skip
SCRIPTS = op(
    "UnicodeScriptTokenizeWithOffsets", _CODE_POINTS, "Tsplits: index = int64; keep_whitespace: bool = false",
    shape=_runs_dims, kernel=_script_runs, no_gradient=True,
)  # fmt: skip

# tokenizers -------------------------------------------------------------------------------------------------


class WhitespaceTokenizer(TokenizerWithOffsets):
    """Splits strings into words at blanks: the characters that Unicode counts as white space.

    >>> tf.text.WhitespaceTokenizer().tokenize(["the  quick fox", ""])
    <tf.RaggedTensor [[b'the', b'quick', b'fox'], []]>
    """

    def tokenize(self, input: Any) -> Any:
        """The words of each string."""
        return self.tokenize_with_offsets(input)[0]

    def tokenize_with_offsets(self, input: Any) -> Any:
        """The words of each string, with the bytes where each starts and ends, int32.

        >>> tf.text.WhitespaceTokenizer().tokenize_with_offsets("a bc")[2].numpy().tolist()
        [1, 4]
        """

        def split(vector: Any) -> tuple[Any, ...]:
            tokens, splits, starts, ends = apply_multi(WHITESPACE, (vector, b""))
            return tuple(rows(values, splits) for values in (tokens, starts, ends))

        with tf.name_scope("WhitespaceTokenize"):
            return on_vectors(split, strings(input))


class UnicodeScriptTokenizer(TokenizerWithOffsets):
    """Splits strings where the script of the characters changes. Digits and punctuation have one of their own.

    Blanks have it, too: they split words, but no punctuation.

    Args:
      keep_whitespace: keep runs of blanks as tokens.

    >>> tf.text.UnicodeScriptTokenizer().tokenize("I'm 5!").numpy().tolist()
    [b'I', b"'", b'm', b'5!']
    """

    def __init__(self, keep_whitespace: bool = False) -> None:
        super().__init__()
        self._keep_whitespace = keep_whitespace

    def tokenize(self, input: Any) -> Any:
        """The tokens of each string."""
        return self.tokenize_with_offsets(input)[0]

    def tokenize_with_offsets(self, input: Any) -> Any:
        """The tokens of each string, with the bytes where each starts and ends, int64.

        >>> tf.text.UnicodeScriptTokenizer().tokenize_with_offsets("ab, c")[1].numpy().tolist()
        [0, 2, 4]
        """

        def split(vector: Any) -> tuple[Any, ...]:
            points, starts = tf.strings.unicode_decode_with_offsets(vector, "UTF-8")
            limits = _limits(starts, vector)
            values, inner, first, last, outer = apply_multi(
                SCRIPTS, (points.values, points.row_splits), {"keep_whitespace": self._keep_whitespace}
            )
            tokens = tf.strings.unicode_encode(rows(values, inner), "UTF-8")
            of_row = tf.gather(points.row_starts(), rows(first, outer).value_rowids())
            begin, end = tf.gather(starts.values, of_row + first), tf.gather(limits.values, of_row + last - 1)
            return tuple(rows(found, outer) for found in (tokens, begin, end))

        with tf.name_scope("UnicodeScriptTokenize"):
            return on_vectors(split, strings(input))


class UnicodeCharTokenizer(TokenizerWithOffsets, Detokenizer):
    """Splits strings into characters, as numbers: their code points.

    >>> tokenizer = tf.text.UnicodeCharTokenizer()
    >>> tokenizer.tokenize("hé").numpy().tolist(), tokenizer.detokenize([104, 233]).numpy()
    ([104, 233], b'h\\xc3\\xa9')
    """

    def tokenize(self, input: Any) -> Any:
        """The code points of each string, int32."""
        return tf.strings.unicode_decode(strings(input), "UTF-8")

    def tokenize_with_offsets(self, input: Any) -> Any:
        """The code points of each string, with the bytes where each starts and ends, int64.

        >>> tf.text.UnicodeCharTokenizer().tokenize_with_offsets("hé!")[2].numpy().tolist()
        [1, 3, 4]
        """
        texts = strings(input)
        points, starts = tf.strings.unicode_decode_with_offsets(texts, "UTF-8")

        return points, starts, _limits(starts, texts)

    def detokenize(self, input: Any, name: str | None = None) -> Any:
        """The strings of rows of code points.

        >>> tf.text.UnicodeCharTokenizer().detokenize(tf.ragged.constant([[104, 105], [33]])).numpy().tolist()
        [b'hi', b'!']
        """
        with tf.name_scope(name or "UnicodeCharTokenize"):
            return tf.strings.unicode_encode(tensor_or_ragged(input), "UTF-8")


def _limits(starts: Any, texts: Any) -> Any:
    """Where the next character starts, or the string ends."""
    size = tf.strings.length(texts)
    if not isinstance(starts, tf.RaggedTensor):
        last = tf.cast(tf.expand_dims(size, 0), tf.int64)
        return tf.concat([starts, last], 0)[1:]
    if isinstance(starts.values, tf.RaggedTensor):
        return starts.with_values(_limits(starts.values, _inner(texts)))
    lengths = starts.row_lengths()
    next_start = tf.roll(starts.values, -1, 0)
    ends = tf.gather(starts.row_splits[1:] - 1, starts.value_rowids())
    is_last = tf.equal(tf.range(tf.size(starts.values, lengths.dtype), dtype=lengths.dtype), ends)
    of_row = tf.gather(tf.cast(size, tf.int64), starts.value_rowids())
    return starts.with_values(tf.where(is_last, of_row, next_start))


def _inner(texts: Any) -> Any:
    """What is in the rows of a tensor, one after the other."""
    if isinstance(texts, tf.RaggedTensor):
        return texts.values
    return tf.reshape(texts, tf.concat([[-1], tf.shape(texts)[2:]], 0))


__all__ = ["UnicodeCharTokenizer", "UnicodeScriptTokenizer", "WhitespaceTokenizer"]
