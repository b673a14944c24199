"""Local response normalization, and batch normalization as the oldest models have it."""

from __future__ import annotations

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, to_tensor
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, describe_dims, op

_ATTRS = (
    "depth_radius: int = 5; bias: float = 1.0; alpha: float = 1.0; beta: float = 0.5; "
    "T: {half, bfloat16, float} = float"
)


def _rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is not None and len(dims) != 4:
        raise errors.ShapeMismatchError(f"in must be 4-dimensional: {describe_dims(dims)}")
    return dims


def _sums(x: Array, radius: int) -> Array:
    """The sum over the channels that are no further away than `radius`."""
    channels = np.arange(x.shape[-1])
    near = np.abs(channels[:, None] - channels) <= radius
    result: Array = x @ near.astype(np.float32)
    return result


def _lrn(x: Array, depth_radius: int, bias: float, alpha: float, beta: float) -> Array:
    if x.ndim != 4:
        raise errors.ShapeMismatchError(f"in must be 4-dimensional: {describe_dims(x.shape)}")
    wide = x.astype(np.float32)
    scale = np.float32(bias) + np.float32(alpha) * _sums(wide * wide, depth_radius)
    result: Array = (wide * scale ** np.float32(-beta)).astype(x.dtype)
    return result


def _near(x: Tensor, radius: int) -> Tensor:
    """The matrix by which a product sums over neighbouring channels."""
    channels = apply("Shape", (x,), {"out_type": int64})[3]
    ones = apply("Fill", (apply("Pack", ([channels, channels],)), np.ones((), x.dtype.numpy)))
    width = apply("Minimum", (channels, np.int64(radius)))  # a band wider than the matrix is refused
    return apply("MatrixBandPart", (ones, width, width))


def _neighbours(x: Tensor, near: Tensor) -> Tensor:
    return apply("BatchMatMulV2", (x, near))


def _gradient(op: Application, grad: Tensor) -> Gradients:
    x = op.inputs[0]
    dtype = x.dtype.numpy
    bias, alpha, beta = (np.asarray(op.attrs[n], dtype) for n in ("bias", "alpha", "beta"))
    near = _near(x, int(op.attrs["depth_radius"]))
    squares = _neighbours(apply("Square", (x,)), near)
    scale = apply("AddV2", (apply("Mul", (squares, alpha)), bias))
    power = apply("Pow", (scale, -beta))
    inner = apply("RealDiv", (apply("Mul", (apply("Mul", (grad, x)), power)), scale))
    spread = apply("Mul", (apply("Mul", (x, _neighbours(inner, near))), np.asarray(2 * alpha * beta, dtype)))
    return [apply("Sub", (apply("Mul", (grad, power)), spread))]


LRN: OpRecord = op("LRN", "input: T -> output: T", _ATTRS, shape=_rule, kernel=_lrn, gradient=_gradient)


def _lrn_grad(grads: Array, x: Array, y: Array, depth_radius: int, bias: float, alpha: float, beta: float) -> Array:
    if not grads.shape == x.shape == y.shape:
        raise errors.InvalidArgumentError("input_grads, input_image, and out_image should have the same shape")
    g, wide = grads.astype(np.float32), x.astype(np.float32)
    scale = np.float32(bias) + np.float32(alpha) * _sums(wide * wide, depth_radius)
    power = scale ** np.float32(-beta)
    spread = np.float32(2 * alpha * beta) * wide * _sums(g * y.astype(np.float32) / scale, depth_radius)
    result: Array = (g * power - spread).astype(x.dtype)
    return result


LRN_GRAD: OpRecord = op(
    "LRNGrad",
    "input_grads: T, input_image: T, output_image: T -> output: T",
    _ATTRS,
    shape=_rule,
    kernel=_lrn_grad,
)


def local_response_normalization(
    input: TensorLike,
    depth_radius: int = 5,
    bias: float = 1,
    alpha: float = 1,
    beta: float = 0.5,
    name: str | None = None,
) -> Tensor:
    """Divide each value by `(bias + alpha * s) ** beta`, s being the sum of squares over neighbouring channels.

    Args:
      input: float tensor of shape [batch, height, width, channels].
      depth_radius: how many channels on either side count as neighbours.
      bias: added to the sum, so that it is not 0.
      alpha: the factor of the sum.
      beta: the exponent.
      name: the name of the operation.

    >>> tf.nn.local_response_normalization([[[[3.0, 4.0]]]], bias=0).numpy().round(3).tolist()
    [[[[0.6000000238418579, 0.800000011920929]]]]
    """
    attrs = {"depth_radius": depth_radius, "bias": float(bias), "alpha": float(alpha), "beta": float(beta)}
    return apply(LRN, (input,), attrs, name)


def batch_norm_with_global_normalization(
    input: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    beta: TensorLike,
    gamma: TensorLike,
    variance_epsilon: float,
    scale_after_normalization: bool,
    name: str | None = None,
) -> Tensor:
    """Normalize each channel by a mean and variance; use `tf.nn.batch_normalization`.

    Args:
      input: float tensor of shape [batch, height, width, channels].
      mean: of each channel.
      variance: of each channel.
      beta: added to each channel.
      gamma: the factor of each channel, with `scale_after_normalization`.
      variance_epsilon: added to the variance.
      scale_after_normalization: whether there is a factor.
      name: the name of the operations.

    >>> mean, variance, beta, gamma = (tf.constant([v]) for v in (1.0, 4.0, 0.5, 2.0))
    >>> tf.nn.batch_norm_with_global_normalization([[[[3.0]]]], mean, variance, beta, gamma, 0.0, True).numpy().tolist()
    [[[[2.5]]]]
    """
    from graphwright.ops.nn.moments import batch_normalization

    x, average, spread, offset = (to_tensor(v) for v in (input, mean, variance, beta))
    scale = to_tensor(gamma) if scale_after_normalization else None
    return batch_normalization(x, average, spread, offset, scale, variance_epsilon, name)


lrn = local_response_normalization
