"""Samples of the ops in `ops.index.slicing`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr

_BAD = errors.InvalidArgumentError
_ALL = (*FLOATS, *INTS, *UINTS, *COMPLEX, "bool")
_CUBE = np.arange(24).reshape(2, 3, 4) / 8 - 1.0
_X = arr(_CUBE)


def _i(values: object, dtype: str = "int32") -> np.ndarray[Any, Any]:
    return arr(values, dtype)


def _cut(begin: Any, end: Any, strides: Any, x: Any = _X, dtype: str = "int32", **masks: int) -> Sample:
    return Sample((x, _i(begin, dtype), _i(end, dtype), _i(strides, dtype)), masks)


def _refused(begin: Any, end: Any, strides: Any, message: str, x: Any = _X, **masks: int) -> ErrorSample:
    return ErrorSample((x, _i(begin), _i(end), _i(strides)), masks, _BAD, message, True)


def _back(shape: Any, begin: Any, end: Any, strides: Any, dy: Any, **masks: int) -> Sample:
    return Sample((_i(shape), _i(begin), _i(end), _i(strides), arr(dy)), masks)


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "StridedSlice": [
        *(_cut([0, 1], [2, 3], [1, 1], arr(_CUBE * 8, d)) for d in _ALL),
        _cut([0, 1], [2, 3], [1, 1], dtype="int64"),
        _cut([0, 1], [2, 3], [1, 1], dtype="int16"),
        _cut([1], [2], [1]),
        _cut([1], [2], [1], shrink_axis_mask=1),
        _cut([-1, -2], [0, 0], [1, 1], shrink_axis_mask=3),
        _cut([0, 0, 0], [0, 0, 0], [2, 2, 3], begin_mask=7, end_mask=7),
        _cut([0, 0, 0], [0, 0, 0], [-1, -2, -3], begin_mask=7, end_mask=7),
        _cut([5, 1], [-9, 0], [-1, -1]),
        _cut([-9, -2], [9, 9], [1, 2]),
        _cut([2, 0], [1, 9], [1, 1]),
        _cut([0, 0, 1], [0, 0, 2], [1, 1, 1], ellipsis_mask=1, shrink_axis_mask=4),
        _cut([0, 0, 1], [0, 0, 3], [1, 1, 1], new_axis_mask=1, ellipsis_mask=2),
        _cut([1, 0], [2, 0], [1, 1], new_axis_mask=2, shrink_axis_mask=1),
        _cut([0], [0], [1], ellipsis_mask=1),
        _cut([], [], []),
        _cut([0], [0], [1], arr(2.5), new_axis_mask=1),
        _cut([0], [0], [1], arr(2.5), ellipsis_mask=1),
        _cut([0], [2], [1], arr(np.zeros((0, 3)))),
        _cut([0], [2], [1], arr(["a", "b", "c"], "string")),
        _refused([5], [6], [1], "slice index 5 of dimension 0 out of bounds", shrink_axis_mask=1),
        _refused(
            [0, -4], [0, -3], [1, 1], "of dimension 1 out of bounds", begin_mask=1, end_mask=1, shrink_axis_mask=2
        ),
        _refused([0], [1], [0], "strides[0] must be non-zero"),
        _refused([0], [1], [-1], "only stride 1 allowed on non-range indexing", shrink_axis_mask=1),
        _refused([0] * 4, [1] * 4, [1] * 4, "Index out of range using input dim 3; input has only 3 dims"),
        _refused([0, 0], [1, 1], [1, 1], "Multiple ellipses in slice spec not allowed", ellipsis_mask=3),
        _refused([0], [2], [1, 1], "Expected begin, end, and strides to be 1D equal size tensors"),
    ],
    "StridedSliceGrad": [
        _back([2, 3], [0, 1], [2, 3], [1, 1], [[1.0, 2.0], [3.0, 4.0]]),
        _back([2, 3], [0, 0], [0, 0], [1, -2], [[1.0, 2.0], [3.0, 4.0]], begin_mask=3, end_mask=3),
        _back([2, 3], [-1], [0], [1], [1.0, 2.0, 3.0], shrink_axis_mask=1),
        _back([3], [1, 0], [3, 0], [1, 1], [[1.0], [2.0]], new_axis_mask=2),
        _back([3], [2], [2], [1], []),
        ErrorSample(
            (_i([2, 3]), _i([0]), _i([1]), _i([1]), arr([[1.0]])),
            {},
            _BAD,
            "shape of dy was [1,1] instead of [1,3]",
            False,
        ),
    ],
    "Slice": [
        *(Sample((arr(_CUBE * 8, d), _i([0, 1, 0]), _i([1, 2, -1]))) for d in _ALL),
        Sample((_X, _i([0, 1, 0], "int64"), _i([2, 0, 4], "int64"))),
        Sample((_X, _i([2, 0, 4]), _i([-1, -1, 0]))),
        Sample((_X, _i([0, 0, 0]), _i([2, 3, 4]))),
        Sample((arr(2.5), _i([]), _i([]))),
        Sample((arr(["a", "b", "c"], "string"), _i([1]), _i([2]))),
        ErrorSample((_X, _i([0, 1, 0]), _i([3, -1, 2])), {}, _BAD, "Expected size[0] in [0, 2], but got 3"),
        ErrorSample((_X, _i([3, 1, 0]), _i([0, -1, 2])), {}, _BAD, "Expected begin[0] in [0, 2], but got 3"),
        ErrorSample((_X, _i([0, 1, -1]), _i([0, -1, 2])), {}, _BAD, "Expected begin[2] in [0, 4], but got -1"),
        ErrorSample((_X, _i([0, 1, 0]), _i([0, -2, 2])), {}, _BAD, "Expected size[1] in [0, 2], but got -2"),
        ErrorSample((_X, _i([0, 1]), _i([0, -1])), {}, _BAD, "1-D tensors of size 3, but got shapes [2] and [2]", True),
    ],
}
