"""Fourier transforms of all kinds of lengths in compiled code, against NumPy's in double precision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.executors

# factors 2 to 5 alone, and others, by Bluestein's way; few and many elements to a group of a pass
LENGTHS = [*range(1, 34), 48, 60, 64, 75, 81, 97, 125, 128, 240, 243, 256, 500, 512, 625, 997, 1000, 1024, 2187, 4096]
PRECISION = {"complex64": 1e-6, "complex128": 2e-14}

forward = tf.function(tf.signal.fft, reduce_retracing=True)
inverse = tf.function(tf.signal.ifft, reduce_retracing=True)


def draw(*shape: int, dtype: Any = np.complex128) -> Any:
    generator = np.random.default_rng(sum(shape))
    return (generator.standard_normal(shape) + 1j * generator.standard_normal(shape)).astype(dtype)


def agree(found: Any, wanted: Any, precision: float) -> None:
    assert found.shape == wanted.shape
    assert np.abs(found - wanted).max(initial=0) <= precision * max(1e-30, np.abs(wanted).max(initial=0))


@pytest.mark.parametrize("dtype", PRECISION)
@pytest.mark.parametrize("length", LENGTHS)
def test_complex_numbers(length: int, dtype: str) -> None:
    x = draw(3, length, dtype=dtype)
    exact = x.astype(np.complex128)
    agree(forward(x).numpy(), np.fft.fft(exact), PRECISION[dtype])
    agree(inverse(x).numpy(), np.fft.ifft(exact), PRECISION[dtype])


@pytest.mark.parametrize("dtype", PRECISION)
@pytest.mark.parametrize("length", [n for n in LENGTHS if n <= 128 or n > 1000])
def test_real_numbers(length: int, dtype: str) -> None:
    x = draw(2, length, dtype=dtype).real
    spectrum = tf.function(tf.signal.rfft)(x)
    agree(spectrum.numpy(), np.fft.rfft(x.astype(np.float64)), PRECISION[dtype])
    back = tf.function(lambda s: tf.signal.irfft(s, [length]))(spectrum)
    agree(back.numpy(), x, 3 * PRECISION[dtype])


def test_of_real_spectra_the_imaginary_ends_are_ignored() -> None:
    for length in (8, 9):
        x = draw(length // 2 + 1)
        found = tf.function(lambda s: tf.signal.irfft(s, [length]))(x)  # noqa: B023
        agree(found.numpy(), np.fft.irfft(x, length), 1e-15)


@pytest.mark.parametrize("shape", [(4, 6), (7, 5), (16, 16), (3, 1), (1, 5), (12, 10), (1, 1), (2, 33), (64, 3)])
def test_two_axes(shape: tuple[int, int]) -> None:
    x = draw(2, *shape)
    agree(tf.function(tf.signal.fft2d)(x).numpy(), np.fft.fft2(x), 1e-14)
    agree(tf.function(tf.signal.ifft2d)(x).numpy(), np.fft.ifft2(x), 1e-14)
    spectrum = tf.function(tf.signal.rfft2d)(x.real)
    agree(spectrum.numpy(), np.fft.rfft2(x.real), 1e-14)
    agree(tf.function(lambda s: tf.signal.irfft2d(s, list(shape)))(spectrum).numpy(), x.real, 1e-14)


@pytest.mark.parametrize("shape", [(3, 4, 5), (2, 8, 7), (1, 1, 6), (11, 2, 3)])
def test_three_axes(shape: tuple[int, int, int]) -> None:
    x = draw(2, *shape)
    axes = (1, 2, 3)
    agree(tf.function(tf.signal.fft3d)(x).numpy(), np.fft.fftn(x, axes=axes), 1e-14)
    agree(tf.function(tf.signal.ifft3d)(x).numpy(), np.fft.ifftn(x, axes=axes), 1e-14)
    spectrum = tf.function(tf.signal.rfft3d)(x.real)
    agree(spectrum.numpy(), np.fft.rfftn(x.real, axes=axes), 1e-14)
    agree(tf.function(lambda s: tf.signal.irfft3d(s, list(shape)))(spectrum).numpy(), x.real, 1e-14)


def test_what_is_longer_is_cut() -> None:
    x = draw(2, 9, 11)
    found = tf.function(lambda x: tf.raw_ops.RFFT2D(input=x, fft_length=[6, 8], Tcomplex=tf.complex128))(x.real)
    agree(found.numpy(), np.fft.rfft2(x.real, (6, 8)), 1e-14)
    back = tf.function(lambda s: tf.raw_ops.IRFFT2D(input=s, fft_length=[6, 8], Treal=tf.float64))(x)
    agree(back.numpy(), np.fft.irfft2(x, (6, 8)), 1e-14)


def test_many_lengths_in_one_process() -> None:
    """More than are kept: those that come later are made for a call."""
    x = draw(300)
    for length in range(1, 150):
        agree(forward(x[:length]).numpy(), np.fft.fft(x[:length]), 1e-13)


@pytest.mark.parametrize(
    "function",
    [
        tf.signal.fft,
        tf.signal.ifft2d,
        lambda x: tf.signal.stft(tf.math.real(x), 16, 8),
        lambda x: tf.signal.inverse_stft(tf.signal.stft(tf.math.real(x), 16, 8), 16, 8),
        lambda x: tf.signal.dct(tf.math.real(x)),
        lambda x: tf.signal.idct(tf.math.real(x)),
        lambda x: tf.signal.mfccs_from_log_mel_spectrograms(tf.math.log(tf.abs(x) + 1.0)),
    ],
    ids=["fft", "ifft2d", "stft", "inverse_stft", "dct", "idct", "mfcc"],
)
def test_transforms_call_nothing_of_numpys(function: Any) -> None:
    compiled = tf.function(function)
    x = tf.constant(draw(4, 64))
    np.testing.assert_allclose(compiled(x).numpy(), function(x).numpy(), rtol=1e-10, atol=1e-12)
    (trace,) = compiled.explain().traces
    assert [call.op for call in trace.host_calls] == []
