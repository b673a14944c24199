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
from tests.saved_model_programs import PROGRAMS, make, results
from tests.test_saved_model import agree

PYTHON = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")
PROGRAM_FILE = Path(__file__).parent / "saved_model_programs.py"

pytestmark = [
    pytest.mark.interop,
    pytest.mark.timeout(600),
    pytest.mark.skipif(not PYTHON, reason="GRAPHWRIGHT_TENSORFLOW names no Python with TensorFlow"),
]


def in_tensorflow(command: str, folder: Path) -> dict[str, Any]:
    """What TensorFlow tells of all programs, having saved or loaded their models in a folder."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    subprocess.run(
        [PYTHON, str(PROGRAM_FILE), command, "tensorflow", str(folder)],
        env=environment, check=True, capture_output=True, timeout=580,
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


@pytest.mark.parametrize("name", PROGRAMS)
def test_tensorflow_loads_what_is_saved_here(name: str, ours: Any) -> None:
    folder, told = ours
    assert "error" not in told[name], told[name]["error"]
    assert agree(told[name]["results"], results(tf, make(tf, name), tf.saved_model.load(folder / file_name(name))))


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_tensorflow_saves_is_loaded_here(name: str, theirs: Any) -> None:
    folder, told = theirs
    assert "error" not in told[name], told[name]["error"]
    assert agree(results(tf, make(tf, name), tf.saved_model.load(folder / file_name(name))), told[name]["results"])


RESAVE = """
import sys, tensorflow as tf
for source, target in zip(sys.argv[1::2], sys.argv[2::2]):
    model = tf.saved_model.load(source)
    tf.saved_model.save(model, target, signatures=dict(model.signatures))
"""


def test_what_tensorflow_saves_again_comes_back(ours: Any, tmp_path: Path) -> None:
    folder, _ = ours
    pairs = [(str(folder / file_name(n)), str(tmp_path / file_name(n))) for n in PROGRAMS]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    arguments = [part for pair in pairs for part in pair]
    subprocess.run([PYTHON, "-c", RESAVE, *arguments], env=environment, check=True, capture_output=True)
    for name in PROGRAMS:
        program = make(tf, name)
        wanted = results(tf, program, tf.saved_model.load(folder / file_name(name)))
        assert agree(results(tf, program, tf.saved_model.load(tmp_path / file_name(name))), wanted), name


SESSION = """
import sys, numpy as np, tensorflow as tf
with tf.compat.v1.Session(graph=tf.Graph()) as session:
    meta = tf.compat.v1.saved_model.load(session, ["serve"], sys.argv[1])
    signature = meta.signature_def["serving_default"]
    feed = {signature.inputs["x"].name: [[3.0, 4.0]]}
    print(session.run(signature.outputs["output_0"].name, feed).tolist())
"""


def test_sessions_and_the_command_line_run_the_signatures(ours: Any) -> None:
    folder, _ = ours
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    path = str(folder / "signatures")
    ran = subprocess.run([PYTHON, "-c", SESSION, path], env=environment, check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "[[3.0, 8.0]]"
    command = Path(PYTHON).with_name("saved_model_cli")
    shown = subprocess.run(
        [str(command), "run", "--dir", path, "--tag_set", "serve", "--signature_def", "serving_default",
         "--input_exprs", "x=[[3.0, 4.0]]"],
        env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "[[3. 8.]]" in shown.stdout
