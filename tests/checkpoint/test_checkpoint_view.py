"""`tf.train.CheckpointView`: what a checkpoint holds, and how objects match it; the answers are TensorFlow's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphwright as tf


def _saved(folder: Path) -> Any:
    inner = tf.train.Checkpoint(c=tf.Variable([2.0]), d=[tf.Variable(3.0)])
    saved = tf.train.Checkpoint(a=tf.Variable(1.0), b=inner)
    return saved, tf.train.CheckpointView(saved.save(str(folder / "saved")))


def test_dependencies_by_number(tmp_path: Path) -> None:
    _, view = _saved(tmp_path)
    assert view.children(0) == {"a": 1, "b": 2, "save_counter": 3}
    assert view.children(2) == {"c": 4, "d": 5}
    assert view.descendants() == [0, 1, 2, 3, 4, 5, 6]


def test_the_saved_object_matches_whole(tmp_path: Path) -> None:
    saved, view = _saved(tmp_path)
    assert view.match(saved) == {
        0: saved, 1: saved.a, 2: saved.b, 3: saved.save_counter, 4: saved.b.c, 5: saved.b.d, 6: saved.b.d[0],
    }  # fmt: skip
    assert view.diff(saved)[1:] == ([], [])


def test_what_another_object_lacks_and_has(tmp_path: Path) -> None:
    _, view = _saved(tmp_path)
    other = tf.train.Checkpoint(
        a=tf.Variable(1.0), e=tf.Variable(4.0), b=tf.train.Checkpoint(c=tf.Variable([2.0]), g=tf.Variable(1))
    )
    matched, missing, new = view.diff(other)
    assert matched == {0: other, 1: other.a, 2: other.b, 4: other.b.c}
    assert missing == [3, 5, 6]
    assert len(new) == 2 and new[0] is other.e and new[1] is other.b.g


def test_errors(tmp_path: Path) -> None:
    _, view = _saved(tmp_path)
    with pytest.raises(IndexError):
        view.children(99)
    with pytest.raises(ValueError, match="Expected a Trackable, got 3"):
        view.match(3)
    with pytest.raises(tf.errors.NotFoundError, match="none"):
        tf.train.CheckpointView(tmp_path / "none")
    tf.raw_ops.SaveV2(prefix=str(tmp_path / "plain"), tensor_names=["x"], shape_and_slices=[""], tensors=[1.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="no graph of objects"):
        tf.train.CheckpointView(tmp_path / "plain")
