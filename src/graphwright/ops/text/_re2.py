"""RE2 patterns and rewrites, translated to Python's `re`.

Strings are matched by characters; bytes that are not valid UTF-8 match themselves. Syntax common to both is passed
through; syntax of only one of them is translated or rejected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from graphwright.base import errors
from graphwright.ops.io._summaries import text_of
from graphwright.ops.text._unicode_classes import class_of

_CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "ascii": r"\x00-\x7f", "blank": r"\t ", "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9", "graph": "!-~", "lower": "a-z", "print": " -~", "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ", "upper": "A-Z", "word": "0-9A-Za-z_", "xdigit": "0-9A-Fa-f",
}  # fmt: skip
_BLANKS = r"\t\n\f\r "
_CLASS_ESCAPES = "afnrtvDW"
_ESCAPES = _CLASS_ESCAPES + "AbB"
_MAX_REPETITION = 1000

_ESCAPE = re.compile(r"\\(?:x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|(0[0-7]{0,2}|[1-7][0-7]{1,2})|(.))", re.DOTALL)
_PROPERTY = re.compile(r"\\([pP])(?:\{(\^?)(\w+)\}|([A-Z]))")
_REPETITION = re.compile(r"\{(\d+)(?:(,)(\d*))?\}")
_POSIX = re.compile(r"\[:(\^?\w+):\]")
_FLAGS = re.compile(r"\(\?([ims]+)\)")
_GROUP = re.compile(r"\((?:\?(?::|[ims]*:|P<(\w+)>))?(?!\?)")


class _Translation:
    """Translates one pattern from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.at = 0
        self.output: list[str] = []
        flags = _FLAGS.match(pattern)
        self.multiline = flags is not None and "m" in flags[1]

    def fail(self, why: str) -> errors.InvalidArgumentError:
        return errors.InvalidArgumentError(f"Invalid pattern: {self.pattern}, error: {why}")

    def run(self) -> str:
        flags = _FLAGS.match(self.pattern)
        if flags is not None:
            self.emit(flags[0], flags[0])
        repeated = False  # whether the previous token was a repetition: another may not follow
        while self.at < len(self.pattern):
            character = self.pattern[self.at]
            repetition = _REPETITION.match(self.pattern, self.at)
            if character in "*+?" or repetition is not None:
                if repeated:
                    raise self.fail(f"bad repetition operator: {self.pattern[self.at - 1 : self.at + 1]}")
                self.repetition(repetition)
                repeated = True
                continue
            repeated = False
            if character == "\\":
                self.escape(in_class=False)
            elif character == "[":
                self.character_class()
            elif character == "(":
                self.group()
            elif character == "$":
                self.emit("$", "$" if self.multiline else r"\Z")
            else:
                self.emit(character, r"\{" if character == "{" else character)
        return "".join(self.output)

    def emit(self, consumed: str, written: str) -> None:
        self.at += len(consumed)
        self.output.append(written)

    def repetition(self, counted: re.Match[str] | None) -> None:
        read = self.pattern[self.at] if counted is None else counted[0]
        if counted is not None:
            low, high = int(counted[1]), int(counted[3] or counted[1])
            if low > high or high > _MAX_REPETITION:
                raise self.fail(f"invalid repetition size: {read}")
        lazy = self.pattern[self.at + len(read) : self.at + len(read) + 1] == "?"
        self.emit(read + "?" * lazy, read + "?" * lazy)

    def escape(self, in_class: bool) -> bool:
        """Translate an escape sequence; returns whether it denotes a character class."""
        unicode = _PROPERTY.match(self.pattern, self.at)
        if unicode is not None:
            self.unicode_property(unicode, in_class)
            return True
        known = _CLASS_ESCAPES if in_class else _ESCAPES
        found = _ESCAPE.match(self.pattern, self.at)
        if found is None:
            raise self.fail("trailing \\")
        braced, two, octal, letter = found.groups()
        if letter is None:
            point = int(braced or two or octal, 8 if octal else 16)
            if point > 0x10FFFF:
                raise self.fail(f"invalid escape sequence: {found[0]}")
            self.emit(found[0], re.escape(chr(point)))
        elif letter == "Q" and not in_class:
            end = self.pattern.find(r"\E", self.at)
            quoted = self.pattern[self.at + 2 : len(self.pattern) if end < 0 else end]
            self.emit(rf"\Q{quoted}" + (r"\E" if end >= 0 else ""), re.escape(quoted))
        elif letter in "sS":
            inside = _BLANKS if letter == "s" else r"\v\S"
            self.emit(found[0], inside if in_class else f"[{inside}]")
        elif letter in "dw" or (letter in "DW" and not in_class):
            inside = _CLASSES["digit" if letter in "dD" else "word"]
            self.emit(found[0], inside if in_class else f"[{'^' * letter.isupper()}{inside}]")
        elif letter in "zC" and not in_class:
            self.emit(found[0], r"\Z" if letter == "z" else "(?s:.)")
        elif not letter.isascii() or (letter.isalnum() and letter not in known):
            raise self.fail(f"invalid escape sequence: {found[0]}")
        else:
            self.emit(found[0], found[0])
        return letter is not None and letter in "dDsSwW"

    def unicode_property(self, found: re.Match[str], in_class: bool) -> None:
        letter, caret, braced, single = found.groups()
        inside = class_of(braced or single, (letter == "P") != bool(caret))
        if inside is None:
            raise self.fail(f"invalid character class range: {found[0]}")
        self.emit(found[0], inside if in_class else f"[{inside}]")

    def character_class(self) -> None:
        begin = self.at
        negated = self.pattern.startswith("[^", self.at)
        self.emit("[^" if negated else "[", "[^" if negated else "[")
        if self.pattern.startswith(("]", "-"), self.at):
            self.emit("]", "\\" + self.pattern[self.at])
        while self.at < len(self.pattern):
            posix = _POSIX.match(self.pattern, self.at)
            character = self.pattern[self.at]
            if posix is not None:
                if posix[1] not in _CLASSES:
                    raise self.fail(f"invalid character class range: {posix[0]}")
                self.emit(posix[0], _CLASSES[posix[1]])
                self.escape_minus()
            elif character == "]":
                return self.emit("]", "]")
            elif character == "\\":
                if self.escape(in_class=True):
                    self.escape_minus()
            else:
                # doubled, these are set operators in Python
                self.emit(character, "\\" + character if character in "[&~|" else character)
        raise self.fail(f"missing ]: {self.pattern[begin:]}")

    def escape_minus(self) -> None:
        """Escape a minus after a class: it does not start a range."""
        if self.pattern.startswith("-", self.at):
            self.emit("-", r"\-")

    def group(self) -> None:
        found = _GROUP.match(self.pattern, self.at)
        if found is None or "m" in found[0].partition(":")[0].partition("<")[0]:
            raise self.fail(f"invalid perl operator: {self.pattern[self.at : self.at + 3]}")
        self.emit(found[0], f"(?P<{found[1]}>" if found[1] else found[0])


@lru_cache(maxsize=256)
def compile_pattern(pattern: bytes) -> re.Pattern[str]:
    """Compile an RE2 pattern; InvalidArgumentError if its syntax is invalid."""
    text = text_of(pattern)
    translated = _Translation(text).run()
    try:
        return re.compile(translated, re.ASCII if not _needs_unicode(text) else 0)
    except (re.error, OverflowError) as error:
        raise errors.InvalidArgumentError(f"Invalid pattern: {text}, error: {error}") from None


def _needs_unicode(text: str) -> bool:
    """Whether non-ASCII letters are matched case-insensitively."""
    return "i" in "".join(re.findall(r"\(\?([ims]+)[:)]", text)) and not text.isascii()


_REWRITE = re.compile(r"\\([0-9\\])|([^\\]+)")


def rewrite_parts(rewrite: bytes, groups: int) -> list[int | str]:
    r"""The text and the groups of a rewrite: `\1` to `\9` are groups, `\0` is the match, `\\` a backslash."""
    tokens: list[int | str] = []
    text, at = text_of(rewrite), 0
    while at < len(text):
        found = _REWRITE.match(text, at)
        if found is None:
            raise errors.InvalidArgumentError(
                f"Invalid rewrite: {text}, error: a backslash is followed by a digit or by another one"
            )
        at = found.end()
        tokens.append(found[2] or ("\\" if found[1] == "\\" else int(found[1])))

    missing = [p for p in tokens if isinstance(p, int) and p > groups]
    if missing:
        raise errors.InvalidArgumentError(f"Invalid rewrite: {text}, the pattern has {groups} groups, not {missing[0]}")

    return tokens


def replacement_of(parts: Sequence[int | str]) -> Callable[[re.Match[str]], str]:
    """What a rewrite makes of a match."""
    return lambda match: "".join(p if isinstance(p, str) else match[p] or "" for p in parts)


def substitute(
    pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str], text: str, everywhere: bool
) -> str:
    """Replace the first match, or all; an empty match directly after another match is skipped."""
    chunks: list[str] = []
    at, end = 0, -1
    while at <= len(text):
        match = pattern.search(text, at)
        if match is None:
            break
        chunks.append(text[at : match.start()])
        if match.start() == match.end() == end:
            chunks.append(text[end : end + 1])
            at = end + 1
            continue
        chunks.append(replacement(match))
        at = end = match.end()
        if not everywhere:
            break
    chunks.append(text[at:])
    return "".join(chunks)
