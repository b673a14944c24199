"""Conversion to and from TensorProto messages: `tf.make_tensor_proto`, `tf.make_ndarray`."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from graphwright.base.dtypes import as_dtype, from_numpy
from graphwright.base.shape import TensorShape
from graphwright.core.convert import to_array
from graphwright.core.prelude import Array, DTypeLike, ShapeLike, TensorLike

if TYPE_CHECKING:
    from graphwright.graphdef.messages import Message


def make_tensor_proto(
    values: TensorLike,
    dtype: DTypeLike | None = None,
    shape: ShapeLike | None = None,
    verify_shape: bool = False,
    allow_broadcast: bool = False,
) -> Message:
    """Convert a value to a TensorProto message (needs `protobuf`).

    Args:
      values: a number, text, an array, or nested sequences of them.
      dtype: the dtype; by default inferred from the value.
      shape: the shape; missing values repeat the last one.
      verify_shape: require the value to have exactly this shape.
      allow_broadcast: allow only a single value to fill the shape.

    Raises:
      TypeError, ValueError: the value cannot have the dtype, or does not fit the shape.

    >>> tf.make_ndarray(tf.make_tensor_proto([1, 2], shape=[3]))
    array([1, 2, 2], dtype=int32)
    """
    from graphwright.graphdef.tensor_proto import to_proto

    if allow_broadcast and verify_shape:
        raise ValueError("allow_broadcast and verify_shape are not both allowed.")
    target = None if dtype is None else as_dtype(dtype)
    array = to_array(values, target)
    if shape is not None:
        array = _shaped(array, tuple(int(d or 0) for d in TensorShape(shape)), verify_shape, allow_broadcast)
    return to_proto(array, target or from_numpy(array.dtype))


def _shaped(array: Array, shape: tuple[int, ...], verify: bool, broadcast: bool) -> Array:
    if array.shape == shape:
        return array
    count = math.prod(shape)
    if verify:
        raise TypeError(f"Expected Tensor's shape: {shape}, but got {array.shape}.")
    if (broadcast and array.size != 1) or array.size > count or array.size == 0:
        raise ValueError(f"Too many elements provided. Needed at most {count}, but received {array.size}.")
    flat = array.reshape(-1)
    if flat.size == 1:
        return np.broadcast_to(flat[0:1].reshape((1,) * len(shape)), shape)
    return np.concatenate([flat, np.repeat(flat[-1:], count - flat.size)]).reshape(shape)


def make_ndarray(tensor: Message) -> Array:
    """Convert a TensorProto message to an array; strings become an object array of bytes.

    Raises ValueError for an inconsistent message, TypeError for a dtype without constants.

    >>> tf.make_ndarray(tf.make_tensor_proto(1.5))
    array(1.5, dtype=float32)
    """
    from graphwright.graphdef.tensor_proto import to_array as array_in

    return np.array(array_in(tensor))
