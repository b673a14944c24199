"""Tables, files and resources in saved models: what is written, what is made when they are loaded, what is refused."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.saved_model.messages import CLASSES
from tests.saved_model.programs import make

GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "saved_models" / "tables"
INVALID = tf.errors.InvalidArgumentError
WORD = tf.constant(["b"])
LINE, NUMBER = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER


def message_of(folder: Path) -> Any:
    return CLASSES["SavedModel"].FromString((folder / "saved_model.pb").read_bytes())


def change(folder: Path, message: Any) -> None:
    (folder / "saved_model.pb").write_bytes(message.SerializeToString())


def of_lines(path: Path) -> Any:
    """A model with a table of the lines of a file."""
    lines = tf.lookup.TextFileInitializer(str(path), tf.string, LINE, tf.int64, NUMBER)
    model = tf.Module()
    model.table = tf.lookup.StaticHashTable(lines, -1)
    model.f = tf.function(lambda x: model.table.lookup(x), input_signature=[tf.TensorSpec([None], tf.string)])
    return model


def test_tables_that_tensorflow_wrote() -> None:
    model = tf.saved_model.load(GOLDEN)
    assert model.f(tf.constant(["a", "b", "zz"])).numpy().tolist() == [0, 1, -1]


def test_two_loads_have_tables_of_their_own(tmp_path: Path) -> None:
    program = make(tf, "changing tables")
    tf.saved_model.save(program["model"], tmp_path / "model")
    first, second = (tf.saved_model.load(tmp_path / "model") for _ in range(2))
    assert int(first.count(tf.constant(["x", "y"]))) == 3
    assert int(second.count(tf.constant(["a"]))) == 1


def test_what_changed_is_saved_as_it_is(tmp_path: Path) -> None:
    tf.saved_model.save(make(tf, "changing tables")["model"], tmp_path / "first")
    loaded = tf.saved_model.load(tmp_path / "first")
    loaded.count(tf.constant(["a", "new"]))
    tf.saved_model.save(loaded, tmp_path / "second")
    again = tf.saved_model.load(tmp_path / "second")
    assert again.look(tf.constant(["a", "new", "?"]))[0].numpy().tolist() == [6, 1, 0]


def test_files_go_with_the_model(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    for name, text in (("one", "a\nb\n"), ("two", "b\na\n")):
        (tmp_path / name / "words.txt").write_text(text)
    model = tf.Module()
    model.parts = [of_lines(tmp_path / n / "words.txt") for n in ("one", "two", "one")]
    tf.saved_model.save(model, tmp_path / "first")
    assert sorted(os.listdir(tmp_path / "first" / "assets")) == ["words.txt", "words_1.txt"]
    shutil.rmtree(tmp_path / "one")
    shutil.rmtree(tmp_path / "two")
    loaded = tf.saved_model.load(tmp_path / "first")
    assert [int(part.f(WORD)[0]) for part in loaded.parts] == [1, 0, 1]
    tf.saved_model.save(loaded, tmp_path / "second")
    shutil.move(tmp_path / "second", tmp_path / "moved")
    shutil.rmtree(tmp_path / "first")
    assert [int(part.f(WORD)[0]) for part in tf.saved_model.load(tmp_path / "moved").parts] == [1, 0, 1]


def test_a_model_is_saved_over_the_one_it_was_loaded_from(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("a\nb\n")
    tf.saved_model.save(of_lines(tmp_path / "words.txt"), tmp_path / "model")
    tf.saved_model.save(tf.saved_model.load(tmp_path / "model"), tmp_path / "model")
    assert tf.saved_model.load(tmp_path / "model").f(WORD).numpy().tolist() == [1]


def test_a_file_that_is_not_there_is_told_and_nothing_is_written(tmp_path: Path) -> None:
    model = tf.Module()
    model.file = tf.saved_model.Asset(str(tmp_path / "nowhere.txt"))
    with pytest.raises(tf.errors.NotFoundError, match=r"nowhere\.txt is to be saved with the model"):
        tf.saved_model.save(model, tmp_path / "model")
    assert os.listdir(tmp_path) == []


def test_assets_are_loaded_as_assets(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("noted")
    model = tf.Module()
    model.file = tf.saved_model.Asset(str(tmp_path / "note.txt"))
    both = tf.function(lambda: tf.strings.join([model.file.asset_path, model.file]), input_signature=[])
    model.place = tf.function(lambda: model.file.asset_path, input_signature=[])
    assert both().numpy() == model.place().numpy() * 2
    assert model.place().numpy() == str(tmp_path / "note.txt").encode()
    tf.saved_model.save(model, tmp_path / "model")
    loaded = tf.saved_model.load(tmp_path / "model")
    wanted = os.fsencode(os.path.realpath(tmp_path / "model" / "assets" / "note.txt"))
    assert loaded.file.asset_path.numpy() == loaded.place().numpy() == wanted


def test_a_table_out_of_reach_is_told(tmp_path: Path) -> None:
    table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1]), 0)
    model = tf.Module()
    model.f = tf.function(table.lookup, input_signature=[tf.TensorSpec([], tf.string)])
    with pytest.raises(AssertionError, match=r"hash table from string to int32.*not reachable"):
        tf.saved_model.save(model, tmp_path / "model")


# untrusted files ---------------------------------------------------------------------------------------------


def _function_named(message: Any, part: str) -> Any:
    functions = message.meta_graphs[0].graph_def.library.function
    return next(f for f in functions if part in f.signature.name)


def test_initialising_reads_no_file_but_assets(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("a\nb\n")
    (tmp_path / "secret.txt").write_text("secret\n")
    tf.saved_model.save(of_lines(tmp_path / "words.txt"), tmp_path / "model")
    message = message_of(tmp_path / "model")
    function = _function_named(message, "initializer")
    result = function.node_def.add(name="elsewhere", op="Const")
    result.attr["dtype"].type = 7
    result.attr["value"].tensor.dtype = 7
    result.attr["value"].tensor.string_val.append(os.fsencode(tmp_path / "secret.txt"))
    result.attr["value"].tensor.tensor_shape.SetInParent()
    reading = next(n for n in function.node_def if n.op == "InitializeTableFromTextFileV2")
    reading.input[1] = "elsewhere:output:0"
    change(tmp_path / "model", message)
    with pytest.raises(INVALID, match="no asset of its model"):
        tf.saved_model.load(tmp_path / "model")
    allowed = tf.saved_model.LoadOptions(allowed_ops=["InitializeTableFromTextFileV2"])
    loaded = tf.saved_model.load(tmp_path / "model", options=allowed)
    assert loaded.f(tf.constant(["secret"])).numpy().tolist() == [0]


class Counting(tf.saved_model.experimental.TrackableResource):
    """A resource whose content is computed in a loop."""

    def __init__(self) -> None:
        super().__init__()
        self._initialize()

    def _create_resource(self) -> Any:
        return tf.raw_ops.VarHandleOp(dtype=tf.int32, shape=[])

    def _initialize(self) -> None:
        count = tf.while_loop(lambda i: i < 10, lambda i: [i + 1], [tf.constant(0)])[0]
        tf.raw_ops.AssignVariableOp(resource=self.resource_handle, value=count)


def _counting(folder: Path) -> None:
    model = tf.Module()
    model.held = Counting()
    model.f = tf.function(
        lambda: tf.raw_ops.ReadVariableOp(resource=model.held.resource_handle, dtype=tf.int32), input_signature=[]
    )
    model.g = tf.function(lambda x: x + 1, input_signature=[tf.TensorSpec([], tf.int32)])
    assert int(model.f()) == 10
    tf.saved_model.save(model, folder)


def test_what_is_not_harmless_is_not_run_by_loading(tmp_path: Path) -> None:
    _counting(tmp_path / "model")
    loaded = tf.saved_model.load(tmp_path / "model")
    assert int(loaded.g(tf.constant(1))) == 2
    with pytest.raises(INVALID, match=r"was not made: it needs the op (Stateless)?While"):
        loaded.f()
    allowed = tf.saved_model.LoadOptions(allowed_ops=["While", "StatelessWhile"])
    assert int(tf.saved_model.load(tmp_path / "model", options=allowed).f()) == 10


def test_a_resource_that_needs_itself_is_told(tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "model")
    message = message_of(tmp_path / "model")
    objects = message.meta_graphs[0].object_graph_def
    number = next(i for i, n in enumerate(objects.nodes) if n.WhichOneof("kind") == "resource")
    creator = next(c.node_id for c in objects.nodes[number].children if c.local_name == "_create_resource")
    name = objects.nodes[creator].function.concrete_functions[0]
    objects.concrete_functions[name].bound_inputs.append(number)
    change(tmp_path / "model", message)
    with pytest.raises(INVALID, match="needed to make itself"):
        tf.saved_model.load(tmp_path / "model")


@pytest.mark.parametrize("name", ["_create_resource", "_initialize"])
def test_a_resource_without_its_functions_says_so_when_it_is_used(name: str, tmp_path: Path) -> None:
    shutil.copytree(GOLDEN, tmp_path / "model")
    message = message_of(tmp_path / "model")
    for node in message.meta_graphs[0].object_graph_def.nodes:
        kept = [c for c in node.children if c.local_name != name]
        del node.children[:]
        node.children.extend(kept)
    change(tmp_path / "model", message)
    loaded = tf.saved_model.load(tmp_path / "model")
    with pytest.raises(INVALID, match=f"It has no function '{name}'"):
        loaded.f(tf.constant(["a"]))


def test_a_table_in_the_place_of_a_variable_is_told(tmp_path: Path) -> None:
    model = make(tf, "tables of pairs")["model"]
    tf.saved_model.save(model, tmp_path / "model")
    message = message_of(tmp_path / "model")
    objects = message.meta_graphs[0].object_graph_def
    table = next(i for i, n in enumerate(objects.nodes) if n.WhichOneof("kind") == "resource")
    variable = next(i for i, n in enumerate(objects.nodes) if n.WhichOneof("kind") == "variable")
    for function in objects.concrete_functions.values():
        function.bound_inputs[:] = [table if i == variable else i for i in function.bound_inputs]
    change(tmp_path / "model", message)
    with pytest.raises((INVALID, tf.errors.FailedPreconditionError)):
        tf.saved_model.load(tmp_path / "model").weigh(tf.constant([["a"]]), tf.constant(1.0))
