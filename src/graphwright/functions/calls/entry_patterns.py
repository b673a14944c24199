"""Patterns of the arguments and results of a trace: what a compiled entry needs to match a call."""

from __future__ import annotations

import enum
import inspect
import weakref
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MemberDescriptorType
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.nest.kinds import sorted_keys
from graphwright.base.spec import TensorSpec, TraceType
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.variable import Variable
from graphwright.functions.tracing.trace_types import Container, Literal, ObjectReference, VariableType
from graphwright.ir.types import TensorType, tensor_type
from graphwright.runtime.calls import (
    Build,
    Equal,
    Exactly,
    Fields,
    NumpyArray,
    OfType,
    OutputLeaf,
    Parts,
    VariableOf,
    Weakly,
)

_BY_VALUE = (int, float, str, bytes)
_DICTIONARIES = (dict, OrderedDict, defaultdict)


class NoPattern(Exception):
    """Such calls cannot be matched by compiled code."""


class _PatternBuilder:
    """Builds the patterns of one call, in the order of its arguments."""

    def __init__(self, inputs: Sequence[TensorType], exact: bool) -> None:
        self._inputs = inputs
        self._exactly = exact
        self._variables: list[tuple[int, Variable]] = []

    def of(self, type_: TraceType, value: Any, at: int) -> Any:
        """The pattern of an argument whose tensors fill the graph's inputs from `at` on."""
        if isinstance(type_, TensorSpec):
            return self._tensor(value, self._inputs[at], at)
        if isinstance(type_, VariableType):
            return self._variable(value, at)
        if isinstance(type_, Literal):
            return _literal(value)
        if isinstance(type_, ObjectReference):
            return _object(value)
        if isinstance(type_, Container):
            return self._container(type_, value, at)
        stored = getattr(type_, "stored_fields", None)
        if stored is not None:
            return self._extension(stored(value), value, at)
        raise NoPattern

    def _tensor(self, value: Any, declared_type: TensorType, at: int) -> Any:
        if type(value) is EagerTensor and value.dtype is declared_type.dtype:
            return OfType(value._type if self._exactly else declared_type, at)
        if type(value) is np.ndarray and value.dtype == declared_type.dtype.numpy and value.dtype != object:
            exact = self._exactly and not declared_type.is_static
            return NumpyArray(tensor_type(declared_type.dtype, value.shape) if exact else declared_type, at)
        raise NoPattern

    def _variable(self, variable: Any, at: int) -> VariableOf:
        if not isinstance(variable, Variable) or type(variable.handle) is not EagerTensor:
            raise NoPattern
        storage = variable.handle._array
        if not storage.type.is_static:
            raise NoPattern
        others = tuple((i, other is variable) for i, other in self._variables)
        self._variables.append((at, variable))
        return VariableOf(type(variable), storage.type, variable.trainable, at, others)

    def _container(self, type_: Container, value: Any, at: int) -> Parts | Fields:
        keys: tuple[Any, ...] | None = None
        if type(value) in _DICTIONARIES:
            keys = tuple(sorted(value))
            if not all(type(key) is str for key in keys):
                raise NoPattern
        elif type(value) is not list and not (isinstance(value, tuple) and type(value).__iter__ is tuple.__iter__):
            names = tuple(type_.labels())
            in_slots = _fields_are_slots(value, names)
            return Fields(type(value), names, self._parts(type_.children, type_.components(value), at), in_slots)
        return Parts(type(value), self._parts(type_.children, type_.components(value), at), keys)

    def _extension(self, fields: Mapping[str, tuple[Any, Any]] | None, value: Any, at: int) -> Fields:
        if fields is None:
            raise NoPattern
        specs, values = zip(*fields.values(), strict=True) if fields else ((), ())
        return Fields(type(value), tuple(fields), self._parts(specs, values, at))

    def _parts(self, specs: Iterable[Any], values: Iterable[Any], at: int) -> tuple[Any, ...]:
        patterns = []
        for spec, value in zip(specs, values, strict=True):
            if isinstance(spec, TraceType):
                patterns.append(self.of(spec, value, at))
            elif type(spec) is tuple:
                patterns.append(Parts(tuple, self._parts(spec, value, at)))
            else:
                patterns.append(_literal(value))
            at += _tensor_count(spec)
        return tuple(patterns)


def _tensor_count(type_: Any) -> int:
    """The number of tensors in a value of this type."""
    if type(type_) is tuple:
        return sum(map(_tensor_count, type_))
    return len(type_.flatten()) if isinstance(type_, TraceType) else 0


_PLAIN_READ = inspect.getattr_static(object, "__getattribute__")
_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: a class statement made it; members of others, as of slices, are no slots


def _fields_are_slots(value: Any, names: Sequence[str]) -> bool:
    """Whether fields are slots; False where they are in the instance dictionary and read without descriptors."""
    cls = type(value)
    shown = [inspect.getattr_static(cls, name, None) for name in names]
    own = getattr(value, "__dict__", {})
    if not names or hasattr(cls, "__del__") or inspect.getattr_static(cls, "__getattribute__") is not _PLAIN_READ:
        raise NoPattern
    if not cls.__flags__ & _HEAP_TYPE:
        raise NoPattern
    if all(isinstance(attribute, MemberDescriptorType) for attribute in shown):
        return True
    if any(hasattr(type(attribute), "__set__") for attribute in shown) or not all(name in own for name in names):
        raise NoPattern
    return False


def _literal(value: Any) -> Any:
    if type(value) in _BY_VALUE and value == value:
        return Equal(value)
    if value is None or value is Ellipsis or isinstance(value, (bool, enum.Enum, type, DType)):
        return Exactly(value)
    raise NoPattern


def _object(value: Any) -> Weakly:
    try:
        return Weakly(weakref.ref(value))
    except TypeError:
        raise NoPattern from None


def patterns_of(
    types: Mapping[str, TraceType],
    inputs: Sequence[TensorType],
    named: Callable[[Sequence[Any], Mapping[str, Any]], Mapping[str, Any]],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    exact: bool = False,
) -> list[Any]:
    """The patterns of a call's arguments, positional ones first.

    Args:
      types: the trace types of the function's arguments, in the order in which they fill the graph's `inputs`.
      named: binds a call to parameter names (`FunctionSpec.named`).
      exact: match only tensors of the same types as these, even if the trace accepts more.

    Raises `NoPattern` where an entry cannot distinguish such calls from others.
    """
    marks = [object() for _ in args]
    keyword_marks = {name: object() for name in kwargs}
    name_of = {id(mark): name for name, mark in named(marks, keyword_marks).items()}
    positions, at = {}, 0
    for name, type_ in types.items():
        positions[name] = at
        at += len(type_.flatten())
    builder = _PatternBuilder(inputs, exact)
    arguments = [*zip(marks, args, strict=True), *((keyword_marks[name], value) for name, value in kwargs.items())]
    names = [name_of[id(mark)] for mark, _ in arguments]
    if any(type_.flatten() for name, type_ in types.items() if name not in names):
        raise NoPattern  # a default that is a tensor
    return [builder.of(types[name], value, positions[name]) for name, (_, value) in zip(names, arguments, strict=True)]


def are_tensors(patterns: Iterable[Any]) -> bool:
    """Whether all that fills inputs are eager tensors, not arrays or variables."""
    return all(
        are_tensors(p.parts) if isinstance(p, (Parts, Fields)) else not isinstance(p, (NumpyArray, VariableOf))
        for p in patterns
    )


def results_of(structure: Any, count: int, pack: Callable[..., Any]) -> Any:
    """How `count` flat results are packed as the Python function's result; `pack(*flat)` is the general form."""
    try:
        return _ResultBuilder().of(structure)
    except NoPattern:
        return Build(pack, tuple(OutputLeaf(i) for i in range(count)))


class _ResultBuilder:
    def __init__(self) -> None:
        self._next = 0

    def of(self, structure: Any) -> Any:
        if structure is None:
            return Exactly(None)
        if isinstance(structure, Tensor):
            self._next += 1
            return OutputLeaf(self._next - 1)
        cls = type(structure)
        if cls is dict:
            parts = {key: self.of(structure[key]) for key in sorted_keys(structure)}
            return Build(dict, tuple(parts[key] for key in structure), tuple(structure))
        if cls is tuple or cls is list or (isinstance(structure, tuple) and hasattr(cls, "_fields")):
            return Build(cls, tuple(self.of(part) for part in structure))
        spec = getattr(structure, "_type_spec", None)
        if hasattr(spec, "stored_fields"):
            return self._extension(spec, structure)
        raise NoPattern

    def _extension(self, spec: Any, structure: Any) -> Build:
        fields = spec.stored_fields(structure)
        if fields is None:
            raise NoPattern
        return Build(spec.from_fields, tuple(self._field(type_, field) for type_, field in fields.values()))

    def _field(self, type_: Any, field: Any) -> Any:
        if type(type_) is tuple:
            return Build(tuple, tuple(self._field(t, part) for t, part in zip(type_, field, strict=True)))
        if isinstance(type_, TraceType):
            return self.of(field)
        return Exactly(field)
