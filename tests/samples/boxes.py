"""Samples of the ops on boxes of images: crops, outlines, and the suppression of several classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i32

INVALID = errors.InvalidArgumentError
_IMAGE = np.arange(48, dtype=np.float32).reshape(1, 4, 6, 2) ** 1.5 / 100
_BOXES = f32([[0.02, 0.03, 0.97, 0.9], [0.2, 0.1, 0.9, 0.7], [0.95, 0.9, 0.05, 0.1], [-0.5, -0.55, 1.5, 1.45]])
_AT, _SIZE = i32([0, 0, 0, 0]), i32([3, 2])
_GRADS = np.arange(48, dtype=np.float32).reshape(4, 3, 2, 2) / 50
_DRAWN = f32([[[0.1, 0.2, 0.9, 0.8], [0, 0, 0.5, 0.5]], [[-0.2, 0.3, 0.6, 1.2], [0.9, 0.9, 0.1, 0.1]]])
_RANDOM = np.random.default_rng(0)
_CORNERS = _RANDOM.random((2, 6, 1, 2))
_CLASSED = f32(np.concatenate([_CORNERS, _CORNERS + 0.3], -1))
_SCORES = f32(_RANDOM.random((2, 6, 3)))
_NUMBERS: list[Any] = [i32(2), i32(5), f32(0.5), f32(0.2)]

_SEEN = f32([[[0.1, 0.2, 0.5, 0.9], [0.3, 0.3, 1, 1]]])
_DISTORTIONS: list[dict[str, Any]] = [{}, {"area_range": [0.3, 0.9], "aspect_ratio_range": [0.5, 2]}, {"seed": 3}]
_WRONG_DISTORTIONS: list[tuple[dict[str, Any], str]] = [
    ({"area_range": [0.5]}, "Area range field must specify 2 dimensions"),
    ({"area_range": [0.5, 2]}, "Area range must be less then or equal to 1.0"),
    ({"aspect_ratio_range": [1]}, "Aspect ratio range field must specify 2 dimensions"),
    ({"max_attempts": 0}, "Max attempts must be non-negative: 0"),
]

SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "CropAndResize": [
        *(Sample([_IMAGE, _BOXES, _AT, _SIZE], {"method": m}, gradient=False) for m in ("bilinear", "nearest")),
        Sample([_IMAGE.astype(np.uint8), _BOXES, _AT, i32([1, 1])], {"extrapolation_value": 7.0}, gradient=False),
        Sample([_IMAGE.astype(np.float64), _BOXES[:0], _AT[:0], _SIZE], gradient=False),
        ErrorSample([_IMAGE, _BOXES, i32([0, 0, 3, 0]), _SIZE], {}, errors.OutOfRangeError, "outside [0, 1)"),
        ErrorSample([_IMAGE, _BOXES, _AT[:2], _SIZE], {}, INVALID, "box_index has incompatible shape"),
        ErrorSample([_IMAGE, _BOXES, _AT, i32([0, 2])], {}, INVALID, "crop dimensions must be positive"),
        ErrorSample([_IMAGE[0], _BOXES, _AT, _SIZE], {}, INVALID, "input image must be 4-D[4,6,2]", True),
    ],
    "CropAndResizeGradImage": [
        *(
            Sample([_GRADS, _BOXES, _AT, i32([1, 4, 6, 2])], {"method": m, "T": "float32"}, gradient=False)
            for m in ("bilinear", "nearest")
        ),
        *(
            Sample([_GRADS, _BOXES, _AT + n, i32([3, 4, 6, 2])], {"T": t}, gradient=False)
            for n, t in enumerate(("float32", "float64", "float16"))
        ),
        ErrorSample(
            [_GRADS, _BOXES, i32([0, 0, 0, 1]), i32([1, 4, 6, 2])], {"T": "float32"}, errors.OutOfRangeError, "outs"
        ),
    ],
    "CropAndResizeGradBoxes": [
        Sample([_GRADS, _IMAGE, _BOXES, _AT], gradient=False),
        Sample([_GRADS[:, :1, :1], _IMAGE.astype(np.uint8), _BOXES, _AT], gradient=False),
        ErrorSample([_GRADS, _IMAGE, _BOXES, _AT - 1], {}, errors.OutOfRangeError, "outside [0, 1)"),
    ],
    "DrawBoundingBoxes": [
        *(Sample([np.zeros((2, 5, 6, c), np.float32), _DRAWN], gradient=False) for c in (1, 3, 4)),
        ErrorSample(
            [np.zeros((2, 5, 6, 2), np.float32), _DRAWN], {}, INVALID, "Channel depth should be either 1 (GRY)"
        ),
        ErrorSample([np.zeros((5, 6, 3), np.float32), _DRAWN], {}, INVALID, "The rank of the images should be 4", True),
    ],
    "DrawBoundingBoxesV2": [
        Sample([np.zeros((2, 5, 6, 3), np.float16), _DRAWN, f32([[1, 0, 0], [0, 1, 0.5]])], gradient=False),
        ErrorSample([np.zeros((2, 5, 6, 3), np.float32), _DRAWN, f32([[1, 0]])], {}, INVALID, "equal or more channels"),
    ],
    "SampleDistortedBoundingBoxV2": [
        *(Sample([i32([8, 9, 3]), _SEEN, f32(0.1)], a, gradient=False, exact=False) for a in _DISTORTIONS),
        *(ErrorSample([i32([8, 9, 3]), _SEEN, f32(0.1)], a, INVALID, text) for a, text in _WRONG_DISTORTIONS),
        ErrorSample([i32([8, 9]), _SEEN, f32(0.1)], {}, INVALID, "image_size must contain 3 elements"),
        ErrorSample([i32([8, 9, 3]), _SEEN * 3, f32(0.1)], {}, INVALID, "coordinates must be in [0.0, 1.0]"),
        ErrorSample([i32([8, 9, 3]), _SEEN[:, :0], f32(0.1)], {}, INVALID, "No bounding boxes provided"),
    ],
    "StatelessSampleDistortedBoundingBox": [
        *(Sample([i32([8, 9, 3]), _SEEN, f32(0.1), i32([1, 2])], a, gradient=False) for a in _DISTORTIONS[:2]),
        ErrorSample([i32([8, 9, 3]), _SEEN, f32(0.1), i32([1])], {}, INVALID, "seed must have shape [2]"),
        ErrorSample([i32([8, 0, 3]), _SEEN, f32(0.1), i32([1, 2])], {}, INVALID, "must have a height and a width"),
    ],
    "CombinedNonMaxSuppression": [
        *(Sample([_CLASSED, _SCORES, *_NUMBERS], {"pad_per_class": p, "clip_boxes": not p}) for p in (True, False)),
        Sample([np.repeat(_CLASSED, 3, 2), _SCORES, *_NUMBERS]),
        ErrorSample([_CLASSED[:, :, 0], _SCORES, *_NUMBERS], {}, INVALID, "boxes must be 4-D", True),
        ErrorSample([_CLASSED, _SCORES, i32(0), *_NUMBERS[1:]], {}, INVALID, "max_size_per_class must be positive"),
    ],
}
