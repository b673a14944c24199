"""Floats as integers of few bits and back, and floats rounded to what such integers represent."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, float32, from_numpy
from graphwright.core.prelude import (
    Application,
    Array,
    DTypeLike,
    Gradients,
    Tensor,
    TensorLike,
    apply,
    apply_multi,
    errors,
    to_tensor,
)
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, describe_dims, op

_QUANTIZED = "{qint8, quint8, qint32, qint16, quint16}"
_MODES = 'mode: {"MIN_COMBINED", "MIN_FIRST", "SCALED"} = "MIN_COMBINED"'


def _whole(x: Array) -> Array:
    """Rounded to integers, halves away from zero."""
    result: Array = np.copysign(np.floor(np.abs(x) + x.dtype.type(0.5)), x)
    return result


def _ends(dtype: Any) -> tuple[str, int, int]:
    """The integer dtype of a quantized one, and its ends."""
    name = as_dtype(dtype).name.removeprefix("q")
    info = np.iinfo(name)
    return name, int(info.min), int(info.max)


def _along(bound: Array, axis: int, rank: int) -> Array:
    """A bound for each index of an axis, shaped to broadcast."""
    return bound.reshape([-1 if i == axis else 1 for i in range(rank)]) if axis != -1 and bound.ndim else bound


def _check_ranges(x: Array, least: Array, most: Array, axis: int) -> None:
    size = () if axis == -1 else (x.shape[axis],)
    for bound, name in ((least, "min_range"), (most, "max_range")):
        if axis == -1 and bound.size != 1:
            raise errors.InvalidArgumentError(f"{name} must be a scalar, got the shape {describe_dims(bound.shape)}")
        if axis != -1 and bound.shape != size:
            raise errors.InvalidArgumentError(f"{name} must have a value for each index of axis {axis}: {size}")


def _factor(end: int, bound: Array) -> Array:
    """What turns an end of the range into an end of the integers; the largest float where their signs differ."""
    with np.errstate(all="ignore"):
        found = np.where(np.float32(end) * bound > 0, np.float32(end) / bound, np.finfo(np.float32).max)
    return np.asarray(found, np.float32)


def _quantize(
    x: Array,
    min_range: Array,
    max_range: Array,
    T: Any,
    mode: str,
    round_mode: str,
    narrow_range: bool,
    axis: int,
    ensure_minimum_range: float,
) -> list[Array]:
    if not -1 <= axis < x.ndim:
        raise errors.InvalidArgumentError(f"Axis must be less than input dimension({x.ndim}), got {axis}")
    _check_ranges(x, min_range, max_range, axis)
    if (max_range < min_range).any():
        raise errors.InvalidArgumentError("input_max_range must be larger than input_min_range.")
    if round_mode == "HALF_TO_EVEN" and mode != "SCALED":
        raise errors.InvalidArgumentError("Round mode 'HALF_TO_EVEN' only supported for mode 'SCALED'")
    name, lowest, highest = _ends(T)
    f = np.float32
    least = np.minimum(f(0), min_range)
    room = np.maximum(f(1), np.maximum(np.abs(min_range), np.abs(max_range))) * f(ensure_minimum_range)
    most = np.maximum(np.maximum(max_range, least + room), f(0)).astype(f)
    if mode == "SCALED":
        first = lowest + 1 if narrow_range and lowest else lowest
        if round_mode == "HALF_TO_EVEN" and lowest:
            most = np.maximum(np.abs(least), np.abs(most))
            scale = f(-first) / most
            least = -most
        else:
            scale = np.minimum(_factor(first, least), _factor(highest, most))
            least, most = f(first) / scale, f(highest) / scale
        kept = np.clip(x, _along(least, axis, x.ndim), _along(most, axis, x.ndim))
        scaled = kept * _along(scale, axis, x.ndim)
        whole = np.rint(scaled) if round_mode == "HALF_TO_EVEN" else _whole(scaled)
        whole = np.clip(whole.astype(np.float64), first, highest if highest < 2**31 - 1 else 2**31)
    else:
        low, high = _along(least, axis, x.ndim), _along(most, axis, x.ndim)
        kept = np.clip(x, low, high)
        steps = f(highest - lowest) / (high - low)
        if mode == "MIN_COMBINED":
            whole = _whole(((kept - low) * steps - f(0 if not lowest else -lowest)).astype(f))
        else:
            whole = _whole(kept * steps) - _whole((low * steps).astype(f)) + f(lowest)
            whole = np.clip(whole.astype(np.float64), lowest, highest)
    result = np.ascontiguousarray(whole.astype(np.int64).astype(name)).view(as_dtype(T).numpy)
    return [result.reshape(x.shape), np.asarray(least, f), np.asarray(most, f)]


def _quantize_rule(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.dims(0)
    per_axis = ctx.attrs["axis"] != -1
    bound: Dims = () if not per_axis else None if dims is None else (dims[ctx.attrs["axis"]],)
    return [dims, bound, bound]


QUANTIZE: OpRecord = op(
    "QuantizeV2",
    "input: float, min_range: float, max_range: float -> output: T, output_min: float, output_max: float",
    f'T: {_QUANTIZED}; {_MODES}; round_mode: {{"HALF_AWAY_FROM_ZERO", "HALF_TO_EVEN"}} = "HALF_AWAY_FROM_ZERO"; '
    "narrow_range: bool = false; axis: int = -1; ensure_minimum_range: float = 0.01",
    shape=_quantize_rule,
    kernel=_quantize,
)


def _dequantize(
    x: Array, min_range: Array, max_range: Array, mode: str, narrow_range: bool, axis: int, dtype: Any
) -> Array:
    _check_ranges(x, min_range, max_range, axis)
    name, lowest, highest = _ends(from_numpy(x.dtype))
    f = np.float32
    whole = np.ascontiguousarray(x).view(name).reshape(x.shape).astype(f)
    least, most = (_along(b, axis, x.ndim) for b in (min_range, max_range))
    if mode == "SCALED":
        first = lowest + 1 if narrow_range else lowest
        scale = most / f(highest) if not lowest else np.maximum(least / f(first), most / f(highest))
        result = whole * scale
    elif mode == "MIN_COMBINED":
        half = f(0) if not lowest else (f(highest) - f(lowest) + f(1)) / f(2)
        result = (whole + half) * ((most - least) / f(highest - lowest)) + least
    else:
        step = (most - least) / f(highest - lowest)
        start = least if lowest == 0 and (least == most).all() else _whole((least / step).astype(f)) * step
        result = (whole - f(lowest)) * step + start
    found: Array = np.asarray(result, as_dtype(dtype).numpy).reshape(x.shape)
    return found


DEQUANTIZE: OpRecord = op(
    "Dequantize",
    "input: T, min_range: float, max_range: float -> output: dtype",
    f"T: {_QUANTIZED}; {_MODES}; narrow_range: bool = false; axis: int = -1; dtype: {{bfloat16, float}} = float",
    shape=lambda ctx: ctx.dims(0),
    kernel=_dequantize,
)


def quantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    T: DTypeLike,
    mode: str = "MIN_COMBINED",
    round_mode: str = "HALF_AWAY_FROM_ZERO",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
    ensure_minimum_range: float = 0.01,
) -> Any:
    """Floats as integers of few bits, and the range that these integers stand for.

    Args:
      input: float32 tensor.
      min_range: the least float, a scalar, or a vector with `axis`.
      max_range: the largest float.
      T: tf.qint8, quint8, qint16, quint16 or qint32.
      mode: "MIN_COMBINED", "MIN_FIRST" or "SCALED" (in which 0 stands for 0).
      round_mode: "HALF_AWAY_FROM_ZERO", or "HALF_TO_EVEN" with "SCALED".
      name: the name of the operation.
      narrow_range: leave out the lowest integer, with "SCALED".
      axis: the axis along which ranges differ.
      ensure_minimum_range: the least size of the range, relative to its ends.

    Raises InvalidArgumentError for a range whose ends are the wrong way round.

    >>> output, low, high = tf.quantization.quantize([-1.0, 0.0, 2.0], -1.0, 2.0, tf.quint8)
    >>> tf.cast(output, tf.int32).numpy().tolist(), low.numpy(), high.numpy()
    ([0, 85, 255], np.float32(-1.0), np.float32(2.0))
    """
    attrs = {
        "T": as_dtype(T),
        "mode": mode,
        "round_mode": round_mode,
        "narrow_range": narrow_range,
        "axis": -1 if axis is None else axis,
        "ensure_minimum_range": ensure_minimum_range,
    }
    return apply_multi(QUANTIZE, (input, min_range, max_range), attrs, name)


def dequantize(
    input: TensorLike,
    min_range: TensorLike,
    max_range: TensorLike,
    mode: str = "MIN_COMBINED",
    name: str | None = None,
    axis: int | None = None,
    narrow_range: bool = False,
    dtype: DTypeLike = float32,
) -> Tensor:
    """The floats that the integers of `tf.quantization.quantize` stand for.

    >>> quantized = tf.quantization.quantize([-1.0, 0.0, 2.0], -1.0, 2.0, tf.quint8)
    >>> tf.quantization.dequantize(*quantized).numpy().tolist()
    [-1.0, 0.0, 2.0]
    """
    attrs = {
        "mode": mode,
        "axis": -1 if axis is None else axis,
        "narrow_range": narrow_range,
        "dtype": as_dtype(dtype),
    }
    return apply(DEQUANTIZE, (input, min_range, max_range), attrs, name)


# rounded floats ----------------------------------------------------------------------------------------------


def _rounded(
    x: Array,
    low: Array,
    high: Array,
    signed_input: bool,
    num_bits: int,
    range_given: bool,
    round_mode: str,
    narrow_range: bool,
    axis: int,
) -> Array:
    if not (2 if signed_input else 1) <= num_bits <= 63:
        raise errors.InvalidArgumentError(f"num_bits is out of range: {num_bits} with signed_input {signed_input}")
    f = x.dtype.type if x.dtype.itemsize > 2 else np.float32
    wide = x.astype(f)
    if range_given:
        low, high = (np.asarray(_along(b, axis, x.ndim), f) for b in (low, high))
        if (low > high).any():
            raise errors.InvalidArgumentError(f"Invalid range: input_min {low} > input_max {high}")
    else:
        others = tuple(i for i in range(x.ndim) if i != axis) if axis != -1 else None
        empty = not x.size
        low = np.zeros((), f) if empty else wide.min(axis=others, keepdims=axis != -1)
        high = np.zeros((), f) if empty else wide.max(axis=others, keepdims=axis != -1)
    first = -(2 ** (num_bits - 1)) + bool(narrow_range) if signed_input else 0
    last = 2 ** (num_bits - 1) - 1 if signed_input else 2**num_bits - 1
    with np.errstate(all="ignore"):
        from_low = np.where(f(first) * low > 0, f(first) / low, f(np.inf)).astype(f)
        from_high = np.where(f(last) * high > 0, f(last) / high, f(np.inf)).astype(f)
        scale = np.minimum(from_low, from_high)
        by_low = from_low < from_high
        least = np.where(by_low, low, f(first) / scale)
        most = np.where(by_low, f(last) / scale, high)
        scale = np.where(np.isfinite(scale), scale, f(1))
        kept = np.clip(wide, least, most) if range_given else wide
        scaled = kept * scale
        whole = np.rint(scaled) if round_mode == "HALF_TO_EVEN" else np.floor(scaled + f(0.5))
        return np.asarray(whole * (f(1) / scale), f).astype(x.dtype)


def _passed(op: Application, grad: Tensor) -> Gradients:
    return [grad, *[None] * (len(op.inputs) - 1)]


def _clipped_gradient(op: Application, grad: Tensor) -> Gradients:
    return list(apply_multi(ROUND_GRAD, (grad, *op.inputs), {"axis": op.attrs["axis"]}))


_ROUNDING = (
    "signed_input: bool = true; num_bits: int = 8; range_given: bool = false; T: floating; "
    'round_mode: {"HALF_TO_EVEN", "HALF_UP"} = "HALF_TO_EVEN"; narrow_range: bool = false; axis: int = -1'
)
_INPUTS = "input: T, input_min: T, input_max: T"

ROUND_2, ROUND = (
    op(
        name,
        f"{_INPUTS} -> output: T",
        _ROUNDING,
        shape=lambda ctx: ctx.dims(0),
        kernel=_rounded,
        gradient=gradient,
    )
    for name, gradient in (("QuantizeAndDequantizeV2", _passed), ("QuantizeAndDequantizeV4", _clipped_gradient))
)
ROUND_3: OpRecord = op(
    "QuantizeAndDequantizeV3",
    f"{_INPUTS}, num_bits: int32 -> output: T",
    "signed_input: bool = true; range_given: bool = true; T: floating; narrow_range: bool = false; axis: int = -1",
    shape=lambda ctx: ctx.dims(0),
    kernel=lambda x, low, high, bits, signed_input, range_given, narrow_range, axis: _rounded(
        x, low, high, signed_input, int(bits), range_given, "HALF_TO_EVEN", narrow_range, axis
    ),
    gradient=_passed,
)


def _round_grad(grads: Array, x: Array, low: Array, high: Array, axis: int) -> list[Array]:
    least, most = (_along(b, axis, x.ndim) for b in (low, high))
    return [np.where((x >= least) & (x <= most), grads, x.dtype.type(0)), np.zeros_like(low), np.zeros_like(high)]


def _round_grad_gradient(op: Application, grad: Tensor, *_: Any) -> Gradients:
    attrs = {"axis": op.attrs["axis"]}
    return [apply_multi(ROUND_GRAD, (grad, *op.inputs[1:]), attrs)[0], None, None, None]


ROUND_GRAD: OpRecord = op(
    "QuantizeAndDequantizeV4Grad",
    "gradients: T, input: T, input_min: T, input_max: T -> input_backprop: T, input_min_backprop: T, "
    "input_max_backprop: T",
    "T: floating; axis: int = -1",
    shape=lambda ctx: [ctx.dims(1), ctx.dims(2), ctx.dims(3)],
    kernel=_round_grad,
    gradient=_round_grad_gradient,
)


def _round(
    record: OpRecord,
    input: TensorLike,
    low: TensorLike,
    high: TensorLike,
    axis: int | None,
    attrs: Any,
    name: str | None,
) -> Tensor:
    x = to_tensor(input)
    number = -1 if axis is None else axis + x.shape.rank if axis < 0 and x.shape.rank is not None else axis
    return apply(record, (x, low, high), {**attrs, "axis": number}, name)


def quantize_and_dequantize(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """As `tf.quantization.quantize_and_dequantize_v2`; gradients pass as if nothing were rounded or clipped.

    >>> tf.quantization.quantize_and_dequantize([0.3, 1.0], 0.0, 1.0, signed_input=False, num_bits=2).numpy().round(3)
    array([0.333, 1.   ], dtype=float32)
    """
    attrs = {
        "signed_input": signed_input,
        "num_bits": num_bits,
        "range_given": range_given,
        "round_mode": round_mode,
        "narrow_range": narrow_range,
    }
    return _round(ROUND_2, input, input_min, input_max, axis, attrs, name)


def quantize_and_dequantize_v2(
    input: TensorLike,
    input_min: TensorLike,
    input_max: TensorLike,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
    axis: int | None = None,
) -> Tensor:
    """Floats rounded to what integers of `num_bits` represent.

    Args:
      input: float tensor.
      input_min: the least float, with `range_given`.
      input_max: the largest float, with `range_given`.
      signed_input: whether the integers have a sign.
      num_bits: how many bits they have.
      range_given: whether the range is given, or else that of the tensor; gradients outside of a given one are 0.
      round_mode: "HALF_TO_EVEN" or "HALF_UP".
      name: the name of the operation.
      narrow_range: leave out the lowest integer.
      axis: the axis along which ranges differ.

    Raises InvalidArgumentError for a range whose ends are the wrong way round.

    >>> x = [-0.2, 0.3, 0.9]
    >>> tf.quantization.quantize_and_dequantize_v2(x, 0.0, 0.75, False, num_bits=2, range_given=True).numpy()
    array([0.  , 0.25, 0.75], dtype=float32)
    """
    attrs = {
        "signed_input": signed_input,
        "num_bits": num_bits,
        "range_given": range_given,
        "round_mode": round_mode,
        "narrow_range": narrow_range,
    }
    return _round(ROUND, input, input_min, input_max, axis, attrs, name)


# joined ------------------------------------------------------------------------------------------------------


def _quantized_concat(axis: Array, values: list[Array], mins: list[Array], maxes: list[Array]) -> list[Array]:
    name, lowest, highest = _ends(from_numpy(values[0].dtype))
    least, most = np.float32(min(0.0, *(float(m) for m in mins))), np.float32(max(float(m) for m in maxes))
    if lowest:  # a range on either side of 0
        most = max(most, -least)
        least = -most
    parts = []
    for value, low, high in zip(values, mins, maxes, strict=True):
        whole = np.ascontiguousarray(value).view(name).reshape(value.shape)
        if low != least or high != most:
            step = (float(high) - float(low)) / (highest - lowest)
            floats = (whole.astype(np.float64) - lowest) * step + float(low)
            steps = (highest - lowest) / (float(most) - float(least))
            whole = np.clip(_whole((floats - float(least)) * steps) + lowest, lowest, highest).astype(name)
        parts.append(whole)
    joined = np.ascontiguousarray(np.concatenate(parts, int(axis)))
    return [joined.view(values[0].dtype).reshape(joined.shape), least, most]


CONCAT: OpRecord = op(
    "QuantizedConcat",
    "concat_dim: int32, values: N*T, input_mins: N*float, input_maxes: N*float -> output: T, output_min: float, "
    "output_max: float",
    "N: int >= 2; T: type",
    shape=lambda ctx: [None, (), ()],
    kernel=_quantized_concat,
)


def quantized_concat(
    concat_dim: TensorLike, values: Any, input_mins: Any, input_maxes: Any, name: str | None = None
) -> Any:
    """Concatenate quantized tensors: the result, and the range that its integers stand for.

    >>> q = tf.quantization.quantize([0.0, 1.0], 0.0, 1.0, tf.quint8)
    >>> output, low, high = tf.quantization.quantized_concat(0, [q[0], q[0]], [q[1], q[1]], [q[2], q[2]])
    >>> tf.cast(output, tf.int32).numpy().tolist()
    [0, 255, 0, 255]
    """
    return apply_multi(CONCAT, (concat_dim, values, input_mins, input_maxes), None, name)
