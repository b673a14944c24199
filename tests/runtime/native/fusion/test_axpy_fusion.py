"""Updates by a multiple of a matrix product: done by the product's kernel, in the variable's own array."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ir.types import TensorType
from graphwright.passes import optimize
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.steps import ScaledAddition
from tests.runtime.native.runtime.test_threads import place
from tests.support.native_graphs import both, floats, open_type, traced, type_of

pytest.importorskip("llvmlite")

# rows of x and g, columns of x, columns of g: more than one block of the inner dimension, odd sizes, one row
SIZES = [(32, 784, 128), (7, 1000, 17), (600, 130, 127), (1, 129, 128), (64, 128, 130)]


@pytest.fixture(autouse=True)
def as_many_threads_as_before() -> Iterator[None]:
    yield
    tf.config.threading.set_intra_op_parallelism_threads(0)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("method", ["assign_sub", "assign_add"])
def test_updates_of_variables(method: str, size: tuple[int, int, int], dtype: Any) -> None:
    terms, rows, columns = size
    x, g, start = (
        floats(terms, rows, dtype=dtype),
        floats(terms, columns, dtype=dtype),
        floats(rows, columns, dtype=dtype),
    )
    found = []
    for threads in (1, 2, 4):
        tf.config.threading.set_intra_op_parallelism_threads(threads)
        v = tf.Variable(start)

        @tf.function
        def step(x: Any, g: Any, rate: Any, v: Any = v) -> None:
            getattr(v, method)(rate * tf.matmul(x, g, transpose_a=True))

        arguments = tf.constant(x), tf.constant(g), tf.constant(0.37, dtype)
        was = place(v)
        step(*arguments)
        change = dtype(0.37) * (x.T @ g)
        expected = start - change if method == "assign_sub" else start + change
        np.testing.assert_allclose(v.numpy(), expected, rtol=1e-4, atol=1e-4)
        assert place(v) == was
        stored = v.read_value()
        before = stored.numpy()
        step(*arguments)
        np.testing.assert_array_equal(stored.numpy(), before)
        np.testing.assert_allclose(v.numpy(), expected + (expected - start), rtol=1e-4, atol=3e-4)
        found.append(v.numpy().tobytes())
    assert found[0] == found[1] == found[2]


def test_a_product_without_columns_and_with_unknown_rows() -> None:
    types = [open_type(floats(2, 0), None, 0), type_of(floats(0, 0)), type_of(floats(0))]
    both(lambda x, w, b: tf.tanh(tf.matmul(x, w) + b), floats(3, 0), floats(0, 0), floats(0), types=types)


def test_a_variable_that_is_a_factor_too() -> None:
    start, x = floats(128, 130), floats(130, 130, seed=1)
    v = tf.Variable(start)

    @tf.function
    def step(x: Any) -> None:
        v.assign_sub(0.1 * tf.matmul(v, x))

    step(x)
    np.testing.assert_allclose(v.numpy(), start - np.float32(0.1) * (start @ x), rtol=1e-3, atol=1e-4)


def test_tensors_stay_as_they_are() -> None:
    start, x = floats(128, 128), floats(128, 128, seed=1)

    @tf.function
    def update(w: Any, x: Any) -> Any:
        return w - tf.matmul(x, x) * 0.1, w

    w = tf.constant(start)
    changed, same = update(w, tf.constant(x))
    np.testing.assert_allclose(changed.numpy(), start - np.float32(0.1) * (x @ x), rtol=1e-3, atol=1e-4)
    np.testing.assert_array_equal(same.numpy(), start)
    np.testing.assert_array_equal(w.numpy(), start)


_W, _X, _RATE = floats(128, 128), floats(128, 128), np.float32(0.5)
_ROW, _FEW, _MANY = floats(128), floats(8, 8), floats(512, 512)
KNOWN, OPEN = [type_of(_W), type_of(_X)], [open_type(_W, None, None), open_type(_X, None, None)]

JOINED: dict[str, tuple[Callable[..., Any], list[TensorType], bool]] = {
    "subtracted": (lambda w, x: w - 0.5 * tf.matmul(x, x), KNOWN, True),
    "added, the number behind": (lambda w, x: tf.matmul(x, x) * 0.5 + w, KNOWN, True),
    "a number of the run": (lambda w, x, s: w - s * tf.matmul(x, x), [*KNOWN, type_of(_RATE)], True),
    "subtracted from": (lambda w, x: 0.5 * tf.matmul(x, x) - w, KNOWN, False),
    "a row of numbers": (lambda w, x, s: w - s * tf.matmul(x, x), [*KNOWN, type_of(_ROW)], False),
    "added to a row": (lambda s, x: s - 0.5 * tf.matmul(x, x), [type_of(_ROW), type_of(_X)], False),
    "read twice": (lambda w, x: (w - 0.5 * (p := tf.matmul(x, x)), p), KNOWN, False),
    "the multiple read twice": (lambda w, x: (w - (p := 0.5 * tf.matmul(x, x)), p), KNOWN, False),
    "small": (lambda w, x: w - 0.5 * tf.matmul(x, x), [type_of(_FEW)] * 2, False),
    "long": (lambda w, x: w - 0.5 * tf.matmul(x, x), [type_of(_MANY)] * 2, False),
    "of unknown size": (lambda w, x: w - 0.5 * tf.matmul(x, x), OPEN, False),
}


@pytest.mark.parametrize("name", JOINED)
def test_what_is_joined(name: str) -> None:
    function, types, joins = JOINED[name]
    steps = plan_graph(optimize(traced(function, types))).steps
    assert any(isinstance(step, ScaledAddition) for step in steps) is joins
