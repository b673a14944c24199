"""`WorkerServer`."""

from __future__ import annotations

import os
import threading
import weakref
from collections import Counter
from contextlib import suppress
from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline.splits import Take
from graphwright.data.service.calls import Methods, Remote
from graphwright.data.service.settings import WorkerConfig
from graphwright.data.service.worker_tasks import WorkerTask, worker_task

_HEARTBEAT = 5.0  # seconds
_PATIENCE = 3600.0
_LEAVING = 1.0
_DISPATCHER_RESTARTS = 60.0  # how long a dispatcher may take to come back

_here: weakref.WeakValueDictionary[str, _Worker] = weakref.WeakValueDictionary()


def worker_here(address: str) -> _Worker | None:
    """The worker at an address, if it is in this process."""
    found = _here.get(address)
    return found if found is not None and found.process == os.getpid() else None


class _Worker:
    """The tasks of a worker, which are begun when the first element is asked for."""

    def __init__(self, dispatcher: Remote) -> None:
        self.dispatcher, self.process = dispatcher, os.getpid()
        self._tasks: dict[int, WorkerTask] = {}
        self._lock = threading.Lock()
        self._stopped = False

    def element(self, task: int, consumer: int = -1, round: int = -1, trainer: str = "") -> Any:
        """The next element of a task; None after the last one."""
        if self._stopped:
            raise errors.UnavailableError("The worker has been stopped.")
        found = self._task(task).get(consumer, round, trainer)
        if found is None:
            self.dispatcher.call_patiently(_DISPATCHER_RESTARTS, "task_ended", id=task)
        return found

    def _task(self, number: int) -> WorkerTask:
        with self._lock:
            found = self._tasks.get(number)
            if found is None:
                try:
                    described = self.dispatcher.call_patiently(_DISPATCHER_RESTARTS, "task", id=number)
                except errors.NotFoundError as error:
                    raise errors.CancelledError(error.message) from None

                found = self._tasks[number] = worker_task(described, self._taking(described["iteration"]))
            return found

    def _taking(self, iteration: int) -> Take:
        """What takes parts of an iteration; each is asked for until an answer arrives, which is the same each time."""
        taker, turns = os.urandom(16).hex(), Counter[tuple[int, int]]()

        def take(source: int, run: int) -> int:
            turns[source, run] += 1
            taken: int = self.dispatcher.call_patiently(
                _DISPATCHER_RESTARTS, "take", iteration=iteration, source=source, run=run, taker=taker,
                turn=turns[source, run],
            )  # fmt: skip
            return taken

        return take

    def leave(self, address: str) -> None:
        """End all tasks, and tell the dispatcher, which may have been stopped before."""
        self._stopped = True
        with suppress(errors.OpError):
            self.dispatcher.start("worker_left", _LEAVING, address=address).result()
        for task in self._tasks.values():
            task.close()


class WorkerServer:
    """A worker in this process: it produces elements of datasets for the programs that read them.

    It stops when nothing refers to it. In a process of its own, `join` waits until it is stopped.

    Args:
      config: a `WorkerConfig`, with the address of the dispatcher.
      start: whether it starts at once.

    Raises:
      ValueError: the address of the dispatcher is missing.
      RuntimeError: the dispatcher does not answer in time, or has a list of workers that this one is not in.
      ImportError: grpcio is not installed (the extra `serve`).

    >>> service = tf.data.experimental.service
    >>> dispatcher = service.DispatchServer()
    >>> worker = service.WorkerServer(service.WorkerConfig(dispatcher_address=dispatcher.target.split("://")[1]))
    >>> worker.stop()
    """

    def __init__(self, config: WorkerConfig, start: bool = True) -> None:
        if not config.dispatcher_address:
            raise ValueError("Must specify a `dispatcher_address` in the `config` passed to `WorkerServer`.")
        self._config = config
        self._methods: Methods | None = None
        self._ending = threading.Event()
        if start:
            self.start()

    def start(self) -> None:
        """Register with the dispatcher and begin to answer; nothing where it has begun."""
        if self._methods is not None:
            return
        config, dispatcher = self._config, Remote(self._config.dispatcher_address)
        self._worker = _Worker(dispatcher)
        self._methods = Methods({"element": self._worker.element}, config.port)
        self._address = config.worker_address.replace("%port%", str(self._methods.port))
        patience = config.dispatcher_timeout_ms / 1000 or _PATIENCE
        try:
            dispatcher.call_patiently(patience, "register_worker", address=self._address)
        except errors.OpError as error:
            self._methods.stop()
            self._methods = None
            raise RuntimeError(f"Failed to perform worker heartbeat: {error.message}") from error
        _here[self._address] = self._worker
        interval = config.heartbeat_interval_ms / 1000 or _HEARTBEAT
        threading.Thread(
            target=_tell_it_lives, args=(dispatcher, self._address, interval, self._ending), daemon=True,
            name="graphwright-data-worker",
        ).start()  # fmt: skip
        # also where the server is forgotten, and when the program ends
        self._stop = weakref.finalize(self, _stop, self._worker, self._methods, self._address, self._ending)

    def join(self) -> None:
        """Wait until the server has been stopped."""
        if self._methods is not None:
            self._methods.join()

    def stop(self) -> None:
        """Stop answering."""
        if self._methods is not None:
            self._stop()


def _stop(worker: _Worker, methods: Methods, address: str, ending: threading.Event) -> None:
    ending.set()
    worker.leave(address)
    methods.stop()
    worker.dispatcher.close()
    _here.pop(address, None)


def _tell_it_lives(dispatcher: Remote, address: str, interval: float, ending: threading.Event) -> None:
    """Heartbeats; a dispatcher that was started again does not know the worker."""
    while not ending.wait(interval):
        try:
            if not dispatcher.call("worker_lives", address=address) and not ending.is_set():
                dispatcher.call("register_worker", address=address)
        except errors.OpError:
            continue  # it may come back
        except ValueError:  # the connection was closed meanwhile
            return


__all__ = ["WorkerServer", "worker_here"]
