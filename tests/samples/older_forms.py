"""Samples of older forms of ops, and of the ops of sparse tensors as models hold them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_M = np.array([[2.0, -1.0, 0.5], [0.3, 1.5, -0.7], [-0.4, 0.6, 3.0]])
_POSITIVE = _M @ _M.T + np.eye(3)
_RHS = np.array([[1.0, 2.0], [3.0, -1.0], [0.5, 0.0]])
_ROWS = np.array([[1.0, 2.0], [3.0, -4.0], [0.5, 6.0]])
_AT = arr([[0, 2], [1, 0], [1, 1]], "int64")
_VALUES, _SHAPE = arr([1.5, -2.0, 3.0]), arr([2, 3], "int64")
_OTHER = (arr([[0, 0], [1, 1]], "int64"), arr([4.0, 5.0]), _SHAPE)
_X = (_AT, _VALUES, _SHAPE)
_DENSE = arr([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def _int(value: Any) -> Any:
    return arr(value, "int32")


def _seeded(*rest: Any, **attrs: Any) -> list[Sample]:
    return [Sample((_int([2, 3]), arr([1, 2], "int64"), *rest), attrs)]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    **{
        name: [Sample((arr([1.0, 2.0]),)), Sample((_int([[1, 2], [3, 4]]),))]
        for name in ("MatrixDiag", "BatchMatrixDiag")
    },
    **{name: [Sample((arr(_M),)), Sample((_int(_M[:2]),))] for name in ("MatrixDiagPart", "BatchMatrixDiagPart")},
    **{name: [Sample((arr(_M), arr([7.0, 8.0, 9.0])))] for name in ("MatrixSetDiag", "BatchMatrixSetDiag")},
    "MatrixDiagV2": [Sample((arr([1.0, 2.0]), _int(1), _int(-1), _int(-1), arr(0.5)), gradient=(0,))],
    "MatrixDiagPartV2": [Sample((arr(_M), _int([-1, 1]), arr(0.5)), gradient=(0,))],
    "MatrixSetDiagV2": [Sample((arr(_M), arr([7.0, 8.0]), _int(1)))],
    "BatchMatMul": [Sample((arr(_M), arr(_RHS))), Sample((arr(_M), arr(_RHS)), {"adj_x": True})],
    "BatchCholesky": [Sample((arr(_POSITIVE),), gradient=False)],
    "BatchMatrixBandPart": [Sample((arr(_M), arr(1, "int64"), arr(0, "int64")))],
    "BatchMatrixDeterminant": [Sample((arr(_M),))],
    "BatchMatrixInverse": [Sample((arr(_M),))],
    "BatchMatrixSolve": [Sample((arr(_M), arr(_RHS)), {"adjoint": a}) for a in (False, True)],
    "BatchMatrixTriangularSolve": [Sample((arr(_M), arr(_RHS)), {"lower": a}) for a in (False, True)],
    "BatchSelfAdjointEigV2": [Sample((arr(_POSITIVE),), gradient=False, exact=False)],
    "BatchSvd": [Sample((arr(_M),), {"compute_uv": False})],
    **{
        f"Batch{n}": [Sample((arr(np.ones((2, 3, 4)) * 1j, "complex64"),))]
        for n in ("FFT", "IFFT", "FFT2D", "IFFT2D", "FFT3D", "IFFT3D")
    },
    "TopK": [Sample((arr(_ROWS),), {"k": 1})],
    "InTopK": [Sample((arr(_ROWS, "float32"), _int([0, 0, 1])), {"k": 1})],
    "ParallelDynamicStitch": [Sample(([_int([0, 2]), _int([1])], [arr([1.0, 3.0]), arr([2.0])]))],
    **{
        f"Segment{kind}V2": [
            *(
                Sample((arr(_ROWS, d), _int([0, 0, 2]), _int(4)), gradient=d == "float64" and kind in ("Sum", "Prod"))
                for d in ("float64", "float32", "int32")
            ),
            ErrorSample((arr(_ROWS), _int([1, 0, 2]), _int(4)), {}, _BAD, "not increasing"),
        ]
        for kind in ("Sum", "Prod", "Max", "Min")
    },
    "AccumulateNV2": [Sample(([arr(_M), arr(_M * 2)],), {"shape": [3, 3]})],
    "ParallelConcat": [Sample(([_int([[1]]), _int([[2]])],), {"shape": [2, 1]}, gradient=False)],
    "DeepCopy": [Sample((arr(_M),))],
    "Copy": [Sample((arr(_M),))],
    "CopyHost": [Sample((arr(_M),))],
    "ToBool": [Sample((arr(v),)) for v in (0.0, 2.0, [], [0.0])],
    "Empty": [Sample((_int([2, 3]),), {"dtype": "float32", "init": True})],
    **{
        name: [
            Sample((arr(_ROWS), _int([0, 2]), arr(_ROWS[:2])), gradient=False),
            Sample((arr(_ROWS), _int([5]), arr(_ROWS[:1])), gradient=False),
        ]
        for name in ("InplaceUpdate", "InplaceAdd", "InplaceSub")
    },
    "DataFormatDimMap": [Sample((_int([1, -1, 0]),)), Sample((_int([7]),))],
    "DataFormatVecPermute": [Sample((_int([1, 2, 3, 4]),)), Sample((_int([[1, 2], [3, 4], [5, 6], [7, 8]]),))],
    "NthElement": [Sample((arr([[3.0, 1.0, 2.0], [5.0, 7.0, 6.0]]), _int(1)), {"reverse": r}) for r in (False, True)]
    + [ErrorSample((arr([1.0]), _int(3)), {}, _BAD, "n\\+1".replace("\\", ""))],
    "HistogramFixedWidth": [
        Sample((arr([-1.0, 0.0, 1.5, 2.0, 5.0, 15.0]), arr([0.0, 5.0]), _int(5))),
        ErrorSample((arr([1.0]), arr([5.0, 0.0]), _int(5)), {}, _BAD, "value_range"),
    ],
    "TileGrad": [Sample((arr(np.arange(24.0).reshape(4, 6)), _int([2, 3])))],
    "StatelessRandomUniform": _seeded(),
    "StatelessRandomNormal": _seeded(),
    "StatelessTruncatedNormal": _seeded(),
    "StatelessRandomUniformFullInt": _seeded(dtype="int32"),
    "StatelessRandomUniformInt": _seeded(_int(3), _int(9), dtype="int32"),
    "StatelessRandomGetKeyCounterAlg": [Sample((arr([1, 2], "int64"),))],
    # sparse
    "SparseTensorDenseMatMul": [
        *(Sample((_AT, arr(_VALUES, d), _SHAPE, arr(_RHS, d))) for d in ("float64", "float32", "complex128")),
        Sample((*_X, arr(_RHS[:2])), {"adjoint_a": True}),
        Sample((*_X, arr(_RHS.T.copy())), {"adjoint_b": True}),
        ErrorSample((*_X, arr(_RHS[:2])), {}, _BAD, "inner dimension"),
    ],
    "SparseTensorDenseAdd": [Sample((*_X, _DENSE)), ErrorSample((*_X, _DENSE[:1]), {}, _BAD, "do not match")],
    "SparseAdd": [Sample((*_X, *_OTHER, arr(t)), gradient=False) for t in (0.0, 4.5)],
    "SparseAddGrad": [Sample((arr([1.0, 2.0, 3.0]), _AT, _OTHER[0], _AT), gradient=False)],
    "SparseSparseMaximum": [Sample((*_X, *_OTHER), gradient=False)],
    "SparseSparseMinimum": [Sample((*_X, *_OTHER), gradient=False)],
    **{
        f"SparseDenseCwise{kind}": [
            Sample((*_X, _DENSE), gradient=False),
            ErrorSample((*_X, arr([1.0, 2.0])), {}, _BAD, "broadcasts dense"),
        ]
        for kind in ("Add", "Mul", "Div")
    },
    **{
        f"SparseReduce{kind}": [
            Sample((*_X, _int(axes)), {"keep_dims": k}, gradient=kind == "Sum" and k)
            for axes in ([0], [1], [0, 1])
            for k in (False, True)
        ]
        for kind in ("Sum", "Max", "SumSparse", "MaxSparse")
    },
    "SparseReorder": [Sample((_AT[::-1].copy(), _VALUES, _SHAPE))],
    "SparseReshape": [
        Sample((_AT, _SHAPE, arr([3, -1], "int64"))),
        ErrorSample((_AT, _SHAPE, arr([4], "int64")), {}, _BAD, "dense values"),
    ],
    "SparseSlice": [Sample((*_X, arr([0, 1], "int64"), arr([2, 2], "int64")), gradient=False)],
    "SparseSliceGrad": [Sample((arr([7.0]), _AT, arr([0, 1], "int64"), arr([[0, 1]], "int64")), gradient=False)],
    "SparseConcat": [
        Sample(([_AT, _AT], [_VALUES, _VALUES], [_SHAPE, _SHAPE]), {"concat_dim": a}, gradient=False) for a in (0, 1)
    ],
    "SparseSplit": [Sample((arr(1, "int64"), *_X), {"num_split": 2}, gradient=False)],
    "SparseSoftmax": [Sample((_AT, arr(_VALUES, d), _SHAPE)) for d in ("float64", "float32")],
    "SparseFillEmptyRows": [Sample((_AT[:1], _VALUES[:1], arr([3, 3], "int64"), arr(9.0)))],
    "SparseFillEmptyRowsGrad": [Sample((arr([0, 2], "int64"), arr([1.0, 2.0, 3.0])))],
}
