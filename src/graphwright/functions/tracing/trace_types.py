"""Trace types: what the arguments of a call mean for tracing, one class per kind of value."""

from __future__ import annotations

import dataclasses
import enum
import os
import struct
import weakref
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MethodType
from typing import Any, TypeGuard

import numpy as np

from graphwright.base import errors, nest
from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TraceType, TypeSpec
from graphwright.core.array_likes import is_array_like
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.ir.types import tensor_type


class TracingContext:
    """Shared by the trace types of one call: identical variables get the same alias number.

    >>> context, v = tf.types.experimental.TracingContext(), tf.Variable(1)
    >>> context.alias(v), context.alias(tf.Variable(1)), context.alias(v)
    (0, 1, 0)
    """

    def __init__(self) -> None:
        self._aliases: dict[int, int] = {}

    def alias(self, variable: Variable) -> int:
        """A number for this variable, the same for every occurrence in the call."""
        return self._aliases.setdefault(id(variable), len(self._aliases))


class Leaf(TraceType):
    """A trace type without proper supertypes: two are equal or unrelated."""

    __slots__ = ()

    def is_subtype_of(self, other: TraceType) -> bool:
        return self == other

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        return self if all(self == o for o in others) else None


def value_bits(value: Any) -> Any:
    if isinstance(value, float):
        return "nan" if value != value else struct.pack("d", value)
    if isinstance(value, complex):
        return value_bits(value.real), value_bits(value.imag)
    if isinstance(value, (set, frozenset)):
        return frozenset((type(v), value_bits(v)) for v in value)
    return bytes(value) if isinstance(value, bytearray) else value


class Literal(Leaf):
    """A Python value that is part of the program: a number, text, None, an enum member, a type, a set.

    Equal when type and bits are: `1`, `1.0` and `True` are three, `0.0` and `-0.0` two, every NaN the same. What can
    change is described as it was.
    """

    __slots__ = ("_key", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self._key = (type(value), value_bits(value))

    def placeholder_value(self, placeholder_context: Any) -> Any:
        return self.value

    def cast(self, value: Any, cast_context: Any) -> Any:
        if trace_type_of(value) != self:
            raise errors.SignatureError(f"Can not cast {value!r} to {self!r}")
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"Literal[{self.value!r}]"


class ObjectReference(Leaf):
    """Any other Python object, by weak reference: equal to itself, and to objects that compare equal."""

    __slots__ = ("_class_name", "_hash", "_ref")

    def __init__(self, value: Any) -> None:
        self._class_name = type(value).__name__
        # every attribute lookup creates a new bound method
        reference: Any = weakref.WeakMethod if isinstance(value, MethodType) else weakref.ref
        try:
            self._hash = hash(value)
        except TypeError:
            raise TypeError(
                f"Could not generate a generic TraceType for {value!r}. Please verify that it is "
                "immutable/hashable. Otherwise, consider implementing the Tracing Protocol for it."
            ) from None
        try:
            self._ref: Callable[[], Any] = reference(value)
        except TypeError:
            self._ref = lambda: value

    @property
    def class_name(self) -> str:
        """The name of the object's class."""
        return self._class_name

    @property
    def value(self) -> Any:
        """The object; None if it no longer exists."""
        return self._ref()

    def placeholder_value(self, placeholder_context: Any) -> Any:
        return self._ref()

    def cast(self, value: Any, cast_context: Any) -> Any:
        if trace_type_of(value) != self:
            raise errors.SignatureError(f"Can not cast {value!r} to {self!r}")
        return value

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, ObjectReference):
            return False
        mine, theirs = self._ref(), other._ref()
        if mine is None or theirs is None:
            return False
        if mine is theirs:
            return True
        try:
            return type(mine) is type(theirs) and bool(mine == theirs)
        except Exception:  # a user's __eq__ may raise anything; then the objects differ
            return False

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        gone = " that is gone" if self._ref() is None else ""
        return f"<weakref to {self._class_name}{gone}>"


class VariableType(Leaf):
    """A variable: its dtype, shape, whether it is trainable, and which other arguments are the same variable."""

    __slots__ = ("_variable_key", "alias", "dtype", "shape", "trainable")

    def __init__(self, variable: Variable, alias: int) -> None:
        self._variable_key = variable._unique_id
        self.dtype: DType = variable.dtype
        self.shape: TensorShape = variable.shape
        self.trainable = variable.trainable
        self.alias = alias

    def to_tensors(self, value: Any) -> list[Any]:
        return [getattr(value, "handle", value)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        return self.from_handle(next(tensors), "Variable")

    def from_handle(self, handle: Any, name: str) -> Variable:
        """A placeholder variable over a handle."""
        result = Variable.over_handle(handle, tensor_type(self.dtype, self.shape.symbolic), self.trainable, name)
        result._key = self._variable_key
        return result

    def flatten(self) -> list[TraceType]:
        return [self]

    def cast(self, value: Any, cast_context: Any) -> Any:
        fits = isinstance(value, Variable) and value.dtype is self.dtype and value.shape.is_subtype_of(self.shape)
        if not fits:
            raise errors.SignatureError(f"Can not cast {value!r} to {self!r}")
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VariableType) and self._key() == other._key()

    def _key(self) -> tuple[Any, ...]:
        return self.dtype, self.shape, self.trainable, self.alias

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return (
            f"VariableSpec(shape={self.shape}, dtype={self.dtype!r}, trainable={self.trainable}, alias_id={self.alias})"
        )


class Container(TraceType):
    """A nested structure: its kind (which must be equal) and the trace types of its components, in order."""

    __slots__ = ("children", "kind", "rebuild")

    def __init__(
        self, kind: tuple[Any, ...], children: Sequence[TraceType], rebuild: Callable[[Sequence[Any]], Any]
    ) -> None:
        self.kind = kind
        self.children = tuple(children)
        self.rebuild = rebuild

    def components(self, value: Any) -> list[Any]:
        """The components of a value of this kind, in the order of `children`."""
        return _components(value)

    def labels(self) -> list[Any]:
        """The key, name or index of each component."""
        cls = self.kind[0]
        if hasattr(cls, "_fields"):
            return list(cls._fields)
        if cls is slice:
            return ["start", "stop", "step"]
        if issubclass(cls, (list, tuple, deque)):
            return list(range(len(self.children)))
        return list(self.kind[1])

    def access_texts(self) -> list[str]:
        """The access to each component in Python syntax: `[0]`, `['a']`, `.x`."""
        cls = self.kind[0]
        by_key = issubclass(cls, (Mapping, list, tuple, deque)) and not hasattr(cls, "_fields")
        return [f"[{label!r}]" if by_key else f".{label}" for label in self.labels()]

    def parts(self, value: Any) -> list[Any] | None:
        """The components of a value if its structure matches, else None."""
        found = _container(value, TracingContext())
        return self.components(value) if found is not None and self._has_same_structure(found) else None

    def is_subtype_of(self, other: TraceType) -> bool:
        return self._has_same_structure(other) and all(
            a.is_subtype_of(b) for a, b in zip(self.children, other.children, strict=True)
        )

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        if not all(self._has_same_structure(o) for o in others):
            return None
        children = []
        for i, child in enumerate(self.children):
            common = child.most_specific_common_supertype([o.children[i] for o in others])  # type: ignore[attr-defined]
            if common is None:
                return None
            children.append(common)
        return Container(self.kind, children, self.rebuild)

    def _has_same_structure(self, other: object) -> TypeGuard[Container]:
        return isinstance(other, Container) and self.kind == other.kind and len(self.children) == len(other.children)

    def to_tensors(self, value: Any) -> list[Any]:
        parts = self.components(value)
        return [t for child, part in zip(self.children, parts, strict=True) for t in child.to_tensors(part)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        return self.rebuild([child.from_tensors(tensors) for child in self.children])

    def flatten(self) -> list[TraceType]:
        return [leaf for child in self.children for leaf in child.flatten()]

    def cast(self, value: Any, cast_context: Any) -> Any:
        parts = self.parts(value)
        if parts is None:
            raise errors.SignatureError(f"Can not cast {value!r} to {self!r}")
        pairs = zip(self.children, parts, strict=True)
        return self.rebuild([child.cast(part, cast_context) for child, part in pairs])

    def placeholder_value(self, placeholder_context: Any) -> Any:
        return self.rebuild([c.placeholder_value(placeholder_context) for c in self.children])

    def __eq__(self, other: object) -> bool:
        return self._has_same_structure(other) and self.children == other.children

    def __hash__(self) -> int:
        return hash((self.kind, self.children))

    def __repr__(self) -> str:
        """TensorFlow's form: `Dict[['a', ...]]`, `Tuple[...]`, `List[...]`, `Point[['x', ...]]`."""
        cls = self.kind[0]
        if cls in (tuple, list, deque):
            return f"{cls.__name__.capitalize()}[{', '.join(map(repr, self.children))}]"
        pairs = zip(self.labels(), self.children, strict=True)
        name = "Dict" if issubclass(cls, Mapping) else cls.__name__
        return f"{name}[{', '.join(f'[{key!r}, {child!r}]' for key, child in pairs)}]"


def _components(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return [value[k] for k in _sorted_keys(value)]
    if isinstance(value, (list, tuple, deque)):
        return list(value)
    if isinstance(value, slice):
        return [value.start, value.stop, value.step]
    if dataclasses.is_dataclass(value):
        return [getattr(value, f.name) for f in dataclasses.fields(value)]
    return [getattr(value, a.name) for a in type(value).__attrs_attrs__]


def _sorted_keys(value: Mapping[Any, Any]) -> list[Any]:
    try:
        return sorted(value)
    except TypeError as error:
        raise TypeError(
            f"The keys of a dict that is an argument of a tf.function must be sortable, got {list(value)!r}: {error}."
        ) from None


def _template(value: Mapping[Any, Any]) -> Any:
    """A mapping like this one without its values."""
    if type(value) is dict:
        return dict.fromkeys(value, 0)
    empty = value.copy() if hasattr(value, "copy") else dict(value)
    for key in list(empty):
        empty[key] = 0
    return empty


def _container(value: Any, context: TracingContext) -> Container | None:
    cls = type(value)
    if isinstance(value, Mapping):
        keys = _sorted_keys(value)
        kind: tuple[Any, ...] = (cls, tuple(keys))
        empty = _template(value)
        return Container(
            kind,
            [trace_type_of(value[k], context) for k in keys],
            lambda parts: _refill(empty, keys, parts),
        )
    if isinstance(value, deque):
        children = [trace_type_of(v, context) for v in value]
        longest = value.maxlen
        return Container((cls, len(value), longest), children, lambda parts: cls(parts, longest))
    if isinstance(value, slice):
        return Container((cls,), [trace_type_of(v, context) for v in _components(value)], lambda parts: cls(*parts))
    if isinstance(value, (list, tuple)):
        make = cls._make if hasattr(cls, "_fields") else cls
        return Container((cls, len(value)), [trace_type_of(v, context) for v in value], make)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [f.name for f in dataclasses.fields(value)]
    elif hasattr(cls, "__attrs_attrs__"):
        names = [a.name for a in cls.__attrs_attrs__]
    else:
        return None
    return Container(
        (cls, tuple(names)),
        [trace_type_of(getattr(value, n), context) for n in names],
        lambda parts: _rebuild_fields(cls, names, parts),
    )


def _refill(template: Any, keys: Sequence[Any], parts: Sequence[Any]) -> Any:
    """A mapping like the template, with its type, its order and (for a defaultdict) its factory."""
    values = dict(zip(keys, parts, strict=True))
    if type(template) is dict:
        return {key: values[key] for key in template}
    return nest.pack_sequence_as(template, [values[k] for k in keys])


def _rebuild_fields(cls: type, names: Sequence[str], parts: Sequence[Any]) -> Any:
    result: Any = object.__new__(cls)
    for name, part in zip(names, parts, strict=True):
        object.__setattr__(result, name, part)
    return result


_literal_types = (
    bool,
    int,
    float,
    complex,
    str,
    bytes,
    type(None),
    type(Ellipsis),
    enum.Enum,
    type,
    DType,
    TensorShape,
    set,
    frozenset,
    bytearray,
)


def trace_type_of(value: Any, context: TracingContext | None = None) -> TraceType:
    """The TraceType of an argument."""
    context = context or TracingContext()
    if isinstance(value, Tensor):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, Variable):
        return VariableType(value, context.alias(value))
    if isinstance(value, (TypeSpec, VariableType)):
        return value
    if isinstance(value, (np.ndarray, np.generic)):
        return _array_type(value)
    hook = getattr(value, "__tf_tracing_type__", None)
    if hook is not None and not isinstance(value, type):
        result: TraceType = hook(context)
        if not isinstance(result, TraceType):
            raise TypeError(
                f"{type(value).__name__}.__tf_tracing_type__ must return a tf.types.experimental.TraceType, "
                f"got {result!r}."
            )
        return result
    if isinstance(value, _literal_types):
        return Literal(value)
    spec = getattr(value, "_type_spec", None)
    if isinstance(spec, TypeSpec):
        return spec
    container = _container(value, context)
    if container is not None:
        return container
    if is_argument_array(value):
        return _array_type(value)
    # paths are values, often created anew for each call
    return Literal(value) if isinstance(value, os.PathLike) else ObjectReference(value)


def is_argument_array(value: Any) -> bool:
    """Whether an argument becomes a tensor because it is an array of NumPy's or of another library."""
    if type(value) is np.ndarray:
        return True
    if isinstance(value, (Tensor, Variable)) or hasattr(value, "_type_spec") or hasattr(value, "__tf_tracing_type__"):
        return False
    return is_array_like(value)


def _array_type(value: Any) -> TensorSpec:
    tensor = to_tensor(value)
    return TensorSpec(tensor.shape, tensor.dtype)


def iterate_leaves(trace_type: TraceType, value: Any) -> Iterator[tuple[TraceType, Any]]:
    """Every leaf of an argument with its trace type."""
    if isinstance(trace_type, Container):
        for child, part in zip(trace_type.children, trace_type.components(value), strict=True):
            yield from iterate_leaves(child, part)
    else:
        yield trace_type, value
