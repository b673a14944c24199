"""The format of a picture file by its first bytes, and one decoder for all formats."""

from __future__ import annotations

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Array, errors
from graphwright.ops.image.codecs import _frames, _jpeg, _png

_STARTS = {
    b"\xff\xd8\xff": "JPEG",
    _png.SIGNATURE: "PNG",
    b"GIF8": "GIF",
    b"BM": "BMP",
    b"\xff\x0a": "JPEG XL",
    b"\x00\x00\x00\x0cJXL \r\n\x87\n": "JPEG XL",
}
_WITH_FRAMES = ("DecodeImage", "DecodeGif", "DecodeWebP")  # ops whose results can have an axis of frames


def format_of(contents: bytes) -> str:
    """The name of the format; InvalidArgumentError for none of those known."""
    if not contents:
        raise errors.InvalidArgumentError("Input is empty.")
    for start, name in _STARTS.items():
        if contents.startswith(start):
            return name
    if contents[:4] == b"RIFF" and contents[8:12] == b"WEBP":
        return "WebP"
    raise errors.InvalidArgumentError(
        "Unknown image file format. One of JPEG, JPEG XL, PNG, GIF, BMP, WebP required. The data start with "
        f"{contents[:8]!r}."
    )


def decode(
    op: str,
    contents: bytes,
    channels: int,
    dtype: DType,
    options: _jpeg.JpegOptions | None = None,
    expand_animations: bool = True,
) -> Array:
    """The pixels of a file of any format, as the op of this name gives them."""
    if channels not in (0, 1, 3, 4):
        raise errors.InvalidArgumentError(f"`channels` must be 0, 1, 3 or 4 but got {channels}")
    name = format_of(contents)
    _check_op(op, name)
    expand = expand_animations and op in _WITH_FRAMES
    if op == "DecodeGif":
        channels = 3
    if name == "JPEG":
        pixels = _jpeg.decode(contents, channels, options or _jpeg.JpegOptions())
    elif name == "PNG":
        pixels = _png.decode(contents, channels)
    elif name == "GIF":
        return _as_dtype(_decode_gif(op, contents, channels, expand), dtype)
    elif name == "BMP":
        return _as_dtype(_frames.decode_bmp(contents, channels), dtype)
    else:
        if dtype.name != "uint8":
            raise errors.InvalidArgumentError("WebP only supports uint8 for dtype")
        return _frames.decode_webp(contents, channels, expand)
    pixels = _as_dtype(pixels, dtype, is_png=name == "PNG")
    return pixels[None] if op == "DecodeGif" else pixels


def _check_op(op: str, name: str) -> None:
    """Refuse the combinations of an op and a format that TensorFlow refuses."""
    if name == "JPEG XL":
        raise errors.UnimplementedError(None, None, "JPEG XL files are not read; store the picture as PNG or WebP.")
    if op == "DecodeBmp" and name != "BMP":
        raise errors.InvalidArgumentError(
            f"Trying to decode {name} format using DecodeBmp op. Use `decode_{name.lower()}` or `decode_image` instead."
        )
    if name == "BMP" and op not in ("DecodeImage", "DecodeBmp"):
        raise errors.InvalidArgumentError(
            f"Trying to decode BMP format using a wrong op. Use `decode_bmp` or `decode_image` instead. Op used: {op}"
        )


def _decode_gif(op: str, contents: bytes, channels: int, expand: bool) -> Array:
    if op in ("DecodeImage", "DecodeGif"):
        return _frames.decode_gif(contents, channels, expand)
    frames = _frames.decode_gif(contents, channels, True)
    if len(frames) > 1:
        raise errors.InvalidArgumentError(
            f"Got {len(frames)} frames, but animated gifs can only be decoded by tf.io.decode_gif or tf.io.decode_image"
        )
    first: Array = frames[0]
    return first


def _as_dtype(pixels: Array, dtype: DType, is_png: bool = False) -> Array:
    """The same pixels as `dtype`; the sixteen bits of a PNG file are used, others are made of eight."""
    result: Array = pixels
    if dtype.name == "uint8":
        if pixels.dtype == np.uint16:
            result = np.right_shift(pixels, 8).astype(np.uint8)
    elif is_png:
        wide = pixels if pixels.dtype == np.uint16 else pixels * np.uint16(257)
        result = wide if dtype.name == "uint16" else wide * np.float32(1 / 65535)
    elif dtype.name == "uint16":
        result = pixels.astype(np.uint16) << 8
    else:
        result = pixels * np.float32(1 / 255)
    return result


__all__ = ["decode", "format_of"]
