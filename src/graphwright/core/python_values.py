"""Arrays from Python values, by TensorFlow's rules, and from NumPy's and other libraries' arrays."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, from_numpy, string, uint64
from graphwright.base.shape import TensorShape
from graphwright.core.array_likes import NoMemory, is_array_like, numpy_array
from graphwright.core.context import state
from graphwright.core.tensor import Array, EagerTensor

_FEW = 16  # numbers that Python compares sooner than NumPy


def to_array(value: Any, dtype: DType | None = None, preferred: DType | None = None) -> Array:
    """The value as a new array with TensorFlow's rules: Python ints are int32, floats float32, text bytes."""
    if isinstance(value, EagerTensor):
        return value._ndarray()
    if is_array_like(value):
        array = numpy_array(value)
        # what has no dtype of its own takes the one that is preferred
        return _from_numpy(array, preferred if dtype is None and array.dtype.kind == "O" else dtype)
    if value is None:
        raise ValueError(no_text(None, None))
    if isinstance(value, TensorShape):
        return _sizes(value, dtype)
    try:
        raw = np.asarray(value)
    except UnicodeError:
        raw = np.array(value, dtype=object)  # bytes that are no text beside text
    except ValueError:
        raise ValueError(f"Can't convert non-rectangular Python sequence to Tensor: {value!r}") from None
    return _checked_cast(value, raw, dtype, preferred)


def _sizes(shape: TensorShape, dtype: DType | None) -> Array:
    """The sizes of a known shape: int32 where they fit, an empty shape's too."""
    if not shape.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
    if dtype is not None and dtype.name not in ("int32", "int64"):
        raise TypeError(f"Cannot convert TensorShape {shape} to dtype {dtype.name}: it is int32 or int64.")
    sizes = np.array(shape.as_list(), np.int64)
    if dtype is None:
        return sizes.astype(np.int32) if _fits(sizes, np.int32) else sizes
    return _to_requested(shape, sizes, dtype)


def _from_numpy(array: Array, dtype: DType | None) -> Array:
    """An array's elements as NumPy itself casts them, where a dtype is asked for."""
    kind = array.dtype.kind
    wanted = array.dtype if dtype is None or dtype.numpy is None else np.dtype(dtype.numpy)
    if array.size > sys.maxsize // max(wanted.itemsize, 1):
        raise NoMemory(array.shape, wanted)
    if dtype is None or dtype is string:
        if kind in "USO":
            return _text(array, array)
        if kind in "mM":
            raise ValueError(f"Failed to convert a NumPy array to a Tensor (Unsupported numpy type: {array.dtype}).")
        if dtype is string:
            raise ValueError(f"Failed to convert a NumPy array to a Tensor: {array.dtype} is no text.")
        from_numpy(array.dtype)  # TypeError for dtypes that we do not have
        return np.array(array, order="C", dtype=array.dtype.newbyteorder("="))
    try:
        result: Array = state.quiet(np.array, array, dtype=dtype.numpy, order="C")
    except (OverflowError, TypeError, ValueError) as error:
        if kind not in "USO":
            raise
        wrong = TypeError if isinstance(error, TypeError) else ValueError
        raise wrong(f"Cannot convert a NumPy array of {array.dtype} to a Tensor of {dtype.name}: {error}") from None
    return result


def _text(raw: Any, value: Any) -> Array:
    """An array of bytes objects from str and bytes."""
    out = np.empty(raw.shape, object)
    flat = raw.reshape(-1) if raw.dtype.kind == "O" else np.array(raw, dtype=object).reshape(-1)
    result = out.reshape(-1)
    for i, item in enumerate(flat):
        if isinstance(item, str):
            result[i] = item.encode()
        elif isinstance(item, bytes):
            result[i] = item
        else:
            raise ValueError(no_text(value, item))
    return out


_WHENCE_NONE = (
    "In x.shape, None is a size that is not known while tracing: use tf.shape(x)[i]. A gradient is None where the "
    "target does not depend on the source, and so is the result of a function without `return`."
)


def no_text(value: Any, item: Any) -> str:
    """What is wrong with a value that holds an item which is neither a number nor text."""
    if isinstance(value, np.ndarray):
        return f"Failed to convert a NumPy array to a Tensor (Unsupported object type {type(item).__name__})."
    if isinstance(value, (list, tuple)) and isinstance(item, (int, float, complex)):
        return f"Can't convert Python sequence with mixed types to Tensor: {value!r}"
    text = f"Attempt to convert a value ({value!r}) with an unsupported type ({type(item)}) to a Tensor."
    return text if item is not None else f"{text} {_WHENCE_NONE}"


def _python_text(value: Any, raw: Any) -> Array:
    # NumPy's own 'S' arrays drop trailing zero bytes; go through objects
    return (
        _text(np.array(value, dtype=object), value)
        if raw.ndim == 0
        else _text(np.array(value, dtype=object).reshape(raw.shape), value)
    )


def _checked_cast(value: Any, raw: Array, dtype: DType | None, preferred: DType | None) -> Array:
    kind = raw.dtype.kind
    if kind == "f" and raw.size and isinstance(value, (list, tuple)) and raw.max() >= _BEYOND_INT64:
        raw = _large_integers(value, raw, dtype)
        kind = raw.dtype.kind
    if kind in "USO":
        if kind == "O" and raw.size and all(isinstance(v, _NUMBERS) for v in raw.reshape(-1)):
            raw = _beyond_64_bits(value, raw, dtype or preferred)
            return _to_requested(value, raw, dtype) if dtype is not None else _of_numbers(value, raw, preferred)
        strange = [v for v in raw.reshape(-1) if not isinstance(v, (str, bytes))] if kind == "O" else []
        if strange:
            raise ValueError(no_text(value, strange[0]))
        if dtype is not None and dtype is not string:
            raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")
        return _python_text(value, raw)
    if isinstance(value, (list, tuple)) and (dtype is None or dtype.name not in _TAKE_BOOLS):
        _check_kinds(value, kind)
    if dtype is not None:
        return _to_requested(value, raw, dtype)
    return _of_numbers(value, raw, preferred)


def _of_numbers(value: Any, raw: Array, preferred: DType | None) -> Array:
    """Numbers for which no dtype was asked."""
    if preferred is not None and _can_hold(raw, preferred):
        return _cast(raw, preferred.numpy)
    if raw.size == 0 and not _has_dtype(value):
        return raw.astype(np.float32)
    if not hasattr(value, "dtype"):
        return _of_python(value, raw)
    return raw if raw is not value else raw.copy()


def _check_kinds(value: Any, kind: str) -> None:
    """ValueError for a sequence whose first element is of a kind that cannot hold the others; traces take it."""
    first = _first(value)
    own = first.dtype.kind if hasattr(first, "dtype") else _KINDS.get(type(first), "")
    if kind not in _HELD_BY.get(own, kind) and state.graph is None:
        raise ValueError(f"Can't convert Python sequence with mixed types to Tensor: {value!r}")


_KINDS: Final = {bool: "b", int: "i", float: "f"}
# Kinds of NumPy's that a sequence may have whose first element is a boolean, an integer or a float.
_HELD_BY: Final = {"b": "b", "i": "iuf", "u": "iuf", "f": "f"}


def _of_python(value: Any, raw: Array) -> Array:
    """What no dtype was asked for: integers are int32 where they fit, floats float32 or what the first says."""
    kind, first = raw.dtype.kind, _first(value)
    if state.graph is not None and hasattr(first, "dtype") and raw.dtype not in (np.int64, np.float64):
        return raw
    if kind == "u" and not _fits(raw, np.int64):
        raise ValueError(f"Python integer {value!r} is out of range for int64: name a dtype that holds it.")
    if kind in "iu":
        return raw.astype(np.int32) if _fits(raw, np.int32) else raw.astype(np.int64)
    if kind == "f":
        own = numpy_array(first).dtype if state.graph is None and is_array_like(first) else None
        return _cast(raw, own if own is not None and own.kind == "f" else np.float32)
    return raw.astype(np.complex128) if kind == "c" else raw


def _first(value: Any) -> Any:
    """The first element of a sequence, or of those in it; None where there is none."""
    while isinstance(value, (list, tuple)):
        value = value[0] if value else None
    return value


_NUMBERS: Final = (bool, int, float, complex, np.number, np.bool_)


def _beyond_64_bits(value: Any, raw: Array, wanted: DType | None) -> Array:
    """Numbers of which some are integers that no dtype holds: floats, where floats were asked for or come first."""
    first = _first(value)
    floats = wanted is not None and (wanted.is_floating or wanted.is_complex)
    if floats or isinstance(first, (float, complex, np.inexact)):
        numbers = raw.reshape(-1).tolist()
        kind = np.complex128 if any(isinstance(v, (complex, np.complexfloating)) for v in numbers) else np.float64
        try:
            return raw.astype(kind)
        except OverflowError:
            pass
    raise ValueError(
        f"Can't convert Python sequence with out-of-range integer to Tensor: {value!r} is out of range for "
        + ("every floating point dtype." if floats else "every integer dtype; name a floating point dtype.")
    )


_BEYOND_INT64 = 2.0**63


def _large_integers(value: Any, raw: Array, dtype: DType | None) -> Array:
    """Integers that NumPy made floats of because some need uint64, exactly; what holds a float as it is."""
    exact = np.array(value, object)
    numbers = exact.reshape(-1).tolist()
    if (
        dtype is None
        and not isinstance(_first(value), (float, np.inexact))
        and any(isinstance(v, int) and v >= 2**63 for v in numbers)
    ):
        raise ValueError(
            "Can't convert Python sequence with out-of-range integer to Tensor: name a dtype that holds it."
        )
    if dtype is None or not dtype.is_integer or not all(isinstance(v, int) for v in numbers):
        return raw
    return exact.astype(np.uint64) if all(0 <= v < 2**64 for v in numbers) else exact


def _has_dtype(value: Any) -> bool:
    """Whether the innermost elements carry a dtype of their own (NumPy scalars or arrays in a list)."""
    while isinstance(value, (list, tuple)):
        if not value:
            return False
        value = value[0]
    return hasattr(value, "dtype")


def _fits(raw: Array, target: Any) -> bool:
    if raw.size == 0:
        return True
    low, high = _range(target)
    if raw.size > _FEW:
        return bool(raw.min() >= low and raw.max() <= high)
    numbers = raw.ravel().tolist()
    return bool(low <= min(numbers) and max(numbers) <= high)


@cache
def _range(target: Any) -> tuple[int, int]:
    """The ends of an integer dtype."""
    try:
        info: Any = np.iinfo(target)
    except ValueError:  # a narrow one, which ml_dtypes defines
        import ml_dtypes

        ranges: Any = ml_dtypes
        info = ranges.iinfo(target)
    return int(info.min), int(info.max)


# TensorFlow reads True as 1 for these, and refuses it for others
_TAKE_BOOLS: Final = frozenset(["bool", "int32", "int64", "uint64", "float16", "float32", "float64", "complex128"])


def _can_hold(raw: Array, dtype: DType) -> bool:
    kind = raw.dtype.kind
    if raw.size == 0:
        return True
    if kind == "b":
        return dtype.name in _TAKE_BOOLS
    if kind in "iu":
        return dtype.is_floating or dtype.is_complex or (dtype.is_integer and _fits(raw, dtype.numpy))
    if kind == "f":
        return dtype.is_floating or dtype.is_complex
    return kind == "c" and dtype.is_complex


def _to_requested(value: Any, raw: Array, dtype: DType) -> Array:
    if not _can_hold(raw, dtype):
        if raw.dtype.kind == "u" or (raw.dtype.kind == "i" and dtype.is_integer):
            raise ValueError(
                f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}: the value is out of range."
            )
        if raw.dtype.kind == "f" and dtype is uint64 and not _has_dtype(value):
            # to NumPy small and large integers together are floats
            each = np.array(value, object)
            if all(type(v) is int and 0 <= v <= uint64.max for v in each.reshape(-1)):
                return each.astype(np.uint64)
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")
    return _cast(raw, dtype.numpy)


def _cast(raw: Array, dtype: Any) -> Array:
    """Numbers too large for the dtype become infinite, without a word."""
    result: Array = state.quiet(raw.astype, dtype)
    return result


__all__ = ["no_text", "to_array"]
