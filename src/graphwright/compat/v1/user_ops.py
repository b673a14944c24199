"""`tf.compat.v1.user_ops`: an op as users add them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"compat._resources": "my_fact"})
