"""Fused steps that become one loop over rows: which do, and that they compute what they do one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.steps import Fused, RowGroup
from tests.support.native_graphs import both, compiled, floats, integers, open_type, traced, type_of

pytest.importorskip("llvmlite")

TOLERANCE = {"float16": 4e-3, "bfloat16": 3e-2, "float32": 1e-5, "float64": 1e-12}


def softmax(x: Any) -> Any:
    e = tf.exp(x - tf.reduce_max(x, -1, keepdims=True))
    return e / tf.reduce_sum(e, -1, keepdims=True)


def op_softmax(x: Any) -> Any:
    return tf.nn.softmax(x), tf.nn.log_softmax(x)


def layer_norm(x: Any) -> Any:
    mean, variance = tf.nn.moments(x, [-1], keepdims=True)
    return (x - mean) * tf.math.rsqrt(variance + 0.25)


def intermediates_leave(x: Any) -> Any:
    top = tf.reduce_max(x, -1, keepdims=True)
    shifted = x - top
    total = tf.reduce_sum(shifted, -1)
    return top, shifted, total, shifted * tf.reduce_mean(shifted * shifted, -1, keepdims=True)


def repeated_leaves(x: Any) -> Any:
    mean = tf.broadcast_to(tf.reduce_mean(x, -1, keepdims=True), x.shape if x.shape.is_fully_defined() else tf.shape(x))
    return x - mean, mean


def number_without_its_axis(x: Any) -> Any:
    # of a square, the numbers of the rows are read along the rows: another row's
    total = tf.reduce_sum(x, -1)
    return x - tf.reduce_max(x, -1, keepdims=True), tf.exp(x - total) if x.shape[-1] == x.shape[-2] else total


def with_other_operands(x: Any) -> Any:
    scale = tf.cast(tf.range(tf.shape(x)[-1]), x.dtype)
    weights = tf.reduce_sum(tf.square(x) * scale, -1, keepdims=True) + tf.cast(2.0, x.dtype)
    return tf.tanh(x / weights) + scale


def several_chains(x: Any) -> Any:
    low, high = tf.reduce_min(x, -1, keepdims=True), tf.reduce_max(x, -1, keepdims=True)
    return tf.exp(tf.tanh((x - low) / (high - low + tf.cast(1.0, x.dtype)))), high


def last_two_axes(x: Any) -> Any:
    return x - tf.reduce_mean(x, [-2, -1], keepdims=True)


def viewed(x: Any) -> Any:
    """What reads a number of each row under other dimensions comes behind the loop, and does not end it."""
    high = tf.reduce_max(x, -1, keepdims=True)
    number = tf.squeeze(high * tf.cast(2.0, x.dtype), -1)
    return number, tf.exp(x - high)


FUNCTIONS = [
    softmax,
    op_softmax,
    layer_norm,
    intermediates_leave,
    repeated_leaves,
    number_without_its_axis,
    with_other_operands,
    several_chains,
    last_two_axes,
    viewed,
]
SHAPES = [
    (7, 33),
    (1, 32),
    (64, 64),
    (3, 5, 100),
    (0, 40),
    (4, 0, 40),
    (5, 257),
    (2, 4096),
    (3, 31),
    (2, 4097),
    (3, 1),
    (17, 4099),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_same_as_step_by_step(function: Callable[..., Any], shape: tuple[int, ...]) -> None:
    both(function, floats(*shape), tolerance=1e-4 if function is last_two_axes else 2e-5)


@pytest.mark.parametrize("dtype", list(TOLERANCE))
@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_float(function: Callable[..., Any], dtype: str) -> None:
    if function is layer_norm and TOLERANCE[dtype] > 1e-3:
        pytest.skip("its constants are float32")
    x = (floats(6, 45) / 4).astype(tf.as_dtype(dtype).as_numpy_dtype)
    both(function, x, tolerance=TOLERANCE[dtype])


@pytest.mark.parametrize("dtype", ["int8", "uint16", "int32", "int64"])
def test_integers(dtype: str) -> None:
    def f(x: Any) -> Any:
        return x * tf.reduce_max(x, -1, keepdims=True) - tf.reduce_sum(x, -1, keepdims=True)

    assert both(f, integers(9, 50, low=0, high=99, dtype=dtype)).regions == 1


@pytest.mark.parametrize("shape", [(0, 40), (1, 40), (70, 40)])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_any_number_of_rows(function: Callable[..., Any], shape: tuple[int, ...]) -> None:
    x = floats(*shape)
    both(function, x, types=[open_type(x, None, 40)], tolerance=2e-4)


@pytest.mark.parametrize("function", [softmax, layer_norm, several_chains])
def test_rows_of_unknown_size(function: Callable[..., Any]) -> None:
    for shape in [(3, 40), (2, 1), (0, 50)]:
        x = floats(*shape)
        both(function, x, types=[open_type(x, None, None)], tolerance=2e-5)


@pytest.mark.parametrize("view", [lambda x: tf.transpose(x), lambda x: x[::-1, ::2], lambda x: x[1:, 3:]])
def test_views_are_read_in_place(view: Callable[[Any], Any]) -> None:
    program = both(lambda x: softmax(view(x)), floats(70, 90), tolerance=1e-6)
    assert (program.regions, program.host_calls) == (1, 0)


def test_many_rows_are_shared_between_threads() -> None:
    x = floats(6000, 130)
    both(softmax, x, tolerance=1e-6)
    both(lambda x, y: layer_norm(x) * y, x, floats(130), tolerance=2e-5)
    both(lambda x, y: layer_norm(x) * y, x, np.float32(3.0), tolerance=2e-5)


def test_a_failure_in_a_row_is_raised() -> None:
    def f(x: Any) -> Any:
        return (x // tf.reduce_min(x, -1, keepdims=True)) + tf.reduce_max(x, -1, keepdims=True)

    x = integers(5, 40, low=1, high=9)
    program = both(f, x)
    assert program.regions == 1
    x[3, 7] = 0
    with pytest.raises(tf.errors.InvalidArgumentError, match="zero"):
        program.run([x])


def rows_of(function: Callable[..., Any], *shape: int) -> list[RowGroup]:
    plan = plan_graph(traced(function, [type_of(floats(*shape))]))
    return [step for step in plan.steps if isinstance(step, RowGroup)]


@pytest.mark.parametrize(
    ("function", "shape", "loops"),
    [
        (softmax, (8, 64), 1),
        (layer_norm, (8, 64), 1),
        (tf.nn.softmax, (8, 64), 1),
        (tf.nn.log_softmax, (8, 64), 1),
        (softmax, (8, 10), 3),  # several short rows in one vector are quicker
        (softmax, (15, 5000), 3),  # threads share long rows that are few
        (softmax, (16, 5000), 1),
        (softmax, (16, 70000), 3),  # a long row leaves the cache
        (viewed, (8, 64), 1),
        (last_two_axes, (3, 8, 8), 1),
    ],
)
def test_what_becomes_one_loop(function: Callable[..., Any], shape: tuple[int, ...], loops: int) -> None:
    assert compiled(function, type_of(floats(*shape))).regions == loops


@pytest.mark.parametrize("shape", [(20, 40), (70, 5000)], ids=str)
def test_cross_entropy_with_labels_goes_through_the_logits_once(shape: tuple[int, int]) -> None:
    def f(x: Any, labels: Any) -> Any:
        losses = tf.raw_ops.SparseSoftmaxCrossEntropyWithLogits(features=x, labels=labels)
        return losses.loss, losses.backprop

    labels = integers(shape[0], low=0, high=shape[1], dtype="int32")
    x = floats(*shape)
    assert both(f, x, labels, tolerance=2e-5).host_calls == 0
    plan = plan_graph(traced(f, [type_of(x), type_of(labels)]))
    whole = [step for step in plan.steps if any(value.type.dims == shape for value in step.outputs)]
    assert [type(step) for step in whole if isinstance(step, (Fused, RowGroup))] == [RowGroup]


def test_what_only_the_rows_read_is_not_in_memory() -> None:
    (rows,) = rows_of(layer_norm, 8, 64)
    assert [value.type.dims for value in rows.outputs] == [(8, 64)]


@pytest.mark.parametrize("shape", [(300, 100), (64, 65), (9, 200), (70, 3, 130), (8, 300), (65, 4097)], ids=str)
def test_columns_are_added_up_row_by_row(shape: tuple[int, ...]) -> None:
    def f(x: Any) -> Any:
        return tf.reduce_sum(x * 2.0, 0), tf.reduce_max(x, 0), tf.reduce_mean(tf.tanh(x), 0)

    both(f, floats(*shape), tolerance=1e-4)
    x = floats(*shape)
    both(f, x, types=[open_type(x, None, *shape[1:])], tolerance=1e-4)
    both(lambda x: tf.reduce_any(x > 2.5, 0), x)


def test_long_columns_stay_precise() -> None:
    x = np.full((300_000, 80), 0.1, np.float32)
    (mean,) = compiled(lambda x: tf.reduce_mean(x, 0), type_of(x)).run([x])
    np.testing.assert_allclose(mean, np.full(80, 0.1), rtol=1e-4)
