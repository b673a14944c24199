"""The mel scale of pitch: weights from frequencies to its bands, and cepstral coefficients."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, float32
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply, convert_to_tensor, name_scope
from graphwright.ir.infer import constant_value
from graphwright.ops.signal.cosine import dct

_BREAK, _SCALE = 700.0, 1127.0  # hertz; bands per unit of the logarithm


def _mel(hertz: Any) -> Any:
    return _SCALE * apply("Log", (1.0 + hertz / _BREAK,))


def _check(bins: Any, rate: Any, low: Any, high: Any) -> None:
    known = [
        None if n is None else float(n) for n in map(constant_value, map(convert_to_tensor, (bins, rate, low, high)))
    ]
    count, samples, lowest, highest = known
    if count is not None and count <= 0:
        raise ValueError(f"num_mel_bins must be positive. Got: {bins}")
    if lowest is not None and lowest < 0:
        raise ValueError(f"lower_edge_hertz must be non-negative. Got: {low}")
    if lowest is not None and highest is not None and lowest >= highest:
        raise ValueError(f"lower_edge_hertz {low} >= upper_edge_hertz {high}")
    if samples is not None and samples <= 0:
        raise ValueError(f"sample_rate must be positive. Got: {rate}")
    if samples is not None and highest is not None and highest > samples / 2:
        raise ValueError(
            "upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). "
            f"Got {high} for sample_rate: {rate}"
        )


def linear_to_mel_weight_matrix(
    num_mel_bins: TensorLike = 20,
    num_spectrogram_bins: TensorLike = 129,
    sample_rate: TensorLike = 8000,
    lower_edge_hertz: TensorLike = 125.0,
    upper_edge_hertz: TensorLike = 3800.0,
    dtype: DTypeLike = float32,
    name: str | None = None,
) -> Tensor:
    """The matrix whose product with spectra gives bands of the mel scale: triangles of equal width on that scale.

    Args:
      num_mel_bins: the number of bands, the columns of the matrix.
      num_spectrogram_bins: the number of frequencies of a spectrum, its rows.
      sample_rate: the samples per second of the signals.
      lower_edge_hertz: where the first band begins.
      upper_edge_hertz: where the last band ends, at most half of the sample rate.
      dtype: a floating dtype.
      name: of the operations.

    >>> spectra = abs(tf.signal.stft(tf.ones([1024]), 256, 128))
    >>> (spectra @ tf.signal.linear_to_mel_weight_matrix()).shape
    TensorShape([7, 20])
    """
    with name_scope(name or "linear_to_mel_weight_matrix"):
        kind = as_dtype(dtype)
        _check(num_mel_bins, sample_rate, lower_edge_hertz, upper_edge_hertz)
        if not kind.is_floating:
            raise ValueError(f"dtype must be a floating point type. Got: {kind!r}")
        rate, low, high = (
            apply("Cast", (convert_to_tensor(n),), {"DstT": kind})
            for n in (sample_rate, lower_edge_hertz, upper_edge_hertz)
        )
        zero = np.zeros((), kind.numpy)
        # the constant part of a spectrum belongs to no band
        hertz = apply("LinSpace", (zero, rate / 2.0, num_spectrogram_bins))[1:]
        pitches = apply("ExpandDims", (_mel(hertz), 1))
        edges: Any = apply("LinSpace", (_mel(low), _mel(high), convert_to_tensor(num_mel_bins) + 2))
        begin, middle, end = edges[:-2], edges[1:-1], edges[2:]
        rising, falling = (pitches - begin) / (middle - begin), (end - pitches) / (end - middle)
        weights = apply("Maximum", (zero, apply("Minimum", (rising, falling))))
        return apply("Pad", (weights, [[1, 0], [0, 0]]))


def mfccs_from_log_mel_spectrograms(log_mel_spectrograms: TensorLike, name: str | None = None) -> Tensor:
    """The cepstral coefficients of logarithms of mel spectra, in the last axis; often only the first 13 are used.

    >>> tf.signal.mfccs_from_log_mel_spectrograms([[1.0, 1.0]]).numpy().round(3).tolist()
    [[2.0, 0.0]]
    """
    with name_scope(name or "mfccs_from_log_mel_spectrograms"):
        spectra: Any = convert_to_tensor(log_mel_spectrograms)
        known = spectra.shape[-1]
        if known == 0:
            raise ValueError(f"num_mel_bins must be positive. Got: {spectra}")
        bins: Any = apply("Shape", (spectra,))[-1] if known is None else np.int32(known)
        scale = apply("Rsqrt", (apply("Cast", (bins,), {"DstT": spectra.dtype}) * 2.0,))
        return apply("Mul", (dct(spectra, type=2), scale))
