"""Normal forms of Unicode: normalisation, folding of case, valid encoding, and the way back to the original's bytes."""

from __future__ import annotations

import re
import unicodedata
from collections import namedtuple
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.text._elementwise import apply_elementwise, map_strings
from graphwright.text._rows import check_splits, strings, tensor_or_ragged

_FORMS = ("NFC", "NFKC", "NFD", "NFKD")

_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that text looks the same without (`Default_Ignorable_Code_Point`)."""


def _form(name: str) -> str:
    if name not in _FORMS:
        raise errors.InvalidArgumentError(
            f"Unknown normalization form requested: {name}; there are {', '.join(_FORMS)}"
        )
    return name


def _normal(form: Any, text: str) -> str:
    return unicodedata.normalize(form, text)


def fold_case(text: str) -> str:
    """Text in Unicode's normal form NFKC_Casefold: by it, texts are equal that differ in case or in looks alone."""
    if text.isascii():
        return text.lower()
    known = None
    while text != known:
        known = text
        folded = unicodedata.normalize("NFKC", text).casefold()
        text = unicodedata.normalize("NFKC", _IGNORABLE.sub("", folded))
    return text


def _normalize(input: Array, normalization_form: str) -> Array:
    form = _form(normalization_form)
    return map_strings(lambda text: bytes_of(_normal(form, text_of(text))), input)


CASE_FOLD = op(
    "CaseFoldUTF8", "input: string -> output: string",
    shape=same_shape, kernel=lambda input: map_strings(lambda t: bytes_of(fold_case(text_of(t))), input),
    no_gradient=True,
)  # fmt: skip
NORMALIZE = op(
    "NormalizeUTF8", "input: string -> output: string", "normalization_form: string",
    shape=same_shape, kernel=_normalize, no_gradient=True,
)  # fmt: skip

# offsets ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _OffsetsMap:
    """The value of a variant: for each byte of a normalised string, and its end, the byte of the original."""

    sources: Array

    def source(self, offset: int) -> int:
        return int(self.sources[min(max(offset, 0), len(self.sources) - 1)])


@lru_cache(maxsize=4096)
def _starts_part(character: str) -> bool:
    """Whether no normalisation joins a character with the one before it."""
    return not unicodedata.combining(character) and not (0x1160 <= ord(character) <= 0x11FF)


def _mapped(text: str, form: str) -> tuple[bytes, Array]:
    """The normal form of a text, and where each of its bytes comes from.

    What normalisation joins is one part; a byte of it, but the first, comes from behind the part's first character.
    """
    written: list[bytes] = []
    sources: list[int] = []
    at = 0
    starts = [i for i, c in enumerate(text) if not i or _starts_part(c)]
    for a, b in pairwise([*starts, len(text)]):
        part = text[a:b]
        size, new = len(bytes_of(part)), bytes_of(_normal(form, part))
        if len(new) == size and new == bytes_of(part):
            sources += range(at, at + size)
        else:
            sources += [at] + [at + size] * (len(new) - 1) if new else []
        written.append(new)
        at += size
    return b"".join(written), np.array([*sources, at], np.int64)


def _normalize_with_map(input: Array, normalization_form: str) -> list[Array]:
    form = _form(normalization_form)
    texts, maps = np.empty(input.shape, object), np.empty(input.shape, object)
    for i, text in enumerate(input.reshape(-1)):
        normal, sources = _mapped(text_of(text), form)
        texts.reshape(-1)[i], maps.reshape(-1)[i] = normal, _OffsetsMap(sources)
    return [texts, maps]


NORMALIZE_WITH_MAP = op(
    "NormalizeUTF8WithOffsetsMap",
    "input: string -> output: string, offsets_map: variant",
    "normalization_form: string",
    shape=lambda ctx: [ctx.dims(0)] * 2, kernel=_normalize_with_map, no_gradient=True,
)  # fmt: skip


def _find_sources(offsets_map: Any, input_offsets_values: Array, input_offsets_splits: Array) -> Array:
    maps = offsets_map.reshape(-1) if isinstance(offsets_map, np.ndarray) else [offsets_map]
    check_splits(input_offsets_splits, input_offsets_values.size)
    if len(input_offsets_splits) != len(maps) + 1:
        raise errors.InvalidArgumentError(
            f"There are offsets for {len(input_offsets_splits) - 1} strings, and maps of {len(maps)}"
        )
    result = np.empty_like(input_offsets_values)
    for known, (a, b) in zip(maps, pairwise(input_offsets_splits.tolist()), strict=True):
        if not isinstance(known, _OffsetsMap):
            raise errors.InvalidArgumentError("offsets_map is not one of `normalize_utf8_with_offsets_map`.")
        result[a:b] = [known.source(offset) for offset in input_offsets_values[a:b].tolist()]
    return result


def _sources_dims(ctx: ShapeContext) -> Dims:
    return ctx.dims(1)


FIND_SOURCE_OFFSETS = op(
    "FindSourceOffsets",
    "offsets_map: variant, input_offsets_values: int64, input_offsets_splits: Tsplits -> output_offsets_values: int64",
    "Tsplits: index = int64",
    shape=_sources_dims, kernel=_find_sources, no_gradient=True,
)  # fmt: skip

# public functions -------------------------------------------------------------------------------------------

NormalizeUTF8WithOffsetsMap = namedtuple("NormalizeUTF8WithOffsetsMap", ["output", "offsets_map"])


def case_fold_utf8(input: Any, name: str | None = None) -> Any:
    """Text without differences of case and of compatible characters: each string in the form NFKC_Casefold.

    `input` is a string tensor of any shape in UTF-8, or a ragged one.

    >>> tf.text.case_fold_utf8(["The Quick", "GRÜSSE"]).numpy().tolist()
    [b'the quick', b'gr\\xc3\\xbcsse']
    """
    return apply_elementwise(CASE_FOLD, strings(input), (), None, name)


def normalize_utf8(input: Any, normalization_form: str = "NFKC", name: str | None = None) -> Any:
    """Each string in a normal form of Unicode.

    Args:
      input: string tensor of any shape in UTF-8, or a ragged one.
      normalization_form: "NFC", "NFKC", "NFD" or "NFKD".

    Raises InvalidArgumentError for another form.

    >>> tf.text.normalize_utf8(["株式会社", "ﬁ"]).numpy()[1]
    b'fi'
    """
    attrs = {"normalization_form": normalization_form.upper()}
    return apply_elementwise(NORMALIZE, strings(input), (), attrs, name)


def normalize_utf8_with_offsets_map(input: Any, normalization_form: str = "NFKC", name: str | None = None) -> Any:
    """As `normalize_utf8`, with a variant tensor from which `find_source_offsets` tells where bytes come from.

    >>> tf.text.normalize_utf8_with_offsets_map(["ﬁne"]).output.numpy().tolist()
    [b'fine']
    """
    texts = strings(input)
    attrs = {"normalization_form": normalization_form.upper()}
    flat = texts.flat_values if isinstance(texts, tf.RaggedTensor) else texts
    results: list[Any] = apply_multi(NORMALIZE_WITH_MAP, (flat,), attrs, name)
    if isinstance(texts, tf.RaggedTensor):
        results = [texts.with_flat_values(r) for r in results]
    return NormalizeUTF8WithOffsetsMap(*results)


def find_source_offsets(offsets_map: Any, input_offsets: Any, name: str | None = None) -> Any:
    """Where bytes of normalised strings are in the strings that they were made from.

    Args:
      offsets_map: what `normalize_utf8_with_offsets_map` gave.
      input_offsets: int64 offsets in the normalised strings, with one dimension more than the map; may be ragged.

    >>> normal = tf.text.normalize_utf8_with_offsets_map("ﬁne")
    >>> tf.text.find_source_offsets(normal.offsets_map, [0, 2, 3, 4]).numpy().tolist()
    [0, 3, 4, 5]
    """
    offsets = tensor_or_ragged(input_offsets, dtype=tf.int64)
    if isinstance(offsets, tf.RaggedTensor):
        known = offsets_map.flat_values if isinstance(offsets_map, tf.RaggedTensor) else offsets_map
        inner = offsets
        while isinstance(inner.values, tf.RaggedTensor):
            inner = inner.values
        found = apply(FIND_SOURCE_OFFSETS, (tf.reshape(known, [-1]), inner.values, inner.row_splits), None, name)
        return offsets.with_flat_values(found)
    rank = offsets.shape.rank
    if rank is None or rank == 0:
        raise ValueError(f"`input_offsets` has one dimension more than `offsets_map`; its shape is {offsets.shape}.")
    length = tf.shape(offsets, tf.int64)[-1]
    count = tf.size(offsets_map, tf.int64)
    found = apply(
        FIND_SOURCE_OFFSETS,
        (tf.reshape(offsets_map, [-1]), tf.reshape(offsets, [-1]), tf.range(count + 1) * length),
        None, name,
    )  # fmt: skip
    return tf.reshape(found, tf.shape(offsets))


def coerce_to_structurally_valid_utf8(input: Any, replacement_char: Any = "\ufffd", name: str | None = None) -> Any:
    """Strings with every byte that is no part of a character in UTF-8 replaced.

    Args:
      input: string tensor of any shape, or a ragged one.
      replacement_char: one character; ValueError for a text of another length.

    >>> tf.text.coerce_to_structurally_valid_utf8([b"A\\xffB"], "?").numpy().tolist()
    [b'A?B']
    """
    character = replacement_char.decode() if isinstance(replacement_char, bytes) else replacement_char
    if len(character) != 1:
        raise ValueError(f"`replacement_char` is one character, got {replacement_char!r}.")
    return tf.strings.unicode_transcode(input, "UTF-8", "UTF-8", replacement_char=ord(character), name=name)


__all__ = [
    "case_fold_utf8", "coerce_to_structurally_valid_utf8", "find_source_offsets", "normalize_utf8",
    "normalize_utf8_with_offsets_map",
]  # fmt: skip
