"""What a value was when a trace read it, kept so that a change is seen later and nothing of the user's is kept alive.

Plain values are compared by type and bits, Python's containers by their contents (to a bounded depth and size), small
arrays and tensors by their elements, functions by their code, all else by identity. No method of the user's is called.
"""

from __future__ import annotations

import enum
import operator
import weakref
from collections import OrderedDict, defaultdict
from types import (
    BuiltinFunctionType,
    CodeType,
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
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.functions.guards.access_paths import stored_attributes

_DEPTH = 3  # containers inside containers that are looked into
_MOST_ITEMS = 100  # of a larger container only the length is compared
_MOST_ELEMENTS = 1024  # of a larger array or tensor only the identity is compared
_MOST_ATTRIBUTES = 32
_SHOWN = 60  # characters

_NUMBERS = frozenset({bool, int, str, bytes, type(None), type(Ellipsis), range})
_PLAIN = _NUMBERS | {float, complex, DType}
_SEQUENCES = frozenset({list, tuple})
_SETS = frozenset({set, frozenset})
_MAPPINGS = frozenset({dict, OrderedDict, defaultdict})
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
    """A value holds tensors of a trace: it belongs to the trace and not to the program's state."""


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
    """The snapshot of a value, None for one that is no state.

    Raises:
      TransientValue: for a tensor of a trace, or a container that holds one.
    """
    kind = type(value)
    if kind in _PLAIN:
        return PlainSnapshot(value)
    if isinstance(value, SymbolicTensor):
        raise TransientValue
    if isinstance(value, EagerTensor):
        small = value.dtype not in (resource, variant) and value._array.size <= _MOST_ELEMENTS
        return ArraySnapshot(value, value._array) if small else IdentitySnapshot(value)
    if isinstance(value, (np.ndarray, np.generic)):
        small = value.size <= _MOST_ELEMENTS and not value.dtype.hasobject
        return ArraySnapshot(value, np.array(value)) if small else IdentitySnapshot(value)
    if isinstance(value, TensorShape):
        return ShapeSnapshot(value)
    if isinstance(value, enum.Enum):
        return EnumSnapshot(value)
    if kind in _SEQUENCES or kind in _MAPPINGS or kind in _SETS or _is_named_tuple(value):
        return ContainerSnapshot(value, depth) if depth else None
    if kind is FunctionType:
        return IdentitySnapshot(value) if belongs_to_library(value) else FunctionSnapshot(value, depth)
    if isinstance(value, _NO_STATE):
        return None
    return IdentitySnapshot(value)


def describe_value(value: Any) -> str:
    """A value for messages, told without calling any of the user's methods."""
    try:
        snapshot = take_snapshot(value)
    except TransientValue:
        return "a tensor of another trace"
    return _by_name(value) if snapshot is None else snapshot.text()


class PlainSnapshot(Snapshot):
    """A number, text, None: type and bits."""

    __slots__ = ("bits", "value")

    def __init__(self, value: Any) -> None:
        self.value = value
        self.bits = _bits(value)

    def same(self, value: Any) -> bool:
        return value is self.value or (type(value) is type(self.value) and _bits(value) == self.bits)

    def text(self) -> str:
        return _short(repr(self.value))


def _bits(value: Any) -> Any:
    """What two plain values of one type have in common that a program cannot tell apart."""
    if isinstance(value, (float, complex)):
        return "nan" if value != value else np.array(value).tobytes()
    return value


class ShapeSnapshot(Snapshot):
    """A shape."""

    __slots__ = ("_dims",)

    def __init__(self, value: TensorShape) -> None:
        self._dims = str(value)

    def same(self, value: Any) -> bool:
        return isinstance(value, TensorShape) and str(value) == self._dims

    def text(self) -> str:
        return _short(self._dims)


class EnumSnapshot(Snapshot):
    """A member of an enumeration."""

    __slots__ = ("_value",)

    def __init__(self, value: enum.Enum) -> None:
        self._value = value

    def same(self, value: Any) -> bool:
        return value is self._value

    def text(self) -> str:
        return f"{type(self._value).__name__}.{self._value._name_}"


class ArraySnapshot(Snapshot):
    """A small array, or an eager tensor: dtype, shape and elements."""

    __slots__ = ("_array", "_bytes", "_kind", "_reference")

    def __init__(self, value: Any, array: np.ndarray[Any, Any]) -> None:
        self._kind = type(value)
        self._array = array
        self._bytes: bytes | None = None
        # a tensor does not change: most looks find the very same
        self._reference = weakref.ref(value) if isinstance(value, EagerTensor) else None

    @property
    def is_fixed(self) -> bool:
        """Whether the elements of the very object cannot change."""
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
        return _short(f"{self._kind.__name__.removesuffix('EagerTensor') or 'Tensor'}({elements})")


class ContainerSnapshot(Snapshot):
    """One of Python's own containers."""

    __slots__ = ("_items", "_keys", "_kind", "_known", "_size")

    def __init__(self, value: Any, depth: int) -> None:
        self._kind = type(value)
        self._size = len(value)
        self._keys: Any = None
        self._items: list[Snapshot | None] = []
        self._known: list[Any] | None = None  # the very items, where keeping them keeps nothing of the user's alive
        if self._size > _MOST_ITEMS:
            return
        if self._kind in _SETS:
            # only plain members can be compared without calling their `__eq__`
            plain = all(type(v) in _PLAIN for v in value)
            self._keys = frozenset((type(v), _bits(v)) for v in value) if plain else None
            return
        if self._kind in _MAPPINGS:
            self._keys = [take_snapshot(k, 0) for k in value]
        self._items = [take_snapshot(v, depth - 1) for v in _values(value)]
        if self._kind not in _MAPPINGS and all(isinstance(s, PlainSnapshot) for s in self._items):
            self._known = _values(value)

    def same(self, value: Any) -> bool:
        if type(value) is not self._kind or len(value) != self._size:
            return False
        if self._known is not None and all(map(operator.is_, value, self._known)):
            return True
        if self._kind in _SETS:
            if self._keys is None:
                return True
            return all(type(v) in _PLAIN for v in value) and self._keys == frozenset((type(v), _bits(v)) for v in value)
        if self._size > _MOST_ITEMS:
            return True
        if self._keys is not None and not _all_same(self._keys, list(value)):
            return False
        return _all_same(self._items, _values(value))

    def text(self) -> str:
        if self._size > _MOST_ITEMS or (self._kind in _SETS and self._keys is None):
            return f"a {self._kind.__name__} of {self._size}"
        if self._kind in _SETS:
            return _short(f"{self._kind.__name__} of {sorted(repr(v) for _, v in self._keys)}")
        items = ["..." if s is None else s.text() for s in self._items]
        if self._keys is not None:
            keys = ["..." if s is None else s.text() for s in self._keys]
            return _short("{" + ", ".join(f"{k}: {v}" for k, v in zip(keys, items, strict=True)) + "}")
        inside = ", ".join(items)
        return _short(f"[{inside}]" if self._kind is list else f"({inside}{',' if len(items) == 1 else ''})")


def _values(value: Any) -> list[Any]:
    if type(value) in _MAPPINGS:
        return list(dict.values(value))
    return list(tuple.__iter__(value)) if isinstance(value, tuple) else list(value)


def _all_same(snapshots: list[Snapshot | None], values: list[Any]) -> bool:
    return len(snapshots) == len(values) and all(s is None or s.same(v) for s, v in zip(snapshots, values, strict=True))


def _is_named_tuple(value: Any) -> bool:
    return isinstance(value, tuple) and type(value).__iter__ is tuple.__iter__ and hasattr(type(value), "_fields")


class FunctionSnapshot(Snapshot):
    """A function of the user's: another with the same code, defaults and free variables means the same."""

    __slots__ = ("_code", "_name", "_parts", "_reference")

    def __init__(self, value: FunctionType, depth: int) -> None:
        self._reference = weakref.ref(value)
        self._code = value.__code__
        self._name = f"the function {value.__qualname__} of line {value.__code__.co_firstlineno}"
        self._parts = [take_snapshot(v, depth - 1) for v in _bound(value)] if depth else []

    def same(self, value: Any) -> bool:
        if value is self._reference():
            return True
        if type(value) is not FunctionType:
            return False
        if _code_facts(value.__code__) != _code_facts(self._code):
            return False
        return not self._parts or _all_same(self._parts, _bound(value))

    def text(self) -> str:
        return self._name


def _bound(function: FunctionType) -> list[Any]:
    """What a function was given when it was made."""
    cells: Any = function.__closure__ or ()
    values = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    for cell in cells:
        try:
            values.append(cell.cell_contents)
        except ValueError:
            values.append(None)
    return values


def _code_facts(code: CodeType) -> Any:
    constants = [_code_facts(c) if isinstance(c, CodeType) else (type(c), repr(c)) for c in code.co_consts]
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars


class IdentitySnapshot(Snapshot):
    """Any other object: identity, or, of a class that only holds plain values, type and contents."""

    __slots__ = ("_contents", "_kind", "_name", "_reference")

    def __init__(self, value: Any) -> None:
        self._kind = type(value)
        self._name = _by_name(value)
        try:
            self._reference: Any = weakref.ref(value)
        except TypeError:
            self._reference = None
        self._contents = _plain_attributes(value)

    def same(self, value: Any) -> bool:
        if self._reference is None:
            return type(value) is self._kind  # nothing tells it from others without keeping it alive
        if value is self._reference():
            return True
        return self._contents is not None and type(value) is self._kind and self._contents == _plain_attributes(value)

    def text(self) -> str:
        return self._name


def _plain_attributes(value: Any) -> Any:
    stored = stored_attributes(value)
    if not stored or len(stored) > _MOST_ATTRIBUTES or any(type(v) not in _PLAIN for v in stored.values()):
        return None
    return {k: (type(v), _bits(v)) for k, v in stored.items()}


def _by_name(value: Any) -> str:
    if isinstance(value, (type, FunctionType)):
        return f"{value.__qualname__}"
    if isinstance(value, ModuleType):
        return f"the module {value.__name__}"
    return f"<{type(value).__name__} at {id(value):#x}>"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
