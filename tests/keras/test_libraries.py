"""Models by Keras as C libraries: the examples' models, and a step of training with dropout."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from tests.aot.libraries import needs_compiler
from tests.keras.libraries import MODELS

pytestmark = [
    needs_compiler,
    pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed"),
]

ROOT = Path(__file__).parents[2]


def _run(name: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = (sys.executable, "-m", "tests.keras.libraries", name, str(folder))
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


@pytest.mark.parametrize("name", [*MODELS, "step"])
def test_a_library_gives_the_same_bits(name: str, tmp_path: Path) -> None:
    done = _run(name, tmp_path)
    assert (done.returncode, done.stdout.splitlines()[-1:]) == (0, ["the same"]), done.stderr
