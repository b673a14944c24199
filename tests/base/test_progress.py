"""Progress is shown on a terminal, for what takes long, and nowhere else."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import graphwright as tf
from graphwright.base import progress
from graphwright.base.config import options
from graphwright.base.phases import phase, transfer


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal on which everything is shown at once."""
    made = Terminal()
    _use(made, monkeypatch)
    monkeypatch.setattr(progress, "_QUIET", 0.0)
    monkeypatch.setattr(progress, "_EVERY", 0.001)
    return made


def _use(stream: io.StringIO | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the line written to a stream; pytest itself changes `sys.stderr` between a fixture and its test."""
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=stream))


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_a_line_says_what_and_how_far_and_is_gone_at_the_end(terminal: Terminal) -> None:
    with phase("load", "model"), transfer("variables", "", 8 << 20) as moved:
        moved.advance(2 << 20)
        until(lambda: "loading model: variables, 25 % of 8 MiB, 0 s" in terminal.getvalue())
        moved.advance(6 << 20)
        until(lambda: "100 % of 8 MiB" in terminal.getvalue())
    assert terminal.getvalue().endswith("\r\x1b[K")
    assert "\n" not in terminal.getvalue()


def test_an_error_leaves_no_line(terminal: Terminal) -> None:
    with pytest.raises(KeyError), phase("convert", "graph.pb"):
        until(lambda: "graphwright: converting graph.pb: 0 s" in terminal.getvalue())
        raise KeyError
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_tracing_and_compiling_are_shown(terminal: Terminal) -> None:
    @tf.function(python_state="ignore")  # `until` looks at a clock
    def slow(x):  # type: ignore[no-untyped-def]
        y = tf.tanh(x)
        until(lambda: "tracing slow: 2 operations" in terminal.getvalue())
        return y

    slow(tf.ones([3]))
    with phase("compile", "__inference_slow_12"), phase("LLVM"):
        until(lambda: "compiling slow: LLVM, 0 s" in terminal.getvalue())


def saved_and_loaded(folder: Path) -> None:
    model = tf.Module()
    model.parts = [tf.Variable(tf.zeros([1 << 18])) for _ in range(4)]
    tf.saved_model.save(model, folder)
    tf.saved_model.load(folder)


@pytest.mark.parametrize("case", ["pipe", "silenced", "short", "no stream", "closed"])
def test_where_nothing_is_shown(case: str, terminal: Terminal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    stream = io.StringIO() if case == "pipe" else terminal
    if case == "closed":
        stream = Terminal()
        stream.close()
    _use(None if case == "no stream" else stream, monkeypatch)
    if case == "short":
        monkeypatch.setattr(progress, "_QUIET", 3600.0)
    with options.overridden(progress=case != "silenced"):
        saved_and_loaded(tmp_path)
    assert terminal.getvalue() == ""
    assert case == "closed" or stream.getvalue() == ""
    assert not [thread for thread in threading.enumerate() if thread.name == "graphwright progress"] or case == "short"


def test_a_terminal_that_goes_away_is_no_error(terminal: Terminal) -> None:
    with phase("load", "model"):
        until(lambda: bool(terminal.getvalue()))
        terminal.close()


def test_phases_of_several_threads_share_a_line(terminal: Terminal) -> None:
    inside, leave = threading.Event(), threading.Event()

    def other() -> None:
        with phase("compile", "second"):
            inside.set()
            leave.wait(30)

    thread = threading.Thread(target=other)
    with phase("compile", "first"):
        thread.start()
        inside.wait(30)
        until(lambda: "compiling first: compile second" in terminal.getvalue())
    until(lambda: "compiling second: " in terminal.getvalue())
    leave.set()
    thread.join()
    assert terminal.getvalue().endswith("\r\x1b[K")
