"""Integers of 32 bits as integers of 8, in the range that they take."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy, qint8, quint8
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ops.quantized._numbers import TYPES, ends, integers, quantized, scalars, with_range

_BOUNDS = "input_min: float, input_max: float"
_REQUESTED = "requested_output_min: float, requested_output_max: float"
_OUTPUTS = "output: out_type, output_min: float, output_max: float"


def _values(x: Array, low: float, high: float) -> Array:
    """The floats that integers stand for where the ends of the range belong to the ends of the integers."""
    lowest, highest = ends(from_numpy(x.dtype))
    return (integers(x) - lowest) * ((high - low) / (highest - lowest)) + low


def _range_of(x: Array, low: float, high: float) -> tuple[np.float32, np.float32]:
    """The range of the numbers that are there, with 0.0."""
    if not x.size:
        return np.float32(0), np.float32(0)
    found = _values(x, low, high)
    return np.float32(min(0.0, found.min())), np.float32(max(0.0, found.max()))


def _in_range(x: Array, low: float, high: float, least: float, most: float, dtype: Any) -> Array:
    """Integers of a range as the nearest ones of another range."""
    lowest, highest = ends(dtype)
    scale = (highest - lowest) / (most - least) if most > least else 0.0
    return quantized(np.floor((_values(x, low, high) - least) * scale + 0.5) + lowest, dtype)


def _checked(x: Array, input_min: Array, input_max: Array) -> tuple[float, float]:
    low, high = scalars(input_min=input_min, input_max=input_max)
    if low > high:
        raise errors.InvalidArgumentError(f"input_min must be at most input_max, got {low} and {high}")
    return low, high


def _requantization_range(input: Array, input_min: Array, input_max: Array) -> tuple[Any, Any]:
    if not input_min.size or not input_max.size:
        raise errors.InvalidArgumentError("input_min and input_max must have an element")
    return _range_of(input, float(input_min.flat[0]), float(input_max.flat[0]))


RANGE: OpRecord = op(
    "RequantizationRange", f"input: Tinput, {_BOUNDS} -> output_min: float, output_max: float", f"Tinput: {TYPES}",
    shape=lambda ctx: [(), ()], kernel=_requantization_range,
)  # fmt: skip


def _shrink(input: Array, input_min: Array, input_max: Array, out_type: Any) -> tuple[Array, Any, Any]:
    low, high = _checked(input, input_min, input_max)
    least, most = _range_of(input, low, high)
    return _in_range(input, low, high, float(least), float(most), out_type), least, most


SHRINK: OpRecord = op(
    "QuantizeDownAndShrinkRange", f"input: Tinput, {_BOUNDS} -> {_OUTPUTS}", f"Tinput: {TYPES}; out_type: {TYPES}",
    shape=lambda ctx: with_range(ctx, ctx.dims(0), range(1, 3)), kernel=_shrink,
)  # fmt: skip


def _requantize(
    input: Array, input_min: Array, input_max: Array, least: Array, most: Array, out_type: Any
) -> tuple[Array, Any, Any]:
    low, high = _checked(input, input_min, input_max)
    first, last = scalars(requested_output_min=least, requested_output_max=most)
    if first > 0:
        raise errors.InvalidArgumentError(f"requested_output_min must be <= 0, but got {first:g}")
    if last < first:
        raise errors.InvalidArgumentError(
            f"requested_output_max must be >= requested_output_min, but got {last:g} and {first:g}"
        )
    return _in_range(input, low, high, first, last, out_type), np.float32(first), np.float32(last)


REQUANTIZE: OpRecord = op(
    "Requantize", f"input: Tinput, {_BOUNDS}, {_REQUESTED} -> {_OUTPUTS}", f"Tinput: {TYPES}; out_type: {TYPES}",
    shape=lambda ctx: with_range(ctx, ctx.dims(0), range(1, 5)), kernel=_requantize,
)  # fmt: skip

# of channels -------------------------------------------------------------------------------------------------


def _steps(x: Array, input_min: Array, input_max: Array) -> Array:
    """How far neighbouring integers of each channel are apart, in ranges that are symmetric about 0.0."""
    if x.ndim != 4:
        raise errors.InvalidArgumentError(f"input must be in NHWC format, got the shape {list(x.shape)}")
    for name, bound in (("input_min", input_min), ("input_max", input_max)):
        if bound.ndim > 1 or bound.size != x.shape[-1]:
            raise errors.InvalidArgumentError(f"{name} must have a value for each of the {x.shape[-1]} channels")
    end = np.maximum(np.abs(input_min), np.abs(input_max)).astype(np.float64)
    return end / (ends(from_numpy(x.dtype))[1] + 1)


def _range_per_channel(
    input: Array, input_min: Array, input_max: Array, clip_value_max: float
) -> tuple[np.float32, np.float32]:
    step, values = _steps(input, input_min, input_max), integers(input)
    most = np.float32(min(float((np.abs(values) * step).max(initial=0.0)), clip_value_max))
    return np.float32(0) if values.min(initial=0) >= 0 else -most, most


def _channel_rule(ctx: ShapeContext, requested: bool) -> list[Dims]:
    if ctx.rank(0) not in (None, 4):
        raise ctx.fail(f"Shape must be rank 4 but is rank {ctx.rank(0)}")
    return with_range(ctx, ctx.dims(0), range(3, 5) if requested else range(0))


RANGE_PER_CHANNEL: OpRecord = op(
    "RequantizationRangePerChannel", f"input: T, {_BOUNDS} -> output_min: float, output_max: float",
    f"T: {TYPES} = qint32; clip_value_max: float",
    shape=lambda ctx: _channel_rule(ctx, False)[1:], kernel=_range_per_channel,
)  # fmt: skip


def _requantize_per_channel(
    input: Array, input_min: Array, input_max: Array, least: Array, most: Array, out_type: Any
) -> tuple[Array, Any, Any]:
    if out_type not in (qint8, quint8):
        raise errors.UnimplementedError(f"RequantizePerChannel gives qint8 or quint8, not {out_type.name}.")
    step = _steps(input, input_min, input_max)
    first, last = scalars(requested_output_min=least, requested_output_max=most)
    end = max(abs(first), abs(last))
    result = np.rint(integers(input) * step * (ends(out_type)[1] / end)) if end else np.zeros(input.shape)
    return quantized(result, out_type), np.float32(first), np.float32(last)


REQUANTIZE_PER_CHANNEL: OpRecord = op(
    "RequantizePerChannel", f"input: T, {_BOUNDS}, {_REQUESTED} -> {_OUTPUTS}",
    f"T: {TYPES} = qint32; out_type: {TYPES} = quint8",
    shape=lambda ctx: _channel_rule(ctx, True), kernel=_requantize_per_channel,
)  # fmt: skip
