"""Samples of the ops in `ops.quantized`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError


def _q(values: Any, dtype: str = "quint8") -> Any:
    integers = np.array(values, dtype.removeprefix("q"))
    return integers.view(as_dtype(dtype).numpy).reshape(integers.shape)


def _f(value: Any) -> Any:
    return arr(value, "float32")


_A, _B = _q([[0, 100, 255], [3, 4, 200]]), _q([[1, 2], [30, 250], [128, 0]])
_ROW = _q([1, 2, 250])
_RANGE, _OTHER = (_f(-1.0), _f(2.0)), (_f(-3.0), _f(4.0))
_VECTOR = _f([1.0, 2.0])
_IMAGE = _q(np.arange(2 * 4 * 4 * 2).reshape(2, 4, 4, 2) * 7 % 256)
_FILTER = _q(np.arange(2 * 2 * 2 * 3).reshape(2, 2, 2, 3) * 10 % 256)
_WINDOW = {"ksize": [1, 3, 3, 1], "strides": [1, 2, 2, 1]}
_WIDE = _q([-2000000000, -5, 0, 7, 123456, 1999999999], "qint32")
_NARROW = _q([-5, 0, 7, 123456, 1500000], "qint32")
_CHANNELS = _q(
    [[[[2097549636, 1971172102], [-1709204540, 656229423]], [[-1250364801, 580073460], [-1454664573, 2127295436]]]],
    "qint32",
)
_OF_CHANNELS = (_f([-100.0, -3.0]), _f([120.0, 9.0]))
_WHOLE = (_f(-100.0), _f(120.0))


def _pools() -> list[Sample | ErrorSample]:
    return [
        *(Sample((_IMAGE, *_RANGE), {**_WINDOW, "padding": p}) for p in ("SAME", "VALID")),
        Sample((_IMAGE, *_RANGE), {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}),
        ErrorSample((_IMAGE, _VECTOR, _f(2.0)), {**_WINDOW, "padding": "SAME"}, _BAD, "must be"),
    ]


def _activations(*limit: Any) -> list[Sample | ErrorSample]:
    return [
        Sample((_q([0, 3, 100, 200, 255]), *limit, _f(-2.0), _f(10.0)), {"out_type": "quint8"}),
        Sample((_q([-1999999999, 0, 1000000000], "qint32"), *limit, _f(-2.0), _f(10.0)), {"out_type": "qint32"}),
        ErrorSample((_ROW, *limit, _VECTOR, _f(2.0)), {"out_type": "quint8"}, _BAD, "must be"),
    ]


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "QuantizedAdd": [
        Sample((_A, _ROW, *_RANGE, *_OTHER)),
        Sample((_ROW, _A, *_OTHER, *_RANGE)),
        ErrorSample((_A, _ROW, _VECTOR, _f(2.0), *_OTHER), {}, _BAD, "must be"),
        ErrorSample((_A, _B, *_RANGE, *_OTHER), {}, errors.OpError, ""),
    ],
    "QuantizedMul": [
        Sample((_A, _ROW, *_RANGE, *_OTHER)),
        Sample((_ROW, _A, *_OTHER, *_RANGE)),
        ErrorSample((_A, _ROW, _VECTOR, _f(2.0), *_OTHER), {}, _BAD, "must be"),
    ],
    "QuantizedBiasAdd": [
        Sample((_A, _ROW, *_RANGE, *_OTHER), {"out_type": "qint32"}),
        Sample((_q([[-3, 100, -128]], "qint8"), _q([1, 2, -100], "qint8"), *_RANGE, *_OTHER), {"out_type": "qint32"}),
        ErrorSample((_A, _ROW[:2], *_RANGE, *_OTHER), {"out_type": "qint32"}, _BAD, "as many biases"),
    ],
    "QuantizedRelu": _activations(),
    "QuantizedRelu6": _activations(),
    "QuantizedReluX": _activations(_f(4.0)),
    "QuantizedMaxPool": _pools(),
    "QuantizedAvgPool": _pools(),
    "QuantizedReshape": [
        Sample((_A, arr([3, 2], "int32"), *_RANGE)),
        Sample((_A, arr([-1], "int64"), *_RANGE)),
        ErrorSample((_A, arr([4], "int32"), *_RANGE), {}, _BAD, ""),
    ],
    "QuantizedMatMul": [
        Sample((_A, _B, *_RANGE, *_OTHER)),
        Sample((_B, _A, *_RANGE, *_OTHER), {"transpose_a": True, "transpose_b": True}),
        ErrorSample((_A, _A, *_RANGE, *_OTHER), {}, _BAD, ""),
        ErrorSample((_A, _B, _VECTOR, _f(2.0), *_OTHER), {}, _BAD, ""),
    ],
    "QuantizedConv2D": [
        *(
            Sample((_IMAGE, _FILTER, *_RANGE, *_OTHER), {"strides": [1, s, s, 1], "padding": p})
            for s, p in ((1, "SAME"), (2, "VALID"))
        ),
        ErrorSample(
            (_IMAGE, _FILTER[:, :, :1], *_RANGE, *_OTHER), {"strides": [1] * 4, "padding": "SAME"}, errors.OpError, ""
        ),
    ],
    "RequantizationRange": [
        Sample((_WIDE, *_WHOLE)),
        Sample((_NARROW, *_WHOLE)),
        ErrorSample((_WIDE, _f([]), _f(1.0)), {}, _BAD, "must have an element"),
    ],
    "QuantizeDownAndShrinkRange": [
        Sample((_NARROW, *_WHOLE), {"out_type": "quint8"}),
        Sample((_WIDE[[0, 1, 5]], *_WHOLE), {"out_type": "quint8"}),
        ErrorSample((_WIDE, _VECTOR, _f(1.0)), {"out_type": "quint8"}, _BAD, "must be"),
    ],
    "Requantize": [
        *(
            Sample((x, *_WHOLE, _f(-50.0), _f(60.0)), {"out_type": t})
            for x in (_WIDE, _NARROW)
            for t in ("quint8", "qint8")
        ),
        ErrorSample((_WIDE, *_WHOLE, _f(3.0), _f(60.0)), {"out_type": "quint8"}, _BAD, "must be <= 0, but got 3"),
    ],
    "RequantizationRangePerChannel": [
        *(Sample((_CHANNELS, *_OF_CHANNELS), {"clip_value_max": c}) for c in (10.0, 1e30)),
        ErrorSample((_WIDE, *_OF_CHANNELS), {"clip_value_max": 1.0}, _BAD, ""),
    ],
    "RequantizePerChannel": [
        Sample((_CHANNELS, *_OF_CHANNELS, _f(-50.0), _f(60.0)), {"out_type": "qint8"}),
        Sample((_CHANNELS, *_OF_CHANNELS, _f(0.0), _f(60.0)), {"out_type": "quint8"}),
        ErrorSample((_WIDE, *_OF_CHANNELS, _f(0.0), _f(60.0)), {}, _BAD, ""),
    ],
}  # fmt: skip
