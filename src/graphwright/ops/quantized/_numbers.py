"""Quantized numbers as integers, and the floats that they stand for in a range."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, from_numpy
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, ShapeContext, describe_dims

TYPES = "{qint8, quint8, qint32, qint16, quint16}"
"""The quantized dtypes, as records name them."""


def ends(dtype: Any) -> tuple[int, int]:
    """The lowest and the highest integer of a quantized dtype."""
    info = np.iinfo(as_dtype(dtype).name.removeprefix("q"))
    return int(info.min), int(info.max)


def integers(x: Array) -> Array:
    """The integers of a quantized array, as int64."""
    name = from_numpy(x.dtype).name.removeprefix("q")
    whole: Array = np.ascontiguousarray(x).view(name).reshape(x.shape)
    return whole.astype(np.int64)


def quantized(values: Array, dtype: Any) -> Array:
    """Integers, clipped to a quantized dtype, as an array of it."""
    lowest, highest = ends(dtype)
    kept = np.clip(values, lowest, highest).astype(as_dtype(dtype).name.removeprefix("q"))
    return np.ascontiguousarray(kept).view(as_dtype(dtype).numpy).reshape(np.shape(values))


def rounded(x: Any) -> Any:
    """Rounded to whole numbers, halves away from zero."""
    return np.copysign(np.floor(np.abs(x) + 0.5), x)


def level(dtype: Any, low: float, high: float) -> float:
    """How far neighbouring integers are apart as floats."""
    lowest, highest = ends(dtype)
    return (high - low) / (highest - lowest)


def floats(values: Array, dtype: Any, low: float, high: float) -> Array:
    """The floats that integers of a range stand for, in double precision; 0.0 is among them."""
    step = level(dtype, low, high)
    start = rounded(low / step) * step if step else low
    return np.asarray(start + (np.asarray(values, np.float64) - ends(dtype)[0]) * step)


def nearest(x: Any, dtype: Any, low: float, high: float) -> Any:
    """The integers, not clipped, that stand for floats in a range."""
    if low == high:
        return np.zeros(np.shape(x))
    scale = 1 / level(dtype, low, high)
    return rounded(np.multiply(x, scale)) - rounded(low * scale) + ends(dtype)[0]


def zero(dtype: Any, low: float, high: float) -> int:
    """The integer that stands for 0.0 in a range."""
    return int(nearest(0.0, dtype, low, high))


def product_range(a: Any, b: Any, out: Any, ranges: tuple[float, float, float, float]) -> tuple[np.float32, np.float32]:
    """The range of integers that are products of integers of two ranges."""
    lowest, highest = ends(out)
    f = np.float32
    step = f(f(level(a, ranges[0], ranges[1])) * f(level(b, ranges[2], ranges[3])))
    return f(step * f(lowest)), f(step * f(highest))


def scalars(**values: Array) -> list[float]:
    """The ends of ranges; InvalidArgumentError for one that is no scalar."""
    for name, value in values.items():
        if value.ndim:
            raise errors.InvalidArgumentError(f"{name} must be a scalar, got the shape {describe_dims(value.shape)}")
    return [float(value) for value in values.values()]


def with_range(ctx: ShapeContext, result: Dims, ranges: range) -> list[Dims]:
    """The shapes of a result and of the two ends of its range, having checked the ends among the inputs."""
    for i in ranges:
        if ctx.rank(i):
            raise ctx.fail(f"Shape must be rank 0 but is rank {ctx.rank(i)}")
    return [result, (), ()]
