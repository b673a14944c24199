"""`tf.compat.v1.app.run`."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any


def absl(module: str) -> Any:
    """A module of `absl-py`; ImportError that says how to install it."""
    try:
        return importlib.import_module(f"absl.{module}")
    except ImportError as error:
        raise ImportError(
            f"tf.compat.v1.{module} is `absl.{module}`: install it with `pip install absl-py`."
        ) from error


def run(main: Callable[[list[str]], Any] | None = None, argv: list[str] | None = None) -> None:
    """Parse the flags of the command line, run `main` with what is left, and exit: `absl.app.run`.

    Args:
      main: takes the list of arguments; the `main` of the program by default.
      argv: the command line, `sys.argv` by default.

    Raises ImportError where `absl-py` is not installed.

    >>> tf.compat.v1.app.run(lambda argv: print(argv), ["program"])  # doctest: +SKIP
    ['program']
    """
    absl("app").run(main or sys.modules["__main__"].main, argv)


__all__ = ["absl", "run"]
