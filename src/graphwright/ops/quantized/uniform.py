"""Integers with a scale and a zero point, one for all or one for each index of an axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ops.math._broadcast import broadcast_rule
from graphwright.ops.quantized._numbers import integers, quantized


def _range(prefix: str) -> str:
    return f"{prefix}quantization_axis: int = -1; {prefix}quantization_min_val: int; {prefix}quantization_max_val: int"


def _along(values: Array, axis: int, x: Array, name: str) -> Array:
    """The scales or zero points of an array, shaped to broadcast with it."""
    if axis == -1:
        if values.ndim:
            raise errors.InvalidArgumentError(f"{name} must be a scalar without a quantization axis")
        return values
    if not 0 <= axis < x.ndim or values.shape != (x.shape[axis],):
        raise errors.InvalidArgumentError(
            f"{name} must have a value for each index of axis {axis}, got {list(values.shape)} for {list(x.shape)}"
        )
    return values.reshape([-1 if i == axis else 1 for i in range(x.ndim)])


def _params(scales: Array, zeros: Array, axis: int, x: Array) -> tuple[Array, Array]:
    if scales.shape != zeros.shape:
        raise errors.InvalidArgumentError(f"scales and zero_points differ: {list(scales.shape)}, {list(zeros.shape)}")
    return _along(scales, axis, x, "scales"), _along(zeros, axis, x, "zero_points").astype(np.int64)


def _nearest(x: Array) -> Array:
    """Whole numbers, halves upwards."""
    found: Array = np.floor(x + 0.5)
    return found


def _quantize(
    x: Array, scales: Array, zeros: Array, Tout: Any, quantization_axis: int, quantization_min_val: int,
    quantization_max_val: int,
) -> Array:  # fmt: skip
    step, zero = _params(scales, zeros, quantization_axis, x)
    found = _nearest(x.astype(np.float32) * (np.float32(1) / step)).astype(np.float64) + zero
    return quantized(np.clip(found, quantization_min_val, quantization_max_val), Tout)


_SCALES = "scales: float, zero_points: int32"
QUANTIZE: OpRecord = op(
    "UniformQuantize", f"input: Tin, {_SCALES} -> output: Tout",
    f"Tin: {{float}}; Tout: {{qint8, quint8, qint32}}; {_range('')}",
    shape=lambda ctx: ctx.dims(0), kernel=_quantize,
)  # fmt: skip


def _dequantize(
    x: Array, scales: Array, zeros: Array, Tout: Any, quantization_axis: int, quantization_min_val: int,
    quantization_max_val: int,
) -> Array:  # fmt: skip
    step, zero = _params(scales, zeros, quantization_axis, x)
    return np.asarray((integers(x) - zero).astype(np.float32) * step, np.float32)


DEQUANTIZE: OpRecord = op(
    "UniformDequantize", f"input: Tin, {_SCALES} -> output: Tout",
    f"Tin: {{qint8, quint8, qint32}}; Tout: {{float}}; {_range('')}",
    shape=lambda ctx: ctx.dims(0), kernel=_dequantize,
)  # fmt: skip


def _rescaled(x: Array, step: Any, zero: Any, step_out: Any, zero_out: Any) -> Array:
    found: Array = _nearest((x - zero) * (np.asarray(step, np.float64) / step_out)) + zero_out
    return found


def _requantize(
    x: Array, scales: Array, zeros: Array, scales_out: Array, zeros_out: Array, Tout: Any,
    input_quantization_axis: int, output_quantization_axis: int, output_quantization_min_val: int,
    output_quantization_max_val: int, **_: int,
) -> Array:  # fmt: skip
    if -1 not in (input_quantization_axis, output_quantization_axis) and (
        input_quantization_axis != output_quantization_axis
    ):
        raise errors.InvalidArgumentError("The quantization axes of input and output must be the same.")
    before = _params(scales, zeros, input_quantization_axis, x)
    after = _params(scales_out, zeros_out, output_quantization_axis, x)
    found = _rescaled(integers(x), *before, *after)
    return quantized(np.clip(found, output_quantization_min_val, output_quantization_max_val), Tout)


REQUANTIZE: OpRecord = op(
    "UniformRequantize",
    "input: Tin, input_scales: float, input_zero_points: int32, output_scales: float, output_zero_points: int32 -> "
    "output: Tout",
    f"Tin: {{qint8, qint32}}; Tout: {{qint8, qint32}}; {_range('input_')}; {_range('output_')}",
    shape=lambda ctx: ctx.dims(0), kernel=_requantize,
)  # fmt: skip

_THREE = (
    "lhs_scales: float, lhs_zero_points: int32, rhs_scales: float, rhs_zero_points: int32, output_scales: float, "
    "output_zero_points: int32"
)
_RANGES = f"{_range('lhs_')}; {_range('rhs_')}; {_range('output_')}"


def _add(
    lhs: Array, rhs: Array, lhs_scales: Array, lhs_zeros: Array, rhs_scales: Array, rhs_zeros: Array,
    scales: Array, zeros: Array, *, lhs_quantization_axis: int, rhs_quantization_axis: int,
    output_quantization_axis: int, output_quantization_min_val: int, output_quantization_max_val: int, **_: int,
) -> Array:  # fmt: skip
    try:
        result = np.empty(np.broadcast_shapes(lhs.shape, rhs.shape), lhs.dtype)
    except ValueError:
        raise errors.InvalidArgumentError(f"Shapes do not broadcast: {list(lhs.shape)}, {list(rhs.shape)}") from None
    after = _params(scales, zeros, output_quantization_axis, result)
    terms = [
        _rescaled(integers(x), *_params(s, z, axis, x), *after) - after[1]
        for x, s, z, axis in (
            (lhs, lhs_scales, lhs_zeros, lhs_quantization_axis), (rhs, rhs_scales, rhs_zeros, rhs_quantization_axis)
        )
    ]  # fmt: skip
    found = terms[0] + terms[1] + after[1]
    return quantized(
        np.clip(found, output_quantization_min_val, output_quantization_max_val), from_numpy(lhs.dtype)
    )  # fmt: skip


def _add_rule(ctx: ShapeContext) -> Dims:
    return broadcast_rule(ShapeContext(ctx.record, [ctx.input(0), ctx.input(1)], ctx.types[:2], ctx.attrs))


ADD: OpRecord = op(
    "UniformQuantizedAdd", f"lhs: T, rhs: T, {_THREE} -> output: T", f"{_RANGES}; T: {{qint32}}",
    shape=_add_rule, kernel=_add,
)  # fmt: skip


def _clip(
    operand: Array, least: Array, most: Array, scales: Array, zeros: Array, *, quantization_axis: int, **_: int
) -> Array:
    _params(scales, zeros, quantization_axis, operand)
    low, high = (
        _along(integers(bound), quantization_axis, operand, name) for bound, name in ((least, "min"), (most, "max"))
    )
    return quantized(np.clip(integers(operand), low, high), from_numpy(operand.dtype))


CLIP: OpRecord = op(
    "UniformQuantizedClipByValue", f"operand: T, min: T, max: T, {_SCALES} -> output: T",
    f"T: {{qint32}}; {_range('')}", shape=lambda ctx: ctx.dims(0), kernel=_clip,
)  # fmt: skip


def _dot(
    lhs: Array, rhs: Array, lhs_scales: Array, lhs_zeros: Array, rhs_scales: Array, rhs_zeros: Array,
    scales: Array, zeros: Array, *, Tout: Any, lhs_quantization_axis: int, rhs_quantization_axis: int,
    output_quantization_axis: int, output_quantization_min_val: int, output_quantization_max_val: int, **_: int,
) -> Array:  # fmt: skip
    if lhs.ndim != 2 or rhs.ndim != 2 or lhs.shape[1] != rhs.shape[0]:
        raise errors.InvalidArgumentError(f"lhs and rhs do not multiply: {list(lhs.shape)}, {list(rhs.shape)}")
    step_l, zero_l = _params(lhs_scales, lhs_zeros, lhs_quantization_axis, lhs)
    step_r, zero_r = _params(rhs_scales, rhs_zeros, rhs_quantization_axis, rhs)
    sums = (integers(lhs) - zero_l) @ (integers(rhs) - zero_r)
    after = _params(scales, zeros, output_quantization_axis, sums)
    found = _rescaled(sums, np.float64(step_l) * step_r, 0, *after)
    return quantized(np.clip(found, output_quantization_min_val, output_quantization_max_val), Tout)


def _dot_rule(ctx: ShapeContext) -> Dims:
    a, b = ctx.dims(0), ctx.dims(1)
    if (a is not None and len(a) != 2) or (b is not None and len(b) != 2):
        raise ctx.fail("lhs and rhs must be matrices")
    return None if a is None or b is None else (a[0], b[1])


DOT: OpRecord = op(
    "UniformQuantizedDot", f"lhs: Tin, rhs: Tin, {_THREE} -> output: Tout",
    f"Tin: {{qint8}}; Tout: {{qint32}}; {_RANGES}", shape=_dot_rule, kernel=_dot,
)  # fmt: skip
