"""The strategy for several processes."""

from __future__ import annotations

from typing import Any

from graphwright.distribute.cluster.membership import membership_of
from graphwright.distribute.cluster.resolvers import TFConfigClusterResolver
from graphwright.distribute.replicated.groups import ReplicaGroup, canonical
from graphwright.distribute.strategy import Strategy


class MultiWorkerMirroredStrategy(Strategy):
    """The strategy that keeps a copy of each variable in each of several processes, on one machine or several.

    Every process runs the same program. It belongs to the cluster that the environment variable `TF_CONFIG` describes,
    or another resolver; each has one replica for each of its GPUs, or one on its processor. jax connects them, by gloo
    between processors and NCCL between GPUs: the extra `xla`. Create the strategy first in the program.

    Args:
      cluster_resolver: knows the processes; None for what `TF_CONFIG` says. Without a cluster, this process alone.
      communication_options: a `tf.distribute.experimental.CommunicationOptions`; its `timeout_seconds` is how long a
        step waits for the others.

    Raises:
      ValueError: the cluster and the task of this process do not fit.
      FailedPreconditionError: jax is not installed, or was used before.
      UnavailableError: the port of the first process is in use.
      DeadlineExceededError: the other processes did not come in time.

    Its steps raise DeadlineExceededError where another process hangs, UnavailableError where one has ended, and
    InvalidArgumentError where one runs another program.

    >>> tf.distribute.MultiWorkerMirroredStrategy().num_replicas_in_sync
    1
    """

    _mirrors = True

    def __init__(self, cluster_resolver: Any = None, communication_options: Any = None) -> None:
        resolver = TFConfigClusterResolver() if cluster_resolver is None else cluster_resolver
        self._resolver = resolver
        membership = membership_of(resolver)
        processes = None
        if membership is not None:
            from graphwright.distribute.cluster.processes import start

            processes = start(membership, resolver, getattr(communication_options, "timeout_seconds", None))
        self._set_up(ReplicaGroup(_local_devices(), processes))

    @property
    def cluster_resolver(self) -> Any:
        """What knows the processes of the cluster."""
        return self._resolver


def _local_devices() -> list[str]:
    from graphwright.core.devices import list_logical_devices

    return [canonical(d.name) for d in list_logical_devices("GPU")] or [canonical("CPU:0")]
