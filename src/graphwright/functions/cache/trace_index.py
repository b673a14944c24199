"""An index of traces by argument types: lookup does not depend on the number of traces.

If one type is a subtype of another, they agree in everything but shapes. So traces are grouped by their types without
shapes, and within a group by which dimensions are known and their sizes. Finding the candidates for a call takes one
lookup per pattern of known dimensions, of which there are few.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TraceType, TypeSpec
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.tracing.trace_types import Container, Leaf

_Shape = tuple[int | None, ...] | None
_KnownDims = tuple[tuple[bool, ...] | None, ...]  # for each shape which dimensions are known; None for an unknown rank


class _Group:
    """Traces whose types differ in shapes only, oldest first."""

    __slots__ = ("by_known", "key", "traces")

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self.traces: dict[int, tuple[ConcreteFunction, _KnownDims, Hashable]] = {}
        self.by_known: dict[_KnownDims, dict[Hashable, dict[int, ConcreteFunction]]] = {}


class TraceIndex:
    """The traces of one Function by argument types. Callers must serialize changes."""

    def __init__(self) -> None:
        self._groups: dict[Hashable, _Group] = {}
        self._group_of: dict[int, _Group] = {}

    def add(self, concrete: ConcreteFunction) -> None:
        """Add a trace."""
        key, shapes = _split_types(concrete.argument_types)
        known: _KnownDims = tuple(None if s is None else tuple(d is not None for d in s) for s in shapes)
        group = self._groups.setdefault(key, _Group(key))
        sizes = _sizes(shapes, known)
        group.traces[id(concrete)] = concrete, known, sizes
        group.by_known.setdefault(known, {}).setdefault(sizes, {})[id(concrete)] = concrete
        self._group_of[id(concrete)] = group

    def remove(self, concrete: ConcreteFunction) -> None:
        """Remove a trace."""
        group = self._group_of.pop(id(concrete), None)
        if group is None:
            return
        _, known, sizes = group.traces.pop(id(concrete))
        by_sizes = group.by_known[known]
        del by_sizes[sizes][id(concrete)]
        if not by_sizes[sizes]:
            del by_sizes[sizes]
        if not by_sizes:
            del group.by_known[known]
        if not group.traces:
            # by the group's own key: references to dead objects equal only themselves
            del self._groups[group.key]

    def covering(self, types: Mapping[str, TraceType]) -> list[ConcreteFunction]:
        """The traces whose types may be supertypes of these, oldest first."""
        key, shapes = _split_types(types)
        group = self._groups.get(key)
        if group is None:
            return []
        found: set[int] = set()
        for known, by_sizes in group.by_known.items():
            sizes = _sizes(shapes, known)
            if sizes is not None:
                found.update(by_sizes.get(sizes, ()))
        if len(found) < 2:
            return [group.traces[number][0] for number in found]
        return [trace for number, (trace, _, _) in group.traces.items() if number in found]

    def same_but_shapes(self, types: Mapping[str, TraceType]) -> Iterator[ConcreteFunction]:
        """The traces whose types differ from these in shapes only, the latest first."""
        group = self._groups.get(_split_types(types)[0])
        return iter(()) if group is None else (trace for trace, _, _ in reversed(group.traces.values()))


def _sizes(shapes: tuple[_Shape, ...], known: _KnownDims) -> Hashable:
    """The dimensions of the shapes where they are to be known; None where they are not, or of another rank."""
    sizes = []
    for shape, dims in zip(shapes, known, strict=True):
        if dims is None:
            continue
        if shape is None or len(shape) != len(dims):
            return None
        part = tuple(itertools.compress(shape, dims))
        if None in part:
            return None
        sizes.append(part)
    return tuple(sizes)


def _split_types(types: Mapping[str, TraceType]) -> tuple[Hashable, tuple[_Shape, ...]]:
    """What the types are without their shapes, and the shapes."""
    key: list[Hashable] = []
    shapes: list[_Shape] = []
    for name, type_ in types.items():
        key.append(name)
        _split_type(type_, key, shapes)
    return tuple(key), tuple(shapes)


def _split_type(type_: Any, key: list[Hashable], shapes: list[_Shape]) -> None:
    if type(type_) is TensorSpec:
        key.append(type_.dtype)
        shapes.append(type_.shape.static_dims)
    elif isinstance(type_, Container):
        key += (type_.kind, len(type_.children))
        for child in type_.children:
            _split_type(child, key, shapes)
    elif isinstance(type_, Leaf):
        key.append(type_)
    elif isinstance(type_, TypeSpec) and type(type_).is_subtype_of is TypeSpec.is_subtype_of:
        key.append(type(type_))
        _split_argument(type_._serialize(), key, shapes)
    else:
        key.append(_family(type(type_)))


def _split_argument(value: Any, key: list[Hashable], shapes: list[_Shape]) -> None:
    """Split one constructor argument of a spec; values that may be equal in several forms are left out."""
    if isinstance(value, TensorShape):
        shapes.append(value.static_dims)
    elif isinstance(value, TraceType):
        _split_type(value, key, shapes)
    elif isinstance(value, (tuple, list)):
        key.append(len(value))
        for part in value:
            _split_argument(part, key, shapes)


def _family(cls: type) -> type:
    """The most basic class of trace types that a class is derived from: those of one family may be related."""
    above = (c for c in reversed(cls.__mro__) if issubclass(c, TraceType) and c is not TraceType)
    return next(above, cls)


__all__ = ["TraceIndex"]
