"""Fused batch normalisation and its gradients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32, float64
from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.prelude import (
    Builder,
    Decompose,
    Dim,
    Operation,
    OpRecord,
    ShapeContext,
    Symbol,
    Unsupported,
    Value,
    op,
)
from graphwright.ir.types import Dims, describe_dims
from graphwright.ops.array._dims import unknown
from graphwright.ops.math._reduce import sum_over
from graphwright.ops.nn._window_geometry import channel_axis, to_data_format, with_channels_last

_FORMAT = 'data_format: {"NHWC", "NCHW", "NDHWC", "NCDHW"} = "NHWC"'

# shapes ------------------------------------------------------------------------------------------------------


def _check(attrs: Mapping[str, Any], x: Dims, vectors: Mapping[str, Dims]) -> Any:
    """The (possibly symbolic) number of channels; raises if a vector has another length."""
    rank = len(attrs["data_format"])
    if x is not None and len(x) != rank:
        raise errors.ShapeMismatchError(f"input must be {rank}-dimensional: {describe_dims(x)}")
    channels = Symbol() if x is None else x[channel_axis(attrs, rank)]
    for name, dims in vectors.items():
        if dims is None:
            continue
        if len(dims) != 1:
            raise errors.ShapeMismatchError(f"{name} must be 1-dimensional: {describe_dims(dims)}")
        if isinstance(channels, Symbol):
            channels = dims[0]
        elif isinstance(dims[0], int) and dims[0] != channels:
            raise errors.ShapeMismatchError(
                f"{name} must have the same number of elements as the channels of x, got {dims[0]} and {channels}"
            )
    return channels


def _validated(attrs: Mapping[str, Any], scale: Dims, offset: Dims, mean: Dims, variance: Dims) -> dict[str, Dims]:
    """The vectors to validate; in training, running statistics count only if they are averaged."""
    vectors = {"scale": scale, "offset": offset}
    if not attrs["is_training"] or attrs["exponential_avg_factor"] != 1:
        vectors.update(mean=mean, variance=variance)
    return vectors


def _shape(ctx: ShapeContext) -> list[Dims]:
    rank = len(ctx.attrs["data_format"])
    vectors = _validated(ctx.attrs, ctx.dims(1), ctx.dims(2), ctx.dims(3), ctx.dims(4))
    channels = _check(ctx.attrs, ctx.dims(0), vectors)
    return [ctx.dims(0) or unknown(rank), (channels,), (channels,), (channels,), (channels,), (0,)]


def _gradient_shape(ctx: ShapeContext) -> list[Dims]:
    rank = len(ctx.attrs["data_format"])
    names = {"scale": 2, "reserve_space_1": 3, "reserve_space_2": 4}
    grad, x = ctx.dims(0), ctx.dims(1)
    if grad is not None and x is not None and len(grad) == len(x):
        for a, b in zip(grad, x, strict=True):
            if isinstance(a, int) and isinstance(b, int) and a != b:
                raise ctx.fail(f"x and y_backprop must have same shape, but x has shape {describe_dims(x)}")
    channels = _check(ctx.attrs, x if x is not None else grad, {n: ctx.dims(i) for n, i in names.items()})
    return [x or grad or unknown(rank), (channels,), (channels,), (0,), (0,)]


# kernels -----------------------------------------------------------------------------------------------------


def _reduced_axes(rank: int) -> tuple[int, ...]:
    return tuple(range(rank - 1))


def _kernel(x: Array, scale: Array, offset: Array, mean: Array, variance: Array, **attrs: Any) -> list[Array]:
    vectors = _validated(attrs, scale.shape, offset.shape, mean.shape, variance.shape)
    _check(attrs, x.shape, vectors)
    last = with_channels_last(x, attrs).astype(np.float32, copy=False)
    param_dtype = scale.dtype
    scale, offset, mean, variance = (v.astype(np.float32, copy=False) for v in (scale, offset, mean, variance))
    if attrs["is_training"]:
        count = last.size // last.shape[-1] if last.size else 0
        own_mean, own_variance = _statistics(last, count)
        centred = last - own_mean
        y = centred * (scale / np.sqrt(own_variance + np.float32(attrs["epsilon"]))) + offset
        unbiased = own_variance * np.float32(count / max(count - 1, 1))
        if not count:
            unbiased = np.full_like(own_variance, np.nan)
        batch = [np.full_like(own_mean, np.nan) if not count else own_mean, unbiased]
        factor = np.float32(attrs["exponential_avg_factor"])
        if factor != 1:
            rest = np.float32(1) - factor
            batch = [rest * old + factor * new for old, new in zip((mean, variance), batch, strict=True)]
        saved = [own_mean, own_variance]
    else:
        y = (last - mean) * (scale / np.sqrt(variance + np.float32(attrs["epsilon"]))) + offset
        batch = saved = [mean, variance]
    result = to_data_format(y.astype(x.dtype, copy=False), attrs)
    return [result, *(v.astype(param_dtype) for v in (*batch, *saved)), np.zeros(0, param_dtype)]


def _statistics(x: Array, count: int) -> tuple[Array, Array]:
    """The mean and the (biased) variance of each channel; zeros for an empty batch."""
    if not count:
        zero = np.zeros(x.shape[-1], np.float32)
        return zero, zero
    n = np.float32(count)
    mean = np.asarray(sum_over(x, _reduced_axes(x.ndim)) / n, np.float32)
    return mean, np.asarray(sum_over(np.square(x - mean), _reduced_axes(x.ndim)) / n, np.float32)


def _gradient_kernel(
    grad: Array, x: Array, scale: Array, mean: Array, variance: Array, _: Array, **attrs: Any
) -> list[Array]:
    _check(attrs, x.shape, {"scale": scale.shape, "reserve_space_1": mean.shape, "reserve_space_2": variance.shape})
    if grad.shape != x.shape:
        raise errors.ShapeMismatchError(
            f"x and y_backprop must have same shape, but x has shape {describe_dims(x.shape)} "
            f"and y_backprop has shape {describe_dims(grad.shape)}"
        )
    dy, last = (with_channels_last(a, attrs).astype(np.float32, copy=False) for a in (grad, x))
    axes = _reduced_axes(last.ndim)
    factor = 1 / np.sqrt(variance + np.float32(attrs["epsilon"]))
    normal = (last - mean) * factor
    offset_grad = np.asarray(sum_over(dy, axes))
    scale_grad = np.asarray(sum_over(dy * normal, axes))
    if attrs["is_training"] and last.size:
        n = np.float32(last.size // last.shape[-1])
        dy = dy - offset_grad / n - normal * (scale_grad / n)
    result = to_data_format((dy * (scale * factor)).astype(x.dtype, copy=False), attrs)
    empty = np.zeros(0, np.float32)
    return [result, scale_grad.astype(np.float32), offset_grad.astype(np.float32), empty, empty]


# native ------------------------------------------------------------------------------------------------------


def _narrow(b: Builder, value: Any, like: Any) -> Any:
    """The value in the dtype of another one."""
    return value if value.dtype is like.dtype else b("Cast", value, DstT=like.dtype)


def _wide(b: Builder, *values: Any) -> list[Any]:
    """The values as float32, in which all is computed."""
    return [value if value.dtype is float32 else b("Cast", value, DstT=float32) for value in values]


def _vector_sizes(op: Operation) -> list[tuple[Dim, Dim]]:
    """The vectors have an element for each channel."""
    x, *vectors = (value.type.dims for value in op.inputs[:5])
    names = ("scale", "offset", "mean", "variance")
    read = _validated(op.attrs, *vectors)
    return _channel_sizes(op, x, [read[name] for name in names if name in read])


def _gradient_sizes(op: Operation) -> list[tuple[Dim, Dim]]:
    """The same of the gradient, which has the sizes of the images."""
    grad, x, *vectors = (value.type.dims for value in op.inputs[:5])
    return [*_channel_sizes(op, x, vectors), *zip(x or (), grad or (), strict=False)]


def _channel_sizes(op: Operation, x: Dims, vectors: Sequence[Dims]) -> list[tuple[Dim, Dim]]:
    if x is None or len(x) != len(op.attrs["data_format"]):
        return []
    channels = x[channel_axis(op.attrs, len(x))]
    return [(channels, dims[0]) for dims in vectors if dims]


def _broadcaster(b: Builder, op: Operation, x: Any, *vectors: Value) -> Any:
    """A function that reshapes a vector to broadcast along the channels of `x`."""
    rank = x.type.rank
    if rank != len(op.attrs["data_format"]) or any(vector.type.rank != 1 for vector in vectors):
        raise Unsupported("a rank that only the run knows")
    if 0 in x.type.dims:
        raise Unsupported("nothing to normalise")
    channel = channel_axis(op.attrs, rank)
    if channel == rank - 1:
        return lambda v: v
    shape = b.const(np.array([-1, *(1,) * (rank - 1 - channel)], np.int32))
    return lambda v: b("Reshape", v, shape)


def _reduction(b: Builder, op: Operation, x: Any, scale: Value) -> tuple[Any, Any]:
    """The reduction axes, and the number of elements that each channel has."""
    channel = channel_axis(op.attrs, x.type.rank)
    channels = x.type.dims[channel]
    axes = b.const(np.array([i for i in range(x.type.rank) if i != channel], np.int32))
    size = b("Cast", b("Size", x), DstT=float32)
    if isinstance(channels, Symbol):
        return axes, b("RealDiv", size, b("Cast", b("Size", scale), DstT=float32))
    if channels & (channels - 1) == 0:
        return axes, b("Mul", size, b.const(np.float32(1 / channels)))
    return axes, b("RealDiv", size, b.const(np.float32(channels)))


def _batch_statistics(b: Builder, op: Operation, x: Any, scale: Value, broadcast: Any) -> list[Any]:
    """`x` less its mean, the mean and the variance of each channel, and the two that are averaged."""
    axes, count = _reduction(b, op, x, scale)
    one = b.const(np.float32(1))
    divisor = count if x.type.is_static else b("Maximum", count, one)
    mean = b("RealDiv", b("Sum", x, axes), divisor)
    centred = b("Sub", x, broadcast(mean))
    variance = b("RealDiv", b("Sum", b("Square", centred), axes), divisor)
    if x.type.is_static:
        total = int(np.prod(x.type.dims)) // x.type.dims[channel_axis(op.attrs, x.type.rank)]
        unbiased = b("Mul", variance, b.const(np.float32(total / max(total - 1, 1))))
        return [centred, mean, variance, mean, unbiased]
    total, certain = b("Cast", count, DstT=float64), b("RealDiv", count, count)  # NaN without elements
    least = b("Maximum", b("Sub", total, b.const(np.float64(1))), b.const(np.float64(1)))
    correction = b("Cast", b("RealDiv", total, least), DstT=float32)
    return [centred, mean, variance, b("Mul", mean, certain), b("Mul", b("Mul", variance, correction), certain)]


def _averaged(b: Builder, old: Any, new: Any, factor: float) -> Any:
    """A running statistic that moves by a factor to that of the batch."""
    if factor == 1:
        return new
    rest = np.float32(1) - np.float32(factor)
    return b("AddV2", b("Mul", b.const(rest), old), b("Mul", b.const(np.float32(factor)), new))


def _native(b: Builder, op: Operation, *inputs: Any) -> list[Any]:
    x, scale, offset, mean, variance = _wide(b, *inputs)
    attrs, broadcast = op.attrs, _broadcaster(b, op, x, *inputs[1:])
    empty = b.const(np.zeros(0, inputs[1].dtype.numpy))
    if attrs["is_training"]:
        factor = attrs["exponential_avg_factor"]
        centred, own_mean, own_variance, *batch = _batch_statistics(b, op, x, scale, broadcast)
        batch = [_averaged(b, old, new, factor) for old, new in zip((mean, variance), batch, strict=True)]
        mean, variance = own_mean, own_variance
    else:
        centred, batch = b("Sub", x, broadcast(mean)), [mean, variance]
    factor = b("RealDiv", scale, b("Sqrt", b("AddV2", variance, b.const(np.float32(attrs["epsilon"])))))
    y = b("AddV2", b("Mul", centred, broadcast(factor)), broadcast(offset))
    return [_narrow(b, y, inputs[0]), *(_narrow(b, v, inputs[1]) for v in (*batch, mean, variance)), empty]


def _native_gradient(b: Any, op: Operation, *inputs: Any) -> list[Any]:
    grad, x, scale, mean, variance = _wide(b, *inputs[:5])
    if grad.type.rank != x.type.rank:
        raise Unsupported("a rank that only the run knows")
    broadcast, (axes, count) = _broadcaster(b, op, x, scale, mean, variance), _reduction(b, op, x, scale)
    one = b.const(np.float32(1))
    factor = b("RealDiv", one, b("Sqrt", b("AddV2", variance, b.const(np.float32(op.attrs["epsilon"])))))
    normal = b("Mul", b("Sub", x, broadcast(mean)), broadcast(factor))
    offset_grad, scale_grad = b("Sum", grad, axes), b("Sum", b("Mul", grad, normal), axes)
    rest = grad
    if op.attrs["is_training"]:
        rest = b("Sub", rest, broadcast(b("RealDiv", offset_grad, count)))
        rest = b("Sub", rest, b("Mul", normal, broadcast(b("RealDiv", scale_grad, count))))
    empty = b.const(np.zeros(0, np.float32))
    into_x = b("Mul", rest, broadcast(b("Mul", scale, factor)))
    return [_narrow(b, into_x, inputs[1]), scale_grad, offset_grad, empty, empty]


# records -----------------------------------------------------------------------------------------------------


def _gradient(op: Application, grad: Tensor, *_: Tensor) -> Gradients:
    """The gradient from the batch statistics in training, otherwise from the fixed ones."""
    training = op.attrs["is_training"]
    saved = op.outputs[3:6] if training else [op.inputs[3], op.inputs[4], op.outputs[5]]
    attrs = {n: op.attrs[n] for n in ("epsilon", "data_format", "is_training")}
    results = apply_multi(GRADIENT, (grad, op.inputs[0], op.inputs[1], *saved), attrs)
    return [*results[:3], None, None]


def _second_gradient(
    op: Application, x_grad_grad: Tensor, scale_grad_grad: Tensor, offset_grad_grad: Tensor, *_: Tensor
) -> list[Any]:
    """In training, the statistics depend on `x`; otherwise they are constants."""
    rank = len(op.attrs["data_format"])
    channel, param_dtype = channel_axis(op.attrs, rank), op.inputs[1].dtype
    axes = np.array([i for i in range(rank) if i != channel], np.int32)
    column_shape = np.array([-1, *(1,) * (rank - 1 - channel)], np.int32)
    dy, x, up = (apply("Cast", (v,), {"DstT": float32}) for v in (*op.inputs[:2], x_grad_grad))
    scale, mean, variance, scale_grad_grad, offset_grad_grad = (
        apply("Reshape", (v, column_shape)) for v in (*op.inputs[2:5], scale_grad_grad, offset_grad_grad)
    )
    factor = apply("Rsqrt", (variance + np.float32(op.attrs["epsilon"]),))
    normal = (x - mean) * factor

    def average(values: Tensor) -> Tensor:
        return apply("Mean", (values, axes), {"keep_dims": True})

    if op.attrs["is_training"]:
        by_grad, by_up = average(dy * normal), average(up * normal)
        centred_dy = dy - average(dy) - normal * by_grad
        centred_up = up - average(up) - normal * by_up
        by_x = scale_grad_grad * dy - scale * factor * (by_grad * up + by_up * dy)
        by_x = by_x - average(by_x) - normal * average(by_x * normal)
        by_x = by_x - scale * factor * normal * average(up * centred_dy)
    else:
        centred_dy, centred_up, by_x = dy, up, scale_grad_grad * dy
    dy_grad = scale * factor * centred_up + scale_grad_grad * normal + offset_grad_grad
    by_scale = apply("Sum", (up * centred_dy * factor, axes))
    dy_grad, by_x = (apply("Cast", (v,), {"DstT": param_dtype}) for v in (dy_grad, factor * by_x))
    return [dy_grad, by_x, by_scale, None, None, None]


BATCH_NORM = op(
    "FusedBatchNormV3",
    "x: T, scale: U, offset: U, mean: U, variance: U -> y: T, batch_mean: U, batch_variance: U, "
    "reserve_space_1: U, reserve_space_2: U, reserve_space_3: U",
    "T: {half, bfloat16, float32}; U: {bfloat16, float32}; epsilon: float = 0.0001; "
    f"exponential_avg_factor: float = 1.0; {_FORMAT}; is_training: bool = true",
    shape=_shape,
    kernel=_kernel,
    gradient=_gradient,
    native=Decompose(_native, exact=_vector_sizes),
)

GRADIENT: OpRecord = op(
    "FusedBatchNormGradV3",
    "y_backprop: T, x: T, scale: float32, reserve_space_1: U, reserve_space_2: U, reserve_space_3: U -> "
    "x_backprop: T, scale_backprop: U, offset_backprop: U, reserve_space_4: U, reserve_space_5: U",
    f"T: {{half, bfloat16, float32}}; U: {{float32}}; epsilon: float = 0.0001; {_FORMAT}; is_training: bool = true",
    shape=_gradient_shape,
    kernel=_gradient_kernel,
    gradient=_second_gradient,
    native=Decompose(_native_gradient, exact=_gradient_sizes),
)


def fused_batch_norm(
    x: TensorLike,
    scale: TensorLike,
    offset: TensorLike,
    mean: TensorLike | None = None,
    variance: TensorLike | None = None,
    epsilon: float = 0.001,
    data_format: str = "NHWC",
    is_training: bool = True,
    name: str | None = None,
    exponential_avg_factor: float = 1.0,
) -> tuple[Tensor, Tensor, Tensor]:
    """Normalise each channel of `x`, then scale and shift it; returns the result, the mean and the variance.

    In training, mean and (unbiased) variance are those of the batch, averaged into `mean` and `variance` unless
    `exponential_avg_factor` is 1; otherwise `mean` and `variance` are used unchanged. `x` has rank 4, or 5 with data
    format "NDHWC" or "NCDHW". Raises ValueError for vectors of the wrong length.

    >>> x = tf.constant([[[[1.], [3.]]]])
    >>> y, mean, variance = tf.compat.v1.nn.fused_batch_norm(x, [1.], [0.])
    >>> mean.numpy(), variance.numpy()
    (array([2.], dtype=float32), array([2.], dtype=float32))
    """
    x = convert_to_tensor(x, name="input")
    scale = convert_to_tensor(scale, float32, name="scale")
    offset = convert_to_tensor(offset, float32, name="offset")
    if (not is_training or exponential_avg_factor != 1.0) and (mean is None or variance is None):
        raise ValueError(
            "Both `mean` and `variance` must be a 1D tensor when `is_training` is False or `exponential_avg_factor` "
            f"!= 1.0. Received: `mean` {mean!r} and `variance` {variance!r}"
        )
    mean = np.zeros(0, np.float32) if mean is None else mean
    variance = np.zeros(0, np.float32) if variance is None else variance
    attrs = {
        "epsilon": max(epsilon, 1.001e-5),
        "data_format": data_format,
        "is_training": is_training,
        "exponential_avg_factor": exponential_avg_factor,
    }
    results = apply_multi(BATCH_NORM, (x, scale, offset, mean, variance), attrs, name)
    return results[0], results[1], results[2]
