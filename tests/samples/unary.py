"""Samples of the ops in `ops.math.unary`, `ops.math.transcendental` and `ops.math.special`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import COMPLEX, FLOATS, INTS, UINTS, arr, of_one

_SIGNED = (*FLOATS, *INTS, *COMPLEX)
_INEXACT = (*FLOATS, *COMPLEX)

_ANY = [1.5, -0.75, 0.3, -2.25, 3.0]
_POSITIVE = [1.5, 0.75, 0.3, 2.25, 7.0]
_UNIT = [0.5, -0.75, 0.25, 0.9, -0.1]
_STEPS = [1.4, -0.75, 0.25, 2.7, -3.3]
_WHOLE = [3, -7, 1, 100, -128]

_grad_ops: dict[str, Sequence[Sample | ErrorSample]] = {
    name: [
        *(Sample((arr(_POSITIVE, d), arr(_ANY, d))) for d in FLOATS),
        Sample((arr([0.5 + 0.25j, -1 + 2j], "complex128"), arr([1 - 1j, 0.5j], "complex128"))),
        *(Sample((arr([0.0, 0.0, 2.0, np.inf], d), arr([0.0, 1.0, 0.0, 0.0], d)), gradient=False) for d in FLOATS),
        Sample((arr([0.0, 0.0, 1j], "complex64"), arr([0.0, 1j, 0.0], "complex64")), gradient=False),
        Sample((arr(0.5), arr(2.0))),
        Sample((arr(np.zeros((0, 2))), arr(np.zeros((0, 2))))),
        ErrorSample((arr([1.0, 2.0]), arr([1.0])), {}, errors.InvalidArgumentError, "same size and shape"),
    ]
    for name in ("TanhGrad", "SigmoidGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad", "InvGrad")
}

_WRONG_DTYPE = ErrorSample((arr([True, False], "bool"),), {}, TypeError, "not in the list of allowed values", True)

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "Neg": [*of_one(_ANY, _SIGNED), Sample((arr([-128], "int8"),)), _WRONG_DTYPE],
    "Abs": [*of_one(_ANY, (*FLOATS, *INTS)), Sample((arr([-128, 5], "int8"),))],
    "Sign": [*of_one(_ANY, (*FLOATS, *INTS)), Sample((arr([1 + 2j, 0, -3], "complex128"),), gradient=False)],
    "Square": of_one(_ANY, (*FLOATS, *INTS, *UINTS, *COMPLEX)),
    "Sqrt": of_one(_POSITIVE, _INEXACT),
    "Rsqrt": of_one(_POSITIVE, _INEXACT),
    "Reciprocal": [*of_one(_ANY, _INEXACT), Sample((arr([1, -1, 2, 0], "int32"),))],
    "Inv": [*of_one(_ANY, _INEXACT), Sample((arr([1, -1, 2, 0], "int64"),))],
    "Floor": of_one(_STEPS, FLOATS),
    "Ceil": of_one(_STEPS, FLOATS),
    "Rint": [*of_one(_STEPS, FLOATS), Sample((arr([0.5, 1.5, 2.5, -0.5, -1.5]),), gradient=False)],
    "Round": [
        *of_one(_STEPS, (*FLOATS, *INTS)),
        Sample((arr([1.5 + 2.4j, 0.5, -3], "complex128"),), gradient=False),
        Sample((arr([0.5, 1.5, 2.5, -0.5, -1.5], "float32"),), gradient=False),
    ],
    "IsNan": of_one(_ANY, FLOATS),
    "IsInf": of_one(_ANY, FLOATS),
    "IsFinite": of_one(_ANY, FLOATS),
    "Invert": of_one([3, 7, 1, 100, 0], (*INTS, *UINTS)),
    # exponentials, logarithms, saturating functions
    "Exp": [*of_one(_ANY, _INEXACT), Sample((arr([-200.0, 200.0, 88.0, -88.0], "float32"),), gradient=False)],
    "Expm1": [*of_one(_ANY, _INEXACT), Sample((arr([1e-9, -1e-9]),))],
    "Log": of_one(_POSITIVE, _INEXACT),
    "Log1p": [*of_one(_POSITIVE, _INEXACT), Sample((arr([1e-9, -1e-9]),))],
    "Tanh": [*of_one(_ANY, _INEXACT), Sample((arr([-40.0, 40.0, 1e-6], "float32"),), gradient=False), _WRONG_DTYPE],
    "Sigmoid": [*of_one(_ANY, _INEXACT), Sample((arr([-200.0, 200.0, 1e-6], "float32"),), gradient=False)],
    # trigonometry
    "Sin": of_one(_ANY, _INEXACT, odd=False),
    "Cos": of_one(_ANY, _INEXACT, odd=False),
    "Tan": of_one(_UNIT, _INEXACT, odd=False),
    "Asin": of_one(_UNIT, _INEXACT),
    "Acos": of_one(_UNIT, _INEXACT),
    "Atan": of_one(_ANY, _INEXACT),
    "Sinh": of_one(_ANY, _INEXACT),
    "Cosh": of_one(_ANY, _INEXACT),
    "Asinh": of_one(_ANY, _INEXACT),
    "Acosh": of_one([1.5, 3.0, 2.25, 7.0], _INEXACT),
    "Atanh": of_one(_UNIT, _INEXACT),
    # special functions
    "Erf": [*of_one(_ANY, FLOATS), Sample((arr([1e-9, 5.0, -6.0, 30.0]),))],
    "Erfc": [*of_one(_ANY, FLOATS), Sample((arr([1e-9, 5.0, -6.0, 3.0]),))],
    "Erfinv": of_one(_UNIT, FLOATS),
    "Ndtri": of_one([0.5, 0.1, 0.9, 0.975], FLOATS),
    "Lgamma": [*of_one(_POSITIVE, FLOATS), Sample((arr([-0.5, -2.5, 20.0, 100.0]),))],
    "Digamma": [*of_one(_POSITIVE, FLOATS), Sample((arr([-0.5, -2.5, 20.0, 100.0]),))],
    "BesselI0": [*of_one(_ANY, FLOATS), Sample((arr([20.0, -9.0, 8.0]),), gradient=False)],
    "BesselI1": [*of_one(_ANY, FLOATS), Sample((arr([20.0, -9.0, 8.0]),), gradient=False)],
    "BesselI0e": [*of_one(_ANY, FLOATS), Sample((arr([20.0, -9.0, 8.0]),))],
    "BesselI1e": [*of_one(_ANY, FLOATS), Sample((arr([20.0, -9.0, 8.0]),))],
    "PopulationCount": of_one([3, 7, 1, 100, 0], (*INTS, *UINTS)),
    **_grad_ops,
}
