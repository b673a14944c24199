"""`tensorflow.compiler.tf2xla.python.xla`: XLA's ops as functions."""

from __future__ import annotations

import builtins
from typing import Any

from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.concat import stack
from graphwright.ops.array.ranges import range as numbers
from graphwright.ops.array.shapes import shape
from graphwright.ops.array.tile import meshgrid
from graphwright.ops.index.scatter import tensor_scatter_nd_update
from graphwright.ops.math.binary import add, maximum, minimum, subtract
from graphwright.ops.math.casts import cast


def dynamic_update_slice(x: Any, updates: Any, indices: Any) -> Tensor:
    """`x` with the block that starts at `indices` replaced by `updates`.

    Args:
      x: a tensor.
      updates: a tensor of the same rank, no larger in any dimension.
      indices: where the block begins, an integer for each dimension; a block that would reach beyond `x` is moved back.
    """
    whole, block = to_tensor(x), to_tensor(updates)
    start = to_tensor(indices)
    if block.ndim == 0:
        return block
    sizes, room = cast(shape(block), start.dtype), cast(shape(whole), start.dtype)
    start = maximum(minimum(start, subtract(room, sizes)), to_tensor(0, start.dtype))
    places = [add(numbers(sizes[i]), start[i]) for i in builtins.range(block.ndim)]
    return tensor_scatter_nd_update(whole, stack(meshgrid(*places, indexing="ij"), -1), block)
