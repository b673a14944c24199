"""Samples of the ops in `ops.ragged.records`."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_SPLITS = arr([0, 2, 2, 3], "int64")
_VALUES = arr([1.5, -2.0, 3.0])
_ROWS = arr([[1.5, -2.0], [3.0, 4.0], [5.0, 6.0]])
_ENDS = {"row_partition_types": ["ROW_SPLITS"]}
_IDS = {"row_partition_types": ["FIRST_DIM_SIZE", "VALUE_ROWIDS"]}

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "RaggedTensorToSparse": [
        Sample(([_SPLITS], _VALUES)),
        Sample(([_SPLITS], _ROWS)),
        Sample(([arr([0, 1, 3], "int64"), _SPLITS], _VALUES)),
        ErrorSample(([arr([0, 2], "int64")], _VALUES), {}, _BAD, "must start at 0"),
    ],
    "RaggedTensorToTensor": [
        Sample((arr([-1, -1], "int32"), _VALUES, arr(9.0), [_SPLITS]), _ENDS),
        Sample((arr(-1, "int32"), _VALUES, arr(9.0), [_SPLITS]), _ENDS),
        Sample((arr([2, 1], "int64"), _VALUES, arr(9.0), [_SPLITS]), _ENDS),
        Sample((arr([-1, 3, 2], "int32"), _ROWS, arr([8.0, 9.0]), [_SPLITS]), _ENDS),
        Sample((arr([-1, -1], "int32"), _VALUES, arr(9.0), [arr(4, "int64"), arr([0, 0, 2], "int64")]), _IDS),
        ErrorSample((arr([-1], "int32"), _VALUES, arr(9.0), [_SPLITS]), _ENDS, _BAD, "dimensions"),
    ],
    "RaggedBincount": [
        Sample((arr([0, 2, 2, 5], "int64"), arr([1, 1, 0, 3, 9], "int32"), arr(4, "int32"), w), {"binary_output": b})
        for w in (arr([], "float32"), arr([0.5, 1.0, 2.0, 4.0, 8.0], "float32"))
        for b in (False, True)
    ],
}
