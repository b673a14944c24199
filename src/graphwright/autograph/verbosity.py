"""Logging of conversions, off by default."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

_level: int | None = None
_to_stdout = False


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Set how much conversion reports, from 0 (nothing) to 10 (everything); 3 and more show the converted code.

    The environment variable `AUTOGRAPH_VERBOSITY` does the same.

    Args:
      level: the level.
      alsologtostdout: also print to the standard output.

    >>> tf.autograph.set_verbosity(0)
    """
    global _level, _to_stdout
    _level, _to_stdout = int(level), alsologtostdout


def verbosity() -> int:
    """The level in force."""
    if _level is not None:
        return _level
    text = os.environ.get("AUTOGRAPH_VERBOSITY", "0")
    return int(text) if text.isdigit() else 0


def trace(*args: Any) -> None:
    """Print the arguments where the function is traced, not where it runs.

    >>> tf.autograph.trace("tracing", 1)
    tracing 1
    """
    print(*args)


def log_conversion(function: FunctionType, converted_text: Callable[[FunctionType], str]) -> None:
    """Log the conversion of a function if the verbosity asks for it; `converted_text` gives the generated source."""
    level = verbosity()
    if level < 1:
        return
    import logging

    text = f"Converted {function.__qualname__} ({function.__code__.co_filename}:{function.__code__.co_firstlineno})"
    if level >= 3:
        text += ":\n" + converted_text(function)
    logging.getLogger("graphwright.autograph").warning(text)
    if _to_stdout:
        print(text, file=sys.stdout)
