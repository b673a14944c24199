"""Resizing as TensorFlow 1 has it: methods by number, and positions that start at the corners of the pixels."""

from __future__ import annotations

from typing import Any, Final

from graphwright.core.context import name_scope
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor
from graphwright.ops.image.frames_api import resized_to_fit
from graphwright.ops.image.resize_api import batch_resized, has_size


class ResizeMethod:
    """The methods of resizing, by number.

    >>> tf.compat.v1.image.ResizeMethod.BICUBIC
    2
    """

    BILINEAR = 0
    NEAREST_NEIGHBOR = 1
    BICUBIC = 2
    AREA = 3


_OPS: Final = {
    0: "ResizeBilinear", 1: "ResizeNearestNeighbor", 2: "ResizeBicubic", 3: "ResizeArea",
    "bilinear": "ResizeBilinear", "nearest": "ResizeNearestNeighbor", "bicubic": "ResizeBicubic", "area": "ResizeArea",
}  # fmt: skip


def resize(
    images: Any,
    size: Any,
    method: Any = ResizeMethod.BILINEAR,
    align_corners: bool = False,
    preserve_aspect_ratio: bool = False,
    name: str | None = None,
) -> Tensor:
    """Resize images `[batch, height, width, channels]`, or one without a batch, to `size = [height, width]`.

    Pixels lie at their upper left corners, or, with `align_corners`, so that the corners of both images do. Images of
    that size are returned as they are. Raises ValueError for an unknown method, another rank, and another size.

    >>> tf.compat.v1.image.resize(tf.constant([[[0.], [4.]]]), [1, 4]).numpy().ravel()
    array([0., 2., 4., 4.], dtype=float32)
    """
    op = _OPS.get(getattr(method, "value", method))

    def resized(batch: Tensor, target: Tensor) -> Tensor:
        if op is None:
            raise ValueError(f"Resize method is not implemented: {method}")
        return batch if has_size(batch, target) else apply(op, (batch, target), {"align_corners": align_corners})

    with name_scope(name or "resize"):
        return batch_resized(images, size, preserve_aspect_ratio, resized)


def resize_image_with_pad(
    image: Any, target_height: Any, target_width: Any, method: Any = ResizeMethod.BILINEAR, align_corners: bool = False
) -> Tensor:
    """An image, or each image of a batch, resized in its own proportions to fit, and padded evenly with zeros.

    >>> tf.compat.v1.image.resize_image_with_pad(tf.ones([2, 4, 1]), 4, 4).numpy()[..., 0].tolist()[0]
    [0.0, 0.0, 0.0, 0.0]
    """
    return resized_to_fit(
        image, target_height, target_width, lambda images, size: resize(images, size, method, align_corners)
    )
