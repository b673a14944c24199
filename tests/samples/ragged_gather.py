"""Samples of RaggedGather and of the gradient of variants of ragged tensors."""

from __future__ import annotations

from graphwright.base import errors
from graphwright.base.dtypes import float32, int64
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i32, i64, text
from tests.samples.variants import encoded

_SPLITS, _DEEP = [i64([0, 2, 2, 5])], [i64([0, 1, 3]), i64([0, 2, 2, 5])]
_VALUES = f32([1, 2, 3, 4, 5])
_INVALID = errors.InvalidArgumentError


def _rank(rank: int) -> dict[str, int]:
    return {"OUTPUT_RAGGED_RANK": rank}


_ROWS = encoded("RaggedTensorToVariant", [_SPLITS, _VALUES], batched_input=True, Tsplits=int64)
_TYPES = {"Tvalues": float32, "Tsplits": int64}

SAMPLES = {
    "RaggedGather": [
        Sample([_SPLITS, _VALUES, i32([2, 0, 1])], _rank(1), gradient=False),
        Sample([_SPLITS, _VALUES.reshape(5, 1), i64([[2, 0], [1, 1]])], _rank(2), gradient=False),
        Sample([_SPLITS, text("a", "b", "c", "d", "e"), i32([[[2, 0], [1, 1]]])], _rank(3), gradient=False),
        Sample([_DEEP, _VALUES, i32([1])], _rank(2), gradient=False),
        Sample([_DEEP, _VALUES, i32([1, 0, 1])], _rank(2), gradient=False),
        Sample([[i32([0, 2, 2, 5])], _VALUES, i32(2)], _rank(0), gradient=False),
        Sample([_DEEP, _VALUES, i32(1)], _rank(1), gradient=False),
        Sample([_SPLITS, _VALUES, i64([])], _rank(1), gradient=False),
        ErrorSample([_DEEP, _VALUES, i32([1, 2])], _rank(2), _INVALID, r"indices[1] = 2 is not in [0, 2)"),
        ErrorSample([_SPLITS, _VALUES, i32([[0, -1]])], _rank(2), _INVALID, r"indices[0,1] = -1 is not in [0, 3)"),
        ErrorSample([_SPLITS, _VALUES, i32([1])], _rank(2), _INVALID, "has ragged rank 1, not 2"),
    ],
    "RaggedTensorToVariantGradient": [
        Sample(lambda: [*_ROWS(), _SPLITS[0], i32([5])], _TYPES),
        Sample(lambda: [*_ROWS(), _SPLITS[0], i32([5, 1])], _TYPES),
        ErrorSample(lambda: [*_ROWS(), i64([0, 5]), i32([5])], _TYPES, _INVALID, "3 rows, for row splits of 1 rows"),
        ErrorSample(lambda: [*_ROWS(), _SPLITS[0], i32([4])], _TYPES, _INVALID, "5 values of float32"),
    ],
}
