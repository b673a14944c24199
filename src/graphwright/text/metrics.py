"""`tf.text.metrics`: how alike texts are."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"text.similarity": "rouge_l"})
