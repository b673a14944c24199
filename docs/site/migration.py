"""Two pages for who comes from TensorFlow: why answers differ, and what to use for names that are missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from docs.site.sources import ROOT
from graphwright._missing import MISSING


def names_page() -> str:
    """The names of TensorFlow that are not here, with what to use instead: the table that the error messages use."""
    lines = [
        "# What to use for names that are not here",
        "",
        "The table behind the messages of [names that are not here](missing_names.md).",
        "",
        "| in | names | instead |",
        "|---|---|---|",
    ]
    for module, rows in MISSING.items():
        for names, instead in rows.items():
            shown = ", ".join(f"`{name}`" for name in names.split())
            lines.append(f"| `{module}` | {shown} | {_cell(instead)} |")
    return "\n".join(lines) + "\n"


def differences_page() -> str:
    """The reasons for differences, by topic, with how many rows of the page of differences have each."""
    head = "[Differences](differences.md) has the single expressions; these are their reasons, the commonest first."
    lines = ["# Differences by reason", "", head, ""]
    for topic, reasons in _topics((ROOT / "docs" / "differences.md").read_text(encoding="utf-8")):
        anchor = re.sub(r"[^\w\- ]", "", topic.lower()).replace(" ", "-")
        lines += [f"## [{topic}](differences.md#{anchor})", "", "| reason | rows |", "|---|---|"]
        lines += [f"| {_cell(reason)} | {count} |" for reason, count in reasons.most_common()] + [""]
    return "\n".join(lines)


def _topics(text: str) -> Iterator[tuple[str, Counter[str]]]:
    for section in re.split(r"^## ", text, flags=re.M)[1:]:
        topic, _, body = section.partition("\n")
        rows = re.findall(r"^\| `.*\| ([^|]+) \|$", body, re.M)
        if rows:
            yield topic.strip(), Counter(rows)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
