"""`fit` of Keras under strategies: the losses of one device; a backup after a killed process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.distribute.support import environment_of_processes

pytestmark = [
    pytest.mark.timeout(300),
    pytest.mark.skipif(
        any(find_spec(name) is None for name in ("keras", "jax")), reason="needs Keras, and jax: make test-xla"
    ),
]

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "distribute" / "keras_program.py"

ONE_PROCESS = """
import json, sys
sys.path.insert(0, ".")
from tests.distribute.keras_program import fitted, tf
replicas = int(sys.argv[1])
strategy = tf.distribute.MirroredStrategy([f"CPU:{i}" for i in range(replicas)]) if replicas else None
print("RESULT", json.dumps(fitted(strategy)))
"""


def results(*command: str) -> list[dict[str, Any]]:
    done = subprocess.run(
        [sys.executable, *command], capture_output=True, text=True, timeout=240, cwd=ROOT,
        env=environment_of_processes(),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(text) for text in re.findall(r"RESULT (.*)", done.stdout)]


@pytest.fixture(scope="module")
def one_device() -> dict[str, Any]:
    (found,) = results("-c", ONE_PROCESS, "0")
    return found


def same(found: dict[str, Any], expected: dict[str, Any]) -> None:
    for name in ("loss", "accuracy", "evaluated"):
        assert found[name] == pytest.approx(expected[name], abs=1e-5), name
    assert found["weights"] == pytest.approx(expected["weights"], rel=1e-4)


@pytest.mark.parametrize("replicas", [2, 8])
def test_the_same_batches_give_the_loss_of_one_device(replicas: int, one_device: dict[str, Any]) -> None:
    (found,) = results("-c", ONE_PROCESS, str(replicas))
    assert len(found["loss"]) == 5  # of ten steps each
    same(found, one_device)
    assert np.array(found["predicted"]) == pytest.approx(np.array(one_device["predicted"]), abs=1e-4)


def test_a_backup_after_a_killed_process(tmp_path: Path, one_device: dict[str, Any]) -> None:
    launch = str(ROOT / "examples" / "distributed" / "launch.py")
    arguments = ["--processes", "2", "--restarts", "1", str(PROGRAM), str(tmp_path), "--die", "3"]
    results(launch, *arguments)
    found = [json.loads(file.read_text(encoding="utf-8")) for file in tmp_path.glob("*.json")]
    assert len(found) == 2
    for one in found:
        assert one["loss"] == pytest.approx(one_device["loss"][-len(one["loss"]) :], abs=1e-5)
        assert len(one["loss"]) < 5
        assert one["weights"] == pytest.approx(one_device["weights"], rel=1e-4)
