"""Samples of sorting ops."""

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample

_ROWS = np.array([[3.0, 1.0, 3.0, -2.0], [0.5, 7.0, -1.0, 2.0]], np.float32)
_NAN = np.array([1.0, np.nan, 3.0, -np.inf, np.inf, -0.0], np.float32)
_SORTED = np.array([[1, 3, 3, 5], [2, 4, 6, 8]], np.int32)
_WANTED = np.array([[0, 3], [6, 9]], np.int32)
_GUESSES = np.array([[0.1, 0.9, 0.3], [0.8, 0.2, 0.8], [np.nan, 0.0, 1.0], [0.5, 0.5, 0.5]], np.float32)

_ERROR = errors.InvalidArgumentError

SAMPLES = {
    "TopKV2": [
        Sample([_ROWS, 2], gradient=False),
        Sample([_ROWS[1:], 2]),
        Sample([_ROWS.astype(np.float64)[1], 4], {"sorted": False}),
        Sample([_NAN, 5]),
        Sample([np.array([[3, 250, 3], [0, 1, 2]], np.uint8), np.int64(1)], {"index_type": "int64"}),
        Sample([np.zeros((0, 3), np.int32), 2]),
        Sample([_ROWS, 0]),
        ErrorSample([_ROWS, 5], {}, _ERROR, "input must have at least k columns. Had 4, needed 5"),
        ErrorSample([_ROWS, -1], {}, _ERROR, "Need k >= 0, got -1"),
        ErrorSample([np.float32(1.0), 1], {}, _ERROR, "input must be >= 1-D"),
    ],
    "LowerBound": [
        Sample([_SORTED, _WANTED]),
        Sample([_SORTED.astype(np.float32), _WANTED.astype(np.float32)], {"out_type": "int64"}),
        Sample([np.zeros((1, 0), np.float32), np.ones((1, 2), np.float32)]),
        ErrorSample([_SORTED, _WANTED[:1]], {}, _ERROR, "Leading dim_size of both tensors must match."),
        ErrorSample([_SORTED[0], _WANTED], {}, _ERROR, "Shape must be rank 2 but is rank 1"),
    ],
    "UpperBound": [
        Sample([_SORTED, _WANTED]),
        ErrorSample([_SORTED, _WANTED[:1]], {}, _ERROR, "Leading dim_size of both tensors must match."),
    ],
    "InTopKV2": [
        Sample([_GUESSES, np.array([1, 2, 2, 0], np.int32), 1]),
        Sample([_GUESSES, np.array([1, 5, -1, 2], np.int64), np.int64(2)]),
        ErrorSample([_GUESSES, np.array([1], np.int32), 1], {}, _ERROR, "First dimension of predictions 4 must match"),
        ErrorSample([_GUESSES[0], np.array([1], np.int32), 1], {}, _ERROR, "predictions must be 2-dimensional"),
    ],
}
