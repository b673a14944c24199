"""`capture_call_time_value`: values that a traced function takes in anew at each call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphwright as tf

SCALAR = tf.TensorSpec([], tf.float32)


def captured(closure: Any, spec: Any = SCALAR, key: Any = None) -> Any:
    return tf.compat.v1.get_default_graph().capture_call_time_value(closure, spec, key)


class Source:
    """A value that changes, and how often it was asked for."""

    def __init__(self) -> None:
        self.value, self.asked = 1.0, 0

    def __call__(self) -> Any:
        self.asked += 1
        return tf.constant(self.value)


@pytest.fixture
def source() -> Source:
    return Source()


def _inner(source: Source) -> Any:
    return tf.function(lambda x: x * captured(source))


def _loop(x: Any, source: Source) -> Any:
    for _ in tf.range(3):
        x = x + captured(source, key="value")
    return x


WAYS: dict[str, Any] = {
    "plain": lambda source: _inner(source),
    "in a function": lambda source: tf.function(_inner(source)),
    "a trace": lambda source: _inner(source).get_concrete_function(SCALAR),
    "a trace in a function": lambda source: tf.function(_inner(source).get_concrete_function(SCALAR)),
}


@pytest.mark.parametrize("way", WAYS)
def test_each_call_asks_once(way: str, source: Source) -> None:
    f, x = WAYS[way](source), tf.constant(2.0)
    for i in range(6):
        source.value = float(i)
        assert float(f(x)) == 2.0 * i
    assert source.asked == 6 and f(x).shape == []


def test_a_loop_asks_once(source: Source) -> None:
    f = tf.function(lambda x: _loop(x, source))
    source.value = 5.0
    assert float(f(tf.constant(2.0))) == 17.0 and source.asked == 1


def test_the_gradient_goes_through_the_closure() -> None:
    w, x = tf.Variable(2.0), tf.constant(3.0)
    f = tf.function(lambda x: x * captured(lambda: w * w))
    for _ in range(3):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        assert [float(g) for g in tape.gradient(y, [x, w])] == [4.0, 12.0]


def test_a_key_names_one_value(source: Source) -> None:
    f = tf.function(lambda: (captured(source, key="k"), captured(lambda: tf.constant(9.0), key="k")))
    assert [float(v) for v in f()] == [1.0, 1.0] and source.asked == 1


@pytest.mark.parametrize(
    ("closure", "spec", "wanted"),
    [
        (lambda: {"a": 1.0, "b": [tf.constant(2)]}, {"a": SCALAR, "b": [tf.TensorSpec([], tf.int32)]}, [1.0, 2]),
        (lambda: tf.ragged.constant([[1], [2, 3]]), tf.RaggedTensorSpec([None, None], tf.int32), [[[1], [2, 3]]]),
        (lambda: tf.constant([1.0, 2.0]), tf.TensorSpec([None]), [[1.0, 2.0]]),
        (lambda: tf.Variable(4.0), SCALAR, [4.0]),
    ],
)
def test_values_of_many_kinds(closure: Any, spec: Any, wanted: list[Any]) -> None:
    found = tf.nest.flatten(tf.function(lambda: captured(closure, spec))())
    assert [v.to_list() if hasattr(v, "to_list") else v.numpy().tolist() for v in found] == wanted


@pytest.mark.parametrize(
    ("closure", "error"),
    [(lambda: tf.constant(1), TypeError), (lambda: tf.constant([1.0]), TypeError), (lambda: 1 / 0, ZeroDivisionError)],
)
def test_other_values_are_refused(closure: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        tf.function(lambda: captured(closure))()


def test_what_has_no_meaning_is_refused(tmp_path: Path) -> None:
    module = tf.Module()
    module.f = tf.function(lambda x: x * captured(lambda: 2.0), input_signature=[SCALAR])
    with pytest.raises(ValueError, match="takes in values at each call"):
        tf.saved_model.save(module, str(tmp_path))
    with pytest.raises(TypeError, match="needs TypeSpecs"):
        tf.function(lambda: captured(lambda: 1.0, "float32"))()
    with pytest.raises(NotImplementedError, match="pass placeholder=None"):
        tf.function(lambda x: x.graph.capture_call_time_value(lambda: 1.0, SCALAR, placeholder=x))(tf.constant(1.0))
