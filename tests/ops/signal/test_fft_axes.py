"""Transforms over chosen axes, against NumPy's: values, gradients by differences, errors. TensorFlow's CPU has none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

_RNG = np.random.default_rng(3)
_COMPLEX = (_RNG.normal(size=(2, 3, 4, 2, 3)) + 1j * _RNG.normal(size=(2, 3, 4, 2, 3))).astype(np.complex128)
_REAL = _RNG.normal(size=(2, 3, 4, 2, 4))
_CASES: list[tuple[Any, Any]] = [
    (None, None), (None, [0]), (None, [-1, 1]), (None, [0, 2]), (None, [4, 2, 1, 0]),
    ([2, 5], [1, 3]), ([3, 3], None), ([1], [2]),
]  # fmt: skip
_NORMS = [None, "backward", "ortho", "forward"]


@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
@pytest.mark.parametrize(("lengths", "axes"), _CASES)
def test_as_numpy(name: str, lengths: Any, axes: Any) -> None:
    x = _REAL if name == "rfftn" else _COMPLEX
    ours, theirs = getattr(tf.signal, name + "d"), getattr(np.fft, name)
    over = axes if axes is not None or lengths is None else list(range(-len(lengths), 0))
    expected = theirs(x, lengths, over)
    np.testing.assert_allclose(ours(x, lengths, axes), expected, rtol=1e-12, atol=1e-12)
    compiled = tf.function(lambda x: ours(x, lengths, axes), jit_compile=True)
    np.testing.assert_allclose(compiled(x), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("norm", _NORMS)
@pytest.mark.parametrize("name", ["fftn", "ifftn", "rfftn", "irfftn"])
def test_norms(name: str, norm: str | None) -> None:
    x = _REAL if name == "rfftn" else _COMPLEX
    ours = getattr(tf.signal, name + "d")(x, axes=[0, 2], norm=norm)
    np.testing.assert_allclose(ours, getattr(np.fft, name)(x, axes=[0, 2], norm=norm), rtol=1e-12, atol=1e-12)


def test_lengths_that_only_the_run_knows() -> None:
    f = tf.function(lambda x, n: tf.signal.fftnd(x, n, axes=[1]))
    f = f.get_concrete_function(tf.TensorSpec([None, None], tf.complex128), tf.TensorSpec([1], tf.int32))
    x = _COMPLEX[:, :, 0, 0, 0]
    for n in (2, 3, 6):
        np.testing.assert_allclose(f(tf.constant(x), tf.constant([n])), np.fft.fft(x, n, 1), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("transform", ["fftnd", "ifftnd", "irfftnd"])
def test_gradient_by_differences(transform: str) -> None:
    weights = tf.constant(_RNG.normal(size=36))

    def loss(v: Any) -> Any:
        y = getattr(tf.signal, transform)(tf.complex(v, v * 2), axes=[0, 2])
        y = tf.reshape(tf.math.real(y) if y.dtype.is_complex else y, [-1])
        return tf.reduce_sum(y * weights[: tf.size(y)])

    theory, numeric = tf.test.compute_gradient(loss, [_REAL[:, :, :, 0, 0]])
    np.testing.assert_allclose(theory[0], numeric[0], rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: tf.signal.fftnd(_COMPLEX, axes=[5]), tf.errors.InvalidArgumentError, "axes of a tensor of rank 5"),
        (lambda: tf.signal.fftnd(_COMPLEX, axes=[1, -4]), tf.errors.InvalidArgumentError, "different axes"),
        (lambda: tf.signal.fftnd(_COMPLEX, [2], [0, 1]), tf.errors.InvalidArgumentError, "fft_length has 1 lengths"),
        (lambda: tf.signal.ifftnd(_COMPLEX, norm="other"), ValueError, "'backward', 'ortho' or 'forward', not 'other'"),
        (lambda: tf.signal.rfftnd(_COMPLEX), ValueError, "requires tf.float32 or tf.float64"),
    ],
)  # fmt: skip
def test_errors(call: Any, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        call()
