"""ConcreteFunction: what one trace shows of itself, how it is called, what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf


@pytest.fixture
def power() -> Any:
    @tf.function
    def power(a: Any, b: Any) -> Any:
        return a**b

    return power


def test_it_is_the_trace_that_calls_use(power: Any) -> None:
    concrete = power.get_concrete_function(tf.TensorSpec([], tf.float32), 2)
    assert concrete is power.get_concrete_function(tf.constant(1.0), 2)
    power(tf.constant(5.0), 2)
    assert power.experimental_get_tracing_count() == 1


def test_python_arguments_may_be_left_out_or_given_again(power: Any) -> None:
    square = power.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
    assert float(square(tf.constant(10.0))) == 100.0
    assert float(square(a=tf.constant(10.0))) == 100.0
    assert float(square(tf.constant(10.0), 2)) == 100.0
    assert float(square(tf.constant(10.0), b=2)) == 100.0
    np.testing.assert_allclose(square(tf.constant([2.0, 3.0])).numpy(), [4.0, 9.0])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        pytest.param(
            lambda f: f(tf.constant(1.0), b=3),
            TypeError,
            r"ConcreteFunction power\(a, b\) was constructed "
            r"with int value 2 in b, but was called with int value 3",
            id="other Python value",
        ),
        pytest.param(
            lambda f: f(tf.constant(1)),
            tf.errors.InvalidArgumentError,
            "was expected to be a float32 tensor but is a int32 tensor",
            id="wrong dtype",
        ),
        pytest.param(
            lambda f: f(tf.constant([1.0])),
            ValueError,
            r"was expected to have "
            r"shape \(\) but has shape \(1,\)",
            id="wrong shape",
        ),
        pytest.param(lambda f: f(), TypeError, "missing required arguments: a", id="missing"),
        pytest.param(
            lambda f: f(tf.constant(1.0), z=1), TypeError, "unexpected keyword arguments: z", id="unknown keyword"
        ),
        pytest.param(
            lambda f: f(tf.constant(1.0), tf.constant(1.0), tf.constant(1.0)),
            TypeError,
            "takes 1 positional arguments but got 3",
            id="too many",
        ),
    ],
)
def test_wrong_calls(power: Any, call: Any, error: type[Exception], message: str) -> None:
    square = power.get_concrete_function(tf.TensorSpec([], tf.float32), b=2)
    with pytest.raises(error, match=message):
        call(square)
    assert float(square(tf.constant(3.0))) == 9.0


def test_printing(power: Any) -> None:
    square = power.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
    assert str(square) == (
        "ConcreteFunction power(a, b=2)\n  Args:\n    a: float32 Tensor, shape=<unknown>\n  Returns:\n    "
        "float32 Tensor, shape=<unknown>"
    )
    assert square.pretty_printed_signature(verbose=False) == "power(a, b=2)"


def test_printing_of_structures() -> None:
    @tf.function
    def f(pair: Any, scale: float = 2.0) -> Any:
        return {"sum": pair[0] + pair[1]["y"], "scaled": pair[0] * scale}

    f((tf.constant(1.0), {"y": tf.constant([1.0])}))
    assert f.pretty_printed_concrete_signatures() == (
        "f(pair)\n"
        "  Args:\n"
        "    pair: (<1>, {'y': <2>})\n"
        "      <1>: float32 Tensor, shape=()\n"
        "      <2>: float32 Tensor, shape=(1,)\n"
        "  Returns:\n"
        "    {'sum': <2>, 'scaled': <1>}\n"
        "      <1>: float32 Tensor, shape=()\n"
        "      <2>: float32 Tensor, shape=(1,)"
    )


def test_graph_and_names() -> None:
    @tf.function
    def f(a: Any) -> Any:
        return a + a

    graph = f.get_concrete_function(tf.constant("x")).graph
    assert isinstance(graph, tf.Graph)
    assert [(op.name, [v.name for v in op.inputs]) for op in graph.get_operations()] == [
        ("a", []),
        ("add", ["a:0", "a:0"]),
        ("Identity", ["add:0"]),
    ]
    with pytest.raises(RuntimeError, match="finalized"):
        graph.add_op(None, (), {}, (), "x")


def test_signature_variables_and_captures() -> None:
    weight = tf.Variable([[1.0, 2.0]])
    offset = tf.Variable(1.0, trainable=False)

    @tf.function
    def f(x: Any, *, training: bool = False) -> Any:
        return x * weight + offset

    concrete = f.get_concrete_function(tf.TensorSpec([None, 2], tf.float32), training=True)
    assert concrete.structured_input_signature == (
        (tf.TensorSpec([None, 2], tf.float32, name="x"),),
        {"training": True},
    )
    assert concrete.structured_outputs == tf.TensorSpec([None, 2], tf.float32)
    assert {v.name for v in concrete.variables} == {"Variable:0"}
    assert len(concrete.variables) == 2
    assert [v is weight for v in concrete.trainable_variables] == [True]
    assert len(concrete.captured_inputs) == 2
    assert len(concrete.inputs) == 3
    weight.assign([[10.0, 20.0]])
    np.testing.assert_allclose(concrete(tf.constant([[1.0, 1.0]])).numpy(), [[11.0, 21.0]])


def test_a_concrete_function_is_called_inside_another_function(power: Any) -> None:
    square = power.get_concrete_function(tf.TensorSpec([], tf.float32), 2)

    @tf.function
    def f(x: Any) -> Any:
        return square(x) + square(x + 1.0)

    assert float(f(tf.constant(2.0))) == 13.0
    with tf.GradientTape() as tape:
        x = tf.constant(2.0)
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 10.0


def test_a_printed_graph_shows_its_operations() -> None:
    @tf.function
    def f(a: Any) -> Any:
        return tf.tanh(a)

    text = str(f.get_concrete_function(tf.TensorSpec([None, 2])).graph)
    assert "Tanh" in text
    assert "float32[a,2]" in text
