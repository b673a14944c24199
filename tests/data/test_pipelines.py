"""Datasets: what pipelines give, eagerly, on each executor and in functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.ops.random import _seeds
from tests.data.pipelines import PIPELINES, described, elements

D = tf.data.Dataset
each = pytest.mark.parametrize


@each("name", PIPELINES)
@pytest.mark.executors
def test_a_pipeline(name: str) -> None:
    case = PIPELINES[name]
    dataset = case.make()
    assert described(dataset.element_spec) == case.spec
    assert int(dataset.cardinality()) == case.count
    assert elements(dataset) == case.elements
    assert elements(dataset) == case.elements, "a second iteration gives the same"


@each("name", PIPELINES)
def test_its_elements_fit_its_spec(name: str) -> None:
    dataset = PIPELINES[name].make()
    for element in dataset:
        tf.nest.map_structure(lambda spec, part: spec.to_tensors(part), dataset.element_spec, element)


@each("name", PIPELINES)
def test_numpy_runs_it_too(name: str) -> None:
    with options.overridden(executor="numpy"):
        assert elements(PIPELINES[name].make()) == PIPELINES[name].elements


@each("name", PIPELINES)
def test_it_is_made_and_used_up_inside_a_function(name: str) -> None:
    """A staged loop meets the same elements: their number, and the sum of what they hold where that is numbers."""

    def measured(parts: Any) -> list[Any]:
        sizes = [tf.cast(tf.size(p), tf.float64) for p in parts]
        return [*sizes, *[tf.reduce_sum(tf.cast(p, tf.float64)) for p in parts if p.dtype is not tf.string]]

    @tf.function
    def used_up() -> Any:
        total = tf.constant(0.0, tf.float64)
        rounds = tf.constant(0)
        for element in PIPELINES[name].make():
            for number in measured(tf.nest.flatten(element)):
                total += number
            rounds += 1
        return total, rounds

    total = 0.0
    for element in PIPELINES[name].make():
        total += sum(float(n) for n in measured(tf.nest.flatten(element)))
    found = used_up()
    assert (float(found[0]), int(found[1])) == (total, len(PIPELINES[name].elements))


def test_datasets_and_iterators_say_what_they_are() -> None:
    dataset = D.range(3).batch(2)
    assert repr(dataset) == "<_BatchDataset element_spec=TensorSpec(shape=(None,), dtype=tf.int64, name=None)>"
    assert tf.data.DatasetSpec.from_value(dataset) == tf.data.DatasetSpec(tf.TensorSpec([None], tf.int64))
    assert tf.data.IteratorSpec.from_value(iter(dataset)).element_spec == dataset.element_spec
    assert tf.OptionalSpec.from_value(tf.experimental.Optional.from_value(1)).element_spec == tf.TensorSpec(
        [], tf.int32
    )
    assert isinstance(iter(dataset), tf.data.Iterator) and isinstance(
        dataset.as_numpy_iterator(), tf.data.NumpyIterator
    )
    assert bool(D.range(0)) and len(dataset) == 2


def test_reduce_follows_a_state_that_grows() -> None:
    found = D.range(3).reduce(tf.zeros([0], tf.int64), lambda s, x: tf.concat([s, [x]], 0))
    assert found.numpy().tolist() == [0, 1, 2]
    assert D.range(5).reduce(np.int64(0), lambda s, x: s + x).numpy() == 10


def test_what_a_dataset_holds_cannot_be_written_to() -> None:
    array = np.arange(4)
    dataset = D.from_tensor_slices(array).batch(2)
    array[:] = -1
    first = next(iter(dataset)).numpy()
    first[:] = -1
    assert elements(dataset) == [[0, 1], [2, 3]]
    taken = next(dataset.as_numpy_iterator())
    with pytest.raises(ValueError, match="read-only"):
        taken[:] = -1
    taken.flags.writeable = True  # a copy, so that its owner may
    taken[:] = -1
    assert elements(dataset) == [[0, 1], [2, 3]]


def test_runs_after_an_empty_one_are_repeated_too() -> None:
    begun: list[int] = []

    def late() -> Any:
        begun.append(1)
        return iter(range(3 if len(begun) > 2 else 0))

    dataset = D.from_generator(late, output_signature=tf.TensorSpec([], tf.int32))
    assert elements(dataset.repeat(4)) == [0, 1, 2, 0, 1, 2]
    begun.clear()
    assert sorted(elements(dataset.shuffle(10).repeat(4))) == [0, 0, 1, 1, 2, 2]
    begun.clear()
    assert elements(dataset.repeat()) == []


def test_options_are_merged() -> None:
    first, second = tf.data.Options(), tf.data.Options()
    first.threading.private_threadpool_size = 2
    first.deterministic = True
    second.experimental_deterministic = False
    second.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    found = D.range(1).with_options(first).batch(1).with_options(second).options()
    assert (found.threading.private_threadpool_size, found.deterministic) == (2, False)
    assert found.experimental_distribute.auto_shard_policy is tf.data.experimental.AutoShardPolicy.DATA
    assert D.zip(D.range(1).with_options(first), D.range(1)).options().deterministic is True
    assert first.merge(tf.data.Options()) == first != second


def test_a_cache_is_filled_once() -> None:
    calls = []

    def numbers() -> Any:
        calls.append(1)
        yield from range(3)

    dataset = D.from_generator(numbers, tf.int32).cache()
    next(iter(dataset))
    assert elements(dataset) == elements(dataset) == [0, 1, 2] and len(calls) == 2


# chance -----------------------------------------------------------------------------------------------------


@pytest.fixture
def seeded(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Sets the global seed for the length of a test."""
    monkeypatch.setattr(_seeds, "_global_seed", None)
    return tf.random.set_seed


SHUFFLED = {
    "rows": lambda **options: D.range(50).shuffle(50, **options),
    "rows in part": lambda **options: D.range(50).shuffle(7, **options),
    "elements": lambda **options: D.range(50).map(lambda x: x).shuffle(50, **options),
    "elements in part": lambda **options: D.range(50).map(lambda x: x).shuffle(7, **options),
    "everything": lambda **options: D.range(50).shuffle(tf.data.UNKNOWN_CARDINALITY, **options),
}


@each("name", SHUFFLED)
def test_shuffling(name: str, seeded: Any) -> None:
    make = SHUFFLED[name]
    dataset = make(seed=3)
    first, second = elements(dataset), elements(dataset)
    assert sorted(first) == sorted(second) == list(range(50)) != first
    assert first != second, "each iteration has an order of its own"
    assert [elements(make(seed=3)) for _ in range(2)] == [first, first]
    fixed = make(seed=3, reshuffle_each_iteration=False)
    assert elements(fixed) == elements(fixed)
    orders = []
    for _ in range(2):
        seeded(5)
        orders.append((elements(make()), elements(make())))
    assert orders[0] == orders[1] and orders[0][0] != orders[0][1]


def test_a_small_buffer_lets_no_element_come_early() -> None:
    found = elements(D.range(200).shuffle(5, seed=1))
    assert all(value - place <= 5 for place, value in enumerate(found))


def test_batches_of_shuffled_rows_hold_whole_rows() -> None:
    x = np.arange(40).reshape(20, 2)
    batches = list(D.from_tensor_slices((x, x[:, 0])).shuffle(20, seed=2).repeat(2).batch(3))
    rows = np.concatenate([b[0].numpy() for b in batches])
    assert (rows[:, 0] == np.concatenate([b[1].numpy() for b in batches])).all() and (
        rows[:, 0] + 1 == rows[:, 1]
    ).all()
    assert sorted(rows[:, 0]) == sorted([*x[:, 0], *x[:, 0]])


def test_sampling_follows_the_weights() -> None:
    one, two = D.from_tensors(1).repeat(), D.from_tensors(2).repeat()
    drawn = elements(D.sample_from_datasets([one, two], [0.9, 0.1], seed=1).take(500))
    assert 20 < drawn.count(2) < 90
    assert elements(D.random(seed=1).take(3)) == elements(D.random(seed=1).take(3))
