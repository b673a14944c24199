"""Datasets and iterators in functions: loops over them, what they are as arguments, what they leave behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.errors import OperatorNotAllowedInGraphError
from tests.data.pipelines import elements

D = tf.data.Dataset
each = pytest.mark.parametrize
executors = pytest.mark.executors


def total(xs):  # type: ignore[no-untyped-def]
    s = tf.constant(0, tf.int64)
    for x in xs:
        s += x
    return s


def left_early(xs):  # type: ignore[no-untyped-def]
    s = tf.constant(0, tf.int64)
    for x in xs:
        if x > 2:
            break
        s += x
    return s


def skipping(xs):  # type: ignore[no-untyped-def]
    s = tf.constant(0, tf.int64)
    for x in xs:
        if x % 2 == 0:
            continue
        s += x
    else:
        s += 100
    return s


def broken_else(xs):  # type: ignore[no-untyped-def]
    s = tf.constant(0, tf.int64)
    for x in xs:
        s += x
        if s > 3:
            break
    else:
        s += 100
    return s


def returning(xs):  # type: ignore[no-untyped-def]
    for x in xs:
        if x > 2:
            return x * 10
    return tf.constant(-1, tf.int64)


def numbered(xs):  # type: ignore[no-untyped-def]
    s = tf.constant(0, tf.int64)
    for i, x in enumerate(xs, 2):
        s += x * i
    return s


def paired(xs):  # type: ignore[no-untyped-def]
    s = tf.constant(0, tf.int64)
    for x, y in zip(xs, xs, strict=False):
        s += x * y
    return s


def nested(xs):  # type: ignore[no-untyped-def]
    s = tf.constant(0, tf.int64)
    for x in xs:
        for y in xs:
            if y > x:
                break
            s += x * y
    return s


def growing(xs):  # type: ignore[no-untyped-def]
    s = tf.zeros([0], tf.int64)
    for x in xs:
        s = tf.concat([s, [x, x]], 0)
    return s


def several(xs):  # type: ignore[no-untyped-def]
    least, most, count = tf.constant(99, tf.int64), tf.constant(-1, tf.int64), 0
    for x in xs:
        least, most = tf.minimum(least, x), tf.maximum(most, x)
        count += 1
    return least, most, count


def last(xs):  # type: ignore[no-untyped-def]
    for x in xs:
        y = x * 2
    return y


def in_an_array(xs):  # type: ignore[no-untyped-def]
    made = tf.TensorArray(tf.int64, 0, dynamic_size=True)
    for i, x in enumerate(xs):
        made = made.write(tf.cast(i, tf.int32), x * 2)
    return made.stack()


LOOPS: list[Callable[[Any], Any]] = [
    total, left_early, skipping, broken_else, returning, numbered, paired, nested, growing, several, last, in_an_array,
]  # fmt: skip

DATASETS: dict[str, Callable[[], Any]] = {
    "range": lambda: D.range(5),
    "one": lambda: D.range(1, 2),
    "map": lambda: D.range(4).map(lambda x: x * x),
    "generator": lambda: D.from_generator(lambda: range(4), output_signature=tf.TensorSpec([], tf.int64)),
    "prefetched": lambda: D.range(6).prefetch(2),
}


def same(found: Any, expected: Any) -> None:
    for a, b in zip(tf.nest.flatten(found), tf.nest.flatten(expected), strict=True):
        assert np.array(a).tolist() == np.array(b).tolist()


@executors
@each("name", DATASETS)
@each("loop", LOOPS, ids=lambda f: f.__name__)
def test_a_staged_loop_does_what_python_does(loop: Callable[[Any], Any], name: str) -> None:
    same(tf.function(loop)(DATASETS[name]()), loop(DATASETS[name]()))


@executors
@each("loop", [f for f in LOOPS if f not in (paired, nested, numbered, in_an_array)], ids=lambda f: f.__name__)
def test_a_staged_loop_over_an_iterator_advances_it(loop: Callable[[Any], Any]) -> None:
    staged, plain = iter(D.range(6)), iter(D.range(6))
    same(tf.function(loop)(staged), loop(plain))
    assert [int(x) for x in staged] == [int(x) for x in plain], "what the loop has left"


@executors
@each("loop", [total, left_early, growing, several], ids=lambda f: f.__name__)
def test_a_loop_without_rounds(loop: Callable[[Any], Any]) -> None:
    same(tf.function(loop)(D.range(0)), loop(D.range(0)))
    same(tf.function(loop)(iter(D.range(0))), loop(iter(D.range(0))))


def test_a_name_that_no_round_gives_a_value() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="must iterate at least once to initialize y"):
        tf.function(last)(D.range(0))


# arguments --------------------------------------------------------------------------------------------------


def test_one_trace_serves_all_datasets_with_equal_elements() -> None:
    staged = tf.function(total)
    for dataset in (D.range(3), D.range(9).filter(lambda x: x > 1), D.range(4).map(lambda x: x + 1)):
        same(staged(dataset), total(dataset))
    assert staged.experimental_get_tracing_count() == 1
    same(staged(iter(D.range(3))), 3)
    same(staged(iter(D.range(4))), 6)
    assert staged.experimental_get_tracing_count() == 2
    staged(D.from_tensor_slices(np.zeros([2, 0], np.int64)).map(lambda x: tf.reduce_sum(x)))
    assert staged.experimental_get_tracing_count() == 2


def test_a_signature_of_a_dataset() -> None:
    @tf.function(input_signature=[tf.data.DatasetSpec(tf.TensorSpec([None], tf.int64))])
    def f(xs: Any) -> Any:
        return xs.reduce(np.int64(0), lambda s, x: s + tf.reduce_sum(x))

    assert int(f(D.range(5).batch(2))) == 10 and int(f(D.range(5).batch(3))) == 10
    assert f.experimental_get_tracing_count() == 1


def node_count(function: Any, *args: Any) -> int:
    return len(function.get_concrete_function(*args).graph.as_graph_def().node)


def test_the_number_of_nodes_is_that_of_the_guide() -> None:
    pytest.importorskip("google.protobuf")

    @tf.function
    def train(dataset):  # type: ignore[no-untyped-def]
        loss = tf.constant(0)
        for x, y in dataset:
            loss += tf.abs(y - x)
        return loss

    def generated(count: int) -> Any:
        return D.from_generator(lambda: [(1, 1)] * count, (tf.int32, tf.int32))

    counts = [node_count(train, [(1, 1)] * 3), node_count(train, [(1, 1)] * 10)]
    assert [*counts, node_count(train, generated(3)), node_count(train, generated(10))] == [11, 32, 6, 6]
    concrete = train.get_concrete_function(generated(3))
    assert [op.type for op in concrete.graph.operations].count("ReduceDataset") == 1
    assert int(concrete(D.from_tensor_slices(([1, 5], [3, 4])))) == 3


# iterators --------------------------------------------------------------------------------------------------


@executors
def test_next_takes_an_element_each_time() -> None:
    take = tf.function(lambda iterator: next(iterator))
    iterator = iter(D.range(4))
    assert [int(take(iterator)), int(take(iterator)), int(next(iterator)), int(take(iterator))] == [0, 1, 2, 3]
    with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
        take(iterator)
    assert take.experimental_get_tracing_count() == 1


@executors
def test_batches_of_one_iterator_need_not_have_one_size() -> None:
    @tf.function
    def f(iterator: Any) -> Any:
        first, second = next(iterator), next(iterator)
        return tf.reduce_sum(first), tf.reduce_sum(second), tf.concat([first, second], 0), tf.shape(first) + 0

    same(f(iter(D.range(3).batch(2))), (1, 2, np.arange(3), np.array([2])))

    @tf.function
    def added(iterator: Any) -> Any:
        return next(iterator) + next(iterator)

    same(added(iter(D.range(3).batch(2))), np.array([2, 3]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Incompatible shapes"):
        added(iter(D.range(5).batch(3)))


@executors
def test_parts_of_an_element_need_not_have_one_size() -> None:
    shape = tf.TensorShape([None])
    elements = D.from_generator(lambda: [([1], [2, 3])], (tf.int32, tf.int32), (shape, shape))
    same(next(iter(elements.map(lambda x, y: (x * 2, y * 2)))), (np.array([2]), np.array([4, 6])))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Incompatible shapes"):
        list(D.from_generator(lambda: [([1, 2, 3], [2, 3])], (tf.int32, tf.int32), (shape, shape)).map(tf.add))


def test_next_with_a_default() -> None:
    @tf.function
    def take(iterator: Any) -> Any:
        return next(iterator, tf.constant(-1, tf.int64))

    iterator = iter(D.range(1))
    assert [int(take(iterator)) for _ in range(3)] == [0, -1, -1]


def test_an_element_is_taken_though_nobody_uses_it() -> None:
    @tf.function
    def drop(iterator: Any) -> None:
        next(iterator)

    iterator = iter(D.range(3))
    drop(iterator)
    drop(iterator)
    assert int(next(iterator)) == 2


def test_what_a_function_captures() -> None:
    dataset, iterator = D.range(4), iter(D.range(4))

    @tf.function
    def f() -> Any:
        s = tf.constant(0, tf.int64)
        for x in dataset:
            s += x
        return s, next(iterator), iterator.get_next()

    same(f(), (6, 0, 1))
    same(f(), (6, 2, 3))


@executors
def test_what_a_function_makes() -> None:
    @tf.function
    def f(n: Any) -> Any:
        offset = n + 1
        dataset = D.range(n).map(lambda x: x + offset).filter(lambda x: x > n).batch(2)
        iterator = iter(dataset)
        return next(iterator), dataset.cardinality(), total(D.range(n))

    for n in (2, 5):
        same(f(tf.constant(n, tf.int64)), (np.array([n + 1, n + 2]), -2, sum(range(n))))
    assert f.experimental_get_tracing_count() == 1


def test_a_function_returns_a_dataset_and_an_optional() -> None:
    @tf.function
    def f(n: Any) -> Any:
        return D.range(n).map(lambda x: x * 2), iter(D.range(n)).get_next_as_optional()

    dataset, first = f(tf.constant(3, tf.int64))
    assert elements(dataset) == [0, 2, 4]
    assert int(first.get_value()) == 0


def test_a_state_of_optionals() -> None:
    @tf.function
    def count(iterator: Any) -> Any:
        rounds = 0
        found = iterator.get_next_as_optional()
        while found.has_value():
            rounds += 1
            found = iterator.get_next_as_optional()
        return rounds

    assert int(count(iter(D.range(7)))) == 7


# effects ----------------------------------------------------------------------------------------------------


@executors
def test_variables_change_in_order() -> None:
    v = tf.Variable(1.0)

    @tf.function
    def f(xs: Any) -> Any:
        v.assign_add(1.0)
        before = v.read_value()
        for x in xs:
            v.assign(v * 2.0 + x)
        v.assign_add(100.0)
        return before, v.read_value()

    same(f(D.from_tensor_slices([1.0, 3.0])), (2.0, 113.0))
    assert float(v) == 113.0


def test_what_a_loop_prints(capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def f(xs: Any) -> None:
        for x in xs:
            tf.print("met", x)
        tf.print("done")

    f(D.range(2))
    assert capsys.readouterr().err == "met 0\nmet 1\ndone\n"


def test_a_dataset_of_a_variable_reads_it_when_it_runs() -> None:
    v = tf.Variable(1.0)
    dataset = D.range(2).map(lambda x: tf.cast(x, tf.float32) + v)
    v.assign(10.0)
    assert elements(dataset) == [10.0, 11.0]


def test_random_numbers_in_a_map_differ() -> None:
    drawn = elements(D.range(20).map(lambda x: tf.random.uniform([])))
    assert len(set(drawn)) == 20


def test_a_training_loop_learns() -> None:
    w = tf.Variable([[0.0], [0.0]])
    x = np.random.default_rng(0).normal(size=(64, 2)).astype(np.float32)
    y = x @ np.array([[1.0], [-2.0]], np.float32)

    @tf.function
    def epoch(dataset: Any) -> Any:
        loss = tf.constant(0.0)
        for features, targets in dataset:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((features @ w - targets) ** 2)
            w.assign_sub(0.1 * tape.gradient(loss, w))
        return loss

    dataset = D.from_tensor_slices((x, y)).shuffle(64, seed=1).batch(8).prefetch(1)
    losses = [float(epoch(dataset)) for _ in range(8)]
    assert losses[-1] < 1e-2 < losses[0]
    assert np.allclose(w.numpy(), [[1.0], [-2.0]], atol=0.05)


def test_a_tape_around_a_loop() -> None:
    v = tf.Variable(2.0)

    @tf.function
    def weighted(xs):  # type: ignore[no-untyped-def]
        s = 0.0
        for x in xs:
            s += x * v
        return s

    with tf.GradientTape() as tape:
        result = weighted(iter(D.from_tensor_slices([1.0, 2.0])))
    assert float(tape.gradient(result, v)) == 3.0
    with (
        pytest.raises(LookupError, match=r"(?s)ReduceDataset.*for x in xs"),
        tf.GradientTape() as tape,
    ):
        tape.gradient(weighted(D.from_tensor_slices([1.0, 2.0])), v)


# refusals ---------------------------------------------------------------------------------------------------


def test_errors_in_a_loop_name_the_line() -> None:
    @tf.function
    def f(xs: Any) -> Any:
        s = tf.constant(0)
        for x in xs:
            s += tf.reduce_sum(tf.reshape(tf.range(4), tf.stack([x, 3])))
        return s

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)reshape.*test_functions\.py.*tf\.stack\(\[x, 3\]\)"):
        f(D.from_tensor_slices([1, 2]))


def test_a_loop_that_needs_autograph_says_so() -> None:
    @tf.function(autograph=False)
    def over_a_dataset(xs: Any) -> None:
        for _ in xs:
            pass

    for loop in (D.range(2), iter(D.range(2))):
        with pytest.raises(OperatorNotAllowedInGraphError, match="needs AutoGraph"):
            over_a_dataset(loop)


def test_a_type_that_changes_in_a_loop() -> None:
    @tf.function
    def f(xs: Any) -> Any:
        s = 0
        for _ in xs:
            s = s + 1.5
        return s

    with pytest.raises((TypeError, ValueError), match="s"):
        f(D.range(2))


def test_a_failed_trace_leaves_the_dataset_usable() -> None:
    dataset = D.range(3)
    with pytest.raises(ZeroDivisionError):
        dataset.map(lambda x: 1 // 0)
    assert tf.executing_eagerly() and elements(dataset) == [0, 1, 2]
