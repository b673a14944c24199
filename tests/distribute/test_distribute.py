"""`tf.distribute` with one replica."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf

STRATEGIES: dict[str, Callable[[], tf.distribute.Strategy]] = {
    "default": tf.distribute.get_strategy,
    "one device": lambda: tf.distribute.OneDeviceStrategy("/cpu:0"),
    "mirrored": lambda: tf.distribute.MirroredStrategy(["CPU:0"]),
}


def where() -> tuple[bool, bool, bool]:
    """Whether there is a strategy, code for each device, code for all of them."""
    return (
        tf.distribute.has_strategy(),
        tf.distribute.get_replica_context() is not None,
        tf.distribute.in_cross_replica_context(),
    )


@pytest.mark.parametrize("name", STRATEGIES)
def test_where_the_program_is(name: str) -> None:
    strategy = STRATEGIES[name]()
    own = name != "default"
    assert where() == (False, True, False)
    with strategy.scope() as entered:
        assert entered is strategy is tf.distribute.get_strategy()
        assert where() == ((True, False, True) if own else (False, True, False))
        assert strategy.run(where) == (own, True, False)
    assert where() == (False, True, False)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_step_of_training(name: str) -> None:
    strategy = STRATEGIES[name]()
    with strategy.scope():
        v = tf.Variable(1.0)

    def step(x: Any) -> Any:
        context = tf.distribute.get_replica_context()
        assert context is not None
        v.assign_add(context.all_reduce(tf.distribute.ReduceOp.SUM, x))
        return v * 2.0

    @tf.function
    def whole(x: Any) -> Any:
        return strategy.reduce("SUM", strategy.run(step, args=(x,)), axis=None)

    assert [float(whole(tf.constant(2.0))), float(whole(tf.constant(2.0)))] == [6.0, 10.0]


def test_what_libraries_use() -> None:
    strategy = tf.distribute.get_strategy()
    v = tf.Variable(1.0)
    assert strategy.num_replicas_in_sync == 1
    assert strategy.extended.update(v, lambda one, by: float(one.assign_add(by)), args=(2.0,)) == 3.0
    assert strategy.extended.update(v, lambda one: float(one), group=False) == (3.0,)
    with strategy.extended.colocate_vars_with(v):
        pass
    dataset = tf.data.Dataset.range(3)
    assert strategy.experimental_distribute_dataset(dataset) is dataset
    assert strategy.experimental_local_results(5) == strategy.unwrap(5) == (5,)
    assert strategy.group(tf.constant(1.0)) is None
    with strategy.colocate_vars_with(v):
        assert strategy.experimental_distribute_datasets_from_function(lambda _: dataset) is dataset
    context = tf.distribute.get_replica_context()
    assert context is not None and context.merge_call(lambda s, a, b: (s is strategy, a, b), (1,), {"b": 2}) == (
        True,
        1,
        2,
    )


def _nested() -> None:
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope(), tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        pass


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (_nested, RuntimeError, "Mixing different tf.distribute.Strategy objects"),
        (lambda: tf.distribute.TPUStrategy(), (tf.errors.NotFoundError, tf.errors.FailedPreconditionError), "jax"),
        (lambda: tf.distribute.get_strategy().reduce("MAX", 1, axis=0), KeyError, "MAX"),
    ],
)
def test_what_is_refused(wrong: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        wrong()


def _grown_if_positive(x: Any) -> Any:
    if tf.reduce_sum(x) > 0:
        return x + 1
    return x - 1


def test_converted_code_runs_converted_functions() -> None:
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")

    @tf.function
    def staged(x: Any) -> Any:
        return strategy.run(_grown_if_positive, args=(x,))

    @tf.function(autograph=False)
    def plain(x: Any) -> Any:
        return strategy.run(_grown_if_positive, args=(x,))

    assert [staged(tf.constant(x)).numpy() for x in (1.0, -1.0)] == [2.0, -2.0]
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        plain(tf.constant(1.0))


def test_input_contexts_share_batches() -> None:
    context = tf.distribute.InputContext(2, 1, 4)
    assert (context.num_input_pipelines, context.input_pipeline_id, context.num_replicas_in_sync) == (2, 1, 4)
    assert context.get_per_replica_batch_size(8) == 2
    assert str(tf.distribute.InputContext()) == "tf.distribute.InputContext(input pipeline id 0, total: 1)"
    with pytest.raises(ValueError, match="7 is not divisible by `num_replicas_in_sync` 4"):
        context.get_per_replica_batch_size(7)
