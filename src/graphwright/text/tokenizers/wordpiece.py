"""The tokenizer of words into pieces of a vocabulary, with the vocabulary in a lookup table."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.lookup.table import table_of
from graphwright.text._rows import (
    object_vector,
    on_vectors,
    require_vector,
    row_splits,
    rows,
    splits_dim,
    strings,
    tensor_or_ragged,
)
from graphwright.text.tokenizers._wordpieces import Wordpieces
from graphwright.text.tokenizers.interfaces import Detokenizer, TokenizerWithOffsets


def _pieces_dims(ctx: ShapeContext) -> list[Dims]:
    require_vector(ctx, 0)
    dims, count = ctx.dims(0), Symbol()
    is_lengths = ctx.attrs["output_row_partition_type"] == "row_lengths"
    partition = (dims[0] if dims else Symbol()) if is_lengths else splits_dim(dims)
    return [(count,), (partition,), (count,), (count,)]


def cut_all(words: Array, cut: Wordpieces) -> tuple[Array, list[int], Array, Array]:
    """The pieces of all words, how many each has, and the bytes where they start and end."""
    found = [cut.cut(word) for word in words.reshape(-1)]
    flat = [piece for pieces in found for piece in pieces]
    return (
        object_vector([piece.text for piece in flat]),
        list(map(len, found)),
        np.array([piece.start for piece in flat], np.int64),
        np.array([piece.end for piece in flat], np.int64),
    )


def _cut(
    input_values: Array,
    stored: Any,
    suffix_indicator: str,
    max_bytes_per_word: int,
    max_chars_per_token: int,
    use_unknown_token: bool,
    unknown_token: str,
    split_unknown_characters: bool,
    output_row_partition_type: str,
) -> list[Array]:
    table = table_of(stored)
    if table.key_dtype.name != "string":
        raise errors.InvalidArgumentError(
            f"The vocabulary's table has keys of dtype {table.key_dtype.name}, not string."
        )
    unknown = unknown_token.encode() if use_unknown_token else None
    pieces, counts, starts, ends = cut_all(
        input_values,
        Wordpieces(
            table.contains, suffix_indicator.encode(), max_bytes_per_word, max_chars_per_token, unknown,
            split_unknown_characters, None if unknown is None else len(unknown),
        ),
    )  # fmt: skip
    partition = np.array(counts, np.int64) if output_row_partition_type == "row_lengths" else row_splits(counts)
    return [pieces, partition, starts, ends]


WORDPIECE = op(
    "WordpieceTokenizeWithOffsets",
    "input_values: string, vocab_lookup_table: resource -> output_values: string, output_row_lengths: int64, "
    "start_values: int64, limit_values: int64",
    "suffix_indicator: string; max_bytes_per_word: int; max_chars_per_token: int = 0; use_unknown_token: bool; "
    "unknown_token: string; split_unknown_characters: bool = false; "
    'output_row_partition_type: {"row_lengths", "row_splits"} = "row_lengths"',
    shape=_pieces_dims, kernel=_cut, no_gradient=True, effect="read",
)  # fmt: skip


def vocabulary_table(vocabulary: Any) -> Any:
    """A lookup table of the words of a file by their lines, or the table that was passed.

    Raises TypeError for anything else.
    """
    if isinstance(vocabulary, str) or (isinstance(vocabulary, tf.Tensor) and vocabulary.dtype == tf.string):
        words = tf.lookup.TextFileInitializer(
            vocabulary, tf.string, tf.lookup.TextFileIndex.WHOLE_LINE, tf.int64, tf.lookup.TextFileIndex.LINE_NUMBER
        )
        return tf.lookup.StaticVocabularyTable(words, 1, lookup_key_dtype=tf.string)
    if not all(hasattr(vocabulary, name) for name in ("lookup", "size", "resource_handle")):
        raise TypeError(f"Unable to build a lookup table from {vocabulary!r}; pass a table, or the path of a file.")
    return vocabulary


class WordpieceTokenizer(TokenizerWithOffsets, Detokenizer):
    """Cuts words into the longest pieces that a vocabulary has, from left to right, as BERT does.

    Args:
      vocab_lookup_table: a table from pieces to numbers, or the path of a file with a piece a line.
      suffix_indicator: what marks a piece that does not begin a word.
      max_bytes_per_word: longer words are unknown.
      max_chars_per_token: how many characters a piece has at most; None for any number.
      token_out_type: int64 or int32 for numbers, string for the pieces.
      unknown_token: what unknown words become; None: they stay as they are.
      split_unknown_characters: cut words at unknown characters, each a piece.

    Raises TypeError for another kind of table.

    >>> pieces = ["they", "##'", "##re", "the", "[UNK]"]
    >>> pairs = tf.lookup.KeyValueTensorInitializer(pieces, tf.range(5, dtype=tf.int64))
    >>> table = tf.lookup.StaticHashTable(pairs, default_value=-1)
    >>> tf.text.WordpieceTokenizer(table).tokenize(["they're", "the", "best"])
    <tf.RaggedTensor [[0, 1, 2], [3], [4]]>
    """

    def __init__(
        self,
        vocab_lookup_table: Any,
        suffix_indicator: str = "##",
        max_bytes_per_word: int = 100,
        max_chars_per_token: int | None = None,
        token_out_type: Any = tf.int64,
        unknown_token: str | None = "[UNK]",
        split_unknown_characters: bool = False,
    ) -> None:
        super().__init__()
        self._vocab_lookup_table = vocabulary_table(vocab_lookup_table)
        self._suffix_indicator = suffix_indicator
        self._token_out_type = as_dtype(token_out_type)
        self._unknown_token = unknown_token or "[UNK]"
        self._attrs: dict[str, Any] = {
            "suffix_indicator": suffix_indicator,
            "max_bytes_per_word": max_bytes_per_word,
            "max_chars_per_token": max_chars_per_token or 0,
            "use_unknown_token": unknown_token is not None,
            "unknown_token": self._unknown_token,
            "split_unknown_characters": split_unknown_characters,
            "output_row_partition_type": "row_splits",
        }

    def tokenize(self, input: Any) -> Any:
        """The pieces of each word, or their numbers."""
        return self.tokenize_with_offsets(input)[0]

    def tokenize_with_offsets(self, input: Any) -> Any:
        """The pieces of each word, or their numbers, with the bytes of the word where each starts and ends, int64.

        `input` is a string tensor of words of any shape, or a ragged one. An empty word has no pieces.
        """

        def cut(words: Any) -> tuple[Any, ...]:
            inputs = (words, self._vocab_lookup_table.resource_handle)
            pieces, splits, starts, ends = apply_multi(WORDPIECE, inputs, self._attrs)
            if self._token_out_type is not tf.string:
                pieces = tf.cast(self._vocab_lookup_table.lookup(pieces), self._token_out_type)
            return tuple(rows(values, splits) for values in (pieces, starts, ends))

        with tf.name_scope("WordpieceTokenizeWithOffsets"):
            return on_vectors(cut, strings(input))

    def detokenize(self, token_ids: Any) -> Any:
        """The words of numbers of pieces: the pieces that do not begin a word are joined to what is before them.

        Args:
          token_ids: numbers, int32 or int64, in the rows of a ragged tensor.

        Returns a string tensor with the words of each row; what is not in the vocabulary is "[UNK]".
        """
        ids = tensor_or_ragged(token_ids)
        with tf.name_scope("WordpieceTokenizeDetokenize"):
            table = self._vocab_lookup_table
            keys, values = (table._table if hasattr(table, "_table") else table).export()
            pieces = _text_of(ids, keys, tf.cast(values, tf.int64), self._unknown_token)
            return joined_words(pieces, self._suffix_indicator)

    def vocab_size(self, name: str | None = None) -> Any:
        """How many numbers there are, an int64 scalar."""
        return self._vocab_lookup_table.size(name)


def _text_of(ids: Any, keys: Any, values: Any, unknown: str) -> Any:
    """The pieces that numbers stand for."""
    if isinstance(ids, tf.RaggedTensor):
        return ids.with_flat_values(_text_of(ids.flat_values, keys, values, unknown))
    size = tf.reduce_max(tf.concat([values, [-1]], 0)) + 1
    words = tf.tensor_scatter_nd_update(tf.fill([size + 1], unknown), tf.expand_dims(values, 1), keys)
    numbers = tf.cast(ids, tf.int64)
    return tf.gather(words, tf.where((numbers < 0) | (numbers >= size), size, numbers))


def joined_words(pieces: Any, suffix: str) -> Any:
    """Rows of words of rows of pieces."""
    if not isinstance(pieces, tf.RaggedTensor):
        rank = pieces.shape.rank
        if rank == 1:
            return joined_words(tf.RaggedTensor.from_row_lengths(pieces, [tf.size(pieces, tf.int64)]), suffix)[0]
        pieces = tf.RaggedTensor.from_tensor(pieces, ragged_rank=rank - 1)
    if isinstance(pieces.values, tf.RaggedTensor):
        return pieces.with_values(joined_words(pieces.values, suffix))
    text = tf.strings.reduce_join(pieces, axis=-1, separator=" ")
    return tf.strings.split(tf.strings.regex_replace(text, " " + _quoted(suffix), ""), sep=" ")


def _quoted(text: str) -> str:
    """A text as a pattern that matches it alone."""
    return "".join(c if c.isalnum() else "\\" + c for c in text)


__all__ = ["WordpieceTokenizer"]
