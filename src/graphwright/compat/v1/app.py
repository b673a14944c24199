"""`tf.compat.v1.app`: programs with flags, by `absl`."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"compat._app": "run", "compat.v1.flags": "flags="})
