"""ONNX models reach nothing beyond their folder: seen by an audit hook, in a process of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

if importlib.util.find_spec("onnx") is None:
    pytest.skip("needs the package onnx: make onnx-test", allow_module_level=True)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are part of what is tried")
@pytest.mark.parametrize(
    "every", [pytest.param(1, marks=[pytest.mark.thorough, pytest.mark.timeout(900)]), 40], ids=["all", "a part"]
)
def test_models_under_audit(every: int, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.onnx.audit", str(tmp_path), str(every)]
    done = subprocess.run(
        command,
        env={**os.environ, "GRAPHWRIGHT_EXECUTOR": "numpy"},
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["reached"] == {} and found["passed"] == [] and found["cases"] > 40
