"""GIF and WebP files, by Pillow, and BMP files."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ops.image.codecs._libraries import pillow, reason_of, unreadable


def decode_gif(contents: bytes, channels: int, expand: bool) -> Array:
    """The frames, or the first one; frames after a damaged one are left out."""
    if channels not in (0, 3):
        raise errors.InvalidArgumentError(f"channels must be 0 or 3 for GIF, got {channels}")
    frames: list[Array] = []
    failure = "no image"
    try:
        picture = pillow().open(io.BytesIO(contents), formats=("GIF",))
        for number in range(picture.n_frames if expand else 1):
            # TensorFlow draws each frame over the one before, whatever the file says of disposing of it
            picture.dispose = None
            picture.seek(number)
            frames.append(_on_black(picture))
    except unreadable() as error:
        failure = "failed to open gif file" if isinstance(error, pillow().UnidentifiedImageError) else reason_of(error)
    if not frames:
        raise errors.InvalidArgumentError(f"Invalid GIF data (size {len(contents)}), {failure}") from None
    return np.stack(frames) if expand else frames[0]


def _on_black(picture: Any) -> Array:
    """The pixels of a frame; those that no frame has drawn yet are black."""
    if picture.mode == "P" and "transparency" in picture.info:
        picture = picture.convert("RGBA")
    if picture.mode == "RGBA":
        pixels = np.asarray(picture)
        return pixels[..., :3] * (pixels[..., 3:] > 0)
    return np.array(picture.convert("RGB"))


def decode_webp(contents: bytes, channels: int, expand: bool) -> Array:
    """The frames, or the first one."""
    if channels not in (0, 3, 4):
        raise errors.InvalidArgumentError(f"WebP only supports 3 or 4 channels, got {channels}")
    try:
        picture = pillow().open(io.BytesIO(contents), formats=("WEBP",))
        frames = []
        for number in range(picture.n_frames if expand else 1):
            picture.seek(number)
            picture.load()
            frames.append(np.array(picture))
    except unreadable() as error:
        raise errors.InvalidArgumentError(f"Invalid WebP data, size {len(contents)} ({reason_of(error)})") from None
    stored = frames[0].shape[2]
    if channels not in (0, stored):
        raise errors.InvalidArgumentError(
            f"Number of channels requested does not match input: {channels} requested, {stored} in the file"
        )
    return np.stack(frames) if expand else frames[0]


def decode_bmp(contents: bytes, channels: int) -> Array:
    """The pixels of a file without compression and with 8, 24 or 32 bits each, those of 8 bits as they are stored."""
    if channels not in (0, 3, 4):
        raise errors.InvalidArgumentError(f"`channels` must be 0, 3 or 4 for BMP, but got {channels}")
    if len(contents) < 32:
        raise errors.InvalidArgumentError(f"Incomplete bmp content, requires at least 32 bytes, got {len(contents)}")
    start, width, height, bits = struct.unpack("<10xi4xii2xh2x", contents[:32])
    stored = bits // 8
    if stored not in (1, 3, 4):
        raise errors.InvalidArgumentError(f"Number of channels inherent in the image must be 1, 3 or 4, was {stored}")
    rows = abs(height)
    pitch = (stored * width + 3) // 4 * 4
    if width <= 0 or not rows or start < 0 or pitch * rows > len(contents) - start:
        raise errors.InvalidArgumentError(
            f"Incomplete bmp content: {rows} by {width} pixels of {stored} bytes from byte {start} on, in "
            f"{len(contents)} bytes"
        )
    lines = np.frombuffer(contents, np.uint8, pitch * rows, start).reshape(rows, pitch)
    pixels = lines[:, : width * stored].reshape(rows, width, stored)
    if height > 0:  # from the bottom up
        pixels = pixels[::-1]
    if stored > 1:
        pixels = pixels[..., [2, 1, 0, 3][:stored]]
    return np.ascontiguousarray(_colored(pixels, channels or stored))


def _colored(pixels: Array, channels: int) -> Array:
    stored = pixels.shape[2]
    if channels == stored:
        return pixels
    color = pixels.repeat(3, 2) if stored == 1 else pixels[..., :3]
    if channels == 3:
        return color
    return np.concatenate([color, np.full((*color.shape[:2], 1), 255, np.uint8)], 2)


__all__ = ["decode_bmp", "decode_gif", "decode_webp"]
