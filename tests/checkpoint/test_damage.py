"""Untrusted checkpoints: whatever the files contain, they are read or refused, in bounded time and memory."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from graphwright.checkpoint import messages
from tests.checkpoint.fuzz import ALLOWED, GOLDEN, RESULT, Files, run_case

each = pytest.mark.parametrize


@each("seed", range(4))
def test_damaged_files_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    originals = [Files(folder) for folder in sorted(GOLDEN.iterdir())]
    ends = set()
    for case in range(seed * 100, seed * 100 + 100):
        end, wrong, _, _ = run_case(case, originals, tmp_path, timed=False)
        assert wrong is None, f"case {case}: {wrong}"
        ends.add(end)
    assert {"read", "DataLossError"} <= ends


def test_the_long_run_that_is_on_record() -> None:
    result = json.loads(RESULT.read_text(encoding="utf-8"))
    assert result["cases"] >= 20_000 and result["failed"] == {}


def changed(tmp_path: Path, key: bytes, **fields: Any) -> str:
    """TensorFlow's checkpoint of shapes with one entry changed, its checksums right."""
    files = Files(GOLDEN / "shapes")
    pairs = []
    for name, value in files.pairs():
        if name == key:
            result = messages.CLASSES["BundleEntryProto" if key else "BundleHeaderProto"].FromString(value)
            for field, content in fields.items():
                if field == "dims":
                    del result.shape.dim[:]
                    for size in content:
                        result.shape.dim.add(size=size)
                elif field == "slices":
                    result.slices.add().extent.add(start=content[0], length=content[1])
                elif field == "min_consumer":
                    result.version.min_consumer = content
                else:
                    setattr(result, field, content)
            value = result.SerializeToString()
        pairs.append((name, value))
    files.set_pairs(pairs)
    for name, content in files.content.items():
        (tmp_path / name).write_bytes(content)
    return str(tmp_path / "ckpt-1")


KEY = b"s4/.ATTRIBUTES/VARIABLE_VALUE"  # of shape [2, 3, 4]
SIZE = 96


@each(
    "key, fields, error, message",
    [
        (b"", {"num_shards": 0}, "DataLossError", "claims to have 0 data files"),
        (b"", {"num_shards": 10**9}, "DataLossError", "claims to have 1000000000 data files"),
        (b"", {"num_shards": 2}, "NotFoundError", "data-00000-of-00002"),
        (b"", {"endianness": 2}, "DataLossError", "order of its bytes"),
        (b"", {"min_consumer": 9}, "InvalidArgumentError", "version 9 or newer"),
        (KEY, {"dtype": 77}, "DataLossError", "dtype is unknown"),
        (KEY, {"dtype": 101}, "UnimplementedError", "float32_ref"),
        (KEY, {"dtype": 20}, "UnimplementedError", "resource"),
        (KEY, {"dtype": 2}, "DataLossError", r"float64 tensor of shape \[2, 3, 4\] has 96 bytes"),
        (KEY, {"dtype": 7, "dims": [95]}, "DataLossError", "string tensor"),
        (KEY, {"dims": [2, 3, 5]}, "DataLossError", "has 96 bytes"),
        (KEY, {"dims": [-1]}, "DataLossError", "none that a tensor can have"),
        (KEY, {"dims": [1 << 40, 1 << 40]}, "DataLossError", "none that a tensor can have"),
        (KEY, {"dims": [0, 1 << 62], "size": 0}, "DataLossError", "none that a tensor can have"),
        (KEY, {"dims": [1] * 300}, "DataLossError", "300 dimensions"),
        (KEY, {"shard_id": 1}, "DataLossError", "in data file 1 of 1"),
        (KEY, {"shard_id": -1}, "DataLossError", "in data file -1 of 1"),
        (KEY, {"offset": -1}, "DataLossError", "96 bytes at -1"),
        (KEY, {"offset": 0}, "DataLossError", "two tensors share the bytes"),
        (KEY, {"offset": 1 << 62}, "DataLossError", "tensors end at"),
        (KEY, {"offset": (1 << 63) - 1}, "DataLossError", "tensors end at"),
        (KEY, {"size": 1 << 59, "dims": [1 << 57]}, "DataLossError", "tensors end at|share the bytes"),
        (KEY, {"crc32c": 1}, "DataLossError", "checksum does not match"),
        (KEY, {"slices": (0, 2)}, "DataLossError", "a part of it is missing"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_entries_that_lie(tmp_path: Path, key: bytes, fields: Any, error: str, message: str) -> None:
    path = changed(tmp_path, key, **fields)
    with pytest.raises(getattr(tf.errors, error), match=message) as reported:
        tf.train.load_variable(path, KEY.decode())
    text = str(reported.value)
    assert path in text and (not key or KEY.decode() in text or ".data-" in text)


def test_a_data_file_that_is_no_file(tmp_path: Path) -> None:
    path = changed(tmp_path, b"x")
    name = f"{path}.data-00000-of-00001"
    os.remove(name)
    os.mkdir(name)
    with pytest.raises(tf.errors.FailedPreconditionError, match="is not a regular file"):
        tf.train.load_checkpoint(path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "c.index")
    with pytest.raises(tf.errors.FailedPreconditionError, match="is not a regular file"):
        tf.train.load_checkpoint(tmp_path / "c")


@each("cut", [0, 1, 47, 48, 100, -1])
def test_index_files_that_end_early(tmp_path: Path, cut: int) -> None:
    path = changed(tmp_path, b"x")
    index = Path(f"{path}.index")
    index.write_bytes(index.read_bytes()[:cut])
    with pytest.raises(tf.errors.DataLossError, match="bad magic number"):
        tf.train.load_checkpoint(path)


def test_data_files_that_end_early(tmp_path: Path) -> None:
    path = changed(tmp_path, b"x")
    name = f"{path}.data-00000-of-00001"
    os.truncate(name, os.path.getsize(name) - 1)
    with pytest.raises(tf.errors.DataLossError, match="tensors end at"):
        tf.train.load_checkpoint(path)


def test_all_errors_are_tensorflow_s() -> None:
    assert all(issubclass(kind, tf.errors.OpError) for kind in ALLOWED)
