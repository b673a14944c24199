"""Errors, traces, breakpoints and coverage speak of the user's files, functions and lines."""

from __future__ import annotations

import bdb
import linecache
import sys
import traceback
from types import FrameType
from typing import Any

import pytest

import graphwright as tf
from graphwright.autograph import convert
from graphwright.autograph.errors import user_traceback
from tests.autograph.support import define

PROGRAM = """
def helper(x):
    if x > 2:
        raise ValueError(
            "too big")
    return x

def f(n):
    total = 0
    for i in range(
        n
    ):
        total += helper(
            i
        )
        if total > 100:
            total = (lambda v:
                     v + 1)(total)
    while total < 2 and \\
            n:
        total += 1
    return total
"""


def lines_of(error: BaseException) -> list[tuple[str, int]]:
    frames = traceback.extract_tb(error.__traceback__)
    return [(f.name, f.lineno or 0) for f in frames if f.filename.startswith("<cell")]


def test_tracebacks_have_the_lines_of_plain_python() -> None:
    f = define(PROGRAM)
    with pytest.raises(ValueError, match="too big") as plain:
        f(5)
    with pytest.raises(ValueError, match="too big") as converted:
        convert(f)(5)
    assert set(lines_of(plain.value)) <= set(lines_of(converted.value))
    shown = [line for line in user_traceback(converted.value).splitlines() if "<cell" in line]
    assert shown == [
        f'  File "{f.__code__.co_filename}", line 12, in f',
        f'  File "{f.__code__.co_filename}", line 3, in helper',
    ]


def executed(function: Any, *args: Any) -> set[int]:
    """The lines that a tracer, such as a coverage tool, sees."""
    seen: set[int] = set()
    filename = function.__code__.co_filename

    def local(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            seen.add(frame.f_lineno)
        return local

    def start(frame: FrameType, event: str, arg: Any) -> Any:
        return local if frame.f_code.co_filename == filename else None

    before = sys.gettrace()
    sys.settrace(start)
    try:
        function(*args)
    finally:
        sys.settrace(before)
    return seen


@pytest.mark.parametrize("n", [0, 1, 3])
def test_coverage_is_that_of_plain_python(n: int) -> None:
    f = define(PROGRAM)
    converted: Any = convert(f)
    text = linecache.getlines(f.__code__.co_filename)
    extra = executed(converted, n) - executed(f, n)
    # inner definitions run on the line of the statement that they stand for
    assert {text[line - 1].split()[0] for line in extra} <= {"def", "return", "for", "if", "while", "n:"}
    assert executed(f, n) <= executed(converted, n)


def test_breakpoints_stop() -> None:
    f = define(PROGRAM)

    class Debugger(bdb.Bdb):
        stops: list[tuple[str, int, Any]]

        def user_line(self, frame: FrameType) -> None:
            if self.get_break(frame.f_code.co_filename, frame.f_lineno):
                self.stops.append((frame.f_code.co_name, frame.f_lineno, frame.f_locals.get("i")))
            self.set_continue()

        def user_return(self, frame: FrameType, value: Any) -> None:
            self.set_continue()

    def stops(function: Any) -> list[tuple[str, int, Any]]:
        debugger = Debugger()
        debugger.stops = []
        for line in (3, 12, 16):
            debugger.set_break(f.__code__.co_filename, line)
        debugger.runcall(function, 2)
        return debugger.stops

    assert ("f", 12, 0) in stops(f)
    assert stops(convert(f)) == stops(f)


def test_operations_know_their_lines() -> None:
    f = define("def f(x):\n    if x > 0:\n        y = x * 2\n    else:\n        y = -x\n    return y\n")
    graph = tf.function(f).get_concrete_function(tf.constant(1)).graph
    (branch,) = [op for op in graph.get_operations() if "If" in op.type]
    body = branch.get_attr("then_branch")
    (multiply,) = [op for op in body.get_operations() if op.type == "Mul"]
    assert (branch.location.line, multiply.location.line, multiply.location.function) == (2, 3, "f")


USER_CODE = """
import functools
def deco(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args)
    return wrapper

@deco
def inner(x):
    if x > 0:
        for i in tf.range(3):
            fail(x)
    return x

def fail(x):
    "".encode("oops\\nagain")

@tf.function
def middle(x):
    return inner(x)

def f(x):
    x = x + 1
    return middle(
        x)
"""


def test_errors_while_tracing_show_the_users_code() -> None:
    f = define(USER_CODE, tf=tf)
    name = f.__code__.co_filename
    with pytest.raises(LookupError) as caught:
        tf.function(f)(tf.constant(1))
    assert type(caught.value) is LookupError
    assert str(caught.value) == (
        "in user code:\n\n"
        f'    File "{name}", line 24, in f  *\n        return middle(\n'
        f'    File "{name}", line 20, in middle  *\n        return inner(x)\n'
        f'    File "{name}", line 5, in wrapper  *\n        return f(*args)\n'
        f'    File "{name}", line 12, in inner  *\n        fail(x)\n'
        f'    File "{name}", line 16, in fail  *\n        "".encode("oops\\nagain")\n'
        "\n    LookupError: unknown encoding: oops\n    again\n"
    )
    lines = [frame.lineno for frame in traceback.extract_tb(caught.value.__traceback__) if frame.filename == name]
    assert lines == [24, 20, 5, 12, 16]
    assert caught.value.__suppress_context__


def test_code_that_is_not_converted_is_marked() -> None:
    f = define(
        """
        @tf.autograph.experimental.do_not_convert
        def plain(x):
            return 1 if x > 0 else 2
        def f(x):
            return plain(x)
        """,
        tf=tf,
    )
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError) as caught:
        tf.function(f)(tf.constant(1))
    assert "in f  *\n" in str(caught.value)
    assert "in plain  **\n" in str(caught.value)
    assert "graphwright" not in str(caught.value)


class Simple(Exception):
    pass


class TwoArguments(Exception):
    def __init__(self, code: int, why: str) -> None:
        super().__init__(code, why)
        self.code = code


class Shown(ValueError):
    def __str__(self) -> str:
        return f"shown {self.args}"


@pytest.mark.parametrize(
    "raised, last",
    [
        (ValueError("a"), "ValueError: a"),
        (KeyError("a"), "KeyError: 'a'"),
        (FileNotFoundError(2, "gone", "name"), "FileNotFoundError: [Errno 2] gone: 'name'"),
        (Simple("a", 2), "Simple: ('a', 2)"),
        (TwoArguments(3, "why"), "TwoArguments: (3, 'why')"),
        (Shown(1), "Shown: shown (1,)"),
        (StopIteration(4), "StopIteration: 4"),
        (UnicodeDecodeError("utf8", b"x", 0, 1, "bad"), "UnicodeDecodeError: 'utf8' codec can't decode byte"),
        (NotImplementedError("a"), "NotImplementedError: a"),
        (tf.errors.NotFoundError(None, None, "a"), "NotFoundError: a"),
        (NameError("a", name="b"), "NameError: a"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else None,
)
def test_classes_and_attributes_of_errors_are_kept(raised: Exception, last: str) -> None:
    @tf.function
    def f(x: Any) -> Any:
        raise raised

    with pytest.raises(type(raised)) as caught:
        f(tf.constant(1))
    error = caught.value
    assert type(error).__name__ == type(raised).__name__
    assert str(error).startswith("in user code:\n\n    File ")
    assert "\n    " + last in str(error)
    for attribute in ("code", "errno", "filename", "error_code", "name", "encoding", "value"):
        if hasattr(raised, attribute):
            assert getattr(error, attribute) == getattr(raised, attribute)


def test_the_cause_of_an_error_is_kept() -> None:
    @tf.function
    def f(x: Any) -> Any:
        try:
            raise KeyError("first")
        except KeyError as error:
            raise ValueError("second") from error

    with pytest.raises(ValueError, match="second") as caught:
        f(tf.constant(1))
    assert isinstance(caught.value.__cause__, KeyError)
