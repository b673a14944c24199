"""Samples of the ops in `ops.array`: `rearrange`, `concat`, `split`, `pad` and `tile`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr

_BAD = errors.InvalidArgumentError
_ALL = (*FLOATS, *INTS, *UINTS, *COMPLEX, "bool")
_GRID = np.arange(6).reshape(2, 3) / 4 - 0.5
_CUBE = np.arange(24).reshape(2, 3, 4) / 8 - 1.0
_X = arr(_GRID)
_C = arr(_CUBE)
_SCALAR, _NOTHING = arr(2.5), arr(np.zeros((0, 3)))
_WORDS = arr(["a", "b", "c"], "string")


def _i(values: object, dtype: str = "int32") -> np.ndarray[Any, Any]:
    return arr(values, dtype)


def _passed_on() -> list[Sample | ErrorSample]:
    return [*(Sample((arr(_GRID * 4, d),)) for d in _ALL), *(Sample((x,)) for x in (_WORDS, _SCALAR, _NOTHING))]


_PERMUTED: list[Sample | ErrorSample] = [
    *(Sample((arr(_GRID * 4, d), _i([1, 0]))) for d in _ALL),
    *(Sample((_C, _i(p))) for p in ([0, 1, 2], [2, 0, 1], [1, 2, 0], [-1, 0, 1])),
    Sample((_X, _i([1, 0], "int64"))),
    Sample((_SCALAR, _i([]))),
    Sample((_NOTHING, _i([1, 0]))),
    ErrorSample(
        (_X, _i([0])), {}, _BAD, "transpose expects a vector of size 2. But input(1) is a vector of size 1", True
    ),
    ErrorSample((_X, _i([0, 0])), {}, _BAD, "1 is missing from {0,0}"),
    ErrorSample((_X, _i([0, 5])), {}, _BAD, "5 is out of range", True),
]

_REFLECT, _SYMMETRIC = {"mode": "REFLECT"}, {"mode": "SYMMETRIC"}
_WIDE = [[1, 2], [0, 3]]

SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "Identity": _passed_on(),
    "Snapshot": _passed_on(),
    "StopGradient": _passed_on(),
    "PreventGradient": [Sample((_X,), gradient=False), Sample((_WORDS,), {"message": "no"}, gradient=False)],
    "IdentityN": [Sample(([_X, _i([1]), _WORDS],)), Sample(([_SCALAR],))],
    "Transpose": [*_PERMUTED, Sample((_WORDS, _i([0])))],
    "ConjugateTranspose": _PERMUTED,
    "InvertPermutation": [
        Sample((_i([2, 0, 1]),)),
        Sample((_i([0, 1], "int64"),)),
        Sample((_i([]),)),
        ErrorSample((_i([0, 0]),), {}, _BAD, "0 is duplicated in the input"),
        ErrorSample((_i([0, 5]),), {}, _BAD, "5 is not between 0 and 2"),
        ErrorSample((_i([[0, 1]]),), {}, _BAD, "Shape must be rank 1", True),
        ErrorSample((_i(0),), {}, _BAD, "Shape must be rank 1", True),
    ],
    "ReverseV2": [
        *(Sample((arr(_GRID * 4, d), _i([1]))) for d in _ALL),
        *(Sample((_C, _i(a))) for a in ([], [0], [-1], [0, 2], [2, 1, 0])),
        Sample((_WORDS, _i([0], "int64"))),
        Sample((_NOTHING, _i([0, 1]))),
        ErrorSample((_X, _i([5])), {}, _BAD, "'axis'[0] = 5 is out of valid range", True),
        ErrorSample((_X, _i([0, -2])), {}, _BAD, "axis 0 specified more than once", True),
        ErrorSample((_X, _i(0)), {}, _BAD, "'dims' must be 1-dimension, not 0", True),
    ],
    "Reverse": [
        Sample((_X, arr([True, False], "bool"))),
        Sample((_C, arr([False, True, True], "bool"))),
        Sample((_WORDS, arr([False], "bool"))),
    ],
    "Roll": [
        *(Sample((arr(_GRID * 4, d), _i(1), _i(1))) for d in _ALL),
        *(Sample((_C, _i(s), _i(a))) for s, a in (([1, -2], [0, 2]), ([1, 1], [1, 1]), ([5], [-1]), ([], []))),
        Sample((_X, _i(-4, "int64"), _i(-1, "int64"))),
        Sample((_NOTHING, _i(1), _i(1))),
        Sample((_WORDS, _i(1), _i(0))),
        ErrorSample((_X, _i(1), _i(5)), {}, _BAD, "axis 5 is out of range", True),
        ErrorSample((_X, _i([1]), _i(0)), {}, _BAD, "shift and axis must have the same size"),
        ErrorSample((_SCALAR, _i(1), _i(0)), {}, _BAD, "input must be 1-D or higher", True),
    ],
    "ConcatV2": [
        *(Sample(([arr(_GRID * 4, d), arr(_GRID[:, :1] * 4, d)], _i(1))) for d in _ALL),
        *(Sample(([_C, _C * 2, _C * 3], _i(a))) for a in (0, 1, 2, -1, -3)),
        Sample(([_NOTHING, _X], _i(0, "int64"))),
        Sample(([_NOTHING, _NOTHING], _i([1]))),
        Sample(([_WORDS, _WORDS], _i(0))),
        ErrorSample(([_X, arr([[1.0]])], _i(0)), {}, _BAD, "ConcatOp : Dimension 1 in both shapes must be equal", True),
        ErrorSample(([_X, arr([1.0])], _i(0)), {}, _BAD, "ConcatOp : Ranks of all input tensors should match", True),
        ErrorSample(([_X, _X], _i(5)), {}, _BAD, "concatenating dimensions in the range [-2, 2), but got 5", True),
        ErrorSample(([_SCALAR, _SCALAR], _i(0)), {}, _BAD, "Can't concatenate scalars", True),
        ErrorSample(
            ([_X, _i([[1, 2, 3]])], _i(0)), {}, TypeError, "expected to be a float64 tensor but is an int32", True
        ),
    ],
    "Concat": [
        Sample((_i(1), [_X, _X])),
        ErrorSample((_i(0), [_X, arr([[1.0]])]), {}, _BAD, "ConcatOp : Dimension 1 in both shapes must be equal", True),
    ],
    "ConcatOffset": [Sample((_i(1), [_i([2, 3]), _i([2, 1]), _i([2, 5])])), Sample((_i(0), [_i([4], "int64")] * 2))],
    "Pack": [
        *(Sample(([arr(_GRID * 4, d), arr(_GRID * 8, d)],)) for d in _ALL),
        *(Sample(([_X, _X * 2, _X * 3],), {"axis": a}) for a in (0, 1, 2, -1, -2, -3)),
        Sample(([_SCALAR],)),
        Sample(([_NOTHING, _NOTHING],), {"axis": 1}),
        Sample(([_WORDS, _WORDS],)),
        ErrorSample(([_X, arr([1.0])],), {}, _BAD, "values[0].shape = [2,3] != values[1].shape = [1]", True),
        ErrorSample(([_X, _X],), {"axis": 3}, _BAD, "axis = 3 not in [-3, 3)", True),
    ],
    "Unpack": [
        *(Sample((arr(_GRID * 4, d),), {"num": 2}) for d in _ALL),
        *(Sample((_C,), {"num": n, "axis": a}) for n, a in ((2, 0), (3, 1), (4, 2), (4, -1), (2, -3))),
        Sample((arr(np.zeros((2, 0))),), {"num": 2}),
        Sample((_WORDS,), {"num": 3}),
        ErrorSample((_X,), {"num": 3}, _BAD, "Input shape axis 0 must equal 3, got shape [2,3]", True),
        ErrorSample((_X,), {"num": 2, "axis": 2}, _BAD, "axis = 2 not in [-2, 2)", True),
    ],
    "Split": [
        *(Sample((_i(0), arr(_GRID * 4, d)), {"num_split": 2}) for d in _ALL),
        *(Sample((_i(a), _C), {"num_split": n}) for a, n in ((1, 3), (2, 2), (-1, 4), (0, 1))),
        Sample((_i(0), _NOTHING), {"num_split": 2}),
        ErrorSample((_i(1), _X), {"num_split": 2}, _BAD, "but got split_dim 1 (size = 3) and num_split 2", True),
        ErrorSample((_i(5), _X), {"num_split": 2}, _BAD, "must be in the range [-2, 2)", True),
    ],
    "SplitV": [
        *(Sample((arr(_GRID * 4, d), _i([1, 2]), _i(1)), {"num_split": 2}) for d in _ALL),
        *(Sample((_C, _i([1, 0, 3], d), _i(2)), {"num_split": 3}) for d in ("int8", "int32", "int64")),
        Sample((_C, _i([-1, 1]), _i(-2)), {"num_split": 2}),
        Sample((_X, _i([2]), _i(0)), {"num_split": 1}),
        Sample((_WORDS, _i([2, 1]), _i(0)), {"num_split": 2}),
        ErrorSample(
            (_X, _i([1, 1]), _i(1)), {"num_split": 2}, _BAD, "Determined shape must either match input shape", True
        ),
        ErrorSample((_X, _i([-1, -1]), _i(1)), {"num_split": 2}, _BAD, "There can only be one -1 in the input", True),
        ErrorSample((_X, _i([3]), _i(1)), {"num_split": 2}, _BAD, "should be equal to num_outputs", True),
    ],
    "Pad": [
        *(Sample((arr(_GRID * 4, d), _i(_WIDE))) for d in _ALL),
        Sample((_X, _i(_WIDE, "int64"))),
        Sample((_X, _i([[0, 0], [0, 0]]))),
        Sample((_SCALAR, _i(np.zeros((0, 2))))),
        Sample((_NOTHING, _i([[1, 0], [0, 1]]))),
        Sample((_WORDS, _i([[1, 0]]))),
        ErrorSample(
            (_X, _i([[1, 1]])), {}, _BAD, "The first dimension of paddings must be the rank of inputs[1,2] [2,3]", True
        ),
        ErrorSample((_X, _i([[-1, 1], [0, 0]])), {}, _BAD, "Paddings must be non-negative: -1 1", True),
        ErrorSample((_X, _i([1, 1])), {}, _BAD, "paddings must be a matrix with 2 columns", True),
    ],
    "PadV2": [
        *(Sample((arr(_GRID * 4, d), _i(_WIDE), arr(1, d))) for d in _ALL),
        Sample((_X, _i(_WIDE, "int64"), arr(7.5))),
        Sample((_NOTHING, _i([[1, 0], [0, 1]]), arr(7.5))),
        Sample((_WORDS, _i([[1, 0]]), arr("z", "string"))),
    ],
    "MirrorPad": [
        *(Sample((arr(_GRID * 4, d), _i([[1, 1], [2, 1]])), m) for d in _ALL for m in (_REFLECT, _SYMMETRIC)),
        Sample((_C, _i([[2, 0], [3, 1], [0, 4]])), _SYMMETRIC),
        Sample((_C, _i([[1, 0], [2, 1], [0, 3]], "int64")), _REFLECT),
        Sample((_SCALAR, _i(np.zeros((0, 2)))), _REFLECT),
        Sample((_WORDS, _i([[1, 2]])), _SYMMETRIC),
        ErrorSample(
            (_X, _i([[2, 1], [2, 2]])),
            _REFLECT,
            _BAD,
            "paddings must be less than the dimension size: 2, 1 not less than 2",
        ),
        ErrorSample(
            (_X, _i([[3, 2], [2, 2]])), _SYMMETRIC, _BAD, "paddings must be no greater than the dimension size: 3, 2"
        ),
        ErrorSample((_X, _i([[-1, 0], [0, 0]])), _REFLECT, _BAD, "Paddings must be non-negative: -1 0", True),
    ],
    "MirrorPadGrad": [
        Sample((_C, _i([[0, 0], [1, 0], [1, 1]])), _REFLECT),
        Sample((_C, _i([[1, 0], [1, 1], [2, 0]])), _SYMMETRIC),
    ],
    "Tile": [
        *(Sample((arr(_GRID * 4, d), _i([2, 1]))) for d in _ALL),
        *(Sample((_C, _i(m))) for m in ([1, 1, 1], [2, 3, 2], [0, 1, 1])),
        Sample((_X, _i([1, 3], "int64"))),
        Sample((_SCALAR, _i([]))),
        Sample((_WORDS, _i([2]))),
        ErrorSample(
            (_X, _i([2])), {}, _BAD, "Expected multiples argument to be a vector of length 2 but got length 1", True
        ),
        ErrorSample((_X, _i([2, -1])), {}, _BAD, "Expected multiples[1] >= 0, but got -1", True),
    ],
}
