"""Non-max suppression: the boxes of highest scores, without those that overlap a better one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, errors, name_scope
from graphwright.ir.prelude import Dim, Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.image import _best_boxes

_Overlap = Callable[[int], Array]


def _overlaps(boxes: Array) -> _Overlap:
    """The areas that boxes have in common with one of them, as shares of what both cover."""
    first, second = boxes[:, :2], boxes[:, 2:]
    low, high = np.where(second < first, second, first), np.where(first < second, second, first)
    areas = (high - low).prod(1)

    def of(chosen: int) -> Array:
        common = (np.minimum(high, high[chosen]) - np.maximum(low, low[chosen])).clip(0).prod(1)
        empty = (areas <= 0) | (areas[chosen] <= 0)
        with np.errstate(all="ignore"):
            shares: Array = np.where(empty, np.float32(0), common / (areas + areas[chosen] - common))
        return shares

    return of


def _select(
    scores: Array, overlap: _Overlap, count: int, threshold: float, least: float, sigma: float = 0.0
) -> tuple[Array, Array]:
    """The positions of what is kept, best first, and their scores.

    With `sigma`, what overlaps a better box loses a part of its score instead of being left out.
    """
    scores = scores.astype(np.float32)
    left = scores > least
    chosen: list[int] = []
    kept: list[float] = []
    while len(chosen) < count and left.any():
        best = int(np.where(left, scores, -np.inf).argmax())
        if not left[best]:  # nothing but scores of -inf
            best = int(left.argmax())
        chosen.append(best)
        kept.append(float(scores[best]))
        left[best] = False
        shares = overlap(best)
        if sigma > 0:
            scores = scores * np.exp(np.float32(-0.5 / sigma) * shares * shares, dtype=np.float64).astype(np.float32)
            left &= scores > least
        else:
            left &= ~(shares > threshold)
    return np.array(chosen, np.int32), np.array(kept, np.float32)


# records ---------------------------------------------------------------------------------------------------------


def _checked(boxes: Array, scores: Array, max_output_size: Array, threshold: Array | float) -> int:
    if boxes.ndim != 2:
        raise errors.ShapeMismatchError(f"boxes must be 2-D{describe_dims(boxes.shape)}")
    if boxes.shape[1] != 4:
        raise errors.ShapeMismatchError(f"boxes must have 4 columns (Dimension must be 4 but is {boxes.shape[1]})")
    if not 0 <= threshold <= 1:
        raise errors.InvalidArgumentError("iou_threshold must be in [0, 1]")
    return _count(len(boxes), scores, max_output_size)


def _count(size: int, scores: Array, max_output_size: Array) -> int:
    if scores.shape != (size,):
        raise errors.ShapeMismatchError(
            f"scores has incompatible shape: {size} are needed{describe_dims(scores.shape)}"
        )
    if max_output_size.ndim:
        raise errors.ShapeMismatchError(f"max_output_size must be a scalar{describe_dims(max_output_size.shape)}")
    if max_output_size < 0:
        raise errors.InvalidArgumentError("output size must be non-negative")
    return int(max_output_size)


def best_boxes(
    boxes: Array, scores: Array, max_output_size: Array, limit: Any, least: Any, sigma: Any, overlaps: bool = False
) -> tuple[Array, Array]:
    """The positions of what is kept and the scores, of boxes or, by `overlaps`, of a matrix of shares."""
    count = (
        _checked_shares(boxes, scores, max_output_size) if overlaps else _checked(boxes, scores, max_output_size, limit)
    )
    if sigma < 0:
        raise errors.InvalidArgumentError("soft_nms_sigma must be non-negative")
    overlap = (lambda i: boxes[:, i]) if overlaps else _overlaps(boxes.astype(np.float32, copy=False))
    return _select(scores, overlap, count, float(limit), float(least), float(sigma))


def _suppress(
    boxes: Array, scores: Array, max_output_size: Array, iou_threshold: Any = 0.5, score_threshold: Any = -np.inf
) -> Array:
    return best_boxes(boxes, scores, max_output_size, iou_threshold, score_threshold, 0.0)[0]


def _padded(found: Array, count: Array, pad: bool) -> Array:
    return np.concatenate([found, np.zeros(int(count) - len(found), found.dtype)]) if pad else found


def _suppress_padded(
    boxes: Array, scores: Array, max_output_size: Array, iou_threshold: Array, score_threshold: Array, *,
    pad_to_max_output_size: bool,
) -> tuple[Array, Array]:  # fmt: skip
    found = _suppress(boxes, scores, max_output_size, iou_threshold, score_threshold)
    return _padded(found, max_output_size, pad_to_max_output_size), np.array(len(found), np.int32)


def _suppress_softly(
    boxes: Array, scores: Array, max_output_size: Array, iou_threshold: Array, score_threshold: Array,
    soft_nms_sigma: Array, *, pad_to_max_output_size: bool,
) -> tuple[Array, Array, Array]:  # fmt: skip
    limits = iou_threshold, score_threshold, soft_nms_sigma
    found, kept = best_boxes(boxes, scores, max_output_size, *limits)
    kept = kept.astype(scores.dtype, copy=False)
    both = [_padded(part, max_output_size, pad_to_max_output_size) for part in (found, kept)]
    return both[0], both[1], np.array(len(found), np.int32)


def _checked_shares(overlaps: Array, scores: Array, max_output_size: Array) -> int:
    if overlaps.ndim != 2 or overlaps.shape[0] != overlaps.shape[1]:
        raise errors.ShapeMismatchError(f"overlaps must be square{describe_dims(overlaps.shape)}")
    return _count(len(overlaps), scores, max_output_size)


def _suppress_by(
    overlaps: Array, scores: Array, max_output_size: Array, overlap_threshold: Array, score_threshold: Array
) -> Array:
    return best_boxes(overlaps, scores, max_output_size, overlap_threshold, score_threshold, 0.0, True)[0]


def _check_dims(ctx: ShapeContext) -> None:
    boxes, scores = ctx.dims(0), ctx.dims(1)
    if boxes is not None and len(boxes) != 2:
        raise ctx.fail(f"boxes must be 2-D{describe_dims(boxes)}")
    if scores is not None and len(scores) != 1:
        raise ctx.fail(f"scores has incompatible shape: a vector is needed{describe_dims(scores)}")


def _one_list(ctx: ShapeContext) -> Dims:
    _check_dims(ctx)
    return (Symbol(),)


def _lists(scored: bool) -> Callable[[ShapeContext], list[Dims]]:
    def rule(ctx: ShapeContext) -> list[Dims]:
        _check_dims(ctx)
        known = ctx.value(2) if ctx.attrs["pad_to_max_output_size"] else None
        size: Dim = Symbol() if known is None or known < 0 else int(known)
        return [(size,), (size,), ()] if scored else [(size,), ()]

    return rule


_BOXES = "boxes: T, scores: T, max_output_size: int32, iou_threshold: T_threshold"
_DTYPES = "T: {half, float} = float; T_threshold: {half, float} = float"
_PAD = "pad_to_max_output_size: bool = false"

op(
    "NonMaxSuppression", "boxes: float32, scores: float32, max_output_size: int32 -> selected_indices: int32",
    "iou_threshold: float = 0.5", shape=_one_list, kernel=_suppress, no_gradient=True, native=_best_boxes.native("i"),
)  # fmt: skip
op(
    "NonMaxSuppressionV2", f"{_BOXES} -> selected_indices: int32", _DTYPES,
    shape=_one_list, kernel=_suppress, no_gradient=True, native=_best_boxes.native("i"),
)  # fmt: skip
SUPPRESSION: OpRecord = op(
    "NonMaxSuppressionV3", f"{_BOXES}, score_threshold: T_threshold -> selected_indices: int32", _DTYPES,
    shape=_one_list, kernel=_suppress, native=_best_boxes.native("i"),
)  # fmt: skip
op(
    "NonMaxSuppressionV4",
    f"{_BOXES}, score_threshold: T_threshold -> selected_indices: int32, valid_outputs: int32", f"{_DTYPES}; {_PAD}",
    shape=_lists(False), kernel=_suppress_padded, native=_best_boxes.native("im"),
)  # fmt: skip
SOFT: OpRecord = op(
    "NonMaxSuppressionV5",
    "boxes: T, scores: T, max_output_size: int32, iou_threshold: T, score_threshold: T, soft_nms_sigma: T "
    "-> selected_indices: int32, selected_scores: T, valid_outputs: int32", f"T: {{half, float}} = float; {_PAD}",
    shape=_lists(True), kernel=_suppress_softly, native=_best_boxes.native("ism"),
)  # fmt: skip
BY_OVERLAPS: OpRecord = op(
    "NonMaxSuppressionWithOverlaps",
    "overlaps: float32, scores: float32, max_output_size: int32, overlap_threshold: float32, "
    "score_threshold: float32 -> selected_indices: int32", shape=_one_list, kernel=_suppress_by, no_gradient=True,
    native=_best_boxes.native("i", overlaps=True),
)  # fmt: skip

# public functions ------------------------------------------------------------------------------------------------


def non_max_suppression(
    boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"), name: str | None = None,
) -> Tensor:  # fmt: skip
    """The positions of the best boxes, best first, without those that overlap a better one.

    Args:
      boxes: float tensor of shape [boxes, 4]: the coordinates `[y1, x1, y2, x2]` of opposite corners.
      scores: float tensor of shape [boxes].
      max_output_size: the number of boxes that are kept at most.
      iou_threshold: the area that two boxes may have in common, as a share of the area that they cover.
      score_threshold: what scores must exceed.
      name: of the operation.

    >>> tf.image.non_max_suppression([[0., 0., 1., 1.], [0., 0., 1., .9], [2., 2., 3., 3.]], [.5, .6, .7], 3).numpy()
    array([2, 1], dtype=int32)
    """
    with name_scope(name or "non_max_suppression"):
        return apply(SUPPRESSION, (boxes, scores, max_output_size, iou_threshold, score_threshold))


def non_max_suppression_with_scores(
    boxes: TensorLike, scores: TensorLike, max_output_size: TensorLike, iou_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"), soft_nms_sigma: TensorLike = 0.0, name: str | None = None,
) -> tuple[Tensor, Tensor]:  # fmt: skip
    """`non_max_suppression`, with the scores of the boxes that are kept.

    With `soft_nms_sigma` above 0, what overlaps a better box loses a part of its score instead of being left out.

    >>> boxes = [[0., 0., 1., 1.], [0., 0., 1., .9], [2., 2., 3., 3.]]
    >>> tf.image.non_max_suppression_with_scores(boxes, [.5, .6, .7], 3)[1].numpy()
    array([0.7, 0.6], dtype=float32)
    """
    with name_scope(name or "non_max_suppression_with_scores"):
        inputs = (boxes, scores, max_output_size, iou_threshold, score_threshold, soft_nms_sigma)
        indices, kept, _ = apply_multi(SOFT, inputs, {"pad_to_max_output_size": False})
        return indices, kept


def non_max_suppression_overlaps(
    overlaps: TensorLike, scores: TensorLike, max_output_size: TensorLike, overlap_threshold: TensorLike = 0.5,
    score_threshold: TensorLike = float("-inf"), name: str | None = None,
) -> Tensor:  # fmt: skip
    """`non_max_suppression` of anything whose overlaps are given, as a tensor of shape [boxes, boxes].

    >>> tf.image.non_max_suppression_overlaps([[1., .9], [.9, 1.]], [.5, .6], 2).numpy()
    array([1], dtype=int32)
    """
    with name_scope(name or "non_max_suppression_overlaps"):
        return apply(BY_OVERLAPS, (overlaps, scores, max_output_size, overlap_threshold, score_threshold))
