"""`tf.train.experimental`: how checkpoints are split, and Python objects in them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "checkpoint.options": "MaxShardSizePolicy ShardByTaskPolicy ShardableTensor ShardingCallback",
        "checkpoint.python_state": "PythonState",
    },
)
