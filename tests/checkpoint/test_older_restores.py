"""Ops of TensorFlow 1 that read one tensor of a checkpoint."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import graphwright as tf

raw = tf.raw_ops


def test_a_tensor_and_a_slice_of_one(tmp_path: Path) -> None:
    prefix = str(tmp_path / "model")
    whole = np.arange(6, dtype=np.float32).reshape(2, 3)
    raw.SaveV2(prefix=prefix, tensor_names=["x"], shape_and_slices=[""], tensors=[whole])
    found = raw.Restore(file_pattern=prefix, tensor_name="x", dt=tf.float32)
    assert found.numpy().tolist() == whole.tolist()
    part = raw.RestoreSlice(file_pattern=prefix, tensor_name="x", shape_and_slice="2 3 0,2:1,2", dt=tf.float32)
    assert part.numpy().tolist() == [[1, 2], [4, 5]]
    with pytest.raises(tf.errors.NotFoundError, match="Key y not found in checkpoint"):
        raw.Restore(file_pattern=prefix, tensor_name="y", dt=tf.float32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected dtype int32 does not equal"):
        raw.Restore(file_pattern=prefix, tensor_name="x", dt=tf.int32)


def test_the_pattern_of_shards() -> None:
    assert raw.ShardedFilespec(basename="a", num_shards=5).numpy() == b"a-?????-of-00005"
