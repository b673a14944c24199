"""Permutations that depend on a seed alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import int32
from graphwright.base.shape import Dim
from graphwright.core.context import name_scope
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Array, Tensor
from graphwright.core.typing import Application, Gradients, TensorLike
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ops.math._broadcast import broadcast_dims
from graphwright.ops.random.sampling import shuffled
from graphwright.ops.random.stateless import check_algorithm, seeded

_U64 = np.uint64
_STEPS = 3  # to a round: with one, four rounds leave the places of ten numbers a tenth more or less likely than others


def _stirred(x: Tensor) -> Any:
    """64 bits, each of which depends on all that are given (the last steps of SplitMix64)."""
    x = (x ^ (x >> _U64(30))) * _U64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> _U64(27))) * _U64(0x94D049BB133111EB)
    return x ^ (x >> _U64(31))


def _permuted(index: Array, key: Array, most: Array, rounds: int) -> Array:
    """Where numbers go in a permutation of 0 to `most`: halves of their bits are stirred in turn (H. Feistel).

    That permutes the numbers with an even count of bits; one that is then too large is permuted again.
    """
    bits = np.frexp(most.astype(np.float64))[1]
    half = np.clip((bits + 1) // 2, 1, 32).astype(_U64)
    mask = (_U64(1) << half) - _U64(1)
    made: Array = index.copy()
    left = np.arange(index.size)
    while left.size:
        low, high = made[left] & mask[left], made[left] >> half[left]
        for round_ in range(_STEPS * rounds):
            stirred = _stirred(low + _stirred(key[left] + _U64(round_)))
            low, high = high ^ (stirred & mask[left]), low
        made[left] = (high << half[left]) | low
        left = left[made[left] > most[left]]
    return made


def _index_shuffle_kernel(index: Array, seed: Array, max_index: Array, *, rounds: int) -> Array:
    if seed.ndim not in (1, 2) or seed.shape[-1] != 3:
        raise errors.InvalidArgumentError(f"seed must have the shape [3] or [n, 3], got {list(seed.shape)}")
    parts = (index, max_index, seed[..., 0])
    try:
        shape = np.broadcast_shapes(*(p.shape for p in parts))
    except ValueError:
        raise errors.InvalidArgumentError(
            f"index, seed and max_index must be as many, got shapes {[p.shape for p in (index, seed, max_index)]}"
        ) from None
    key = np.zeros(seed.shape[:-1], _U64)
    for part in np.moveaxis(seed, -1, 0):
        key = _stirred(key * _U64(3) + part.astype(_U64) + _U64(0x9E3779B97F4A7C15))
    at, keys, most = (np.broadcast_to(p, shape).reshape(-1) for p in (index, key, max_index))
    for wrong in np.flatnonzero((at < 0) | (at > most))[:1]:
        raise errors.InvalidArgumentError(
            f"max_index must be >= index and index >= 0, got {most[wrong]} and {at[wrong]}"
        )
    made: Array = _permuted(at.astype(_U64), keys, most.astype(_U64), rounds).astype(index.dtype).reshape(shape)
    return made


def _index_dims(ctx: ShapeContext) -> tuple[Dim, ...] | None:
    dims, seeds, most = (ctx.dims(i) for i in range(3))
    return broadcast_dims(ctx, broadcast_dims(ctx, dims, seeds and seeds[:-1]), most)


INDEX_SHUFFLE = op(
    "RandomIndexShuffle",
    "index: dtype, seed: Tseed, max_index: dtype -> output: dtype",
    "rounds: int = 4; dtype: {int32, uint32, int64, uint64}; Tseed: {int32, uint32, int64, uint64}",
    shape=_index_dims,
    kernel=_index_shuffle_kernel,
    no_gradient=True,
)


def _stateless_shuffle(value: Array, key: Array, counter: Array, alg: Array) -> Array:
    check_algorithm(alg)
    if value.ndim == 0 or len(value) < 2:
        return value
    return shuffled(value, key, counter)


def _shuffle_gradient(op: Application, grad: Tensor) -> Gradients:
    """Each row's gradient, from where the row went: the order depends on the seed and the number of rows alone."""
    value, *seed = op.inputs
    shape = apply("Shape", (value,))
    first = apply("StridedSlice", (shape, [0], [1], [1]))  # of a scalar: nothing
    others = apply("StridedSlice", (shape, [1], [0], [1]), {"end_mask": 1})
    count, inside = apply("Prod", (first, 0)), apply("Prod", (others, 0))
    order = apply(STATELESS_SHUFFLE, (apply("Range", (0, count, 1)), *seed))
    rows = apply("Reshape", (grad, apply("Pack", ([count, inside],))))
    back = apply("GatherV2", (rows, apply("InvertPermutation", (order,)), 0))
    return [apply("Reshape", (back, shape)), None, None, None]


STATELESS_SHUFFLE = op(
    "StatelessShuffle",
    "value: T, key: uint64, counter: uint64, alg: int32 -> output: T",
    "T: type",
    shape=lambda ctx: ctx.dims(0),
    kernel=_stateless_shuffle,
    gradient=_shuffle_gradient,
)

# public functions -------------------------------------------------------------------------------------------


def index_shuffle(index: TensorLike, seed: TensorLike, max_index: TensorLike) -> Tensor:
    """Where an index goes in a random permutation of the numbers from 0 to `max_index`.

    Args:
      index: an integer or a vector of int32, int64, uint32 or uint64.
      seed: two integers, or a row of two for each index: it names the permutation.
      max_index: the largest number, that of the last element.

    Nothing is as large as the permutation: the indices of a data set can be shuffled without a list of them. Raises
    InvalidArgumentError for an index above `max_index`. The permutations are not those of TensorFlow.

    >>> import graphwright as tf
    >>> sorted(int(tf.random.experimental.index_shuffle(i, [1, 2], 4)) for i in range(5))
    [0, 1, 2, 3, 4]
    """
    seed = convert_to_tensor(seed, dtype_hint=int32, name="seed")
    last = apply("ZerosLike", (seed[..., :1],))
    index = convert_to_tensor(index, dtype_hint=int32, name="index")
    most = convert_to_tensor(max_index, index.dtype, name="max_index")
    return apply(INDEX_SHUFFLE, (index, apply("ConcatV2", ([seed, last], -1)), most))


def stateless_shuffle(
    value: TensorLike, seed: TensorLike, alg: TensorLike = "auto_select", name: str | None = None
) -> Tensor:
    """The rows of a tensor in an order that depends on the seed alone.

    Args:
      value: a tensor; of rank 0 it stays as it is.
      seed: two integers, a tensor of shape [2].
      alg: the algorithm, as for `tf.random.stateless_uniform`.

    >>> import graphwright as tf
    >>> sorted(tf.random.experimental.stateless_shuffle([3, 1, 2], [1, 2]).numpy().tolist())
    [1, 2, 3]
    """
    with name_scope(name or "stateless_shuffle"):
        key, counter, number = seeded(seed, alg)
        return apply(STATELESS_SHUFFLE, (value, key, counter, number))


__all__ = ["index_shuffle", "stateless_shuffle"]
