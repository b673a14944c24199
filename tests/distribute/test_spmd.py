"""Replicas as one program over a mesh: the same as step by step, and what is moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

import graphwright as tf
from graphwright.distribute.replicated import groups
from graphwright.distribute.replicated.call import ReplicatedProgram
from tests.distribute.support import arrays, mirrored, per_replica, replica

PROGRAMS: list[ReplicatedProgram] = []


@pytest.fixture(autouse=True)
def _noted(monkeypatch: pytest.MonkeyPatch) -> None:
    PROGRAMS.clear()
    create = ReplicatedProgram.__init__

    def noted(self: ReplicatedProgram, *args: Any) -> None:
        create(self, *args)
        PROGRAMS.append(self)

    monkeypatch.setattr(ReplicatedProgram, "__init__", noted)


def trained(strategy: Any, steps: int = 4) -> list[Any]:
    """The losses and the weights of a small network."""
    rng = np.random.default_rng(3)
    data = rng.normal(size=(24, 5)).astype(np.float32)
    with strategy.scope():
        w = tf.Variable(rng.normal(size=(5, 3)).astype(np.float32))
        seen = tf.Variable(
            0.0, synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.SUM
        )
        noise = tf.random.Generator.from_seed(1)

    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            y = tf.nn.softmax(x @ w + 0.01 * noise.normal([3]))
            loss = -tf.reduce_sum(tf.math.log(y[:, 0])) / 24.0
        seen.assign_add(tf.cast(tf.shape(x)[0], tf.float32))
        gradient = replica().all_reduce("SUM", tape.gradient(loss, w))
        replica().merge_call(lambda used, g: used.extended.update(w, lambda v, by: v.assign_sub(by), (g,)), (gradient,))
        return replica().all_reduce("SUM", loss)

    @tf.function
    def whole(x: Any) -> Any:
        return strategy.reduce("MEAN", strategy.run(step, args=(x,)), axis=None)

    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensors(data).repeat(steps))
    losses = [float(whole(x)) for x in dataset]
    return [losses, w.numpy(), float(seen)]


@pytest.mark.parametrize("count", [2, 8])
def test_the_same_as_step_by_step(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    together = trained(mirrored(count))
    assert [p.refusal for p in PROGRAMS] == [""]
    monkeypatch.setattr(groups.ReplicaGroup, "mesh", lambda self: None)
    apart = trained(mirrored(count))
    assert together[0] == pytest.approx(apart[0], rel=1e-5)
    assert together[1] == pytest.approx(apart[1], rel=1e-5, abs=1e-6)
    assert together[2] == apart[2] == 96.0
    assert together[0][-1] < together[0][0]


def test_weights_stay_on_their_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    from graphwright.runtime.xla.mesh import ReplicaMesh

    moved: list[Any] = []
    place = ReplicaMesh.replicated
    monkeypatch.setattr(ReplicaMesh, "replicated", lambda self, array: moved.append(array) or place(self, array))
    strategy = mirrored(2)
    with strategy.scope():
        v = tf.Variable(np.ones(1000, np.float32), aggregation=tf.VariableAggregation.MEAN)
    step: Callable[[], Any] = lambda: v.assign_add(v * 2.0)  # noqa: E731
    for _ in range(3):
        strategy.run(step)
    assert (len(moved), v.numpy()[0]) == (1, 27.0)
    v.assign_add(tf.ones(1000))
    strategy.run(step)
    assert (len(moved), v.numpy()[0]) == (2, 84.0)


def test_a_step_moves_its_batch_and_its_loss_and_no_weights() -> None:
    strategy = mirrored(2)
    with strategy.scope():
        w = tf.Variable(tf.ones([100, 100]), aggregation=tf.VariableAggregation.MEAN)
    x = per_replica(strategy, [np.ones((4, 100), np.float32)] * 2)

    def step(x: Any) -> Any:
        w.assign_sub(0.001 * tf.matmul(x, tf.matmul(x, w), transpose_a=True))
        return tf.reduce_mean(w)

    whole = tf.function(lambda x: strategy.run(step, args=(x,)))
    whole(x)
    # a batch and a loss for each replica; the weights were placed when the program was compiled
    assert whole.explain().traces[0].transfers.counts() == (2, 2, 3200, 8)
    pointers = [shard.data.unsafe_buffer_pointer() for shard in w._state.placed.addressable_shards]
    for _ in range(3):
        whole(x)
    assert whole.explain().traces[0].transfers.counts() == (8, 8, 12800, 32)
    assert [s.data.unsafe_buffer_pointer() for s in w._state.placed.addressable_shards] == pointers  # donated
    assert "32 bytes" in str(whole.explain())


def test_a_refused_step_leaves_the_weights_as_they_were() -> None:
    strategy = mirrored(2)
    with strategy.scope():
        w = tf.Variable([1.0, 2.0], aggregation=tf.VariableAggregation.SUM)

    @tf.function
    def step(i: Any) -> Any:
        w.assign_add([1.0, 1.0])
        return tf.gather(w, i)

    run = lambda numbers: strategy.run(step, args=(per_replica(strategy, numbers),))  # noqa: E731
    run([0, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="7"):
        run([0, 7])
    assert w.numpy().tolist()[0] in (3.0, 5.0)
    run([0, 1])
    np.testing.assert_array_equal(w.numpy() - w.numpy()[0], [0.0, 1.0])


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda x: tf.py_function(lambda v: v + 1, [x], tf.float32), "it calls Python"),
        (lambda x: tf.random.uniform([2]) + x, "there is no rule for it"),
    ],
)
def test_what_is_no_program_runs_step_by_step(function: Callable[[Any], Any], reason: str) -> None:
    strategy = mirrored(2)
    found = arrays(strategy, strategy.run(function, args=(per_replica(strategy, [1.0, 2.0]),)))
    assert np.shape(found)[0] == 2
    assert reason in PROGRAMS[0].refusal
    assert "test_spmd.py" in PROGRAMS[0].refusal


def test_devices_that_are_not_there() -> None:
    strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:999"])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"There is no device .*CPU:999"):
        strategy.run(lambda: 1)


@pytest.mark.parametrize(
    "create", [tf.distribute.OneDeviceStrategy, lambda name: tf.distribute.MirroredStrategy([name])]
)
def test_a_strategy_of_one_device_runs_there(create: Callable[[str], Any]) -> None:
    strategy = create("CPU:3")
    with strategy.scope():
        v = tf.Variable([1.0, 2.0])

    @tf.function
    def doubled() -> Any:
        v.assign(2 * v)
        return tf.reduce_sum(v)

    total = strategy.run(doubled)
    assert (total.numpy(), v.numpy().tolist()) == (6.0, [2.0, 4.0])
    assert {x.device for x in (total, v, strategy.run(lambda: tf.constant(1.0)))} == {
        "/job:localhost/replica:0/task:0/device:CPU:3"
    }
