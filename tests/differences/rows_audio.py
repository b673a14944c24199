"""WAV files: headers of every kind, channels and samples that are asked for, and encoding."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_S = "[0, 1, -1, 32767, -32768, 12345]"
_HEADERS = [
    "bits=8", "bits=24", "bits=32", "form=3", "form_size=18", "form_size=40", "rate=0", "rate=44100", "width=7",
    "per_second=3", "size=5", "size=7", "size=100", "size=2**32-1", "more=b'a'", "between=b'LIST\\x04\\0\\0\\0abcd'",
    "between=b'LIST\\x03\\0\\0\\0abc'", "between=b'LIST\\x03\\0\\0\\0abc\\0'", "before=b'JUNK\\x04\\0\\0\\0abcd'",
    "after=b'data\\x02\\0\\0\\0ab'", "after=b'LIST\\x02\\0\\0\\0ab'", "after=b'x'",
]  # fmt: skip
_DESIRED = [
    "desired_channels=1",
    "desired_channels=2",
    "desired_channels=3",
    "desired_channels=0",
    "desired_channels=-2",
    "desired_samples=2",
    "desired_samples=8",
    "desired_samples=0",
    "desired_samples=-5",
]
_SOUND = "[[0.0, 0.5], [-0.5, 1.0], [-1.0, 2.0], [-2.0, 0.25], [1 / 32768, -1 / 32768], [0.99999, float('nan')], [0.5 / 32768, -1.5 / 32768], [float('inf'), -float('inf')]]"

ROWS = [
    *(f"tf.audio.decode_wav(codecs.wav({_S}, {c}))" for c in (0, 1, 2, 3)),
    *(f"tf.audio.decode_wav(codecs.wav({_S}, {c}), {a})" for c in (1, 2) for a in _DESIRED),
    *(f"tf.audio.decode_wav(codecs.wav({_S}, {h}))" for h in _HEADERS),
    *(f"tf.audio.decode_wav({x})" for x in ("b''", "b'RIFF'", "b'RIFFxxxxWAVA'", f"codecs.wav({_S})[:20]", f"codecs.wav({_S})[:36]", f"codecs.wav({_S})[:-1]", f"[codecs.wav({_S})]", "codecs.wav([])", f"b'RIFX' + codecs.wav({_S})[4:]")),
    *(f"tf.audio.encode_wav({x})" for x in (f"{_SOUND}, 8000", f"{_SOUND}, 0", f"{_SOUND}, -1", f"{_SOUND}, [8000]", "[0.0, 1.0], 8000", "np.zeros([3, 0], np.float32), 8000", "np.zeros([0, 2], np.float32), 8000", "[[[0.0]]], 8000", "np.zeros([1, 70000], np.float32), 8000", "[[1]], 8000", "[[1.0]], 8000.0")),
    *(f"static(lambda x: tf.audio.decode_wav(x{a}).audio, spec({s}, tf.string))" for a in ("", ", 2", ", 2, 5", ", desired_samples=0") for s in ("[]", "None", "[1]")),
    "static(lambda x: tf.audio.decode_wav(x).sample_rate, spec([], tf.string))",
    *(f"static(lambda x: tf.audio.encode_wav(x, 8000), spec({s}))" for s in ("None", "[None, 2]", "[3]")),
]  # fmt: skip

ON_PURPOSE: dict[str, str] = {}
