"""Parts of an image drawn at random, that show enough of an object: SampleDistortedBoundingBox."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply_multi, errors
from graphwright.ir.prelude import OpRecord, op
from graphwright.ops.random._seeds import get_seed
from graphwright.ops.random.sampling import stream_position

_OUTPUTS = "begin: T, size: T, bboxes: float"
_ATTRS = (
    "T: {uint8, int8, int16, int32, int64}; {seeds}aspect_ratio_range: list(float) = [0.75, 1.33]; "
    "area_range: list(float) = [0.05, 1]; max_attempts: int = 100; use_image_if_no_bounding_boxes: bool = false"
)


def _checked(size: Array, boxes: Array, covered: Array, attrs: dict[str, Any]) -> None:
    ratios, areas = attrs["aspect_ratio_range"], attrs["area_range"]
    problems = (
        (size.shape != (3,), f"image_size must contain 3 elements{list(size.shape)}"),
        (boxes.ndim != 3 or boxes.shape[-1] != 4, f"input boxes must be [batch, num_boxes, 4]: {list(boxes.shape)}"),
        (covered < 0, f"Min object covered must be non-negative: {covered}"),
        (len(ratios) != 2, "Aspect ratio range field must specify 2 dimensions"),
        (len(areas) != 2, "Area range field must specify 2 dimensions"),
        (min([*ratios, *areas]) <= 0, f"Area and aspect ratio ranges must be positive: {list(areas)}, {list(ratios)}"),
        (max(areas) > 1, f"Area range must be less then or equal to 1.0: {list(areas)}"),
        (attrs["max_attempts"] < 1, f"Max attempts must be non-negative: {attrs['max_attempts']}"),
    )
    for wrong, message in problems:
        if wrong:
            raise errors.InvalidArgumentError(message)
    if min(size[:2].tolist()) < 1:
        raise errors.InvalidArgumentError(f"The image must have a height and a width: {size.tolist()}")
    if boxes.size and (boxes.min() < 0 or boxes.max() > 1):
        wrong_one = boxes[(boxes < 0) | (boxes > 1)][0]
        raise errors.InvalidArgumentError(f"All bounding box coordinates must be in [0.0, 1.0]: {wrong_one}")
    if not boxes.size and not attrs["use_image_if_no_bounding_boxes"]:
        raise errors.InvalidArgumentError(
            "No bounding boxes provided as input. One must enable use_image_if_no_bounding_boxes if you wish to not "
            "provide any bounding boxes."
        )


def _drawn(
    size: Array, boxes: Array, covered: Array, draws: np.random.Generator, attrs: dict[str, Any]
) -> tuple[int, int, int, int]:
    """The first row and column, the height and the width; the whole image where no attempt succeeds."""
    height, width = int(size[0]), int(size[1])
    shown = boxes.reshape(-1, 4) if boxes.size else np.array([[0, 0, 1, 1]], np.float32)
    pixels = shown.astype(np.float64) * [height, width, height, width]
    for _ in range(attrs["max_attempts"]):
        part = _attempt(height, width, draws, attrs)
        if part is not None and _shows(part, pixels, float(covered)):
            return part
    return 0, 0, height, width


def _attempt(
    height: int, width: int, draws: np.random.Generator, attrs: dict[str, Any]
) -> tuple[int, int, int, int] | None:
    """A part of an aspect ratio and an area in their ranges, if such a one fits."""
    ratio = draws.uniform(*sorted(attrs["aspect_ratio_range"]))
    least, most = (np.sqrt(area * height * width / ratio) for area in sorted(attrs["area_range"]))
    rows = draws.uniform(min(least, height), min(most, height, width / ratio))
    part = round(rows), round(rows * ratio)
    low, high = (area * height * width for area in sorted(attrs["area_range"]))
    if not (0 < part[0] <= height and 0 < part[1] <= width and low <= part[0] * part[1] <= high):
        return None
    top, left = int(draws.integers(0, height - part[0] + 1)), int(draws.integers(0, width - part[1] + 1))
    return top, left, *part


def _shows(part: tuple[int, int, int, int], boxes: Array, covered: float) -> bool:
    """Whether enough of one of the boxes is inside."""
    top, left, rows, columns = part
    inside = np.maximum(
        np.minimum(boxes[:, 2:], [top + rows, left + columns]) - np.maximum(boxes[:, :2], [top, left]), 0
    )
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], 1)
    return bool((np.prod(inside, 1) >= covered * areas)[areas > 0].any())


def _parts(size: Array, part: tuple[int, int, int, int]) -> list[Array]:
    top, left, rows, columns = part
    box = np.array([top, left, top + rows, left + columns]) / [size[0], size[1], size[0], size[1]]
    return [
        np.array([top, left, 0], size.dtype), np.array([rows, columns, -1]).astype(size.dtype),
        box.astype(np.float32).reshape(1, 1, 4),
    ]  # fmt: skip


def _kernel(
    image_size: Array, bounding_boxes: Array, min_object_covered: Array, *, seed: int, seed2: int, **attrs: Any
) -> list[Array]:
    _checked(image_size, bounding_boxes, min_object_covered, attrs)
    key, counter = stream_position("SampleDistortedBoundingBoxV2", seed, seed2, 1, np.dtype(np.float32))
    draws = np.random.Generator(np.random.Philox(key=[int(key[0]), 0], counter=[0, 0, *map(int, counter)]))
    return _parts(image_size, _drawn(image_size, bounding_boxes, min_object_covered, draws, attrs))


def _stateless_kernel(
    image_size: Array, bounding_boxes: Array, min_object_covered: Array, seed: Array, **attrs: Any
) -> list[Array]:
    _checked(image_size, bounding_boxes, min_object_covered, attrs)
    if seed.shape != (2,):
        raise errors.InvalidArgumentError(f"seed must have shape [2], not {list(seed.shape)}")
    draws = np.random.Generator(np.random.Philox(key=[int(word) % 2**64 for word in seed]))
    return _parts(image_size, _drawn(image_size, bounding_boxes, min_object_covered, draws, attrs))


def _record(name: str, inputs: str, seeds: str, kernel: Any, effect: Any) -> OpRecord:
    return op(
        name, f"image_size: T, bounding_boxes: float, min_object_covered: float{inputs} -> {_OUTPUTS}",
        _ATTRS.replace("{seeds}", seeds), shape=lambda ctx: [(3,), (3,), (1, 1, 4)], kernel=kernel, effect=effect,
        no_gradient=True, stateful=effect != "none",
    )  # fmt: skip


SAMPLE = _record("SampleDistortedBoundingBoxV2", "", "seed: int = 0; seed2: int = 0; ", _kernel, "random")
STATELESS = _record(
    "StatelessSampleDistortedBoundingBox", ", seed: Tseed", "Tseed: {int32, int64}; ", _stateless_kernel, "none"
)


class DistortedBox(NamedTuple):
    """A part of an image: its begin and size for `tf.slice`, and its box."""

    begin: Tensor
    size: Tensor
    bboxes: Tensor


def sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: int = 0,
    min_object_covered: TensorLike = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> DistortedBox:
    """A part of an image, drawn at random, that shows enough of one of the boxes in it.

    The parts are not those that TensorFlow draws for the same seed.

    Args:
      image_size: `[height, width, channels]`, integers.
      bounding_boxes: float32 `[batch, boxes, 4]`: first row and column, last row and column, all from 0 to 1.
      seed: of the draws; 0 is another one each time.
      min_object_covered: which fraction of a box is shown at least.
      aspect_ratio_range: the least and the largest ratio of width to height, by default 0.75 and 1.33.
      area_range: the least and the largest fraction of the image, by default 0.05 and 1.
      max_attempts: after how many draws it is the whole image, by default 100.
      use_image_if_no_bounding_boxes: whether the image is the box where there is none.
      name: of the operation.

    Returns:
      The begin and the size of the part for `tf.slice`, and its box `[1, 1, 4]` for `tf.image.draw_bounding_boxes`.

    Raises InvalidArgumentError for other shapes, ranges and boxes, and where there is no box.

    >>> image, box = tf.ones([40, 50, 3]), tf.constant([[[0.1, 0.2, 0.5, 0.9]]])
    >>> begin, size, part = tf.image.sample_distorted_bounding_box(tf.shape(image), box, seed=3)
    >>> tf.slice(image, begin, size).shape[2], part.shape
    (3, TensorShape([1, 1, 4]))
    """
    first, second = get_seed(seed) if seed else (0, 0)
    attrs = _attrs(aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes)
    inputs = (image_size, bounding_boxes, min_object_covered)
    return DistortedBox(*apply_multi(SAMPLE, inputs, {**attrs, "seed": first, "seed2": second}, name))


def stateless_sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: TensorLike,
    min_object_covered: TensorLike = 0.1,
    aspect_ratio_range: Sequence[float] | None = None,
    area_range: Sequence[float] | None = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> DistortedBox:
    """A part of an image, drawn at random, the same one for the same seed; see `sample_distorted_bounding_box`.

    `seed` is two integers; the other arguments, results and errors are the same.

    >>> box = tf.constant([[[0.1, 0.2, 0.5, 0.9]]])
    >>> one, two = (tf.image.stateless_sample_distorted_bounding_box([40, 50, 3], box, seed=(1, 2))[0] for _ in "ab")
    >>> bool(tf.reduce_all(one == two))
    True
    """
    attrs = _attrs(aspect_ratio_range, area_range, max_attempts, use_image_if_no_bounding_boxes)
    return DistortedBox(*apply_multi(STATELESS, (image_size, bounding_boxes, min_object_covered, seed), attrs, name))


def _attrs(ratios: Any, areas: Any, attempts: int | None, whole: bool | None) -> dict[str, Any]:
    given = {
        "aspect_ratio_range": ratios, "area_range": areas, "max_attempts": attempts,
        "use_image_if_no_bounding_boxes": whole,
    }  # fmt: skip
    return {name: value for name, value in given.items() if value is not None}


__all__ = ["sample_distorted_bounding_box", "stateless_sample_distorted_bounding_box"]
