"""`tf.compat.v1.saved_model.tag_constants`."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "saved_model.constants": "GPU SERVING TPU TRAINING",
    },
)
