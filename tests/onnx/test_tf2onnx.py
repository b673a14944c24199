"""tf2onnx, unmodified, converts functions, Keras models, frozen graphs and SavedModels of ours."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("tf2onnx", "keras", "onnxruntime")),
    reason="tf2onnx, Keras or ONNX Runtime is not installed",
)

PROGRAMS = Path(__file__).with_name("tf2onnx_programs.py")
MODELS = (
    "mlp cnn attention loop graph_def saved_module keras_cnn keras_lstm keras_gru keras_attention saved_keras_model"
)


@pytest.mark.parametrize("name", MODELS.split())
def test_a_model_gives_the_same_in_onnx_runtime(name: str) -> None:
    command = [sys.executable, "-m", "graphwright", str(PROGRAMS), name]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3_000:]
    assert float(done.stdout.splitlines()[-1]) < 1e-5
