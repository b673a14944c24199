"""The programs of the table by topic, and TensorFlow's recorded answers."""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DATA = HERE.parent / "golden" / "data" / "behaviour"


def listed(text: str) -> dict[str, str]:
    """Programs by title from a text in which each stands under a line `# == title`."""
    chunks = re.split(r"^# == (.*)\n", textwrap.dedent(text), flags=re.M)
    return {title.strip(): program.strip() + "\n" for title, program in zip(chunks[1::2], chunks[2::2], strict=True)}


def product(title: str, program: str, **values: Sequence[str] | Mapping[str, str]) -> dict[str, str]:
    """Programs for all combinations of values, which replace `<name>` in the title and in the program.

    A mapping has the text for the title as its key and that for the program as its value. Values may contain the names
    that come after their own; lines of a value are indented as the line that it stands in.
    """
    tables = [list(v.items()) if isinstance(v, Mapping) else [(x, x) for x in v] for v in values.values()]
    result = {}
    for chosen in itertools.product(*tables):
        heading, text = title, textwrap.dedent(program).strip() + "\n"
        for name, (said, written) in zip(values, chosen, strict=True):
            heading = heading.replace(f"<{name}>", " ".join(said.split()))
            text = _replaced(text, f"<{name}>", written)
        result[heading] = text
    return result


def _replaced(text: str, name: str, value: str) -> str:
    lines = []
    for line in text.split("\n"):
        margin = "\n" + " " * (len(line) - len(line.lstrip()))
        lines.append(line.replace(name, value.replace("\n", margin)))
    return "\n".join(lines)


def topics() -> list[str]:
    """The names of all topics."""
    return sorted(path.stem.removeprefix("rows_") for path in HERE.glob("rows_*.py"))


def _module(topic: str) -> Any:
    return importlib.import_module(f"tests.behaviour.rows_{topic}")


def rows(topic: str) -> dict[str, str]:
    """The programs of a topic by title."""
    return dict(_module(topic).ROWS)


def on_purpose(topic: str) -> dict[str, str]:
    """The titles of programs where we differ on purpose, with the reason for each."""
    return dict(getattr(_module(topic), "ON_PURPOSE", {}))


def digest(program: str) -> str:
    """A short digest of a program, by which a changed program is known from its record."""
    return hashlib.sha256(program.encode()).hexdigest()[:8]


@lru_cache(2)  # parts of one topic follow each other
def recorded(topic: str) -> dict[str, Any]:
    """TensorFlow's answers by title; each has the program that it was recorded from."""
    path = DATA / f"{topic}.json"
    return json.loads(path.read_text()) if path.exists() else {}
