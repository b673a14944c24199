"""`tf.compat.v1.manip`: tensors put together anew."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "": "reshape reverse roll scatter_nd space_to_batch_nd tile",
        "compat._adapters": "batch_to_space_nd gather_nd",
    },
)
