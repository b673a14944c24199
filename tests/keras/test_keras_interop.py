"""Keras models saved here are loaded by a real TensorFlow with its Keras, and theirs here: the same results.

`GRAPHWRIGHT_TENSORFLOW` names the Python of an environment with TensorFlow, as for `make interop`.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphwright.saved_model.loader import load
from tests.aot.libraries import build, needs_compiler, same_bits
from tests.keras.exported import MODELS

ROOT = Path(__file__).parent.parent.parent
GIVEN = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")
PYTHONS = {"graphwright": sys.executable, "tensorflow": os.path.join(ROOT, GIVEN)}
ENVIRONMENT = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}

pytestmark = [
    pytest.mark.timeout(600),
    pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed"),
]

by_tensorflow = pytest.mark.skipif(not GIVEN, reason="GRAPHWRIGHT_TENSORFLOW names no Python")
by_both = pytest.mark.parametrize(
    ("saver", "loader"),
    [
        ("graphwright", "graphwright"),
        *(
            pytest.param(*pair, marks=by_tensorflow)
            for pair in (("graphwright", "tensorflow"), ("tensorflow", "graphwright"))
        ),
    ],
)


def told_by(module: str, command: str, folder: Path) -> dict[str, Any]:
    """What `exported` tells under a module."""
    done = subprocess.run(
        [PYTHONS[module], "-m", "tests.keras.exported", command, module, str(folder)],
        cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=290,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(json.loads((folder / f"{command}.json").read_text(encoding="utf-8")))


@by_both
def test_models_are_loaded_as_they_were_saved(saver: str, loader: str, tmp_path: Path) -> None:
    saved = told_by(saver, "save", tmp_path)
    found = told_by(loader, "load", tmp_path)
    assert list(saved) == list(found) == list(MODELS)
    for name, outputs in saved.items():
        for way, item in found[name].items():
            np.testing.assert_allclose(item, outputs, rtol=1e-4, atol=1e-5, err_msg=f"{name}: {way}")


@needs_compiler
@pytest.mark.parametrize("saver", ["graphwright", pytest.param("tensorflow", marks=by_tensorflow)])
def test_exported_models_become_libraries(saver: str, tmp_path: Path) -> None:
    saved = told_by(saver, "save", tmp_path)
    for name, outputs in saved.items():
        served = load(str(tmp_path / f"{name}.exported")).signatures["serving_default"]
        x = MODELS[name][1](np.random.default_rng(0))
        (argument,) = served.structured_input_signature[1]
        found = build(served, tmp_path / "libraries", name=f"keras_{name}").Model()(x)
        same_bits(found, served(**{argument: x}))
        np.testing.assert_allclose(found["output_0"], outputs, rtol=1e-4, atol=1e-5, err_msg=name)
