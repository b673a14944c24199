"""`tf.image`: resizing and other operations on images."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {"ops.image.resize_api": "ResizeMethod resize", "ops.image.patches": "extract_patches"},
)
