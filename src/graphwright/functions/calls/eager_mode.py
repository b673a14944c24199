"""Where functions run as plain Python: by a switch, and in scopes of libraries in which no trace may be made.

In such a scope the library's variables have other values than outside, or none yet: a trace would keep these as
constants. There functions run in place, as if they were not decorated.
"""

from __future__ import annotations

from collections.abc import Callable

from graphwright.core.context import add_slow_path_reason

_eager_mode = False
_untraced_scopes: list[Callable[[], bool]] = []


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Make all functions run as plain Python, without tracing; for debugging.

    >>> tf.config.run_functions_eagerly(True)
    >>> tf.config.functions_run_eagerly()
    True
    >>> tf.config.run_functions_eagerly(False)
    """
    global _eager_mode
    if bool(run_eagerly) != _eager_mode:
        add_slow_path_reason(1 if run_eagerly else -1, of_all=True)
    _eager_mode = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """Whether `run_functions_eagerly(True)` is in force.

    >>> tf.config.functions_run_eagerly()
    False
    """
    return _eager_mode


def register_untraced_scope(check: Callable[[], bool]) -> None:
    """Let a library say whether the calling thread is in a scope in which no trace may be made."""
    _untraced_scopes.append(check)


def in_untraced_scope() -> bool:
    """Whether the calling thread is in such a scope."""
    return any(check() for check in _untraced_scopes)
