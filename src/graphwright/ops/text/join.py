"""String ops: conversion of numbers, length, elementwise join."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy
from graphwright.core import eager_jit
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dim, Dims, ShapeContext, describe_dims, op
from graphwright.ops.io._summaries import bytes_of, text_of
from graphwright.ops.text._elementwise import apply_elementwise, completed, in_c

# AsString ---------------------------------------------------------------------------------------------------


def _conversion(dtype: np.dtype[Any], precision: int, scientific: bool, shortest: bool, width: int, fill: str) -> str:
    """The printf conversion for a dtype; InvalidArgumentError for attributes it does not support."""
    name = "string" if dtype.kind == "O" else from_numpy(dtype).name
    is_float = dtype.kind == "c" or from_numpy(dtype).is_floating
    if len(fill) > 1:
        raise errors.InvalidArgumentError("Fill string must be one or fewer characters")
    if fill and fill not in " +-0#":
        raise errors.InvalidArgumentError(f'Fill argument not supported: "{fill}"')
    if scientific and shortest:
        raise errors.InvalidArgumentError("Cannot select both scientific and shortest notation")
    if not is_float and (scientific or shortest):
        raise errors.InvalidArgumentError(f"scientific and shortest format not supported for datatype {name}")
    if not is_float and precision >= 0:
        raise errors.InvalidArgumentError(f"precision not supported for datatype {name}")
    letter = "e" if scientific else "g" if shortest else "f"
    kind = letter if is_float else "s" if dtype.kind in "bO" else "d"
    digits = f".{precision}" if is_float and precision >= 0 else ""
    return f"%{fill}{width if width > 0 else ''}{digits}{kind}"


def _formatted(conversion: str, number: float) -> str:
    """A number as C writes it: NaN has a sign, and nothing is filled with zeros that has no digits."""
    if np.isfinite(number):
        return conversion % number
    padded = "%" + conversion[2:] if conversion[1] == "0" else conversion
    if np.isnan(number):
        infinity = -np.inf if np.signbit(number) else np.inf
        return (padded % infinity).replace("inf", "nan")
    return padded % number


def _as_string(input: Array, precision: int, scientific: bool, shortest: bool, width: int, fill: str) -> Array:
    conversion = _conversion(input.dtype, precision, scientific, shortest, width, fill)
    kind = input.dtype.kind
    result = np.empty(input.shape, object)
    if kind == "b":
        result[...] = np.array([b"false", b"true"], object)[input.astype(np.intp)]
        return result

    def text_of_one(v: Any) -> bytes:
        if kind == "O":
            text = conversion % text_of(v)
        elif kind == "c":
            text = f"({_formatted(conversion, v.real)},{_formatted(conversion, v.imag)})"
        else:
            text = conversion % int(v) if conversion[-1] == "d" else _formatted(conversion, float(v))
        return bytes_of(text)

    found = None
    if conversion == "%d" and input.dtype != np.uint64:
        found = in_c("of integers", input)
    elif conversion[-1] == "f" and kind != "c" and width <= 0 and not fill:
        found = in_c("of floats", input, 6 if precision < 0 else precision)
    if found is not None:
        return completed(found[0], found[1], input, text_of_one)
    result.reshape(-1)[:] = [text_of_one(v) for v in input.reshape(-1)]
    return result


AS_STRING = op(
    "AsString",
    "input: T -> output: string",
    "T: {float, double, int32, uint8, int16, int8, int64, bfloat16, uint16, half, uint32, uint64, complex64, "
    "complex128, bool, variant, string}; precision: int = -1; scientific: bool = false; shortest: bool = false; "
    'width: int = -1; fill: string = ""',
    shape=lambda ctx: ctx.dims(0),
    kernel=_as_string,
    no_gradient=True,
)

# lengths and joins ------------------------------------------------------------------------------------------


def _length(input: Array, unit: str) -> Array:
    def size(text: bytes) -> int:
        # count all bytes except UTF-8 continuation bytes
        return len(text) if unit == "BYTE" else sum(b & 0xC0 != 0x80 for b in text)

    found: Array | None = in_c("sizes", input, unit != "BYTE")
    if found is not None:
        return found
    sizes: Array = np.array([size(v) for v in input.reshape(-1)], np.int32)
    lengths: Array = sizes.reshape(input.shape)
    return lengths


STRING_LENGTH = op(
    "StringLength",
    "input: string -> output: int32",
    'unit: {"BYTE", "UTF8_CHAR"} = "BYTE"',
    shape=lambda ctx: ctx.dims(0),
    kernel=_length,
    no_gradient=True,
)


def _join_dims(ctx: ShapeContext) -> Dims:
    known: Dims = ()
    for i in range(len(ctx.types)):
        dims = ctx.dims(i)
        if dims is None:
            return None
        if not dims:
            continue
        if known and (len(known) != len(dims) or any(a != b for a, b in _both_known(known, dims))):
            raise ctx.fail("Input shapes do not match")
        known = known or dims
    return known


def _both_known(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> list[tuple[int, int]]:
    return [(x, y) for x, y in zip(a, b, strict=True) if isinstance(x, int) and isinstance(y, int)]


def joined_rows(rows: Array, separator: bytes) -> Array | None:
    """The strings of each row, joined by the C code; None if it leaves that to Python."""
    size = rows.shape[1]
    found: Array | None = in_c("join", rows, size * np.arange(len(rows) + 1), separator)
    return found


def _join(inputs: list[Array], separator: str) -> Array:
    delimiter = separator.encode()
    shape: tuple[int, ...] = ()
    for array in inputs:
        if array.ndim and shape and array.shape != shape:
            raise errors.ShapeMismatchError(
                f"Input shapes do not match: {describe_dims(shape)} vs. {describe_dims(array.shape)}"
            )
        shape = shape or array.shape
    columns = [np.broadcast_to(array, shape).reshape(-1) for array in inputs]
    result = np.empty(shape, object)
    found = joined_rows(np.stack(columns, 1), delimiter) if columns and result.size >= eager_jit.LEAST_STRINGS else None
    if found is not None:
        return found.reshape(shape)
    out = result.reshape(-1)
    for i in range(out.size):
        out[i] = delimiter.join([column[i] for column in columns])
    return result


STRING_JOIN = op(
    "StringJoin",
    "inputs: N*string -> output: string",
    'N: int >= 0; separator: string = ""',
    shape=_join_dims,
    kernel=_join,
    no_gradient=True,
)

# public functions -------------------------------------------------------------------------------------------


def as_string(
    input: TensorLike,
    precision: int = -1,
    scientific: bool = False,
    shortest: bool = False,
    width: int = -1,
    fill: str = "",
    name: str | None = None,
) -> Tensor:
    """Convert each element to a string.

    Args:
      input: numbers, bools or strings.
      precision: digits after the decimal point of floats (with `shortest`: significant digits).
      scientific, shortest: use scientific notation, or the shorter of both notations.
      width: minimum number of characters; `fill` is the printf flag: "0", " ", "-" (left-align) or "+".

    Raises InvalidArgumentError for options the dtype does not support.

    >>> tf.strings.as_string([3.14159, 2.0], precision=2).numpy().tolist()
    [b'3.14', b'2.00']
    """
    attrs = {"precision": precision, "scientific": scientific, "shortest": shortest, "width": width, "fill": fill}
    return apply(AS_STRING, (input,), attrs, name)


def length(input: TensorLike, unit: str = "BYTE", name: str | None = None) -> Any:
    """The length of each string: an int32 tensor; `unit` is "BYTE" or "UTF8_CHAR".

    >>> tf.strings.length(["héllo", ""], unit="UTF8_CHAR").numpy().tolist()
    [5, 0]
    """
    return apply_elementwise(STRING_LENGTH, input, (), {"unit": unit}, name)


def join(inputs: Any, separator: str = "", name: str | None = None) -> Tensor:
    """Join strings element by element; scalars are broadcast.

    Raises InvalidArgumentError (also a ValueError) if the other shapes differ.

    >>> tf.strings.join([["a", "b"], "x"], separator="-").numpy().tolist()
    [b'a-x', b'b-x']
    """
    return apply(STRING_JOIN, (list(inputs),), {"separator": separator}, name)
