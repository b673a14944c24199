"""Arrays of every dtype from a seed: tame numbers, and the ones at which code goes wrong."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

import graphwright as tf

Array = np.ndarray[Any, Any]

FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
DTYPES = (*FLOATS, *COMPLEX, *SIGNED, *UNSIGNED, "bool")

nan, inf = math.nan, math.inf


def numpy_dtype(name: str) -> np.dtype[Any]:
    """The dtype by TensorFlow's name."""
    return np.dtype(tf.as_dtype(name).as_numpy_dtype)


def array(dtype: str, shape: Sequence[int], elements: Sequence[Any]) -> Array:
    """An array from its elements in order, as programs are printed with them."""
    with np.errstate(all="ignore"):
        return np.array(elements).astype(numpy_dtype(dtype)).reshape(shape)


def values(dtype: str, shape: Sequence[int], seed: int, kind: str = "mixed") -> Array:
    """Random elements: `tame` ones are small, of `mixed` ones a few are special, of `wild` ones many are."""
    rng = np.random.default_rng(seed)
    count = math.prod(shape)
    target = numpy_dtype(dtype)
    if dtype == "bool":
        return (rng.random(count) < 0.5).reshape(shape)
    drawn = _tame(rng, dtype, count, target)
    share = {"tame": 0.0, "mixed": 0.04, "wild": 0.5}[kind]
    chosen = rng.random(count) < share
    drawn[chosen] = _special(rng, dtype, target, int(chosen.sum()))
    return drawn.reshape(shape)


def _tame(rng: np.random.Generator, dtype: str, count: int, target: np.dtype[Any]) -> Array:
    if dtype in UNSIGNED:
        return rng.integers(0, 17, count).astype(target)
    if dtype in SIGNED:
        return rng.integers(-8, 9, count).astype(target)
    drawn: Any = np.where(rng.random(count) < 0.3, rng.integers(-4, 5, count), rng.uniform(-4, 4, count))
    if dtype in COMPLEX:
        drawn = drawn + 1j * rng.uniform(-4, 4, count)
    return np.asarray(drawn.astype(target))


def _special(rng: np.random.Generator, dtype: str, target: np.dtype[Any], count: int) -> Array:
    if target.kind in "iu":
        limits = np.iinfo(target)
        few = np.array([limits.max, limits.max - 1, limits.min, limits.min + 1, 0, 1, limits.max // 2], target)
        anything = rng.integers(limits.min, limits.max, count, target, endpoint=True)
        return np.where(rng.random(count) < 0.6, rng.choice(few, count), anything)
    if dtype in COMPLEX:
        part = np.dtype("float32" if dtype == "complex64" else "float64")
        real, imaginary = (_special(rng, part.name, part, count) for _ in range(2))
        result = np.empty(count, target)
        result.real, result.imag = real, imaginary
        return result
    info = tf.as_dtype(dtype)
    tiny = {"float16": 6e-8, "bfloat16": 1e-40, "float32": 1e-45, "float64": 5e-324}[dtype]
    few = [nan, inf, -inf, 0.0, -0.0, tiny, -3 * tiny, float(info.max), float(info.min), 1.0, -1.0, 0.5, 1e4, -88.0]
    with np.errstate(all="ignore"):
        result = np.array(few).astype(target)
        scaled = (rng.uniform(-1, 1, count) * 10.0 ** rng.integers(-12, 13, count)).astype(target)
    return np.where(rng.random(count) < 0.6, rng.choice(result, count), scaled)
