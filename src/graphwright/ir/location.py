"""Locations in the user's code where operations were created."""

from __future__ import annotations

import linecache
import sys
from types import CodeType
from typing import NamedTuple

from graphwright.base.tracebacks import PACKAGE_ROOT

# Whether code is ours, by its identity, which stays its own because it is kept: code of two files may be equal.
_ours: dict[int, tuple[bool, CodeType]] = {}


class Location(NamedTuple):
    """A line of code; cheap to take, its text is looked up only when it is shown."""

    code: CodeType
    line: int

    @property
    def filename(self) -> str:
        """The file of the line."""
        return self.code.co_filename

    @property
    def function(self) -> str:
        """The function the line is in."""
        return self.code.co_name

    def __str__(self) -> str:
        text = linecache.getline(self.filename, self.line).strip()
        return f'File "{self.filename}", line {self.line}, in {self.function}' + (f"\n    {text}" if text else "")


def user_location() -> Location | None:
    """The innermost line on the stack that is not ours."""
    frame = sys._getframe(1)
    while frame is not None:
        code = frame.f_code
        known = _ours.get(id(code))
        if known is None:
            known = _ours[id(code)] = code.co_filename.startswith(PACKAGE_ROOT), code
        if not known[0]:
            return Location(code, frame.f_lineno)
        frame = frame.f_back  # type: ignore[assignment]
    return None
