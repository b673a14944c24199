"""Datasets that workers in other processes produce, which may die."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.data.service import reading
from tests.data.service.clusters import Cluster, Policy, WorkerProcess, free_ports, listed, service, wait_for

pytestmark = pytest.mark.thorough  # starts processes, and waits for them to be given up

TEN = tf.data.Dataset.range(10)
TIMEOUT = 1500  # milliseconds after which a silent worker is given up


@pytest.fixture(scope="module")
def two() -> Iterator[Cluster]:
    with Cluster(0) as cluster, WorkerProcess(cluster.address), WorkerProcess(cluster.address):
        yield cluster


def distributed(cluster: Cluster, dataset: Any, policy: Any = Policy.OFF, **arguments: Any) -> Any:
    return dataset.apply(service.distribute(policy, cluster.target, **arguments))


def test_two_workers(two: Cluster) -> None:
    y = tf.constant(3, tf.int64)
    batches = listed(distributed(two, TEN.map(lambda x: x * y).batch(2)))
    assert sorted(x for batch in batches for x in batch) == sorted([*range(0, 30, 3)] * 2)
    assert sorted(listed(distributed(two, TEN.map(lambda x: x * y), Policy.DYNAMIC))) == list(range(0, 30, 3))


def test_files_that_workers_open(two: Cluster, tmp_path: Path) -> None:
    for i in range(4):
        (tmp_path / f"{i}.txt").write_text(f"{i}a\n{i}b\n")
    names = tf.data.Dataset.list_files(str(tmp_path / "*"), shuffle=False)
    lines = names.interleave(tf.data.TextLineDataset, cycle_length=2)
    found = sorted(distributed(two, lines, Policy.DYNAMIC).as_numpy_iterator())
    assert found == [f"{i}{c}".encode() for i in range(4) for c in "ab"]


def test_state_of_this_process_is_not_there(two: Cluster) -> None:
    v = tf.Variable(3, dtype=tf.int64)
    with pytest.raises(tf.errors.FailedPreconditionError, match="of the process that sent it, which is not here"):
        listed(distributed(two, TEN.map(lambda x: x + v)))
    called = TEN.map(lambda x: tf.numpy_function(lambda n: n + 1, [x], tf.int64))
    with pytest.raises(tf.errors.InvalidArgumentError, match="callback pyfunc_"):
        listed(distributed(two, called))


def test_local_workers_only() -> None:
    no_worker = pytest.raises(tf.errors.UnavailableError, match="No worker in this process has produced anything")
    with Cluster(0, worker_timeout_ms=TIMEOUT) as cluster, WorkerProcess(cluster.address), no_worker:
        listed(distributed(cluster, TEN, target_workers="LOCAL"))


@pytest.mark.parametrize("policy", [Policy.OFF, Policy.DYNAMIC])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_the_others_go_on_where_a_worker_dies(policy: Any, how: signal.Signals) -> None:
    slow = tf.data.Dataset.range(60).apply(_slowly)
    with Cluster(1, worker_timeout_ms=TIMEOUT) as cluster, WorkerProcess(cluster.address) as dying:
        iterator = iter(distributed(cluster, slow, policy, max_outstanding_requests=1))
        found = {int(next(iterator)) for _ in range(4)}
        os.kill(dying.process.pid, how)
        found |= {int(x) for x in iterator}
        assert cluster.dispatcher._num_workers() == 1
    missing = set(range(60)) - found
    assert not missing if policy == Policy.OFF else len(missing) < 30


def _slowly(dataset: Any) -> Any:
    def wait(x: Any) -> Any:
        # some work that takes a few milliseconds
        with tf.control_dependencies([tf.linalg.inv(tf.eye(150))]):
            return tf.identity(x)

    return dataset.map(wait)


def test_no_worker_is_left() -> None:
    with Cluster(0, worker_timeout_ms=TIMEOUT) as cluster, WorkerProcess(cluster.address) as only:
        iterator = iter(distributed(cluster, TEN.repeat(), max_outstanding_requests=1))
        next(iterator)
        only.process.kill()
        with pytest.raises(tf.errors.UnavailableError, match="No worker has produced anything"):
            for _ in iterator:
                pass


def test_no_worker_ever() -> None:
    no_worker = pytest.raises(tf.errors.UnavailableError, match="Start a WorkerServer with its address")
    with Cluster(0, worker_timeout_ms=TIMEOUT) as cluster, no_worker:
        listed(distributed(cluster, TEN))


def test_a_fixed_part_that_is_lost_is_an_error() -> None:
    ports = free_ports(2)
    addresses = [f"localhost:{port}" for port in ports]
    with (
        Cluster(0, worker_addresses=addresses, worker_timeout_ms=TIMEOUT) as cluster,
        WorkerProcess(cluster.address, ports[0]),
        WorkerProcess(cluster.address, ports[1]) as dying,
    ):
        endless = tf.data.Dataset.range(4).repeat()
        iterator = iter(distributed(cluster, endless, Policy.DATA, max_outstanding_requests=1))
        next(iterator)
        dying.process.kill()
        with pytest.raises(tf.errors.UnavailableError, match=rf"localhost:{ports[1]} was lost"):
            for _ in iterator:
                pass


def test_a_worker_that_is_started_again_takes_part_again() -> None:
    (port,) = free_ports(1)
    with Cluster(0) as cluster, WorkerProcess(cluster.address, port) as first:
        iterator = iter(distributed(cluster, TEN.repeat(), max_outstanding_requests=1))
        assert int(next(iterator)) == 0
        first.process.kill()
        first.process.wait()
        with WorkerProcess(cluster.address, port):
            assert 0 in [int(next(iterator)) for _ in range(9)]


def test_a_worker_that_comes_later(two: Cluster) -> None:
    with Cluster(0) as cluster:
        iterator = iter(distributed(cluster, tf.data.Dataset.range(4).repeat(), job_name="late"))
        with WorkerProcess(cluster.address):
            assert int(next(iterator)) == 0


def test_a_dispatcher_that_dies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "UNTIL_FOUND", 0.3)
    monkeypatch.setattr("graphwright.data.service.records.UNTIL_FOUND", 0.3)
    with Cluster(1, worker_timeout_ms=TIMEOUT) as cluster:
        known = distributed(cluster, TEN)
        endless = iter(distributed(cluster, TEN.repeat()))
        next(endless)
        cluster.dispatcher.stop()
        with pytest.raises(tf.errors.UnavailableError):
            listed(known)
        with pytest.raises(tf.errors.UnavailableError):
            distributed(cluster, TEN)
        with pytest.raises(tf.errors.UnavailableError):
            for _ in endless:
                pass


def test_a_dispatcher_that_remembers(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    settings = {"port": port, "work_dir": str(tmp_path / "journal"), "fault_tolerant_mode": True}
    first = service.DispatchServer(service.DispatcherConfig(**settings))
    with WorkerProcess(f"localhost:{port}"):
        service.register_dataset(first.target, tf.data.Dataset.range(500), dataset_id="kept")
        iterator = iter(service.from_dataset_id(Policy.DYNAMIC, first.target, "kept", max_outstanding_requests=1))
        found = [int(next(iterator)) for _ in range(5)]
        first.stop()
        del first
        second = service.DispatchServer(service.DispatcherConfig(**settings))
        wait_for(lambda: second._num_workers() == 1)
        found += [int(x) for x in iterator]
        assert found == list(range(500))
        assert listed(service.from_dataset_id(Policy.OFF, second.target, "kept")) == list(range(500))
        second.stop()
