"""Weak references that report when their object is collected, except at the end of the program."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def watched(value: T, gone: Callable[[], object]) -> weakref.ref[T]:
    """A weak reference that calls `gone()` when its object goes.

    Not while the interpreter ends: nobody needs to know then, and the modules that `gone` counts on are empty by that
    time. TypeError for objects that have no weak references.
    """
    # kept by the closure, for this module is emptied too
    at_end = sys.is_finalizing

    def tell(_: object) -> None:
        if not at_end():
            gone()

    return weakref.ref(value, tell)


__all__ = ["watched"]
