"""Deferred restoration: values of a checkpoint for attributes that objects do not have yet.

A restored checkpoint may have values for attributes that are only created later, say by the first call. Trackable
classes report each attribute that is set (`if waiting: report(self, name)`); while nothing is deferred that costs one
test of a dict.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable
from typing import Any

Notice = Callable[[Any, str], bool]
"""Takes an owner and the name of an attribute that was set; returns whether more restorations are deferred."""

waiting: dict[int, list[Notice]] = {}
"""Deferred restorations by the id of the object. The newest is last: its values overwrite earlier ones."""


def wait_for(owner: Any, notice: Notice) -> None:
    """Call `notice` whenever an attribute of `owner` is set, until it returns False or the owner dies.

    Objects that do not support weak references are ignored.
    """
    known = waiting.get(id(owner))
    if known is not None:
        known.append(notice)
        return
    with contextlib.suppress(TypeError):
        weakref.finalize(owner, waiting.pop, id(owner), None).atexit = False
        waiting[id(owner)] = [notice]


def report(owner: Any, name: str) -> None:
    """Report that the attribute `name` of `owner` has been set."""
    notices = waiting.get(id(owner), [])
    for notice in tuple(notices):
        if not notice(owner, name) and notice in notices:
            notices.remove(notice)
