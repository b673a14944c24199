"""List ops that concatenate elements into one tensor, and split one into elements."""

from __future__ import annotations

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.state._list_value import (
    PartialShape,
    TensorList,
    compatible,
    describe_shape,
    dtype_of,
    is_complete,
    merged,
    zeros,
)
from graphwright.ops.state.tensor_list import check_dtype, element_dims, partial_shape


def _concat(input_handle: TensorList, element_shape: Array, leading_dims: Array, element_dtype: DType) -> list[Array]:
    """Concatenate the elements; also returns their lengths. Unset elements are zeros of their leading dimension."""
    check_dtype(input_handle, element_dtype)
    expected = partial_shape(element_shape)
    shape = input_handle.known_shape(None if not expected else (-1, *expected[1:]))
    if (expected is not None and not expected) or (shape is not None and not shape):
        raise errors.InvalidArgumentError("Concat requires elements to be at least vectors, found scalars instead.")
    items = [
        item if item is not None else zeros(_unset_shape(shape, leading_dims, i), element_dtype, _UNKNOWN_ELEMENT_SHAPE)
        for i, item in enumerate(input_handle)
    ]
    for item in items:
        merged(expected, item.shape)
        if item.shape[1:] != items[0].shape[1:]:
            raise errors.InvalidArgumentError(
                f"Tried to concat tensors with unequal shapes: {describe_shape(items[0].shape)} vs. "
                f"{describe_shape(item.shape)}"
            )
    if not items:
        rest = None if shape is None else shape[1:]
        joined = zeros(None if rest is None else (0, *rest), element_dtype, _UNKNOWN_EMPTY_SHAPE)
    else:
        joined = np.concatenate(items)
    return [joined, np.array([len(i) for i in items], np.int64)]


_UNKNOWN_ELEMENT_SHAPE = "Tried to concat uninitialized tensors of a list with non-fully-defined element_shape: {shape}"
_UNKNOWN_EMPTY_SHAPE = (
    "All except the first dimension must be fully defined when concating an empty tensor list. element_shape: {shape}"
)


def _unset_shape(shape: PartialShape, leading_dims: Array, i: int) -> PartialShape:
    if i < leading_dims.size:
        return None if shape is None else (int(leading_dims[i]), *shape[1:])
    if not is_complete(shape):
        raise errors.InvalidArgumentError(
            f"List contains uninitialized tensor at index {i} but leading_dims has only {leading_dims.size} elements."
        )
    return shape


def _concat_dims(ctx: ShapeContext) -> list[Dims]:
    dims = element_dims(ctx, 1)
    return [None if not dims else (Symbol(), *dims[1:]), (Symbol(),)]


def _concat_gradient(op: Application, grad: Tensor, _: Tensor) -> Gradients:
    slices = apply(SPLIT, (grad, np.array(-1, np.int32), op.outputs[1]))
    return [slices, *[None for _ in op.inputs[1:]]]


CONCAT = op(
    "TensorListConcatV2",
    "input_handle: variant, element_shape: shape_type, leading_dims: int64 -> tensor: element_dtype, lengths: int64",
    "element_dtype: type; shape_type: index",
    shape=_concat_dims,
    kernel=_concat,
    gradient=_concat_gradient,
)


def _split(tensor: Array, element_shape: Array, lengths: Array) -> TensorList:
    shape = partial_shape(element_shape)
    if not tensor.ndim:
        raise errors.InvalidArgumentError("Tensor must be at least a vector, but saw shape: []")
    if lengths.ndim != 1:
        raise errors.InvalidArgumentError(
            f"Expected lengths to be a vector, received shape: {describe_shape(lengths.shape)}"
        )
    if not compatible(shape, (-1, *tensor.shape[1:])):
        raise errors.InvalidArgumentError(
            f"tensor shape {describe_shape(tensor.shape)} is not compatible with element_shape {describe_shape(shape)}"
        )
    slices, start = [], 0
    for length in lengths.tolist():
        if length < 0:
            raise errors.InvalidArgumentError(f"Invalid value in lengths: {length}")
        if start + length > len(tensor):
            raise errors.InvalidArgumentError(
                f"Attempting to slice [{start}, {start + length}] from tensor with length {len(tensor)}"
            )
        slices.append(tensor[start : start + length])
        start += length
    if start != len(tensor):
        raise errors.InvalidArgumentError(
            f"Unused values in tensor. Length of tensor: {len(tensor)} Values used: {start}"
        )
    return TensorList.of(dtype_of(tensor), shape, slices)


def _split_gradient(op: Application, grad: Tensor) -> Gradients:
    tensor, _, lengths = op.inputs
    attrs = {"element_dtype": tensor.dtype}
    dims = tensor._type.dims
    if dims is not None and all(isinstance(d, int) for d in dims[1:]):
        shape: Tensor | Array = np.array([-1, *dims[1:]], np.int32)
    else:
        rest = apply("StridedSlice", (apply("Shape", (tensor,)), [1], [0], [1]), {"end_mask": 1})
        shape = apply("ConcatV2", ([np.array([-1], np.int32), rest], np.int32(0)))
    joined, _ = apply_multi(CONCAT, (grad, shape, lengths), attrs)
    return [joined, None, None]


SPLIT = op(
    "TensorListSplit",
    "tensor: element_dtype, element_shape: shape_type, lengths: int64 -> output_handle: variant",
    "element_dtype: type; shape_type: index",
    shape=lambda ctx: (),
    kernel=_split,
    gradient=_split_gradient,
)
