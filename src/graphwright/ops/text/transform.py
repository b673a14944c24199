"""Elementwise string ops: case, strip, substring, conversion to numbers."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32
from graphwright.core.prelude import Array, DTypeLike, TensorLike, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, describe_dims, op
from graphwright.ops.array._dims import merge_dims
from graphwright.ops.math._broadcast import broadcast_dims, check_broadcast, same_shape
from graphwright.ops.text._elementwise import apply_elementwise, completed, in_c, map_strings

# case and strip ---------------------------------------------------------------------------------------------


def _case_op(name: str, ascii_only: Callable[[bytes], bytes], characters: Callable[[str], str]) -> OpRecord:
    def kernel(input: Array, encoding: str) -> Array:
        if encoding not in ("", "utf-8"):
            raise errors.InvalidArgumentError(f"only utf-8 or '' (no encoding) is supported, received {encoding}")
        changed = (lambda text: characters(text.decode("utf-8", "replace")).encode()) if encoding else ascii_only
        found = in_c("change case", input, characters is str.upper, bool(encoding))
        return map_strings(changed, input) if found is None else completed(found[0], found[1], input, changed)

    return op(
        name,
        "input: string -> output: string",
        'encoding: string = ""',
        shape=same_shape,
        kernel=kernel,
        no_gradient=True,
    )


STRING_LOWER = _case_op("StringLower", bytes.lower, str.lower)
STRING_UPPER = _case_op("StringUpper", bytes.upper, str.upper)


def _strip(input: Array) -> Array:
    found: Array | None = in_c("strip", input)
    return found if found is not None else map_strings(bytes.strip, input)


STRING_STRIP = op(
    "StringStrip",
    "input: string -> output: string",
    shape=same_shape,
    kernel=_strip,
    no_gradient=True,
)

# substrings -------------------------------------------------------------------------------------------------

_CHARACTER = re.compile(rb".[\x80-\xbf]*", re.DOTALL)


def _unequal(pos: Dims, size: Dims) -> str:
    return f"pos and len should have the same shape, got: {describe_dims(pos)} vs. {describe_dims(size)}"


def _substr_dims(ctx: ShapeContext) -> Dims:
    dims = merge_dims(ctx, ctx.dims(1), ctx.dims(2), _unequal(ctx.dims(1), ctx.dims(2)))
    return broadcast_dims(ctx, ctx.dims(0), dims)


def _substr(input: Array, pos: Array, len: Array, unit: str) -> Array:
    if pos.shape != len.shape:
        raise errors.ShapeMismatchError(_unequal(pos.shape, len.shape))
    check_broadcast(input, pos)
    texts, starts, sizes = np.broadcast_arrays(input, pos, len)
    by_one = pos.size == 1
    found = in_c("substrings", texts, pos if by_one else starts, len if by_one else sizes, unit != "BYTE")
    if isinstance(found, int):
        raise _out_of_range(texts, starts, found)
    if found is not None:
        parts: Array = found
        return parts
    result = np.empty(texts.shape, object)
    out = result.reshape(-1)
    substr = _byte_substr if unit == "BYTE" else _character_substr
    for i, (text, start, size) in enumerate(zip(texts.flat, starts.flat, sizes.flat, strict=True)):
        found = substr(text, int(start), int(size))
        if found is None:
            raise _out_of_range(texts, starts, i)
        out[i] = found
    return result


def _out_of_range(texts: Array, starts: Array, at: int) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(
        f"pos {starts.flat[at]} out of range for string {texts.flat[at]!r} at index {at}"
    )


def _byte_substr(text: bytes, start: int, size: int) -> bytes | None:
    if not -len(text) <= start <= len(text):
        return None
    begin = start % len(text) if start < 0 else start
    return text[begin:] if size < 0 else text[begin : begin + size]


def _character_substr(text: bytes, start: int, size: int) -> bytes | None:
    characters = _CHARACTER.findall(text)
    if not -len(characters) <= start <= len(characters):
        return None
    begin = start % len(characters) if start < 0 else start
    return b"".join(characters[begin : begin + max(size, 0)])


SUBSTR = op(
    "Substr",
    "input: string, pos: T, len: T -> output: string",
    'T: index; unit: {"BYTE", "UTF8_CHAR"} = "BYTE"',
    shape=_substr_dims,
    kernel=_substr,
    no_gradient=True,
)

# numbers ----------------------------------------------------------------------------------------------------

_INTEGER = re.compile(rb"[+-]?[0-9]+")
_NAN = re.compile(rb"[+-]?nan(?:\(\w*\))?", re.IGNORECASE)
_HEXADECIMAL = re.compile(rb"[+-]?0x(?:[0-9a-f]+\.?[0-9a-f]*|\.[0-9a-f]+)(?:p[+-]?[0-9]+)?", re.IGNORECASE)


def _not_a_number(text: bytes) -> errors.InvalidArgumentError:
    shown = text.decode("utf-8", "backslashreplace")
    return errors.InvalidArgumentError(f"StringToNumberOp could not correctly convert string: {shown}")


def _integer(text: bytes, least: int, greatest: int) -> int:
    digits = text
    if not text.isdigit():
        digits = text.strip()
        if not _INTEGER.fullmatch(digits) or (digits[:1] == b"-" and not least):
            raise _not_a_number(text)
    try:
        value = int(digits)
    except ValueError:  # of thousands of digits, which Python refuses to convert
        raise _not_a_number(text) from None
    if not least <= value <= greatest:
        raise _not_a_number(text)
    return value


def _float(text: bytes, narrow: bool) -> float:
    try:
        value = float(text)
    except ValueError:
        return _special(text.strip(), text)
    if b"_" in text:
        raise _not_a_number(text)
    return _for_float32(value, text) if narrow else value


def _special(digits: bytes, text: bytes) -> float:
    """A number that Python writes otherwise."""
    if _NAN.fullmatch(digits):
        return float("nan")
    if _HEXADECIMAL.fullmatch(digits):
        try:
            return float.fromhex(digits.decode())
        except OverflowError:
            return float("-inf") if digits[:1] == b"-" else float("inf")
    raise _not_a_number(text)


def may_round_twice(values: Array) -> Array:
    """Whether each double may lie between two float32, so that its text, not it, decides on the nearest one."""
    between = (values.view(np.int64) & 0x1FFFFFFF) == 0x10000000
    found: Array = between | ((np.abs(values) < _SMALLEST_NORMAL) & (values != 0))
    return found


_DOUBLE, _BITS = struct.Struct("d"), struct.Struct("q")
_SMALLEST_NORMAL = 2.0**-126  # of float32: below, its steps are coarser


def _for_float32(value: float, text: bytes) -> float:
    """Avoid double rounding: the double, or its neighbour, that rounds to the float32 nearest to the decimal string."""
    if abs(value) >= _SMALLEST_NORMAL and _BITS.unpack(_DOUBLE.pack(value))[0] & 0x1FFFFFFF != 0x10000000:
        return value
    with np.errstate(over="ignore", under="ignore"):
        near = np.float32(value)
        if float(near) == value or not np.isfinite(near):
            return value
        other = np.nextafter(near, np.float32(np.inf if value > float(near) else -np.inf))
    if value != (float(near) + float(other)) / 2:
        return value
    exact = Fraction(text.strip().decode())
    if exact == value:
        return value
    return float(np.nextafter(value, np.inf if exact > value else -np.inf))


def _numbers(string_tensor: Array, out_type: DType) -> Array:
    def number(text: bytes) -> float:
        return _integer(text, out_type.min, out_type.max) if out_type.is_integer else _float(text, out_type is float32)

    if out_type.is_integer:
        found = in_c("to integers", string_tensor, out_type.min, out_type.max)
    else:
        found = in_c("to floats", string_tensor, out_type is float32)
    with np.errstate(over="ignore", under="ignore"):
        if found is None:
            return map_strings(number, string_tensor, out_type.numpy)
        return completed(found[0].astype(out_type.numpy), found[1], string_tensor, number)


STRING_TO_NUMBER = op(
    "StringToNumber",
    "string_tensor: string -> output: out_type",
    "out_type: {float, double, int32, int64, uint32, uint64} = float",
    shape=same_shape,
    kernel=_numbers,
    no_gradient=True,
)

# public functions -------------------------------------------------------------------------------------------


def lower(input: TensorLike, encoding: str = "", name: str | None = None) -> Any:
    """Convert each string to lower case.

    Args:
      input: string tensor of any shape, or a ragged one.
      encoding: "" converts only ASCII letters; "utf-8" the letters of all scripts.

    Raises InvalidArgumentError for another encoding.

    >>> tf.strings.lower(["ABC", "É"], encoding="utf-8").numpy().tolist()
    [b'abc', b'\\xc3\\xa9']
    """
    return apply_elementwise(STRING_LOWER, input, (), {"encoding": encoding}, name)


def upper(input: TensorLike, encoding: str = "", name: str | None = None) -> Any:
    """Convert each string to upper case; arguments and errors are those of `lower`.

    >>> tf.strings.upper(["abc", "1a"]).numpy().tolist()
    [b'ABC', b'1A']
    """
    return apply_elementwise(STRING_UPPER, input, (), {"encoding": encoding}, name)


def strip(input: TensorLike, name: str | None = None) -> Any:
    """Strip ASCII whitespace from both ends of each string.

    >>> tf.strings.strip(["  a b ", "\\n"]).numpy().tolist()
    [b'a b', b'']
    """
    return apply_elementwise(STRING_STRIP, input, (), None, name)


def substr(input: TensorLike, pos: TensorLike, len: TensorLike, unit: str = "BYTE", name: str | None = None) -> Any:
    """Take a substring of each string.

    Args:
      input: string tensor of any shape, or a ragged one.
      pos, len: int32 or int64 of the same shape, broadcast with the strings: the start, counted from the end if
        negative, and the length, truncated at the end of the string.
      unit: the unit of both, "BYTE" or "UTF8_CHAR".

    Raises InvalidArgumentError for a start outside the string and for shapes that differ.

    >>> tf.strings.substr(["hello", "world"], pos=[1, -3], len=[3, 2]).numpy().tolist()
    [b'ell', b'rl']
    """
    return apply_elementwise(SUBSTR, input, (pos, len), {"unit": unit}, name)


def to_number(input: TensorLike, out_type: DTypeLike = float32, name: str | None = None) -> Any:
    """Parse each string as a number.

    Args:
      input: string tensor of any shape, or a ragged one; surrounding whitespace is ignored.
      out_type: float32, float64, int32, int64, uint32 or uint64.

    Raises InvalidArgumentError for a string that is not a number or does not fit the dtype.

    >>> tf.strings.to_number(["1.5", "-3e2"]).numpy().tolist()
    [1.5, -300.0]
    """
    return apply_elementwise(STRING_TO_NUMBER, input, (), {"out_type": as_dtype(out_type)}, name)
