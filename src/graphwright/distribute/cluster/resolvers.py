"""`tf.distribute.cluster_resolver`: which processes a cluster has, and which of them this one is."""

from __future__ import annotations

import abc
import json
import os
import re
from collections.abc import Mapping
from typing import Any

from graphwright.distribute.cluster.spec import ClusterSpec


class ClusterResolver(abc.ABC):
    """Knows the processes of a cluster: the base class of the resolvers.

    >>> resolvers = tf.distribute.cluster_resolver
    >>> issubclass(resolvers.TFConfigClusterResolver, resolvers.ClusterResolver)
    True
    """

    _task_type: str | None = None
    _task_id: int | None = None

    @property
    def task_type(self) -> str | None:
        """The job of this process."""
        return self._task_type

    @task_type.setter
    def task_type(self, value: str | None) -> None:
        self._task_type = value

    @property
    def task_id(self) -> int | None:
        """The number of this process in its job."""
        return self._task_id

    @task_id.setter
    def task_id(self, value: int | None) -> None:
        self._task_id = value

    @abc.abstractmethod
    def cluster_spec(self) -> ClusterSpec:
        """The processes."""

    @abc.abstractmethod
    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a process, or of the one that coordinates."""

    @property
    def environment(self) -> str:
        """Where the cluster runs: the empty string."""
        return ""

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """How many GPUs this process sees, by type."""
        from graphwright.core.devices import list_logical_devices

        count = len(list_logical_devices("GPU"))
        return {"GPU": count} if count else {}

    def _address(self, task_type: str | None, task_id: int | None, rpc_layer: str | None) -> str:
        if task_type is None or task_id is None:
            return ""
        address = self.cluster_spec().task_address(task_type, task_id)
        return f"{rpc_layer}://{address}" if rpc_layer else address


class SimpleClusterResolver(ClusterResolver):
    """A cluster as a `tf.train.ClusterSpec` says it.

    Args:
      cluster_spec: the processes.
      master: the address of the one that coordinates.
      task_type, task_id: which of them this one is.

    Raises TypeError unless `cluster_spec` is one.

    >>> spec = tf.train.ClusterSpec({"worker": ["host1:2222", "host2:2222"]})
    >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(spec, task_type="worker", task_id=1)
    >>> resolver.master("worker", 0)
    'host1:2222'
    """

    def __init__(
        self,
        cluster_spec: ClusterSpec,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: Mapping[str, int] | None = None,
        rpc_layer: str | None = None,
    ) -> None:
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError(f"`cluster_spec` must be a `tf.train.ClusterSpec`, got {cluster_spec!r}")
        self._spec, self._master, self._environment = cluster_spec, master, environment
        self._task_type, self._task_id, self._rpc_layer = task_type, task_id, rpc_layer
        self._accelerators = None if num_accelerators is None else dict(num_accelerators)

    def cluster_spec(self) -> ClusterSpec:
        """The processes."""
        return self._spec

    @property
    def rpc_layer(self) -> str | None:
        """The protocol of addresses."""
        return self._rpc_layer

    @rpc_layer.setter
    def rpc_layer(self, value: str | None) -> None:
        self._rpc_layer = value

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a process, or of the one that coordinates."""
        return self._address(task_type, task_id, rpc_layer or self.rpc_layer) or self._master

    @property
    def environment(self) -> str:
        """Where the cluster runs."""
        return self._environment

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """How many accelerators each process has, by type."""
        return super().num_accelerators() if self._accelerators is None else dict(self._accelerators)


class TFConfigClusterResolver(ClusterResolver):
    """A cluster as the environment variable `TF_CONFIG` says it: a JSON object with `cluster` and `task`.

    Args:
      task_type, task_id: which process this one is, in place of what the variable says.

    Raises ValueError (from its methods) where the variable is no such object.

    >>> import json, os
    >>> cluster = {"worker": ["localhost:12345", "localhost:23456"]}
    >>> os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": 0}})
    >>> resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    >>> resolver.task_type, resolver.task_id, resolver.cluster_spec().num_tasks("worker")
    ('worker', 0, 2)
    >>> del os.environ["TF_CONFIG"]
    """

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        self._type, self._id, self._layer, self._environment = task_type, task_id, rpc_layer, environment

    @staticmethod
    def _config() -> dict[str, Any]:
        text = os.environ.get("TF_CONFIG", "")
        if not text:
            return {}
        try:
            found = json.loads(text)
        except json.JSONDecodeError as error:
            raise ValueError(f"TF_CONFIG is no JSON ({error}): {text!r}") from error
        if not isinstance(found, dict) or not isinstance(found.get("task", {}), dict):
            raise ValueError(f"TF_CONFIG must be a JSON object with `cluster` and `task`: {text!r}")
        return found

    @property
    def task_type(self) -> str | None:
        """The job of this process."""
        return self._type if self._type is not None else self._config().get("task", {}).get("type")

    @task_type.setter
    def task_type(self, value: str | None) -> None:
        self._type = value

    @property
    def task_id(self) -> int | None:
        """The number of this process in its job."""
        found = self._id if self._id is not None else self._config().get("task", {}).get("index")
        return None if found is None else int(found)

    @task_id.setter
    def task_id(self, value: int | None) -> None:
        self._id = value

    @property
    def rpc_layer(self) -> str | None:
        """The protocol of addresses."""
        return self._layer if self._layer is not None else self._config().get("rpc_layer")

    @rpc_layer.setter
    def rpc_layer(self, value: str | None) -> None:
        self._layer = value

    @property
    def environment(self) -> str:
        """Where the cluster runs."""
        return self._environment or self._config().get("environment", "") or ""

    def cluster_spec(self) -> ClusterSpec:
        """The processes; empty without the variable."""
        return ClusterSpec(self._config().get("cluster", {}))

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a process, by default of this one; empty for a cluster of one."""
        spec = self.cluster_spec()
        if not spec or (len(spec.jobs) == 1 and spec.num_tasks(spec.jobs[0]) == 1):
            return ""
        kind = task_type if task_type is not None else self.task_type
        number = task_id if task_id is not None else self.task_id
        return self._address(kind, number, rpc_layer or self.rpc_layer)


class SlurmClusterResolver(ClusterResolver):
    """A cluster as Slurm says it to the tasks of a job step: `SLURM_STEP_NODELIST`, `SLURM_PROCID` and others.

    Args:
      jobs: how many tasks each job has, by name; None for all as "worker".
      port_base: the port of the first task of each node; the others have the following ones.
      gpus_per_node, gpus_per_task: accepted, without effect, as is `auto_set_gpu`.
      tasks_per_node: how many tasks each node runs; None for what Slurm says.

    Raises:
      RuntimeError: not started by `srun`, or `jobs` has another number of tasks.

    >>> resolvers = tf.distribute.cluster_resolver
    >>> issubclass(resolvers.SlurmClusterResolver, resolvers.ClusterResolver)
    True
    """

    def __init__(
        self,
        jobs: Mapping[str, int] | None = None,
        port_base: int = 8888,
        gpus_per_node: int | None = None,
        gpus_per_task: int | None = None,
        tasks_per_node: int | None = None,
        auto_set_gpu: bool = True,
        rpc_layer: str = "grpc",
    ) -> None:
        self._rank, total = int(_slurm("PROCID")), int(_slurm("STEP_NUM_TASKS"))
        self._jobs = {"worker": total} if jobs is None else dict(jobs)
        if sum(self._jobs.values()) != total:
            raise RuntimeError(f"The jobs {self._jobs} have {sum(self._jobs.values())} tasks, but Slurm runs {total}.")
        hosts = expand_hostlist(_slurm("STEP_NODELIST"))
        each = [tasks_per_node] * len(hosts) if tasks_per_node else expand_counts(_slurm("STEP_TASKS_PER_NODE"))
        self._addresses = [
            f"{host}:{port_base + i}" for host, count in zip(hosts, each, strict=True) for i in range(count)
        ]
        self.rpc_layer = rpc_layer
        self.task_type, self.task_id = self.get_task_info()

    def get_task_info(self) -> tuple[str, int]:
        """The job of this process, and its number there."""
        before = 0
        for job, count in self._jobs.items():
            if self._rank < before + count:
                return job, self._rank - before
            before += count
        raise RuntimeError(f"Task {self._rank} is in none of the jobs {self._jobs}.")

    def cluster_spec(self) -> ClusterSpec:
        """The processes."""
        found, before = {}, 0
        for job, count in self._jobs.items():
            found[job] = self._addresses[before : before + count]
            before += count
        return ClusterSpec(found)

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a process, by default of the first."""
        return self._address(task_type, task_id, rpc_layer) or self._address(
            next(iter(self._jobs)), 0, rpc_layer or self.rpc_layer
        )


def _slurm(name: str) -> str:
    found = os.environ.get(f"SLURM_{name}")
    if found is None:
        raise RuntimeError(f"SLURM_{name} is not in the environment: start the program by `srun`.")
    return found


def expand_counts(text: str) -> list[int]:
    """The numbers that Slurm writes as `2(x3),1`."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:\(x(\d+)\))?", part.strip())
        if match is None:
            raise ValueError(f"Not Slurm's list of numbers: {text!r}")
        found += [int(match[1])] * int(match[2] or 1)
    return found


def expand_hostlist(text: str) -> list[str]:
    """The hosts that Slurm writes as `node[01-03,07],login`."""
    found: list[str] = []
    for part in re.findall(r"[^,\[]+(?:\[[^\]]*\][^,\[]*)*", text):
        found += _expanded(part)
    if not found:
        raise ValueError(f"Not Slurm's list of hosts: {text!r}")
    return found


def _expanded(part: str) -> list[str]:
    match = re.search(r"\[([^\]]*)\]", part)
    if match is None:
        return [part]
    numbers: list[str] = []
    for span in match[1].split(","):
        first, _, last = span.partition("-")
        numbers += [str(i).zfill(len(first)) for i in range(int(first), int(last or first) + 1)]
    return [host for n in numbers for host in _expanded(part[: match.start()] + n + part[match.end() :])]


__all__ = ["ClusterResolver", "SimpleClusterResolver", "SlurmClusterResolver", "TFConfigClusterResolver"]
