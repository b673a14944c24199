"""Bias, L2 loss, L2 normalisation and dropout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, float32
from graphwright.core.prelude import Array, Tensor, apply, convert_to_tensor, errors, name_scope, to_tensor
from graphwright.core.typing import Application, AxisLike, Gradients, TensorLike
from graphwright.ir.emit import Unsupported
from graphwright.ir.prelude import (
    Builder,
    Decompose,
    Dim,
    Dims,
    Operation,
    OpRecord,
    ShapeContext,
    Value,
    describe_dims,
    op,
)
from graphwright.ops.math._reduce import axis_input, sum_over

_FORMATS = '{"NHWC", "NCHW"}'

# bias -------------------------------------------------------------------------------------------------------


def _channel_axis(rank: int, data_format: str) -> int:
    return 1 if data_format == "NCHW" else rank - 1


def _check_bias(value: Dims, bias: Dims, data_format: str) -> None:
    if value is not None and len(value) < 2:
        raise errors.ShapeMismatchError(f"Input tensor must be at least 2D: {describe_dims(value)}")
    if bias is not None and len(bias) != 1:
        raise errors.ShapeMismatchError(f"Biases must be 1D: {describe_dims(bias)}")
    if value is None or bias is None:
        return
    channels = value[_channel_axis(len(value), data_format)]
    if isinstance(channels, int) and isinstance(bias[0], int) and channels != bias[0]:
        raise errors.ShapeMismatchError(
            f"Must provide as many biases as the {'channel' if data_format == 'NCHW' else 'last'} dimension of the "
            f"input tensor: {describe_dims(bias)} vs. {describe_dims(value)}"
        )


def _bias_rule(ctx: ShapeContext) -> Dims:
    value, bias, data_format = ctx.dims(0), ctx.dims(1), ctx.attrs.get("data_format", "NHWC")
    _check_bias(value, bias, data_format)
    if not value or not bias:
        return value
    # the bias determines the number of channels
    channel = _channel_axis(len(value), data_format) % len(value)
    size = value[channel] if isinstance(value[channel], int) else bias[0]
    return (*value[:channel], size, *value[channel + 1 :])


def _bias_shape(rank: int, data_format: str) -> tuple[int, ...]:
    """The shape in which the bias broadcasts along the channels."""
    return (-1, *(1,) * (rank - 2)) if data_format == "NCHW" else (-1,)


def _add_bias(value: Array, bias: Array, data_format: str = "NHWC") -> Array:
    _check_bias(value.shape, bias.shape, data_format)
    return np.add(value, bias.reshape(_bias_shape(value.ndim, data_format)))


def _bias_gradient(op: Application, grad: Tensor) -> Gradients:
    return [grad, apply(BIAS_ADD_GRAD, (grad,), {"data_format": op.attrs.get("data_format", "NHWC")})]


def _native_bias(b: Builder, op: Operation, value: Any, bias: Any) -> list[Any]:
    rank, data_format = value.type.rank, op.attrs.get("data_format", "NHWC")
    if bias.type.rank != 1 or rank is None:
        raise Unsupported("sizes that only the run can compare")
    if data_format == "NCHW" and rank != 2:
        bias = b("Reshape", bias, b.const(np.array(_bias_shape(rank, data_format), np.int32)))
    return [b("AddV2", value, bias)]


def _bias_sizes(op: Operation) -> list[tuple[Dim, Dim]]:
    """A bias of one element must not be broadcast."""
    value, bias = (v.type.dims for v in op.inputs)
    if not value or not bias:
        return []
    return [(value[_channel_axis(len(value), op.attrs.get("data_format", "NHWC"))], bias[0])]


def _bias_op(name: str, attrs: str = "") -> OpRecord:
    return op(
        name,
        "value: T, bias: T -> output: T",
        f"T: quantized_number{attrs}",
        shape=_bias_rule,
        kernel=_add_bias,
        gradient=_bias_gradient,
        native=Decompose(_native_bias, exact=_bias_sizes),
    )


BIAS_ADD = _bias_op("BiasAdd", f'; data_format: {_FORMATS} = "NHWC"')
BIAS_ADD_V1 = _bias_op("BiasAddV1")


def _bias_grad_rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is None:
        from graphwright.ops.array._dims import unknown

        return unknown(1)
    _check_bias(dims, None, "NHWC")
    return (dims[_channel_axis(len(dims), ctx.attrs["data_format"])],)


def _other_axes(rank: int, data_format: str) -> tuple[int, ...]:
    channel = _channel_axis(rank, data_format)
    return tuple(i for i in range(rank) if i != channel)


def _bias_grad(grad: Array, data_format: str) -> Any:
    _check_bias(grad.shape, None, data_format)
    wide = np.float32 if grad.dtype.itemsize == 2 and grad.dtype.kind not in "iu" else grad.dtype
    return sum_over(grad, _other_axes(grad.ndim, data_format), wide).astype(grad.dtype)


def _bias_grad_gradient(op: Application, grad: TensorLike) -> Gradients:
    x = op.inputs[0]
    if op.attrs["data_format"] == "NCHW":
        ones = apply("Fill", (apply("Sub", (apply("Rank", (x,)), [2])), 1))
        grad = apply("Reshape", (grad, apply("ConcatV2", ([[-1], ones], 0))))
    return [apply("BroadcastTo", (grad, apply("Shape", (x,))))]


def _native_bias_grad(b: Builder, op: Operation, grad: Any) -> list[Value]:
    axes = _other_axes(grad.type.rank, op.attrs["data_format"])
    return [b("Sum", grad, b.const(np.array(axes, np.int32)))]


BIAS_ADD_GRAD: OpRecord = op(
    "BiasAddGrad",
    "out_backprop: T -> output: T",
    f'T: quantized_number; data_format: {_FORMATS} = "NHWC"',
    shape=_bias_grad_rule,
    kernel=_bias_grad,
    gradient=_bias_grad_gradient,
    native=Decompose(_native_bias_grad),
)

# L2 loss ----------------------------------------------------------------------------------------------------


def _half_square_sum(x: Array) -> Any:
    wide = x.astype(np.float32) if x.dtype.itemsize == 2 else x
    return (sum_over(np.square(wide), None) / 2).astype(x.dtype)


def _native_half_square_sum(b: Builder, op: Operation, x: Any) -> list[Value]:
    axes = b.const(np.arange(x.type.rank, dtype=np.int32))
    narrow = x.dtype.size == 2
    wide = b("Cast", x, DstT=float32) if narrow else x
    half = b("Mul", b("Sum", b("Square", wide), axes), b.const(np.array(0.5, wide.dtype.numpy)))
    return [b("Cast", half, DstT=x.dtype) if narrow else half]


L2_LOSS = op(
    "L2Loss",
    "t: T -> output: T",
    "T: floating",
    shape=lambda ctx: (),
    kernel=_half_square_sum,
    gradient=lambda op, grad: [apply("Mul", (op.inputs[0], grad))],
    native=Decompose(_native_half_square_sum),
)

# public functions -------------------------------------------------------------------------------------------


def bias_add(value: TensorLike, bias: TensorLike, data_format: str | None = None, name: str | None = None) -> Tensor:
    """Add a bias vector along the channels: the last axis ("N...C") or axis 1 ("NC...").

    Raises ValueError for another format, or if the number of biases differs from that of the channels.

    >>> tf.nn.bias_add([[1., 2.]], [10., 20.]).numpy()
    array([[11., 22.]], dtype=float32)
    """
    if data_format is None or (data_format.startswith("N") and data_format.endswith("C")):
        known = "NHWC"
    elif data_format.startswith("NC"):
        known = "NCHW"
    else:
        raise ValueError(f"`data_format` must be of the form `N...C` or `NC...`. Received: data_format={data_format}")
    value = convert_to_tensor(value, name="input")
    return apply(BIAS_ADD, (value, bias), {"data_format": known}, name)


def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """Half the squared L2 norm: `sum(t ** 2) / 2`.

    >>> float(tf.nn.l2_loss([3., 4.]))
    12.5
    """
    return apply(L2_LOSS, (t,), None, name)


def l2_normalize(
    x: TensorLike,
    axis: AxisLike | None = None,
    epsilon: float = 1e-12,
    name: str | None = None,
    dim: TensorLike | None = None,
) -> Tensor:
    """Divide by the L2 norm over axes (by default all); squared norms are at least `epsilon`.

    >>> tf.math.l2_normalize([3., 4.]).numpy()
    array([0.6, 0.8], dtype=float32)
    """
    if axis is not None and dim is not None:
        raise ValueError("Cannot specify both 'axis' and 'dim', its older name.")
    with name_scope(name or "l2_normalize") as scope:
        x = convert_to_tensor(x, name="x")
        axis = dim if axis is None else axis
        if x.dtype.is_complex:
            squares = apply("Square", (apply("ComplexAbs", (x,), {"Tout": x.dtype.real_dtype}),))
        else:
            squares = apply("Square", (x,))
        total = apply("Sum", (squares, axis_input(squares, axis)), {"keep_dims": True})
        factor = apply("Rsqrt", (apply("Maximum", (total, epsilon)),))
        if x.dtype.is_complex:
            factor = apply("Cast", (factor,), {"DstT": x.dtype})
        return apply("Mul", (x, factor), None, scope)


def dropout(
    x: TensorLike, rate: TensorLike, noise_shape: TensorLike | None = None, seed: Any = None, name: str | None = None
) -> Tensor:
    """Set elements to 0 with probability `rate` and scale the others to preserve the expected sum.

    `noise_shape`, broadcast to the shape of `x`, determines which elements are dropped together. Raises ValueError for
    a rate outside [0, 1) and for integers.

    >>> sorted(set(tf.nn.dropout(tf.ones([100]), rate=0.5).numpy().tolist()))
    [0.0, 2.0]
    """
    from graphwright.ops.random import sampling

    return _apply_dropout(
        x, rate, lambda shape, dtype: sampling.uniform(shape, seed=seed, dtype=dtype), noise_shape, name
    )


def stateless_dropout(
    x: Any, rate: Any, seed: Any, rng_alg: Any = None, noise_shape: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """`tf.nn.dropout` that is deterministic in a seed: the same seed drops the same elements.

    Args:
      x: floating tensor.
      rate: the probability that an element is set to 0.
      seed: two integers.
      rng_alg: the algorithm, as in `tf.random.stateless_uniform`.
      noise_shape: broadcast to the shape of `x`; determines which elements are dropped together.

    Raises ValueError for a rate outside [0, 1) and for integers.

    >>> tf.nn.experimental.stateless_dropout(tf.ones([6]), rate=0.5, seed=[1, 2]).numpy().tolist()
    [2.0, 0.0, 2.0, 0.0, 0.0, 2.0]
    """
    from graphwright.ops.random.stateless import stateless_uniform

    alg = "auto_select" if rng_alg is None else rng_alg
    return _apply_dropout(
        x,
        rate,
        lambda shape, dtype: stateless_uniform(shape, seed, dtype=dtype, alg=alg),
        noise_shape,
        name,
        "stateless_dropout",
    )


def general_dropout(
    x: Any,
    rate: Any,
    uniform_sampler: Callable[[Any, DType], Tensor],
    noise_shape: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """`tf.nn.dropout` with uniform numbers in [0, 1) drawn by `uniform_sampler(shape, dtype)`.

    >>> def sampler(shape, dtype):
    ...     return tf.constant([0.2, 0.5, 0.9], dtype)
    >>> tf.nn.experimental.general_dropout(tf.ones([3]), 0.5, sampler).numpy().tolist()
    [0.0, 2.0, 2.0]
    """
    return _apply_dropout(x, rate, uniform_sampler, noise_shape, name, "general_dropout")


def _apply_dropout(
    x: TensorLike, rate: Any, draw: Any, noise_shape: TensorLike | None, name: str | None, default_name: str = "dropout"
) -> Tensor:
    with name_scope(name or default_name):
        x = convert_to_tensor(x, name="x")
        known = isinstance(rate, (int, float))
        if known and not 0 <= rate < 1:
            raise ValueError(f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}")
        if not x.dtype.is_floating:
            raise ValueError(
                f"`x.dtype` must be a floating point tensor as `x` will be scaled. Received: x.dtype={x.dtype}"
            )
        if known and rate == 0:
            return x
        if known:
            scaled = x * convert_to_tensor(1.0 / (1.0 - rate), x.dtype)
        else:
            rate = to_tensor(rate, preferred=x.dtype)
            if rate.dtype is not x.dtype:
                rate = apply("Cast", (rate,), {"DstT": x.dtype})
            scaled = x / (convert_to_tensor(1, x.dtype) - rate)
        shape = _noise_shape(x, noise_shape)
        drawn = draw(shape, x.dtype)
        zero = convert_to_tensor(0, x.dtype)
        return apply("SelectV2", (apply("GreaterEqual", (drawn, rate)), scaled, zero))


def _noise_shape(x: Tensor, noise_shape: Any) -> Any:
    """The shape of the random numbers; None entries are taken from `x`."""
    if noise_shape is None:
        from graphwright.ops.array.shapes import shape

        return shape(x)
    if isinstance(noise_shape, (list, tuple)) and None in noise_shape:
        return [x.shape[i] if size is None else size for i, size in enumerate(noise_shape)]
    return noise_shape
