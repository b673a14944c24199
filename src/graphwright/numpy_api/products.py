"""Products of vectors, matrices and whatever has more dimensions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import asarray, cast, known_rank, promoted, sizes
from graphwright.ops.linalg.einsum import einsum as _einsum
from graphwright.ops.linalg.matmul import matmul as _matmul
from graphwright.ops.linalg.tensordot import tensordot as _tensordot


def matmul(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The product of matrices, or of a matrix and a vector; leading dimensions are broadcast.

    Raises ValueError for a number.

    >>> tf.experimental.numpy.matmul([[1, 2], [3, 4]], [1, 1]).numpy().tolist()
    [3, 7]
    """
    x, y = promoted(x1, x2)
    left, right = known_rank(x, "matmul"), known_rank(y, "matmul")
    if not left or not right:
        raise ValueError("Argument to matmul must not be a scalar: it has no dimensions to add up")
    if left == 1 and right == 1:
        return _tensordot(x, y, 1)
    if left == 1:
        return apply("Squeeze", (_matmul(apply("ExpandDims", (x, 0)), y),), {"squeeze_dims": [-2]})
    if right == 1:
        return apply("Squeeze", (_matmul(x, apply("ExpandDims", (y, -1))),), {"squeeze_dims": [-1]})
    return _matmul(x, y)


def dot(a: TensorLike, b: TensorLike) -> Tensor:
    """The sum of products over the last axis of the first and the last but one of the second.

    >>> tf.experimental.numpy.dot([1, 2], [3, 4]).numpy().tolist()
    11
    """
    x, y = promoted(a, b)
    if not known_rank(x, "dot") or not known_rank(y, "dot"):
        return x * y
    return _tensordot(x, y, [[-1 + len(x.shape)], [max(len(y.shape) - 2, 0)]])


def inner(a: TensorLike, b: TensorLike) -> Tensor:
    """The sum of products over the last axes of both.

    >>> tf.experimental.numpy.inner([1, 2], [3, 4]).numpy().tolist()
    11
    """
    x, y = promoted(a, b)
    if not known_rank(x, "inner") or not known_rank(y, "inner"):
        return x * y
    return _tensordot(x, y, [[len(x.shape) - 1], [len(y.shape) - 1]])


def vdot(a: TensorLike, b: TensorLike) -> Tensor:
    """The sum of the products of all elements, the first ones conjugate.

    >>> tf.experimental.numpy.vdot([1j], [2j]).numpy().tolist()
    (2+0j)
    """
    x, y = (apply("Reshape", (v, [-1])) for v in promoted(a, b))
    return _tensordot(apply("Conj", (x,)) if x.dtype.is_complex else x, y, 1)


def outer(a: TensorLike, b: TensorLike) -> Tensor:
    """The product of each element of the first with each of the second, as a matrix.

    >>> tf.experimental.numpy.outer([1, 2], [3, 4]).numpy().tolist()
    [[3, 4], [6, 8]]
    """
    x, y = promoted(a, b)
    x, y = apply("Reshape", (x, [-1, 1])), apply("Reshape", (y, [1, -1]))
    return apply("LogicalAnd", (x, y)) if x.dtype.is_bool else x * y


def tensordot(a: TensorLike, b: TensorLike, axes: Any = 2) -> Tensor:
    """The sum of products over so many axes, or over the axes that two lists name.

    >>> tf.experimental.numpy.tensordot([[1, 2], [3, 4]], [1, 1], 1).numpy().tolist()
    [3, 7]
    """
    x, y = promoted(a, b)
    return _tensordot(x, y, axes)


def einsum(subscripts: str, *operands: TensorLike, **kwargs: Any) -> Tensor:
    """Sums of products by Einstein's convention, of promoted operands.

    >>> tf.experimental.numpy.einsum("ij,j->i", [[1, 2], [3, 4]], [1.0, 10.0]).numpy()
    array([21., 43.])
    """
    casting, optimize = kwargs.pop("casting", "safe"), kwargs.pop("optimize", False)
    if casting not in ("safe", "no"):
        raise ValueError(f"casting policy not supported: {casting}")
    if kwargs:
        raise TypeError(f"einsum() got an unexpected keyword argument {next(iter(kwargs))!r}")
    return _einsum(
        subscripts, *promoted(*operands), optimize={True: "optimal", False: "greedy"}.get(optimize, optimize)
    )


def kron(a: TensorLike, b: TensorLike) -> Tensor:
    """The Kronecker product: the second in place of each element of the first, times it.

    >>> tf.experimental.numpy.kron([1, 2], [1, 10]).numpy().tolist()
    [1, 10, 2, 20]
    """
    x, y = promoted(a, b)
    rank = max(known_rank(x, "kron"), known_rank(y, "kron"))
    left, right = ([1] * (rank - len(v.shape)) + sizes(v) for v in (x, y))
    apart = [size for pair in zip(left, [1] * rank, strict=True) for size in pair]
    beside = [size for pair in zip([1] * rank, right, strict=True) for size in pair]
    x, y = _shaped(x, apart), _shaped(y, beside)
    whole = apply("LogicalAnd", (x, y)) if x.dtype.is_bool else x * y
    return _shaped(whole, [m * n for m, n in zip(left, right, strict=True)])


def _shaped(x: Tensor, dims: list[Any]) -> Tensor:
    return apply(
        "Reshape", (x, np.asarray(dims, np.int32) if all(isinstance(d, int) for d in dims) else apply("Pack", (dims,)))
    )


def cross(
    a: TensorLike, b: TensorLike, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: int | None = None
) -> Tensor:
    """The cross product of vectors of 2 or 3 elements along an axis; of two of 2 elements its third component.

    Raises ValueError for other sizes.

    >>> tf.experimental.numpy.cross([1, 0, 0], [0, 1, 0]).numpy()
    array([0, 0, 1])
    """
    from graphwright.numpy_api.shapes import moveaxis

    if axis is not None:
        axisa = axisb = axisc = axis
    x, y = promoted(a, b)
    x, y = (v if at == -1 else moveaxis(v, at, -1) for v, at in ((x, axisa), (y, axisb)))
    left, right = (None if v.shape.rank is None else v.shape[-1] for v in (x, y))
    if left is None or right is None:
        return _cross_of_unknown(x, y, axisc)
    if left not in (2, 3) or right not in (2, 3):
        raise ValueError(f"vectors of the cross product have 2 or 3 elements, got {left} and {right}")
    x0, x1, y0, y1 = x[..., 0], x[..., 1], y[..., 0], y[..., 1]
    third = x0 * y1 - x1 * y0
    if left == right == 2:
        return third
    zero = cast(asarray(0), x.dtype)
    x2, y2 = x[..., 2] if left == 3 else zero, y[..., 2] if right == 3 else zero
    whole = x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, third
    shape = apply("Shape", (third,))
    rows = apply("Pack", ([apply("BroadcastTo", (part, shape)) for part in whole],), {"axis": -1})
    return moveaxis(rows, -1, axisc)


def _cross_of_unknown(x: Tensor, y: Tensor, axisc: int) -> Tensor:
    """The cross product of vectors of which the call knows how many elements they have."""
    from graphwright.control import cond
    from graphwright.numpy_api.shapes import moveaxis

    flat, (x, y) = zip(*map(_in_space, (x, y)), strict=True)
    both = apply("BroadcastArgs", (apply("Shape", (x,)), apply("Shape", (y,))))
    whole = apply("Cross", tuple(apply("BroadcastTo", (v, both)) for v in (x, y)))
    rows = whole if axisc == -1 else moveaxis(whole, -1, axisc)
    found: Tensor = cond(apply("LogicalAnd", flat), lambda: whole[..., 2], lambda: rows)
    return found


def _in_space(x: Tensor) -> tuple[Tensor, Tensor]:
    """Whether vectors have 2 elements, and these vectors with a 0 for a third one."""
    shape = apply("Shape", (x,))
    flat = apply("Equal", (shape[-1], 2))
    missing = apply("ExpandDims", (apply("Cast", (flat,), {"DstT": "int32"}), 0))
    zeros = apply("Fill", (apply("ConcatV2", ([shape[:-1], missing], 0)), cast(asarray(0), x.dtype)))
    last = apply("Sub", (apply("Rank", (x,)), 1))
    return flat, apply("ConcatV2", ([x, zeros], last))


def polyval(p: TensorLike, x: TensorLike) -> Tensor:
    """The value of a polynomial with coefficients `p`, that of the highest power first.

    >>> tf.experimental.numpy.polyval([1, 0, -1], [2, 3]).numpy()
    array([3, 8])
    """
    coefficients, values = promoted(p, x)
    total = apply("ZerosLike", (values,))
    count = coefficients.shape[0]
    if count is None:
        powers = apply("Range", (0, apply("Size", (coefficients,)), 1))
        powers = apply("Cast", (apply("ReverseV2", (powers, [0])),), {"DstT": values.dtype})
        return _tensordot(apply("Pow", (apply("ExpandDims", (values, -1)), powers)), coefficients, 1)
    for i in range(count):
        total = total * values + coefficients[i]
    return total
