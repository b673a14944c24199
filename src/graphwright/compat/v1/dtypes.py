"""`tf.compat.v1.dtypes`: `tf.dtypes`, and texts of numbers."""

from __future__ import annotations

from graphwright._public import extended, lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, extended("dtypes", {"strings": "as_string"}))
