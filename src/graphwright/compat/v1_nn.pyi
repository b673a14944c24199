# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.nn`: the older functions for neural networks that have no successor."""

from graphwright.ops.batch_norm import fused_batch_norm as fused_batch_norm

__all__ = [
    "fused_batch_norm",
]
