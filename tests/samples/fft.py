"""Samples of the ops in `ops.signal.fft`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_WAVE = np.round(np.sin(np.arange(24) * 1.7 + 0.3), 3)
_COMPLEX = (_WAVE + 1j * _WAVE[::-1]).reshape(2, 3, 4)


def _i(*values: int) -> Any:
    return arr(values, "int32")


def _whole(rank: int) -> list[Sample | ErrorSample]:
    return [
        Sample((arr(_COMPLEX, "complex128"),)),
        Sample((arr(_COMPLEX, "complex64"),), rtol=1e-4),
        Sample((arr(np.zeros((0, 2, 2)), "complex64"),)),
        ErrorSample((arr(0.0, "complex64"),), {}, _BAD, "rank", None),
    ]


def _real(rank: int) -> list[Sample | ErrorSample]:
    x, size = arr(_WAVE.reshape(2, 3, 4)), (2, 3, 4)[-rank:]
    wide = {"Tcomplex": "complex128"}
    return [
        Sample((x, _i(*size)), wide),
        Sample((x, _i(*([2] * rank))), wide),
        Sample((x, _i(*size[:-1], 3)), wide),
        ErrorSample((x, _i(*size[:-1], 5)), wide, _BAD, "Input dimension 2 must have length of at least 5 but got: 4"),
        Sample((arr(x, "float32"), _i(*size)), rtol=1e-4),
        ErrorSample((x, _i(*([-1] * rank))), wide, _BAD, "must be >= 0", None),
        ErrorSample((x, _i(*([2] * (rank + 1)))), wide, _BAD, "", None),
    ]


def _back(rank: int) -> list[Sample | ErrorSample]:
    x, size = arr(_COMPLEX[..., :3], "complex128"), (2, 3, 4)[-rank:]
    wide = {"Treal": "float64"}
    return [
        Sample((x, _i(*size)), wide),
        Sample((x, _i(*size[:-1], 5)), wide),
        Sample((x, _i(*size[:-1], 3)), wide),
        Sample((arr(x, "complex64"), _i(*size)), rtol=1e-4),
        ErrorSample((x, _i(*size[:-1], 6)), wide, _BAD, "Input dimension 2 must have length of at least 4 but got: 3"),
    ]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    **{f"FFT{end}": _whole(rank) for rank, end in ((1, ""), (2, "2D"), (3, "3D"))},
    **{f"IFFT{end}": _whole(rank) for rank, end in ((1, ""), (2, "2D"), (3, "3D"))},
    **{f"RFFT{end}": _real(rank) for rank, end in ((1, ""), (2, "2D"), (3, "3D"))},
    **{f"IRFFT{end}": _back(rank) for rank, end in ((1, ""), (2, "2D"), (3, "3D"))},
}
