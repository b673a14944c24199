"""Slices picked by indices, whole rows at a time."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.runtime.xla.rules.elementwise import output_dims
from graphwright.runtime.xla.rules.indexed import generate

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


def gather(block: Block, op: Operation) -> list[Any]:
    """Slices along an axis; the first axes may be those of a batch that both operands have."""
    params, indices, axis = block.traced(op.inputs[0]), block.traced(op.inputs[1]), constant_value(op.inputs[2])
    dims = output_dims(op)
    if axis is None:
        raise Unsupported("the axis is not known before the program runs")
    along, batch = int(axis) % params.ndim, op.attrs["batch_dims"] % (indices.ndim + 1)
    size = params.shape[along]
    if not size or not prod(dims) or params.shape[:batch] != indices.shape[:batch]:
        return generate(block, op)
    inside = (indices >= 0) & (indices < size)
    # an index type as narrow as the axis allows: the gradient's scatter takes as long as its indices are wide
    places = jnp.clip(indices, 0, size - 1).astype(np.int32 if size < 1 << 31 else np.int64)

    def take(rows: Any, at: Any) -> Any:
        return jnp.take(rows, at, along - batch, mode="clip")

    for _ in range(batch):
        take = jax.vmap(take)
    result = take(params, places)
    shape = (
        *indices.shape[:batch], *[1] * (along - batch), *indices.shape[batch:], *[1] * (params.ndim - along - 1),
    )  # fmt: skip
    return [block.in_range(jnp.reshape(inside, shape), result)]
