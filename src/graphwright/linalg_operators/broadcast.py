"""Batch dimensions that agree, for ops that take matrices of one batch shape."""

from __future__ import annotations

from graphwright.core.tensor import Tensor
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape, broadcast_to
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import shape


def broadcast_batches(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Both matrices with the batch dimensions that they have in common."""
    first, second = a.shape[:-2], b.shape[:-2]
    if first.is_fully_defined() and first == second:
        return a, b
    batch = broadcast_dynamic_shape(shape(a)[:-2], shape(b)[:-2])
    return _with_batch(a, batch), _with_batch(b, batch)


def _with_batch(x: Tensor, batch: Tensor) -> Tensor:
    return broadcast_to(x, concat([batch, shape(x)[-2:]], 0))
