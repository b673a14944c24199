"""The cells of the tutorials run, each notebook as a program of its own, and are formatted as the sources are."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.site import notebooks

PAGES = notebooks.tutorials()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_runs(page: Path, tmp_path: Path) -> None:
    if page.stem == "keras" and importlib.util.find_spec("keras") is None:
        pytest.skip("Keras is not installed; make docs runs this page")
    script = tmp_path / f"tutorial_{page.stem}.py"
    script.write_text(notebooks.program(page), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "error", script.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() and done.stderr == ""


def test_there_is_a_tutorial_for_each_topic() -> None:
    index = (PAGES[0].parent / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"^\d+\. \[[^]]+\]\((\w+)\.md\)", index, re.M) == index.split(":hidden:")[1].split()[:-1]
    assert len(PAGES) == 10


def test_the_program_of_a_notebook_has_the_lines_of_its_cells(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Title\n\n```{code-cell}\nx = 1\n```\n\n```sh\nls\n```\n\n```{code-cell}\nprint(x)\n```\n")
    assert notebooks.program(page).split() == ["x", "=", "1", "print(x)"]
