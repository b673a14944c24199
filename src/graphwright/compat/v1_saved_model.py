"""`tf.compat.v1.saved_model`: models with their functions, saved and loaded."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__, {"saved_model": "Asset SaveOptions contains_saved_model experimental load_v2=load save"}
)
