"""Tensor list ops, used by TensorArray and by the gradients of loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.lowering import Structural
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op
from graphwright.ops.state._list_value import (
    EMPTY_STACK,
    UNSET_ELEMENT,
    UNSET_STACK,
    PartialShape,
    TensorList,
    compatible,
    describe_shape,
    dtype_of,
    interned,
    is_complete,
    shape_of,
    zeros,
)

# helpers ----------------------------------------------------------------------------------------------------


def element_dims(ctx: ShapeContext, i: int) -> Dims:
    """The element dims in input i: a vector with -1 for unknown sizes, or the scalar -1 for an unknown rank."""
    if ctx.rank(i) != 1:
        if (ctx.rank(i) or 0) > 1:
            raise ctx.fail(f"Shape must be at most rank 1 but is rank {ctx.rank(i)}")
        return None
    sizes = ctx.dims_value(i)
    if sizes is None:
        return None
    return tuple(d if isinstance(d, int) and d >= 0 else Symbol() if isinstance(d, int) else d for d in sizes)


def partial_shape(sizes: Array) -> PartialShape:
    """The partial shape in the value of an `element_shape` input."""
    if sizes.ndim > 1:
        raise errors.InvalidArgumentError(f"Shape must be at most rank 1 but is rank {sizes.ndim}")
    if sizes.size and int(sizes.min()) < -1:
        raise errors.InvalidArgumentError(f"Dimension {int(sizes.min())} must be >= -1")
    if not sizes.ndim:
        if int(sizes) != -1:
            raise errors.InvalidArgumentError(
                f"The only valid scalar shape tensor is the fully unknown shape specified as -1, got {int(sizes)}"
            )
        return None
    return interned(int(d) for d in sizes)


def check_dtype(value: TensorList, dtype: DType) -> None:
    if value.element_dtype is not dtype and not value.is_neutral:
        raise errors.InvalidArgumentError(
            f"Invalid data types; op elements {dtype.name} but list elements {value.element_dtype.name}"
        )


def _rows(tensor: Array) -> list[Array]:
    if not tensor.ndim:
        raise errors.InvalidArgumentError("Tensor must be at least a vector, but saw shape: []")
    return [np.asarray(row, tensor.dtype) for row in tensor]


def stack_items(items: list[Array], shape: PartialShape, dtype: DType) -> Array:
    """Stack elements, which must have the same shape, along a new first axis."""
    if not items:
        return np.zeros((0, *(shape or ())), dtype.numpy)
    first = items[0].shape
    if any(item.shape != first for item in items):
        other = next(item.shape for item in items if item.shape != first)
        raise errors.InvalidArgumentError(
            f"Tried to stack elements of a list with non-identical shapes: {describe_shape(first)} and "
            f"{describe_shape(other)}"
        )
    if not first or not items[0].size:
        result = np.empty((len(items), *first), dtype.numpy)
        for i, item in enumerate(items):
            result[i] = item[()]  # for strings: the object rather than the array around it
        return result
    return np.concatenate(items).reshape(len(items), *first)


def shape_after_first(x: Tensor) -> Array | Tensor:
    """The shape of the rows of a tensor."""
    dims = x._type.dims
    if dims is not None and all(isinstance(d, int) for d in dims[1:]):
        return np.array(dims[1:], np.int32)
    return apply("StridedSlice", (apply("Shape", (x,)), [1], [0], [1]), {"end_mask": 1})


def _shape_of(x: Tensor) -> Array | Tensor:
    return np.array(x._type.dims, np.int32) if x._type.is_static else apply("Shape", (x,))


def length_of(handle: Tensor) -> Tensor:
    return apply(LENGTH, (handle,))


_NO_SHAPE = np.array(-1, np.int32)

# creation ---------------------------------------------------------------------------------------------------


def _empty(element_shape: Array, max_num_elements: Array, element_dtype: DType) -> TensorList:
    return TensorList.of(element_dtype, partial_shape(element_shape), limit=int(max_num_elements))


EMPTY = op(
    "EmptyTensorList",
    "element_shape: shape_type, max_num_elements: int32 -> handle: variant",
    "element_dtype: type; shape_type: index",
    shape=lambda ctx: (),
    kernel=_empty,
    no_gradient=True,
    native=Structural(),
)


def _reserve(element_shape: Array, num_elements: Array, element_dtype: DType) -> TensorList:
    count = int(num_elements)
    if count < 0:
        raise errors.InvalidArgumentError(f"The num_elements to reserve must be a non negative number, but got {count}")
    return TensorList.unset(element_dtype, partial_shape(element_shape), count)


RESERVE = op(
    "TensorListReserve",
    "element_shape: shape_type, num_elements: int32 -> handle: variant",
    "element_dtype: type; shape_type: index",
    shape=lambda ctx: (),
    kernel=_reserve,
    no_gradient=True,
    native=Structural(),
)


def checked_rows(tensor: Array, element_shape: Array) -> tuple[list[Array], PartialShape]:
    shape = partial_shape(element_shape)
    rows = _rows(tensor)
    if not compatible(shape, tensor.shape[1:]):
        raise errors.InvalidArgumentError(
            f"Specified a list with shape {describe_shape(shape)} from a tensor with shape "
            f"{describe_shape(tensor.shape[1:])}"
        )
    return rows, shape


def _from_tensor(tensor: Array, element_shape: Array) -> TensorList:
    rows, shape = checked_rows(tensor, element_shape)
    return TensorList.of(dtype_of(tensor), shape, rows)


def _from_tensor_gradient(op: Application, grad: Tensor) -> Gradients:
    tensor = op.inputs[0]
    dims = tensor._type.dims
    count = dims[0] if dims and isinstance(dims[0], int) else -1
    attrs = {"element_dtype": tensor.dtype, "num_elements": count}
    return [apply(STACK, (grad, shape_after_first(tensor)), attrs), None]


FROM_TENSOR = op(
    "TensorListFromTensor",
    "tensor: element_dtype, element_shape: shape_type -> output_handle: variant",
    "element_dtype: type; shape_type: index",
    shape=lambda ctx: (),
    kernel=_from_tensor,
    gradient=_from_tensor_gradient,
    native=Structural(),
)

# queries ----------------------------------------------------------------------------------------------------

LENGTH = op(
    "TensorListLength",
    "input_handle: variant -> length: int32",
    shape=lambda ctx: (),
    kernel=lambda input_handle: np.array(len(input_handle), np.int32),
    no_gradient=True,
    native=Structural(),
)


def _element_shape(input_handle: TensorList, shape_type: DType) -> Array:
    shape = input_handle.element_shape
    return np.array(-1 if shape is None else shape, shape_type.numpy)


ELEMENT_SHAPE = op(
    "TensorListElementShape",
    "input_handle: variant -> element_shape: shape_type",
    "shape_type: index",
    shape=lambda ctx: None,
    kernel=_element_shape,
    no_gradient=True,
)

# push and pop -----------------------------------------------------------------------------------------------


def _push(input_handle: TensorList, tensor: Array) -> TensorList:
    check_dtype(input_handle, dtype_of(tensor))
    if not compatible(input_handle.element_shape, shape_of(tensor)):
        raise errors.InvalidArgumentError(
            f"Tried to append a tensor with incompatible shape to a list. Op element shape: "
            f"{describe_shape(shape_of(tensor))} list shape: {describe_shape(input_handle.element_shape)}"
        )
    if 0 <= input_handle.limit <= len(input_handle):
        raise errors.InvalidArgumentError(
            f"Tried to push item into a full list list size: {len(input_handle)} max_num_elements: {input_handle.limit}"
        )
    if input_handle.is_neutral:
        input_handle = TensorList.of(dtype_of(tensor), None)
    return input_handle.pushed(tensor)


def _push_gradient(op: Application, grad: Tensor) -> Gradients:
    tensor = op.inputs[1]
    return list(apply_multi(POP_BACK, (grad, _shape_of(tensor)), {"element_dtype": tensor.dtype}))


PUSH_BACK = op(
    "TensorListPushBack",
    "input_handle: variant, tensor: element_dtype -> output_handle: variant",
    "element_dtype: type",
    shape=lambda ctx: (),
    kernel=_push,
    gradient=_push_gradient,
    native=Structural(),
)


def _pop(input_handle: TensorList, element_shape: Array, element_dtype: DType) -> list[Any]:
    check_dtype(input_handle, element_dtype)
    expected = partial_shape(element_shape)
    message = "Trying to read an uninitialized tensor but element_shape is not fully defined.{shape}"
    if input_handle.is_neutral:
        return [input_handle, zeros(expected, element_dtype, message)]
    if not len(input_handle):
        raise errors.InvalidArgumentError("Trying to pop from an empty list.")
    item = input_handle.element(len(input_handle) - 1, expected, element_dtype, message)
    _check_item(item, expected)
    return [input_handle.popped(), item]


def _check_item(item: Array, expected: PartialShape) -> None:
    if not compatible(expected, shape_of(item)):
        raise errors.InvalidArgumentError(
            f"Incompatible shapes during merge: {describe_shape(expected)} vs. {describe_shape(shape_of(item))}"
        )


def _pop_gradient(op: Application, list_grad: TensorLike, grad: TensorLike) -> Gradients:
    if list_grad is None:
        list_grad = apply("ZerosLike", (op.outputs[0],))
    if grad is None:
        grad = apply("ZerosLike", (op.outputs[1],))
    return [apply(PUSH_BACK, (list_grad, grad)), None]


POP_BACK = op(
    "TensorListPopBack",
    "input_handle: variant, element_shape: int32 -> output_handle: variant, tensor: element_dtype",
    "element_dtype: type",
    shape=lambda ctx: [(), element_dims(ctx, 1)],
    kernel=_pop,
    gradient=_pop_gradient,
    native=Structural(),
)

# single elements --------------------------------------------------------------------------------------------


def _get(input_handle: TensorList, index: Array, element_shape: Array, element_dtype: DType) -> Any:
    check_dtype(input_handle, element_dtype)
    position, expected = int(index), partial_shape(element_shape)
    if not 0 <= position < len(input_handle) and not input_handle.is_neutral:
        raise errors.InvalidArgumentError(
            f"Trying to access element {position} in a list with {len(input_handle)} elements."
        )
    item = input_handle.element(position, expected, element_dtype, UNSET_ELEMENT)
    _check_item(item, expected)
    return item


def _get_gradient(op: Application, grad: Tensor) -> Gradients:
    handle, index, _ = op.inputs
    unset = apply(RESERVE, (_NO_SHAPE, length_of(handle)), {"element_dtype": grad.dtype})
    return [apply(SET_ITEM, (unset, index, grad)), None, None]


GET_ITEM = op(
    "TensorListGetItem",
    "input_handle: variant, index: int32, element_shape: Tshape -> item: element_dtype",
    "element_dtype: type; Tshape: index = int32",
    shape=lambda ctx: element_dims(ctx, 2),
    kernel=_get,
    gradient=_get_gradient,
    native=Structural(),
)


def _set(input_handle: TensorList, index: Array, item: Array, resize_if_index_out_of_bounds: bool) -> TensorList:
    position = int(index)
    check_dtype(input_handle, dtype_of(item))
    if input_handle.is_neutral:
        return TensorList.unset(dtype_of(item), None, position + 1).with_item(position, item)
    if position < 0 or (position >= len(input_handle) and not resize_if_index_out_of_bounds):
        raise errors.InvalidArgumentError(
            f"Trying to modify element {position} in a list with {len(input_handle)} elements."
        )
    if not compatible(input_handle.element_shape, shape_of(item)):
        raise errors.InvalidArgumentError(
            f"Tried to set a tensor with incompatible shape at a list index. Item element shape: "
            f"{describe_shape(shape_of(item))} list shape: {describe_shape(input_handle.element_shape)}"
        )
    if position >= len(input_handle):
        return input_handle.resized(position).pushed(item)
    return input_handle.with_item(position, item)


def _set_gradient(op: Application, grad: Tensor) -> Gradients:
    handle, index, item = op.inputs
    item_grad = apply(GET_ITEM, (grad, index, _shape_of(item)), {"element_dtype": item.dtype})
    list_grad = apply(SET_ITEM, (grad, index, apply("ZerosLike", (item,))))
    if op.attrs["resize_if_index_out_of_bounds"]:
        list_grad = apply(RESIZE, (list_grad, length_of(handle)))
    return [list_grad, None, item_grad]


SET_ITEM = op(
    "TensorListSetItem",
    "input_handle: variant, index: int32, item: element_dtype -> output_handle: variant",
    "element_dtype: type; resize_if_index_out_of_bounds: bool = false",
    shape=lambda ctx: (),
    kernel=_set,
    gradient=_set_gradient,
    native=Structural(),
)


def _resize(input_handle: TensorList, size: Array) -> TensorList:
    if int(size) < 0:
        raise errors.InvalidArgumentError(f"TensorListSlice expects size to be non-negative. Got: {int(size)}")
    return input_handle if input_handle.is_neutral else input_handle.resized(int(size))


RESIZE = op(
    "TensorListResize",
    "input_handle: variant, size: int32 -> output_handle: variant",
    shape=lambda ctx: (),
    kernel=_resize,
    gradient=lambda op, grad: [apply("TensorListResize", (grad, length_of(op.inputs[0]))), None],
    native=Structural(),
)

# all elements -----------------------------------------------------------------------------------------------


def _stack(input_handle: TensorList, element_shape: Array, element_dtype: DType, num_elements: int) -> Any:
    check_dtype(input_handle, element_dtype)
    expected = partial_shape(element_shape)
    if input_handle.is_neutral and num_elements >= 0 and expected is not None:
        return zeros((num_elements, *expected), element_dtype, "Tried to stack an empty list of shape {shape}")
    if num_elements not in (-1, len(input_handle)):
        raise errors.InvalidArgumentError(
            f"Operation expected a list with {num_elements} elements but got a list with {len(input_handle)} elements."
        )
    shape = input_handle.known_shape(expected)
    if not len(input_handle) and not is_complete(shape):
        raise errors.InvalidArgumentError(EMPTY_STACK.format(shape=describe_shape(shape)))
    items = [item if item is not None else zeros(shape, element_dtype, UNSET_STACK) for item in input_handle]
    for representative in {shape_of(item): item for item in items}.values():
        _check_item(representative, expected)
    return stack_items(items, shape, element_dtype)


def _stack_dims(ctx: ShapeContext) -> Dims:
    dims, count = element_dims(ctx, 1), ctx.attrs["num_elements"]
    return None if dims is None else (count if count >= 0 else Symbol(), *dims)


STACK = op(
    "TensorListStack",
    "input_handle: variant, element_shape: int32 -> tensor: element_dtype",
    "element_dtype: type; num_elements: int = -1",
    shape=_stack_dims,
    kernel=_stack,
    gradient=lambda op, grad: [apply(FROM_TENSOR, (grad, shape_after_first(grad))), None],
    native=Structural(),
)
