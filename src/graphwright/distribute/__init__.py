"""`tf.distribute`: strategies, for the one device there is."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "distribute.replicas": "ReduceOp ReplicaContext",
        "distribute.values": "DistributedDataset DistributedIterator DistributedValues",
        "distribute.strategy": (
            "InputContext MirroredStrategy MultiWorkerMirroredStrategy OneDeviceStrategy Strategy StrategyExtended "
            "TPUStrategy get_replica_context get_strategy has_strategy in_cross_replica_context"
        ),
    },
)
