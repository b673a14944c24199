"""`tf.distribute`: strategies for several devices and processes."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "distribute.replicas": "ReduceOp ReplicaContext",
        "distribute.values": "DistributedDataset DistributedIterator DistributedValues",
        "distribute.context": "get_replica_context get_strategy has_strategy in_cross_replica_context",
        "distribute.strategy": "Strategy",
        "distribute.input_contexts": "InputContext",
        "distribute.extended": "StrategyExtended",
        "distribute.options": "InputOptions InputReplicationMode RunOptions",
        "distribute.cross_device": ("CrossDeviceOps HierarchicalCopyAllReduce NcclAllReduce ReductionToOneDevice"),
        "distribute.strategies": ("MirroredStrategy OneDeviceStrategy ParameterServerStrategy TPUStrategy"),
        "distribute.multi_worker": "MultiWorkerMirroredStrategy",
        "distribute_cluster_resolver": "cluster_resolver=",
        "distribute_experimental": "experimental=",
    },
)
