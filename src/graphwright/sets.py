"""`tf.sets`: sets along the last axis of tensors."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {"ops.array.sets": "difference=set_difference intersection=set_intersection size=set_size union=set_union"},
)
