"""Ops that write summaries by a writer behind a handle. What is in the file is what TensorFlow writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.summary.messages import Event, Summary, SummaryMetadata

raw = tf.raw_ops
STEP = tf.constant(3, tf.int64)


def created(folder: Path) -> Any:
    writer = raw.SummaryWriter(shared_name="w")
    raw.CreateSummaryFileWriter(
        writer=writer, logdir=str(folder), max_queue=10, flush_millis=100, filename_suffix=".end"
    )
    return writer


def events(folder: Path) -> list[Any]:
    (path,) = folder.iterdir()
    assert path.name.endswith(".end")
    found = [Event.FromString(record.numpy()) for record in tf.data.TFRecordDataset(str(path))]
    return [event for event in found if not event.file_version and not event.source_metadata.writer]


def test_values_of_each_kind(tmp_path: Path) -> None:
    writer = created(tmp_path)
    raw.WriteScalarSummary(writer=writer, step=STEP, tag="s", value=2.5)
    raw.WriteHistogramSummary(writer=writer, step=STEP, tag="h", values=[1.0, 2.0, 3.0])
    pictures, color = np.zeros([2, 2, 2, 3], np.uint8), np.array([255, 0, 0, 255], np.uint8)
    raw.WriteImageSummary(writer=writer, step=STEP, tag="i", tensor=pictures, bad_color=color)
    raw.WriteAudioSummary(writer=writer, step=STEP, tag="a", tensor=[[0.5, 0.25]], sample_rate=8.0)
    metadata = SummaryMetadata(display_name="n").SerializeToString()
    raw.WriteSummary(writer=writer, step=STEP, tensor=[1, 2], tag="t", summary_metadata=metadata)
    whole = Summary(value=[Summary.Value(tag="q", simple_value=3.0)]).SerializeToString()
    raw.WriteRawProtoSummary(writer=writer, step=STEP, tensor=whole)
    raw.WriteGraphSummary(writer=writer, step=STEP, tensor=b"graph")
    raw.ImportEvent(writer=writer, event=Event(wall_time=1.0, step=9, graph_def=b"g").SerializeToString())
    raw.FlushSummaryWriter(writer=writer)
    raw.CloseSummaryWriter(writer=writer)
    *found, graph, imported = events(tmp_path)
    assert [e.step for e in found] == [3] * 6 and (graph.step, graph.graph_def) == (3, b"graph")
    assert [[v.tag for v in e.summary.value] for e in found] == [
        ["s"], ["h"], ["i/image/0", "i/image/1"], ["a/audio/0"], ["t"], ["q"],
    ]  # fmt: skip
    scalar, histogram, image, audio, tensor, _ = (e.summary.value[0] for e in found)
    assert scalar.simple_value == 2.5 and histogram.histo.sum_squares == 14
    assert (image.image.height, audio.audio.sample_rate) == (2, 8)
    assert tensor.metadata.display_name == "n" and tensor.tensor.tensor_content == b"\x01\0\0\0\x02\0\0\0"
    assert (imported.wall_time, imported.step) == (1, 9)


def test_what_is_refused(tmp_path: Path) -> None:
    writer = created(tmp_path)
    with pytest.raises(
        tf.errors.DataLossError, match=r"Bad tf\.compat\.v1\.Summary binary proto tensor string at index 0"
    ):
        raw.WriteRawProtoSummary(writer=writer, step=STEP, tensor=b"\xff")
    with pytest.raises(tf.errors.DataLossError, match=r"Bad tf\.Event binary proto"):
        raw.ImportEvent(writer=writer, event=b"\xff")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Nan in summary histogram for: h"):
        raw.WriteHistogramSummary(writer=writer, step=STEP, tag="h", values=[float("nan")])
    raw.CloseSummaryWriter(writer=writer)
    for handle in (writer, raw.SummaryWriter()):
        with pytest.raises(tf.errors.NotFoundError, match="summary writer does not exist"):
            raw.WriteScalarSummary(writer=handle, step=STEP, tag="s", value=2.5)
    with pytest.raises(tf.errors.InvalidArgumentError, match="that of a summary writer"):
        raw.FlushSummaryWriter(writer=raw.FIFOQueueV2(component_types=[tf.int32]))


def test_a_tensor_without_a_tag() -> None:
    found = Summary.FromString(raw.TensorSummary(tensor=[1.0, 2.0], display_name="x").numpy())
    assert found.value[0].node_name == "TensorSummary" and not found.value[0].tag
    assert found.value[0].tensor.tensor_content == np.float32([1, 2]).tobytes()
