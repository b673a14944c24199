"""Options of quantized models, samples for them, and fingerprints."""

from __future__ import annotations

from pathlib import Path

import pytest

import graphwright as tf
from graphwright.saved_model.quantization import _Sample

experimental = tf.quantization.experimental


def test_samples_are_written(tmp_path: Path) -> None:
    path = str(tmp_path / "samples")
    saver = experimental.TfRecordRepresentativeDatasetSaver({"f": path}, {"f": ["x"]})
    assert saver.save({"f": [{"x": tf.constant([1.0, 2.0])}, {"x": 3}]})["f"].tfrecord_file_path == path
    records = [_Sample.FromString(r.numpy()) for r in tf.data.TFRecordDataset(path)]
    assert [tf.make_ndarray(r.tensor_proto_inputs["x"]).tolist() for r in records] == [[1.0, 2.0], 3]
    with pytest.raises(KeyError, match="Invalid input keys"):
        saver.save({"f": [{"y": 1}]})
    with pytest.raises(ValueError, match="does not exist in the provided path_map: g"):
        saver.save({"g": []})


def test_models_are_not_quantized(tmp_path: Path) -> None:
    module = tf.Module()
    module.f = tf.function(lambda x: x, input_signature=[tf.TensorSpec([])])
    tf.saved_model.save(module, str(tmp_path))
    with pytest.raises(tf.errors.UnimplementedError, match="quantize the model by TensorFlow or ONNX Runtime"):
        experimental.quantize_saved_model(str(tmp_path))


def test_damaged_fingerprints(tmp_path: Path) -> None:
    (tmp_path / "fingerprint.pb").write_bytes(b"\xff\xff")
    with pytest.raises(FileNotFoundError, match="Could not find fingerprint in directory"):
        tf.saved_model.experimental.read_fingerprint(str(tmp_path))


def test_fingerprints_of_messages() -> None:
    fingerprint = tf.saved_model.experimental.Fingerprint
    one = fingerprint.from_proto(bytes([8, 1, 16, 2, 24, 3, 32, 4, 40, 5]))
    assert one == fingerprint(1, 2, 3, 4, 5) != fingerprint(1, 2, 3, 4, 6)
    with pytest.raises(ValueError, match="no fingerprint"):
        fingerprint.from_proto(b"\xff\xff")
