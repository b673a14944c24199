"""`tf.image.decode_*` and `encode_*`, which `tf.io` has as well."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import DType, as_dtype, float32, int32, uint8, uint16
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply, convert_to_tensor, name_scope
from graphwright.ops.image.codecs import records


def decode_jpeg(
    contents: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """Decode a JPEG file: a uint8 tensor `[height, width, channels]`.

    The other formats that `decode_image` knows are decoded too, but BMP and animations.

    Args:
      contents: string scalar, the bytes of the file.
      channels: 1 for grey, 3 for RGB, 0 for what the file has; CMYK becomes RGB.
      ratio: 1, 2, 4 or 8, by which height and width are divided.
      fancy_upscaling: interpolate colours that are stored with a lower resolution.
      try_recover_truncated: decode what there is of a file that ends early.
      acceptable_fraction: not used; a truncated file is accepted, or refused, as a whole.
      dct_method: "INTEGER_FAST", which is the default, or "INTEGER_ACCURATE".
      name: of the operation.

    Raises:
      InvalidArgumentError: the contents are not a picture, or an argument has another value.
      ImportError: Pillow or simplejpeg is not installed (the extra `image`).

    >>> contents = tf.io.encode_jpeg(tf.fill([8, 16, 3], tf.constant(100, tf.uint8)))
    >>> tf.io.decode_jpeg(contents).shape, tf.io.decode_jpeg(contents, channels=1, ratio=2).shape
    (TensorShape([8, 16, 3]), TensorShape([4, 8, 1]))
    """
    attrs = _jpeg_attrs(channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method)
    return apply(records.DECODE_JPEG, (contents,), attrs, name)


def decode_and_crop_jpeg(
    contents: TensorLike,
    crop_window: TensorLike,
    channels: int = 0,
    ratio: int = 1,
    fancy_upscaling: bool = True,
    try_recover_truncated: bool = False,
    acceptable_fraction: float = 1,
    dct_method: str = "",
    name: str | None = None,
) -> Tensor:
    """Decode a window of a JPEG file: a uint8 tensor `[crop_height, crop_width, channels]`.

    Args:
      contents: string scalar, the bytes of the file.
      crop_window: int32 vector of four: the first row, the first column, height and width.
      channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method: as for `decode_jpeg`.
      name: of the operation.

    Raises:
      InvalidArgumentError: the contents are not a JPEG file, or the window is not inside of the image.

    >>> contents = tf.io.encode_jpeg(tf.fill([8, 16, 3], tf.constant(100, tf.uint8)))
    >>> tf.io.decode_and_crop_jpeg(contents, [2, 4, 3, 5]).shape
    TensorShape([3, 5, 3])
    """
    attrs = _jpeg_attrs(channels, ratio, fancy_upscaling, try_recover_truncated, acceptable_fraction, dct_method)
    return apply(records.DECODE_AND_CROP_JPEG, (contents, crop_window), attrs, name)


def _jpeg_attrs(
    channels: int, ratio: int, fancy: bool, recover: bool, fraction: float, dct_method: str
) -> dict[str, Any]:
    return {
        "channels": channels,
        "ratio": ratio,
        "fancy_upscaling": fancy,
        "try_recover_truncated": recover,
        "acceptable_fraction": fraction,
        "dct_method": dct_method,
    }


def decode_png(contents: TensorLike, channels: int = 0, dtype: DTypeLike = uint8, name: str | None = None) -> Tensor:
    """Decode a PNG file: a tensor `[height, width, channels]`.

    Args:
      contents: string scalar, the bytes of the file.
      channels: 1 for grey, 3 for RGB, 4 for RGBA, 0 for what the file has.
      dtype: uint8 or uint16.
      name: of the operation.

    Raises InvalidArgumentError if the contents are not a picture.

    >>> contents = tf.io.encode_png(tf.constant([[[10], [200]]], tf.uint8))
    >>> tf.io.decode_png(contents, channels=3).numpy().tolist()
    [[[10, 10, 10], [200, 200, 200]]]
    """
    return apply(records.DECODE_PNG, (contents,), {"channels": channels, "dtype": as_dtype(dtype)}, name)


def decode_gif(contents: TensorLike, name: str | None = None) -> Tensor:
    """Decode a GIF file: a uint8 tensor `[frames, height, width, 3]`.

    Each frame is drawn over the one before. The other formats that `decode_image` knows give one frame, BMP is refused.

    Args:
      contents: string scalar, the bytes of the file.
      name: of the operation.

    Raises InvalidArgumentError if the contents are not a picture.

    >>> import base64
    >>> contents = base64.b64decode("R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=")
    >>> tf.io.decode_gif(contents).numpy().tolist()
    [[[[255, 0, 0]]]]
    """
    return apply(records.DECODE_GIF, (contents,), None, name)


def decode_bmp(contents: TensorLike, channels: int = 0, name: str | None = None) -> Tensor:
    """Decode the first frame of a BMP file: a uint8 tensor `[height, width, channels]`.

    Args:
      contents: string scalar, the bytes of the file, without compression and with 8, 24 or 32 bits for each pixel.
      channels: 3 for RGB, 4 for RGBA, 0 for what the file has.
      name: of the operation.

    Raises InvalidArgumentError if the contents are not such a picture.

    >>> header = b"BM" + bytes(8) + bytes([54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]) + bytes(24)
    >>> tf.io.decode_bmp(header + bytes([30, 20, 10, 0])).numpy().tolist()
    [[[10, 20, 30]]]
    """
    return apply(records.DECODE_BMP, (contents,), {"channels": channels}, name)


def decode_webp(contents: TensorLike, channels: int = 0, dtype: DTypeLike = uint8, name: str | None = None) -> Tensor:
    """Decode a WebP file: a uint8 tensor `[frames, height, width, channels]`.

    Args:
      contents: string scalar, the bytes of the file.
      channels: 3 for RGB, 4 for RGBA, as in the file; 0 for what it has.
      dtype: uint8.
      name: of the operation.

    Raises InvalidArgumentError if the contents are not such a picture.

    >>> import base64
    >>> contents = base64.b64decode("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
    >>> tf.io.decode_webp(contents).shape
    TensorShape([1, 1, 1, 4])
    """
    return apply(records.DECODE_WEBP, (contents,), {"channels": channels, "dtype": as_dtype(dtype)}, name)


def decode_image(
    contents: TensorLike,
    channels: int | None = None,
    dtype: DTypeLike = uint8,
    name: str | None = None,
    expand_animations: bool = True,
) -> Tensor:
    """Decode a BMP, GIF, JPEG, PNG or WebP file, whichever it is.

    A GIF or WebP file gives a tensor `[frames, height, width, channels]`, another one `[height, width, channels]`. So
    the static shape is unknown, unless `expand_animations` is False.

    Args:
      contents: string scalar, the bytes of the file.
      channels: 1 for grey, 3 for RGB, 4 for RGBA, 0 (or None) for what the file has.
      dtype: of the result. Floating-point numbers are from 0 to 1.
      name: of the operation.
      expand_animations: decode all frames; if False, the first one, without the axis of frames.

    Raises InvalidArgumentError if the contents are not a picture.

    >>> contents = tf.io.encode_png(tf.constant([[[0], [255]]], tf.uint8))
    >>> tf.io.decode_image(contents, dtype=tf.float32).numpy().ravel().tolist()
    [0.0, 1.0]
    """
    from graphwright.ops.image.colors import convert_image_dtype

    wanted: DType = as_dtype(dtype)
    decoded = wanted if wanted in (uint8, uint16, float32) else uint16
    attrs = {"channels": channels or 0, "dtype": decoded, "expand_animations": expand_animations}
    with name_scope(name or "decode_image"):
        image = apply(records.DECODE_IMAGE, (contents,), attrs)
        return image if decoded is wanted else convert_image_dtype(image, wanted)


def extract_jpeg_shape(contents: TensorLike, output_type: DTypeLike = int32, name: str | None = None) -> Tensor:
    """Read height, width and channels of a JPEG file from its header, without decoding it.

    Args:
      contents: string scalar, the bytes of the file.
      output_type: int32 or int64.
      name: of the operation.

    Raises InvalidArgumentError if the contents are not a JPEG file.

    >>> contents = tf.io.encode_jpeg(tf.zeros([8, 16, 3], tf.uint8))
    >>> tf.io.extract_jpeg_shape(contents).numpy().tolist()
    [8, 16, 3]
    """
    return apply(records.EXTRACT_JPEG_SHAPE, (contents,), {"output_type": as_dtype(output_type)}, name)


def is_jpeg(contents: TensorLike, name: str | None = None) -> Tensor:
    """Test whether the bytes start like a JPEG file: a bool tensor of the same shape.

    >>> bool(tf.io.is_jpeg(tf.io.encode_jpeg(tf.zeros([8, 16, 3], tf.uint8)))), bool(tf.io.is_jpeg("GIF89a"))
    (True, False)
    """
    from graphwright.ops.text.transform import substr

    with name_scope(name or "is_jpeg"):
        start: Tensor = substr(contents, 0, 3)
        return apply("Equal", (start, b"\xff\xd8\xff"))


def encode_jpeg(
    image: TensorLike,
    format: str = "",
    quality: int = 95,
    progressive: bool = False,
    optimize_size: bool = False,
    chroma_downsampling: bool = True,
    density_unit: str = "in",
    x_density: int = 300,
    y_density: int = 300,
    xmp_metadata: str = "",
    name: str | None = None,
) -> Tensor:
    """Encode an image as a JPEG file: a string scalar.

    Args:
      image: uint8 of shape `[height, width, channels]`, with 1 or 3 channels.
      format: "grayscale" or "rgb", if the image must have 1 or 3 channels.
      quality: from 0 to 100.
      progressive: write a file whose parts show the whole image, ever sharper.
      optimize_size: take longer for a smaller file.
      chroma_downsampling: store colours with half the resolution.
      density_unit, x_density, y_density: pixels for each inch ("in") or centimetre ("cm"), which a program that prints
        may ask for.
      xmp_metadata: XMP metadata to put into the header.
      name: of the operation.

    Raises InvalidArgumentError for another shape or an argument out of range.

    >>> tf.io.encode_jpeg(tf.zeros([8, 16, 3], tf.uint8), quality=80).numpy()[:4]
    b'\\xff\\xd8\\xff\\xe0'
    """
    attrs = {
        "format": format,
        "quality": quality,
        "progressive": progressive,
        "optimize_size": optimize_size,
        "chroma_downsampling": chroma_downsampling,
        "density_unit": density_unit,
        "x_density": x_density,
        "y_density": y_density,
        "xmp_metadata": xmp_metadata,
    }
    return apply(records.ENCODE_JPEG, (image,), attrs, name)


def encode_png(image: TensorLike, compression: int = -1, name: str | None = None) -> Tensor:
    """Encode images as PNG files: a string for each.

    Args:
      image: uint8 or uint16 of shape `[..., height, width, channels]`, with 1 (grey), 2 (grey and alpha), 3 (RGB) or 4
        (RGBA) channels.
      compression: from 0 (none) to 9 (the smallest file); -1 for a default between them.
      name: of the operation.

    Raises InvalidArgumentError for another shape or an argument out of range.

    >>> tf.io.encode_png(tf.zeros([2, 8, 16, 3], tf.uint8)).shape
    TensorShape([2])
    """
    return apply(records.ENCODE_PNG, (convert_to_tensor(image),), {"compression": compression}, name)
