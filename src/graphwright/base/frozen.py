"""Classes of named fields that are set once, made in a tenth of the time that `dataclasses` takes.

A process pays for each class of the modules that it imports, and a dataclass costs it half a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: Any) -> Any:
        return lambda function: function


_C = TypeVar("_C", bound=type)
_T = TypeVar("_T")


@dataclass_transform(frozen_default=True)
def frozen(cls: _C) -> _C:
    """The class with slots for its annotated fields, and what a frozen dataclass has; type checkers see to the rest.

    A method `__post_init__` is called when all fields are set.

    >>> @frozen
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), Point(2)
    (True, Point(x=2, y=0))
    """
    return _with_fields(cls, {"__eq__": _equal, "__hash__": _hash})


@dataclass_transform(frozen_default=True, eq_default=False)
def frozen_identity(cls: _C) -> _C:
    """As `frozen`, for things that are equal to nothing but themselves, such as keys of dictionaries with long fields.

    >>> @frozen_identity
    ... class Node:
    ...     inputs: list[int]
    >>> one = Node([1])
    >>> one == Node([1]), {one: "found"}[one]
    (False, 'found')
    """
    return _with_fields(cls, {})


def _with_fields(cls: _C, methods: dict[str, Callable[..., Any]]) -> _C:
    names = tuple(cls.__annotations__)
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    members = {k: v for k, v in cls.__dict__.items() if k not in (*names, "__dict__", "__weakref__")}
    parameters = ", ".join(f"{name}=defaults[{name!r}]" if name in defaults else name for name in names)
    last = " self.__post_init__()" if "__post_init__" in members else " pass"
    lines = [f"def __init__(self, {parameters}):", *(f" self.{name} = {name}" for name in names), last]
    result: dict[str, Any] = {}
    exec("\n".join(lines), {"defaults": defaults}, result)
    members |= {
        "__slots__": names,
        "__match_args__": names,
        "__init__": result["__init__"],
        "__repr__": _text,
        **methods,
    }
    return type(cls)(cls.__name__, cls.__bases__, members)


def fields(thing: Any) -> dict[str, Any]:
    """The fields of a thing, by name."""
    return {name: getattr(thing, name) for name in thing.__slots__}


def replace(thing: _T, **changes: Any) -> _T:
    """A thing like another, but for the fields that are given."""
    return type(thing)(**{**fields(thing), **changes})


def _fields(thing: Any) -> tuple[Any, ...]:
    return tuple([getattr(thing, name) for name in thing.__slots__])


def _equal(self: Any, other: object) -> bool:
    return type(self) is type(other) and _fields(self) == _fields(other)


def _hash(self: Any) -> int:
    return hash(_fields(self))


def _text(self: Any) -> str:
    return f"{type(self).__qualname__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self.__slots__)})"
