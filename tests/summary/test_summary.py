"""Event files: what is written is read back, record by record, with the checksums that TensorBoard checks."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

import graphwright as tf
from graphwright.base import checksum


def _events(folder: Path) -> list[bytes]:
    (file,) = folder.iterdir()
    data, found = file.read_bytes(), []
    while data:
        (length,) = struct.unpack("<Q", data[:8])
        assert struct.unpack("<I", data[8:12])[0] == checksum.masked(checksum.extend(0, data[:8]))
        event, rest = data[12 : 12 + length], data[12 + length :]
        assert struct.unpack("<I", rest[:4])[0] == checksum.masked(checksum.extend(0, event))
        found.append(event)
        data = rest[4:]
    return found


def test_scalars_of_eager_code_and_of_functions(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)

    @tf.function
    def step(x: tf.Tensor, at: tf.Tensor) -> tf.Tensor:
        return tf.summary.scalar("traced", x, at)

    with writer.as_default(step=7):
        assert tf.summary.scalar("eager", 0.5)
        assert step(tf.constant(2.0), tf.constant(8, tf.int64))
        assert tf.summary.text("note", "begun", step=9)
    writer.close()
    version, eager, traced, note = _events(tmp_path)
    assert b"brain.Event:2" in version
    assert b"eager" in eager and b"scalars" in eager and struct.pack("<f", 0.5) in eager and b"\x10\x07" in eager
    assert b"traced" in traced and struct.pack("<f", 2.0) in traced and b"\x10\x08" in traced
    assert b"note" in note and b"begun" in note


def test_what_is_not_written(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)
    assert not tf.summary.scalar("x", 1.0, step=1)
    with writer.as_default():
        with tf.summary.record_if(lambda: tf.constant(False)):
            assert not tf.summary.scalar("x", 1.0, step=1)
        with pytest.raises(ValueError, match="No step set"):
            tf.summary.scalar("x", 1.0)
        with pytest.raises(ValueError, match="one number"):
            tf.summary.scalar("x", [1.0, 2.0], step=1)
        tf.summary.experimental.set_step(3)
        assert tf.summary.experimental.get_step() == 3
        tf.summary.experimental.set_step(None)
    writer.close()
    assert len(_events(tmp_path)) == 1
