"""Runs one program of the table on either library and describes what is observed.

Each statement at top level is run in turn, as at a prompt: the value of an expression is an observation, and so is an
error. The program continues after an error of an expression, and ends with that of another statement. A comment
`# error: words` behind a statement asks for these words in the message. What is printed, by Python and by `tf.print`,
is observed too.
"""

from __future__ import annotations

import ast
import contextlib
import io
import linecache
import logging
import os
import re
import shutil
import sys
import tempfile
import types
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tests.differences.describe import describe, failure

_MODULE = "program_of_the_table"
_SAYS = re.compile(r"# error: (.*?)\s*$")
_OF_THE_RUNTIME = re.compile(r"^(WARNING: All log messages|[IWEF]\d{4} |\d{4}-\d\d-\d\d ).*\n?", re.M)


class _Log(logging.Handler):
    """Keeps the messages of a logger."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextlib.contextmanager
def _messages(tf: Any) -> Iterator[Callable[[str], bool]]:
    """A function that reports whether something was logged or warned of with these words."""
    handler, logger = _Log(), logging.getLogger("tensorflow" if "tensorflow" in tf.__name__ else "graphwright")
    propagate, handlers, logger.propagate, logger.handlers = logger.propagate, logger.handlers, False, [handler]
    try:
        with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
            warnings.simplefilter("always")
            yield lambda words: any(words in m for m in (*handler.messages, *(str(w.message) for w in caught)))
    finally:
        logger.propagate, logger.handlers = propagate, handlers


@contextlib.contextmanager
def _descriptor(number: int) -> Iterator[Any]:
    """A file that takes what is written to a file descriptor."""
    kept = os.dup(number)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), number)
        try:
            yield file
        finally:
            os.dup2(kept, number)
            os.close(kept)


@contextlib.contextmanager
def _printed() -> Iterator[dict[str, str]]:
    """What is printed to the two streams, by Python and by others in order, complete when the context is left."""
    result: dict[str, str] = {}
    with contextlib.ExitStack() as stack:
        files = {}
        for number, name in ((1, "stdout"), (2, "stderr")):
            files[name] = stack.enter_context(_descriptor(number))
            stream = io.TextIOWrapper(io.FileIO(number, "w", closefd=False), write_through=True, encoding="utf-8")
            stack.enter_context((contextlib.redirect_stdout, contextlib.redirect_stderr)[number - 1](stream))
        yield result
        for name, file in files.items():
            file.seek(0)
            text = _OF_THE_RUNTIME.sub("", file.read().decode())
            if text:
                result[name] = text


def _statement(node: ast.stmt, lines: list[str], filename: str, names: dict[str, Any], tf: Any) -> list[dict[str, Any]]:
    """The observation of one statement; none where it is no expression."""
    words = _SAYS.search(lines[(node.end_lineno or 0) - 1])
    try:
        if isinstance(node, ast.Expr):
            code = compile(ast.Expression(node.value), filename, "eval", dont_inherit=True)
            return [describe(eval(code, names), tf)]
        exec(compile(ast.Module([node], []), filename, "exec", dont_inherit=True), names)
    except Exception as error:
        observed = failure(error)
        if os.environ.get("BEHAVIOUR_MESSAGES"):
            observed["message"] = str(error)[:600]
        return [observed | ({"says": words.group(1) in str(error)} if words else {})]
    return [{"error": []}] if words else []


def run(program: str, tf: Any) -> dict[str, Any]:
    """What a program does on a library: `seen`, one observation for each statement, and the text of both streams."""
    filename = f"<{_MODULE}>"
    lines = program.splitlines(keepends=True)
    linecache.cache[filename] = (len(program), None, lines, filename)
    module = types.ModuleType(_MODULE)
    sys.modules[_MODULE] = module
    folder: list[str] = []

    def path(name: str) -> str:
        """The path of a file in a folder of this program."""
        if not folder:
            folder.append(tempfile.mkdtemp())
        return os.path.join(folder[0], name)

    tf.random.set_seed(20240229)
    try:
        with _printed() as printed, _messages(tf) as warned:
            names = module.__dict__
            names |= {"tf": tf, "np": np, "path": path, "warned": warned}
            seen = []
            for node in ast.parse(program).body:
                seen += (observed := _statement(node, lines, filename, names, tf))
                if observed and "error" in observed[0] and not isinstance(node, ast.Expr):
                    break
    finally:
        names.clear()
        del sys.modules[_MODULE]
        shutil.rmtree(folder[0], ignore_errors=True) if folder else None
    return {"seen": seen, **printed}
