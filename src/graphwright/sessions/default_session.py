"""The default sessions of threads, which `eval()` and `run()` of tensors and operations use."""

from __future__ import annotations

import threading
from typing import Any


class _Default(threading.local):
    """The default sessions of a thread, the innermost last."""

    def __init__(self) -> None:
        self.sessions: list[Any] = []


default_sessions = _Default()


def get_default_session() -> Any:
    """The session of the innermost `with session.as_default()` block; None outside of all.

    >>> tf.compat.v1.get_default_session() is None
    True
    """
    return default_sessions.sessions[-1] if default_sessions.sessions else None


def session_for(session: Any, graph: Any, purpose: str) -> Any:
    """The session that was passed, or the default one; ValueError where there is none, or it has another graph."""
    chosen = get_default_session() if session is None else session
    if chosen is None:
        call = "`run(session=sess)`" if "operation" in purpose else "`eval(session=sess)`"
        raise ValueError(
            f"Cannot {purpose}: No default session is registered. Use `with sess.as_default()` or pass an explicit "
            f"session to {call}"
        )
    if chosen.graph is not graph:
        raise ValueError(
            f"Cannot use the {'default' if session is None else 'given'} session to {purpose}: the tensor's graph is "
            "different from the session's graph. Pass an explicit session to `eval(session=sess)`."
        )
    return chosen


__all__ = ["default_sessions", "get_default_session", "session_for"]
