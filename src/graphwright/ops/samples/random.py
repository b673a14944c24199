"""Samples of the ops in `ops.random` and `ops.random_stateless`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import float16, float32, float64, int32, int64, uint32, uint64
from graphwright.ops.samples import ErrorSample, Sample
from graphwright.ops.samples._arrays import arr

_SHAPES = (arr([2, 3], "int32"), arr([], "int32"), arr([0, 4], "int64"))


def _drawn(*inputs: Any, **attrs: Any) -> Sample:
    """Numbers that nobody can foretell: only their dtype and shape are compared."""
    return Sample(inputs, attrs, gradient=False, exact=False)


def _floats() -> list[Sample]:
    return [_drawn(shape, dtype=dtype) for shape in _SHAPES for dtype in (float32, float64, float16)]


_KEY = (arr([123456789], "uint64"), arr([7, 11], "uint64"), arr(1, "int32"))
_LOGITS = arr([[0.0, 1.0, 2.0], [3.0, 0.0, -1.0]], "float32")


def _stateless(*dtypes: Any) -> list[Sample | ErrorSample]:
    return [
        *(Sample((shape, *_KEY), {"dtype": dtype}) for shape in _SHAPES for dtype in dtypes),
        ErrorSample(
            (_SHAPES[0], *_KEY[:2], arr(9, "int32")), {"dtype": dtypes[0]}, errors.InvalidArgumentError, "lgorithm"
        ),
    ]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "RandomUniform": _floats(),
    "RandomStandardNormal": _floats(),
    "TruncatedNormal": _floats(),
    "RandomUniformInt": [
        _drawn(_SHAPES[0], arr(0, "int32"), arr(10, "int32")),
        _drawn(_SHAPES[2], arr(-5, "int64"), arr(10, "int64")),
    ],
    "RandomShuffle": [_drawn(arr([1, 2, 3], "int32")), _drawn(arr([[1.0, 2.0], [3.0, 4.0]])), _drawn(arr([]))],
    "Multinomial": [_drawn(_LOGITS, arr(5, "int32")), _drawn(_LOGITS, arr(0, "int32"), output_dtype=int32)],
    "StatelessRandomUniformV2": _stateless(float32, float64, float16),
    "StatelessRandomNormalV2": _stateless(float32, float64, float16),
    "StatelessTruncatedNormalV2": _stateless(float32, float64, float16),
    "StatelessRandomUniformFullIntV2": _stateless(int32, int64, uint32, uint64),
    "StatelessRandomUniformIntV2": [
        Sample((_SHAPES[0], *_KEY, arr(0, "int32"), arr(10, "int32"))),
        Sample((_SHAPES[0], *_KEY, arr(-5, "int64"), arr(10, "int64"))),
    ],
    "StatelessRandomGetKeyCounter": [Sample((arr([1, 2], "int32"),)), Sample((arr([1, 2], "int64"),))],
    "StatelessRandomGetAlg": [Sample(())],
    "StatelessMultinomial": [Sample((_LOGITS, arr(5, "int32"), arr([1, 2], "int32")))],
}
