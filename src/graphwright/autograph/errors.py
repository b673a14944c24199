"""Errors raised while tracing, rewritten to show the user's code."""

from __future__ import annotations

import itertools
import linecache
import traceback
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from graphwright.autograph.marks import mark_of
from graphwright.base import errors as base_errors
from graphwright.base.tracebacks import PACKAGE_ROOT, is_traceback_filtering_enabled, of_frames

_MAX_REPEATS = 3
_ORIGINAL = "__graphwright_user_code__"


class _Line(NamedTuple):
    """A line of user code in the traceback of an error."""

    filename: str
    number: int
    function: str
    converted: bool

    def __str__(self) -> str:
        mark = "*" if self.converted else "**"
        source = linecache.getline(self.filename, self.number).strip()
        shown = f'    File "{self.filename}", line {self.number}, in {self.function}  {mark}\n'
        return shown + (f"        {source}\n" if source else "")


class _OriginalError(NamedTuple):
    """An error before it was rewritten."""

    error: BaseException
    message: str
    lines: list[_Line]


def with_user_lines(error: Exception) -> Exception:
    """The same error, its text beginning with the lines of the user's code that led to it.

    The class stays the same; where it cannot be built from a message alone, an instance of a subclass that has
    the same name and attributes is created. The traceback has the user's frames only. An error that was rewritten
    before (by a function inside the one that is traced) is retold with the lines further out in front.
    """
    known: _OriginalError | None = getattr(error, _ORIGINAL, None)
    frames = list(_user_frames(error.__traceback__))
    lines = [
        _Line(f.tb_frame.f_code.co_filename, f.tb_lineno, f.tb_frame.f_code.co_name, _is_converted(f.tb_frame))
        for f in frames
    ]
    if known is None:
        original = _OriginalError(error, _message_of(error), lines)
    else:
        # the frames of the inner function are part of this traceback, too
        repeated = bool(known.lines) and lines[-len(known.lines) :] == known.lines
        outer = lines[: -len(known.lines)] if repeated else lines
        original = _OriginalError(known.error, known.message, outer + known.lines)
    if not original.lines:
        return error
    rewritten = _with_message(original.error, f"in user code:\n\n{_listed(original.lines)}\n{original.message}\n")
    setattr(rewritten, _ORIGINAL, original)
    rewritten.__cause__, rewritten.__suppress_context__ = error.__cause__, True
    return rewritten.with_traceback(of_frames(frames) if is_traceback_filtering_enabled() else error.__traceback__)


def _listed(lines: list[_Line]) -> str:
    """The lines, those of a deep recursion not all."""
    shown: list[str] = []
    for line, same in itertools.groupby(lines):
        count = len(list(same))
        shown += [str(line)] * min(count, _MAX_REPEATS)
        if count > _MAX_REPEATS:
            shown.append(f"    [Previous line repeated {count - _MAX_REPEATS} more times]\n")
    return "".join(shown)


def _message_of(error: BaseException) -> str:
    """The last lines of the error's own traceback text: its class and message, indented."""
    name = type(error).__name__
    text = error.message if isinstance(error, base_errors.OpError) else str(error)
    return "\n".join("    " + line if line else "" for line in f"{name}: {text}".splitlines())


def _user_frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    """The frames that are not ours; of a function and the generated ones inside it, the innermost."""
    pending: TracebackType | None = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(PACKAGE_ROOT):
            part = mark_of(code)
            if pending is not None and not (part is not None and part.generated and _same_unit(pending, part.unit)):
                yield pending
            pending = trace
        trace = trace.tb_next
    if pending is not None:
        yield pending


def _same_unit(trace: TracebackType, unit: object) -> bool:
    part = mark_of(trace.tb_frame.f_code)
    return part is not None and part.unit is unit


def _is_converted(frame: FrameType) -> bool:
    return mark_of(frame.f_code) is not None


# the same error with another text ----------------------------------------------------------------------------


def _with_message(error: BaseException, message: str) -> Exception:
    kind: Any = type(error)
    try:
        result = kind(message) if _takes_message(kind) else _subclass_instance(error, kind, message)
        result = _copy_attributes(result, error)
    except Exception:  # a user's class may raise anything in its constructor
        result = base_errors.StagingError(message)
    return result


_MESSAGE_CLASSES = (
    TypeError,
    ValueError,
    RuntimeError,
    LookupError,
    ArithmeticError,
    AssertionError,
    NameError,
    AttributeError,
)
_QUOTING_CLASSES = (KeyError, UnicodeError)


def _takes_message(kind: type[BaseException]) -> bool:
    """Whether a class is constructed from its message and shows it unchanged."""
    own = [base for base in kind.__mro__ if base.__module__ not in ("builtins", base_errors.__name__)]
    if any("__init__" in vars(base) or "__new__" in vars(base) or "__str__" in vars(base) for base in own):
        return False
    if issubclass(kind, base_errors.OpError):
        return kind is not base_errors.OpError
    plain = kind.__init__ is Exception.__init__ or issubclass(kind, _MESSAGE_CLASSES)
    return plain and not issubclass(kind, _QUOTING_CLASSES)


def _subclass_instance(error: BaseException, kind: type[BaseException], message: str) -> Exception:
    """An instance of a subclass that differs in its text alone."""

    def show(_: Any) -> str:
        return message

    subclass: Any = type(kind.__name__, (kind,), {"__str__": show, "__module__": kind.__module__})
    subclass.__qualname__ = kind.__qualname__
    arguments = error.args
    if isinstance(error, OSError) and error.filename is not None:
        arguments = (error.errno, error.strerror, error.filename, None, error.filename2)
    result: Exception = subclass.__new__(subclass, *arguments)
    result.args = error.args
    return result


def _copy_attributes(result: Exception, error: BaseException) -> Exception:
    for name, value in vars(error).items():
        if name not in ("_message", "_origin"):
            result.__dict__.setdefault(name, value)
    for name in ("name", "obj", "path", "value", "encoding", "object", "start", "end", "reason"):
        value = getattr(error, name, None)
        if value is not None and getattr(result, name, value) is None:
            setattr(result, name, value)
    return result


def user_traceback(error: BaseException) -> str:
    """The text of an error's traceback with the user's frames only."""
    frames = of_frames(list(_user_frames(error.__traceback__)))
    return "".join(traceback.format_exception(type(error), error, frames))
