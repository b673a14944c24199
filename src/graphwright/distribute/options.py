"""Options of strategies: of runs, of inputs, of communication."""

from __future__ import annotations

import enum
from typing import Any, Final, NamedTuple

DEFAULT_TIMEOUT: Final = 300.0
"""Seconds that a process waits for the others in one step, unless `CommunicationOptions` says otherwise."""


class RunOptions(NamedTuple):
    """Options of `Strategy.run`; accepted, without effect.

    >>> tf.distribute.RunOptions().experimental_enable_dynamic_batch_size
    True
    """

    experimental_enable_dynamic_batch_size: bool = True
    experimental_bucketizing_dynamic_shape: bool = False
    experimental_xla_options: Any = None


class InputReplicationMode(enum.Enum):
    """Which part of the program has a dataset of its own: each process, or each replica.

    >>> tf.distribute.InputReplicationMode.PER_WORKER.value
    'PER_WORKER'
    """

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


class InputOptions(NamedTuple):
    """Options of distributed datasets.

    Fields:
      experimental_replication_mode: PER_WORKER; PER_REPLICA is refused.
      experimental_fetch_to_device, experimental_place_dataset_on_device, experimental_per_replica_buffer_size:
        accepted, without effect.

    >>> tf.distribute.InputOptions().experimental_replication_mode.name
    'PER_WORKER'
    """

    experimental_fetch_to_device: bool | None = None
    experimental_replication_mode: InputReplicationMode = InputReplicationMode.PER_WORKER
    experimental_place_dataset_on_device: bool = False
    experimental_per_replica_buffer_size: int = 1


class CommunicationImplementation(enum.Enum):
    """How processes communicate; accepted, without effect: gloo between processors, NCCL between GPUs.

    >>> tf.distribute.experimental.CommunicationImplementation.AUTO.value
    'AUTO'
    """

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


class CommunicationOptions(NamedTuple):
    """Options of the communication between processes.

    Fields:
      bytes_per_pack: accepted, without effect: XLA puts small values together.
      timeout_seconds: how long a step may wait for the other processes, and a start for all to come; None for five
        minutes. Then the program gets `DeadlineExceededError`.
      implementation: accepted, without effect.

    >>> tf.distribute.experimental.CommunicationOptions(timeout_seconds=30.0).timeout_seconds
    30.0
    """

    bytes_per_pack: int = 0
    timeout_seconds: float | None = None
    implementation: CommunicationImplementation = CommunicationImplementation.AUTO


class CollectiveHints(NamedTuple):
    """The older form of `CommunicationOptions`.

    >>> tf.distribute.experimental.CollectiveHints(bytes_per_pack=1024).bytes_per_pack
    1024
    """

    bytes_per_pack: int = 0
    timeout_seconds: float | None = None
