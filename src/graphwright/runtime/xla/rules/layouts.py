"""Layouts over the devices of a mesh that XLA has to keep to; it chooses the rest by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jax import lax

from graphwright.ir.graph import Operation

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


def relayout(block: Block, op: Operation) -> list[Any]:
    """The value with the layout that the op names."""
    from graphwright.runtime.xla.mesh_device import sharding_of

    sharding = sharding_of(op.attrs["layout"])
    block.layouts[op.outputs[0]] = sharding
    return [lax.with_sharding_constraint(block.traced(op.inputs[0]), sharding)]


def relayout_like(block: Block, op: Operation) -> list[Any]:
    """The value with the layout of another one, where that is known before XLA has chosen it."""
    value, known = block.traced(op.inputs[0]), block.layouts.get(op.inputs[1])
    return [value if known is None else lax.with_sharding_constraint(value, known)]
