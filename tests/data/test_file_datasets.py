"""Datasets of files: the format of records, damage, long files, iterators that go on, graphs from strangers."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.base.config import options

RECORD = bytes.fromhex("01000000000000000175de4161786ee428")
"""The record b"a" as TensorFlow 2.21 writes it."""


def written(path: Path, records: list[bytes], compression: Any = None) -> str:
    with tf.io.TFRecordWriter(str(path), compression) as writer:
        for record in records:
            writer.write(record)
    return str(path)


def values(dataset: Any) -> list[bytes]:
    return list(dataset.as_numpy_iterator())


@pytest.mark.parametrize(
    ("compression", "plain"), [(None, bytes), ("ZLIB", zlib.decompress), ("GZIP", gzip.decompress)]
)
def test_bytes_are_tensorflows(compression: str | None, plain: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "one", [b"a"], compression)
    assert plain(Path(path).read_bytes()) == RECORD


@pytest.mark.parametrize("compression", [None, "ZLIB", "GZIP"])
def test_long_records(compression: str | None, tmp_path: Path) -> None:
    records = [bytes([i % 256]) * (i * 997 % 300_000) for i in range(20)]
    assert values(tf.data.TFRecordDataset(written(tmp_path / "long", records, compression), compression)) == records


@pytest.mark.parametrize("at", [0, 8, 12, 20, 28, 40])
def test_damage_is_found(at: int, tmp_path: Path) -> None:
    path = written(tmp_path / "damaged", [b"0123456789", b"next"])
    data = bytearray(Path(path).read_bytes())
    data[at] ^= 1
    Path(path).write_bytes(data)
    with pytest.raises(tf.errors.DataLossError, match="corrupted record at"):
        values(tf.data.TFRecordDataset(path))


def test_a_file_that_ends_early(tmp_path: Path) -> None:
    path = written(tmp_path / "short", [b"0123456789"])
    Path(path).write_bytes(Path(path).read_bytes()[:-3])
    with pytest.raises(tf.errors.DataLossError, match="truncated record at 0: 10 bytes were announced"):
        values(tf.data.TFRecordDataset(path))


def test_lines_across_chunks(tmp_path: Path) -> None:
    lines = [b"x" * (i * 7919 % 70_000) for i in range(40)]
    (tmp_path / "lines").write_bytes(b"\n".join(lines))
    assert values(tf.data.TextLineDataset(str(tmp_path / "lines"))) == lines


@pytest.mark.parametrize("executor", ["numpy", "native"])
def test_in_a_function(executor: str, tmp_path: Path) -> None:
    paths = [written(tmp_path / name, [name.encode() * 2, b"-"]) for name in "ab"]

    @tf.function
    def joined(names: Any) -> Any:
        text = tf.constant("")
        for record in tf.data.TFRecordDataset(names):
            text += record
        return text

    with options.overridden(executor=executor):
        assert joined(tf.constant(paths)) == b"aa-bb-"


@pytest.mark.parametrize(
    "make",
    [lambda path: tf.data.TFRecordDataset([path, path]), lambda path: tf.data.TextLineDataset([path + ".txt"] * 2)],
)
def test_iterators_go_on(make: Any, tmp_path: Path) -> None:
    path = written(tmp_path / "records", [b"0", b"1", b"2"])
    Path(path + ".txt").write_bytes(b"0\n1\n2\n")
    iterator = iter(make(path))
    for _ in range(4):
        next(iterator)
    checkpoint = tf.train.Checkpoint(iterator=iterator)
    saved = checkpoint.save(str(tmp_path / "checkpoint"))
    rest = [record.numpy() for record in iterator]
    again = iter(make(path))
    tf.train.Checkpoint(iterator=again).restore(saved)
    assert [record.numpy() for record in again] == rest == [b"1", b"2"]


def test_a_loaded_graph_reads_no_files(tmp_path: Path) -> None:
    path = written(tmp_path / "secret", [b"secret"])
    with tf.Graph().as_default() as graph:
        tf.raw_ops.TFRecordDatasetV2(
            filenames=[path], compression_type="", buffer_size=0, byte_offsets=tf.zeros([0], tf.int64)
        )
    imported = tf.compat.v1.wrap_function(lambda: tf.graph_util.import_graph_def(graph.as_graph_def(), name=""), [])
    run = imported.prune([], imported.graph.get_operations()[-1].outputs[0])
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=re.escape("Op TFRecordDatasetV2 of a loaded graph reads ")
    ):
        run()


def test_arguments_that_do_not_fit(tmp_path: Path) -> None:
    path = written(tmp_path / "records", [b"0"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="record_bytes must be >= 1, got 0"):
        tf.data.FixedLengthRecordDataset(path, 0)
    with pytest.raises(tf.errors.InvalidArgumentError, match=re.escape("`buffer_size` must be >= 0")):
        tf.data.TFRecordDataset(path, buffer_size=-1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="8 bytes after the last record of 9"):
        values(tf.data.FixedLengthRecordDataset(path, 9))
