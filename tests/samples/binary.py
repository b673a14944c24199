"""Samples of the ops in `ops.math`: `binary`, `division`, `bitwise`, `comparison` and `binary_special`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr, of_two

_NUMBER = (*FLOATS, *INTS, *UINTS, *COMPLEX)
_REAL = (*FLOATS, *INTS, *UINTS)
_INEXACT = (*FLOATS, *COMPLEX)

_X = [1.5, -0.75, 4.25]
_Y = [2.5, 3.0, -1.25]
_POSITIVE = [1.5, 0.75, 4.25]
_WHOLE_X = [7, -7, 100]
_WHOLE_Y = [2, 3, -3]

_CLASH = ErrorSample(
    (arr([1.0, 2.0]), arr([1.0, 2.0, 3.0])), {}, errors.InvalidArgumentError, "Incompatible shapes: [2] vs. [3]", True
)
_OTHER_DTYPE = ErrorSample((arr([1.0, 2.0]), arr([1, 2], "int32")), {}, TypeError, "was expected to be a float64", True)


def _by_zero(*dtypes: str) -> list[Sample | ErrorSample]:
    return [
        ErrorSample(
            (arr([1, 2], d), arr([1, 0], d)), {}, errors.InvalidArgumentError, "Integer division by zero", False
        )
        for d in dtypes
    ]


def _integers(dtypes: tuple[str, ...]) -> list[Sample]:
    """Whole numbers of every sign, and the one quotient that does not fit."""
    x, y = [7, -7, 7, -7, 0, 5], [2, 2, -2, -2, 3, 5]
    samples = [Sample((arr(x, d), arr(y, d))) for d in dtypes if not d.startswith("u")]
    samples += [Sample((arr([7, 200, 0], d), arr([2, 3, 5], d))) for d in dtypes if d.startswith("u")]
    lowest = np.iinfo(np.int32).min
    return [*samples, Sample((arr([lowest, lowest], "int32"), arr([-1, 3], "int32")))]


_quotients = of_two(_X, _Y, _INEXACT)
_floored = of_two([1.5, -0.75, 4.25], [2.5, 0.3, -1.25], FLOATS, gradient=False)

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "AddV2": [
        *of_two(_X, _Y, _NUMBER),
        Sample((arr([2**31 - 1], "int32"), arr([1], "int32"))),
        _CLASH,
        _OTHER_DTYPE,
    ],
    "Add": [
        *of_two(_X, _Y, (*FLOATS, *INTS, *COMPLEX)),
        Sample((arr(["a", "b"], "string"), arr("c", "string"))),
        Sample((arr("a", "string"), arr("c", "string"))),
        _CLASH,
    ],
    "Sub": [*of_two(_X, _Y, _NUMBER), Sample((arr([0], "uint8"), arr([1], "uint8"))), _CLASH],
    "Mul": [*of_two(_X, _Y, _NUMBER), Sample((arr([100], "int8"), arr([3], "int8"))), _CLASH],
    "MulNoNan": of_two(_X, _Y, _INEXACT),
    "SquaredDifference": of_two(_X, _Y, (*FLOATS, "int32", "int64")),
    "Maximum": [*of_two(_X, _Y, _REAL), _CLASH],
    "Minimum": [*of_two(_X, _Y, _REAL), _CLASH],
    # quotients, remainders, powers
    "RealDiv": [*_quotients, *_integers(("int32",)), _CLASH],
    "Div": [*_quotients, *_integers((*INTS, *UINTS)), *_by_zero("int32", "uint8")],
    "DivNoNan": of_two(_X, _Y, _INEXACT),
    "FloorDiv": [*_floored, *_integers((*INTS, *UINTS)), *_by_zero("int32", "int64", "int8", "uint8"), _CLASH],
    "TruncateDiv": [*_floored, *_integers((*INTS, *UINTS)), *_by_zero("int32", "uint8")],
    "FloorMod": [
        *of_two([1.5, -0.75, 4.25], [2.5, 0.35, -1.2], FLOATS),
        *_integers((*INTS, *UINTS)),
        *_by_zero("int32", "int64", "uint8"),
        _CLASH,
    ],
    "TruncateMod": [
        *of_two([1.5, -0.75, 4.25], [2.5, 0.35, -1.2], FLOATS),
        *_integers(("int32", "int64")),
        *_by_zero("int32", "int64"),
    ],
    "Mod": [
        *of_two([1.5, -0.75, 4.25], [2.5, 0.35, -1.2], FLOATS),
        *_integers(("int32", "int64")),
        *_by_zero("int32", "int64"),
    ],
    "Pow": [
        *of_two(_POSITIVE, _Y, FLOATS),
        Sample((arr([0.5 + 1j, -1 + 0.5j], "complex128"), arr([1 - 1j, 2.0], "complex128"))),
        *(Sample((arr([2, -3, 0, 7], d), arr([5, 3, 0, 2], d))) for d in INTS),
        Sample((arr([2, 3, -2], "int32"), arr([31, 40, 3], "int32"))),
        Sample((arr([-2.0, -2.0, 2.0]), arr([2.0, 3.0, 0.0])), gradient=(0,)),
        *(
            ErrorSample(
                (arr([1, 2], d), arr([1, -1], d)),
                {},
                errors.InvalidArgumentError,
                "Integers to negative integer powers are not allowed",
                False,
            )
            for d in ("int32", "int64")
        ),
    ],
    # bits
    **{
        name: of_two([6, 12, 127], [3, 10, 1], (*INTS, *UINTS), gradient=False)
        for name in ("BitwiseAnd", "BitwiseOr", "BitwiseXor")
    },
    **{
        name: [
            *of_two([6, -12, 127], [3, 1, 0], INTS, gradient=False),
            *(Sample((arr([6, 200, 255], d), arr([3, 1, 9], d))) for d in UINTS),
            Sample((arr([1, -1, 1, -1, 5], "int32"), arr([31, 32, -1, 40, 0], "int32"))),
        ]
        for name in ("LeftShift", "RightShift")
    },
    # comparisons
    **{
        name: [*of_two([1.0, 2.0, 3.0], [3.0, 2.0, 1.0], _REAL), _CLASH, _OTHER_DTYPE]
        for name in ("Less", "LessEqual", "Greater", "GreaterEqual")
    },
    **{
        name: [
            *of_two([1.0, 2.0, 3.0], [3.0, 2.0, 1.0], (*_NUMBER, "bool")),
            Sample((arr(["a", "b"], "string"), arr("a", "string"))),
            Sample((arr("a", "string"), arr("a", "string"))),
            Sample((arr([1, 2], "int32"), arr([1, 2, 3], "int32")), {"incompatible_shape_error": False}),
            Sample((arr([1, 2], "int32"), arr([1, 3], "int32")), {"incompatible_shape_error": False}),
            Sample((arr([1, 2], "int32"), arr(2, "int32")), {"incompatible_shape_error": False}),
            _CLASH,
        ]
        for name in ("Equal", "NotEqual")
    },
    "ApproximateEqual": [
        *(Sample((arr([1.0, 2.0, 3.0], d), arr([1.0, 2.5, 3.001], d)), {"tolerance": 0.01}) for d in FLOATS),
        Sample((arr([1.0, 2.0]), arr([1.000001, 2.1]))),
        Sample((arr([1, 5], "int32"), arr([2, 9], "int32")), {"tolerance": 2.0}),
        Sample((arr([1j, 2.0], "complex64"), arr([1j, 2j], "complex64"))),
        ErrorSample((arr([1.0, 2.0]), arr([1.0])), {}, errors.InvalidArgumentError, "same", True),
    ],
    **{name: of_two([True, False, True], [True, True, False], ("bool",)) for name in ("LogicalAnd", "LogicalOr")},
    "LogicalNot": [
        Sample((arr([True, False], "bool"),)),
        Sample((arr(True, "bool"),)),
        Sample((arr(np.zeros((0, 2)), "bool"),)),
    ],
    # functions of two operands
    "Xlogy": [*of_two(_X, _POSITIVE, _INEXACT), Sample((arr([0.0, 2.0]), arr([0.0, 1.0])), gradient=False)],
    "Xlog1py": [*of_two(_X, _POSITIVE, _INEXACT), Sample((arr([0.0, 2.0]), arr([-1.0, 1.0])), gradient=False)],
    "Xdivy": [*of_two(_X, _Y, _INEXACT), Sample((arr([0.0, 2.0]), arr([0.0, 1.0])), gradient=False)],
    "Atan2": of_two(_X, _Y, FLOATS),
    "Polygamma": [
        *of_two([0.0, 1.0, 3.0], [0.5, 2.0, 11.5], ("float64", "float32"), odd=False, gradient=(1,)),
        Sample((arr([1.5, -1.0, 1.0, 2.0]), arr([1.0, 1.0, -0.5, -1.0])), gradient=False),
    ],
    "Zeta": [
        *of_two([2.0, 1.5, 3.0], [0.5, 2.0, 11.5], ("float64", "float32"), odd=False, gradient=(1,)),
        Sample((arr([2.0, 2.0, 1.0, 0.5, 3.0, 2.0, 3.0]), arr([1.0, 0.5, 1.0, 1.0, -1.5, -1.0, 0.0])), gradient=False),
        Sample((arr([np.inf] * 6), arr([0.0, -1.5, 0.5, 1.0, 1.5, np.inf])), gradient=False),
    ],
    # differences by `a` are in tests/ops/math/test_incomplete_gamma.py: IgammaGradA has no gradient
    "Igamma": [
        *of_two([0.5, 1.0, 3.0, 8.0], [0.5, 2.5, 11.5, 2.0], FLOATS, odd=False, gradient=(1,)),
        Sample((arr([0.0, 1.0, 2.0, -1.0, 1.0]), arr([1.0, 0.0, np.inf, 1.0, -1.0])), gradient=False),
    ],
    "Igammac": [
        *of_two([0.5, 1.0, 3.0, 8.0], [0.5, 2.5, 11.5, 2.0], FLOATS, odd=False, gradient=(1,)),
        Sample((arr([0.0, 1.0, 2.0, -1.0, 1.0]), arr([1.0, 0.0, np.inf, 1.0, -1.0])), gradient=False),
    ],
    "IgammaGradA": of_two([0.5, 1.0, 3.0], [0.5, 2.5, 11.5], ("float64", "float32"), odd=False, gradient=False),
    "Betainc": [
        *(
            Sample((arr([0.5, 2.0, 3.0], d), arr([1.5, 0.5, 4.0], d), arr([0.2, 0.5, 0.9], d)), gradient=(2,))
            for d in ("float64", "float32")
        ),
        Sample((arr(2.0), arr(3.0), arr([[0.2, 0.5]])), gradient=(2,)),
        Sample((arr(np.zeros((0, 2))), arr(1.0), arr(np.zeros((0, 2)))), gradient=(2,)),
        Sample((arr([0.0, 1.0, 1.0, 1.0, 2.0]), arr(1.0), arr([0.5, 0.0, 1.0, 2.0, np.nan])), gradient=False),
        ErrorSample((arr([1.0, 2.0]), arr(1.0), arr([0.5])), {}, errors.InvalidArgumentError, "not compatible", True),
    ],
    "NextAfter": of_two(_X, _Y, ("float64", "float32"), gradient=False),
    "AddN": [
        *(Sample(([arr(_X, d), arr(_Y, d), arr(_X, d)],)) for d in _NUMBER),
        Sample(([arr(1.0)],)),
        Sample(([arr(np.zeros((0, 2))), arr(np.zeros((0, 2)))],)),
        ErrorSample(([arr([1.0, 2.0]), arr([1.0])],), {}, errors.InvalidArgumentError, "same size and shape", True),
    ],
}
