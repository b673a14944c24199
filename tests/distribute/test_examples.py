"""The examples of training on several devices. Those of several processes are run by `test_processes.py`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("jax")
pytestmark = pytest.mark.timeout(300)

EXAMPLES = Path(__file__).parents[2] / "examples" / "distributed"


def printed(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_three_models_reach_the_loss_of_one_device() -> None:
    text = printed("measure.py", "--replicas", "8", "--steps", "12")
    rows = re.findall(r"^(digits|cnn|transformer) +(\S+) +(\S+) .* ([\d,]+)$", text, re.M)
    assert [(name, sent) for name, _, _, sent in rows] == [
        ("digits", "132,608"), ("cnn", "42,224"), ("transformer", "55,552"),
    ]  # fmt: skip
    for name, loss, alone, _ in rows:
        assert float(loss) == pytest.approx(float(alone), abs=2e-5), name


def test_a_model_spread_over_a_mesh() -> None:
    text = printed("sharded.py", "--devices", "8", "--steps", "20")
    assert "8 devices" in text and "5,120 bytes of weights on each" in text


def test_a_transformer_over_a_mesh_of_dtensor() -> None:
    text = printed("dtensor.py", "--batch", "2", "--model", "4", "--steps", "6")
    assert "57,344 bytes of weights" in text and "14,336 bytes each" in text
