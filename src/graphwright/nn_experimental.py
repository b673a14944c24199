"""`tf.nn.experimental`: dropout from a seed."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"ops.nn.layers": "general_dropout stateless_dropout"})
