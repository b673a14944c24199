"""Errors, traces, breakpoints and coverage speak of the user's files, functions and lines."""

from __future__ import annotations

import ast
import bdb
import contextlib
import linecache
import os
import re
import subprocess
import sys
import traceback
from pathlib import Path
from types import CodeType, FrameType
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


JUMPS = """
def f(n):
    found = []
    for i in range(n):
        if i == 1:
            continue
        elif i > 3:
            break
        else:
            found.append(i)
    else:
        found.append(-1)
    try:
        with manager():
            y = 1 / (n - 2)
    except ZeroDivisionError:
        y = 0
    else:
        y += 1
    finally:
        found.append(7)
    k = 0
    while k < n and (
        n
    ):
        k += 1
        if k == 3:
            return k, found
    assert k == n, "no"
    z = y if n else 5
    match n:
        case 0:
            return z
        case 1 | 2:
            pass
        case _:
            return y
    q = [a for a in range(n)
         if a]
    def g(v):
        if v:
            return q
        return v
    return g(n), found
"""


@contextlib.contextmanager
def manager() -> Any:
    yield


def by_tracing(function: Any, *args: Any) -> set[int]:
    """The lines that a trace function, such as that of a coverage tool, sees."""
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


def by_monitoring(function: Any, *args: Any) -> set[int]:
    """The lines that Python 3.12's `sys.monitoring` tells of."""
    seen: set[int] = set()
    filename, monitoring = function.__code__.co_filename, getattr(sys, "monitoring", None)
    assert monitoring is not None

    def line(code: CodeType, number: int) -> None:
        if code.co_filename == filename:
            seen.add(number)

    tool = monitoring.PROFILER_ID
    monitoring.use_tool_id(tool, "lines")
    monitoring.register_callback(tool, monitoring.events.LINE, line)
    monitoring.set_events(tool, monitoring.events.LINE)
    try:
        function(*args)
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)
    return seen


WAYS = [by_tracing, *([by_monitoring] if hasattr(sys, "monitoring") else [])]


def statements(lines: set[int], function: Any) -> set[int]:
    """The lines on which the statements of these lines begin, as coverage tools count; not that of the `def` itself."""
    text = "".join(linecache.getlines(function.__code__.co_filename))
    begins: dict[int, int] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            body: list[ast.stmt] = getattr(node, "body", [])
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            begins.update(dict.fromkeys(range(node.lineno, max(last, node.lineno) + 1), node.lineno))
    return {begins.get(line, line) for line in lines} - {function.__code__.co_firstlineno}


@pytest.mark.parametrize("executed", WAYS)
@pytest.mark.parametrize("text, n", [*((PROGRAM, n) for n in (0, 1, 3)), *((JUMPS, n) for n in range(7))])
def test_line_coverage_is_that_of_plain_python(text: str, n: int, executed: Any) -> None:
    f = define(text, manager=manager, helper=lambda x: x)
    converted: Any = convert(f)
    assert converted is not f
    assert statements(executed(converted, n), f) == statements(executed(f, n), f)


class Stops(bdb.Bdb):
    """A debugger that notes where it stops."""

    def __init__(self, names: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.names = names
        self.stops: list[Any] = []

    def user_line(self, frame: FrameType) -> None:
        if self.break_here(frame):
            self.stops.append((frame.f_code.co_name, frame.f_lineno, *(frame.f_locals.get(n) for n in self.names)))
        self.set_continue()

    def user_return(self, frame: FrameType, value: Any) -> None:
        self.set_continue()


def test_breakpoints_stop() -> None:
    f = define(PROGRAM)

    def stops(function: Any) -> list[Any]:
        debugger = Stops(("i",))
        for line in (3, 12, 16):
            debugger.set_break(f.__code__.co_filename, line)
        debugger.runcall(function, 2)
        debugger.clear_all_breaks()
        return debugger.stops

    assert ("f", 12, 0) in stops(f)
    assert stops(convert(f)) == stops(f)


STAGED = """
def f(x, n):
    total = x
    for i in tf.range(n):
        if total > 10:
            total = total - i
        else:
            total = total + (
                i * 2)
        if i > 5:
            break
        total += 1
    else:
        total += 100
    while total < 3:
        total = total * 2
    return total
"""


@pytest.mark.parametrize(
    "line, stops",
    [
        *((line, 1) for line in (1, 2, 4, 5, 9, 10, 11, 13, 15, 16)),
        (7, 2),  # an expression of two lines begins and ends there, in plain Python too
        (3, 4),  # the loop, its test and its next item
        (14, 3),
    ],
)
def test_breakpoints_stop_once_a_pass_while_tracing(line: int, stops: int) -> None:
    f = define(STAGED, tf=tf)
    traced = tf.function(f)
    for expected in ([("f", line)] * stops, []):
        debugger = Stops()
        debugger.set_break(f.__code__.co_filename, line)
        debugger.runcall(traced, tf.constant(1), tf.constant(3))
        debugger.clear_all_breaks()
        assert debugger.stops == expected


_DEBUGGED = """
import graphwright as tf

def helper(x):
    y = x * 2
    return y

@tf.function
def f(x):
    if x > 0:
        x = helper(x)
    return x

print("result", int(f(tf.constant(3))), int(f(tf.constant(4))))
"""


def test_the_debugger_stops_by_line_and_by_function_name(tmp_path: Path) -> None:
    script = tmp_path / "debugged.py"
    script.write_text(_DEBUGGED)
    commands = "break 11\ncontinue\nbreak helper\ncontinue\nwhatis x\ncontinue\nquit\n"
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-m", "pdb", str(script)],
        input=commands, capture_output=True, text=True, timeout=300, env={**os.environ, "PYTHONPATH": paths},
    )  # fmt: skip
    stops = re.findall(r"> .*debugged\.py\((\d+)\)(\w+)\(\)", done.stdout)
    # while tracing alone: the second call runs no Python
    assert stops == [("11", "f"), ("5", "helper")], done.stdout + done.stderr
    assert "SymbolicTensor" in done.stdout and "result 6 8" in done.stdout


def test_operations_know_their_lines() -> None:
    f = define("def f(x):\n    if x > 0:\n        y = x * 2\n    else:\n        y = -x\n    return y\n")
    graph = tf.function(f).get_concrete_function(tf.constant(1)).graph
    (branch,) = [op for op in graph.get_operations() if "If" in op.type]
    body = branch.attrs["then_branch"]
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
def test_classes_and_attributes_of_errors_are_preserved(raised: Exception, last: str) -> None:
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


def test_the_cause_of_an_error_is_preserved() -> None:
    @tf.function
    def f(x: Any) -> Any:
        try:
            raise KeyError("first")
        except KeyError as error:
            raise ValueError("second") from error

    with pytest.raises(ValueError, match="second") as caught:
        f(tf.constant(1))
    assert isinstance(caught.value.__cause__, KeyError)


RUNNING = """
def f(x, n):
    for i in tf.range(n):
        if i > 1:
            x = tf.gather(
                x, [i + 7, 0])
        while i < 0:
            x = x + 1
            i += 1
    if n < 0:
        x = x // (x - x)
    for v in tf.TensorArray(tf.int32, 1).unstack(x[:1]):
        tf.debugging.assert_less(v, 100)
    return [tf.gather(x, v) for v in x]
"""


@pytest.mark.executors
@pytest.mark.parametrize(
    "x, n, line, shown",
    [
        ([1, 0], 3, 4, "x = tf.gather("),
        ([1, 0], -1, 10, "x = x // (x - x)"),
        ([100, 0], 0, 12, "tf.debugging.assert_less(v, 100)"),
        ([1, 5], 0, 13, "return [tf.gather(x, v) for v in x]"),
    ],
)
def test_errors_of_staged_code_name_the_line_of_the_user(x: Any, n: int, line: int, shown: str) -> None:
    f = define(RUNNING, tf=tf)
    staged = tf.function(f)
    for _ in range(3):  # the first call, and those of the compiled entry
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            staged(tf.constant(x), tf.constant(n))
        # what a comprehension is called is the Python version's to say
        place = rf'File "{f.__code__.co_filename}", line {line}, in (f|<listcomp>)\n    {re.escape(shown)}'
        assert re.search(place, str(caught.value)), caught.value
        assert "graphwright" not in str(caught.value).replace("graphwright.", "")
