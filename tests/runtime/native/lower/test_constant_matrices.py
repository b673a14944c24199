"""Products with constant matrices; those read transposed are laid out once, wherever they are used."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.control import cond, while_loop
from graphwright.passes import optimize
from tests.support.native_graphs import both, compiled, floats, integers, open_type, traced, type_of

pytest.importorskip("llvmlite")

from graphwright.runtime.native.lower.body import write_body

WEIGHT = floats(9, 17, seed=5)
STACK = floats(3, 9, 17, seed=6)


def times(x: Any, w: Any) -> Any:
    return tf.matmul(x, tf.constant(w), transpose_b=True)


def tied(x: Any) -> Any:
    w = tf.constant(WEIGHT)
    return tf.matmul(tf.matmul(x, w, transpose_b=True), w), tf.matmul(x * 2.0, w, transpose_b=True), w


def in_loop(x: Any) -> Any:
    w = tf.constant(floats(17, 17, seed=7) * 0.1)
    return while_loop(lambda i, y: i < 4, lambda i, y: (i + 1, tf.matmul(y, w, transpose_b=True)), [0, x])


def in_branches(x: Any) -> Any:
    w = tf.constant(WEIGHT)
    first = cond(tf.reduce_sum(x) > 1e6, lambda: times(x, WEIGHT), lambda: tf.matmul(x + 1.0, w, transpose_b=True))
    return first + tf.matmul(x, w, transpose_b=True)


PROGRAMS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "a matrix": (lambda x: times(x, WEIGHT), floats(6, 17)),
    "a row": (lambda x: times(x, WEIGHT), floats(1, 17)),
    "to a column": (lambda x: times(x, WEIGHT[:1]), floats(6, 17)),
    "of single numbers": (lambda x: times(x, WEIGHT[:, :1]), floats(6, 1)),
    "large": (lambda x: times(x, floats(200, 300)), floats(130, 300)),
    "a stack": (lambda x: times(x, STACK), floats(3, 6, 17)),
    "repeated": (lambda x: times(x, WEIGHT), floats(3, 6, 17)),
    "bias and relu": (lambda x: tf.nn.relu(times(x, WEIGHT) + tf.constant(floats(9))), floats(6, 17)),
    "both transposed": (
        lambda x: tf.matmul(x, tf.constant(WEIGHT), transpose_a=True, transpose_b=True),
        floats(17, 6),
    ),
    "integers": (lambda x: times(x, integers(9, 17)), integers(6, 17)),
    "doubles": (lambda x: times(x, WEIGHT.astype(float)), floats(6, 17, dtype=float)),
    "tied": (tied, floats(6, 17)),
    "in a loop": (in_loop, floats(6, 17)),
    "in branches": (in_branches, floats(6, 17)),
}


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("name", PROGRAMS)
def test_products_with_constants(name: str, known: bool) -> None:
    function, x = PROGRAMS[name]
    type_ = type_of(x) if known else open_type(x, *(None for _ in x.shape[:-1]), x.shape[-1])
    both(function, x, types=[type_], tolerance=0.0 if x.dtype.kind == "i" else 1e-4)


def test_a_constant_is_laid_out_once() -> None:
    table = write_body(optimize(traced(tied, [type_of(floats(6, 17))]))).w.table
    assert len(table._laid_out) == 1


#: Rows of what is multiplied, of the constant, and its columns: tiles' edges, several passes, several chunks.
SIZES = [(2, 200, 300), (9, 2100, 49), (130, 64, 513), (17, 1024, 97), (300, 500, 700), (1, 128, 1000)]


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_a_constant_gives_the_bits_of_an_argument(sizes: tuple[int, int, int], transposed: bool, dtype: Any) -> None:
    m, k, n = sizes
    x, row = floats(m, k, dtype=dtype), floats(n, dtype=dtype)
    weight = floats(*((n, k) if transposed else (k, n)), dtype=dtype, seed=3)

    def layer(x: Any, w: Any) -> Any:
        product = tf.matmul(x, w, transpose_b=transposed)
        return product, tf.nn.relu(tf.matmul(x * 2.0, w, transpose_b=transposed) + tf.constant(row))

    types = [open_type(x, None, k)]
    arguments = compiled(layer, *types, type_of(weight)).run([x, weight])
    program = compiled(lambda x: layer(x, tf.constant(weight)), *types)
    fixed = compiled(lambda x: layer(x, tf.constant(weight)), type_of(x))
    for run in (program, fixed):
        for want, have in zip(arguments, run.run([x]), strict=True):
            np.testing.assert_array_equal(have, want)


def test_large_constants_that_are_read_with_other_things() -> None:
    weight = floats(300, 200, seed=3)

    def f(x: Any, y: Any) -> Any:
        w = tf.constant(weight)
        columns = tf.matmul(x, w, transpose_a=True)
        return columns, tf.matmul(y, w) + 1.0, y[0] @ w - y[1] @ w, w[:2]

    both(f, floats(300, 600), floats(3, 40, 300), tolerance=1e-4)
