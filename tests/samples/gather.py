"""Samples of the ops in `ops.index.gather`, `ops.index.scatter` and `ops.array.select`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import dtypes, errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr

_BAD = errors.InvalidArgumentError
_ALL = (*FLOATS, *INTS, *UINTS, *COMPLEX, "bool")
_NUMBERS = (*FLOATS, *INTS, *UINTS, *COMPLEX)
_GRID = np.arange(6).reshape(2, 3) / 4 - 0.5
_CUBE = np.arange(24).reshape(2, 3, 4) / 8 - 1.0
_X = arr(_GRID)
_C = arr(_CUBE)
_IGNORE = {"bad_indices_policy": "IGNORE"}


def _i(values: object, dtype: str = "int32") -> np.ndarray[Any, Any]:
    return arr(values, dtype)


def _picks(x: Any, indices: Any, axis: int, batch_dims: int = 0, dtype: str = "int32") -> Sample:
    return Sample((x, _i(indices, dtype), _i(axis)), {"batch_dims": batch_dims})


_NO_PAIRS = _i(np.zeros((2, 0)))


def _scatters(dtypes_of_rows: tuple[str, ...]) -> list[Sample | ErrorSample]:
    """Samples that all ops of the TensorScatter kind share."""
    rows = arr([[9.0, 8.0, 7.0]])
    return [
        *(Sample((arr(_GRID * 4 + 2, d), _i([[1], [0]]), arr(_GRID * 4 + 3, d))) for d in dtypes_of_rows),
        Sample((_X, _i([[0, 1], [1, 2]]), arr([9.0, 8.0]))),
        Sample((_X, _i([[0, 1]], "int64"), arr([9.0]))),
        Sample((_C, _i([[[1], [0]]]), arr(_CUBE[None] * 2))),
        Sample((_X, _i(np.zeros((0, 1))), arr(np.zeros((0, 3))))),
        Sample((_X, _i([[7], [1]]), arr([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])), _IGNORE),
        ErrorSample((_X, _i([[7]]), rows), {}, _BAD, "indices[0] = [7] does not index into shape [2,3]"),
        ErrorSample((_X, _i([[0, -1]]), arr([9.0])), {}, _BAD, "indices[0] = [0, -1] does not index into shape [2,3]"),
        ErrorSample((_X, _i([[0]]), arr([9.0])), {}, _BAD, "must match inner dimensions of updates shape", True),
        ErrorSample((arr(1.0), _i([[0]]), arr([9.0])), {}, _BAD, "must match inner dimensions of updates shape", True),
        ErrorSample((_X, _i(0), rows), {}, _BAD, "Indices shape must have rank at least one", True),
    ]


_REPEATED = Sample((_X, _i([[0], [0], [1]]), arr([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])))

SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "GatherV2": [
        *(_picks(arr(_GRID * 4, d), [1, 0, 1], 0) for d in _ALL),
        *(_picks(_X, [1, 0, 1], 1, dtype=d) for d in ("int16", "int32", "int64")),
        *(_picks(_C, [[1, 0], [2, 2]], axis) for axis in (1, -2, 2, -1)),
        _picks(_C, 1, 1),
        _picks(_C, [], 0),
        _picks(_C, [[2, 0], [1, 1]], 1, 1),
        _picks(_C, [[2, 0], [1, 3]], 2, 1),
        _picks(_C, [[2, 0], [1, 1]], 1, -1),
        _picks(_C, [[0, 1, 2], [3, 3, 0]], 2, 2),
        _picks(_C, [[[0], [1], [2]], [[3], [3], [0]]], -1, 2),
        _picks(arr(np.zeros((0, 3))), [2, 1], 1),
        _picks(arr(["a", "b"], "string"), [1, 1, 0], 0),
        ErrorSample((_X, _i([0, 5]), _i(0)), {}, _BAD, "indices[1] = 5 is not in [0, 2)"),
        ErrorSample((_X, _i([-1]), _i(0)), {}, _BAD, "indices[0] = -1 is not in [0, 2)"),
        ErrorSample((_X, _i([[0, 5]]), _i(1)), {}, _BAD, "indices[0,1] = 5 is not in [0, 3)"),
        ErrorSample((_X, _i([[0], [5]]), _i(1)), {"batch_dims": 1}, _BAD, "indices[1,0] = 5 is not in [0, 3)"),
        ErrorSample((_X, _i(2), _i(0)), {}, _BAD, "indices = 2 is not in [0, 2)"),
        ErrorSample((arr(np.zeros((0, 3))), _i([0]), _i(0)), {}, _BAD, "indices[0] = 0 is not in [0, 0)"),
        ErrorSample((_X, _i([0]), _i(5)), {}, _BAD, "Shape must be at least rank 6 but is rank 2", True),
        ErrorSample((arr(1.0), _i([0]), _i(0)), {}, _BAD, "params must be at least 1 dimensional", True),
        ErrorSample(
            (_X, _i([[0], [1], [0]]), _i(1)), {"batch_dims": 1}, _BAD, "params.shape[0]: 2 should be equal", True
        ),
        ErrorSample((_X, _i([[0], [1]]), _i(0)), {"batch_dims": 1}, _BAD, "must be less than or equal to axis", True),
        ErrorSample((_X, arr([0.5]), _i(0)), {}, TypeError, "not in the list of allowed values", True),
    ],
    "Gather": [
        Sample((_X, _i([1, 0, 1]))),
        Sample((_C, _i([[1], [0]], "int64"))),
        ErrorSample((_X, _i([0, 5])), {}, _BAD, "indices[1] = 5 is not in [0, 2)"),
    ],
    "GatherNd": [
        *(Sample((arr(_GRID * 4, d), _i([[0, 1], [1, 2], [0, 1]]))) for d in _ALL),
        *(Sample((_X, _i([[1], [0]], d))) for d in ("int16", "int32", "int64")),
        Sample((_X, _i([1, 2]))),
        Sample((_C, _i([[[0, 1]], [[1, 2]]]))),
        Sample((_X, _NO_PAIRS)),
        Sample((_X, _i(np.zeros((0, 2))))),
        Sample((_X, _i([[0, 1], [5, 0]])), _IGNORE),
        Sample((arr(["a", "b"], "string"), _i([[1]]))),
        ErrorSample((_X, _i([[0, 5]])), {}, _BAD, "indices[0] = [0, 5] does not index into param shape [2,3]"),
        ErrorSample(
            (_X, _i([[0, 0], [-1, 0]])), {}, _BAD, "indices[1] = [-1, 0] does not index into param shape [2,3]"
        ),
        ErrorSample(
            (_X, _i([[0, 1, 2]])),
            {},
            _BAD,
            "index innermost dimension length must be <= params rank; saw: 3 vs. 2",
            True,
        ),
        ErrorSample((_X, _i(0)), {}, _BAD, "indices must be at least a vector", True),
    ],
    "ScatterNd": [
        *(Sample((_i([[1], [0]]), arr(_GRID * 4, d), _i([3, 3]))) for d in _ALL),
        Sample((_i([[0], [2], [0]]), arr([1.0, 2.0, 3.0]), _i([4]))),
        Sample((_i([[0, 1], [1, 1]], "int64"), arr([1.0, 2.0]), _i([2, 2], "int64"))),
        Sample((_i([[0], [1]], "int16"), arr([1.0, 2.0]), _i([3], "int16"))),
        Sample((_i(np.zeros((0, 1))), arr([]), _i([4]))),
        Sample((_i([[1], [9]]), arr([1.0, 2.0]), _i([3])), _IGNORE),
        Sample((_i([[1], [2]]), arr(["a", "b"], "string"), _i([3]))),
        ErrorSample((_i([[5]]), arr([1.0]), _i([4])), {}, _BAD, "indices[0] = [5] does not index into shape [4]"),
        ErrorSample(
            (_i([[0]]), arr([[1.0]]), _i([4])), {}, _BAD, "must match dimensions [1,2) of updates[shape=[1,1]]", True
        ),
        ErrorSample((_i([[0]]), arr([1.0]), _i([-4])), {}, _BAD, "Dimension -4 must be >= 0", True),
        ErrorSample((_i(1), arr(1.0), _i([4])), {}, _BAD, "Indices shape must have rank at least one", True),
    ],
    "TensorScatterUpdate": [
        *_scatters(_ALL),
        Sample((_X, _i([[0]], "uint16"), arr([[1.0, 2.0, 3.0]])), gradient=False),
        Sample((_X, _i([[0], [0]]), arr([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])), gradient=False),
        Sample((arr(["a", "b"], "string"), _i([[1]]), arr(["c"], "string"))),
    ],
    "TensorScatterAdd": [*_scatters(_NUMBERS), _REPEATED],
    "TensorScatterSub": [*_scatters(_NUMBERS), _REPEATED],
    "TensorScatterMax": [*_scatters((*FLOATS, *INTS, *UINTS)), _REPEATED],
    "TensorScatterMin": [*_scatters((*FLOATS, *INTS, *UINTS)), _REPEATED],
    "UnsortedSegmentSum": [
        *(Sample((arr(_GRID * 4, d), _i([2, 0]), _i(3))) for d in _NUMBERS),
        *(Sample((_X, _i([1, 1], d), _i(2, n))) for d, n in (("int64", "int32"), ("int16", "int64"))),
        Sample((_X, _i([-1, 1]), _i(2))),
        Sample((_X, _i([[0, 1, 0], [1, 1, -1]]), _i(3))),
        Sample((arr(2.5), _i(1), _i(3))),
        Sample((arr(np.zeros((0, 3))), _i([]), _i(2))),
        ErrorSample((_X, _i([0, 5]), _i(4)), {}, _BAD, "segment_ids[1] = 5 is out of range [0, 4)"),
        ErrorSample(
            (_X, _i([0, 1, 2]), _i(4)), {}, _BAD, "data.shape = [2,3] does not start with segment_ids.shape = [3]", True
        ),
        ErrorSample((_X, _i([0, 1]), _i(-1)), {}, _BAD, "Input num_segments == -1 must not be negative", True),
    ],
    "Where": [
        *(Sample((arr([[0, 1], [1, 1]], d),)) for d in _ALL),
        Sample((arr([0.0, np.nan, -0.0]),)),
        Sample((arr(np.zeros((0, 2)), "bool"),)),
        ErrorSample((arr(True, "bool"),), {}, _BAD, "WhereOp : Unhandled input dimensions: 0", True),
        ErrorSample((arr(["a"], "string"),), {}, TypeError, "not in the list of allowed values", True),
    ],
    "SelectV2": [
        *(Sample((arr([True, False, True], "bool"), arr(_GRID * 4, d), arr(_GRID * 8, d))) for d in _ALL),
        Sample((arr(True, "bool"), _X, arr(2.5))),
        Sample((arr([[True], [False]], "bool"), arr([1.0, 2.0, 3.0]), arr(2.5))),
        Sample(
            (arr([True, False], "bool"), arr([np.nan, 1.0], "float32"), arr([2.0, np.inf], "float32")), gradient=False
        ),
        Sample((arr(np.zeros((0, 3)), "bool"), _X[:1], arr(2.5))),
        Sample((arr([True, False], "bool"), arr(["a", "b"], "string"), arr("c", "string"))),
        ErrorSample((arr([True, False], "bool"), _X, arr(2.5)), {}, _BAD, "must be broadcastable"),
        ErrorSample((arr([1, 0]), _X, _X), {}, TypeError, "expected to be a bool tensor", True),
    ],
    "Select": [
        *(
            Sample((arr([True, False], "bool"), arr(_GRID * 4, d), arr(_GRID * 8, d)))
            for d in ("float32", "int32", "bool")
        ),
        Sample((arr(True, "bool"), _X, -_X)),
        Sample((_X > 0, _X, -_X)),
        ErrorSample(
            (arr([True], "bool"), _X, _X), {}, _BAD, "Number of batches of 'then' must match size of 'cond'", True
        ),
        ErrorSample((arr([True, False], "bool"), _X, arr([1.0])), {}, _BAD, "must have the same size", True),
    ],
    "Unique": [
        Sample((_i([3, 1, 3, 2, 1]),)),
        Sample((arr([0.5, 0.25, 0.5]),), {"out_idx": dtypes.int64}),
        Sample((arr(["b", "a", "b"], "string"),)),
        Sample((_i([]),)),
        ErrorSample((_i([[3, 1]]),), {}, _BAD, "unique expects a 1D vector", True),
    ],
    "ListDiff": [
        Sample((_i([3, 1, 4, 1, 5]), _i([1, 4]))),
        Sample((arr([0.5, float("nan"), 0.5]), arr([0.25, float("nan")])), {"out_idx": dtypes.int64}),
        Sample((arr(["b", "a", "b"], "string"), arr(["a"], "string"))),
        Sample((_i([]), _i([1]))),
        ErrorSample((_i([[3, 1]]), _i([1])), {}, _BAD, "x should be a 1D vector", True),
        ErrorSample((_i([3, 1]), _i([[1]])), {}, _BAD, "y should be a 1D vector", True),
    ],
    "UniqueWithCounts": [
        Sample((_i([3, 1, 3, 2, 1]),)),
        Sample((arr(["b", "a", "b"], "string"),), {"out_idx": dtypes.int64}),
        ErrorSample((_i([[3, 1]]),), {}, _BAD, "unique expects a 1D vector", True),
    ],
}
