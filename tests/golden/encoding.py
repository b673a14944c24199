"""Arrays as JSON and back, readable and exact.

Runs in the environment of TensorFlow and in that of the tests, and needs neither: NumPy and ml_dtypes only.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np

Array = np.ndarray[Any, Any]

QUANTIZED = {"qint8": "i1", "quint8": "u1", "qint16": "<i2", "quint16": "<u2", "qint32": "<i4"}
"""The quantized dtypes, with that of their integers: arrays of them have a field of this name."""
_NAMED = {float("inf"): "inf", float("-inf"): "-inf"}


def dtype_of(name: str) -> np.dtype[Any]:
    """The NumPy dtype of a dtype's name; strings are object arrays of bytes."""
    if name == "string":
        return np.dtype(object)
    if name in QUANTIZED:
        return np.dtype([(name, QUANTIZED[name])])
    return np.dtype(getattr(ml_dtypes, name, name))


def name_of(dtype: np.dtype[Any]) -> str:
    """The name of an array's dtype."""
    return dtype.names[0] if dtype.names else "string" if dtype.kind in "OSU" else dtype.name


def encode(array: Any) -> dict[str, Any]:
    """`{"dtype", "shape", "data"}`, flat data, floats as the shortest decimals that give them back."""
    array = np.asarray(array)
    name = name_of(array.dtype)
    flat = array.reshape(-1)
    if array.dtype.kind == "c":
        data: list[Any] = [_float(part) for part in flat.view(flat.real.dtype)]
    elif name == "string":
        data = [(v if isinstance(v, bytes) else str(v).encode()).decode("latin-1") for v in flat]
    elif array.dtype.names:
        data = flat.view(array.dtype[0]).tolist()
    elif array.dtype.kind in "biu":
        data = flat.tolist()
    else:
        data = [_float(v) for v in flat]
    return {"dtype": name, "shape": list(array.shape), "data": data}


def _float(value: Any) -> float | str:
    number = float(value)
    if number != number:
        return "nan"
    # the shortest decimal of the narrow type, written as the double of the same digits
    return _NAMED.get(number) or (float(str(value)) if value.dtype.itemsize < 8 else number)


def decode(encoded: dict[str, Any]) -> Array:
    """The array of `encode`."""
    dtype, data = dtype_of(encoded["dtype"]), encoded["data"]
    array: Array
    if encoded["dtype"] == "string":
        array = np.empty(len(data), object)
        array[:] = [text.encode("latin-1") for text in data]
    elif dtype.kind == "c":
        array = np.array([float(v) for v in data], dtype.type(0).real.dtype).view(dtype)
    elif dtype.names:
        array = np.array(data, dtype[0]).view(dtype)
    elif dtype.kind in "biu":
        array = np.array(data, dtype)
    else:
        array = np.array([float(v) for v in data], np.float64).astype(dtype)
    return array.reshape(tuple(encoded["shape"]))


def same(first: Array, second: Array) -> bool:
    """Whether two arrays are equal bit for bit (any NaN equals any NaN)."""
    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    if first.dtype.kind in "OSU" or first.dtype.names:
        return bool(np.all(first == second))
    if first.dtype.kind in "fcV":
        wide = np.complex128 if first.dtype.kind == "c" else np.float64
        a, b = first.astype(wide), second.astype(wide)
        nans = np.isnan(a) & np.isnan(b)
        signs = np.signbit(a.real) == np.signbit(b.real)
        return bool(np.all(nans | ((a == b) & signs)))
    return bool(np.array_equal(first, second))
