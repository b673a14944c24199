"""Regular expressions as programs over bytes of UTF-8, which C runs in linear time (`runtime/c/core/regex.h`).

Python parses a pattern that `_re2` has translated, and its tree becomes instructions: Thompson's construction, with
alternatives in order of priority. Ranges of characters become sequences of ranges of bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphwright.core.tensor import Array

BYTE, SPLIT, SAVE, ASSERT, MATCH = range(5)
TEXT_BEGIN, TEXT_END, LINE_BEGIN, LINE_END, WORD, NO_WORD = range(6)
_MOST_STEPS: Final = 4000
_MOST_GROUPS: Final = 10  # that a rewrite can name, the whole match included
_HIGHEST: Final = 0x10FFFF
_SURROGATES: Final = (0xD800, 0xDFFF)

Ranges = list[tuple[int, int]]


class Unsupported(Exception):
    """The pattern is left to Python."""


class RegexProgram:
    """A pattern as instructions.

    Attributes:
      forward: int32 `[n, 4]`: operation, two operands, the next instruction.
      backward: the program of the reversed pattern; None if it has assertions other than the text's begin and end.
      choices: how many repetitions and alternatives it has. Python may take exponential time for two.
      classes: uint8 `[256]`: bytes of one class are alike for all instructions.
    """

    def __init__(self, forward: Array, backward: Array | None, choices: int) -> None:
        self.forward, self.backward, self.choices = forward, backward, choices
        self.classes = _classes(forward)


def program_of(pattern: re.Pattern[str]) -> RegexProgram | None:
    """The program of a pattern; None for one that is left to Python, such as one that is long."""
    if not pattern.flags & re.ASCII:
        return None
    try:
        tree: Any = re._parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE)  # type: ignore[attr-defined]
        forward = _Compiler(pattern.flags, backward=False)
        forward.compile(tree)
        backward = _Compiler(pattern.flags, backward=True)
        backward.compile(tree)
    except (Unsupported, AttributeError, RecursionError):
        return None
    plain = all(step[0] != ASSERT or step[1] in (TEXT_BEGIN, TEXT_END) for step in forward.steps)
    return RegexProgram(forward.array(), backward.array() if plain else None, forward.choices)


class _Compiler:
    """Writes the instructions of a tree from the last to the first: each knows the one that follows."""

    def __init__(self, flags: int, *, backward: bool) -> None:
        self.flags, self.backward = flags, backward
        self.steps: list[list[int]] = []
        self.choices = 0

    def compile(self, tree: Any) -> None:
        """Compile a whole pattern; the first instruction is number 0."""
        first = self.step(SPLIT, 0, 0)
        begin = self.sequence(tree, self.flags, self.step(MATCH))
        self.steps[first][1:3] = [begin, begin]

    def array(self) -> Array:
        """The instructions."""
        return np.array(self.steps, np.int32)

    def step(self, operation: int, a: int = 0, b: int = 0, then: int = 0) -> int:
        """Add an instruction; returns its number."""
        if len(self.steps) >= _MOST_STEPS:
            raise Unsupported
        self.steps.append([operation, a, b, then])
        return len(self.steps) - 1

    def sequence(self, items: Any, flags: int, then: int) -> int:
        """Items one after the other, and then an instruction; returns where they begin."""
        for item in list(items) if self.backward else reversed(list(items)):
            then = self.item(item, flags, then)
        return then

    def item(self, item: tuple[Any, Any], flags: int, then: int) -> int:
        kind, value = str(item[0]), item[1]
        match kind:
            case "LITERAL" | "NOT_LITERAL" | "IN" | "ANY":
                return self.characters(_ranges(kind, value, flags), then)
            case "BRANCH":
                self.choices += 1
                return self.alternatives([self.sequence(branch, flags, then) for branch in value[1]])
            case "SUBPATTERN":
                group, added, removed, body = value
                return self.group(group, body, (flags | added) & ~removed, then)
            case "MAX_REPEAT" | "MIN_REPEAT":
                least, most, body = value
                return self.repeat(body, int(least), most, kind == "MIN_REPEAT", flags, then)
            case "AT":
                return self.step(ASSERT, self.assertion(str(value), flags), then=then)
        raise Unsupported

    def assertion(self, name: str, flags: int) -> int:
        multiline = bool(flags & re.MULTILINE)
        known = {
            "AT_BEGINNING": LINE_BEGIN if multiline else TEXT_BEGIN,
            "AT_BEGINNING_STRING": TEXT_BEGIN,
            "AT_END_STRING": TEXT_END,
            "AT_BOUNDARY": WORD,
            "AT_NON_BOUNDARY": NO_WORD,
        }
        if multiline:
            known["AT_END"] = LINE_END
        if name not in known:
            raise Unsupported
        found = known[name]
        return {TEXT_BEGIN: TEXT_END, TEXT_END: TEXT_BEGIN}.get(found, found) if self.backward else found

    def alternatives(self, begins: Sequence[int]) -> int:
        at = begins[-1]
        for begin in reversed(begins[:-1]):
            at = self.step(SPLIT, begin, at)
        return at

    def group(self, number: int | None, body: Any, flags: int, then: int) -> int:
        if number is None or number >= _MOST_GROUPS or self.backward:
            return self.sequence(body, flags, then)
        begin = self.sequence(body, flags, self.step(SAVE, 2 * number + 1, then=then))
        return self.step(SAVE, 2 * number, then=begin)

    def repeat(self, body: Any, least: int, most: Any, lazy: bool, flags: int, then: int) -> int:
        self.choices += most != least
        if str(most) == "MAXREPEAT":
            # `x*` is `(x+)?`, as in RE2: the two differ if `x` may be empty
            loop = self.step(SPLIT, 0, 0)
            begin = self.sequence(body, flags, loop)
            ways = [then, begin] if lazy else [begin, then]
            self.steps[loop][1:3] = ways
            then = begin if least else self.step(SPLIT, *ways)
            least = max(0, least - 1)
        else:
            end = then
            for _ in range(int(most) - least):
                begin = self.sequence(body, flags, then)
                then = self.step(SPLIT, *((end, begin) if lazy else (begin, end)))
        for _ in range(least):
            then = self.sequence(body, flags, then)
        return then

    def characters(self, ranges: Ranges, then: int) -> int:
        """One character of some ranges; sequences of bytes with a common end share it."""
        known: dict[tuple[tuple[int, int], ...], int] = {(): then}
        begins = []
        for low, high in ranges:
            for sequence in utf8_sequences(low, high):
                parts = tuple(sequence[::-1] if self.backward else sequence)
                for size in range(1, len(parts) + 1):
                    tail = parts[-size:]
                    if tail not in known:
                        known[tail] = self.step(BYTE, *tail[0], then=known[tail[1:]])
                begins.append(known[parts])
        if not begins:  # no character at all
            return self.step(BYTE, 256, 0, then)
        return self.alternatives(begins)


def _ranges(kind: str, value: Any, flags: int) -> Ranges:
    """The characters that an item of a tree matches, as sorted ranges."""
    match kind:
        case "ANY":
            return _without([] if flags & re.DOTALL else [(10, 10)])
        case "LITERAL":
            return _either_case([(value, value)], flags)
        case "NOT_LITERAL":
            return _without(_either_case([(value, value)], flags))
    negated, found = False, []
    for name, operand in value:
        match str(name):
            case "NEGATE":
                negated = True
            case "LITERAL":
                found.append((operand, operand))
            case "RANGE":
                found.append(operand)
            case "CATEGORY":
                found += _category(str(operand))
            case _:
                raise Unsupported
    ranges = _either_case(found, flags)
    return _without(ranges) if negated else ranges


_CATEGORIES: Final[dict[str, Ranges]] = {
    "DIGIT": [(48, 57)],
    "WORD": [(48, 57), (65, 90), (95, 95), (97, 122)],
    "SPACE": [(9, 13), (32, 32)],
}


def _category(name: str) -> Ranges:
    negated, name = name.startswith("CATEGORY_NOT_"), name.rpartition("_")[2]
    if name not in _CATEGORIES:
        raise Unsupported
    return _without(_CATEGORIES[name]) if negated else _CATEGORIES[name]


def _either_case(ranges: Ranges, flags: int) -> Ranges:
    """Sorted ranges without overlaps, with the ASCII letters of the other case if the flags say so."""
    if flags & re.IGNORECASE:
        shifts = ((65, 90, 32), (97, 122, -32))
        other = [(max(a, x) + d, min(b, y) + d) for a, b in ranges for x, y, d in shifts if max(a, x) <= min(b, y)]
        ranges = [*ranges, *other]
    merged: Ranges = []
    for low, high in sorted(ranges):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(high, merged[-1][1])
        else:
            merged.append((low, high))
    return merged


def _without(ranges: Ranges) -> Ranges:
    """All other characters."""
    found, at = [], 0
    for low, high in _either_case(ranges, 0):
        if at < low:
            found.append((at, low - 1))
        at = high + 1
    return [*found, (at, _HIGHEST)] if at <= _HIGHEST else found


def utf8_sequences(low: int, high: int) -> list[list[tuple[int, int]]]:
    """The bytes of a range of characters: sequences of ranges, each of which gives one byte. Surrogates have none."""
    if low > high:
        return []
    if low <= _SURROGATES[1] and high >= _SURROGATES[0]:
        return utf8_sequences(low, min(high, _SURROGATES[0] - 1)) + utf8_sequences(max(low, _SURROGATES[1] + 1), high)
    for last in (0x7F, 0x7FF, 0xFFFF):
        if low <= last < high:
            return utf8_sequences(low, last) + utf8_sequences(last + 1, high)
    size = len(chr(high).encode())
    for count in range(1, size):  # bytes that continue the first one
        mask = (1 << 6 * count) - 1
        if low & ~mask != high & ~mask:
            if low & mask:
                return utf8_sequences(low, low | mask) + utf8_sequences((low | mask) + 1, high)
            if high & mask != mask:
                return utf8_sequences(low, (high & ~mask) - 1) + utf8_sequences(high & ~mask, high)
    return [list(zip(chr(low).encode(), chr(high).encode(), strict=True))]


def _classes(steps: Array) -> Array:
    """A number for each byte, the same for bytes that no instruction tells apart."""
    begins = np.zeros(257, np.bool_)
    for operation, low, high, _ in steps.tolist():
        if operation == BYTE and low <= high:
            begins[[low, high + 1]] = True
    begins[0] = False
    classes: Array = np.cumsum(begins[:256]).astype(np.uint8)
    return classes


__all__ = ["RegexProgram", "program_of", "utf8_sequences"]
