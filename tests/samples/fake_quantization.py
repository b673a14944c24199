"""Samples of the ops in `ops.nn.fake_quantization`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_X = arr([[-7, -2.3, -0.01], [0, 1.5, 3.3333], [5.99, 6, 8]], "float32")
_LOW, _HIGH = arr(-6, "float32"), arr(6, "float32")
_LOWS, _HIGHS = arr([-6, 0, 1], "float32"), arr([6, 4, 5], "float32")

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    # steps have no derivative: the gradient is that of clipping
    "FakeQuantWithMinMaxVars": [
        Sample((_X, _LOW, _HIGH), gradient=False),
        Sample((_X, _LOW, _HIGH), {"num_bits": 2, "narrow_range": True}, gradient=False),
        Sample((_X, arr(0, "float32"), arr(0, "float32")), gradient=False),
        Sample((_X[:0], _LOW, _HIGH), gradient=False),
        ErrorSample((_X, _LOW, _HIGH), {"num_bits": 1}, _BAD, "num_bits must be between 2 and 16, inclusive"),
        ErrorSample((_X, _LOWS, _HIGH), {}, _BAD, "`min` must be rank 0 but is rank 1"),
    ],
    "FakeQuantWithMinMaxVarsPerChannel": [
        Sample((_X, _LOWS, _HIGHS), gradient=False),
        Sample((_X[0], _LOWS, _HIGHS), {"num_bits": 16}, gradient=False),
        ErrorSample(
            (_X, arr([0], "float32"), arr([1], "float32")), {}, _BAD, "min has incorrect size, expected 3 was 1"
        ),
        ErrorSample((_X, _LOW, _HIGH), {}, _BAD, "`min` must be rank 1 but is rank 0"),
        ErrorSample((np.float32(1), _LOWS, _HIGHS), {}, _BAD, "min has incorrect size, expected 1 was 3"),
    ],
}
