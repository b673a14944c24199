"""`graphwright compile`: what it writes and prints."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from graphwright.cli.main import main
from tests.aot.libraries import load, needs_compiler

MODEL = str(Path(__file__).parents[1] / "golden" / "data" / "saved_models" / "signatures")


@needs_compiler
def test_a_signature_becomes_a_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", MODEL, "--output", str(tmp_path), "--name", "scaled", "--weights", "file"]) == 0
    written = capsys.readouterr().out.splitlines()
    assert sorted(written) == sorted(str(path) for path in tmp_path.iterdir())
    assert tmp_path / "scaled.weights" in tmp_path.iterdir()
    scaled = load(tmp_path / "scaled.py").Model()
    assert scaled(np.array([[1.0, 2.0]], np.float32))["output_0"].tolist() == [[1.0, 4.0]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["compile", MODEL, "--output", "out", "--signature", "none"], "no signature or function 'none'"),
        (["compile", MODEL, "--output", "out", "--target", "pdp11"], "no target 'pdp11'"),
        (["compile", "missing", "--output", "out"], "no folder of a SavedModel"),
    ],
)
def test_errors_are_one_line(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    reported = capsys.readouterr().err
    assert expected in reported and reported.count("\n") == 1
