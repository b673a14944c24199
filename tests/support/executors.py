"""Functions on an executor of the test's choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from graphwright.base.config import options


@contextmanager
def executor_in_force(name: str) -> Iterator[None]:
    """What is compiled meanwhile is compiled by this executor."""
    before, options.executor = options.executor, name
    try:
        yield
    finally:
        options.executor = before


def on_numpy(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose calls run on the numpy executor: the reference for compiled code."""

    def run(*args: Any, **kwargs: Any) -> Any:
        with executor_in_force("numpy"):
            return function(*args, **kwargs)

    return run
