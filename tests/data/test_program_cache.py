"""Pipelines that are made anew from the same code share compiled functions, and nothing else."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.data.pipeline import program_cache
from graphwright.runtime.selection import executor

D = tf.data.Dataset


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The graphs that were compiled, by name."""
    made: list[str] = []
    make = type(executor()).compile

    def noted(self: Any, graph: Any) -> Any:
        made.append(graph.name)
        return make(self, graph)

    monkeypatch.setattr(program_cache, "_programs", {})
    monkeypatch.setattr(type(executor()), "compile", noted)
    return made


def values(dataset: Any) -> list[Any]:
    return [x.tolist() for x in dataset.as_numpy_iterator()]


def doubled(factor: Any) -> Any:
    return D.range(3).map(lambda x: x * factor)


def of_rows(rows: int) -> Any:
    return D.from_tensor_slices(np.ones([4, rows], np.float32)).batch(3).map(lambda x: tf.reduce_sum(x, 1))


# two pipelines, what they give, and how many functions are compiled for both
PAIRS: dict[str, tuple[Callable[[], list[Any]], list[Any], int]] = {
    "the same": (lambda: [doubled(2), doubled(2)], [[0, 2, 4]] * 2, 1),
    "another constant": (lambda: [doubled(2), doubled(3)], [[0, 2, 4], [0, 3, 6]], 2),
    "unknown sizes": (lambda: [of_rows(2), of_rows(2)], [[[2, 2, 2], [2]]] * 2, 1),
    "other sizes": (lambda: [of_rows(2), of_rows(3)], [[[2, 2, 2], [2]], [[3, 3, 3], [3]]], 2),
    "another line": (
        lambda: [
            D.range(2).map(lambda x: x + 1),
            D.range(2).map(lambda x: x + 1),
        ],
        [[1, 2]] * 2,
        2,
    ),
}


@pytest.mark.parametrize("name", PAIRS)
def test_equal_functions_are_compiled_once(name: str, compiled: list[str]) -> None:
    make, expected, count = PAIRS[name]
    assert [values(dataset) for dataset in make()] == expected
    assert len(compiled) == count


def test_state_is_not_shared(compiled: list[str]) -> None:
    def counted() -> tuple[tf.Variable, list[Any]]:
        count = tf.Variable(0, dtype=tf.int64)
        return count, values(D.range(3).map(lambda x: count.assign_add(x)))

    (first, of_first), (second, of_second) = counted(), counted()
    assert of_first == of_second == [0, 1, 3]
    assert int(first) == int(second) == 3
    assert len(compiled) == 2


def test_no_data_is_kept(compiled: list[str]) -> None:
    def used() -> weakref.ref[Any]:
        data = tf.ones([1000, 10])
        values(D.range(3).map(lambda i: data[i]))
        return weakref.ref(data)

    gone = used()
    gc.collect()
    assert gone() is None


def test_an_error_names_the_line_of_its_own_function(compiled: list[str]) -> None:
    pipelines = [
        D.range(2).map(lambda x: 1 // x),
        D.range(2).map(lambda x: 1 // x),
    ]
    lines = set()
    for pipeline in pipelines:
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            values(pipeline)
        lines.update(re.findall(r'test_program_cache.py", line (\d+)', str(caught.value)))
    assert len(lines) == 2
