# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.audio`: sound in WAV files."""

from graphwright.ops.audio.wav import decode_wav as decode_wav
from graphwright.ops.audio.wav import encode_wav as encode_wav

__all__ = [
    "decode_wav",
    "encode_wav",
]
