"""The pipeline of elements that workers produce."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from graphwright.base import errors
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.iterator_state import IteratorState, SavedState
from graphwright.data.service.calls import Call, Remote
from graphwright.data.service.settings import ShardingPolicy
from graphwright.data.service.worker_server import worker_here
from graphwright.data.structure import Flat

_BETWEEN_LOOKS = 1.0  # seconds, at which a reader asks the dispatcher for new tasks
_BETWEEN_TRIES = 0.1
UNTIL_FOUND = 10.0  # how long the dispatcher and the first worker may take to answer
_BUFFER = 16  # elements that are read ahead


@dataclass(frozen=True)
class Reading:
    """What is read, and how.

    Fields:
      address: of the dispatcher.
      job: its name; empty for a job of the iteration's own.
      consumer, consumers: the number of this reader among those that read in step; -1 and 0 where they do not.
      buffer: how many elements are read ahead; 0 for any number.
      target: "AUTO", "ANY", or "LOCAL" for workers of this process only.
      trainer: the name of the program for the cache of workers; empty for none.
    """

    address: str
    dataset: str
    policy: ShardingPolicy
    job: str = ""
    consumer: int = -1
    consumers: int = 0
    buffer: int = 0
    target: str = "AUTO"
    trainer: str = ""


class ServiceElements(Pipeline, saved_as="Service"):
    """Elements that workers produce.

    Args:
      reading: what is read, and how.
      count: how many there are, or `UNKNOWN`.
    """

    def __init__(self, reading: Reading, count: int) -> None:
        self._reading, self._count, self._runs = reading, count, 0

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        state.save_by(_refuse)
        repetition, self._runs = self._runs, self._runs + 1
        reading, dispatcher = self._reading, Remote(self._reading.address)
        try:
            begun = dispatcher.call_patiently(
                UNTIL_FOUND, "begin", dataset=reading.dataset, policy=int(reading.policy), job=reading.job,
                repetition=repetition, consumers=reading.consumers, cached=bool(reading.trainer),
            )  # fmt: skip
            source = _Source(dispatcher, reading, begun["iteration"], begun["patience"])
            yield from _in_step(source) if reading.consumers else _as_they_come(source)
        finally:
            dispatcher.close()

    def count(self) -> int:
        return self._count


class Tasks(NamedTuple):
    """What the dispatcher says of an iteration: the workers of open tasks by their ids, ended tasks, and the end."""

    open: dict[int, str]
    ended: frozenset[int]
    finished: bool


def _refuse() -> SavedState:
    raise errors.UnimplementedError(
        "The position in a dataset of a tf.data service cannot be saved: its elements are divided while they are read."
    )


class _Source:
    """An iteration as one reader sees it: its tasks, which the dispatcher tells, and their elements."""

    def __init__(self, dispatcher: Remote, reading: Reading, iteration: int, patience: float) -> None:
        self._dispatcher, self._iteration = dispatcher, iteration
        self.reading, self.patience = reading, patience
        self._seen = time.monotonic()  # when the dispatcher answered

    def look(self) -> Tasks | None:
        """What the dispatcher says; None where it does not answer.

        Raises UnavailableError where the dispatcher has not answered for too long, or a worker was lost whose part no
        other has.
        """
        try:
            found = self._dispatcher.start("look", self.patience, iteration=self._iteration).result()
        except (errors.UnavailableError, errors.DeadlineExceededError):
            if time.monotonic() - self._seen > self.patience:
                raise
            return None
        self._seen = time.monotonic()
        if found["lost"]:
            raise errors.UnavailableError(
                f"The worker at {', '.join(found['lost'])} was lost, whose part of the dataset no other worker has. "
                "Start it again at the same address, and read the dataset again."
            )
        tasks = {id: worker for id, worker in found["tasks"] if self._wanted(worker)}
        return Tasks(tasks, frozenset(found["ended"]), found["finished"])

    def _wanted(self, worker: str) -> bool:
        return self.reading.target != "LOCAL" or worker_here(worker) is not None

    def no_workers(self) -> errors.OpError:
        """The error where nobody produces anything."""
        local = " in this process" if self.reading.target == "LOCAL" else ""
        return errors.UnavailableError(
            f"No worker{local} has produced anything for {self.patience:g} seconds: the dispatcher at "
            f"{self.reading.address} knows none that answers. Start a WorkerServer with its address."
        )


class _Connection:
    """A task at its worker: in this process without a copy, else by calls."""

    def __init__(self, task: int, worker: str, source: _Source) -> None:
        self.worker = worker
        self._task, self._trainer = task, source.reading.trainer
        self._here, self._remote = worker_here(worker), None if worker_here(worker) else Remote(worker)
        self._call: Call | None = None

    def element(self, consumer: int = -1, round_: int = -1) -> Flat | None:
        """The next element; None after the last one."""
        arguments: dict[str, Any] = {
            "task": self._task, "consumer": consumer, "round": round_, "trainer": self._trainer,
        }  # fmt: skip
        try:
            if self._remote is None:
                assert self._here is not None
                found: Flat | None = self._here.element(**arguments)
            else:
                self._call = self._remote.start("element", **arguments)
                found = self._call.result()
        except (errors.UnavailableError, errors.CancelledError, errors.OutOfRangeError):
            raise
        except errors.OpError as error:
            kind: Any = type(error)
            raise kind(None, None, f"Failed to get element from worker {self.worker}: {error.message}") from None
        return found

    def close(self) -> None:
        """Give up what has been asked for."""
        if self._call is not None:
            self._call.cancel()
        if self._remote is not None:
            self._remote.close()


def _in_step(source: _Source) -> Iterator[Flat]:
    """Elements by rounds: all readers read from one worker at a time, each its own element."""
    tasks = source.look()
    if tasks is None or not (tasks.open or tasks.finished):
        raise source.no_workers()
    connections = [_Connection(id, worker, source) for id, worker in sorted(tasks.open.items())]
    round_ = 0
    try:
        while connections:
            element = connections[round_ % len(connections)].element(source.reading.consumer, round_)
            if element is None:
                return
            yield element
            round_ += 1
    finally:
        for connection in connections:
            connection.close()


def _as_they_come(source: _Source) -> Iterator[Flat]:
    """Elements of all tasks, by a thread for each."""
    buffer = _Buffer(source)
    watching = threading.Thread(target=buffer.watch, name="graphwright-data-reader", daemon=True)
    watching.start()
    try:
        while (element := buffer.take()) is not None:
            yield element
    finally:
        buffer.close()


class _Buffer:
    """Elements on their way from the threads that fetch them to the reader."""

    def __init__(self, source: _Source) -> None:
        self._source, self._size = source, source.reading.buffer or _BUFFER
        self._changed = threading.Condition()
        self._elements: deque[Flat] = deque()
        self._fetching: dict[int, _Connection] = {}
        self._left: set[int] = set()
        self._error: BaseException | None = None
        self._finished = self._closed = False
        self._look_now = threading.Event()

    def take(self) -> Flat | None:
        """The next element, once there is one; None at the end. Errors of workers are raised."""
        with self._changed:
            while not self._elements:
                if self._error is not None:
                    error, self._error = self._error, None
                    raise error
                if self._finished:
                    return None
                self._changed.wait(1.0)  # so that an interrupt is noticed
            self._changed.notify_all()
            return self._elements.popleft()

    def close(self) -> None:
        """End the threads."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            connections = list(self._fetching.values())
        self._look_now.set()
        for connection in connections:
            connection.close()

    def watch(self) -> None:
        """Fetch from the tasks that the dispatcher names, until all are read or the reader has gone."""
        alone_since = time.monotonic()
        try:
            while not self._closed:
                self._look_now.clear()
                tasks = self._source.look()
                if tasks is not None:
                    self._follow(tasks)
                with self._changed:
                    busy = bool(self._fetching)
                    if tasks is not None and tasks.finished and not busy:
                        self._finished = True
                        self._changed.notify_all()
                        return
                alone_since = time.monotonic() if busy else alone_since
                if time.monotonic() - alone_since > self._source.patience:
                    raise self._source.no_workers()
                self._look_now.wait(_BETWEEN_TRIES if not busy else _BETWEEN_LOOKS)
        except BaseException as error:  # the reader raises it
            self._fail(error)

    def _follow(self, tasks: Tasks) -> None:
        """Begin with new tasks, and leave those whose workers were given up."""
        with self._changed:
            if self._closed:
                return
            for id, worker in tasks.open.items():
                if id not in self._fetching and id not in self._left:
                    self._fetching[id] = connection = _Connection(id, worker, self._source)
                    name = "graphwright-data-fetch"
                    threading.Thread(target=self._fetch, args=(id, connection), name=name, daemon=True).start()
            for id, connection in self._fetching.items():
                if id not in tasks.open and id not in tasks.ended:
                    connection.close()

    def _fetch(self, id: int, connection: _Connection) -> None:
        try:
            while self._put(self._element(id, connection)):
                pass
        except BaseException as error:  # the reader raises it
            self._fail(error)
        finally:
            connection.close()
            with self._changed:
                self._left.add(id)
                self._fetching.pop(id, None)
            self._look_now.set()

    def _element(self, id: int, connection: _Connection) -> Flat | None:
        """The next element of a task; None at its end, also where its worker was given up."""
        silent_since = time.monotonic()
        while not self._closed:
            try:
                return connection.element()
            except errors.CancelledError:
                return None
            except errors.UnavailableError as error:
                tasks = self._source.look()
                if tasks is not None and id not in tasks.open:
                    return None
                if time.monotonic() - silent_since > 2 * self._source.patience:
                    raise error
            time.sleep(_BETWEEN_TRIES)
        return None

    def _put(self, element: Flat | None) -> bool:
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._elements) < self._size)
            if element is None or self._closed:
                return False
            self._elements.append(element)
            self._changed.notify_all()
            return True

    def _fail(self, error: BaseException) -> None:
        with self._changed:
            if not self._closed:
                self._error = error
                self._changed.notify_all()


__all__ = ["UNTIL_FOUND", "Reading", "ServiceElements"]
