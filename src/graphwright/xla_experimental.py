"""`tf.xla.experimental`: `compile` and `jit_scope`."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"functions.xla_compile": "compile jit_scope"})
