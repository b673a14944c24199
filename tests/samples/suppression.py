"""Samples of the ops in `ops.image.suppression`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BOXES = [[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1], [1, 1, 0, 0]]
_SCORES = [0.9, 0.75, 0.6, 0.95, 0.5, 0.3]
_SIZE = arr(4, "int32")
_THREE = [[1, 0.6, 0.1], [0.6, 1, 0.2], [0.1, 0.2, 1]]


def _numbers(*numbers: float, dtype: str = "float32") -> list[Any]:
    return [arr(n, dtype) for n in numbers]


def _samples(*numbers: float, **attrs: Any) -> list[Any]:
    def refused(boxes: Any, scores: Any, size: int, message: str) -> ErrorSample:
        inputs = (arr(boxes, "float32"), arr(scores, "float32"), arr(size, "int32"), *_numbers(*numbers))
        return ErrorSample(inputs, attrs, errors.InvalidArgumentError, message)

    return [
        Sample((arr(_BOXES, "float32"), arr(_SCORES, "float32"), _SIZE, *_numbers(*numbers)), attrs, gradient=False),
        Sample(
            (arr(np.ones((0, 4)), "float32"), arr([], "float32"), _SIZE, *_numbers(*numbers)), attrs, gradient=False
        ),
        refused(_BOXES[0], _SCORES, 3, "boxes must be 2-D"),
        refused([[1.0, 2.0, 3.0]], [1.0], 3, "boxes must have 4 columns"),
        refused(_BOXES, _SCORES[:2], 3, "scores has incompatible shape"),
        refused(_BOXES, _SCORES, -1, "output size must be non-negative"),
    ]


def _halves(*numbers: float) -> Sample:
    half = [arr(_BOXES, "float16"), arr(_SCORES, "float16")]
    return Sample((*half, _SIZE, *_numbers(*numbers, dtype="float16")), gradient=False)


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "NonMaxSuppression": _samples(iou_threshold=0.5),
    "NonMaxSuppressionV2": [*_samples(0.5), _halves(0.5)],
    "NonMaxSuppressionV3": [*_samples(0.5, 0.4), _halves(0.5, 0.4)],
    "NonMaxSuppressionV4": [*_samples(0.5, 0.4, pad_to_max_output_size=True), *_samples(0.5, 0.4)],
    "NonMaxSuppressionV5": [
        *_samples(0.5, 0.4, 0.0, pad_to_max_output_size=True), *_samples(0.5, 0.1, 0.5), _halves(0.5, 0.1, 0.0),
    ],
    "NonMaxSuppressionWithOverlaps": [
        Sample((arr(_THREE, "float32"), arr([0.5, 0.6, 0.7], "float32"), _SIZE, *_numbers(0.5, 0.1))),
        ErrorSample(
            (arr(_THREE[:2], "float32"), arr([0.5, 0.6], "float32"), _SIZE, *_numbers(0.5, 0.1)), {},
            errors.InvalidArgumentError, "overlaps must be square",
        ),
    ],
}  # fmt: skip
