"""Samples of the ops in `ops.image.colors`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_COLORS = [
    [[0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.25], [0.25, 0.5, 0.5]],
    [[0.5, 0.25, 0.5], [1, 0, 0], [-0.5, 0.25, 0.125], [2, 3, 1]],
]
_REFUSED = (
    ErrorSample((arr(0.5, "float32"),), {}, errors.InvalidArgumentError, "input must be at least 1D[]", True),
    ErrorSample((arr(np.ones((2, 4)), "float32"),), {}, errors.InvalidArgumentError, "must have 3 channels", True),
)


def _converted() -> list[Any]:
    dtypes = ("float32", "float64", "float16", "bfloat16")
    smooth = [[0.1, 0.2, 0.3], [0.4, 0.3, 0.1], [0.3, 0.5, 0.9], [0.2, 0.8, 0.6], [0.7, 0.2, 0.4], [0.3, 0.9, 0.4]]
    return [
        Sample((arr(smooth, "float64"),)),
        *(Sample((arr(_COLORS, d),), gradient=False) for d in dtypes),
        Sample((arr(np.ones((0, 3)), "float32"),)),
        *_REFUSED,
    ]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {"RGBToHSV": _converted(), "HSVToRGB": _converted()}
