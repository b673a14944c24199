"""The examples with Keras learn what they are for, and what they export computes the same."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from tests.keras.programs import printed_by

pytestmark = pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "keras"

# what is to be read right of what was held out, in percent; of characters, guessing the blank is right of 19
LEAST = {"mlp": 97, "cnn": 97, "transformer": 95, "lstm": 38}


def test_every_example_is_run() -> None:
    found = {path.stem for path in EXAMPLES.glob("*.py") if "def main" in path.read_text(encoding="utf-8")}
    assert found == set(LEAST)


@pytest.mark.timeout(300)  # trains, exports, and starts TensorFlow
@pytest.mark.parametrize("name", LEAST)
def test_it_learns_and_what_it_exports_agrees(name: str, tmp_path: Path) -> None:
    printed = printed_by("", tmp_path, "-W", "error", str(EXAMPLES / f"{name}.py"))
    accuracy = re.search(r"test accuracy +([\d.]+)% of \d+ examples held out", printed)
    assert accuracy, printed
    assert float(accuracy[1]) >= LEAST[name]
    assert re.search(r"exported model +agrees\n", printed), printed
