"""Samples of counts as sparse tensors and of older forms of numeric ops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_NONE = arr([])


def _i32(value: Any) -> Any:
    return arr(value, "int32")


def _i64(value: Any) -> Any:
    return arr(value, "int64")


_ROWS = _i32([[1, 1, 4], [0, 2, 1]])
_WEIGHTS = arr([[0.5, 1.5, 2.0], [1.0, -1.0, 3.0]])
_COUNT = {"binary_output": False}
_SPLITS, _FLAT = _i64([0, 2, 2, 5]), _i64([1, 1, 3, 0, 3])
_PLACES, _SHAPE = _i64([[0, 0], [0, 2], [2, 1]]), _i64([3, 4])
_STORED = (_PLACES, _i32([2, 2, 1]), _SHAPE)


def _volume(*dims: int) -> Any:
    return arr(np.linspace(-1.0, 1.0, int(np.prod(dims))).reshape(dims) ** 3 + 0.1)


_IMAGE = arr(np.sin(np.arange(2 * 4 * 4 * 3.0)).reshape(2, 4, 4, 3))
_VECTOR = arr([0.5, 1.5, 2.0])
_LOWER = arr([[2.0, 0.0, 0.0], [0.5, 1.5, 0.0], [-1.0, 0.25, 3.0]])
_SEGMENTS = (arr([[1.0, 2.0], [3.0, 4.0]]), _i32([4, 0, 4]), _i32([0, 0, 1]), _i32(6))
_WINDOW = (_i32([1, 2, 2, 1]), _i32([1, 2, 2, 1]))
_IMAGE32, _VECTOR32 = _IMAGE.astype(np.float32), _VECTOR.astype(np.float32)
_LOWER32, _WEIGHTS32 = _LOWER.astype(np.float32), _WEIGHTS.astype(np.float32)
_SHIFTED = _IMAGE32[:, ::-1] + np.float32(1)
_BACKPROP = (_IMAGE32, _SHIFTED, _VECTOR32, _SHIFTED.mean((0, 1, 2)), _SHIFTED.var((0, 1, 2)))

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "DenseCountSparseOutput": [
        Sample((_ROWS, _NONE), _COUNT),
        Sample((_ROWS, _WEIGHTS), _COUNT),
        Sample((_ROWS, _i64([])), {"binary_output": True, "minlength": 7}),
        Sample((_i64([3, 1, 3]), _i32([])), {**_COUNT, "maxlength": 3}),
        Sample((_i64([3, 1, 3]), arr([1.0, 2.0, 3.0], "float64")), _COUNT),
        Sample((_i64([]), _i32([])), _COUNT),
        ErrorSample((_ROWS, arr([1.0])), _COUNT, _BAD, "Weights and values must have the same shape"),
        ErrorSample((_i32([-1]), _NONE), _COUNT, _BAD, "Input values must all be non-negative"),
        ErrorSample((_i32(1), _NONE), _COUNT, _BAD, "Input must be a 1 or 2-dimensional tensor"),
    ],
    "RaggedCountSparseOutput": [
        Sample((_SPLITS, _FLAT, _NONE), _COUNT),
        Sample((_SPLITS, _FLAT, arr([1.0, 2.0, 3.0, 4.0, 5.0])), {**_COUNT, "minlength": 6}),
        Sample((_SPLITS, _FLAT, _i32([])), {"binary_output": True, "maxlength": 2}),
        ErrorSample((_i64([0, 9]), _FLAT, _NONE), _COUNT, _BAD, "Splits must start with 0"),
    ],
    "SparseCountSparseOutput": [
        Sample((*_STORED, _NONE), _COUNT),
        Sample((*_STORED, arr([0.5, 1.5, 2.5])), _COUNT),
        Sample((_i64([[0], [3]]), _i64([1, 1]), _i64([5]), _i64([])), _COUNT),
        ErrorSample((*_STORED, arr([0.5])), _COUNT, _BAD, "Weights and values must have the same size"),
    ],
    "SparseBincount": [
        Sample((*_STORED, _i32(4), _NONE)),
        Sample((*_STORED, _i32(2), arr([0.5, 1.5, 2.5]))),
        Sample((*_STORED, _i32(4), _i32([])), {"binary_output": True}),
        Sample((_i64([[0], [3]]), _i64([1, 1]), _i64([5]), _i64(3), _i64([]))),
        ErrorSample((*_STORED, _i32(-1), _NONE), {}, _BAD, "size is a non-negative scalar"),
    ],
    "SetSize": [
        Sample((_PLACES, _i32([7, 7, 1]), _SHAPE)),
        Sample((_i64([[0, 1, 0], [0, 1, 2]]), _i64([5, 6]), _i64([1, 2, 3]))),
        ErrorSample((_i64([[0]]), _i64([5]), _i64([1])), {}, _BAD, "rank of 2 at least"),
    ],
    "FusedBatchNormGrad": [
        Sample(_BACKPROP, {"is_training": True, "epsilon": 0.01}, gradient=False, rtol=2e-4),
        Sample(_BACKPROP, {"is_training": False}, gradient=False, rtol=2e-4),
    ],
    "FusedBatchNormGradV2": [Sample(_BACKPROP, {"is_training": True, "epsilon": 0.01}, gradient=False, rtol=2e-4)],
    "BatchNormWithGlobalNormalization": [
        Sample(
            (_IMAGE, _VECTOR, _VECTOR, _VECTOR, _VECTOR), {"variance_epsilon": 0.1, "scale_after_normalization": scaled}
        )
        for scaled in (True, False)
    ],
    "BatchNormWithGlobalNormalizationGrad": [
        Sample(
            (_IMAGE, _VECTOR, _VECTOR, _VECTOR, _IMAGE), {"variance_epsilon": 0.1, "scale_after_normalization": True},
            gradient=False,
        ),
    ],
    "MaxPoolV2": [
        Sample((_IMAGE, *_WINDOW), {"padding": "VALID"}),
        Sample((_IMAGE, _i32([1, 3, 2, 1]), _i32([1, 1, 2, 1])), {"padding": "SAME"}),
        ErrorSample((_IMAGE, _i32([2]), _i32([1])), {"padding": "SAME"}, _BAD, "ksize and strides have 4 elements"),
    ],
    "MaxPoolGradV2": [
        Sample(
            (_IMAGE, _IMAGE.reshape(2, 2, 2, 2, 2, 3).max((2, 4)), _volume(2, 2, 2, 3), *_WINDOW), {"padding": "VALID"},
            gradient=False,
        ),
    ],
    "Conv3DBackpropInput": [
        Sample(
            (_volume(1, 3, 3, 3, 2), _volume(2, 2, 2, 2, 3), _volume(1, 2, 2, 2, 3)),
            {"strides": [1] * 5, "padding": "VALID"}, gradient=False,
        ),
    ],
    "Conv3DBackpropFilter": [
        Sample(
            (_volume(1, 3, 3, 3, 2), _volume(2, 2, 2, 2, 3), _volume(1, 2, 2, 2, 3)),
            {"strides": [1] * 5, "padding": "VALID"}, gradient=False,
        ),
    ],
    "Conv2DBackpropInputV2": [
        Sample(
            (_IMAGE, _volume(2, 2, 3, 2), _volume(2, 3, 3, 2)), {"strides": [1] * 4, "padding": "VALID"}, gradient=False
        ),
    ],
    "Conv2DBackpropFilterV2": [
        Sample(
            (_IMAGE, _volume(2, 2, 3, 2), _volume(2, 3, 3, 2)), {"strides": [1] * 4, "padding": "VALID"}, gradient=False
        ),
    ],
    "QuantizeAndDequantize": [
        Sample((_VECTOR,), {"num_bits": 4}, gradient=False),
        Sample((_VECTOR,), {"range_given": True, "input_min": -1.0, "input_max": 1.0}, gradient=False),
    ],
    "SparseMatMul": [
        Sample((_LOWER32, _WEIGHTS32.T)),
        Sample((_LOWER32, _WEIGHTS32), {"transpose_a": True, "transpose_b": True, "a_is_sparse": True}),
        ErrorSample((_LOWER32, _WEIGHTS32), {}, _BAD, "Matrix size incompatible"),
    ],
    **{f"SparseSegment{kind}GradV2": [Sample(_SEGMENTS, gradient=False)] for kind in ("Sum", "Mean", "SqrtN")},
    "SpaceToBatch": [
        Sample((_IMAGE, _i32([[0, 0], [1, 1]])), {"block_size": 2}),
        ErrorSample((_VECTOR, _i32([[0, 0], [1, 1]])), {"block_size": 2}, errors.OpError, "Input rank should be 4"),
    ],
    "BatchToSpace": [
        Sample((_volume(4, 2, 2, 3), _i32([[0, 1], [1, 0]])), {"block_size": 2}),
    ],
    "CholeskyGrad": [
        Sample((_LOWER, arr([[1.0, 0.0, 0.0], [0.5, -1.0, 0.0], [2.0, 0.25, 0.5]])), gradient=False),
        ErrorSample((_LOWER, _VECTOR), {}, _BAD, "Input matrix and gradient must be square"),
    ],
    "BatchCholeskyGrad": [Sample((_LOWER[None], _LOWER[None] + 0.5), gradient=False)],
    "BatchMatrixSolveLs": [
        Sample((_LOWER[None], _LOWER[None, :, :1], arr(0.5, "float64")), gradient=False),
    ],
    "CheckNumericsV2": [
        Sample((_VECTOR,), {"message": "numbers"}),
        ErrorSample((arr([np.nan]),), {"message": "numbers"}, _BAD, "numbers : Tensor had NaN values"),
    ],
    "RandomPoisson": [Sample((_i32([3]), arr(2.5)), {"seed": 3, "seed2": 4}, exact=False)],
}  # fmt: skip
