"""ImageProjectiveTransformV3: images seen through a projective transform."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.array._older import older


def _transformed(ctx: ShapeContext) -> Dims:
    dims, transforms, size = ctx.dims(0), ctx.dims(1), ctx.dims(2)
    if dims is not None and len(dims) != 4:
        raise ctx.fail("Input images must have rank 4")
    if transforms is not None and (len(transforms) != 2 or transforms[1] not in (8, *_symbols(transforms))):
        raise ctx.fail("Input transform should be num_images x 8 or 1 x 8")
    if size is not None and (len(size) != 1 or (isinstance(size[0], int) and size[0] != 2)):
        raise ctx.fail(f"output shape must have two elements{describe_dims(size)}")
    if ctx.dims(3):
        raise ctx.fail("fill_value must be a scalar")
    height, width = ctx.dims_value(2) or (Symbol(), Symbol())
    return (dims[0] if dims else Symbol(), height, width, dims[3] if dims else Symbol())


def _symbols(dims: Any) -> tuple[Any, ...]:
    return tuple(d for d in dims if isinstance(d, Symbol))


def _inside(at: Array, size: int, mode: str) -> Array:
    """Coordinates outside of an axis, moved to where its mode continues the image; CONSTANT leaves them."""
    if mode == "CONSTANT":
        return at
    if size <= 1 and mode != "NEAREST":
        return np.zeros_like(at)
    if mode == "REFLECT":  # d c b a | a b c d | d c b a
        at = np.mod(at + 0.5, 2 * size)
        at = np.minimum(at, 2 * size - at) - 0.5
    elif mode == "WRAP":  # a b c d | a b c d | a b c d; TensorFlow counts the periods by the distance of the ends
        before = at + size * (np.trunc(-at / (size - 1)) + 1)
        behind = at - size * np.trunc(at / (size - 1))
        at = np.where(at < 0, before, np.where(at > size - 1, behind, at))
    return at.clip(0, size - 1)


def _positions(transforms: Array, output_shape: Array, size: tuple[int, int], mode: str) -> tuple[Array, Array]:
    """The coordinates in the images that each result element shows: (down, right), NaN where there are none."""
    down, right = (np.arange(n, dtype=np.float32) for n in output_shape)
    a0, a1, a2, b0, b1, b2, c0, c1 = (transforms[:, i, None, None] for i in range(8))
    with np.errstate(all="ignore"):
        depth = c0 * right + c1 * down[:, None] + np.float32(1)
        depth = np.where(depth == 0, np.float32("nan"), depth)
        x = (a0 * right + a1 * down[:, None] + a2) / depth
        y = (b0 * right + b1 * down[:, None] + b2) / depth
    return _inside(y, size[0], mode), _inside(x, size[1], mode)


def _kernel(
    images: Array, transforms: Array, output_shape: Array, fill_value: Array, interpolation: str, fill_mode: str
) -> Array:
    if images.ndim != 4:
        raise errors.ShapeMismatchError("Input images must have rank 4")
    if transforms.ndim != 2 or transforms.shape[1] != 8 or transforms.shape[0] not in (1, images.shape[0]):
        raise errors.ShapeMismatchError("Input transform should be num_images x 8 or 1 x 8")
    if output_shape.shape != (2,):
        raise errors.ShapeMismatchError(f"output shape must have two elements{describe_dims(output_shape.shape)}")
    if fill_value.ndim:
        raise errors.ShapeMismatchError("fill_value must be a scalar")
    if min(output_shape) <= 0:
        raise errors.InvalidArgumentError("output dimensions must be positive")
    count, height, width, _ = images.shape
    y, x = _positions(transforms, output_shape, (height, width), fill_mode)
    exists = np.isfinite(y) & np.isfinite(x)
    # what is far outside stays outside as an integer, too
    y, x = (np.where(exists, at, -2).clip(-2, size + 1) for at, size in ((y, height), (x, width)))
    image = np.arange(count)[:, None, None]

    def read(rows: Array, columns: Array) -> Array:
        rows, columns = rows.astype(np.int64), columns.astype(np.int64)
        seen = (rows >= 0) & (rows < height) & (columns >= 0) & (columns < width)
        shown = images[image, rows.clip(0, height - 1), columns.clip(0, width - 1)]
        return np.where(seen[..., None], shown, fill_value.astype(images.dtype))

    if interpolation == "NEAREST":
        result = read(*(np.trunc(at + np.copysign(np.float32(0.5), at)) for at in (y, x)))
    else:
        result = _between(read, y, x)
    result = np.where(exists[..., None], result, fill_value.astype(images.dtype))
    return result.astype(images.dtype, copy=False)


def _between(read: Any, y: Array, x: Array) -> Array:
    """Bilinear interpolation of the four elements around each position."""
    top, left = np.floor(y), np.floor(x)
    down, right = (y - top)[..., None], (x - left)[..., None]
    upper = (1 - right) * read(top, left) + right * read(top, left + 1)
    lower = (1 - right) * read(top + 1, left) + right * read(top + 1, left + 1)
    result: Array = (1 - down) * upper + down * lower
    return result


def _gradient(op: Application, grad: Tensor) -> Gradients:
    """The gradient, seen through the inverse transform."""
    images, transforms = op.inputs[0], op.inputs[1]
    attrs = {name: op.attrs[name] for name in ("interpolation", "fill_mode")}
    one = apply("OnesLike", (transforms[:, :1],))
    matrices = apply("Reshape", (apply("ConcatV2", ([transforms, one], 1)), [-1, 3, 3]))
    inverse = apply("Reshape", (apply("MatrixInverse", (matrices,)), [-1, 9]))
    back = apply("RealDiv", (inverse, inverse[:, 8:]))[:, :8]
    size = apply("Shape", (images,))[1:3]
    return [apply(PROJECTIVE_TRANSFORM, (grad, back, size, 0.0), attrs), None, None, None]


PROJECTIVE_TRANSFORM: OpRecord = op(
    "ImageProjectiveTransformV3",
    "images: dtype, transforms: float32, output_shape: int32, fill_value: float32 -> transformed_images: dtype",
    "dtype: {uint8, int32, int64, half, bfloat16, float, double}; interpolation: string; "
    'fill_mode: string = "CONSTANT"',
    shape=_transformed,
    kernel=_kernel,
    gradient=_gradient,
)

older(
    "ImageProjectiveTransformV2",
    "images: dtype, transforms: float32, output_shape: int32 -> transformed_images: dtype",
    "dtype: {uint8, int32, int64, half, bfloat16, float, double}; interpolation: string; "
    'fill_mode: string = "CONSTANT"',
    "ImageProjectiveTransformV3",
    (np.zeros((), np.float32),),
)

__all__ = ["PROJECTIVE_TRANSFORM"]
