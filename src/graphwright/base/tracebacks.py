"""Tracebacks without the package's own frames, and the setting that filters them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from types import TracebackType

PACKAGE_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
"""Frames of code below this folder are ours, not the user's."""

_filtering = True


def of_frames(entries: Iterable[TracebackType]) -> TracebackType | None:
    """A traceback of these frames alone."""
    following: TracebackType | None = None
    for entry in reversed(list(entries)):
        following = TracebackType(following, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return following


def shorten(error: BaseException) -> None:
    """Leave the package's own frames out of a caught error's traceback unless all shall be shown.

    To be followed by a bare `raise`, which, other than `raise error`, adds no frame for the place that it stands at.
    """
    caught = error.__traceback__
    if not _filtering or caught is None:
        return
    kept: list[TracebackType] = []
    entry: TracebackType | None = caught
    while entry is not None:
        if not entry.tb_frame.f_code.co_filename.startswith(PACKAGE_ROOT):
            kept.append(entry)
        entry = entry.tb_next
    error.__traceback__ = of_frames(kept)
    if sys.version_info < (3, 11):  # there a bare `raise` brings the traceback back that was caught
        caught.tb_next = error.__traceback__


def enable_traceback_filtering() -> None:
    """Leave the package's own frames out of the tracebacks of errors that calls of functions raise: the default.

    >>> tf.debugging.enable_traceback_filtering()
    """
    global _filtering
    _filtering = True


def disable_traceback_filtering() -> None:
    """Show all frames in the tracebacks of errors that calls of functions raise.

    >>> tf.debugging.disable_traceback_filtering()
    >>> tf.debugging.is_traceback_filtering_enabled()
    False
    >>> tf.debugging.enable_traceback_filtering()
    """
    global _filtering
    _filtering = False


def is_traceback_filtering_enabled() -> bool:
    """Whether the package's own frames are left out of tracebacks.

    >>> tf.debugging.is_traceback_filtering_enabled()
    True
    """
    return _filtering


__all__ = ["disable_traceback_filtering", "enable_traceback_filtering", "is_traceback_filtering_enabled"]
