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


@pytest.mark.parametrize("strides", [1, 2])
def test_depthwise_filters_of_any_size(strides: int) -> None:
    f = with_gradients(depthwise(strides=[1, strides, strides, 1], padding="SAME"))
    run = opened(f, [(0,) * 4] * 2, "all")
    for window in [(3, 3, 5, 1), (1, 5, 19, 1), (7, 7, 4, 1), (2, 4, 6, 1), (3, 3, 5, 2), (3, 3, 5, 0)]:
        inputs = [numbers((2, 9, 11, window[2]), 3), numbers(window, 4)]
        same(run(*inputs), tf.function(f)(*inputs))
    assert host_calls(run) == []
