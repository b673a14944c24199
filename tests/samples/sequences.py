"""Samples of `ops.nn.ctc`, `ops.array.sets`, `ops.sparse.construct` and `ops.random.stateless_distributions`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_LOGITS = np.round(np.sin(np.arange(5 * 2 * 4) * 1.9) * 2, 3).reshape(5, 2, 4)
_PLACES = arr([[0, 0], [0, 1], [1, 0], [1, 1]], "int64")


def _i(values: Any, dtype: str = "int32") -> Any:
    return arr(values, dtype)


def _dense(indices: Any, shape: Any, values: Any, default: Any, dtype: str = "int64", **attrs: Any) -> Sample:
    return Sample((_i(indices, dtype), _i(shape, dtype), values, default), attrs)


_ALG, _KEY, _COUNTER = _i(1), arr([7], "uint64"), arr([0, 3], "uint64")

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "CTCLoss": [
        # the second output, the gradient of the first, has no gradient
        Sample((arr(_LOGITS), _PLACES, _i([1, 2, 0, 0]), _i([5, 4])), gradient=False),
        Sample((arr(_LOGITS), _PLACES, _i([1, 1, 0, 2]), _i([5, 3])), {"ctc_merge_repeated": False}, gradient=False),
        Sample(
            (arr(_LOGITS, "float32"), _PLACES, _i([1, 1, 0, 0]), _i([5, 2])),
            {"ignore_longer_outputs_than_inputs": True},
        ),
        Sample(
            (arr(_LOGITS), _PLACES, _i([1, 1, 0, 2]), _i([5, 3])),
            {"preprocess_collapse_repeated": True},
            gradient=False,
        ),
        ErrorSample((arr(_LOGITS), _PLACES, _i([1, 2, 0, 0]), _i([5, 2])), {}, _BAD, "Not enough time"),
        ErrorSample((arr(_LOGITS), _PLACES, _i([1, 3, 0, 0]), _i([5, 4])), {}, _BAD, "non-null label"),
        ErrorSample((arr(_LOGITS), _PLACES, _i([1, 2, 0, 0]), _i([5])), {}, _BAD, "batch_size", None),
    ],
    "CTCGreedyDecoder": [
        Sample((arr(_LOGITS, "float32"), _i([5, 4]))),
        Sample((arr(_LOGITS), _i([5, 0])), {"merge_repeated": True, "blank_index": 0}, gradient=False),
        ErrorSample((arr(_LOGITS), _i([5, 9])), {}, errors.FailedPreconditionError, "sequence_length(1) <= 5"),
    ],
    "CTCBeamSearchDecoder": [
        Sample((arr(_LOGITS, "float32"), _i([5, 4])), {"beam_width": 3, "top_paths": 2, "merge_repeated": False}),
        Sample((arr(_LOGITS), _i([5, 0])), {"beam_width": 8, "top_paths": 1}, gradient=False),
        ErrorSample((arr(_LOGITS), _i([5, 4])), {"beam_width": 1, "top_paths": 2}, _BAD, "top_paths 2 > beam_width 1"),
    ],
    "DenseToDenseSetOperation": [
        *(
            Sample((_i([[1, 2, 2], [5, 3, 1]]), _i([[2, 9], [1, 1]])), {"set_operation": operation})
            for operation in ("a-b", "b-a", "intersection", "union")
        ),
        Sample((arr([["a", "b"]], "string"), arr([["b", "c"]], "string")), {"set_operation": "intersection"}),
        Sample((_i(np.zeros((2, 0))), _i([[2], [2]])), {"set_operation": "intersection"}),
        ErrorSample((_i([[1]]), _i([[1]])), {"set_operation": "sum"}, _BAD, "Invalid set_operation sum"),
        ErrorSample((_i([[1]]), _i([[1], [2]])), {"set_operation": "union"}, _BAD, "different shapes"),
        ErrorSample((_i([1]), _i([1])), {"set_operation": "union"}, _BAD, "rank of 2 at least"),
    ],
    "DenseToSparseSetOperation": [
        Sample(
            (_i([[1, 2], [5, 3]]), _i([[0, 0], [1, 0], [1, 1]], "int64"), _i([2, 3, 8]), _i([2, 2], "int64")),
            {"set_operation": "union"},
        ),
    ],
    "SparseToSparseSetOperation": [
        Sample(
            (
                *(_i([[0, 0], [2, 1]], "int64"), _i([4, 5]), _i([3, 2], "int64")),
                *(_i([[0, 3], [1, 0]], "int64"), _i([4, 6]), _i([3, 4], "int64")),
            ),
            {"set_operation": "intersection"},
        ),
    ],
    "SparseToDense": [
        _dense([[0, 1], [1, 0]], [2, 3], arr([1.0, 2.0]), arr(0.5)),
        _dense([1, 2], [4], arr([1.0, 2.0]), arr(0.0), "int32"),
        _dense(2, [4], arr(3.0), arr(0.0)),
        _dense([[2], [1]], [4], arr([1.0, 2.0]), arr(0.0), validate_indices=False),
        _dense(np.zeros((0, 2)), [2, 2], arr([]), arr(1.0)),
        _dense([[1]], [2], arr(["a"], "string"), arr("", "string")),
        ErrorSample((_i([[2], [1]]), _i([4]), arr([1.0, 2.0]), arr(0.0)), {}, _BAD, "is out of order"),
        ErrorSample((_i([[1], [1]]), _i([4]), arr([1.0, 2.0]), arr(0.0)), {}, _BAD, "is repeated"),
        ErrorSample((_i([[1], [9]]), _i([4]), arr([1.0, 2.0]), arr(0.0)), {}, _BAD, "is out of bounds"),
    ],
    "StatelessRandomGammaV3": [
        Sample((_i([3, 2]), _KEY, _COUNTER, _ALG, arr([0.5, 2.0])), gradient=False),
        Sample((_i([3]), _KEY, _COUNTER, _ALG, arr(1.5, "float32"))),
        Sample((_i([2, 4]), _KEY, _COUNTER, _ALG, arr([-1.0, np.nan, np.inf, 0.0])), gradient=False),
        ErrorSample((_i([3]), _KEY, _COUNTER, _ALG, arr([0.5, 2.0])), {}, _BAD, "must end with broadcasted shape"),
    ],
    "StatelessRandomBinomial": [
        Sample((_i([3, 2]), _i([1, 2]), arr([5.0, 9.0]), arr(0.5))),
        Sample((_i([3]), _i([1, 2], "int64"), arr(5.0, "float32"), arr(0.25, "float32")), {"dtype": "float32"}),
        Sample((_i([2, 4]), _i([1, 2]), arr([-5.0, np.nan, 5.0, 5.0]), arr([0.5, 0.5, 1.5, np.nan]))),
        ErrorSample((_i([3]), _i([1, 2]), arr([5.0, 9.0]), arr(0.5)), {}, _BAD, "must end with broadcasted shape"),
    ],
}
