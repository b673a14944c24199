"""Samples of the ops in `ops.linalg.diagonals`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import FLOATS, arr

_M = np.arange(24.0).reshape(2, 3, 4) / 4 - 2
_invalid = errors.InvalidArgumentError


def _int(value: Any) -> Any:
    return arr(value, "int32")


def _diag(diagonal: Any, k: Any = 0, rows: int = -1, columns: int = -1, padding: Any = 0.0, **attrs: Any) -> Sample:
    return Sample((diagonal, _int(k), _int(rows), _int(columns), arr(padding, "float64")), attrs, gradient=(0,))


def _bad_diag(message: str, diagonal: Any, k: Any = 0, rows: int = -1, columns: int = -1) -> ErrorSample:
    return ErrorSample((diagonal, _int(k), _int(rows), _int(columns), arr(0.0)), {}, _invalid, message, True)


_ALIGNS = ("LEFT_RIGHT", "RIGHT_LEFT", "LEFT_LEFT", "RIGHT_RIGHT")
_PACKED = arr([[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0], [1.5, 2.5, 3.5]]])

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "MatrixDiagV3": [
        _diag(arr([1.0, 2.0])),
        _diag(arr([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])),
        _diag(arr([1.0, 2.0]), 1),
        _diag(arr([1.0, 2.0]), [-1]),
        _diag(arr([1.0, 2.0]), 0, 3, 2, 7.0),
        _diag(arr([1.0, 2.0]), 0, 2, -1),
        *(_diag(_PACKED, k, align=align) for k in ([-1, 0], [0, 1]) for align in _ALIGNS),
        _diag(_PACKED, [1, 2], 4, 4),
        _diag(arr(np.zeros((0, 3)))),
        Sample((_int([1, 2]), _int(0), _int(-1), _int(-1), _int(0))),
        Sample((arr(["a", "b"], "string"), _int(0), _int(-1), _int(-1), arr("", "string"))),
        _bad_diag("The number of rows is too small", arr([1.0, 2.0]), 0, 1),
        _bad_diag("The number of columns is too small", arr([1.0, 2.0]), 0, -1, 1),
        _bad_diag("is not consistent", arr([1.0, 2.0]), 0, 3, 4),
        _bad_diag("does not match", arr([[1.0, 2.0]]), [-1, 0]),
        _bad_diag("is greater than", arr([[1.0, 2.0]]), [1, 0]),
    ],
    "MatrixDiagPartV3": [
        *(Sample((arr(_M, d), _int(0), arr(0, d)), gradient=(0,)) for d in (*FLOATS, "int32")),
        *(Sample((arr(_M), _int(k), arr(9.0)), {"align": a}, (0,)) for k in (1, -1, [-1, 2], [0, 3]) for a in _ALIGNS),
        Sample((arr(_M[0]), _int([2]), arr(0.0)), gradient=(0,)),
        Sample((arr(np.zeros((0, 2, 2))), _int(0), arr(0.0))),
        ErrorSample((arr(_M), _int(4), arr(0.0)), {}, _invalid, "out of bound: 4. It must be between -3 and 4", True),
        ErrorSample((arr([1.0]), _int(0), arr(0.0)), {}, _invalid, "must be at least 2-dim", True),
    ],
    "MatrixSetDiagV3": [
        Sample((arr(_M), arr(np.ones((2, 3)) * 9), _int(0))),
        Sample((arr(_M[0]), arr([7.0, 8.0]), _int(-1))),
        *(Sample((arr(_M[0]), arr(_PACKED[0]), _int([-1, 0])), {"align": a}) for a in _ALIGNS),
        Sample((_int([[1, 2], [3, 4]]), _int([8, 9]), _int(0))),
        ErrorSample((arr(_M), arr([1.0, 2.0]), _int(0)), {}, _invalid, "Expected diagonal shape: [2,3]"),
        ErrorSample((arr([1.0]), arr([1.0]), _int(0)), {}, _invalid, "must be at least 2-dim", True),
    ],
    "MatrixBandPart": [
        *(Sample((arr(_M, d), arr(1, "int64"), arr(0, "int64"))) for d in (*FLOATS, "int32", "complex128")),
        Sample((arr(_M), _int(-1), _int(1))),
        Sample((arr(_M), _int(0), _int(-1))),
        Sample((arr(_M), _int(-1), _int(-1))),
        Sample((arr([[True, True], [True, True]], "bool"), _int(0), _int(0))),
        ErrorSample((arr(_M), _int(4), _int(0)), {}, _invalid, "equal to number of rows (3) got: 4"),
        ErrorSample((arr(_M), _int(0), _int(5)), {}, _invalid, "equal to number of columns (4) got: 5"),
        ErrorSample((arr([1.0]), _int(0), _int(0)), {}, _invalid, "must be at least 2-dim", True),
    ],
    "Diag": [
        *(Sample((arr([1.0, 2.0], d),)) for d in (*FLOATS, "int32", "complex128")),
        Sample((arr([[1.0, 2.0], [3.0, 4.0]]),)),
        Sample((arr([]),)),
    ],
    "DiagPart": [
        *(Sample((arr([[1.0, 2.0], [3.0, 4.0]], d),)) for d in (*FLOATS, "int32", "complex128")),
        Sample((arr(np.arange(36.0).reshape(2, 3, 2, 3)),)),
        ErrorSample((arr([[1.0, 2.0]]),), {}, _invalid, "[1,2]", True),
        ErrorSample((arr([1.0, 2.0]),), {}, _invalid, "should be even", True),
    ],
    "Cross": [
        *(Sample((arr([1, 2, 3], d), arr([3, 1, 4], d))) for d in (*FLOATS, "int32", "uint8")),
        Sample((arr([[1.0, 2.0, 3.0], [0.5, 0.0, -1.0]]), arr([[3.0, 1.0, 4.0], [2.0, 2.0, 2.0]]))),
        ErrorSample((arr([1.0, 2.0]), arr([1.0, 2.0])), {}, _invalid, "3-element vectors", True),
        ErrorSample((arr([1.0, 2.0, 3.0]), arr([[1.0, 2.0, 3.0]])), {}, _invalid, "same", True),
    ],
}
