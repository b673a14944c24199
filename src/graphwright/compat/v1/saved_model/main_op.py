"""`tf.compat.v1.saved_model.main_op`: what runs when a model is loaded."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "sessions.collections": "main_op",
    },
)
