"""Samples of the ops in `ops.random`, `ops.random_stateless` and `ops.random_stateful`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import float16, float32, float64, int32, int64, uint32, uint64
from graphwright.core.variable import Variable
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


def _on_state(*rest: Any) -> Any:
    return lambda: [Variable(np.array([5, 1, 77], np.int64)).handle, *rest]


def _moving(*rest: Any, **attrs: Any) -> Sample:
    """A draw from a state that every run moves on: another run gives other numbers."""
    return Sample(_on_state(*rest), attrs, gradient=False, exact=False)


def _stateful(*dtypes: Any) -> list[Sample | ErrorSample]:
    return [
        *(_moving(arr(1, "int64"), shape, dtype=dtype) for shape in _SHAPES for dtype in dtypes),
        ErrorSample(
            _on_state(arr(9, "int64"), _SHAPES[0]), {"dtype": dtypes[0]}, errors.InvalidArgumentError, "algorithm id: 9"
        ),
        ErrorSample(
            _on_state(arr(2, "int64"), _SHAPES[0]), {"dtype": dtypes[0]}, errors.UnimplementedError, "ThreeFry"
        ),
    ]


_ONE = arr(1, "int64")

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
    "RngReadAndSkip": [
        _moving(arr(1, "int32"), arr(3, "uint64")),
        ErrorSample(_on_state(arr(2, "int32"), arr(3, "uint64")), {}, errors.UnimplementedError, "ThreeFry"),
    ],
    "RngSkip": [
        Sample(_on_state(_ONE, arr(-3, "int64"))),
        ErrorSample(_on_state(arr(7, "int64"), _ONE), {}, errors.InvalidArgumentError, "algorithm id: 7"),
    ],
    "StatefulUniform": _stateful(float32, float64, float16),
    "StatefulStandardNormalV2": _stateful(float32, float64, float16),
    "StatefulTruncatedNormal": _stateful(float32, float64, float16),
    "StatefulUniformFullInt": _stateful(int32, int64, uint32, uint64),
    "StatefulUniformInt": [
        _moving(_ONE, _SHAPES[0], arr(0, "int32"), arr(10, "int32")),
        _moving(_ONE, _SHAPES[2], arr(-5, "int64"), arr(10, "int64")),
        ErrorSample(
            _on_state(_ONE, _SHAPES[0], arr(5, "int32"), arr(5, "int32")), {}, errors.InvalidArgumentError, "minval <"
        ),
    ],
    "StatefulRandomBinomial": [
        _moving(_ONE, _SHAPES[0], arr([1.0, 2.0, 3.0], "float32"), arr(0.5, "float32")),
        _moving(_ONE, _SHAPES[1], arr(10, "float64"), arr(0.25, "float64"), dtype=int32),
        ErrorSample(
            _on_state(_ONE, _SHAPES[0], arr([1.0, 2.0], "float32"), arr(0.5, "float32")),
            {},
            errors.InvalidArgumentError,
            "must end with broadcasted shape",
        ),
    ],
    "NonDeterministicInts": [_drawn(shape, dtype=dtype) for shape in _SHAPES for dtype in (int64, uint32)],
    "StatelessMultinomial": [Sample((_LOGITS, arr(5, "int32"), arr([1, 2], "int32")))],
}
