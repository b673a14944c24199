"""Traces are looked up: what a further trace costs does not depend on how many there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf
from graphwright.functions.explain import call_differences
from graphwright.functions.explain.usage import Usage
from graphwright.functions.tracing.trace_types import Leaf, Literal, VariableType

COUNT = 400


class Work:
    """Counts comparisons of types, and looks at how often traces were called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done = 0
        methods = [(tf.TensorSpec, "is_subtype_of"), (tf.TensorSpec, "__eq__"), (tf.TypeSpec, "is_subtype_of")]
        methods += [(Leaf, "is_subtype_of"), (Literal, "__eq__"), (VariableType, "__eq__")]
        for cls, name in methods:
            monkeypatch.setattr(cls, name, self.counted(getattr(cls, name)))
        monkeypatch.setattr(call_differences, "_differences", self.counted(call_differences._differences))
        calls = Usage.calls.fget
        assert calls is not None
        monkeypatch.setattr(Usage, "calls", property(self.counted(calls)))

    def counted(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any) -> Any:
            self.done += 1
            return function(*args)

        return run


@pytest.mark.parametrize("limit", [1000, 100])
@pytest.mark.parametrize(
    "argument",
    [
        pytest.param(lambda i: i, id="integers"),
        pytest.param(lambda i: i / 2, id="floats"),
        pytest.param(lambda i: f"text {i}", id="texts"),
        pytest.param(lambda i: tf.zeros([i + 1]), id="shapes"),
        pytest.param(lambda i: (tf.zeros([i % 20]), {"n": i // 20}), id="structures"),
        pytest.param(lambda i: tf.RaggedTensor.from_row_splits(tf.zeros([0, i + 1]), [0]), id="ragged"),
        pytest.param(lambda i: tf.Variable(tf.zeros([i + 1])), id="variables"),
    ],
)
def test_a_trace_costs_the_same_however_many_there_are(
    monkeypatch: pytest.MonkeyPatch, argument: Callable[[int], Any], limit: int
) -> None:
    f = tf.function(lambda x: 1, max_traces=limit)
    arguments = [argument(i) for i in range(COUNT)]
    work = Work(monkeypatch)
    after = []
    for each in arguments:
        f.get_concrete_function(each)
        after.append(work.done)
    quarter = COUNT // 4
    first, last = after[quarter] - after[0], after[-1] - after[-1 - quarter]
    assert f.experimental_get_tracing_count() == COUNT
    assert last <= 1.5 * first + 20 * quarter


def test_open_traces_are_found_among_many() -> None:
    f = tf.function(lambda x, n: x)
    for n in range(5):
        f.get_concrete_function(tf.TensorSpec([None, n + 1]), 0)
    wide = f.get_concrete_function(tf.TensorSpec(None), 0)
    assert f.get_concrete_function(tf.zeros([3, 2]), 0).inputs[0].shape.as_list() == [None, 2]
    assert f.get_concrete_function(tf.zeros([3, 9]), 0) is wide
    assert f.get_concrete_function(tf.zeros([]), 0) is wide
    assert f.get_concrete_function(tf.TensorSpec([None, None]), 0) is wide
    assert f.experimental_get_tracing_count() == 6
    assert f.get_concrete_function(tf.zeros([3, 9]), 1) is not wide


def test_dropped_traces_are_the_ones_used_longest_ago() -> None:
    f = tf.function(lambda n: n, max_traces=32)
    for n in range(32):
        f(n)
    f(0)
    f(32)
    result = f.experimental_get_tracing_count()
    assert result == 33 and len(f._list_all_concrete_functions()) <= 32
    f(0)
    f(32)
    assert f.experimental_get_tracing_count() == result
    f(1)
    assert f.experimental_get_tracing_count() == result + 1
