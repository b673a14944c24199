"""Samples of the ops in `ops.array.constants` and `ops.array.ranges`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import dtypes, errors
from graphwright.base.shape import TensorShape
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr

_BAD = errors.InvalidArgumentError
_ALL = (*FLOATS, *INTS, *UINTS, *COMPLEX, "bool")
_RANGES = ("bfloat16", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64")


def _i(values: object, dtype: str = "int32") -> np.ndarray[Any, Any]:
    return arr(values, dtype)


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "Const": [
        *(Sample((), {"value": arr([[0, 1], [1, 0]], d), "dtype": dtypes.as_dtype(d)}) for d in _ALL),
        Sample((), {"value": arr(2.5, "float32"), "dtype": dtypes.float32}),
        Sample((), {"value": arr(["a", "b"], "string"), "dtype": dtypes.string}),
        Sample((), {"value": arr(np.zeros((2, 0)), "int64"), "dtype": dtypes.int64}),
    ],
    "Placeholder": [
        ErrorSample((), {"dtype": dtypes.float32, "shape": TensorShape([2])}, _BAD, "You must feed a value", False),
    ],
    "PlaceholderWithDefault": [
        Sample((arr([1.0, 2.0]),), {"shape": TensorShape([2])}),
        Sample((arr([[1.0, 2.0]]),), {"shape": TensorShape([None, 2])}),
    ],
    "Fill": [
        *(Sample((_i([2, 3]), arr(1, d))) for d in _ALL),
        Sample((_i([2, 3]), arr(2.5))),
        Sample((_i([2], "int64"), arr("x", "string"))),
        Sample((_i([]), arr(2.5))),
        Sample((_i([2, 0]), arr(2.5))),
        Sample((_i([3]), arr([2.5]))),
        ErrorSample((_i([2, -1]), arr(1.0)), {}, _BAD, "Dimension -1 must be >= 0", True),
        ErrorSample((_i([2]), arr([1.0, 2.0])), {}, _BAD, "value must be a scalar", True),
        ErrorSample((_i([[2]]), arr(1.0)), {}, _BAD, "Shape must be rank 1", True),
    ],
    "ZerosLike": [
        *(Sample((arr([[1, 0], [1, 1]], d),)) for d in _ALL),
        Sample((arr(["a"], "string"),)),
        Sample((arr(3.5),)),
        Sample((arr(np.zeros((0, 2))),)),
        Sample((arr([np.nan, np.inf], "float32"),)),
    ],
    "OnesLike": [
        *(Sample((arr([[1, 0], [1, 1]], d),)) for d in _ALL),
        Sample((arr(3.5),)),
        Sample((arr(np.zeros((0, 2))),)),
        ErrorSample((arr(["a"], "string"),), {}, TypeError, "not in the list of allowed values", True),
    ],
    "Range": [
        *(Sample((arr(1, d), arr(12, d), arr(3, d))) for d in _RANGES),
        Sample((arr(0, "float32"), arr(1, "float32"), arr(0.1, "float32"))),
        Sample((arr(0.0), arr(1.0), arr(0.1))),
        Sample((arr(5, "int32"), arr(-5, "int32"), arr(-3, "int32"))),
        Sample((arr(5.0, "float32"), arr(-1.0, "float32"), arr(-1.5, "float32"))),
        Sample((_i(4), _i(4), _i(1))),
        Sample((_i([1]), _i([4]), _i([1]))),
        ErrorSample((_i(0), _i(5), _i(0)), {}, _BAD, "Requires delta != 0: 0", True),
        ErrorSample((_i(5), _i(0), _i(1)), {}, _BAD, "Requires start <= limit when delta > 0: 5/0", True),
        ErrorSample((_i(0), _i(5), _i(-1)), {}, _BAD, "Requires start >= limit when delta < 0: 0/5", True),
        ErrorSample((_i([0, 1]), _i(5), _i(1)), {}, _BAD, "Shape must be rank 0", True),
    ],
    "LinSpace": [
        *(Sample((arr(-1, d), arr(2, d), _i(7))) for d in FLOATS),
        Sample((arr(0.0, "float32"), arr(1.0, "float32"), _i(11, "int64"))),
        Sample((arr(3.5), arr(1.0), _i(1))),
        ErrorSample((arr(0.0), arr(1.0), _i(0)), {}, _BAD, "Requires num > 0: 0", True),
        ErrorSample((arr([0.0]), arr(1.0), _i(2)), {}, _BAD, "Shape must be rank 0", True),
    ],
    "OneHot": [
        *(Sample((_i([0, 2, 5, 1], d), _i(3), arr(1.5), arr(-0.5))) for d in ("uint8", "int8", "int32", "int64")),
        *(Sample((_i([0, 2, -1]), _i(3), arr(1, d), arr(0, d))) for d in _ALL),
        *(Sample((_i([[0, 2], [1, 1]]), _i(3), arr(1.5), arr(-0.5)), {"axis": a}) for a in (-1, 0, 1, 2)),
        Sample((_i(1), _i(3), arr(1.5), arr(-0.5))),
        Sample((_i([]), _i(3), arr(1.5), arr(-0.5))),
        Sample((_i([1, 2]), _i(0), arr(1.5), arr(-0.5))),
        Sample((_i([1, 0]), _i(2), arr("on", "string"), arr("off", "string"))),
        ErrorSample((_i([1]), _i(-3), arr(1.0), arr(0.0)), {}, _BAD, "depth must be non-negative, got: -3", True),
        ErrorSample((_i([1]), _i([3]), arr(1.0), arr(0.0)), {}, _BAD, "must be scalars", True),
        ErrorSample(
            (_i([1]), _i(3), arr(1.0), arr(0.0)), {"axis": -2}, _BAD, "Expected axis to be -1 or between [0, 2)", True
        ),
    ],
}
