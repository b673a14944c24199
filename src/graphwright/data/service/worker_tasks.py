"""What a worker does for an iteration: it produces elements, and hands each to a reader by the rules of the job."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline.auto_shard import by_files, by_hints, reads_files
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.encoding import unpacked
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.parallel import Prefetch
from graphwright.data.pipeline.selection import Shard
from graphwright.data.pipeline.splits import Take, by_splits
from graphwright.data.service.settings import ShardingPolicy
from graphwright.data.structure import Flat

_AHEAD = 4  # elements that are produced before they are asked for
_CLOSING = 0.5  # seconds
_CACHED = 64  # elements that are kept for slower readers


class WorkerTask:
    """The elements of one task, each for one reader, in the order in which they are asked for."""

    def __init__(self, pipeline: Pipeline) -> None:
        self._lock = threading.Lock()
        self._run: Iterator[Flat] = Prefetch(pipeline, _AHEAD).run(IteratorState())

    def get(self, consumer: int, round_: int, trainer: str) -> Flat | None:
        """The next element; None after the last one."""
        with self._lock:
            return next(self._run, None)

    def close(self) -> None:
        """End the production; where an element is still awaited, with that."""
        if self._lock.acquire(timeout=_CLOSING):
            self._run = iter(())
            self._lock.release()


class _RoundsTask(WorkerTask):
    """As many elements at a time as there are readers, one for each: in one round all have elements of one worker."""

    def __init__(self, pipeline: Pipeline, consumers: int) -> None:
        super().__init__(pipeline)
        self._consumers, self._round, self._elements = consumers, -1, list[Flat | None]()
        self._turn, self._closed = threading.Condition(self._lock), False

    def get(self, consumer: int, round_: int, trainer: str) -> Flat | None:
        if not 0 <= consumer < self._consumers:
            raise errors.FailedPreconditionError(
                f"Consumer {consumer} asked for data, but there are {self._consumers} consumers, from 0 on."
            )
        with self._turn:
            # the element of an earlier round may still have to be taken by another reader
            self._turn.wait_for(lambda: self._closed or self._round >= round_ or all(e is None for e in self._elements))
            if self._closed:
                raise errors.UnavailableError("The worker has been stopped.")
            if self._round > round_ or (self._round == round_ and self._elements[consumer] is None):
                raise errors.FailedPreconditionError(
                    f"Consumer {consumer} requested data for round {round_}, but the current round has already reached "
                    f"{self._round}. This may indicate that the consumer was restarted with the same job name."
                )
            if self._round < round_:
                self._round = round_
                self._elements = [next(self._run, None) for _ in range(self._consumers)]
            found, self._elements[consumer] = self._elements[consumer], None
            self._turn.notify_all()
            return found

    def close(self) -> None:
        """End the production, and the waiting of readers for each other."""
        with self._turn:
            self._closed = True
            self._turn.notify_all()
        super().close()


class _CachedTask(WorkerTask):
    """All elements for each of several programs; the latest ones are kept for the slower programs."""

    def __init__(self, pipeline: Pipeline) -> None:
        super().__init__(pipeline)
        self._kept: deque[Flat] = deque()
        self._first = 0  # the number of the first element that is kept
        self._next: dict[str, int] = {}  # by program

    def get(self, consumer: int, round_: int, trainer: str) -> Flat | None:
        with self._lock:
            at = max(self._next.get(trainer, 0), self._first)
            if at == self._first + len(self._kept):
                element = next(self._run, None)
                if element is None:
                    return None
                self._kept.append(element)
                if len(self._kept) > _CACHED:
                    self._kept.popleft()
                    self._first += 1
            self._next[trainer] = at + 1
            return self._kept[at - self._first]


def worker_task(described: dict[str, Any], take: Take) -> WorkerTask:
    """The task that a dispatcher describes; `take` asks it for parts of sources."""
    pipeline = _part(unpacked(described["pipeline"]), described, take)
    if described["consumers"]:
        return _RoundsTask(pipeline, described["consumers"])
    return _CachedTask(pipeline) if described["cached"] else WorkerTask(pipeline)


def _part(pipeline: Pipeline, described: dict[str, Any], take: Take) -> Pipeline:
    """The part of a pipeline that is this worker's."""
    policy, workers, place = ShardingPolicy(described["policy"]), described["workers"], described["place"]
    if policy is ShardingPolicy.DYNAMIC:
        return by_splits(pipeline, take)
    if policy is ShardingPolicy.HINT:
        return by_hints(pipeline, workers, place)
    if policy is ShardingPolicy.FILE or (policy is ShardingPolicy.FILE_OR_DATA and reads_files(pipeline)):
        return by_files(pipeline, workers, place)
    return pipeline if policy is ShardingPolicy.OFF else Shard(pipeline, workers, place)


__all__ = ["WorkerTask", "worker_task"]
