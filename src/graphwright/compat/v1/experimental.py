"""`tf.compat.v1.experimental`: `tf.experimental`, and what has no effect."""

from __future__ import annotations

from graphwright._public import extended, lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    extended(
        "experimental",
        {
            "compat._resources": "output_all_intermediates",
        },
    ),
)
