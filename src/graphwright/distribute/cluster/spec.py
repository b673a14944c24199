"""`tf.train.ClusterSpec`: the processes of a cluster with their addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class ClusterSpec:
    """The processes of a cluster: for each job the addresses of its tasks.

    Args:
      cluster: a mapping from names of jobs to lists of addresses, or to mappings from task numbers to addresses; or
        another spec.

    Raises TypeError for anything else.

    >>> spec = tf.train.ClusterSpec({"worker": ["host1:2222", "host2:2222"]})
    >>> spec.num_tasks("worker"), spec.task_address("worker", 1)
    (2, 'host2:2222')
    """

    def __init__(self, cluster: Any) -> None:
        self._jobs: dict[str, dict[int, str]] = {}
        if isinstance(cluster, ClusterSpec):
            self._jobs = {job: dict(tasks) for job, tasks in cluster._jobs.items()}
            return
        if not isinstance(cluster, Mapping):
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or "
                f"another `ClusterSpec`, got {cluster!r}"
            )
        for job, tasks in sorted(cluster.items()):
            self._jobs[job] = self._tasks(job, tasks)

    @staticmethod
    def _tasks(job: Any, tasks: Any) -> dict[int, str]:
        if isinstance(tasks, Mapping):
            found = {int(i): address for i, address in tasks.items()}
        elif isinstance(tasks, Sequence) and not isinstance(tasks, str):
            found = dict(enumerate(tasks))
        else:
            raise TypeError(
                f"The tasks of job {job!r} must be a list of addresses or a mapping from task numbers to them, "
                f"got {tasks!r}"
            )
        for address in found.values():
            if not isinstance(address, str):
                raise TypeError(f"An address of job {job!r} must be a string such as 'host:2222', got {address!r}")
        return found

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClusterSpec) and self._jobs == other._jobs

    def __hash__(self) -> int:
        return hash(tuple((job, tuple(tasks.items())) for job, tasks in self._jobs.items()))

    def __repr__(self) -> str:
        return f"ClusterSpec({self.as_dict()!r})"

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._jobs)

    def as_dict(self) -> dict[str, Any]:
        """For each job the list of its addresses, or a mapping where numbers are left out."""
        return {
            job: list(tasks.values()) if list(tasks) == list(range(len(tasks))) else dict(tasks)
            for job, tasks in self._jobs.items()
        }

    def num_tasks(self, job_name: str) -> int:
        """The number of tasks of a job; ValueError for an unknown one."""
        return len(self._job(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The numbers of the tasks of a job; ValueError for an unknown one."""
        return sorted(self._job(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task; ValueError for an unknown one."""
        tasks = self._job(job_name)
        if task_index not in tasks:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}, which has {sorted(tasks)}")
        return tasks[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of the tasks of a job, None for numbers that are left out; ValueError for an unknown job."""
        tasks = self._job(job_name)
        return [tasks.get(i) for i in range(max(tasks, default=-1) + 1)]

    def _job(self, name: str) -> dict[int, str]:
        if name not in self._jobs:
            raise ValueError(f"No such job in cluster: {name!r}. It has {', '.join(self._jobs) or 'none'}.")
        return self._jobs[name]
