"""ONNX tensors and element types, as arrays and dtypes."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any, TypeAlias

import ml_dtypes
import numpy as np

from graphwright.base import dtypes, errors
from graphwright.base.dtypes import DType

Message: TypeAlias = Any  # messages of protobuf generate their attributes at run time

ELEMENT_TYPES: dict[int, DType] = {
    1: dtypes.float32,
    2: dtypes.uint8,
    3: dtypes.int8,
    4: dtypes.uint16,
    5: dtypes.int16,
    6: dtypes.int32,
    7: dtypes.int64,
    8: dtypes.string,
    9: dtypes.bool,
    10: dtypes.float16,
    11: dtypes.float64,
    12: dtypes.uint32,
    13: dtypes.uint64,
    14: dtypes.complex64,
    15: dtypes.complex128,
    16: dtypes.bfloat16,
    17: dtypes.float8_e4m3fn,
    18: dtypes.float8_e4m3fnuz,
    19: dtypes.float8_e5m2,
    20: dtypes.float8_e5m2fnuz,
    21: dtypes.uint4,
    22: dtypes.int4,
}
"""The element types that functions have, by ONNX's numbers."""

ELEMENT_NUMBERS = {dtype: number for number, dtype in ELEMENT_TYPES.items()}
"""ONNX's numbers of dtypes."""

NAMES_OF_OTHERS = {
    23: "FLOAT4E2M1",
    24: "FLOAT8E8M0",
    25: "UINT2",
    26: "INT2",
}
"""Element types of quantized weights, which no function here computes with."""

_FLOAT8 = (17, 18, 19, 20)

EXTERNAL = 1
"""The number of the data location EXTERNAL."""

LARGEST_RANK = 64

_FIELDS = {
    1: ("float_data", np.float32),
    2: ("int32_data", np.uint8),
    3: ("int32_data", np.int8),
    4: ("int32_data", np.uint16),
    5: ("int32_data", np.int16),
    6: ("int32_data", np.int32),
    7: ("int64_data", np.int64),
    9: ("int32_data", np.bool_),
    11: ("double_data", np.float64),
    12: ("uint64_data", np.uint32),
    13: ("uint64_data", np.uint64),
}


def dtype_of(number: int, what: str) -> DType:
    """The dtype of an ONNX element type; UnimplementedError for one of `NAMES_OF_OTHERS`, else InvalidArgumentError."""
    if number in ELEMENT_TYPES:
        return ELEMENT_TYPES[number]
    if number in NAMES_OF_OTHERS:
        raise errors.UnimplementedError(
            f"{what} has elements of type {NAMES_OF_OTHERS[number]}, which is not supported."
        )
    raise errors.InvalidArgumentError(f"{what} has an unknown element type, {number}.")


def to_array(proto: Message, folder: str | None) -> np.ndarray[Any, Any]:
    """The array of a TensorProto; `folder` contains its external data, None where there can be none.

    Raises InvalidArgumentError for sizes that disagree and for external data outside the folder, NotFoundError where
    it is missing.
    """
    what = f"The tensor '{proto.name}'"
    dtype = dtype_of(proto.data_type, what)
    dims = checked_dims(proto.dims, what)
    count = math.prod(dims)
    if proto.HasField("segment"):
        raise errors.UnimplementedError(f"{what} is a segment of another one, which is not supported.")
    if proto.data_location == EXTERNAL:
        if dtype is dtypes.string:
            raise errors.InvalidArgumentError(f"{what} has strings in external data; they must be in the model.")
        return _from_bytes(_external_data(proto, folder, what), dtype, dims, what)
    if dtype is dtypes.string:
        return _checked(np.array(list(proto.string_data) or [], object), count, what).reshape(dims)
    if dtype in (dtypes.int4, dtypes.uint4):
        return _nibbles(proto, dtype, dims, what)
    if proto.HasField("raw_data"):
        return _from_bytes(proto.raw_data, dtype, dims, what)
    if proto.data_type in _FLOAT8:
        small = _checked(np.array(proto.int32_data, np.int64), count, what).astype(np.uint8)
        return np.frombuffer(small.tobytes(), np.dtype(dtype.as_numpy_dtype)).reshape(dims)
    if proto.data_type in (10, 16):
        bits = _checked(np.array(proto.int32_data, np.int64), count, what).astype(np.uint16)
        return bits.view(np.float16 if proto.data_type == 10 else ml_dtypes.bfloat16).reshape(dims)
    if proto.data_type in (14, 15):
        data = proto.float_data if proto.data_type == 14 else proto.double_data
        parts = _checked(np.array(data, np.float32 if proto.data_type == 14 else np.float64), 2 * count, what)
        return parts.view(np.complex64 if proto.data_type == 14 else np.complex128).reshape(dims)
    field, numpy = _FIELDS[proto.data_type]
    values = _checked(np.array(getattr(proto, field)), count, what)
    return values.astype(numpy).reshape(dims)


def checked_dims(dims: Sequence[int], what: str) -> tuple[int, ...]:
    """Sizes as a tuple; InvalidArgumentError for negative ones, too many, or a product that no array has."""
    sizes = tuple(int(d) for d in dims)
    if len(sizes) > LARGEST_RANK or any(d < 0 for d in sizes) or math.prod(d for d in sizes if d) >= 2**62:
        raise errors.InvalidArgumentError(f"{what} has an invalid shape, {list(sizes[:8])}.")
    return sizes


def _checked(values: np.ndarray[Any, Any], count: int, what: str) -> np.ndarray[Any, Any]:
    if values.size != count:
        raise errors.InvalidArgumentError(f"{what} has {values.size} values for a shape of {count}.")
    return values


def _from_bytes(data: Any, dtype: DType, dims: tuple[int, ...], what: str) -> np.ndarray[Any, Any]:
    numpy = np.dtype(dtype.as_numpy_dtype)
    size = len(data) if isinstance(data, bytes) else data.nbytes
    if size != math.prod(dims) * numpy.itemsize:
        raise errors.InvalidArgumentError(
            f"{what} has {size} bytes of data; {dtype.name}{list(dims)} has {math.prod(dims) * numpy.itemsize}."
        )
    return np.frombuffer(data, numpy).reshape(dims)


def _nibbles(proto: Message, dtype: DType, dims: tuple[int, ...], what: str) -> np.ndarray[Any, Any]:
    """Integers of four bits, two in a byte, the lower half first."""
    raw = proto.raw_data if proto.HasField("raw_data") else bytes(v & 255 for v in proto.int32_data)
    count = math.prod(dims)
    pairs = _checked(np.frombuffer(raw, np.uint8), (count + 1) // 2, what)
    values = np.stack([pairs & 15, pairs >> 4], 1).reshape(-1)[:count].astype(np.int8)
    if dtype is dtypes.int4:
        values = (values ^ 8) - 8
    return values.astype(dtype.as_numpy_dtype).reshape(dims)


def external_path(folder: str, location: str, what: str) -> str:
    """The path of external data; InvalidArgumentError for a name that leads out of the folder of the model."""
    parts = location.replace("\\", "/").split("/")
    if not location or os.path.isabs(location) or ".." in parts or ":" in parts[0] or "\0" in location:
        raise errors.InvalidArgumentError(f"{what}: external data '{location}' is not in the folder of the model.")
    base = os.path.realpath(folder)
    path = os.path.realpath(os.path.join(base, *parts))
    if os.path.commonpath([base, path]) != base:
        raise errors.InvalidArgumentError(f"{what}: external data '{location}' leads out of the folder of the model.")
    if not os.path.isfile(path):
        raise errors.NotFoundError(f"{what}: there is no file {path} with its external data.")
    return path


def _external_data(proto: Message, folder: str | None, what: str) -> Any:
    if folder is None:
        raise errors.InvalidArgumentError(f"{what} has external data, but the model is not read from a file.")
    entries = {e.key: e.value for e in proto.external_data}
    path = external_path(folder, entries.get("location", ""), what)
    size = os.path.getsize(path)
    try:
        offset = int(entries.get("offset", 0))
        length = int(entries["length"]) if "length" in entries else size - offset
    except ValueError:
        raise errors.InvalidArgumentError(f"{what}: offset and length of external data must be integers.") from None
    if offset < 0 or length < 0 or offset + length > size:
        raise errors.InvalidArgumentError(
            f"{what}: external data of {length} bytes at {offset} is not in {path}, which has {size} bytes."
        )
    if not length:
        return b""
    return np.memmap(path, np.uint8, "r", offset, (length,))


__all__ = [
    "ELEMENT_NUMBERS",
    "ELEMENT_TYPES",
    "NAMES_OF_OTHERS",
    "checked_dims",
    "dtype_of",
    "external_path",
    "to_array",
]
