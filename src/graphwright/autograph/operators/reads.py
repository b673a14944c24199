"""Operators that record the reads and writes of state in generated code, so that traces can be guarded.

They change nothing: the value that was read is returned unchanged.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from functools import cached_property
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, ModuleType, WrapperDescriptorType
from typing import Any

from graphwright.autograph.operators.calls import converted_call
from graphwright.autograph.recording import Read, Site, current
from graphwright.autograph.recording import site as site_of
from graphwright.core.context import state
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.ir.location import user_location

# values that are no state, or belong to the graph
_NOT_STATE = frozenset(
    {SymbolicTensor, ModuleType, BuiltinFunctionType, BuiltinMethodType, WrapperDescriptorType, type}
)
_TENSORS = frozenset({SymbolicTensor, EagerTensor})
_MUTABLE = frozenset({list, dict, set, OrderedDict, defaultdict})
_KEYED = frozenset({list, tuple, dict, OrderedDict, defaultdict})
_NO_PROPERTIES = frozenset({SymbolicTensor, EagerTensor, ModuleType, type})
_KEYS = frozenset({int, str, bytes, bool, float, type(None)})


def read(site: int, root: Any) -> Any:
    """What a site reads, from the value `root` of a global name or a free variable."""
    value = _follow_steps(site, root)
    recording = current.recording
    if recording is not None:
        kind = type(value)
        if kind not in _NOT_STATE:
            recording.reads.append(Read(site, value, None, (), len(value) if kind in _MUTABLE else -1))
    return value


def read_of(site: int, root: Any) -> Any:
    """What a site reads, from the value `root` of a local name."""
    return _record_read(site, _follow_steps(site, root), root)


def _follow_steps(site: int, value: Any) -> Any:
    """The value that the steps of a site lead to."""
    known = site_of(site)
    for kind, key in known.steps if known is not None else ():
        value = member(value, key) if kind == "attr" else value[key]
    return value


def _record_read(site: int | Site, value: Any, root: Any) -> Any:
    """Record a value that was reached from `root`, which is no global."""
    recording = current.recording
    if recording is not None and type(root) not in _TENSORS:
        kind = type(value)
        if kind not in _NOT_STATE:
            recording.reads.append(Read(site, value, root, (), len(value) if kind in _MUTABLE else -1))
    return value


def entry(site: int, container: Any, key: Any, root: Any = None) -> Any:
    """`container[key]`, with a container that was reached from a name."""
    value = container[key]
    recording = current.recording
    if recording is not None and type(root) not in _TENSORS:
        if type(container) in _KEYED and type(key) in _KEYS:
            kind = type(value)
            if kind not in _NOT_STATE:
                recording.reads.append(Read(site, value, root, (key,), len(value) if kind in _MUTABLE else -1))
        else:
            _record_read(site, container, root)
    return value


def attribute(site: int, owner: Any, name: str) -> Any:
    """`owner.name`, of an object that no name leads to."""
    return _record_read(site, member(owner, name), owner)


def member(owner: Any, name: str) -> Any:
    """`owner.name`, a property in the converted form of its code."""
    class_ = type(owner)
    if state.graph is None or class_ in _NO_PROPERTIES:
        return getattr(owner, name)
    lineage = class_.__mro__
    if class_ is super:
        lineage = type(owner.__self__).__mro__
        lineage, owner, outer = lineage[lineage.index(owner.__thisclass__) + 1 :], owner.__self__, owner
    else:
        outer = owner
        lookup: Any = class_.__getattribute__
        if lookup is not object.__getattribute__ or hasattr(class_, "__getattr__"):
            return getattr(owner, name)
    found = next((vars(base)[name] for base in lineage if name in vars(base)), None)
    getter = found.fget if type(found) is property else getattr(found, "func", None)
    if type(getter) is not FunctionType:
        return getattr(outer, name)
    if type(found) is property:
        return _converted_call(getter, owner)
    if type(found) is not cached_property or outer is not owner or name in vars(owner):
        return getattr(outer, name)
    value = vars(owner)[name] = _converted_call(getter, owner)
    return value


def _converted_call(getter: FunctionType, owner: Any) -> Any:
    return converted_call(getter, (owner,))


def named_attribute(owner: Any, name: str, /, *default: Any) -> Any:
    """`getattr(owner, name)`."""
    value = member(owner, name) if not default else getattr(owner, name, *default)
    if current.recording is None or (default and value is default[0]):
        return value
    where = user_location()
    if where is None:
        return value
    location = (where.filename, where.function, where.line)
    return _record_read(Site(f"getattr(..., {name!r})", *location, "local", "", (("attr", name),), None), value, owner)


def wrote(site: int, value: Any, root: Any = None) -> Any:
    """Record that a value is about to be assigned at a site."""
    recording = current.recording
    if recording is not None:
        recording.writes.append((site, root))
    return value
