"""Writes docs/errors.md: each complaint, what TensorFlow and Graphwright print, and the fixes.

.venv/bin/python -m tests.complaints.document
"""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path

import graphwright as tf
from tests.complaints.record import RECORDED
from tests.complaints.run import outcome
from tests.complaints.table import COMPLAINTS, Complaint

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"

_HEAD = """# What goes wrong, and what is said

What people ask most about in `tf.function`, ranked by how often it is asked about TensorFlow, each with a program that
provokes it. TensorFlow's answers are those of {version}, long ones cut. Where our message names a fix, a test follows
it word for word. This page is written by `python -m tests.complaints.document`; the programs are in
`tests/complaints/table.py`.
"""


def page() -> str:
    """The text of the page."""
    recorded = json.loads(RECORDED.read_text())
    sections = [_section(complaint, recorded["outcomes"][complaint.title]) for complaint in COMPLAINTS]
    return "\n".join([_HEAD.format(version=recorded["version"]), *sections])


def _section(complaint: Complaint, theirs: str) -> str:
    lines = [f"## {complaint.number}. {complaint.title}", "", "```python", _spaced(complaint.program), "```", ""]
    lines += ["TensorFlow:", "", _block(theirs), "", "Graphwright:", "", _block(ours(complaint.program)), ""]
    for fix in complaint.fixes:
        lines += [f"*{fix.says}*", "", "```python", _spaced(fix.program), "```", ""]
        lines += [f"prints `{fix.prints}`.", ""]
    return "\n".join([*lines, complaint.remark, ""] if complaint.remark else lines)


def _spaced(program: str) -> str:
    """A program as the formatter leaves it: two empty lines around definitions."""
    lines = re.sub(r"\n{3,}", "\n\n", program.strip()).split("\n")
    shown = []
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        if (
            not line
            and not after.startswith(" ")
            and (before.startswith(" ") or after.startswith(("@", "def", "class")))
        ):
            shown.append("")
        shown.append(line)
    return "\n".join(shown)


def ours(program: str) -> str:
    """What we do with a program."""
    with tempfile.TemporaryDirectory() as folder:
        return outcome(program, tf, Path(folder))


def _block(text: str) -> str:
    return f"```text\n{text}\n```"


if __name__ == "__main__":
    PAGE.write_text(page())
