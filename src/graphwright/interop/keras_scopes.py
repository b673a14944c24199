"""Keras's scopes in which functions leave no traces: those in which it builds layers and calls them without state."""

from __future__ import annotations

import functools
import sys
import threading
from typing import Any

from graphwright.core.context import add_slow_path_reason
from graphwright.functions.calls.eager_mode import register_untraced_scope

_COMMON = "keras.src.backend.common"
_SCOPES = {"stateless": "StatelessScope", "symbolic": "SymbolicScope"}


class _Entered(threading.local):
    count = 0


_entered = _Entered()


def register() -> None:
    """Register the scopes."""
    for name in _SCOPES:
        register_untraced_scope(functools.partial(_in_scope, name))


def _in_scope(name: str) -> bool:
    module = sys.modules.get(f"{_COMMON}.{name}_scope")
    check = getattr(module, f"in_{name}_scope", None)  # Keras may be half imported
    if check is None:
        return False
    _watch(getattr(module, _SCOPES[name], None))
    return bool(check())


def _watch(scope: Any) -> None:
    """Let compiled calls, which ask for nothing, take the slow path inside of a scope."""
    if scope is None or getattr(scope.__enter__, "is_watched", False):
        return
    enter, leave = scope.__enter__, scope.__exit__

    @functools.wraps(enter)
    def entering(self: Any) -> Any:
        result = enter(self)
        _entered.count += 1
        add_slow_path_reason(1)
        return result

    @functools.wraps(leave)
    def leaving(self: Any, *error: Any, **named: Any) -> Any:
        if _entered.count:  # else it was entered before it was watched
            _entered.count -= 1
            add_slow_path_reason(-1)
        return leave(self, *error, **named)

    entering.is_watched = True  # type: ignore[attr-defined]
    scope.__enter__, scope.__exit__ = entering, leaving


__all__ = ["register"]
