"""Functions and models written as ONNX: checked, run by ONNX Runtime, read again."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf

if any(importlib.util.find_spec(name) is None for name in ("onnx", "onnxruntime", "keras")):
    pytest.skip("needs the packages onnx, onnxruntime and keras: make onnx-test", allow_module_level=True)

import onnx

from graphwright.cli.main import main
from graphwright.saved_model.single_function import concrete_function
from tests.onnx.runtime import agrees, checked, close, named, plain, run
from tests.saved_model.programs import PROGRAMS, make

RNG = np.random.default_rng(7)
X = tf.constant(RNG.normal(size=(3, 4)).astype(np.float32))


def signed(*specs: Any) -> Any:
    return tf.function(input_signature=[s if isinstance(s, tf.TensorSpec) else tf.TensorSpec(s) for s in specs])


# models -----------------------------------------------------------------------------------------------------------


def attention(causal: bool) -> Any:
    """A block of an encoder or decoder, by Keras."""
    layers = tf.keras.layers
    ids = layers.Input((None,), dtype="int32")
    x = layers.Embedding(50, 16)(ids)
    attended = layers.MultiHeadAttention(2, 8)(x, x, use_causal_mask=causal)
    x = layers.LayerNormalization()(x + attended)
    hidden = layers.Dense(32, "gelu")(x)
    x = layers.LayerNormalization()(x + layers.Dense(16)(hidden))
    return tf.keras.Model(ids, layers.Dense(50, "softmax")(x) if causal else x)


def recurrent() -> Any:
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            layers.Input((None, 5)),
            layers.Bidirectional(layers.LSTM(4, return_sequences=True)),
            layers.GRU(3, return_sequences=True),
            layers.SimpleRNN(3),
            layers.Dense(2, "softmax"),
        ]
    )


def upsampling() -> Any:
    layers = tf.keras.layers
    return tf.keras.Sequential(
        [
            layers.Input((8, 8, 3)),
            layers.Conv2D(4, 3, 2, "same", activation="relu"),
            layers.Conv2DTranspose(5, 3, 2, "same"),
            layers.UpSampling2D(2, interpolation="bilinear"),
            layers.AveragePooling2D(3, 2, "same"),
            layers.SeparableConv2D(4, 3),
        ]
    )


def picture(name: str) -> Any:
    return getattr(tf.keras.applications, name)(weights=None, input_shape=(64, 64, 3), classes=10)


IMAGES = RNG.uniform(size=(2, 64, 64, 3)).astype(np.float32)
MODELS: dict[str, tuple[Any, Any]] = {
    "MobileNetV2": (lambda: picture("MobileNetV2"), IMAGES),
    "ResNet50": (lambda: picture("ResNet50"), IMAGES),
    "EfficientNetB0": (lambda: picture("EfficientNetB0"), IMAGES),
    "encoder": (lambda: attention(False), RNG.integers(0, 50, (2, 9)).astype(np.int32)),
    "decoder": (lambda: attention(True), RNG.integers(0, 50, (2, 9)).astype(np.int32)),
    "recurrent": (recurrent, RNG.normal(size=(3, 6, 5)).astype(np.float32)),
    "upsampling": (upsampling, RNG.uniform(size=(2, 8, 8, 3)).astype(np.float32)),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", MODELS)
def test_models_of_keras(name: str, tmp_path: Path) -> None:
    make_model, inputs = MODELS[name]
    concrete = concrete_function(make_model(), None)
    model = agrees(concrete, [[tf.constant(inputs)], [tf.constant(inputs[:1])]], tmp_path / "m.onnx")
    first = model.graph.input[0].type.tensor_type.shape.dim[0]
    assert first.dim_param  # the batch
    if name != "recurrent":  # what a loop returns has symbols of its own
        assert model.graph.output[0].type.tensor_type.shape.dim[0].dim_param == first.dim_param


@pytest.mark.filterwarnings("ignore")
def test_export_of_keras(tmp_path: Path) -> None:
    model, x, path = upsampling(), MODELS["upsampling"][1], tmp_path / "m.onnx"
    expected = model(x)
    model.export(path, format="onnx", verbose=False, opset_version=18)
    written = checked(path)
    assert written.opset_import[0].version == 18
    (found,) = run(path, {written.graph.input[0].name: x}).values()
    close(found, expected.numpy(), "the model")


#: Further kinds of models that the ONNX model zoo has; the names are those of the benchmark of models.
KINDS = {
    "ViT": "vit_tiny_1", "BERT": "bert_128", "GPT-2": "gpt2_prefill", "GPT-2 with its cache": "gpt2_decode",
    "recurrent speech recognition": "speech_1", "U-Net": "train_unet",
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", KINDS)
def test_models_of_the_kinds_of_the_model_zoo(kind: str, tmp_path: Path) -> None:
    from bench.model_suite.definitions import ROWS

    tf.keras.utils.set_random_seed(1)
    model, x, *_ = ROWS[KINDS[kind]].build(tf.keras, True, 2)
    given = [tf.constant(each) for each in (x if isinstance(x, list) else [x])]
    agrees(concrete_function(model, None), [given, [each[:1] for each in given]], tmp_path / "m.onnx")


WITHOUT_ONNX = {
    "changing tables": "tables",
    "counter": "assignments",
    "dtypes": "complex numbers",
    "effects in order": "assignments",
    "low precision": "bfloat16, for which ONNX Runtime has few kernels",
    "no module": "a function that is called without a module in two ways",
    "resources of one's own": "resources",
    "tables of files": "tables",
    "tables of pairs": "tables",
    "train step": "assignments",
    "unknown sizes": "an input of unknown rank",
    "variable shapes": "assignments",
    "vocabulary": "tables",
}
"""Saved programs some function of which ONNX cannot express, and why; the others are compared whole."""


@pytest.mark.parametrize("name", PROGRAMS)
def test_saved_programs(name: str, tmp_path: Path) -> None:
    names = make(tf, name)
    path, refused = tmp_path / "m.onnx", 0
    for function_name, arguments, keywords in names["calls"]:
        function = getattr(names["model"], function_name)
        if not hasattr(function, "get_concrete_function"):
            continue
        concrete = function.get_concrete_function(*arguments, **keywords)
        given = [v for v in tf.nest.flatten((arguments, keywords)) if tf.is_tensor(v)]
        try:
            tf.onnx.save(concrete, path, opset=20)
        except tf.errors.UnimplementedError:
            refused += 1
            continue
        if name == "low precision":
            continue
        returned = function(*arguments, **keywords)
        by_name = isinstance(returned, dict) and all(map(tf.is_tensor, returned.values()))
        flat = tf.nest.flatten(list(returned.values()) if by_name else returned)
        expected = [plain(v) for v in flat if v is not None]
        inputs = {i.name: plain(v) for i, v in zip(checked(path).graph.input, given, strict=True)}
        for results in (run(path, inputs), named(tf.onnx.load(path)(*given))):
            for result, value in zip(results.values(), expected, strict=True):
                close(result, value, function_name)
    assert bool(refused) <= (name in WITHOUT_ONNX)


# functions --------------------------------------------------------------------------------------------------------


def test_dimensions_that_are_known_to_be_equal_have_one_symbol(tmp_path: Path) -> None:
    @signed(tf.TensorSpec([None, 4]), tf.TensorSpec([None, None]))
    def f(x: Any, y: Any) -> Any:
        return {"same": tf.tanh(x), "other": tf.exp(y)}

    model = agrees(f, [[X, X]], tmp_path / "m.onnx")
    dims = {
        i.name: [d.dim_param or d.dim_value for d in i.type.tensor_type.shape.dim]
        for i in (*model.graph.input, *model.graph.output)
    }
    assert dims["same"] == dims["x"] and dims["other"] == dims["y"]
    assert len({dims["x"][0], *dims["y"]}) == 3


def test_branches_and_loops(tmp_path: Path) -> None:
    weights = tf.Variable(RNG.normal(size=(4, 4)).astype(np.float32))

    @signed(tf.TensorSpec([None, 4]), tf.TensorSpec([], tf.int32))
    def f(x: Any, n: Any) -> Any:
        total = tf.zeros_like(x)
        i = 0
        while i < n:
            if tf.reduce_sum(total) > 1.0:
                total = total - tf.matmul(x, weights)
            else:
                total = total + tf.sin(x) * tf.cast(i, tf.float32)
            i += 1
        return total, i

    for n in (0, 1, 4):
        model = agrees(f, [[X, tf.constant(n)]], tmp_path / "m.onnx")
    assert [n.op_type for n in model.graph.node if n.op_type in ("Loop", "If")] == ["Loop"]


def test_cases_and_recursion_free_calls(tmp_path: Path) -> None:
    @signed(tf.TensorSpec([None, 4]), tf.TensorSpec([], tf.int32))
    def f(x: Any, index: Any) -> Any:
        return tf.switch_case(index, [lambda: x, lambda: -x, lambda: tf.exp(x)])

    agrees(f, [[X, tf.constant(i)] for i in (0, 1, 2, 5)], tmp_path / "m.onnx")


def test_lists_that_are_filled_in_any_order(tmp_path: Path) -> None:
    @signed(tf.TensorSpec([None, 4]), tf.TensorSpec([], tf.int32))
    def f(x: Any, n: Any) -> Any:
        rows = tf.TensorArray(tf.float32, n)
        for i in tf.range(n):
            rows = rows.write(n - 1 - i, x[i % 3] * tf.cast(i, tf.float32))
        grown = tf.TensorArray(tf.float32, 0, dynamic_size=True)
        for i in tf.range(n):
            grown = grown.write(i, tf.reduce_sum(x, 1) * tf.cast(i, tf.float32))
        return rows.stack(), grown.stack()

    agrees(f, [[X, tf.constant(n)] for n in (1, 5)], tmp_path / "m.onnx")


def test_exact_and_approximate_gelu(tmp_path: Path) -> None:
    f = signed(tf.TensorSpec([None, 4], name="x"))(lambda x: (tf.nn.gelu(x), tf.nn.gelu(x, approximate=True)))
    model = agrees(f, [[X]], tmp_path / "m.onnx")
    assert {"Erf", "Tanh"} <= {n.op_type for n in model.graph.node}


def test_weights_are_written_once_and_known_values_are_folded(tmp_path: Path) -> None:
    table = tf.Variable(RNG.normal(size=(300, 4)).astype(np.float32))
    scale = tf.Variable([4.0, 9.0, 16.0, 25.0])

    @signed(tf.TensorSpec([None], tf.int32))
    def f(i: Any) -> Any:
        return tf.gather(table, i) * tf.math.rsqrt(scale) + tf.gather(table, i + 1)

    model = agrees(f, [[tf.constant([1, 2])]], tmp_path / "m.onnx")
    assert sorted(tuple(t.dims) for t in model.graph.initializer) == [(), (4,), (300, 4)]
    assert not {"Sqrt", "Reciprocal"} & {n.op_type for n in model.graph.node}


def test_large_models_have_external_data(tmp_path: Path) -> None:
    weights = tf.Variable(RNG.normal(size=(64, 64)).astype(np.float32))
    f = signed(tf.TensorSpec([None, 64], name="x"))(lambda x: tf.matmul(x, weights) + tf.ones([64]))
    path = tmp_path / "m.onnx"
    tf.onnx.save(f, path, largest=10_000)
    assert sorted(os.listdir(tmp_path)) == ["m.onnx", "m.onnx.data"]
    assert path.stat().st_size < 2000
    x = RNG.normal(size=(2, 64)).astype(np.float32)
    expected = f(tf.constant(x)).numpy()
    close(run(path, {"x": x})["output_0"], expected, "ONNX Runtime")
    close(plain(tf.onnx.load(path)(tf.constant(x))["output_0"]), expected, "read again")
    onnx.checker.check_model(str(path))


def test_what_cannot_be_written_is_listed_at_once(tmp_path: Path) -> None:
    count = tf.Variable(0)

    @signed(tf.TensorSpec([2, 2]))
    def f(x: Any) -> Any:
        count.assign_add(1)
        return tf.linalg.inv(x), tf.random.uniform([2])

    with pytest.raises(tf.errors.UnimplementedError) as caught:
        tf.onnx.save(f, tmp_path / "m.onnx")
    text = str(caught.value)
    assert "3 operations cannot be written" in text
    for op, reason in (
        ("AssignAddVariableOp", "it has an effect"),
        ("MatrixInverse", "ONNX has nothing for it"),
        ("RandomUniform", "it draws random numbers"),
    ):
        assert f"{op} " in text and reason in text
    assert "test_save.py" in text and "count.assign_add(1)" in text
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("opset", [16, 99])
def test_opsets_that_are_not_written(opset: int, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="opset must be from 17 to"):
        tf.onnx.save(signed(tf.TensorSpec([2]))(lambda x: x), tmp_path / "m.onnx", opset=opset)


@pytest.mark.parametrize("opset", [17, 18, 20, 22, 24])
def test_opsets(opset: int, tmp_path: Path) -> None:
    @signed(tf.TensorSpec([None, 4]))
    def f(x: Any) -> Any:
        parts = tf.split(x, 2, 1)
        return tf.reduce_max(x, 0), tf.reduce_mean(x, [0, 1]), parts[0] + parts[1], tf.pad(x, [[1, 0], [0, 2]])

    model = agrees(f, [[X]], tmp_path / "m.onnx", opset)
    assert model.opset_import[0].version == opset


def test_the_command(tmp_path: Path, capsys: Any) -> None:
    module = tf.Module()
    module.double = signed(tf.TensorSpec([None, 4], name="x"))(lambda x: x + x)
    folder = tmp_path / "model"
    tf.saved_model.save(module, str(folder))
    assert main(["convert", str(folder), "--to", "onnx", "--opset", "18"]) == 0
    assert capsys.readouterr().out.strip() == f"{folder}.onnx"
    close(run(tmp_path / "model.onnx", {"x": X.numpy()})["output_0"], 2 * X.numpy(), "ONNX Runtime")
    assert main(["convert", str(tmp_path / "none"), "--to", "onnx"]) == 1
    assert "no folder of a SavedModel" in capsys.readouterr().err
