"""Deriving seeds: `tf.random.split` and `tf.random.fold_in`."""

from __future__ import annotations

from typing import Any

from graphwright.core.prelude import Tensor, TensorLike, apply, to_tensor
from graphwright.ops.random.stateless import stateless_uniform


def split(seed: TensorLike, num: int = 2, alg: Any = "auto_select") -> Tensor:
    """Derive several seeds from one: a [num, 2] tensor whose rows seed independent random numbers.

    Args:
      seed: a seed of two integers, int32 or int64; the result has its dtype.
      num: the number of seeds.
      alg: the algorithm, as for `tf.random.stateless_uniform`.

    >>> one, other = tf.random.split([1, 2])
    >>> bool(tf.reduce_any(one != other))
    True
    """
    seed = to_tensor(seed)
    return stateless_uniform([num, 2], seed, minval=None, maxval=None, dtype=seed.dtype, alg=alg)


def fold_in(seed: TensorLike, data: Any, alg: Any = "auto_select") -> Tensor:
    """Derive a seed from another seed and a number such as a step count, deterministically.

    Args:
      seed: a seed of two integers.
      data: an int32 or int64 scalar; the result has its dtype.
      alg: the algorithm, as for `tf.random.stateless_uniform`.

    >>> tf.random.fold_in([1, 2], 7).shape
    TensorShape([2])
    """
    data = to_tensor(data)
    drawn = stateless_uniform([], seed, minval=None, maxval=None, dtype=data.dtype, alg=alg)
    return apply("Pack", ([drawn, data],))
