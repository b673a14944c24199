"""The functions of `numpy.random` that draw from one global stream, seeded by `seed`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import asarray, cast, numpy_dtype
from graphwright.ops.random import sampling
from graphwright.ops.random._seeds import set_seed
from graphwright.ops.random.distributions import poisson as _poisson


def seed(s: int) -> None:
    """Start the random numbers of all ops anew, as `tf.random.set_seed` does.

    Raises ValueError for anything but an integer.

    >>> tf.experimental.numpy.random.seed(1)
    """
    try:
        number = int(s)
    except TypeError:
        raise ValueError(f"Argument `s` got an invalid value {s}. Only integers are supported.") from None
    set_seed(number)


def _dims(size: Any) -> Any:
    return [] if size is None else [size] if np.ndim(size) == 0 else size


def uniform(low: TensorLike = 0.0, high: TensorLike = 1.0, size: Any = None) -> Tensor:
    """Numbers of equal probability between two bounds, without the upper.

    >>> tf.experimental.numpy.random.uniform(0, 1, [2]).shape
    TensorShape([2])
    """
    least, most = (cast(asarray(bound), np.dtype(np.float64)) for bound in (low, high))
    shape = apply("BroadcastArgs", (apply("Shape", (least,)), apply("Shape", (most,)))) if size is None else _dims(size)
    return sampling.uniform(shape, dtype=least.dtype) * (most - least) + least


def random(size: Any = None) -> Tensor:
    """Numbers of equal probability from 0 to 1, without 1.

    >>> tf.experimental.numpy.random.random([2]).shape
    TensorShape([2])
    """
    return uniform(0.0, 1.0, _dims(size))


def rand(*size: int) -> Tensor:
    """The same as `random`, with each dimension an argument.

    >>> tf.experimental.numpy.random.rand(2, 3).shape
    TensorShape([2, 3])
    """
    return uniform(0.0, 1.0, list(size))


def standard_normal(size: Any = None) -> Tensor:
    """Numbers of the normal distribution with mean 0 and deviation 1.

    >>> tf.experimental.numpy.random.standard_normal([2]).shape
    TensorShape([2])
    """
    return sampling.normal(_dims(size), dtype=np.dtype(np.float64))


def randn(*args: int) -> Tensor:
    """The same as `standard_normal`, with each dimension an argument.

    >>> tf.experimental.numpy.random.randn(2).shape
    TensorShape([2])
    """
    return standard_normal(list(args))


def poisson(lam: TensorLike = 1.0, size: Any = None) -> Tensor:
    """Integers of the Poisson distribution with mean `lam`.

    >>> tf.experimental.numpy.random.poisson(3.0, [2]).dtype
    tf.int64
    """
    mean = cast(asarray(lam), np.dtype(np.float64))
    drawn = _poisson([] if size is None else _dims(size), mean, dtype=mean.dtype)
    return cast(drawn, np.dtype(np.int64))


def randint(low: int, high: int | None = None, size: Any = None, dtype: DTypeLike = np.int64) -> Tensor:
    """Integers of equal probability from `low` (0 if only one bound is passed) up to `high`, without it.

    Raises ValueError for a dtype other than int32 and int64.

    >>> tf.experimental.numpy.random.randint(3, size=[2]).dtype
    tf.int64
    """
    wanted = numpy_dtype(dtype)
    if high is None:
        low, high = 0, low
    if wanted not in (np.dtype(np.int32), np.dtype(np.int64)):
        wanted_drawn = np.dtype(np.int64)
    else:
        wanted_drawn = wanted
    drawn = sampling.uniform(_dims(size), low, high, dtype=wanted_drawn)
    return cast(drawn, wanted or wanted_drawn)
