"""`graphwright compile`: what it writes and prints."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import graphwright as tf
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


@needs_compiler
@pytest.mark.parametrize("file", ["graph.pb", "graph.pbtxt"])
def test_a_graph_becomes_a_library(file: str, tmp_path: Path) -> None:
    doubled = tf.function(lambda x, y: (tf.nn.relu(x) * 2.0, x + y))
    specs = (tf.TensorSpec([None, 3], tf.float32, name="x"), tf.TensorSpec([3], tf.float32, name="y"))
    graph = doubled.get_concrete_function(*specs).graph.as_graph_def()
    data = str(graph).encode() if file.endswith("txt") else graph.SerializeToString()
    (tmp_path / file).write_bytes(data)
    assert main(["compile", str(tmp_path / file), "--output", str(tmp_path / "out"), "--name", "graph"]) == 0
    found = load(tmp_path / "out" / "graph.py").Model()(x=[[1.0, -2.0, 3.0]], y=[1.0, 1.0, 1.0])
    assert {name: array.tolist() for name, array in found.items()} == {
        "Identity": [[2.0, 0.0, 6.0]], "Identity_1": [[2.0, -1.0, 4.0]],
    }  # fmt: skip
