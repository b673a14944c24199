"""Samples of the ops in `ops.array.shapes` and `ops.array.broadcasting`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import dtypes, errors
from graphwright.base.shape import TensorShape
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr

_BAD = errors.InvalidArgumentError
_ALL = (*FLOATS, *INTS, *UINTS, *COMPLEX, "bool")
_GRID = np.arange(6).reshape(2, 3) / 4 - 0.5
_X = arr(_GRID)
_SCALAR, _NOTHING = arr(2.5), arr(np.zeros((0, 3)))
_WORDS = arr([["a", "b"]], "string")
_LONG = {"out_type": dtypes.int64}
_INPUTS = [*(arr(_GRID, d) for d in ("float32", "int32", "bool")), _WORDS, _SCALAR, _NOTHING]


def _i(values: object, dtype: str = "int32") -> np.ndarray[Any, Any]:
    return arr(values, dtype)


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "Shape": [*(Sample((x,)) for x in _INPUTS), Sample((_X,), _LONG)],
    "ShapeN": [Sample(([_X, _NOTHING],)), Sample(([_WORDS],), _LONG), Sample(([_SCALAR, _X, _X],))],
    "Size": [*(Sample((x,)) for x in _INPUTS), Sample((_X,), _LONG)],
    "Rank": [Sample((x,)) for x in _INPUTS],
    "Reshape": [
        *(Sample((arr(_GRID * 4, d), _i([3, 2]))) for d in _ALL),
        *(Sample((_X, _i(shape))) for shape in ([6], [-1], [3, -1], [-1, 2, 1], [1, 2, 3, 1])),
        Sample((_X, _i([6], "int64"))),
        Sample((_WORDS, _i([2, 1]))),
        Sample((_SCALAR, _i([1, 1]))),
        Sample((_SCALAR, _i([]))),
        Sample((arr([2.5]), _i([]))),
        Sample((_NOTHING, _i([3, 0]))),
        Sample((_NOTHING, _i([0, -1]))),
        Sample((_NOTHING, _i([-1]))),
        Sample((_NOTHING, _i([7, -1]))),
        ErrorSample(
            (_X, _i([4])), {}, _BAD, "Input to reshape is a tensor with 6 values, but the requested shape has 4", True
        ),
        ErrorSample((_X, _i([4, -1])), {}, _BAD, "requires a multiple of 4", True),
        ErrorSample((_X, _i([-1, -1])), {}, _BAD, "Only one input size may be -1, not both 0 and 1", True),
        ErrorSample((_X, _i([-2, 3])), {}, _BAD, "Size 0 must be non-negative, not -2", True),
        ErrorSample((_X, _i([[6]])), {}, _BAD, "Shape must be rank 1", True),
        ErrorSample((_X, _i([0, -1])), {}, _BAD, "Input to reshape is a tensor with 6 values", True),
    ],
    "ExpandDims": [
        *(Sample((arr(_GRID, d), _i(1))) for d in ("float32", "int32", "bool")),
        *(Sample((_X, _i(axis))) for axis in (0, 1, 2, -1, -2, -3)),
        Sample((_SCALAR, _i(0))),
        Sample((_SCALAR, _i(-1, "int64"))),
        Sample((_NOTHING, _i([1]))),
        Sample((_WORDS, _i(0))),
        ErrorSample((_X, _i(3)), {}, _BAD, "Tried to expand dim index 3 for tensor with 2 dimensions", True),
        ErrorSample((_X, _i(-4)), {}, _BAD, "Tried to expand dim index -4 for tensor with 2 dimensions", True),
        ErrorSample((_X, _i([0, 1])), {}, _BAD, "must be a scalar", True),
    ],
    "Squeeze": [
        *(Sample((arr(_GRID.reshape(1, 2, 1, 3), d),)) for d in ("float64", "int32", "bool")),
        *(
            Sample((arr(_GRID.reshape(1, 2, 1, 3)),), {"squeeze_dims": a})
            for a in ((0,), (2,), (-2,), (0, 2), (-4, -2))
        ),
        Sample((_SCALAR,)),
        Sample((arr(np.zeros((1, 0, 1))),)),
        Sample((_WORDS,)),
        ErrorSample(
            (_X,), {"squeeze_dims": (0,)}, _BAD, "Can not squeeze dim[0], expected a dimension of 1, got 2", True
        ),
        ErrorSample(
            (_X,), {"squeeze_dims": (5,)}, _BAD, "Tried to squeeze dim index 5 for tensor with 2 dimensions", True
        ),
    ],
    "BroadcastTo": [
        *(Sample((arr(_GRID * 4, d), _i([2, 2, 3]))) for d in _ALL),
        Sample((arr([[1.5], [2.5]]), _i([2, 3]))),
        Sample((arr([[1.5, 2.5]]), _i([3, 2], "int64"))),
        Sample((_SCALAR, _i([2, 2]))),
        Sample((_SCALAR, _i([]))),
        Sample((_X, _i([2, 3]))),
        Sample((arr([[1.5]]), _i([0, 3]))),
        Sample((_WORDS, _i([2, 2]))),
        ErrorSample((_X, _i([4, 3])), {}, _BAD, "Incompatible shapes: [2,3] vs. [4,3]", True),
        ErrorSample(
            (_X, _i([3])), {}, _BAD, "Rank of input (2) must be no greater than rank of output shape (1)", True
        ),
        ErrorSample((_X, _i([1, 3])), {}, _BAD, "Incompatible shapes: [2,3] vs. [1,3]", True),
        ErrorSample((_SCALAR, _i([-1])), {}, _BAD, "Dimension -1 must be >= 0", True),
    ],
    "BroadcastArgs": [
        *(
            Sample((_i(a), _i(b)))
            for a, b in (([2, 1], [3]), ([], [2]), ([2, 3], [2, 3]), ([1, 1, 4], [5, 1]), ([], []))
        ),
        Sample((_i([2, 1], "int64"), _i([1, 3], "int64"))),
        ErrorSample((_i([2]), _i([3])), {}, _BAD, "Incompatible shapes: [2] vs. [3]", False),
        ErrorSample((_i(2), _i([3])), {}, _BAD, "Shape must be rank 1", True),
    ],
    "BroadcastGradientArgs": [
        *(
            Sample((_i(a), _i(b)))
            for a, b in (([2, 1, 3], [1, 3]), ([1], [1]), ([1, 2], [2]), ([], [1]), ([1, 2, 1], [1, 2, 3]))
        ),
        Sample((_i([2, 3], "int64"), _i([], "int64"))),
        ErrorSample((_i([2]), _i([3])), {}, _BAD, "Incompatible shapes", False),
    ],
    "EnsureShape": [
        *(Sample((_X,), {"shape": TensorShape(s)}) for s in ([2, 3], [None, 3], [None, None], None)),
        Sample((_WORDS,), {"shape": TensorShape([1, None])}),
        Sample((_SCALAR,), {"shape": TensorShape([])}),
        ErrorSample((_X,), {"shape": TensorShape([3, 3])}, _BAD, "is not compatible with expected shape [3,3]", True),
        ErrorSample((_X,), {"shape": TensorShape([None])}, _BAD, "is not compatible with expected shape [?]", True),
    ],
}
