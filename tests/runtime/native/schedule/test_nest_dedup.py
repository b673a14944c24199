"""Steps that a plan has several times are written once, and long bodies of calls are compiled quickly."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import both, floats

LAYERS = 30


def text_of(function: Callable[..., Any], *args: Any) -> str:
    return str(tf.function(function).experimental_get_compiler_ir(*args)(stage="llvm"))


def functions(text: str, stem: str) -> int:
    return len(re.findall(rf"^define internal \S+ @{stem}\d+\(", text, re.MULTILINE))


def views(x: Any) -> Any:
    """One form on arrays that lie in different ways."""
    for i in range(LAYERS):
        y = (x, tf.transpose(x), x[::-1], tf.broadcast_to(x[:1], x.shape))[i % 4]
        x = tf.tanh(y * 0.5 + 0.25)
        x = tf.reverse(x, [0])
    return x


def constants(x: Any) -> Any:
    """Forms that differ in nothing but a constant, zeros of both signs among them."""
    for i in range(LAYERS):
        x = tf.reverse(x + (0.0, -0.0, 0.5)[i % 3], [1]) * (1.0 if i % 2 else 0.5)
    return 1.0 / x


def numbers(x: Any) -> Any:
    """Numbers that are known when the program runs: in another order, and one twice."""
    a, b = tf.reduce_max(x), tf.reduce_min(x)
    for i in range(LAYERS):
        first, second = ((a, b), (b, a), (a, a))[i % 3]
        x = tf.reverse(x * 0.5 + first - second * 0.25, [0])
    return x


def reductions(x: Any) -> Any:
    """Sums and largest ones over either axis, and where those are."""
    for i in range(LAYERS):
        axis = i % 2
        x = x - tf.reduce_mean(x, axis, keepdims=True) + tf.reduce_max(tf.square(x), 1 - axis, keepdims=True) * 0.1
        x = tf.reverse(x, [axis]) + tf.cast(tf.argmax(x, 1, tf.int32), tf.float32)[:, None] * 0.01
    return x


def total(x: Any) -> Any:
    """A loss: the one nest that is there once gives a value."""
    for _ in range(LAYERS):
        x = tf.matmul(tf.nn.relu(x * 1.5 + 0.5), x) * 0.01
        x = x - tf.reduce_mean(x, 1, keepdims=True)
    return tf.reduce_mean(tf.square(x)), x


def same_array(x: Any) -> Any:
    """The same array for two operands, and for others two arrays."""
    y = x * 0.5
    for i in range(LAYERS):
        a, b = ((x, y), (y, y))[i % 2]
        x, y = tf.reverse(a * 0.5 + tf.reshape(b, a.shape) * 0.25, [0]), tf.reverse(x, [1])
    return x


def state(x: Any) -> Any:
    """A variable that is changed in place between."""
    v = tf.Variable(tf.ones([9, 9]))
    f = tf.function(lambda x: [v.assign(tf.reverse(v * 0.5 + x, [0])) for _ in range(LAYERS)][-1] + 0.0)
    return f(x)


FUNCTIONS = [views, constants, numbers, reductions, total, same_array]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("size", [1, 9, 33])
def test_steps_alike_compute_the_same(function: Callable[[Any], Any], size: int) -> None:
    both(function, floats(size, size), tolerance=1e-3)


def test_variables_are_changed_as_by_the_kernels() -> None:
    x = np.linspace(-1, 1, 81, dtype=np.float32).reshape(9, 9)
    wanted = np.ones((9, 9), np.float32)
    for _ in range(LAYERS):
        wanted = (wanted * np.float32(0.5) + x)[::-1]
    np.testing.assert_allclose(state(tf.constant(x)).numpy(), wanted, rtol=1e-5, atol=1e-6)


def test_each_form_is_one_function() -> None:
    x = tf.constant(floats(48, 48))

    def deep(x: Any) -> Any:
        for _ in range(LAYERS):
            x = tf.reverse(tf.tanh(x) * 0.5 + 0.25, [0])
        return x

    text = text_of(deep, x)
    assert functions(text, "gw_nest") <= 2
    assert text.count("call void @gw_nest") >= LAYERS


def test_chunks_and_products_of_unknown_sizes_are_written_once() -> None:
    w = tf.constant(floats(64, 64))

    def deep(x: Any) -> Any:
        for _ in range(LAYERS):
            x = tf.tanh(tf.matmul(x, w)) * 0.5
        return x

    text = text_of(deep, tf.TensorSpec([None, 64], tf.float32))
    assert functions(text, "gw_chunk") == functions(text, "gw_product") == 1
    assert text.count("call void @gw_product") == LAYERS


def long_loop(x: Any) -> Any:
    """A long body, and in it a loop of numbers, which is to be quick."""
    n = tf.cast(x[0, 0], tf.int32)
    while n != 1:
        n = tf.where(n % 2 == 0, n // 2, 3 * n + 1)
    return (*total(x), n)


def round_shared_work(x: Any) -> Any:
    """A short body with work that threads share in a loop, whose rounds are to be quick."""
    for _ in tf.range(3):
        x = x * x + tf.tanh(x)
    return x


@pytest.mark.parametrize(
    ("function", "rows", "is_glue"),
    [
        (total, 9, True),
        (long_loop, 9, False),
        (lambda x: tf.nn.softmax(x) + 1.0, 9, False),
        (lambda x: tf.nn.softmax(x) + 1.0, None, True),
        (lambda x: tf.nn.softmax(x) + 1.0, 9999, True),
        (round_shared_work, None, False),
    ],
    ids=["long", "loop", "short", "short, shared perhaps", "short, shared", "loop of shared work"],
)
def test_bodies_of_calls_are_compiled_quickly(function: Callable[[Any], Any], rows: int | None, is_glue: bool) -> None:
    text = text_of(function, tf.TensorSpec([rows, 9 if rows == 9 else 999]))
    (head,) = re.findall(r"^define i32 @gw_body.*$", text, re.MULTILINE)
    assert ("optnone" in head) is is_glue
