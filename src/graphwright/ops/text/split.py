"""String splitting: tokens between separators, bytes, and n-grams."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np

from graphwright.base.dtypes import int64, string
from graphwright.core import eager_jit
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, errors, name_scope, to_tensor
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.ragged.construct import rows_of_tensor
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.text._elementwise import in_c

# split records ----------------------------------------------------------------------------------------------


def _split_dims(ctx: ShapeContext) -> list[Dims]:
    for i, what in ((0, "input must be a vector"), (1, f"{ctx.record.inputs[1].name} must be a scalar")):
        if ctx.rank(i) not in (None, 1 - i):
            raise ctx.fail(f"{what}, got shape: {describe_dims(ctx.dims(i))}")
    count = Symbol()
    return [(count, 2), (count,), (2,)]


def _sparse(
    input: Array, separator: Array, what: str, cut: Callable[[bytes], list[bytes]], most: int | None = None
) -> list[Array]:
    """The tokens of each string; by the C code if `most` splits, or -1, are all that `cut` makes at separators."""
    if input.ndim != 1:
        raise errors.ShapeMismatchError(f"input must be a vector, got shape: {describe_dims(input.shape)}")
    if separator.ndim:
        raise errors.ShapeMismatchError(f"{what} must be a scalar, got shape: {describe_dims(separator.shape)}")
    found = None
    if most is not None:
        by_bytes = what == "delimiter"
        found = in_c("split bytes", input) if by_bytes else in_c("split", input, separator.item(), most)
    if found is None:
        rows = [cut(text) for text in input.tolist()]
        counts: Any = [len(row) for row in rows]
        tokens = _object_vector(rows[0] if len(rows) == 1 else list(chain.from_iterable(rows)))
    else:
        tokens, counts = found
    indices = np.zeros((len(tokens), 2), np.int64)
    indices[:, 1] = np.arange(len(tokens))
    if len(input) > 1:
        ends = np.cumsum(counts)
        indices[:, 0] = np.repeat(np.arange(len(input)), counts)
        indices[:, 1] -= np.repeat(ends - counts, counts)
    return [indices, tokens, np.array([len(input), max(counts, default=0)], np.int64)]


def _object_vector(tokens: Sequence[bytes]) -> Array:
    result = np.empty(len(tokens), object)
    result[:] = tokens
    return result


def _split(input: Array, sep: Array, maxsplit: int) -> list[Array]:
    def cut(text: bytes) -> list[bytes]:
        if maxsplit == 0:
            return [text]
        separator = sep.item()
        tokens = text.split(separator or None, maxsplit)
        # the remainder is a token even if it is blank or empty
        return [*tokens, b""] if not separator and len(tokens) == maxsplit else tokens

    return _sparse(input, sep, "sep", cut, maxsplit)


STRING_SPLIT_V2 = op(
    "StringSplitV2",
    "input: string, sep: string -> indices: int64, values: string, shape: int64",
    "maxsplit: int = -1",
    shape=_split_dims,
    kernel=_split,
    no_gradient=True,
)


def _split_at_any(input: Array, delimiter: Array, skip_empty: bool) -> list[Array]:
    def cut(text: bytes) -> list[bytes]:
        characters: bytes = delimiter.item()
        if not characters:
            return [text[i : i + 1] for i in range(len(text))]
        tokens = re.split(b"[" + re.escape(characters) + b"]", text) if text else []
        return [p for p in tokens if p] if skip_empty else tokens

    return _sparse(input, delimiter, "delimiter", cut, None if delimiter.size != 1 or delimiter.item() else -1)


STRING_SPLIT = op(
    "StringSplit",
    "input: string, delimiter: string -> indices: int64, values: string, shape: int64",
    "skip_empty: bool = true",
    shape=_split_dims,
    kernel=_split_at_any,
    no_gradient=True,
)

# n-grams ----------------------------------------------------------------------------------------------------


def _ngram_dims(ctx: ShapeContext) -> list[Dims]:
    for i in (0, 1):
        if ctx.rank(i) not in (None, 1):
            raise ctx.fail(f"Shape must be rank 1 but is rank {ctx.rank(i)}")
    return [(Symbol(),), ctx.dims(1)]


def _check_splits(splits: Sequence[int], size: int) -> None:
    if splits and splits[0] != 0:
        raise errors.InvalidArgumentError(f"First split value must be 0, got {splits[0]}")
    for before, after in pairwise(splits):
        if not before <= after <= size:
            raise errors.InvalidArgumentError(f"Invalid split value {after}, must be in [{before}, {size}]")
    if splits and splits[-1] != size:
        raise errors.InvalidArgumentError(f"Last split value must be data size. Expected {size}, got {splits[-1]}")


def _joined_windows(data: Array, splits: Array, widths: Sequence[int], separator: bytes) -> list[Array] | None:
    """N-grams without padding by the C code, row by row and width by width; None if it leaves them to Python."""
    if data.size < eager_jit.LEAST_STRINGS or not widths:
        return None
    counts = np.maximum(np.diff(splits)[:, None] - np.array(widths) + 1, 0)  # of windows, by row and width
    flat = counts.reshape(-1)
    begins = np.repeat(np.repeat(splits[:-1], len(widths)), flat) + _within(flat)
    sizes = np.repeat(np.tile(np.array(widths), len(counts)), flat)
    words = np.repeat(begins, sizes) + _within(sizes)
    found = in_c("join", data[words], np.concatenate([[0], np.cumsum(sizes)]), separator)
    ends = np.concatenate([[0], np.cumsum(counts.sum(1))]).astype(splits.dtype)
    return None if found is None else [found, ends]


def _within(counts: Array) -> Array:
    """0, 1, ... for each of some counts, one after the other."""
    ends: Array = np.cumsum(counts)
    offsets: Array = np.arange(counts.sum()) - np.repeat(ends - counts, counts)
    return offsets


def _ngrams(
    data: Array,
    data_splits: Array,
    separator: str,
    ngram_widths: Sequence[int],
    left_pad: str,
    right_pad: str,
    pad_width: int,
    preserve_short_sequences: bool,
) -> list[Array]:
    if any(width <= 0 for width in ngram_widths):
        raise errors.InvalidArgumentError("ngram_widths must contain positive values")
    if preserve_short_sequences and not ngram_widths and pad_width < 0:
        raise errors.InvalidArgumentError(
            "Pad width should be >= 0 when preserve_short_sequences is True and ngram_widths are not provided, "
            f"got {pad_width}"
        )
    splits = data_splits.tolist()
    _check_splits(splits, len(data))
    left, right, delimiter = left_pad.encode(), right_pad.encode(), separator.encode()

    def padded(row: list[bytes], pads: int) -> list[bytes]:
        return [left] * pads + row + [right] * pads

    def row_ngrams(row: list[bytes]) -> list[bytes]:
        result: list[bytes] = []
        for width in ngram_widths:
            words = padded(row, width - 1 if pad_width < 0 else min(pad_width, width - 1))
            result += [delimiter.join(words[i : i + width]) for i in range(len(words) - width + 1)]
        if preserve_short_sequences and row and not result:
            result = [delimiter.join(padded(row, max(pad_width, 0)))]
        return result

    if pad_width == 0 and not preserve_short_sequences:
        known = _joined_windows(data, data_splits, ngram_widths, delimiter)
        if known is not None:
            return known
    # no strings at all give no n-grams, not even of padding
    rows = [row_ngrams(data[a:b].tolist()) if data.size else [] for a, b in pairwise(splits)]
    ends = np.cumsum([0, *map(len, rows)], dtype=data_splits.dtype)[: len(splits)]
    return [_object_vector([token for row in rows for token in row]), ends]


STRING_NGRAMS = op(
    "StringNGrams",
    "data: string, data_splits: Tsplits -> ngrams: string, ngrams_splits: Tsplits",
    "separator: string; ngram_widths: list(int); left_pad: string; right_pad: string; pad_width: int; "
    "preserve_short_sequences: bool; Tsplits: index = int64",
    shape=_ngram_dims,
    kernel=_ngrams,
    no_gradient=True,
)

# public functions -------------------------------------------------------------------------------------------


def _split_rows(input: TensorLike, cut: Callable[[Any], RaggedTensor]) -> Any:
    """Apply `cut`, which splits a vector, to a scalar, a tensor of higher rank or a ragged tensor."""
    if isinstance(input, RaggedTensor):
        return input.with_flat_values(_split_rows(input.flat_values, cut))
    texts = to_tensor(input, string)
    rank = texts.shape.rank
    if rank is None:
        raise ValueError("Rank of `input` must be statically known.")
    if rank == 0:
        return cut(apply("Reshape", (texts, [1]))).values
    if rank == 1:
        return cut(texts)
    outer = rows_of_tensor(texts, None, None, rank - 1, int64)
    return outer.with_flat_values(cut(outer.flat_values))


def _ragged_rows(tokens: Sequence[Tensor], texts: TensorLike) -> RaggedTensor:
    indices, values, _ = tokens
    count: Any = apply("Shape", (texts,), {"out_type": int64})
    return RaggedTensor.from_value_rowids(values, indices[:, 0], nrows=count[0], validate=False)


def split(input: TensorLike, sep: TensorLike | None = None, maxsplit: int = -1, name: str | None = None) -> Any:
    """Split each string into tokens: a ragged tensor with a row per string, or a vector for a scalar.

    Args:
      input: string tensor, or a ragged one; of a rank that is not known while tracing, a vector.
      sep: scalar separator; None or "" splits at runs of ASCII whitespace and gives no empty tokens.
      maxsplit: the maximum number of splits; -1 means no limit.

    Raises InvalidArgumentError for a non-scalar separator.

    >>> tf.strings.split(["hello big world", "a b"])
    <tf.RaggedTensor [[b'hello', b'big', b'world'], [b'a', b'b']]>
    """
    with name_scope(name or "StringSplit"):
        separator = to_tensor("" if sep is None else sep, string)

        def cut(texts: TensorLike) -> RaggedTensor:
            return _ragged_rows(apply_multi(STRING_SPLIT_V2, (texts, separator), {"maxsplit": maxsplit}), texts)

        texts = input if isinstance(input, RaggedTensor) else to_tensor(input, string)
        return cut(texts) if texts.shape.rank is None else _split_rows(texts, cut)


def bytes_split(input: TensorLike, name: str | None = None) -> Any:
    """Split each string into bytes: a ragged tensor with a row per string, or a vector for a scalar.

    Use `unicode_split` for characters. Raises ValueError for a tensor of unknown rank.

    >>> tf.strings.bytes_split(["abc", "", "1"])
    <tf.RaggedTensor [[b'a', b'b', b'c'], [], [b'1']]>
    """
    with name_scope(name or "StringsByteSplit"):

        def cut(texts: Tensor) -> RaggedTensor:
            return _ragged_rows(apply_multi(STRING_SPLIT, (texts, b""), {"skip_empty": False}), texts)

        return _split_rows(input, cut)


def _pads(pad_values: TensorLike | None, padding_width: int | None) -> tuple[str, str, int]:
    """The left and right padding and the padding width; -1 means the n-gram width minus one."""
    if pad_values is None:
        if padding_width is not None:
            raise ValueError("pad_values must be provided if padding_width is set.")
        return "", "", 0
    pair = (pad_values, pad_values) if isinstance(pad_values, (str, bytes)) else pad_values
    if not isinstance(pair, (list, tuple)) or len(pair) < 2 or not all(isinstance(p, (str, bytes)) for p in pair):
        raise TypeError("pad_values must be a string, tuple of strings, or None.")
    if padding_width is not None and padding_width < 1:
        raise ValueError("padding_width must be greater than 0.")
    left, right = (p.decode() if isinstance(p, bytes) else p for p in pair[:2])
    return left, right, -1 if padding_width is None else padding_width


def ngrams(
    data: TensorLike,
    ngram_width: int | Sequence[int],
    separator: str | bytes = " ",
    pad_values: TensorLike | None = None,
    padding_width: int | None = None,
    preserve_short_sequences: bool = False,
    name: str | None = None,
) -> Any:
    """Create n-grams: join each run of `ngram_width` neighbours along the last axis.

    Args:
      data: string tensor of rank 1 or more, or a ragged one.
      ngram_width: the n-gram width, or several, whose n-grams are concatenated in order.
      separator: inserted between the strings.
      pad_values: None, or the padding for both ends of each row: one string, or a pair.
      padding_width: how often to pad, at most (and by default) the n-gram width minus one.
      preserve_short_sequences: produce one n-gram from a row too short for any width.

    The result is ragged if `data` is. Raises ValueError for a width below 1 and for scalar data.

    >>> tf.strings.ngrams(["a", "b", "c"], 2).numpy().tolist()
    [b'a b', b'b c']
    >>> tf.strings.ngrams(tf.ragged.constant([["a"], ["b", "c"]]), 2, pad_values=("<", ">"))
    <tf.RaggedTensor [[b'< a', b'a >'], [b'< b', b'b c', b'c >']]>
    """
    widths = [int(w) for w in (ngram_width if isinstance(ngram_width, Sequence) else (ngram_width,))]
    if any(w < 1 for w in widths):
        raise ValueError(f"All ngram_widths must be greater than 0. Got {ngram_width}")
    if not isinstance(separator, (str, bytes)):
        raise TypeError(f"Expected string for argument 'separator' not {separator!r}.")
    left, right, pads = _pads(pad_values, padding_width)
    if isinstance(separator, bytes):
        separator = separator.decode()
    attrs = {
        "separator": separator, "ngram_widths": widths, "left_pad": left, "right_pad": right, "pad_width": pads,
        "preserve_short_sequences": preserve_short_sequences,
    }  # fmt: skip
    with name_scope(name or "StringNGrams"):
        if isinstance(data, RaggedTensor):
            return _ragged_ngrams(data, attrs)
        texts = to_tensor(data, string)
        if texts.shape.rank is None:
            raise ValueError("Rank of `data` must be statically known.")
        if texts.shape.rank == 0:
            raise ValueError("Data must have rank>0")
        if texts.shape.rank == 1:
            ends = apply("Pack", ([np.int64(0), apply("Size", (texts,), {"out_type": int64})],))
            return apply_multi(STRING_NGRAMS, (texts, ends), attrs)[0]
        result = _ragged_ngrams(rows_of_tensor(texts, None, None, texts.shape.rank - 1, int64), attrs)
        return result.to_tensor(shape=[*texts.shape[:-1], None])


def _ragged_ngrams(data: RaggedTensor, attrs: dict[str, Any]) -> RaggedTensor:
    values = data.flat_values
    rank = values.shape.rank
    if rank is not None and rank > 1:
        return _ragged_ngrams(data.with_flat_values(rows_of_tensor(values, None, None, rank - 1, int64)), attrs)
    *outer, inner = data.nested_row_splits
    result, ends = apply_multi(STRING_NGRAMS, (values, inner), attrs)
    return RaggedTensor.from_nested_row_splits(result, [*outer, ends], validate=False)
