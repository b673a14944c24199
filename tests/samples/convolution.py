"""Samples of the ops in `ops.nn.convolution`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import FLOATS, arr

_CASES: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], dict[str, Any]]] = {
    "plain": ((2, 4, 5, 3), (3, 2, 3, 4), (2, 2, 4, 4), {"strides": [1, 1, 1, 1], "padding": "VALID"}),
    "same": ((1, 5, 4, 2), (3, 3, 2, 3), (1, 3, 4, 3), {"strides": [1, 2, 1, 1], "padding": "SAME"}),
    "far apart": ((1, 6, 6, 1), (2, 1, 1, 2), (1, 2, 2, 2), {"strides": [1, 3, 4, 1], "padding": "SAME"}),
    "dilated": (
        (1, 6, 5, 2), (2, 3, 2, 2), (1, 4, 1, 2),
        {"strides": [1, 1, 1, 1], "padding": "VALID", "dilations": [1, 2, 2, 1]},
    ),
    "groups": ((2, 3, 3, 4), (2, 2, 2, 6), (2, 2, 2, 6), {"strides": [1, 1, 1, 1], "padding": "VALID"}),
    "explicit": (
        (1, 3, 3, 1), (2, 2, 1, 2), (1, 5, 2, 2),
        {"strides": [1, 1, 2, 1], "padding": "EXPLICIT", "explicit_paddings": [0, 0, 2, 1, 0, 1, 0, 0]},
    ),
    "channels first": (
        (1, 2, 4, 3), (2, 2, 2, 3), (1, 3, 2, 3),
        {"strides": [1, 1, 2, 1], "padding": "SAME", "data_format": "NCHW"},
    ),
    "no images": ((0, 3, 3, 2), (2, 2, 2, 3), (0, 2, 2, 3), {"strides": [1, 1, 1, 1], "padding": "VALID"}),
    "one pixel": ((1, 4, 4, 5), (1, 1, 5, 3), (1, 4, 4, 3), {"strides": [1, 1, 1, 1], "padding": "VALID"}),
}  # fmt: skip

_DEEP: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], dict[str, Any]]] = {
    "plain": ((1, 3, 3, 4, 2), (2, 1, 3, 2, 2), (1, 2, 3, 2, 2), {"strides": [1] * 5, "padding": "VALID"}),
    "same": ((1, 3, 2, 2, 1), (2, 2, 2, 1, 2), (1, 2, 2, 1, 2), {"strides": [1, 2, 1, 2, 1], "padding": "SAME"}),
    "dilated": (
        (1, 3, 3, 3, 1), (2, 1, 2, 1, 1), (1, 1, 3, 1, 1),
        {"strides": [1] * 5, "padding": "VALID", "dilations": [1, 2, 1, 2, 1]},
    ),
    "channels first": (
        (1, 2, 2, 3, 2), (1, 2, 1, 2, 3), (1, 3, 2, 2, 2),
        {"strides": [1] * 5, "padding": "VALID", "data_format": "NCDHW"},
    ),
}  # fmt: skip

_THIN: dict[str, tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], dict[str, Any]]] = {
    "plain": ((2, 3, 4, 3), (2, 2, 3, 2), (2, 2, 3, 6), {"strides": [1, 1, 1, 1], "padding": "VALID"}),
    "same": ((1, 5, 5, 2), (3, 3, 2, 1), (1, 3, 3, 2), {"strides": [1, 2, 2, 1], "padding": "SAME"}),
    "dilated": (
        (1, 5, 4, 1),
        (2, 2, 1, 3),
        (1, 3, 2, 3),
        {"strides": [1, 1, 1, 1], "padding": "VALID", "dilations": [1, 2, 2, 1]},
    ),
    "channels first": (
        (1, 2, 3, 3),
        (2, 2, 2, 2),
        (1, 4, 2, 2),
        {"strides": [1, 1, 1, 1], "padding": "VALID", "data_format": "NCHW"},
    ),
    "no images": ((0, 3, 3, 2), (2, 2, 2, 1), (0, 2, 2, 2), {"strides": [1, 1, 1, 1], "padding": "VALID"}),
}


def _wave(shape: tuple[int, ...], shift: float = 0.7, dtype: str = "float64") -> Any:
    return arr(np.round(np.sin(np.arange(int(np.prod(shape))) * 2.3 + shift) * 2, 2).reshape(shape), dtype)


def _of(cases: dict[str, Any], dtypes: Sequence[str] = FLOATS) -> dict[str, list[Sample | ErrorSample]]:
    """Samples of a convolution and of its two gradients."""
    three: dict[str, list[Sample | ErrorSample]] = {"forward": [], "input": [], "filter": []}
    for name, (x, filters, y, attrs) in cases.items():
        for dtype in dtypes if name == "plain" else ("float64", "float32"):
            parts = _wave(x, 0.7, dtype), _wave(filters, 1.9, dtype), _wave(y, 0.2, dtype)
            # terms of both signs: sums may nearly cancel
            rtol = 2e-4 if dtype == "float32" else None
            three["forward"].append(Sample(parts[:2], attrs, rtol=rtol))
            sizes = arr(x, "int32"), arr(filters, "int32")
            three["input"].append(Sample((sizes[0], *parts[1:]), attrs, rtol=rtol))
            three["filter"].append(Sample((parts[0], sizes[1], parts[2]), attrs, rtol=rtol))
    return three


_IMAGES, _VOLUMES, _DEPTHWISE = _of(_CASES), _of(_DEEP), _of(_THIN)
_ONE: dict[str, Any] = {"strides": [1, 1, 1, 1], "padding": "VALID"}
_INVALID = errors.InvalidArgumentError


def _refused(
    x: tuple[int, ...], filters: tuple[int, ...], message: str, error: Any = _INVALID, **attrs: Any
) -> ErrorSample:
    return ErrorSample((arr(np.ones(x)), arr(np.ones(filters))), {**_ONE, **attrs}, error, message, True)


_IMAGE_ERRORS = [
    _refused((3, 3, 1), (2, 2, 1, 1), "input must be 4-dimensional: [3,3,1]"),
    _refused((1, 3, 3, 1), (2, 2, 1), "filter must be 4-dimensional: [2,2,1]"),
    _refused((1, 3, 3, 3), (2, 2, 2, 1), "input depth must be evenly divisible by filter depth: 3 vs 2"),
    _refused((1, 3, 3, 4), (2, 2, 2, 3), "output depth must be evenly divisible by number of groups: 3 vs 2"),
    _refused((1, 3, 3, 1), (4, 2, 1, 1), "Negative dimension size caused by subtracting 4 from 3"),
    _refused((1, 3, 3, 0), (2, 2, 0, 1), "Depth of filter must not be 0"),
    _refused((1, 3, 3, 1), (2, 2, 1, 1), "Stride must be > 0, but got 0", strides=[1, 0, 1, 1]),
    _refused((1, 3, 3, 1), (2, 2, 1, 1), "4 values, but got: 3", strides=[1, 1, 1]),
    _refused((1, 3, 3, 1), (2, 2, 1, 1), "Dilation rate must be > 0", dilations=[1, 0, 1, 1]),
    _refused((1, 3, 3, 1), (2, 2, 1, 1), "must be empty", explicit_paddings=[0] * 8),
    _refused((1, 3, 3, 1), (2, 2, 1, 1), "8 values, but got: 2", padding="EXPLICIT", explicit_paddings=[1, 1]),
    _refused(
        (1, 3, 3, 1), (2, 2, 1, 1), "must be nonnegative",
        padding="EXPLICIT", explicit_paddings=[0, 0, -1, 0, 0, 0, 0, 0],
    ),
    _refused((1, 3, 3, 1), (2, 2, 1, 1), "batch and depth", errors.UnimplementedError, strides=[2, 1, 1, 1]),
]  # fmt: skip

_ONES = np.ones((2, 2, 1, 1))


def _gradient_errors(rank: int = 4) -> tuple[ErrorSample, ErrorSample]:
    attrs = {"strides": [1] * rank, "padding": "VALID"}
    window = (2,) * (rank - 2)
    sizes = (1, *(3,) * (rank - 2), 1)
    filters, x, grad = np.ones((*window, 1, 1)), np.ones(sizes), np.ones((1, *(3,) * (rank - 2), 1))
    message = "out_backprop must have the shape of the convolution's result"
    return (
        ErrorSample((arr(sizes, "int32"), arr(filters), arr(grad)), attrs, _INVALID, message, True),
        ErrorSample((arr(x), arr(filters.shape, "int32"), arr(grad)), attrs, _INVALID, message, True),
    )


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "Conv2D": [
        *_IMAGES["forward"],
        Sample((arr(np.arange(9).reshape(1, 3, 3, 1), "int32"), arr(_ONES, "int32")), _ONE),
        *_IMAGE_ERRORS,
    ],
    "Conv2DBackpropInput": [*_IMAGES["input"], _gradient_errors()[0]],
    "Conv2DBackpropFilter": [*_IMAGES["filter"], _gradient_errors()[1]],
    "Conv3D": [
        *_VOLUMES["forward"],
        ErrorSample(
            (arr(np.ones((1, 2, 2, 2))), arr(np.ones((1, 1, 1, 2, 1)))), {"strides": [1] * 5, "padding": "VALID"},
            _INVALID, "input must be 5-dimensional: [1,2,2,2]", True,
        ),
    ],
    "Conv3DBackpropInputV2": [*_VOLUMES["input"], _gradient_errors(5)[0]],
    "Conv3DBackpropFilterV2": [*_VOLUMES["filter"], _gradient_errors(5)[1]],
    "DepthwiseConv2dNative": [
        *_DEPTHWISE["forward"],
        _refused((1, 3, 3, 2), (2, 2, 3, 1), "input depth must be equal to filter depth: 2 vs 3"),
    ],
    "DepthwiseConv2dNativeBackpropInput": [*_DEPTHWISE["input"], _gradient_errors()[0]],
    "DepthwiseConv2dNativeBackpropFilter": [*_DEPTHWISE["filter"], _gradient_errors()[1]],
}  # fmt: skip
