"""Zeros, ones and sums: the building blocks of gradients besides the rules of the ops."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, resource, variant
from graphwright.core.context import state
from graphwright.core.dispatch import apply, graph_constant
from graphwright.core.indexed_slices import IndexedSlices, concatenated, dense
from graphwright.core.tensor import EagerTensor
from graphwright.ir.handles import declared_type
from graphwright.ir.types import Dims, TensorType, tensor_type

_MAX_CONSTANT = 1000  # elements; larger fills are computed when the graph runs
_MAX_SHARED = 16  # elements; smaller arrays are created once and shared


def zeros_like(value: Any, hint: TensorType | None = None) -> Any:
    """Zeros of the dtype and shape of a tensor, of a variable for its handle, of every element for a list.

    `hint` is what is known of the gradient otherwise, for handles whose variable is not known.
    """
    if value.dtype is variant:
        made = getattr(value, "op", None)
        if made is None or made.type != "TensorListFromTensor":
            return apply("ZerosLike", (value,))
        tensor, element_shape = made.inputs  # compiled code makes lists of tensors
        return apply("TensorListFromTensor", (zeros_like(tensor), element_shape))
    if value.dtype is resource:
        declared = _declared(value, hint)
        if declared.is_static and not _is_on_device(value):
            return _filled(declared.dtype, declared.dims, 0)
        return zeros_like(apply("ReadVariableOp", (value,), {"dtype": declared.dtype}))
    if _is_on_device(value):
        return apply("ZerosLike", (value,))
    if value._type.is_static:
        return _of_type(value._type, 0)
    return apply("Fill", (apply("Shape", (value,)), _filled(value.dtype, (), 0)))


def ones_like(value: Any) -> Any:
    """Ones of the dtype and shape of a tensor: the gradient of a target by itself."""
    if _is_on_device(value):
        return apply("OnesLike", (value,))
    if value._type.is_static:
        return _of_type(value._type, 1)
    return apply("Fill", (apply("Shape", (value,)), _filled(value.dtype, (), 1)))


def _is_on_device(value: Any) -> bool:
    """Whether it is an eager value on a device other than the host: what is like it is made there."""
    return value.__class__ is not EagerTensor and getattr(value, "_device", None) is not None


def zeros_of(type_: TensorType) -> Any:
    """Zeros of a type; dimensions that are not known are 0."""
    if type_.dtype is resource:
        raise errors.UnimplementedError("A variable made inside a branch has no gradient; make it outside.")
    dims = tuple(d if isinstance(d, int) else 0 for d in type_.dims or ())
    if type_.dtype is variant:
        return apply("EmptyTensorList", (np.zeros(0, np.int32), np.int32(-1)), {"element_dtype": variant})
    return _filled(type_.dtype, dims, 0)


def whole_type(gradient: Any) -> TensorType:
    """The type of a gradient as one tensor."""
    if isinstance(gradient, IndexedSlices):
        return tensor_type(gradient.dtype, gradient.shape.symbolic)
    type_: TensorType = gradient._type
    return type_


def have_same_slices(gradients: Sequence[Any]) -> bool:
    """Whether all are slices whose rows have one known shape and whose parts have the same dtypes."""
    if not all(isinstance(g, IndexedSlices) and g.values._type.dims for g in gradients):
        return False
    rows = {(g.values._type.dims[1:], g.indices.dtype, g.dense_shape.dtype) for g in gradients}
    return len(rows) == 1 and all(isinstance(d, int) for d in gradients[0].values._type.dims[1:])


def no_rows(value: Any, like: IndexedSlices) -> IndexedSlices:
    """The gradient of a value that nothing depends on, as slices like other ones."""
    row = like.values._type.dims[1:]
    requested = "VariableShape" if value.dtype is resource else "Shape"
    whole = apply(requested, (value,), {"out_type": like.dense_shape.dtype})
    return IndexedSlices(_filled(like.dtype, (0, *row), 0), _filled(like.indices.dtype, (0,), 0), whole)


def gradient_type(value: Any) -> TensorType:
    """The type of the gradient of a value: its own, or that of a handle's variable."""
    type_: TensorType = value._type
    return _declared(value) if type_.dtype is resource else type_


def _declared(handle: Any, hint: TensorType | None = None) -> TensorType:
    declared = declared_type(handle) or hint
    if declared is None:
        raise errors.UnimplementedError(
            f"The variable behind {handle!r} is not known, so that its gradient has no shape."
        )
    return declared


def _filled(dtype: DType, dims: Dims, number: int) -> Any:
    return _of_type(tensor_type(dtype, dims), number)


def _of_type(type_: TensorType, number: int) -> Any:
    """A tensor of a static type, all of it zeros or ones."""
    size = math.prod(type_.dims)  # type: ignore[arg-type]
    if state.graph is None:
        return EagerTensor(_shared_array(type_, number) if size <= _MAX_SHARED else _array(type_, number), type_)
    if size <= _MAX_CONSTANT or type_.dtype.numpy == np.dtype(object):
        return graph_constant(_array(type_, number), type_.dtype, "zeros" if number == 0 else "ones")
    shape = np.array(type_.dims, np.int32)
    return apply("Fill", (shape, graph_constant(_array(tensor_type(type_.dtype, ()), number), type_.dtype, "Const")))


def _array(type_: TensorType, number: int) -> Any:
    dims: Any = type_.dims
    if type_.dtype.numpy == np.dtype(object):
        return np.full(dims, b"", object)
    return np.full(dims, number, type_.dtype.numpy) if number else np.zeros(dims, type_.dtype.numpy)


@functools.lru_cache(1024)
def _shared_array(type_: TensorType, number: int) -> Any:
    result = _array(type_, number)
    result.flags.writeable = False  # tensors share it
    return result


def total(parts: Sequence[Any]) -> Any:
    """The sum of the gradients of a value that is used several times."""
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(p, IndexedSlices) for p in parts):
        return concatenated(list(parts))
    tensors = [dense(p) for p in parts]
    if tensors[0].dtype is variant:
        return _total_of_lists(tensors)
    return apply("AddV2", tensors) if len(tensors) == 2 else apply("AddN", (tensors,))


def _total_of_lists(parts: Sequence[Any]) -> Any:
    """The sum of lists; those with few elements, as reads have for their gradients, are added to that of the others."""
    elements = [_set_elements(part) for part in parts]
    whole = [part for part, few in zip(parts, elements, strict=True) if few is None] or [parts[0]]
    found = whole[0] if len(whole) == 1 else apply("AddN", (whole,))
    for part, few in zip(parts, elements, strict=True):
        for index, item in () if part is whole[0] else few or ():
            shape = np.array(item._type.dims, np.int32) if item._type.is_static else apply("Shape", (item,))
            before = apply("TensorListGetItem", (found, index, shape), {"element_dtype": item.dtype})
            found = apply("TensorListSetItem", (found, index, apply("AddV2", (before, item))))
    return found


def _set_elements(handle: Any) -> list[tuple[Any, Any]] | None:
    """The indices and items that were put into a list, or added there, when none was set; None for other lists."""
    made = getattr(handle, "op", None)
    if made is None or made.type != "TensorListSetItem" or made.attrs["resize_if_index_out_of_bounds"]:
        return None
    before, index, item = made.inputs
    if getattr(before, "op", None) is not None and before.op.type == "TensorListReserve":
        return [(index, item)]
    earlier = _set_elements(before)
    added = getattr(item, "op", None)
    if earlier is None or added is None or added.type != "AddV2":
        return None
    read = getattr(added.inputs[0], "op", None)
    if read is None or read.type != "TensorListGetItem" or read.inputs[0] is not before or read.inputs[1] is not index:
        return None
    return [*earlier, (index, added.inputs[1])]
