"""`tf.compat.v1.manip`: tensors put together anew."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "": "reverse roll scatter_nd space_to_batch_nd tile",
        "compat._adapters": "gather_nd",
    },
)
