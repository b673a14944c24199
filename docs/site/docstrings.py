"""Docstrings as Markdown: the project's docstrings are Markdown already, but for examples and lists of arguments."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, Final

_SECTION: Final = re.compile(r"(Args|Arguments|Attributes|Raises|Returns|Yields|Keyword args):$")
_ENTRY: Final = re.compile(r"  (?! )(\*{0,2}[\w.]+(?:, \*{0,2}[\w.]+)*): (.*)")


def markdown(value: Any) -> str:
    """The docstring of a function, class or property as Markdown; empty where there is none of its own."""
    text = vars(value).get("__doc__") if inspect.isclass(value) else getattr(value, "__doc__", None)
    return "\n".join(_lines(inspect.cleandoc(text))) if isinstance(text, str) else ""


def first_sentence(value: Any) -> str:
    """The first paragraph of a docstring on one line."""
    return " ".join(markdown(value).partition("\n\n")[0].split())


def _lines(text: str) -> Iterator[str]:
    section = False
    for block in re.split(r"\n(?:[ \t]*\n)+", text):
        lines = block.split("\n")
        if ">>>" in block:
            yield from _example(lines)
        elif (section and lines[0].startswith("  ")) or _SECTION.match(lines[0]):
            section = True
            yield from _entries(lines)
        else:
            section = False
            yield from map(_escaped, lines)
        yield ""


def _example(lines: list[str]) -> Iterator[str]:
    """A paragraph with an example: prose before it, and the session in a fence."""
    start = next(number for number, line in enumerate(lines) if ">>>" in line)
    yield from map(_escaped, lines[:start])
    indent = len(lines[start]) - len(lines[start].lstrip())
    yield from ("", "```pycon", *(line[indent:] for line in lines[start:]), "```")


def _entries(lines: list[str]) -> Iterator[str]:
    """A section of arguments, errors and so on as a list."""
    if heading := _SECTION.match(lines[0]):
        yield from (f"**{heading[1]}**", "")
        lines = lines[1:]
    for line in lines:
        if entry := _ENTRY.match(line):
            yield f"- `{entry[1]}`: {_escaped(entry[2])}"
        else:
            yield f"  {_escaped(line.strip())}"


def _escaped(line: str) -> str:
    """Prose in which stars, angle brackets and square brackets mean themselves, but for what is in backquotes."""
    parts = re.split(r"(`+[^`]*`+)", line)
    return "".join(part if part.startswith("`") else re.sub(r"([*<>\[\]{}|$])", r"\\\1", part) for part in parts)
