"""Fourier transforms, windows and frames: lengths from none on, dtypes, axes that are padded or cut."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_WINDOWS = ["hann_window", "hamming_window", "kaiser_window", "kaiser_bessel_derived_window", "vorbis_window"]
_COMPLEX = [
    "t([1+0j, 2j, 3+0j, -4j], tf.complex64)",
    "t([1+0j, 2j, 3+0j], tf.complex128)",
    "tf.zeros([0], tf.complex64)",
    "t([[1+0j, 2+0j], [3j, 4+0j]], tf.complex64)",
    "t([np.nan, 1.0], tf.complex64)",
    "t([1.0, 2.0])",
    "t(1j, tf.complex64)",
    "tf.zeros([2, 0], tf.complex64)",
    "tf.reshape(tf.cast(tf.range(8), tf.complex64), [2, 2, 2])",
]
_REAL = [
    "t([1.0, 2.0, 3.0, 4.0])",
    "t([1.0, 2.0, 3.0])",
    "t([[1.0, 2.0], [3.0, 5.0]])",
    "tf.zeros([0])",
    "t([1, 2])",
    "t([1.0, 2.0], tf.float64)",
    "t(1.0)",
    "tf.reshape(tf.range(8.0), [2, 2, 2])",
    "t([1.0, 2.0], tf.float16)",
]

ROWS = [
    *(f"tf.signal.{f}({n}, dtype={d})" for f in _WINDOWS for n in ("0", "1", "2", "7", "16", "100") for d in ("tf.float16", "tf.bfloat16", "tf.float32", "tf.float64", "tf.int32")),
    *(f"tf.signal.{f}({n}, periodic={p})" for f in _WINDOWS[:2] for n in ("1", "2", "7", "8", "-1", "[3]", "3.5") for p in (True, False)),
    *(f"tf.signal.kaiser_window(9, {b})" for b in ("0.0", "4.0", "100.0", "-1.0", "np.nan")),
    *(f"tf.signal.{f}({x})" for f in ("fft", "ifft", "fft2d", "ifft2d", "fft3d", "ifft3d", "fftshift", "ifftshift", "irfft", "irfft2d") for x in _COMPLEX),
    *(f"tf.signal.{f}({x})" for f in ("rfft", "rfft2d", "rfft3d", "fftshift", "ifftshift") for x in _REAL),
    *(f"tf.signal.rfft({x}, [{n}])" for x in _REAL[:3] for n in ("2", "3", "6", "-1")),
    *(f"tf.signal.irfft({x}, [{n}])" for x in _COMPLEX[:2] for n in ("2", "3", "6", "-1")),
    *(f"tf.signal.{f}(t([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), axes={a})" for f in ("fftshift", "ifftshift") for a in ("0", "1", "-1", "[0, 1]", "2", "None")),
    *(f"tf.signal.frame({x}, {n}, {s}{a})" for x in ("tf.range(10.0)", "t([[1.0, 2.0, 3.0, 4.0]])", "tf.zeros([0])") for n in ("3", "4", "20") for s in ("1", "2", "5") for a in ("", ", pad_end=True", ", pad_end=True, pad_value=9")),
    *(f"tf.signal.overlap_and_add({x}, {s})" for x in ("tf.ones([3, 4])", "tf.ones([2, 3, 4])", "tf.ones([3, 4], tf.int32)", "tf.zeros([0, 4])", "t([1.0])") for s in ("1", "2", "4", "5")),
    *(f"tf.signal.stft({x}, {n}, {s}{a})" for x in ("tf.range(16.0) / 64", "tf.range(16, dtype=tf.float64)", "tf.ones([2, 16])") for n in ("4", "8") for s in ("2", "3") for a in ("", ", fft_length=8", ", window_fn=None", ", pad_end=True")),
    *(f"tf.signal.inverse_stft(tf.signal.stft(tf.range(16.0), {n}, {s}), {n}, {s})" for n in ("4", "8") for s in ("2", "4")),
    *(f"tf.signal.inverse_stft_window_fn({s})({n}, tf.float32)" for s in ("2", "3") for n in ("4", "8")),
    *(f"static(tf.signal.{f}, spec({s}, {d}))" for f, d in (("fft", "tf.complex64"), ("rfft", "tf.float32"), ("irfft", "tf.complex64"), ("rfft2d", "tf.float32")) for s in ("None", "[None]", "[4]", "[2, 5]", "[None, 8]", "[]")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "Real numbers are taken as complex ones.": [
        "tf.signal.fft(t([1.0, 2.0]))",
        "tf.signal.ifft(t([1.0, 2.0]))",
        "tf.signal.irfft(t([1.0, 2.0]))",
        "static(tf.signal.irfft, spec(None, tf.complex64))",
        "static(tf.signal.rfft2d, spec([None, 8], tf.float32))",
    ],
    "An axis that the shape does not have is an IndexError.": [
        "tf.signal.fftshift(t([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), axes=2)",
        "tf.signal.ifftshift(t([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), axes=2)",
    ],
    "A step longer than the frames is refused, of no frames too.": [
        "tf.signal.overlap_and_add(tf.zeros([0, 4]), 5)",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
