"""Sums, means, extremes and questions about all elements, along axes; running sums and products."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import bool as bool_
from graphwright.base.dtypes import int64, uint64
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import as_inexact, asarray, axes, cast, numpy_dtype, promoted
from graphwright.numpy_api.binary import isclose
from graphwright.numpy_api.elementwise import described, imag, real


def _reduce(record: str, x: Tensor, axis: Any, keepdims: bool | None) -> Tensor:
    return apply(record, (x, axes(x, axis)), {"keep_dims": bool(keepdims)})


def _summed(a: TensorLike, dtype: DTypeLike | None) -> Tensor:
    """What is added up: integers in 64 bits, unless a dtype is named."""
    wanted, x = numpy_dtype(dtype), asarray(a)
    if wanted is not None:
        return cast(x, wanted)
    if x.dtype.is_bool or (x.dtype.is_integer and x.dtype.size < 8):
        return cast(x, uint64 if x.dtype.is_unsigned else int64)
    return x


def _averaged(a: TensorLike, dtype: DTypeLike | None) -> Tensor:
    """What is averaged: integers as floats."""
    wanted, x = numpy_dtype(dtype), asarray(a)
    if wanted is not None:
        return cast(x, wanted)
    return cast(x, np.dtype(np.float64)) if x.dtype.is_bool or x.dtype.is_integer else x


def _counted(x: Tensor, axis: Any) -> Tensor:
    """How many elements are reduced to one."""
    along = apply("FloorMod", (apply("Reshape", (axes(x, axis), [-1])), apply("Rank", (x,))))
    return apply("Prod", (apply("GatherV2", (apply("Shape", (x,)), along, 0)), [0]))


def _no_out(out: Any) -> None:
    if out is not None:
        raise ValueError("Setting out is not supported.")


def sum(a: TensorLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:
    """The sum along axes, of all elements without `axis`; integers are added up in 64 bits.

    >>> tf.experimental.numpy.sum(tf.constant([[1, 2], [3, 4]]), axis=0)
    <tf.Tensor: shape=(2,), dtype=int64, numpy=array([4, 6])>
    """
    return _reduce("Sum", _summed(a, dtype), axis, keepdims)


def prod(a: TensorLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:
    """The product along axes; integers are multiplied in 64 bits.

    >>> tf.experimental.numpy.prod([[1, 2], [3, 4]], axis=0).numpy().tolist()
    [3, 8]
    """
    return _reduce("Prod", _summed(a, dtype), axis, keepdims)


def mean(
    a: TensorLike, axis: Any = None, dtype: DTypeLike | None = None, out: Any = None, keepdims: bool | None = None
) -> Tensor:
    """The mean along axes; of integers it is a float. `out` raises ValueError.

    >>> tf.experimental.numpy.mean([[1, 2], [3, 4]], axis=0).numpy().tolist()
    [2.0, 3.0]
    """
    _no_out(out)
    return _reduce("Mean", _averaged(a, dtype), axis, keepdims)


def var(
    a: TensorLike,
    axis: Any = None,
    dtype: DTypeLike | None = None,
    out: Any = None,
    ddof: int = 0,
    keepdims: bool | None = None,
) -> Tensor:
    """The variance along axes: the squares of what differs from the mean, over the count less `ddof`.

    >>> tf.experimental.numpy.var([1.0, 2.0, 3.0], ddof=1).numpy().tolist()
    1.0
    """
    _no_out(out)
    wanted, x = numpy_dtype(dtype), asarray(a)
    if wanted is not None:
        x = cast(x, wanted)
    x = _averaged(x, None)
    apart = x - _reduce("Mean", x, axis, True)
    squares = apply("Square", (real(apart),))
    if x.dtype.is_complex:
        squares = squares + apply("Square", (imag(apart),))
    total = _reduce("Sum", squares, axis, keepdims)
    return total / cast(_counted(x, axis) - np.int32(ddof), total.dtype)


def std(a: TensorLike, axis: Any = None, keepdims: bool | None = None) -> Tensor:
    """The standard deviation along axes, the root of the variance.

    >>> tf.experimental.numpy.std([1.0, 3.0]).numpy().tolist()
    1.0
    """
    return apply("Sqrt", (var(a, axis, keepdims=keepdims),))


def _extreme(record: str, truths: str, word: str, shown: str) -> Callable[..., Tensor]:
    def function(a: TensorLike, axis: Any = None, keepdims: bool | None = None) -> Tensor:
        x = asarray(a)
        return _reduce(truths if x.dtype.is_bool else record, x, axis, keepdims)

    name, text = record.lower(), f"The {word} element along axes, of all without `axis`."
    return described(function, name, text, f"{name}([[1, 2], [3, 4]], axis=0)", shown)


max = _extreme("Max", "Any", "largest", "[3, 4]")
min = _extreme("Min", "All", "smallest", "[1, 2]")


def amax(a: TensorLike, axis: Any = None, out: Any = None, keepdims: bool | None = None) -> Tensor:
    """The largest element along axes; `out` raises ValueError.

    >>> tf.experimental.numpy.amax([[1, 2], [3, 4]], axis=0).numpy().tolist()
    [3, 4]
    """
    _no_out(out)
    return max(a, axis, keepdims)


def amin(a: TensorLike, axis: Any = None, out: Any = None, keepdims: bool | None = None) -> Tensor:
    """The smallest element along axes; `out` raises ValueError.

    >>> tf.experimental.numpy.amin([[1, 2], [3, 4]], axis=0).numpy().tolist()
    [1, 2]
    """
    _no_out(out)
    return min(a, axis, keepdims)


def ptp(a: TensorLike, axis: Any = None, keepdims: bool | None = None) -> Tensor:
    """The largest element less the smallest, along axes.

    >>> tf.experimental.numpy.ptp([1, 5, 3]).numpy().tolist()
    4
    """
    x = asarray(a)
    return _reduce("Max", x, axis, keepdims) - _reduce("Min", x, axis, keepdims)


def all(a: TensorLike, axis: Any = None, keepdims: bool | None = None) -> Tensor:
    """Whether no element is zero, along axes.

    >>> tf.experimental.numpy.all([[1, 0], [2, 3]], axis=1).numpy().tolist()
    [False, True]
    """
    return _reduce("All", asarray(a, bool_), axis, keepdims)


def any(a: TensorLike, axis: Any = None, keepdims: bool | None = None) -> Tensor:
    """Whether an element is not zero, along axes.

    >>> tf.experimental.numpy.any([[0, 0], [0, 3]], axis=1).numpy().tolist()
    [False, True]
    """
    return _reduce("Any", asarray(a, bool_), axis, keepdims)


def count_nonzero(a: TensorLike, axis: Any = None) -> Tensor:
    """How many elements are not zero, along axes.

    >>> tf.experimental.numpy.count_nonzero([0, 1, 2]).numpy().tolist()
    2
    """
    return _reduce("Sum", cast(asarray(a, bool_), int64), axis, False)


def average(a: TensorLike, axis: Any = None, weights: TensorLike | None = None, returned: bool = False) -> Any:
    """The mean with weights along an axis; with `returned` also the sum of the weights.

    Weights of one dimension go along `axis`; others have the shape of `a`.

    >>> tf.experimental.numpy.average([1.0, 2.0], weights=[1, 3]).numpy().tolist()
    1.75
    """
    x = as_inexact(a)
    if weights is None:
        result = _reduce("Mean", x, axis, False)
        total = cast(_counted(x, axis), x.dtype)
    else:
        x, scale = (as_inexact(value) for value in promoted(x, weights))
        if scale.shape.rank != x.shape.rank:
            if axis is None:
                raise ValueError("If `axis` is None, `weights` must have the same shape as `a`.")
            rank = len(x.shape)
            scale = apply("Reshape", (scale, [-1 if i == axis % rank else 1 for i in range(rank)]))
        scale = scale + apply("ZerosLike", (x,))
        total = _reduce("Sum", scale, axis, False)
        result = _reduce("Sum", x * scale, axis, False) / total
    return (result, apply("BroadcastTo", (total, apply("Shape", (result,))))) if returned else result


def _without_nan(x: Tensor, other: float) -> Tensor:
    if not x.dtype.is_floating:
        return x
    return apply("SelectV2", (apply("IsNan", (x,)), np.asarray(other, x.dtype.numpy), x))


def nansum(a: TensorLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Tensor:
    """The sum along axes, NaNs left out.

    >>> tf.experimental.numpy.nansum([1.0, float("nan"), 3.0]).numpy().tolist()
    4.0
    """
    return sum(_without_nan(asarray(a), 0), axis, dtype, keepdims)


def nanprod(a: TensorLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool = False) -> Tensor:
    """The product along axes, NaNs left out.

    >>> tf.experimental.numpy.nanprod([2.0, float("nan"), 3.0]).numpy().tolist()
    6.0
    """
    return prod(_without_nan(asarray(a), 1), axis, dtype, keepdims)


def nanmean(a: TensorLike, axis: Any = None, dtype: DTypeLike | None = None, keepdims: bool | None = None) -> Tensor:
    """The mean along axes, NaNs left out.

    >>> tf.experimental.numpy.nanmean([1.0, float("nan"), 3.0]).numpy().tolist()
    2.0
    """
    x = asarray(a)
    if not x.dtype.is_floating:
        return mean(x, axis, dtype, keepdims=keepdims)
    counted = cast(apply("LogicalNot", (apply("IsNan", (x,)),)), x.dtype)
    total = _reduce("Sum", cast(_without_nan(x, 0), numpy_dtype(dtype) or x.dtype), axis, keepdims)
    return total / cast(_reduce("Sum", counted, axis, keepdims), total.dtype)


def _running(record: str, what: str, shown: str) -> Callable[..., Tensor]:
    def function(a: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
        x = _summed(a, dtype) if not asarray(a).dtype.is_bool or dtype else asarray(a)
        if axis is None:
            x, axis = apply("Reshape", (x, [-1])), 0
        return apply(record, (x, np.int32(axis)))

    name, text = record.lower(), f"The running {what} along an axis, of all elements in a row without `axis`."
    return described(function, name, text, f"{name}([1, 2, 3])", shown)


cumsum, cumprod = _running("Cumsum", "sum", "[1, 3, 6]"), _running("Cumprod", "product", "[1, 2, 6]")


def _position(record: str, word: str, shown: str) -> Callable[..., Tensor]:
    def function(a: TensorLike, axis: int | None = None) -> Tensor:
        x = asarray(a)
        if x.dtype.is_bool:
            x = cast(x, np.dtype(np.int8))
        if axis is None or x.shape.rank == 0:
            x, axis = apply("Reshape", (x, [-1])), 0
        return apply(record, (x, np.int32(axis)))

    name, text = record.lower(), f"The position of the {word} element along an axis, of all in a row without `axis`."
    return described(function, name, text, f"{name}([[1, 2], [3, 4]], axis=1)", shown)


argmax, argmin = _position("ArgMax", "largest", "[1, 1]"), _position("ArgMin", "smallest", "[0, 0]")


def allclose(a: TensorLike, b: TensorLike, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> Tensor:
    """Whether all elements are close, as `isclose` has it.

    >>> tf.experimental.numpy.allclose([1.0, 2.0], [1.0, 2.0]).numpy().tolist()
    True
    """
    return all(isclose(a, b, rtol, atol, equal_nan))


def array_equal(a1: TensorLike, a2: TensorLike) -> Tensor:
    """Whether two arrays have the same shape and elements.

    >>> tf.experimental.numpy.array_equal([1, 2], [1, 2]).numpy().tolist()
    True
    """
    x, y = promoted(a1, a2)
    if not x.shape.is_compatible_with(y.shape):
        return asarray(False)
    shapes = apply("Equal", (apply("Shape", (x,)), apply("Shape", (y,)))) if x.shape.rank is not None else None
    if shapes is not None and x.shape.is_fully_defined() and y.shape.is_fully_defined():
        return all(apply("Equal", (x, y)))
    from graphwright.control import cond

    same = all(apply("Equal", (apply("Rank", (x,)), apply("Rank", (y,))))) if shapes is None else all(shapes)
    return cond(same, lambda: all(apply("Equal", (x, y))), lambda: asarray(False))  # type: ignore[no-any-return]
