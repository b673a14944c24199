"""Pictures as PNG, sound as WAV, numbers as histograms: what the values of summaries are in event files."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from graphwright.core.tensor import Array

_COLOUR_TYPES = {1: 0, 2: 4, 3: 2, 4: 6}  # of channels


def png(image: Array) -> bytes:
    """An image of uint8 and shape [height, width, channels] as a PNG file."""
    height, width, channels = image.shape
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOUR_TYPES[channels], 0, 0, 0)
    rows = np.zeros((height, 1 + width * channels), np.uint8)  # each begins with its filter: none
    rows[:, 1:] = image.reshape(height, -1)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def wav(sound: Array, rate: int) -> bytes:
    """Sound in [-1, 1] of shape [samples, channels] as a WAV file of 16 bits."""
    samples = np.clip(np.rint(sound.astype(np.float64) * 32768), -32768, 32767).astype("<i2").tobytes()
    channels = sound.shape[1]
    layout = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, channels, rate, rate * channels * 2, channels * 2, 16)
    data = struct.pack("<4sI", b"data", len(samples)) + samples
    return struct.pack("<4sI4s", b"RIFF", 4 + len(layout) + len(data), b"WAVE") + layout + data


def histogram(data: Array, buckets: int) -> Array:
    """The buckets of all numbers between the least and the greatest: rows of left end, right end and count."""
    numbers = data.reshape(-1).astype(np.float64)
    result = np.zeros((buckets, 3))
    if not buckets or not len(numbers):
        return result
    least, greatest = float(numbers.min()), float(numbers.max())
    if least == greatest:
        result[:, :2] = least
        result[-1, 2] = len(numbers)
        return result
    edges = np.linspace(least, greatest, buckets + 1)
    at = np.floor((numbers - least) / ((greatest - least) / buckets))
    # what is not a number is counted nowhere
    counted = np.minimum(at[np.isfinite(at)], buckets - 1).astype(np.int64)
    result[:, 0], result[:, 1], result[:, 2] = edges[:-1], edges[1:], np.bincount(counted, minlength=buckets)
    return result


def strings(values: list[bytes]) -> Array:
    """Byte strings as an array of objects."""
    result = np.empty(len(values), object)
    result[:] = values
    return result
