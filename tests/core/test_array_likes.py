"""Arrays of other libraries keep their dtype, share no memory with tensors, and are tensors as arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image

import graphwright as tf
from graphwright.core.array_likes import is_array_like
from graphwright.core.tensor_like import AnyTensor
from tests.differences.programs_array_likes import Array, Column, Exported, Interface

KINDS = [Array, Interface, Column, Exported]
DTYPES = ["uint8", "int64", "float16", "float64", "complex64", "bool"]


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
def test_keeps_the_dtype(kind: Any, dtype: str) -> None:
    value = kind([[1, 0]], dtype)
    for tensor in (tf.constant(value), tf.function(lambda x: tf.identity(x))(value), tf.Variable(value)):
        assert (tensor.dtype.name, tensor.shape.as_list()) == (dtype, [1, 2])
        assert tensor.numpy().tolist() == [[1, 0]]


@pytest.mark.parametrize("kind", KINDS)
def test_shares_no_memory(kind: Any) -> None:
    value = kind([1.0, 2.0])
    tensor = tf.constant(value)
    value.values[:] = 5.0
    assert tensor.numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("kind", KINDS)
def test_arguments_are_traced_once_for_each_type(kind: Any) -> None:
    traced = []

    @tf.function
    def double(x: Any) -> Any:
        traced.append(x)
        return x * 2

    assert double(kind([1.0, 2.0])).numpy().tolist() == [2.0, 4.0]
    assert double(kind([3.0, 4.0])).numpy().tolist() == [6.0, 8.0]
    assert double(tf.constant([3.0, 4.0], tf.float64)).numpy().tolist() == [6.0, 8.0]
    assert len(traced) == 1
    assert double.get_concrete_function(kind([1, 2], "uint8")).inputs[0].dtype == tf.uint8


def test_picture() -> None:
    picture = Image.fromarray(np.uint8([[[255, 0, 0]]]))
    assert tf.image.convert_image_dtype(picture, tf.float32).numpy().ravel().tolist() == [1.0, 0.0, 0.0]
    assert tf.function(lambda x: x)(picture).dtype == tf.uint8
    assert tf.data.Dataset.from_tensors([picture, picture]).element_spec == tf.TensorSpec([2, 1, 1, 3], tf.uint8)


def test_branches_take_them() -> None:
    chosen = tf.function(lambda p: tf.cond(p, lambda: Interface([1], "uint8"), lambda: Array([2], "uint8")))
    assert chosen(tf.constant(True)).dtype == tf.uint8


def test_gradients_flow_to_what_becomes_a_tensor_itself() -> None:
    class Weight(AnyTensor, Array):
        """As Keras's variables: an array to NumPy, a tensor to us."""

        def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Any:
            return held

    held = tf.Variable([1.0, 2.0])
    weight = Weight([7.0, 7.0])
    square = tf.function(lambda x: tf.reduce_sum(x * x))
    for argument in (square, square.get_concrete_function(tf.TensorSpec([2]))):
        with tf.GradientTape() as tape:
            total = argument(weight)
        assert total.numpy() == 5.0
        assert tape.gradient(total, held).numpy().tolist() == [2.0, 4.0]


def test_other_devices_say_so() -> None:
    class Elsewhere:
        def __dlpack__(self, **options: Any) -> Any:
            raise BufferError("not on this device")

        def __dlpack_device__(self) -> tuple[int, int]:
            return (2, 0)

    with pytest.raises(ValueError, match="type Elsewhere to a Tensor"):
        tf.constant(Elsewhere())


@pytest.mark.parametrize("value", [1, 2.5, "a", [1], (1,), {"a": 1}, None, np.ndarray, Array, object()])
def test_what_is_none(value: Any) -> None:
    assert not is_array_like(value)
