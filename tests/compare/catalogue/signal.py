"""Signals: transforms, frames, windows, scales of hearing."""

# ruff: noqa: E501 - templates are data

from __future__ import annotations

from tests.compare.grammar import Family, each

_CALLS = [
    *each("tf.signal.NAME({spectrum1})", "fft ifft fftshift ifftshift"),
    *each("tf.signal.NAME({spectrum2})", "fft2d ifft2d fft ifft fftshift"),
    *each("tf.signal.NAME({spectrum3})", "fft3d ifft3d fft2d"),
    *each("tf.signal.NAME(tf.complex({noise:2,{N}}, {noise:2,{N}}))", "fft ifft"),
    "tf.signal.rfft({signal}, {length1})",
    "tf.signal.irfft({spectrum1}, {length1})",
    "tf.signal.rfft2d({noise:{b}4,{n}}, {length2})",
    "tf.signal.irfft2d({spectrum2}, {length2})",
    "tf.signal.rfft3d({noise:2,{n},4})",
    "tf.signal.irfft3d({spectrum3})",
    "tf.signal.irfft(tf.signal.rfft({signal}))",
    *each("tf.signal.NAME({noise:3,{n}}, axes={shift})", "fftshift ifftshift"),
    *each("tf.signal.NAME({noise:2,{n}}, type={kind}, norm={norm})", "dct idct"),
    "tf.signal.dct({signal}, type=2, n={k})",
    "tf.signal.stft({noise:{b}24}, {frame}, {step}, {fft}, window_fn={window}, pad_end={flag})",
    "tf.signal.inverse_stft(tf.signal.stft({noise:{b}24}, 8, {step}), 8, {step}, window_fn={inverse})",
    "tf.signal.mdct({noise:{b}32}, 8, pad_end={flag}, norm={norm})",
    "tf.signal.inverse_mdct({noise:3,4}, norm={norm})",
    "tf.signal.inverse_mdct(tf.signal.mdct({noise:32}, 8))",
    "tf.signal.frame({noise:{b}{n}}, {k}, {step}, pad_end={flag}, pad_value={k})",
    "tf.signal.frame({noise:6,{n}}, {k}, {step}, axis=0)",
    "tf.signal.overlap_and_add({noise:{b}{n},4}, {k})",
    *each("tf.signal.NAME({size}, periodic={flag}, dtype={dtype})", "hann_window hamming_window"),
    "tf.signal.kaiser_window({size}, {beta}, {dtype})",
    "tf.signal.kaiser_bessel_derived_window({even}, {beta}, {dtype})",
    "tf.signal.vorbis_window({even}, {dtype})",
    "tf.signal.inverse_stft_window_fn({step})({frame}, {dtype})",
    "tf.signal.linear_to_mel_weight_matrix({size}, {even}, 8000, 80.0, 3000.0, {dtype})",
    "tf.signal.mfccs_from_log_mel_spectrograms({noise:{b}3,{n}})",
    "tf.signal.fftnd({spectrum2}, axes={axes})",
    "tf.signal.ifftnd({spectrum2}, axes={axes})",
    "tf.signal.rfftnd({noise:4,{n}}, axes={axes})",
    "tf.signal.fftnd({spectrum3}, {lengths3}, [0, 1, 2])",
]
_PARTS = {
    "signal": ["{noise:{b}{n}}"],
    "spectrum1": ["tf.complex({noise:{n}}, {noise:{n1}})", "tf.cast({noise:{b}{n}}, {complex})", "tf.complex({noise:5}, {noise:5})"],
    "spectrum2": ["tf.complex({noise:3,4}, {noise:3,4})", "tf.cast({noise:{b}3,{n}}, {complex})", "tf.complex({noise:2,5}, {noise:2,5})"],
    "spectrum3": ["tf.complex({noise:2,3,4}, {noise:2,3,4})", "tf.cast({noise:{b}3,2,{n}}, {complex})"],
    "complex": ["(tf.complex128 if {dtype} == tf.float64 else tf.complex64)"],
    "b": ["", "", "2,", "2,1,"],
    "N": ["8", "5", "1"],
    "n": ["8", "6", "5", "7", "1", "12"],
    "n1": ["1"],
    "k": ["1", "2", "3", "4"],
    "length1": ["None", "[4]", "[7]", "[10]"],
    "length2": ["None", "[4, 4]", "[3, 5]"],
    "lengths3": ["[2, 3, 4]", "[3, 2, 4]"],
    "shift": ["None", "0", "1", "[0, 1]", "-1"],
    "axes": ["[0]", "[1]", "[0, 1]"],
    "kind": ["1", "2", "3", "4"],
    "norm": ["None", "'ortho'"],
    "frame": ["4", "8", "6"],
    "step": ["2", "3", "4", "1"],
    "fft": ["None", "8", "16"],
    "window": ["tf.signal.hann_window", "tf.signal.hamming_window", "None", "tf.signal.kaiser_window"],
    "inverse": ["tf.signal.inverse_stft_window_fn({step})", "tf.signal.hann_window", "None"],
    "size": ["5", "8", "1", "12", "20"],
    "even": ["8", "4", "12"],
    "beta": ["12.0", "4.0", "0.0"],
}  # fmt: skip

FAMILY = Family(_CALLS, ["float32"] * 4 + ["float64"] * 2, _PARTS)
