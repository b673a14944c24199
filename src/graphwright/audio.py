"""`tf.audio`: sound in WAV files."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__, {"ops.audio.wav": "decode_wav encode_wav"})
