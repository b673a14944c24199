"""Tracebacks without the package's own frames, and the setting that filters them."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import ParamSpec, TypeVar

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

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

    Those of the errors that led to it are left out as well, and what no line of the user's raised is not printed. To be
    followed by a bare `raise`, which, other than `raise error`, adds no frame for the place that it stands at.
    """
    caught = error.__traceback__
    if not _filtering or caught is None:
        return
    error.__traceback__ = _of_users(caught)
    if sys.version_info < (3, 11):  # there a bare `raise` brings the traceback back that was caught
        caught.tb_next = error.__traceback__
    _shorten_reasons(error)


def _of_users(entry: TracebackType | None) -> TracebackType | None:
    """A traceback without the package's own frames."""
    kept: list[TracebackType] = []
    while entry is not None:
        if not entry.tb_frame.f_code.co_filename.startswith(PACKAGE_ROOT):
            kept.append(entry)
        entry = entry.tb_next
    return of_frames(kept)


def _shorten_reasons(error: BaseException) -> None:
    """Shorten the errors that led to an error, which Python prints before it."""
    seen = {id(error)}
    reason = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    while reason is not None and id(reason) not in seen and reason.__traceback__ is not None:
        seen.add(id(reason))
        shown = _of_users(reason.__traceback__)
        if shown is None and error.__cause__ is None:
            error.__suppress_context__ = True  # one of our own errors on the way
            return
        reason.__traceback__ = shown
        error, reason = reason, reason.__cause__ or (None if reason.__suppress_context__ else reason.__context__)


def shortened(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """A public function whose errors have no frames of the package; for calls that take longer than another frame."""

    @functools.wraps(function)
    def call(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> _Result:
        try:
            return function(*args, **kwargs)
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise

    return call


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


__all__ = [
    "disable_traceback_filtering",
    "enable_traceback_filtering",
    "is_traceback_filtering_enabled",
    "shorten",
    "shortened",
]
