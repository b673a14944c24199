"""Graphs without a function, and sessions that run parts of them; values and errors as TensorFlow's."""

from __future__ import annotations

import numpy as np
import pytest

import graphwright as tf

v1 = tf.compat.v1


@pytest.fixture
def graph() -> tf.Graph:
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        tf.add(x * 2.0, 1.0, name="y")
    return graph


def test_names_and_types_of_operations_are_tensorflows(graph: tf.Graph) -> None:
    types = [(op.name, op.type) for op in graph.get_operations()]
    assert types == [("x", "Placeholder"), ("mul/y", "Const"), ("mul", "Mul"), ("y/y", "Const"), ("y", "AddV2")]


def test_feeds_and_nested_fetches(graph: tf.Graph) -> None:
    session = v1.Session(graph=graph)
    result = session.run({"a": "y:0", "b": ["x:0", "y"]}, {"x:0": [[1, 2]]})
    assert result["a"].tolist() == [[3.0, 5.0]] and result["b"][1] is None
    assert result["b"][0].dtype == np.float32
    assert session.run([]) == [] and session.run({}) == {}


def test_an_intermediate_tensor_is_fed_in_place_of_its_operation(graph: tf.Graph) -> None:
    assert v1.Session(graph=graph).run("y:0", {"mul:0": [[1, 1]]}).tolist() == [[2.0, 2.0]]


def test_a_program_is_kept_for_its_fetches_and_feeds(graph: tf.Graph) -> None:
    session = v1.Session(graph=graph)
    for rows in (1, 3):
        assert session.run("y:0", {"x:0": np.ones((rows, 2))}).shape == (rows, 2)
    assert len(session._programs) == 1


def test_errors_have_tensorflows_classes(graph: tf.Graph) -> None:
    session = v1.Session(graph=graph)
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"placeholder tensor 'x' with dtype float and shape \[\?,2\]"
    ):
        session.run("y:0")
    with pytest.raises(
        ValueError, match=r"Cannot feed value of shape \(3,\) for Tensor x:0, which has shape \(None, 2\)"
    ):
        session.run("y:0", {"x:0": [1, 2, 3]})
    with pytest.raises(ValueError, match="cannot be interpreted as a Tensor"):
        session.run("nope")
    with pytest.raises(TypeError, match="Cannot interpret feed_dict key"):
        session.run("y:0", {3: 1})
    with pytest.raises(TypeError, match="Cannot be None"):
        session.run(None)
    with pytest.raises(TypeError, match="must be a string or Tensor"):
        session.run(3)
    with pytest.raises(TypeError, match=r"cannot be a tf\.Tensor object"):
        session.run("y:0", {"x:0": graph.get_tensor_by_name("y:0")})
    with tf.Graph().as_default():
        other = tf.constant(1.0)
    with pytest.raises(ValueError, match="cannot be interpreted"):
        session.run(other)
    session.close()
    with pytest.raises(RuntimeError, match="closed Session"):
        session.run("y:0")
    with pytest.raises(RuntimeError, match="graph is empty"):
        v1.Session(graph=tf.Graph()).run("x")


def test_effects_run_where_a_fetch_depends_on_them(capfd: pytest.CaptureFixture[str]) -> None:
    with tf.Graph().as_default() as graph, v1.Session() as session:
        shown = tf.print("seen")
        plain = tf.constant(1) + 1
        with tf.control_dependencies([shown]):
            after = tf.constant(2) + 1
        both = tf.group(shown, after)
        assert after.op.inputs[0].op.control_inputs == [shown] and both.graph is graph
        assert session.run(plain) == 2 and "seen" not in capfd.readouterr().err
        assert session.run(after) == 3 and "seen" in capfd.readouterr().err
        assert session.run(both) is None and "seen" in capfd.readouterr().err


def test_gradients_and_control_flow() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [])
        y = tf.cond(x > 0.0, lambda: x * x, lambda: -x)
        (slope,) = v1.gradients(y, x)
        total = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + x), (0, 0.0))[1]
        assert [float(v) for v in session.run([y, slope, total], {"Placeholder:0": 3.0})] == [9.0, 6.0, 9.0]
        assert float(session.run(slope, {"Placeholder:0": -3.0})) == -1.0


def test_what_a_graph_refuses() -> None:
    eager = tf.constant([1.0])
    with tf.Graph().as_default() as graph:
        with pytest.raises(RuntimeError, match="Attempting to capture an EagerTensor"):
            tf.identity(eager)
        graph.finalize()
        with pytest.raises(RuntimeError, match="is finalized"):
            tf.constant(1)


def test_graphs_of_functions_are_graphs() -> None:
    assert isinstance(tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([])).graph, tf.Graph)
    assert not isinstance(1, tf.Graph)


def test_settings_of_a_variable_scope() -> None:
    with tf.Graph().as_default(), v1.variable_scope("layer") as scope:
        partitioner = object()
        scope.set_caching_device("/cpu:0")
        scope.set_partitioner(partitioner)
        scope.set_use_resource(True)
        assert (scope.caching_device, scope.partitioner, scope.use_resource) == ("/cpu:0", partitioner, True)


def test_options_that_are_lists_and_maps() -> None:
    config = v1.ConfigProto(allow_soft_placement=True)
    config.device_count["GPU"] = 0
    rewriting = config.graph_options.rewrite_options
    rewriting.optimizers[:] = ["constfold", "function"]
    rewriting.optimizers.append("dependency")
    rewriting.custom_optimizers.add(name="one").minimum = 3
    assert config.device_count["GPU"] == 0
    assert list(rewriting.optimizers) == ["constfold", "function", "dependency"]
    assert [(o.name, o.minimum) for o in rewriting.custom_optimizers] == [("one", 3)]


def test_a_meta_graph_of_another_graph_def(graph: tf.Graph) -> None:
    definition = v1.GraphDef(node=[v1.NodeDef(name="q", op="NoOp")])
    with graph.as_default():
        own, other = v1.train.export_meta_graph(), v1.train.export_meta_graph(graph_def=definition)
    assert [node.name for node in own.graph_def.node] == ["x", "mul/y", "mul", "y/y", "y"]
    assert other.graph_def == definition


def test_values_of_ragged_tensors() -> None:
    inner = v1.ragged.RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 2, 3]))
    outer = v1.ragged.RaggedTensorValue(inner, np.array([0, 1, 2]))
    assert (inner.shape, inner.ragged_rank, inner.dtype) == ((2, None), 1, np.int64)
    assert (outer.shape, outer.ragged_rank, outer.flat_values.tolist()) == ((2, None, None), 2, [1, 2, 3])
    assert [s.tolist() for s in outer.nested_row_splits] == [[0, 1, 2], [0, 2, 3]]
    assert outer.to_list() == [[[1, 2]], [[3]]] and str(inner) == "<tf.RaggedTensorValue [[1, 2], [3]]>"
    with pytest.raises(TypeError, match="row_splits must be a 1D int32 or int64 numpy array"):
        v1.ragged.RaggedTensorValue([1], [[0, 1]])


def test_a_ragged_value_of_a_session_equals_its_rows(graph: tf.Graph) -> None:
    with graph.as_default():
        found = v1.Session().run(tf.ragged.constant([[1, 2], [], [3]]))
    tf.test.TestCase().assertAllEqual(found, [[1, 2], [], [3]])
