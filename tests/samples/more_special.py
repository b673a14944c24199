"""Samples of the ops in `ops.math.more_special`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tests.samples import ErrorSample, Sample
from tests.samples._arrays import FLOATS, arr, of_one

_POSITIVE = [1.5, 0.75, 0.3, 2.25, 7.0, 5.25]
_BOTH = [1.5, -0.75, 0.3, -2.25, 7.0, -4.5]
_ENDS = Sample((arr([0.0, np.inf, np.nan, 9.5, 30.0]),), gradient=False)

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    **{n: [*of_one(_BOTH, FLOATS), _ENDS] for n in ("BesselJ0", "BesselJ1", "Dawsn", "FresnelCos", "FresnelSin")},
    **{
        n: [*of_one(_POSITIVE, FLOATS), _ENDS]
        for n in ("BesselK0", "BesselK0e", "BesselK1", "BesselK1e", "BesselY0", "BesselY1", "Expint", "Spence")
    },
}
