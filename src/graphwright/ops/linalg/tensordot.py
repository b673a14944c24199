"""Contractions over any axes: tensordot."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.core.prelude import AxisLike, Tensor, TensorLike, apply, convert_to_tensor, name_scope, to_tensor
from graphwright.core.tensor import SymbolicTensor
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.math._broadcast import index_vector


def tensordot(a: TensorLike, b: TensorLike, axes: AxisLike, name: str | None = None) -> Tensor:
    """The sum of products over some axes of `a` and `b`; the other axes of `a`, then those of `b`, remain.

    `axes` is a number n (the last n axes of `a` with the first n of `b`) or a pair of axes or of lists of axes.
    Raises ValueError (also an IndexError) for axes that do not exist.

    >>> tf.tensordot([[1., 2.], [3., 4.]], [1., 1.], axes=1).numpy()
    array([3., 7.], dtype=float32)
    """
    with name_scope(name or "Tensordot") as scope:
        a = convert_to_tensor(a, name="a")
        b = to_tensor(b, None, "b", a.dtype)
        if a._type.rank is None or b._type.rank is None or isinstance(axes, SymbolicTensor):
            return _by_numbers(a, b, axes)
        a_axes, b_axes = _axis_lists(a, b, axes)
        a_free = [i for i in range(a.ndim) if i not in a_axes]
        b_free = [i for i in range(b.ndim) if i not in b_axes]
        left = _as_matrix(a, a_free, a_axes)
        right = _as_matrix(b, b_axes, b_free)
        product = matmul(left, right)
        if len(a_free) == 1 and len(b_free) == 1:
            return product
        return apply("Reshape", (product, _sizes(a, a_free, b, b_free)), None, scope)


def _axis_lists(a: Any, b: Any, axes: Any) -> tuple[list[int], list[int]]:
    axes = axes.numpy() if hasattr(axes, "numpy") else axes
    if isinstance(axes, (int, np.integer)) or np.ndim(axes) == 0:
        count = int(axes)
        _check_count(count, a, b)
        return list(range(a.shape.rank - count, a.shape.rank)), list(range(count))
    if len(axes) != 2:
        raise ValueError(f"`axes` must be an integer or have length 2. Received: {axes}.")
    a_axes = [int(i) for i in np.reshape(axes[0], -1)]
    b_axes = [int(i) for i in np.reshape(axes[1], -1)]
    if len(a_axes) != len(b_axes):
        raise ValueError(f"Different number of contraction axes `a` and `b`, {len(a_axes)} != {len(b_axes)}.")
    return [_wrap(i, a) for i in a_axes], [_wrap(i, b) for i in b_axes]


def _check_count(count: int, *operands: Any) -> None:
    if count < 0:
        raise ValueError(f"`axes` must be at least 0. Received: {count}.")
    for x in operands:
        if x.shape.rank is not None and count > x.shape.rank:
            raise ValueError(
                f"`axes` must not be larger than the number of dimensions of tensor {x}. Received: {count}."
            )


def _wrap(axis: int, x: Any) -> int:
    rank: int = x.shape.rank
    if not -rank <= axis < rank:
        raise np.exceptions.AxisError(f"Axis {axis} is out of range for a tensor of rank {rank}.")
    return axis % rank


def _by_numbers(a: Tensor, b: Tensor, axes: TensorLike) -> Tensor:
    """As `tensordot`, where ranks or axes are known only at run time."""
    pair = convert_to_tensor(axes, int32, name="axes")
    rank = apply("Rank", (a,))
    if pair.shape.rank == 0 and not isinstance(axes, SymbolicTensor):
        _check_count(int(np.asarray(axes)), a, b)
        a_axes, b_axes = apply("Range", (rank - pair, rank, 1)), apply("Range", (0, pair, 1))
    else:
        a_axes, b_axes = (_from_start(pair[i], x) for i, x in enumerate((a, b)))
    (left, a_free), (right, b_free) = _split_axes(a, a_axes, True), _split_axes(b, b_axes, False)
    return apply("Reshape", (matmul(left, right), apply("ConcatV2", ([a_free, b_free], 0))))


def _from_start(axes: TensorLike, x: Tensor) -> Tensor:
    """A vector of axes, negative ones converted to non-negative."""
    axes = apply("Reshape", (axes, [-1]))
    return apply("SelectV2", (apply("Less", (axes, 0)), axes + apply("Rank", (x,)), axes))


def _split_axes(x: Tensor, axes: Tensor, last: bool) -> tuple[Tensor, Tensor]:
    """`x` as a matrix of its free axes and `axes`, which are the columns if `last`; and the sizes of the free axes."""
    positions = apply("Range", (0, apply("Rank", (x,)), 1))
    taken = apply("Any", (apply("Equal", (apply("ExpandDims", (positions, 1)), axes)), [1]))
    free = apply("Cast", (apply("Where", (apply("LogicalNot", (taken,)),))[:, 0],), {"DstT": int32})
    shape = apply("Shape", (x,))
    sizes = apply("GatherV2", (shape, free, 0))
    sides = [(free, sizes), (axes, apply("GatherV2", (shape, axes, 0)))]
    sides = sides if last else sides[::-1]
    order = apply("ConcatV2", ([side for side, _ in sides], 0))
    dims = apply("Pack", ([apply("Prod", (size, [0])) for _, size in sides],))
    return apply("Reshape", (apply("Transpose", (x, order)), dims)), sizes


def _as_matrix(x: Any, rows: list[int], columns: list[int]) -> Any:
    """`x` as a matrix: axes `rows` merged, then axes `columns` merged."""
    order = rows + columns
    if order != sorted(order):
        x = apply("Transpose", (x, index_vector(tuple(order))))
    if len(rows) == 1 and len(columns) == 1:
        return x
    dims = x._type.dims
    heights, widths = dims[: len(rows)], dims[len(rows) :]
    if all(isinstance(d, int) for d in dims):
        return apply("Reshape", (x, index_vector((math.prod(heights), math.prod(widths)))))
    if all(isinstance(d, int) for d in widths) and math.prod(widths):
        return apply("Reshape", (x, [-1, math.prod(widths)]))
    if all(isinstance(d, int) for d in heights) and math.prod(heights):
        return apply("Reshape", (x, [math.prod(heights), -1]))
    shape = apply("Shape", (x,))
    sides = [apply("Prod", (part, 0)) for part in (shape[: len(rows)], shape[len(rows) :])]
    return apply("Reshape", (x, apply("Pack", (sides,))))


def _sizes(a: Any, a_free: list[int], b: Any, b_free: list[int]) -> TensorLike:
    """The shape of the result as an op's input."""
    dims = [a._type.dims[i] for i in a_free] + [b._type.dims[i] for i in b_free]
    if all(isinstance(d, int) for d in dims):
        return index_vector(tuple(dims))
    shapes = [apply("Shape", (a,))] * len(a_free) + [apply("Shape", (b,))] * len(b_free)
    axes: Sequence[int] = [*a_free, *b_free]
    return apply("Pack", ([d if isinstance(d, int) else s[i] for d, s, i in zip(dims, shapes, axes, strict=True)],))
