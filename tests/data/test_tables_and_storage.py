"""Datasets of tables and of lists of files, elements in files, errors that are ignored; values are TensorFlow's."""

from __future__ import annotations

import gzip
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf

GOLDEN = Path(__file__).parents[1] / "golden" / "data" / "saved_datasets"
experimental: Any = tf.data.experimental
INVALID = tf.errors.InvalidArgumentError


def rows(dataset: Any) -> list[tuple[Any, ...]]:
    return [tuple(value.numpy() for value in element) for element in dataset]


@pytest.fixture
def csv(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "table.csv"
        path.write_bytes(text.encode())
        return str(path)

    return write


# CsvDataset -----------------------------------------------------------------------------------------------------

TWO = [tf.int32, tf.int32]


@pytest.mark.parametrize(
    ("text", "defaults", "arguments", "expected"),
    [
        ("1,a,2.5\n3,,4\n", [tf.int32, "d", tf.float32], {}, [(1, b"a", 2.5), (3, b"d", 4.0)]),
        ("x,y\n1,2\n", TWO, {"header": True}, [(1, 2)]),
        ('"x\nz",y\n1,2\n', TWO, {"header": True}, [(1, 2)]),
        ("1,2", TWO, {}, [(1, 2)]),
        ("1\n\n3\n", [[0]], {}, [(1,), (0,), (3,)]),
        ("1,2\r\n3,4\r\n", TWO, {}, [(1, 2), (3, 4)]),
        ("1,2\r3,4\r", TWO, {}, [(1, 2), (3, 4)]),
        ('"a\nb","c,d"\n"e""f",g\n', ["", ""], {}, [(b"a\nb", b"c,d"), (b'e"f', b"g")]),
        ("1,2,3\n4,5,6\n", TWO, {"select_cols": [0, 2]}, [(1, 3), (4, 6)]),
        ("1,2,3\n4,5,6\n", TWO, {"exclude_cols": [1]}, [(1, 3), (4, 6)]),
        ("NA,2\n", [[7], [8]], {"na_value": "NA"}, [(7, 2)]),
        ('"1"|2\n', ["", [8]], {"use_quote_delim": False, "field_delim": "|"}, [(b'"1"', 2)]),
        ("", [[1]], {}, []),
    ],
)
def test_rows_of_csv_files(csv: Any, text: str, defaults: Any, arguments: Any, expected: Any) -> None:
    assert rows(experimental.CsvDataset(csv(text), defaults, **arguments)) == expected


@pytest.mark.parametrize(
    ("text", "defaults", "arguments", "message"),
    [
        ("1,\n", TWO, {}, "Field 1 is required but missing in record"),
        ("1\n", TWO, {}, "Expect 2 fields but have 1 in record"),
        ("x\n", [tf.int32], {}, "Field 0 in record is not a valid int32: x"),
        ("1,2,3\n", TWO, {"select_cols": [2, 0]}, "select_cols should be strictly increasing"),
        ("1,2,3\n", TWO, {"select_cols": [0]}, "select_cols should match output size"),
        ("1,2,3\n", TWO, {"select_cols": [0, 2], "exclude_cols": [1]}, "Either select_cols or exclude_cols"),
        ("1||2\n", TWO, {"field_delim": "||"}, "field_delim should be only 1 char"),
        ('a"b\n', [""], {}, "Unquoted fields cannot have quotes"),
        ('"ab\n', [""], {}, "Quoted field has to end with quote"),
    ],
)
def test_what_csv_files_must_not_have(csv: Any, text: str, defaults: Any, arguments: Any, message: str) -> None:
    with pytest.raises(INVALID, match=message):
        rows(experimental.CsvDataset(csv(text), defaults, **arguments))


def test_long_csv_files_are_read_in_pieces(csv: Any) -> None:
    lines = [f'{i},"{"x" * (i % 50)}\n"\r\n' for i in range(6000)]
    found = rows(experimental.CsvDataset(csv("".join(lines)), [tf.int32, ""]))
    assert found == [(i, b"x" * (i % 50) + b"\n") for i in range(6000)]


def test_csv_files_are_decompressed_and_their_iterators_saved(tmp_path: Path) -> None:
    path = tmp_path / "table.csv.gz"
    path.write_bytes(gzip.compress(b"a,b\n1,2\n3,4\n5,6\n"))
    iterator = iter(experimental.CsvDataset(str(path), TWO, "GZIP", header=True))
    assert int(next(iterator)[0]) == 1
    saved = tf.train.Checkpoint(iterator=iterator).write(str(tmp_path / "saved"))
    assert [int(row[0]) for row in iterator] == [3, 5]
    tf.train.Checkpoint(iterator=iterator).read(saved)
    assert [int(row[0]) for row in iterator] == [3, 5]


# make_csv_dataset -----------------------------------------------------------------------------------------------

TABLE = "id,w,name,big,fl\n1,2.5,a,12345678901,1e300\n2,,b,5,2\n3,7,c,6,3\n"


def batches(path: str, **arguments: Any) -> list[Any]:
    arguments = {"num_epochs": 1, "shuffle": False, **arguments}
    return [
        {key: column.numpy().tolist() for key, column in batch.items()}
        for batch in experimental.make_csv_dataset(path, 2, **arguments)
    ]


def test_batches_of_columns(csv: Any) -> None:
    path = csv(TABLE)
    assert batches(path) == [
        {"id": [1, 2], "w": [2.5, 0.0], "name": [b"a", b"b"], "big": [12345678901, 5], "fl": [1e300, 2.0]},
        {"id": [3], "w": [7.0], "name": [b"c"], "big": [6], "fl": [3.0]},
    ]
    spec = experimental.make_csv_dataset(path, 2).element_spec
    names = {key: part.dtype.name for key, part in spec.items()}
    assert names == {"id": "int32", "w": "float32", "name": "string", "big": "int64", "fl": "float64"}
    assert all(part.shape == [2] for part in spec.values())


def test_labels_and_chosen_columns(csv: Any) -> None:
    path = csv(TABLE)
    labelled = experimental.make_csv_dataset(path, 3, label_name="w", num_epochs=1, shuffle=False)
    ((columns, label),) = list(labelled)
    assert list(columns) == ["id", "name", "big", "fl"]
    assert label.numpy().tolist() == [2.5, 0.0, 7.0]
    assert batches(path, select_columns=["name", 0])[0] == {"id": [1, 2], "name": [b"a", b"b"]}
    assert batches(path, column_defaults=["x", tf.int64], select_columns=["name", "big"])[1] == {
        "name": [b"c"], "big": [6],
    }  # fmt: skip
    assert [b["id"] for b in batches(path, num_epochs=2)] == [[1, 2], [3, 1], [2, 3]]
    assert batches(csv("a,b\n1,2\nx,y\n3,4\n"), column_defaults=[[0], [0]], ignore_errors=True) == [
        {"a": [1, 3], "b": [2, 4]}
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"header": False}, "Expected `column_names` or `header` arguments"),
        ({"label_name": "zz"}, "`label_name` provided must be one of the columns"),
        ({"select_columns": ["zz"]}, "Column zz specified in `select_columns`"),
        ({"select_columns": [9]}, "out of valid range"),
        ({"column_names": ["a", "a", "c", "d", "e"]}, "duplicate column names"),
        ({"column_defaults": [tf.int64]}, "has 1 entries for 5 columns"),
    ],
)
def test_columns_that_are_not_there(csv: Any, arguments: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        batches(csv(TABLE), **arguments)


def test_files_that_are_not_there() -> None:
    with pytest.raises(ValueError, match="No files match `file_pattern` /nowhere"):
        batches("/nowhere*")


# SqlDataset -----------------------------------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "t.db")
    with sqlite3.connect(path) as connection:
        connection.execute("create table t (a integer, b real, c text, d blob)")
        values = [(1, 2.5, "x", b"\x00\xff"), (-2, 3, None, b""), (300, 1e10, "é", None)]
        connection.executemany("insert into t values (?, ?, ?, ?)", values)
    connection.close()
    return path


@pytest.mark.parametrize(
    ("query", "dtypes", "expected"),
    [
        (
            "select a, b, c from t",
            (tf.int32, tf.float64, tf.string),
            [(1, 2.5, b"x"), (-2, 3.0, b""), (300, 1e10, "é".encode())],
        ),
        ("select a, a, a from t", (tf.int64, tf.int8, tf.bool), [(1, 1, True), (-2, -2, True), (300, 44, True)]),
        ("select a, b from t", (tf.string, tf.string), [(b"1", b"2.5"), (b"-2", b"3.0"), (b"300", b"10000000000.0")]),
        ("select c, d from t where a = -2", (tf.int32, tf.string), [(0, b"")]),
        ("select a from t where a > 0", (tf.uint8,), [(1,), (44,)]),
    ],
)  # fmt: skip
def test_rows_of_a_database(database: str, query: str, dtypes: Any, expected: Any) -> None:
    assert rows(experimental.SqlDataset("sqlite", database, query, dtypes)) == expected


def test_queries_that_fail(database: str) -> None:
    sql = experimental.SqlDataset
    with pytest.raises(INVALID, match="mysql, is not supported"):
        sql("mysql", database, "select a from t", (tf.int32,))
    with pytest.raises(INVALID, match="must be one of: string"):
        sql("sqlite", database, "select a from t", (tf.float32,))
    with pytest.raises(INVALID, match=r"number of columns in query \(2\)"):
        rows(sql("sqlite", database, "select a, b from t", (tf.int32,)))
    with pytest.raises(tf.errors.UnknownError, match="syntax error"):
        rows(sql("sqlite", database, "selec a", (tf.int32,)))
    with pytest.raises(tf.errors.UnknownError, match="unable to open"):
        rows(sql("sqlite", "/nowhere/t.db", "select a from t", (tf.int32,)))


# files and errors -----------------------------------------------------------------------------------------------


def test_lists_of_files(tmp_path: Path) -> None:
    for name in "cab":
        (tmp_path / f"{name}.txt").touch()
    pattern = f"{tmp_path}/*.txt"

    def names(dataset: Any) -> list[str]:
        return [os.path.basename(x.numpy()).decode() for x in dataset]

    assert names(tf.data.Dataset.list_files(pattern, shuffle=False)) == ["a.txt", "b.txt", "c.txt"]
    assert names(tf.data.Dataset.list_files([f"{tmp_path}/a*", f"{tmp_path}/b*"], shuffle=False)) == ["a.txt", "b.txt"]
    assert names(tf.data.Dataset.list_files(pattern, seed=7)) == ["b.txt", "c.txt", "a.txt"]
    with pytest.raises(INVALID, match="No files matched pattern"):
        tf.data.Dataset.list_files(f"{tmp_path}/x*")


def inverses() -> Any:
    numbers = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 2.0, 0.0, 4.0])
    return numbers.map(lambda x: tf.debugging.check_numerics(1.0 / x, "inverse"))


def test_errors_are_ignored() -> None:
    assert [float(x) for x in inverses().ignore_errors()] == [1.0, 0.5, 0.25]
    assert [x.numpy().tolist() for x in inverses().batch(2).ignore_errors()] == [[1.0, 0.5], [0.25]]
    with pytest.warns(RuntimeWarning, match="Error raised with error message"):
        assert len(list(inverses().ignore_errors(log_warning=True))) == 3


def test_no_error_comes_again_and_again() -> None:
    lines = tf.data.TextLineDataset(["/nowhere/lines", "/nowhere/others"])
    with pytest.warns(RuntimeWarning, match="/nowhere/") as warned:
        assert list(lines.ignore_errors(log_warning=True)) == []
    assert len(warned) == 2
    with pytest.raises(tf.errors.NotFoundError, match="/nowhere/lines"):
        list(lines)


def test_the_next_file_follows_a_damaged_one(tmp_path: Path) -> None:
    for name in ("a", "b"):
        with tf.io.TFRecordWriter(str(tmp_path / name)) as writer:
            writer.write(name)
    data = bytearray((tmp_path / "a").read_bytes())
    data[13] ^= 1
    (tmp_path / "a").write_bytes(data)
    records = tf.data.TFRecordDataset([str(tmp_path / "a"), str(tmp_path / "b")])
    assert [x.numpy() for x in records.ignore_errors()] == [b"b"]


@pytest.mark.parametrize("initial", [None, [0.75, 0.25]])
def test_classes_are_resampled(initial: Any) -> None:
    numbers = tf.data.Dataset.from_tensor_slices([0, 0, 0, 1]).repeat(2000)
    drawn = numbers.rejection_resample(lambda x: x, [0.5, 0.5], initial, seed=3)
    classes = [int(number) for number, element in drawn if int(number) == int(element)]
    assert 3000 < len(classes) < 5000
    assert np.mean(classes) == pytest.approx(0.5, abs=0.03)


# saved elements -------------------------------------------------------------------------------------------------


def elements() -> Any:
    return tf.data.Dataset.range(5).map(
        lambda x: {"a": x, "b": tf.fill([2], tf.cast(x, tf.float32)), "s": tf.strings.as_string(x)}
    )


def contents(dataset: Any) -> list[Any]:
    return [(int(x["a"]), x["b"].numpy().tolist(), x["s"].numpy()) for x in dataset]


@pytest.mark.parametrize(("name", "compression"), [("plain", None), ("gzip", "GZIP"), ("sharded", None)])
def test_what_tensorflow_saved_is_loaded(name: str, compression: Any) -> None:
    loaded = tf.data.Dataset.load(str(GOLDEN / name), compression=compression)
    assert loaded.element_spec == elements().element_spec
    assert contents(loaded) == contents(elements())


@pytest.mark.parametrize("compression", [None, "GZIP", "ZLIB"])
def test_elements_are_saved_and_loaded(tmp_path: Path, compression: Any) -> None:
    elements().save(str(tmp_path), compression=compression)
    assert contents(tf.data.Dataset.load(str(tmp_path), compression=compression)) == contents(elements())


def test_shards_are_read_by_a_function(tmp_path: Path) -> None:
    elements().save(str(tmp_path), shard_func=lambda e: e["a"] % 2)
    whole = tf.data.Dataset.load(str(tmp_path), reader_func=lambda shards: shards.flat_map(lambda shard: shard))
    assert [int(x["a"]) for x in whole] == [0, 2, 4, 1, 3]
    assert [int(x["a"]) for x in tf.data.Dataset.load(str(tmp_path))] == [0, 1, 2, 3, 4]


def test_what_cannot_be_saved_or_loaded(tmp_path: Path) -> None:
    folder = str(tmp_path / "x")
    with pytest.raises(tf.errors.NotFoundError, match="element_spec file not found"):
        tf.data.Dataset.load(folder)
    with pytest.raises(INVALID, match="`shard_func` must return a scalar int64"):
        elements().save(folder, shard_func=lambda e: tf.constant(0))
    with pytest.raises(INVALID, match="compression must be one of"):
        elements().save(folder, compression="BZ2")
    with pytest.raises(tf.errors.UnimplementedError, match="SNAPPY"):
        elements().save(folder, compression="SNAPPY")
    ragged = tf.data.Dataset.from_tensors(tf.ragged.constant([[1], [2, 3]]))
    with pytest.raises(tf.errors.UnimplementedError, match="ragged or sparse"):
        ragged.save(folder)
    elements().save(folder)
    with pytest.raises(INVALID, match="Data type mismatch at component 0: expected float32 but got int64"):
        list(tf.data.Dataset.load(folder, element_spec=tf.TensorSpec([], tf.float32)))


def test_a_snapshot_in_a_saved_function(tmp_path: Path) -> None:
    def total() -> Any:
        dataset = tf.data.Dataset.range(4).snapshot(str(tmp_path / "snapshot"))
        return dataset.reduce(tf.constant(0, tf.int64), lambda a, b: a + b)

    module = tf.Module()
    module.total = tf.function(total, input_signature=[])
    tf.saved_model.save(module, tmp_path / "model")
    options = tf.saved_model.LoadOptions(allowed_ops=["SnapshotDatasetV2"])
    assert int(tf.saved_model.load(tmp_path / "model", options=options).total()) == 6


def test_a_snapshot_is_written_once_and_read_again(tmp_path: Path) -> None:
    calls = tf.Variable(0)

    def count(x: Any) -> Any:
        calls.assign_add(1)
        return x * 2

    dataset = tf.data.Dataset.range(4).map(count).snapshot(str(tmp_path))
    assert [int(x) for x in dataset.take(2)] == [0, 2]  # not whole: nothing is there to read
    assert [int(x) for x in dataset] == [0, 2, 4, 6]
    assert int(calls) == 6
    assert [int(x) for x in dataset] == [0, 2, 4, 6]
    assert int(calls) == 6
    other = tf.data.Dataset.range(3).map(count).snapshot(str(tmp_path))
    assert [int(x) for x in other] == [0, 2, 4]
    assert len(list(tmp_path.iterdir())) == 2


def test_fingerprints_tell_datasets_apart() -> None:
    def built(stop: int, factor: int) -> int:
        return int(tf.data.Dataset.range(stop).map(lambda x: x * factor).batch(2).fingerprint())

    assert built(4, 2) == built(4, 2)
    assert len({built(4, 2), built(4, 3), built(5, 2)}) == 3


def test_examples_in_files_become_batches_of_features(tmp_path: Path) -> None:
    def example(size: int) -> bytes:
        feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[size]))
        features = tf.train.Features(feature={"size": feature})
        data: bytes = tf.train.Example(features=features).SerializeToString()
        return data

    messages = tf.data.Dataset.from_tensor_slices([example(n) for n in (3, 1, 4)])
    experimental.TFRecordWriter(str(tmp_path / "r0")).write(messages)
    features = {"size": tf.io.FixedLenFeature([], tf.int64), "none": tf.io.FixedLenFeature([], tf.int64, 7)}
    found = experimental.make_batched_features_dataset(
        f"{tmp_path}/r*", 2, features, label_key="none", num_epochs=1, shuffle=False
    )
    assert [(x["size"].numpy().tolist(), y.numpy().tolist()) for x, y in found] == [([3, 1], [7, 7]), ([4], [7])]
    with pytest.raises(ValueError, match="must be one of the `features` keys"):
        experimental.make_batched_features_dataset(f"{tmp_path}/r*", 2, features, label_key="zz")
