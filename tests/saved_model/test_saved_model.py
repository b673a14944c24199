"""Models saved and loaded here, models that TensorFlow wrote, and files that contradict themselves."""

from __future__ import annotations

import collections
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.saved_model.messages import CLASSES
from tests.saved_model.programs import PROGRAMS, make, results

GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "saved_models"
INVALID, DATA_LOSS = tf.errors.InvalidArgumentError, tf.errors.DataLossError


def agree(found: Any, wanted: Any) -> bool:
    """Whether results are the same, numbers but for rounding."""
    if found is None or wanted is None:
        return found is wanted
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(agree, found, wanted))
    if isinstance(found, str) or isinstance(wanted, str):
        return bool(found == wanted)
    return abs(found - wanted) <= 1e-5 + 1e-5 * abs(wanted)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_loaded_model_gives_what_the_saved_one_gives(name: str, tmp_path: Path) -> None:
    program = make(tf, name)
    tf.saved_model.save(program["model"], tmp_path / "first", program["signatures"])
    loaded = tf.saved_model.load(tmp_path / "first")
    signature_calls, program["signature_calls"] = program["signature_calls"], []
    found = results(tf, program, loaded)
    assert agree(found, results(tf, program, program["model"]))
    # saved again, it is the same model, in the state it is in now
    program["signature_calls"] = signature_calls
    tf.saved_model.save(loaded, tmp_path / "second")
    again = tf.saved_model.load(tmp_path / "second")
    assert agree(results(tf, program, again), results(tf, program, loaded))
    assert set(again.signatures) == set(loaded.signatures)


@pytest.mark.parametrize("name", sorted(p.parent.name for p in GOLDEN.glob("*/results.json")))
def test_models_of_tensorflow(name: str) -> None:
    program = make(tf, name.replace("_", " "))
    wanted = json.loads((GOLDEN / name / "results.json").read_text())
    assert agree(results(tf, program, tf.saved_model.load(GOLDEN / name)), wanted)


@pytest.mark.parametrize("name", ["mlp", "loop", "rnn_cell", "nested_functions"])
def test_loaded_functions_inside_functions(name: str) -> None:
    program = make(tf, name.replace("_", " "))
    wanted = json.loads((GOLDEN / name / "results.json").read_text())
    model = tf.saved_model.load(GOLDEN / name)
    for (function, args, kwargs), expected in zip(program["calls"], wanted, strict=False):
        inside = tf.function(lambda *a, name=function, k=kwargs: getattr(model, name)(*a, **k))
        found = [np.asarray(t.numpy()).astype(np.float64).tolist() for t in tf.nest.flatten(inside(*args))]
        assert agree(found, expected)


def test_gradients_by_what_a_custom_gradient_captures() -> None:
    model = tf.saved_model.load(GOLDEN / "custom_gradient_captures")
    x, y = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([x, y])
        both = model.f(x, y)
    assert [float(g) for g in tape.gradient(both, [x, y, model.v])] == [9.0, 39800.0, 7.0]


def with_unknown_op(folder: Path) -> Path:
    """A model of TensorFlow that uses an op of which there is none."""
    shutil.copytree(GOLDEN / "tables", folder)
    file = folder / "saved_model.pb"
    file.write_bytes(file.read_bytes().replace(b"LookupTableFindV2", b"LookupTableSeekV9"))
    return folder


def test_ops_that_are_not_there_are_named_by_the_call_that_needs_them(tmp_path: Path) -> None:
    model = tf.saved_model.load(with_unknown_op(tmp_path / "model"))
    assert model.h([1.0]).numpy().tolist() == [2.0]
    with pytest.raises(tf.errors.NotFoundError, match="'LookupTableSeekV9'"):
        model.f(tf.constant(["a"]))


# variables, signatures, matching -----------------------------------------------------------------------------


def saved(model: Any, folder: Path, **kwargs: Any) -> Any:
    tf.saved_model.save(model, folder / "model", **kwargs)
    return tf.saved_model.load(folder / "model")


def test_variables_are_variables(tmp_path: Path) -> None:
    model = tf.Module()
    model.w = tf.Variable([1.0, 2.0], name="w")
    model.n = tf.Variable(3, trainable=False, name="n")
    model.f = tf.function(lambda x: x * model.w, input_signature=[tf.TensorSpec([2], tf.float32)])
    loaded = saved(model, tmp_path)
    assert (loaded.w.trainable, loaded.n.trainable, loaded.w.name, loaded.n.dtype) == (True, False, "w:0", tf.int32)
    loaded.w.assign([5.0, 6.0])
    assert loaded.f([1.0, 1.0]).numpy().tolist() == [5.0, 6.0]
    assert model.w.numpy().tolist() == [1.0, 2.0]
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(loaded.f(tf.constant([2.0, 3.0])))
    assert tape.gradient(total, loaded.w).numpy().tolist() == [2.0, 3.0]
    assert tape.watched_variables() == (loaded.w,)


def test_a_shared_variable_is_one(tmp_path: Path) -> None:
    model = tf.Module()
    model.a = tf.Variable(1.0)
    model.inner = {"b": [model.a]}
    loaded = saved(model, tmp_path)
    assert loaded.a is loaded.inner["b"][0]


def test_what_a_circle_leads_back_to(tmp_path: Path) -> None:
    model, other = tf.Module(), tf.Module()
    model.other, other.back, other.v = other, model, tf.Variable(1.0)
    loaded = saved(model, tmp_path)
    assert loaded.other.back is loaded
    assert float(loaded.other.v) == 1.0


def _matching() -> Any:
    model = tf.Module()

    @tf.function
    def f(x: Any, mode: Any = "plus", *, factor: Any = 1) -> Any:
        return (x + 1 if mode == "plus" else x - 1) * factor

    f(tf.constant([1.0, 2.0]))
    f(tf.constant(1), "minus")
    f(tf.constant(1.0), factor=3)
    model.f = f
    return model


@pytest.mark.parametrize(
    ("args", "kwargs", "wanted"),
    [
        (([5.0, 6.0],), {}, [6.0, 7.0]),
        ((np.array([5.0, 6.0], np.float32),), {}, [6.0, 7.0]),
        ((tf.Variable([5.0, 6.0]),), {}, [6.0, 7.0]),
        ((), {"x": tf.constant([5.0, 6.0]), "mode": "plus"}, [6.0, 7.0]),
        ((4, "minus"), {}, 3),
        ((tf.constant(2.0),), {"factor": 3}, 9.0),
    ],
)
def test_calls_find_their_trace(args: Any, kwargs: Any, wanted: Any, tmp_path: Path) -> None:
    loaded = saved(_matching(), tmp_path)
    for _ in range(3):
        assert loaded.f(*args, **kwargs).numpy().tolist() == wanted


@pytest.mark.parametrize(
    ("args", "kwargs"),
    [
        ((tf.constant([1.0, 2.0, 3.0]),), {}),
        ((tf.constant([1.0, 2.0]), "times"), {}),
        ((tf.constant([1, 2]),), {}),
        ((tf.constant([1.0, 2.0]),), {"factor": 2}),
        (("text",), {}),
    ],
)
def test_calls_without_a_trace_are_told_what_there_is(args: Any, kwargs: Any, tmp_path: Path) -> None:
    loaded = saved(_matching(), tmp_path)
    option = r"Option 1: f\(x=TensorSpec\(shape=\(2,\), dtype=tf.float32"
    with pytest.raises(ValueError, match=rf"(?s)Could not find matching concrete function.*3 option.*{option}"):
        loaded.f(*args, **kwargs)


Point = collections.namedtuple("Point", ["x", "y"])


def test_named_tuples_of_another_class_with_the_same_fields(tmp_path: Path) -> None:
    model = tf.Module()
    model.f = tf.function(lambda p: Point(p.y, p.x))
    model.f(Point(tf.constant(1.0), tf.constant(2.0)))
    result = saved(model, tmp_path).f(Point(tf.constant(3.0), tf.constant(4.0)))
    assert (type(result).__name__, float(result.x), float(result.y)) == ("Point", 4.0, 3.0)


def test_loaded_functions_run_when_functions_are_to_run_eagerly(tmp_path: Path) -> None:
    loaded = saved(_matching(), tmp_path)
    tf.config.run_functions_eagerly(True)
    try:
        assert loaded.f([5.0, 6.0]).numpy().tolist() == [6.0, 7.0]
    finally:
        tf.config.run_functions_eagerly(False)


def test_concrete_functions_and_their_signature(tmp_path: Path) -> None:
    model = tf.Module()
    model.g = tf.function(lambda a, b: a - b).get_concrete_function(
        tf.TensorSpec([], tf.float32), tf.TensorSpec([None], tf.float32)
    )
    loaded = saved(model, tmp_path)
    assert loaded.g(b=tf.constant([1.0]), a=tf.constant(3.0)).numpy().tolist() == [2.0]
    assert loaded.g.structured_input_signature[0][1].shape == (None,)
    with pytest.raises(tf.errors.InvalidArgumentError):
        loaded.g(tf.constant([1.0]), tf.constant([1.0]))


def test_default_signature(tmp_path: Path) -> None:
    loaded = saved(make(tf, "mlp")["model"], tmp_path)
    assert list(loaded.signatures) == ["serving_default"]
    result = loaded.signatures["serving_default"](x=tf.constant([[1.0, 2.0, 3.0]]))
    assert list(result) == ["output_0"]
    assert dict(saved(make(tf, "counter")["model"], tmp_path).signatures) == {}


@pytest.mark.parametrize(
    ("signatures", "kind", "message"),
    [
        ("x", ValueError, "but got 'x'"),
        ({"a": 3}, ValueError, "but got 3"),
        (lambda x: x, ValueError, "Only `tf.functions` with an input signature"),
        ({3: tf.function(lambda: 1.0, input_signature=[])}, TypeError, "name of a signature must be a string, got 3"),
        (tf.function(lambda x: x), ValueError, "with an input signature"),
        (tf.function(lambda: None, input_signature=[]), ValueError, "non-Tensor value None for key 'output_0'"),
        (tf.function(lambda: [[1.0]], input_signature=[]), ValueError, "non-Tensor value .* for key 'output_0'"),
    ],
)
def test_wrong_signatures(signatures: Any, kind: type[Exception], message: str, tmp_path: Path) -> None:
    with pytest.raises(kind, match=message):
        tf.saved_model.save(tf.Module(), tmp_path / "model", signatures)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("obj", [3, [1], {"a": 1}, lambda: 1])
def test_what_cannot_be_saved(obj: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Expected an object of type `Trackable`"):
        tf.saved_model.save(obj, tmp_path / "model")


def test_a_variable_out_of_reach_is_told(tmp_path: Path) -> None:
    model, v = tf.Module(), tf.Variable(1.0, name="lonely")
    model.f = tf.function(lambda x: x * v, input_signature=[tf.TensorSpec([], tf.float32)])
    with pytest.raises(AssertionError, match=r"'lonely'.*not reachable"):
        tf.saved_model.save(model, tmp_path / "model")
    assert os.listdir(tmp_path) == []


def test_saving_inside_a_function_is_refused(tmp_path: Path) -> None:
    @tf.function(autograph=False)
    def f() -> None:
        tf.saved_model.save(tf.Module(), tmp_path / "model")

    with pytest.raises(AssertionError, match="not supported inside"):
        f()


# files -------------------------------------------------------------------------------------------------------


def test_the_old_model_stays_until_the_new_one_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = tf.Module()
    model.v = tf.Variable(1.0)
    loaded = saved(model, tmp_path)
    (tmp_path / "model" / "notes.txt").write_text("mine")
    model.v.assign(2.0)
    with monkeypatch.context() as patched:
        patched.setattr("graphwright.saved_model.saver.BundleWriter.add", lambda *a: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            tf.saved_model.save(model, tmp_path / "model")
    assert os.listdir(tmp_path) == ["model"]
    assert float(tf.saved_model.load(tmp_path / "model").v) == 1.0
    tf.saved_model.save(model, tmp_path / "model")
    assert float(tf.saved_model.load(tmp_path / "model").v) == 2.0
    assert (tmp_path / "model" / "notes.txt").read_text() == "mine"
    assert os.listdir(tmp_path) == ["model"]
    assert float(loaded.v) == 1.0


def test_looking_for_models(tmp_path: Path) -> None:
    assert not tf.saved_model.contains_saved_model(tmp_path)
    with pytest.raises(OSError, match="does not exist at"):
        tf.saved_model.load(tmp_path)
    assert tf.saved_model.contains_saved_model(GOLDEN / "mlp")
    with pytest.raises(ValueError, match=r"incompatible argument to `tags`: gpu.*\['serve'\]"):
        tf.saved_model.load(GOLDEN / "mlp", tags="gpu")
    assert tf.saved_model.load(GOLDEN / "mlp", tags=["serve"]).layers


def _first(meta: Any, kind: str) -> Any:
    return next(n for n in meta.object_graph_def.nodes if n.WhichOneof("kind") == kind)


def _saved_function(meta: Any) -> Any:
    return meta.object_graph_def.concrete_functions[_first(meta, "function").function.concrete_functions[0]]


HARM: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "a child that is not there": (
        lambda m: setattr(m.object_graph_def.nodes[0].children[0], "node_id", 9999), INVALID, "number 9999"
    ),
    "a child below all": (
        lambda m: setattr(m.object_graph_def.nodes[0].children[0], "node_id", -1), INVALID, "number -1"
    ),
    "two children of one name": (
        lambda m: m.object_graph_def.nodes[0].children.add(node_id=0, local_name="layers"), INVALID, "'layers'"
    ),
    "a captured object that is not there": (
        lambda m: _saved_function(m).bound_inputs.append(9999), INVALID, "captures object 9999"
    ),
    "a captured object of another kind": (
        lambda m: _saved_function(m).bound_inputs.__setitem__(0, 0), INVALID, "takes a resource"
    ),
    "a missing captured object": (
        lambda m: _saved_function(m).ClearField("bound_inputs"), INVALID, "the signature specifies 1 arguments"
    ),
    "a function with no signature": (
        lambda m: _saved_function(m).ClearField("canonicalized_input_signature"), INVALID, "holds no value"
    ),
    "a function with no results": (
        lambda m: _saved_function(m).ClearField("output_signature"), INVALID, "holds no value"
    ),
    "a function that nothing is told of": (
        lambda m: m.object_graph_def.concrete_functions.clear(), INVALID, "says nothing of how function"
    ),
    "a variable of another dtype": (
        lambda m: setattr(_first(m, "variable").variable, "dtype", 3), INVALID, "its value is float32"
    ),
    "a variable of another shape": (
        lambda m: setattr(_first(m, "variable").variable.shape.dim[0], "size", 77), INVALID, "its value is float32"
    ),
    "a variable of no dtype": (
        lambda m: setattr(_first(m, "variable").variable, "dtype", 0), INVALID, "DT_INVALID"
    ),
    "no parameters": (
        lambda m: _first(m, "function").function.function_spec.ClearField("fullargspec"), INVALID, "holds no value"
    ),
    "a keyword for a name": (
        lambda m: setattr(
            _first(m, "function").function.function_spec.fullargspec.named_tuple_value.values[0].value.list_value
            .values[-1], "string_value", "not a name"), INVALID, "no parameters|do not take"
    ),
    "an empty name": (
        lambda m: _first(m, "function").function.function_spec.fullargspec.named_tuple_value.values[1].value
        .CopyFrom(CLASSES["StructuredValue"](string_value="")), INVALID, "'' is no name of a parameter"
    ),
    "a later reader": (lambda m: setattr(m.graph_def.versions, "min_consumer", 10**6), INVALID, "version 1000000"),
    "a node that is not there": (
        lambda m: m.graph_def.library.function[0].node_def[-1].input.__setitem__(0, "nowhere:output:0"),
        INVALID, "'nowhere'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HARM)
def test_what_contradicts_itself_is_told(name: str, tmp_path: Path) -> None:
    harm, kind, message = HARM[name]
    shutil.copytree(GOLDEN / "mlp", tmp_path / "model")
    file = tmp_path / "model" / "saved_model.pb"
    model = CLASSES["SavedModel"].FromString(file.read_bytes())
    harm(model.meta_graphs[0])
    file.write_bytes(model.SerializeToString())
    with pytest.raises(kind, match=message):
        tf.saved_model.load(tmp_path / "model")


def test_an_inner_function_gets_no_other_variable_than_it_was_made_for(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "nested_functions", tmp_path / "model")
    file = tmp_path / "model" / "saved_model.pb"
    model = CLASSES["SavedModel"].FromString(file.read_bytes())
    for function in model.meta_graphs[0].graph_def.library.function:
        for node in function.node_def:
            del node.attr["_output_shapes"]
        if "inner" in function.signature.name:
            function.signature.input_arg[1].handle_data[0].shape.dim.add(size=1000)
    file.write_bytes(model.SerializeToString())
    with pytest.raises(INVALID, match=r"takes (a variable of )?float32\[1000\]"):
        tf.saved_model.load(tmp_path / "model")


@pytest.mark.parametrize("name", ["../outside", "/etc/passwd", "a/../../outside", "", "C:/x", "link"])
def test_assets_stay_in_their_folder(name: str, tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "tables", tmp_path / "model")
    (tmp_path / "outside").write_text("secret")
    os.symlink(tmp_path / "outside", tmp_path / "model" / "assets" / "link")
    file = tmp_path / "model" / "saved_model.pb"
    model = CLASSES["SavedModel"].FromString(file.read_bytes())
    model.meta_graphs[0].asset_file_def[0].filename = name
    file.write_bytes(model.SerializeToString())
    with pytest.raises(INVALID, match="folder of assets"):
        tf.saved_model.load(tmp_path / "model")


def test_damaged_files_are_told(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN / "mlp", tmp_path / "model")
    data = tmp_path / "model" / "variables" / "variables.data-00000-of-00001"
    kept = data.read_bytes()
    data.write_bytes(bytes([kept[0] ^ 1]) + kept[1:])
    with pytest.raises(DATA_LOSS):
        tf.saved_model.load(tmp_path / "model")
    data.unlink()
    with pytest.raises((DATA_LOSS, tf.errors.NotFoundError)):
        tf.saved_model.load(tmp_path / "model")
    (tmp_path / "model" / "saved_model.pb").write_bytes(b"\xff" * 100)
    with pytest.raises(DATA_LOSS, match="no SavedModel"):
        tf.saved_model.load(tmp_path / "model")


@pytest.mark.parametrize("name", ["mlp", "loop", "custom_gradient"])
def test_flipped_bits_end_in_errors_that_tell(name: str, tmp_path: Path) -> None:
    """A loader meets any bytes: it loads a model, or says what is wrong with it."""
    shutil.copytree(GOLDEN / name, tmp_path / "model")
    file = tmp_path / "model" / "saved_model.pb"
    whole = file.read_bytes()
    generator = np.random.default_rng(7)
    reported = (tf.errors.OpError, ValueError, OSError)
    for _ in range(60):
        changed = bytearray(whole)
        for _ in range(generator.integers(1, 4)):
            changed[generator.integers(len(changed))] ^= 1 << int(generator.integers(8))
        file.write_bytes(bytes(changed))
        try:
            tf.saved_model.load(tmp_path / "model")
        except reported as error:
            assert not isinstance(error, tf.errors.InternalError), error
