"""Objects for which a checkpoint holds values that they have no place for yet.

A restored checkpoint may know of attributes that are only made later, say by the first call. Whoever takes part tells
of each attribute that is set (`if waiting: tell(self, name)`); while nothing is awaited that costs one look.
"""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable
from typing import Any

Notice = Callable[[Any, str], bool]
"""Takes an owner and the name of an attribute that was set; whether it waits for more of them."""

waiting: dict[int, list[Notice]] = {}
"""What waits for attributes of an object, by the object's id; the newest last, so that it has the last word."""


def wait_for(owner: Any, notice: Notice) -> None:
    """Have `notice` called whenever an attribute of `owner` is set, for as long as it gives True and the owner lives.

    What cannot be referred to weakly is not waited for.
    """
    known = waiting.get(id(owner))
    if known is not None:
        known.append(notice)
        return
    with contextlib.suppress(TypeError):
        weakref.finalize(owner, waiting.pop, id(owner), None).atexit = False
        waiting[id(owner)] = [notice]


def tell(owner: Any, name: str) -> None:
    """Say that the attribute `name` of `owner` has been set."""
    notices = waiting.get(id(owner), [])
    for notice in tuple(notices):
        if not notice(owner, name) and notice in notices:
            notices.remove(notice)
