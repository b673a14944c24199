"""An element that fails costs itself, and what cannot be made without it; the others come, whatever the pipeline."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf

D = tf.data.Dataset
int64 = tf.int64


def checked(x: Any) -> Any:
    """The identity; 3, 8, 13, ... fail."""
    tf.debugging.assert_none_equal(x % 5, tf.constant(3, int64), message="refused")
    return tf.identity(x)


def some(stop: int = 14) -> Any:
    return D.range(stop).map(checked)


def ones(x: Any) -> Any:
    return tf.ones([x], int64)


def tens(x: Any) -> Any:
    return D.range(x * 10, x * 10 + 5).map(checked)


def three(x: Any) -> Any:
    return D.range(checked(x), checked(x) + 3)


def _without(stop: int) -> list[int]:
    return [x for x in range(stop) if x % 5 != 3]


PIPELINES: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    # TensorFlow gives the same elements
    "map": (some, _without(14)),
    "map of a map": (lambda: some().map(lambda x: x + 1), [x + 1 for x in _without(14)]),
    "parallel map": (lambda: D.range(14).map(checked, 3), _without(14)),
    "parallel map of a map": (lambda: some().map(lambda x: x + 1, 3), [x + 1 for x in _without(14)]),
    "unordered map": (lambda: D.range(14).map(checked, 1, deterministic=False), _without(14)),
    "automatic map": (lambda: D.range(14).map(checked, tf.data.AUTOTUNE), _without(14)),
    "filter": (lambda: D.range(14).filter(lambda x: checked(x) % 2 == 0), [0, 2, 4, 6, 10, 12]),
    "filter of a map": (lambda: some().filter(lambda x: x % 2 == 0), [0, 2, 4, 6, 10, 12]),
    "interleave of failing parts": (
        lambda: D.range(3).interleave(tens, 2, 2),
        [0, 1, 10, 11, 2, 4, 12, 14, 20, 21, 22, 24],
    ),
    "interleave by a failing function": (
        lambda: D.range(7).interleave(three, 2, 2),
        [0, 1, 1, 2, 2, 3, 2, 3, 4, 5, 4, 6, 5, 6, 6, 7, 7, 8],
    ),
    "flat_map to failing parts": (lambda: D.range(3).flat_map(tens), [0, 1, 2, 4, 10, 11, 12, 14, 20, 21, 22, 24]),
    "flat_map by a failing function": (
        lambda: D.range(7).flat_map(three),
        [0, 1, 2, 1, 2, 3, 2, 3, 4, 4, 5, 6, 5, 6, 7, 6, 7, 8],
    ),
    "flat_map of a map": (
        lambda: some(7).flat_map(lambda x: D.range(x, x + 3)),
        [0, 1, 2, 1, 2, 3, 2, 3, 4, 4, 5, 6, 5, 6, 7, 6, 7, 8],
    ),
    "zip": (lambda: D.zip(some(), D.range(100, 120)), [[x, x + 100] for x in _without(14)]),
    "zip of two": (
        lambda: D.zip(some(), D.range(1, 15).map(checked)),
        [[x, x + 1] for x in range(14) if x % 5 not in (2, 3)],
    ),
    "enumerate": (lambda: some().enumerate(), [[x, x] for x in _without(14)]),
    "concatenate": (lambda: some(7).concatenate(D.range(10, 14).map(checked)), [0, 1, 2, 4, 5, 6, 10, 11, 12]),
    "repeat": (lambda: some(5).repeat(3), [0, 1, 2, 4] * 3),
    "repeat, take": (lambda: some(5).repeat().take(9), [0, 1, 2, 4, 0, 1, 2, 4, 0]),
    "cache": (lambda: some(7).cache().repeat(2), [0, 1, 2, 4, 5, 6] * 2),
    "prefetch": (lambda: some().prefetch(2), _without(14)),
    "take": (lambda: D.range(3, 9).map(checked).take(2), [4, 5]),
    "take_while": (lambda: D.range(14).take_while(lambda x: checked(x) < 11), [0, 1, 2, 4, 5, 6, 7, 9, 10]),
    "unique": (lambda: some().map(lambda x: x % 3).unique(), [0, 1, 2]),
    "shuffle": (lambda: some(10).shuffle(4, seed=1).repeat(2), [0, 5, 6, 1, 2, 7, 9, 4, 2, 1, 4, 5, 7, 0, 9, 6]),
    "window": (lambda: some().window(3).flat_map(lambda w: w.batch(3)), [[0, 1, 2], [9, 10, 11]]),
    "windows that overlap": (
        lambda: some().window(3, 2, 2).flat_map(lambda w: w.batch(3)),
        [[0, 2, 4], [2, 4, 6], [10, 12], [12]],
    ),
    "windows with gaps": (lambda: some().window(2, 4).flat_map(lambda w: w.batch(2)), [[0, 1], [4, 5]]),
    "group_by_window": (
        lambda: some().group_by_window(lambda x: x % 2, lambda k, w: w.batch(9), 2),
        [[0, 2], [1, 5], [4, 6], [7, 9], [10, 12], [11]],
    ),
    "group_by_window by a failing key": (
        lambda: D.range(14).group_by_window(lambda x: checked(x) % 2, lambda k, w: w.batch(9), 2),
        [[0, 2], [1, 5], [4, 6], [7, 9], [10, 12], [11]],
    ),
    "group_by_window to failing parts": (
        lambda: D.range(14).group_by_window(lambda x: x % 2, lambda k, w: w.map(checked), 3),
        [0, 2, 4, 1, 5, 6, 10, 7, 9, 11, 12],
    ),
    "group_by_window by failing sizes": (
        lambda: D.range(14).group_by_window(
            lambda x: x % 7, lambda k, w: w.batch(5), window_size_func=lambda k: checked(k) + 1
        ),
        [[0], [7], [1, 8], [2, 9], [4, 11], [5, 12], [6, 13]],
    ),
    "scan": (
        lambda: D.range(14).scan(np.int64(0), lambda s, x: (s + checked(x), s + checked(x))),
        list(itertools.accumulate(_without(14))),
    ),
    "scan of a map": (
        lambda: some().scan(np.int64(0), lambda s, x: (s + x, s + x)),
        list(itertools.accumulate(_without(14))),
    ),
    "unbatch": (
        lambda: D.range(12).batch(2).map(lambda x: checked(x[0]) + tf.range(2, dtype=int64)).unbatch(),
        [0, 1, 2, 3, 4, 5, 6, 7, 10, 11],
    ),
    "unbatch of unlike parts": (
        lambda: D.range(1, 5).map(lambda x: (ones(x), ones(tf.minimum(x, 3)))).unbatch(),
        [[1, 1]] * 6,
    ),
    "rejection_resample": (
        lambda: (
            some()
            .map(lambda x: tf.cast(x % 2, tf.int32))
            .rejection_resample(lambda x: x, [0.5, 0.5], [0.5, 0.5], seed=1)
        ),
        [[x % 2, x % 2] for x in _without(14)],
    ),
    "choose_from_datasets": (
        lambda: D.choose_from_datasets(
            [some(7), D.range(100, 107)], D.from_tensor_slices(np.array([0, 1] * 7, np.int64))
        ),
        [0, 100, 1, 101, 2, 102, 103, 4, 104, 5, 105, 6, 106],
    ),
    "choose_from_datasets by a map": (
        lambda: D.choose_from_datasets([D.range(7), D.range(100, 107)], some().map(lambda x: x % 2)),
        [0, 100, 1, 2, 101, 3, 102, 103, 4, 104, 5],
    ),
    "choose_from_datasets out of range": (
        lambda: D.choose_from_datasets(
            [D.range(7), D.range(100, 107)], D.from_tensor_slices(np.array([0, 1, 2, 1, 0, 1], np.int64))
        ),
        [0, 100, 101, 1, 102],
    ),
    "sample_from_datasets": (
        lambda: D.sample_from_datasets([some(7), D.range(100, 107)], seed=1),
        [100, 0, 1, 2, 4, 101, 102, 103, 5, 104, 6, 105, 106],
    ),
    "bucket_by_sequence_length": (
        lambda: some(10).map(ones).bucket_by_sequence_length(lambda x: tf.shape(x)[0], [3, 6], [2, 2, 2]),
        [[[0], [1]], [[1] * 4 + [0], [1] * 5], [[1] * 6 + [0], [1] * 7], [[1, 1]], [[1] * 9]],
    ),
    "batch of unlike elements": (
        lambda: D.range(1, 9).map(lambda x: ones(1 + tf.cast(x == 3, int64))).batch(2),
        [[[1], [1]]] * 3,
    ),
    "sparse_batch of larger elements": (
        lambda: (
            D.range(1, 9)
            .map(lambda x: ones(1 + tf.cast(x == 3, int64)))
            .sparse_batch(2, [1])
            .map(lambda batch: batch.values)
        ),
        [[1, 1]] * 3 + [[1]],
    ),
    # TensorFlow also loses elements that were taken before the one that fails
    "batch": (lambda: some().batch(4), [[0, 1, 2, 4], [5, 6, 7, 9], [10, 11, 12]]),
    "whole batches": (lambda: some().batch(4, drop_remainder=True), [[0, 1, 2, 4], [5, 6, 7, 9]]),
    "parallel batch": (lambda: some().batch(4, num_parallel_calls=2), [[0, 1, 2, 4], [5, 6, 7, 9], [10, 11, 12]]),
    "padded_batch": (lambda: some(6).map(ones).padded_batch(2), [[[0], [1]], [[1, 1, 0, 0], [1] * 4], [[1] * 5]]),
    "padded_batch of larger elements": (
        lambda: D.range(1, 9).map(lambda x: ones(1 + tf.cast(x == 3, int64))).padded_batch(2, [1]),
        [[[1], [1]]] * 3 + [[[1]]],
    ),
    "rebatch": (
        lambda: D.range(14).batch(3).map(lambda x: checked(x[0]) + x * 0).rebatch(2),
        [[0, 0], [0, 6], [6, 6], [9, 9], [9, 12], [12]],
    ),
    "skip": (lambda: some().skip(5), [6, 7, 9, 10, 11, 12]),
    "shard": (lambda: some().shard(3, 1), [1, 4, 7, 10]),
    "shard of failing numbers": (lambda: some().shard(5, 3), []),
    # where one error used to come for ever
    "assert_cardinality": (
        lambda: some(7).apply(tf.data.experimental.assert_cardinality(7)),
        [0, 1, 2, 4, 5, 6],
    ),
    "group_by_window by a failing function": (
        lambda: D.range(6).group_by_window(lambda x: x, lambda k, w: D.range(checked(k), k + 1), 1),
        [0, 1, 2, 4, 5],
    ),
}
each = pytest.mark.parametrize("name", PIPELINES)


def listed(element: Any) -> Any:
    return [listed(part) for part in element] if isinstance(element, tuple) else element.numpy().tolist()


@each
def test_errors_are_ignored(name: str) -> None:
    make, expected = PIPELINES[name]
    assert [listed(element) for element in make().ignore_errors()] == expected


@each
def test_an_iterator_continues_and_can_be_saved(name: str, tmp_path: Path) -> None:
    """An iterator raises for each failing element and goes on; so does one that is restored after any of them."""
    make, expected = PIPELINES[name]
    found, errors, checkpoints = [], 0, list[tuple[int, str]]()
    iterator = iter(make())
    while True:
        try:
            found.append(listed(next(iterator)))
        except StopIteration:
            break
        except tf.errors.OpError:
            errors += 1
            path = tf.train.Checkpoint(iterator=iterator).write(tmp_path / str(errors))
            checkpoints.append((len(found), path))
    assert found == expected and errors
    for given, path in checkpoints:
        iterator = iter(make())
        tf.train.Checkpoint(iterator=iterator).read(path).assert_consumed()
        assert _rest(iterator) == expected[given:], given


def _rest(iterator: Any) -> list[Any]:
    found = []
    while True:
        try:
            found.append(listed(next(iterator)))
        except StopIteration:
            return found
        except tf.errors.OpError:
            pass


@each
def test_in_a_function(name: str) -> None:
    make, expected = PIPELINES[name]

    @tf.function
    def total(dataset: Any) -> Any:
        result = tf.constant(0.0)
        for element in dataset:
            for part in tf.nest.flatten(element):
                result += 1.0 + tf.cast(tf.reduce_sum(part), tf.float32)
        return result

    def value(element: Any) -> float:
        return float(1 + np.sum(element))

    parts = [part for element in expected for part in (element if _is_pair(make()) else [element])]
    assert float(total(make().ignore_errors())) == sum(map(value, parts))


def _is_pair(dataset: Any) -> bool:
    return isinstance(dataset.element_spec, tuple)


def test_all_but_the_failing_elements_are_shuffled() -> None:
    for size in (7, 200, 2000):
        found = [int(x) for x in some(999).shuffle(size).ignore_errors()]
        assert sorted(found) == _without(999) != found


def test_failures_that_were_fetched_ahead_are_saved(tmp_path: Path) -> None:
    iterator = iter(some(8).prefetch(8))
    assert int(next(iterator)) == 0
    path = tf.train.Checkpoint(iterator=iterator).write(tmp_path / "saved")
    other = iter(some(8).prefetch(8))
    tf.train.Checkpoint(iterator=other).read(path).assert_consumed()
    assert [int(next(other)) for _ in range(2)] == [1, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="refused"):
        next(other)
    assert [int(x) for x in other] == [4, 5, 6, 7]


# files ----------------------------------------------------------------------------------------------------------


def test_the_elements_that_can_be_made_are_cached_in_a_file(tmp_path: Path) -> None:
    dataset = some(7).cache(str(tmp_path / "cache"))
    assert _rest(iter(dataset)) == [0, 1, 2, 4, 5, 6]
    assert [int(x) for x in dataset.repeat(2)] == [0, 1, 2, 4, 5, 6] * 2
    assert not list(tmp_path.glob("*lock*")) and not list(tmp_path.glob("*tempstate*"))


def test_the_elements_that_can_be_made_are_in_a_snapshot(tmp_path: Path) -> None:
    dataset = some(7).snapshot(str(tmp_path))
    assert _rest(iter(dataset)) == [0, 1, 2, 4, 5, 6]
    assert [int(x) for x in dataset] == [0, 1, 2, 4, 5, 6]
    some(7).ignore_errors().save(str(tmp_path / "saved"))
    assert [int(x) for x in D.load(str(tmp_path / "saved"))] == [0, 1, 2, 4, 5, 6]


READERS: dict[str, Callable[[list[str]], Any]] = {
    "lines": tf.data.TextLineDataset,
    "lines in batches": lambda names: tf.data.TextLineDataset(names).batch(2).unbatch(),
    "pieces": lambda names: tf.data.FixedLengthRecordDataset(names, 2),
    "fields": lambda names: tf.data.experimental.CsvDataset(names, [tf.string]).map(lambda field: field),
}


@pytest.mark.parametrize("name", READERS)
def test_a_missing_file_costs_itself(name: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1\n2\n")
    (tmp_path / "b").write_text("3\n")
    names = [str(tmp_path / part) for part in ("missing", "a", "missing", "b", "missing")]
    found = [element.numpy().strip() for element in READERS[name](names).ignore_errors()]
    assert found == [b"1", b"2", b"3"]
    iterator = iter(READERS[name](names))
    with pytest.raises(tf.errors.NotFoundError):
        next(iterator)


def test_rows_that_cannot_be_read_cost_themselves(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("1,2\n3,x\n5\n7,8\n9,10\n")
    rows = tf.data.experimental.CsvDataset(str(path), [tf.int64, tf.int64])
    assert [listed(row) for row in rows.ignore_errors()] == [[1, 2], [7, 8], [9, 10]]
    assert [listed(row) for row in rows.batch(2).ignore_errors()] == [[[1, 7], [2, 8]], [[9], [10]]]


def test_excess_bytes_cost_themselves(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text("1\n2\n3")
    dataset = tf.data.FixedLengthRecordDataset([str(tmp_path / "a"), str(tmp_path / "b")], 4)
    assert [element.numpy() for element in dataset.ignore_errors()] == [b"1\n2\n"] * 2


# generators -----------------------------------------------------------------------------------------------------


class _Failing:
    """An iterator that can go on after it has raised an error."""

    def __init__(self) -> None:
        self._at = -1

    def __iter__(self) -> _Failing:
        return self

    def __next__(self) -> int:
        self._at += 1
        if self._at == 3:
            raise ValueError("not this one")
        if self._at == 6:
            raise StopIteration
        return self._at


def _yielding(*elements: Any) -> Callable[[], Any]:
    return lambda: iter(elements)


def _raising() -> Any:
    yield 0
    raise ValueError("over")


_SCALAR, _PAIR = tf.TensorSpec([], int64), tf.TensorSpec([2], int64)
GENERATORS: dict[str, tuple[Callable[[], Any], Any, list[Any], str]] = {
    "another dtype": (_yielding(0, "x", 2, None, 4), _SCALAR, [0, 2, 4], "could not be converted"),
    "another shape": (_yielding([0, 0], [1, 2, 3], [4, 4]), _PAIR, [[0, 0], [4, 4]], "of shape"),
    "another rank": (_yielding([0, 0], 1, [4, 4]), _PAIR, [[0, 0], [4, 4]], "of shape"),
    "another structure": (_yielding((0, 0), (1, 2, 3), 5, (4, 4)), (_SCALAR,) * 2, [[0, 0], [4, 4]], "structure"),
    "an error of an iterator": (_Failing, _SCALAR, [0, 1, 2, 4, 5], "not this one"),
    "an error of a generator": (_raising, _SCALAR, [0], "over"),
}


@pytest.mark.parametrize("name", GENERATORS)
def test_what_a_generator_yields_wrongly_costs_itself(name: str) -> None:
    generator, spec, expected, message = GENERATORS[name]
    dataset = D.from_generator(generator, output_signature=spec)
    assert [listed(element) for element in dataset.ignore_errors()] == expected
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        list(dataset)
    assert _rest(iter(dataset)) == expected
