"""A user's program as type checkers see it; `make lint` checks it, tests/package/test_public.py runs it."""

from __future__ import annotations

import numpy as np

import graphwright as tf


@tf.function
def decay(x: tf.Tensor, rate: float = 0.5) -> tf.Tensor:
    while tf.reduce_sum(x) > 1:
        x = tf.tanh(x) * rate
    return x


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)], reduce_retracing=True)
def total(x: tf.Tensor) -> tf.Tensor:
    return tf.reduce_sum(x) if tf.size(x) > 0 else tf.constant(0.0)


class Dense(tf.Module):
    def __init__(self, size: int) -> None:
        super().__init__()
        self.w = tf.Variable(tf.random.normal([size, 1]), name="w")

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        return tf.nn.relu(x @ self.w + 1)


def train(model: Dense, x: tf.Tensor) -> float:
    with tf.GradientTape() as tape:
        value = tf.reduce_mean(model(x) ** 2)
    model.w.assign_sub(0.1 * tape.gradient(value, model.w))
    array: np.ndarray[tuple[int, ...], np.dtype[np.float32]] = value.numpy()
    return float(value) + float(array) if value.shape.rank == 0 else 0.0


def first_rows(x: tf.Tensor, rows: list[int]) -> list[int]:
    try:
        picked = tf.gather(x, rows)
    except tf.errors.InvalidArgumentError as error:
        return [len(error.message)]
    return [int(v) for v in picked[:, 0]]


def describe(spec: tf.TensorSpec, dtype: tf.DType = tf.float32) -> str:
    shape: tf.TensorShape = spec.shape
    return f"{shape.rank} {dtype.name} {spec.is_compatible_with(tf.constant([1.0]))} {tf.newaxis}"


def main() -> None:
    concrete = decay.get_concrete_function(tf.TensorSpec([2]))
    print(len(concrete.graph.get_operations()), decay(tf.constant([0.4, 0.5])).numpy())
    print(total(tf.constant([1.0])), train(Dense(2), tf.ones([1, 2])) >= 0)
    print(first_rows(tf.constant([[1, 2], [3, 4]]), [1]), describe(tf.TensorSpec([1])))
    print(tf.raw_ops.AddV2(x=1, y=2), tf.math.erf(1.0), tf.config.list_physical_devices("CPU")[0].device_type)
    print(tf.TensorArray(tf.int32, size=1).write(0, 7).stack(), tf.types.experimental.TraceType.__name__)
    try:
        print(tf.no_such_name)  # type: ignore[attr-defined]  # a checker sees what is not there
    except AttributeError as error:
        print(error)


if __name__ == "__main__":
    main()
