"""Jacobians: one backward pass per element of the target."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.autodiff.backprop import backpropagate
from graphwright.autodiff.values import gradient_type, zeros_like
from graphwright.base import errors
from graphwright.base.shape import TensorShape
from graphwright.core.convert import to_tensor
from graphwright.core.door import apply
from graphwright.core.indexed_slices import dense


def jacobian(entries: Sequence[Any], target: Any, sources: Sequence[Any], zero: bool) -> list[Any]:
    """Derivatives of every element of the target by every element of each source, or None (zeros when `zero`)."""
    dims = _static_dims(target, "jacobian")
    size = math.prod(dims)
    rows = [backpropagate(entries, [(target, g)], sources) for g in _unit_gradients(target, dims, np.eye(size))]
    found = []
    for i, source in enumerate(sources):
        column = [row[i] for row in rows]
        if all(g is None for g in column):
            found.append(_zeros(source, dims) if zero else None)
            continue
        stacked = apply("Pack", ([zeros_like(source) if g is None else dense(g) for g in column],), {"axis": 0})
        found.append(_reshaped(stacked, dims, source))
    return found


def batch_jacobian(entries: Sequence[Any], target: Any, source: Any, source_shape: TensorShape) -> Any:
    """Derivatives of every element of each row of the target by every element of the same row of the source."""
    shape = target.shape.with_rank_at_least(2)
    source_shape = source_shape.with_rank_at_least(2)
    if not shape[:1].is_compatible_with(source_shape[:1]):
        raise ValueError(f"Need first dimension of target shape ({shape}) and source shape ({source_shape}) to match.")
    dims = _static_dims(target, "batch_jacobian")
    row = math.prod(dims[1:])
    masks = np.broadcast_to(np.eye(row)[:, None, :], (row, dims[0], row))
    columns = [backpropagate(entries, [(target, g)], [source])[0] for g in _unit_gradients(target, dims, masks)]
    filled = [zeros_like(source) if g is None else dense(g) for g in columns]
    stacked = apply("Pack", (filled,), {"axis": 1})
    tail = apply("StridedSlice", (apply("Shape", (source,)), [1], [0], [1]), {"end_mask": 1})
    return apply("Reshape", (stacked, apply("ConcatV2", ([np.array(dims, np.int32), tail], 0))))


def _static_dims(target: Any, what: str) -> tuple[int, ...]:
    if not target._type.is_static:
        raise errors.UnimplementedError(
            f"{what} inside a function needs a target of known shape, got {target.shape}. Set it with tf.ensure_shape."
        )
    dims: tuple[int, ...] = target._type.dims
    return dims


def _unit_gradients(target: Any, dims: tuple[int, ...], masks: Any) -> list[Any]:
    return [to_tensor(np.asarray(m, target.dtype.numpy).reshape(dims), target.dtype) for m in masks]


def _reshaped(stacked: Any, dims: tuple[int, ...], source: Any) -> Any:
    known = gradient_type(source)
    if known.is_static:
        return apply("Reshape", (stacked, np.array((*dims, *(known.dims or ())), np.int32)))
    tail = apply("StridedSlice", (apply("Shape", (stacked,)), [1], [0], [1]), {"end_mask": 1})
    return apply("Reshape", (stacked, apply("ConcatV2", ([np.array(dims, np.int32), tail], 0))))


def _zeros(source: Any, dims: tuple[int, ...]) -> Any:
    size = math.prod(dims)
    if not size:
        return _reshaped(apply("Pack", ([zeros_like(source)],), {"axis": 0}), dims, source)
    return _reshaped(apply("Pack", ([zeros_like(source)] * size,), {"axis": 0}), dims, source)


__all__ = ["batch_jacobian", "jacobian"]
