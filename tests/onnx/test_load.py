"""ONNX models as functions: what is loaded, what is refused, gradients."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf

if importlib.util.find_spec("onnx") is None:
    pytest.skip("needs the package onnx: make onnx-test", allow_module_level=True)

# ruff: noqa: E501 (graphs in ONNX's text form)
import onnx
import onnx.parser
from onnx import TensorProto, helper, numpy_helper


def parsed(text: str, opset: int = 17) -> Any:
    return onnx.parser.parse_model(f'<ir_version: 8, opset_import: ["": {opset}]>\n{text}')


AFFINE = """affine (float[n, 2] x) => (float[n, 3] y)
<float[2, 3] w = {1, 2, 3, 4, 5, 6}, float[3] b = {0.5, 0.5, 0.5}> { t = MatMul(x, w)  y = Add(t, b) }"""


def test_a_model_is_a_function_of_its_inputs_by_position_and_name() -> None:
    function = tf.onnx.load(parsed(AFFINE))
    expected = [[9.5, 12.5, 15.5]]
    assert function(tf.constant([[1.0, 2.0]]))["y"].numpy().tolist() == expected
    assert function(x=tf.constant([[1.0, 2.0]]))["y"].numpy().tolist() == expected
    assert function.input_names == ("x",)
    assert function.output_names == ("y",)
    assert function.opset == 17
    assert function.structured_input_signature[0][0].shape.as_list() == [None, 2]


def test_a_model_is_read_from_bytes_and_from_a_file(tmp_path: Path) -> None:
    model = parsed(AFFINE)
    onnx.save(model, tmp_path / "m.onnx")
    for source in (model.SerializeToString(), tmp_path / "m.onnx", str(tmp_path / "m.onnx")):
        assert tf.onnx.load(source)(tf.ones([1, 2]))["y"].numpy().tolist() == [[5.5, 7.5, 9.5]]


def test_names_that_are_no_identifiers_become_some() -> None:
    x = helper.make_tensor_value_info("input.1", TensorProto.FLOAT, [2])
    y = helper.make_tensor_value_info("y:0", TensorProto.FLOAT, [2])
    graph = helper.make_graph([helper.make_node("Neg", ["input.1"], ["y:0"])], "g", [x], [y])
    function = tf.onnx.load(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)]))
    assert function(input_1=tf.constant([1.0, 2.0]))["y:0"].numpy().tolist() == [-1.0, -2.0]


def test_initializers_become_variables_that_tapes_watch() -> None:
    function = tf.onnx.load(parsed(AFFINE), trainable=True)
    assert [v.name for v in function.variables] == ["w:0", "b:0"]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(function(tf.constant([[1.0, 2.0]]))["y"])
    gradients = tape.gradient(loss, function.variables)
    assert gradients[0].numpy().tolist() == [[1.0] * 3, [2.0] * 3]
    assert gradients[1].numpy().tolist() == [1.0] * 3
    function.variables[1].assign([0.0, 0.0, 0.0])
    assert function(tf.constant([[1.0, 2.0]]))["y"].numpy().tolist() == [[9.0, 12.0, 15.0]]


def test_a_loaded_model_can_be_saved_and_called_from_functions(tmp_path: Path) -> None:
    module = tf.Module()
    module.run = tf.onnx.load(parsed(AFFINE))
    tf.saved_model.save(module, str(tmp_path / "model"))
    again = tf.saved_model.load(str(tmp_path / "model"))
    assert again.run(tf.ones([1, 2]))["y"].numpy().tolist() == [[5.5, 7.5, 9.5]]
    outer = tf.function(lambda x: 2.0 * module.run(x)["y"])
    assert outer(tf.ones([1, 2])).numpy().tolist() == [[11.0, 15.0, 19.0]]


def test_inputs_that_must_be_known_are_given_as_constants() -> None:
    model = parsed("g (float[a, b] x, int64[2] axes) => (float y) { y = Squeeze(x, axes) }")
    with pytest.raises(tf.errors.UnimplementedError, match="constants"):
        tf.onnx.load(model)
    assert float(tf.onnx.load(model, constants={"axes": [0, 1]})(tf.constant([[3.0]]))["y"]) == 3.0
    with pytest.raises(ValueError, match="no input 'axis'"):
        tf.onnx.load(model, constants={"axis": [0]})


# gradients ----------------------------------------------------------------------------------------------------

GRADIENTS = {
    "Gemm": "g (float[2, 3] x) => (float[2, 2] y) <float[2, 3] w = {1, -2, 3, 0.5, 5, 6}> { y = Gemm<transB = 1>(x, w) }",
    "Conv": """g (float[1, 2, 4, 4] x) => (float[1, 2, 2, 2] y) <float[2, 1, 3, 3] w =
        {1, 2, 0.5, 1, -1, 2, 0, 1, 1, 2, 1, 1, -0.5, 1, 1, 0, 1, 2}>
        { y = Conv<group = 2, strides = [2, 2], pads = [1, 1, 0, 0]>(x, w) }""",
    "ConvTranspose": """g (float[1, 1, 3, 3] x) => (float[1, 1, 5, 5] y) <float[1, 1, 3, 3] w = {1, 2, 0.5, 1, -1, 2, 0, 1, 1}>
        { y = ConvTranspose<strides = [2, 2], pads = [1, 1, 1, 1]>(x, w) }""",
    "AveragePool": "g (float[1, 1, 4, 4] x) => (float[1, 1, 2, 2] y) { y = AveragePool<kernel_shape = [3, 3], strides = [2, 2], pads = [1, 1, 0, 0]>(x) }",
    "Softmax": "g (float[2, 3] x) => (float[2, 3] y) { t = Softmax(x) y = Mul(t, x) }",
    "LayerNormalization": "g (float[2, 3] x) => (float[2, 3] y) <float[3] s = {1, 2, 3}> { y = LayerNormalization(x, s) }",
    "Gelu": "g (float[2, 3] x) => (float[2, 3] y) { y = Gelu(x) }",
    "Resize": 'g (float[1, 1, 3, 3] x) => (float[1, 1, 5, 7] y) <int64[4] s = {1, 1, 5, 7}> { y = Resize<mode = "cubic">(x, , , s) }',
    "Loop": """g (float[2, 3] x) => (float[2, 3] y, float[m, 2, 3] all) <int64 n = {3}, bool c = {1}>
        { y, all = Loop<body = b (int64 i, bool k, float[2, 3] s) => (bool k2, float[2, 3] s2, float[2, 3] out)
          { k2 = Identity(k) t = Sin(s) s2 = Mul(t, x) out = Exp(s2) }>(n, c, x) }""",
    "If": """g (float[2, 3] x) => (float[2, 3] y) <float zero = {0}>
        { m = ReduceMax<keepdims = 0>(x) c = Greater(m, zero)
          y = If<then_branch = t () => (float[2, 3] a) { a = Mul(x, x) }, else_branch = e () => (float[2, 3] b) { b = Neg(x) }>(c) }""",
}
OPSETS = {"Gelu": 20, "Resize": 18}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients_agree_with_differences(name: str) -> None:
    function = tf.onnx.load(parsed(GRADIENTS[name], OPSETS.get(name, 17)))
    shape = function.structured_input_signature[0][0].shape
    x = np.random.default_rng(5).uniform(0.2, 1.5, shape.as_list()).astype(np.float32)

    def total(values: Any) -> Any:
        return tf.add_n([tf.reduce_sum(tf.square(v)) for v in function(values).values()])

    (exact,), (differences,) = tf.test.compute_gradient(total, [tf.constant(x)], 1e-3)
    np.testing.assert_allclose(exact, differences, rtol=2e-2, atol=2e-2)


@pytest.mark.parametrize("op", ["LSTM", "GRU", "RNN"])
def test_gradients_of_recurrent_layers(op: str) -> None:
    gates = {"LSTM": 4, "GRU": 3, "RNN": 1}[op]
    rng = np.random.default_rng(3)
    w, r = (rng.normal(size=(1, gates * 2, n)).astype(np.float32) for n in (3, 2))
    model = recurrent(op, w, r)
    function = tf.onnx.load(model, trainable=True)
    x = tf.constant(rng.normal(size=(3, 2, 3)).astype(np.float32))
    (exact,), (differences,) = tf.test.compute_gradient(lambda v: tf.reduce_sum(tf.square(function(v)["y"])), [x], 1e-3)
    np.testing.assert_allclose(exact, differences, rtol=2e-2, atol=5e-3)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(function(x)["y"])
    assert all(np.abs(g).sum() > 0 for g in tape.gradient(loss, function.variables))


def recurrent(op: str, w: Any, r: Any) -> Any:
    node = helper.make_node(op, ["x", "w", "r"], ["y"], hidden_size=2)
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [None, None, 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(w, "w"), numpy_helper.from_array(r, "r")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])


# what is refused ------------------------------------------------------------------------------------------------


def changed(change: Callable[[Any], None], text: str = AFFINE) -> Any:
    model = parsed(text)
    change(model)
    return model


def cycle(model: Any) -> None:
    model.graph.node[0].input[0] = "y"


def unknown(model: Any) -> None:
    model.graph.node[0].input[0] = "nothing"


def twice(model: Any) -> None:
    model.graph.node[1].output[0] = "t"


def no_output(model: Any) -> None:
    model.graph.output[0].name = "z"


def negative(model: Any) -> None:
    model.graph.initializer[0].dims[0] = -2


def huge(model: Any) -> None:
    model.graph.initializer[0].dims[:] = [2**40, 2**40]


def short(model: Any) -> None:
    model.graph.initializer[0].dims[0] = 3


def element_type(model: Any) -> None:
    model.graph.initializer[0].data_type = 77


def input_type(model: Any) -> None:
    model.graph.input[0].type.tensor_type.elem_type = 99


def output_type(model: Any) -> None:
    model.graph.output[0].type.tensor_type.elem_type = TensorProto.INT32


def same_initializers(model: Any) -> None:
    model.graph.initializer[1].name = "w"


def opset(model: Any) -> None:
    model.opset_import[0].version = -1


def shapes(model: Any) -> None:
    model.graph.input[0].type.tensor_type.shape.dim[1].dim_value = 5


def too_many_inputs(model: Any) -> None:
    model.graph.node[0].input.extend(["x", "x", "x"])


def attribute_twice(model: Any) -> None:
    model.graph.node[0].attribute.extend([helper.make_attribute("a", 1), helper.make_attribute("a", 2)])


def recursive_function(model: Any) -> None:
    call = helper.make_node("f", ["a"], ["b"], domain="own")
    model.functions.append(helper.make_function("own", "f", ["a"], ["b"], [call], [helper.make_opsetid("own", 1)]))
    model.opset_import.append(helper.make_opsetid("own", 1))


def nested(model: Any) -> None:
    body = helper.make_graph([], "deepest", [], [])
    for _ in range(25):
        node = helper.make_node("If", ["c"], [], then_branch=body, else_branch=helper.make_graph([], "e", [], []))
        constant = helper.make_node("Constant", [], ["c"], value=numpy_helper.from_array(np.array(True)))
        body = helper.make_graph([constant, node], "deep", [], [])
    model.graph.node.extend(body.node)


REFUSED: list[tuple[Callable[[Any], None], type[Exception], str]] = [
    (cycle, tf.errors.InvalidArgumentError, "'y', which no node before it makes"),
    (unknown, tf.errors.InvalidArgumentError, "'nothing', which no node before it makes"),
    (twice, tf.errors.InvalidArgumentError, "'t' a second time"),
    (no_output, tf.errors.InvalidArgumentError, "output 'z' .* is the result of no node"),
    (negative, tf.errors.InvalidArgumentError, "invalid shape"),
    (huge, tf.errors.InvalidArgumentError, "invalid shape"),
    (short, tf.errors.InvalidArgumentError, "'w' has 6 values for a shape of 9"),
    (element_type, tf.errors.InvalidArgumentError, "unknown element type, 77"),
    (input_type, tf.errors.InvalidArgumentError, "unknown element type, 99"),
    (output_type, tf.errors.InvalidArgumentError, "'y' is declared with another dtype"),
    (same_initializers, tf.errors.InvalidArgumentError, "occurs twice"),
    (opset, tf.errors.InvalidArgumentError, "version -1"),
    (shapes, (ValueError, tf.errors.InvalidArgumentError), r"in the node 't' \(MatMul\)"),
    (too_many_inputs, tf.errors.InvalidArgumentError, "5 inputs do not fit the op"),
    (attribute_twice, tf.errors.InvalidArgumentError, "an attribute twice"),
    (recursive_function, tf.errors.InvalidArgumentError, "'f' calls itself"),
    (nested, tf.errors.InvalidArgumentError, "nested more than"),
]


@pytest.mark.parametrize(("change", "error", "text"), REFUSED, ids=[r[0].__name__ for r in REFUSED])
def test_models_that_contradict_themselves_are_refused(change: Callable[[Any], None], error: Any, text: str) -> None:
    with pytest.raises(error, match=text):
        tf.onnx.load(changed(change))


def test_all_ops_that_are_not_supported_are_listed() -> None:
    def strange(model: Any) -> None:
        model.graph.node[0].op_type = "Frobnicate"
        model.graph.node[1].op_type = "ImageDecoder"

    with pytest.raises(tf.errors.UnimplementedError, match="not supported: Frobnicate, ImageDecoder"):
        tf.onnx.load(changed(strange))


def test_files_that_are_no_models(tmp_path: Path) -> None:
    (tmp_path / "m.onnx").write_bytes(b"no model at all" * 3)
    with pytest.raises(tf.errors.DataLossError, match="is no ONNX model"):
        tf.onnx.load(tmp_path / "m.onnx")
    with pytest.raises(tf.errors.DataLossError, match="no opset"):
        tf.onnx.load(b"")
    with pytest.raises(OSError, match="nowhere"):
        tf.onnx.load(tmp_path / "nowhere.onnx")


# external data --------------------------------------------------------------------------------------------------


def with_external(location: str, length: int = 24, offset: int = 0) -> Any:
    model = parsed(AFFINE)
    tensor = model.graph.initializer[0]
    tensor.ClearField("float_data")
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    for key, value in (("location", location), ("length", length), ("offset", offset)):
        tensor.external_data.add(key=key, value=str(value))
    return model


def test_external_data_is_read(tmp_path: Path) -> None:
    (tmp_path / "w.bin").write_bytes(b"junk" + np.arange(1, 7, dtype=np.float32).tobytes())
    onnx.save(with_external("w.bin", offset=4), tmp_path / "m.onnx")
    assert tf.onnx.load(tmp_path / "m.onnx")(tf.ones([1, 2]))["y"].numpy().tolist() == [[5.5, 7.5, 9.5]]


@pytest.mark.parametrize(
    ("location", "length", "offset", "text"),
    [
        ("../w.bin", 24, 0, "is not in the folder"),
        ("/etc/passwd", 24, 0, "is not in the folder"),
        ("c:/w.bin", 24, 0, "is not in the folder"),
        ("", 24, 0, "is not in the folder"),
        ("link.bin", 24, 0, "leads out of the folder"),
        ("w.bin", 240, 0, "is not in"),
        ("w.bin", 24, 4, "is not in"),
        ("w.bin", -1, 0, "is not in"),
        ("w.bin", 8, 0, "has 8 bytes of data"),
        ("none.bin", 24, 0, "there is no file"),
    ],
)
def test_external_data_outside_of_the_folder_or_file(
    tmp_path: Path, location: str, length: int, offset: int, text: str
) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (tmp_path / "w.bin").write_bytes(bytes(24))
    (folder / "w.bin").write_bytes(bytes(24))
    (folder / "link.bin").symlink_to(tmp_path / "w.bin")
    onnx.save(with_external(location, length, offset), folder / "m.onnx")
    with pytest.raises((tf.errors.InvalidArgumentError, tf.errors.NotFoundError), match=text):
        tf.onnx.load(folder / "m.onnx")


def test_models_in_memory_have_no_external_data() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="not read from a file"):
        tf.onnx.load(with_external("w.bin"))
