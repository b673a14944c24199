"""JPEG files: decoded by simplejpeg, which offers libjpeg's choices of arithmetic; encoded by Pillow."""

from __future__ import annotations

import io
import struct
from typing import Any

import numpy as np

from graphwright.base.frozen import frozen
from graphwright.core.prelude import Array, errors
from graphwright.ops.image.codecs._libraries import pillow, simplejpeg

_FAILED = "jpeg::Uncompress failed. Invalid JPEG data or crop window."
_INCHES = (300, 300)


@frozen
class JpegOptions:
    """How to decode: the attributes of DecodeJpeg, and of DecodeAndCropJpeg the window."""

    ratio: int = 1
    fancy_upscaling: bool = True
    try_recover_truncated: bool = False
    acceptable_fraction: float = 1.0
    dct_method: str = ""

    def check(self) -> None:
        """InvalidArgumentError for what libjpeg does not have."""
        if self.ratio not in (1, 2, 4, 8):
            raise errors.InvalidArgumentError(f"ratio must be 1, 2, 4, or 8, got {self.ratio}")
        if self.dct_method not in ("", "INTEGER_FAST", "INTEGER_ACCURATE"):
            raise errors.InvalidArgumentError(
                f"dct_method must be one of {{'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}}, got '{self.dct_method}'"
            )


def shape_of(contents: bytes) -> tuple[int, int, int]:
    """Height, width and channels, from the header; ValueError if it is damaged."""
    height, width, space, _ = simplejpeg().decode_jpeg_header(contents)
    return height, width, {"Gray": 1, "CMYK": 4, "YCCK": 4}.get(space, 3)


def decode(contents: bytes, channels: int, options: JpegOptions) -> Array:
    """The pixels, with 1 or 3 channels; for 0 as many as the file has."""
    if channels == 4:
        raise errors.InvalidArgumentError("JPEG does not support 4 channels")
    try:
        return _decode(contents, channels, options)
    except ValueError as error:
        raise errors.InvalidArgumentError(f"{_FAILED} ({error})") from None


def _decode(contents: bytes, channels: int, options: JpegOptions) -> Array:
    height, width, stored = shape_of(contents)
    if stored == 4 and channels == 1:
        raise ValueError("a CMYK image has no grey form")
    space = "CMYK" if stored == 4 else "GRAY" if (channels or stored) == 1 else "RGB"
    scale = options.ratio
    pixels: Array = simplejpeg().decode_jpeg(
        contents,
        space,
        fastdct=options.dct_method != "INTEGER_ACCURATE",
        fastupsample=not options.fancy_upscaling,
        min_height=-(-height // scale) if scale > 1 else 0,
        min_width=-(-width // scale) if scale > 1 else 0,
        strict=not options.try_recover_truncated,
    )
    if stored == 4:
        inverse = pixels.astype(np.uint16)
        return (inverse[..., :3] * inverse[..., 3:] // 255).astype(np.uint8)
    return pixels


def decode_window(contents: bytes, window: Array, channels: int, options: JpegOptions) -> Array:
    """The pixels of a window: its first row, first column, height and width."""
    if window.ndim != 1:
        raise errors.ShapeMismatchError(f"crop_window must be 1-D, got shape {list(window.shape)}")
    if len(window) != 4:
        raise errors.ShapeMismatchError(f"crop_size must have four elements {list(window.shape)}")
    top, left, height, width = (int(v) for v in window)
    pixels = decode(contents, channels, options)
    inside = top >= 0 and left >= 0 and top + height <= pixels.shape[0] and left + width <= pixels.shape[1]
    if not inside or height < 1 or width < 1:
        raise errors.InvalidArgumentError(
            f"{_FAILED} (window {window.tolist()} of an image of {pixels.shape[0]} by {pixels.shape[1]})"
        )
    return np.ascontiguousarray(pixels[top : top + height, left : left + width])


def encode(
    image: Array,
    quality: int,
    *,
    format: str = "",
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    density: tuple[int, int] = _INCHES,
    xmp_metadata: bytes = b"",
) -> bytes:
    """A JPEG file of a uint8 image with 1 or 3 channels."""
    _check(image, quality, format)
    grey = image.shape[2] == 1
    picture = pillow().fromarray(image[..., 0] if grey else image)
    more: dict[str, Any] = {"xmp": xmp_metadata} if xmp_metadata else {}
    file = io.BytesIO()
    picture.save(
        file,
        "JPEG",
        quality=max(quality, 1),  # libjpeg takes 0 for 1, Pillow for its default
        subsampling=2 if chroma_downsampling and not grey else 0,
        progressive=progressive,
        optimize=optimize_size,
        dpi=density,
        **more,
    )
    contents = file.getvalue()
    if density_unit == "cm":
        # the header that Pillow writes says inches: the unit is the 14th byte, before both densities
        contents = contents[:13] + struct.pack(">BHH", 2, *density) + contents[18:]
    return contents


def _check(image: Array, quality: int, format: str) -> None:
    if image.ndim != 3:
        raise errors.ShapeMismatchError(f"image must be 3-dimensional{list(image.shape)}")
    if not 0 <= quality <= 100:
        raise errors.InvalidArgumentError(f"quality must be in [0,100], got {quality}")
    wanted = {"grayscale": 1, "rgb": 3}.get(format)
    if wanted is not None and image.shape[2] != wanted:
        raise errors.InvalidArgumentError(f"format {format} expects {wanted} channels, got {list(image.shape)}")
    if image.shape[2] not in (1, 3):
        raise errors.InvalidArgumentError(f"image must have 1 or 3 channels, got {list(image.shape)}")
    if not image.size:
        raise errors.InternalError(None, None, f"JPEG encoding failed: the image is empty, {list(image.shape)}")


__all__ = ["JpegOptions", "decode", "decode_window", "encode", "shape_of"]
