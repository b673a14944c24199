"""`tf.profiler`: what calls of functions take, as a timeline."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"profiler.experimental": "experimental="})
