"""The words of BERT: text normalised, and split at blanks and punctuation; characters of Chinese are words."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base.shape import Symbol
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.module import Module
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.text._rows import object_vector, row_splits, rows, splits_dim, strings
from graphwright.text.normalization import case_fold_utf8, fold_case, normalize_utf8
from graphwright.text.tokenizers._models import model_of, packed
from graphwright.text.tokenizers.interfaces import TokenizerWithOffsets
from graphwright.text.tokenizers.patterns import regex_split_with_offsets

_CJK = (
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF), (0x2F800, 0x2FA1F),
)  # fmt: skip
"""Blocks of characters of Chinese, which are words in BERT's vocabularies."""


def is_cjk(point: int) -> bool:
    """Whether a code point is in one of the blocks of characters of Chinese."""
    return any(a <= point <= b for a, b in _CJK)


_PUNCTUATION = r"[!-/:-@\[-`{-~\p{P}" + "".join(rf"\x{{{a:x}}}-\x{{{b:x}}}" for a, b in _CJK) + "]"
_DELIMITERS = rf"\s+|{_PUNCTUATION}"
_UNUSED = r"\[unused\d+\]"


class BasicTokenizer(TokenizerWithOffsets):
    """Splits text into the words of BERT, before they are cut into pieces.

    Args:
      lower_case: fold case and take accents off.
      keep_whitespace: keep runs of blanks as words.
      normalization_form: a normal form of Unicode for the text, unless `lower_case`.
      preserve_unused_token: keep "[unused1]" and the like as words.
    """

    def __init__(
        self,
        lower_case: bool = False,
        keep_whitespace: bool = False,
        normalization_form: str | None = None,
        preserve_unused_token: bool = False,
    ) -> None:
        super().__init__()
        self._lower_case = lower_case
        self._normalization_form = normalization_form
        unused = f"{_UNUSED}|" if preserve_unused_token else ""
        self._delimiters = unused + _DELIMITERS
        self._kept = unused + (_DELIMITERS if keep_whitespace else _PUNCTUATION)

    def tokenize(self, text_input: Any) -> Any:
        """The words of each string."""
        return self.tokenize_with_offsets(text_input)[0]

    def tokenize_with_offsets(self, text_input: Any) -> Any:
        """The words of each string, with the bytes of the normalised text where each starts and ends, int64."""
        with tf.name_scope("BertBasicTokenizer"):
            text = strings(text_input)
            if self._lower_case:
                text = normalize_utf8(case_fold_utf8(text), "NFD")
                text = tf.strings.regex_replace(text, r"\p{Mn}", "")
            elif self._normalization_form is not None:
                text = normalize_utf8(text, self._normalization_form)
            text = tf.strings.regex_replace(text, r"\p{Cc}|\p{Cf}", " ")
            return regex_split_with_offsets(text, self._delimiters, self._kept)


# the normaliser in one op -----------------------------------------------------------------------------------


def build_fast_bert_normalizer_model(lower_case_nfd_strip_accents: bool) -> bytes:
    """The model buffer of a `FastBertNormalizer`; its argument is that class's.

    >>> len(tf.text.build_fast_bert_normalizer_model(True)) > 0
    True
    """
    return packed("fast BERT normalizer model", lower_case=bool(lower_case_nfd_strip_accents))


@lru_cache(maxsize=65536)
def _normal(character: str, lower_case: bool) -> bytes:
    """What the normaliser makes of a character."""
    if lower_case:
        parts = unicodedata.normalize("NFD", fold_case(character))
        return b"".join(_normal(c, False) for c in parts if unicodedata.category(c) != "Mn")
    return b" " if unicodedata.category(character) in ("Cc", "Cf") else bytes_of(character)


def _normalize(input_values: Array, fast_bert_normalizer_model: Array, get_offsets: bool) -> list[Array]:
    lower_case = model_of(fast_bert_normalizer_model, "fast BERT normalizer model")["lower_case"]
    texts, lengths = [], []
    sources: list[int] = []
    for text in input_values.reshape(-1):
        parts, at, before = [], 0, len(sources)
        for character in text_of(text):
            old, new = bytes_of(character), _normal(character, lower_case)
            sources += range(at, at + len(old)) if old == new else [at] * len(new)
            parts.append(new)
            at += len(old)
        sources.append(at)
        texts.append(b"".join(parts))
        lengths.append(len(sources) - before)
    offsets, splits = np.array(sources, np.int64), row_splits(lengths)
    if not get_offsets:
        offsets, splits = np.zeros(0, np.int64), np.zeros(1, np.int64)
    return [object_vector(texts).reshape(input_values.shape), offsets, splits]


def _normal_dims(ctx: ShapeContext) -> list[Dims]:
    if not ctx.attrs["get_offsets"]:
        return [ctx.dims(0), (0,), (1,)]
    return [ctx.dims(0), (Symbol(),), (splits_dim(ctx.dims(0)),)]


NORMALIZE = op(
    "FastBertNormalize",
    "input_values: string, fast_bert_normalizer_model: uint8 -> output_values: string, output_offsets: int64, "
    "output_row_splits: int64",
    "get_offsets: bool = false",
    shape=_normal_dims, kernel=_normalize, no_gradient=True,
)  # fmt: skip


class FastBertNormalizer(Module):
    """Normalises text as BERT does: control characters become blanks, and on request case and accents go.

    Args:
      lower_case_nfd_strip_accents: fold case, and take accents off.
      model_buffer: what `build_fast_bert_normalizer_model` gives, in place of the other.

    >>> tf.text.FastBertNormalizer(lower_case_nfd_strip_accents=True).normalize(["Été\\t1"]).numpy().tolist()
    [b'ete 1']
    """

    def __init__(self, lower_case_nfd_strip_accents: bool = False, model_buffer: Any = None) -> None:
        from graphwright.text.tokenizers.fast_wordpiece import buffer_tensor

        super().__init__()
        self._model = buffer_tensor(model_buffer or build_fast_bert_normalizer_model(lower_case_nfd_strip_accents))

    def normalize(self, input: Any) -> Any:
        """The normalised strings."""
        texts = strings(input)
        if isinstance(texts, tf.RaggedTensor):
            return texts.with_flat_values(self.normalize(texts.flat_values))
        return apply_multi(NORMALIZE, (texts, self._model), {"get_offsets": False})[0]

    def normalize_with_offsets(self, input: Any) -> Any:
        """The normalised strings, and for each of their bytes and their ends the byte of the original, int64."""
        texts = strings(input)
        if isinstance(texts, tf.RaggedTensor):
            normal, offsets = self.normalize_with_offsets(texts.flat_values)
            return texts.with_flat_values(normal), texts.with_flat_values(offsets)
        rank = texts.shape.rank
        if rank == 0:
            normal, offsets = self.normalize_with_offsets(tf.expand_dims(texts, 0))
            return normal[0], offsets.values
        if rank != 1:
            normal, offsets = self.normalize_with_offsets(tf.RaggedTensor.from_tensor(texts, ragged_rank=rank - 1))
            return normal.to_tensor(shape=texts.shape), offsets
        normal, offsets, splits = apply_multi(NORMALIZE, (texts, self._model), {"get_offsets": True})
        return normal, rows(offsets, splits)


__all__ = ["BasicTokenizer", "FastBertNormalizer", "build_fast_bert_normalizer_model"]
