"""Where values that are no plain arrays come from: datasets, optionals and ragged parts that functions have made.

A saved iterator does not hold such values, which may contain functions. It holds which function of its dataset made
them, and of what, so that a restored iterator makes them again.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np


class Origin(NamedTuple):
    """The function that made a value, its inputs, and the numbers of the result and of the item in it."""

    function: Any
    inputs: Sequence[Any]
    result: int
    item: int


# by the ids of values, as arrays cannot be keys
_origins: dict[int, tuple[weakref.ref[Any], Origin]] = {}


def items_of(component: Any) -> Iterator[Any]:
    """The values in a component of an element."""
    return iter(component.reshape(-1)) if isinstance(component, np.ndarray) else iter((component,))


def remember(function: Any, inputs: Sequence[Any], results: Sequence[Any], which: Sequence[int]) -> None:
    """Remember who made some results."""
    for number in which:
        for at, value in enumerate(items_of(results[number])):
            key = id(value)
            try:
                reference = weakref.ref(value, lambda _, key=key: _origins.pop(key, None))  # type: ignore[misc]
            except TypeError:
                continue
            _origins[key] = reference, Origin(function, inputs, number, at)


def origin_of(value: Any) -> Origin | None:
    """Who made a value; None if that is not known."""
    found = _origins.get(id(value))
    return None if found is None or found[0]() is not value else found[1]


def made_again(function: Any, inputs: Sequence[Any], result: int, item: int) -> Any:
    """The value that a function makes of inputs."""
    return list(items_of(function(inputs)[result]))[item]


__all__ = ["Origin", "items_of", "made_again", "origin_of", "remember"]
