"""Programs that libraries and this process run side by side: a function with its arguments for several calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import graphwright as tf


class Program(NamedTuple):
    """A function, the specs of its arguments by name, and arguments of calls."""

    function: Callable[..., Any]
    specs: dict[str, tf.TensorSpec]
    calls: list[dict[str, Any]]


def _draw(*sizes: int, seed: int = 0) -> Any:
    return np.random.default_rng(seed).standard_normal(sizes).astype(np.float32)


def _rows(*sizes: int) -> list[dict[str, Any]]:
    return [{"x": _draw(n, *sizes, seed=n)} for n in (3, 1, 64, 0)]


def _spec(*shape: int | None, dtype: Any = tf.float32) -> tf.TensorSpec:
    return tf.TensorSpec(shape, dtype)


def _elementwise(x: Any) -> Any:
    return {"a": tf.tanh(x) * 2.0 + tf.exp(-x), "b": tf.where(x > 0.0, x, tf.sin(x)), "c": x > 0.5}


def _functions(x: Any) -> Any:
    y = tf.abs(x) + 0.5
    return {
        "log": tf.math.log(y),
        "pow": tf.pow(y, x),
        "erf": tf.math.erf(x),
        "gamma": tf.math.lgamma(y),
        "asinh": tf.asinh(x),
    }


def _reductions(x: Any) -> Any:
    return {"sum": tf.reduce_sum(x), "mean": tf.reduce_mean(x, 0), "max": tf.reduce_max(x, 1), "arg": tf.argmax(x, 1)}


def _softmax(x: Any) -> Any:
    return tf.nn.softmax(x)


def _products(x: Any) -> Any:
    w = tf.constant(_draw(48, 40))
    return {"y": x @ w, "gram": tf.matmul(x, x, transpose_b=True), "column": x @ w[:, :1]}


def _branches(x: Any) -> Any:
    if tf.reduce_sum(x) > 0.0:
        return x * 2.0
    return x - 1.0


def _loop(x: Any) -> Any:
    total = tf.zeros_like(x)
    i = 0
    while tf.reduce_sum(tf.abs(total)) < 100.0 and i < 7:
        total += tf.abs(x) * tf.cast(i, tf.float32)
        i += 1
    return {"total": total, "i": tf.convert_to_tensor(i)}


def _list(x: Any) -> Any:
    parts = tf.TensorArray(tf.float32, tf.shape(x)[0], element_shape=[6])
    state = tf.zeros([6])
    for t in tf.range(tf.shape(x)[0]):
        state = tf.tanh(x[t] + 0.5 * state)
        parts = parts.write(t, state)
    return {"states": parts.stack(), "last": state}


def _gradient(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        state = tf.zeros([6])
        for t in tf.range(tf.shape(x)[0]):
            state = tf.tanh(x[t] + 0.5 * state)
        loss = tf.reduce_sum(state * state)
    return tape.gradient(loss, x)


def _sizes(x: Any) -> Any:
    kept = tf.boolean_mask(x, x[:, 0] > 0.0)
    return {"kept": kept, "where": tf.where(x > 0.0), "doubled": tf.concat([x, x], 0), "turned": tf.transpose(x)}


def _images(x: Any) -> Any:
    f, g = tf.constant(_draw(3, 3, 3, 24)), tf.constant(_draw(1, 1, 24, 8, seed=1))
    y = tf.nn.relu(tf.nn.conv2d(x, f, 2, "SAME") + 0.1)
    y = tf.nn.max_pool2d(y, 2, 2, "VALID")
    y = tf.nn.silu(tf.nn.depthwise_conv2d(y, tf.constant(_draw(3, 3, 24, 1)), [1, 1, 1, 1], "SAME"))
    return {"y": tf.nn.conv2d(y, g, 1, "VALID"), "mean": tf.nn.avg_pool2d(y, 2, 1, "VALID")}


def _halves(x: Any) -> Any:
    return {"half": tf.cast(x, tf.float16) * tf.constant(1.5, tf.float16), "brain": tf.cast(x, tf.bfloat16) + 1.0}


def _integers(x: Any, k: Any) -> Any:
    return {"quotient": x // k, "rest": x % k, "bits": tf.bitwise.bitwise_xor(x, k), "wide": tf.cast(x, tf.int64) * 3}


def _gathered(x: Any, i: Any) -> Any:
    return tf.gather(x, i)


@tf.function(input_signature=[tf.TensorSpec([], tf.int32)], output_signature=tf.TensorSpec([], tf.int64))
def _factorial(n: Any) -> Any:
    if n < 2:
        return tf.constant(1, tf.int64)
    return tf.cast(n, tf.int64) * _factorial(n - 1)


def _recursive(n: Any) -> Any:
    return _factorial(n)


def _drawn(seed: Any) -> Any:
    return {
        "uniform": tf.random.stateless_uniform([3, 5], seed),
        "normal": tf.random.stateless_normal([40], seed),
        "wide": tf.random.stateless_uniform([5], seed, -9, 10, tf.int64),
        "cut": tf.random.stateless_truncated_normal([50], seed, dtype=tf.float64),
        "bits": tf.random.stateless_uniform([3], seed, None, None, tf.uint32),
        "whole": tf.random.stateless_uniform([7], seed, 0, 10, tf.int32),
    }


def _computed_sizes(x: Any, n: Any) -> Any:
    return {
        "filled": tf.fill([n, 2], x[0, 0]),
        "tiled": tf.tile(x, tf.stack([n, 1])),
        "turned": tf.reshape(x, tf.stack([-1, n])),
        "counted": tf.range(n, 20, 3),
        "hot": tf.one_hot([0, 2], n),
        "product": tf.tensordot(x, tf.constant(_draw(4, 3)), 1) + tf.cast(n, tf.float32),
    }


def _algorithms(x: Any) -> Any:
    definite = tf.matmul(x, x, transpose_a=True) + 20.0 * tf.eye(6)
    factor = tf.linalg.cholesky(definite)
    solved = tf.linalg.triangular_solve(factor, tf.ones([6, 2]))
    numbers, places = tf.unique(tf.cast(tf.round(x[:, 0]), tf.int32))
    return {
        "sorted": tf.sort(x), "order": tf.argsort(x, 0), "top": tf.math.top_k(x, 3).values, "factor": factor,
        "solved": solved, "inverse": tf.linalg.inv(definite), "numbers": numbers, "places": places,
    }  # fmt: skip


def _complex(x: Any) -> Any:
    spectrum = tf.signal.fft(x) * tf.exp(x * 1j)
    return {"spectrum": spectrum, "sizes": tf.abs(spectrum), "product": tf.matmul(x, x, adjoint_b=True)}


def _spectra(x: Any) -> Any:
    frames = tf.signal.stft(x, 16, 8, 16)
    parts = {"real": tf.math.real(frames), "imag": tf.math.imag(frames)}
    return {**parts, "back": tf.signal.inverse_stft(frames, 16, 8), "dct": tf.signal.dct(x)}


PROGRAMS: dict[str, Program] = {
    "elementwise": Program(_elementwise, {"x": _spec(None, 5)}, _rows(5)),
    "functions": Program(_functions, {"x": _spec(None, 5)}, _rows(5)),
    "reductions": Program(_reductions, {"x": _spec(None, 70)}, _rows(70)[:3]),
    "softmax": Program(_softmax, {"x": _spec(None, 50)}, _rows(50)),
    "products": Program(_products, {"x": _spec(None, 48)}, [*_rows(48), {"x": _draw(700, 48)}]),
    "branches": Program(_branches, {"x": _spec(None)}, [{"x": _draw(9) + 9}, {"x": _draw(9) - 9}, {"x": _draw(0)}]),
    "loop": Program(_loop, {"x": _spec(None)}, _rows()),
    "list": Program(_list, {"x": _spec(None, 6)}, _rows(6)),
    "gradient": Program(_gradient, {"x": _spec(None, 6)}, _rows(6)),
    "sizes": Program(_sizes, {"x": _spec(None, 6)}, _rows(6)),
    "images": Program(_images, {"x": _spec(None, 20, 20, 3)}, _rows(20, 20, 3)),
    "halves": Program(_halves, {"x": _spec(None)}, _rows()),
    "integers": Program(
        _integers,
        {"x": _spec(None, dtype=tf.int32), "k": _spec(dtype=tf.int32)},
        [{"x": np.arange(-9, 9, dtype=np.int32), "k": np.int32(k)} for k in (4, -5)],
    ),
    "gathered": Program(
        _gathered,
        {"x": _spec(None, 4), "i": _spec(None, dtype=tf.int32)},
        [{"x": _draw(5, 4), "i": np.array([4, 0, 0], np.int32)}],
    ),
    "recursive": Program(_recursive, {"n": _spec(dtype=tf.int32)}, [{"n": np.int32(n)} for n in (12, 0)]),
    "drawn": Program(_drawn, {"seed": _spec(2, dtype=tf.int32)}, [{"seed": np.array([1, -2], np.int32)}]),
    "computed": Program(
        _computed_sizes,
        {"x": _spec(None, 4), "n": _spec(dtype=tf.int32)},
        [{"x": _draw(6, 4), "n": np.int32(n)} for n in (3, 1, 8)],
    ),
    "complex": Program(
        _complex,
        {"x": _spec(None, 30, dtype=tf.complex64)},
        [{"x": (_draw(n, 30) + 1j).astype(np.complex64)} for n in (1, 9)],
    ),
    "spectra": Program(_spectra, {"x": _spec(None, 64)}, _rows(64)[:3]),
    "algorithms": Program(_algorithms, {"x": _spec(None, 6)}, _rows(6)),
}
