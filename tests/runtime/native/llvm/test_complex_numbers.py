"""Complex numbers in compiled code: arithmetic and functions against NumPy, and what moves them about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.executors

DTYPES = (np.complex64, np.complex128)
Function = Callable[..., Any]

UNARY: dict[str, tuple[Function, Function]] = {
    "real": (tf.math.real, np.real), "imag": (tf.math.imag, np.imag), "conj": (tf.math.conj, np.conj),
    "abs": (tf.abs, np.abs), "angle": (tf.math.angle, np.angle), "neg": (tf.negative, np.negative),
    "square": (tf.square, np.square), "reciprocal": (tf.math.reciprocal, np.reciprocal),
    "sqrt": (tf.sqrt, np.sqrt), "rsqrt": (tf.math.rsqrt, lambda x: 1 / np.sqrt(x)),
    "exp": (tf.exp, np.exp), "expm1": (tf.math.expm1, np.expm1), "log": (tf.math.log, np.log),
    "log1p": (tf.math.log1p, np.log1p), "sin": (tf.sin, np.sin), "cos": (tf.cos, np.cos), "tan": (tf.tan, np.tan),
    "sinh": (tf.sinh, np.sinh), "cosh": (tf.cosh, np.cosh), "tanh": (tf.tanh, np.tanh),
    "sigmoid": (tf.sigmoid, lambda x: 1 / (1 + np.exp(-x))),
    "sum": (tf.reduce_sum, np.sum), "sums of columns": (lambda x: tf.reduce_sum(x, 0), lambda x: np.sum(x, 0)),
    "means of rows": (lambda x: tf.reduce_mean(x, 1), lambda x: np.mean(x, 1)),
    "products of columns": (lambda x: tf.reduce_prod(x[:4], 0), lambda x: np.prod(x[:4], 0)),
    "running sums": (lambda x: tf.cumsum(x, 0), lambda x: np.cumsum(x, 0)),
    "transpose": (tf.transpose, np.transpose),
    "adjoint": (tf.linalg.adjoint, lambda x: np.conj(x).T),
    "slice": (lambda x: x[::-2, 1:], lambda x: x[::-2, 1:]),
    "pad": (lambda x: tf.pad(x, [[1, 2], [0, 1]]), lambda x: np.pad(x, [[1, 2], [0, 1]])),
    "gather": (lambda x: tf.gather(x, [2, 0, 1], axis=1), lambda x: x[:, [2, 0, 1]]),
    "parts and back": (lambda x: tf.complex(tf.math.imag(x), tf.math.real(x)), lambda x: x.imag + 1j * x.real),
    "cast to real numbers": (lambda x: tf.cast(tf.math.real(x), tf.complex64), lambda x: x.real.astype(np.complex64)),
    "cast": (lambda x: tf.cast(x, tf.complex128), lambda x: x.astype(np.complex128)),
    "constants": (lambda x: x * (2 - 1j) + tf.constant([1j, 0, 3], x.dtype), lambda x: x * (2 - 1j) + [1j, 0, 3]),
}  # fmt: skip

BINARY: dict[str, tuple[Function, Function]] = {
    "add": (tf.add, np.add), "subtract": (tf.subtract, np.subtract), "multiply": (tf.multiply, np.multiply),
    "divide": (tf.divide, np.divide), "equal": (lambda x, y: x == y, lambda x, y: x == y),
    "unequal": (lambda x, y: tf.not_equal(x, tf.where(tf.abs(y) > 1.0, x, y)), lambda x, y: np.abs(y) <= 1.0),
    "power": (tf.pow, np.power), "concat": (lambda x, y: tf.concat([x, y], 0), lambda x, y: np.concatenate([x, y])),
    "stack": (lambda x, y: tf.stack([x, y], 1), lambda x, y: np.stack([x, y], 1)),
    "product": (lambda x, y: tf.matmul(x, y, transpose_b=True), lambda x, y: x @ y.T),
    "product of an adjoint": (lambda x, y: tf.matmul(x, y, adjoint_a=True), lambda x, y: np.conj(x).T @ y),
    "einsum": (lambda x, y: tf.einsum("ij,kj->ki", x, y), lambda x, y: np.einsum("ij,kj->ki", x, y)),
    "a loop": (
        lambda x, y: tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * y), (0, x))[1],
        lambda x, y: x * y * y * y,
    ),
    "a branch": (
        lambda x, y: tf.cond(tf.abs(x[0, 0]) > 100.0, lambda: x + y, lambda: x - y),
        lambda x, y: x - y,
    ),
}  # fmt: skip


def draw(rows: int, dtype: Any, seed: int = 0) -> Any:
    generator = np.random.default_rng(seed)
    return (generator.standard_normal((rows, 3)) + 1j * generator.standard_normal((rows, 3))).astype(dtype)


def agree(function: Function, reference: Function, *arrays: Any) -> None:
    """The compiled function gives what NumPy does, and calls nothing of it."""
    compiled = tf.function(function)
    found = compiled(*[tf.constant(a) for a in arrays]).numpy()
    (trace,) = compiled.explain().traces
    assert [call.op for call in trace.host_calls] == []
    wanted = np.asarray(reference(*arrays))
    assert found.shape == wanted.shape
    tolerance = 3e-5 if arrays[0].dtype == np.complex64 else 1e-12
    np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("rows", [1, 35])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one(name: str, dtype: Any, rows: int) -> None:
    agree(*UNARY[name], draw(rows, dtype))


@pytest.mark.parametrize("rows", [1, 35])
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two(name: str, dtype: Any, rows: int) -> None:
    agree(*BINARY[name], draw(rows, dtype), draw(rows, dtype, seed=1))


ENDS = np.array(
    [0, 1, -1, 1j, -1j, 1e30, 1e-30, -1e30j, 3e38, 1e-40, 1e30 + 1e30j, complex(np.inf, 1), complex(1, -np.inf)]
)


@pytest.mark.parametrize("name", ["abs", "sqrt", "log", "real", "conj", "angle", "neg"])
def test_sizes_that_overflow_when_they_are_squared(name: str) -> None:
    function, reference = UNARY[name]
    with np.errstate(all="ignore"):
        wanted = reference(ENDS)
    found = tf.function(function)(tf.constant(ENDS)).numpy()
    np.testing.assert_allclose(found, wanted, rtol=1e-13)


def test_a_quotient_whose_divisor_is_large_or_zero() -> None:
    x, y = np.array([1 + 2j, 1e300, 1, 3 - 4j]), np.array([3e300 - 1e300j, 1e300 + 1e300j, 1e-300, 2j])
    found = tf.function(tf.divide)(tf.constant(x), tf.constant(y)).numpy()
    np.testing.assert_allclose(found, x / y, rtol=1e-14)
    none = tf.function(tf.math.divide_no_nan)(tf.constant(x), tf.constant(y * 0)).numpy()
    assert none.tolist() == [0j] * 4


def test_the_sign_of_a_zero_part_is_kept() -> None:
    x = np.array([complex(-0.0, 0.0), complex(0.0, -0.0)])
    found = tf.function(lambda x: tf.math.conj(-x))(tf.constant(x)).numpy()
    assert np.signbit(found.real).tolist() == [False, True]
    assert np.signbit(found.imag).tolist() == [False, True]


@pytest.mark.parametrize("name", ["exp", "expm1"])
def test_exponentials_beside_infinities(name: str) -> None:
    parts = [0.0, 1.0, np.inf, -np.inf, np.nan, 800.0]
    x = tf.constant([complex(a, b) for a in parts for b in parts], tf.complex128)
    eager, compiled = (f(x).numpy() for f in (UNARY[name][0], tf.function(UNARY[name][0])))
    np.testing.assert_allclose(compiled.real, eager.real, rtol=1e-14)
    np.testing.assert_allclose(compiled.imag, eager.imag, rtol=1e-14)
    less = {"exp": 0, "expm1": 1}[name]
    assert UNARY[name][0](complex(-np.inf, np.inf)).numpy() == -less
    assert UNARY[name][0](complex(np.inf, 0)).numpy() == complex(np.inf, 0)


def test_slices_whose_elements_are_aligned_as_their_parts() -> None:
    whole = np.arange(13, dtype=np.float32)
    x = whole[1:].view(np.complex64)
    assert tf.function(lambda x: x + 1)(x).numpy().tolist() == (x + 1).tolist()


def test_gradients() -> None:
    x = tf.constant(draw(5, np.complex128))

    @tf.function
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(tf.abs(tf.exp(x) * x) ** 2)
        return tape.gradient(loss, x)

    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(tf.abs(tf.exp(x) * x) ** 2)
    np.testing.assert_allclose(slope(x).numpy(), tape.gradient(loss, x).numpy(), rtol=1e-12)
