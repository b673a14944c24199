"""Tensors as serialized TensorProto messages: `tf.io.serialize_tensor` and `parse_tensor`."""

from __future__ import annotations

import base64
import math

import numpy as np

from graphwright.base.dtypes import DType, as_dtype
from graphwright.core.prelude import Array, DTypeLike, Tensor, TensorLike, apply, convert_to_tensor, errors
from graphwright.ir.prelude import Dims, ShapeContext, describe_dims, op


def serialized(array: Array, dtype: DType, packed: bool = False) -> bytes:
    """The bytes of a TensorProto: numbers as they are in memory, strings one by one or, if `packed`, in one piece."""
    from graphwright.graphdef import messages
    from graphwright.graphdef.tensor_proto import _little_endian, shape_to_proto, to_proto

    text = dtype.name == "string"
    if array.size == 0 or (text and not packed):
        message = to_proto(array, dtype)
    else:
        message = messages.TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shape_to_proto(array.shape))
        message.tensor_content = _packed_strings(array) if text else _little_endian(array).tobytes()
    data: bytes = message.SerializeToString()
    return data


def _packed_strings(array: Array) -> bytes:
    """The lengths of strings as variable-length integers, then the strings."""
    strings = array.reshape(-1).tolist()
    lengths = bytearray()
    for text in strings:
        rest = len(text)
        while rest > 127:
            lengths.append(rest & 127 | 128)
            rest >>= 7
        lengths.append(rest)
    return bytes(lengths) + b"".join(strings)


def _unpacked_strings(data: bytes, shape: tuple[int, ...]) -> Array:
    at, lengths = 0, []
    for _ in range(math.prod(shape)):
        length = shift = 0
        while True:
            if at >= len(data) or shift > 56:
                raise ValueError("the lengths of its strings are damaged")
            byte = data[at]
            length |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                break
        lengths.append(length)
    if at + sum(lengths) != len(data):
        raise ValueError(f"its strings have {sum(lengths)} bytes, and {len(data) - at} are there")
    result = np.empty(len(lengths), object)
    for i, length in enumerate(lengths):
        result[i] = data[at : at + length]
        at += length
    return result.reshape(shape)


def parsed(data: bytes) -> tuple[Array, DType]:
    """The tensor of `serialized`, and its dtype; ValueError for other bytes."""
    from google.protobuf.message import DecodeError

    from graphwright.base.dtypes import from_enum
    from graphwright.graphdef import messages
    from graphwright.graphdef.tensor_proto import to_array

    try:
        message = messages.TensorProto.FromString(data)
    except DecodeError as error:
        raise ValueError(f"Could not parse `serialized` as TensorProto ({error})") from None
    try:
        dtype = from_enum(message.dtype)
        if dtype.name == "string" and message.tensor_content:
            sizes = [dim.size for dim in message.tensor_shape.dim]
            if min(sizes, default=0) < 0 or math.prod(sizes) > len(message.tensor_content):
                raise ValueError(f"its shape is {sizes}")
            return _unpacked_strings(message.tensor_content, tuple(sizes)), dtype
        return to_array(message), dtype
    except (TypeError, KeyError, ValueError) as error:
        raise ValueError(f"Cannot parse tensor from proto: {error}") from None


def scalar_of(data: bytes) -> Array:
    """Bytes as a string scalar."""
    result = np.empty((), object)
    result[()] = data
    return result


def _serialize(tensor: Array, dtype: DType) -> Array:
    try:
        return scalar_of(serialized(tensor, dtype))
    except TypeError as error:
        raise errors.InvalidArgumentError(str(error)) from None


# the dtype of a quantized tensor does not follow from its array, so that the kernel asks for it
SERIALIZE_TENSOR = op(
    "SerializeTensor", "tensor: T -> serialized: string", "T: type", shape=lambda ctx: (),
    kernel=lambda tensor: _serialize(tensor, as_dtype(tensor.dtype)), no_gradient=True,
)  # fmt: skip


def _parse(serialized: Array, out_type: DType) -> Array:
    if serialized.ndim:
        raise errors.ShapeMismatchError(f"Expected `serialized` to be a scalar, got shape: {list(serialized.shape)}")
    data = serialized.item()
    try:
        array, dtype = parsed(data)
    except ValueError as error:
        shown = base64.b64encode(data[:100]).decode()
        raise errors.InvalidArgumentError(f"{error}, base64: {shown}") from None
    if dtype is not out_type:
        raise errors.InvalidArgumentError(
            f"Type mismatch between parsed tensor ({dtype.name}) and dtype ({out_type.name})"
        )
    return np.array(array)


def _parse_rule(ctx: ShapeContext) -> Dims:
    if ctx.rank(0) not in (None, 0):
        raise ctx.fail(f"Expected `serialized` to be a scalar, got shape: {describe_dims(ctx.dims(0))}")
    return None


PARSE_TENSOR = op(
    "ParseTensor", "serialized: string -> output: out_type", "out_type: type", shape=_parse_rule, kernel=_parse,
    no_gradient=True,
)  # fmt: skip


def serialize_tensor(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Serialize a tensor as a TensorProto message: a string scalar.

    Args:
      tensor: of any dtype but resource and variant.
      name: of the operation.

    >>> data = tf.io.serialize_tensor(tf.constant([1.5, 2.0]))
    >>> tf.io.parse_tensor(data, tf.float32).numpy().tolist()
    [1.5, 2.0]
    """
    return apply(SERIALIZE_TENSOR, (convert_to_tensor(tensor),), None, name)


def parse_tensor(serialized: TensorLike, out_type: DTypeLike, name: str | None = None) -> Tensor:
    """Parse a serialized TensorProto message; the static shape is unknown.

    Args:
      serialized: string scalar.
      out_type: the dtype of the tensor.
      name: of the operation.

    Raises InvalidArgumentError if the bytes are no such message, or the tensor has another dtype.

    >>> int(tf.io.parse_tensor(tf.io.serialize_tensor(tf.constant(3)), tf.int32))
    3
    """
    return apply(PARSE_TENSOR, (serialized,), {"out_type": as_dtype(out_type)}, name)
