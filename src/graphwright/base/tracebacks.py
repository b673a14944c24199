"""Whether the package's own frames are left out of the tracebacks of errors raised while tracing."""

from __future__ import annotations

_filtering = True


def enable_traceback_filtering() -> None:
    """Leave the package's own frames out of the tracebacks of errors raised while a function is traced: the default.

    >>> import graphwright as tf
    >>> tf.debugging.enable_traceback_filtering()
    """
    global _filtering
    _filtering = True


def disable_traceback_filtering() -> None:
    """Show all frames in the tracebacks of errors raised while a function is traced.

    >>> import graphwright as tf
    >>> tf.debugging.disable_traceback_filtering()
    >>> tf.debugging.is_traceback_filtering_enabled()
    False
    >>> tf.debugging.enable_traceback_filtering()
    """
    global _filtering
    _filtering = False


def is_traceback_filtering_enabled() -> bool:
    """Whether the package's own frames are left out of tracebacks.

    >>> import graphwright as tf
    >>> tf.debugging.is_traceback_filtering_enabled()
    True
    """
    return _filtering


__all__ = ["disable_traceback_filtering", "enable_traceback_filtering", "is_traceback_filtering_enabled"]
