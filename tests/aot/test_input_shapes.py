"""Functions that were traced for unknown shapes, compiled for shapes that are given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import aot
from graphwright.cli.main import main
from graphwright.passes.specialize import specialize
from tests.aot.libraries import build, load, needs_compiler, own_level, same_bits


class _Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable(np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32), name="w")

    @tf.function(input_signature=[tf.TensorSpec(None, tf.float32, name="x"), tf.TensorSpec(None, tf.float32, name="k")])
    def scaled(self, x: Any, k: Any) -> Any:
        self.w.assign_add(tf.ones([3, 4]))
        return {"y": tf.nn.softmax(tf.matmul(x, self.w)) * k, "shape": tf.shape(x)}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("model"))
    made = _Model()
    tf.saved_model.save(made, folder, signatures=made.scaled)
    return folder


@needs_compiler
def test_shapes_give_arguments_a_rank(tmp_path: Path) -> None:
    made = _Model()
    concrete, number = made.scaled.get_concrete_function(), np.float32(3)
    for shape, x in (([None, 3], np.ones((2, 3), np.float32)), ([5, None, 3], np.ones((5, 2, 3), np.float32))):
        specs = [tf.TensorSpec(shape, tf.float32), tf.TensorSpec([], tf.float32)]
        traced = tf.function(made.scaled.python_function).get_concrete_function(*specs)
        module = build(concrete, tmp_path / str(len(shape)), input_shapes={"x": shape, "k": []})
        assert module.__name__ == "scaled" and module.RESULTS["y"][1][-1] == 4
        library = module.Model()
        for _ in range(2):
            library.set("w", made.w.numpy())
            same_bits(library(x=x, k=number), traced(x, number))
            np.testing.assert_array_equal(library.get("w"), made.w)


@needs_compiler
@pytest.mark.deploy
def test_a_shape_fixes_sizes_that_are_open(tmp_path: Path) -> None:
    spec = {"x": tf.TensorSpec([None, None], tf.float32), "words": tf.TensorSpec([None], tf.string)}
    concrete = tf.function(lambda x, words: (x * 2.0, words)).get_concrete_function(**spec)
    module = build(concrete, tmp_path, name="fixed", input_shapes={"x": tf.TensorShape([None, 2]), "words": [2]})
    assert module.ARGUMENTS == {"x": ("float32", ("x_size0", 2)), "words": ("string", (2,))}
    found = module.Model()(np.array([[1.0, 2.0], [3.0, 4.0]], np.float32), np.array(["a", "b"], object))
    assert [found["output_0"].tolist(), found["output_1"].tolist()] == [[[2.0, 4.0], [6.0, 8.0]], [b"a", b"b"]]


@needs_compiler
def test_several_shapes_get_code_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The code for known sizes adds ten more here, so that calls show which one they run."""

    def program(added: float) -> Any:
        total = tf.Variable(0.0, name="total")

        @tf.function
        def run(x: Any, y: Any) -> Any:
            total.assign_add(tf.reduce_sum(x))
            return {
                "all": tf.concat([x, y], 0) + added,
                "odd": x[tf.math.floormod(x, 2.0) == 1.0],
                "total": total + 0.0,
            }

        specs = [tf.TensorSpec([None], tf.float32, name="x"), tf.TensorSpec([None], tf.float32, name="y")]
        return run.get_concrete_function(*specs)

    other = program(11.0).graph
    monkeypatch.setattr("graphwright.aot.input_shapes.specialize", lambda _, types: specialize(other, types))
    shapes = {"x": [[3], (4,), [3]], "y": [[None], tf.TensorShape([2]), [None]]}
    module = build(program(1.0), tmp_path, name="several", input_shapes=shapes)
    model, total = module.Model(), 0.0
    for x_size, y_size, added in ((2, 2, 1.0), (3, 5, 11.0), (4, 2, 11.0), (4, 3, 1.0), (3, 0, 11.0), (2, 2, 1.0)):
        x, y = np.arange(x_size, dtype=np.float32), np.ones(y_size, np.float32)
        total += x.sum()
        found = model(x=x, y=y)
        assert found["all"].tolist() == [*(x + added), *(y + added)]
        assert found["odd"].tolist() == [n for n in x if n % 2] and found["total"] == total
    header = (tmp_path / "several.h").read_text()
    assert "Calls of these sizes run code of their own:\n     x_size0 = 3\n     x_size0 = 4, y_size0 = 2 */" in header


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ({"z": [1]}, "There is no argument 'z' to give a shape; there are x, k"),
        ({"x": "wide"}, "The shape of 'x' must be a list of sizes, None where one is unknown, got 'wide'"),
        ({"x": [-1, 3]}, r"must be a list of sizes, None where one is unknown, got \[-1, 3\]"),
        ({"x": None}, "must be a list of sizes, .* got None"),
        (
            {"x": [None, 5], "k": []},
            r"shapes, x \(None, 5\), k \(\): BatchMatMulV2 MatMul \(test_input_shapes.py:\d+\): ",
        ),
        ({"x": [3]}, r"arguments of these shapes, x \(3,\): BatchMatMulV2 .*: In\[0\] ndims must be >= 2"),
        ({"x": [[2, 3], "wide"]}, "The shape of 'x' must be a list of sizes, None where one is unknown, got 'wide'"),
        ({"x": [[2, 3], [4, 5]], "k": []}, r"arguments of these shapes, x \(4, 5\): BatchMatMulV2 "),
        ({"x": [[2, 3], [4, 3]], "k": [[]]}, "need as many each, one for each program: there are 2 for 'x', 1 for 'k'"),
    ],
)
def test_shapes_that_do_not_fit_are_refused(shapes: Any, expected: str, tmp_path: Path) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=expected):
        aot.compile(_Model().scaled, tmp_path, input_shapes=shapes)


@needs_compiler
def test_shapes_must_fit_those_of_the_trace(tmp_path: Path) -> None:
    concrete = tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([None, 3], tf.float32, name="x"))
    for shape in ([2, 4], [3], [None, None, 3]):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"The argument 'x' has the shape \(None, 3\), which "):
            aot.compile(concrete, tmp_path, input_shapes={"x": shape})
    with pytest.raises(tf.errors.UnimplementedError, match="argument 'x', a float32<unknown>: give the shapes"):
        aot.compile(_Model().scaled, tmp_path, levels=[own_level()])
    determinants = tf.function(lambda x: tf.linalg.det(x))
    concrete = determinants.get_concrete_function(tf.TensorSpec([None, 3, 3], tf.float32, name="x"))
    with pytest.raises(tf.errors.UnimplementedError, match=r"MatrixDeterminant '.*'\(float32\[\?,3,3\]\)"):
        aot.compile(concrete, tmp_path, levels=[own_level()])


@needs_compiler
@pytest.mark.deploy
def test_shapes_on_the_command_line(model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shapes = [word for shape in ("x=2,3", "x=9,3", "k=()") for word in ("--input-shape", shape)]
    assert main(["compile", model, "--output", str(tmp_path), "--name", "scaled", *shapes]) == 0
    assert "x_size0 = 9, x_size1 = 3" in (tmp_path / "scaled.h").read_text()
    found = load(tmp_path / "scaled.py").Model()(x=np.ones((2, 3), np.float32), k=np.float32(2))
    np.testing.assert_allclose(found["y"].sum(1), [2.0, 2.0], rtol=1e-6)
    assert found["shape"].tolist() == [2, 3]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["x"], "--input-shape 'x' is no shape; write NAME=SHAPE"),
        (["x=wide"], "--input-shape 'x=wide' is no shape"),
        (["x=-1,3"], "--input-shape 'x=-1,3' is no shape"),
        (["x=2,3", "x=4", "k=()"], "The shapes of 'x' must be of one rank, got (2, 3), (4,)"),
        (["x=2,3", "x=4,3"], "argument 'k', a float32<unknown>: give the shapes"),
        (["x=None,5", "k=()"], "does not take arguments of these shapes, x (None, 5)"),
        ([], "or --input-shape"),
    ],
)
def test_errors_of_shapes_are_one_line(
    given: list[str], expected: str, model: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shapes = [word for shape in given for word in ("--input-shape", shape)]
    assert main(["compile", model, "--output", str(tmp_path), *shapes]) == 1
    reported = capsys.readouterr().err
    assert expected in reported and reported.count("\n") == 1
