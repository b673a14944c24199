"""Non-max suppression of several classes and images at once: CombinedNonMaxSuppression, and the padded form."""

from __future__ import annotations

from functools import reduce
from typing import Any, NamedTuple

import numpy as np

from graphwright.base.dtypes import float32, int32
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, convert_to_tensor, errors
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Callee, CustomCall
from graphwright.ir.prelude import (
    Dim,
    Dims,
    Emitter,
    Loader,
    Operand,
    ShapeContext,
    Symbol,
    describe_dims,
    op,
)
from graphwright.ops.image.suppression import _overlaps, _select


def _check(boxes: Array, scores: Array, sizes: tuple[int, int], iou: float) -> None:
    if boxes.ndim != 4:
        raise errors.ShapeMismatchError(f"boxes must be 4-D{list(boxes.shape)}")
    if scores.ndim != 3:
        raise errors.ShapeMismatchError(f"scores must be 3-D{list(scores.shape)}")
    if boxes.shape[:2] != scores.shape[:2] or boxes.shape[3] != 4 or boxes.shape[2] not in (1, scores.shape[2]):
        raise errors.ShapeMismatchError(
            f"boxes must have shape [batch, boxes, 1 or classes, 4] where scores are [batch, boxes, classes]: got "
            f"{list(boxes.shape)} and {list(scores.shape)}"
        )
    if sizes[0] <= 0:
        raise errors.InvalidArgumentError(f"max_size_per_class must be positive, got {sizes[0]}")
    if sizes[1] <= 0:
        raise errors.InvalidArgumentError(f"max_total_size must be > 0, got {sizes[1]}")
    if not 0 <= iou <= 1:
        raise errors.InvalidArgumentError(f"iou_threshold must be in [0, 1], got {iou}")


def _suppress(
    boxes: Array, scores: Array, max_output_size_per_class: Array, max_total_size: Array, iou_threshold: Array,
    score_threshold: Array, *, pad_per_class: bool, clip_boxes: bool,
) -> tuple[Array, Array, Array, Array]:  # fmt: skip
    per_class, total = int(max_output_size_per_class), int(max_total_size)
    iou, least = float(iou_threshold), float(score_threshold)
    _check(boxes, scores, (per_class, total), iou)
    batch, _, classes = scores.shape
    size = min(total, per_class * classes) if pad_per_class else total
    found_boxes, found = np.zeros((batch, size, 4), np.float32), np.zeros((batch, size), np.float32)
    numbers, counts = np.zeros((batch, size), np.float32), np.zeros(batch, np.int32)
    for i in range(batch):
        chosen: list[tuple[Any, int, int]] = []
        for c in range(classes):
            own = boxes[i, :, min(c, boxes.shape[2] - 1)]
            kept, values = _select(scores[i, :, c], _overlaps(own), per_class, iou, least)
            chosen += [(value, c, int(k)) for k, value in zip(kept, values, strict=True)]
        best = sorted(chosen, key=lambda entry: -entry[0])[:size]
        counts[i] = len(best)
        for j, (value, c, k) in enumerate(best):
            found[i, j], numbers[i, j] = value, c
            found_boxes[i, j] = boxes[i, k, min(c, boxes.shape[2] - 1)]
    return found_boxes.clip(0, 1) if clip_boxes else found_boxes, found, numbers, counts


def _rule(ctx: ShapeContext) -> list[Dims]:
    boxes, scores = ctx.dims(0), ctx.dims(1)
    if boxes is not None and len(boxes) != 4:
        raise ctx.fail(f"boxes must be 4-D{describe_dims(boxes)}")
    if scores is not None and len(scores) != 3:
        raise ctx.fail(f"scores must be 3-D{describe_dims(scores)}")
    batch: Dim = Symbol() if boxes is None else boxes[0]
    per_class, total = (ctx.value(i) for i in (2, 3))
    size: Dim = Symbol() if total is None or total <= 0 else int(total)
    if ctx.attrs["pad_per_class"]:
        known = per_class is not None and scores is not None and not isinstance(scores[2], Symbol)
        size = min(size, int(per_class) * scores[2]) if known and not isinstance(size, Symbol) else Symbol()  # type: ignore[arg-type,index,operator]
    return [(batch, size, 4), (batch, size), (batch, size), (batch,)]


def _callee(op: Operation) -> Callee | None:
    boxes, scores = (v.type.dims for v in op.inputs[:2])
    if boxes is None or scores is None or len(boxes) != 4 or len(scores) != 3:
        return None
    if any(v.type.dims != () for v in op.inputs[2:]):
        return None
    (batch, count, own, sides), classes = boxes, scores[2]
    pairs = [(batch, scores[0]), (count, scores[1]), (sides, 4), *([(own, classes)] if own != 1 else [])]
    if any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in pairs):
        return None
    _, size = op.outputs[1].type.dims or (0, 0)
    numbers = count, own, classes, size, int(op.attrs["clip_boxes"])
    return Callee("suppression", "gw_detections", (3, 2, 0, 0, 0, 0), (2, 1, 1, 0), numbers, (count, classes, 16))


def _fits(e: Emitter, load: Loader, op: Operation) -> Operand:
    one = e.const(1, "int64")
    own, classes = load.size(0, 2), load.size(1, 2)
    equal = [(load.size(0, 0), load.size(1, 0)), (load.size(0, 1), load.size(1, 1))]
    equal.append((load.size(0, 3), e.const(4, "int64")))
    fits = [e.compare("eq", *pair) for pair in equal]
    fits += [e.compare("gt", load(which, []), e.const(0, "int32")) for which in (2, 3)]
    limit = load(4, [])
    fits += [e.compare("ge", limit, e.const(0, "float32")), e.compare("le", limit, e.const(1, "float32"))]
    fits.append(e.logical_or(e.compare("eq", own, one), e.compare("eq", own, classes)))
    return reduce(e.logical_and, fits)


def _sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    size = e.convert(load(3, []), "int64")
    if op.attrs["pad_per_class"]:
        size = e.min(size, e.mul(e.convert(load(2, []), "int64"), load.size(1, 2)))
    size = e.select(e.compare("gt", size, e.const(0, "int64")), size, e.const(-1, "int64"))
    return [load.size(0, 0), size, e.const(4, "int64")]


COMBINED = op(
    "CombinedNonMaxSuppression",
    "boxes: float, scores: float, max_output_size_per_class: int32, max_total_size: int32, iou_threshold: float, "
    "score_threshold: float -> nmsed_boxes: float, nmsed_scores: float, nmsed_classes: float, valid_detections: int32",
    "pad_per_class: bool = false; clip_boxes: bool = true",
    shape=_rule,
    kernel=_suppress,
    native=CustomCall(_callee, accepts=_fits, by_values=True),
    sizes=_sizes,
)


class CombinedNonMaxSuppression(NamedTuple):
    """What `combined_non_max_suppression` returns.

    >>> found = tf.image.combined_non_max_suppression([[[[0.0, 0.0, 1.0, 1.0]]]], [[[0.5]]], 1, 1)
    >>> found._fields
    ('nmsed_boxes', 'nmsed_scores', 'nmsed_classes', 'valid_detections')
    """

    nmsed_boxes: Tensor
    nmsed_scores: Tensor
    nmsed_classes: Tensor
    valid_detections: Tensor


def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: TensorLike,
    max_total_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> CombinedNonMaxSuppression:
    """The best boxes of each image, without those that overlap a better one of their class.

    Args:
      boxes: float32 `[batch, boxes, 1 or classes, 4]`, two opposite corners each.
      scores: float32 `[batch, boxes, classes]`.
      max_output_size_per_class, max_total_size: int32 scalars: how many are kept of a class, and in all.
      iou_threshold: what two boxes have in common, as a share of what both cover, from which on they overlap.
      score_threshold: boxes must have a higher score.
      pad_per_class: let the size of the result be at most `max_output_size_per_class` for each class.
      clip_boxes: cut off boxes at 0 and 1.
      name: of the operation.

    Returns: boxes, scores and classes, best first and filled up with zeros, and how many there are in each image.

    >>> boxes = [[[[0.0, 0.0, 1.0, 1.0]], [[0.0, 0.1, 1.0, 1.0]], [[0.0, 0.0, 0.2, 0.2]]]]
    >>> found = tf.image.combined_non_max_suppression(boxes, [[[0.9], [0.8], [0.3]]], 3, 3)
    >>> [round(float(score), 2) for score in found.nmsed_scores[0]], found.valid_detections.numpy().tolist()
    ([0.9, 0.3, 0.0], [2])
    """
    inputs = (
        boxes, scores, max_output_size_per_class, max_total_size, convert_to_tensor(iou_threshold, float32),
        convert_to_tensor(score_threshold, float32),
    )  # fmt: skip
    attrs = {"pad_per_class": pad_per_class, "clip_boxes": clip_boxes}
    return CombinedNonMaxSuppression(*apply_multi(COMBINED, inputs, attrs, name))


def non_max_suppression_padded(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: TensorLike,
    iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[Tensor, Tensor]:
    """The numbers of the best boxes without those that overlap a better one, and how many they are.

    Args:
      boxes: float32 `[boxes, 4]`, or with a known number of images in front.
      scores: float32 `[boxes]`, or with the images in front.
      max_output_size: int32 scalar: how many are kept.
      iou_threshold, score_threshold: as for `combined_non_max_suppression`.
      pad_to_max_output_size: fill up the numbers with zeros; always so for several images.
      name: of the operation.
      sorted_input, canonicalized_coordinates, tile_size: not used.

    >>> found, count = tf.image.non_max_suppression_padded(
    ...     [[0.0, 0.0, 1.0, 1.0], [0.0, 0.1, 1.0, 1.0]], [0.9, 0.8], 3, pad_to_max_output_size=True)
    >>> found.numpy().tolist(), int(count)
    ([0, 0, 0], 1)
    """
    given, values = convert_to_tensor(boxes, float32), convert_to_tensor(scores, float32)
    limits = [convert_to_tensor(v, float32) for v in (iou_threshold, score_threshold)]
    size = convert_to_tensor(max_output_size, int32)
    if given.shape.rank in (2, None):
        attrs = {"pad_to_max_output_size": pad_to_max_output_size}
        found, count = apply_multi("NonMaxSuppressionV4", (given, values, size, *limits), attrs, name)
        return found, count
    if given.shape.rank != 3 or given.shape[0] is None:
        raise ValueError(f"boxes must have shape [boxes, 4] or [images, boxes, 4] with a known size, got {given.shape}")
    attrs = {"pad_to_max_output_size": True}
    each = [
        apply_multi("NonMaxSuppressionV4", (given[i], values[i], size, *limits), attrs) for i in range(given.shape[0])
    ]
    return apply("Pack", ([n for n, _ in each],)), apply("Pack", ([c for _, c in each],))


__all__ = ["combined_non_max_suppression", "non_max_suppression_padded"]
