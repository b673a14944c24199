"""The same on a GPU: placement, memory, half precision, indices out of range. Skipped where there is none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors

pytest.importorskip("jax", reason="a GPU needs jax: pip install graphwright[xla]")

pytestmark = pytest.mark.skipif(not tf.config.list_physical_devices("GPU"), reason="jax finds no GPU")

GPU = "/job:localhost/replica:0/task:0/device:GPU:0"


def on(value: Any, dtype: Any = None) -> Any:
    with tf.device("GPU:0"):
        return tf.constant(value, dtype)


def test_tensors_and_functions_are_on_the_gpu() -> None:
    x = on(np.arange(6.0, dtype="f4").reshape(2, 3))
    double = tf.function(lambda x: x + x)
    for _ in range(3):
        assert (x * 2).device == double(x).device == GPU
    np.testing.assert_array_equal(double(x), np.arange(6.0).reshape(2, 3) * 2)
    details = tf.config.experimental.get_device_details(tf.config.list_physical_devices("GPU")[0])
    assert details["device_name"] and len(details["compute_capability"]) == 2


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_products_and_convolutions(dtype: str) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(8, 16)), rng.normal(size=(16, 4))
    images, filters = rng.normal(size=(2, 8, 8, 3)), rng.normal(size=(3, 3, 3, 5))
    tolerance = {"float16": 2e-2, "bfloat16": 8e-2, "float32": 5e-3, "float64": 1e-10}[dtype]
    for function, one, two in ((tf.matmul, a, b), (lambda x, k: tf.nn.conv2d(x, k, 1, "SAME"), images, filters)):
        expected = np.asarray(tf.cast(function(tf.constant(one), tf.constant(two)), tf.float64))
        one, two = (tf.cast(on(value), dtype) for value in (one, two))
        found = tf.function(function)(one, two)
        assert found.device == GPU and found.dtype.name == dtype
        np.testing.assert_allclose(tf.cast(found, tf.float64), expected, atol=tolerance * 8, rtol=tolerance)


def test_without_tensor_float_32_products_are_exact_to_float32() -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(64, 256)).astype("f4"), rng.normal(size=(256, 64)).astype("f4")
    tf.config.experimental.enable_tensor_float_32_execution(False)
    try:
        found = tf.function(lambda a, b: tf.matmul(a, b))(on(a), on(b))
        np.testing.assert_allclose(found, a.astype("f8") @ b, atol=2e-5, rtol=1e-5)
    finally:
        tf.config.experimental.enable_tensor_float_32_execution(True)


def test_a_step_takes_no_second_copy_of_its_weights() -> None:
    size = 1 << 26
    with tf.device("GPU:0"):
        weights = tf.Variable(tf.zeros([size]))
        one = tf.constant(1.0)

    @tf.function
    def step(x: Any) -> None:
        weights.assign_add(tf.fill([size], x))

    step(one)
    before = tf.config.experimental.get_memory_info("GPU:0")["current"]
    tf.config.experimental.reset_memory_stats("GPU:0")
    for _ in range(3):
        step(one)
    found = tf.config.experimental.get_memory_info("GPU:0")
    assert found["current"] <= before and found["peak"] < before + 4 * size
    assert float(weights[-1]) == 4.0


def test_indices_out_of_range_give_zeros_and_labels_no_number() -> None:
    """TensorFlow documents this for GPUs: to look would take a transfer for each call."""
    x = on([1.0, 2.0])
    picked = tf.function(lambda i: tf.gather(x, i))(on([1, 5]))
    assert picked.numpy().tolist() == [2.0, 0.0]
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(on([0, 7]), on([[1.0, 2.0], [1.0, 2.0]]))
    assert np.isfinite(loss[0]) and np.isnan(loss[1])


def test_assertions_are_checked() -> None:
    @tf.function
    def root(x: Any) -> Any:
        tf.debugging.assert_non_negative(x)
        return tf.sqrt(x)

    assert root(on([4.0])).numpy().tolist() == [2.0]
    with pytest.raises(errors.InvalidArgumentError, match="x >= 0"):
        root(on([-4.0]))


def test_too_little_memory_names_the_largest_buffers() -> None:
    @tf.function
    def huge(n: Any) -> Any:
        row = tf.range(1 << 19, dtype=tf.float32) + n
        table = row[:, tf.newaxis] * row[tf.newaxis, :]
        return tf.linalg.matmul(table, table)

    with pytest.raises(errors.OutOfMemoryError, match=r"The largest arrays of this graph"):
        huge(on(1.0)).numpy()
    assert float(tf.function(lambda x: x + 1)(on(1.0))) == 2.0


def test_text_and_data_dependent_sizes_run_on_the_host() -> None:
    @tf.function
    def positive(x: Any) -> Any:
        return tf.boolean_mask(x, x > 0), tf.strings.as_string(tf.reduce_sum(x))

    found, text = positive(on([1, -2, 3]))
    assert found.device == GPU and found.numpy().tolist() == [1, 3] and text.numpy() == b"2"


def test_arrays_of_jax_are_shared() -> None:
    import jax.numpy as jnp

    x = on([1.0, 2.0])
    assert jnp.asarray(x) is x._buffer and float(jnp.sum(jnp.asarray(x))) == 3.0
    array = jnp.arange(4.0)
    tensor = tf.experimental.dlpack.from_dlpack(array)
    assert tensor.device == GPU and tensor._buffer.unsafe_buffer_pointer() == array.unsafe_buffer_pointer()
