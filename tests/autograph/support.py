"""What the tests of conversion share: functions from text, and runs that can be compared."""

from __future__ import annotations

import contextlib
import io
import itertools
import linecache
import textwrap
from collections.abc import Callable
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.autograph import convert
from graphwright.base import nest

_serial = itertools.count()


def registered(text: str) -> str:
    """Make a text known to `linecache`, as a notebook does with its cells; returns its file name."""
    filename = f"<cell {next(_serial)}>"
    source = textwrap.dedent(text).lstrip("\n")
    linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
    return filename


def define(text: str, name: str = "f", **names: Any) -> Callable[..., Any]:
    """The function called `name` that a text defines."""
    filename = registered(text)
    namespace: dict[str, Any] = {"__name__": "user_code", **names}
    exec(compile(textwrap.dedent(text).lstrip("\n"), filename, "exec"), namespace)
    made: Callable[..., Any] = namespace[name]
    return made


def outcome(function: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """What a call does: its result or the class and text of its error, and what it prints."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            result: tuple[Any, ...] = ("returns", function(*args, **kwargs))
        except Exception as error:
            result = ("raises", type(error), str(error))
    return (*result, printed.getvalue())


def same_as_python(text: str, calls: list[tuple[Any, ...]], **names: Any) -> None:
    """Check that a function does the same converted, each time in a world of its own."""
    for args in calls:
        plain = define(text, **names)
        other = define(text, **names)
        converted = convert(other)
        assert converted is not other, "the function was not converted"
        assert outcome(converted, *args) == outcome(plain, *args), args


def plain(value: Any) -> Any:
    """Tensors as Python values, in any structure."""

    def one(leaf: Any) -> Any:
        if not isinstance(leaf, tf.Tensor):
            return leaf
        found = np.asarray(leaf).tolist()
        return found.decode() if isinstance(found, bytes) else found

    return nest.map_structure(one, value)
