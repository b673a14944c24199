"""Colours of images: hue, saturation and value; grey; the dtypes that images are stored in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, float32
from graphwright.core.prelude import (
    Application,
    Array,
    DTypeLike,
    Gradients,
    Tensor,
    TensorLike,
    apply,
    convert_to_tensor,
    errors,
    name_scope,
)  # fmt: skip
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, describe_dims, op

_CHANNELS = 3

# between red, green, blue and hue, saturation, value -----------------------------------------------------------


def _same_colors(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is not None and not dims:
        raise ctx.fail(f"input must be at least 1D{describe_dims(dims)}")
    if dims is not None and isinstance(dims[-1], int) and dims[-1] != _CHANNELS:
        raise ctx.fail(f"input must have 3 channels but input only has {dims[-1]} channels.")
    return dims


def _in_single_precision(convert: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """The kernel that converts colours; of the narrow dtypes it computes in float32."""

    def kernel(images: Array) -> Array:
        if not images.ndim or images.shape[-1] != _CHANNELS:
            raise errors.ShapeMismatchError(f"input must have 3 channels{describe_dims(images.shape)}")
        wide = images if images.dtype in (np.float32, np.float64) else images.astype(np.float32)
        with np.errstate(all="ignore"):
            return convert(wide).astype(images.dtype, copy=False)

    return kernel


def to_hsv(images: Array) -> Array:
    """Hue, saturation and value of an array of colours."""
    red, green, blue = images[..., 0], images[..., 1], images[..., 2]
    value = images.max(-1)
    extent = value - images.min(-1)
    saturation = np.where(value > 0, extent / value, 0)
    sixth = 1 / (6 * extent)
    hue = np.where(
        red == value,
        sixth * (green - blue),
        np.where(green == value, sixth * (blue - red) + 2 / 6, sixth * (red - green) + 4 / 6),
    )
    hue = np.where(extent <= 0, 0, hue)
    return np.stack([np.where(hue < 0, hue + 1, hue), saturation, value], -1).astype(images.dtype, copy=False)


def to_rgb(images: Array) -> Array:
    """Red, green and blue of an array of hues, saturations and values."""
    hue, saturation, value = images[..., :1] * 6, images[..., 1:2], images[..., 2:]
    pure = np.concatenate([abs(hue - 3) - 1, 2 - abs(hue - 2), 2 - abs(hue - 4)], -1).clip(0, 1)
    result: Array = ((1 - saturation) + saturation * pure) * value
    return result


_COLORS = ("images: T -> output: T", "T: {half, bfloat16, float, double} = float")


def _hsv_gradient(op: Application, grad: Any) -> Gradients:
    """As TensorFlow has it: of equal channels the first is the largest and the last the smallest; the hue does not
    depend on colours that are nowhere above 0, nor the saturation on channels that are not."""
    channels: list[Any] = [op.inputs[0][..., i] for i in range(_CHANNELS)]
    red, green, blue = channels
    zero, one = (apply(name, (red,)) for name in ("ZerosLike", "OnesLike"))
    value, low = (apply(n, (apply(n, (red, green)), blue)) for n in ("Maximum", "Minimum"))
    extent: Any = value - low
    is_red, is_green = (apply("Equal", (x, value)) for x in (red, green))
    lowest = [apply("Equal", (x, low)) for x in (blue, green)]

    def only(first: Any, second: Any) -> list[Any]:
        """The first, the second where not the first, what remains; as numbers."""
        not_first = apply("LogicalNot", (first,))
        both = (
            apply("LogicalAnd", (not_first, second)),
            apply("LogicalAnd", (not_first, apply("LogicalNot", (second,)))),
        )
        return [apply("Cast", (x,), {"DstT": red.dtype}) for x in (first, *both)]

    largest, smallest = only(is_red, is_green), only(*lowest)[::-1]
    by_hue, by_saturation, by_value = (grad[..., i] for i in range(_CHANNELS))
    lit = apply("Greater", (value, zero))
    step = apply("SelectV2", (lit, by_hue * apply("DivNoNan", (one, extent * 6)), zero))
    # seen from the largest channel, the hue is (the next channel - the one after it) / extent / 6, and a constant
    turn: Any = zero
    for i in range(_CHANNELS):
        ahead = apply("DivNoNan", (channels[(i + 1) % 3] - channels[(i + 2) % 3], extent))
        turn = turn + largest[i] * ahead
    results = []
    for i in range(_CHANNELS):
        hue = step * (largest[(i + 2) % 3] - largest[(i + 1) % 3] - largest[i] * turn + smallest[i] * turn)
        share = largest[i] * apply("DivNoNan", (low, value * value)) - smallest[i] * apply("DivNoNan", (one, value))
        above = apply("Greater", (channels[i], zero))
        saturation = apply("SelectV2", (above, by_saturation * share, zero))
        results.append(hue + saturation + largest[i] * by_value)
    return [apply("Pack", (results,), {"axis": -1})]


RGB_TO_HSV: OpRecord = op(
    "RGBToHSV", *_COLORS, shape=_same_colors, kernel=_in_single_precision(to_hsv), gradient=_hsv_gradient
)
HSV_TO_RGB: OpRecord = op(
    "HSVToRGB", *_COLORS, shape=_same_colors, kernel=_in_single_precision(to_rgb), no_gradient=True
)


def rgb_to_hsv(images: TensorLike, name: str | None = None) -> Tensor:
    """Hue, saturation and value of red, green and blue, each between 0 and 1, in the last axis.

    >>> tf.image.rgb_to_hsv([1.0, 0.0, 0.0]).numpy()
    array([0., 1., 1.], dtype=float32)
    """
    return apply(RGB_TO_HSV, (images,), name=name)


def hsv_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Red, green and blue of hue, saturation and value, each between 0 and 1, in the last axis.

    >>> tf.image.hsv_to_rgb([0.0, 1.0, 1.0]).numpy()
    array([1., 0., 0.], dtype=float32)
    """
    return apply(HSV_TO_RGB, (images,), name=name)


# grey ----------------------------------------------------------------------------------------------------------


def rgb_to_grayscale(images: TensorLike, name: str | None = None) -> Tensor:
    """One channel, the luma of red, green and blue, in the dtype of the images.

    >>> tf.image.rgb_to_grayscale([[1.0, 2.0, 3.0]]).numpy()
    array([[1.8149]], dtype=float32)
    """
    with name_scope(name or "rgb_to_grayscale"):
        colors: Any = convert_to_tensor(images)
        if colors.shape.rank == 0 or (colors.shape.rank is not None and colors.shape[-1] not in (None, _CHANNELS)):
            raise errors.ShapeMismatchError(f"The last axis must have 3 channels. Received shape: {colors.shape}")
        real: Any = convert_image_dtype(colors, float32)
        weights = convert_to_tensor(np.array([0.2989, 0.5870, 0.1140]), real.dtype)
        gray = apply("Sum", (apply("Mul", (real, weights)), [-1]), {"keep_dims": True})
        return convert_image_dtype(gray, colors.dtype)


def grayscale_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Three equal channels of one.

    >>> tf.image.grayscale_to_rgb([[[7.0]]]).numpy()
    array([[[7., 7., 7.]]], dtype=float32)
    """
    with name_scope(name or "grayscale_to_rgb"):
        gray: Any = convert_to_tensor(images)
        if gray.shape.rank is not None and gray.shape.rank < 2:
            raise ValueError(f"A grayscale image (shape {gray.shape}) must be at least two-dimensional.")
        if gray.shape.rank is not None and gray.shape[-1] not in (None, 1):
            raise ValueError("Last dimension of a grayscale image should be size 1.")
        rank = gray.shape.rank
        repeats = apply("ConcatV2", ([apply("OnesLike", (apply("Shape", (gray,))[:-1],)), [_CHANNELS]], 0))
        return apply("Tile", (gray, repeats if rank is None else [1] * (rank - 1) + [_CHANNELS]))


# dtypes --------------------------------------------------------------------------------------------------------


def convert_image_dtype(image: TensorLike, dtype: DTypeLike, saturate: bool = False, name: str | None = None) -> Tensor:
    """An image in another dtype: floats run from 0 to 1, integers to the largest number of their dtype.

    Args:
      image: the image.
      dtype: the dtype of the result.
      saturate: whether numbers that the dtype cannot represent become the nearest that it can.
      name: the name of the operations.

    >>> tf.image.convert_image_dtype([0.0, 0.5, 1.0], tf.uint8).numpy()
    array([  0, 127, 255], dtype=uint8)
    """
    with name_scope(name or "convert_image"):
        source: Any = convert_to_tensor(image)
        wanted = as_dtype(dtype)
        if not (wanted.is_integer or wanted.is_floating):
            raise AttributeError("dtype must be either floating point or integer")
        if wanted == source.dtype:
            return apply("Identity", (source,))
        if wanted.is_integer and source.dtype.is_integer:
            return _between_integers(source, wanted, saturate)
        if wanted.is_floating:
            result = _cast(source, wanted)
            return apply("Mul", (result, 1.0 / source.dtype.max)) if source.dtype.is_integer else result
        scale = wanted.max + 0.5  # each integer stands for an interval of one size
        return _cast(apply("Mul", (source, scale)), wanted, saturate)


def _between_integers(source: Any, dtype: Any, saturate: bool) -> Tensor:
    """Integers of another width keep their share of the largest number: shifts, as the largest are powers of two."""
    before, after = int(source.dtype.max), int(dtype.max)
    if before > after:
        return _cast(apply("FloorDiv", (source, (before + 1) // (after + 1))), dtype, saturate)
    return apply("Mul", (_cast(source, dtype, saturate), (after + 1) // (before + 1)))


def _cast(x: Any, dtype: Any, saturate: bool = False) -> Tensor:
    from graphwright.ops.math.casts import cast, saturate_cast

    return saturate_cast(x, dtype) if saturate else cast(x, dtype)


__all__ = [
    "HSV_TO_RGB", "RGB_TO_HSV", "convert_image_dtype", "grayscale_to_rgb", "hsv_to_rgb", "rgb_to_grayscale",
    "rgb_to_hsv",
]  # fmt: skip
