"""`tf.experimental.dlpack`: arrays of other libraries."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "core.dlpack": "from_dlpack to_dlpack",
    },
)
