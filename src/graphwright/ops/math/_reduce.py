"""What reductions share: axes, shapes with axes removed or kept as 1, and broadcasting back to the input's shape."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, int32
from graphwright.core.dispatch import graph_constant
from graphwright.core.prelude import Application, Array, AxisLike, Tensor, TensorLike, apply, errors, state
from graphwright.ir.prelude import Dim, Dims, ShapeContext, Symbol, constant_value
from graphwright.ops.math._broadcast import index_scalar, index_vector

# called as f(array, axes, dtype, None, keep_dims): NumPy's keyword arguments cost as much as a small reduction
sum_over: Callable[..., Array] = np.add.reduce
product_over: Callable[..., Array] = np.multiply.reduce
largest_over: Callable[..., Array] = np.maximum.reduce
smallest_over: Callable[..., Array] = np.minimum.reduce
any_over: Callable[..., Array] = np.logical_or.reduce
all_over: Callable[..., Array] = np.logical_and.reduce


def normal_axes(axes: Sequence[int], rank: int) -> tuple[int, ...]:
    """The axes as non-negative numbers, in the same order; raises where one is out of range or occurs twice."""
    normal = []
    for axis in axes:
        if not -rank <= axis < rank:
            # the unbalanced bracket is TensorFlow's
            raise errors.ShapeMismatchError(f"Invalid reduction dimension ({axis} for input with {rank} dimension(s)")
        normal.append(axis % rank)
    if len(set(normal)) < len(normal):
        twice = next(a for a in normal if normal.count(a) > 1)
        raise errors.ShapeMismatchError(f"Invalid reduction arguments: Axes contains duplicate dimension: {twice}")
    return tuple(normal)


def array_axes(x: Array, axes: Array) -> tuple[int, ...]:
    """The axes to reduce as NumPy takes them."""
    return normal_axes(axes.reshape(-1).tolist(), x.ndim)


def reduced_rule(ctx: ShapeContext) -> Dims:
    """Shape rule: input 0 without the axes in input 1, or with size 1 there when `keep_dims`."""
    dims, axes, keep = ctx.dims(0), ctx.dims_value(1), ctx.attrs["keep_dims"]
    if dims is None:
        return None
    if axes is None:
        return tuple(Symbol() for _ in dims) if keep else None
    known = [a for a in axes if isinstance(a, int)]
    if len(known) == len(axes):
        return without_axes(dims, normal_axes(known, len(dims)), keep)
    return tuple(Symbol() for _ in range(len(dims) - (0 if keep else len(axes))))


def without_axes(dims: tuple[Dim, ...], axes: Sequence[int], keep: bool) -> tuple[Dim, ...]:
    """Dims without some axes, or with 1 instead of them."""
    if keep:
        return tuple(1 if i in axes else d for i, d in enumerate(dims))
    return tuple(d for i, d in enumerate(dims) if i not in axes)


def all_axes(x: Tensor) -> Tensor | Array:
    """Every axis of a tensor as an op's input."""
    rank = x._type.rank
    if rank is None:
        return apply("Range", (0, apply("Rank", (x,)), 1), None, "range")
    if state.graph is None:
        return index_vector(tuple(range(rank)))
    return graph_constant(np.arange(rank, dtype=np.int32), int32)


def axis_input(x: Any, axis: AxisLike | None) -> TensorLike:
    """What a user gave as `axis` (None: every axis) as an op's input."""
    if axis is None:
        return all_axes(x)
    if state.graph is None:
        if type(axis) is int:
            return index_scalar(axis)
        if isinstance(axis, (list, tuple)) and all(type(a) is int for a in axis):
            return index_vector(tuple(axis))
    return axis


def as_whole(result: Tensor, axis: TensorLike | None, keep_dims: TensorLike) -> Tensor:
    """The result of a reduction: a scalar where it went over all axes, of an input of unknown rank too."""
    if axis is None and not keep_dims and result._type.rank is None:
        result.set_shape(())
    return result


# gradients -----


def known_axes(op: Application) -> tuple[int, ...] | None:
    """The axes a recorded reduction went over, where they and the rank are known."""
    x, axes = op.inputs
    value = constant_value(axes)
    if value is None or x._type.rank is None:
        return None
    return normal_axes(value.reshape(-1).tolist(), x._type.rank)


def with_kept_axes(op: Application, value: Tensor) -> Tensor:
    """A tensor of the reduction's output shape with the reduced axes back, as size 1."""
    if op.attrs["keep_dims"]:
        return value
    x, axes = op.inputs[0], known_axes(op)
    if axes is None:
        return apply("Reshape", (value, _kept_shape(*op.inputs)))
    dims: Any = x._type.dims
    if len(axes) == len(dims):
        # a scalar broadcasts as it is
        return value
    kept = without_axes(dims, axes, True)
    if all(isinstance(d, int) for d in kept):
        return apply("Reshape", (value, index_vector(kept)))  # type: ignore[arg-type]
    for axis in sorted(axes):
        value = apply("ExpandDims", (value, axis))
    return value


def _kept_shape(x: Tensor, axes: TensorLike) -> Tensor:
    """The input's shape with 1 for each reduced axis, where the axes are known only at run time."""
    shape, rank = apply("Shape", (x,)), apply("Rank", (x,))
    axes = apply("Reshape", (apply("Cast", (axes,), {"DstT": int32}), [1, -1]))
    positions = apply("ExpandDims", (apply("Range", (0, rank, 1)), 1))
    from_start = apply("Equal", (positions, axes))
    from_end = apply("Equal", (positions, apply("AddV2", (axes, rank))))
    is_reduced = apply("Any", (apply("LogicalOr", (from_start, from_end)), 1))
    return apply("SelectV2", (is_reduced, apply("OnesLike", (shape,)), shape))


def spread(value: Tensor, x: Tensor) -> Tensor:
    """A tensor broadcast to the shape of `x`."""
    dims = x._type.dims
    if dims is not None and value._type.dims == dims:
        return value
    if dims is not None and all(isinstance(d, int) for d in dims):
        return apply("BroadcastTo", (value, index_vector(dims)))  # type: ignore[arg-type]
    return apply("BroadcastTo", (value, apply("Shape", (x,))))


def reduced_count(op: Application, dtype: DType) -> Tensor:
    """The number of elements reduced into each output element, as a scalar of a floating dtype."""
    x, axes = op.inputs[0], known_axes(op)
    if axes is not None:
        dims: Any = x._type.dims
        sizes = [dims[a] for a in axes]
        if all(isinstance(s, int) for s in sizes):
            from graphwright.core.convert import convert_to_tensor

            return convert_to_tensor(np.array(max(math.prod(sizes), 1), dtype.numpy))
    outputs = apply("Maximum", (apply("Size", (op.outputs[0],)), 1))
    return apply("Cast", (apply("FloorDiv", (apply("Size", (x,)), outputs)),), {"DstT": dtype})
