"""Reductions composed of others: log-sum-exp, variance, norms, counts, moments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.dtypes import as_dtype, float32, int64, string
from graphwright.core.prelude import AxisLike, DTypeLike, Tensor, TensorLike, apply, convert_to_tensor, name_scope
from graphwright.ir.record import OpRecord
from graphwright.ops.math._reduce import as_whole, axis_input
from graphwright.ops.math.reductions import MAX, MEAN, SUM, reduce_mean

if TYPE_CHECKING:
    from graphwright.core.sparse_tensor import SparseTensor


def _over(record: OpRecord, x: TensorLike, axis: AxisLike | None, keep: bool, name: str | None = None) -> Tensor:
    return as_whole(apply(record, (x, axis_input(x, axis)), {"keep_dims": keep}, name), axis, keep)


def reduce_logsumexp(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The logarithm of the sum of exponentials over axes (see `reduce_sum`), without overflow.

    >>> round(float(tf.reduce_logsumexp([1000., 1000.])), 3)
    1000.693
    """
    with name_scope(name or "ReduceLogSumExp") as scope:
        x = convert_to_tensor(input_tensor, name="input")
        highest = _over(MAX, x, axis, True)
        zero = apply("ZerosLike", (highest,))
        # an infinite maximum would make NaN of every difference
        finite = apply("SelectV2", (apply("IsFinite", (highest,)), highest, zero))
        base = apply("StopGradient", (finite,))
        total = apply("Log", (_over(SUM, apply("Exp", (apply("Sub", (x, base)),)), axis, keepdims),))
        if not keepdims:
            base = apply("Reshape", (base, apply("Shape", (total,))))
        return apply("AddV2", (total, base), None, scope)


def reduce_variance(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The mean of squared distances from the mean over axes (see `reduce_sum`). TypeError for integers.

    >>> float(tf.math.reduce_variance([1., 3.]))
    1.0
    """
    with name_scope(name or "reduce_variance"):
        x = convert_to_tensor(input_tensor)
        if x.dtype.is_integer:
            raise TypeError(f"Input must be either real or complex. Received integer type {x.dtype}.")
        mean = _over(MEAN, x, axis, True)
        difference = apply("Sub", (x, mean), None, "sub")
        if x.dtype.is_complex:
            squares = apply("Square", (apply("ComplexAbs", (difference,), {"Tout": x.dtype.real_dtype}),))
        else:
            squares = apply("Square", (difference,))
        return _over(MEAN, squares, axis, keepdims)


def reduce_std(
    input_tensor: TensorLike, axis: AxisLike | None = None, keepdims: bool = False, name: str | None = None
) -> Tensor:
    """The square root of the variance over axes (see `reduce_variance`).

    >>> float(tf.math.reduce_std([1., 5.]))
    2.0
    """
    with name_scope(name or "reduce_std"):
        x = convert_to_tensor(input_tensor)
        return apply("Sqrt", (reduce_variance(x, axis, keepdims),))


def count_nonzero(
    input: TensorLike,
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    dtype: DTypeLike = int64,
    name: str | None = None,
) -> Tensor:
    """The number of elements that are not zero (of strings: not empty) over axes (see `reduce_sum`).

    >>> int(tf.math.count_nonzero([0, 1, 2, 0]))
    2
    """
    with name_scope(name or "count_nonzero"):
        x = convert_to_tensor(input, name="input")
        zero = convert_to_tensor(
            "" if x.dtype is string else 0 if not x.dtype.is_bool else False, x.dtype, name="zeros"
        )
        counted = apply("Cast", (apply("NotEqual", (x, zero)),), {"DstT": int64})
        total = _over(SUM, counted, axis, bool(keepdims))
        target = as_dtype(dtype)
        return total if target is int64 else apply("Cast", (total,), {"DstT": target})


def norm(
    tensor: TensorLike,
    ord: str | float = "euclidean",
    axis: AxisLike | None = None,
    keepdims: bool | None = None,
    name: str | None = None,
) -> Tensor:
    """The norm of vectors (along one axis, or of all elements) or of matrices (over two axes).

    `ord` is "euclidean", 1, 2, another positive number or infinity for vectors; "euclidean", "fro", 1, 2 or
    infinity for matrices. Raises ValueError for another one.

    >>> float(tf.norm([3., 4.]))
    5.0
    """
    matrix = isinstance(axis, (tuple, list, np.ndarray)) and len(axis) == 2
    if matrix and ord not in ("euclidean", "fro", 1, 2, np.inf):
        raise ValueError(f"'ord' must be a supported matrix norm in ['euclidean', 'fro', 1, 2, inf], got {ord}")
    if not matrix:
        if isinstance(axis, (tuple, list, np.ndarray)):
            if len(axis) != 1:
                raise ValueError("'axis' must be None, an integer, or a tuple of 2 unique integers")
            axis = axis[0]
        if ord != "euclidean" and not (isinstance(ord, (int, float)) and ord > 0):
            raise ValueError(f"'ord' must be a supported vector norm, got {ord}")
    keep = bool(keepdims)
    with name_scope(name or "norm"):
        x = convert_to_tensor(tensor)
        if ord in ("fro", "euclidean") or (ord == 2 and not matrix):
            return _euclidean(x, axis, keep)
        if matrix and ord == 2:
            return _largest_singular_value(x, axis, keep)
        size = apply("ComplexAbs", (x,), {"Tout": x.dtype.real_dtype}) if x.dtype.is_complex else apply("Abs", (x,))
        if matrix:
            return _matrix_norm(size, ord, axis, keep)
        result: Tensor
        if ord == np.inf:
            result = _over(MAX, size, axis, keep)
        elif ord == 1:
            result = _over(SUM, size, axis, keep)
        else:
            powers = _over(SUM, apply("Pow", (size, float(ord))), axis, keep)
            result = apply("Pow", (powers, 1.0 / float(ord)))
        return result


def _euclidean(x: Tensor, axis: AxisLike | None, keep: bool) -> Tensor:
    if x.dtype.is_complex:
        squares = apply("Square", (apply("ComplexAbs", (x,), {"Tout": x.dtype.real_dtype}),))
        root = apply("Sqrt", (_over(SUM, squares, axis, keep),))
        return apply("Cast", (root,), {"DstT": x.dtype})
    squares = apply("Mul", (x, x), None, "mul")
    return apply("Sqrt", (_over(SUM, squares, axis, keep),))


def _largest_singular_value(x: SparseTensor | Tensor, axis: Any, keep: bool) -> Tensor:
    from graphwright.ops.linalg.decompositions import svd

    if x.shape.rank is None:
        raise ValueError("tf.norm with `ord` 2 over two axes needs a tensor of known rank.")
    axes = [int(a) % x.shape.rank for a in axis]
    order = [i for i in range(x.shape.rank) if i not in axes] + axes
    values = apply("Abs", (svd(apply("Transpose", (x, order)), compute_uv=False),))  # whose slope at 0 is 0
    result: Tensor = _over(MAX, values, -1, False)
    for a in sorted(axes) if keep else ():
        result = apply("ExpandDims", (result, a))
    return result


def _matrix_norm(size: Tensor, ord: str | float, axis: Any, keep: bool) -> Tensor:
    """The largest sum of a column (1) or of a row (infinity)."""
    summed, compared = (axis[0], axis[1]) if ord == 1 else (axis[1], axis[0])
    sums = _over(SUM, size, summed, True)
    result: Tensor = _over(MAX, sums, compared, True)
    if not keep:
        result = apply("Squeeze", (result,), {"squeeze_dims": [int(a) for a in axis]})
    return result


def moments(
    x: TensorLike, axes: AxisLike, shift: TensorLike | None = None, keepdims: bool = False, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """The mean and the variance of `x` over axes; 16 bit floats are computed in float32.

    >>> [m.numpy().tolist() for m in tf.nn.moments(tf.constant([[1., 2.], [3., 6.]]), axes=[0])]
    [[2.0, 4.0], [1.0, 4.0]]
    """
    with name_scope(name or "moments"):
        tensor = convert_to_tensor(x, name="x")
        narrow = tensor.dtype.is_floating and tensor.dtype.size == 2
        y = apply("Cast", (tensor,), {"DstT": float32}) if narrow else tensor
        mean = _over(MEAN, y, axes, True, "mean")
        squares = apply("SquaredDifference", (y, apply("StopGradient", (mean,))))
        variance = _over(MEAN, squares, axes, True, "variance")
        if not keepdims:
            mean, variance = (_without(m, axes) for m in (mean, variance))
        if narrow:
            mean, variance = (apply("Cast", (m,), {"DstT": tensor.dtype}) for m in (mean, variance))
        return mean, variance


def _without(reduced: Tensor, axes: TensorLike) -> Tensor:
    """A reduced tensor with its kept axes of size 1 removed."""
    values = np.asarray(axes).reshape(-1) if axes is not None else np.arange(reduced.shape.rank)
    return apply("Squeeze", (reduced,), {"squeeze_dims": [int(a) for a in values]})


def zero_fraction(value: TensorLike, name: str | None = None) -> Tensor:
    """Which part of the elements is zero, a float32; NaN where there are none.

    >>> float(tf.nn.zero_fraction([0., 1., 0., 3.]))
    0.5
    """
    with name_scope(name or "zero_fraction"):
        x = convert_to_tensor(value, name="value")
        zeros = apply("Equal", (x, apply("ZerosLike", (x,))))
        return reduce_mean(apply("Cast", (zeros,), {"DstT": float32}))
