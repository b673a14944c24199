"""Communication between the replicas of a mesh; outside of one there is a group of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.ir.graph import Operation

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block

_MERGE: Final[dict[str, Callable[[Any, str], Any]]] = {
    "Add": lax.psum,
    "Min": lax.pmin,
    "Max": lax.pmax,
    "Mul": lambda x, axis: jnp.prod(lax.all_gather(x, axis), axis=0).astype(x.dtype),
}


def reduce(block: Block, op: Operation) -> list[Any]:
    """The values of all replicas as one."""
    value = block.traced(op.inputs[0])
    if block.axis is None:
        return [value]
    merged = _MERGE[op.attrs["merge_op"]](value, block.axis)
    if op.attrs["final_op"] == "Div":
        count = np.asarray(lax.axis_size(block.axis), value.dtype)
        merged = merged // count if value.dtype.kind in "iu" else merged / count
    return [merged]


def gather(block: Block, op: Operation) -> list[Any]:
    """The values of all replicas, joined along the first axis."""
    value = block.traced(op.inputs[0])
    return [value if block.axis is None else lax.all_gather(value, block.axis, tiled=True)]


def replica_id(block: Block, op: Operation) -> list[Any]:
    """The number of the replica."""
    return [np.int32(0) if block.axis is None else lax.axis_index(block.axis).astype(np.int32)]
