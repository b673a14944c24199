"""Samples of the ops of TensorFlow's debugger, and of those that graphs hold for devices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import float32, int32, string
from graphwright.base.shape import TensorShape
from graphwright.core.variable import Variable
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i32, text

_NAMED = {"tensor_name": "x:0"}
_UNNAMED = 'Failed to parse tensor name: ""'
_MIXED = f32([[1.0, np.nan, -3.0, 0.0, np.inf, -np.inf]])
_EMPTY = f32([]).reshape(0, 2)


def _named(*inputs: Any) -> list[Any]:
    return [
        *(Sample([x], _NAMED, gradient=False) for x in inputs),
        ErrorSample([f32(1)], {}, errors.InvalidArgumentError, _UNNAMED),
    ]


def _handle() -> list[Any]:
    return [Variable(1.0).handle]


SAMPLES = {
    "DebugGradientIdentity": [Sample([f32([1.0, 2.0])]), Sample([text("a")])],
    "DebugIdentity": [Sample([f32([1.0, 2.0])], _NAMED), *_named(text("a"))],
    "DebugIdentityV2": [Sample([f32([1.0, 2.0])]), Sample([i32([1])])],
    "DebugIdentityV3": [Sample([f32([1.0, 2.0])], _NAMED), *_named(i32([1]))],
    "DebugNanCount": _named(_MIXED, i32([1, 2]), _EMPTY),
    "DebugNumericSummary": [
        *_named(_MIXED, i32([1, 2]), _EMPTY, np.array([True, False])),
        Sample([i32([[1, -2, 0]])], {**_NAMED, "lower_bound": -1.5, "upper_bound": 0.5}),
    ],
    "DebugNumericSummaryV2": [
        *(Sample([_MIXED], {"tensor_debug_mode": mode, "tensor_id": 7}) for mode in (2, 3, 4, 5, 8)),
        Sample([i32([1, -2])], {"tensor_debug_mode": 4, "tensor_id": 7}),
        ErrorSample(
            [_MIXED], {"tensor_debug_mode": 1}, errors.UnimplementedError, "Unimplemented tensor debug mode: 1"
        ),
    ],
    "DeviceIndex": [Sample([], {"device_names": names}) for names in (["CPU", "GPU"], ["GPU", "CPU"], ["GPU"])],
    "SyncDevice": [Sample([])],
    "DisableCopyOnRead": [Sample(_handle)],
    "FakeParam": [
        Sample([], {"dtype": dtype, "shape": TensorShape([2])}, exact=False) for dtype in (float32, int32, string)
    ],
}
