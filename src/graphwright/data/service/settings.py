"""What the servers of datasets and their readers are told."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

from graphwright.base import errors


class ShardingPolicy(enum.IntEnum):
    """How a dataset is divided among the workers of a service.

    - `OFF`: not at all: each worker produces all elements. A worker that is restarted begins again.
    - `DYNAMIC`: workers take the rows, files or numbers that the dataset begins with one by one, as they need more. No
      element comes twice; those that a worker has taken are lost if it dies.
    - `FILE`, `DATA`, `FILE_OR_DATA`, `HINT`: each worker has a fixed part, as with
      `tf.data.experimental.AutoShardPolicy`. The dispatcher must know the workers, by
      `DispatcherConfig(worker_addresses=...)`.

    >>> tf.data.experimental.service.ShardingPolicy.DYNAMIC.name
    'DYNAMIC'
    """

    OFF = 0
    DYNAMIC = 1
    FILE = 2
    DATA = 3
    FILE_OR_DATA = 4
    HINT = 5

    @property
    def is_static(self) -> bool:
        """Whether each worker has a fixed part."""
        return self >= ShardingPolicy.FILE


class CrossTrainerCache:
    """Lets several programs read the same elements of one job, each all of them.

    Workers keep the latest elements. A program that is slower than the others misses the elements that have been
    dropped meanwhile.

    Args:
      trainer_id: a name of the program that reads, another one for each.

    Raises ValueError for an empty name.

    >>> tf.data.experimental.service.CrossTrainerCache(trainer_id="first").trainer_id
    'first'
    """

    def __init__(self, trainer_id: str) -> None:
        if not trainer_id:
            raise ValueError("tf.data service cross-trainer cache requires a non-empty trainer ID.")
        self.trainer_id = trainer_id


class _DispatcherFields(NamedTuple):
    port: int
    protocol: str
    work_dir: str | None
    fault_tolerant_mode: bool
    worker_addresses: Any
    job_gc_check_interval_ms: int
    job_gc_timeout_ms: int
    worker_timeout_ms: int | None
    worker_max_concurrent_snapshots: int


class DispatcherConfig(_DispatcherFields):
    """The settings of a `DispatchServer`.

    Args:
      port: where it listens; 0 is any.
      protocol: "grpc", which is the default.
      work_dir: a folder for its journal.
      fault_tolerant_mode: whether it writes what it knows to the journal, and reads it when it is started again.
      worker_addresses: the workers, for policies that give each a fixed part: "host:port", "host", or "host:%port%",
        which stand for any port.
      job_gc_check_interval_ms: not used: what is no longer read is looked for when something is asked.
      job_gc_timeout_ms: how long after its last reader a job is kept, by default five minutes; -1 is for ever.
      worker_timeout_ms: how long a worker may be silent before it is given up, by default a minute.
      worker_max_concurrent_snapshots: not used.

    >>> tf.data.experimental.service.DispatcherConfig(port=5050).protocol
    'grpc'
    """

    __slots__ = ()

    def __new__(
        cls,
        port: int = 0,
        protocol: str | None = None,
        work_dir: str | None = None,
        fault_tolerant_mode: bool = False,
        worker_addresses: Any = None,
        job_gc_check_interval_ms: int | None = None,
        job_gc_timeout_ms: int | None = None,
        worker_timeout_ms: int | None = None,
        worker_max_concurrent_snapshots: int = 0,
    ) -> DispatcherConfig:
        return super().__new__(
            cls, port, checked_protocol(protocol), work_dir, fault_tolerant_mode, worker_addresses,
            job_gc_check_interval_ms or 0, job_gc_timeout_ms or 0, worker_timeout_ms, worker_max_concurrent_snapshots,
        )  # fmt: skip


class _WorkerFields(NamedTuple):
    dispatcher_address: str
    worker_address: str
    port: int
    protocol: str
    heartbeat_interval_ms: int
    dispatcher_timeout_ms: int
    data_transfer_protocol: str | None
    data_transfer_address: str


class WorkerConfig(_WorkerFields):
    """The settings of a `WorkerServer`.

    Args:
      dispatcher_address: "host:port" of the dispatcher.
      worker_address: where others reach the worker; `%port%` stands for its port. By default "localhost:%port%".
      port: where it listens; 0 is any.
      protocol: "grpc", which is the default.
      heartbeat_interval_ms: how often it tells the dispatcher that it lives, by default every five seconds.
      dispatcher_timeout_ms: how long it waits for the dispatcher when it starts, by default an hour.
      data_transfer_protocol, data_transfer_address: not used: elements go the way of everything else.

    >>> tf.data.experimental.service.WorkerConfig("localhost:5050").worker_address
    'localhost:%port%'
    """

    __slots__ = ()

    def __new__(
        cls,
        dispatcher_address: str,
        worker_address: str | None = None,
        port: int = 0,
        protocol: str | None = None,
        heartbeat_interval_ms: int | None = None,
        dispatcher_timeout_ms: int | None = None,
        data_transfer_protocol: str | None = None,
        data_transfer_address: str | None = None,
    ) -> WorkerConfig:
        return super().__new__(
            cls, dispatcher_address, worker_address or "localhost:%port%", port, checked_protocol(protocol),
            heartbeat_interval_ms or 0, dispatcher_timeout_ms or 0, data_transfer_protocol,
            data_transfer_address or "localhost:%dts_port%",
        )  # fmt: skip


def checked_protocol(protocol: str | None) -> str:
    """The name of a protocol; NotFoundError for any but gRPC."""
    if protocol not in (None, "grpc"):
        raise errors.NotFoundError(f"Servers of datasets speak 'grpc', and no protocol {protocol!r}.")
    return "grpc"


__all__ = ["CrossTrainerCache", "DispatcherConfig", "ShardingPolicy", "WorkerConfig", "checked_protocol"]
