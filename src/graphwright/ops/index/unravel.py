"""From flat indices to coordinates."""

from __future__ import annotations

import math

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op


def _rule(ctx: ShapeContext) -> Dims:
    indices, dims = ctx.dims(0), ctx.dims(1)
    rank = dims[0] if dims else Symbol()
    if dims is not None and len(dims) != 1:
        raise errors.ShapeMismatchError(f"The indices can only be 1-D, got {len(dims)} dimensions of `dims`")
    if indices is None:
        return None
    if len(indices) > 1:
        raise errors.ShapeMismatchError(f"The indices can only be scalar or vector, got {len(indices)} dimensions")
    return (rank, *indices)


def _unravel(indices: Array, dims: Array) -> Array:
    if indices.ndim > 1:
        raise errors.ShapeMismatchError(f"The indices can only be scalar or vector, got {indices.ndim} dimensions")
    sizes = dims.tolist()
    if 0 in sizes:
        raise errors.InvalidArgumentError(f"dims must not hold 0, got {sizes}")
    if not indices.size or indices.max() >= math.prod(sizes):
        raise errors.InvalidArgumentError("index is out of bound as with dims")
    found, rest = [], indices
    for size in reversed(sizes):
        found.append(np.fmod(rest, size))
        rest = (rest - found[-1]) // size  # towards 0, as in C
    return np.array(found[::-1], indices.dtype).reshape(len(sizes), *indices.shape)


UNRAVEL: OpRecord = op(
    "UnravelIndex",
    "indices: Tidx, dims: Tidx -> output: Tidx",
    "Tidx: index = int32",
    shape=_rule,
    kernel=_unravel,
    no_gradient=True,
)


def unravel_index(indices: TensorLike, dims: TensorLike, name: str | None = None) -> Tensor:
    """The coordinates of flat indices into a tensor of shape `dims`: a row for each dimension.

    Raises InvalidArgumentError for an index out of bounds.

    >>> tf.unravel_index([22, 41, 37], (7, 6)).numpy().tolist()
    [[3, 6, 6], [4, 5, 1]]
    """
    return apply(UNRAVEL, (indices, dims), None, name)
