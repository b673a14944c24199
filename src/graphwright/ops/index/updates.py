"""Tensors with some of their elements replaced or added to."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.ir.prelude import OpRecord, describe_dims, op
from graphwright.ops.array._older import older
from graphwright.ops.index.slicing import MASK_ATTRS, numpy_index

older(
    "ScatterNdNonAliasingAdd",
    "input: T, indices: Tindices, updates: T -> output: T",
    "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, bfloat16, qint16, quint16, "
    'uint16, complex128, half, uint32, uint64, bool}; Tindices: index; bad_indices_policy: string = ""',
    "TensorScatterAdd",
)

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def _update(input: Array, begin: Array, end: Array, strides: Array, value: Array, **masks: int) -> Array:
    result = np.array(input)
    index = numpy_index(result.shape, begin, end, strides, masks)
    shape = result[index].shape
    try:
        result[index] = np.broadcast_to(value, shape)
    except ValueError:
        raise errors.InvalidArgumentError(
            f"Cannot broadcast input shape {describe_dims(value.shape)} into final shape {describe_dims(shape)}"
        ) from None
    return result


def _update_gradient(op: Application, grad: Tensor) -> Gradients:
    _, begin, end, strides, value = op.inputs
    masks: dict[str, Any] = {n: op.attrs[n] for n in _MASKS}
    outside = apply(UPDATE, (grad, begin, end, strides, np.zeros((), grad.dtype.numpy)), masks)
    inside = apply("StridedSlice", (grad, begin, end, strides), masks)
    shape = apply("Shape", (value,))
    axes = apply("BroadcastGradientArgs", (apply("Shape", (inside,)), shape))
    summed = apply("Sum", (inside, axes[1]))
    return [outside, None, None, None, apply("Reshape", (summed, shape))]


UPDATE: OpRecord = op(
    "TensorStridedSliceUpdate",
    "input: T, begin: Index, end: Index, strides: Index, value: T -> output: T",
    f"T: type; Index: index; {MASK_ATTRS}",
    shape=lambda ctx: ctx.dims(0),
    kernel=_update,
    gradient=_update_gradient,
)
