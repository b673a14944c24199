"""Samples of the ops in `ops.linalg.tridiagonal` and `ops.linalg.roots`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_LINES = np.array([[1.0, 2.0, 0.0], [4.0, 5.0, 6.0], [0.0, 7.0, 8.0]])
_RHS = np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]])
_BANDS = np.array([[2.0, 3.0, 4.0], [0.0, 1.0, 2.0]])
_M = np.array([[4.0, 1.0, 0.2], [0.5, 3.0, -0.3], [0.1, 0.4, 2.0]])
_KINDS = ("float64", "float32", "complex128")

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "TridiagonalMatMul": [
        *(Sample(tuple(arr(v, d) for v in (_LINES[:1], _LINES[1:2], _LINES[2:], _RHS))) for d in _KINDS),
        ErrorSample((arr(_LINES[:1]), arr(_LINES[1:2]), arr(_LINES[2:]), arr(_RHS[:2])), {}, _BAD, "same number"),
    ],
    "TridiagonalSolve": [
        *(Sample((arr(_LINES, d), arr(_RHS, d)), {"partial_pivoting": p}) for d in _KINDS for p in (True, False)),
        Sample((arr([[1.0, 2.0, 0.0], [0.0, 5.0, 0.5], [0.0, 7.0, 8.0]]), arr(_RHS))),
        Sample((arr(np.stack([_LINES, _LINES + 1])), arr(np.stack([_RHS, _RHS])))),
        ErrorSample((arr(_LINES[:2]), arr(_RHS)), {}, _BAD, "Expected diagonals"),
    ],
    "BandedTriangularSolve": [
        *(
            Sample((arr(_BANDS if low else _BANDS[::-1, ::-1].copy(), d), arr(_RHS, d)), {"lower": low, "adjoint": a})
            for d in _KINDS
            for low in (True, False)
            for a in (True, False)
        ),
        ErrorSample((arr([[2.0, 0.0, 4.0]]), arr(_RHS)), {}, _BAD, "not invertible"),
    ],
    "MatrixSquareRoot": [
        *(Sample((arr(_M, d),)) for d in ("float64", "float32", "complex128")),
        Sample((arr(np.stack([_M, _M.T])),)),
        Sample((arr(np.zeros((0, 2, 2))),)),
        ErrorSample((arr(np.ones((2, 3))),), {}, _BAD, "square"),
    ],
    "MatrixLogarithm": [Sample((arr(_M, d),), gradient=False) for d in ("complex128", "complex64")],
}
