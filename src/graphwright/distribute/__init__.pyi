# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.distribute`: strategies for several devices and processes."""

from graphwright import distribute_cluster_resolver as cluster_resolver
from graphwright import distribute_experimental as experimental
from graphwright.distribute.context import get_replica_context as get_replica_context
from graphwright.distribute.context import get_strategy as get_strategy
from graphwright.distribute.context import has_strategy as has_strategy
from graphwright.distribute.context import in_cross_replica_context as in_cross_replica_context
from graphwright.distribute.cross_device import CrossDeviceOps as CrossDeviceOps
from graphwright.distribute.cross_device import HierarchicalCopyAllReduce as HierarchicalCopyAllReduce
from graphwright.distribute.cross_device import NcclAllReduce as NcclAllReduce
from graphwright.distribute.cross_device import ReductionToOneDevice as ReductionToOneDevice
from graphwright.distribute.extended import StrategyExtended as StrategyExtended
from graphwright.distribute.input_contexts import InputContext as InputContext
from graphwright.distribute.multi_worker import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from graphwright.distribute.options import InputOptions as InputOptions
from graphwright.distribute.options import InputReplicationMode as InputReplicationMode
from graphwright.distribute.options import RunOptions as RunOptions
from graphwright.distribute.replicas import ReduceOp as ReduceOp
from graphwright.distribute.replicas import ReplicaContext as ReplicaContext
from graphwright.distribute.strategies import MirroredStrategy as MirroredStrategy
from graphwright.distribute.strategies import OneDeviceStrategy as OneDeviceStrategy
from graphwright.distribute.strategies import ParameterServerStrategy as ParameterServerStrategy
from graphwright.distribute.strategies import TPUStrategy as TPUStrategy
from graphwright.distribute.strategy import Strategy as Strategy
from graphwright.distribute.values import DistributedDataset as DistributedDataset
from graphwright.distribute.values import DistributedIterator as DistributedIterator
from graphwright.distribute.values import DistributedValues as DistributedValues

__all__ = [
    "CrossDeviceOps",
    "DistributedDataset",
    "DistributedIterator",
    "DistributedValues",
    "HierarchicalCopyAllReduce",
    "InputContext",
    "InputOptions",
    "InputReplicationMode",
    "MirroredStrategy",
    "MultiWorkerMirroredStrategy",
    "NcclAllReduce",
    "OneDeviceStrategy",
    "ParameterServerStrategy",
    "ReduceOp",
    "ReductionToOneDevice",
    "ReplicaContext",
    "RunOptions",
    "Strategy",
    "StrategyExtended",
    "TPUStrategy",
    "cluster_resolver",
    "experimental",
    "get_replica_context",
    "get_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
