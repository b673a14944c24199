"""Servers of datasets for tests: in this process, and in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import graphwright as tf

service = tf.data.experimental.service
Policy = service.ShardingPolicy

_PROGRAM = """
import sys
import graphwright as tf
address, port, interval = sys.argv[1:]
config = tf.data.experimental.service.WorkerConfig(address, port=int(port), heartbeat_interval_ms=int(interval))
worker = tf.data.experimental.service.WorkerServer(config)
print(worker._address, flush=True)
worker.join()
"""
HEARTBEAT = 50  # milliseconds


class Cluster:
    """A dispatcher and some workers in this process."""

    def __init__(self, workers: int = 1, **settings: Any) -> None:
        self.dispatcher = service.DispatchServer(service.DispatcherConfig(**settings))
        self.target = self.dispatcher.target
        self.address = self.target.split("://")[1]
        self.workers = [self.worker() for _ in range(workers)]

    def worker(self, port: int = 0) -> Any:
        """A worker of the dispatcher."""
        config = service.WorkerConfig(self.address, port=port, heartbeat_interval_ms=HEARTBEAT)
        return service.WorkerServer(config)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self.workers:
            worker.stop()
        self.dispatcher.stop()


class WorkerProcess:
    """A worker in a process of its own, reachable when this returns."""

    def __init__(self, dispatcher: str, port: int = 0) -> None:
        command = [sys.executable, "-c", _PROGRAM, dispatcher, str(port), str(HEARTBEAT)]
        environment = {**os.environ, "GRPC_VERBOSITY": "NONE"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def __enter__(self) -> WorkerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def listed(dataset: Any) -> list[Any]:
    """The elements as Python values."""
    return [x.tolist() if hasattr(x, "tolist") else x for x in dataset.as_numpy_iterator()]


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.02)


def free_ports(count: int) -> list[int]:
    """Ports that nothing listens at."""
    import socket

    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("localhost", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports
