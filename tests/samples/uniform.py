"""Samples of the ops in `ops.quantized.uniform`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr
from tests.samples.quantized import _f, _q

_BAD = errors.InvalidArgumentError
_BYTE = {"quantization_min_val": -128, "quantization_max_val": 127}
_WORD = {"quantization_min_val": -(2**31), "quantization_max_val": 2**31 - 1}


def _z(value: Any) -> Any:
    return arr(value, "int32")


def _named(**ranges: dict[str, int]) -> dict[str, int]:
    return {f"{prefix}_{n}": v for prefix, limits in ranges.items() for n, v in limits.items()}


_ONE = (_f(0.5), _z(3))
_THREE = (_f(0.5), _z(1), _f(0.3), _z(-2), _f(0.7), _z(4))
_CHANNELS = (_f(0.5), _z(1), _f([0.3, 0.2]), _z([-2, 0]), _f([0.7, 0.4]), _z([4, 0]))
_X = _f([-3.0, 0.25, 0.75, 1.25, -0.25, 100.0])
_A, _B = _q([[100, -7], [3, 50]], "qint8"), _q([[5, 9], [1, -100]], "qint8")
_C, _D = _q([[100, -7], [3, 50]], "qint32"), _q([5, 9], "qint32")
_WORDS = _named(lhs=_WORD, rhs=_WORD, output=_WORD)
_DOT = {"Tout": "qint32", **_named(lhs=_BYTE, rhs=_BYTE, output=_WORD)}

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "UniformQuantize": [
        Sample((_X, *_ONE), {"Tout": "qint8", **_BYTE}),
        Sample((_X[:5], *_ONE), {"Tout": "qint32", **_WORD}),
        Sample(
            (_X.reshape(3, 2), _f([0.5, 0.25]), _z([1, 2])),
            {"Tout": "qint8", "quantization_axis": 1, "quantization_min_val": -127, "quantization_max_val": 127},
        ),
        ErrorSample((_X, _f([0.5]), _z([3])), {"Tout": "qint8", **_BYTE}, _BAD, ""),
    ],
    "UniformDequantize": [
        Sample((_q([1, 2, -128], "qint8"), *_ONE), {"Tout": "float32", **_BYTE}),
        Sample((_q([1, 2, 1000], "qint32"), *_ONE), {"Tout": "float32", **_WORD}),
        ErrorSample((_q([1], "qint8"), _f([0.5]), _z([3])), {"Tout": "float32", **_BYTE}, _BAD, ""),
    ],
    "UniformRequantize": [
        Sample(
            (_q([1, 2, -128, 100], "qint8"), *_ONE, _f(0.25), _z(-1)),
            {"Tout": "qint8", **_named(input=_BYTE, output=_BYTE)},
        ),
        Sample(
            (_q([1, 2, -128, 100000], "qint32"), *_ONE, _f(0.3), _z(-1)),
            {"Tout": "qint8", **_named(input=_WORD, output=_BYTE)},
        ),
        ErrorSample(
            (_A, _f([0.5]), _z([3]), _f(0.25), _z(-1)), {"Tout": "qint8", **_named(input=_BYTE, output=_BYTE)}, _BAD, ""
        ),
    ],
    "UniformQuantizedAdd": [
        Sample((_C, _D, *_THREE), _WORDS),
        Sample((_C, _q([[1, 2], [4, 7]], "qint32"), *_THREE), _WORDS),
        ErrorSample((_C, _D, _f([0.5]), _z([1]), *_THREE[2:]), _WORDS, _BAD, ""),
    ],
    "UniformQuantizedClipByValue": [
        Sample((_q([100, -7, 3], "qint32"), _q(0, "qint32"), _q(50, "qint32"), *_ONE), _WORD),
        ErrorSample((_C, _q([0], "qint32"), _q([50], "qint32"), *_ONE), _WORD, _BAD, ""),
    ],
    "UniformQuantizedDot": [
        Sample((_A, _B, *_THREE), _DOT),
        Sample((_A, _B, *_CHANNELS), {**_DOT, "rhs_quantization_axis": 1, "output_quantization_axis": 1}),
        ErrorSample((_A, _B[:1], *_THREE), _DOT, _BAD, ""),
    ],
}
