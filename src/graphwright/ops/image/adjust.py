"""Brightness, contrast, gamma, hue and saturation of images; other colour spaces; standardised images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import float16, float32
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, convert_to_tensor, errors, name_scope, to_tensor
from graphwright.ir.prelude import Builder, Decompose, Dims, OpRecord, ShapeContext, describe_dims, op
from graphwright.ops.image import colors
from graphwright.ops.image.colors import convert_image_dtype

# records ---------------------------------------------------------------------------------------------------------


def _images(ctx: ShapeContext) -> Dims:
    dims, factor = ctx.dims(0), ctx.dims(1)
    if dims is not None and len(dims) < 3:
        raise ctx.fail(f"input must be at least 3-D, got shape{describe_dims(dims)}")
    if factor:
        raise ctx.fail(f"the factor must be a scalar{describe_dims(factor)}")
    return dims


def _kernel(compute: Callable[[Array, Array], Array], channels: bool) -> Callable[[Array, Array], Array]:
    def kernel(images: Array, amount: Array) -> Array:
        if images.ndim < 3:
            raise errors.ShapeMismatchError(f"input must be at least 3-D, got shape{describe_dims(images.shape)}")
        if amount.ndim:
            raise errors.ShapeMismatchError(f"the factor must be a scalar{describe_dims(amount.shape)}")
        if channels and images.shape[-1] != 3:
            raise errors.ShapeMismatchError(f"input must have 3 channels but instead has {images.shape[-1]} channels.")
        with np.errstate(all="ignore"):
            return compute(images.astype(np.float32, copy=False), amount).astype(images.dtype, copy=False)

    return kernel


def _contrast(images: Array, factor: Array) -> Array:
    if not images.size:
        return images
    mean = images.mean((-3, -2), keepdims=True, dtype=np.float64).astype(np.float32)
    result: Array = (images - mean) * factor + mean
    return result


def _hue(images: Array, delta: Array) -> Array:
    high, low = images.max(-1), images.min(-1)
    extent = high - low
    hue = np.mod((colors.to_hsv(images)[..., 0] + delta) * 6, np.float32(6))
    shares = abs(hue - 3) - 1, 2 - abs(hue - 2), 2 - abs(hue - 4)
    return np.stack([low + extent * share.clip(0, 1) for share in shares], -1)


def _saturation(images: Array, scale: Array) -> Array:
    high = images.max(-1, keepdims=True)
    extent = high - images.min(-1, keepdims=True)
    largest = np.where((extent > 0) & (high > 0), high / extent, 0)  # what makes the saturation 1
    result: Array = high - (high - images) * scale.clip(0, largest)
    return result


def _native_contrast(b: Builder, op: Any, images: Any, factor: Any) -> list[Any]:
    rank = len(images.type.dims)
    wide = colors.cast_in(b, images, float32)
    mean = b("Mean", wide, b.const(np.array([rank - 3, rank - 2], np.int32)), keep_dims=True)
    adjusted = b("AddV2", b("Mul", b("Sub", wide, mean), factor), mean)
    return [colors.cast_in(b, adjusted, images.type.dtype)]


def _native_saturation(b: Builder, op: Any, images: Any, scale: Any) -> list[Any]:
    pixels = colors.Pixels(b, images)
    high, _, extent = pixels.extent()
    colored = pixels("LogicalAnd", pixels("Greater", extent, 0), pixels("Greater", high, 0))
    largest = pixels("SelectV2", colored, pixels("RealDiv", high, extent), 0)
    factor = pixels("Maximum", pixels("Minimum", scale, largest), 0)
    below = (pixels("Mul", pixels("Sub", high, x), factor) for x in pixels.channels)
    return [pixels.joined([pixels("Sub", high, x) for x in below])]


def _native_hue(b: Builder, op: Any, images: Any, delta: Any) -> list[Any]:
    pixels = colors.Pixels(b, images)
    value, low, extent = pixels.extent()
    hue = pixels("FloorMod", pixels("Mul", pixels("AddV2", pixels.hue(value, extent), delta), 6), 6)
    return [pixels.joined([pixels("AddV2", low, pixels("Mul", extent, share)) for share in pixels.shares(hue)])]


_T = "T: {half, float} = float"
ADJUST_CONTRAST: OpRecord = op(
    "AdjustContrastv2", "images: T, contrast_factor: float32 -> output: T", _T,
    shape=_images, kernel=_kernel(_contrast, False), native=Decompose(_native_contrast),
)  # fmt: skip
ADJUST_HUE: OpRecord = op(
    "AdjustHue", "images: T, delta: float32 -> output: T", _T, shape=_images, kernel=_kernel(_hue, True),
    native=Decompose(_native_hue, accepts=colors.takes_colors),
)  # fmt: skip
ADJUST_SATURATION: OpRecord = op(
    "AdjustSaturation", "images: T, scale: float32 -> output: T", _T,
    shape=_images, kernel=_kernel(_saturation, True), native=Decompose(_native_saturation, accepts=colors.takes_colors),
)  # fmt: skip

# public functions ------------------------------------------------------------------------------------------------


def _adjusted(image: TensorLike, change: Callable[[Any], Any], name: str, saturate: bool = False) -> Tensor:
    """A change of an image's floats, back in the image's dtype."""
    with name_scope(name):
        given: Any = convert_to_tensor(image)
        floats = given if given.dtype in (float16, float32) else convert_image_dtype(given, float32)
        return convert_image_dtype(change(floats), given.dtype, saturate=saturate)


def adjust_brightness(image: TensorLike, delta: TensorLike) -> Tensor:
    """An image with `delta` added to each pixel, as a share of the largest number of its dtype.

    >>> tf.image.adjust_brightness(tf.constant([[[10, 200, 30]]], tf.uint8), 0.5).numpy().tolist()
    [[[137, 255, 157]]]
    """

    def change(floats: Any) -> Any:
        return floats + apply("Cast", (convert_to_tensor(delta),), {"DstT": floats.dtype})

    return _adjusted(image, change, "adjust_brightness", saturate=True)


def adjust_contrast(images: TensorLike, contrast_factor: TensorLike) -> Tensor:
    """Images whose pixels lie `contrast_factor` times as far from the mean of their channel.

    Args:
      images: tensor of shape [..., height, width, channels].
      contrast_factor: float scalar.

    >>> tf.image.adjust_contrast([[[1.0], [3.0]]], 2.0).numpy().ravel().tolist()
    [0.0, 4.0]
    """
    factor = to_tensor(contrast_factor, preferred=float32)
    return _adjusted(images, lambda x: apply(ADJUST_CONTRAST, (x, factor)), "adjust_contrast", saturate=True)


def adjust_gamma(image: TensorLike, gamma: TensorLike = 1, gain: TensorLike = 1) -> Tensor:
    """An image with each pixel raised to the power `gamma`, times `gain`; integers as shares of their largest number.

    >>> tf.image.adjust_gamma([[[0.5, 2.0]]], 2.0).numpy().ravel().tolist()
    [0.25, 4.0]
    """

    def change(floats: Any) -> Any:
        if isinstance(gamma, int | float | np.number) and gamma < 0:
            raise ValueError("Gamma should be a non-negative real number.")
        return gain * floats**gamma

    return _adjusted(image, change, "adjust_gamma", saturate=True)


def adjust_hue(image: TensorLike, delta: TensorLike, name: str | None = None) -> Tensor:
    """An image of red, green and blue with `delta`, between -1 and 1, added to each hue.

    >>> tf.image.adjust_hue([[[1.0, 0.0, 0.0]]], 0.5).numpy().ravel().tolist()
    [0.0, 1.0, 1.0]
    """
    return _adjusted(image, lambda x: apply(ADJUST_HUE, (x, delta)), name or "adjust_hue")


def adjust_saturation(image: TensorLike, saturation_factor: TensorLike, name: str | None = None) -> Tensor:
    """An image of red, green and blue with each saturation multiplied, and clipped to 1.

    >>> tf.image.adjust_saturation([[[1.0, 0.5, 0.5]]], 2.0).numpy().ravel().tolist()
    [1.0, 0.0, 0.0]
    """
    return _adjusted(image, lambda x: apply(ADJUST_SATURATION, (x, saturation_factor)), name or "adjust_saturation")


def per_image_standardization(image: TensorLike) -> Tensor:
    """Each image with mean 0 and variance 1, in float32; images of one colour, which have no variance, become 0.

    >>> tf.image.per_image_standardization([[[1.0], [3.0]]]).numpy().ravel().tolist()
    [-1.0, 1.0]
    """
    with name_scope("per_image_standardization"):
        images: Any = convert_to_tensor(image)
        if images.shape.rank is not None and images.shape.rank < 3:
            raise ValueError(f"'image' (shape {images.shape}) must be at least three-dimensional.")
        images = images if images.dtype is float32 else apply("Cast", (images,), {"DstT": float32})
        keep = {"keep_dims": True}
        centered = images - apply("Mean", (images, [-1, -2, -3]), keep)
        deviation = apply("Sqrt", (apply("Mean", (centered * centered, [-1, -2, -3]), keep),))
        count = apply("Cast", (apply("Prod", (apply("Shape", (images,))[-3:], 0)),), {"DstT": float32})
        return apply("RealDiv", (centered, apply("Maximum", (deviation, apply("Rsqrt", (count,))))))


_SPACES: Final = {
    "rgb_to_yiq": [[0.299, 0.59590059, 0.2115], [0.587, -0.27455667, -0.52273617], [0.114, -0.32134392, 0.31119955]],
    "yiq_to_rgb": [[1.0, 1.0, 1.0], [0.95598634, -0.27201283, -1.10674021], [0.6208248, -0.64720424, 1.70423049]],
    "rgb_to_yuv": [
        [0.299, -0.14714119, 0.61497538], [0.587, -0.28886916, -0.51496512], [0.114, 0.43601035, -0.10001026],
    ],
    "yuv_to_rgb": [[1.0, 1.0, 1.0], [0.0, -0.394642334, 2.03206185], [1.13988303, -0.58062185, 0.0]],
}  # fmt: skip


def _in_space(images: TensorLike, name: str) -> Tensor:
    pixels: Any = convert_to_tensor(images, name="images")
    shape = apply("Shape", (pixels,))
    flat = apply("Reshape", (pixels, [-1, 3]))
    result = apply("Reshape", (apply("MatMul", (flat, convert_to_tensor(_SPACES[name], pixels.dtype))), shape))
    result.set_shape(pixels.shape)
    return result


def rgb_to_yiq(images: TensorLike) -> Tensor:
    """Luma, in-phase and quadrature (of NTSC) of red, green and blue, in the last axis.

    >>> round(float(tf.image.rgb_to_yiq([1.0, 0.0, 0.0])[0]), 3)
    0.299
    """
    return _in_space(images, "rgb_to_yiq")


def yiq_to_rgb(images: TensorLike) -> Tensor:
    """Red, green and blue of luma, in-phase and quadrature, in the last axis.

    >>> tf.image.yiq_to_rgb([0.5, 0.0, 0.0]).numpy().tolist()
    [0.5, 0.5, 0.5]
    """
    return _in_space(images, "yiq_to_rgb")


def rgb_to_yuv(images: TensorLike) -> Tensor:
    """Luma and the two differences of colour (of PAL) of red, green and blue, in the last axis.

    >>> round(float(tf.image.rgb_to_yuv([1.0, 0.0, 0.0])[0]), 3)
    0.299
    """
    return _in_space(images, "rgb_to_yuv")


def yuv_to_rgb(images: TensorLike) -> Tensor:
    """Red, green and blue of luma and the two differences of colour, in the last axis.

    >>> tf.image.yuv_to_rgb([0.5, 0.0, 0.0]).numpy().tolist()
    [0.5, 0.5, 0.5]
    """
    return _in_space(images, "yuv_to_rgb")
