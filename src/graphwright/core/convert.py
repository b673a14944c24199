"""Python values, arrays and registered objects become tensors here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from graphwright.base.dtypes import DType, as_dtype, from_numpy, string
from graphwright.base.errors import out_of_memory
from graphwright.base.spec import TypeSpec
from graphwright.base.tracebacks import shorten
from graphwright.core import context
from graphwright.core.array_likes import is_array_like, numpy_array
from graphwright.core.context import name_scope, state
from graphwright.core.python_values import no_text, to_array
from graphwright.core.tensor import EagerTensor, SymbolicTensor, Tensor
from graphwright.ir.types import tensor_type

_scalar_types = frozenset({int, float, bool, complex})
# eager scalars are immutable, so the few that programs use again and again are made once
_scalars: dict[tuple[type, Any, DType | None], EagerTensor] = {}
_SCALARS_KEPT = 4096
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
                    f"{value!r}{_cast_to(dtype, value.dtype, name)}"
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
    except BaseException as error:  # Ctrl-C too
        shorten(error)
        if isinstance(error, MemoryError):
            raise out_of_memory("Const", error) from None
        raise


def _cast_to(dtype: DType, actual: DType, name: str | None) -> str:
    """A line that says how to convert a tensor to what was asked for."""
    from graphwright.core.dtype_advice import how_to_convert

    advice = how_to_convert(name or "x", actual, dtype)
    return advice and f"\n{advice}"


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
        raise ValueError(no_text(whole, value))


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
    if dtype is not None and not isinstance(item, Tensor) and hasattr(item, "__tf_tensor__"):
        item = to_tensor(item)  # a variable
    if not isinstance(item, Tensor) or dtype is None or item.dtype is dtype or string in (item.dtype, dtype):
        return item
    from graphwright.core.dispatch import apply

    return apply("Cast", (item,), {"DstT": dtype})


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> Tensor:
    """Convert a value to a tensor.

    Accepts tensors, variables, NumPy arrays, Python numbers, text and nested sequences of them. `dtype_hint` is
    followed when the value can take it; numbers of NumPy always can, and are cast.

    >>> tf.convert_to_tensor([1, 2], dtype_hint=tf.float32)
    <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>
    """
    hint = None if dtype_hint is None else as_dtype(dtype_hint)
    result = None
    if hint is not None and dtype is None and not is_tensor_like(value) and is_array_like(value):
        value = numpy_array(value)
        with suppress(TypeError, ValueError):
            result = to_tensor(value, hint, name)
    if result is None and hint is not None and dtype is None:
        result = to_hinted_tensor(value, hint, name)
    if result is None:
        result = to_tensor(value, None if dtype is None else as_dtype(dtype), name)
    if context.placing_threads and result is not value:
        from graphwright.core.placement import in_scope

        return in_scope(result)  # type: ignore[no-any-return]
    return distinct(result) if type(value) in _scalar_types else result


def to_hinted_tensor(value: Any, hint: DType, name: str | None = None) -> Tensor:
    """The value as a tensor of `hint` if it can be one. Tensors in a sequence are cast to it, as in TensorFlow."""
    if hint is not string and isinstance(value, (list, tuple)) and _holds_tensor(value):
        try:
            return to_tensor(value, hint, name)
        except (TypeError, ValueError):
            pass  # a Python value that is none of the hint's dtype
    return to_tensor(value, None, name, hint)


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


__all__ = [
    "convert_to_tensor",
    "distinct",
    "is_made_of_tensors",
    "is_tensor_like",
    "refuse_composite",
    "register_conversion",
    "to_array",
    "to_tensor",
]
