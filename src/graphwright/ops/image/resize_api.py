"""The public functions that resize images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import float32, int32
from graphwright.core.array_likes import is_array_like
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, name_scope
from graphwright.core.tensor_like import AnyTensor
from graphwright.ir.infer import constant_value


class ResizeMethod:
    """The methods of resizing, by name.

    >>> tf.image.ResizeMethod.BICUBIC
    'bicubic'
    """

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_PLAIN: Final = {"bilinear": "ResizeBilinear", "nearest": "ResizeNearestNeighbor", "bicubic": "ResizeBicubic"}
_KERNELS: Final = {
    "bilinear": "triangle", "bicubic": "keyscubic", "lanczos3": "lanczos3", "lanczos5": "lanczos5",
    "gaussian": "gaussian", "mitchellcubic": "mitchellcubic",
}  # fmt: skip


def resize(
    images: TensorLike,
    size: TensorLike,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Tensor:
    """Resize images `[batch, height, width, channels]`, or one without a batch, to `size = [height, width]`.

    The result is float32 unless the method is "nearest". With `preserve_aspect_ratio` the images are scaled to fit
    within `size`. With `antialias` the kernel gets wider where images get smaller (which "nearest" and "area"
    ignore). Raises ValueError for an unknown method, another rank, and a size that is not two numbers.

    >>> tf.image.resize(tf.constant([[[0.], [4.]]]), [1, 4]).numpy().ravel()
    array([0., 1., 3., 4.], dtype=float32)
    """
    method = getattr(method, "value", method)
    if method not in {*_PLAIN, *_KERNELS, "area"}:
        raise ValueError(f"Resize method is not implemented: {method}")
    with name_scope(name or "resize"):
        return batch_resized(
            images, size, preserve_aspect_ratio, lambda batch, target: _resized(batch, target, method, antialias)
        )


def batch_resized(
    images: TensorLike, size: Any, keep_ratio: bool, resized: Callable[[Tensor, Tensor], Tensor]
) -> Tensor:
    """What `resized(batch, size)` gives for images, or for one without a batch; ValueError for another rank or size."""
    images = convert_to_tensor(images, name="images")
    if images.shape.rank not in (3, 4):
        raise ValueError("'images' must have either 3 or 4 dimensions.")
    single = images.shape.rank == 3
    if single:
        images = apply("ExpandDims", (images, 0))
    result = resized(images, _requested_size(images, size, keep_ratio))
    return apply("Squeeze", (result,), {"squeeze_dims": [0]}) if single else result


def _requested_size(images: Tensor, size: Any, keep_ratio: bool) -> Tensor:
    # what is cut off numbers of an array is refused of a tensor
    dtype = int32 if is_array_like(size) and not isinstance(size, AnyTensor) else None
    target = convert_to_tensor(size, dtype, name="size")
    if target.shape.rank not in (1, None) or target.shape.as_list() not in ([2], [None]):
        raise ValueError(f"'size' must be a 1-D Tensor of 2 elements: new_height, new_width. Received: {size}")
    if not target.dtype.is_integer:
        raise ValueError(f"'size' must be a 1-D int32 Tensor. Received: {size}")
    if target.dtype.name != "int32":
        target = apply("Cast", (target,), {"DstT": "int32"})
    if not keep_ratio:
        return target
    now = apply("Cast", (apply("Shape", (images,))[1:3],), {"DstT": float32})
    scale = apply("Min", (apply("RealDiv", (apply("Cast", (target,), {"DstT": float32}), now)), [0]))
    return apply("Cast", (apply("Rint", (apply("Mul", (scale, now)),)),), {"DstT": "int32"})


def has_size(images: Tensor, size: Tensor) -> bool:
    """Whether a batch of images is known to have this size."""
    known = constant_value(size)
    return known is not None and images.shape.as_list()[1:3] == known.tolist()


def _resized(images: Tensor, size: Tensor, method: str, antialias: bool) -> Tensor:
    # kernels that do not go through the elements themselves blur an image of the same size too
    if (method in _PLAIN or method == "area") and has_size(images, size):
        return images if method == "nearest" else apply("Cast", (images,), {"DstT": float32})
    if method == "area":
        return apply("ResizeArea", (images, size))
    if method in _PLAIN and (method == "nearest" or not antialias):
        return apply(_PLAIN[method], (images, size), {"half_pixel_centers": True})
    now = apply("Cast", (apply("Shape", (images,))[1:3],), {"DstT": float32})
    scale = apply("RealDiv", (apply("Cast", (size,), {"DstT": float32}), now))
    attrs = {"kernel_type": _KERNELS[method], "antialias": antialias}
    return apply("ScaleAndTranslate", (images, size, scale, np.zeros(2, np.float32)), attrs)
