"""Samples of the ops in `ops.image.adjust`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_COLORS = [
    [[[0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.25], [0.25, 0.5, 0.5]]],
    [[[0.5, 0.25, 0.5], [1, 0, 0], [0.75, 0.25, 0.125], [2, 3, 1]]],
]


def _samples(amounts: Sequence[float], *, colors: bool) -> list[Any]:
    def refused(images: Any, amount: Any, message: str) -> ErrorSample:
        return ErrorSample((images, amount), {}, errors.InvalidArgumentError, message)

    ones = arr(np.ones((2, 2, 3)), "float32")
    wrong = [refused(arr(np.ones((2, 2, 2)), "float32"), arr(1, "float32"), "must have 3 channels")] if colors else []
    return [
        *(Sample((arr(_COLORS, "float32"), arr(a, "float32")), gradient=False) for a in amounts),
        Sample((arr(_COLORS, "float16"), arr(amounts[0], "float32")), gradient=False, rtol=2e-3),
        Sample((arr(np.ones((0, 2, 3)), "float32"), arr(1, "float32")), gradient=False),
        Sample((arr(np.ones((2, 0, 2, 3)), "float32"), arr(1, "float32")), gradient=False),
        refused(arr(np.ones((2, 3)), "float32"), arr(1, "float32"), "must be at least 3-D"),
        refused(ones, arr([1, 2], "float32"), "must be a scalar"),
        *wrong,
    ]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "AdjustContrastv2": _samples([2, 0, -0.5], colors=False),
    "AdjustHue": _samples([0.25, -0.375, 0], colors=True),
    "AdjustSaturation": _samples([0.5, 3, 0], colors=True),
}
