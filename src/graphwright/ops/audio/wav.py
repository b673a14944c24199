"""Sound in WAV files of 16 bits: `tf.audio`."""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, describe_dims, op

_LARGEST_CHUNK = 2**31 - 1  # bytes
_SCALE = np.float32(32768)


class _Sound(NamedTuple):
    """What a file has: its samples `[samples, channels]`, and how many there are in a second."""

    samples: Array
    rate: int


def _invalid(message: str) -> errors.InvalidArgumentError:
    return errors.InvalidArgumentError(message)


class _Reader:
    """The parts of a file, one after the other."""

    def __init__(self, contents: bytes) -> None:
        self.contents, self.at = contents, 0

    def take(self, count: int) -> bytes:
        """The next bytes; InvalidArgumentError if there are fewer."""
        part = self.contents[self.at : self.at + count]
        if len(part) < count:
            raise _invalid(
                f"Data too short when trying to read string: {count} bytes are needed at {self.at}, and the file has "
                f"{len(self.contents)}."
            )
        self.at += count
        return part

    def expect(self, text: bytes) -> None:
        """Take these bytes."""
        found = self.take(len(text))
        if found != text:
            raise _invalid(f"Header mismatch: Expected {text.decode()} but found {found.decode('latin-1')}")

    def chunk(self) -> tuple[bytes, int]:
        """The name and the size of the next chunk, whose contents follow."""
        name = self.take(4)
        (size,) = struct.unpack("<I", self.take(4))
        if size > _LARGEST_CHUNK:
            raise _invalid(
                f"WAV data chunk '{name.decode('latin-1')}' is too large: {size} bytes, but the limit is "
                f"{_LARGEST_CHUNK}"
            )
        return name, size


def _read(contents: bytes) -> _Sound:
    reader = _Reader(contents)
    reader.expect(b"RIFF")
    reader.take(4)
    reader.expect(b"WAVE")
    name, size = reader.chunk()
    while name != b"fmt ":
        reader.at += size
        name, size = reader.chunk()
    channels, rate = _checked_format(reader.take(size))
    found: Array | None = None
    while reader.at < len(contents):
        name, size = reader.chunk()
        if name != b"data":
            reader.at += size
            continue
        if found is not None:
            raise _invalid("More than one data chunk found in WAV")
        count = size // (2 * channels)
        found = np.frombuffer(reader.take(count * 2 * channels), "<i2").reshape(count, channels)
    if found is None:
        raise _invalid("No data chunk found in WAV")
    return _Sound(found / _SCALE, rate)


def _checked_format(header: bytes) -> tuple[int, int]:
    if len(header) not in (16, 18):
        raise _invalid(f"Bad format chunk size for WAV: Expected 16 or 18, but got {len(header)}")
    kind, channels, rate, bytes_per_second, bytes_per_sample, bits = struct.unpack("<HHIIHH", header[:16])
    if kind != 1:
        raise _invalid(f"Bad audio format for WAV: Expected 1 (PCM), but got {kind}")
    if channels < 1:
        raise _invalid("Bad number of channels for WAV: Expected at least 1, but got 0")
    if bits != 16:
        raise _invalid(f"Can only read 16-bit WAV files, but received {bits}")
    if bytes_per_sample != 2 * channels:
        raise _invalid(f"Bad bytes per sample in WAV header: Expected {2 * channels} but got {bytes_per_sample}")
    if bytes_per_second != rate * bytes_per_sample:
        raise _invalid(
            f"Bad bytes per second in WAV header: Expected {rate * bytes_per_sample} but got {bytes_per_second} "
            f"(sample_rate={rate}, bytes_per_sample={bytes_per_sample})"
        )
    return channels, rate


def _decode(contents: Array, desired_channels: int, desired_samples: int) -> tuple[Array, Array]:
    if contents.ndim:
        raise errors.ShapeMismatchError(f"contents must be scalar, got shape {list(contents.shape)}")
    _check_desired(desired_channels, desired_samples)
    audio, rate = _read(contents.item())
    count, channels = audio.shape
    if desired_channels >= 0 and desired_channels != channels:
        audio = audio[:, np.arange(desired_channels).clip(max=channels - 1)]  # the last channel stands for more
    if desired_samples >= 0 and desired_samples != count:
        audio = audio[:desired_samples]
        missing = np.zeros((desired_samples - len(audio), audio.shape[1]), np.float32)
        audio = np.concatenate([audio, missing])
    return audio, np.array(rate, np.uint32).astype(np.int32)


def _check_desired(channels: int, samples: int) -> None:
    if channels < -1:
        raise errors.ShapeMismatchError(f"desired_channels must be >= -1, got {channels}")
    if samples < -1:
        raise errors.ShapeMismatchError(f"desired_samples must be >= -1, got {samples}")


def _decode_rule(ctx: ShapeContext) -> list[Dims]:
    if ctx.rank(0) not in (None, 0):
        raise ctx.fail(f"contents must be scalar, got shape {describe_dims(ctx.dims(0))}")
    channels, samples = ctx.attrs["desired_channels"], ctx.attrs["desired_samples"]
    _check_desired(channels, samples)
    return [(Symbol() if samples < 0 else samples, Symbol() if channels < 0 else channels), ()]


DECODE_WAV = op(
    "DecodeWav",
    "contents: string -> audio: float, sample_rate: int32",
    "desired_channels: int = -1; desired_samples: int = -1",
    shape=_decode_rule,
    kernel=_decode,
    no_gradient=True,
)


def _encode(audio: Array, sample_rate: Array) -> Array:
    if audio.ndim != 2:
        raise errors.ShapeMismatchError(f"audio must be 2-dimensional{list(audio.shape)}")
    if sample_rate.ndim:
        raise errors.ShapeMismatchError(
            f"Input sample_rate should be a scalar tensor, got {list(sample_rate.shape)} instead."
        )
    rate, channels = int(sample_rate), audio.shape[1]
    if rate <= 0:
        raise _invalid(f"sample_rate must be in (0, 2^32), got: {rate}")
    if not 0 < channels < 2**16:
        raise _invalid(f"num_channels must be in (0, 2^16), got: {channels}")
    scaled = np.nan_to_num(audio * _SCALE, nan=0.0)
    away = np.trunc(scaled + np.copysign(np.float32(0.5), scaled))  # halves are rounded away from zero
    data = away.clip(-32768, 32767).astype("<i2").tobytes()
    sizes = rate * 2 * channels, 2 * channels
    if max(rate * 2 * channels, 36 + len(data)) >= 2**32 or 2 * channels >= 2**16:
        raise _invalid(
            f"Sound of {channels} channels and {rate} samples in a second does not fit the header of a WAV file."
        )
    header = struct.pack("<HHIIHH", 1, channels, rate, *sizes, 16)
    parts = b"RIFF", struct.pack("<I", 36 + len(data)), b"WAVEfmt ", struct.pack("<I", 16), header, b"data"
    result = np.empty((), object)
    result[()] = b"".join(parts) + struct.pack("<I", len(data)) + data
    return result


def _encode_rule(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) not in (None, 2):
        raise ctx.fail(f"audio must be 2-dimensional{describe_dims(ctx.dims(0))}")
    if ctx.rank(1) not in (None, 0):
        raise ctx.fail(f"Input sample_rate should be a scalar tensor, got {describe_dims(ctx.dims(1))} instead.")
    return ()


ENCODE_WAV = op(
    "EncodeWav", "audio: float, sample_rate: int32 -> contents: string", shape=_encode_rule, kernel=_encode,
    no_gradient=True,
)  # fmt: skip

# public functions -------------------------------------------------------------------------------------------


class DecodeWav(NamedTuple):
    """What `decode_wav` returns.

    >>> tf.audio.decode_wav(tf.audio.encode_wav([[0.5]], 8000))._fields
    ('audio', 'sample_rate')
    """

    audio: Tensor
    sample_rate: Tensor


def decode_wav(
    contents: TensorLike, desired_channels: int = -1, desired_samples: int = -1, name: str | None = None
) -> DecodeWav:
    """Decode a WAV file of 16 bits: float32 samples `[samples, channels]` from -1 to 1, and the int32 sample rate.

    Args:
      contents: string scalar, the bytes of the file.
      desired_channels: how many channels to return: further ones are left out, the last one stands for missing ones;
        -1 for what the file has.
      desired_samples: how many samples to return: the end is cut off or filled with zeros; -1 for what the file has.
      name: of the operation.

    Raises InvalidArgumentError if the contents are not such a file.

    >>> contents = tf.audio.encode_wav([[0.5], [-1.0]], 8000)
    >>> audio, rate = tf.audio.decode_wav(contents, desired_samples=3)
    >>> audio.numpy().tolist(), int(rate)
    ([[0.5], [-1.0], [0.0]], 8000)
    """
    attrs = {"desired_channels": desired_channels, "desired_samples": desired_samples}
    return DecodeWav(*apply_multi(DECODE_WAV, (contents,), attrs, name))


def encode_wav(audio: TensorLike, sample_rate: TensorLike, name: str | None = None) -> Tensor:
    """Encode sound as a WAV file of 16 bits: a string scalar.

    Args:
      audio: float32 of shape `[samples, channels]`; what is not from -1 to 1 is cut off.
      sample_rate: int32 scalar, samples in a second.
      name: of the operation.

    Raises InvalidArgumentError for another shape or a rate that is not positive.

    >>> len(tf.audio.encode_wav(tf.zeros([10, 2]), 8000).numpy())
    84
    """
    return apply(ENCODE_WAV, (audio, sample_rate), None, name)
