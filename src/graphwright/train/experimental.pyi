# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.train.experimental`: how checkpoints are split, and Python objects in them."""

from graphwright.checkpoint.options import MaxShardSizePolicy as MaxShardSizePolicy
from graphwright.checkpoint.options import ShardByTaskPolicy as ShardByTaskPolicy
from graphwright.checkpoint.options import ShardableTensor as ShardableTensor
from graphwright.checkpoint.options import ShardingCallback as ShardingCallback
from graphwright.checkpoint.python_state import PythonState as PythonState

__all__ = [
    "MaxShardSizePolicy",
    "PythonState",
    "ShardByTaskPolicy",
    "ShardableTensor",
    "ShardingCallback",
]
