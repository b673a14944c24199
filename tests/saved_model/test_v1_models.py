"""SavedModels of TensorFlow 1: signatures, variables, tables with their files, what is pruned, what is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.saved_model.messages import CLASSES
from tests.saved_model.record_v1_models import INPUTS, MODELS

v1 = tf.compat.v1
EXPECTED = json.loads((MODELS / "expected.json").read_text())
INVALID = tf.errors.InvalidArgumentError


def _loaded(name: str) -> Any:
    return tf.saved_model.load(MODELS / name, tags=["serve"])


def _same(found: Any, wanted: Any) -> None:
    if isinstance(found, tf.SparseTensor):
        for part, value in zip((found.indices, found.values, found.dense_shape), wanted, strict=True):
            np.testing.assert_allclose(part, value, rtol=1e-6)
    else:
        np.testing.assert_allclose(found, wanted, rtol=1e-6)


@pytest.mark.parametrize("name", EXPECTED)
def test_signatures_give_what_they_gave(name: str) -> None:
    model = _loaded(name)
    assert set(model.signatures) == set(EXPECTED[name])
    inputs = {k: tf.constant(v) for k, v in INPUTS[name].items()}
    if name == "sparse":
        inputs = {"x": tf.SparseTensor(*INPUTS[name].values())}
    for key, wanted in EXPECTED[name].items():
        signature = model.signatures[key]
        found = signature(inputs["x"]) if key == "plain" else signature(**inputs)
        assert set(found) == set(wanted)
        for result, value in wanted.items():
            _same(found[result], value)


@pytest.mark.parametrize("name", [n for n in EXPECTED if n != "sparse"])
def test_a_session_runs_them_too(name: str) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        meta = v1.saved_model.load(session, ["serve"], str(MODELS / name))
        for key, wanted in EXPECTED[name].items():
            signature = meta.signature_def[key]
            fed = {info.name: INPUTS[name].get(k, INPUTS[name]["x"]) for k, info in signature.inputs.items()}
            for result, value in wanted.items():
                np.testing.assert_allclose(session.run(signature.outputs[result].name, fed), value, rtol=1e-6)


def test_what_signatures_take_is_said() -> None:
    model = _loaded("tables")
    args, kwargs = model.signatures["serving_default"].structured_input_signature
    assert args == () and kwargs == {
        "x": tf.TensorSpec([None, 3], tf.float32, "x"), "word": tf.TensorSpec([None], tf.string, "word")
    }  # fmt: skip
    assert set(model.signatures["plain"].structured_outputs) == {"y"}
    np.testing.assert_allclose(
        model.signatures["plain"](in_x=tf.constant(INPUTS["tables"]["x"]))["y"], EXPECTED["tables"]["plain"]["y"]
    )
    with pytest.raises(TypeError):
        model.signatures["serving_default"](x=tf.ones([1, 3]))
    assert repr(model).startswith("<graphwright.saved_model.UserObject")


def test_variables_are_shared_assigned_and_trained() -> None:
    model = _loaded("tables")
    assert [v.name for v in model.variables] == ["w:0", "b:0", "step:0"]
    assert [v.trainable for v in model.variables] == [True, True, False]
    assert model.variables[1].numpy().tolist() == [1.0, 2.0]
    x, word = tf.ones([1, 3]), tf.constant(["pear"])
    with tf.GradientTape() as tape:
        y = model.signatures["serving_default"](x=x, word=word)["y"]
    w, b = tape.gradient(y, model.variables[:2])
    assert w.numpy().tolist() == [[1.0, 1.0]] * 3 and b.numpy().tolist() == [1.0, 1.0]
    model.variables[0].assign(model.variables[0] * 0.0)
    assert model.signatures["plain"](x)["y"].numpy().tolist() == [[1.0, 2.0]]
    assert model.prune("x:0", "add:0")(x).numpy().tolist() == [[1.0, 2.0]]
    model.restore(MODELS / "tables" / "variables" / "variables")
    assert model.prune("x:0", "add:0")(x).numpy().tolist() == [[2.5, 3.5]]


def test_gradients_through_a_loaded_loop() -> None:
    model = _loaded("recurrent")
    x = tf.constant(INPUTS["recurrent"]["x"])
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(model.signatures["serving_default"](x=x)["states"])
    gradient = tape.gradient(total, model.variables[0]).numpy()
    first = np.array([0.2, 0.4, 0.6], np.float32)
    last = np.array(EXPECTED["recurrent"]["serving_default"]["last"][0])
    np.testing.assert_allclose(gradient, np.outer(first, 1 - last**2), rtol=1e-5)


def test_parts_of_the_graph() -> None:
    model = _loaded("one")
    half = model.prune("x:0", {"y": "mul:0", "v": "v/Read/ReadVariableOp:0"})
    found = half(tf.ones([2, 3]))
    assert found["y"].numpy().tolist() == [[1.0, 2.0, 3.0]] * 2 and found["v"].numpy().tolist() == [1.0, 2.0, 3.0]
    assert model.prune([], model.graph.get_operation_by_name("v/Assign"))() is None
    assert model.variables[0].numpy().tolist() == [1.0, 2.0, 3.0]
    with pytest.raises(ValueError, match="depend on the placeholder 'x', which is not among the feeds"):
        model.prune([], "mul:0")
    with pytest.raises(KeyError, match="'nothing'"):
        model.prune("x:0", "nothing:0")
    assert [len(a.asset_path.numpy()) > 0 for a in _loaded("tables").asset_paths] == [True]
    assert _loaded("tables").initializer is not None


def test_tags_choose_a_graph() -> None:
    with pytest.raises(ValueError, match="requires a 'tags=' argument"):
        tf.saved_model.load(MODELS / "one")
    with pytest.raises(ValueError, match="incompatible argument to `tags`"):
        tf.saved_model.load(MODELS / "one", tags="gpu")
    model = tf.saved_model.load(MODELS / "one", tags=["gpu", "serve"])
    assert model.signatures["serving_default"](tf.ones([1, 3]))["y"].numpy().tolist() == [[1.0, 2.0, 3.0]]


def test_a_loaded_graph_is_saved_as_an_object(tmp_path: Path) -> None:
    model = _loaded("one")
    model.variables[0].assign([4.0, 5.0, 6.0])
    tf.saved_model.save(model, str(tmp_path / "again"), signatures=model.signatures["serving_default"])
    again = tf.saved_model.load(tmp_path / "again")
    assert again.signatures["serving_default"](x=tf.ones([1, 3]))["y"].numpy().tolist() == [[4.0, 5.0, 6.0]]


# untrusted files -----------------------------------------------------------------------------------------------


def _node(meta: Any, name: str) -> Any:
    return next(n for n in meta.graph_def.node if n.name == name)


def _strings(meta: Any, name: str) -> Any:
    return _node(meta, name).attr["value"].tensor.string_val


def _reads_another_file(meta: Any) -> None:
    del meta.collection_def["saved_model_assets"]


REFUSED: dict[str, tuple[str, Callable[[Any], Any], Any, str]] = {
    "a signature of no tensor": (
        "one", lambda m: setattr(m.signature_def["serving_default"].outputs["y"], "name", "nowhere:0"), INVALID,
        "Signature 'serving_default' of the SavedModel: The name 'nowhere'",
    ),
    "a signature of an output that is not there": (
        "one", lambda m: setattr(m.signature_def["serving_default"].outputs["y"], "name", "mul:5"), INVALID,
        "only 1 outputs",
    ),
    "a signature without a name": (
        "one", lambda m: m.signature_def["serving_default"].inputs["x"].ClearField("name"), INVALID, "by nothing"
    ),
    "a signature that needs what is not fed": (
        "one", lambda m: m.signature_def["serving_default"].inputs.clear(), INVALID, "not among the feeds"
    ),
    "a variable of another shape": (
        "one", lambda m: setattr(_node(m, "v").attr["shape"].shape.dim[0], "size", 7), INVALID, "v|shape"
    ),
    "a variable whose value is another's": (
        "tables", lambda m: _strings(m, "save/RestoreV2/tensor_names").__setitem__(0, b"?"), tf.errors.NotFoundError,
        "Key . not found",
    ),
    "a list of variables that is none": (
        "one", lambda m: m.collection_def["variables"].bytes_list.value.__setitem__(0, b"\xff\xff"),
        tf.errors.DataLossError, "lists no variables",
    ),
    "an asset outside of the folder": (
        "tables",
        lambda m: m.asset_file_def.add(filename="../../secret").tensor_info.__setattr__("name", "Const:0"),
        INVALID, "not in its folder",
    ),
    "a file that is no asset": ("tables", _reads_another_file, INVALID, "which is no asset of its model"),
    "an initializer that is not there": (
        "tables", lambda m: m.collection_def["saved_model_main_op"].node_list.value.__setitem__(0, "nowhere"),
        (KeyError, INVALID), "nowhere",
    ),
    "a part of a value that it has not": (
        "parts", lambda m: _strings(m, "save/RestoreV2/shape_and_slices").__setitem__(0, b"3 2 0,9:x"), INVALID,
        "the part '3 2 0,9:x'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str, tmp_path: Path) -> None:
    model, harm, kind, message = REFUSED[name]
    folder = tmp_path / "model"
    shutil.copytree(MODELS / model, folder)
    saved = CLASSES["SavedModel"].FromString((folder / "saved_model.pb").read_bytes())
    harm(saved.meta_graphs[0])
    (folder / "saved_model.pb").write_bytes(saved.SerializeToString())
    with pytest.raises(kind, match=message):
        tf.saved_model.load(folder, tags=["serve"])


def test_an_initializer_with_other_ops_waits_to_be_called(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "model"
    shutil.copytree(MODELS / "one", folder)
    saved = CLASSES["SavedModel"].FromString((folder / "saved_model.pb").read_bytes())
    meta = saved.meta_graphs[0]
    meta.graph_def.node.add(name="wish", op="PrintV2", input=["text"]).attr["output_stream"].s = b"stdout"
    text = meta.graph_def.node.add(name="text", op="Const")
    text.attr["dtype"].type = text.attr["value"].tensor.dtype = 7
    text.attr["value"].tensor.string_val.append(b"hello")
    text.attr["value"].tensor.tensor_shape.SetInParent()
    meta.collection_def["saved_model_main_op"].node_list.value[:] = ["wish"]
    (folder / "saved_model.pb").write_bytes(saved.SerializeToString())
    tf.saved_model.load(folder, tags=["serve"])
    assert "'wish' of the SavedModel" in caplog.text and "PrintV2" in caplog.text
