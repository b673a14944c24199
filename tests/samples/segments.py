"""Samples of `ops.index.segments`, `ops.math.bincount`, `ops.index.dynamic_stitch` and `ops.image.patches`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_ROWS = np.array([[1.5, -2.0], [3.0, 0.5], [-1.0, 2.5], [4.0, 1.0]])
_REAL = ("float64", "float32", "int32", "int64", "uint8")


def _i(values: Any, dtype: str = "int32") -> Any:
    return arr(values, dtype)


def _ordered(dtypes: Sequence[str] = _REAL) -> list[Sample | ErrorSample]:
    """Samples of segments in order."""
    return [
        *(Sample((arr(np.abs(_ROWS) if d == "uint8" else _ROWS, d), _i([0, 0, 1, 3]))) for d in dtypes),
        Sample((arr(_ROWS), _i([1, 1, 1, 1], "int64"))),
        Sample((arr(_ROWS[:, 0]), _i([0, 1, 2, 2]))),
        Sample((arr(np.zeros((0, 2))), _i([]))),
        ErrorSample((arr(_ROWS), _i([1, 0, 1, 2])), {}, _BAD, "segment ids are not increasing"),
        ErrorSample((arr(_ROWS), _i([-1, 0, 1, 2])), {}, _BAD, "segment ids are not increasing"),
        ErrorSample((arr(_ROWS), _i([0])), {}, _BAD, "same size as dimension 0", None),
        ErrorSample((arr(_ROWS), _i([[0]])), {}, _BAD, "should be a vector", None),
    ]


def _numbered(dtypes: Sequence[str] = _REAL) -> list[Sample | ErrorSample]:
    """Samples of segments in any order, none of them without rows where differences are taken."""
    return [
        *(Sample((arr(np.abs(_ROWS) if d == "uint8" else _ROWS, d), _i([1, 0, 1, 2]), _i(3))) for d in dtypes),
        Sample((arr(_ROWS), _i([[0, 1], [1, -1], [2, 2], [0, 0]], "int64"), _i(3))),
        Sample((arr(_ROWS[:, 0]), _i([0, -1, 1, 1]), _i(2))),
        Sample((arr(_ROWS), _i([0, -1, 2, 2]), _i(4)), gradient=False),
        Sample((arr(np.zeros((0, 2))), _i([]), _i(2)), gradient=False),
        ErrorSample((arr(_ROWS), _i([0, 0, 7, 0]), _i(3)), {}, _BAD, "segment_ids[2] = 7 is out of range [0, 3)"),
        ErrorSample((arr(_ROWS), _i([0, 0, 1, 0]), _i([3])), {}, _BAD, "num_segments must be a scalar"),
    ]


_PICTURE = np.round(np.sin(np.arange(2 * 4 * 5 * 2) * 1.3), 3).reshape(2, 4, 5, 2)


def _patches(size: int, stride: int, rate: int, padding: str) -> dict[str, Any]:
    around = ([1, n, n, 1] for n in (size, stride, rate))
    return dict(zip(("ksizes", "strides", "rates"), around, strict=True)) | {"padding": padding}


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "SegmentSum": _ordered((*_REAL, "complex128", "float16")),
    "SegmentMean": _ordered(),
    "SegmentProd": [
        *_ordered(),
        Sample((arr([[0.0, 2.0], [0.0, 0.0], [3.0, 5.0], [4.0, 0.0]]), _i([0, 0, 0, 2]))),
    ],
    "SegmentMax": [*_ordered(), Sample((arr([2.0, 2.0, 1.0]), _i([0, 0, 1])), gradient=False)],
    "SegmentMin": _ordered(),
    "UnsortedSegmentMax": _numbered(),
    "UnsortedSegmentMin": _numbered(),
    "UnsortedSegmentProd": [
        *_numbered(),
        Sample((arr([0.0, 2.0, 3.0, 0.0, 0.0, 1.5]), _i([0, 0, 0, 1, 1, -1]), _i(2))),
        Sample((arr([[0.0, 2.0], [0.0, 0.0], [0.0, 5.0], [4.0, 0.0]]), _i([0, 0, 0, 1]), _i(2))),
    ],
    "Bincount": [
        Sample((_i([1, 1, 3]), _i(5), _i([]))),
        Sample((_i([1, 1, 3]), _i(2), arr([0.5, 1.0, 2.0])), gradient=False),
        ErrorSample((_i([-1]), _i(2), _i([])), {}, _BAD, "must be non-negative"),
    ],
    "DenseBincount": [
        Sample((_i([1, 1, 3]), _i(5), _i([]))),
        Sample((_i([[1, 1, 3], [0, 0, 0]], "int64"), _i(4, "int64"), arr([], "float32"))),
        Sample((_i([[1, 1, 3], [0, 0, 0]]), _i(4), _i([], "int64")), {"binary_output": True}),
        Sample((_i([[1, 1], [0, 9]]), _i(3), arr([[0.5, 1.0], [2.0, 3.0]])), gradient=False),
        ErrorSample((_i([-1]), _i(2), _i([])), {}, _BAD, "must be non-negative"),
        ErrorSample((_i([1, 2]), _i(2), _i([1])), {}, _BAD, "`weights` must be the same shape"),
    ],
    "Bucketize": [
        *(Sample((arr([[0, 1], [5, 3]], d),), {"boundaries": [1.0, 3.0]}) for d in ("float64", "float32", "int32")),
        Sample((arr([]),), {"boundaries": [1.0]}),
        ErrorSample((arr([1.0]),), {"boundaries": [3.0, 1.0]}, _BAD, "Expected sorted boundaries"),
    ],
    "DynamicStitch": [
        Sample(([_i([0, 2]), _i([1])], [arr([1.0, 3.0]), arr([2.0])])),
        Sample(([_i([[0, 3], [1, 1]]), _i(2)], [arr(np.arange(8.0).reshape(2, 2, 2)), arr([9.0, 8.0])])),
        Sample(([_i([0, 2]), _i([2, 0])], [arr([1.0, 3.0]), arr([5.0, 7.0])])),
        Sample(([_i([])], [arr(np.zeros((0, 2)))])),
        ErrorSample(([_i([0, -1])], [arr([1.0, 2.0])]), {}, _BAD, "indices[1] is out of range"),
        ErrorSample(([_i([0])], [arr([1.0, 2.0])]), {}, _BAD, "does not start with", None),
    ],
    "DynamicPartition": [
        Sample((arr(_ROWS), _i([1, 0, 1, 1])), {"num_partitions": 3}),
        Sample((arr(_ROWS), _i([[0, 1], [1, 1], [0, 0], [1, 0]])), {"num_partitions": 2}),
        Sample((arr(["a", "b"], "string"), _i([0, 1])), {"num_partitions": 2}),
        ErrorSample((arr([1.0, 2.0]), _i([0, 5])), {"num_partitions": 2}, _BAD, "partitions[1] = 5 is not in [0, 2)"),
        ErrorSample((arr([1.0, 2.0]), _i([0])), {"num_partitions": 2}, _BAD, "must start with partitions.shape", None),
    ],
    "ReverseSequence": [
        Sample((arr(_ROWS), _i([2, 1, 0, 2])), {"seq_dim": 1}),
        Sample((arr(_ROWS), _i([4, 1], "int64")), {"seq_dim": 0, "batch_dim": 1}),
        Sample((arr(_PICTURE), _i([3, 1, 0, 5])), {"seq_dim": 2, "batch_dim": 1}),
        ErrorSample((arr(_ROWS), _i([2, 7, 0, 0])), {"seq_dim": 1}, _BAD, "seq_lens(1) > input.dims(1)"),
        ErrorSample((arr(_ROWS), _i([2])), {"seq_dim": 1}, _BAD, "Length of seq_lengths != input.dims(0)", None),
        ErrorSample((arr(_ROWS), _i([2, 1, 0, 2])), {"seq_dim": 0}, _BAD, "batch_dim == seq_dim == 0", None),
    ],
    "ExtractImagePatches": [
        Sample((arr(_PICTURE),), _patches(2, 2, 1, "VALID")),
        Sample((arr(_PICTURE),), _patches(2, 1, 2, "SAME")),
        Sample((arr(_PICTURE * 8, "int32"),), _patches(3, 2, 1, "SAME")),
        ErrorSample((arr(_ROWS),), _patches(2, 1, 1, "VALID"), _BAD, "must be 4-dimensional", None),
    ],
    "UniqueV2": [
        Sample((_i([[3, 1], [1, 2], [3, 1]]), _i([0]))),
        Sample((_i([[3, 1, 3], [1, 2, 1]]), _i([1], "int64")), {"out_idx": "int64"}),
        Sample((arr([2.0, 1.0, 2.0]), _i([]))),
        Sample((arr(["b", "a", "b"], "string"), _i([0]))),
        ErrorSample((_i([[3, 1]]), _i([5])), {}, _BAD, "axis has to be between [0, 2)", None),
        ErrorSample((_i([[3, 1]]), _i([])), {}, _BAD, "unique expects a 1D vector", None),
    ],
    "UniqueWithCountsV2": [
        Sample((_i([[3, 1], [1, 2], [3, 1]]), _i([0]))),
        Sample((_i([3, 1, 3]), _i([]))),
    ],
}
