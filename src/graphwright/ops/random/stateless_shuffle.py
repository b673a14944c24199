"""Stateless shuffles and permutations."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, name_scope
from graphwright.ir.prelude import Dim, ShapeContext, op
from graphwright.ops.math._broadcast import broadcast_dims
from graphwright.ops.random._seeds import seed_tensor
from graphwright.ops.random.sampling import shuffled
from graphwright.ops.random.stateless import check_algorithm, seeded

_U64 = np.uint64
_STEPS = 3  # per round: with one, four rounds leave the probabilities of ten positions a tenth apart


def _mix64(x: Tensor) -> Any:
    """Mix 64 bits so that each output bit depends on every input bit (the finalizer of SplitMix64)."""
    x = (x ^ (x >> _U64(30))) * _U64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> _U64(27))) * _U64(0x94D049BB133111EB)
    return x ^ (x >> _U64(31))


def _feistel_permute(index: Array, key: Array, most: Array, rounds: int) -> Array:
    """A Feistel network on the bits of each index: a permutation of 0 to `most`.

    The network permutes the numbers of an even bit count; results above `most` are permuted again (cycle walking).
    """
    bits = np.frexp(most.astype(np.float64))[1]
    half = np.clip((bits + 1) // 2, 1, 32).astype(_U64)
    mask = (_U64(1) << half) - _U64(1)
    result: Array = index.copy()
    pending = np.arange(index.size)
    while pending.size:
        low, high = result[pending] & mask[pending], result[pending] >> half[pending]
        for round_ in range(_STEPS * rounds):
            mixed = _mix64(low + _mix64(key[pending] + _U64(round_)))
            low, high = high ^ (mixed & mask[pending]), low
        result[pending] = (high << half[pending]) | low
        pending = pending[result[pending] > most[pending]]
    return result


def _index_shuffle_kernel(index: Array, seed: Array, max_index: Array, *, rounds: int) -> Array:
    if seed.ndim not in (1, 2) or seed.shape[-1] != 3:
        raise errors.ShapeMismatchError(f"seed must have the shape [3] or [n, 3], got {list(seed.shape)}")
    operands = (index, max_index, seed[..., 0])
    try:
        shape = np.broadcast_shapes(*(p.shape for p in operands))
    except ValueError:
        raise errors.InvalidArgumentError(
            f"index, seed and max_index must have compatible shapes, got {[p.shape for p in (index, seed, max_index)]}"
        ) from None
    key = np.zeros(seed.shape[:-1], _U64)
    for word in np.moveaxis(seed, -1, 0):
        key = _mix64(key * _U64(3) + word.astype(_U64) + _U64(0x9E3779B97F4A7C15))
    at, keys, most = (np.broadcast_to(p, shape).reshape(-1) for p in (index, key, max_index))
    for wrong in np.flatnonzero((at < 0) | (at > most))[:1]:
        raise errors.InvalidArgumentError(
            f"max_index must be >= index and index >= 0, got {most[wrong]} and {at[wrong]}"
        )
    return _feistel_permute(at.astype(_U64), keys, most.astype(_U64), rounds).astype(index.dtype).reshape(shape)


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
    """Undo the permutation, which depends only on the seed and the number of rows."""
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
    """Map an index through a random permutation of the numbers from 0 to `max_index`.

    Args:
      index: an integer or a vector of int32, int64, uint32 or uint64.
      seed: two integers, or a row of two per index, which select the permutation.
      max_index: the largest index.

    The permutation is never materialized, so a large data set can be shuffled without a list of its indices. Raises
    InvalidArgumentError for an index above `max_index`. The permutations differ from TensorFlow's.

    >>> sorted(int(tf.random.experimental.index_shuffle(i, [1, 2], 4)) for i in range(5))
    [0, 1, 2, 3, 4]
    """
    seed = seed_tensor(seed, "seed")
    last = apply("ZerosLike", (seed[..., :1],))
    index = to_tensor(index, None, "index", int32)
    most = convert_to_tensor(max_index, index.dtype, name="max_index")
    return apply(INDEX_SHUFFLE, (index, apply("ConcatV2", ([seed, last], -1)), most))


def random_index_shuffle(
    index: TensorLike, seed: TensorLike, max_index: TensorLike, rounds: int = 4, name: str | None = None
) -> Tensor:
    """`tf.random.experimental.index_shuffle` for seeds of three integers, or a row of three per index.

    Args:
      rounds: more rounds mix the bits of an index more thoroughly.

    >>> sorted(int(tf.random_index_shuffle(i, [1, 2, 3], 4)) for i in range(5))
    [0, 1, 2, 3, 4]
    """
    seed = seed_tensor(seed, "seed")
    index = to_tensor(index, None, "index", int32)
    most = convert_to_tensor(max_index, index.dtype, name="max_index")
    return apply(INDEX_SHUFFLE, (index, seed, most), {"rounds": rounds}, name)


def stateless_shuffle(
    value: TensorLike, seed: TensorLike, alg: TensorLike = "auto_select", name: str | None = None
) -> Tensor:
    """Shuffle the rows of a tensor deterministically from a seed.

    Args:
      value: a tensor; a scalar is returned unchanged.
      seed: two integers, a tensor of shape [2].
      alg: the algorithm, as for `tf.random.stateless_uniform`.

    >>> sorted(tf.random.experimental.stateless_shuffle([3, 1, 2], [1, 2]).numpy().tolist())
    [1, 2, 3]
    """
    with name_scope(name or "stateless_shuffle"):
        key, counter, number = seeded(seed, alg)
        return apply(STATELESS_SHUFFLE, (value, key, counter, number))
