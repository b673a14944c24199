"""Samples of the ops in `ops.image.resize`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_INVALID = errors.InvalidArgumentError
_IMAGE = np.round(np.sin(np.arange(36) * 2.3 + 0.7) * 20 + 30).reshape(1, 4, 3, 3)
_FLAGS: tuple[dict[str, Any], ...] = ({}, {"align_corners": True}, {"half_pixel_centers": True})
_DTYPES = ("float32", "float64", "float16", "bfloat16", "uint8", "int32", "int16")


def _resized(dtypes: Sequence[str] = _DTYPES, flags: Sequence[dict[str, Any]] = _FLAGS) -> list[Sample | ErrorSample]:
    sizes = ((7, 5), (2, 2), (4, 6), (1, 1))
    result: list[Sample | ErrorSample] = [
        # the result is of single precision whatever the image: too coarse for finite differences
        Sample((arr(_IMAGE, d), arr([5, 2], "int32")), gradient=False)
        for d in dtypes
    ]
    result += [Sample((arr(_IMAGE, "float32"), arr(s, "int32")), f) for s in sizes for f in flags]
    result.append(Sample((arr(_IMAGE[:0], "float32"), arr([2, 2], "int32"))))
    return result


def _refused() -> list[ErrorSample]:
    image = arr(_IMAGE, "float32")
    return [
        ErrorSample((image[0], arr([1, 2], "int32")), {}, _INVALID, "input must be 4-dimensional[4,3,3]", True),
        ErrorSample((image, arr([1, 2, 3], "int32")), {}, _INVALID, "must have two elements[3]", True),
        ErrorSample((image, arr([0, 2], "int32")), {}, _INVALID, "output dimensions must be positive", True),
        ErrorSample((image[:, :0], arr([1, 2], "int32")), {}, _INVALID, "input image must be of non-zero size", True),
    ]


_BOTH = ErrorSample(
    (arr(_IMAGE, "float32"), arr([2, 2], "int32")), {"align_corners": True, "half_pixel_centers": True},
    _INVALID, "align_corners must be False", True,
)  # fmt: skip


def _gradients(dtypes: Sequence[str]) -> list[Sample | ErrorSample]:
    grads = arr(np.cos(np.arange(30)).reshape(1, 5, 2, 3), "float32")
    result: list[Sample | ErrorSample] = [Sample((grads, arr(_IMAGE, d)), rtol=1e-4) for d in dtypes]
    result += [Sample((grads, arr(_IMAGE, "float32")), f, rtol=1e-4) for f in _FLAGS]
    return result


def _scaled(image: Any = _IMAGE, **attrs: Any) -> Sample:
    vectors = arr([1.25, 0.5], "float32"), arr([0.5, -0.25], "float32")
    return Sample((arr(image, "float32"), arr([5, 2], "int32"), *vectors), attrs, rtol=1e-4)


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "ResizeBilinear": [*_resized(), *_refused(), _BOTH],
    "ResizeBicubic": [*_resized(), *_refused(), _BOTH],
    "ResizeArea": [*_resized(flags=_FLAGS[:2]), *_refused()],
    "ResizeNearestNeighbor": [*_resized(), Sample((arr(_IMAGE), arr([3, 5], "int32"))), *_refused(), _BOTH],
    "ResizeBilinearGrad": _gradients(("float32", "float64", "float16", "bfloat16")),
    "ResizeBicubicGrad": _gradients(("float32", "float64")),
    "ResizeNearestNeighborGrad": [
        *_resized(("float64", "float32", "float16", "uint8", "int32")),
        *_refused(),
    ],
    "ScaleAndTranslate": [
        *(_scaled(kernel_type=k) for k in ("lanczos1", "lanczos3", "lanczos5", "gaussian", "box", "triangle")),
        *(_scaled(kernel_type=k, antialias=False) for k in ("keyscubic", "mitchellcubic")),
        ErrorSample(
            (arr(_IMAGE, "float32"), arr([2, 2], "int32"), arr([1, 1], "float32"), arr([0, 0], "float32")),
            {"kernel_type": "none"}, _INVALID, "Unrecognized kernel type: none",
        ),
        ErrorSample(
            (arr(_IMAGE, "float32"), arr([2, 2], "int32"), arr([0, 1], "float32"), arr([0, 0], "float32")),
            {}, _INVALID, "Scale should be greater than zero",
        ),
    ],
    "ScaleAndTranslateGrad": [
        Sample(
            (
                arr(np.cos(np.arange(30)).reshape(1, 5, 2, 3), "float32"), arr(_IMAGE, "float32"),
                arr([1.25, 0.5], "float32"), arr([0.5, -0.25], "float32"),
            ),
            rtol=1e-4,
        ),
    ],
}  # fmt: skip
