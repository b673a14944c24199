"""Arrays as TensorProto and back, and shapes as TensorShapeProto and back.

A constant is written as TensorFlow's `make_tensor_proto` writes it: raw bytes in `tensor_content` for most
numeric arrays of several elements, otherwise a list of values; one value stands for all when the array
repeats one element in memory (a broadcast view). Four forms are read: the full list, a short list whose
last value repeats, an empty list (zeros), and raw bytes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, from_enum
from graphwright.base.shape import Symbol, TensorShape
from graphwright.graphdef import messages

Array = np.ndarray[Any, Any]

_UNSIGNED_16 = np.dtype(np.uint16)

# The field that lists the values of a dtype; every integer that is not named here is in int_val.
_VALUE_FIELDS = {
    "float32": "float_val",
    "float64": "double_val",
    "float16": "half_val",
    "bfloat16": "half_val",
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "string": "string_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
}

# Numeric dtypes that TensorFlow lists value by value, whatever their number.
_ALWAYS_LISTED = frozenset({"bool", "uint16", "complex64", "complex128", "int4", "uint4", "int2", "uint2", "string"})


def value_field(dtype: DType) -> str:
    """The TensorProto field that lists values of this dtype; TypeError for handles and variants."""
    field = _VALUE_FIELDS.get(dtype.name)
    if field is not None:
        return field
    if dtype.name.startswith("float8"):
        return "float8_val"
    if dtype.name in ("resource", "variant"):
        raise TypeError(f"A tensor of dtype {dtype.name} cannot be written as a constant.")
    return "int_val"


def shape_to_proto(shape: Any) -> messages.Message:
    """A TensorShapeProto of a TensorShape, or of dims (None or a symbol: unknown) or None (unknown rank)."""
    proto = messages.TensorShapeProto()
    dims = shape.symbolic if isinstance(shape, TensorShape) else shape
    if dims is None:
        proto.unknown_rank = True
        return proto
    for dim in dims:
        proto.dim.add(size=-1 if dim is None or isinstance(dim, Symbol) else int(dim))
    return proto


def shape_from_proto(proto: messages.Message) -> TensorShape:
    """The TensorShape of a TensorShapeProto; ValueError for a dimension below -1."""
    if proto.unknown_rank:
        return TensorShape(None)
    sizes = [dim.size for dim in proto.dim]
    if any(size < -1 for size in sizes):
        raise ValueError(f"A shape has the dimensions {sizes}: below -1 (unknown) there are none.")
    return TensorShape([None if size == -1 else size for size in sizes])


def to_proto(array: Array, dtype: DType | None = None) -> messages.Message:
    """A TensorProto holding `array`.

    `dtype` is needed where the array's own dtype does not say it (quantised integers as plain ones).
    Strings are object arrays of bytes. TypeError for resource and variant: they have no constants.
    """
    dtype = as_dtype(array.dtype) if dtype is None else dtype
    field = value_field(dtype)
    proto = messages.TensorProto(dtype=dtype.as_datatype_enum, tensor_shape=shape_to_proto(array.shape))
    if array.size > 1 and _repeats_one_element(array):
        array = array[(slice(0, 1),) * array.ndim]
    elif array.size > 1 and dtype.name not in _ALWAYS_LISTED:
        proto.tensor_content = _little_endian(array).tobytes()
        return proto
    if array.size:
        _list_values(proto, field, array)
    return proto


def _repeats_one_element(array: Array) -> bool:
    return not any(step for size, step in zip(array.shape, array.strides, strict=True) if size > 1)


def _plain(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The integer in the one field of a quantised dtype; other dtypes as they are."""
    return dtype[0] if dtype.fields else dtype


def _little_endian(array: Array) -> Array:
    return array.astype(array.dtype.newbyteorder("<")) if array.dtype.byteorder == ">" else array


def _list_values(proto: messages.Message, field: str, array: Array) -> None:
    """Put the elements of `array` into the repeated (float8: bytes) field."""
    flat = np.ascontiguousarray(array).reshape(-1)
    values: Sequence[Any]
    if field == "float8_val":
        proto.float8_val = flat.tobytes()
        return
    if field == "half_val":
        values = flat.view(_UNSIGNED_16).tolist()
    elif flat.dtype.kind == "c":
        values = flat.view(flat.real.dtype).tolist()
    elif field == "string_val":
        values = [v.encode() if isinstance(v, str) else v for v in flat.tolist()]
    elif field == "int_val":
        values = flat.view(_plain(flat.dtype)).astype(np.int64).tolist()
    else:
        values = flat.tolist()
    getattr(proto, field).extend(values)


def to_array(proto: messages.Message) -> Array:
    """The array that a TensorProto holds, read-only; strings as an object array of bytes.

    Raises ValueError where the proto contradicts itself (more values than the shape holds, raw bytes of
    another size, values outside the dtype, dimensions that are unknown) and TypeError for dtypes that have
    no constants.
    """
    dtype = _dtype_of(proto)
    field = value_field(dtype)
    shape = _static_shape(proto, dtype)
    count = math.prod(shape)
    if proto.tensor_content:
        flat = _from_content(proto.tensor_content, dtype, shape, count)
    else:
        flat = _from_values(getattr(proto, field), field, dtype)
        if flat.size > count:
            raise ValueError(
                f"A constant of dtype {dtype.name} and shape {list(shape)} lists {flat.size} values, more than {count}."
            )
        if flat.size < count:
            last = flat[-1] if flat.size else _zero(dtype)
            if flat.size <= 1:  # all elements are the same one, and take its memory only
                return np.broadcast_to(np.asarray(last, flat.dtype), shape)
            flat = np.concatenate([flat, np.broadcast_to(np.asarray(last, flat.dtype), count - flat.size)])
    array = flat.reshape(shape)
    array.flags.writeable = False
    return array


def _dtype_of(proto: messages.Message) -> DType:
    number = proto.dtype
    if not 0 < number < 100 or number not in messages.DATA_TYPE_NAMES:
        name = messages.DATA_TYPE_NAMES.get(number, str(number))
        raise ValueError(f"A constant has the dtype {name}, which no value can have.")
    return from_enum(number)


def _static_shape(proto: messages.Message, dtype: DType) -> tuple[int, ...]:
    shape = tuple(dim.size for dim in proto.tensor_shape.dim)
    if proto.tensor_shape.unknown_rank or any(size < 0 for size in shape):
        raise ValueError(f"A constant must have a known shape; this one has {shape_from_proto(proto.tensor_shape)}.")
    if math.prod(size for size in shape if size) * dtype.numpy.itemsize >= 2**63:
        raise ValueError(f"A constant of shape {list(shape)} and dtype {dtype.name} is larger than any memory.")
    return shape


def _zero(dtype: DType) -> Array:
    """The scalar that an absent value stands for."""
    if dtype.name == "string":
        return np.array(b"", dtype=object)
    return np.zeros((), dtype.numpy)


def _from_content(content: bytes, dtype: DType, shape: tuple[int, ...], count: int) -> Array:
    """The elements of `tensor_content`, flat."""
    if dtype.name == "string":
        raise ValueError("A constant of dtype string has tensor_content; strings are listed in string_val.")
    expected = count * dtype.numpy.itemsize
    if len(content) != expected:
        raise ValueError(
            f"A constant of dtype {dtype.name} and shape {list(shape)} needs {expected} bytes; "
            f"tensor_content has {len(content)}."
        )
    if dtype.name == "bool" and content.strip(b"\0\1"):
        raise ValueError("A constant of dtype bool has bytes other than 0 and 1 in tensor_content.")
    return np.frombuffer(content, dtype.numpy)


def _from_values(values: Any, field: str, dtype: DType) -> Array:
    """The listed elements, flat."""
    if field == "float8_val":
        return np.frombuffer(values, dtype.numpy)
    if field == "string_val":
        flat = np.empty(len(values), object)
        flat[:] = list(values)
        return flat
    if field == "half_val":
        return _checked_integers(values, _UNSIGNED_16, dtype).view(dtype.numpy)
    if field in ("scomplex_val", "dcomplex_val"):
        if len(values) % 2:
            raise ValueError(f"A constant of dtype {dtype.name} lists {len(values)} numbers, which are not pairs.")
        return np.array(values, dtype.numpy.type(0).real.dtype).view(dtype.numpy)
    if field == "int_val":
        return _checked_integers(values, _plain(dtype.numpy), dtype).view(dtype.numpy)
    return np.array(values, dtype.numpy)


def _checked_integers(values: Any, stored: np.dtype[Any], dtype: DType) -> Array:
    """`values` (32-bit) as `stored`; ValueError where one does not fit."""
    wide = np.array(values, np.int64)
    narrow = wide.astype(stored)
    if not np.array_equal(narrow.astype(np.int64), wide):
        bad = wide[narrow.astype(np.int64) != wide][0]
        raise ValueError(f"A constant of dtype {dtype.name} lists the value {bad}, which does not fit.")
    return narrow
