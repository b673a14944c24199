"""The tokenizer of texts into pieces of a vocabulary, with words and pieces found in one op."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.text._rows import (
    check_splits,
    object_vector,
    on_vectors,
    require_vector,
    rows,
    splits_dim,
    strings,
    tensor_or_ragged,
)
from graphwright.text.tokenizers._models import model_of, packed
from graphwright.text.tokenizers._wordpieces import Wordpieces
from graphwright.text.tokenizers.bert_words import is_cjk
from graphwright.text.tokenizers.interfaces import Detokenizer, TokenizerWithOffsets
from graphwright.text.tokenizers.unicode import BLANKS

_PLAIN = re.compile(r"[0-9A-Za-z]+|[^0-9A-Za-z]")

# models -----------------------------------------------------------------------------------------------------


def build_fast_wordpiece_model(
    vocab: Any,
    max_bytes_per_token: int,
    suffix_indicator: str,
    unk_token: str,
    no_pretokenization: bool,
    support_detokenization: bool,
) -> bytes:
    """The model buffer of a `FastWordpieceTokenizer`; its arguments are that class's.

    Raises RuntimeError for a vocabulary without the unknown token.

    >>> len(tf.text.build_fast_wordpiece_model(["a", "[UNK]"], 100, "##", "[UNK]", False, False)) > 0
    True
    """
    words = [word.decode() if isinstance(word, bytes) else str(word) for word in vocab]
    if unk_token not in words:
        raise RuntimeError("Cannot find unk_token in the vocab!")
    return packed(
        "fast wordpiece model", vocab=words, longest=max_bytes_per_token, suffix=suffix_indicator, unknown=unk_token,
        whole_words=no_pretokenization, reversible=support_detokenization,
    )  # fmt: skip


class _Cutter:
    """A model as it is used."""

    def __init__(self, options: dict[str, Any]) -> None:
        self.vocabulary = [word.encode() for word in options["vocab"]]
        self.numbers = {word: number for number, word in reversed(list(enumerate(self.vocabulary)))}
        self.whole_words: bool = options["whole_words"]
        self.reversible: bool = options["reversible"]
        self.suffix = options["suffix"].encode()
        unknown = options["unknown"].encode()
        self.cut = lru_cache(maxsize=65536)(
            Wordpieces(self.numbers.__contains__, self.suffix, options["longest"], unknown=unknown).cut
        )

    def joined(self, pieces: list[bytes]) -> bytes:
        """The text of pieces, with blanks between words."""
        text = pieces[0] if pieces else b""
        for piece in pieces[1:]:
            is_inner = piece.startswith(self.suffix) and piece != self.suffix
            text += piece[len(self.suffix) :] if is_inner else b" " + piece
        return text


_cutters: dict[int, tuple[dict[str, Any], _Cutter]] = {}


def _cutter(buffer: Array) -> _Cutter:
    options = model_of(buffer, "fast wordpiece model")
    known = _cutters.get(id(options))
    if known is None or known[0] is not options:
        if len(_cutters) >= 32:
            _cutters.clear()
        known = _cutters[id(options)] = options, _Cutter(options)
    return known[1]


# records ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=65536)
def _is_alone(character: str) -> bool:
    """Whether a character is a word by itself: punctuation, and characters of Chinese."""
    if character.isascii():
        return character.isprintable() and not character.isalnum() and character != " "
    return unicodedata.category(character)[0] == "P" or is_cjk(ord(character))


def split_words(text: bytes) -> list[tuple[int, bytes]]:
    """The words of a text with the bytes where they start."""
    found: list[tuple[int, bytes]] = []
    at, start = 0, -1
    for run in _PLAIN.findall(text_of(text)):
        size = len(run) if run.isascii() else len(bytes_of(run))
        blank, alone = run in BLANKS, len(run) == 1 and _is_alone(run)
        if (blank or alone) and start >= 0:
            found.append((start, text[start:at]))
            start = -1
        if alone:
            found.append((at, text[at : at + size]))
        elif not blank and start < 0:
            start = at
        at += size
    return [*found, (start, text[start:at])] if start >= 0 else found


def _tokenize(input_values: Array, wp_model: Array) -> list[Array]:
    cutter = _cutter(wp_model)
    tokens: list[bytes] = []
    starts: list[int] = []
    ends: list[int] = []
    splits = [0]
    for text in input_values.reshape(-1):
        for at, word in [(0, text)] if cutter.whole_words else split_words(text):
            for piece, start, end in cutter.cut(word):
                tokens.append(piece)
                starts.append(at + start)
                ends.append(at + end)
        splits.append(len(tokens))
    numbers = np.array([cutter.numbers[token] for token in tokens], np.int64)
    partition, begin, limit = (np.array(x, np.int64) for x in (splits, starts, ends))
    return [object_vector(tokens), numbers, partition, begin, limit]


def _tokens_dims(ctx: ShapeContext) -> list[Dims]:
    count = Symbol()
    return [(count,), (count,), (splits_dim(ctx.dims(0)),), (count,), (count,)]


TOKENIZE = op(
    "FastWordpieceTokenizeWithOffsets",
    "input_values: string, wp_model: uint8 -> output_subwords: string, output_ids: int64, output_row_splits: int64, "
    "start_values: int64, end_values: int64",
    shape=_tokens_dims, kernel=_tokenize, no_gradient=True,
)  # fmt: skip


def _detokenize(input_values: Array, input_row_splits: Array, wp_model: Array) -> Array:
    cutter = _cutter(wp_model)
    if not cutter.reversible:
        raise errors.FailedPreconditionError(
            "Detokenize function is only enabled when support_detokenization is true in the model."
        )
    check_splits(input_row_splits, input_values.size)
    ids = input_values.tolist()
    wrong = [i for i in ids if not 0 <= i < len(cutter.vocabulary)]
    if wrong:
        raise errors.InvalidArgumentError(
            f"{wrong[0]} is not the number of a piece; there are {len(cutter.vocabulary)}."
        )
    bounds = pairwise(input_row_splits.tolist())
    return object_vector([cutter.joined([cutter.vocabulary[i] for i in ids[a:b]]) for a, b in bounds])


def _texts_dims(ctx: ShapeContext) -> Dims:
    require_vector(ctx, 0, 1)
    dims = ctx.dims(1)
    return (dims[0] - 1 if dims and isinstance(dims[0], int) else Symbol(),)


DETOKENIZE = op(
    "TFText>FastWordpieceDetokenize",
    "input_values: int32, input_row_splits: int64, wp_model: uint8 -> output_words: string",
    shape=_texts_dims, kernel=_detokenize, no_gradient=True,
)  # fmt: skip


def buffer_tensor(model: Any) -> Any:
    """A model buffer as a uint8 tensor outside of any graph."""
    if isinstance(model, bytes):
        with tf.init_scope():
            return tf.constant(np.frombuffer(model, np.uint8))
    return tf.convert_to_tensor(model, tf.uint8)


class FastWordpieceTokenizer(TokenizerWithOffsets, Detokenizer):
    """Splits texts into words at blanks and punctuation, and cuts these into the longest pieces that a vocabulary has.

    Args:
      vocab: the pieces, in the order of their numbers.
      suffix_indicator: what marks a piece that does not begin a word.
      max_bytes_per_word: longer words are unknown.
      token_out_type: int64 or int32 for numbers, string for the pieces.
      unknown_token: what unknown words become.
      no_pretokenization: each string is one word already.
      support_detokenization: let `detokenize` work.
      model_buffer: what `build_fast_wordpiece_model` gives, in place of the vocabulary.

    Raises RuntimeError for a vocabulary without the unknown token, TypeError with neither vocabulary nor model.

    >>> vocab = ["they", "##'", "##re", "the", "great", "##est", "[UNK]", "'", "re"]
    >>> tokenizer = tf.text.FastWordpieceTokenizer(vocab, token_out_type=tf.string)
    >>> tokenizer.tokenize(["they're the greatest"])
    <tf.RaggedTensor [[b'they', b"'", b're', b'the', b'great', b'##est']]>
    """

    def __init__(
        self,
        vocab: Any = None,
        suffix_indicator: str = "##",
        max_bytes_per_word: int = 100,
        token_out_type: Any = tf.int64,
        unknown_token: str = "[UNK]",
        no_pretokenization: bool = False,
        support_detokenization: bool = False,
        model_buffer: Any = None,
    ) -> None:
        super().__init__()
        if model_buffer is None:
            if vocab is None:
                raise TypeError("Pass `vocab`, or a `model_buffer`.")
            model_buffer = build_fast_wordpiece_model(
                vocab, max_bytes_per_word, suffix_indicator, unknown_token, no_pretokenization, support_detokenization
            )
        self._model = buffer_tensor(model_buffer)
        self._token_out_type = as_dtype(token_out_type)

    def tokenize(self, input: Any) -> Any:
        """The tokens of each string."""
        return self.tokenize_with_offsets(input)[0]

    def tokenize_with_offsets(self, input: Any) -> Any:
        """The tokens of each string, with the bytes where each starts and ends, int64."""

        def cut(texts: Any) -> tuple[Any, ...]:
            pieces, numbers, splits, starts, ends = apply_multi(TOKENIZE, (texts, self._model))
            wanted = pieces if self._token_out_type is tf.string else tf.cast(numbers, self._token_out_type)
            return tuple(rows(values, splits) for values in (wanted, starts, ends))

        with tf.name_scope("FastWordpieceTokenizeWithOffsets"):
            return on_vectors(cut, strings(input))

    def detokenize(self, input: Any) -> Any:
        """The strings of numbers of tokens: pieces joined to words, with blanks between words.

        `input` has the numbers of each string as a row: a vector, a tensor of rank 2, or a ragged tensor.

        Raises FailedPreconditionError for a tokenizer without `support_detokenization`.

        >>> vocab = ["they", "great", "##est", "[UNK]"]
        >>> tf.text.FastWordpieceTokenizer(vocab, support_detokenization=True).detokenize([0, 1, 2]).numpy()
        b'they greatest'
        """
        ids = tensor_or_ragged(input)
        with tf.name_scope("FastWordpieceDetokenize"):
            return on_rows(lambda values, splits: apply(DETOKENIZE, (values, splits, self._model)), ids)


def on_rows(function: Any, ids: Any) -> Any:
    """Apply a function of values and row splits, which makes an element of each row, to the innermost rows of int32."""
    if not isinstance(ids, tf.RaggedTensor):
        rank = ids.shape.rank
        if rank is None or rank == 0:
            raise ValueError(f"Numbers of tokens are rows of known rank, not of shape {ids.shape}.")
        if rank == 1:
            return function(tf.cast(ids, tf.int32), tf.stack([0, tf.size(ids, tf.int64)]))[0]
        ids = tf.RaggedTensor.from_tensor(ids, ragged_rank=rank - 1)
        found = on_rows(function, ids)
        return found.to_tensor() if isinstance(found, tf.RaggedTensor) else found
    if isinstance(ids.values, tf.RaggedTensor):
        return ids.with_values(on_rows(function, ids.values))
    if ids.values.dtype not in (tf.int32, tf.string):
        ids = tf.cast(ids, tf.int32)
    return function(ids.values, tf.cast(ids.row_splits, tf.int64))


__all__ = ["FastWordpieceTokenizer", "build_fast_wordpiece_model"]
