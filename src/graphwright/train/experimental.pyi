# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.train.experimental`: how checkpoints are split."""

from graphwright.checkpoint.options import MaxShardSizePolicy as MaxShardSizePolicy

__all__ = [
    "MaxShardSizePolicy",
]
