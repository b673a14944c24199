"""Snapshots of values that a trace read, to detect later changes without keeping user objects alive.

Plain values are compared by type and bits, Python's containers by their contents (to a bounded depth and size), small
arrays and tensors by their elements, functions by their code, everything else by identity. No user method is called.
"""

from __future__ import annotations

import enum
import operator
import weakref
from collections import OrderedDict, defaultdict
from types import (
    BuiltinFunctionType,
    FunctionType,
    MappingProxyType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

import numpy as np

from graphwright.autograph.marks import belongs_to_library
from graphwright.base.dtypes import DType, resource, variant
from graphwright.base.shape import TensorShape
from graphwright.base.words import with_article
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.functions.guards.access_paths import stored_attributes
from graphwright.functions.tracing.trace_types import value_bits

_DEPTH = 3  # levels of nested containers that are compared
_MAX_ITEMS = 100  # of a larger container only the length is compared
_MAX_ELEMENTS = 1024  # of a larger array or tensor only the identity is compared
_MAX_ATTRIBUTES = 32
_MAX_TEXT = 60  # characters

_PLAIN = frozenset({bool, int, float, complex, str, bytes, type(None), type(Ellipsis), range, DType})
_SETS = frozenset({set, frozenset})
_MAPPINGS = frozenset({dict, OrderedDict, defaultdict})
_CONTAINERS = frozenset({list, tuple}) | _SETS | _MAPPINGS
_NO_STATE = (
    ModuleType,
    type,
    BuiltinFunctionType,
    MethodType,
    MethodWrapperType,
    WrapperDescriptorType,
    MappingProxyType,
    property,
    staticmethod,
    classmethod,
)


class TransientValue(Exception):
    """A value holds tensors of a trace, so it belongs to the trace and not to the program's state."""


class Snapshot:
    """What a value was."""

    __slots__ = ()

    def same(self, value: Any) -> bool:
        """Whether a value means the same to a program."""
        raise NotImplementedError

    def text(self) -> str:
        """The value for messages."""
        raise NotImplementedError


def take_snapshot(value: Any, depth: int = _DEPTH) -> Snapshot | None:
    """The snapshot of a value; None for a value that is no state.

    Raises:
      TransientValue: for a tensor of a trace, or a container that holds one.
    """
    kind = type(value)
    if kind in _PLAIN or isinstance(value, (TensorShape, enum.Enum)):
        return PlainSnapshot(value)
    if isinstance(value, SymbolicTensor):
        raise TransientValue
    if isinstance(value, EagerTensor):
        plain = type(value) is EagerTensor and value.dtype not in (resource, variant)
        small = plain and value._array.size <= _MAX_ELEMENTS
        return ArraySnapshot(value, value._array) if small else IdentitySnapshot(value)
    if isinstance(value, (np.ndarray, np.generic)):
        small = value.size <= _MAX_ELEMENTS and not value.dtype.hasobject
        return ArraySnapshot(value, np.array(value)) if small else IdentitySnapshot(value)
    if kind in _CONTAINERS or _is_named_tuple(value):
        return ContainerSnapshot(value, depth) if depth else None
    if kind is FunctionType:
        return IdentitySnapshot(value) if belongs_to_library(value) else FunctionSnapshot(value, depth)
    if isinstance(value, _NO_STATE):
        return None
    return IdentitySnapshot(value)


def describe_value(value: Any) -> str:
    """A value for messages, without calling user methods."""
    try:
        snapshot = take_snapshot(value)
    except TransientValue:
        return "a tensor of another trace"
    return _object_text(value) if snapshot is None else snapshot.text()


class PlainSnapshot(Snapshot):
    """An immutable value: a number, text, None, a dtype, a shape, a member of an enumeration."""

    __slots__ = ("_bits", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self._bits = _bits(value)

    def same(self, value: Any) -> bool:
        return value is self.value or (type(value) is type(self.value) and _bits(value) == self._bits)

    def text(self) -> str:
        if isinstance(self.value, enum.Enum):
            return f"{type(self.value).__name__}.{self.value._name_}"
        return _abbreviate(str(self.value) if isinstance(self.value, TensorShape) else repr(self.value))


def _bits(value: Any) -> Any:
    """What two immutable values of one type share if a program cannot tell them apart."""
    if isinstance(value, enum.Enum):
        return id(value)
    return str(value) if isinstance(value, TensorShape) else value_bits(value)


class ArraySnapshot(Snapshot):
    """A small array, or an eager tensor: dtype, shape and elements."""

    __slots__ = ("_array", "_bytes", "_kind", "_reference")

    def __init__(self, value: Any, array: np.ndarray[Any, Any]) -> None:
        self._kind = type(value)
        self._array = array
        self._bytes: bytes | None = None
        # tensors are immutable: most comparisons find the very same one
        self._reference = weakref.ref(value) if isinstance(value, EagerTensor) else None

    @property
    def is_immutable(self) -> bool:
        """Whether the elements of the object cannot change."""
        return self._reference is not None

    def same(self, value: Any) -> bool:
        if self._reference is not None and value is self._reference():
            return True
        if type(value) is not self._kind:
            return False
        array = value._array if isinstance(value, EagerTensor) else value
        if array.dtype != self._array.dtype or array.shape != self._array.shape:
            return False
        if array.dtype.hasobject:
            return bool(np.array_equal(array, self._array))
        if self._bytes is None:
            self._bytes = self._array.tobytes()
        return bool(array.tobytes() == self._bytes)

    def text(self) -> str:
        elements = np.array2string(self._array, separator=", ", threshold=8).replace("\n", "")
        return _abbreviate(f"{self._kind.__name__.removesuffix('EagerTensor') or 'Tensor'}({elements})")


class ContainerSnapshot(Snapshot):
    """One of Python's own containers."""

    __slots__ = ("_items", "_keys", "_kind", "_plain_items", "_size")

    def __init__(self, value: Any, depth: int) -> None:
        self._kind = type(value)
        self._size = len(value)
        self._keys: Any = None  # of a mapping their snapshots, of a set its members
        self._items: list[Snapshot | None] = []
        # the items themselves, where keeping them keeps no user object alive
        self._plain_items: list[Any] | None = None
        if self._size > _MAX_ITEMS:
            return
        if self._kind in _SETS:
            self._keys = _plain_members(value)
            return
        if self._kind in _MAPPINGS:
            self._keys = [take_snapshot(k, 0) for k in value]
        self._items = [take_snapshot(v, depth - 1) for v in _values(value)]
        if self._kind not in _MAPPINGS and all(type(v) in _PLAIN for v in _values(value)):
            self._plain_items = _values(value)

    def same(self, value: Any) -> bool:
        if type(value) is not self._kind or len(value) != self._size:
            return False
        if self._plain_items is not None and all(map(operator.is_, value, self._plain_items)):
            return True
        if self._size > _MAX_ITEMS:
            return True
        if self._kind in _SETS:
            return self._keys is None or self._keys == _plain_members(value)
        if self._keys is not None and not _all_same(self._keys, list(value)):
            return False
        return _all_same(self._items, _values(value))

    def text(self) -> str:
        if self._size > _MAX_ITEMS or (self._kind in _SETS and self._keys is None):
            return f"{with_article(self._kind.__name__)} of {self._size}"
        if self._kind in _SETS:
            return _abbreviate(f"{self._kind.__name__} of {sorted(repr(v) for _, v in self._keys)}")
        items = _texts(self._items)
        if self._keys is not None:
            pairs = zip(_texts(self._keys), items, strict=True)
            return _abbreviate("{" + ", ".join(f"{k}: {v}" for k, v in pairs) + "}")
        inside = ", ".join(items)
        return _abbreviate(f"[{inside}]" if self._kind is list else f"({inside}{',' if len(items) == 1 else ''})")


def _plain_members(value: Any) -> frozenset[Any] | None:
    """The members of a set; None where comparing them would call their `__eq__`."""
    return frozenset((type(v), value_bits(v)) for v in value) if all(type(v) in _PLAIN for v in value) else None


def _values(value: Any) -> list[Any]:
    if type(value) in _MAPPINGS:
        return list(dict.values(value))
    return list(tuple.__iter__(value)) if isinstance(value, tuple) else list(value)


def _all_same(snapshots: list[Snapshot | None], values: list[Any]) -> bool:
    return len(snapshots) == len(values) and all(s is None or s.same(v) for s, v in zip(snapshots, values, strict=True))


def _texts(snapshots: list[Snapshot | None]) -> list[str]:
    return ["..." if s is None else s.text() for s in snapshots]


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and type(value).__iter__ is tuple.__iter__ and hasattr(type(value), "_fields")


class FunctionSnapshot(Snapshot):
    """A user function: another one with the same code, defaults and free variables means the same."""

    __slots__ = ("_bound", "_code", "_name", "_reference")

    def __init__(self, value: FunctionType, depth: int) -> None:
        self._reference = weakref.ref(value)
        self._code = value.__code__
        self._name = f"the function {value.__qualname__} of line {value.__code__.co_firstlineno}"
        self._bound = [take_snapshot(v, depth - 1) for v in _bound_values(value)] if depth else []

    def same(self, value: Any) -> bool:
        if value is self._reference():
            return True
        if type(value) is not FunctionType:
            return False
        from graphwright.autograph.source_check import same_code  # few programs define a function again

        if not same_code(value.__code__, self._code):
            return False
        return not self._bound or _all_same(self._bound, _bound_values(value))

    def text(self) -> str:
        return self._name


def _bound_values(function: FunctionType) -> list[Any]:
    """The defaults and free variables of a function."""
    cells: Any = function.__closure__ or ()
    values = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in cells:
        try:
            values.append(cell.cell_contents)
        except ValueError:
            values.append(None)
    return values


class IdentitySnapshot(Snapshot):
    """Any other object: its identity or, if all its attributes are plain values, its type and attributes."""

    __slots__ = ("_attributes", "_kind", "_name", "_reference")

    def __init__(self, value: Any) -> None:
        self._kind = type(value)
        self._name = _object_text(value)
        try:
            self._reference: Any = weakref.ref(value)
        except TypeError:
            self._reference = None
        self._attributes = _plain_attributes(value)

    def same(self, value: Any) -> bool:
        if self._reference is None:
            return type(value) is self._kind  # only keeping it alive would tell it from others
        if value is self._reference():
            return True
        return (
            self._attributes is not None and type(value) is self._kind and self._attributes == _plain_attributes(value)
        )

    def text(self) -> str:
        return self._name


def _plain_attributes(value: Any) -> Any:
    stored = stored_attributes(value)
    if not stored or len(stored) > _MAX_ATTRIBUTES or any(type(v) not in _PLAIN for v in stored.values()):
        return None
    return {k: (type(v), value_bits(v)) for k, v in stored.items()}


def _object_text(value: Any) -> str:
    if isinstance(value, (type, FunctionType)):
        return f"{value.__qualname__}"
    if isinstance(value, ModuleType):
        return f"the module {value.__name__}"
    return f"<{type(value).__name__} at {id(value):#x}>"


def _abbreviate(text: str) -> str:
    return text if len(text) <= _MAX_TEXT else text[: _MAX_TEXT - 3] + "..."
