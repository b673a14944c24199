"""Turning images, and fitting them into frames of another size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import float32, float64, int32
from graphwright.base.services import PUBLIC_FUNCTION
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, name_scope, to_tensor
from graphwright.ops.image.frames import (
    _image,
    _is_known,
    crop_to_bounding_box,
    flip_left_right,
    flip_up_down,
    pad_to_bounding_box,
)
from graphwright.ops.image.resize_api import ResizeMethod, resize


def _at_least_3d(image: TensorLike) -> Any:
    tensor: Any = convert_to_tensor(image)
    if tensor.shape.rank is not None and tensor.shape.rank < 3:
        raise ValueError(f"'image' (shape {tensor.shape}) must be at least three-dimensional.")
    return tensor


def transpose(image: TensorLike, name: str | None = None) -> Tensor:
    """An image, or each image of a batch, with rows and columns exchanged.

    >>> tf.image.transpose([[[1], [2]]]).shape
    TensorShape([2, 1, 1])
    """
    with name_scope(name or "transpose"):
        tensor, _, outer = _image(_at_least_3d(image))
        order = [*range(outer), outer + 1, outer, outer + 2]
        return apply("Transpose", (tensor, order))


def rot90(image: TensorLike, k: TensorLike = 1, name: str | None = None) -> Tensor:
    """An image, or each image of a batch, turned `k` times by 90 degrees counter-clockwise.

    >>> tf.image.rot90([[[1], [2]], [[3], [4]]]).numpy()[..., 0].tolist()
    [[2, 4], [1, 3]]
    """
    from graphwright.ir.infer import constant_value

    with name_scope(name or "rot90"):
        tensor, _, _ = _image(_at_least_3d(image))
        turns: Any = to_tensor(k, None, "k", int32)
        turns.shape.assert_has_rank(0)
        branches: list[Callable[[], Tensor]] = [
            lambda: apply("Identity", (tensor,)),
            lambda: flip_up_down(transpose(tensor)),
            lambda: flip_up_down(flip_left_right(tensor)),
            lambda: flip_left_right(transpose(tensor)),
        ]
        known = constant_value(turns)
        if known is not None:
            return branches[int(known) % 4]()
        result: Tensor = PUBLIC_FUNCTION.get()("switch_case")(
            apply("FloorMod", (turns, apply("OnesLike", (turns,)) * 4)), branches
        )
        return result


def central_crop(image: TensorLike, central_fraction: TensorLike) -> Tensor:
    """The middle of an image, or of each image of a batch: this fraction of its height and of its width.

    >>> tf.image.central_crop(tf.ones([4, 8, 1]), 0.5).shape
    TensorShape([2, 4, 1])
    """
    from graphwright.ir.infer import constant_value

    with name_scope("central_crop"):
        fraction: Any = to_tensor(central_fraction, preferred=float32)
        constant = central_fraction if isinstance(central_fraction, float) else constant_value(fraction)
        known = None if constant is None else float(constant)
        if known is not None and not 0 < known <= 1:
            raise ValueError("central_fraction must be within (0, 1]")
        tensor, sizes, outer = _image(_at_least_3d(image))
        if known == 1:
            return apply("Identity", (tensor,))
        begin: list[Any] = [0] * outer
        count: list[Any] = [-1] * outer
        size: Any
        start: Any
        for axis, size in enumerate(sizes):
            if size is not None and known is not None:
                start = int((size - size * known) / 2)
            else:
                size = apply("Shape", (tensor,))[outer + axis]
                real = apply("Cast", (size,), {"DstT": float64})
                share = apply("Cast", (fraction,), {"DstT": float64}) if known is None else np.float64(known)
                start = apply("Cast", ((real - real * share) / np.float64(2),), {"DstT": int32})
            begin.append(start)
            count.append(size - start * 2)
        return apply("Slice", (tensor, [*begin, 0], [*count, -1]))


def _sizes(tensor: Any, known: list[int | None], outer: int) -> list[Any]:
    shape = apply("Shape", (tensor,)) if None in known else None
    return [shape[outer + i] if shape is not None and n is None else n for i, n in enumerate(known)]


def _positive(**targets: Any) -> None:
    for name, target in targets.items():
        if _is_known(target) and target <= 0:
            raise ValueError(f"{name} must be > 0.")


def _largest(a: Any, b: Any) -> Any:
    return max(a, b) if _is_known(a, b) else apply("Maximum", (a, b))


def _smallest(a: Any, b: Any) -> Any:
    return min(a, b) if _is_known(a, b) else apply("Minimum", (a, b))


def resize_with_crop_or_pad(image: TensorLike, target_height: Any, target_width: Any) -> Tensor:
    """An image, or each image of a batch, cut around its middle or padded evenly with zeros to another size.

    >>> tf.image.resize_with_crop_or_pad(tf.ones([2, 4, 1]), 3, 2).numpy()[..., 0].tolist()
    [[1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]
    """
    with name_scope("resize_image_with_crop_or_pad"):
        tensor, known, outer = _image(_at_least_3d(image))
        _positive(target_width=target_width, target_height=target_height)
        height, width = _sizes(tensor, known, outer)
        below, beside = target_height - height, target_width - width
        cropped = crop_to_bounding_box(
            tensor, _largest(-below // 2, 0), _largest(-beside // 2, 0),
            _smallest(target_height, height), _smallest(target_width, width),
        )  # fmt: skip
        edges = _largest(below // 2, 0), _largest(beside // 2, 0)
        return pad_to_bounding_box(cropped, *edges, target_height, target_width)


def resize_with_pad(
    image: TensorLike, target_height: Any, target_width: Any, method: str = ResizeMethod.BILINEAR,
    antialias: bool = False,
) -> Tensor:  # fmt: skip
    """An image, or each image of a batch, resized in its own proportions to fit, and padded evenly with zeros.

    >>> tf.image.resize_with_pad(tf.ones([2, 4, 1]), 4, 4).numpy()[..., 0].tolist()[0]
    [0.0, 0.0, 0.0, 0.0]
    """
    return resized_to_fit(
        image, target_height, target_width, lambda images, size: resize(images, size, method, antialias=antialias)
    )


def resized_to_fit(
    image: TensorLike, target_height: Any, target_width: Any, resized: Callable[[Tensor, Tensor], Tensor]
) -> Tensor:
    """What `resized(images, size)` gives for the largest size that fits, padded evenly with zeros."""
    with name_scope("resize_image_with_pad"):
        tensor, known, outer = _image(_at_least_3d(image))
        _positive(target_width=target_width, target_height=target_height)
        sizes = [_real(n) for n in _sizes(tensor, known, outer)]
        targets = [_real(target_height), _real(target_width)]
        ratio = apply("Maximum", (sizes[0] / targets[0], sizes[1] / targets[1]))
        scaled = [size / ratio for size in sizes]
        whole = [apply("Cast", (apply("Floor", (size,)),), {"DstT": int32}) for size in scaled]
        edges = []
        for size, target in zip(scaled, targets, strict=True):
            edge = apply("Cast", (apply("Floor", ((target - size) / np.float32(2),)),), {"DstT": int32})
            edges.append(apply("Maximum", (0, edge)))
        fitted = resized(tensor, apply("Pack", (whole,)))
        return pad_to_bounding_box(fitted, edges[0], edges[1], target_height, target_width)


def _real(size: Any) -> Any:
    return apply("Cast", (convert_to_tensor(size),), {"DstT": float32})


__all__ = ["central_crop", "resize_with_crop_or_pad", "resize_with_pad", "rot90", "transpose"]
