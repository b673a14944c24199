"""Which part of the input is asked for: that of a process, or that of a replica."""

from __future__ import annotations


class ValueContext:
    """Which replica a value is for.

    Args:
      replica_id_in_sync_group: its number, from 0.
      num_replicas_in_sync: how many there are.

    >>> tf.distribute.experimental.ValueContext(1, 2).replica_id_in_sync_group
    1
    """

    def __init__(self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1) -> None:
        self._id, self._count = replica_id_in_sync_group, num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> int:
        """The number of the replica."""
        return self._id

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas there are."""
        return self._count

    def __str__(self) -> str:
        return f"tf.distribute.ValueContext(replica id {self._id}, total replicas in sync: {self._count})"


class InputContext:
    """Which part of the input a process produces.

    Args:
      num_input_pipelines: how many processes read.
      input_pipeline_id: which of them this is, from 0.
      num_replicas_in_sync: how many devices share a batch.

    >>> context = tf.distribute.InputContext(num_input_pipelines=2, input_pipeline_id=1, num_replicas_in_sync=4)
    >>> context.get_per_replica_batch_size(8)
    2
    """

    def __init__(self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The size of the batch on each device; ValueError where a batch cannot be shared equally."""
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size} is not divisible by `num_replicas_in_sync` "
                f"{self.num_replicas_in_sync}."
            )
        return global_batch_size // self.num_replicas_in_sync

    def __str__(self) -> str:
        return (
            f"tf.distribute.InputContext(input pipeline id {self.input_pipeline_id}, total: {self.num_input_pipelines})"
        )
