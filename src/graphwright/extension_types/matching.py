"""Whether the arguments of a call are what annotations ask for."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from typing import Any, Union

import numpy as np

from graphwright.core.convert import is_tensor_like
from graphwright.core.tensor import Tensor

_UNIONS = (Union, types.UnionType)
_PLAIN = (Tensor, np.ndarray, np.generic, bool, int, float, complex, str, bytes, list, tuple, type(None))


class Match(IntEnum):
    """How an argument fits: not at all, as a value that every function takes, or as one that asks for dispatch."""

    NONE = 0
    PLAIN = 1
    SPECIAL = 2


Matcher = Callable[[Any], Match]


def matcher(annotation: Any) -> Matcher:
    """The test that an annotation stands for; ValueError for annotations that stand for none."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation is None:
        annotation = type(None)
    if origin is None and isinstance(annotation, type):
        return _instance_of(annotation)
    if origin is list and len(arguments) == 1:
        return _items_of(matcher(arguments[0]))
    if origin in _UNIONS:
        choices = [matcher(argument) for argument in arguments]
        return lambda value: max(choice(value) for choice in choices)
    raise ValueError(
        f"Type annotation {annotation!r} is not currently supported by dispatch.  Supported annotations: type "
        "objects,  List[...], and Union[...]"
    )


def _instance_of(cls: type) -> Matcher:
    def match(value: Any) -> Match:
        if not isinstance(value, cls):
            return Match.NONE
        return Match.PLAIN if isinstance(value, _PLAIN) or _is_variable(value) else Match.SPECIAL

    return match


def _is_variable(value: Any) -> bool:
    return is_tensor_like(value) and hasattr(value, "handle")


def _items_of(item: Matcher) -> Matcher:
    def match(value: Any) -> Match:
        if not isinstance(value, (list, tuple)):
            return Match.NONE
        found = [item(part) for part in value]
        return Match.NONE if Match.NONE in found else max(found, default=Match.PLAIN)

    return match


class Signature:
    """What the arguments of a function must be, by the names or the positions of its parameters.

    Raises TypeError if `annotations` is no mapping, ValueError for parameters that there are not.
    """

    __slots__ = ("_wanted",)

    def __init__(self, annotations: Any, parameters: inspect.Signature) -> None:
        if not isinstance(annotations, Mapping):
            raise TypeError("signatures must be dictionaries mapping parameter names to type annotations.")
        names = list(parameters.parameters)
        self._wanted: list[tuple[str, int, Matcher]] = []
        for key, annotation in annotations.items():
            known = key in names if isinstance(key, str) else isinstance(key, int) and 0 <= key < len(names)
            if not known:
                raise ValueError(f"signature includes annotation for unknown parameter {key!r}.")
            name = key if isinstance(key, str) else names[key]
            self._wanted.append((name, names.index(name), matcher(annotation)))

    def matches(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Whether every argument fits, one of them as a value that asks for dispatch."""
        special = False
        for name, position, match in self._wanted:
            if position < len(args):
                value = args[position]
            elif name in kwargs:
                value = kwargs[name]
            else:
                return False
            found = match(value)
            if found is Match.NONE:
                return False
            special = special or found is Match.SPECIAL
        return special
