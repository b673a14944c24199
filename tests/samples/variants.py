"""Samples of the ops between composite tensors and variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import float32, int64, variant
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor
from graphwright.ir.types import tensor_type
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i64

INVALID = errors.InvalidArgumentError

_ROWS = [i64([0, 2, 2, 3])]
_DEEP = [i64([0, 1, 3]), i64([0, 2, 2, 3])]
_VALUES = f32([1, 2, 3])
_PLACES, _SHAPE = i64([[0, 1], [2, 0], [2, 2]]), i64([3, 3])
_SHUFFLED = [i64([[2, 2], [0, 1], [2, 0]]), f32([3, 1, 2]), _SHAPE]


def encoded(op: str, inputs: list[Any], **attrs: Any) -> Callable[[], list[Any]]:
    """The variants produced by another op, as input of an op that reads them."""
    return lambda: [apply(op, inputs, attrs)]


def _empty() -> list[Any]:
    return [EagerTensor(np.empty((0, 3), object), tensor_type(variant, (0, 3)))]


def _to(splits: list[Any], values: Any, batched: bool) -> Sample:
    attrs = {"batched_input": batched, "Tsplits": int64}
    return Sample([splits, values], attrs, gradient=False, exact=False)


def _from(splits: list[Any], batched: bool, rank: int) -> Sample:
    inputs = encoded("RaggedTensorToVariant", [splits, _VALUES], batched_input=batched, Tsplits=int64)
    attrs = {"input_ragged_rank": -1, "output_ragged_rank": rank, "Tvalues": float32, "Tsplits": int64}
    return Sample(inputs, attrs, gradient=False)


_SPARSE = [_PLACES, _VALUES, _SHAPE]
_AS_VARIANT = {"out_type": variant}
_READ = {"dtype": float32, "Tserialized": variant}

SAMPLES = {
    "RaggedTensorToVariant": [
        *(_to(splits, _VALUES, batched) for splits in ([], _ROWS, _DEEP) for batched in (False, True)),
        ErrorSample([[], f32(1)], {"batched_input": True, "Tsplits": int64}, INVALID, "cannot be taken apart"),
    ],
    "RaggedTensorFromVariant": [
        _from([], False, 0), _from(_ROWS, False, 1), _from(_ROWS, True, 1), _from(_DEEP, True, 2),
        ErrorSample(
            encoded("RaggedTensorToVariant", [_ROWS, _VALUES], batched_input=True, Tsplits=int64),
            {"input_ragged_rank": 1, "output_ragged_rank": 1, "Tvalues": float32, "Tsplits": int64},
            INVALID,
            "output_ragged_rank must be equal",
        ),
    ],
    "SerializeSparse": [
        Sample(_SPARSE, _AS_VARIANT, gradient=False, exact=False),
        Sample(_SPARSE, {}, gradient=False),
    ],
    "SerializeManySparse": [
        Sample(_SPARSE, _AS_VARIANT, gradient=False, exact=False),
        Sample(_SHUFFLED, _AS_VARIANT, gradient=False, exact=False),
        Sample(_SHUFFLED, {}, gradient=False),
        ErrorSample([i64([[1]]), f32([1]), i64([2])], _AS_VARIANT, INVALID, "Rank of input SparseTensor should be > 1"),
    ],
    "DeserializeSparse": [
        Sample(encoded("SerializeSparse", _SPARSE, out_type=variant), _READ, gradient=False),
        Sample(encoded("SerializeManySparse", _SHUFFLED, out_type=variant), _READ, gradient=False),
        ErrorSample(_empty, _READ, INVALID, "a row at least"),
    ],
}  # fmt: skip
