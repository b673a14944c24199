"""Models saved here are loaded by a real TensorFlow, and its models here: the same values and gradients.

`GRAPHWRIGHT_TENSORFLOW` names the Python of an environment with TensorFlow (`make interop`).
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from tests.saved_model.programs import PROGRAMS, gradients, make, of_signatures, plain, results
from tests.saved_model.test_saved_model import agree

ROOT = Path(__file__).parents[2]
GIVEN = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")
PYTHON = os.path.join(ROOT, GIVEN)

ENVIRONMENT = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}

pytestmark = [
    pytest.mark.interop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not GIVEN, reason="GRAPHWRIGHT_TENSORFLOW names no Python with TensorFlow"),
]


def in_tensorflow(command: str, folder: Path) -> dict[str, Any]:
    """What TensorFlow tells of all programs, having saved or loaded their models in a folder."""
    subprocess.run(
        [PYTHON, "-m", "tests.saved_model.programs", command, "tensorflow", str(folder)],
        cwd=ROOT, env=ENVIRONMENT, check=True, capture_output=True, timeout=580,
    )  # fmt: skip
    files = {name: folder / f"{file_name(name)}.{command}.tensorflow.json" for name in PROGRAMS}
    return {name: json.loads(file.read_text()) for name, file in files.items()}


def file_name(name: str) -> str:
    return name.replace(" ", "_")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("ours")
    for name in PROGRAMS:
        program = make(tf, name)
        tf.saved_model.save(program["model"], folder / file_name(name), program["signatures"])
    return folder, in_tensorflow("check", folder)


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("theirs")
    return folder, in_tensorflow("save", folder)


def test_there_are_enough_programs() -> None:
    assert len(PROGRAMS) >= 25


def told_here(name: str, path: Path) -> dict[str, Any]:
    """What a model gives here; loaded each time anew, for calls change it."""
    program = make(tf, name)
    found = results(tf, program, tf.saved_model.load(path))
    return {
        "results": found,
        "gradients": gradients(tf, program, tf.saved_model.load(path)),
        "signatures": of_signatures(tf, program, tf.saved_model.load(path)),
    }


def check(name: str, found: dict[str, Any], told: dict[str, Any]) -> None:
    assert "error" not in told, told["error"]
    assert agree(found["results"], told["results"])
    assert agree(found["gradients"], told["gradients"])
    assert list(found["signatures"]) == list(told["signatures"])
    assert agree(list(found["signatures"].values()), list(told["signatures"].values()))


@pytest.mark.parametrize("name", PROGRAMS)
def test_tensorflow_loads_what_is_saved_here(name: str, ours: Any) -> None:
    folder, reported = ours
    check(name, told_here(name, folder / file_name(name)), reported[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_tensorflow_saves_again_comes_back(name: str, ours: Any) -> None:
    folder, reported = ours
    check(name, told_here(name, folder / f"{file_name(name)}.again"), reported[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_tensorflow_saves_is_loaded_here(name: str, theirs: Any) -> None:
    folder, reported = theirs
    check(name, told_here(name, folder / file_name(name)), reported[name])


@pytest.mark.parametrize("name", [n for n, text in PROGRAMS.items() if "signature_calls" in text])
def test_sessions_run_the_signatures(name: str, ours: Any) -> None:
    folder, reported = ours
    program = make(tf, name)
    model = tf.saved_model.load(folder / file_name(name))
    found = [plain(tf, model.signatures[key](**kwargs)) for key, kwargs in program["signature_calls"]]
    assert found and agree(found, reported[name]["session"])


def test_the_command_line_of_tensorflow_runs_the_signatures(ours: Any) -> None:
    folder, _ = ours
    command = Path(PYTHON).with_name("saved_model_cli")
    for name, signature, item, wanted in (
        ("signatures", "serving_default", "x=[[3.0, 4.0]]", "[[3. 8.]]"),
        ("vocabulary", "embed", "words=['pear']", "[[2. 3.]]"),
    ):
        arguments = ["--dir", str(folder / file_name(name)), "--tag_set", "serve", "--signature_def", signature]
        shown = subprocess.run(
            [str(command), "run", *arguments, "--input_exprs", item],
            env=ENVIRONMENT, check=True, capture_output=True, text=True,
        )  # fmt: skip
        assert wanted in shown.stdout
