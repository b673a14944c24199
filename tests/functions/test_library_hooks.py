"""What libraries rely on: functions decorated in place, compiled parts, models behind functions, module attributes."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import graphwright as tf


def test_a_function_is_decorated_in_place() -> None:
    @tf.function
    def double(x: Any) -> Any:
        return x * 2.0

    def plus_one(python: Any) -> Any:
        return functools.wraps(python)(lambda *args: python(*args) + 1.0)

    double._decorate(plus_one)
    assert double(tf.constant(3.0)).numpy() == 7.0
    with pytest.raises(ValueError, match="cannot be decorated after they have been traced"):
        double._decorate(plus_one)


def test_a_decorated_method_is_bound() -> None:
    class Model:
        factor = 3.0

        @tf.function
        def scale(self, x: Any) -> Any:
            return x * self.factor

    Model.scale._decorate(lambda python: lambda self, x: python(self, x) + self.factor)
    assert Model().scale(tf.constant(2.0)).numpy() == 9.0


def test_a_function_of_a_model_has_the_model_s_attributes() -> None:
    class Model(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = tf.Variable(2.0)

        def __call__(self, x: Any) -> Any:
            return x * self.weight

    model = Model()
    call = tf.function(model)
    assert call.weight is model.weight
    model.extra = 5
    assert call.extra == 5
    with pytest.raises(AttributeError, match="has no attribute 'missing'"):
        call.missing  # noqa: B018


def test_parts_that_must_be_compiled() -> None:
    @tf.function
    def whole(x: Any) -> Any:
        with tf.xla.experimental.jit_scope():
            (square,) = tf.xla.experimental.compile(lambda y: y * y, [x])
        pair = tf.xla.experimental.compile(lambda: {"a": x, "b": square})
        return pair["a"] + pair["b"]

    assert whole(tf.constant(3.0)).numpy() == 12.0
    for use in (
        lambda: tf.xla.experimental.compile(tf.exp, [1.0]),
        lambda: tf.xla.experimental.jit_scope().__enter__(),
    ):
        with pytest.raises(RuntimeError, match="not supported when eager execution is enabled"):
            use()


def test_graphs_take_functions_as_they_are() -> None:
    concrete = tf.function(lambda x: x + 1.0).get_concrete_function(tf.TensorSpec([]))
    concrete.add_to_graph()
    concrete.add_gradient_functions_to_graph()
    assert concrete(tf.constant(1.0)).numpy() == 2.0


def test_a_module_s_name_does_not_go_through_its_getter() -> None:
    class Strict(tf.Module):
        def __getattribute__(self, name: str) -> Any:
            assert name != "__dict__"
            return super().__getattribute__(name)

    assert Strict(name="strict").name == "strict"


@pytest.mark.parametrize("staged", [False, True])
def test_floating_numbers_in_a_list_of_dimensions_are_truncated(staged: bool) -> None:
    def shapes(n: Any) -> Any:
        x = tf.ones([1, 2])
        tiled = tf.tile(x, [n, 1])
        return tf.shape(tiled), tf.shape(tf.reshape(tiled, [2, n])), tf.reduce_sum(x, [n - 3.0])

    found = (tf.function(shapes) if staged else shapes)(tf.constant(3.5))
    assert [v.numpy().tolist() for v in found] == [[3, 2], [2, 3], [1.0, 1.0]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Tmultiples"):
        tf.tile(tf.ones([1, 2]), tf.constant([3.0, 1.0]))


def test_variables_name_their_device() -> None:
    variable = tf.Variable(1.0)
    assert variable.device == tf.constant(1.0).device == "/job:localhost/replica:0/task:0/device:CPU:0"
    assert tf.DeviceSpec.from_string(variable.device).device_type == "CPU"


def test_references_have_an_order() -> None:
    one, other = tf.constant(1).ref(), tf.Variable(2).ref()
    assert sorted([one, other]) in ([one, other], [other, one])
    assert (one < other) != (one > other) and not one < one
    for compare in (lambda: one == 1, lambda: one < 1, lambda: one > "a"):
        with pytest.raises(TypeError, match="Cannot compare wrapped object with unwrapped object"):
            compare()
