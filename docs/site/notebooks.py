"""Tutorials: notebooks in Markdown, and the program that their cells are together."""

from __future__ import annotations

import re
from pathlib import Path

from docs.site.sources import ROOT


def tutorials() -> list[Path]:
    """The notebooks."""
    return [path for path in sorted((ROOT / "docs" / "tutorials").glob("*.md")) if path.stem != "index"]


def program(page: Path) -> str:
    """The cells of a notebook, one after the other, on the lines that they have in it."""
    lines = page.read_text(encoding="utf-8").splitlines()
    inside, shown = False, []
    for line in lines:
        if re.match("```", line):
            inside = line == "```{code-cell}"
            shown.append("")
        else:
            shown.append(line if inside else "")
    return "\n".join(shown).strip("\n") + "\n"
