"""Whether a program asks for results that repeat exactly. They always do; what is asked is kept for who looks."""

from __future__ import annotations

_asked = False


def enable_op_determinism() -> None:
    """Ask for results that repeat from run to run; they do in any case.

    >>> tf.config.experimental.enable_op_determinism()
    """
    global _asked
    _asked = True


def disable_op_determinism() -> None:
    """Take back what `enable_op_determinism` asks."""
    global _asked
    _asked = False


def is_op_determinism_enabled() -> bool:
    """Whether the program asks for results that repeat."""
    return _asked


__all__ = ["disable_op_determinism", "enable_op_determinism", "is_op_determinism_enabled"]
