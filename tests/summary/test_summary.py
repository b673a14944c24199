"""Event files: what is written is read back, record by record, with the checksums that TensorBoard checks."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import checksum
from graphwright.summary import encodings
from graphwright.summary.event_file import EventFile


def _events(folder: Path) -> list[bytes]:
    (file,) = folder.iterdir()
    return _read(file)


def _read(file: Path) -> list[bytes]:
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
        with pytest.raises(ValueError, match="Expected scalar shape"):
            tf.summary.scalar("x", [1.0, 2.0], step=1)
        tf.summary.experimental.set_step(3)
        assert tf.summary.experimental.get_step() == 3
        tf.summary.experimental.set_step(None)
    writer.close()
    assert len(_events(tmp_path)) == 1


def _pixels(png: bytes, width: int, channels: int) -> list[int]:
    start = png.index(b"IDAT") + 4
    rows = zlib.decompress(png[start : start + struct.unpack(">I", png[start - 8 : start - 4])[0]])
    return [value for at, value in enumerate(rows) if at % (1 + width * channels)]


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
def test_pictures(channels: int) -> None:
    image = np.arange(6 * channels, dtype=np.uint8).reshape(2, 3, channels)
    png = encodings.png(image)
    assert _pixels(png, 3, channels) == image.ravel().tolist()
    assert png[16:26] == struct.pack(">IIBB", 3, 2, 8, {1: 0, 2: 4, 3: 2, 4: 6}[channels])


def test_pictures_of_floats_as_tensorflow_rounds_them(tmp_path: Path) -> None:
    with tf.summary.create_file_writer(tmp_path).as_default(1):
        tf.summary.image("i", tf.reshape(tf.range(12, dtype=tf.float32) / 8 - 0.2, [1, 2, 2, 3]))
    event = _events(tmp_path)[1]
    assert _pixels(event[event.index(b"\x89PNG") :], 2, 3) == [0, 0, 12, 44, 76, 108, 140, 172, 204, 236, 255, 255]


_PROGRAM = """
import sys
import graphwright as tf
writer = tf.summary.create_file_writer(sys.argv[1])
writer.set_as_default()
tf.summary.scalar("loss", 0.5, step=1)
{end}
"""


@pytest.mark.parametrize("end", ["", "raise ValueError('ended')", "sys.exit(3)"])
def test_the_end_of_the_program_writes_what_waits(tmp_path: Path, end: str) -> None:
    subprocess.run([sys.executable, "-c", _PROGRAM.format(end=end), str(tmp_path)], capture_output=True)
    assert b"loss" in _events(tmp_path)[1]


def test_several_writers_and_threads(tmp_path: Path) -> None:
    writers = [tf.summary.create_file_writer(tmp_path, max_queue=1) for _ in range(2)]

    def write(writer: tf.summary.SummaryWriter, name: str) -> None:
        with writer.as_default():
            for step in range(50):
                tf.summary.write(name, step, step=step)

    threads = [threading.Thread(target=write, args=(writers[i % 2], f"x{i}")) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for writer in writers:
        writer.close()
    files = [_read(path) for path in tmp_path.iterdir()]
    assert [len(events) for events in files] == [101, 101]


def test_an_error_of_the_disk_is_told(tmp_path: Path) -> None:
    file = EventFile(str(tmp_path), "")
    file._stream._file.close()
    file._stream._file = open(os.devnull, "rb", buffering=0)  # noqa: SIM115 (not open for writing)
    file.write(1, "x", np.float32(1), b"")
    with pytest.raises(tf.errors.OpError):
        file.flush()


def test_a_forked_child_writes_to_its_own_file(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(tmp_path)
    with writer.as_default(1):
        tf.summary.write("parent", 1)
        if not (child := os.fork()):
            tf.summary.write("child", 1)
            writer.flush()
            os._exit(0)
        os.waitpid(child, 0)
    writer.close()
    contents = sorted(_read(path)[1:] for path in tmp_path.iterdir())
    assert [len(events) for events in contents] == [1, 1]
    assert (
        {b"parent" in events[0] for events in contents}
        == {b"child" in events[0] for events in contents}
        == {True, False}
    )


def test_nothing_is_called_where_nothing_is_recorded(tmp_path: Path) -> None:
    recording = tf.Variable(False)

    @tf.function
    def f(x: tf.Tensor) -> tf.Tensor:
        with tf.summary.record_if(recording):
            tf.summary.histogram("x", x, step=1)
        return x + 1.0

    with tf.summary.create_file_writer(tmp_path).as_default():
        f(tf.constant([1.0]))
        recording.assign(True)
        f(tf.constant([2.0]))
    assert len(_events(tmp_path)) == 2


def test_graphs_of_functions_that_were_called(tmp_path: Path) -> None:
    before, after, never = (tf.function(lambda x, n=n: tf.identity(x, name=n)) for n in ("before", "after", "never"))
    before(tf.constant(1.0)), never(tf.constant(1.0))
    with tf.summary.create_file_writer(tmp_path).as_default(1):
        tf.summary.trace_on()
        before(tf.constant(1.0)), after(tf.constant(1.0))
        tf.summary.trace_export("called")
    event = _events(tmp_path)[1]
    assert b"graph_run_metadata_graph" in event and b"before" in event and b"after" in event and b"never" not in event


def test_a_profile_with_the_graphs(tmp_path: Path) -> None:
    with tf.summary.create_file_writer(tmp_path / "graphs").as_default(1):
        tf.summary.trace_on(profiler=True, profiler_outdir=str(tmp_path / "profile"))
        tf.function(lambda x: x + 1.0)(tf.constant(1.0))
        tf.summary.trace_export("called")
        with pytest.warns(UserWarning, match="profiler_outdir"):
            tf.summary.trace_on(profiler=True)
        tf.summary.trace_off()
    assert len(list(tmp_path.glob("profile/plugins/profile/*/*.trace.json.gz"))) == 1
