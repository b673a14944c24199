"""Convolutions and pools of open sizes: native, equal to those of known sizes, with the documented errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytest.importorskip("llvmlite")

Function = Callable[..., Any]


def numbers(shape: Sequence[int], seed: int, dtype: str = "float32") -> np.ndarray[Any, Any]:
    return np.random.default_rng(seed).normal(size=shape).astype(dtype)


def convolution(rank: int, **attrs: Any) -> Function:
    def run(x: Any, filters: Any) -> Any:
        return tf.nn.convolution(x, filters, **attrs)

    return run


def depthwise(**attrs: Any) -> Function:
    return lambda x, filters: tf.nn.depthwise_conv2d(x, filters, **attrs)


def pool(rank: int, kind: str, **attrs: Any) -> Function:
    name = {3: "1d", 4: "2d", 5: "3d"}[rank]
    return lambda x: getattr(tf.nn, f"{kind}_pool{name}")(x, **attrs)


def with_gradients(f: Function) -> Function:
    """The results, and the gradients of their squares."""

    def run(*inputs: Any) -> Any:
        y = f(*inputs)
        return [y, *tf.gradients(y * y, list(inputs))]

    return run


CASES: dict[str, tuple[Function, list[tuple[int, ...]]]] = {
    "indirect": (convolution(4, padding="SAME"), [(2, 9, 11, 16), (3, 3, 16, 24)]),
    "pointwise": (convolution(4, padding="VALID"), [(2, 7, 5, 20), (1, 1, 20, 17)]),
    "strides": (convolution(4, padding="SAME", strides=2), [(3, 10, 13, 16), (3, 3, 16, 16)]),
    "few channels": (convolution(4, padding="SAME", strides=2), [(2, 31, 30, 3), (3, 3, 3, 16)]),
    "along": (convolution(4, padding="SAME"), [(2, 12, 9, 16), (3, 3, 16, 3)]),
    "lines": (convolution(4, padding="SAME"), [(1, 210, 150, 8), (3, 3, 8, 8)]),
    "im2col": (convolution(4, padding="VALID", strides=(3, 2)), [(2, 11, 9, 5), (4, 3, 5, 2)]),
    "dilated": (convolution(4, padding="SAME", dilations=2), [(2, 12, 9, 6), (3, 3, 6, 8)]),
    "grouped": (convolution(4, padding="SAME"), [(2, 8, 9, 12), (3, 3, 4, 9)]),
    "groups of one": (convolution(4, padding="SAME"), [(2, 8, 9, 12), (3, 3, 1, 12)]),
    "1-D": (convolution(3, padding="SAME", strides=2), [(3, 40, 7), (5, 7, 16)]),
    "3-D": (convolution(5, padding="VALID"), [(2, 5, 6, 7, 3), (2, 3, 3, 3, 8)]),
    "channels first": (convolution(4, padding="SAME", data_format="NCHW"), [(2, 5, 9, 8), (3, 3, 5, 8)]),
    "depthwise": (depthwise(strides=[1, 1, 1, 1], padding="SAME"), [(2, 9, 10, 19), (3, 3, 19, 1)]),
    "depthwise, strides": (depthwise(strides=[1, 2, 2, 1], padding="SAME"), [(2, 9, 10, 6), (3, 3, 6, 2)]),
    "explicit": (
        lambda x, f: tf.nn.conv2d(x, f, 1, [[0, 0], [2, 1], [0, 3], [0, 0]]),
        [(2, 5, 8, 16), (3, 3, 16, 16)],
    ),
    "max 2": (pool(4, "max", ksize=2, strides=2, padding="VALID"), [(3, 9, 10, 21)]),
    "max 3": (pool(4, "max", ksize=3, strides=2, padding="SAME"), [(3, 9, 10, 5)]),
    "max 1-D": (pool(3, "max", ksize=2, strides=2, padding="VALID"), [(3, 9, 5)]),
    "max 3-D": (pool(5, "max", ksize=2, strides=2, padding="SAME"), [(2, 3, 5, 4, 3)]),
    "max 2, padded if odd": (pool(4, "max", ksize=2, strides=2, padding="SAME"), [(2, 6, 8, 5)]),
    "max 2, gaps": (pool(4, "max", ksize=2, strides=3, padding="VALID"), [(2, 6, 8, 16)]),
    "ReLU, then max 2": (lambda x: tf.nn.max_pool2d(tf.nn.relu(x), 2, 2, "VALID"), [(2, 6, 9, 7)]),
    "average 2": (pool(4, "avg", ksize=2, strides=2, padding="SAME"), [(2, 8, 9, 7)]),
    "average": (pool(4, "avg", ksize=3, strides=1, padding="SAME"), [(3, 9, 10, 5)]),
    "average 3-D": (pool(5, "avg", ksize=2, strides=2, padding="VALID"), [(2, 4, 5, 4, 3)]),
}
OPENED: dict[str, Callable[[int, int, int], bool]] = {
    "the batch": lambda operand, axis, channel: operand == 0 and axis == 0,
    "images": lambda operand, axis, channel: operand == 0 and axis != channel,
    "all": lambda operand, axis, channel: True,
}


def opened(f: Function, shapes: Sequence[tuple[int, ...]], how: str, channel: int = -1, dtype: str = "float32") -> Any:
    channel %= len(shapes[0])
    specs = [
        tf.TensorSpec([None if OPENED[how](i, axis, channel) else size for axis, size in enumerate(s)], dtype)
        for i, s in enumerate(shapes)
    ]
    return tf.function(f, input_signature=specs)


def host_calls(f: Any) -> list[str]:
    return [call.op for trace in f.explain().traces for call in trace.host_calls]


def same(found: Sequence[Any], expected: Sequence[Any], tolerance: float = 2e-5) -> None:
    for one, other in zip(found, expected, strict=True):
        scale = max(1.0, float(np.abs(other.numpy()).max(initial=0.0)))
        np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=tolerance, atol=tolerance * scale)


def grown(case: str, shapes: Sequence[tuple[int, ...]], by: int) -> list[tuple[int, ...]]:
    """The shapes with a larger batch and larger images."""
    channel = 1 if "first" in case else len(shapes[0]) - 1
    return [tuple(size + by * (axis != channel) for axis, size in enumerate(shapes[0])), *shapes[1:]]


@pytest.mark.parametrize("how", OPENED)
@pytest.mark.parametrize("case", CASES)
def test_open_sizes(case: str, how: str) -> None:
    f, shapes = CASES[case]
    run, known = opened(with_gradients(f), shapes, how, 1 if "first" in case else -1), tf.function(with_gradients(f))
    for by in (0, 3):
        if by and how == "the batch":
            continue
        inputs = [numbers(shape, 7 + i) for i, shape in enumerate(grown(case, shapes, by))]
        same(run(*inputs), known(*inputs))
    assert host_calls(run) == host_calls(known) == []


@pytest.mark.parametrize("case", ["max 2", "max 2, gaps", "average 2", "average", "strides", "depthwise, strides"])
def test_gradients_of_known_sizes_into_open_images(case: str) -> None:
    f, shapes = CASES[case]
    inputs = [numbers(shape, 7 + i) for i, shape in enumerate(shapes)]
    upstream = tf.constant(numbers(f(*inputs).shape.as_list(), 3))

    def gradients(*inputs: Any) -> Any:
        return tf.gradients(f(*inputs), list(inputs), grad_ys=upstream)

    same(opened(gradients, shapes, "all")(*inputs), tf.function(gradients)(*inputs))


@pytest.mark.parametrize("strides", [1, 2])
def test_depthwise_filters_of_any_size(strides: int) -> None:
    f = with_gradients(depthwise(strides=[1, strides, strides, 1], padding="SAME"))
    run = opened(f, [(0,) * 4] * 2, "all")
    for window in [(3, 3, 5, 1), (1, 5, 19, 1), (7, 7, 4, 1), (2, 4, 6, 1), (3, 3, 5, 2), (3, 3, 5, 0)]:
        inputs = [numbers((2, 9, 11, window[2]), 3), numbers(window, 4)]
        same(run(*inputs), tf.function(f)(*inputs))
    assert host_calls(run) == []


@pytest.mark.parametrize("case", ["strides", "few channels", "depthwise", "max 2", "max 3", "average 2"])
@pytest.mark.parametrize("images", [(0, 5, 5), (2, 0, 4), (2, 4, 0), (1, 1, 1), (1, 2, 70)], ids=str)
def test_images_without_elements_or_of_one(case: str, images: tuple[int, ...]) -> None:
    f, shapes = CASES[case]
    f, shapes = with_gradients(f), [(*images, shapes[0][-1]), *shapes[1:]]
    inputs = [numbers(shape, 5) for shape in shapes]
    expected = outcome(tf.function(f), inputs)
    for how in ("images", "all"):
        found = outcome(opened(f, shapes, how), inputs)
        assert isinstance(found, type) == isinstance(expected, type)
        if isinstance(found, type):
            assert found is expected
        else:
            same(found, expected)


def outcome(f: Function, inputs: Sequence[Any]) -> Any:
    """The results, or the class of the error."""
    try:
        return f(*inputs)
    except tf.errors.OpError as error:
        return type(error)


def averaged(grad: Any) -> Any:
    return tf.raw_ops.AvgPoolGrad(
        orig_input_shape=[1, 5, 5, 3], grad=grad, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME"
    )


MISFITS: dict[str, tuple[Function, list[tuple[int, ...]]]] = {
    "too small": (convolution(4, padding="VALID"), [(1, 2, 2, 3), (3, 3, 3, 4)]),
    "too small for dilations": (convolution(4, padding="VALID", dilations=3), [(1, 5, 5, 3), (3, 3, 3, 4)]),
    "channels": (convolution(4, padding="SAME"), [(1, 5, 5, 3), (3, 3, 2, 4)]),
    "groups": (convolution(4, padding="SAME"), [(1, 5, 5, 4), (3, 3, 2, 3)]),
    "no channels": (convolution(4, padding="SAME"), [(1, 5, 5, 4), (3, 3, 0, 3)]),
    "channels first": (convolution(4, padding="SAME", data_format="NCHW"), [(1, 3, 5, 5), (3, 3, 2, 4)]),
    "1-D": (convolution(3, padding="VALID"), [(1, 2, 3), (3, 3, 4)]),
    "depthwise": (depthwise(strides=[1] * 4, padding="SAME"), [(1, 5, 5, 4), (3, 3, 3, 2)]),
    "max": (pool(4, "max", ksize=3, strides=1, padding="VALID"), [(1, 2, 5, 4)]),
    "average 3-D": (pool(5, "avg", ksize=3, strides=1, padding="VALID"), [(1, 2, 5, 4, 1)]),
    "average into input": (averaged, [(1, 3, 2, 3)]),
    "transposed": (
        lambda x, f: tf.nn.conv2d_transpose(x, f, tf.stack([1, tf.shape(x)[1] * 3, 9, tf.shape(f)[2]]), 2, "SAME"),
        [(1, 4, 4, 3), (3, 3, 2, 3)],
    ),
}


@pytest.mark.parametrize("case", MISFITS)
def test_misfits(case: str) -> None:
    f, shapes = MISFITS[case]
    inputs = [numbers(shape, 5) for shape in shapes]
    with pytest.raises(tf.errors.OpError) as eager:
        f(*inputs)
    with pytest.raises(tf.errors.OpError) as caught:
        opened(f, shapes, "all")(*inputs)
    assert type(caught.value) is type(eager.value)
    assert str(eager.value).strip().splitlines()[0].split(" for '")[0].split(" [Op:")[0] in str(caught.value)
    assert "test_open_windows.py" in str(caught.value)


@pytest.mark.parametrize("images", [(None, 12, 12, 3), (None, None, None, 3)], ids=str)
def test_training_calls_nothing_outside(images: tuple[int | None, ...]) -> None:
    """A step through all layers of a small network, compared with that of known sizes."""

    def make(spec: tuple[int | None, ...]) -> Any:
        shapes = [(3, 3, 3, 8), (8,), (8,), (3, 3, 8, 1), (3, 3, 16, 8), (8,), (16, 5)]
        weights = [tf.Variable(numbers(shape, 9) * 0.3) for shape in shapes]
        kernel, scale, offset, each, back, bias, dense = weights

        @tf.function(input_signature=[tf.TensorSpec(spec), tf.TensorSpec(spec[:1], tf.int32)])
        def step(x: Any, labels: Any) -> Any:
            with tf.GradientTape() as tape:
                y = tf.nn.conv2d(x, kernel, 1, "SAME")
                y = tf.nn.relu(tf.compat.v1.nn.fused_batch_norm(y, scale, offset)[0])
                y = tf.nn.depthwise_conv2d(tf.nn.max_pool2d(y, 2, 2, "VALID"), each, [1, 1, 1, 1], "SAME")
                y = tf.nn.avg_pool2d(tf.nn.bias_add(y, bias), 2, 2, "SAME")
                size = tf.shape(y)
                y = tf.nn.conv2d_transpose(y, back, tf.stack([size[0], size[1] * 2, size[2] * 2, 16]), 2, "SAME")
                logits = tf.matmul(tf.reduce_mean(y, [1, 2]), dense)
                loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
            for weight, grad in zip(weights, tape.gradient(loss, weights), strict=True):
                weight.assign_sub(grad * 0.1)
            return loss

        return step

    x, labels = numbers((4, 12, 12, 3), 1), np.array([0, 3, 1, 4], np.int32)
    step, known = make(images), make((4, 12, 12, 3))
    for _ in range(2):
        same([step(x, labels)], [known(x, labels)])
    assert host_calls(step) == host_calls(known) == []
