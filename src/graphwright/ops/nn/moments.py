"""Batch normalisation, moments and sufficient statistics, embedding lookup, Poisson loss."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from graphwright.base.dtypes import float32
from graphwright.core.prelude import AxisLike, Tensor, TensorLike, apply, errors, name_scope, to_tensor
from graphwright.ops.array.broadcasting import broadcast_to
from graphwright.ops.array.concat import concat
from graphwright.ops.array.select import where
from graphwright.ops.array.shapes import shape, squeeze
from graphwright.ops.index.gather import gather
from graphwright.ops.math.casts import cast
from graphwright.ops.math.clipping import clip_by_norm
from graphwright.ops.math.reductions import reduce_sum
from graphwright.ops.math.transcendental import exp, log


def batch_normalization(
    x: Any, mean: Any, variance: Any, offset: Any, scale: Any, variance_epsilon: float, name: str | None = None
) -> Tensor:
    """Normalise by a mean and variance, scale and shift: `scale * (x - mean) / sqrt(variance) + offset`.

    Args:
      x: a tensor of any shape; the other arguments broadcast to it.
      offset, scale: None omits them.
      variance_epsilon: added to the variance to avoid division by zero.

    >>> tf.nn.batch_normalization([1.0, 3.0], 2.0, 1.0, None, 10.0, 0.0).numpy()
    array([-10.,  10.], dtype=float32)
    """
    with name_scope(name or "batchnorm"):
        inverse = apply("Rsqrt", (to_tensor(variance) + variance_epsilon,))
        if scale is not None:
            inverse = inverse * scale
        x = to_tensor(x)
        shift: Any = (0 if offset is None else offset) - mean * inverse
        result: Tensor = x * cast(inverse, x.dtype) + cast(shift, x.dtype)
        return result


def sufficient_statistics(
    x: TensorLike, axes: Any, shift: TensorLike | None = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor, Tensor | None]:
    """The count, sum, sum of squares and shift from which the moments of `x` along axes are computed.

    Args:
      axes: a list of axes.
      shift: subtracted from `x` first; a value near the mean improves precision. None for no shift.

    >>> [float(v) for v in tf.nn.sufficient_statistics([1.0, 2.0, 3.0], [0])[:3]]
    [3.0, 6.0, 14.0]
    """
    with name_scope(name or "sufficient_statistics"):
        x = to_tensor(x, name="x")
        axes = list(axes)
        dims = None if x.shape.rank is None else [x.shape[a] for a in axes]
        if dims is not None and None not in dims:
            count = to_tensor(math.prod(dims), x.dtype)
        else:
            count = cast(apply("Prod", (gather(shape(x), axes), 0)), x.dtype)
        shift = None if shift is None else to_tensor(shift, x.dtype)
        centred = x if shift is None else x - shift
        total = reduce_sum(centred, axis=axes, keepdims=keepdims)
        return count, total, reduce_sum(centred * centred, axis=axes, keepdims=keepdims), shift


def normalize_moments(
    counts: TensorLike, mean_ss: TensorLike, variance_ss: TensorLike, shift: TensorLike, name: str | None = None
) -> tuple[Any, Any]:
    """Compute mean and variance from sufficient statistics.

    >>> mean, variance = tf.nn.normalize_moments(*tf.nn.sufficient_statistics([1.0, 3.0], [0]))
    >>> float(mean), float(variance)
    (2.0, 1.0)
    """
    with name_scope(name or "normalize"):
        divisor: Any = apply("Reciprocal", (to_tensor(counts),))
        shifted = mean_ss * divisor
        mean = shifted if shift is None else shifted + shift
        return mean, variance_ss * divisor - shifted * shifted


def weighted_moments(
    x: TensorLike, axes: AxisLike, frequency_weights: TensorLike, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Compute the weighted mean and variance of `x` along axes.

    The weights broadcast to `x`; integers are converted to the dtype of `x`.

    >>> mean, variance = tf.nn.weighted_moments([1.0, 5.0], [0], [3.0, 1.0])
    >>> float(mean), float(variance)
    (2.0, 3.0)
    """
    with name_scope(name or "weighted_moments"):
        x = to_tensor(x, name="x")
        weights = to_tensor(frequency_weights, name="frequency_weights")
        # sums are accumulated in float32
        wide = cast(x, float32) if x.dtype.size == 2 else x
        counted: Any = cast(weights, wide.dtype)
        weight_total = reduce_sum(broadcast_to(counted, shape(counted * wide)), axis=axes, keepdims=True)
        # both are 0 where all weights are 0
        mean = apply("DivNoNan", (reduce_sum(counted * wide, axis=axes, keepdims=True), weight_total))
        squares = reduce_sum(counted * (wide - mean) ** 2, axis=axes, keepdims=True)
        variance = apply("DivNoNan", (squares, weight_total))
        if not keepdims:
            mean, variance = squeeze(mean, axes), squeeze(variance, axes)
        return cast(mean, x.dtype), cast(variance, x.dtype)


def embedding_lookup(
    params: TensorLike, ids: TensorLike, max_norm: float | None = None, name: str | None = None
) -> Tensor:
    """Look up rows of an embedding table.

    Args:
      params: the table, a tensor or variable; or a list of evenly sized shards of consecutive rows.
      ids: an int32 or int64 tensor of any shape.
      max_norm: rows with a larger norm are clipped to it.

    Raises InvalidArgumentError for an id out of range.

    >>> tf.nn.embedding_lookup(tf.constant([[1.0, 1.0], [2.0, 2.0]]), [1, 0]).numpy().tolist()
    [[2.0, 2.0], [1.0, 1.0]]
    """
    if isinstance(params, (list, tuple)):
        params = _concat_shards(params)
    with name_scope(name or "embedding_lookup"):
        rows = gather(params, ids)
        if max_norm is None:
            return rows
        ids_rank = to_tensor(ids).shape.rank or 0
        if rows.shape.rank is None:
            raise ValueError("embedding_lookup with max_norm needs a table whose rank is known.")
        clipped: Tensor = clip_by_norm(rows, max_norm, axes=list(range(ids_rank, rows.shape.rank)))
        return clipped


def _concat_shards(shards: Sequence[Tensor]) -> Tensor:
    """Concatenate the shards. Ids are divided evenly, the first shards having one more row; other sizes are refused."""
    if not shards:
        raise ValueError("embedding_lookup needs at least one shard in `params`.")
    if len(shards) == 1:
        return shards[0]
    tables = [to_tensor(s) for s in shards]
    sizes = [s.shape[0] if s.shape.rank else None for s in tables]
    known = [n for n in sizes if n is not None]
    if len(known) != len(sizes):
        raise errors.UnimplementedError(
            f"embedding_lookup: shards whose number of rows is not known are not supported, got {sizes}; join them."
        )
    least, more = divmod(sum(known), len(known))
    if known != [least + (i < more) for i in range(len(known))]:
        raise errors.UnimplementedError(
            f"embedding_lookup: shards must divide the rows evenly, the first ones taking one more; got sizes {known}. "
            "Join them with tf.concat."
        )
    return concat(tables, 0)


def log_poisson_loss(
    targets: TensorLike, log_input: TensorLike, compute_full_loss: bool = False, name: str | None = None
) -> Tensor:
    """Elementwise negative log-likelihood of counts under Poisson distributions.

    Args:
      targets: the counts, of the dtype and shape of `log_input`.
      log_input: the logarithm of each distribution's mean.
      compute_full_loss: include Stirling's approximation of log(targets!), for targets above 1.

    Raises ValueError when the shapes differ.

    >>> tf.nn.log_poisson_loss([1.0], [0.0]).numpy()
    array([1.], dtype=float32)
    """
    with name_scope(name or "log_poisson_loss"):
        log_input = to_tensor(log_input, name="log_input")
        targets = to_tensor(targets, None if hasattr(targets, "dtype") else log_input.dtype, "targets")
        if not targets.shape.is_compatible_with(log_input.shape):
            raise ValueError(
                f"`log_input` and `targets` must have the same shape, received ({log_input.shape} vs {targets.shape})."
            )
        loss = exp(log_input) - log_input * targets
        if compute_full_loss:
            stirling = targets * log(targets) - targets + 0.5 * log(2 * math.pi * targets)
            small = (targets >= 0) & (targets <= 1)
            loss = loss + where(small, targets * 0, stirling)
        result: Tensor = loss
        return result
