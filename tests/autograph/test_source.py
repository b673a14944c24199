"""Finding the source of functions, and what happens without it."""

from __future__ import annotations

import code
import doctest
import itertools
import os
import subprocess
import sys
import types
import warnings
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.autograph import convert, source
from graphwright.autograph.conversion import ConversionError
from tests.autograph.support import define, registered

each = pytest.mark.parametrize


def test_cells_of_notebooks() -> None:
    f = define("def f(x):\n    if x > 0:\n        return 1\n    return 2\n")
    assert int(tf.function(f)(tf.constant(3))) == 1


ON_ONE_LINE = (
    "made = [lambda x: 1 if x > 0 else 2, lambda x: 3 if x > 0 else 4, *(lambda k: [lambda x: k if x > 0 else 5, "
    "lambda y: k + 1 if y > 0 else 6, lambda x: x * k if x > 0 else 5])(7), lambda x, y=1: x if x > 0 else y, "
    "lambda *x: 9 if x[0] > 0 else 0, lambda x: 1 if x < 0 else 2, lambda x: x + 3, lambda x: x * 3, "
    "lambda x: (lambda: x - 3)(), lambda x: (lambda: x % 3)(), "
    "lambda x: sum(g() for g in [lambda: x, lambda: x]), lambda x: sum(g() for g in [lambda: x, lambda: x + 2]), "
    "lambda x: 7, lambda x: 8, lambda x: (lambda: 9)(), lambda x, y=(lambda x: x + 5): y(x), "
    "lambda x, y=(lambda x: x + 6): y(x)]\n"
)


@each("with_positions", [True, False])
@each("position", range(19))
def test_lambdas_on_one_line(position: int, with_positions: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    text = ON_ONE_LINE
    if not with_positions:  # as on 3.10, and as later ones run with `-X no_debug_ranges`
        monkeypatch.setattr(source, "_spans", lambda code: set())
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


def test_without_source_it_runs_unconverted_after_one_warning() -> None:
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


def test_unsupported_constructs_are_reported() -> None:
    f = define(
        "def f(x):\n    for i in range(x):\n        try:\n            pass\n        finally:\n"
        "            if i:\n                break\n"
    )
    with pytest.warns(UserWarning, match="line 3: a jump out of a `finally` block"):
        assert convert(f) is f


def test_constructs_that_cannot_be_converted_warn_once_and_are_errors_when_strict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = """
        def f(x):
            for i in range(3):
                try:
                    x = x + i
                finally:
                    if i == 7:
                        continue
            return x
    """
    f = define(text)
    with pytest.warns(UserWarning, match="line 3: a jump out of a `finally` block") as caught:
        assert int(tf.function(f)(tf.constant(1))) == 4
    assert len([w for w in caught if "AutoGraph" in str(w.message)]) == 1 and "<function f at" in str(caught[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert int(tf.function(f)(tf.constant(1))) == 4
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    with pytest.raises(ConversionError, match="line 3: a jump out of a `finally` block"):
        convert(define(text))


def test_modules_that_pytest_rewrites() -> None:
    def f(x: Any) -> Any:
        assert x is not None and isinstance(x, tf.Tensor), "rewritten, to show what there was"
        if x > 0:
            return x
        return -x

    assert "@py_assert" in "".join(f.__code__.co_varnames), "pytest has not rewritten this module"
    assert int(tf.function(f)(tf.constant(-3))) == 3


_DOCTEST = """
>>> import graphwright as tf
>>> @tf.function
... def f(x):
...     if x > 0:
...         return x
...     return -x
>>> int(f(tf.constant(-3)))
3
>>> (lambda x: 1 if x > 0 else 2)(tf.constant(1))
1
>>> int(tf.function(lambda x: 1 if x > 0 else 2)(tf.constant(-1)))
2
"""


def test_doctests() -> None:
    module = types.ModuleType("documented", _DOCTEST)
    (test,) = doctest.DocTestFinder().find(module, module=module)
    runner = doctest.DocTestRunner(verbose=False)
    told: list[str] = []
    runner.run(test, out=told.append)
    assert runner.summarize(verbose=False) == (0, 5), "".join(told)


_TYPED = """
import graphwright as tf
@tf.function
def f(x):
    if x > 0:
        return x
    return -x

print("result", int(f(tf.constant(-3))))
"""


class Console(code.InteractiveConsole):
    """A session as Python 3.13's: each input is known to `linecache` under a name of its own."""

    def runsource(self, source: str, filename: str = "<input>", symbol: str = "single") -> bool:
        return super().runsource(source, registered(source), symbol)


def test_interactive_sessions(capsys: pytest.CaptureFixture[str]) -> None:
    console = Console()
    for line in _TYPED.splitlines():
        console.push(line)
    told = capsys.readouterr()
    assert "result 3" in told.out and not told.err


def test_an_interactive_session_without_source_is_reported() -> None:
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; exec(compile({_TYPED!r}, '<stdin>', 'exec'))"],
        capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    assert done.returncode == 1
    assert "AutoGraph could not transform <function f at" in done.stderr
    assert "typed into an interactive session without a record of its lines" in done.stderr
    assert "OperatorNotAllowedInGraphError" in done.stderr


_ON_THE_COMMAND_LINE = """
import warnings
import graphwright as tf
from graphwright.autograph import convert
def f(x):
    return 1 if x > 0 else 2
made = {}
exec(chr(10) * 4 + "def f(x):" + chr(10) + "    return 3 if x > y else 4", made)
for name, function in (("here", f), ("made", made["f"])):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        print(name, convert(function) is not function, "is not available" in str([w.message for w in caught]))
"""


def test_programs_on_the_command_line() -> None:
    """Python 3.13 records their lines, under a name that `exec` gives to what it runs too."""
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-c", _ON_THE_COMMAND_LINE],
        capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    recorded = sys.version_info >= (3, 13)
    assert (done.stdout, done.stderr) == (f"here {recorded} {not recorded}\nmade False True\n", "")


def test_syntax_trees_of_many_files_are_evicted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_MAX_CACHED_LINES", 40)
    texts = [f"def f(x):\n    if x > {n}:\n        return {n}\n    return x\n" for n in range(30)]
    functions = [define(text) for text in texts]
    assert [int(convert(f)(n)) for n, f in enumerate(functions)] == list(range(30))
    assert sum(len(file.lines) for file in source._files.values()) <= 40
    assert functions[-1].__code__.co_filename in source._files
    long = define("def f(x):\n" + "    x = x + 1\n" * 60 + "    return x\n")
    assert int(convert(long)(0)) == 60
    assert list(source._files) == [long.__code__.co_filename]


def test_a_decorated_function_inside_a_converted_one_is_found() -> None:
    def outer(x: Any) -> Any:
        @tf.function
        def inner(y: Any) -> Any:
            for _ in tf.range(2):
                if tf.reduce_sum(y) < 3.0:
                    y = tf.add(y, y)
            return y

        return inner(x)

    # the suite turns the warning of a function that cannot be converted into an error
    assert tf.function(outer)(tf.constant(1.0)).numpy() == 4.0
