"""Frozen Python state of methods, arguments and nested Functions; retracing; what is left alone."""

from __future__ import annotations

import gc
import threading
import types
import warnings
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.functions.guards.frozen_programs import Layer, Settings

FrozenStateWarning = tf.errors.FrozenStateWarning

RATE: Any = 2.0
X = tf.constant(2.0)
LAYER = Layer()
SETTINGS = Settings()
config = types.ModuleType("config")


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    config.rate = 2.0  # type: ignore[attr-defined]
    yield
    set_rate(2.0)
    LAYER.layers = []
    SETTINGS.rate = 2.0


def set_rate(value: Any) -> None:
    """Assigns the name of this module."""
    globals()["RATE"] = value


def _layers(x: Any) -> Any:
    for layer in LAYER.layers:
        x = x * layer.scale
    return x


# methods, arguments, nested Functions -----------------------------------------------------------------------------


class Model(tf.Module):
    """The guide's."""

    def __init__(self) -> None:
        self.bias = 0.0
        self.weight = 2.0

    @tf.function
    def method(self, x: Any) -> Any:
        """Frozen."""
        return self.weight * x + self.bias

    @tf.function(python_state="retrace")
    def renewed(self, x: Any) -> Any:
        """Not frozen."""
        return self.weight * x + self.bias


def test_the_guides_examples() -> None:
    @tf.function(python_state="retrace")
    def buggy_add() -> Any:
        return 1 + RATE

    set_rate(1)
    assert int(buggy_add()) == 2
    set_rate(100)
    assert int(buggy_add()) == 101

    @tf.function(python_state="retrace")
    def evaluate(model: Any, x: Any) -> Any:
        return model.weight * x + model.bias

    simple_model = Model()
    assert float(evaluate(simple_model, tf.constant(10.0))) == 20.0
    simple_model.bias += 5.0
    assert float(evaluate(simple_model, tf.constant(10.0))) == 25.0


def test_an_attribute_of_an_argument() -> None:
    evaluate = tf.function(lambda model, x: model.weight * x + model.bias)
    model, other = Model(), Model()
    assert float(evaluate(model, X)) == float(evaluate(other, X)) == 4.0
    model.bias = 5.0
    with pytest.warns(FrozenStateWarning, match=r"`model.bias` was 0.0 when .* is 5.0 now"):
        assert float(evaluate(model, X)) == 4.0
    for _ in range(8):
        assert float(evaluate(other, X)) == 4.0


def test_each_instance_has_its_own_state() -> None:
    first, second = Model(), Model()
    assert float(first.renewed(X)) == float(second.renewed(X)) == 4.0
    first.bias = 1.0
    assert (float(first.renewed(X)), float(second.renewed(X))) == (5.0, 4.0)
    assert first.renewed.experimental_get_tracing_count() == 2
    assert second.renewed.experimental_get_tracing_count() == 1
    first.method(X)
    first.bias = 2.0
    with pytest.warns(FrozenStateWarning, match=r"`self.bias` was 1.0"):
        first.method(X)


def test_layers_in_a_list() -> None:
    LAYER.layers = [Layer(2.0), Layer(3.0)]
    f = tf.function(_layers, python_state="retrace")
    assert float(f(X)) == 12.0
    LAYER.layers[1].scale = 5.0
    assert float(f(X)) == 20.0
    LAYER.layers.append(Layer(10.0))
    assert float(f(X)) == 200.0
    LAYER.layers[0] = Layer(1.0)
    assert float(f(X)) == 100.0
    assert f.experimental_get_tracing_count() == 4


def test_what_an_inner_function_froze_is_frozen_in_the_outer_one() -> None:
    inner = tf.function(lambda x: x * RATE)
    outer = tf.function(lambda x: inner(x) + 1.0)
    inner(X)
    assert float(outer(X)) == 5.0
    set_rate(3.0)
    with pytest.warns(FrozenStateWarning, match="`RATE`"):
        assert float(outer(X)) == 5.0


def test_functions_called_from_a_retraced_one_are_retraced_for_it() -> None:
    inner = tf.function(lambda x: x * RATE)
    outer = tf.function(lambda x: inner(x) + 1.0, python_state="retrace")
    inner(X)
    assert float(outer(X)) == 5.0
    set_rate(3.0)
    assert float(outer(X)) == 7.0
    assert float(outer(X)) == 7.0
    assert outer.experimental_get_tracing_count() == 2


def test_an_earlier_state_uses_its_trace() -> None:
    f = tf.function(lambda x: x * RATE, python_state="retrace")
    for rate in (1.0, 2.0, 3.0) * 5:
        set_rate(rate)
        assert float(f(X)) == 2.0 * rate
        assert float(f(tf.constant([1.0]))[0]) == rate
    assert f.experimental_get_tracing_count() == 6


def test_keywords_structures_and_tapes_check_guards_too() -> None:
    f = tf.function(lambda x, y=None: x["a"] * RATE, python_state="retrace")
    x = tf.Variable(2.0)
    assert float(f({"a": X}, y=X)) == 4.0
    with tf.GradientTape() as tape:
        result = f({"a": x})
    assert float(tape.gradient(result, x)) == 2.0
    set_rate(3.0)
    assert float(f({"a": X}, y=X)) == 6.0
    with tf.GradientTape() as tape:
        result = f({"a": x})
    assert float(tape.gradient(result, x)) == 3.0


def test_retraces_are_limited() -> None:
    f = tf.function(lambda x: x * RATE, python_state="retrace", max_traces=5)
    with pytest.warns(FrozenStateWarning, match="has been retraced 5 times because Python state changed") as caught:
        for i in range(20):
            set_rate(float(i))
            f(X)
    assert len(caught) == 1
    assert f.experimental_get_tracing_count() == 6
    assert float(f(X)) in {2.0 * i for i in range(6)}


def test_a_failed_retrace_leaves_the_old_trace() -> None:
    f = tf.function(lambda x: x * RATE, python_state="retrace")
    assert float(f(X)) == 4.0
    set_rate("no number")
    for _ in range(2):
        with pytest.raises((TypeError, ValueError)):
            f(X)
    set_rate(2.0)
    assert float(f(X)) == 4.0
    assert f.experimental_get_tracing_count() == 1


def test_a_deleted_name() -> None:
    f = tf.function(lambda x: x * config.rate, python_state="retrace")
    g = tf.function(f.python_function)
    assert float(f(X)) == float(g(X)) == 4.0
    del config.rate
    with pytest.raises(AttributeError):
        f(X)
    for _ in range(4):
        assert float(g(X)) == 4.0  # it has no other value
    config.rate = 2.0  # type: ignore[attr-defined]
    assert float(f(X)) == 4.0


def test_options() -> None:
    with pytest.raises(ValueError, match=r"python_state of tf.function must be one of 'warn', 'retrace'"):
        tf.function(lambda x: x, python_state="always")
    with pytest.raises(TypeError, match="python_state"):
        tf.function(lambda x: x, python_state=1)  # type: ignore[call-overload]


# the user's own code is left alone --------------------------------------------------------------------------------


class Touchy:
    """Raises when it is compared, hashed, shown or asked for its length."""

    def __init__(self) -> None:
        self.rate = 2.0
        self.asked = 0

    def _refuse(self, *_: Any) -> Any:
        raise AssertionError("called by the look at frozen state")

    __eq__ = __ne__ = __hash__ = __repr__ = __str__ = __len__ = __bool__ = __iter__ = _refuse

    def __getattr__(self, name: str) -> Any:
        if name == "given":
            self.__dict__["asked"] += 1
            return 2.0
        raise AttributeError(name)

    @property
    def computed(self) -> float:
        """Counts how often it is asked."""
        self.asked += 1
        return self.rate


@pytest.mark.parametrize("mode", ["warn", "retrace"])
def test_no_method_of_the_users_is_called(mode: str) -> None:
    touchy, others = Touchy(), {"a": [Touchy()]}

    def read(x: Any) -> Any:
        used = (touchy, others)
        return x * touchy.given * touchy.computed * touchy.rate * len(used)

    f = tf.function(read, python_state=mode)
    f(X)
    asked = touchy.asked
    others["a"].append(Touchy())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(8):
            f(X)
    assert len(caught) == (mode == "warn")
    assert touchy.asked == asked * (1 if mode == "warn" else 2)


def test_user_objects_are_not_kept_alive() -> None:
    class Part:
        scale = 2.0

    class Whole:
        def __init__(self) -> None:
            self.part, self.parts, self.table = Part(), [Part()], {"a": Part()}
            self.array, self.rate = tf.constant(np.ones(5000, np.float32)), 2.0

    def use(whole: Any, x: Any) -> Any:
        for part in whole.parts:
            x = x * part.scale
        return x * whole.rate * whole.part.scale * whole.table["a"].scale * whole.array[0]

    for mode in ("warn", "retrace"):
        f = tf.function(use, python_state=mode)
        whole = Whole()
        for _ in range(4):
            f(whole, X)
        gc.collect()
        gc.disable()
        try:
            dead = [weakref.ref(v) for v in (whole, whole.part, whole.parts[0], whole.table["a"])]
            del whole
            assert [r() for r in dead] == [None] * 4
        finally:
            gc.enable()
        assert float(f(Whole(), X)) == 32.0


def test_a_dropped_function_is_collected() -> None:
    for mode in ("warn", "retrace", "error"):
        model = Model()
        f = tf.function(lambda x, model=model: x * RATE, python_state=mode)
        f(X), f(X)
        dead = weakref.ref(f), weakref.ref(model)
        del f, model
        gc.collect()
        assert [r() for r in dead] == [None, None]


def test_threads_and_changing_state() -> None:
    f = tf.function(lambda x: x * SETTINGS.rate, python_state="retrace")
    wrong: list[Any] = []

    def call() -> None:
        for _ in range(200):
            result = float(f(X))
            if result not in (4.0, 6.0):
                wrong.append(result)

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for i in range(200):
        SETTINGS.rate = 2.0 + i % 2
        f(X)
    for thread in threads:
        thread.join()
    assert not wrong
    SETTINGS.rate = 3.0
    assert float(f(X)) == 6.0
    assert f.experimental_get_tracing_count() <= 2 + 8


def test_a_warning_turned_into_an_error_is_raised_once() -> None:
    f = tf.function(lambda x: x * RATE)
    f(X)
    set_rate(3.0)
    with pytest.raises(FrozenStateWarning):
        f(X)
    for _ in range(8):
        assert float(f(X)) == 4.0
