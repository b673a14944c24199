"""`tf.compat.v1.autograph`: Python control flow as graphs."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__, {"autograph": "experimental set_verbosity trace", "compat._adapters": "to_code to_graph"}
)
