"""Samples of the ops in `ops.nn.pooling`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import FLOATS, INTS, arr

_CASES: list[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((2, 4, 5, 3), (2, 2, 2, 3), {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}),
    ((1, 5, 4, 2), (1, 3, 4, 2), {"ksize": [1, 3, 2, 1], "strides": [1, 2, 1, 1], "padding": "SAME"}),
    ((1, 7, 6, 1), (1, 2, 2, 1), {"ksize": [1, 2, 1, 1], "strides": [1, 4, 3, 1], "padding": "SAME"}),
    (
        (1, 2, 4, 3), (1, 2, 2, 2),
        {"ksize": [1, 1, 2, 2], "strides": [1, 1, 2, 1], "padding": "VALID", "data_format": "NCHW"},
    ),
    ((0, 4, 4, 2), (0, 2, 2, 2), {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}),
]  # fmt: skip
_EXPLICIT = (
    (1, 3, 3, 2), (1, 4, 2, 2),
    {
        "ksize": [1, 2, 3, 1], "strides": [1, 1, 2, 1], "padding": "EXPLICIT",
        "explicit_paddings": [0, 0, 1, 1, 2, 0, 0, 0],
    },
)  # fmt: skip
_VOLUMES: list[tuple[tuple[int, ...], tuple[int, ...], dict[str, Any]]] = [
    ((1, 3, 4, 2, 2), (1, 2, 2, 1, 2), {"ksize": [1, 2, 2, 2, 1], "strides": [1, 1, 2, 2, 1], "padding": "VALID"}),
    ((1, 3, 2, 3, 1), (1, 2, 2, 2, 1), {"ksize": [1, 2, 2, 3, 1], "strides": [1, 2, 1, 2, 1], "padding": "SAME"}),
    (
        (1, 2, 2, 3, 2), (1, 2, 1, 2, 1),
        {"ksize": [1, 1, 2, 2, 2], "strides": [1, 1, 1, 1, 1], "padding": "VALID", "data_format": "NCDHW"},
    ),
]  # fmt: skip


def _wave(shape: tuple[int, ...], shift: float = 0.7, dtype: str = "float64") -> Any:
    """Distinct numbers, so that small steps change no maximum."""
    return arr(np.round(np.sin(np.arange(int(np.prod(shape))) * 2.3 + shift) * 20, 2).reshape(shape), dtype)


def _forward(cases: Any, dtypes: Sequence[str]) -> list[Sample | ErrorSample]:
    result: list[Sample | ErrorSample] = []
    for at, (x, _, attrs) in enumerate(cases):
        result += [Sample((_wave(x, dtype=d),), attrs) for d in (dtypes if at == 0 else dtypes[:2])]
    return result


def _of_max(cases: Any, dtypes: Sequence[str], like_input: bool = False) -> list[Sample | ErrorSample]:
    """Samples of a max pooling gradient; only the incoming gradient may be varied."""
    created: list[Sample | ErrorSample] = []
    for at, (shape, result, attrs) in enumerate(cases):
        for dtype in dtypes if at == 0 else dtypes[:2]:
            x, grad = _wave(shape, dtype=dtype), _wave(shape if like_input else result, 1.1, dtype)
            created.append(Sample((x, arr(np.zeros(result), dtype), grad), attrs, gradient=(2,)))
    return created


def _of_average(cases: Any, dtypes: Sequence[str] = FLOATS) -> list[Sample | ErrorSample]:
    created: list[Sample | ErrorSample] = []
    for at, (shape, result, attrs) in enumerate(cases):
        created += [
            Sample((arr(shape, "int32"), _wave(result, 1.1, d)), attrs) for d in (dtypes if at == 0 else dtypes[:2])
        ]
    return created


_SMALL = ("float32", "float16", "bfloat16")
_ONE: dict[str, Any] = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}
_INVALID = errors.InvalidArgumentError
_ONES = np.ones((1, 3, 3, 1))


def _refused(x: Any, message: str, error: Any = _INVALID, **attrs: Any) -> ErrorSample:
    return ErrorSample((arr(x),), {**_ONE, **attrs}, error, message, True)


_ERRORS = [
    _refused(np.ones((3, 3, 1)), "Input must be 4-dimensional: [3,3,1]"),
    _refused(np.ones((1, 1, 1, 1)), "Negative dimension size caused by subtracting 2 from 1"),
    _refused(_ONES, "Sliding window ksize must be > 0", ksize=[1, 0, 2, 1]),
    _refused(_ONES, "Stride must be > 0, but got 0", strides=[1, 0, 2, 1]),
    _refused(_ONES, "batch and depth", errors.UnimplementedError, ksize=[2, 1, 1, 1]),
]
_MISFIT = np.ones((1, 3, 2, 1))
_ODD = arr([np.nan, 1.0, 2.0, np.nan, -np.inf, -np.inf, np.nan, np.nan], "float32").reshape(1, 1, 8, 1)
_PAIRS: dict[str, Any] = {"ksize": [1, 1, 2, 1], "strides": [1, 1, 2, 1], "padding": "VALID"}
_GIVEN = arr([1.0, 2.0, 3.0, 4.0], "float32").reshape(1, 1, 4, 1)

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "MaxPool": [
        *_forward([*_CASES, _EXPLICIT], ("float64", "float32", "float16", "bfloat16", *INTS, "uint8", "uint16")),
        Sample((_ODD,), _PAIRS),
        *_ERRORS,
        _refused(
            _ONES, "smaller than the window size 1",
            ksize=[1, 1, 1, 1], padding="EXPLICIT", explicit_paddings=[0, 0, 1, 1, 0, 0, 0, 0],
        ),
    ],
    "MaxPoolGrad": [
        *_of_max(_CASES, ("float64", "float32", "float16", "bfloat16", *INTS)),
        *(Sample(s.inputs, s.attrs, gradient=False) for s in _of_max([_EXPLICIT], ("float64", "float32"))),
        Sample((_ODD, _GIVEN, _GIVEN), _PAIRS),
        ErrorSample((arr(_ONES), arr(_MISFIT), arr(_MISFIT)), _ONE, _INVALID, "Expected orig_output shape", True),
        ErrorSample((arr(_ONES), arr(_ONES[:, :1, :1]), arr(_MISFIT)), _ONE, _INVALID, "Expected grad shape", True),
    ],
    "MaxPoolGradGrad": [
        *_of_max(_CASES, ("float64", "float32", "float16", "bfloat16", *INTS), like_input=True),
        ErrorSample((arr(_ONES), arr(_ONES[:, :1, :1]), arr(_MISFIT)), _ONE, _INVALID, "Expected grad shape", True),
    ],
    "MaxPoolWithArgmax": [
        *_forward([c for c in _CASES if "data_format" not in c[2]], ("float64", "float32", *INTS)),
        Sample((_wave((2, 4, 4, 3)),), {**_ONE, "include_batch_in_index": True}),
        Sample((_wave((2, 4, 4, 3)),), {**_ONE, "Targmax": "int32"}),
        *_ERRORS[:2],
    ],
    "MaxPoolGradWithArgmax": [
        Sample((_wave((2, 2, 2, 1)), arr([[[[1.5]]], [[[2.0]]]]), arr([[[[2]]], [[[1]]]], "int64")), _ONE),
        Sample(
            (_wave((2, 2, 2, 1)), arr([[[[1.5]]], [[[2.0]]]]), arr([[[[2]]], [[[7]]]], "int32")),
            {**_ONE, "include_batch_in_index": True},
        ),
        ErrorSample((arr(_ONES), arr([[[[1.0]]]]), arr([[[[9]]]], "int64")), _ONE, _INVALID, "Invalid argmax"),
        ErrorSample((arr(_ONES), arr(_MISFIT), arr([[[[1]]]], "int64")), _ONE, _INVALID, "Expected grad shape", True),
    ],
    "AvgPool": [*_forward(_CASES, FLOATS), *_ERRORS],
    "AvgPoolGrad": [
        *_of_average(_CASES),
        ErrorSample((arr([1, 3, 3, 1], "int32"), arr(_MISFIT)), _ONE, _INVALID, "Expected grad shape", True),
        ErrorSample((arr([3, 3, 1], "int32"), arr(_ONES)), _ONE, _INVALID, "", True),
    ],
    "MaxPool3D": [*_forward(_VOLUMES, _SMALL)],
    "MaxPool3DGrad": [*_of_max(_VOLUMES, _SMALL)],
    "MaxPool3DGradGrad": [*_of_max(_VOLUMES, _SMALL, like_input=True)],
    "AvgPool3D": [*_forward(_VOLUMES, FLOATS)],
    "AvgPool3DGrad": [*_of_average(_VOLUMES)],
}  # fmt: skip
