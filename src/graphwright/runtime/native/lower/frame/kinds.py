"""Checks what kind of storage a value is bound to; any other kind is a bug of the compiler."""

from __future__ import annotations

from typing import TypeVar

from graphwright.runtime.native.lower.frame.values import Array, Bound, ListBuffer, Object, Scalar

_B = TypeVar("_B", Scalar, Array, Object, ListBuffer)


def array_of(bound: Bound) -> Array:
    """What is in memory."""
    return _of_kind(Array, bound)


def scalar_of(bound: Bound) -> Scalar:
    """What is in a register."""
    return _of_kind(Scalar, bound)


def object_of(bound: Bound) -> Object:
    """What is a Python object."""
    return _of_kind(Object, bound)


def list_of(bound: Bound) -> ListBuffer:
    """What is a list in the program's own memory."""
    return _of_kind(ListBuffer, bound)


def _of_kind(kind: type[_B], bound: Bound) -> _B:
    if not isinstance(bound, kind):
        raise TypeError(f"The compiler has {bound!r} where only {kind.__name__} can be.")
    return bound
