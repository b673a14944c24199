"""`tensorflow.tools.docs.doc_controls`: decorators that say what documentation shows. They add nothing."""

from __future__ import annotations

from typing import TypeVar

_Decorated = TypeVar("_Decorated")


def _unchanged(obj: _Decorated) -> _Decorated:
    """The object itself."""
    return obj


def set_deprecated(obj: _Decorated, *args: object) -> _Decorated:
    """The object itself."""
    return obj


__all__ = ["set_deprecated"]
