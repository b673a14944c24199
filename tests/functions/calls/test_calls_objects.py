"""The short way of a call for objects with fields: ExtensionTypes, dataclasses and attrs, as arguments and results."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

import graphwright as tf
from tests.support.calls import long_calls, ones

__all__ = ["long_calls"]
pytestmark = [pytest.mark.executors, pytest.mark.filterwarnings("ignore:.*tf.function retracing.*:UserWarning")]


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    keep: tf.Tensor
    label: str = "m"


class Both(tf.experimental.ExtensionType):
    first: Masked
    rest: tuple[tf.Tensor, ...]
    scale: float = 1.0


class Reduced(tf.experimental.ExtensionType):
    """Its own idea of which of its tensors count."""

    values: tf.Tensor

    class Spec:
        def _to_components(self, value: Any) -> Any:
            return (value.values * 2.0,)


@dataclasses.dataclass
class Plain:
    a: Any
    b: Any


@dataclasses.dataclass(frozen=True, slots=True)
class Slotted:
    a: Any
    b: Any


class Attrs:
    """What the package attrs makes of a class, as far as anyone asks."""

    __attrs_attrs__ = (type("A", (), {"name": "a"}), type("A", (), {"name": "b"}))

    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = a, b


class Computed(Plain):
    """A field that code computes."""

    @property
    def a(self) -> Any:
        return self._a * 2.0

    @a.setter
    def a(self, value: Any) -> None:
        self._a = value


def masked(n: int, label: str = "m") -> Masked:
    return Masked(ones(n) * 2.0, tf.ones([n]) > 0.0, label)


def total(value: Any) -> Any:
    if isinstance(value, Masked):
        return tf.reduce_sum(tf.where(value.keep, value.values, 0.0)) + float(len(value.label))
    if isinstance(value, Both):
        return (total(value.first) + sum(tf.reduce_sum(part) for part in value.rest)) * value.scale
    return tf.reduce_sum(value.a) + 10.0 * tf.cast(tf.reduce_sum(value.b if value.b is not True else 1), tf.float32)


KINDS = {
    "extension": (lambda: masked(3), 7.0),
    "nested extension": (lambda: Both(masked(2), (ones(1), ones(2)), 2.0), 16.0),
    "dataclass": (lambda: Plain(ones(1), ones(2)), 21.0),
    "slotted dataclass": (lambda: Slotted(ones(1), ones(2)), 21.0),
    "attrs": (lambda: Attrs(ones(1), ones(2)), 21.0),
    "literal field": (lambda: Plain(ones(1), 1.5), 16.0),
}


@pytest.mark.parametrize("name", KINDS)
def test_compiled_code_takes(name: str, long_calls: list[Any]) -> None:
    make, expected = KINDS[name]
    f = tf.function(total, autograph=False)
    g = tf.function(lambda *, value: [total(value)], autograph=False)
    assert float(f(make())) == float(g(value=make())[0]) == expected
    long_calls.clear()
    for _ in range(20):
        assert float(f(make())) == float(g(value=make())[0]) == expected
    assert not long_calls and f.experimental_get_tracing_count() == 1


def test_other_fields_are_other_calls(long_calls: list[Any]) -> None:
    f = tf.function(total, autograph=False)
    values = [masked(1), masked(2), masked(2, "long"), Plain(ones(1), 1), Plain(ones(1), True), Plain(ones(1), 1.0)]
    expected = [float(f(value)) for value in values]
    assert expected == [3.0, 5.0, 8.0, 11.0, 11.0, 11.0] and f.experimental_get_tracing_count() == 6
    long_calls.clear()
    for _ in range(3):
        assert [float(f(value)) for value in values] == expected
    assert not long_calls and f.experimental_get_tracing_count() == 6


def test_changed_fields_are_read_again() -> None:
    f = tf.function(total, autograph=False)
    value = Plain(ones(1), ones(1))
    for n in range(1, 8):
        value.a = ones(1) * float(n)
        assert float(f(value)) == n + 10.0
    value.b = 2.0
    assert float(f(value)) == 27.0 and f.experimental_get_tracing_count() == 2
    del value.b
    with pytest.raises(AttributeError, match="b"):
        f(value)


def test_classes_with_custom_lookup() -> None:
    f = tf.function(total, autograph=False)
    for n in (1.0, 2.0, 3.0):
        # what is passed is read once, and what is made of it while tracing is read again
        assert float(f(Computed(ones(1) * n, 0.0))) == 4.0 * n
    g = tf.function(lambda value: value.values, autograph=False)
    assert [float(g(Reduced(ones(1) * n))[0]) for n in (1.0, 2.0, 3.0)] == [2.0, 4.0, 6.0]


def test_results_are_built_from_fields() -> None:
    def both(x: Any) -> Any:
        return {"made": Both(Masked(x, x > 1.0, "r"), (x, x + 1.0)), "none": None}

    f = tf.function(both, autograph=False)
    for n in (1.0, 2.0, 3.0):
        result = f(ones(2) * n)["made"]
        assert result == both(ones(2) * n)["made"] and result.first.label == "r" and isinstance(result.rest, tuple)
        assert isinstance(result, Both) and result._type_spec == both(ones(2))["made"]._type_spec
        with pytest.raises(AttributeError, match="Cannot mutate"):
            result.scale = 3.0


def test_under_a_tape() -> None:
    f = tf.function(lambda value: tf.reduce_sum(value.values**2), autograph=False)
    for n in (1.0, 2.0, 3.0):
        value = Masked(ones(2) * n, [True, False])
        with tf.GradientTape() as tape:
            tape.watch(value)
            y = f(value)
        assert tape.gradient(y, value).values.numpy().tolist() == [2.0 * n] * 2


def test_entries_that_come_and_go_leave_nothing(long_calls: list[Any]) -> None:
    f = tf.function(lambda value, n: value.a + n, autograph=False, max_traces=4)
    sizes = []
    for n in range(1, 40):
        assert float(f(Plain(ones(1), None), float(n))[0]) == 1.0 + n
        if n > 20:
            sizes.append(sum(len(block) for block in f.table._blocks.values() if block is not None))
    assert len(set(sizes)) == 1


def test_the_reason_names_the_field() -> None:
    f = tf.function(total, autograph=False)
    f(Both(masked(2), (ones(1),), 2.0))
    f(Both(masked(2), (ones(1),), 3.0))
    f(Both(masked(3, "n"), (ones(1), ones(1)), 3.0))
    traces = f.explain().traces
    assert [(d.argument, d.old, d.new) for d in traces[1].differences] == [("value.scale", "2.0", "3.0")]
    assert {d.argument for d in traces[2].differences} >= {"value.first.values", "value.first.label", "value.rest"}
