"""Samples of the ops in `ops.nn.quantization` and of its neighbours: response normalization, morphology, others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import arr

_BAD = errors.InvalidArgumentError
_X = arr([-2.0, -0.6, -0.5, -0.1, 0.0, 0.1, 0.5, 0.6, 1.25, 3.0], "float32")
_GRADS = arr(np.arange(10.0) - 3, "float32")
_LOW, _HIGH = arr(-1.0, "float32"), arr(2.0, "float32")
_IMAGE = np.array([[3.0, -1.0, 0.5, 2.0, 7.0], [1.6, 4.0, -2.5, 0.25, 6.0], [9.3, -3.0, 5.1, 8.7, 2.2]]).reshape(
    1, 3, 5, 1
)
_FILTER = arr(np.array([[0.5, 1.25], [2.0, -1.0]]).reshape(2, 2, 1))
_WINDOW = {"strides": [1, 1, 2, 1], "rates": [1, 1, 1, 1], "padding": "SAME"}


def _quantized(values: list[int], dtype: str) -> np.ndarray[tuple[int, ...], np.dtype[np.void]]:
    return np.array(values, dtype.removeprefix("q")).view(as_dtype(dtype).numpy)


SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "QuantizeV2": [
        *(
            Sample((_X, _LOW, _HIGH), {"T": t, "mode": m})
            for t in ("quint8", "qint8", "qint16", "quint16")
            for m in ("MIN_COMBINED", "MIN_FIRST", "SCALED")
        ),
        Sample((_X.reshape(5, 2), arr([0.0, 1.0], "float32"), arr([2.0, 3.0], "float32")), {"T": "quint8", "axis": 1}),
        ErrorSample((_X, _HIGH, _LOW), {"T": "quint8"}, _BAD, "must be larger"),
    ],
    "Dequantize": [
        *(
            Sample((_quantized([0, 3, 100], t), _LOW, _HIGH), {"mode": m})
            for t in ("quint8", "qint8", "qint16", "quint16")
            for m in ("MIN_COMBINED", "MIN_FIRST", "SCALED")
        ),
        ErrorSample((_quantized([1], "qint8"), arr([1.0, 2.0], "float32"), _HIGH), {}, _BAD, "scalar"),
    ],
    **{
        f"QuantizeAndDequantize{version}": [
            *(
                Sample((arr(_X, d), arr(-1.0, d), arr(2.0, d)), {"signed_input": s, "range_given": g}, gradient=False)
                for d in ("float64", "float32", "float16")
                for s in (True, False)
                for g in (True, False)
            ),
            ErrorSample((_X, _HIGH, _LOW), {"range_given": True}, _BAD, "Invalid range"),
        ]
        for version in ("V2", "V4")
    },
    "QuantizeAndDequantizeV3": [Sample((_X, _LOW, _HIGH, arr(4, "int32")), {"range_given": True}, gradient=False)],
    "QuantizeAndDequantizeV4Grad": [Sample((_GRADS, _X, _LOW, _HIGH), gradient=(0,), rtol=1e-2)],
    "QuantizedConcat": [
        Sample((arr(0, "int32"), [_quantized([1, 2], t)] * 2, [_LOW, _LOW], [_HIGH, arr(3.0, "float32")]))
        for t in ("quint8", "qint32")
    ],
    "FakeQuantWithMinMaxArgs": [
        Sample((_X,), {"min": -1.0, "max": 2.0, "num_bits": 3}, gradient=False),
        ErrorSample((_X,), {"min": 1.0, "max": 1.0}, _BAD, "min has to be smaller"),
    ],
    "FakeQuantWithMinMaxArgsGradient": [Sample((_GRADS, _X), {"min": -1.0, "max": 2.0}, gradient=(0,), rtol=1e-2)],
    "FakeQuantWithMinMaxVarsGradient": [
        Sample((_GRADS, _X, _LOW, _HIGH), gradient=False),
        ErrorSample((_GRADS[:2], _X, _LOW, _HIGH), {}, _BAD, "same size"),
    ],
    "FakeQuantWithMinMaxVarsPerChannelGradient": [
        Sample(
            (_GRADS.reshape(5, 2), _X.reshape(5, 2), arr([-1.0, 0.0], "float32"), arr([2.0, 1.0], "float32")),
            gradient=False,
        ),
    ],
    "LRN": [
        Sample((arr(np.linspace(-2, 3, 24).reshape(1, 2, 3, 4), "float32"),), a, rtol=1e-2)
        for a in ({}, {"depth_radius": 1, "bias": 2.0, "alpha": 0.5, "beta": 0.75})
    ]
    + [ErrorSample((arr(np.ones((2, 2)), "float32"),), {}, _BAD, "4-dimensional", True)],
    "LRNGrad": [Sample((arr(_IMAGE, "float32"),) * 3, {"alpha": 0.1}, gradient=False)],
    "Dilation2D": [
        *(
            Sample((arr(_IMAGE, d), arr(_FILTER, d)), {**_WINDOW, "padding": p})
            for d in ("float64", "float32")
            for p in ("SAME", "VALID")
        ),
        Sample((arr(_IMAGE, "int32"), arr(_FILTER, "int32")), _WINDOW),
        ErrorSample((arr(_IMAGE), arr(np.ones((2, 2, 3)))), _WINDOW, _BAD, "same depth", True),
    ],
    "Dilation2DBackpropInput": [Sample((arr(_IMAGE), _FILTER, arr(np.ones((1, 3, 3, 1)))), _WINDOW, gradient=False)],
    "Dilation2DBackpropFilter": [Sample((arr(_IMAGE), _FILTER, arr(np.ones((1, 3, 3, 1)))), _WINDOW, gradient=False)],
    "IsotonicRegression": [
        *(Sample((arr([[3.0, 1.0, 2.0], [1.0, 3.5, 2.0]], d),), {"output_dtype": d}) for d in ("float64", "float32")),
        Sample((arr([[3, 1, 2]], "int8"),)),
    ],
    "ComputeAccidentalHits": [
        Sample((arr([[1, 2], [3, 1]], "int64"), arr([5, 1, 3], "int64")), {"num_true": 2}),
        ErrorSample((arr([[1, 2]], "int64"), arr([5], "int64")), {"num_true": 1}, _BAD, "num_true columns"),
    ],
    "ApproxTopK": [
        *(Sample((arr([[3.0, 1.0, 2.0], [5.0, 7.0, 6.5]], d),), {"k": 2}) for d in ("float32", "float16")),
        Sample((arr([[3.0, 1.0], [5.0, 0.5]], "float32"),), {"k": 1, "reduction_dimension": 0, "is_max_k": False}),
        ErrorSample((arr([1.0], "float32"),), {"k": 2}, _BAD, "at least 2", True),
    ],
}
