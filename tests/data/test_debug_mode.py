"""Functions of datasets as Python code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import graphwright as tf
from graphwright.data import debug_mode

D = tf.data.Dataset


@pytest.fixture(autouse=True)
def enabled() -> Iterator[None]:
    tf.data.experimental.enable_debug_mode()
    yield
    debug_mode.disable()


def test_functions_see_values() -> None:
    seen: list[Any] = []

    def double(x: Any) -> Any:
        seen.append(x)
        return {"a": x * 2, "b": [x, x]}

    found = list(D.range(2).map(double))
    assert [int(x["a"]) for x in found] == [0, 2]
    assert [int(x) for x in seen[1:]] == [0, 1]
    assert D.range(2).map(double).element_spec["a"] == tf.TensorSpec([], tf.int64)


def test_predicates_and_composites() -> None:
    assert [int(x) for x in D.range(4).filter(lambda x: int(x) % 2 == 1 if tf.executing_eagerly() else x > 0)] == [1, 3]
    ragged = D.from_tensor_slices(tf.ragged.constant([[1], [2, 3]])).map(lambda r: r * 2)
    assert [x.numpy().tolist() for x in ragged] == [[2], [4, 6]]


def test_functions_that_return_datasets_stay_graphs() -> None:
    assert [int(x) for x in D.range(3).flat_map(D.range)] == [0, 0, 1]


def test_not_in_a_function() -> None:
    with pytest.raises(ValueError, match="only supported in eager mode"):
        tf.function(tf.data.experimental.enable_debug_mode)()
