"""`tf.compat.v1.nn`: the older functions for neural networks that have no successor."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {"ops.batch_norm": "fused_batch_norm"},
)
