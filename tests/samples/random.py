"""Samples of the ops in `ops.random.sampling`, `ops.random.stateless` and `ops.random.variable_state`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import float16, float32, float64, int32, int64, uint32, uint64
from graphwright.core.variable import Variable
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_SHAPES = (arr([2, 3], "int32"), arr([], "int32"), arr([0, 4], "int64"))


def _drawn(*inputs: Any, **attrs: Any) -> Sample:
    """A non-deterministic op: only dtype and shape are compared."""
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
    """A draw from a state that each run advances, so each run gives other numbers."""
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
_RATES = arr([0.5, 30.0, 0.0, -1.0, np.inf], "float32")
_SEED = arr([1, 2], "int32")
_BAD = errors.InvalidArgumentError
_TRUE = arr([[1, 2], [0, 2]], "int64")


def _candidates(*more: Sample | ErrorSample, **attrs: Any) -> list[Sample | ErrorSample]:
    """Samples of a candidate sampler, and invalid classes."""
    attrs = {"num_true": 2, "num_sampled": 3, "unique": True} | attrs
    return [
        _drawn(_TRUE, **attrs),
        _drawn(_TRUE, **attrs | {"unique": False}),
        _drawn(arr(np.zeros((0, 2)), "int64"), **attrs),
        ErrorSample((arr([[1, 9]], "int64"),), attrs, _BAD, "out of range [0, 3), received 9"),
        ErrorSample((arr([[1]], "int64"),), attrs, _BAD, "must have num_true columns"),
        ErrorSample((arr([1], "int64"),), attrs, _BAD, "true_classes must be a matrix", None),
        *more,
    ]


def _many(**attrs: Any) -> ErrorSample:
    attrs = {"num_true": 2, "num_sampled": 4, "unique": True} | attrs
    return ErrorSample((_TRUE,), attrs, _BAD, "range is too small")


def _vocabulary(message: str, **attrs: Any) -> ErrorSample:
    arguments = {"num_true": 2, "num_sampled": 3, "unique": False, "range_max": 3, "unigrams": [1.0, 2.0, 3.0]} | attrs
    return ErrorSample((_TRUE,), arguments, _BAD, message)


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "RandomUniform": _floats(),
    "RandomStandardNormal": _floats(),
    "TruncatedNormal": _floats(),
    "RandomUniformInt": [
        _drawn(_SHAPES[0], arr(0, "int32"), arr(10, "int32")),
        _drawn(_SHAPES[2], arr(-5, "int64"), arr(10, "int64")),
    ],
    "RandomGamma": [
        *(_drawn(shape, arr([0.5, 30.0], dtype)) for shape in _SHAPES for dtype in ("float32", "float64", "float16")),
        _drawn(_SHAPES[0], arr(1.0)),
        ErrorSample((arr(2, "int32"), arr(1.0)), {}, _BAD, "shape must be a vector", None),
    ],
    "RandomGammaGrad": [
        Sample((arr([0.5, 2.0, 7.0, 50.0], d), arr([0.2, 3.0, 5.0, 60.0], d)), gradient=False, exact=False)
        for d in ("float32", "float64")
    ],
    "RandomPoissonV2": [
        *(_drawn(shape, _RATES, dtype=dtype) for shape in _SHAPES for dtype in (float32, float64, int32, int64)),
        _drawn(_SHAPES[0], arr(3, "int32"), dtype=float16),
        ErrorSample((arr(2, "int32"), arr(1.0)), {}, _BAD, "shape must be a vector", None),
    ],
    "StatelessRandomPoisson": [
        *(Sample((arr([2, 5], "int32"), _SEED, _RATES), {"dtype": dtype}) for dtype in (float32, int32, int64)),
        Sample((arr([2, 0], "int64"), _SEED, arr(2.0)), {"dtype": float64}),
        ErrorSample((arr([3], "int32"), _SEED, _RATES), {"dtype": int32}, _BAD, "must end with broadcasted shape"),
    ],
    "StatelessParameterizedTruncatedNormal": [
        Sample((arr([4, 3], "int32"), _SEED, *(arr(x) for x in ([0.0, 1.0, -50.0], 1.0, [-1.0, 5.0, -1.0], 7.0)))),
        Sample((arr([0], "int32"), _SEED, *(arr(x, "float32") for x in (0, 1, -1, 1)))),
        *(
            ErrorSample((arr([2], "int32"), _SEED, *map(arr, parameters)), {}, _BAD, "Invalid parameters")
            for parameters in ((0.0, 1.0, 2.0, -2.0), (0.0, 0.0, -2.0, 2.0))
        ),
    ],
    "UniformCandidateSampler": _candidates(_many(range_max=3), range_max=3),
    "LogUniformCandidateSampler": _candidates(_many(range_max=3), range_max=3),
    "LearnedUnigramCandidateSampler": _candidates(_many(range_max=3), range_max=3),
    "AllCandidateSampler": _candidates(),
    "FixedUnigramCandidateSampler": _candidates(
        _many(range_max=3, unigrams=[1.0, 2.0, 3.0]),
        _vocabulary("range is 4", range_max=4),
        _vocabulary("Must provide either", unigrams=[]),
        _vocabulary("shard must be", shard=1),
        range_max=3,
        unigrams=[1.0, 2.0, 3.0],
    ),
    "RandomIndexShuffle": [
        Sample((arr([0, 1, 2], "int32"), arr([1, 2, 3], "int32"), arr(2, "int32"))),
        Sample((arr(5, "int64"), arr([[1, 2, 3], [1, 2, 4]], "int64"), arr(2**62, "int64"))),
        Sample((arr(5, "uint64"), arr([1, 2, 3], "uint32"), arr(5, "uint64"))),
        Sample((arr([1], "int32"), arr([[1, 2, 3], [1, 2, 4]], "int32"), arr([3], "int32"))),
        ErrorSample((arr(3, "int32"), arr([1, 2, 3], "int32"), arr(2, "int32")), {}, _BAD, "max_index must be >="),
        ErrorSample((arr(3, "int32"), arr([1, 2], "int32"), arr(2, "int32")), {}, _BAD, "seed must have the shape"),
    ],
    "StatelessShuffle": [
        Sample((arr([3, 1, 2], "int32"), *_KEY)),
        Sample((arr([["a", "b"], ["c", "d"]], "string"), *_KEY)),
        Sample((arr([]), *_KEY)),
        Sample((arr(1.0), *_KEY)),
    ],
    "RandomShuffle": [_drawn(arr([1, 2, 3], "int32")), _drawn(arr([[1.0, 2.0], [3.0, 4.0]])), _drawn(arr([]))],
    "Multinomial": [
        _drawn(_LOGITS, arr(5, "int32")),
        _drawn(_LOGITS, arr(0, "int32"), output_dtype=int32),
        ErrorSample((_LOGITS, arr(-3, "int32")), {}, _BAD, "num_samples should be non-negative"),
    ],
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
    "SobolSample": [
        *(Sample(tuple(arr(n, "int32") for n in given)) for given in ((5, 4, 0), (2, 3, 1000), (40, 1, 7))),
        Sample((arr(3, "int32"), arr(4, "int32"), arr(0, "int32")), {"dtype": float64}),
        *(
            ErrorSample(tuple(arr(n, "int32") for n in given), {}, errors.InvalidArgumentError, text)
            for given, text in (
                ((0, 1, 0), "dim must be at least one"),
                ((5000, 1, 0), "dim must be at most 1111"),
                ((1, 0, 0), "num_results must be at least one"),
                ((1, 1, -1), "skip must be non-negative"),
                ((1, 2**31 - 1, 0), "num_results+skip must be less than 2147483647"),
            )
        ),
    ],
    "StatelessMultinomial": [Sample((_LOGITS, arr(5, "int32"), arr([1, 2], "int32")))],
}
