"""Functions that several replicas run: values, collectives, gradients, control flow, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.distribute.support import arrays, mirrored, per_replica, replica

FORMS: dict[str, Callable[[Any], Any]] = {
    "eager": lambda function: function,
    "staged": tf.function,
}


@pytest.fixture(params=[2, 3])
def strategy(request: pytest.FixtureRequest) -> Any:
    return mirrored(request.param)


def gathered(x: Any) -> Any:
    return replica().all_gather(tf.stack([x, x + 10]), 0)


COLLECTIVES: dict[str, tuple[Callable[[Any], Any], Callable[[np.ndarray[Any, Any]], Any]]] = {
    "sum": (lambda x: replica().all_reduce("SUM", x), lambda x: x.sum()),
    "mean": (lambda x: replica().all_reduce(tf.distribute.ReduceOp.MEAN, x), lambda x: x.mean()),
    "mean of integers": (lambda x: replica().all_reduce("MEAN", tf.cast(x, tf.int32)), lambda x: int(x.sum()) / x.size),
    "gather": (gathered, lambda x: np.stack([x, x + 10], 1).ravel().tolist()),
    "gather along another axis": (
        lambda x: replica().all_gather(tf.reshape(x, [1, 1]), 1)[0], lambda x: x.tolist(),
    ),
    "structure": (lambda x: replica().all_reduce("SUM", {"a": (x, x * 2)})["a"][1], lambda x: 2 * x.sum()),
    "number of replicas": (lambda x: x * 0 + replica().num_replicas_in_sync, lambda x: float(x.size)),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", COLLECTIVES)
def test_collectives(strategy: Any, name: str, form: str) -> None:
    function, expected = COLLECTIVES[name]
    values = np.arange(strategy.num_replicas_in_sync, dtype=np.float32) * 3 + 1
    run = FORMS[form](lambda x: strategy.run(function, args=(x,)))
    found = arrays(strategy, run(per_replica(strategy, list(values))))
    assert found == [pytest.approx(expected(values))] * len(values)


def test_rows_of_all_replicas_are_added_up(strategy: Any) -> None:
    def step() -> Any:
        number = replica().replica_id_in_sync_group
        rows = tf.IndexedSlices(tf.ones([1, 2]), tf.reshape(number, [1]), tf.constant([3, 2]))
        return tf.convert_to_tensor(replica().all_reduce("SUM", rows))

    count = strategy.num_replicas_in_sync
    expected = [[1.0, 1.0]] * count + [[0.0, 0.0]] * (3 - count)
    assert arrays(strategy, strategy.run(step)) == [expected] * count


def test_the_function_is_traced_once(strategy: Any) -> None:
    traces = []

    def step(x: Any) -> Any:
        traces.append(x)
        return x + 1

    value = per_replica(strategy, [1.0] * strategy.num_replicas_in_sync)
    for _ in range(3):
        strategy.run(step, args=(value,))
    assert len(traces) == 1


def test_gradients_go_through_collectives(strategy: Any) -> None:
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = replica().all_reduce("SUM", x * x)
            row = tf.reduce_sum(replica().all_gather(tf.reshape(x, [1]), 0) * (1.0 + tf.range(2.0)[:1]))
            loss = total + row
        return tape.gradient(loss, x)

    count = strategy.num_replicas_in_sync
    values = [float(i) for i in range(count)]
    # each replica has a loss of its own, so that what depends on all of them is counted once for each
    assert arrays(strategy, strategy.run(step, args=(per_replica(strategy, values),))) == [
        pytest.approx(2 * v * count + count) for v in values
    ]


def test_sizes_may_differ(strategy: Any) -> None:
    count = strategy.num_replicas_in_sync
    value = per_replica(strategy, [np.arange(i, dtype=np.float32) for i in range(count)])
    found = strategy.run(lambda x: replica().all_reduce("SUM", tf.reduce_sum(x)) + tf.reduce_sum(x), args=(value,))
    sums = [sum(range(i)) for i in range(count)]
    assert arrays(strategy, found) == [sum(sums) + s for s in sums]
    assert strategy.gather(value, axis=0).numpy().tolist() == [float(j) for i in range(count) for j in range(i)]
    assert float(strategy.reduce("SUM", value, axis=0)) == sum(sums)
    assert float(strategy.reduce("MEAN", value, axis=0)) == pytest.approx(sum(sums) / sum(range(count)))


def test_results_may_differ_in_size() -> None:
    strategy = mirrored(2)
    whole = tf.function(lambda x: strategy.run(lambda one: one * 2.0, args=(x,)), reduce_retracing=True)
    for sizes in ([1, 1], [2, 2], [3, 2], [2, 0]):
        value = per_replica(strategy, [np.ones(n, np.float32) for n in sizes])
        assert arrays(strategy, whole(value)) == [[2.0] * n for n in sizes]


def test_values_of_several_kinds() -> None:
    strategy = mirrored(2)
    ragged = tf.ragged.constant([[1], [2, 3]])
    found = strategy.run(lambda x: {"ragged": ragged * 2, "text": tf.strings.as_string(x), "none": None}, args=(1,))
    assert found["ragged"].values[1].to_list() == [[2], [4, 6]]
    assert found["text"].values[0].numpy() == b"1"
    assert found["none"] is None
    assert arrays(strategy, strategy.run(lambda x, y: x + y, args=(1,), kwargs={"y": 2})) == [3, 3]


def test_per_replica_values_are_arguments_and_results_of_functions() -> None:
    strategy = mirrored(2)
    value = per_replica(strategy, [1.0, 2.0])
    traces = []

    @tf.function
    def double(x: Any) -> Any:
        traces.append(x)
        return strategy.run(lambda one: one * 2, args=(x,))

    first = double(value)
    assert isinstance(first, tf.types.experimental.distributed.PerReplica)
    assert arrays(strategy, double(first)) == [4.0, 8.0]
    assert len(traces) == 1
    assert strategy.experimental_local_results(7) == (7,)
    assert [v["a"].numpy() for v in strategy.experimental_local_results({"a": value})] == [1.0, 2.0]


def summed(n: Any) -> Any:
    total = tf.constant(0)
    for _ in tf.range(n):
        total += replica().all_reduce("SUM", replica().replica_id_in_sync_group)
    if total > 100:
        total = -total
    return total


def test_control_flow_around_communication(strategy: Any) -> None:
    count = strategy.num_replicas_in_sync
    each = sum(range(count))
    assert arrays(strategy, strategy.run(summed, args=(tf.constant(4),))) == [4 * each] * count
    assert arrays(strategy, strategy.run(summed, args=(tf.constant(101),))) == [-101 * each] * count


def apart(x: Any) -> Any:
    if replica().replica_id_in_sync_group > 0:
        return x * 10
    while x < 5:
        x += 1
    return x


def test_replicas_may_go_different_ways_alone() -> None:
    strategy = mirrored(2)
    assert arrays(strategy, strategy.run(apart, args=(tf.constant(2),))) == [5, 20]


def test_merge_call_sees_all_replicas(strategy: Any) -> None:
    count = strategy.num_replicas_in_sync

    def merge(used: Any, x: Any, factor: int) -> Any:
        assert used is strategy
        assert tf.distribute.in_cross_replica_context()
        assert isinstance(x, tf.distribute.DistributedValues)
        last = strategy.experimental_local_results(x)[-1]
        return used.reduce("SUM", x, axis=None) * factor if factor == 1 else (used.reduce("SUM", x, None), last)

    def step(x: Any) -> Any:
        return replica().merge_call(merge, args=(x,), kwargs={"factor": 2})

    total, last = strategy.run(step, args=(per_replica(strategy, [float(i) for i in range(count)]),))
    assert arrays(strategy, total) == [sum(range(count))] * count
    assert arrays(strategy, last) == [count - 1.0] * count


def test_effects_happen_for_each_replica(capfd: pytest.CaptureFixture[str]) -> None:
    strategy = mirrored(2)
    strategy.run(lambda: tf.print("replica", replica().replica_id_in_sync_group))
    assert capfd.readouterr().err == "replica 0\nreplica 1\n"


def checked(x: Any) -> Any:
    tf.debugging.assert_less(x, 5.0)
    return replica().all_reduce("SUM", x)


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (lambda s: s.run(checked, args=(per_replica(s, [1.0, 7.0]),)), tf.errors.InvalidArgumentError, "assert"),
        (lambda s: s.run(lambda: s.run(lambda: 1)), RuntimeError, "cannot be called by code that it runs"),
        (lambda s: s.reduce("SUM", tf.constant(1.0), axis=None), ValueError, "cannot be reduced"),
        (lambda s: s.run(lambda: replica().all_gather(tf.constant(1.0), 0)), ValueError, "a scalar has none"),
        (lambda s: s.gather(per_replica(s, [1.0, 2.0]), axis=0), ValueError, "a scalar has none"),
        (lambda s: s.run(lambda x: x, args=(per_replica(mirrored(3), [1, 2, 3]),)), ValueError, "for 3 replicas"),
        (lambda s: s.reduce("MAX", 1, axis=0), KeyError, "MAX"),
        (lambda s: mirrored(0), ValueError, "empty `devices` list"),
        (lambda s: tf.distribute.MirroredStrategy(["CPU:0", "/cpu:0"]), ValueError, "named twice"),
        (lambda s: tf.distribute.MirroredStrategy(["/job:a"]), ValueError, "names no device"),
        (lambda s: tf.distribute.ParameterServerStrategy(None), tf.errors.UnimplementedError, "MultiWorkerMirrored"),
    ],
)
def test_what_is_refused(wrong: Callable[[Any], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        wrong(mirrored(2))


def astray(x: Any) -> Any:
    if replica().replica_id_in_sync_group > 0:
        x = replica().all_reduce("SUM", x)
    return x


def test_communication_that_only_some_reach_is_an_error() -> None:
    strategy = mirrored(2)
    value = per_replica(strategy, [np.ones(1, np.float32), np.ones(2, np.float32)])  # sizes differ: step by step
    with pytest.raises(tf.errors.InvalidArgumentError, match="go different ways"):
        strategy.run(astray, args=(value,))


def test_values_of_different_shapes_are_not_added_up() -> None:
    strategy = mirrored(2)
    value = per_replica(strategy, [np.ones(1, np.float32), np.ones(2, np.float32)])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"have shapes \[\(1,\), \(2,\)\]"):
        strategy.run(lambda x: replica().all_reduce("SUM", x), args=(value,))
