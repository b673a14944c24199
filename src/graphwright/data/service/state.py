"""What a dispatcher knows: datasets, jobs, the workers and their tasks.

Every change is an event, a dict of plain values with its kind: `Journal` writes events to a file before they take
effect, and after a restart they take effect again.
"""

from __future__ import annotations

import os
import struct
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from graphwright.base import errors
from graphwright.base.files import told_as_tensorflow_does
from graphwright.data.pipeline.encoding import packed, unpacked
from graphwright.data.service.settings import ShardingPolicy

Event = dict[str, Any]


@dataclass
class Dataset:
    """A dataset by its id: the pipeline as bytes, the spec of its elements as a message, how many there are."""

    id: str
    pipeline: bytes
    spec: bytes
    count: int


@dataclass
class Task:
    """What one worker does for an iteration."""

    id: int
    worker: str
    ended: bool = False


@dataclass
class Iteration:
    """One reading of all elements of a dataset, by one program or by several that share a job.

    Fields:
      tasks: by id; those of workers that were lost are in `lost` instead.
      taken: how many parts have been given out, by source and run (see `pipeline.splits`).
      last_taken: for each that takes, by source and run: its latest turn, and the part it was given.
    """

    id: int
    dataset: str
    policy: ShardingPolicy
    job: str
    repetition: int
    consumers: int
    cached: bool
    tasks: dict[int, Task] = field(default_factory=dict)
    lost: list[Task] = field(default_factory=list)
    taken: Counter[tuple[int, int]] = field(default_factory=Counter)
    last_taken: dict[tuple[str, int, int], tuple[int, int]] = field(default_factory=dict)
    finished: bool = False

    @property
    def is_fixed(self) -> bool:
        """Whether the work of a lost worker would be missed: no other worker does it."""
        return self.policy.is_static or self.consumers > 0


class State:
    """The tables of a dispatcher, and how events change them."""

    def __init__(self) -> None:
        self.datasets: dict[str, Dataset] = {}
        self.iterations: dict[int, Iteration] = {}
        self.workers: dict[str, int | None] = {}  # addresses, with their places among the configured ones
        self.next_id = 1000

    def apply(self, event: Event) -> None:
        """Let an event take effect."""
        fields = dict(event)
        getattr(self, f"_on_{fields.pop('kind')}")(**fields)

    def task(self, number: int) -> tuple[Iteration, Task]:
        """A task and what it belongs to; NotFoundError."""
        for iteration in self.iterations.values():
            if number in iteration.tasks:
                return iteration, iteration.tasks[number]
        raise errors.NotFoundError(f"There is no task {number}: its worker was given up, or its job has ended.")

    def iteration(self, number: int) -> Iteration:
        """An iteration; NotFoundError."""
        found = self.iterations.get(number)
        if found is None:
            raise errors.NotFoundError(f"There is no iteration {number}: the dispatcher may have been restarted.")
        return found

    def _on_dataset(self, id: str, pipeline: bytes, spec: bytes, count: int) -> None:
        self.datasets[id] = Dataset(id, pipeline, spec, count)
        self.next_id += 1

    def _on_iteration(self, policy: int, **fields: Any) -> None:
        self.iterations[fields["id"]] = Iteration(policy=ShardingPolicy(policy), **fields)
        self.next_id += 1

    def _on_worker(self, address: str, place: int | None) -> None:
        self.workers[address] = place

    def _on_task(self, iteration: int, id: int, worker: str) -> None:
        found = self.iterations[iteration]
        found.tasks[id] = Task(id, worker)
        found.lost = [task for task in found.lost if task.worker != worker]
        self.next_id += 1

    def _on_worker_lost(self, address: str) -> None:
        del self.workers[address]
        for iteration in self.iterations.values():
            gone = [task for task in iteration.tasks.values() if task.worker == address and not task.ended]
            iteration.lost += gone
            for task in gone:
                del iteration.tasks[task.id]

    def _on_task_ended(self, id: int) -> None:
        self.task(id)[1].ended = True

    def _on_finished(self, iteration: int) -> None:
        found = self.iterations[iteration]
        found.finished, found.lost = True, []
        for task in found.tasks.values():
            task.ended = True

    def _on_taken(self, iteration: int, source: int, run: int, taker: str = "", turn: int = 0) -> None:
        found = self.iterations[iteration]
        found.last_taken[taker, source, run] = turn, found.taken[source, run]
        found.taken[source, run] += 1


class Journal:
    """Events in a file.

    Args:
      folder: where the file is; it is made.
    """

    def __init__(self, folder: str) -> None:
        with told_as_tensorflow_does(folder):
            os.makedirs(folder, exist_ok=True)
            self._file = open(os.path.join(folder, "journal"), "a+b")  # noqa: SIM115 - closed with the dispatcher

    def events(self) -> Iterator[Event]:
        """The events of earlier dispatchers; one that was not written to its end is dropped."""
        self._file.seek(0)
        end = 0
        while len(size := self._file.read(8)) == 8:
            (length,) = struct.unpack("<Q", size)
            data = self._file.read(length)
            if len(data) < length:
                break
            end = self._file.tell()
            yield unpacked(data)
        self._file.truncate(end)

    def write(self, event: Event) -> None:
        """Append an event."""
        data = packed(event)
        self._file.write(struct.pack("<Q", len(data)) + data)
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


__all__ = ["Dataset", "Event", "Iteration", "Journal", "State", "Task"]
