"""Samples of the variable ops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, float32, float64, int32, int64, resource
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import Variable
from graphwright.core.variable_state import VariableState
from graphwright.ir.record import OpRecord
from graphwright.ir.types import tensor_type
from graphwright.ops.state.training import TRAINING_OPS
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import f32, i32, i64

TABLE = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def handle(value: Any, dtype: DType = float32, shape: Any = None) -> Any:
    """The handle of a new variable."""
    return Variable(np.array(value, dtype.numpy), dtype=dtype, shape=shape).handle


def unset() -> Any:
    """The handle of an uninitialized variable."""
    return EagerTensor(VariableState(tensor_type(float32, (2,)), "unset"), tensor_type(resource, ()))


def on(value: Any, *rest: Any, dtype: DType = float32) -> Callable[[], list[Any]]:
    """Inputs that start with the handle of a new variable."""
    return lambda: [handle(value, dtype), *rest]


def _same(value: Any, dtype: str) -> Any:
    return np.array(value, as_dtype(dtype).numpy)


_READS: list[Sample | ErrorSample] = [
    Sample(on(3.0), {"dtype": float32}),
    Sample(on(TABLE), {"dtype": float32}),
    Sample(on([], dtype=float64), {"dtype": float64}),
    Sample(on([[1], [2]], dtype=int64), {"dtype": int64}),
    Sample(lambda: [handle([1.0, 2.0], shape=[None])], {"dtype": float32}),
    ErrorSample(on(3.0), {"dtype": int32}, errors.InvalidArgumentError, "Expected int32 got float32"),
    ErrorSample(lambda: [unset()], {"dtype": float32}, errors.FailedPreconditionError, "Could not find variable unset"),
]


def _updates(name: str) -> list[Sample | ErrorSample]:
    result: list[Sample | ErrorSample] = [
        Sample(on([1, 2], _same([3, 4], t), dtype=as_dtype(t)))
        for t in ("float32", "float64", "float16", "bfloat16", "int32", "int64", "uint8", "complex64")
    ]
    result.append(
        ErrorSample(on([1.0, 2.0], i32([3, 4])), {}, errors.InvalidArgumentError, "Expected float32 got int32")
    )
    if name != "AssignVariableOp":
        result += [
            ErrorSample(on([1.0, 2.0], f32([3])), {}, errors.InvalidArgumentError, "[2] using a Tensor with shape [1]"),
            ErrorSample(
                lambda: [unset(), f32([1, 2])], {}, errors.FailedPreconditionError, "Could not find variable unset"
            ),
        ]
    return result


_GATHERS: list[Sample | ErrorSample] = [
    Sample(on(TABLE, i32([2, 0, 2])), {"dtype": float32}),
    Sample(on(TABLE, i64([[1], [0]])), {"dtype": float32}),
    Sample(on(TABLE, i32(1)), {"dtype": float32}),
    Sample(on(TABLE, np.zeros([0], np.int32)), {"dtype": float32}),
    Sample(on([[1, 2, 3], [4, 5, 6]], i32([[2, 0], [1, 1]]), dtype=int64), {"dtype": int64, "batch_dims": 1}),
    ErrorSample(
        on(TABLE, i32([0, 3])), {"dtype": float32}, errors.InvalidArgumentError, "indices[1] = 3 is not in [0, 3)"
    ),
    ErrorSample(on(TABLE, i32(-1)), {"dtype": float32}, errors.InvalidArgumentError, "indices = -1 is not in [0, 3)"),
]


def _scatters(*dtypes: str) -> list[Sample | ErrorSample]:
    result: list[Sample | ErrorSample] = [
        Sample(on([[8, 2], [4, 4]], i32([1, 1]), _same([[1, 2], [2, 1]], t), dtype=as_dtype(t))) for t in dtypes
    ]
    result += [
        Sample(on(TABLE, i64([[0], [2]]), f32([[[1, 2]], [[3, 4]]]))),
        Sample(on(TABLE, i32([0, 2]), f32(2))),
        ErrorSample(on(TABLE, i32([0, 5]), f32([[1, 1], [1, 1]])), {}, errors.InvalidArgumentError, "indices[1] = 5"),
        ErrorSample(on(TABLE, i32([0]), f32([[1, 1, 1]])), {}, errors.InvalidArgumentError, "Must have updates.shape"),
    ]
    return result


def _slices() -> list[Sample | ErrorSample]:
    one, rows = (i32([0]), i32([1]), i32([1])), (i32([0, 0]), i32([2, 1]), i32([1, 1]))
    row = {"shrink_axis_mask": 1}
    return [
        Sample(on(TABLE, *one, f32([7, 8])), row),
        Sample(on(TABLE, *one, f32(7)), row),
        Sample(on(TABLE, *rows, f32([[7], [8]]))),
        Sample(on(TABLE, i64([2]), i64([0]), i64([-2]), f32([[7, 8]])), {}),
        Sample(on([1, 2, 3], *one, _same(9, "int64"), dtype=int64), {"shrink_axis_mask": 1}),
        ErrorSample(on(TABLE, *one, f32([1, 2, 3])), row, errors.InvalidArgumentError, "[3] into final shape [2]"),
        ErrorSample(on(TABLE, i32([5]), i32([6]), i32([1]), f32(1)), row, errors.InvalidArgumentError, "index 5"),
        ErrorSample(on(TABLE, *one, i32(1)), row, errors.InvalidArgumentError, "Expected float32 got int32"),
    ]


def _at_coordinates(*dtypes: str) -> list[Sample | ErrorSample]:
    result: list[Sample | ErrorSample] = [
        Sample(on([[8, 2], [4, 4]], i32([[0, 1], [1, 1]]), _same([1, 2], t), dtype=as_dtype(t))) for t in dtypes
    ]
    result += [
        Sample(on(TABLE, i64([[1], [1]]), f32([[1, 2], [3, 4]]))),
        ErrorSample(on(TABLE, i32([[3]]), f32([[1, 1]])), {}, errors.InvalidArgumentError, "does not index into shape"),
        ErrorSample(on(TABLE, i32([[0]]), f32([[1, 1, 1]])), {}, errors.InvalidArgumentError, "Inner dimensions"),
        ErrorSample(on(TABLE, i32([[0]]), i32([[1, 1]])), {}, errors.InvalidArgumentError, "Expected float32"),
    ]
    return result


_NUMBERS = ("float32", "float64", "float16", "bfloat16", "int32", "int64", "complex64")
_REAL = ("float32", "float64", "int32", "uint8")


def _counter(dtype: DType) -> dict[str, Any]:
    return {"dtype": dtype, "shape": None, "shared_name": "samples/counter", "container": "samples"}


def _counter_in_use() -> list[Any]:
    """No inputs, after registering the shared name for an int32 variable."""
    apply("VarHandleOp", (), _counter(int32))
    return []


def _training(record: OpRecord) -> list[Sample | ErrorSample]:
    """A training op with variables of two rows, in three dtypes; errors for handles of variables without a value."""
    of_rows = "Sparse" in record.name

    def inputs(dtype: DType, start: Any = None) -> list[Any]:
        result: list[Any] = []
        for arg in record.inputs:
            if arg.dtype is resource:
                result.append(start() if start else handle([[1.0, 2.0], [0.5, 3.0]], dtype))
            elif arg.name in ("grad", "delta"):
                result.append(np.array([[0.1, -0.2], [0.3, 0.4]], dtype.numpy))
            elif arg.name == "indices":
                result.append(i32([1, 1]))
            else:
                result.append(np.array(3) if arg.name == "global_step" else np.array(0.25, dtype.numpy))
        return result

    made: list[Sample | ErrorSample] = [
        Sample(lambda dtype=dtype: inputs(dtype)) for dtype in (float32, float64, as_dtype("float16"))
    ]
    made.append(
        ErrorSample(lambda: inputs(float32, unset), {}, errors.FailedPreconditionError, "Could not find variable unset")
    )
    made.append(
        ErrorSample(lambda: [*inputs(float64, lambda: handle(TABLE))], {}, errors.InvalidArgumentError, "wrong dtype")
    )
    if of_rows:
        made.append(
            ErrorSample(
                lambda: inputs(float32, lambda: handle([[1.0, 2.0]])),
                {},
                errors.InvalidArgumentError,
                "is not in [0, 1)",
            )
        )
    else:
        made.append(
            ErrorSample(
                lambda: inputs(float32, lambda: handle(TABLE)),
                {},
                errors.InvalidArgumentError,
                "do not have the same shape",
            )
        )
    return made


SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    **{record.name: _training(record) for record in TRAINING_OPS},
    "ReadVariableOp": _READS,
    "AssignVariableOp": _updates("AssignVariableOp"),
    "AssignAddVariableOp": _updates("AssignAddVariableOp"),
    "AssignSubVariableOp": _updates("AssignSubVariableOp"),
    "VarHandleOp": [
        Sample([], {"dtype": float32, "shape": [2]}),
        Sample([], _counter(int32)),
        ErrorSample(_counter_in_use, _counter(float32), errors.InvalidArgumentError, "wrong dtype"),
    ],
    "VarIsInitializedOp": [Sample(on(1.0)), Sample(lambda: [unset()])],
    "VariableShape": [
        Sample(on(TABLE)),
        Sample(on(1.0)),
        Sample(on(TABLE), {"out_type": int64}),
        ErrorSample(lambda: [unset()], {}, errors.FailedPreconditionError, "Could not find variable unset"),
    ],
    "DestroyResourceOp": [Sample(on(1.0))],
    "ResourceCountUpTo": [
        Sample(lambda: [handle(1, int32)], {"limit": 99, "T": int32}, exact=False),
        Sample(lambda: [handle(-5, int64)], {"limit": 99, "T": int64}, exact=False),
        ErrorSample(lambda: [handle(3, int32)], {"limit": 3, "T": int32}, errors.OutOfRangeError, "limit of 3"),
        ErrorSample(
            lambda: [unset()], {"limit": 3, "T": int32}, errors.FailedPreconditionError, "Could not find variable"
        ),
    ],
    "ResourceGather": _GATHERS,
    "ResourceGatherNd": [
        Sample(on(TABLE, i32([[2, 0], [0, 1]])), {"dtype": float32}),
        Sample(on(TABLE, i64([[1], [0]])), {"dtype": float32}),
        ErrorSample(on(TABLE, i32([[3, 0]])), {"dtype": float32}, errors.InvalidArgumentError, "indices[0] = [3, 0]"),
    ],
    "ResourceScatterAdd": _scatters(*_NUMBERS),
    "ResourceScatterSub": _scatters(*_NUMBERS),
    "ResourceScatterMul": _scatters(*_NUMBERS),
    "ResourceScatterDiv": _scatters("float32", "float64", "complex64"),
    "ResourceScatterMin": _scatters(*_REAL),
    "ResourceScatterMax": _scatters(*_REAL),
    "ResourceScatterUpdate": _scatters(*_NUMBERS, "bool"),
    "ResourceStridedSliceAssign": _slices(),
    "ResourceScatterNdUpdate": _at_coordinates(*_NUMBERS, "bool"),
    "ResourceScatterNdAdd": _at_coordinates(*_NUMBERS),
    "ResourceScatterNdSub": _at_coordinates(*_NUMBERS),
    "ResourceScatterNdMin": _at_coordinates(*_REAL),
    "ResourceScatterNdMax": _at_coordinates(*_REAL),
}  # fmt: skip
