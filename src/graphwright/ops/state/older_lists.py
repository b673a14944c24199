"""Older forms of ops on lists of tensors, and ops on batches of lists."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.state import list_concat, list_gather
from graphwright.ops.state._list_value import TensorList
from graphwright.ops.state.tensor_list import PUSH_BACK, check_dtype

_NONE = np.zeros(0, np.int64)


def _as_array(shape: TensorShape) -> Array:
    """A shape as the newer op takes it: -1 for an unknown one."""
    return np.array(-1 if shape.rank is None else [-1 if d is None else d for d in shape.as_list()], np.int32)


def _concat(input_handle: TensorList, element_dtype: DType, element_shape: TensorShape) -> list[Array]:
    assert list_concat.CONCAT.kernel is not None
    found: list[Array] = list_concat.CONCAT.kernel(
        input_handle, _as_array(element_shape), _NONE, element_dtype=element_dtype
    )
    return found


def _concat_dims(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.attrs["element_shape"].symbolic
    return [None if not dims else (Symbol(), *dims[1:]), (Symbol(),)]


CONCAT = op(
    "TensorListConcat",
    "input_handle: variant -> tensor: element_dtype, lengths: int64",
    "element_dtype: type; element_shape: shape = unknown",
    shape=_concat_dims,
    kernel=_concat,
    gradient=list_concat.CONCAT.gradient,
)
SCATTER = op(
    "TensorListScatter",
    "tensor: element_dtype, indices: int32, element_shape: shape_type -> output_handle: variant",
    "element_dtype: type; shape_type: index",
    shape=lambda ctx: (),
    kernel=lambda tensor, indices, shape: _scattered(tensor, indices, shape),
    gradient=list_gather.SCATTER.gradient,
)


def _scattered(tensor: Array, indices: Array, element_shape: Array) -> Any:
    assert list_gather.SCATTER.kernel is not None
    return list_gather.SCATTER.kernel(tensor, indices, element_shape, np.int32(-1))


def _lists(handles: Any) -> list[TensorList]:
    found = handles.reshape(-1).tolist() if isinstance(handles, np.ndarray) else [handles]
    for item in found:
        if not isinstance(item, TensorList):
            raise errors.InvalidArgumentError(f"The variant is not a list of tensors, but {item!r}.")
    return found


def _like(handles: Any, lists: list[TensorList]) -> Any:
    if not isinstance(handles, np.ndarray):
        return lists[0]
    result = np.empty(handles.size, object)
    for i, item in enumerate(lists):
        result[i] = item
    return result.reshape(handles.shape)


def _concat_lists(input_a: Any, input_b: Any, element_dtype: DType) -> Any:
    first, second = _lists(input_a), _lists(input_b)
    if len(first) != len(second):
        raise errors.InvalidArgumentError(f"There are {len(first)} lists and {len(second)}")
    joined = []
    for a, b in zip(first, second, strict=True):
        check_dtype(a, element_dtype)
        check_dtype(b, element_dtype)
        joined.append(TensorList.of(a.element_dtype, a.element_shape, [*a, *b]))
    return _like(input_a, joined)


CONCAT_LISTS = op(
    "TensorListConcatLists",
    "input_a: variant, input_b: variant -> output: variant",
    "element_dtype: type",
    shape=lambda ctx: ctx.dims(0),
    kernel=_concat_lists,
)


def _push_batch(input_handles: Any, tensor: Array) -> Any:
    lists = _lists(input_handles)
    if not tensor.ndim or len(tensor) != len(lists):
        raise errors.InvalidArgumentError(f"There are {len(lists)} lists, and a tensor of shape {list(tensor.shape)}")
    assert PUSH_BACK.kernel is not None
    return _like(input_handles, [PUSH_BACK.kernel(item, row) for item, row in zip(lists, tensor, strict=True)])


PUSH_BACK_BATCH = op(
    "TensorListPushBackBatch",
    "input_handles: variant, tensor: element_dtype -> output_handles: variant",
    "element_dtype: type",
    shape=lambda ctx: ctx.dims(0),
    kernel=_push_batch,
)
