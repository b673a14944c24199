"""Samples of the ops in `ops.math.reductions`, `ops.index.arg_max` and `ops.math.cumulative`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr

_CUBE = np.arange(24.0).reshape(2, 3, 4) / 7 - 1.3


def _over_axes(x: Any, dtype: str = "float64", *, gradient: bool = True) -> list[Sample]:
    """Every form of naming the axes of a tensor with three axes."""
    ways: list[tuple[Any, bool]] = [
        (arr([0, 1, 2], "int32"), False),
        (arr([0, 1, 2], "int32"), True),
        (arr(0, "int32"), False),
        (arr(1, "int32"), True),
        (arr(-1, "int32"), False),
        (arr([0, -1], "int64"), False),
        (arr([2, 1], "int32"), True),
        (arr([], "int32"), False),
    ]
    return [Sample((arr(x, dtype), axes), {"keep_dims": keep}, gradient) for axes, keep in ways]


def _edges(dtype: str = "float64") -> list[Sample]:
    """A scalar, and tensors with nothing along an axis."""
    none = arr(np.zeros((0, 3)), dtype)
    return [
        Sample((arr(2.5, dtype), arr([], "int32"))),
        Sample((none, arr([0], "int32"))),
        Sample((none, arr([1], "int32"))),
        Sample((none, arr([0, 1], "int32")), {"keep_dims": True}),
    ]


_BAD_AXES: list[Sample | ErrorSample] = [
    ErrorSample(
        (arr(_CUBE), arr(3, "int32")), {}, errors.InvalidArgumentError, "Invalid reduction dimension (3 for", True
    ),
    ErrorSample(
        (arr(_CUBE), arr([0, -4], "int32")), {}, errors.InvalidArgumentError, "Invalid reduction dimension (-4", True
    ),
    ErrorSample((arr(_CUBE), arr([1, -2], "int32")), {}, errors.InvalidArgumentError, "duplicate dimension: 1", True),
]


def _numbers(*dtypes: str) -> list[Sample]:
    return [Sample((arr([[1, 2, 3], [3, 0, 1]], d), arr([1], "int32"))) for d in dtypes]


_ODD = arr([[1.0, np.nan], [np.inf, 2.0], [-np.inf, np.inf]], "float32")
_odd = [
    Sample((_ODD, arr([1], "int32")), gradient=False),
    Sample((_ODD, arr([0, 1], "int32")), gradient=False),
    Sample((_ODD, arr([], "int32")), gradient=False),
]
_long = [
    Sample((np.full(3000, 1.1, np.float16), arr([0], "int32")), gradient=False),
    Sample((arr(np.full(3000, 1.1), "bfloat16"), arr([0], "int32")), gradient=False),
    Sample((np.linspace(0, 1, 3000, dtype=np.float32).reshape(3, 1000), arr([1], "int32")), gradient=False),
]
_ints = _numbers(*INTS, *UINTS)
_wrapping = [
    Sample((arr([100, 100, 100], "int8"), arr([0], "int32"))),
    Sample((arr([200, 200], "uint8"), arr([0], "int32"))),
]

_logic = [
    Sample((arr([[True, False], [True, True]], "bool"), axes), {"keep_dims": keep})
    for axes in (arr([0], "int32"), arr([0, 1], "int32"), arr(-1, "int64"), arr([], "int32"))
    for keep in (False, True)
] + [Sample((arr(np.zeros((0, 2)), "bool"), arr([0], "int32"))), Sample((arr(True, "bool"), arr([], "int32")))]

_ROWS = np.array([[1.0, 5.0, 2.0], [7.0, 0.5, 7.0]])


def _position(*extra: Sample | ErrorSample) -> list[Sample | ErrorSample]:
    return [
        *(Sample((arr(_ROWS, d), arr(1, "int32"))) for d in (*FLOATS, *INTS, *UINTS)),
        Sample((arr(_ROWS), arr(0, "int64"))),
        Sample((arr(_ROWS), arr(-1, "int32")), {"output_type": np.int32}),
        Sample((arr([[True, False], [False, True]], "bool"), arr(1, "int32"))),
        Sample((arr([np.nan, 1.0, 3.0, np.nan], "float32"), arr(0, "int32"))),
        Sample((arr([1.0, np.nan, 0.5, 3.0], "float32"), arr(0, "int32"))),
        Sample((arr([np.nan, np.nan], "float32"), arr(0, "int32"))),
        Sample((arr(_CUBE), arr(1, "int32"))),
        Sample((arr(np.zeros((0, 2))), arr(1, "int32"))),
        ErrorSample((arr(_ROWS), arr(2, "int32")), {}, errors.InvalidArgumentError, "in the range [-2, 2)", True),
        ErrorSample((arr(1.0), arr(0, "int32")), {}, errors.InvalidArgumentError, "in the range [0, 0)", True),
        ErrorSample(
            (arr(np.zeros((0, 2))), arr(0, "int32")), {}, errors.InvalidArgumentError, "Reduction axis 0 is empty", None
        ),
        *extra,
    ]


def _scan(values: Any, dtypes: tuple[str, ...], exclusive_gradient: bool = True) -> list[Sample | ErrorSample]:
    ways = [{}, {"reverse": True}]
    exclusive = [{"exclusive": True}, {"exclusive": True, "reverse": True}]
    return [
        *(Sample((arr(values, d), arr(0, "int32"))) for d in dtypes),
        *(Sample((arr(_CUBE + 2.5), arr(axis, "int32")), way) for axis in (0, 1, -1) for way in ways),
        *(
            Sample((arr(_CUBE + 2.5), arr(axis, "int32")), way, exclusive_gradient)
            for axis in (0, -1)
            for way in exclusive
        ),
        Sample((arr(np.zeros((0, 2))), arr(0, "int64"))),
        Sample((arr(np.zeros((2, 0))), arr(1, "int32")), {"exclusive": True}),
        ErrorSample((arr([1.0, 2.0]), arr(1, "int32")), {}, errors.InvalidArgumentError, "in the range [-1, 1)", True),
        ErrorSample((arr(1.0), arr(0, "int32")), {}, errors.InvalidArgumentError, "in the range [0, 0)", True),
    ]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "Sum": [
        *_over_axes(_CUBE),
        *_edges(),
        *_numbers(*FLOATS, *COMPLEX),
        *_ints,
        *_wrapping,
        *_odd,
        *_long,
        *_BAD_AXES,
    ],
    "Mean": [
        *_over_axes(_CUBE),
        *_edges(),
        *_numbers(*FLOATS, *COMPLEX),
        *_ints,
        *_wrapping,
        *_odd,
        *_long,
        Sample((arr([-1, -2], "int32"), arr([0], "int32"))),
        Sample((arr([1, 2, -4, -2], "int64"), arr([0], "int32"))),
        Sample((arr(np.zeros((0, 2)), "int32"), arr([0], "int32"))),
        *_BAD_AXES,
    ],
    "Prod": [
        *_over_axes(_CUBE),
        *_edges(),
        *_numbers(*FLOATS, *COMPLEX),
        *_ints,
        Sample((arr([1.5, 0.0, 3.0]), arr([0], "int32"))),
        Sample((arr([[0.0, 2.0], [3.0, 0.0]]), arr([0, 1], "int32"))),
        *_odd,
        *_BAD_AXES,
    ],
    **{
        name: [
            *_over_axes(_CUBE),
            *_edges(),
            *_edges("int32"),
            *_edges("bfloat16"),
            *_edges("float16"),
            *_numbers(*FLOATS),
            *_ints,
            *_odd,
            *_BAD_AXES,
        ]
        for name in ("Max", "Min")
    },
    "Any": [*_logic],
    "All": [*_logic],
    "EuclideanNorm": [*_over_axes(_CUBE), *_edges()[1:], *_numbers(*FLOATS, *COMPLEX, "int32", "int64"), *_BAD_AXES],
    "ArgMax": _position(Sample((arr(_ROWS), arr(0, "int16")), {"output_type": np.uint16})),
    "ArgMin": _position(),
    "Cumsum": _scan([1, 2, 3], (*FLOATS, *INTS, *UINTS, *COMPLEX)),
    "Cumprod": _scan([1, 2, 3], (*FLOATS, *INTS, *UINTS, *COMPLEX)),
    "CumulativeLogsumexp": _scan([1, 2, 3], FLOATS, exclusive_gradient=False),
}
