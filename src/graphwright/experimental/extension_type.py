"""`tf.experimental.extension_type`: what is done with ExtensionTypes."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"extension_types.extension_type": "as_dict"})
