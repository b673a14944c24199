"""Comparing and merging the arguments that specs are made of: nests of specs, shapes, dtypes and so on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, cast

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.base.trace_type import TraceType

NOTHING = object()  # what `merge` gives where nothing is common; None is an argument like others


def _same_structure(first: Any, others: Sequence[Any]) -> bool:
    """Whether all are sequences of one length, or mappings with the same keys, of one class."""
    if any(type(other) is not type(first) or len(other) != len(first) for other in others):
        return False
    return not isinstance(first, Mapping) or all(other.keys() == first.keys() for other in others)


def _same(a: Any, b: Any) -> bool:
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return hashable(a) == hashable(b)
    return bool(_exact(a) == _exact(b))


def _exact(value: Any) -> Any:
    """A number by kind and bits, as programs tell them apart: 1, 1.0 and True are three, 0.0 and -0.0 two, NaNs one."""
    if isinstance(value, bool | np.bool_):
        return "bool", bool(value)
    if isinstance(value, float | np.floating):
        return "float", "nan" if value != value else float(value).hex()
    return value


def may_agree(a: Any, b: Any) -> bool:
    """Whether some value fits both arguments; for plain ones, whether they are equal."""
    compatible = getattr(a, "is_compatible_with", None)
    if compatible is None or isinstance(a, DType) or not isinstance(a, TraceType):
        return _same(a, b)
    return isinstance(b, TraceType) and bool(compatible(b))


def is_subtype(a: Any, b: Any) -> bool:
    """Whether argument `a` is covered by `b`; for plain ones, whether they are equal."""
    return bool(a.is_subtype_of(b)) if isinstance(a, TraceType) else _same(a, b)


def all_pairs(holds: Callable[[Any, Any], bool], a: Any, b: Any) -> bool:
    """Whether `holds` of every pair of leaves of two argument structures, which must be alike."""
    if isinstance(a, tuple | list):
        return _same_structure(a, [b]) and all(all_pairs(holds, x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Mapping):
        return _same_structure(a, [b]) and all(all_pairs(holds, a[key], b[key]) for key in a)
    return holds(a, b)


def merge(first: Any, others: Sequence[Any]) -> Any:
    """The most specific arguments that cover all the given ones, or `NOTHING`."""
    if isinstance(first, tuple | list):
        if not _same_structure(first, others):
            return NOTHING
        items = [merge(*_column(first, others, place)) for place in range(len(first))]
        if any(item is NOTHING for item in items):
            return NOTHING
        return type(first)(*items) if hasattr(first, "_fields") else type(first)(items)
    if isinstance(first, Mapping):
        if not _same_structure(first, others):
            return NOTHING
        pairs = {key: merge(*_column(first, others, key)) for key in first}
        return NOTHING if any(item is NOTHING for item in pairs.values()) else pairs
    if isinstance(first, TraceType):
        common = first.most_specific_common_supertype(others)
        return NOTHING if common is None else common
    return first if all(_same(first, other) for other in others) else NOTHING


def _column(first: Any, others: Sequence[Any], place: Any) -> tuple[Any, list[Any]]:
    return first[place], [other[place] for other in others]


def hashable(argument: Any) -> Hashable:
    """A hashable stand-in for an argument, equal for equal arguments."""
    if isinstance(argument, tuple | list):
        return type(argument), tuple(hashable(item) for item in argument)
    if isinstance(argument, Mapping):
        return type(argument), frozenset((key, hashable(item)) for key, item in argument.items())
    if isinstance(argument, np.ndarray):
        return "array", argument.dtype.str, argument.shape, argument.tobytes()
    return cast(Hashable, _exact(argument))
