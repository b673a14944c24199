"""Samples of fused convolutions, fractional pools, glimpses, spectrograms and ops that watch or update tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError


def _wave(*dims: int, dtype: str = "float64") -> Any:
    return arr(np.sin(np.arange(int(np.prod(dims))) * 1.7 + 0.3).reshape(dims), dtype)


def _i32(value: Any) -> Any:
    return arr(value, "int32")


def _i64(value: Any) -> Any:
    return arr(value, "int64")


_IMAGE = _wave(2, 5, 4, 2)
_FILTER = _wave(2, 2, 2, 3)
_PADS = _i32([[0, 0], [1, 1], [2, 0], [0, 0]])
_VALID = {"strides": [1, 2, 2, 1], "padding": "VALID"}
_ROWS, _COLUMNS = _i64([0, 3, 5]), _i64([0, 2, 4])
_BACK = _wave(1, 2, 2, 1)
_COUNTS = arr(np.arange(20.0).reshape(1, 5, 4, 1))
_PLACES = arr([[0.5, 0.2], [1.0, -1.0]], "float32")
_PIXELS = arr([[1.0, 1.0], [4.0, 0.0]], "float32")
_IMAGE32 = _wave(2, 5, 4, 1, dtype="float32")
_QUIET = {"uniform_noise": False, "noise": "zero"}
_SLICE = (_i32([0, 1]), _i32([2, 3]), _i32([1, 1]))
_TABLE = _wave(3, 4)
_LARGEST = [
    (arr([[[[14.0], [15.0]], [[18.0], [19.0]]]]), True),
    (arr([[[[9.0], [11.0]], [[17.0], [19.0]]]]), False),
]
_POINTS, _CENTERS = arr([[0.0, 0.0], [3.0, 4.0], [1.0, 1.0]], "float32"), arr([[0.0, 1.0], [2.0, 2.5]], "float32")


def _fractional() -> list[Sample | ErrorSample]:
    ratio = {"pooling_ratio": [1.0, 1.5, 1.4, 1.0]}
    return [
        *(
            Sample(
                (x,),
                {**ratio, "pseudo_random": p, "overlapping": p, "seed": 3, "seed2": 4},
                exact=False,
                gradient=False,
            )
            for x in (_IMAGE, arr(_COUNTS, "int32"))
            for p in (True, False)
        ),
        ErrorSample((_IMAGE[0],), ratio, _BAD, ""),
    ]


def _glimpses() -> list[Sample | ErrorSample]:
    size = _i32([3, 3])
    return [
        *(Sample((_IMAGE32, size, _PLACES), {**_QUIET, "centered": c}) for c in (True, False)),
        *(Sample((_IMAGE32, size, _PIXELS), {**_QUIET, "normalized": False, "centered": c}) for c in (True, False)),
        ErrorSample((_IMAGE32, size, _PLACES), {"noise": "zero"}, _BAD, "could not be specified at the same time"),
        ErrorSample((_IMAGE32, _i32([2, 3, 1]), _PLACES), _QUIET, _BAD, ""),
    ]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "FusedPadConv2D": [
        *(Sample((_IMAGE[:1], _PADS, _FILTER), {**_VALID, "mode": m}) for m in ("REFLECT", "SYMMETRIC")),
        ErrorSample((_IMAGE, _PADS[:3], _FILTER), {**_VALID, "mode": "REFLECT"}, _BAD, ""),
    ],
    "FusedResizeAndPadConv2D": [
        *(
            Sample((arr(_IMAGE[:1], "float32"), _i32([3, 3]), _PADS, arr(_FILTER, "float32")),
                   {**_VALID, "mode": "REFLECT", "resize_align_corners": a})
            for a in (True, False)
        ),
        ErrorSample((_IMAGE, _i32([3, 3]), _PADS[:3], _FILTER), {**_VALID, "mode": "REFLECT"}, _BAD, ""),
    ],
    "Conv": [
        Sample((_IMAGE, _FILTER), _VALID),
        Sample((_wave(1, 3, 4, 4, 2), _wave(2, 2, 2, 2, 3)), {"strides": [1] * 5, "padding": "SAME"}),
        ErrorSample((_IMAGE[0], _FILTER), _VALID, _BAD, ""),
    ],
    "FractionalMaxPool": _fractional(),
    "FractionalAvgPool": _fractional(),
    "FractionalMaxPoolGrad": [
        *(Sample((_COUNTS, y, _BACK, _ROWS, _COLUMNS), {"overlapping": o}, gradient=False) for y, o in _LARGEST),
        ErrorSample((_COUNTS, _LARGEST[0][0], _BACK, _ROWS[:2], _COLUMNS), {}, _BAD, ""),
        ErrorSample((_COUNTS, _BACK, _BACK, _ROWS, _COLUMNS), {}, _BAD, "not the same as"),
    ],
    "FractionalAvgPoolGrad": [
        *(
            Sample((_i64([1, 5, 4, 1]), _BACK, _ROWS, _COLUMNS), {"overlapping": o}, gradient=False)
            for o in (True, False)
        ),
        ErrorSample((_i64([1, 5, 4, 1]), _BACK[0], _ROWS, _COLUMNS), {}, _BAD, ""),
    ],
    "ExtractGlimpse": _glimpses(),
    "ExtractGlimpseV2": _glimpses(),
    "AudioSpectrogram": [
        Sample((_wave(20, 1, dtype="float32"),), {"window_size": 8, "stride": 4, "magnitude_squared": True}),
        Sample((_wave(20, 2, dtype="float32"),), {"window_size": 6, "stride": 5}),
        ErrorSample((_wave(20, dtype="float32"),), {"window_size": 6, "stride": 5}, _BAD, ""),
    ],
    "MaxPoolGradGradV2": [
        Sample(
            (_IMAGE[:, :4], _IMAGE[:, :4].reshape(2, 2, 2, 2, 2, 2).max((2, 4)), _IMAGE[:, :4] * 2, _i32([1, 2, 2, 1]),
             _i32([1, 2, 2, 1])), {"padding": "VALID"}, gradient=False,
        ),
    ],
    "ImageProjectiveTransformV2": [
        Sample(
            (_IMAGE32, arr([[1.0, 0.1, 0.5, 0.0, 1.0, 0.25, 0.0, 0.0]], "float32"), _i32([4, 5])),
            {"interpolation": i}, gradient=False, rtol=1e-4,
        )
        for i in ("NEAREST", "BILINEAR")
    ],
    "NearestNeighbors": [
        Sample((_POINTS, _CENTERS, _i64(k)))
        for k in (1, 2, 9)
    ] + [ErrorSample((_PLACES, _wave(2, 3, dtype="float32"), _i64(1)), {}, _BAD, "")],
    "KMC2ChainInitialization": [
        Sample((arr([1.0, 2.0, 3.0], "float32"), _i64(3)), exact=False),
        ErrorSample((_PLACES, _i64(3)), {}, _BAD, ""),
    ],
    "ScatterNdNonAliasingAdd": [
        Sample((_TABLE, _i32([[0], [0], [2]]), _wave(3, 4))),
        Sample((arr([1, 2, 3], "int32"), _i64([[1]]), arr([5], "int32"))),
        ErrorSample((_TABLE, _i32([[9]]), _wave(1, 4)), {}, _BAD, ""),
    ],
    "TensorStridedSliceUpdate": [
        Sample((_TABLE, *_SLICE, _wave(2, 2))),
        Sample((_TABLE, *_SLICE, _wave(1, 2))),
        Sample((_TABLE, _i32([1]), _i32([2]), _i32([1]), arr(3.5)), {"shrink_axis_mask": 1}),
        ErrorSample((_TABLE, *_SLICE, _wave(3, 2)), {}, _BAD, ""),
    ],
    "ThreadUnsafeUnigramCandidateSampler": [
        Sample(
            (_i64([[1, 2], [0, 2]]),), {"num_true": 2, "num_sampled": 3, "unique": False, "range_max": 3}, exact=False,
        ),
        ErrorSample(
            (_i64([[1, 9]]),), {"num_true": 2, "num_sampled": 3, "unique": True, "range_max": 3}, _BAD, "out of range",
        ),
    ],
    "StatelessRandomGammaV2": [
        Sample((_i32([4, 2]), _i64([1, 2]), arr([2.0, 0.5], d)), gradient=False) for d in ("float32", "float64")
    ],
}  # fmt: skip
