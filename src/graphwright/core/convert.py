"""Python values, arrays and registered objects become tensors here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, from_numpy, string, uint64
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TypeSpec
from graphwright.base.tracebacks import shorten
from graphwright.core import context
from graphwright.core.context import name_scope, state
from graphwright.core.tensor import Array, EagerTensor, SymbolicTensor, Tensor
from graphwright.ir.types import tensor_type

_scalar_types = frozenset({int, float, bool, complex})
# eager scalars are immutable, so the few that programs use again and again are made once
_scalars: dict[tuple[type, Any, DType | None], EagerTensor] = {}
_SCALARS_KEPT = 4096
_FEW = 16  # numbers that Python compares sooner than NumPy
_conversions: list[tuple[int, tuple[type, ...], Callable[..., Any]]] = []


def register_conversion(base_type: type | tuple[type, ...], function: Callable[..., Any], priority: int = 100) -> None:
    """Let `function(value, dtype, name, as_ref)` convert instances of a type; NotImplemented passes on."""
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    _conversions.append((priority, types, function))
    _conversions.sort(key=lambda entry: entry[0])


def to_tensor(
    value: Any, dtype: DType | None = None, name: str | None = None, preferred: DType | None = None
) -> Tensor:
    """The value as a tensor of `dtype`, or of the dtype it suggests itself.

    `preferred` is used when the value has no dtype of its own and can take it. A tensor of another dtype is a
    ValueError; a Python value that `dtype` cannot hold is a TypeError or ValueError, as in TensorFlow.
    """
    try:
        if isinstance(value, Tensor):
            if dtype is not None and value.dtype is not dtype:
                raise ValueError(
                    f"Tensor conversion requested dtype {dtype.name} for Tensor with dtype {value.dtype.name}: "
                    f"{value!r}"
                )
            return value
        graph = state.graph
        if graph is None and type(value) in _scalar_types:
            return _eager_scalar(value, dtype, preferred)
        special = _convert_special(value, dtype, name, preferred)
        if special is not None:
            return special
        array = to_array(value, dtype, preferred)
        if graph is None:
            return EagerTensor(array, tensor_type(dtype or from_numpy(array.dtype), array.shape))
        from graphwright.core.dispatch import graph_constant

        return graph_constant(array, dtype or from_numpy(array.dtype), name)
    except Exception as error:
        shorten(error)
        raise


def _eager_scalar(value: Any, dtype: DType | None, preferred: DType | None) -> EagerTensor:
    kind = type(value)
    # 0.0 == -0.0 as a key
    key = (kind, value if value or kind is int else str(value), dtype or preferred)
    found = _scalars.get(key)
    if found is None:
        array = to_array(value, dtype, preferred)
        found = EagerTensor(array, tensor_type(dtype or from_numpy(array.dtype), ()))
        # a value that could not take the preferred dtype is none of that dtype
        if len(_scalars) < _SCALARS_KEPT and key[2] in (None, found.dtype):
            _scalars[key] = found
    # a tape tells tensors apart by identity: the 2.0 in `x * 2.0` must not be the x that is watched
    return EagerTensor(found._array, found._type) if state.tapes else found


def _convert_special(value: Any, dtype: DType | None, name: str | None, preferred: DType | None) -> Tensor | None:
    """Objects that know how to become tensors, and sequences that hold tensors."""
    hook = getattr(value, "__tf_tensor__", None)
    if hook is not None and not isinstance(value, type):
        converted = hook(dtype, name)
        return converted if isinstance(converted, Tensor) else to_tensor(converted, dtype, name, preferred)
    for _, types, function in _conversions:
        if isinstance(value, types):
            result = function(value, dtype, name, False)
            if result is not NotImplemented:
                return to_tensor(result, dtype, name)
    refuse_composite(value, value)
    if isinstance(value, (list, tuple)) and _holds_tensor(value):
        return _pack(value, dtype, name, preferred)
    return None


def _holds_tensor(value: Any) -> bool:
    """Whether a tensor is somewhere in a sequence; ValueError for what is made of tensors, and is none."""
    for item in value:
        kind = type(item)
        if kind in _scalar_types:
            continue
        if isinstance(item, Tensor) or hasattr(item, "__tf_tensor__"):
            return True
        if isinstance(item, (list, tuple)):
            if _holds_tensor(item):
                return True
        else:
            refuse_composite(item, value)
    return False


def refuse_composite(value: Any, whole: Any) -> None:
    """ValueError for what is made of tensors; NumPy would take one that has a length and items for a sequence."""
    if hasattr(type(value), "_type_spec"):
        raise ValueError(_no_text(whole, value))


def _first_dtype(value: Any) -> DType | None:
    for v in value:
        found: DType | None = v.dtype if isinstance(v, Tensor) or hasattr(v, "__tf_tensor__") else None
        if found is None and isinstance(v, (list, tuple)):
            found = _first_dtype(v)
        if found is not None:
            return found
    return None


def _pack(value: Any, dtype: DType | None, name: str | None, preferred: DType | None) -> Tensor:
    from graphwright.core.dispatch import apply

    element = dtype or _first_dtype(value) or preferred
    if preferred is not None and preferred.is_integer and element is not None and element.is_floating:
        dtype = element = preferred  # numbers in a list of dimensions or axes are truncated, in TensorFlow too
    if dtype is None and element is not None:
        _check_tensors(value, element)
    # the parts are named inside the packed vector: `Reshape/shape/1`
    with name_scope(name or "packed") as scope:
        parts = [to_tensor(_of_dtype(v, element), element, str(i)) for i, v in enumerate(value)]
        packed: Tensor = apply("Pack", [parts], {"axis": 0}, scope)
    return packed


def _check_tensors(value: Any, dtype: DType) -> None:
    """ValueError for a tensor in a sequence that has another dtype than the first, where none was asked for."""
    for item in value:
        if isinstance(item, (list, tuple)):
            _check_tensors(item, dtype)
        elif isinstance(item, Tensor):
            to_tensor(item, dtype)


def _of_dtype(item: Any, dtype: DType | None) -> Any:
    """A tensor in a sequence as one of the dtype that was asked for; anything else as it is."""
    if not isinstance(item, Tensor) or dtype is None or item.dtype is dtype or string in (item.dtype, dtype):
        return item
    from graphwright.core.dispatch import apply

    return apply("Cast", (item,), {"DstT": dtype})


def to_array(value: Any, dtype: DType | None = None, preferred: DType | None = None) -> Array:
    """The value as a new array with TensorFlow's rules: Python ints are int32, floats float32, text bytes."""
    if isinstance(value, (np.ndarray, np.generic)):
        return _from_numpy(value, dtype)
    if isinstance(value, EagerTensor):
        return value._ndarray()
    if value is None:
        raise ValueError(_no_text(None, None))
    if isinstance(value, TensorShape):
        return _sizes(value, dtype)
    try:
        raw = np.asarray(value) if not hasattr(value, "__array__") else np.array(value.__array__())
    except UnicodeError:
        raw = np.array(value, dtype=object)  # bytes that are no text beside text
    except ValueError as error:
        raise ValueError(f"Can't convert non-rectangular Python sequence to Tensor: {value!r}") from error
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


def _from_numpy(value: Any, dtype: DType | None) -> Array:
    array = np.asarray(value)
    if array.dtype.kind in "USO":
        text = _text(array, value)
        if dtype is not None and dtype is not string:
            raise ValueError(f"Failed to convert a NumPy array of text to a Tensor of dtype {dtype.name}: {value!r}.")
        return text
    if array.dtype.kind in "mM":
        raise ValueError(f"Failed to convert a NumPy array to a Tensor (Unsupported numpy type: {array.dtype}).")
    if dtype is None:
        from_numpy(array.dtype)  # TypeError for dtypes that we do not have
        return np.array(array, order="C", dtype=array.dtype.newbyteorder("="))
    if dtype is string:
        raise ValueError(f"Failed to convert a NumPy array to a Tensor: {array.dtype} is no text.")
    result: Array = state.quiet(np.array, array, dtype=dtype.numpy, order="C")
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
            raise ValueError(_no_text(value, item))
    return out


_WHENCE_NONE = (
    "None is what x.shape says of a size that is not known while tracing: tf.shape(x)[i] gives it. It is also the "
    "gradient by what the target does not depend on, and what a function without `return` gives."
)


def _no_text(value: Any, item: Any) -> str:
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
        if kind == "O" and raw.size and all(isinstance(v, int) for v in raw.reshape(-1)):
            raise ValueError(f"Python integer {value!r} is out of range for every integer dtype.")
        strange = [v for v in raw.reshape(-1) if not isinstance(v, (str, bytes))] if kind == "O" else []
        if strange:
            raise ValueError(_no_text(value, strange[0]))
        if dtype is not None and dtype is not string:
            raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.name}")
        return _python_text(value, raw)
    if isinstance(value, (list, tuple)) and (dtype is None or dtype.name not in _TAKE_BOOLS):
        _check_kinds(value, kind)
    if dtype is not None:
        return _to_requested(value, raw, dtype)
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
        own = first.dtype if state.graph is None and isinstance(first, (np.floating, np.ndarray)) else None
        return _cast(raw, own if own is not None and own.kind == "f" else np.float32)
    return raw.astype(np.complex128) if kind == "c" else raw


def _first(value: Any) -> Any:
    """The first element of a sequence, or of those in it; None where there is none."""
    while isinstance(value, (list, tuple)):
        value = value[0] if value else None
    return value


_BEYOND_INT64 = 2.0**63


def _large_integers(value: Any, raw: Array, dtype: DType | None) -> Array:
    """Integers that NumPy made floats of because some need uint64, exactly; what holds a float as it is."""
    exact = np.array(value, object)
    numbers = exact.reshape(-1).tolist()
    if dtype is None and any(isinstance(v, int) and v >= 2**63 for v in numbers):
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


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> Tensor:
    """Convert a value to a tensor.

    Accepts tensors, variables, NumPy arrays, Python numbers, text and nested sequences of them. `dtype_hint` is
    followed when the value can take it; numbers of NumPy always can, and are cast.

    >>> tf.convert_to_tensor([1, 2], dtype_hint=tf.float32)
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    hint = None if dtype_hint is None else as_dtype(dtype_hint)
    if hint is not None and dtype is None and isinstance(value, (np.ndarray, np.generic)):
        dtype = hint if hint is not string and value.dtype.kind not in "USOmM" else None
    result = to_tensor(value, None if dtype is None else as_dtype(dtype), name, hint)
    if context.placing_threads and result is not value:
        from graphwright.core.placement import in_scope

        return in_scope(result)  # type: ignore[no-any-return]
    return distinct(result) if type(value) in _scalar_types else result


def distinct(tensor: Tensor) -> Tensor:
    """A tensor made from a Python number for the user: not the object that the next such number gives."""
    return EagerTensor(tensor._array, tensor._type) if isinstance(tensor, EagerTensor) else tensor


def is_tensor_like(value: Any) -> bool:
    """Whether the value is a tensor or becomes one by its own rules (a variable)."""
    return isinstance(value, (Tensor, SymbolicTensor)) or (
        hasattr(value, "__tf_tensor__") and not isinstance(value, type)
    )


def is_made_of_tensors(value: Any) -> bool:
    """Whether a value is several tensors in one, with a spec, and does not itself become a tensor."""
    spec = getattr(value, "_type_spec", None)
    return spec is not None and isinstance(spec, TypeSpec) and not is_tensor_like(value)


__all__ = ["convert_to_tensor", "is_made_of_tensors", "is_tensor_like", "register_conversion", "to_array", "to_tensor"]
