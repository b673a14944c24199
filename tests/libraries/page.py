"""Writes `docs/compatibility.md` from the recorded results of the libraries' own tests."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.libraries.suites import SUITES, Suite

PAGE = Path(__file__).resolve().parents[2] / "docs" / "compatibility.md"
RESULTS = Path(__file__).parent / "results"

_HEAD = """# Libraries

Libraries written for TensorFlow run on Graphwright unmodified: `python -m graphwright -m pytest ...` runs their own
tests. This page is written by `python -m tests.libraries.run NAME`, from the results in `tests/libraries/results`. All
tests count that run here; after a run with `--reference`, only those that pass with TensorFlow 2.21.

"""


def line(suite: Suite, results: dict[str, Any]) -> str:
    """The row of a library in the table."""
    counted = results["counted"]
    passed = counted - len(results["failing"])
    files = results.get("files")
    selection = suite.selection if files is None else f"{suite.selection}: {len(files)} files"
    cells = (
        suite.title,
        f"`{suite.commit[:10]}`",
        selection,
        f"{passed:,} of {counted:,}",
        f"{passed / max(counted, 1):.1%}",
        f"{suite.goal:.0%}",
    )
    return f"| {' | '.join(cells)} |"


def cause(suite: Suite, error: str) -> str:
    """Why a test fails, by its error."""
    return next((reason for part, reason in suite.causes if part in error), f"`{error}`")


def text() -> str:
    """The page."""
    found = {name: json.loads(path.read_text()) for name in SUITES if (path := RESULTS / f"{name}.json").exists()}
    rows = [line(SUITES[name], results) for name, results in found.items()]
    table = ["| library | commit | tests | pass | share | goal |", "|---|---|---|---|---|---|", *rows]
    parts = [_HEAD + "\n".join(table) + "\n"]
    for name, results in found.items():
        suite = SUITES[name]
        causes = Counter(cause(suite, error) for error in results["failing"].values())
        listed = [f"| {reason.replace('|', '/')} | {count} |" for reason, count in causes.most_common()]
        if listed:
            head = [f"\n## {suite.title}: what fails, and why\n", "| cause | tests |", "|---|---|"]
            parts.append("\n".join([*head, *listed]))
    return "\n".join(parts).rstrip() + "\n"


def write() -> None:
    """Write the page."""
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    write()
