"""Internal functions of TensorFlow 1 that libraries call, and a program by tf-slim where that is installed."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import graphwright as tf
from graphwright.interop.older_evaluation import StopAfterNEvalsHook, evaluate_once, get_or_create_eval_step
from graphwright.interop.older_ops import (
    ReaderBase,
    assign_moving_average,
    get_graph_from_inputs,
    with_dependencies,
)
from graphwright.interop.util.all_util import make_all

v1 = tf.compat.v1


def test_moving_averages_are_those_of_tensorflow() -> None:
    found = []
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        unbiased, plain = v1.get_variable("v", initializer=0.0), v1.get_variable("w", initializer=1.0)
        updates = [assign_moving_average(unbiased, x, 0.9), assign_moving_average(plain, x, 0.9, zero_debias=False)]
        assert [v.name for v in v1.global_variables()] == ["v:0", "w:0", "v/biased:0", "v/local_step:0"]
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            found = [session.run(updates, {x: value}) for value in (4.0, 2.0, -1.0)]
    expected = [[3.999999, 1.3], [2.9473674, 1.37], [1.4907744, 1.133]]  # observed
    np.testing.assert_allclose(found, expected, rtol=1e-6)


def test_a_value_waits_for_operations() -> None:
    with tf.Graph().as_default():
        counter = v1.get_variable("counter", initializer=0)
        value = with_dependencies([counter.assign_add(1)], tf.constant(7))
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            assert [int(session.run(value)), int(session.run(counter))] == [7, 1]


def test_a_checkpoint_is_evaluated_until_the_hook_stops(tmp_path: Path) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        variable = v1.get_variable("v", initializer=3.0)
        session.run(v1.global_variables_initializer())
        path = v1.train.Saver().save(session, str(tmp_path / "model"))
        assert variable.name == "v:0"
    with tf.Graph().as_default():
        variable = v1.get_variable("v", initializer=0.0)
        total = v1.get_variable("total", initializer=0.0, collections=[v1.GraphKeys.LOCAL_VARIABLES])
        result = evaluate_once(
            path, eval_ops=total.assign_add(variable), final_ops=total.read_value(), hooks=[StopAfterNEvalsHook(4)]
        )
        assert float(result) == 12.0
        assert get_or_create_eval_step() is get_or_create_eval_step()


def test_tensors_have_the_graph_that_they_are_in() -> None:
    first, second = tf.Graph(), tf.Graph()
    with first.as_default():
        values = [tf.constant(0.0), tf.constant(1.0)]
    with second.as_default():
        other = tf.constant(2.0)
        assert get_graph_from_inputs([]) is second
        assert get_graph_from_inputs(values) is get_graph_from_inputs(values, first) is first
    assert get_graph_from_inputs([], second) is second
    with pytest.raises(ValueError, match="is not from the passed-in graph"):
        get_graph_from_inputs(values, second)
    with pytest.raises(ValueError, match="must be from the same graph"):
        get_graph_from_inputs([*values, other])
    with pytest.raises(TypeError, match="needs to be a Graph"):
        get_graph_from_inputs(values, "graph")


def test_readers_say_what_to_use() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="TFRecordDataset"):
        ReaderBase(None).read(None)


def test_names_of_a_module() -> None:
    assert {"make_all", "remove_undocumented"} <= set(make_all("graphwright.interop.util.all_util"))


SLIM = """
import sys
import numpy as np
import tensorflow.compat.v1 as tf
import tf_slim as slim
random = np.random.RandomState(0)
data = random.randn(64, 8, 8, 1).astype(np.float32)
labels = (data[:, :4].mean((1, 2, 3)) > data[:, 4:].mean((1, 2, 3))).astype(np.int64)
with tf.Graph().as_default():
    tf.set_random_seed(0)
    x, y = tf.constant(data), tf.constant(labels)
    layers = [slim.conv2d, slim.fully_connected]
    with slim.arg_scope(layers, weights_regularizer=slim.l2_regularizer(1e-4)):
        net = slim.conv2d(x, 8, [3, 3], scope="conv1", normalizer_fn=slim.batch_norm)
        net = slim.max_pool2d(net, [2, 2])
        net = slim.repeat(net, 2, slim.conv2d, 8, [3, 3], scope="conv2")
        net = slim.dropout(slim.flatten(net), 0.9)
        logits = slim.fully_connected(net, 2, activation_fn=None, scope="logits")
    tf.losses.sparse_softmax_cross_entropy(y, logits)
    train = slim.training.create_train_op(tf.losses.get_total_loss(), tf.train.AdamOptimizer(1e-2))
    print(*(v.op.name for v in slim.get_model_variables()))
    hooks = [tf.train.StopAtStepHook(num_steps=40)]
    loss = slim.training.train(train, sys.argv[1], hooks=hooks, save_checkpoint_secs=None, save_summaries_steps=None)
print(loss < 0.2)
"""


@pytest.mark.skipif(importlib.util.find_spec("tf_slim") is None, reason="tf-slim is not installed")
def test_a_program_by_tf_slim_trains(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(SLIM)
    command = [sys.executable, "-m", "graphwright", str(script), str(tmp_path / "log")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3_000:]
    names, falls = done.stdout.splitlines()
    batch_norm = "conv1/BatchNorm/beta conv1/BatchNorm/moving_mean conv1/BatchNorm/moving_variance"
    of_layers = " ".join(f"{n}/weights {n}/biases" for n in ("conv2/conv2_1", "conv2/conv2_2", "logits"))
    assert (names, falls) == (f"conv1/weights {batch_norm} {of_layers}", "True")
