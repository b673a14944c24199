"""Samples of the tensor list ops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, bool, float64, int32, int64, string, variant
from graphwright.core.tensor import EagerTensor
from graphwright.ir.types import tensor_type
from graphwright.ops.state._list_value import PartialShape, TensorList
from tests.samples import ErrorSample, Sample
from tests.samples._payloads import i32, i64

ROWS = [np.array([1.0, 2.0]), np.array([3.0, 4.0]), np.array([5.0, 6.0])]
UNKNOWN = i32(-1)
PAIR = i32([2])
ANY = i32([-1])
INVALID = errors.InvalidArgumentError


def listed(items: Any, dtype: DType = float64, shape: PartialShape = None, limit: int = -1) -> Any:
    """A list tensor of these elements; None for an unset one."""
    return EagerTensor(TensorList.of(dtype, shape, items, limit), tensor_type(variant, ()))


def on(
    items: Any, *rest: Any, dtype: DType = float64, shape: PartialShape = None, limit: int = -1
) -> Callable[[], list[Any]]:
    """Inputs that start with a list."""
    return lambda: [listed(items, dtype, shape, limit), *rest]


def _of(dtype: str, *values: Any) -> list[Any]:
    return [np.array(v, as_dtype(dtype).numpy) for v in values]


def _element(dtype: DType = float64) -> dict[str, Any]:
    return {"element_dtype": dtype}


_MAKE = [
    ErrorSample([i32([-2]), 1], _element(), INVALID, "Dimension -2 must be >= -1"),
    ErrorSample([i32([[2]]), 1], _element(), INVALID, "Shape must be at most rank 1 but is rank 2"),
    ErrorSample([i32(3), 1], _element(), INVALID, "The only valid scalar shape tensor"),
]

_POP_EMPTY = "Trying to pop from an empty list."
_WRONG_DTYPE = "Invalid data types; op elements int32 but list elements float64"

SAMPLES: dict[str, list[Sample | ErrorSample]] = {
    "EmptyTensorList": [
        Sample([PAIR, -1], _element()),
        Sample([UNKNOWN, 3], _element(int32)),
        Sample([i64([-1, 2]), -1], _element(string)),
        *_MAKE,
    ],
    "TensorListReserve": [
        Sample([PAIR, 3], _element()),
        Sample([UNKNOWN, 0], _element(int32)),
        Sample([i64([]), 300], _element()),
        *_MAKE,
        ErrorSample(
            [PAIR, -1], _element(), INVALID, "The num_elements to reserve must be a non negative number, but got -1"
        ),
    ],
    "TensorListFromTensor": [
        Sample([np.array(ROWS), PAIR]),
        Sample([np.array(ROWS), UNKNOWN]),
        Sample([np.zeros([0, 2]), PAIR]),
        Sample([np.arange(4, dtype=np.int32), i64([])]),
        Sample([np.array([b"a", b"b"], object), i32([])]),
        ErrorSample(
            [np.array(ROWS), i32([3])], {}, INVALID, "Specified a list with shape [3] from a tensor with shape [2]"
        ),
        ErrorSample([np.array(1.0), i32([])], {}, INVALID, "Tensor must be at least a vector, but saw shape: []"),
    ],
    "TensorListLength": [Sample(on(ROWS)), Sample(on([])), Sample(on([None] * 129))],
    "TensorListElementShape": [
        Sample(on(ROWS, shape=(2,)), {"shape_type": int32}),
        Sample(on(ROWS, shape=(-1,)), {"shape_type": int64}),
        Sample(on(ROWS), {"shape_type": int32}),
    ],
    "TensorListPushBack": [
        Sample(on(ROWS, ROWS[0], shape=(2,))),
        Sample(on([], ROWS[0])),
        Sample(on(ROWS, *_of("int32", 1), dtype=int32)),
        Sample(on([None] * 128, ROWS[0])),
        ErrorSample(on(ROWS, np.array([1.0]), shape=(2,)), {}, INVALID, "Op element shape: [1] list shape: [2]"),
        ErrorSample(
            on(ROWS, ROWS[0], limit=3),
            {},
            INVALID,
            "Tried to push item into a full list list size: 3 max_num_elements: 3",
        ),
        ErrorSample(on(ROWS, i32([1, 2])), {}, INVALID, _WRONG_DTYPE),
    ],
    "TensorListPopBack": [
        Sample(on(ROWS, PAIR), _element()),
        Sample(on(ROWS, UNKNOWN), _element()),
        Sample(on([ROWS[0], None], ANY), _element()),
        Sample(on([None], PAIR), _element()),
        Sample(on([None] * 129, PAIR), _element()),
        ErrorSample(on([], PAIR), _element(), INVALID, _POP_EMPTY),
        ErrorSample(
            on([None], ANY),
            _element(),
            INVALID,
            "Trying to read an uninitialized tensor but element_shape is not fully defined",
        ),
        ErrorSample(on(ROWS, i32([3])), _element(), INVALID, "Incompatible shapes during merge: [3] vs. [2]"),
        ErrorSample(on(ROWS, PAIR), _element(int32), INVALID, _WRONG_DTYPE),
    ],
    "TensorListGetItem": [
        Sample(on(ROWS, 1, PAIR), _element()),
        Sample(on(ROWS, 2, UNKNOWN), _element()),
        Sample(on([None, ROWS[0]], 0, ANY), _element()),
        Sample(on([None], 0, i64([2])), _element()),
        Sample(on(_of("bool", True, False), 1, i32([]), dtype=bool), _element(bool)),
        Sample(on([None], 0, i32([1]), dtype=string), _element(string)),
        ErrorSample(on(ROWS, 3, PAIR), _element(), INVALID, "Trying to access element 3 in a list with 3 elements."),
        ErrorSample(on(ROWS, -1, PAIR), _element(), INVALID, "Trying to access element -1 in a list with 3 elements."),
        ErrorSample(on([None], 0, ANY), _element(), INVALID, "and no list element is set"),
        ErrorSample(on(ROWS, 0, PAIR), _element(int32), INVALID, _WRONG_DTYPE),
    ],
    "TensorListSetItem": [
        Sample(on(ROWS, 1, ROWS[0])),
        Sample(on([None, None], 0, ROWS[0], shape=(2,))),
        Sample(on(ROWS, 5, ROWS[0]), {"resize_if_index_out_of_bounds": True}),
        ErrorSample(on(ROWS, 3, ROWS[0]), {}, INVALID, "Trying to modify element 3 in a list with 3 elements."),
        ErrorSample(
            on(ROWS, -1, ROWS[0]), {"resize_if_index_out_of_bounds": True}, INVALID, "Trying to modify element -1"
        ),
        ErrorSample(on(ROWS, 0, np.array([1.0]), shape=(2,)), {}, INVALID, "Item element shape: [1] list shape: [2]"),
        ErrorSample(on(ROWS, 0, i32([1, 2])), {}, INVALID, _WRONG_DTYPE),
    ],
    "TensorListResize": [
        Sample(on(ROWS, 5)),
        Sample(on(ROWS, 1)),
        Sample(on(ROWS, 0)),
        ErrorSample(on(ROWS, -1), {}, INVALID, "TensorListSlice expects size to be non-negative. Got: -1"),
    ],
    "TensorListStack": [
        Sample(on(ROWS, PAIR), _element()),
        Sample(on(ROWS, UNKNOWN), {"element_dtype": float64, "num_elements": 3}),
        Sample(on([None, ROWS[0]], ANY), _element()),
        Sample(on([], PAIR), _element()),
        Sample(on(_of("string", b"a", b"b"), i32([]), dtype=string), _element(string)),
        ErrorSample(
            on(ROWS, PAIR),
            {"element_dtype": float64, "num_elements": 4},
            INVALID,
            "Operation expected a list with 4 elements",
        ),
        ErrorSample(on([ROWS[0], np.array([1.0])], ANY), _element(), INVALID, "non-identical shapes: [2] and [1]"),
        ErrorSample(
            on([None], ANY), _element(), INVALID, "Tried to stack list which only contains uninitialized tensors"
        ),
        ErrorSample(on([], ANY), _element(), INVALID, "Tried to stack elements of an empty list"),
    ],
    "TensorListGather": [
        Sample(on(ROWS, i32([2, 0, 2]), PAIR), _element()),
        Sample(on([None, ROWS[0]], i32([0, 1]), PAIR), _element()),
        Sample(on(ROWS, i32([]), PAIR), _element()),
        ErrorSample(on(ROWS, i32([3]), PAIR), _element(), INVALID, "Index 3 out o range; list only has 3 elements."),
        ErrorSample(on([None], i32([0]), ANY), _element(), INVALID, "Tried to gather uninitialized tensors"),
    ],
    "TensorListScatterV2": [
        Sample([np.array(ROWS), i32([3, 0, 1]), PAIR, -1]),
        Sample([np.array(ROWS), i32([3, 0, 1]), UNKNOWN, 6]),
        ErrorSample(
            [np.array(ROWS), i32([3, 0, 1]), PAIR, 2], {}, INVALID, "Trying to scatter at index 3 in list with size 2"
        ),
        ErrorSample([np.array(ROWS), i32([-1, 0, 1]), PAIR, 2], {}, INVALID, "must all be non-negative"),
        ErrorSample(
            [np.array(ROWS), i32([1]), PAIR, 2],
            {},
            INVALID,
            "Invalid number of rows in input tensor. Expected: 1 Actual: 3",
        ),
    ],
    "TensorListScatterIntoExistingList": [
        Sample(on(ROWS, np.array(ROWS), i32([2, 0, 1]))),
        Sample(on(ROWS, np.array(ROWS), i32([2, 0, 4]))),
        ErrorSample(on(ROWS, np.array(ROWS), i32([0])), {}, INVALID, "Invalid number of rows"),
        ErrorSample(on(ROWS, np.array([[1.0]]), i32([0]), shape=(2,)), {}, INVALID, "Specified a list with shape [2]"),
    ],
    "TensorListConcatV2": [
        Sample(on(ROWS, PAIR, i64([])), _element()),
        Sample(on([np.array([[1.0]]), np.array([[2.0], [3.0]])], i32([-1, 1]), i64([])), _element()),
        Sample(on([None, ROWS[0]], ANY, i64([3, 2])), _element()),
        Sample(on([], i32([-1, 2]), i64([])), _element()),
        ErrorSample(on([None], ANY, i64([])), _element(), INVALID, "List contains uninitialized tensor at index 0"),
        ErrorSample(on(ROWS, i32([3]), i64([])), _element(), INVALID, "Incompatible shapes during merge: [3] vs. [2]"),
        ErrorSample(
            on(_of("float64", 1.0), i32([]), i64([])),
            _element(),
            INVALID,
            "Concat requires elements to be at least vectors",
        ),
    ],
    "TensorListSplit": [
        Sample([np.array(ROWS), i32([-1, 2]), i64([1, 2])]),
        Sample([np.array(ROWS), UNKNOWN, i64([0, 3])]),
        ErrorSample(
            [np.array(ROWS), UNKNOWN, i64([1, 3])], {}, INVALID, "Attempting to slice [1, 4] from tensor with length 3"
        ),
        ErrorSample(
            [np.array(ROWS), UNKNOWN, i64([1])],
            {},
            INVALID,
            "Unused values in tensor. Length of tensor: 3 Values used: 1",
        ),
        ErrorSample([np.array(ROWS), UNKNOWN, i64([-1, 4])], {}, INVALID, "Invalid value in lengths: -1"),
    ],
}
