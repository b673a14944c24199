"""ExtractGlimpse: windows of images around places, with noise where they reach beyond."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op


def _starts(offsets: Array, sizes: Any, glimpse: Array, centered: bool, normalized: bool, first: bool) -> Array:
    """The first row and column of each window, towards zero."""
    extent, half = np.asarray(sizes, np.float64), glimpse / 2
    at = offsets.astype(np.float64)
    if first:  # offsets are those of the centre
        place = at * extent if normalized else at
        return np.trunc(((extent + place) / 2 if centered else place) - half).astype(np.int64)
    if normalized:
        return np.trunc((extent + at * extent) / 2 - half if centered else at * extent).astype(np.int64)
    return np.trunc(at + extent / 2 if centered else at).astype(np.int64)


def _noise(images: Array, dims: Any, uniform_noise: bool, noise: str) -> Array:
    draws = np.random.default_rng()
    if noise == "zero":
        return np.zeros(dims, images.dtype)
    if uniform_noise or noise == "uniform":
        found: Array = draws.uniform(images.min(), images.max(), dims)
    else:
        found = draws.normal(images.mean(), images.std(), dims)
    return found.astype(images.dtype)


def _glimpse(name: str, first: bool) -> OpRecord:
    def kernel(
        input: Array, size: Array, offsets: Array, centered: bool, normalized: bool, uniform_noise: bool, noise: str
    ) -> Array:
        if uniform_noise and noise != "uniform":
            raise errors.InvalidArgumentError("The uniform_noise and noise could not be specified at the same time")
        if noise not in ("uniform", "gaussian", "zero"):
            raise errors.InvalidArgumentError(f"noise must be uniform, gaussian or zero, got {noise!r}")
        if input.ndim != 4 or offsets.shape != (input.shape[0], 2):
            raise errors.InvalidArgumentError(
                f"input must be 4-dimensional and offsets have a row of 2 for each image, got {list(input.shape)} and "
                f"{list(offsets.shape)}"
            )
        if size.shape != (2,) or (size < 0).any():
            raise errors.InvalidArgumentError(f"size must be two numbers, none negative, got {size.tolist()}")
        count, height, width, channels = input.shape
        result = _noise(input, (count, *size.tolist(), channels), uniform_noise, noise)
        starts = _starts(offsets, (height, width), size, centered, normalized, first)
        for image, out, (top, left) in zip(input, result, starts.tolist(), strict=True):
            rows, columns = (
                range(max(top, 0), min(top + int(size[0]), height)),
                range(max(left, 0), min(left + int(size[1]), width)),
            )
            if len(rows) and len(columns):
                part = image[rows.start : rows.stop, columns.start : columns.stop]
                out[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left] = part
        return result

    return op(
        name,
        "input: float, size: int32, offsets: float -> glimpse: float",
        'centered: bool = true; normalized: bool = true; uniform_noise: bool = true; noise: string = "uniform"',
        shape=_rule,
        kernel=kernel,
        effect="random",
        stateful=False,
        no_gradient=first,
    )


def _rule(ctx: ShapeContext) -> Dims:
    images, size = ctx.dims(0), ctx.dims_value(1)
    if images is not None and len(images) != 4:
        raise ctx.fail(f"Shape must be rank 4 but is rank {len(images)}")
    rows, columns = size if size is not None and len(size) == 2 else (Symbol(), Symbol())
    first, last = (images[0], images[3]) if images else (Symbol(), Symbol())
    return (first, rows, columns, last)


GLIMPSE = _glimpse("ExtractGlimpse", True)
GLIMPSE_V2 = _glimpse("ExtractGlimpseV2", False)


def extract_glimpse(
    input: TensorLike,
    size: TensorLike,
    offsets: TensorLike,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Tensor:
    """Windows of images around places; what reaches beyond an image is noise.

    Args:
      input: float32 `[batch, height, width, channels]`.
      size: int32 `[2]`, the height and the width of the windows.
      offsets: float32 `[batch, 2]`, the rows and columns of their centers.
      centered: whether (0, 0) is the center of an image, and not its first corner.
      normalized: whether offsets are from -1 (if centered) or 0 to 1, and not in pixels.
      noise: "uniform", "gaussian" or "zero".
      name: of the operation.

    Raises InvalidArgumentError for other shapes, negative sizes, and other noise.

    >>> image = tf.reshape(tf.range(9.0), [1, 3, 3, 1])
    >>> tf.image.extract_glimpse(image, [2, 2], [[1.0, 1.0]], centered=False, normalized=False)[0, :, :, 0].numpy()
    array([[4., 5.],
           [7., 8.]], dtype=float32)
    """
    attrs = {"centered": centered, "normalized": normalized, "uniform_noise": False, "noise": noise}
    return apply(GLIMPSE_V2, (input, size, offsets), attrs, name)
