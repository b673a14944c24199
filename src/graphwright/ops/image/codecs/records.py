"""Ops of image codecs."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, uint8
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.image.codecs import _formats, _jpeg, _png
from graphwright.ops.io._summaries import bytes_of

# decoding ---------------------------------------------------------------------------------------------------


def _channels(ctx: ShapeContext) -> Any:
    channels = ctx.attrs["channels"]
    if channels < 0:
        raise ctx.fail(f"channels must be non-negative, got {channels}")
    return channels or Symbol()


def _check_scalar(ctx: ShapeContext) -> None:
    if ctx.rank(0) not in (None, 0):
        raise ctx.fail(f"`contents` must be scalar but got shape{describe_dims(ctx.dims(0))}")


def _one_image(ctx: ShapeContext) -> Dims:
    _check_scalar(ctx)
    return (Symbol(), Symbol(), _channels(ctx))


def _frames_rule(ctx: ShapeContext) -> Dims:
    _check_scalar(ctx)
    return (Symbol(), Symbol(), Symbol(), _channels(ctx))


def _any_image(ctx: ShapeContext) -> Dims:
    if ctx.attrs["expand_animations"]:
        _check_scalar(ctx)
        _channels(ctx)
        return None
    return _one_image(ctx)


def _bytes(contents: Array, what: str = "`contents` must be scalar but got shape") -> bytes:
    if contents.ndim:
        raise errors.ShapeMismatchError(f"{what}{list(contents.shape)}")
    scalar: bytes = contents.item()
    return scalar


_JPEG_ATTRS = (
    "channels: int = 0; ratio: int = 1; fancy_upscaling: bool = true; try_recover_truncated: bool = false; "
    'acceptable_fraction: float = 1.0; dct_method: string = ""'
)


def _decode_jpeg(contents: Array, channels: int, **attrs: Any) -> Array:
    options = _jpeg.JpegOptions(**attrs)
    options.check()
    return _formats.decode("DecodeJpeg", _bytes(contents), channels, uint8, options)


def _decode_and_crop(contents: Array, crop_window: Array, channels: int, **attrs: Any) -> Array:
    options = _jpeg.JpegOptions(**attrs)
    options.check()
    data = _bytes(contents)
    found = _formats.format_of(data)
    if found != "JPEG":
        raise errors.InvalidArgumentError(
            f"DecodeAndCropJpeg operation can run on JPEG only, but detected {found.upper()}."
        )
    if channels not in (0, 1, 3, 4):
        raise errors.InvalidArgumentError(f"`channels` must be 0, 1, 3 or 4 but got {channels}")
    return _jpeg.decode_window(data, crop_window, channels, options)


DECODE_JPEG = op(
    "DecodeJpeg", "contents: string -> image: uint8", _JPEG_ATTRS, shape=_one_image, kernel=_decode_jpeg,
    no_gradient=True,
)  # fmt: skip


def _window_rule(ctx: ShapeContext) -> Dims:
    _check_scalar(ctx)
    if ctx.rank(1) not in (None, 1):
        raise ctx.fail(f"crop_window must be 1-D, got shape {describe_dims(ctx.dims(1))}")
    window = ctx.dims_value(1)
    rows, columns = window[2:] if window is not None and len(window) == 4 else (Symbol(), Symbol())
    return (rows, columns, _channels(ctx))


DECODE_AND_CROP_JPEG = op(
    "DecodeAndCropJpeg", "contents: string, crop_window: int32 -> image: uint8", _JPEG_ATTRS, shape=_window_rule,
    kernel=_decode_and_crop, no_gradient=True,
)  # fmt: skip


def _decoder(name: str, attrs: str, shape: Any) -> OpRecord:
    """An op whose kernel is the common decoder under its name."""

    def kernel(contents: Array, channels: int = 0, **rest: Any) -> Array:
        wanted = rest.pop("dtype", uint8)
        return _formats.decode(name, _bytes(contents), channels, wanted, None, **rest)

    output = "dtype" if "dtype" in attrs else "uint8"
    return op(name, f"contents: string -> image: {output}", attrs, shape=shape, kernel=kernel, no_gradient=True)


DECODE_PNG = _decoder("DecodePng", "channels: int = 0; dtype: {uint8, uint16} = uint8", _one_image)
DECODE_BMP = _decoder("DecodeBmp", "channels: int = 0", _one_image)
DECODE_WEBP = _decoder("DecodeWebP", "channels: int = 0; dtype: {uint8} = uint8", _frames_rule)
DECODE_IMAGE = _decoder(
    "DecodeImage",
    "channels: int = 0; dtype: {uint8, uint16, float} = uint8; expand_animations: bool = true",
    _any_image,
)


def _gif_rule(ctx: ShapeContext) -> Dims:
    _check_scalar(ctx)
    return (Symbol(), Symbol(), Symbol(), 3)


DECODE_GIF = _decoder("DecodeGif", "", _gif_rule)


def _shape(contents: Array, output_type: DType) -> Array:
    data = _bytes(contents, "contents must be scalar, got shape ")
    try:
        return np.array(_jpeg.shape_of(data), output_type.numpy)
    except ValueError as error:
        raise errors.InvalidArgumentError(f"Invalid JPEG data, size {len(data)} ({error})") from None


def _shape_rule(ctx: ShapeContext) -> Dims:
    _check_scalar(ctx)
    return (3,)


EXTRACT_JPEG_SHAPE = op(
    "ExtractJpegShape", "contents: string -> image_shape: output_type", "output_type: index = int32",
    shape=_shape_rule, kernel=_shape, no_gradient=True,
)  # fmt: skip

# encoding ---------------------------------------------------------------------------------------------------


def _scalar(contents: bytes) -> Array:
    result = np.empty((), object)
    result[()] = contents
    return result


def _encode_jpeg(image: Array, quality: int, x_density: int, y_density: int, xmp_metadata: str, **attrs: Any) -> Array:
    xmp = bytes_of(xmp_metadata) if isinstance(xmp_metadata, str) else xmp_metadata
    for density in (x_density, y_density):
        if not -(2**31) <= density < 2**31:
            raise errors.InvalidArgumentError(f"A density has value {density} out of range for an int32")
    fitting = x_density & 0xFFFF, y_density & 0xFFFF  # the header has 16 bits for each
    return _scalar(_jpeg.encode(image, quality, density=fitting, xmp_metadata=xmp, **attrs))


def _of_image(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) not in (None, 3):
        raise ctx.fail(f"image must be 3-dimensional{describe_dims(ctx.dims(0))}")
    return ()


ENCODE_JPEG = op(
    "EncodeJpeg",
    "image: uint8 -> contents: string",
    'format: {"", "grayscale", "rgb"} = ""; quality: int = 95; progressive: bool = false; '
    'optimize_size: bool = false; chroma_downsampling: bool = true; density_unit: {"in", "cm"} = "in"; '
    'x_density: int = 300; y_density: int = 300; xmp_metadata: string = ""',
    shape=_of_image,
    kernel=_encode_jpeg,
    no_gradient=True,
)


def _encode_with_quality(images: Array, quality: Array) -> Array:
    if quality.ndim:
        raise errors.ShapeMismatchError(f"quality must be scalar: {list(quality.shape)}")
    return _scalar(_jpeg.encode(images, int(quality)))


def _with_quality_rule(ctx: ShapeContext) -> Dims:
    if ctx.rank(1) not in (None, 0):
        raise ctx.fail(f"quality must be scalar: {describe_dims(ctx.dims(1))}")
    return _of_image(ctx)


ENCODE_JPEG_VARIABLE_QUALITY = op(
    "EncodeJpegVariableQuality", "images: uint8, quality: int32 -> contents: string", shape=_with_quality_rule,
    kernel=_encode_with_quality, no_gradient=True,
)  # fmt: skip


def _encode_png(image: Array, compression: int) -> Array:
    if image.ndim < 3:
        raise errors.ShapeMismatchError(f"images must be at least rank 3{list(image.shape)}")
    if not -1 <= compression <= 9:
        raise errors.InvalidArgumentError(f"compression should be in [-1,9], got {compression}")
    if not 1 <= image.shape[-1] <= 4:
        raise errors.InvalidArgumentError(f"image must have 1, 2, 3, or 4 channels, got {image.shape[-1]}")
    result = np.empty(image.shape[:-3], object)
    if result.size and not image.size:
        raise errors.InternalError(None, None, f"PNG encoding failed: the image is empty, {list(image.shape)}")
    flat = result.reshape(-1)
    for i, one in enumerate(image.reshape(flat.size, *image.shape[-3:])):
        flat[i] = _png.encode(one, compression)
    return result


def _of_images(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is not None and len(dims) < 3:
        raise ctx.fail(f"images must be at least rank 3{describe_dims(dims)}")
    return None if dims is None else dims[:-3]


ENCODE_PNG = op(
    "EncodePng", "image: T -> contents: string", "compression: int = -1; T: {uint8, uint16} = uint8",
    shape=_of_images, kernel=_encode_png, no_gradient=True,
)  # fmt: skip
