"""Samples of the ops on matrices in compressed rows, whose inputs are variants."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import float32, float64, variant
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor
from graphwright.ir.types import tensor_type
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_MATRIX = np.array([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 5.0, 0.0]])
_BATCH = np.stack([_MATRIX, 2 * _MATRIX.T])
_POSITIVE = np.array([[4.0, 1.0, 0.0], [1.0, 5.0, 2.0], [0.0, 2.0, 6.0]])
_INDICES = arr(np.argwhere(_MATRIX), "int64")
_TYPE = {"type": float64}


def csr(value: Any, dtype: Any = float64) -> Any:
    """The variant of a matrix, with its elements that are not zero."""
    return apply("DenseToCSRSparseMatrix", (np.asarray(value, dtype.numpy), np.argwhere(value)))


def _on(*values: Any) -> Callable[[], list[Any]]:
    """Inputs in which matrices that are marked by a list of one become variants."""
    return lambda: [csr(v[0]) if isinstance(v, list) else v for v in values]


def _other() -> Any:
    """A variant that is no matrix."""
    array = np.empty((), object)
    array[()] = "another"
    return EagerTensor(array, tensor_type(variant, ()))


_M, _B, _S = [_MATRIX], [_BATCH], [_POSITIVE]
_WRONG = ErrorSample(_on(_M), {"type": float32}, _BAD, "Asked for a CSRSparseMatrix of type float32")
_NONE = ErrorSample(lambda: [_other()], _TYPE, _BAD, "no CSRSparseMatrix")

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "DenseToCSRSparseMatrix": [
        *(Sample((arr(_MATRIX, d), _INDICES)) for d in ("float32", "float64", "complex64")),
        Sample((arr(_BATCH), arr(np.argwhere(_BATCH), "int64"))),
        Sample((arr(np.zeros((2, 3))), arr(np.zeros((0, 2)), "int64"))),
        ErrorSample((arr([1.0]), arr([[0]], "int64")), {}, _BAD, "rank == 2 or 3"),
        ErrorSample((arr(_MATRIX), arr([[0, 3]], "int64")), {}, _BAD, "outside"),
    ],
    "CSRSparseMatrixToDense": [Sample(_on(_M), _TYPE), Sample(_on(_B), _TYPE), _WRONG, _NONE],
    "SparseTensorToCSRSparseMatrix": [
        Sample((arr([[0, 1], [1, 0]], "int64"), arr([1.0, 2.0]), arr([2, 3], "int64"))),
        Sample((arr([[0, 1, 1], [1, 0, 0]], "int64"), arr([1.0, 2.0]), arr([2, 3, 2], "int64"))),
        ErrorSample((arr([[0, 1]], "int64"), arr([1.0]), arr([2], "int64")), {}, _BAD, ""),
    ],
    "CSRSparseMatrixToSparseTensor": [Sample(_on(_M), _TYPE), Sample(_on(_B), _TYPE), _WRONG, _NONE],
    "CSRSparseMatrixComponents": [
        Sample(_on(_M, arr(0, "int32")), _TYPE),
        Sample(_on(_B, arr(1, "int32")), _TYPE),
        ErrorSample(_on(_M, arr(1, "int32")), _TYPE, _BAD, "index (1) not in [0, 1)"),
    ],
    "SparseMatrixNNZ": [Sample(_on(_M)), Sample(_on(_B)), ErrorSample(lambda: [_other()], {}, _BAD, "no CSR")],
    "SparseMatrixZeros": [
        Sample((arr([2, 3], "int64"),), _TYPE),
        Sample((arr([2, 3, 4], "int64"),), _TYPE),
        ErrorSample((arr([2], "int64"),), _TYPE, _BAD, "rank == 2 or 3"),
    ],
    "SparseMatrixTranspose": [Sample(_on(_M), _TYPE), Sample(_on(_B), {**_TYPE, "conjugate": True}), _WRONG, _NONE],
    "SparseMatrixAdd": [
        Sample(_on(_M, _S, arr(2.0), arr(-1.0))),
        Sample(_on(_B, _B, arr(2.0), arr(1.0))),
        ErrorSample(_on(_M, _B, arr(2.0), arr(1.0)), {}, _BAD, "differ"),
    ],
    "SparseMatrixMul": [
        Sample(_on(_M, arr(2.0))),
        Sample(_on(_B, arr([[[2.0]], [[3.0]]]))),
        ErrorSample(_on(_M, arr([2.0])), {}, _BAD, "b must be a scalar"),
    ],
    "SparseMatrixSoftmax": [Sample(_on(_M), _TYPE), Sample(_on(_B), _TYPE), _WRONG],
    "SparseMatrixSoftmaxGrad": [
        Sample(_on(_M, _M), _TYPE),
        Sample(_on(_B, _B), _TYPE),
        ErrorSample(_on(_M, _B), _TYPE, _BAD, "Shapes differ"),
    ],
    "SparseMatrixMatMul": [
        Sample(_on(_M, arr(_MATRIX[:, :2]))),
        Sample(_on(_M, arr(_MATRIX[:2])), {"transpose_a": True, "transpose_b": True}),
        Sample(_on(_M, arr(_MATRIX)), {"transpose_output": True, "adjoint_a": True}, gradient=False),
        Sample(_on(_B, arr(_BATCH + 1))),
        ErrorSample(_on(_M, arr(_MATRIX[:2])), {}, _BAD, "Inner product dimensions"),
        ErrorSample(_on(_M, arr(_MATRIX)), {"transpose_a": True, "adjoint_a": True}, _BAD, "Only one of"),
    ],
    "SparseMatrixSparseMatMul": [
        Sample(_on(_M, _M), _TYPE),
        Sample(_on(_M, _S), {**_TYPE, "transpose_a": True, "adjoint_b": True}),
        Sample(_on(_B, _B), _TYPE),
        ErrorSample(_on(_M, _B), _TYPE, _BAD, "Inner product dimensions"),
    ],
    "SparseMatrixSparseCholesky": [
        Sample(_on(_S, arr([0, 1, 2], "int32")), _TYPE),
        Sample(_on(_S, arr([2, 0, 1], "int32")), _TYPE),
        ErrorSample(_on([-_POSITIVE], arr([0, 1, 2], "int32")), _TYPE, _BAD, "Cholesky factorization failed"),
        ErrorSample(_on(_S, arr([0, 1, 1], "int32")), _TYPE, _BAD, "permutation"),
    ],
}

__all__ = ["SAMPLES", "csr"]
