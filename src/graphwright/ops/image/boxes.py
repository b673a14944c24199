"""Boxes drawn into images: DrawBoundingBoxes."""

from __future__ import annotations

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dims, ShapeContext, describe_dims, op

_COLORS = np.array(
    [
        (1, 1, 0, 1), (0, 0, 1, 1), (1, 0, 0, 1), (0, 1, 0, 1), (0.5, 0, 0.5, 1), (0.5, 0.5, 0, 1), (0.5, 0, 0, 1),
        (0, 0, 0.5, 1), (0, 1, 1, 1), (1, 0, 1, 1),
    ],
    np.float32,
)  # fmt: skip
"""Yellow, blue, red, lime, purple, olive, maroon, navy, aqua and fuchsia."""


def _draw(images: Array, boxes: Array, colors: Array | None = None) -> Array:
    if images.ndim != 4:
        raise errors.ShapeMismatchError(f"The rank of the images should be 4, got shape {list(images.shape)}")
    if boxes.ndim != 3 or len(boxes) != len(images):
        raise errors.ShapeMismatchError(
            f"The boxes must have shape [batch, boxes, 4] with the batch of the images, got {list(boxes.shape)} for "
            f"{list(images.shape)}"
        )
    if boxes.shape[2] != 4:
        raise errors.ShapeMismatchError(
            f"The size of the third dimension of the box must be 4. Received: {boxes.shape[2]}"
        )
    depth = images.shape[3]
    if depth not in (1, 3, 4):
        raise errors.InvalidArgumentError("Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA)")
    table = _COLORS if colors is None or not colors.size else colors
    if table.ndim != 2 or table.shape[1] < depth:
        raise errors.InvalidArgumentError(
            f"colors must have equal or more channels than the image provided: {list(table.shape)}"
        )
    if depth == 1 and table is _COLORS:
        table = np.ones((1, 1), np.float32)
    result: Array = images.copy()
    for image, own in zip(result, boxes, strict=True):
        for number, box in enumerate(own):
            _outline(image, box, table[number % len(table), :depth])
    return result


def _outline(image: Array, box: Array, color: Array) -> None:
    height, width = image.shape[:2]
    top, bottom = (int(v * np.float32(height - 1)) for v in (box[0], box[2]))
    left, right = (int(v * np.float32(width - 1)) for v in (box[1], box[3]))
    if top > bottom or left > right or bottom < 0 or right < 0 or top >= height or left >= width:
        return
    rows = slice(max(top, 0), min(bottom, height - 1) + 1)
    columns = slice(max(left, 0), min(right, width - 1) + 1)
    for row in {top, bottom}:
        if 0 <= row < height:
            image[row, columns] = color
    for column in {left, right}:
        if 0 <= column < width:
            image[rows, column] = color


def _rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is not None and len(dims) != 4:
        raise ctx.fail(f"The rank of the images should be 4, got shape {describe_dims(dims)}")
    return dims


DRAW = op(
    "DrawBoundingBoxes", "images: T, boxes: float -> output: T", "T: {float32, half} = float", shape=_rule,
    kernel=_draw, no_gradient=True,
)  # fmt: skip
DRAW_V2 = op(
    "DrawBoundingBoxesV2", "images: T, boxes: float, colors: float -> output: T", "T: {float32, half} = float",
    shape=_rule, kernel=_draw,
)  # fmt: skip


def draw_bounding_boxes(
    images: TensorLike, boxes: TensorLike, colors: TensorLike | None, name: str | None = None
) -> Tensor:
    """Draw the outlines of boxes into images.

    Args:
      images: float16 or float32 `[batch, height, width, channels]`, with 1, 3 or 4 channels.
      boxes: float32 `[batch, boxes, 4]`, each `[y_min, x_min, y_max, x_max]` from 0 to 1.
      colors: float32 `[colors, channels]`, taken in turn; None for ten colours from yellow to fuchsia.
      name: of the operation.

    Raises InvalidArgumentError for other shapes.

    >>> drawn = tf.image.draw_bounding_boxes(tf.zeros([1, 3, 3, 1]), [[[0.0, 0.0, 1.0, 1.0]]], None)
    >>> drawn[0, ..., 0].numpy().tolist()
    [[1.0, 1.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]]
    """
    if colors is None:
        return apply(DRAW, (images, boxes), None, name)
    return apply(DRAW_V2, (images, boxes, colors), None, name)


__all__ = ["draw_bounding_boxes"]
