"""Finding the source of functions, and what happens without it."""

from __future__ import annotations

import itertools
import os
import warnings
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.autograph import convert
from graphwright.autograph.conversion import ConversionError
from tests.autograph.support import define, registered

each = pytest.mark.parametrize


def test_cells_of_notebooks() -> None:
    f = define("def f(x):\n    if x > 0:\n        return 1\n    return 2\n")
    assert int(tf.function(f)(tf.constant(3))) == 1


@each("position", range(6))
def test_lambdas_on_one_line(position: int) -> None:
    text = (
        "made = [lambda x: 1 if x > 0 else 2, lambda x: 3 if x > 0 else 4, *(lambda k: [lambda x: k if x > 0 else 5, "
        "lambda y: k + 1 if y > 0 else 6])(7), lambda x, y=1: x if x > 0 else y, lambda *x: 9 if x[0] > 0 else 0]\n"
    )
    namespace: dict[str, Any] = {}
    exec(compile(text, registered(text), "exec"), namespace)
    f = namespace["made"][position]
    converted: Any = convert(f)
    assert converted is not f
    assert (converted(1), converted(-1)) == (f(1), f(-1))
    assert int(tf.function(f)(tf.constant(-1))) == f(-1)


def test_lambdas_over_several_lines() -> None:
    f = (  # noqa: E731 (the subject of the test)
        lambda x, y=(
            lambda z: z
        ): y(x)
        if x > 0
        else 0
    )  # fmt: skip
    assert [int(tf.function(f)(tf.constant(x))) for x in (3, -3)] == [3, 0]


def test_decorators_over_several_lines() -> None:
    def decorate(*_: Any) -> Any:
        return lambda function: function

    @decorate(
        1,
        2,
    )
    @decorate()
    def f(x: Any) -> Any:
        return 1 if x > 0 else 2

    assert int(tf.function(f)(tf.constant(3))) == 1


def test_without_source_it_runs_as_it_is_after_one_warning() -> None:
    namespace: dict[str, Any] = {}
    exec("def f(x):\n    return x + 1\ndef g(x):\n    return 1 if x > 0 else 2\n", namespace)
    with pytest.warns(UserWarning, match="AutoGraph could not transform <function f at .*will run it as-is") as caught:
        assert convert(namespace["f"]) is namespace["f"]
    assert "its source code is not available" in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert int(tf.function(namespace["f"])(tf.constant(1))) == 2
    with pytest.warns(UserWarning), pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(namespace["g"])(tf.constant(1))


def test_strict_conversion_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    namespace: dict[str, Any] = {}
    exec("def f(x):\n    return x + 1\n", namespace)
    with pytest.raises(ConversionError, match="source code is not available"):
        convert(namespace["f"])


def load(path: Path, text: str) -> Any:
    path.write_text(text)
    os.utime(path, times=(next(_times),) * 2)
    namespace: dict[str, Any] = {}
    exec(compile(text, str(path), "exec"), namespace)
    return namespace["f"]


_times = itertools.count(1_000_000)


def test_a_file_that_was_changed_and_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "again.py"
    old = load(path, "def f(x):\n    return 1 if x > 0 else 2\n")
    assert int(tf.function(old)(tf.constant(3))) == 1  # linecache knows the old text now
    new = load(path, "def f(x):\n    return 5 if x > 0 else 2\n")
    assert int(tf.function(new)(tf.constant(3))) == 5


@each("text", ["def f(x):\n    return 1 if x >= 0 else 2\n", "def g():\n    pass\n", "not python\n", ""])
def test_a_file_changed_since_it_was_loaded(tmp_path: Path, text: str) -> None:
    path = tmp_path / "changed.py"
    f = load(path, "def f(x):\n    return 1 if x > 0 else 2\n")
    path.write_text(text)
    with pytest.warns(UserWarning, match="AutoGraph could not transform"):
        assert convert(f) is f


def test_unsupported_constructs_are_told() -> None:
    f = define(
        "def f(x):\n    for i in range(x):\n        try:\n            pass\n        finally:\n            break\n"
    )
    with pytest.warns(UserWarning, match="line 3: a jump out of a `finally` block"):
        assert convert(f) is f
