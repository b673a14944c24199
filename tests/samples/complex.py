"""Samples of the ops in `ops.math.complex`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import complex64, complex128, float32, float64
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_Z = [1 + 2j, -0.5 + 0.25j, 3 - 1j]

_parts = [
    Sample((arr(_Z, "complex128"),), {"Tout": float64}),
    Sample((arr(_Z, "complex64"),), {"Tout": float32}),
    Sample((arr(_Z[0], "complex128"),), {"Tout": float64}),
    Sample((arr(np.zeros((0, 2)), "complex128"),), {"Tout": float64}),
]

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "Real": [*_parts],
    "Imag": [*_parts],
    "ComplexAbs": [*_parts, Sample((arr([0.0], "complex64"),), {"Tout": float32}, gradient=False)],
    "Angle": [*_parts, Sample((arr([-1.0, 0.0], "complex64"),), {"Tout": float32}, gradient=False)],
    "Conj": [Sample((arr(_Z, "complex128"),)), Sample((arr(_Z, "complex64"),)), Sample((arr(1j, "complex64"),))],
    "Complex": [
        Sample((arr([1.0, 2.0]), arr([3.0, -1.0])), {"Tout": complex128}),
        Sample((arr([1.0, 2.0], "float32"), arr(3.0, "float32")), {"Tout": complex64}),
        Sample((arr([[1.0], [2.0]]), arr([[3.0, 4.0]])), {"Tout": complex128}),
        ErrorSample(
            (arr([1.0, 2.0]), arr([1.0, 2.0, 3.0])),
            {"Tout": complex128},
            errors.InvalidArgumentError,
            "Incompatible shapes: [2] vs. [3]",
            True,
        ),
    ],
}
