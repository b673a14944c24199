"""`tf.distribute.experimental`: strategies under their older names, with the arguments of that time."""

from __future__ import annotations

from typing import Any

from graphwright.distribute import multi_worker, strategies
from graphwright.distribute.options import CommunicationImplementation, CommunicationOptions


class MultiWorkerMirroredStrategy(multi_worker.MultiWorkerMirroredStrategy):
    """The older form of `tf.distribute.MultiWorkerMirroredStrategy`.

    Args:
      communication: accepted, without effect.
      cluster_resolver: knows the processes; None for what `TF_CONFIG` says.

    >>> tf.distribute.experimental.MultiWorkerMirroredStrategy().num_replicas_in_sync
    1
    """

    def __init__(
        self,
        communication: CommunicationImplementation = CommunicationImplementation.AUTO,
        cluster_resolver: Any = None,
    ) -> None:
        super().__init__(cluster_resolver, CommunicationOptions(implementation=communication))


class TPUStrategy(strategies.TPUStrategy):
    """The older form of `tf.distribute.TPUStrategy`.

    Raises NotFoundError: jax finds no TPU; FailedPreconditionError: it is not installed.

    >>> issubclass(tf.distribute.experimental.TPUStrategy, tf.distribute.TPUStrategy)
    True
    """

    def __init__(self, tpu_cluster_resolver: Any = None, device_assignment: Any = None) -> None:
        super().__init__(tpu_cluster_resolver, device_assignment)
