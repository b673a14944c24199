# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.sets`: `tf.sets`, under older names too."""

from graphwright.ops.array.sets import set_difference as difference
from graphwright.ops.array.sets import set_difference as set_difference
from graphwright.ops.array.sets import set_intersection as intersection
from graphwright.ops.array.sets import set_intersection as set_intersection
from graphwright.ops.array.sets import set_size as set_size
from graphwright.ops.array.sets import set_size as size
from graphwright.ops.array.sets import set_union as set_union
from graphwright.ops.array.sets import set_union as union

__all__ = [
    "difference",
    "intersection",
    "set_difference",
    "set_intersection",
    "set_size",
    "set_union",
    "size",
    "union",
]
