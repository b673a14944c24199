"""Samples of the ops in `ops.linalg.matmul`."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, arr


def _matrix(*shape: int) -> Any:
    """Small numbers without a pattern."""
    count = int(np.prod(shape))
    return (np.arange(count) * 7 % 11 - 4).reshape(shape) / 4


def _complex_matrix(*shape: int) -> Any:
    return _matrix(*shape) + 1j * _matrix(*shape)[::-1]


def _transposed(x: Any, y: Any, first: str, second: str) -> list[Sample]:
    """The product of two matrices, each operand plain or transposed."""
    samples = []
    for a, b in itertools.product((False, True), repeat=2):
        left = np.swapaxes(x, -1, -2) if a else x
        right = np.swapaxes(y, -1, -2) if b else y
        samples.append(Sample((left.copy(), right.copy()), {first: a, second: b}))
    return samples


def _mismatch(x: Any, y: Any, message: str, **attrs: Any) -> ErrorSample:
    return ErrorSample((x, y), attrs, errors.InvalidArgumentError, message, True)


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "MatMul": [
        *_transposed(_matrix(2, 3), _matrix(3, 4), "transpose_a", "transpose_b"),
        *_transposed(_complex_matrix(2, 3), _complex_matrix(3, 2), "transpose_a", "transpose_b"),
        *(
            Sample((arr(_matrix(2, 3) * 4, d), arr(_matrix(3, 2) * 4, d)))
            for d in (*FLOATS, "int32", "int64", *COMPLEX)
        ),
        Sample((arr([[100, 200]], "uint8"), arr([[2], [3]], "uint8"))),
        Sample((_matrix(1, 1), _matrix(1, 1))),
        Sample((_matrix(0, 3), _matrix(3, 2))),
        Sample((_matrix(2, 0), _matrix(0, 2))),
        Sample((arr(_matrix(17, 33), "float32"), arr(_matrix(33, 9), "float32")), gradient=False),
        Sample((arr(_matrix(1, 40), "float32"), arr(_matrix(40, 50), "float32")), gradient=False),
        _mismatch(_matrix(2, 3), _matrix(2, 3), "Matrix size-incompatible: In[0]: [2,3], In[1]: [2,3]"),
        _mismatch(_matrix(2, 3), _matrix(3, 2), "Matrix size-incompatible", transpose_a=True),
        _mismatch(_matrix(3), _matrix(3, 2), "In[0] ndims must be >= 2"),
        _mismatch(_matrix(2, 3), _matrix(3), "In[1] ndims must be >= 2"),
    ],
    "BatchMatMulV3": [
        Sample((arr([[100, -128], [3, 4]], "int8"), arr([[127], [127]], "int8")), {"Tout": "int32"}),
        Sample((arr([[[100], [-128]]], "int8"), arr([[[2], [3]]], "int8")), {"Tout": "int32", "adj_x": True}),
        Sample((arr(_matrix(2, 3), "float32"), arr(_matrix(3, 2), "float64")), {"Tout": "float64"}, gradient=(1,)),
        Sample((_matrix(2, 2, 3), _matrix(4, 3)), {"Tout": "float64", "adj_y": True}),
        Sample((_complex_matrix(2, 3), arr(_matrix(3, 2), "float32")), {"Tout": "float32"}, gradient=False),
        Sample((arr([[np.nan, 3e9]]), arr([[1], [0]])), {"Tout": "int32"}),
        _mismatch(_matrix(2, 3), _matrix(2, 3), "Matrix size-incompatible", Tout="float64"),
    ],
    "BatchMatMulV2": [
        *_transposed(_matrix(2, 2, 3), _matrix(2, 3, 4), "adj_x", "adj_y"),
        *_transposed(_complex_matrix(2, 3), _complex_matrix(3, 2), "adj_x", "adj_y"),
        *(Sample((arr(_matrix(2, 2, 3) * 4, d), arr(_matrix(2, 3, 2) * 4, d))) for d in (*FLOATS, "int32", *COMPLEX)),
        Sample((_matrix(2, 3), _matrix(3, 4))),
        Sample((_matrix(5, 1, 2, 3), _matrix(2, 3, 4))),
        Sample((_matrix(2, 3), _matrix(2, 3, 4))),
        Sample((_matrix(2, 2, 3), _matrix(3, 4))),
        Sample((_matrix(1, 2, 3), _matrix(3, 3, 4))),
        Sample((_matrix(0, 2, 3), _matrix(0, 3, 4))),
        Sample((_matrix(3, 2, 0), _matrix(3, 0, 4))),
        _mismatch(_matrix(4, 2, 3), _matrix(4, 2, 3), "Matrix size-incompatible: In[0]: [4,2,3], In[1]: [4,2,3]"),
        _mismatch(_matrix(4, 2, 3), _matrix(5, 3, 2), "must have compatible batch dimensions: [4,2,3] vs. [5,3,2]"),
        _mismatch(_matrix(3), _matrix(3, 2), "In[0] ndims must be >= 2"),
    ],
}
