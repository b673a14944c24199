"""The examples run as a newcomer runs them, and say what the README says of them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

EXAMPLES = Path(__file__).parents[2] / "examples"


def run_digits(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", str(EXAMPLES / "digits.py"), "--out", "out/picture.png", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def digits(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What the whole run prints, and the folder it ran in."""
    folder = tmp_path_factory.mktemp("digits")
    done = run_digits(folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout, folder


def figure(printed: str, pattern: str) -> float:
    found = re.search(pattern, printed)
    assert found, f"no {pattern!r} in:\n{printed}"
    return float(found[1])


@pytest.mark.executors
def test_digits_reads_nearly_all_that_was_held_out(digits: tuple[str, Path]) -> None:
    assert figure(digits[0], r"test accuracy +([\d.]+)% of 359 digits held out") >= 96


@pytest.mark.executors
def test_digits_traces_the_step_once(digits: tuple[str, Path]) -> None:
    assert figure(digits[0], r"traces of step +(\d+)\n") == 1


def test_digits_tells_what_tracing_gained(digits: tuple[str, Path]) -> None:
    eager, traced, ratio = (
        figure(digits[0], pattern)
        for pattern in [r"([\d.]+) us eager", r"eager, ([\d.]+) us traced", r"traced: ([\d.]+) times faster"]
    )
    assert ratio == pytest.approx(eager / traced, rel=0.1)
    assert ratio > 1


def test_digits_draws_the_picture_it_names(digits: tuple[str, Path]) -> None:
    printed, folder = digits
    assert printed.splitlines()[-1].split() == ["picture", "out/picture.png"]
    with Image.open(folder / "out" / "picture.png") as picture:
        assert picture.size == (920, 650)
        assert len(picture.getcolors(1 << 20)) > 20  # digits in shades of grey, a curve in blue


def test_digits_shows_its_progress_in_ten_lines(digits: tuple[str, Path]) -> None:
    lines = [line for line in digits[0].splitlines() if line.startswith("training")]
    assert len(lines) == 10
    assert lines[-1].startswith("training 30/30  loss 0.0")
    assert "\r" not in digits[0]


def test_digits_refuses_to_train_for_no_epoch(tmp_path: Path) -> None:
    done = run_digits(tmp_path, "--epochs", "0")
    assert done.returncode == 2
    assert "--epochs must be at least 1" in done.stderr
