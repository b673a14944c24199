"""Samples of the ops in `ops.nn.batch_norm`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_INVALID = errors.InvalidArgumentError
_X = np.round(np.sin(np.arange(24) * 2.3 + 0.7) * 3 + 1, 2).reshape(2, 3, 2, 2)
_DY = np.round(np.cos(np.arange(24) * 1.7), 2).reshape(2, 3, 2, 2)
_NONE = np.zeros(0)


def _f32(*values: Any) -> list[Any]:
    return [arr(v, "float32") for v in values]


def _forward(x: Any, dtype: str = "float32", mean: Any = _NONE, variance: Any = _NONE, **attrs: Any) -> Sample:
    first = attrs.get("data_format", "NHWC").startswith("NC")
    channels = x.shape[1 if first else -1]
    scale, offset = np.arange(1, channels + 1) * 0.5, np.arange(channels) - 0.25
    return Sample((arr(x, dtype), *_f32(scale, offset, mean, variance)), attrs, rtol=1e-4)


def _backward(dtype: str = "float32", x: Any = _X, dy: Any = _DY, **attrs: Any) -> Sample:
    vectors = _f32([0.5, 2.0], [1.25, 0.75], [4.0, 3.5], [])
    return Sample((arr(dy, dtype), arr(x, dtype), *vectors), attrs, gradient=False, rtol=1e-4)


_OLDER = [
    _forward(_X),
    _forward(_X, mean=[0.5, 1.0], variance=[2.0, 3.0], exponential_avg_factor=0.25),
    _forward(_X, mean=[0.5, 1.0], variance=[2.0, 3.0], is_training=False, epsilon=0.01),
    _forward(_X.transpose(0, 3, 1, 2), data_format="NCHW"),
    ErrorSample(_f32(_X[0, 0], [1, 1], [1, 1], [], []), {}, _INVALID, "input must be 4-dimensional: [2,2]", True),
]

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "FusedBatchNorm": _OLDER,
    "FusedBatchNormV2": [*_OLDER, _forward(_X, "float16")],
    "FusedBatchNormV3": [
        *(_forward(_X, d) for d in ("float32", "float16", "bfloat16")),
        _forward(_X, mean=[0.5, 1.0], variance=[2.0, 3.0], exponential_avg_factor=0.25),
        _forward(_X, mean=[0.5, 1.0], variance=[2.0, 3.0], is_training=False, epsilon=0.01),
        _forward(_X.transpose(0, 3, 1, 2), data_format="NCHW"),
        _forward(_X.reshape(1, 2, 3, 2, 2), data_format="NDHWC"),
        _forward(_X.transpose(0, 3, 1, 2), mean=[0.5, 1.0], variance=[2.0, 3.0], data_format="NCHW", is_training=False),
        _forward(_X[:0]),
        _forward(_X[:1, :1, :1]),
        Sample(
            (arr(_X, "float32"), *(arr(v, "bfloat16") for v in ([0.5, 1], [0, 1], [], []))), gradient=False, rtol=2e-2
        ),
        ErrorSample(_f32(_X[0, 0], [1, 1], [1, 1], [], []), {}, _INVALID, "input must be 4-dimensional: [2,2]", True),
        ErrorSample(_f32(_X, [1, 1, 1], [1, 1], [], []), {}, _INVALID, "scale must have the same number", True),
        ErrorSample(
            _f32(_X, [1, 1], [1, 1], [], []), {"is_training": False}, _INVALID, "mean must have the same number", True
        ),
    ],
    "FusedBatchNormGradV3": [
        *(_backward(d) for d in ("float32", "float16", "bfloat16")),
        _backward(is_training=False),
        _backward(x=_X.transpose(0, 3, 1, 2), dy=_DY.transpose(0, 3, 1, 2), data_format="NCHW"),
        _backward(x=_X[:0], dy=_DY[:0]),
        ErrorSample(
            _f32(_DY[:1], _X, [1, 1], [1, 1], [1, 1], []), {}, _INVALID, "x and y_backprop must have same shape", True
        ),
    ],
}
