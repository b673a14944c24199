"""Variables of a strategy, and random numbers of its replicas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.distribute.support import arrays, mirrored, replica

ON_READ = tf.VariableSynchronization.ON_READ
NONE, SUM, MEAN, FIRST = (
    tf.VariableAggregation.NONE,
    tf.VariableAggregation.SUM,
    tf.VariableAggregation.MEAN,
    tf.VariableAggregation.ONLY_FIRST_REPLICA,
)


def numbered() -> Any:
    return tf.cast(replica().replica_id_in_sync_group + 1, tf.float32)


@pytest.mark.parametrize(("aggregation", "expected"), [(SUM, 13.0), (MEAN, 11.5), (FIRST, 11.0), (NONE, 11.0)])
def test_what_replicas_assign_is_combined(aggregation: Any, expected: float) -> None:
    strategy = mirrored(2)
    with strategy.scope():
        v = tf.Variable(10.0, aggregation=aggregation)
    assert isinstance(v, tf.types.experimental.distributed.Mirrored)
    assert (v.synchronization, v.aggregation) == (tf.VariableSynchronization.ON_WRITE, aggregation)
    found = strategy.run(lambda: v.assign_add(numbered()))
    assert arrays(strategy, found) == [expected] * 2
    assert [float(copy) for copy in v.values] == [expected] * 2
    strategy.run(lambda: v.assign(numbered() * 0 + 4))
    assert float(v) == (8.0 if aggregation is SUM else 4.0)
    v.assign_sub(1.0)  # outside of replicas
    assert float(v) == (7.0 if aggregation is SUM else 3.0)
    v.assign(strategy.run(numbered))
    assert float(v) == {SUM: 3.0, MEAN: 1.5}.get(aggregation, 1.0)


@pytest.mark.parametrize(("aggregation", "expected"), [(SUM, 3.0), (MEAN, 1.5), (FIRST, 1.0)])
def test_values_of_replicas_are_combined_when_read(aggregation: Any, expected: float) -> None:
    strategy = mirrored(2)
    with strategy.scope():
        v = tf.Variable(0.0, synchronization=ON_READ, aggregation=aggregation)
    assert not v.trainable
    assert (v.synchronization, v.aggregation) == (ON_READ, aggregation)
    assert arrays(strategy, strategy.run(lambda: v.assign_add(numbered()))) == [1.0, 2.0]
    assert arrays(strategy, strategy.run(v.read_value)) == [1.0, 2.0]
    assert [float(copy) for copy in v.values] == [1.0, 2.0]
    assert [float(v), v.numpy().item(), float(v + 0), np.asarray(v).item()] == [expected] * 4
    v.assign(6.0)
    assert [float(copy) for copy in v.values] == ([3.0, 3.0] if aggregation is SUM else [6.0, 6.0])
    assert float(v) == 6.0


def test_values_of_replicas_without_aggregation() -> None:
    strategy = mirrored(2)
    with strategy.scope():
        v = tf.Variable(0.0, synchronization=ON_READ)
        total = tf.Variable(0.0, synchronization=ON_READ, aggregation=SUM)
    for use in (v.read_value, lambda: v.assign(1.0)):
        with pytest.raises(ValueError, match=r"Could not convert from `tf.VariableAggregation.NONE`"):
            use()
    with pytest.raises(ValueError, match="does not support `assign_add` in cross-replica context"):
        total.assign_add(1.0)


def test_variables_made_by_replicas() -> None:
    strategy = mirrored(2)
    made: list[Any] = []

    def step() -> Any:
        if not made:
            made.append(tf.Variable(1.0, aggregation=MEAN))
        return made[0].assign_add(numbered())

    assert arrays(strategy, strategy.run(step)) == [2.5, 2.5]
    assert arrays(strategy, strategy.run(step)) == [4.0, 4.0]
    assert isinstance(made[0], tf.distribute.DistributedValues)


def test_a_variable_of_outside_is_written_by_each_replica() -> None:
    strategy = mirrored(3)
    v = tf.Variable(1.0)
    strategy.run(lambda: v.assign_add(1.0))
    assert float(v) == 4.0


def test_updates_from_outside_and_inside() -> None:
    strategy = mirrored(2)
    with strategy.scope():
        v = tf.Variable(1.0)
        own = tf.Variable(0.0, synchronization=ON_READ, aggregation=SUM)
        each = strategy.run(numbered)
        strategy.extended.update(v, lambda one, by: one.assign_add(by), args=(2.0,))
        strategy.extended.update(own, lambda one, by: one.assign_add(by), args=(each,))
        assert strategy.extended.variable_created_in_scope(v)
        assert not strategy.extended.variable_created_in_scope(tf.distribute.get_strategy())
    assert (float(v), [float(c) for c in own.values]) == (3.0, [1.0, 2.0])

    def merged(used: Any, x: Any) -> Any:
        whole = used.extended.reduce_to("SUM", x, destinations=v)
        return used.extended.update(v, lambda one, by: one.assign_add(by), args=(whole,))

    strategy.run(lambda: replica().merge_call(merged, args=(numbered(),)))
    assert float(v) == 6.0


def test_one_trace_of_a_function_for_each_side() -> None:
    strategy = mirrored(2)
    with strategy.scope():
        v = tf.Variable(0.0, aggregation=SUM)

    @tf.function
    def add() -> Any:
        v.assign_add(1.0)
        return v.read_value()

    assert float(add()) == 1.0
    assert arrays(strategy, strategy.run(add)) == [3.0, 3.0]
    assert float(add()) == 4.0


def test_checkpoints_hold_one_value(tmp_path: Path) -> None:
    strategy = mirrored(2)
    with strategy.scope():
        v, own = tf.Variable([1.0, 2.0]), tf.Variable(0.0, synchronization=ON_READ, aggregation=SUM)
        saved = tf.train.Checkpoint(v=v, own=own)
    strategy.run(lambda: own.assign_add(numbered()))
    with strategy.scope():
        path = saved.save(str(tmp_path / "model"))
    plain = tf.train.Checkpoint(v=tf.Variable([0.0, 0.0]), own=tf.Variable(0.0))
    plain.restore(path).assert_consumed()
    assert (plain.v.numpy().tolist(), float(plain.own)) == ([1.0, 2.0], 3.0)
    v.assign([0.0, 0.0])
    own.assign(0.0)
    saved.restore(path).assert_consumed()
    assert (v.numpy().tolist(), float(own), [float(c) for c in own.values]) == ([1.0, 2.0], 3.0, [1.5, 1.5])


def test_a_model_saved_from_within_a_scope(tmp_path: Path) -> None:
    strategy = mirrored(2)
    with strategy.scope():
        model = tf.Module()
        model.v = tf.Variable([1.0, 2.0])
        model.apply = tf.function(lambda x: model.v * x, input_signature=[tf.TensorSpec([2])])
        tf.saved_model.save(model, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert loaded.apply(tf.constant([2.0, 3.0])).numpy().tolist() == [2.0, 6.0]


def test_a_generator_of_the_scope_draws_other_numbers_on_each_replica() -> None:
    # TensorFlow's numbers for the same program
    expected = [[0.13688934, 0.0869267], [0.82347643, 0.6397152], [0.8204093, 0.85986936]]
    normal = [-0.00104626, 0.6580792, 0.04567289]
    strategy = mirrored(3)
    with strategy.scope():
        g = tf.random.Generator.from_seed(7)
    uniform, ordinary = strategy.run(lambda: (g.uniform([2]), g.normal([1])))
    assert arrays(strategy, uniform) == [pytest.approx(e) for e in expected]
    assert arrays(strategy, ordinary) == [[pytest.approx(e, rel=1e-4)] for e in normal]
    assert g.state.numpy().tolist() == [775, 0, 0]


def test_a_generator_of_outside_is_used_by_one_replica_after_the_other() -> None:
    expected = [[0.39932835, 0.7840713], [0.32115912, 0.45382512], [0.35390544, 0.94397557]]
    strategy = mirrored(3)
    g = tf.random.Generator.from_seed(7)
    assert arrays(strategy, strategy.run(lambda: g.uniform([2]))) == [pytest.approx(e) for e in expected]


def test_numbers_without_a_state() -> None:
    strategy = mirrored(2)
    seeded = arrays(strategy, strategy.run(lambda: tf.random.stateless_uniform([2], [1, 2])))
    assert seeded[0] == seeded[1] == pytest.approx([0.8440604, 0.19204533])
    drawn = arrays(strategy, strategy.run(lambda: tf.random.uniform([4])))
    assert drawn[0] != drawn[1]
