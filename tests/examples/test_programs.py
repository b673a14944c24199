"""The ten complete programs learn something at a small size, and are as short as their page says."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples"

# The program, its arguments, what it prints last, and what the numbers in it must fulfil.
PROGRAMS = [
    ("pictures", "--epochs 3 --count 240", r"(\d+)% of the test pictures", lambda share: share > 50),
    ("text", "--epochs 8 --count 300", r"([\d.]+)% of the messages", lambda share: share > 85),
    ("translation", "--steps 120", r"([\d.]+)% of the numbers held out", lambda share: share > 60),
    ("gan", "--steps 250", r"([\d.]+)% of the generated points", lambda share: share > 10),
    ("reinforcement", "--updates 20", r"for ([\d.]+) steps, now for ([\d.]+) of", lambda first, last: last > 3 * first),
    ("physics", "--steps 500", r"solution by ([\d.]+)%", lambda error: error < 12),
    ("recommender", "--epochs 15", r"error ([\d.]+) where .* gives ([\d.]+)", lambda ours, mean: ours < 0.75 * mean),
    ("timeseries", "--epochs 2", r"mean error ([\d.]+) .* gives ([\d.]+)", lambda ours, naive: ours < 0.85 * naive),
    ("language_model", "--steps 100", r"([\d.]+) bits .* give ([\d.]+)", lambda ours, simple: ours < 0.85 * simple),
    ("bayes", "--samples 300", r"off by ([\d.]+) spreads, spreads by ([\d.]+)%", lambda m, s: m < 0.1 and s < 10),
]  # fmt: skip
WITH_KERAS = [name for name, *_ in PROGRAMS if "tf.keras" in (FOLDER / f"{name}.py").read_text(encoding="utf-8")]


def figures(printed: str, pattern: str) -> list[float]:
    found = re.search(pattern, printed)
    assert found, printed
    return [float(number) for number in found.groups()]


def run(name: str, arguments: str, folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(FOLDER / f"{name}.py"), *arguments.split()],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


@pytest.mark.parametrize(("name", "arguments", "pattern", "holds"), PROGRAMS, ids=[row[0] for row in PROGRAMS])
def test_a_program_learns(name, arguments, pattern, holds, tmp_path) -> None:
    if name in WITH_KERAS and importlib.util.find_spec("keras") is None:
        pytest.skip("Keras is not installed; make docs runs this program")
    printed = run(name, arguments, tmp_path)
    found = figures(printed, pattern)
    assert holds(*found), printed
    assert re.search(pattern, printed.splitlines()[-1]), "the figure is what is printed last"


@pytest.mark.parametrize("name", [row[0] for row in PROGRAMS])
def test_a_program_is_short_and_described(name) -> None:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    page = (ROOT / "docs/examples.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 150
    assert "import graphwright as tf" in text
    assert f"(../examples/{name}.py)" in page and f"(pictures/examples/{name}.png)" in page


def test_the_data_of_the_examples_is_small() -> None:
    assert sum(path.stat().st_size for path in (FOLDER / "data").iterdir()) < 2_000_000
