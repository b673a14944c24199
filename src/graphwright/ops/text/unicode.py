"""Unicode ops: decoding, encoding and transcoding strings."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import int32, int64, string
from graphwright.core.eager_jit import text_routine
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors, name_scope, to_tensor
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.array._dims import static_size
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.ragged.construct import rows_of_tensor
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.text._elementwise import apply_elementwise, in_c, map_strings

_HIGHEST, _REPLACEMENT = 0x10FFFF, 0xFFFD
_BAD = 0xDC00
"""Marks undecodable bytes: `_BAD` plus their count is a surrogate, which no valid string decodes to."""

_BYTE_ORDER_MARKS = {
    "utf-16": {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"},
    "utf-32": {codecs.BOM_UTF32_LE: "utf-32-le", codecs.BOM_UTF32_BE: "utf-32-be"},
}


def _mark_undecodable(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeDecodeError)
    return chr(_BAD + error.end - error.start), error.end


codecs.register_error("graphwright.mark", _mark_undecodable)


def _codec(encoding: str) -> str:
    try:
        found = codecs.lookup(encoding)
        b"".decode(found.name)  # lookup also finds codecs that do not decode bytes to text
    except LookupError:
        raise errors.InvalidArgumentError(f"Could not create converter for input encoding: {encoding}") from None
    return found.name


def _characters(text: bytes, codec: str) -> Iterator[tuple[int, int]]:
    """The code point and byte offset of each character; -1 for undecodable bytes."""
    at = mark = 0
    if codec in _BYTE_ORDER_MARKS:
        known = {m: c for m, c in _BYTE_ORDER_MARKS[codec].items() if text.startswith(m)}
        mark, codec = next(((len(m), c) for m, c in known.items()), (0, f"{codec}-be"))
    for character in text[mark:].decode(codec, "graphwright.mark"):
        point = ord(character)
        is_bad = _BAD <= point < 0xE000
        yield (-1 if is_bad else point), at
        at += mark + (point - _BAD if is_bad else len(character.encode(codec)))
        mark = 0


def _check_replacement(replacement_char: int) -> None:
    if not 0 <= replacement_char <= _HIGHEST:
        raise errors.InvalidArgumentError("replacement_char out of unicode codepoint range")


def _decoded(
    text: bytes,
    codec: str,
    on_error: str,
    replacement_char: int,
    replace_control_characters: bool,
    control_fails: bool = False,
) -> Iterator[tuple[int, int]]:
    """The characters with errors handled as the attributes say; `control_fails` makes control characters errors too."""
    lowest = 32 if replace_control_characters else 0
    for point, at in _characters(text, codec):
        if point < (lowest if control_fails else 0) and on_error == "strict":
            raise errors.InvalidArgumentError(
                f"Invalid formatting on input string: {text[:40]!r} is not {codec} at byte {at}"
            )
        if point < lowest:
            if on_error == "ignore":
                continue
            point = replacement_char
        yield point, at


# decoding ---------------------------------------------------------------------------------------------------

_DECODING = (
    'input_encoding: string; errors: {"strict", "replace", "ignore"} = "replace"; replacement_char: int = 65533; '
    "replace_control_characters: bool = false; Tsplits: index = int64"
)


def _decoded_dims(ctx: ShapeContext) -> list[Dims]:
    size, count = static_size(ctx.dims(0)), Symbol()
    return [(Symbol() if size is None else size + 1,), *[(count,)] * (len(ctx.record.outputs) - 1)]


def _decode_with_offsets(
    input: Array,
    input_encoding: str,
    errors: str,
    replacement_char: int,
    replace_control_characters: bool,
    Tsplits: Any,
) -> list[Array]:
    _check_replacement(replacement_char)
    codec = _codec(input_encoding)
    lowest = 32 if replace_control_characters else 0
    if codec == "utf-8":
        known = in_c("decode", input, lowest, -1 if errors == "ignore" else replacement_char)
        if known is not None:
            return [known[0].astype(Tsplits.numpy, copy=False), *known[1:]]
    rows = [
        list(_decoded(text, codec, errors, replacement_char, replace_control_characters)) for text in input.reshape(-1)
    ]
    found = np.array([pair for row in rows for pair in row], np.int64).reshape(-1, 2)
    splits = np.cumsum([0, *map(len, rows)], dtype=Tsplits.numpy)
    return [splits, found[:, 0].astype(np.int32), np.ascontiguousarray(found[:, 1])]


def _decode(input: Array, **attrs: Any) -> list[Array]:
    return _decode_with_offsets(input, **attrs)[:2]


UNICODE_DECODE = op(
    "UnicodeDecode",
    "input: string -> row_splits: Tsplits, char_values: int32",
    _DECODING,
    shape=_decoded_dims,
    kernel=_decode,
    no_gradient=True,
)
UNICODE_DECODE_WITH_OFFSETS = op(
    "UnicodeDecodeWithOffsets",
    "input: string -> row_splits: Tsplits, char_values: int32, char_to_byte_starts: int64",
    _DECODING,
    shape=_decoded_dims,
    kernel=_decode_with_offsets,
    no_gradient=True,
)

# encoding ---------------------------------------------------------------------------------------------------


def _text_of(points: Sequence[int], encoding: str, on_error: str, replacement_char: int) -> bytes:
    result = []
    for point in points:
        if not 0 <= point <= _HIGHEST or 0xD800 <= point < 0xE000:
            if on_error == "strict":
                raise errors.InvalidArgumentError(f"Code point is out of range for Unicode, or is a surrogate: {point}")
            if on_error == "ignore":
                continue
            point = _REPLACEMENT if 0xD800 <= replacement_char < 0xE000 else replacement_char
        result.append(chr(point))
    return "".join(result).encode(encoding)


def _encoded_dims(ctx: ShapeContext) -> Dims:
    for i in (0, 1):
        if ctx.rank(i) not in (None, 1):
            raise ctx.fail(f"Shape must be rank 1 but is rank {ctx.rank(i)}")
    dims = ctx.dims(1)
    return (dims[0] - 1,) if dims and isinstance(dims[0], int) and dims[0] else (Symbol(),)


def _encode(
    input_values: Array, input_splits: Array, errors: str, output_encoding: str, replacement_char: int
) -> Array:
    _check_replacement(replacement_char)
    points, splits = input_values.tolist(), input_splits.tolist()
    _check_splits(splits, len(points))
    known: Array | None = _encoded_in_c(input_values, input_splits, output_encoding)
    if known is not None:
        return known
    result = np.empty(len(splits) - 1, object)
    result[:] = [_text_of(points[a:b], output_encoding, errors, replacement_char) for a, b in pairwise(splits)]
    return result


_BITS: Final = {"UTF-8": 8, "UTF-16-BE": 16, "UTF-32-BE": 32}


def _encoded_in_c(points: Array, splits: Array, encoding: str) -> Array | None:
    """Rows of code points, encoded by the C code; None if it leaves that to Python, as with invalid ones."""
    routine = text_routine("encode", points.size)
    found: Array | None = routine(points, splits, _BITS[encoding]) if routine is not None else None
    return found


def _check_splits(splits: Sequence[int], size: int) -> None:
    if not splits:
        raise errors.InvalidArgumentError(
            f"Input_splits should contain elements, but given input_values has {size} elements"
        )
    if splits[0] != 0:
        raise errors.InvalidArgumentError("First value in input_splits must be zero.")
    if any(a > b for a, b in pairwise(splits)):
        raise errors.InvalidArgumentError("Values in input_splits must be equal or in ascending order.")
    if splits[-1] != size:
        raise errors.InvalidArgumentError("Last value in input_splits must be equal to length of input_tensor.")


UNICODE_ENCODE = op(
    "UnicodeEncode",
    "input_values: int32, input_splits: Tsplits -> output: string",
    'errors: {"ignore", "replace", "strict"} = "replace"; output_encoding: {"UTF-8", "UTF-16-BE", "UTF-32-BE"}; '
    "replacement_char: int = 65533; Tsplits: index = int64",
    shape=_encoded_dims,
    kernel=_encode,
    no_gradient=True,
)


def _transcode(
    input: Array,
    input_encoding: str,
    output_encoding: str,
    errors: str,
    replacement_char: int,
    replace_control_characters: bool,
) -> Array:
    _check_replacement(replacement_char)
    codec = _codec(input_encoding)

    if codec == "utf-8" and not replace_control_characters:
        known = in_c("decode", input, 0, 0)
        coded = None if known is None else _encoded_in_c(known[1], known[0], output_encoding)
        if coded is not None:
            shaped: Array = coded.reshape(input.shape)
            return shaped

    def transcode(text: bytes) -> bytes:
        characters = _decoded(text, codec, errors, replacement_char, replace_control_characters, True)
        return _text_of([point for point, _ in characters], output_encoding, "replace", _REPLACEMENT)

    return map_strings(transcode, input)


UNICODE_TRANSCODE = op(
    "UnicodeTranscode",
    "input: string -> output: string",
    'input_encoding: string; output_encoding: {"UTF-8", "UTF-16-BE", "UTF-32-BE"}; '
    'errors: {"strict", "replace", "ignore"} = "replace"; replacement_char: int = 65533; '
    "replace_control_characters: bool = false",
    shape=same_shape,
    kernel=_transcode,
    no_gradient=True,
)

# public functions -------------------------------------------------------------------------------------------


def _decoding_attrs(encoding: str, errors: str, replacement_char: int, replace_control: bool) -> dict[str, Any]:
    return {
        "input_encoding": encoding, "errors": errors, "replacement_char": replacement_char,
        "replace_control_characters": replace_control,
    }  # fmt: skip


def _decode_rows(input: Any, record: Any, attrs: dict[str, Any]) -> tuple[Any, ...]:
    """Decode each string into ragged rows, or vectors for a scalar: code points and, if requested, byte offsets."""
    if isinstance(input, RaggedTensor):
        return tuple(input.with_flat_values(result) for result in _decode_rows(input.flat_values, record, attrs))
    texts = to_tensor(input, string)
    rank = texts.shape.rank
    if rank is None:
        raise ValueError("Rank of `input` must be statically known.")
    if rank > 1:
        outer = rows_of_tensor(texts, None, None, rank - 1, int64)
        return tuple(outer.with_flat_values(result) for result in _decode_rows(outer.flat_values, record, attrs))
    splits, *values = apply(record, (texts,), attrs)
    if rank == 0:
        return tuple(values)
    return tuple(RaggedTensor.from_row_splits(v, splits, validate=False) for v in values)


def unicode_decode(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """Decode each string to code points: a ragged int32 tensor with a row per string, or a vector for a scalar.

    Args:
      input: string tensor of known rank, or a ragged one.
      input_encoding: any encoding known to Python: "UTF-8", "UTF-16-BE", "latin-1", ...
      errors: how to handle invalid bytes: "replace", "ignore" or "strict".
      replacement_char: the code point that replaces them.
      replace_control_characters: treat code points below 32 like invalid bytes (in `unicode_transcode` with
        "strict", too).

    Raises InvalidArgumentError for an unknown encoding and, with "strict", for invalid bytes; ValueError for a tensor
    of unknown rank.

    >>> tf.strings.unicode_decode(["hé", ""], "UTF-8")
    <tf.RaggedTensor [[104, 233], []]>
    """
    with name_scope(name or "UnicodeDecode"):
        attrs = _decoding_attrs(input_encoding, errors, replacement_char, replace_control_characters)
        return _decode_rows(input, UNICODE_DECODE, attrs)[0]


def unicode_decode_with_offsets(
    input: Any,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """As `unicode_decode`, and the byte offset of each character (int64), in the same rows.

    >>> points, starts = tf.strings.unicode_decode_with_offsets(["hé!"], "UTF-8")
    >>> points, starts
    (<tf.RaggedTensor [[104, 233, 33]]>, <tf.RaggedTensor [[0, 1, 3]]>)
    """
    with name_scope(name or "UnicodeDecodeWithOffsets"):
        attrs = _decoding_attrs(input_encoding, errors, replacement_char, replace_control_characters)
        return _decode_rows(input, UNICODE_DECODE_WITH_OFFSETS, attrs)


def _encode_each(
    points: RaggedTensor | Tensor, encoding: str, errors: str, replacement_char: int
) -> RaggedTensor | Tensor:
    """Encode each code point as a string of its own."""
    if isinstance(points, RaggedTensor):
        return points.with_flat_values(_encode_each(points.flat_values, encoding, errors, replacement_char))
    return unicode_encode(apply("ExpandDims", (points, 1)), encoding, errors, replacement_char)


def unicode_split(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> RaggedTensor | Tensor:
    """Split each string into characters: a ragged tensor with a row per string, or a vector for a scalar.

    `input_encoding` is "UTF-8", "UTF-16-BE" or "UTF-32-BE"; the other arguments and the errors are those of
    `unicode_decode`.

    >>> tf.strings.unicode_split(["hé", ""], "UTF-8")
    <tf.RaggedTensor [[b'h', b'\\xc3\\xa9'], []]>
    """
    with name_scope(name or "UnicodeSplit"):
        points = unicode_decode(input, input_encoding, errors, replacement_char)
        return _encode_each(points, input_encoding, errors, replacement_char)


def unicode_split_with_offsets(
    input: TensorLike,
    input_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> Any:
    """As `unicode_split`, and the byte offset of each character (int64), in the same rows.

    >>> tf.strings.unicode_split_with_offsets("hé!", "UTF-8")[1].numpy().tolist()
    [0, 1, 3]
    """
    with name_scope(name or "UnicodeSplitWithOffsets"):
        points, starts = unicode_decode_with_offsets(input, input_encoding, errors, replacement_char)
        return _encode_each(points, input_encoding, errors, replacement_char), starts


def unicode_encode(
    input: TensorLike,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    name: str | None = None,
) -> RaggedTensor | Tensor:
    """Encode the code points along the last axis as strings.

    Args:
      input: int32 tensor of rank 1 or more, or a ragged one.
      output_encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".
      errors: how to handle invalid code points: "replace", "ignore" or "strict".
      replacement_char: the code point that replaces them.

    Raises InvalidArgumentError for another encoding and, with "strict", for an invalid code point; ValueError for a
    scalar or a tensor of unknown rank.

    >>> tf.strings.unicode_encode(tf.ragged.constant([[104, 105], [33]]), "UTF-8").numpy().tolist()
    [b'hi', b'!']
    """
    attrs = {"errors": errors, "output_encoding": output_encoding, "replacement_char": replacement_char}
    with name_scope(name or "UnicodeEncode"):
        if isinstance(input, RaggedTensor):
            values = input.values
            if isinstance(values, RaggedTensor) or values.shape.rank != 1:
                return input.with_values(unicode_encode(values, output_encoding, errors, replacement_char))
            return apply(UNICODE_ENCODE, (values, input.row_splits), attrs)
        points = to_tensor(input, int32)
        if points.shape.rank is None:
            raise ValueError("Rank of input_tensor must be statically known.")
        if points.shape.rank == 0:
            raise ValueError("input_tensor's rank must be at least 1.")
        sizes = apply("Shape", (points,), {"out_type": int64})
        rows = apply("Prod", (sizes[:-1], 0))
        splits = apply("Range", (np.int64(0), rows + 1, np.int64(1))) * sizes[-1]
        result = apply(UNICODE_ENCODE, (apply("Reshape", (points, [-1])), splits), attrs)
        return apply("Reshape", (result, sizes[:-1]))


def unicode_transcode(
    input: TensorLike,
    input_encoding: str,
    output_encoding: str,
    errors: str = "replace",
    replacement_char: int = 65533,
    replace_control_characters: bool = False,
    name: str | None = None,
) -> Any:
    """Convert each string to another encoding: "UTF-8", "UTF-16-BE" or "UTF-32-BE".

    The other arguments and the errors are those of `unicode_decode`.

    >>> tf.strings.unicode_transcode(["hé"], "UTF-8", "UTF-16-BE").numpy().tolist()
    [b'\\x00h\\x00\\xe9']
    """
    attrs = _decoding_attrs(input_encoding, errors, replacement_char, replace_control_characters)
    return apply_elementwise(UNICODE_TRANSCODE, input, (), attrs | {"output_encoding": output_encoding}, name)
