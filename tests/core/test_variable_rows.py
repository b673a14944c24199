"""Updates of single rows of variables, eagerly and in functions."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf

pytestmark = pytest.mark.executors

UPDATES = [
    ("scatter_add", [1.5, 2.0, 33.0]),
    ("scatter_sub", [0.5, 2.0, -27.0]),
    ("scatter_mul", [0.5, 2.0, 600.0]),
    ("scatter_div", [2.0, 2.0, 3.0 / 200.0]),
    ("scatter_min", [0.5, 2.0, 3.0]),
    ("scatter_max", [1.0, 2.0, 20.0]),
    ("scatter_update", [0.5, 2.0, 20.0]),
]


def rows() -> tf.IndexedSlices:
    """Row 2 twice: with 10 and with 20."""
    return tf.IndexedSlices(tf.constant([10.0, 0.5, 20.0]), tf.constant([2, 0, 2]))


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize(("method", "expected"), UPDATES)
def test_an_update(method: str, expected: list[float], staged: bool) -> None:
    v = tf.Variable([1.0, 2.0, 3.0])

    def update() -> Any:
        return getattr(v, method)(rows()).read_value()

    found = tf.function(update)() if staged else update()
    assert found.numpy().tolist() == pytest.approx(expected)
    assert v.numpy().tolist() == pytest.approx(expected)


@pytest.mark.parametrize("staged", [False, True])
def test_integers_are_divided_towards_zero_and_never_by_it(staged: bool) -> None:
    v = tf.Variable([[-7, 7], [1 << 62, 3]], dtype=tf.int64)

    def divide(by: Any) -> None:
        v.scatter_div(tf.IndexedSlices(by, tf.constant([1, 0, 1])))

    run = tf.function(divide) if staged else divide
    run(tf.constant([[1, 1], [2, -2], [-1, 2]], tf.int64))
    assert v.numpy().tolist() == [[-3, -3], [-(1 << 62), 1]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="updates must not contain 0"):
        run(tf.constant([[1, 2], [0, 2], [2, 2]], tf.int64))
    assert v.numpy().tolist() == [[-3, -3], [-(1 << 62), 1]]


def test_what_was_read_before_stays() -> None:
    v = tf.Variable([1.0, 2.0, 3.0])
    before = v.read_value()
    v.scatter_update(rows())
    assert before.numpy().tolist() == [1.0, 2.0, 3.0]


def test_gather_nd() -> None:
    assert tf.Variable([[1.0, 2.0]]).gather_nd([[0, 1]]).numpy().tolist() == [2.0]


@pytest.mark.parametrize(
    ("given", "cls", "part"),
    [
        ([1.0], TypeError, "IndexedSlices"),
        (tf.IndexedSlices(tf.constant([10]), tf.constant([1])), ValueError, "int32"),
        (tf.IndexedSlices(tf.constant([10.0]), tf.constant([7])), tf.errors.InvalidArgumentError, "indices[0] = 7"),
        (tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([1])), tf.errors.InvalidArgumentError, "[1,2]"),
    ],
)
def test_what_is_no_update(given: Any, cls: type[Exception], part: str) -> None:
    v = tf.Variable([1.0, 2.0, 3.0])
    with pytest.raises(cls) as caught:
        v.scatter_add(given)
    assert part in str(caught.value)
    assert v.numpy().tolist() == [1.0, 2.0, 3.0]
