# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.sets`: sets along the last axis of tensors."""

from graphwright.ops.array.sets import set_difference as difference
from graphwright.ops.array.sets import set_intersection as intersection
from graphwright.ops.array.sets import set_size as size
from graphwright.ops.array.sets import set_union as union

__all__ = [
    "difference",
    "intersection",
    "size",
    "union",
]
