"""input_signature: what fits it and is converted, what does not and says why; calls that cannot be bound."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np
import pytest

import graphwright as tf

Point = collections.namedtuple("Point", "x y")

one = tf.constant(1)
x2, x3 = tf.zeros([2]), tf.zeros([3])
a = tf.Variable(1.0)

vector = tf.TensorSpec([None], tf.float32)
number = tf.TensorSpec([], tf.float32)


@pytest.mark.parametrize(
    ("signature", "args"),
    [
        pytest.param([vector], [([1.0],), ([1.0, 2.0],), (np.ones(3, np.float32),), (x3,)], id="sizes"),
        pytest.param([tf.TensorSpec(None)], [(1.0,), ([1.0],), ([[1.0]],), (2,)], id="unknown rank"),
        pytest.param([number], [(1,), (1.5,), (np.float64(2),), (a,)], id="conversion"),
        pytest.param([{"a": vector, "b": [number]}], [({"a": [1.0], "b": [2]},), ({"b": [1.0], "a": x3},)], id="nest"),
        pytest.param([[number, number]], [([1, 2],), ([tf.constant(1.0), 2],)], id="list"),
        pytest.param([Point(vector, number)], [(Point([1.0], 2),), (Point(x2, 1),)], id="namedtuple"),
        pytest.param([tf.TensorSpec([], tf.string)], [("a",), (b"b",), (tf.constant("c"),)], id="text"),
    ],
)
def test_one_trace_serves_all_that_fits(signature: Any, args: Any) -> None:
    f = tf.function(lambda x: x, input_signature=signature)
    for each in args:
        result = f(*each)
        tf.nest.assert_same_structure(result, signature[0])
        for value, spec in zip(tf.nest.flatten(result), tf.nest.flatten(signature[0]), strict=True):
            assert spec.is_compatible_with(value)
    assert f.experimental_get_tracing_count() == 1


@pytest.mark.parametrize(
    ("signature", "args", "reason"),
    [
        ([vector], (tf.constant([1]),), r"argument 'x': can not cast TensorSpec\(shape=\(1,\), dtype=tf.int32"),
        ([vector], ([[1.0]],), r"argument 'x': can not cast TensorSpec\(shape=\(1, 1\)"),
        ([vector], ("text",), "argument 'x'"),
        ([vector], (None,), "argument 'x'"),
        ([number], (one,), "can not cast"),
        ([tf.TensorSpec([], tf.int32)], (1.5,), "argument 'x'"),
        ([{"a": number, "b": [number]}], ({"a": 1, "b": (2,)},), "argument 'x'"),
        ([{"a": number, "b": [number]}], ({"a": 1, "b": [2, 3]},), "argument 'x'"),
        ([{"a": number, "b": [number]}], ({"a": 1},), "argument 'x'"),
        ([vector], (x2, 7), r"argument 'y' must keep its default 2, got 7"),
        ([vector], (x2, 2.0), r"argument 'y' must keep its default 2, got 2\.0"),
    ],
)
def test_what_does_not_fit_an_input_signature(signature: Any, args: Any, reason: str) -> None:
    f = tf.function(lambda x, y=2: tf.constant(0), input_signature=signature)
    for kind in (TypeError, ValueError):
        with pytest.raises(kind, match=rf"(?s)Python inputs incompatible with input_signature:.*{reason}"):
            f(*args)
    assert f.experimental_get_tracing_count() == 0


def test_defaults_with_an_input_signature() -> None:
    def f(x: Any, y: int = 3, *, k: int = 5) -> Any:
        return x * float(y) + float(k)

    signed = tf.function(f, input_signature=[vector])
    assert float(signed([1.0])[0]) == float(signed([1.0], 3)[0]) == float(signed(x=[1.0], k=5)[0]) == 8.0
    assert signed.experimental_get_tracing_count() == 1
    with pytest.raises(TypeError, match="argument 'k' must keep its default 5, got 6"):
        signed([1.0], k=6)


def test_star_arguments_with_an_input_signature() -> None:
    def f(*args: Any, **more: Any) -> Any:
        return args[0] + args[1]

    signed = tf.function(f, input_signature=[vector, vector])
    assert float(signed([1.0], [2.0])[0]) == 3.0
    for args, kwargs, reason in [
        (([1.0],), {}, "2 arguments are asked for, 1 given"),
        (([1.0], [1.0], [1.0]), {}, "argument 'args_2' is one too many"),
        (([1.0], [1.0]), {"z": 1}, "argument 'z' is one too many"),
    ]:
        with pytest.raises(TypeError, match=reason):
            signed(*args, **kwargs)


def test_keywords_that_clash_with_star_arguments() -> None:
    f = tf.function(lambda *a, **k: tf.constant(len(k)))
    assert int(f(1, b_0=2)) == 1
    with pytest.raises(ValueError, match="duplicate parameter name: 'a_0'"):
        f(1, a_0=5)


def test_concrete_functions_of_an_input_signature() -> None:
    f = tf.function(lambda x, y: x + y, input_signature=[vector, vector])
    concrete = f.get_concrete_function()
    assert concrete is f.get_concrete_function(vector, vector)
    assert concrete is f.get_concrete_function(tf.TensorSpec([2]), tf.TensorSpec([2]))
    assert [t.shape.as_list() for t in concrete.inputs] == [[None], [None]]
    with pytest.raises(TypeError, match="can not cast TensorSpec"):
        f.get_concrete_function(tf.TensorSpec([2, 2]), vector)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda f: f(), "missing a required argument: 'x'"),
        (lambda f: f(1, 2, 3), "too many positional arguments"),
        (lambda f: f(1, z=3), "got an unexpected keyword argument 'z'"),
        (lambda f: f(1, x=1), "multiple values for argument 'x'"),
    ],
)
@pytest.mark.parametrize("signature", [None, [vector]])
def test_calls_that_cannot_be_bound(call: Any, message: str, signature: Any) -> None:
    def f(x: Any, y: int = 2) -> Any:
        return x

    with pytest.raises(TypeError, match=r"Binding inputs to tf\.function failed due to `") as caught:
        call(tf.function(f, input_signature=signature))
    assert message in str(caught.value)
    assert "for signature: f(x: 'Any', y: 'int' = 2)" in str(caught.value)
