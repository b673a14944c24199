"""ONNX's Fourier transforms and filters of spectra."""

from __future__ import annotations

import numpy as np

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule
from graphwright.onnx.tensors import dtype_of


def _complex(x: Tensor) -> Tensor:
    """Real numbers, or pairs of real and imaginary parts along the last axis, as complex ones."""
    wide = x if x.dtype is tf.float64 else tf.cast(x, tf.float32)
    if x.shape[-1] == 1:
        return tf.complex(wide[..., 0], tf.zeros_like(wide[..., 0]))
    return tf.complex(wide[..., 0], wide[..., 1])


def _pairs(x: Tensor, dtype: tf.DType) -> Tensor:
    return tf.cast(tf.stack([tf.math.real(x), tf.math.imag(x)], -1), dtype)


@rule("DFT")
def dft(node: Node, x: Tensor, length: Tensor | None = None, axis: Tensor | None = None) -> Tensor:
    """Along one axis, of a given length; half of the spectrum of real numbers if `onesided`."""
    rank = node.rank(x)
    if node.version < 20:
        along = node.checked_axis(node.integer("axis", 1), rank)
    else:
        along = node.checked_axis(-2 if axis is None else int(node.known(axis, "an axis").reshape(())), rank)
    onesided, inverse = bool(node.integer("onesided")), bool(node.integer("inverse"))
    values = _complex(x)
    order = [*(i for i in range(rank - 1) if i != along), along]
    rows = tf.transpose(values, order)
    size = tf.shape(rows)[-1] if length is None else tf.cast(tf.reshape(length, []), tf.int32)
    back = np.argsort(order).tolist()
    if inverse and onesided:
        real = tf.signal.irfft(rows, tf.reshape(size if length is not None else 2 * (size - 1), [1]))
        return tf.cast(tf.transpose(real, back)[..., None], x.dtype)
    rows = _of_length(rows, size)
    spectrum = tf.signal.ifft(rows) if inverse else tf.signal.fft(rows)
    if onesided:
        spectrum = spectrum[..., : size // 2 + 1]
    return _pairs(tf.transpose(spectrum, back), x.dtype)


def _of_length(rows: Tensor, size: Tensor) -> Tensor:
    """Cut or padded with zeros along the last axis."""
    kept = rows[..., :size]
    rank = rows.shape.rank or 1
    missing = size - tf.shape(kept)[-1]
    return tf.pad(kept, tf.concat([tf.zeros([rank - 1, 2], tf.int32), [[0, missing]]], 0))


@rule("STFT")
def stft(node: Node, x: Tensor, step: Tensor, window: Tensor | None = None, length: Tensor | None = None) -> Tensor:
    """Transforms of the frames of a signal."""
    stride = int(node.known(step, "a step").reshape(()))
    if length is not None:
        size = int(node.known(length, "the length of a frame").reshape(()))
    elif window is not None and window.shape.is_fully_defined():
        size = int(window.shape.as_list()[0] or 0)
    else:
        raise node.error("neither a window nor the length of frames is given.")
    values = _complex(x if node.rank(x) == 3 else x[..., None])
    parts = [tf.signal.frame(f(values), size, stride) for f in (tf.math.real, tf.math.imag)]
    frames = [p if window is None else p * tf.cast(window, p.dtype) for p in parts]
    spectrum = tf.signal.fft(tf.complex(frames[0], frames[1]))
    if node.integer("onesided", 1) and x.shape[-1] != 2:
        spectrum = spectrum[..., : size // 2 + 1]
    return _pairs(spectrum, x.dtype)


@rule("MelWeightMatrix")
def mel_weight_matrix(node: Node, bins: Tensor, length: Tensor, rate: Tensor, low: Tensor, high: Tensor) -> Tensor:
    """Triangular filters, equally wide on the mel scale."""
    dtype = dtype_of(node.integer("output_datatype", 1), str(node))
    count, size, samples = (int(node.known(t, "a parameter").reshape(())) for t in (bins, length, rate))
    lowest, highest = (float(node.known(t, "a frequency").reshape(())) for t in (low, high))
    spectrum = size // 2 + 1
    if count < 1 or spectrum < 1 or count * spectrum > 2**28:
        raise node.error(f"{count} filters of {spectrum} frequencies.")
    first, last = (2595 * np.log10(1 + f / 700) for f in (lowest, highest))
    mels = first + np.arange(count + 2) * (last - first) / (count + 2)  # as ONNX divides: the last is below `high`
    edges = np.floor((size + 1) * 700 * (10 ** (mels / 2595) - 1) / samples).astype(np.int64)
    index = np.arange(spectrum)[:, None]
    left, middle, right = edges[:-2], edges[1:-1], edges[2:]
    rising = np.where(middle == left, index == middle, (index - left) / np.maximum(middle - left, 1))
    falling = (right - index) / np.maximum(right - middle, 1)
    weights = np.where(
        (index >= left) & (index <= middle), rising, np.where((index > middle) & (index < right), falling, 0.0)
    )
    return constant(weights, tf.zeros([], dtype))
