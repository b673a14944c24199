"""Bytes as numbers, compressed bytes, base64 and JSON: `tf.io.decode_raw` and others."""

from __future__ import annotations

import base64
import binascii
import sys
import zlib

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, string
from graphwright.core.prelude import Array, DTypeLike, Tensor, TensorLike, apply, convert_to_tensor, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.math._broadcast import same_shape
from graphwright.ops.text._elementwise import map_strings

# numbers ----------------------------------------------------------------------------------------------------


def _numbers(rows: list[bytes], shape: tuple[int, ...], size: int, dtype: DType, little_endian: bool) -> Array:
    """Rows of bytes, of one size, as numbers along a new last axis."""
    width = dtype.numpy.itemsize
    flat = np.frombuffer(b"".join(rows), np.uint8)
    if dtype.name == "bool":
        numbers = flat != 0
    else:
        # the two parts of a complex number are swapped each for itself
        unit = width // 2 if dtype.is_complex else width
        if little_endian != (sys.byteorder == "little") and unit > 1:
            flat = np.ascontiguousarray(flat.reshape(-1, unit)[:, ::-1]).reshape(-1)
        numbers = flat.view(dtype.numpy).copy() if flat.size else np.empty(0, dtype.numpy)
    result: Array = numbers.reshape(*shape, size // width)
    return result


def _decode_raw(bytes: Array, out_type: DType, little_endian: bool) -> Array:
    rows = bytes.reshape(-1).tolist()
    size, width = len(rows[0]) if rows else 0, out_type.numpy.itemsize
    for i, row in enumerate(rows):
        if len(row) != size:
            raise errors.InvalidArgumentError(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{i} has size {len(row)} != {size}"
            )
    if size % width:
        raise errors.InvalidArgumentError(
            f"Input to DecodeRaw has length {size} that is not a multiple of {width}, the size of {out_type.name}"
        )
    return _numbers(rows, bytes.shape, size, out_type, little_endian)


def _with_numbers(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    return None if dims is None else (*dims, Symbol())


DECODE_RAW = op(
    "DecodeRaw",
    "bytes: string -> output: out_type",
    "out_type: {half, float32, float64, int32, uint16, uint8, int16, int8, int64, complex64, complex128, bool, "
    "bfloat16}; little_endian: bool = true",
    shape=_with_numbers,
    kernel=_decode_raw,
    no_gradient=True,
)


def _decode_padded(input_bytes: Array, fixed_length: Array, out_type: DType, little_endian: bool) -> Array:
    if fixed_length.ndim:
        raise errors.ShapeMismatchError(f"k must be scalar, got shape {list(fixed_length.shape)}")
    length, width = int(fixed_length), out_type.numpy.itemsize
    if length <= 0:
        raise errors.InvalidArgumentError(f"fixed_length ({length}) must be greater than zero.")
    if length % width:
        raise errors.InvalidArgumentError(
            f"fixed_length ({length}) must be a multiple of the size of out_type ({width})"
        )
    rows = [row[:length].ljust(length, b"\0") for row in input_bytes.reshape(-1)]
    return _numbers(rows, input_bytes.shape, length, out_type, little_endian)


def _padded_rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if ctx.rank(1) not in (None, 0):
        raise ctx.fail(f"k must be scalar, got shape {describe_dims(ctx.dims(1))}")
    if dims is None:
        return None
    known, width = ctx.value(1), ctx.attrs["out_type"].numpy.itemsize
    whole = known is not None and known > 0 and known % width == 0
    return (*dims, int(known) // width if known is not None and whole else Symbol())


DECODE_PADDED_RAW = op(
    "DecodePaddedRaw",
    "input_bytes: string, fixed_length: int32 -> output: out_type",
    "out_type: {half, float32, float64, int32, uint16, uint8, int16, int8, int64, bfloat16}; "
    "little_endian: bool = true",
    shape=_padded_rule,
    kernel=_decode_padded,
    no_gradient=True,
)

# compressed bytes -------------------------------------------------------------------------------------------

_WINDOW_BITS = {"ZLIB": 15, "GZIP": 31}


def _inflate(data: bytes, kind: str) -> bytes:
    parts = []
    while data:
        unpacker = zlib.decompressobj(_WINDOW_BITS[kind])
        try:
            parts.append(unpacker.decompress(data))
        except zlib.error as error:
            raise errors.DataLossError(None, None, f"inflate() failed: {error}") from None
        data = unpacker.unused_data if kind == "GZIP" and unpacker.unused_data[:2] == b"\x1f\x8b" else b""
    return b"".join(parts)


def _decompress(bytes: Array, compression_type: str) -> Array:
    if compression_type == "":
        return bytes
    if compression_type == "ZSTD":
        raise errors.UnimplementedError(None, None, "DecodeCompressed does not decompress ZSTD; use ZLIB or GZIP.")
    if compression_type not in _WINDOW_BITS:
        raise errors.InvalidArgumentError(
            f"Only ZLIB, ZSTD, GZIP or NONE are supported compressions, got {compression_type}"
        )
    return map_strings(lambda data: _inflate(data, compression_type), bytes)


DECODE_COMPRESSED = op(
    "DecodeCompressed", "bytes: string -> output: string", 'compression_type: string = ""', shape=same_shape,
    kernel=_decompress, no_gradient=True,
)  # fmt: skip

# base64 -----------------------------------------------------------------------------------------------------


def _encode64(data: bytes, pad: bool) -> bytes:
    encoded = base64.urlsafe_b64encode(data)
    return encoded if pad else encoded.rstrip(b"=")


def _decode64(data: bytes) -> bytes:
    if len(data) % 4 == 1:
        raise errors.InvalidArgumentError("Base64 string length cannot be 1 modulo 4.")
    bare = data[:-2].rstrip(b"\0") + data[-2:].rstrip(b"=") if len(data) % 4 == 0 else data
    try:
        if b"+" in bare or b"/" in bare or b"=" in bare:
            raise binascii.Error
        padded = bare.translate(bytes.maketrans(b"-_", b"+/")) + b"=" * (-len(bare) % 4)
        return base64.b64decode(padded, validate=True)
    except binascii.Error:
        raise errors.InvalidArgumentError(f"Invalid character found in base64: {data[:100]!r}.") from None


ENCODE_BASE64 = op(
    "EncodeBase64", "input: string -> output: string", "pad: bool = false", shape=same_shape,
    kernel=lambda input, pad: map_strings(lambda data: _encode64(data, pad), input), no_gradient=True,
)  # fmt: skip
DECODE_BASE64 = op(
    "DecodeBase64", "input: string -> output: string", shape=same_shape,
    kernel=lambda input: map_strings(_decode64, input), no_gradient=True,
)  # fmt: skip

# JSON -------------------------------------------------------------------------------------------------------


def _example_of_json(text: bytes) -> bytes:
    from google.protobuf import json_format

    from graphwright.graphdef.examples import Example

    try:
        data: bytes = json_format.Parse(text, Example()).SerializeToString()
    except (json_format.ParseError, UnicodeDecodeError) as error:
        raise errors.InvalidArgumentError(f"Error while parsing JSON: {error}") from None
    return data


DECODE_JSON_EXAMPLE = op(
    "DecodeJSONExample", "json_examples: string -> binary_examples: string", shape=same_shape,
    kernel=lambda json_examples: map_strings(_example_of_json, json_examples), no_gradient=True,
)  # fmt: skip

# public functions -------------------------------------------------------------------------------------------


def decode_raw(
    input_bytes: TensorLike,
    out_type: DTypeLike,
    little_endian: bool = True,
    fixed_length: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Read the bytes of each string as numbers, along a new last axis.

    Args:
      input_bytes: string tensor; all of one length, unless `fixed_length` is given.
      out_type: the dtype of the numbers.
      little_endian: the order of the bytes of a number.
      fixed_length: int32 scalar: cut off strings, or fill them up with zeros, at so many bytes.
      name: of the operation.

    Raises InvalidArgumentError for lengths that differ or are not a multiple of the size of a number.

    >>> tf.io.decode_raw(["\\x01\\x00\\x02\\x00"], tf.uint16).numpy().tolist()
    [[1, 2]]
    >>> tf.io.decode_raw(["1", "12345"], tf.uint8, fixed_length=3).numpy().tolist()
    [[49, 0, 0], [49, 50, 51]]
    """
    attrs = {"out_type": as_dtype(out_type), "little_endian": little_endian}
    if fixed_length is None:
        return apply(DECODE_RAW, (input_bytes,), attrs, name)
    return apply(DECODE_PADDED_RAW, (input_bytes, fixed_length), attrs, name)


def decode_compressed(bytes: TensorLike, compression_type: str = "", name: str | None = None) -> Tensor:
    """Decompress each string.

    Args:
      bytes: string tensor.
      compression_type: "ZLIB", "GZIP", or "" for none.
      name: of the operation.

    Raises:
      DataLossError: the bytes are damaged.
      InvalidArgumentError: the type of compression is another one.

    >>> import zlib
    >>> tf.io.decode_compressed([zlib.compress(b"text")], "ZLIB").numpy().tolist()
    [b'text']
    """
    return apply(DECODE_COMPRESSED, (bytes,), {"compression_type": compression_type}, name)


def encode_base64(input: TensorLike, pad: bool = False, name: str | None = None) -> Tensor:
    """Encode each string as base64 with the alphabet for URLs, in which `-` and `_` replace `+` and `/`.

    Args:
      input: string tensor.
      pad: fill up with `=` to a multiple of four characters.
      name: of the operation.

    >>> tf.io.encode_base64(["a", "text"], pad=True).numpy().tolist()
    [b'YQ==', b'dGV4dA==']
    """
    return apply(ENCODE_BASE64, (input,), {"pad": pad}, name)


def decode_base64(input: TensorLike, name: str | None = None) -> Tensor:
    """Decode each string that `encode_base64` wrote, filled up or not.

    Raises InvalidArgumentError for other strings.

    >>> tf.io.decode_base64(["YQ", "dGV4dA=="]).numpy().tolist()
    [b'a', b'text']
    """
    return apply(DECODE_BASE64, (input,), None, name)


def decode_json_example(json_examples: TensorLike, name: str | None = None) -> Tensor:
    """Convert `tf.train.Example` messages in JSON to serialized ones.

    Args:
      json_examples: string tensor, in the form that protobuf defines for JSON.
      name: of the operation.

    Raises InvalidArgumentError for what is no such JSON.

    >>> text = '{"features": {"feature": {"a": {"int64List": {"value": [3]}}}}}'
    >>> features = {"a": tf.io.FixedLenFeature([], tf.int64)}
    >>> int(tf.io.parse_single_example(tf.io.decode_json_example(text), features)["a"])
    3
    """
    return apply(DECODE_JSON_EXAMPLE, (convert_to_tensor(json_examples, string),), None, name)
