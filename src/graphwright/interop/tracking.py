"""`no_automatic_dependency_tracking`: methods whose attributes are not tracked."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any


def no_automatic_dependency_tracking(method: Callable[..., Any]) -> Callable[..., Any]:
    """Do not track the attributes that a method sets as dependencies of the object."""

    @functools.wraps(method)
    def untracked(self: Any, *args: Any, **kwargs: Any) -> Any:
        before = getattr(self, "_self_setattr_tracking", True)
        self._self_setattr_tracking = False
        try:
            return method(self, *args, **kwargs)
        finally:
            self._self_setattr_tracking = before

    return untracked
