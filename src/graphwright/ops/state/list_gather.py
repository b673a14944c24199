"""List ops that gather elements into a tensor and scatter a tensor into elements."""

from __future__ import annotations

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.state._list_value import TensorList, describe_shape, dtype_of, is_complete, merged
from graphwright.ops.state.tensor_list import (
    FROM_TENSOR,
    RESIZE,
    check_dtype,
    checked_rows,
    element_dims,
    length_of,
    partial_shape,
    shape_after_first,
    stack_items,
)


def _gather(input_handle: TensorList, indices: Array, element_shape: Array, element_dtype: DType) -> Array:
    check_dtype(input_handle, element_dtype)
    shape = merged(partial_shape(element_shape), input_handle.element_shape)
    message = "Tried to gather uninitialized tensors from a list with non-fully-defined element_shape: {shape}"
    items = []
    for i in indices.reshape(-1).tolist():
        if not 0 <= i < len(input_handle):
            raise errors.InvalidArgumentError(f"Index {i} out o range; list only has {len(input_handle)} elements.")
        items.append(input_handle.element(i, shape, element_dtype, message))
    if not items and not is_complete(shape):
        raise errors.InvalidArgumentError(message.format(shape=describe_shape(shape)))
    return stack_items(items, shape, element_dtype)


def _gather_dims(ctx: ShapeContext) -> Dims:
    dims, indices = element_dims(ctx, 2), ctx.dims(1)
    return None if dims is None else ((indices[0] if indices else Symbol()), *dims)


def _gather_gradient(op: Application, grad: Tensor) -> Gradients:
    # an element gathered twice accumulates both gradients
    summed = apply("UnsortedSegmentSum", (grad, op.inputs[1], length_of(op.inputs[0])))
    return [apply(FROM_TENSOR, (summed, shape_after_first(grad))), None, None]


GATHER = op(
    "TensorListGather",
    "input_handle: variant, indices: int32, element_shape: int32 -> values: element_dtype",
    "element_dtype: type",
    shape=_gather_dims,
    kernel=_gather,
    gradient=_gather_gradient,
)


def _checked_scatter(tensor: Array, indices: Array, size: int) -> None:
    if indices.ndim != 1:
        raise errors.InvalidArgumentError(
            f"Expected indices to be a vector, but received shape: {describe_shape(indices.shape)}"
        )
    if tensor.shape[:1] != indices.shape:
        raise errors.InvalidArgumentError(
            f"Invalid number of rows in input tensor. Expected: {indices.size} "
            f"Actual: {tensor.shape[0] if tensor.ndim else 0}"
        )
    if indices.size and int(indices.min()) < 0:
        raise errors.InvalidArgumentError("Indices in TensorListScatter must all be non-negative.")
    if indices.size and 0 <= size <= int(indices.max()):
        raise errors.InvalidArgumentError(
            f"TensorListScatter: Trying to scatter at index {int(indices.max())} in list with size {size}"
        )


def _scatter(tensor: Array, indices: Array, element_shape: Array, num_elements: Array) -> TensorList:
    size = int(num_elements)
    if size < -1:
        raise errors.InvalidArgumentError(f"TensorListScatter expects num_elements >= -1, found: {size}")
    _checked_scatter(tensor, indices, size)
    rows, shape = checked_rows(tensor, element_shape)
    length = size if size >= 0 else (int(indices.max()) + 1 if indices.size else 0)
    result = TensorList.unset(dtype_of(tensor), shape, length)
    return result.with_items(zip(indices.tolist(), rows, strict=True))


def _scatter_gradient(op: Application, grad: Tensor) -> Gradients:
    tensor, indices, *rest = op.inputs
    gathered = apply(GATHER, (grad, indices, shape_after_first(tensor)), {"element_dtype": tensor.dtype})
    return [gathered, None, *[None for _ in rest]]


SCATTER = op(
    "TensorListScatterV2",
    "tensor: element_dtype, indices: int32, element_shape: shape_type, num_elements: int32 -> output_handle: variant",
    "element_dtype: type; shape_type: index",
    shape=lambda ctx: (),
    kernel=_scatter,
    gradient=_scatter_gradient,
)


def _scatter_into(input_handle: TensorList, tensor: Array, indices: Array) -> TensorList:
    check_dtype(input_handle, dtype_of(tensor))
    _checked_scatter(tensor, indices, -1)
    rows, _ = checked_rows(
        tensor, np.array(input_handle.element_shape if input_handle.element_shape is not None else -1)
    )
    length = int(indices.max()) + 1 if indices.size else 0
    target = input_handle.resized(length) if length > len(input_handle) else input_handle
    return target.with_items(zip(indices.tolist(), rows, strict=True))


def _scatter_into_gradient(op: Application, grad: Tensor) -> Gradients:
    handle, tensor, indices = op.inputs
    gathered = apply(GATHER, (grad, indices, shape_after_first(tensor)), {"element_dtype": tensor.dtype})
    remaining = apply(SCATTER_INTO, (grad, apply("ZerosLike", (tensor,)), indices))
    return [apply(RESIZE, (remaining, length_of(handle))), gathered, None]


SCATTER_INTO = op(
    "TensorListScatterIntoExistingList",
    "input_handle: variant, tensor: element_dtype, indices: int32 -> output_handle: variant",
    "element_dtype: type",
    shape=lambda ctx: (),
    kernel=_scatter_into,
    gradient=_scatter_into_gradient,
)
