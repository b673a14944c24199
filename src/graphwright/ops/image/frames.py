"""Cropping, padding and flipping images."""

from __future__ import annotations

from typing import Any

from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, name_scope


def _image(image: TensorLike) -> tuple[Any, list[int | None], int]:
    """The image, its height and width where they are known, and the number of axes before them."""
    tensor: Any = convert_to_tensor(image)
    rank = tensor.shape.rank
    if rank not in (None, 3, 4):
        raise ValueError(f"'image' (shape {tensor.shape}) must have either 3 or 4 dimensions.")
    if rank is None:
        tensor, rank = _ensured(tensor), 4
    dims = tensor.shape.as_list()
    if 0 in dims[-3:]:
        raise ValueError(f"inner 3 dims of 'image.shape' must be > 0: {tensor.shape}")
    return tensor, dims[-3:-1], rank - 3


def _ensured(tensor: Any) -> Any:
    """An image of unknown rank is a batch of images."""
    return apply("EnsureShape", (tensor,), {"shape": [None, None, None, None]})


def _require(condition: Any, message: str) -> None:
    """Refuse what is known to be wrong; the operations themselves refuse the rest when they run."""
    if isinstance(condition, bool) and not condition:
        raise ValueError(message)


def _is_known(*numbers: Any) -> bool:
    return all(isinstance(n, int) for n in numbers)


def crop_to_bounding_box(
    image: TensorLike, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """The part of an image, or of each image of a batch, that a box contains.

    Args:
      image: tensor of shape [height, width, channels] or [batch, height, width, channels].
      offset_height: the first row of the box.
      offset_width: its first column.
      target_height: its number of rows.
      target_width: its number of columns.

    >>> tf.image.crop_to_bounding_box(tf.reshape(tf.range(9), [3, 3, 1]), 1, 0, 1, 2).numpy().ravel()
    array([3, 4], dtype=int32)
    """
    with name_scope("crop_to_bounding_box"):
        tensor, (height, width), outer = _image(image)
        for offset, name in ((offset_height, "offset_height"), (offset_width, "offset_width")):
            _require(not _is_known(offset) or offset >= 0, f"{name} must be >= 0.")
        for target, name in ((target_height, "target_height"), (target_width, "target_width")):
            _require(not _is_known(target) or target > 0, f"{name} must be > 0.")
        for name, size, offset, target in (
            ("height", height, offset_height, target_height),
            ("width", width, offset_width, target_width),
        ):
            fits = not _is_known(size, offset, target) or target + offset <= size
            _require(fits, f"{name} must be >= target + offset.")
        begin = [0] * outer + [offset_height, offset_width, 0]
        return apply("Slice", (tensor, begin, [-1] * outer + [target_height, target_width, -1]))


def pad_to_bounding_box(
    image: TensorLike, offset_height: Any, offset_width: Any, target_height: Any, target_width: Any
) -> Tensor:
    """An image, or each image of a batch, with zeros around it.

    Args:
      image: tensor of shape [height, width, channels] or [batch, height, width, channels].
      offset_height: the number of rows of zeros above it.
      offset_width: the number of columns of zeros to its left.
      target_height: the number of rows of the result.
      target_width: the number of columns of the result.

    >>> tf.image.pad_to_bounding_box([[[7]]], 0, 1, 1, 3).numpy().ravel()
    array([0, 7, 0], dtype=int32)
    """
    with name_scope("pad_to_bounding_box"):
        tensor, sizes, outer = _image(image)
        for offset, name in ((offset_height, "offset_height"), (offset_width, "offset_width")):
            _require(not _is_known(offset) or offset >= 0, f"{name} must be >= 0")
        around: list[list[Any]] = [[0, 0] for _ in range(outer)]
        for axis, (name, offset, target) in enumerate(
            (("height", offset_height, target_height), ("width", offset_width, target_width))
        ):
            size = sizes[axis]
            after = target - offset - (apply("Shape", (tensor,))[outer + axis] if size is None else size)
            _require(not _is_known(after) or after >= 0, f"{name} must be <= target - offset")
            around.append([offset, after])
        result = apply("Pad", (tensor, [*around, [0, 0]]))
        known = [n if _is_known(n) else None for n in (target_height, target_width)]
        result.set_shape([*tensor.shape[:outer], *known, tensor.shape[-1]])
        return result


def _flipped(image: TensorLike, axis: int, name: str) -> Tensor:
    with name_scope(name):
        tensor, _, outer = _image(image)
        return apply("ReverseV2", (tensor, [outer + axis]))


def flip_left_right(image: TensorLike) -> Tensor:
    """An image, or each image of a batch, mirrored: its columns in reverse order.

    >>> tf.image.flip_left_right([[[1], [2]]]).numpy().ravel()
    array([2, 1], dtype=int32)
    """
    return _flipped(image, 1, "flip_left_right")


def flip_up_down(image: TensorLike) -> Tensor:
    """An image, or each image of a batch, upside down: its rows in reverse order.

    >>> tf.image.flip_up_down([[[1]], [[2]]]).numpy().ravel()
    array([2, 1], dtype=int32)
    """
    return _flipped(image, 0, "flip_up_down")


__all__ = ["crop_to_bounding_box", "flip_left_right", "flip_up_down", "pad_to_bounding_box"]
