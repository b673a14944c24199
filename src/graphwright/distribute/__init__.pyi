# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.distribute`: strategies, for the one device there is."""

from graphwright.distribute.replicas import ReduceOp as ReduceOp
from graphwright.distribute.replicas import ReplicaContext as ReplicaContext
from graphwright.distribute.strategy import InputContext as InputContext
from graphwright.distribute.strategy import MirroredStrategy as MirroredStrategy
from graphwright.distribute.strategy import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from graphwright.distribute.strategy import OneDeviceStrategy as OneDeviceStrategy
from graphwright.distribute.strategy import Strategy as Strategy
from graphwright.distribute.strategy import StrategyExtended as StrategyExtended
from graphwright.distribute.strategy import TPUStrategy as TPUStrategy
from graphwright.distribute.strategy import get_replica_context as get_replica_context
from graphwright.distribute.strategy import get_strategy as get_strategy
from graphwright.distribute.strategy import has_strategy as has_strategy
from graphwright.distribute.strategy import in_cross_replica_context as in_cross_replica_context
from graphwright.distribute.values import DistributedDataset as DistributedDataset
from graphwright.distribute.values import DistributedIterator as DistributedIterator
from graphwright.distribute.values import DistributedValues as DistributedValues

__all__ = [
    "DistributedDataset",
    "DistributedIterator",
    "DistributedValues",
    "InputContext",
    "MirroredStrategy",
    "MultiWorkerMirroredStrategy",
    "OneDeviceStrategy",
    "ReduceOp",
    "ReplicaContext",
    "Strategy",
    "StrategyExtended",
    "TPUStrategy",
    "get_replica_context",
    "get_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
