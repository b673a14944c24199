"""Samples of the ops in `ops.ragged.crosses`, `ops.ragged.rows`, `ops.index.sparse_segments` and their neighbours."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_ROWS = [[1.0, 2.0], [3.0, -4.0], [0.5, 6.0]]
_AT, _IDS = arr([0, 2, 2, 1], "int32"), arr([0, 0, 2, 2], "int32")


def _texts(*values: str) -> np.ndarray[tuple[int, ...], np.dtype[np.object_]]:
    return np.array([v.encode() for v in values], object)


_LINES = (_texts("a", "b", "c"), arr([0, 1, 3], "int64"))
_MATRIX = (arr([[0, 0], [1, 0], [1, 1]], "int64"), _texts("a", "b", "c"), arr([2, 2], "int64"))
_DENSE = np.array([[b"d"], [b"e"]], object)
_RAGGED = {
    "num_buckets": 0,
    "hash_key": 7,
    "out_row_splits_type": "int64",
    "ragged_values_types": ["string"],
    "ragged_splits_types": ["int64"],
    "dense_types": ["string"],
}
_NO_SPARSE = {"Nsparse": 0, "sparse_values_types": []}
_LISTS = {"N": 1, "sparse_types": ["string"], "dense_types": ["string"]}

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    **{
        f"SparseSegment{kind}": [
            *(Sample((arr(_ROWS, d), _AT, _IDS)) for d in ("float64", "float32", "float16")),
            Sample((arr(_ROWS), arr([], "int64"), arr([], "int64"))),
            Sample((arr(_ROWS), arr([1, 1], "int64"), arr([0, 3], "int32"))),
            ErrorSample((arr(_ROWS), arr([3], "int32"), arr([0], "int32")), {}, _BAD, "out of range"),
            ErrorSample((arr(_ROWS), arr([1, 1], "int32"), arr([1, 0], "int32")), {}, _BAD, "not increasing"),
            ErrorSample((arr(_ROWS), arr([1, 1], "int32"), arr([0], "int32")), {}, _BAD, "same size", True),
        ]
        for kind in ("Sum", "Mean", "SqrtN")
    },
    **{
        f"SparseSegment{kind}WithNumSegments": [
            *(Sample((arr(_ROWS, d), _AT, _IDS, arr(4, "int32"))) for d in ("float64", "float32")),
            ErrorSample((arr(_ROWS), _AT, _IDS, arr(2, "int32")), {}, _BAD, "must be < num_segments"),
        ]
        for kind in ("Sum", "Mean", "SqrtN")
    },
    **{
        f"SparseSegment{kind}Grad": [
            *(Sample((arr(_ROWS, d), _AT, _IDS, arr(5, "int32"))) for d in ("float64", "float32")),
            ErrorSample((arr(_ROWS), _AT, _IDS, arr(2, "int32")), {}, _BAD, "out of range"),
        ]
        for kind in ("Sum", "Mean", "SqrtN")
    },
    "RaggedCross": [
        Sample(
            ([_LINES[0]], [_LINES[1]], [], [], [], [_DENSE]),
            {"input_order": "RD", "hashed_output": False, "out_values_type": "string", **_RAGGED, **_NO_SPARSE},
        ),
        Sample(
            ([_LINES[0]], [_LINES[1]], [_MATRIX[0]], [_MATRIX[1]], [_MATRIX[2]], [_DENSE]),
            {
                "input_order": "DRS",
                "hashed_output": True,
                "out_values_type": "int64",
                **_RAGGED,
                "Nsparse": 1,
                "sparse_values_types": ["string"],
            },
        ),
        ErrorSample(
            ([_LINES[0]], [_LINES[1]], [], [], [], [_DENSE[:1]]),
            {"input_order": "RD", "hashed_output": False, "out_values_type": "string", **_RAGGED, **_NO_SPARSE},
            _BAD,
            "same number of rows",
        ),
    ],
    "SparseCross": [
        Sample(
            ([_MATRIX[0]], [_MATRIX[1]], [_MATRIX[2]], [_DENSE]),
            {"hashed_output": h, "num_buckets": 9, "hash_key": 5, "out_type": t, "internal_type": "string", **_LISTS},
        )
        for h, t in ((True, "int64"), (False, "string"))
    ],
    "SparseCrossV2": [Sample(([_MATRIX[0]], [_MATRIX[1]], [_MATRIX[2]], [_DENSE], np.array(b"-", object)), _LISTS)],
    "SparseCrossHashed": [
        *(
            Sample(
                (
                    [_MATRIX[0]],
                    [_MATRIX[1]],
                    [_MATRIX[2]],
                    [_DENSE],
                    arr(100, "int64"),
                    arr(strong, "bool"),
                    arr([1, 2], "int64"),
                ),
                _LISTS,
            )
            for strong in (False, True)
        ),
        ErrorSample(
            ([], [], [], [_DENSE], arr(9, "int64"), arr(True, "bool"), arr([1], "int64")),
            {"N": 0, "sparse_types": [], "dense_types": ["string"]},
            _BAD,
            "must have length 2",
        ),
    ],
    "RaggedRange": [
        *(Sample((arr([0, 5, 8], d), arr([3, 3, 12], d), arr([2], d)[0])) for d in ("int32", "int64", "float32")),
        Sample((arr([5, 5], "int32"), arr([1, 2], "int32"), arr(-2, "int32"))),
        ErrorSample((arr([0], "int32"), arr([3], "int32"), arr([0], "int32")), {}, _BAD, "delta != 0"),
        ErrorSample((arr([0, 1], "int32"), arr([3], "int32"), arr([1], "int32")), {}, _BAD, "same shape"),
    ],
    "RaggedFillEmptyRows": [
        *(
            Sample((arr([0, 0, 2], "int64"), arr([1, 2, 3], d), arr(4, "int64"), arr(9, d)))
            for d in ("float64", "int32")
        ),
        Sample((arr([], "int64"), arr([]), arr(2, "int64"), arr(9.0))),
        ErrorSample((arr([5], "int64"), arr([1.0]), arr(2, "int64"), arr(9.0)), {}, _BAD, "out of range"),
    ],
    "RaggedFillEmptyRowsGrad": [
        Sample((arr([0, 2], "int64"), arr([1.0, 2.0, 3.0]))),
        ErrorSample((arr([3], "int64"), arr([1.0])), {}, _BAD, "reverse index"),
    ],
    "Fingerprint": [
        Sample((_texts("a", "bc"), np.array(b"farmhash64", object))),
        Sample((arr([[1, 2], [3, 4]], "int32"), np.array(b"farmhash64", object))),
        ErrorSample((_texts("a"), np.array(b"md5", object)), {}, _BAD, "Unsupported fingerprint method"),
        ErrorSample((arr(1.0), np.array(b"farmhash64", object)), {}, _BAD, "", True),
    ],
    "EditDistance": [
        Sample((*_MATRIX, arr([[0, 0]], "int64"), _texts("x"), arr([1, 1], "int64")), {"normalize": n})
        for n in (True, False)
    ],
    "UnravelIndex": [
        Sample((arr([22, 41, 37], "int32"), arr([7, 6], "int32"))),
        Sample((arr(22, "int64"), arr([7, 6], "int64"))),
        ErrorSample((arr([50], "int32"), arr([7, 6], "int32")), {}, _BAD, "out of bound"),
        ErrorSample((arr([[1]], "int32"), arr([7, 6], "int32")), {}, _BAD, "scalar or vector", True),
    ],
    "GuaranteeConst": [Sample((arr([1.0, 2.0]),), gradient=False)],
    "ExtractVolumePatches": [
        *(
            Sample((arr(np.arange(24.0).reshape(1, 2, 3, 4, 1), d),), {"ksizes": k, "strides": s, "padding": p})
            for d in ("float64", "int32")
            for k, s, p in (([1, 2, 1, 2, 1], [1, 1, 2, 1, 1], "SAME"), ([1, 2, 2, 2, 1], [1, 1, 1, 2, 1], "VALID"))
        ),
        ErrorSample(
            (arr(np.zeros((1, 2, 2))),),
            {"ksizes": [1] * 5, "strides": [1] * 5, "padding": "SAME"},
            _BAD,
            "5-dimensional",
            True,
        ),
    ],
}
