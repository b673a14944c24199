"""Random ops whose distribution parameters are tensors: gamma, Poisson and truncated normal."""

from __future__ import annotations

import math

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, float64, from_numpy, int32
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Array, DTypeLike, ShapeLike, Tensor, TensorLike, apply, errors, name_scope
from graphwright.ir.prelude import Dim, Elementwise, OpRecord, ShapeContext, op
from graphwright.ops.math._broadcast import broadcast_rule, elementwise
from graphwright.ops.math.formulas._formula import as_rule, on_arrays
from graphwright.ops.math.formulas._igamma import sample_slope
from graphwright.ops.random import _philox, _rejection
from graphwright.ops.random._seeds import get_seed, seed_tensor
from graphwright.ops.random._truncated import truncated
from graphwright.ops.random.sampling import checked_size, shape_tensor, stream_position
from graphwright.ops.random.stateless_distributions import (
    as_counts,
    check_shape_suffix,
    draw_gamma,
    generator_from,
    sample_by_parameters,
    seeded_dims,
)

_NUMBERS = "{half, float, double, int32, int64}"


def _repeated_dims(ctx: ShapeContext) -> tuple[Dim, ...] | None:
    """The shape in input 0 followed by the parameter's shape."""
    size, inner = ctx.dims_value(0), ctx.dims(1)
    return None if size is None or inner is None else (*size, *inner)


def _repeated(shape: Array, parameter: Array) -> tuple[int, ...]:
    if shape.ndim != 1:
        raise errors.InvalidArgumentError(f"shape must be a vector, got shape: {shape.shape}")
    return (*checked_size(shape), *parameter.shape)


# gamma ------------------------------------------------------------------------------------------------------


def _random_gamma(shape: Array, alpha: Array, *, seed: int, seed2: int) -> Array:
    size = _repeated(shape, alpha)
    position = stream_position("RandomGamma", seed, seed2, _rejection.BLOCKS_PER_RESULT * math.prod(size), alpha.dtype)
    return draw_gamma(alpha, size, *position)


RANDOM_GAMMA_GRAD = op(
    "RandomGammaGrad",
    "alpha: T, sample: T -> output: T",
    "T: {float, double}",
    shape=broadcast_rule,
    kernel=elementwise(on_arrays(sample_slope)),
    native=Elementwise(as_rule("random_gamma_grad", sample_slope)),
)


def gamma_gradient(alpha: Tensor, sample: Tensor, grad: Tensor) -> Tensor:
    """The gradient of a gamma sample by its shape parameter, whose axes are the sample's last axes."""
    kind = sample.dtype
    if kind.size == 2:
        alpha, sample = (apply("Cast", (t,), {"DstT": float32}) for t in (alpha, sample))
    slope = apply(RANDOM_GAMMA_GRAD, (alpha, sample))
    slope = slope if slope.dtype is kind else apply("Cast", (slope,), {"DstT": kind})
    more = apply("Sub", (apply("Rank", (grad,)), apply("Rank", (alpha,))))
    return apply("Sum", (apply("Mul", (grad, slope)), apply("Range", (0, more, 1))))


RANDOM_GAMMA = op(
    "RandomGamma",
    "shape: S, alpha: T -> output: T",
    "seed: int = 0; seed2: int = 0; S: index; T: {half, float, double}",
    shape=_repeated_dims,
    kernel=_random_gamma,
    gradient=lambda op, grad: [None, gamma_gradient(op.inputs[1], op.outputs[0], grad)],
    effect="random",
)

# Poisson ----------------------------------------------------------------------------------------------------


def draw_poisson(rate: Array, size: tuple[int, ...], key: Array, counter: Array, dtype: DType) -> Array:
    """Poisson counts; `size` ends with the shape of `rate`. 0 where it is not positive, `rate` itself if huge."""
    drawn = sample_by_parameters(_rejection.poisson, size, key, counter, rate)
    return as_counts(drawn, dtype)


def _random_poisson(shape: Array, rate: Array, *, seed: int, seed2: int, dtype: DType) -> Array:
    size = _repeated(shape, rate)
    blocks = _rejection.BLOCKS_PER_RESULT * math.prod(size)
    position = stream_position("RandomPoissonV2", seed, seed2, blocks, rate.dtype, dtype)
    return draw_poisson(rate, size, *position, dtype)


RANDOM_POISSON: OpRecord = op(
    "RandomPoissonV2",
    "shape: S, rate: R -> output: dtype",
    f"seed: int = 0; seed2: int = 0; S: index; R: {_NUMBERS} = double; dtype: {_NUMBERS} = int64",
    shape=_repeated_dims,
    kernel=_random_poisson,
    effect="random",
)


def _random_poisson_v1(shape: Array, rate: Array, *, seed: int, seed2: int, dtype: DType) -> Array:
    size = _repeated(shape, rate)
    blocks = _rejection.BLOCKS_PER_RESULT * math.prod(size)
    position = stream_position("RandomPoisson", seed, seed2, blocks, rate.dtype, dtype)
    return draw_poisson(rate, size, *position, dtype)


RANDOM_POISSON_V1: OpRecord = op(
    "RandomPoisson",
    "shape: S, rate: dtype -> output: dtype",
    "seed: int = 0; seed2: int = 0; S: index; dtype: {half, float, double}",
    shape=_repeated_dims,
    kernel=lambda shape, rate, *, seed, seed2: _random_poisson_v1(
        shape, rate, seed=seed, seed2=seed2, dtype=from_numpy(rate.dtype)
    ),
    effect="random",
)


def _stateless_poisson(shape: Array, seed: Array, lam: Array, *, dtype: DType) -> Array:
    size = checked_size(shape)
    check_shape_suffix(size, lam)
    return draw_poisson(lam, size, *_philox.key_counter_from_seed(seed), dtype)


STATELESS_POISSON: OpRecord = op(
    "StatelessRandomPoisson",
    "shape: T, seed: Tseed, lam: Rtype -> output: dtype",
    f"Rtype: {_NUMBERS}; dtype: {_NUMBERS}; T: index; Tseed: index = int64",
    shape=seeded_dims,
    kernel=_stateless_poisson,
    no_gradient=True,
)

# truncated --------------------------------------------------------------------------------------------------


def _truncated(shape: Array, seed: Array, means: Array, stddevs: Array, minvals: Array, maxvals: Array) -> Array:
    size = checked_size(shape)
    check_shape_suffix(size, means, stddevs, minvals, maxvals)
    mean, deviation, least, most = (x.astype(np.float64) for x in (means, stddevs, minvals, maxvals))
    if not ((deviation > 0) & (least < most) & np.isfinite(mean)).all():
        raise errors.InvalidArgumentError(
            "Invalid parameters: means must be finite, stddevs positive, and minvals less than maxvals."
        )
    low, high = np.broadcast_to((least - mean) / deviation, size), np.broadcast_to((most - mean) / deviation, size)
    drawn = truncated(low, high, generator_from(*_philox.key_counter_from_seed(seed)))
    return np.clip(drawn * deviation + mean, least, most).astype(means.dtype)


STATELESS_PARAMETERIZED_TRUNCATED_NORMAL: OpRecord = op(
    "StatelessParameterizedTruncatedNormal",
    "shape: S, seed: Tseed, means: dtype, stddevs: dtype, minvals: dtype, maxvals: dtype -> output: dtype",
    "S: index; Tseed: index = int64; dtype: {half, float, double}",
    shape=seeded_dims,
    kernel=_truncated,
)

# public functions -------------------------------------------------------------------------------------------


def gamma(
    shape: ShapeLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Sample the gamma distribution: `shape` numbers for each pair of `alpha` and `beta`.

    Args:
      shape: vector of integers; the result's shape is this, followed by the broadcast shape of `alpha` and `beta`.
      alpha: the shape parameter, a tensor of `dtype`; it and `beta` have gradients.
      beta: the rate, 1 by default.
      dtype: half, float32 or float64.
      seed: operation seed, see `tf.random.set_seed`.

    The result is NaN where `alpha` is negative or NaN.

    >>> x = tf.random.gamma([10], alpha=[0.5, 1.5])
    >>> x.shape.as_list(), bool(tf.reduce_all(x > 0))
    ([10, 2], True)
    """
    kind = as_dtype(dtype)
    with name_scope(name or "random_gamma"):
        size = shape_tensor(shape)
        alpha = convert_to_tensor(alpha, kind, name="alpha")
        rate = convert_to_tensor(1 if beta is None else beta, kind, name="beta")
        both = apply("BroadcastArgs", (apply("Shape", (alpha,)), apply("Shape", (rate,))))
        seed1, seed2 = get_seed(seed)
        drawn = apply(RANDOM_GAMMA, (size, apply("BroadcastTo", (alpha, both))), {"seed": seed1, "seed2": seed2})
        least = np.asarray(np.finfo(kind.numpy).tiny, kind.numpy)
        return apply("Maximum", (least, apply("RealDiv", (drawn, rate))))


def poisson(
    shape: ShapeLike, lam: TensorLike, dtype: DTypeLike = float32, seed: int | None = None, name: str | None = None
) -> Tensor:
    """Sample the Poisson distribution: `shape` counts for each mean in `lam`.

    Args:
      shape: vector of integers; the result's shape is this, followed by that of `lam`.
      lam: the means; counts are 0 where a mean is not positive.
      dtype: half, float32, float64, int32 or int64.
      seed: operation seed, see `tf.random.set_seed`.

    >>> tf.random.poisson([3], [0.0, 1e3]).shape.as_list()
    [3, 2]
    """
    with name_scope(name or "random_poisson"):
        seed1, seed2 = get_seed(seed)
        rate = to_tensor(lam, None, "lam", float32)
        attrs = {"seed": seed1, "seed2": seed2, "dtype": as_dtype(dtype)}
        return apply(RANDOM_POISSON, (shape_tensor(shape), rate), attrs)


def stateless_poisson(
    shape: ShapeLike, seed: TensorLike, lam: TensorLike, dtype: DTypeLike = int32, name: str | None = None
) -> Tensor:
    """Sample the Poisson distribution deterministically from a seed.

    Args:
      shape: of the result; its last axes are those of `lam`.
      seed: two integers, a tensor of shape [2].
      lam: the means.
      dtype: of the result.

    Raises InvalidArgumentError for a shape that does not end with the parameters' shape.

    >>> tf.random.stateless_poisson([2, 2], [1, 2], lam=[0.0, 5.0]).numpy()[:, 0]
    array([0, 0], dtype=int32)
    """
    with name_scope(name or "stateless_random_poisson"):
        rate = to_tensor(lam, None, "lam", float32)
        inputs = (shape_tensor(shape), seed_tensor(seed), rate)
        return apply(STATELESS_POISSON, inputs, {"dtype": as_dtype(dtype)})


def stateless_parameterized_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    name: str | None = None,
) -> Tensor:
    """Sample a normal distribution truncated to bounds, deterministically from a seed.

    Args:
      shape: of the result; its last axes are the broadcast shape of the parameters.
      seed: two integers, a tensor of shape [2].
      means, stddevs: of the distribution before truncation.
      minvals, maxvals: the bounds.

    Raises InvalidArgumentError for deviations that are not positive and for empty ranges. The numbers differ from
    TensorFlow's.

    >>> x = tf.random.stateless_parameterized_truncated_normal([100], [1, 2], minvals=5.0, maxvals=6.0)
    >>> bool(tf.reduce_all((x >= 5.0) & (x <= 6.0)))
    True
    """
    with name_scope(name or "stateless_parameterized_truncated_normal"):
        named = {"means": means, "stddevs": stddevs, "minvals": minvals, "maxvals": maxvals}
        kinds = {getattr(v, "dtype", None) for v in named.values()}
        hint = float64 if float64 in kinds else float32
        parameters = [to_tensor(v, None, n, hint) for n, v in named.items()]
        inputs = (shape_tensor(shape), seed_tensor(seed), *parameters)
        return apply(STATELESS_PARAMETERIZED_TRUNCATED_NORMAL, inputs)
