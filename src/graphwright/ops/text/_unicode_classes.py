"""Unicode's general categories and scripts as classes of characters in patterns: `\\p{Lu}`, `\\p{Greek}`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from graphwright.ops.text import _scripts

_CATEGORIES = frozenset(
    [
        "L",
        "Lu",
        "Ll",
        "Lt",
        "Lm",
        "Lo",
        "M",
        "Mn",
        "Mc",
        "Me",
        "N",
        "Nd",
        "Nl",
        "No",
        "P",
        "Pc",
        "Pd",
        "Ps",
        "Pe",
        "Pi",
        "Pf",
        "Po",
        "S",
        "Sm",
        "Sc",
        "Sk",
        "So",
        "Z",
        "Zs",
        "Zl",
        "Zp",
        "C",
        "Cc",
        "Cf",
        "Co",
    ]
)


@cache
def class_of(name: str, negated: bool) -> str | None:
    """What stands between the brackets of the class of characters that have a property, or have not; None for no
    property's name."""
    if name == "Any" and not negated:
        found = [(0, _scripts.COUNT - 1)]
    elif name in _CATEGORIES:
        found = _with_category(name)
    elif name in _scripts.numbers():
        found = _scripts.ranges_of(_scripts.numbers()[name])
    else:
        return None
    chosen = _others(found) if negated else found
    return "".join(_escaped(a) if a == b else f"{_escaped(a)}-{_escaped(b)}" for a, b in chosen)


def _escaped(point: int) -> str:
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


@cache
def _runs() -> list[tuple[int, int, str]]:
    """Runs of characters of one category, first and last. Unassigned ones and surrogates have none in RE2."""
    runs: list[tuple[int, int, str]] = []
    start, known = 0, unicodedata.category("\0")
    for point in range(1, _scripts.COUNT):
        category = unicodedata.category(chr(point))
        if category != known:
            runs.append((start, point - 1, known))
            start, known = point, category
    return [run for run in (*runs, (start, _scripts.COUNT - 1, known)) if run[2] not in ("Cn", "Cs")]


def _with_category(name: str) -> list[tuple[int, int]]:
    return _joined((a, b) for a, b, category in _runs() if category.startswith(name))


def _joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    result: list[tuple[int, int]] = []
    for a, b in ranges:
        if result and result[-1][1] + 1 == a:
            result[-1] = (result[-1][0], b)
        else:
            result.append((a, b))
    return result


def _others(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    at, result = 0, []
    for a, b in ranges:
        if at < a:
            result.append((at, a - 1))
        at = b + 1
    return [*result, (at, _scripts.COUNT - 1)] if at < _scripts.COUNT else result
