"""What ops reach in loaded graphs: their own assets, and no other file, address, Python function or resource."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf

INVALID = tf.errors.InvalidArgumentError


def loaded_again(tmp_path: Path, function: Any, **options: Any) -> Any:
    module = tf.Module()
    module.f = function
    tf.saved_model.save(module, tmp_path / "model")
    return tf.saved_model.load(tmp_path / "model", options=tf.saved_model.LoadOptions(**options)).f


@pytest.mark.parametrize("allowed", [[], ["PrintV2"]])
def test_printing_to_a_file(tmp_path: Path, allowed: list[str]) -> None:
    target = tmp_path / "written"

    @tf.function(input_signature=[])
    def f() -> Any:
        tf.print("harm", output_stream=f"file://{target}")
        return tf.constant(1)

    again = loaded_again(tmp_path, f, allowed_ops=allowed)
    if allowed:
        assert int(again()) == 1 and target.read_text() == "harm\n"
        return
    with pytest.raises(INVALID, match=r"PrintV2 of a loaded graph writes to a file .'file://.*allowed_ops"):
        again()
    with pytest.raises(INVALID, match="PrintV2 of a loaded graph"):
        tf.function(lambda: again())()
    assert not target.exists()


def test_printing_elsewhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function(input_signature=[])
    def f() -> Any:
        tf.print("shown")
        return tf.constant(1)

    loaded_again(tmp_path, f)()
    assert capsys.readouterr().err == "shown\n"


REACHING: dict[str, tuple[str, Any, str]] = {
    "reading": ("ReadFile", lambda path: tf.io.read_file(path), "which is no asset of its model"),
    "reading by a scheme": (
        "ReadFile",
        lambda path: tf.io.read_file("file://" + path),
        "which is no asset of its model",
    ),
    "writing": ("WriteFile", lambda path: [tf.io.write_file(path, "harm"), tf.constant("there")][1], "writes files"),
    "reading lines": (
        "TextLineDataset",
        lambda path: tf.data.TextLineDataset(path).reduce("", lambda text, line: text + line),
        "which is no asset of its model",
    ),
    "reading pieces": (
        "FixedLengthRecordDatasetV2",
        lambda path: tf.data.FixedLengthRecordDataset(path, 5).reduce("", lambda text, piece: text + piece),
        "which is no asset of its model",
    ),
    "reading rows": (
        "CSVDatasetV2",
        lambda path: tf.data.experimental.CsvDataset(path, [""]).reduce("", lambda text, cell: text + cell),
        "which is no asset of its model",
    ),
    "looking for files": ("MatchingFiles", lambda path: tf.io.matching_files(path)[0], "looks for files"),
}


@pytest.mark.parametrize("name", REACHING)
def test_what_reaches_files(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    op, reach, message = REACHING[name]
    path = tmp_path / "secret"
    path.write_text("there")
    function = tf.function(reach, input_signature=[tf.TensorSpec([], tf.string)])
    again = loaded_again(tmp_path, function)
    (tmp_path / "model" / "assets").mkdir(exist_ok=True)
    monkeypatch.chdir(tmp_path / "model" / "assets")  # where a name with a scheme could be taken for one of the model's
    for call in (again, tf.function(lambda p: again(p))):
        with pytest.raises(INVALID, match=f"Op {op} of a loaded graph .*{message}.*allowed_ops"):
            call(tf.constant(str(path)))
    assert path.read_text() == "there"
    found = loaded_again(tmp_path, function, allowed_ops=[op])(tf.constant(str(path))).numpy()
    assert found in (b"there", str(path).encode())


class _OfAsset(tf.Module):
    """A function of a file of the model."""

    def __init__(self, path: Path, read: Callable[[Any], Any]) -> None:
        super().__init__()
        self.file = tf.saved_model.Asset(str(path))
        self.f = tf.function(lambda: read(self.file.asset_path), input_signature=[])


def _frozen(f: Any) -> Callable[[Any], Any]:
    from graphwright.saved_model.freezing import convert_variables_to_constants_v2

    frozen = convert_variables_to_constants_v2(f.get_concrete_function(tf.TensorSpec([], tf.string)))
    return lambda path: frozen(path)


def _imported(f: Any) -> Callable[[Any], Any]:
    graph = f.get_concrete_function(tf.TensorSpec([], tf.string)).graph.as_graph_def()
    again = tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(graph, name=""), [])
    return again.prune(f"{again.graph.get_operations()[0].name}:0", again.graph.get_operations()[-1].outputs[0].name)


def _in_session(f: Any) -> Callable[[Any], Any]:
    graph = f.get_concrete_function(tf.TensorSpec([], tf.string)).graph.as_graph_def()

    def run(path: Any) -> Any:
        with tf.Graph().as_default() as g, tf.compat.v1.Session() as session:
            tf.compat.v1.import_graph_def(graph, name="")
            operations = g.get_operations()
            return session.run(operations[-1].outputs[0], {operations[0].outputs[0]: path.numpy()})

    return run


WAYS: dict[str, Callable[[Any], Callable[[Any], Any]]] = {
    "frozen": _frozen,
    "imported": _imported,
    "in a session": _in_session,
    "in a function": lambda f: tf.function(lambda path: f(path)),
    "by the other executor": lambda f: tf.function(lambda path: f(path), jit_compile=False),
    "in a dataset": lambda f: lambda path: list(tf.data.Dataset.from_tensors(path).map(f)),
    "for each of several": lambda f: lambda path: tf.map_fn(f, path[tf.newaxis]),
    "vectorized": lambda f: lambda path: tf.vectorized_map(f, path[tf.newaxis], fallback_to_while_loop=True),
    "in a branch": lambda f: tf.function(
        lambda path: tf.cond(tf.strings.length(path) > 0, lambda: f(path), lambda: path)
    ),
    "in a loop": lambda f: tf.function(
        lambda path: tf.while_loop(lambda i, t: i < 1, lambda i, t: (i + 1, f(t)), (0, path))[1]
    ),
    "recomputed": lambda f: tf.recompute_grad(lambda path: f(path)),
    "pruned": lambda f: f.get_concrete_function(tf.TensorSpec([], tf.string)),
}


@pytest.mark.filterwarnings("ignore:.*pfor")
@pytest.mark.parametrize("way", WAYS)
def test_guards_stay_on_every_way(way: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("there")
    read = tf.function(lambda path: tf.io.read_file(path), input_signature=[tf.TensorSpec([], tf.string)])
    again = loaded_again(tmp_path, read)
    with pytest.raises(tf.errors.OpError, match="Op ReadFile of a loaded graph"):
        WAYS[way](again)(tf.constant(str(secret)))


READING: dict[str, Callable[[Any], Any]] = {
    "lines": lambda file: tf.data.TextLineDataset(file).reduce("", lambda text, line: text + line),
    "pieces": lambda file: tf.data.FixedLengthRecordDataset(file, 2).reduce("", lambda text, piece: text + piece),
}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize("name", READING)
def test_datasets_of_an_asset(name: str, tmp_path: Path) -> None:
    """What is read is the model's own file, unless a pipe or a link that leads elsewhere has taken its place."""
    (tmp_path / "words").write_text("pear")
    tf.saved_model.save(_OfAsset(tmp_path / "words", READING[name]), tmp_path / "model")
    copy = tmp_path / "model" / "assets" / "words"
    loaded = tf.saved_model.load(tmp_path / "model")
    assert loaded.f().numpy() == b"pear"
    copy.unlink()
    os.mkfifo(copy)
    with pytest.raises(tf.errors.FailedPreconditionError, match="not a regular file"):
        loaded.f()
    copy.unlink()
    copy.symlink_to(tmp_path / "words")
    with pytest.raises(INVALID, match="which is no asset of its model"):
        loaded.f()


def _staging(value: int) -> tf.Module:
    """A model that keeps a value under a name, and says how many values are there."""
    raw, names = tf.raw_ops, {"container": "c", "shared_name": "n"}
    model = tf.Module()
    model.put = tf.function(
        lambda: [raw.Stage(values=[tf.constant(value)], **names), tf.constant(0)][1], input_signature=[]
    )
    model.take = tf.function(lambda: raw.Unstage(dtypes=[tf.int32], **names)[0], input_signature=[])
    model.count = tf.function(lambda: raw.StageSize(dtypes=[tf.int32], **names), input_signature=[])
    return model


@pytest.mark.parametrize("allowed", [[], ["Stage", "StageSize", "Unstage"]])
def test_names_of_resources_do_not_leave_their_model(tmp_path: Path, allowed: list[str]) -> None:
    for number in (1, 2):
        tf.saved_model.save(_staging(number), tmp_path / str(number))
    options = tf.saved_model.LoadOptions(allowed_ops=allowed)
    one, two = (tf.saved_model.load(tmp_path / str(number), options=options) for number in (1, 2))
    one.put()
    assert (int(one.count()), int(two.count())) == (1, 1 if allowed else 0)
    two.put()
    assert int(one.take()) == 1 and int(two.take()) == 2


def test_names_of_variables_do_not_leave_their_model(tmp_path: Path) -> None:
    handle = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="of the program")
    tf.raw_ops.AssignVariableOp(resource=handle, value=1.0)

    def read() -> Any:
        found = tf.raw_ops.VarHandleOp(dtype=tf.float32, shape=[], shared_name="of the program")
        return tf.raw_ops.ReadVariableOp(resource=found, dtype=tf.float32)

    assert float(tf.function(read)()) == 1.0
    with pytest.raises(tf.errors.OpError):
        loaded_again(tmp_path, tf.function(read, input_signature=[]))()


def test_texts_of_handles_cannot_be_guessed() -> None:
    handles = [tf.raw_ops.GetSessionHandle(value=tf.constant(1)).numpy() for _ in range(2)]
    numbers = [handle.split(b";")[1] for handle in handles]
    assert numbers[0] != numbers[1] and all(len(number) == 32 for number in numbers)


def test_reading_an_asset(tmp_path: Path) -> None:
    class Model(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.file = tf.saved_model.Asset(str(tmp_path / "words"))

        @tf.function(input_signature=[])
        def f(self) -> Any:
            return tf.io.read_file(self.file)

    (tmp_path / "words").write_text("pear")
    tf.saved_model.save(Model(), tmp_path / "model")
    (tmp_path / "words").unlink()
    assert tf.saved_model.load(tmp_path / "model").f().numpy() == b"pear"


def test_an_imported_graph_saves_and_restores_nothing_by_itself(tmp_path: Path) -> None:
    """A session restores by its own reader; the operations of the file for it are refused when they run."""
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        v = tf.Variable(1.0, name="v")
        session.run(v.initializer)
        v1.train.Saver().save(session, str(tmp_path / "m"))
    meta = tmp_path / "m.meta"
    with tf.Graph().as_default(), v1.Session() as session:
        saver = v1.train.import_meta_graph(str(meta))
        saver.restore(session, str(tmp_path / "m"))
        path = {"saver_filename:0": str(tmp_path / "other")}
        with pytest.raises(tf.errors.InvalidArgumentError, match="SaveV2 of a loaded graph writes files"):
            session.run("save/Identity:0", path)
        with pytest.raises(tf.errors.InvalidArgumentError, match="RestoreV2 of a loaded graph reads files"):
            session.run("save/restore_all", path)
    assert not list(tmp_path.glob("other*"))
