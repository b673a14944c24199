"""`tensorflow.__internal__.decorator`."""

from __future__ import annotations

from typing import Any


def unwrap(maybe_decorated: Any) -> tuple[list[Any], Any]:
    """The decorators around a function, outermost first, and the function inside."""
    decorators = []
    inner = maybe_decorated
    while hasattr(inner, "__wrapped__"):
        decorators.append(inner)
        inner = inner.__wrapped__
    return decorators, inner
