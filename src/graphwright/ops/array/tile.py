"""Repeating tensors: tile, repeat, meshgrid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32, int64, uint32
from graphwright.base.size_arithmetic import multiply
from graphwright.core.convert import to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, name_scope
from graphwright.ir.infer import constant_value
from graphwright.ir.prelude import Dims, Emitter, Generate, Loader, Operand, Operation, ShapeContext, op
from graphwright.ir.sizes import elements
from graphwright.ops.array._dims import mismatch, unknown
from graphwright.ops.array._moved_elements import moves
from graphwright.ops.array.concat import stack

# Tile -------------------------------------------------------------------------------------------------------


def _tile_shape(ctx: ShapeContext) -> Dims:
    dims, length = ctx.dims(0), (ctx.dims(1) or (None,))[0]
    if ctx.rank(1) not in (None, 1) or (dims is not None and isinstance(length, int) and length != len(dims)):
        rank = None if dims is None else len(dims)
        text = f"Expected multiples argument to be a vector of length {rank} but got length {length}"
        raise mismatch(ctx, text)
    counts = ctx.sizes_value(1)
    if dims is None or counts is None:
        return unknown(len(dims) if dims is not None else (length if isinstance(length, int) else None))
    for i, m in enumerate(counts):
        if isinstance(m, int) and m < 0:
            raise errors.ShapeMismatchError(f"Expected multiples[{i}] >= 0, but got {m}")
    return tuple(multiply(d, m) for d, m in zip(dims, counts, strict=True))


def _tile_kernel(input: Array, multiples: Array) -> Array:
    counts = multiples.tolist()
    if len(counts) != input.ndim:
        raise errors.InvalidArgumentError(
            f"Expected multiples argument to be a vector of length {input.ndim} but got length {len(counts)}"
        )
    for i, m in enumerate(counts):
        if m < 0:
            raise errors.InvalidArgumentError(f"Expected multiples[{i}] >= 0, but got {m}")
    return np.tile(input, counts) if counts else input


def _tile_gradient(op: Application, grad: Tensor) -> Gradients:
    """Sum over the copies: each axis becomes two, of which the first counts the copies."""
    from graphwright.ops.array import shapes
    from graphwright.ops.math import reductions

    x, multiples = op.inputs
    rank = x.shape.rank
    if rank == 0:
        return [grad, None]
    pairs = shapes.reshape(stack([multiples, shapes.shape(x, multiples.dtype)], axis=1), [-1])
    copies = range(0, 2 * rank, 2) if rank is not None else _even_axes(x)
    summed = reductions.reduce_sum(shapes.reshape(grad, pairs), axis=list(copies) if rank is not None else copies)
    return [shapes.reshape(summed, shapes.shape(x)), None]


def _even_axes(x: Tensor) -> Tensor:
    from graphwright.ops.array import ranges

    return ranges.range(0, apply("Mul", (apply("Rank", (x,)), 2)), 2)


def _tile_native(e: Emitter, load: Loader, index: Sequence[Operand]) -> Operand:
    return load(0, [e.floormod(i, load.size(0, axis)) for axis, i in enumerate(index)])


def _tile_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    counts = elements(e, load, op, 1)
    sizes = [load.size(0, axis) for axis in range(len(counts))]
    return [
        e.select(e.compare("lt", count, e.const(0, "int64")), count, e.mul(count, size))
        for count, size in zip(counts, sizes, strict=True)
    ]


TILE = op(
    "Tile",
    "input: T, multiples: Tmultiples -> output: T",
    "T: type; Tmultiples: index = int32",
    shape=_tile_shape,
    kernel=_tile_kernel,
    gradient=_tile_gradient,
    partial=moves(0),
    native=Generate(_tile_native),
    sizes=_tile_sizes,
)


def tile(input: TensorLike, multiples: TensorLike, name: str | None = None) -> Tensor:
    """The tensor repeated `multiples[i]` times along each axis i.

    Raises InvalidArgumentError (ValueError in a graph) for a wrong number of multiples or a negative one.

    >>> tf.tile([1, 2], [2])
    <tf.Tensor: shape=(4,), dtype=int32, numpy=array([1, 2, 1, 2], dtype=int32)>
    """
    return apply(TILE, (input, multiples), name=name)


# repeat, meshgrid ---------------------------------------------------------------------------------


def repeat(input: TensorLike, repeats: TensorLike, axis: int | None = None, name: str | None = None) -> Tensor:
    """Repeat each element along `axis`, all as often or each its own number of times; without `axis` of all, flat.

    >>> tf.repeat([1, 2], [2, 1])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 1, 2], dtype=int32)>
    """
    from graphwright.ops.array import shapes
    from graphwright.ops.math import casts

    with name_scope(name or "Repeat"):
        x = input if isinstance(input, Tensor) else to_tensor(input, None, "input")
        counts = repeats if isinstance(repeats, Tensor) else to_tensor(repeats, None, "repeats", int32)
        if not counts.dtype.is_integer:
            raise TypeError(f"`repeats` must be integers. Received: {repeats!r} of dtype {counts.dtype.name}.")
        # TensorFlow counts in 32 bits, where a large number wraps to another one
        counts = casts.cast(counts, int64 if counts.dtype.size > 4 or counts.dtype == uint32 else int32)
        if isinstance(axis, Tensor):
            raise TypeError(f"Argument `axis` must be an int. Received: {axis!r}")
        if axis is None:
            x, axis = shapes.reshape(x, [-1]), 0
        if x._type.rank == 0:
            x = shapes.reshape(x, [1])
        if x._type.rank is not None and not -x._type.rank <= axis < x._type.rank:
            raise ValueError(f"axis={axis} out of bounds: expected -{x._type.rank}<=axis<{x._type.rank}")
        if x._type.rank is None or counts._type.rank is None:
            return _repeated_each(x, counts, axis)
        if counts._type.rank == 0 or counts._type.dims == (1,):
            return _repeated_alike(x, shapes.reshape(counts, []), axis)
        rank = x._type.rank
        axis = axis + rank if axis < 0 else axis
        x.shape[axis : axis + 1].assert_is_compatible_with(counts.shape)
        return _repeated_each(x, counts, axis)


def _repeated_alike(x: Any, counts: Tensor, axis: int) -> Tensor:
    """Repeat all elements equally often: add an axis of copies after the axis, then merge both."""
    from graphwright.ops.array import shapes
    from graphwright.ops.math import binary

    rank = x._type.rank
    axis = axis + rank if axis < 0 else axis
    copies = tile(shapes.expand_dims(x, axis + 1), [1] * (axis + 1) + [counts] + [1] * (rank - axis - 1))
    size = shapes.sizes(x, counts.dtype)
    return shapes.reshape(copies, [*size[:axis], binary.multiply(size[axis], counts), *size[axis + 1 :]])


def _repeated_each(x: Any, counts: Tensor, axis: int) -> Tensor:
    """Repeat each element its own number of times."""
    from graphwright.ops.array import broadcasting, constants, ranges, select, shapes
    from graphwright.ops.array.concat import concat
    from graphwright.ops.index import gather
    from graphwright.ops.math import binary, comparison, reductions

    numbers = constant_value(counts)
    few = numbers is not None and numbers.astype(np.float64).sum() < 2**31
    if few and numbers is not None and x._type.rank is not None and x._type.dims[axis] == numbers.size:
        return gather.gather_densely(x, np.repeat(np.arange(numbers.size), np.maximum(numbers, 0)), axis)
    if x._type.rank is None or counts._type.rank is None:
        if axis < 0:
            raise ValueError(f"tf.repeat along axis {axis} needs a tensor and `repeats` of known rank.")
        if x._type.rank is None:  # of a scalar there is one
            missing = binary.maximum(1 - shapes.rank(x), 0)
            x = shapes.reshape(x, concat([constants.fill([missing], 1), shapes.shape(x)], 0))
        counts = broadcasting.broadcast_to(counts, [shapes.shape(x)[axis]])
    # True as often as element i is repeated in row i: the rows of the Trues are the elements in order
    longest = binary.maximum(reductions.reduce_max(counts), 0)
    mask = comparison.less(ranges.range(longest), shapes.expand_dims(counts, 1))
    return gather.gather_densely(x, select.where(mask)[:, 0], axis)


def meshgrid(*args: TensorLike, **kwargs: Any) -> list[Tensor]:
    """Coordinate grids of vectors: one tensor each, in which that vector runs along its own axis.

    For vectors of sizes n, m, ... all have the shape [m, n, ...] (`indexing="xy"`, by default) or [n, m, ...] ("ij").
    `name` is "meshgrid" by default.

    Raises ValueError for another `indexing`, TypeError for another keyword.

    >>> [g.numpy().tolist() for g in tf.meshgrid([1, 2], [3, 4])]
    [[[1, 2], [1, 2]], [[3, 3], [4, 4]]]
    """
    from graphwright.ops.array import broadcasting, shapes

    indexing, name = kwargs.pop("indexing", "xy"), kwargs.pop("name", "meshgrid")
    for keyword in kwargs:
        raise TypeError(f"meshgrid() got an unexpected keyword argument '{keyword}'; it takes indexing and name.")
    if indexing not in ("xy", "ij"):
        raise ValueError(f"Argument `indexing` parameter must be either 'xy' or 'ij', got '{indexing}'")
    with name_scope(name):
        vectors = [shapes.reshape(a, [-1]) for a in args]
        order = list(range(len(vectors)))
        if indexing == "xy" and len(order) > 1:
            order[:2] = [1, 0]
        # where[i]: the axis along which vector i runs
        where = {v: axis for axis, v in enumerate(order)}
        sizes = [shapes.sizes(vectors[v])[0] for v in order]
        grids: list[Tensor] = []
        for i, vector in enumerate(vectors):
            row = [1] * len(order)
            row[where[i]] = -1
            grids.append(broadcasting.broadcast_to(shapes.reshape(vector, row), sizes))
        return grids
