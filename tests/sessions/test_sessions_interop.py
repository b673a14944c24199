"""MetaGraphs and checkpoints of sessions, exchanged with a real TensorFlow."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import graphwright as tf

ROOT = Path(__file__).parents[2]
TENSORFLOW = os.environ.get("GRAPHWRIGHT_TENSORFLOW", "")
pytestmark = [
    pytest.mark.interop,
    pytest.mark.skipif(not TENSORFLOW, reason="GRAPHWRIGHT_TENSORFLOW names no interpreter with TensorFlow"),
]
v1 = tf.compat.v1

READ = """
import sys
import tensorflow as tf
v1 = tf.compat.v1
with tf.Graph().as_default(), v1.Session() as session:
    saver = v1.train.import_meta_graph(sys.argv[1] + ".meta")
    saver.restore(session, sys.argv[1])
    session.run(v1.get_collection("train_op"), {"x:0": [[1.0, 2.0]]})
    print([v.name for v in v1.trainable_variables()], session.run("y:0", {"x:0": [[1.0, 2.0]]}).tolist())
"""
WRITE = """
import sys
import tensorflow as tf
v1 = tf.compat.v1
with tf.Graph().as_default(), v1.Session() as session:
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    with v1.variable_scope("layer"):
        w = v1.get_variable("w", [2, 1], initializer=v1.constant_initializer(3.0))
    v1.add_to_collection("answers", tf.identity(tf.matmul(x, w), name="y"))
    session.run(v1.global_variables_initializer())
    v1.train.Saver().save(session, sys.argv[1])
"""


def in_tensorflow(program: str, path: Path) -> str:
    done = subprocess.run(
        [os.path.join(ROOT, TENSORFLOW), "-c", program, str(path)],
        capture_output=True, text=True, check=False, timeout=110,
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "PYTHONPATH": ""},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_tensorflow_goes_on_with_our_session(tmp_path: Path) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        with v1.variable_scope("layer"):
            w = v1.get_variable("w", [2, 1], initializer=v1.ones_initializer())
        y = tf.identity(tf.matmul(x, w), name="y")
        train = v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(y))
        session.run(v1.global_variables_initializer())
        v1.train.Saver().save(session, str(tmp_path / "m"))
        session.run(train, {x: [[1.0, 2.0]]})
        expected = session.run(y, {x: [[1.0, 2.0]]}).tolist()
    assert in_tensorflow(READ, tmp_path / "m").split() == f"['layer/w:0'] {expected}".split()


def test_we_go_on_with_tensorflows_session(tmp_path: Path) -> None:
    in_tensorflow(WRITE, tmp_path / "m")
    with tf.Graph().as_default(), v1.Session() as session:
        saver = v1.train.import_meta_graph(str(tmp_path / "m.meta"))
        saver.restore(session, str(tmp_path / "m"))
        assert [v.name for v in v1.trainable_variables()] == ["layer/w:0"]
        (answer,) = v1.get_collection("answers")
        assert session.run(answer, {"x:0": [[1.0, 2.0]]}).tolist() == [[9.0]]
