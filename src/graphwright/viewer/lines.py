"""The user's lines that operations come from, each once, with the source around them."""

from __future__ import annotations

import linecache
from typing import Any, Final

from graphwright.ir.location import Location

_AROUND: Final = 3  # lines of source before and after
_WIDEST: Final = 300  # characters of a line


class Lines:
    """Rows of a file, a line and a function, and the text of these lines and of those around them."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, int, str]] = []
        self.sources: dict[str, dict[int, str]] = {}
        self._known: dict[tuple[str, int, str], int] = {}

    def row(self, location: Location | None) -> int | None:
        """The row of a location."""
        if location is None:
            return None
        key = (location.filename, location.line, location.function)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = len(self.rows)
            self.rows.append(key)
            self._add_source(location.filename, location.line)
        return found

    def _add_source(self, filename: str, line: int) -> None:
        texts = self.sources.setdefault(filename, {})
        for number in range(max(1, line - _AROUND), line + _AROUND + 1):
            text = linecache.getline(filename, number)
            if text and number not in texts:
                texts[number] = text.rstrip("\n")[:_WIDEST]

    def described(self) -> dict[str, Any]:
        """Both as plain data."""
        return {"rows": self.rows, "sources": self.sources}
