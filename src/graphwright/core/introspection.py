"""Questions about values and about where the program is, and the registration of conversions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphwright.base import nest
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.context import get_name_scope, state
from graphwright.core.convert import register_conversion, to_tensor
from graphwright.core.tensor import SymbolicTensor, Tensor
from graphwright.core.tensor_like import AnyTensor
from graphwright.ir.infer import constant_value, known_value


def is_tensor(x: Any) -> bool:
    """Whether a value is a tensor, a variable, or of a class that counts as one.

    What only becomes a tensor, such as a list or an object with `__tf_tensor__`, is none. An object of a library counts
    if it has an attribute `is_tensor_like`.

    >>> tf.is_tensor(tf.Variable(1)), tf.is_tensor([1])
    (True, False)
    """
    return isinstance(x, AnyTensor) or hasattr(x, "is_tensor_like")


def is_symbolic_tensor(tensor: Any) -> bool:
    """Whether a value is a tensor of a function being traced, which has no value yet.

    >>> tf.is_symbolic_tensor(tf.constant(1))
    False
    """
    if isinstance(tensor, Tensor) or not isinstance(getattr(tensor, "_type_spec", None), TypeSpec):
        return isinstance(tensor, SymbolicTensor)
    return any(isinstance(part, SymbolicTensor) for part in nest.flatten(tensor, expand_composites=True))


def get_static_value(tensor: Any, partial: bool = False) -> Any:
    """The value of a tensor as a NumPy array where it is known while tracing, else None.

    Values that `tf.is_tensor` does not take for tensors are given back as they are; a variable has none. Known are
    eager tensors, constants, and what a few ops make of these and of known shapes, such as `tf.concat`, `tf.stack`,
    `tf.cast` and `tf.equal`. `partial` is accepted; a value is given whole or not at all.

    >>> tf.get_static_value(tf.constant([1, 2]))
    array([1, 2], dtype=int32)
    """
    if not isinstance(tensor, Tensor):
        return None if is_tensor(tensor) else tensor
    found = known_value(tensor) if _is_static(tensor) else None
    if found is None:
        return None
    return found.copy() if found.ndim else found[()]


_OF_SHAPES: Final = frozenset({"Rank", "Shape", "Size"})
_OF_VALUES: Final = frozenset(
    {"Cast", "ConcatV2", "Equal", "Fill", "Identity", "NotEqual", "Pack", "Range", "Split", "StopGradient", "Unpack"}
)
"""Ops whose values TensorFlow tells while tracing; it leaves arithmetic for when the graph runs."""


def _is_static(tensor: Any) -> bool:
    if constant_value(tensor) is not None:
        return True
    op = getattr(tensor, "op", None)
    return op is not None and (op.type in _OF_SHAPES or (op.type in _OF_VALUES and all(map(_is_static, op.inputs))))


def inside_function() -> bool:
    """Whether a function is being traced.

    >>> tf.inside_function()
    False
    """
    return state.graph is not None


def get_current_name_scope() -> str:
    """The name scope in force, without a trailing slash.

    >>> with tf.name_scope("layer"):
    ...     print(tf.get_current_name_scope())
    layer
    """
    return get_name_scope()


def type_spec_from_value(value: Any) -> TypeSpec:
    """The spec of a tensor, of an object made of tensors, or of what becomes a tensor.

    Raises TypeError for a value that has none.

    >>> tf.type_spec_from_value(tf.constant([1.0, 2.0]))
    TensorSpec(shape=(2,), dtype=tf.float32, name=None)
    """
    spec = getattr(value, "_type_spec", None)
    if isinstance(spec, TypeSpec):
        return spec
    try:
        tensor = to_tensor(value)
    except (TypeError, ValueError):
        raise TypeError(f"Could not build a TypeSpec for {value!r} of unsupported type {type(value)}.") from None
    return TensorSpec(tensor.shape, tensor.dtype)


def register_tensor_conversion_function(
    base_type: type | tuple[type, ...], conversion_func: Callable[..., Any], priority: int = 100
) -> None:
    """Let a function convert the instances of a class to tensors, wherever a tensor is wanted.

    Args:
      base_type: the class, or a tuple of classes; its subclasses count.
      conversion_func: `function(value, dtype=None, name=None, as_ref=False)`; gives a tensor, or NotImplemented to
        leave the value to others.
      priority: functions with lower numbers are asked first.

    Raises:
      TypeError: `base_type` holds no classes, or the function cannot be called.

    >>> class Metres:
    ...     def __init__(self, count):
    ...         self.count = count
    >>> def to_tensor(value, dtype=None, name=None, as_ref=False):
    ...     return tf.constant(value.count, dtype)
    >>> tf.register_tensor_conversion_function(Metres, to_tensor)
    >>> float(tf.constant(1.0) + Metres(2.0))
    3.0
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(t, type) for t in types):
        raise TypeError(f"Argument `base_type` must be a type or a tuple of types. Got {base_type!r}.")
    if not callable(conversion_func):
        raise TypeError(f"Argument `conversion_func` must be callable. Received {conversion_func!r}.")
    register_conversion(types, conversion_func, priority)


__all__ = [
    "get_current_name_scope",
    "get_static_value",
    "inside_function",
    "is_symbolic_tensor",
    "is_tensor",
    "register_tensor_conversion_function",
    "type_spec_from_value",
]
