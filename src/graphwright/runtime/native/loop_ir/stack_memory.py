"""Verifies stack memory: no load or store goes beyond an alloca, or needs more alignment than it has."""

from __future__ import annotations

import re
from typing import Final

_ALLOCA: Final = re.compile(r"  %([\w.]+) = alloca (.+?)(?:, align (\d+))?$")
_STEP: Final = re.compile(r"  %([\w.]+) = getelementptr ([^%]+), ptr %([\w.]+), i64 (\d+)$")
_ACCESS: Final = re.compile(
    r"  (?:%[\w.]+ = load (?P<loaded>.+)|store (?P<stored>.+)), ptr %(?P<place>[\w.]+)(?:, align (?P<align>\d+))?$"
)
_FILLED: Final = re.compile(r"  call void @llvm\.mem(?:set|cpy)\.\S+\(ptr %([\w.]+), \S+ \S+, i64 (\d+),")
_SCALAR: Final = re.compile(r"ptr|i\d+|half|bfloat|float|double")
_WHOLE: Final = re.compile(r"([\[<])(\d+) x (.+)[\]>]")
_BITS: Final = {"ptr": 64, "half": 16, "bfloat": 16, "float": 32, "double": 64}


class StackMemory:
    """The pointers into memory of the stack, each with the bytes that follow it and its alignment."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[int, int]] = {}

    def fault(self, line: str) -> str | None:
        """Take in one leaf; gives what is wrong with it, None if nothing is."""
        if " = alloca " in line:
            self._allocated(line)
        elif not self._places:
            return None
        elif " = getelementptr " in line:
            self._moved(line)
        elif " = load " in line or line.startswith("  store "):
            return self._accessed(line)
        elif "@llvm.mem" in line:
            return self._filled(line)
        return None

    def _allocated(self, line: str) -> None:
        found = _ALLOCA.match(line)
        if found is not None and (size := bytes_of(found[2])) is not None:
            self._places[found[1]] = size, int(found[3] or _alignment(found[2]))

    def _moved(self, line: str) -> None:
        found = _STEP.match(line)
        place = None if found is None else self._places.get(found[3])
        if found is None or place is None or (size := bytes_of(found[2])) is None:
            return
        offset = size * int(found[4])
        self._places[found[1]] = place[0] - offset, _common(place[1], offset)

    def _accessed(self, line: str) -> str | None:
        found = _ACCESS.match(line)
        place = None if found is None else self._places.get(found["place"])
        if found is None or place is None:
            return None
        type_ = found["loaded"] or _first_type(found["stored"])
        size = bytes_of(type_)
        if size is None:
            return None
        left, alignment = place
        if size > left:
            return f"{size} bytes where the stack has {left}"
        needed = int(found["align"] or _alignment(type_))
        return None if alignment % needed == 0 else f"{type_} at an address that is a multiple of {alignment} only"

    def _filled(self, line: str) -> str | None:
        found = _FILLED.match(line)
        place = None if found is None else self._places.get(found[1])
        if found is None or place is None or int(found[2]) <= place[0]:
            return None
        return f"{found[2]} bytes where the stack has {place[0]}"


def bytes_of(type_: str) -> int | None:
    """The size of a type in memory; None for one that is not known here."""
    if _SCALAR.fullmatch(type_):
        return -(-(_BITS.get(type_) or int(type_[1:])) // 8)
    found = _WHOLE.fullmatch(type_)
    if found is None:
        return None
    count, element = int(found[2]), found[3]
    if found[1] == "<" and element == "i1":
        return -(-count // 8)
    size = bytes_of(element)
    return None if size is None else count * size


def _alignment(type_: str) -> int:
    """What the addresses of a type are multiples of if nothing is said of them."""
    found = _WHOLE.fullmatch(type_)
    if found is not None and found[1] == "[":
        return _alignment(found[3])
    return 1 << ((bytes_of(type_) or 1) - 1).bit_length()


def _first_type(text: str) -> str:
    """The type that a typed operand begins with."""
    if text[0] not in "[<":
        return text[: text.index(" ")]
    return text[: text.index("]" if text[0] == "[" else ">") + 1]


def _common(alignment: int, offset: int) -> int:
    """What an address some bytes behind a multiple of `alignment` is a multiple of."""
    return alignment if offset == 0 else min(alignment, offset & -offset)
