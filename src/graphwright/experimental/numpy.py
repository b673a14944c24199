"""`tf.experimental.numpy`: a few of NumPy's functions under its names."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"ops.array.numpy_names": "finfo select"})
