"""The switch that makes all functions run as plain Python."""

from __future__ import annotations

from graphwright.core.context import add_slow_path_reason

_eager_mode = False


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
