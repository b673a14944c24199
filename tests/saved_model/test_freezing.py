"""`convert_variables_to_constants_v2`: the results stay, the variables go, in calls, branches and loops too."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf
from graphwright.saved_model.freezing import convert_variables_to_constants_v2

W = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
B = tf.Variable([1.0, 1.0])
KEPT = tf.constant(list(range(20)), tf.float32)  # too large to be written into the graph when it is traced


def product(x: Any) -> Any:
    return tf.matmul(x, W) + B


@tf.function
def inner(x: Any) -> Any:
    return x + B


def call(x: Any) -> Any:
    return inner(inner(x)) * 2.0


def branch(x: Any) -> Any:
    if tf.reduce_sum(x) > 0:
        x = x * W[0]
    else:
        x = inner(x)
    return x


def loop(x: Any) -> Any:
    for _ in tf.range(3):
        x = x + inner(x) * W[1]
    return x


def nested(x: Any) -> Any:
    for i in tf.range(3):
        if i > 1:
            x = x + W[0]
    return x


def case(x: Any) -> Any:
    return tf.switch_case(tf.shape(x)[0], [lambda: x, lambda: x + B, lambda: x * W[0]])


def rows(x: Any) -> Any:
    return {"a": tf.gather(W, [1]), "b": (tf.gather_nd(W, [[0, 1]]), tf.cast(tf.shape(W), tf.float32) + KEPT[2])}


def tensor(x: Any) -> Any:
    return x * KEPT[3]


@pytest.mark.parametrize(
    "function", [product, call, branch, loop, nested, case, rows, tensor], ids=lambda f: f.__name__
)
@pytest.mark.parametrize("x", [[[1.0, 2.0]], [[-1.0, -2.0], [0.5, 0.25]]], ids=["one row", "two rows"])
def test_results_are_those_of_the_function(function: Any, x: Any) -> None:
    concrete = tf.function(function).get_concrete_function(tf.TensorSpec([None, 2], tf.float32, name="x"))
    frozen = convert_variables_to_constants_v2(concrete)
    assert [v.name for v in frozen.inputs] == ["x:0"]
    assert frozen.variables == () and frozen.captured_inputs == []
    expected = [v.numpy().tolist() for v in tf.nest.flatten(concrete(tf.constant(x)))]
    assert [v.numpy().tolist() for v in frozen(tf.constant(x))] == expected
    ops = {node.op for node in frozen.graph.as_graph_def().node}
    assert not ops & {"ReadVariableOp", "ResourceGather", "PartitionedCall", "StatefulPartitionedCall"}


def test_the_values_are_those_of_the_time() -> None:
    v = tf.Variable(2.0)
    concrete = tf.function(lambda x: x * v).get_concrete_function(tf.TensorSpec([]))
    frozen = convert_variables_to_constants_v2(concrete)
    v.assign(5.0)
    assert (float(frozen(tf.constant(1.0))[0]), float(concrete(tf.constant(1.0)))) == (2.0, 5.0)


def test_a_frozen_graph_is_imported() -> None:
    concrete = tf.function(loop).get_concrete_function(tf.TensorSpec([None, 2], tf.float32, name="x"))
    definition = convert_variables_to_constants_v2(concrete).graph.as_graph_def()
    with tf.Graph().as_default():
        tf.import_graph_def(definition, name="")
        with tf.compat.v1.Session() as session:
            found = session.run("Identity:0", {"x:0": [[1.0, 2.0]]})
    assert found.tolist() == concrete(tf.constant([[1.0, 2.0]])).numpy().tolist()


def test_a_function_that_changes_a_variable_is_refused() -> None:
    v = tf.Variable(1.0)
    concrete = tf.function(lambda x: v.assign_add(x)).get_concrete_function(tf.TensorSpec([]))
    with pytest.raises(ValueError, match=r"AssignAddVariableOp.*incompatible with expected resource"):
        convert_variables_to_constants_v2(concrete)
