"""Scopes of libraries in which functions leave no traces."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf
from graphwright.core.context import as_default_graph, calls_are_fast
from graphwright.core.tracing import TracingGraph
from graphwright.functions.calls import eager_mode


class Library:
    """A variable that has another value inside of a scope."""

    def __init__(self) -> None:
        self.weight = tf.Variable(3.0)
        self.inside = False

    def read(self) -> Any:
        return tf.constant(-1.0) if self.inside else self.weight.read_value()

    @tf.function
    def call(self, x: Any) -> Any:
        found = []
        for v in x:
            if v > 1:
                found.append(v * self.read())
        return tf.add_n(found)


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    found = Library()
    monkeypatch.setattr(eager_mode, "_untraced_scopes", [lambda: found.inside])
    return found


@pytest.mark.parametrize("in_graph", [True, False])
def test_no_trace_is_kept(library: Library, in_graph: bool) -> None:
    x = tf.constant([1.0, 2.0, 4.0])
    library.inside = True
    if in_graph:
        with as_default_graph(TracingGraph("scratch", None)):
            assert library.call(x).shape == []
    else:
        assert float(library.call(x)) == -6.0
    assert library.call.experimental_get_tracing_count() == 0
    library.inside = False
    assert float(library.call(x)) == 18.0
    library.weight.assign(1.0)
    with tf.GradientTape() as tape:
        y = library.call(x)
    assert float(y) == 6.0 and float(tape.gradient(y, library.weight)) == 6.0 and calls_are_fast()


def test_a_function_around_it_is_traced(library: Library) -> None:
    library.call(tf.constant([2.0]))

    @tf.function
    def around(x: Any) -> Any:
        library.inside = True
        result = library.call(x)
        library.inside = False
        return result + library.call(x)

    assert float(around(tf.constant([2.0, 3.0]))) == -5.0 + 15.0
