"""Specs of clusters, and the resolvers that find them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import graphwright as tf
from graphwright.distribute.cluster.resolvers import expand_counts, expand_hostlist

resolvers = tf.distribute.cluster_resolver


def test_specs() -> None:
    spec = tf.train.ClusterSpec({"worker": ["a:1", "b:2"], "ps": {1: "c:3"}})
    assert spec.jobs == ["ps", "worker"]
    assert (spec.num_tasks("worker"), spec.task_indices("ps"), spec.job_tasks("ps")) == (2, [1], [None, "c:3"])
    assert spec.as_dict() == {"ps": {1: "c:3"}, "worker": ["a:1", "b:2"]}
    assert spec == tf.train.ClusterSpec(spec) and bool(spec) and not tf.train.ClusterSpec({})
    assert hash(spec) == hash(tf.train.ClusterSpec(spec))


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda: tf.train.ClusterSpec(3), TypeError, "must be a dictionary"),
        (lambda: tf.train.ClusterSpec({"worker": "a:1"}), TypeError, "list of addresses"),
        (lambda: tf.train.ClusterSpec({"worker": [1]}), TypeError, "must be a string"),
        (lambda: tf.train.ClusterSpec({}).num_tasks("worker"), ValueError, "No such job"),
        (lambda: tf.train.ClusterSpec({"worker": ["a:1"]}).task_address("worker", 4), ValueError, "No task with index"),
        (lambda: resolvers.SimpleClusterResolver({"worker": ["a:1"]}), TypeError, "must be a `tf.train.ClusterSpec`"),
    ],
)
def test_what_is_refused(wrong: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        wrong()


def test_the_environment_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TF_CONFIG", raising=False)
    resolver = resolvers.TFConfigClusterResolver()
    assert (resolver.cluster_spec().as_dict(), resolver.task_type, resolver.task_id, resolver.master()) == (
        {},
        None,
        None,
        "",
    )
    config = {"cluster": {"worker": ["a:1", "b:2"]}, "task": {"type": "worker", "index": "1"}, "rpc_layer": "grpc"}
    monkeypatch.setenv("TF_CONFIG", json.dumps(config))
    assert (resolver.task_type, resolver.task_id, resolver.master()) == ("worker", 1, "grpc://b:2")
    resolver.task_type, resolver.task_id = "worker", 0
    assert resolver.master(rpc_layer="http") == "http://a:1"
    for text, message in (("{", "no JSON"), ('"a"', "JSON object"), ('{"task": 3}', "JSON object")):
        monkeypatch.setenv("TF_CONFIG", text)
        with pytest.raises(ValueError, match=message):
            resolvers.TFConfigClusterResolver().cluster_spec()


def test_slurm(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(RuntimeError, match="start the program by `srun`"):
        resolvers.SlurmClusterResolver()
    environment = {
        "PROCID": "3", "STEP_NUM_TASKS": "5", "STEP_NODELIST": "n[1-2],m", "STEP_TASKS_PER_NODE": "2(x2),1",
    }  # fmt: skip
    for name, value in environment.items():
        monkeypatch.setenv(f"SLURM_{name}", value)
    resolver = resolvers.SlurmClusterResolver(port_base=100)
    assert resolver.cluster_spec().as_dict() == {"worker": ["n1:100", "n1:101", "n2:100", "n2:101", "m:100"]}
    assert (resolver.task_type, resolver.task_id, resolver.master()) == ("worker", 3, "grpc://n1:100")
    jobs = resolvers.SlurmClusterResolver({"chief": 1, "worker": 4})
    assert jobs.get_task_info() == ("worker", 2)
    with pytest.raises(RuntimeError, match="have 2 tasks, but Slurm runs 5"):
        resolvers.SlurmClusterResolver({"worker": 2})


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("a", ["a"]),
        ("a,b", ["a", "b"]),
        ("node[08-10,12]", ["node08", "node09", "node10", "node12"]),
        ("r[1-2]n[1-2],x", ["r1n1", "r1n2", "r2n1", "r2n2", "x"]),
    ],
)
def test_lists_of_hosts(text: str, hosts: list[str]) -> None:
    assert expand_hostlist(text) == hosts


def test_lists_of_numbers() -> None:
    assert expand_counts("2(x3),1") == [2, 2, 2, 1]
    with pytest.raises(ValueError, match="list of numbers"):
        expand_counts("a")
