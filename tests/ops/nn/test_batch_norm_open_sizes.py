"""Batch normalization with open sizes: native, equal to that of known sizes, with the documented errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytest.importorskip("llvmlite")

SHAPES = {"NHWC": (3, 4, 5, 6), "NCHW": (3, 6, 4, 5), "NDHWC": (2, 3, 2, 2, 6), "NCDHW": (2, 6, 3, 2, 2)}
VECTORS = {"training": (6,) * 2, "averaged": (6,) * 4, "inference": (6,) * 4}


def normalizes(how: str, data_format: str) -> Any:
    """The results, and the gradients of all that is differentiable."""

    def run(x: Any, *vectors: Any) -> Any:
        given = [*vectors, *[np.zeros(0, np.float32)] * (4 - len(vectors))]
        results = tf.raw_ops.FusedBatchNormV3(
            x=x, scale=given[0], offset=given[1], mean=given[2], variance=given[3], data_format=data_format,
            is_training=how != "inference", exponential_avg_factor=0.25 if how == "averaged" else 1.0,
        )  # fmt: skip
        y = tf.cast(results[0], tf.float32)
        return [*results, *tf.gradients(y * y, [x, *vectors[:2]])]

    return run


def inputs(how: str, data_format: str, dtype: str = "float32") -> list[Any]:
    rng = np.random.default_rng(3)
    x = tf.cast(rng.normal(size=SHAPES[data_format]), dtype)
    return [x, *[tf.constant(rng.uniform(0.5, 1.5, size).astype("float32")) for size in VECTORS[how]]]


def opened(f: Any, values: list[Any], *, all_sizes: bool) -> Any:
    specs = []
    for at, value in enumerate(values):
        sizes = [None if all_sizes or (at == axis == 0) else size for axis, size in enumerate(value.shape)]
        specs.append(tf.TensorSpec(sizes, value.dtype))
    return tf.function(f, input_signature=specs)


def host_calls(f: Any) -> list[str]:
    return [call.op for trace in f.explain().traces for call in trace.host_calls]


@pytest.mark.parametrize("all_sizes", [False, True], ids=["the batch", "all"])
@pytest.mark.parametrize("data_format", SHAPES)
@pytest.mark.parametrize("how", VECTORS)
def test_as_with_known_sizes(how: str, data_format: str, all_sizes: bool) -> None:
    f, values = normalizes(how, data_format), inputs(how, data_format)
    run = opened(f, values, all_sizes=all_sizes)
    for found, expected in zip(run(*values), tf.function(f)(*values), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert host_calls(run) == []


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("how", VECTORS)
def test_narrow_numbers(how: str, dtype: str) -> None:
    f, values = normalizes(how, "NHWC"), inputs(how, "NHWC", dtype)
    run, known = opened(f, values, all_sizes=True), tf.function(f)
    for found, expected in zip(run(*values), known(*values), strict=True):
        np.testing.assert_array_equal(found, expected)
    assert host_calls(run) == host_calls(known) == []


@pytest.mark.parametrize("how", VECTORS)
@pytest.mark.parametrize("shape", [(0, 4, 5, 6), (2, 0, 5, 6), (1, 1, 1, 6)])
def test_nothing_to_normalize(how: str, shape: tuple[int, ...]) -> None:
    f, values = normalizes(how, "NHWC"), inputs(how, "NHWC")
    run = opened(f, values, all_sizes=True)
    values[0] = tf.ones(shape)
    for found, expected in zip(run(*values), tf.function(f)(*values), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_a_vector_of_another_length(at: int) -> None:
    def run(*given: Any) -> Any:
        return tf.raw_ops.FusedBatchNormV3(
            x=given[0], scale=given[1], offset=given[2], mean=given[3], variance=given[4], is_training=False
        )

    values = inputs("inference", "NHWC")
    compiled = opened(run, values, all_sizes=True)
    values[at] = tf.ones([5])
    messages = []
    for f in (run, compiled):
        with pytest.raises((ValueError, tf.errors.InvalidArgumentError)) as caught:
            f(*values)
        messages.append(str(caught.value))
    eager, traced = messages
    assert eager.splitlines()[0].strip() in traced
    assert "tf.raw_ops.FusedBatchNormV3(" in traced
