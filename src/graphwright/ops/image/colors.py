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
from graphwright.ir.prelude import (
    Builder,
    Decompose,
    Dims,
    Emitter,
    Loader,
    Operand,
    OpRecord,
    ShapeContext,
    Unsupported,
    describe_dims,
    op,
)

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


class Pixels:
    """The channels of images as values of the graph that is compiled, and arithmetic on them.

    Narrow dtypes are computed in float32.
    """

    def __init__(self, b: Builder, images: Any) -> None:
        dims = images.type.dims
        if not dims or (isinstance(dims[-1], int) and dims[-1] != _CHANNELS):
            raise Unsupported("images of another number of channels")
        self._b, self._given = b, images.type.dtype
        self.dtype = self._given if self._given.size >= float32.size else float32
        self.channels = [
            b("StridedSlice", cast_in(b, images, self.dtype), *_channel(b, i), **_SHRINK) for i in range(3)
        ]

    def __call__(self, name: str, *values: Any) -> Any:
        """An elementwise op of channels and numbers."""
        dtype = self.dtype.numpy
        return self._b(name, *[self._b.const(np.array(v, dtype)) if isinstance(v, int | float) else v for v in values])

    def extent(self) -> tuple[Any, Any, Any]:
        """The largest of the channels, the smallest, and their difference."""
        high, low = (self(name, self(name, *self.channels[:2]), self.channels[2]) for name in ("Maximum", "Minimum"))
        return high, low, self("Sub", high, low)

    def hue(self, value: Any, extent: Any) -> Any:
        """The hue, from 0 to 1, by the largest of the channels and how far the smallest is below it."""
        red, green, blue = self.channels
        sixth = self("RealDiv", 1, self("Mul", 6, extent))
        pairs = (green, blue), (blue, red), (red, green)
        of_red, of_green, of_blue = (self("Mul", sixth, self("Sub", x, y)) for x, y in pairs)
        of_green, of_blue = self("AddV2", of_green, 2 / 6), self("AddV2", of_blue, 4 / 6)
        hue = self("SelectV2", self("Equal", green, value), of_green, of_blue)
        hue = self("SelectV2", self("Equal", red, value), of_red, hue)
        hue = self("SelectV2", self("LessEqual", extent, 0), 0, hue)
        return self("SelectV2", self("Less", hue, 0), self("AddV2", hue, 1), hue)

    def shares(self, hue: Any) -> list[Any]:
        """How much of each channel a pure color has, from its hue between 0 and 6."""
        red = self("Sub", self("Abs", self("Sub", hue, 3)), 1)
        green, blue = (self("Sub", 2, self("Abs", self("Sub", hue, at))) for at in (2, 4))
        return [self("Minimum", self("Maximum", share, 0), 1) for share in (red, green, blue)]

    def joined(self, channels: list[Any]) -> Any:
        """Images of these channels, in the dtype that was given."""
        return cast_in(self._b, self._b("Pack", channels, axis=channels[0].type.rank), self._given)


def cast_in(b: Builder, x: Any, dtype: Any) -> Any:
    """A value of the graph that is compiled, in a dtype."""
    return x if x.type.dtype is dtype else b("Cast", x, SrcT=x.type.dtype, DstT=dtype, Truncate=False)


_SHRINK = {"begin_mask": 0, "end_mask": 0, "ellipsis_mask": 1, "new_axis_mask": 0, "shrink_axis_mask": 2}


def _channel(b: Builder, at: int) -> list[Any]:
    return [b.const(np.array(v, np.int32)) for v in ([0, at], [0, at + 1], [1, 1])]


def _native_to_hsv(b: Builder, op: Any, images: Any) -> list[Any]:
    pixels = Pixels(b, images)
    value, _, extent = pixels.extent()
    lit = pixels("Greater", value, 0)
    saturation = pixels("SelectV2", lit, pixels("RealDiv", extent, value), 0)
    return [pixels.joined([pixels.hue(value, extent), saturation, value])]


def _native_to_rgb(b: Builder, op: Any, images: Any) -> list[Any]:
    pixels = Pixels(b, images)
    hue, saturation, value = pixels.channels
    gray = pixels("Sub", 1, saturation)
    shares = pixels.shares(pixels("Mul", hue, 6))
    tinted = (pixels("AddV2", gray, pixels("Mul", saturation, share)) for share in shares)
    return [pixels.joined([pixels("Mul", tint, value) for tint in tinted])]


def takes_colors(e: Emitter, load: Loader, op: Any) -> Operand:
    """Whether there are three channels."""
    return e.compare("eq", load.size(0, load.rank(0) - 1), e.const(_CHANNELS, "int64"))


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
    "RGBToHSV",
    *_COLORS,
    shape=_same_colors,
    kernel=_in_single_precision(to_hsv),
    gradient=_hsv_gradient,
    native=Decompose(_native_to_hsv, accepts=takes_colors),
)
HSV_TO_RGB: OpRecord = op(
    "HSVToRGB",
    *_COLORS,
    shape=_same_colors,
    kernel=_in_single_precision(to_rgb),
    no_gradient=True,
    native=Decompose(_native_to_rgb, accepts=takes_colors),
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
