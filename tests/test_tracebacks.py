"""What tracebacks show, how methods bind by hand, and that the end of a program is quiet."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import graphwright as tf
from graphwright.base.tracebacks import PACKAGE_ROOT


@pytest.fixture
def filtering() -> Iterator[None]:
    tf.debugging.enable_traceback_filtering()
    yield
    tf.debugging.enable_traceback_filtering()


def inner(x: Any) -> Any:
    return x.no_such_attribute


@tf.function(autograph=False)
def returns_an_object(x: Any) -> Any:
    return object()


@tf.function
def fails_inside(x: Any) -> Any:
    return inner(x)


@tf.function
def calls_another(x: Any) -> Any:
    return fails_inside(x)


@tf.function(autograph=False)
def takes(x: Any, i: Any) -> Any:
    return tf.gather(x, i)


@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)], autograph=False)
def declared(x: Any) -> Any:
    return x


X = tf.constant([1.0, 2.0])
_ = X + X  # the operators take their places at the first use
CASES: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "wrong result": (lambda: returns_an_object(X), []),
    "while tracing": (lambda: fails_inside(X), ["fails_inside", "inner"]),
    "in a nested call": (lambda: calls_another(X), ["calls_another", "fails_inside", "inner"]),
    "while running": (lambda: takes(X, tf.constant(9)), []),
    "binding": (lambda: takes(X), []),
    "signature": (lambda: declared(X), []),
    "concrete": (lambda: declared.get_concrete_function()(X), []),
    "an eager op": (lambda: tf.add(X, tf.constant([1.0, 2.0, 3.0])), []),
    "an eager kernel": (lambda: tf.gather(X, 9), []),
    "an eager matmul": (lambda: tf.matmul(X[None], X[None]), []),
    "an eager operator": (lambda: X + tf.constant([1.0, 2.0, 3.0]), []),
    "an eager operator on another dtype": (lambda: X * tf.constant(2), []),
    "an eager conversion": (lambda: tf.reshape(X, ["a"]), []),
}


@pytest.mark.parametrize("name", CASES)
def test_tracebacks_are_the_users(name: str, filtering: None) -> None:
    call, expected = CASES[name]
    for _ in range(3):
        with pytest.raises(Exception) as caught:
            call()
        frames = traceback.extract_tb(caught.value.__traceback__)
        shown = [f.name for f in frames if f.filename == __file__]
        assert [n for n in shown if n != "test_tracebacks_are_the_users" and n != "<lambda>"] == expected
        # the call itself, and the place in the executor that the error comes from
        assert len([f for f in frames if f.filename.startswith(PACKAGE_ROOT)]) <= 2
    tf.debugging.disable_traceback_filtering()
    with pytest.raises(Exception) as caught:
        call()
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert len([f for f in frames if f.filename.startswith(PACKAGE_ROOT)]) > 2


class Scaled:
    def __init__(self, k: float) -> None:
        self.k = k

    @tf.function
    def scaled(self, x: Any, by: float = 1.0) -> Any:
        return x * by * self.k

    doubled = functools.partialmethod(scaled, by=2.0)


def test_methods_bind_by_hand() -> None:
    one, two = Scaled(1.0), Scaled(2.0)
    unbound: Any = vars(Scaled)["scaled"]
    for _ in range(6):  # compiled code takes over the lookup after some calls
        for model in (one, two):
            expected = [model.k, 2.0 * model.k]
            assert model.scaled(X).numpy().tolist() == expected
            assert unbound.__get__(model, Scaled)(X).numpy().tolist() == expected
            assert unbound.__get__(model)(X).numpy().tolist() == expected
            assert model.doubled(X).numpy().tolist() == [2.0 * e for e in expected]
        assert unbound.__get__(None, Scaled) is unbound
        assert type(unbound).__get__(unbound, one)(X).numpy().tolist() == [1.0, 2.0]
    with pytest.raises(TypeError):
        unbound.__get__()


def test_methods_show_their_code() -> None:
    bound: Any = Scaled(1.0).scaled
    for shown in (bound, bound.python_function, vars(Scaled)["scaled"], functools.partial(bound.python_function)):
        assert tf.autograph.to_code(shown).startswith("def tf__scaled(self, x")
    with pytest.raises(ValueError, match="no Python function"):
        tf.autograph.to_code(len)


def test_an_interrupted_trace_is_none() -> None:
    ended: list[BaseException] = [KeyboardInterrupt(), SystemExit()]

    @tf.function
    def interrupted(x: Any) -> Any:
        if ended:
            raise ended.pop()
        return x + 1.0

    for _ in range(2):
        with pytest.raises((KeyboardInterrupt, SystemExit)):
            interrupted(X)
        assert tf.executing_eagerly() and interrupted.experimental_get_tracing_count() == 0
    assert interrupted(X).numpy().tolist() == [2.0, 3.0] and interrupted.experimental_get_tracing_count() == 1


_PROGRAM = """
import builtins, sys
import graphwright as tf

class Model:
    @tf.function
    def f(self, x):
        return x + 1.0
    @tf.function(python_state="retrace")
    def g(self, other, x):
        return x * other.k

class Thing:
    k = 2.0

model, thing = Model(), Thing()
for _ in range(4):
    model.f(tf.constant(1.0)), model.g(thing, tf.constant(1.0))
# outlive the modules
builtins.model, builtins.thing = model, thing
sys.modules["model"], sys.modules["thing"] = Model(), Thing()
sys.modules["model"].g(sys.modules["thing"], tf.constant(1.0))
tf.keep = [model, Model.f, thing]
"""


def test_the_end_is_quiet() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": paths}, timeout=300,
    )  # fmt: skip
    told = [line for line in done.stderr.splitlines() if "AutoGraph" not in line]
    assert done.returncode == 0 and "Exception ignored" not in done.stderr, told
