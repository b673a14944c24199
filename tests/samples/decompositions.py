"""Samples of the ops in `ops.linalg.decompositions` and `ops.linalg.solve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError

_M = np.array([[2.0, -1.0, 0.5], [0.3, 1.5, -0.7], [-0.4, 0.6, 3.0]])
_TALL = np.array([[2.0, -1.0], [0.3, 1.5], [-0.4, 0.6]])
_TWO = np.stack([_M, _M.T + 0.25])
_COMPLEX = _M + 0.5j * _M[::-1]
_POSITIVE = _M @ _M.T + np.eye(3)
_HERMITIAN = _COMPLEX @ _COMPLEX.conj().T + np.eye(3)
_RHS = np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.0]])
_EMPTY = np.zeros((0, 2, 2))
_RECT = np.ones((2, 3))
_SINGULAR = np.zeros((2, 2))


def _each(x: Any, dtypes: Sequence[str], rtol: float | None = None, **attrs: Any) -> list[Sample]:
    return [Sample((arr(x, d),), attrs, rtol=rtol) for d in dtypes]


def _square(name: str) -> list[ErrorSample]:
    return [
        ErrorSample((arr(_RECT),), {"Tout": "complex128"} if name == "Eig" else {}, _BAD, "must be square", None),
        ErrorSample((arr([1.0, 2.0]),), {"Tout": "complex128"} if name == "Eig" else {}, _BAD, "rank", None),
    ]


_FLOATS = ("float64", "float32", "float16")
# halves are computed in float32 and rounded once, whatever computes them

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    # the gradient is that of symmetric changes, differences are of single elements:
    # see tests/ops/linalg/test_linear_algebra.py
    "Cholesky": [
        *(Sample((arr(_POSITIVE, d),), gradient=False) for d in _FLOATS),
        Sample((arr(_HERMITIAN, "complex128"),), gradient=False),
        Sample((arr(np.stack([_POSITIVE, -_POSITIVE])),), gradient=False),
        Sample((arr(_EMPTY),), gradient=False),
        *_square("Cholesky"),
    ],
    "Qr": [
        *_each(_M, _FLOATS),
        *_each(_TALL, ("float64",)),
        *_each(_TALL.T, ("float64",)),
        *_each(_TWO, ("float64",)),
        # its gradient wants known sizes: see tests/ops/linalg/test_linear_algebra.py
        Sample((arr(_M),), {"full_matrices": True}, gradient=False),
        Sample((arr(_TALL),), {"full_matrices": True}, gradient=False),
        Sample((arr(_COMPLEX, "complex128"),)),
        Sample((arr(_EMPTY),)),
        ErrorSample((arr([1.0]),), {}, _BAD, "rank", None),
    ],
    "Lu": [
        *_each(_M, _FLOATS),
        *_each(_M[::-1], ("float64",), output_idx_type="int64"),
        *_each(_TWO, ("float64",)),
        Sample((arr(_COMPLEX, "complex128"),)),
        Sample((arr(_EMPTY),)),
        ErrorSample((arr(_SINGULAR),), {}, _BAD, "Input is not invertible."),
        *_square("Lu"),
    ],
    "Svd": [
        *_each(_M, ("float64", "float32")),
        *_each(_TALL, ("float64",)),
        *_each(_TALL.T, ("float64",)),
        # its gradient wants known sizes: see tests/ops/linalg/test_linear_algebra.py
        Sample((arr(_M),), {"full_matrices": True}, gradient=False),
        *_each(_TWO, ("float64",), compute_uv=False),
        Sample((arr(_TALL),), {"full_matrices": True}, gradient=False),
        # the phase of complex singular vectors is open, so that differences jump
        Sample((arr(_COMPLEX, "complex128"),), {"compute_uv": False}),
        Sample((arr(_COMPLEX, "complex128"),), gradient=False),
        Sample((arr([[np.nan, 1.0], [1.0, 1.0]]),), gradient=False),
        Sample((arr(_EMPTY),)),
        ErrorSample((arr([1.0]),), {}, _BAD, "rank", None),
    ],
    "SelfAdjointEigV2": [
        *_each(_POSITIVE, ("float64", "float32")),
        *_each(_POSITIVE, ("float64",), compute_v=False),
        *_each(np.stack([_POSITIVE, -2 * _POSITIVE]), ("float64",)),
        Sample((arr(_HERMITIAN, "complex128"),), gradient=False),
        Sample((arr(_EMPTY),)),
        Sample((arr([[np.nan]]),), gradient=False),
        ErrorSample((arr([[1.0, 2.0], [np.nan, 3.0]]),), {}, _BAD, "was not successful"),
        *_square("SelfAdjointEigV2"),
    ],
    "Eig": [
        # vectors are of length one up to their phase, which differences do not keep
        Sample((arr(_M),), {"Tout": "complex128"}, gradient=False),
        Sample((arr(_M, "float32"),), {"Tout": "complex64"}, gradient=False),
        Sample((arr(_M),), {"Tout": "complex128", "compute_v": False}),
        Sample((arr(_COMPLEX, "complex128"),), {"Tout": "complex128", "compute_v": False}),
        Sample((arr(_EMPTY),), {"Tout": "complex128"}),
        ErrorSample((arr([[np.nan]]),), {"Tout": "complex128"}, _BAD, "was not successful"),
        *_square("Eig"),
    ],
    "MatrixInverse": [
        *_each(_M, _FLOATS),
        *_each(_TWO, ("float64",), adjoint=True),
        Sample((arr(_COMPLEX, "complex128"),)),
        Sample((arr(_COMPLEX, "complex128"),), {"adjoint": True}),
        Sample((arr(_EMPTY),)),
        ErrorSample((arr(_SINGULAR),), {}, _BAD, "Input is not invertible."),
        *_square("MatrixInverse"),
    ],
    "MatrixDeterminant": [
        *_each(_M, _FLOATS),
        *_each(_TWO, ("float64",)),
        Sample((arr(_COMPLEX, "complex128"),)),
        Sample((arr(np.zeros((0, 0))),)),
        Sample((arr(_SINGULAR),), gradient=False),
        *_square("MatrixDeterminant"),
    ],
    "LogMatrixDeterminant": [
        *_each(_M, _FLOATS),
        *_each(_TWO, ("float64",)),
        Sample((arr(_COMPLEX, "complex128"),), gradient=False),
        Sample((arr(_SINGULAR),), gradient=False),
        *_square("LogMatrixDeterminant"),
    ],
    "MatrixSolve": [
        *(Sample((arr(_M, d), arr(_RHS, d))) for d in _FLOATS),
        Sample((arr(_M), arr(_RHS)), {"adjoint": True}),
        Sample((arr(_COMPLEX, "complex128"), arr(_RHS, "complex128")), {"adjoint": True}),
        Sample((arr(_TWO), arr(np.stack([_RHS, _RHS + 1])))),
        Sample((arr(_EMPTY), arr(np.zeros((0, 2, 1))))),
        ErrorSample((arr(_SINGULAR), arr(_RHS[:2])), {}, _BAD, "Input matrix is not invertible."),
        ErrorSample((arr(_RECT), arr(_RHS[:2])), {}, _BAD, "must be a square matrix", None),
        ErrorSample((arr(_M), arr(_RHS[:2])), {}, _BAD, "are incompatible", None),
        ErrorSample((arr(_M), arr(_RHS[None])), {}, _BAD, "same rank", None),
    ],
    "MatrixTriangularSolve": [
        *(Sample((arr(_M, d), arr(_RHS, d))) for d in (*_FLOATS, "bfloat16")),
        *(
            Sample((arr(_M), arr(_RHS)), {"lower": low, "adjoint": adj})
            for low in (True, False)
            for adj in (True, False)
        ),
        Sample((arr(_COMPLEX, "complex128"), arr(_RHS, "complex128")), {"adjoint": True}),
        Sample((arr(_M), arr(np.stack([_RHS, _RHS + 1])))),
        Sample((arr(_TWO), arr(_RHS)), {"lower": False}),
        Sample((arr(_SINGULAR), arr(_RHS[:2])), gradient=False),
        ErrorSample((arr(_RECT), arr(_RHS[:2])), {}, _BAD, "must be square", None),
        ErrorSample((arr(_M), arr(_RHS[:2])), {}, _BAD, "mismatch In[1] shape", None),
        ErrorSample((arr(_TWO), arr(np.ones((3, 3, 1)))), {}, _BAD, "compatible batch dimensions", None),
        ErrorSample((arr([1.0]), arr([1.0])), {}, _BAD, "ndims must be >= 2", None),
    ],
    "MatrixSolveLs": [
        Sample((arr(_TALL), arr(_RHS), arr(0.0)), gradient=(0, 1)),
        Sample((arr(_TALL), arr(_RHS), arr(0.5)), gradient=(0, 1)),
        Sample((arr(_TALL.T), arr(_RHS[:2]), arr(0.5)), gradient=(0, 1)),
        Sample((arr(_TALL.T), arr(_RHS[:2]), arr(0.0)), {"fast": False}, gradient=False),
        ErrorSample((arr(_TALL), arr(_RHS[:2]), arr(0.0)), {}, _BAD, "incompatible", None),
        ErrorSample((arr(_SINGULAR), arr(_RHS[:2]), arr(0.0)), {}, _BAD, "rank deficient"),
    ],
}
