"""Samples of the ops in `ops.nn.activations`, `ops.nn.softmax`, `ops.nn.layers` and `ops.math.clipping`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from tests.samples import ErrorSample, Sample
from tests.samples._arrays import FLOATS, INTS, UINTS, arr, of_one

_X = [-1.5, -0.25, 0.5, 2.0, 7.5]
_BEND = [-1.5, -0.25, 0.5, 2.0, 5.5]
_GRADS = [0.5, -2.0, 1.5, 0.25, 3.0]

_LARGE = Sample((arr([-100.0, 100.0, -30.0, 30.0], "float32"),), gradient=False)


def _grad_op(second: Any, dtypes: tuple[str, ...], **attrs: Any) -> list[Sample | ErrorSample]:
    name_of_error = "must have the same size and shape"
    return [
        *(Sample((arr(np.abs(_GRADS) if d in UINTS else _GRADS, d), arr(second, d)), attrs) for d in dtypes),
        Sample((arr(0.5), arr(second[0])), attrs),
        Sample((arr(np.zeros((0, 2))), arr(np.zeros((0, 2)))), attrs),
        Sample((arr([1.0, 1.0, 1.0, 1.0], "float32"), arr([np.nan, 0.0, 6.0, -0.0], "float32")), attrs, gradient=False),
        ErrorSample((arr([1.0, 2.0]), arr([1.0])), attrs, errors.InvalidArgumentError, name_of_error, True),
    ]


_ROWS = np.array([[1.0, 2.0, 3.0], [0.5, -1.0, 0.25]])
_LABELS = np.array([[0.1, 0.2, 0.7], [1.0, 0.0, 0.0]])


def _softmax() -> list[Sample | ErrorSample]:
    return [
        *(Sample((arr(_ROWS, d),)) for d in FLOATS),
        Sample((arr([1.0, 2.0, 4.0]),)),
        Sample((arr(np.arange(12.0).reshape(2, 2, 3) / 5),)),
        Sample((arr([[1000.0, 1.0], [-1000.0, 0.0]], "float32"),), gradient=False),
        Sample((arr([[np.inf, 1.0], [-np.inf, 0.0], [np.nan, 1.0]], "float32"),), gradient=False),
        Sample((arr(np.zeros((2, 0))),)),
        Sample((arr(np.zeros((0, 2))),)),
        ErrorSample((arr(1.0),), {}, errors.InvalidArgumentError, "Input dims must be", True),
    ]


def _dense_errors() -> list[ErrorSample]:
    invalid = errors.InvalidArgumentError
    return [
        ErrorSample((arr(_ROWS), arr([[0.5, 0.5]])), {}, invalid, "logits_size=[2,3] labels_size=[1,2]", True),
        ErrorSample((arr([1.0, 2.0]), arr([0.5, 0.5])), {}, invalid, "2-dimensional", True),
    ]


def _sparse_errors() -> list[ErrorSample]:
    invalid = errors.InvalidArgumentError
    one, two = arr([1], "int32"), arr([1, 2], "int32")
    return [
        ErrorSample(
            (arr(_ROWS), arr([0, 3], "int32")), {}, invalid, "value of 3 which is outside the valid range of [0, 3)"
        ),
        ErrorSample((arr(_ROWS), arr([-1, 0], "int64")), {}, invalid, "value of -1 which is outside the valid range"),
        ErrorSample((arr(_ROWS), one), {}, invalid, "got logits shape [2,3] and labels shape [1]", True),
        ErrorSample(
            (arr(_ROWS), arr([[1], [2]], "int32")), {}, invalid, "labels must be 1-D, but got shape [2,1]", True
        ),
        ErrorSample((arr([1.0, 2.0]), two), {}, invalid, "logits must be 2-D, but got shape [2]", True),
    ]


_IMAGE = np.arange(24.0).reshape(2, 3, 2, 2) / 3

SAMPLES: dict[str, Sequence[Sample | ErrorSample]] = {
    "Relu": of_one(_X, (*FLOATS, *INTS, *UINTS)),
    "ReluGrad": _grad_op(_X, (*FLOATS, *INTS, "uint8")),
    "Relu6": of_one(_X, (*FLOATS, *INTS, *UINTS)),
    "Relu6Grad": _grad_op(_X, (*FLOATS, *INTS, "uint8")),
    "LeakyRelu": [*of_one(_X, FLOATS), *of_one(_X, ("float64", "float32"), attrs={"alpha": 1.5})],
    "LeakyReluGrad": [*_grad_op(_X, FLOATS), *_grad_op(_X, ("float64",), alpha=0.01)],
    "Elu": [*of_one(_X, FLOATS), _LARGE],
    "EluGrad": _grad_op(_BEND, FLOATS),
    "Selu": [*of_one(_X, FLOATS), _LARGE],
    "SeluGrad": _grad_op(_BEND, FLOATS),
    "Softplus": [*of_one(_X, FLOATS), _LARGE],
    "SoftplusGrad": _grad_op(_X, FLOATS),
    "Softsign": [*of_one(_X, FLOATS), _LARGE],
    "SoftsignGrad": _grad_op(_X, FLOATS),
    "Softmax": _softmax(),
    "LogSoftmax": _softmax(),
    "SoftmaxCrossEntropyWithLogits": [
        *(Sample((arr(_ROWS, d), arr(_LABELS, d))) for d in FLOATS),
        Sample((arr(_ROWS), arr(_LABELS[:1]))),
        Sample((arr(_ROWS[:1]), arr(_LABELS))),
        Sample((arr([[1000.0, -1000.0]], "float32"), arr([[0.5, 0.5]], "float32")), gradient=False),
        Sample((arr(np.zeros((2, 0))), arr(np.zeros((2, 0))))),
        Sample((arr(np.zeros((0, 2))), arr(np.zeros((0, 2))))),
        *_dense_errors(),
    ],
    "SparseSoftmaxCrossEntropyWithLogits": [
        *(Sample((arr(_ROWS, d), arr([2, 0], "int32"))) for d in FLOATS),
        Sample((arr(_ROWS), arr([0, 1], "int64"))),
        Sample((arr([[1000.0, -1000.0]], "float32"), arr([1], "int32")), gradient=False),
        Sample((arr(np.zeros((0, 2))), arr([], "int32"))),
        *_sparse_errors(),
    ],
    "BiasAdd": [
        *(Sample((arr(_ROWS, d), arr([1, 2, 3], d))) for d in (*FLOATS, *INTS, "complex128")),
        Sample((arr(_IMAGE), arr([0.5, -1.0]))),
        Sample((arr(_IMAGE), arr([0.5, -1.0, 2.0])), {"data_format": "NCHW"}),
        Sample((arr(_ROWS), arr([0.5, -1.0, 2.0])), {"data_format": "NCHW"}),
        Sample((arr(np.zeros((0, 2))), arr([1.0, 2.0]))),
        ErrorSample(
            (arr([[1.0, 2.0]]), arr([1.0])), {}, errors.InvalidArgumentError, "as many biases as the last", True
        ),
        ErrorSample((arr([1.0]), arr([1.0])), {}, errors.InvalidArgumentError, "must be at least 2D: [1]", True),
        ErrorSample((arr([[1.0]]), arr([[1.0]])), {}, errors.InvalidArgumentError, "Biases must be 1D: [1,1]", True),
    ],
    "BiasAddV1": [
        Sample((arr(_IMAGE), arr([0.5, -1.0]))),
        ErrorSample(
            (arr([[1.0, 2.0]]), arr([1.0])), {}, errors.InvalidArgumentError, "as many biases as the last", True
        ),
    ],
    "BiasAddGrad": [
        *(Sample((arr(_ROWS, d),)) for d in (*FLOATS, *INTS, "complex128")),
        Sample((arr(_IMAGE),)),
        Sample((arr(_IMAGE),), {"data_format": "NCHW"}),
        Sample((arr(np.zeros((0, 2))),)),
        ErrorSample((arr([1.0]),), {}, errors.InvalidArgumentError, "must be at least 2D: [1]", True),
    ],
    "L2Loss": [
        *(Sample((arr(_ROWS, d),)) for d in FLOATS),
        Sample((arr(3.0),)),
        Sample((arr(np.zeros((0, 2))),)),
    ],
    "ClipByValue": [
        *(Sample((arr([1, 5, 3, 7], d), arr(2, d), arr(6, d))) for d in (*FLOATS, *INTS, *UINTS)),
        Sample((arr(_X), arr([-1.0, -1.0, 1.0, 1.0, 1.0]), arr(3.0))),
        Sample((arr(_X), arr(3.0), arr(-1.0)), gradient=False),
        Sample((arr([np.nan, 1.0, np.inf], "float32"), arr(0.0, "float32"), arr(2.0, "float32")), gradient=False),
        ErrorSample(
            (arr([1.0, 2.0]), arr([0.0, 1.0, 2.0]), arr(3.0)), {}, errors.InvalidArgumentError, "same shape", True
        ),
    ],
}
