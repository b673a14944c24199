"""What to cast where operands have different dtypes: the advice in messages of errors.

The dtype that is advised holds the values of all operands: fractions are never cut off, and of two integer dtypes the
wider one is taken. The names in the advice are those of the op's inputs, or of the public function's parameters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import reduce

import numpy as np

from graphwright.base.dtypes import (
    DType,
    complex64,
    complex128,
    float32,
    float64,
    from_numpy,
    int8,
    int32,
    int64,
    string,
    uint8,
    uint64,
)

Operands = Sequence[tuple[str, DType]]

_START = "Tensors are not converted automatically:"
_USUAL_FOR_INTEGERS = (int32, int64, float32, float64, complex64)
_USUAL_FOR_FRACTIONS = (float32, float64, complex64, int32, int64)
_PARSED = frozenset({float32, float64, int32, int64})  # what `tf.strings.to_number` gives


def common_dtype(dtypes: Iterable[DType], allowed: Collection[DType] | None = None) -> DType | None:
    """The dtype to compute in; None where no cast of numbers helps.

    `allowed` are the dtypes that an op takes. If the wider one is not among them, the result is the widest one that
    an operand has and the op takes.

    >>> common_dtype([tf.int32, tf.float32]), common_dtype([tf.uint8, tf.int8]), common_dtype([tf.int32, tf.string])
    (tf.float32, tf.int16, None)
    """
    found = list(dtypes)
    if not all(map(_rank, found)):
        return None
    widest = reduce(_wider, found)
    if allowed is None or widest in allowed:
        return widest
    return max((d for d in found if d in allowed), key=lambda d: (_rank(d), d.size), default=None)


def how_to_cast(tensors: Operands, values: Collection[DType] = (), allowed: Collection[DType] | None = None) -> str:
    """A sentence that says which tensors to convert, and how; empty where nothing helps.

    `values` are the dtypes of operands that are no tensors yet, and follow the tensors.

    >>> how_to_cast([("x", tf.int32), ("y", tf.float32)])
    "Tensors are not converted automatically: convert 'x', the int32 tensor, with tf.cast(x, tf.float32)."
    """
    dtypes = [*(dtype for _, dtype in tensors), *values]
    if string in dtypes:
        return _with_text(tensors, [d for d in dtypes if d is not string], allowed)
    common = common_dtype(dtypes, allowed)
    others = [(name, dtype) for name, dtype in tensors if dtype is not common]
    if common is None or not others:
        return ""
    calls = " and ".join(f"tf.cast({name}, tf.{common.name})" for name, _ in others)
    if len(others) == 1:
        (name, dtype) = others[0]
        return f"{_START} convert '{name}', the {dtype.name} tensor, with {calls}."
    return f"{_START} convert {' and '.join(repr(name) for name, _ in others)} with {calls}."


def how_to_convert(name: str, actual: DType, wanted: DType) -> str:
    """A sentence that says how a tensor becomes one of the only dtype that will do; empty where nothing does.

    >>> how_to_convert("x", tf.int32, tf.bool)
    'Tensors are not converted automatically: tf.cast(x, tf.bool) does it.'
    """
    loss = ""
    if actual is string:
        call = f"tf.strings.to_number({name}, tf.{wanted.name})" if wanted in _PARSED else ""
    elif wanted is string:
        call = f"tf.strings.as_string({name})" if _rank(actual) else ""
    else:
        call = f"tf.cast({name}, tf.{wanted.name})" if _rank(actual) and _rank(wanted) else ""
        loss = ", and cuts off fractions" if actual.is_floating and wanted.is_integer else ""
    return call and f"{_START} {call} does it{loss}."


def nearest_dtype(actual: DType, allowed: Collection[DType]) -> DType | None:
    """The dtype, among those that an op takes, to which a tensor of another one is best converted.

    >>> nearest_dtype(tf.int32, [tf.float16, tf.float32]), nearest_dtype(tf.float32, [tf.int32, tf.int64])
    (tf.float32, tf.int32)
    """
    if actual.is_complex:
        return None
    usual = _USUAL_FOR_FRACTIONS if actual.is_floating or actual is string else _USUAL_FOR_INTEGERS
    return next((d for d in usual if d in allowed), None)


def _with_text(tensors: Operands, numbers: Sequence[DType], allowed: Collection[DType] | None) -> str:
    """How to bring text and numbers together: either way that the op takes."""
    number = common_dtype(numbers, allowed)
    ways = []
    if number is not None and (allowed is None or string in allowed):
        ways += [f"tf.strings.as_string({name})" for name, dtype in tensors if dtype is not string]
    if number in _PARSED and len(set(numbers)) == 1:
        ways += [f"tf.strings.to_number({name}, tf.{number.name})" for name, dtype in tensors if dtype is string]
    return f"{_START} use {' or '.join(ways)}." if ways else ""


def _rank(dtype: DType) -> int:
    """How general a dtype of numbers is; 0 for others."""
    if dtype.is_bool:
        return 1
    return 2 * dtype.is_integer + 3 * dtype.is_floating + 4 * dtype.is_complex


def _wider(a: DType, b: DType) -> DType:
    """The dtype of which both have values."""
    low, high = sorted((a, b), key=_rank)
    if a is b:
        return a
    if _rank(low) == _rank(high):
        if low.is_integer:
            return _wider_integer(low, high)
        if low.is_floating:
            return max(a, b, key=lambda d: d.size) if a.size != b.size else float32
        return complex128
    if high.is_complex:
        return complex128 if complex128 is high or low is float64 else complex64
    return high if high.is_numeric else float32 if high.is_floating else int32


def _wider_integer(a: DType, b: DType) -> DType:
    if uint64 in (a, b) and not (a.is_unsigned and b.is_unsigned):
        return int64  # no integer dtype has the values of both
    a, b = (d if d.is_numeric else uint8 if d.is_unsigned else int8 for d in (a, b))
    return from_numpy(np.promote_types(a.numpy, b.numpy))
