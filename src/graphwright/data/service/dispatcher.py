"""The methods of a dispatcher: which datasets, jobs and workers there are, and who does what."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE
from graphwright.data.service.settings import DispatcherConfig, ShardingPolicy
from graphwright.data.service.state import Event, Iteration, Journal, State

_WORKER_TIMEOUT = 60.0  # seconds
_JOB_TIMEOUT = 300.0


class Dispatcher:
    """Answers programs that read and workers. Methods may be called by several threads.

    Args:
      config: its settings.
    """

    def __init__(self, config: DispatcherConfig) -> None:
        self._lock = threading.RLock()
        self._state = State()
        self._journal: Journal | None = None
        self._closed = False
        self._configured: list[str] = list(config.worker_addresses or ())
        self._worker_timeout = _seconds(config.worker_timeout_ms, _WORKER_TIMEOUT)
        self._job_timeout = None if config.job_gc_timeout_ms < 0 else _seconds(config.job_gc_timeout_ms, _JOB_TIMEOUT)
        self._heard: dict[str, float] = {}  # of each worker: when
        self._read: dict[int, float] = {}  # of each iteration that is read: when its reader was heard of
        if config.fault_tolerant_mode:
            self._restore(Journal(str(config.work_dir)))

    def _restore(self, journal: Journal) -> None:
        for event in journal.events():
            self._state.apply(event)
        self._journal = journal
        now = time.monotonic()
        self._heard = dict.fromkeys(self._state.workers, now)
        self._read = {i.id: now for i in self._state.iterations.values() if not i.finished}

    def methods(self) -> dict[str, Callable[..., Any]]:
        """By name, what others may call; one at a time."""
        public = (
            self.register_dataset, self.dataset, self.begin, self.look, self.register_worker, self.worker_lives,
            self.worker_left, self.task, self.task_ended, self.take, self.worker_count,
        )  # fmt: skip
        return {method.__name__: self._locked(method) for method in public}

    def _locked(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(**arguments: Any) -> Any:
            with self._lock:
                if self._closed:
                    raise errors.UnavailableError("The dispatcher has been stopped.")
                self._clean()
                return method(**arguments)

        return call

    def close(self) -> None:
        """Close the journal; methods that are called from now on change nothing."""
        with self._lock:
            self._closed = True
            if self._journal is not None:
                self._journal.close()

    def _commit(self, kind: str, **fields: Any) -> None:
        event: Event = {"kind": kind, **fields}
        if self._journal is not None:
            self._journal.write(event)
        self._state.apply(event)

    def _clean(self) -> None:
        """Give up workers that are silent and jobs that nobody reads."""
        now = time.monotonic()
        for address in [a for a, at in self._heard.items() if now - at > self._worker_timeout]:
            self.worker_left(address)
        if self._job_timeout is not None:
            for iteration in [i for i, at in self._read.items() if now - at > self._job_timeout]:
                del self._read[iteration]
                self._commit("finished", iteration=iteration)

    # datasets ------------------------------------------------------------------------------------------------

    def register_dataset(self, pipeline: bytes, spec: bytes, count: int, id: str) -> str:
        """The id of a dataset from now on."""
        known = self._state.datasets.get(id)
        if known is None:
            id = id or str(self._state.next_id)
            self._commit("dataset", id=id, pipeline=pipeline, spec=spec, count=count)
        elif known.spec != spec:
            raise errors.InvalidArgumentError(
                "Failed to register dataset: Datasets with the same ID should have the same structure, got diff for "
                f"dataset ID {id} with different element_spec. To fix this error, make sure you're registering the "
                "same dataset with the same ID."
            )
        return id

    def dataset(self, id: str) -> dict[str, Any]:
        """What a reader must know of a dataset."""
        found = self._state.datasets.get(id)
        if found is None:
            raise errors.NotFoundError(
                f"Dataset id {id} not found. It must be registered with `register_dataset` before calling "
                "`from_dataset_id`."
            )
        return {"spec": found.spec, "count": found.count}

    # iterations ----------------------------------------------------------------------------------------------

    def begin(
        self, dataset: str, policy: int, job: str, repetition: int, consumers: int, cached: bool
    ) -> dict[str, Any]:
        """The iteration that a reader takes part in, which is new for the first one."""
        found = self._shared(job, repetition) if job else None
        if found is None:
            found = self._begin(dataset, ShardingPolicy(policy), job, repetition, consumers, cached)
        else:
            _check_same(found, policy, consumers, cached)
        if not found.finished:
            self._read[found.id] = time.monotonic()
        return {"iteration": found.id, "patience": self._worker_timeout}

    def _shared(self, job: str, repetition: int) -> Iteration | None:
        all_ = self._state.iterations.values()
        return next((i for i in all_ if (i.job, i.repetition) == (job, repetition)), None)

    def _begin(
        self, dataset: str, policy: ShardingPolicy, job: str, repetition: int, consumers: int, cached: bool
    ) -> Iteration:
        if policy.is_static and not self._configured:
            raise errors.NotFoundError(
                f"Failed to shard dataset in tf.data service: {policy.name} gives each worker a fixed part, and the "
                "dispatcher knows no list of workers. Pass DispatcherConfig(worker_addresses=[...])."
            )
        count = self.dataset(dataset)["count"]
        if cached:
            _check_cacheable(job, count, policy)
        if consumers and count != INFINITE:
            raise errors.FailedPreconditionError(
                "Round robin reads require that the input dataset has infinite cardinality, but the dataset has "
                f"cardinality {count}. Consider adding a `.repeat()` transformation to the dataset."
            )
        if consumers and not self._state.workers:
            raise errors.UnavailableError("No worker has registered with the dispatcher yet.")
        number = self._state.next_id
        self._commit(
            "iteration", id=number, dataset=dataset, policy=int(policy), job=job, repetition=repetition,
            consumers=consumers, cached=cached,
        )  # fmt: skip
        iteration = self._state.iterations[number]
        for worker in self._state.workers:
            self._add_task(iteration, worker)
        return iteration

    def look(self, iteration: int) -> dict[str, Any]:
        """The tasks of an iteration, whether it is finished, and lost workers that it cannot do without."""
        found = self._state.iteration(iteration)
        if not found.finished:
            self._read[iteration] = time.monotonic()
        tasks = found.tasks.values()
        return {
            "tasks": [(task.id, task.worker) for task in tasks if not task.ended],
            "ended": [task.id for task in tasks if task.ended],
            "finished": found.finished,
            "lost": [task.worker for task in found.lost] if found.is_fixed else [],
        }

    def take(self, iteration: int, source: int, run: int, taker: str, turn: int) -> int:
        """The number of the next part of a source, for a worker.

        A worker that gets no answer asks again with the same `turn`, and is given the same part: the dispatcher may
        have been stopped between noting and answering.
        """
        found = self._state.iteration(iteration)
        earlier = found.last_taken.get((taker, source, run))
        if earlier is not None and earlier[0] == turn:
            return earlier[1]
        number = found.taken[source, run]
        self._commit("taken", iteration=iteration, source=source, run=run, taker=taker, turn=turn)
        return number

    # workers -------------------------------------------------------------------------------------------------

    def register_worker(self, address: str) -> None:
        """Let a worker take part in what is read; one that was here before begins its tasks again."""
        if address not in self._state.workers:
            self._commit("worker", address=address, place=self._place(address))
        self._heard[address] = time.monotonic()
        for iteration in self._state.iterations.values():
            busy = any(task.worker == address for task in iteration.tasks.values())
            if not iteration.finished and not iteration.consumers and not busy:
                self._add_task(iteration, address)

    def worker_lives(self, address: str) -> bool:
        """Note that a worker lives; False where the dispatcher does not know it."""
        if address not in self._state.workers:
            return False
        self._heard[address] = time.monotonic()
        return True

    def worker_left(self, address: str) -> None:
        """Give up a worker that has stopped, or is silent."""
        if self._heard.pop(address, None) is not None:
            self._commit("worker_lost", address=address)
            for iteration in list(self._state.iterations.values()):
                self._finish_if_done(iteration)

    def worker_count(self) -> int:
        """How many workers there are."""
        return len(self._state.workers)

    def task(self, id: int) -> dict[str, Any]:
        """What a worker must know of a task."""
        iteration, task = self._state.task(id)
        if iteration.finished:
            raise errors.NotFoundError(f"Task {id} has ended.")
        return {
            "iteration": iteration.id,
            "pipeline": self._state.datasets[iteration.dataset].pipeline,
            "policy": int(iteration.policy),
            "consumers": iteration.consumers,
            "cached": iteration.cached,
            "workers": len(self._configured),
            "place": self._state.workers.get(task.worker),
        }

    def task_ended(self, id: int) -> None:
        """Note that a task has no more elements."""
        iteration, _ = self._state.task(id)
        self._commit("task_ended", id=id)
        self._finish_if_done(iteration)

    def _finish_if_done(self, iteration: Iteration) -> None:
        expected = len(self._configured) if iteration.policy.is_static else 1
        ended = [task.ended for task in iteration.tasks.values()]
        if (
            not iteration.finished
            and all(ended)
            and len(ended) >= expected
            and not (iteration.is_fixed and iteration.lost)
        ):
            self._read.pop(iteration.id, None)
            self._commit("finished", iteration=iteration.id)

    def _add_task(self, iteration: Iteration, worker: str) -> None:
        self._commit("task", iteration=iteration.id, id=self._state.next_id, worker=worker)

    def _place(self, address: str) -> int | None:
        """The place of a worker among those that are configured."""
        if not self._configured:
            return None
        used = set(self._state.workers.values())
        for i, pattern in enumerate(self._configured):
            host, _, port = pattern.partition(":")
            if i not in used and (pattern == address or (port in ("", "%port%") and address.partition(":")[0] == host)):
                return i
        raise errors.NotFoundError(
            f"Failed to assign an index for worker {address}. Configured workers list: "
            f"[{', '.join(self._configured)}]. The worker's address is not configured, or other workers are already "
            "running at the configured host. If your worker has restarted, make sure it runs at the same address and "
            "port."
        )


def _seconds(milliseconds: int | None, default: float) -> float:
    return milliseconds / 1000 if milliseconds else default


def _check_same(found: Iteration, policy: int, consumers: int, cached: bool) -> None:
    """That a job is read as its first reader reads it."""
    for what, there, here in (
        ("processing mode", found.policy.name, ShardingPolicy(policy).name),
        ("number of consumers", found.consumers, consumers),
        ("cross-trainer cache", found.cached, cached),
    ):
        if there != here:
            raise errors.InvalidArgumentError(
                f"Tried to create job with name {found.job}, but found an existing job with different parameters: "
                f"Existing {what}: {there}; got {here}."
            )


def _check_cacheable(job: str, count: int, policy: ShardingPolicy) -> None:
    if not job:
        raise errors.InvalidArgumentError("Cross-trainer caching requires named jobs. Got empty `job_name`.")
    if count != INFINITE:
        raise errors.InvalidArgumentError(
            f"Cross-trainer caching requires the input dataset to be infinite. Got input with cardinality {count}"
        )
    if policy is not ShardingPolicy.OFF:
        raise errors.InvalidArgumentError(f"Cross-trainer caching requires the processing mode OFF. Got {policy.name}.")


__all__ = ["Dispatcher"]
