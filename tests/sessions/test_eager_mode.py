"""Programs that build a graph from their first line, and sessions in several threads and on both executors."""

from __future__ import annotations

import subprocess
import sys
import threading

import numpy as np
import pytest

import graphwright as tf

v1 = tf.compat.v1

PROGRAM = """
import threading
import graphwright as tf
v1 = tf.compat.v1
v1.disable_v2_behavior()
x = v1.placeholder(tf.float32, [None, 1], name="x")
w = v1.get_variable("w", [1, 1], initializer=v1.ones_initializer())
y = tf.matmul(x, w)
loss = tf.reduce_mean(tf.square(y - 2.0 * x))
train = v1.train.AdamOptimizer(0.1).minimize(loss)
assert not tf.executing_eagerly() and not v1.executing_eagerly_outside_functions()
with v1.Session() as session:
    session.run(v1.global_variables_initializer())
    for _ in range(200):
        session.run(train, {x: [[1.0], [2.0]]})
    print(abs(w.eval().item() - 2.0) < 0.01)

@tf.function
def f(a):
    return a * 2.0 + w
print(v1.Session.__name__, type(f(x)).__name__)

def other():
    print(v1.get_default_graph() is not x.graph, tf.constant(1).graph is v1.get_default_graph())
thread = threading.Thread(target=other)
thread.start(); thread.join()
v1.reset_default_graph()
print(len(v1.get_default_graph().get_operations()), len(v1.global_variables()))
v1.enable_v2_behavior()
print(int(tf.constant(1) + 2), tf.executing_eagerly())
"""


def test_a_program_without_eager_execution() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False, timeout=100)
    assert done.stdout.splitlines() == ["True", "Session GraphTensor", "True True", "0 0", "3 True"], done.stderr


def test_the_switch_is_refused_inside_a_graph() -> None:
    with tf.Graph().as_default(), pytest.raises(ValueError, match="at program startup"):
        v1.disable_eager_execution()
    with tf.Graph().as_default(), pytest.raises(ValueError, match="at program startup"):
        v1.enable_eager_execution()

    @tf.function
    def f() -> None:
        v1.disable_eager_execution()

    with pytest.raises(ValueError, match="at program startup"):
        f()
    assert tf.executing_eagerly()


def test_one_session_in_several_threads() -> None:
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        v = tf.Variable(0.0)
        add, double = v.assign_add(1.0), x * 2.0
        session = v1.Session()
        session.run(v.initializer)
    results: list[float] = []

    def work(number: int) -> None:
        for _ in range(50):
            session.run(add)
        results.append(float(session.run(double, {x: number})))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0.0, 2.0, 4.0, 6.0] and float(session.run(v)) == 200.0


def test_an_error_leaves_graph_and_session_as_they_were() -> None:
    with tf.Graph().as_default() as graph:
        v = tf.Variable([1.0, 2.0])
        before = len(graph.get_operations())
        with pytest.raises(ValueError, match="Shape mismatch"):
            v.assign([1.0, 2.0, 3.0])
        session = v1.Session()
        with pytest.raises(tf.errors.FailedPreconditionError, match="Could not find variable Variable"):
            session.run(v)
        session.run(v.initializer)
        assert session.run(v).tolist() == [1.0, 2.0]
        with pytest.raises(RuntimeError, match="operation"), tf.control_dependencies([v.assign_add([1.0, 1.0])]):
            raise RuntimeError("operation")
        assert len(graph.get_operations()) > before and not graph.control_blocks
        assert session.run(tf.constant(3)) == 3


def test_slots_are_saved_by_both_kinds_of_checkpoints(tmp_path: object) -> None:
    w = tf.Variable([1.0, 2.0], name="w")
    optimizer = v1.train.AdamOptimizer(0.1)
    optimizer.minimize(lambda: tf.reduce_sum(w * w), var_list=[w])
    path = tf.train.Checkpoint(w=w, optimizer=optimizer).save(f"{tmp_path}/c")
    before = [optimizer.get_slot(w, name).numpy() for name in ("m", "v")]
    optimizer.minimize(lambda: tf.reduce_sum(w * w), var_list=[w])
    tf.train.Checkpoint(w=w, optimizer=optimizer).restore(path).assert_consumed()
    for name, value in zip(("m", "v"), before, strict=True):
        np.testing.assert_array_equal(optimizer.get_slot(w, name).numpy(), value)
