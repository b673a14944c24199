"""Random tensors as expressions: ordinary numbers, special ones, the ends of each dtype, any shape."""

from __future__ import annotations

from random import Random
from typing import Any

import ml_dtypes
import numpy as np

FLOATS = ["float32", "float32", "float32", "float64", "float16", "bfloat16"]
INTEGERS = ["int32", "int32", "int64", "int8", "uint8", "int16", "uint16", "uint32", "uint64"]
COMPLEX = ["complex64", "complex128"]
DTYPES = [*FLOATS, *INTEGERS, *COMPLEX, "bool", "string"]

_SPECIAL = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 1e-30, 1e30, 0.5]


def kind(dtype: str) -> str:
    """`float`, `int`, `complex`, `bool` or `string`."""
    return next(k for k in ("float", "int", "complex", "bool", "string") if k in dtype)


def _float(draw: Random, dtype: str) -> float:
    value = draw.choice(_SPECIAL) if draw.random() < 0.15 else draw.gauss(0, 1.5)
    # the literal is the number of the narrow dtype, so that the wide reference starts from the same one
    with np.errstate(all="ignore"):
        return float(np.asarray(value).astype(getattr(ml_dtypes, dtype, dtype)).astype(np.float64))


def _number(draw: Random, dtype: str) -> Any:
    match kind(dtype):
        case "float":
            return _float(draw, dtype)
        case "int":
            ends = np.iinfo(dtype)
            if draw.random() < 0.08:
                return int(draw.choice([ends.min, ends.max]))
            return draw.randint(max(int(ends.min), -3), 4)
        case "complex":
            part = "float32" if dtype == "complex64" else "float64"
            return complex(_float(draw, part), _float(draw, part))
        case "bool":
            return draw.random() < 0.5
    return draw.choice(["", "a", "abc", "B c", "1.5", "-2", "häß", "x y  z"])


def _text(value: Any) -> str:
    if isinstance(value, complex):
        return f"complex({_text(value.real)}, {_text(value.imag)})"
    if isinstance(value, float):
        named = {"nan": "np.nan", "inf": "np.inf", "-inf": "-np.inf"}
        return named.get(repr(value), repr(value))
    return repr(value)


def shape(draw: Random) -> list[int]:
    """A shape of up to 4 dimensions, some of them 0 or 1."""
    rank = draw.choice([0, 1, 1, 2, 2, 2, 3, 4])
    return [draw.choice([0, 1, 2, 2, 3, 3, 4]) if draw.random() < 0.5 else draw.choice([2, 3]) for _ in range(rank)]


def tensor(draw: Random, dtype: str, dims: list[int]) -> str:
    """A constant of a dtype and shape."""
    flat = [_number(draw, dtype) for _ in range(int(np.prod(dims)))]
    return f"tf.reshape(t([{', '.join(map(_text, flat))}], tf.{dtype}), {dims})"


def broadcasting(draw: Random, dims: list[int]) -> list[int]:
    """A shape that broadcasts with another; now and then one that does not."""
    if draw.random() < 0.04:
        return [*dims, 5]
    cut = draw.choice([0, 0, 0, draw.randint(0, len(dims))])
    return [1 if draw.random() < 0.15 else d for d in dims[cut:]]
