"""Tensors from numbers: ranges, rows of equal steps, identities, what is filled."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import DTypeLike, ShapeLike, Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import asarray, canonical, cast, is_tensor, numpy_dtype, result_dtype, sizes
from graphwright.ops.array.constants import fill
from graphwright.ops.array.ranges import eye as _eye


def _dims(shape: Any) -> Any:
    return shape if is_tensor(shape) else [shape] if np.ndim(shape) == 0 else shape


def _filled(shape: ShapeLike, value: Any, dtype: np.dtype[Any]) -> Tensor:
    return fill(_dims(shape), cast(asarray(value), dtype))


def full(shape: ShapeLike, fill_value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of a shape, filled with a value that is broadcast to it.

    >>> tf.experimental.numpy.full([2, 2], [1, 2]).numpy()
    array([[1, 2],
           [1, 2]])
    """
    value = asarray(fill_value, dtype)
    dims = _dims(shape)
    return fill(dims, value) if value.shape.rank == 0 else apply("BroadcastTo", (value, np.asarray(dims, np.int32)))


def zeros(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """A tensor of zeros, float64 unless `dtype` says otherwise.

    >>> tf.experimental.numpy.zeros([2]).numpy().tolist()
    [0.0, 0.0]
    """
    return _filled(shape, 0, numpy_dtype(dtype) or np.dtype(float))


def ones(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """A tensor of ones, float64 unless `dtype` says otherwise.

    >>> tf.experimental.numpy.ones([2]).numpy().tolist()
    [1.0, 1.0]
    """
    return _filled(shape, 1, numpy_dtype(dtype) or np.dtype(float))


def empty(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """The same as `zeros`: no tensor is without values.

    >>> tf.experimental.numpy.empty([2]).numpy().tolist()
    [0.0, 0.0]
    """
    return zeros(shape, dtype)


def full_like(
    a: TensorLike,
    fill_value: TensorLike,
    dtype: DTypeLike | None = None,
    order: str = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
) -> Tensor:
    """A tensor of the shape of another, filled with a value.

    Other orders, `subok=False` and `shape` raise ValueError.

    >>> tf.experimental.numpy.full_like([1, 2], 7).numpy().tolist()
    [7, 7]
    """
    if order != "K":
        raise ValueError("Non-standard orders are not supported.")
    if not subok:
        raise ValueError("subok being False is not supported.")
    if shape:
        raise ValueError("Overriding the shape is not supported.")
    x = asarray(a)
    value = asarray(fill_value, numpy_dtype(dtype) or x.dtype)
    return apply("BroadcastTo", (value, apply("Shape", (x,))))


def zeros_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros of the shape of another, in its dtype unless `dtype` says otherwise.

    >>> tf.experimental.numpy.zeros_like([1, 2]).numpy().tolist()
    [0, 0]
    """
    return apply("ZerosLike", (asarray(a, dtype),))


def ones_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones of the shape of another, in its dtype unless `dtype` says otherwise.

    >>> tf.experimental.numpy.ones_like([1, 2]).numpy().tolist()
    [1, 1]
    """
    return apply("OnesLike", (asarray(a, dtype),))


def empty_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """The same as `zeros_like`.

    >>> tf.experimental.numpy.empty_like([1, 2]).numpy().tolist()
    [0, 0]
    """
    return zeros_like(a, dtype)


def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike = float) -> Tensor:
    """Ones on the `k`-th diagonal of `N` rows and `M` columns, zeros elsewhere.

    >>> tf.experimental.numpy.eye(2).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    wanted = numpy_dtype(dtype) or np.dtype(float)
    columns = N if M is None else M
    if not k:
        return _eye(N, columns, dtype=wanted)
    return cast(apply("Equal", (_offsets(N, columns), k)), wanted)


def identity(n: int, dtype: DTypeLike = float) -> Tensor:
    """The identity matrix of `n` rows.

    >>> tf.experimental.numpy.identity(2).numpy().tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    return eye(n, n, dtype=dtype)


def _offsets(rows: int, columns: int) -> Tensor:
    """For each element of a matrix its column less its row."""
    return asarray(np.arange(columns) - np.arange(rows)[:, None])


def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None) -> Tensor:
    """Ones at and below the `k`-th diagonal, zeros above.

    >>> tf.experimental.numpy.tri(2).numpy().tolist()
    [[1.0, 0.0], [1.0, 1.0]]
    """
    return cast(_offsets(N, N if M is None else M) <= k, numpy_dtype(dtype) or np.dtype(float))


def tril(m: TensorLike, k: int = 0) -> Tensor:
    """The lower triangle of matrices: elements above the `k`-th diagonal are zero.

    >>> tf.experimental.numpy.tril([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 0], [3, 4]]
    """
    return _triangle(m, k, lower=True)


def triu(m: TensorLike, k: int = 0) -> Tensor:
    """The upper triangle of matrices: elements below the `k`-th diagonal are zero.

    >>> tf.experimental.numpy.triu([[1, 2], [3, 4]]).numpy().tolist()
    [[1, 2], [0, 4]]
    """
    return _triangle(m, k, lower=False)


def _triangle(m: TensorLike, k: int, lower: bool) -> Tensor:
    x = asarray(m)
    if x.shape.rank is not None and x.shape.rank < 2:
        raise ValueError("Argument to tril/triu must have rank at least 2")
    rows, columns = sizes(x)[-2:]
    across = apply("Range", (0, columns, 1)) - apply("ExpandDims", (apply("Range", (0, rows, 1)), 1))
    kept = across <= k if lower else across >= k
    return apply("SelectV2", (kept, x, apply("ZerosLike", (x,))))


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: DTypeLike | None = None) -> Tensor:
    """Numbers from `start` (0 if only one bound is passed) up to `stop`, without it, `step` apart.

    Raises ValueError for a step of 0.

    >>> tf.experimental.numpy.arange(1, 7, 2)
    <tf.Tensor: shape=(3,), dtype=int64, numpy=array([1, 3, 5])>
    """
    if not is_tensor(step) and step == 0:
        raise ValueError("step must be non-zero")
    wanted = numpy_dtype(dtype) or result_dtype(*(v for v in (start, stop, step) if v is not None))
    if stop is None:
        start, stop = 0, start
    if not is_tensor(stop) and not is_tensor(start) and not is_tensor(step) and (step > 0) is (start > stop):
        return zeros([0], wanted)
    bounds = [cast(asarray(v), wanted) for v in (start, stop, step)]
    return apply("Range", bounds)


def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = float,
    axis: int = 0,
) -> Any:
    """`num` numbers at equal distances from `start` to `stop`, which is left out without `endpoint`.

    With `retstep` the distance follows. Raises ValueError for a negative `num`.

    >>> tf.experimental.numpy.linspace(0, 1, 3).numpy()
    array([0. , 0.5, 1. ])
    """
    if num < 0:
        raise ValueError(f"Argument `num` (number of samples) must be a non-negative integer. Received: num={num}")
    wanted = canonical(float) if dtype is None or dtype is float else numpy_dtype(dtype) or np.dtype(float)
    work = np.result_type(result_dtype(start, stop), np.float32) if wanted.kind not in "fc" else wanted
    first, last = (cast(asarray(v), work) for v in (start, stop))
    first, last = first + apply("ZerosLike", (last,)), last + apply("ZerosLike", (first,))
    parts = num - 1 if endpoint else num
    step = (last - first) / np.asarray(parts or 1, work) if parts > 0 else (last - first) * np.asarray(np.nan, work)
    columns = asarray(np.arange(num).astype(work).reshape(-1, *[1] * len(first.shape)))
    rows = first + columns * step if parts > 0 else first + columns
    if endpoint and num > 1:
        rows = apply("ConcatV2", ([rows[:-1], apply("ExpandDims", (last, 0))], 0))
    result = cast(_moved(rows, axis), wanted)
    return (result, cast(step, wanted)) if retstep else result


def _moved(rows: Tensor, axis: int) -> Tensor:
    """The first axis at another position."""
    rank = len(rows.shape)
    axis = axis + rank if axis < 0 else axis
    order = [*range(1, axis + 1), 0, *range(axis + 1, rank)]
    return rows if order == sorted(order) else apply("Transpose", (rows, order))


def logspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """Powers of `base` with exponents at equal distances.

    >>> tf.experimental.numpy.logspace(0, 2, 3).numpy()
    array([  1.,  10., 100.])
    """
    wanted = numpy_dtype(dtype) or result_dtype(start, stop, 1.0)
    exponents = linspace(start, stop, num, endpoint, dtype=np.result_type(wanted, np.float32), axis=axis)
    return cast(apply("Pow", (cast(asarray(base), exponents.dtype), exponents)), wanted)


def geomspace(
    start: Any, stop: Any, num: int = 50, endpoint: bool = True, dtype: DTypeLike | None = None, axis: int = 0
) -> Tensor:
    """Numbers from `start` to `stop`, each the same multiple of the one before.

    >>> tf.experimental.numpy.geomspace(1, 8, 4).numpy()
    array([1., 2., 4., 8.])
    """
    wanted = numpy_dtype(dtype) or result_dtype(start, stop, float(num))
    work = np.result_type(wanted, np.float32)
    first, last = (cast(asarray(v), work) for v in (start, stop))
    sign = apply("Sign", (first,))
    first, last = first * sign, last * sign
    ratio = apply("Log", (last / first,))
    rows = linspace(apply("ZerosLike", (ratio,)), ratio, num, endpoint, dtype=work)
    rows = apply("Exp", (rows,)) * first * sign
    if endpoint and num > 1:
        rows = apply("ConcatV2", ([rows[:-1], apply("ExpandDims", (last * sign, 0))], 0))
    return cast(_moved(rows, axis), wanted)


def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """The positions of the diagonal of an array with `ndim` dimensions of `n` elements.

    >>> [part.numpy().tolist() for part in tf.experimental.numpy.diag_indices(2)]
    [[0, 1], [0, 1]]
    """
    if n < 0:
        raise ValueError(f"n argument to diag_indices must be nonnegative, got {n}")
    if ndim < 0:
        raise ValueError(f"ndim argument to diag_indices must be nonnegative, got {ndim}")
    return (apply("Range", (np.int32(0), np.int32(n), np.int32(1))),) * ndim


def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> Tensor:
    """The Vandermonde matrix: a column for each power of `x`, the highest first unless `increasing`.

    >>> tf.experimental.numpy.vander([2, 3], 3).numpy()
    array([[4, 2, 1],
           [9, 3, 1]])
    """
    values = asarray(x)
    if values.shape.rank not in (1, None):
        raise ValueError("x must be a one-dimensional array")
    count = sizes(values)[0] if N is None else N
    if not is_tensor(count) and count < 0:
        raise ValueError("N must be nonnegative")
    powers = apply("Range", (0, count, 1))
    if not increasing:
        powers = apply("ReverseV2", (powers, [0]))
    return apply("Pow", (apply("ExpandDims", (values, -1)), cast(powers, values.dtype)))
