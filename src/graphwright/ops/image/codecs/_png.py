"""PNG files: by Pillow, and those of 16 bits by ourselves, since Pillow drops the lower 8 of them."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ops.image.codecs._libraries import pillow, reason_of, unreadable

SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOR_OF_CHANNELS = {1: 0, 2: 4, 3: 2, 4: 6}  # the type of colour in the header
_ADAM7 = ((0, 0, 8, 8), (0, 4, 8, 8), (4, 0, 8, 4), (0, 2, 4, 4), (2, 0, 4, 2), (0, 1, 2, 2), (1, 0, 2, 1))
# libpng's weights of red, green and blue in a grey value, of 32768
_GREY = np.array([9797, 19234, 3737])


def decode(contents: bytes, channels: int) -> Array:
    """The pixels, uint8 or (where the file has 16 bits) uint16; channels 0: as many as the file has."""
    try:
        deep = contents[24] == 16
        if deep:
            pixels = _decode_16_bits(contents)
            depth = 8
        else:
            pixels, depth = _decode_8_bits(contents), contents[24]
    except unreadable() as error:
        raise errors.InvalidArgumentError(f"Invalid PNG data, size {len(contents)} ({reason_of(error)})") from None
    return _with_channels(pixels, channels, depth)


def _decode_8_bits(contents: bytes) -> Array:
    picture = pillow().open(io.BytesIO(contents), formats=("PNG",))
    picture.load()
    if picture.mode == "P":
        picture = picture.convert("RGBA" if "transparency" in picture.info else "RGB")
    elif picture.mode == "1":
        picture = picture.convert("L")
    pixels: Array = np.asarray(picture)
    return pixels[..., None] if pixels.ndim == 2 else pixels


def _with_channels(pixels: Array, channels: int, depth: int) -> Array:
    stored = pixels.shape[2]
    if channels in (0, stored):
        return pixels
    color, alpha = (pixels[..., :-1], pixels[..., -1:]) if stored in (2, 4) else (pixels, None)
    if channels == 1:
        if color.shape[2] == 1:
            return color
        # libpng rounds what has 16 bits, and cuts what has 8
        half = 16384 if pixels.itemsize == 2 else 0
        grey: Array = ((color.astype(np.int64) @ _GREY + half) >> 15).astype(pixels.dtype)
        return grey[..., None]
    if color.shape[2] == 1:
        color = color.repeat(3, 2)
    if channels == 3:
        return color
    if alpha is None:
        # as libpng fills it: the largest number of as many bits as the file has
        largest = np.iinfo(pixels.dtype).max if pixels.itemsize == 2 else (1 << depth) - 1
        alpha = np.full((*color.shape[:2], 1), largest, pixels.dtype)
    return np.concatenate([color, alpha], 2)


# 16 bits ----------------------------------------------------------------------------------------------------


def _chunks(contents: bytes) -> dict[bytes, bytes]:
    """The data of the chunks by their types, those of one type joined."""
    found: dict[bytes, list[bytes]] = {}
    at = len(SIGNATURE)
    while b"IEND" not in found:
        length, kind = struct.unpack_from(">I4s", contents, at)
        data = contents[at + 8 : at + 8 + length]
        if zlib.crc32(kind + data) != struct.unpack_from(">I", contents, at + 8 + length)[0]:
            raise ValueError(f"CRC error in chunk {kind!r}")
        found.setdefault(kind, []).append(data)
        at += 12 + length
    return {kind: b"".join(parts) for kind, parts in found.items()}


def _decode_16_bits(contents: bytes) -> Array:
    chunks = _chunks(contents)
    width, height, _, color, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    channels = {color: n for n, color in _COLOR_OF_CHANNELS.items()}.get(color, 0)
    if not channels or not width or not height:
        raise ValueError("invalid header")
    size = 2 * channels
    passes = _ADAM7 if interlaced else ((0, 0, 1, 1),)
    shapes = [(-(-(height - y) // dy), -(-(width - x) // dx)) for y, x, dy, dx in passes]
    total = sum(h * (1 + w * size) for h, w in shapes if h > 0 and w > 0)
    unpacker = zlib.decompressobj()
    raw = np.frombuffer(unpacker.decompress(chunks.get(b"IDAT", b""), total + 1), np.uint8)
    if raw.size < total:
        raise ValueError("image data are too short")
    image = np.zeros((height, width, size), np.uint8)
    for (y, x, dy, dx), (h, w) in zip(passes, shapes, strict=True):
        if h > 0 and w > 0:
            lines, raw = raw[: h * (1 + w * size)].reshape(h, 1 + w * size), raw[h * (1 + w * size) :]
            image[y::dy, x::dx] = _unfiltered(lines[:, 0], lines[:, 1:].reshape(h, w, size))
    return image.view(">u2").astype(np.uint16)


def _unfiltered(filters: Array, lines: Array) -> Array:
    """The bytes whose differences from a prediction the lines of a PNG file are.

    A byte is predicted from its neighbours to the left (a), above (b) and above to the left (c), by the filter of its
    line. So all bytes on one diagonal can be computed together, from those on the two diagonals before.
    """
    if filters.max(initial=0) > 4:
        raise ValueError(f"bad filter {filters.max()}")
    height, width, size = lines.shape
    result = np.zeros((height + 1, width + 1, size), np.int16)
    result[1:, 1:] = lines
    flat = result.reshape(-1, size)
    for diagonal in range(height + width - 1):
        first, last = max(0, diagonal - width + 1), min(height - 1, diagonal)
        start = (first + 1) * (width + 1) + diagonal - first + 1
        stop = start + (last - first) * width + 1

        def neighbours(back: int, start: int = start, stop: int = stop) -> Array:
            return flat[start - back : stop - back : width] if stop - start > 1 else flat[start - back][None]

        a, b, c = neighbours(1), neighbours(width + 1), neighbours(width + 2)
        kind = filters[first : last + 1, None]
        flat_part = neighbours(0)
        flat_part[:] = (flat_part + _prediction(kind, a, b, c)) & 255
    return result[1:, 1:].astype(np.uint8)


def _prediction(kind: Array, a: Array, b: Array, c: Array) -> Array:
    to_a, to_b = np.abs(b - c), np.abs(a - c)
    to_c = np.abs(a + b - 2 * c)
    paeth = np.where((to_a <= to_b) & (to_a <= to_c), a, np.where(to_b <= to_c, b, c))
    return np.select([kind == 1, kind == 2, kind == 3, kind == 4], [a, b, (a + b) >> 1, paeth], np.int16(0))


# encoding ---------------------------------------------------------------------------------------------------


def encode(image: Array, compression: int) -> bytes:
    """A PNG file of an image of 1 to 4 channels, uint8 or uint16."""
    if image.dtype == np.uint16:
        return _encode_16_bits(image, compression)
    file = io.BytesIO()
    more = {} if compression < 0 else {"compress_level": compression}
    pillow().fromarray(image[..., 0] if image.shape[2] == 1 else image).save(file, "PNG", **more)
    return file.getvalue()


def _encode_16_bits(image: Array, compression: int) -> bytes:
    height, width, channels = image.shape
    lines = image.astype(">u2").view(np.uint8).reshape(height, -1)
    # the filter "up": each line is written as its difference from the one above
    above = np.concatenate([np.zeros((1, lines.shape[1]), np.uint8), lines[:-1]])
    filtered = np.concatenate([np.full((height, 1), 2, np.uint8), lines - above], 1)
    header = struct.pack(">IIBBBBB", width, height, 16, _COLOR_OF_CHANNELS[channels], 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(filtered.tobytes(), compression)), (b"IEND", b""))
    chunks = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
    return SIGNATURE + b"".join(chunks)


__all__ = ["SIGNATURE", "decode", "encode"]
