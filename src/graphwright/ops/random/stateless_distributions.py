"""Stateless random ops whose distribution parameters are tensors: gamma and binomial."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, float64, int32
from graphwright.core.prelude import Array, Tensor, apply, convert_to_tensor, errors, name_scope, to_tensor
from graphwright.core.typing import Application, DTypeLike, Gradients, ShapeLike, TensorLike
from graphwright.ir.prelude import Dim, OpRecord, ShapeContext, op
from graphwright.ops.random import _philox, _rejection
from graphwright.ops.random._seeds import seed_tensor
from graphwright.ops.random.sampling import checked_size, shape_from_value, shape_tensor


def generator_from(key: Array, counter: Array) -> np.random.Generator:
    """NumPy's Philox generator for a key and a counter."""
    return np.random.Generator(np.random.Philox(key=int(key[0]), counter=[0, 0, int(counter[0]), int(counter[1])]))


def check_shape_suffix(size: tuple[int, ...], *parameters: Array) -> None:
    """Check that a shape ends with the broadcast shape of the parameters."""
    try:
        inner = np.broadcast_shapes(*(p.shape for p in parameters))
    except ValueError:
        raise errors.InvalidArgumentError(
            f"Parameters must broadcast together, got shapes {[p.shape for p in parameters]}"
        ) from None
    if size[len(size) - len(inner) :] != inner:
        raise errors.InvalidArgumentError("Shape passed in must end with broadcasted shape.")


def sample_by_parameters(
    sample: _rejection.Sample,
    size: tuple[int, ...],
    key: Array,
    counter: Array,
    *parameters: Array,
    stride: Callable[[Array], Array] | None = None,
) -> Array:
    """Sample float64 numbers of this size, whose last axes are the broadcast shape of the parameters."""
    wide = np.broadcast_arrays(*(p.astype(np.float64) for p in parameters))
    rows = np.stack([p.reshape(-1) for p in wide], axis=-1)
    each = math.prod(size[: len(size) - wide[0].ndim])
    blocks = _rejection.BLOCKS_PER_RESULT if stride is None else stride(rows)
    return _rejection.draw(sample, key, counter, rows, each, blocks).reshape(size)


def as_counts(drawn: Array, dtype: DType) -> Array:
    """Convert counts to a dtype; in integer dtypes NaN becomes 0 and values saturate."""
    if not dtype.is_integer:
        with np.errstate(over="ignore"):
            return drawn.astype(dtype.numpy)
    info = np.iinfo(dtype.numpy)
    known = np.where(np.isnan(drawn), 0.0, drawn)
    return np.where(known >= info.max, info.max, np.clip(known, 0, 2.0**62).astype(np.int64)).astype(dtype.numpy)


def draw_gamma(alpha: Array, size: tuple[int, ...], key: Array, counter: Array) -> Array:
    """Gamma numbers of rate 1; `size` ends with the shape of `alpha`; NaN where `alpha` is invalid."""
    with np.errstate(under="ignore", over="ignore"):
        drawn = sample_by_parameters(_rejection.gamma, size, key, counter, alpha)
        if alpha.dtype.itemsize == 2:
            drawn = drawn.astype(np.float32)  # rounded twice
        return drawn.astype(alpha.dtype)


def draw_binomial(
    counts: Array, probs: Array, size: tuple[int, ...], key: Array, counter: Array, dtype: DType
) -> Array:
    """Binomial counts: successes in `counts` trials of probability `probs`."""
    drawn = sample_by_parameters(
        _rejection.binomial, size, key, counter, counts, probs, stride=_rejection.binomial_stride
    )
    return as_counts(drawn, dtype)


def _gamma(shape: Array, key: Array, counter: Array, alg: Array, alpha: Array) -> Array:
    size = tuple(checked_size(shape))
    check_shape_suffix(size, alpha)
    return draw_gamma(alpha, size, key, counter)


def _gamma_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.random.distributions import gamma_gradient

    return [None, None, None, None, gamma_gradient(op.inputs[4], op.outputs[0], grad)]


STATELESS_GAMMA: OpRecord = op(
    "StatelessRandomGammaV3",
    "shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype -> output: dtype",
    "dtype: {half, float, double}; shape_dtype: index = int32",
    shape=shape_from_value,
    kernel=_gamma,
    gradient=_gamma_gradient,
)


def _binomial(shape: Array, seed: Array, counts: Array, probs: Array, dtype: DType) -> Array:
    size = tuple(checked_size(shape))
    check_shape_suffix(size, counts, probs)
    return draw_binomial(counts, probs, size, *_philox.key_counter_from_seed(seed), dtype)


def seeded_dims(ctx: ShapeContext) -> tuple[Dim, ...] | None:
    """The shape in input 0; checks that the seed has shape [2]."""
    if not ctx.types[1].shape.is_compatible_with([2]):
        raise ctx.fail("seed must have shape [2]")
    return shape_from_value(ctx)


STATELESS_BINOMIAL: OpRecord = op(
    "StatelessRandomBinomial",
    "shape: S, seed: Tseed, counts: T, probs: T -> output: dtype",
    "S: index; Tseed: index = int64; T: {half, float, double, int32, int64} = double; "
    "dtype: {half, float, double, int32, int64} = int64",
    shape=seeded_dims,
    kernel=_binomial,
    no_gradient=True,
)


def stateless_gamma(
    shape: ShapeLike,
    seed: TensorLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = float32,
    name: str | None = None,
) -> Tensor:
    """Sample the gamma distribution deterministically from a seed.

    Args:
      shape: of the result; its last axes are the broadcast shape of `alpha` and `beta`.
      seed: two integers, a tensor of shape [2].
      alpha: the shape parameter.
      beta: the rate, 1 by default; it and `alpha` have gradients.

    Raises InvalidArgumentError for a shape that does not end with the parameters' shape.

    >>> bool(tf.reduce_all(tf.random.stateless_gamma([10, 2], [1, 2], alpha=[0.5, 1.5]) > 0))
    True
    """
    from graphwright.ops.random.stateless import seeded

    kind = as_dtype(dtype)
    with name_scope(name or "stateless_random_gamma"):
        key, counter, algorithm = seeded(seed)
        alpha = convert_to_tensor(alpha, kind, name="alpha")
        rate = convert_to_tensor(1 if beta is None else beta, kind, name="beta")
        both = apply("BroadcastArgs", (apply("Shape", (alpha,)), apply("Shape", (rate,))))
        drawn = apply(
            STATELESS_GAMMA, (shape_tensor(shape), key, counter, algorithm, apply("BroadcastTo", (alpha, both)))
        )
        least = np.asarray(np.finfo(kind.numpy).tiny, kind.numpy)
        return apply("Maximum", (least, apply("RealDiv", (drawn, rate))))


def stateless_binomial(
    shape: ShapeLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    output_dtype: DTypeLike = int32,
    name: str | None = None,
) -> Tensor:
    """Sample binomial counts (successes in `counts` trials of probability `probs`) deterministically from a seed.

    Args:
      shape: of the result; its last axes are the broadcast shape of `counts` and `probs`.
      seed: two integers, a tensor of shape [2].
      counts, probs: tensors of numbers.
      output_dtype: dtype of the result.

    >>> tf.random.stateless_binomial([2], [1, 2], counts=10.0, probs=1.0).numpy()
    array([10, 10], dtype=int32)
    """
    with name_scope(name or "stateless_random_binomial"):
        probs = to_tensor(probs, None, "probs", float32)
        counts = to_tensor(counts, None, "counts", probs.dtype)
        if counts.dtype is not probs.dtype:
            wide = float64 if float64 in (counts.dtype, probs.dtype) else probs.dtype
            counts, probs = (apply("Cast", (t,), {"DstT": wide}) for t in (counts, probs))
        inputs = (shape_tensor(shape), seed_tensor(seed), counts, probs)
        return apply(STATELESS_BINOMIAL, inputs, {"dtype": as_dtype(output_dtype)})
