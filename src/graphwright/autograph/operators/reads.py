"""Reads and writes of state that generated code tells of, so that what a trace froze is known.

Nothing here decides anything: the value read is handed on as it is.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from types import BuiltinFunctionType, BuiltinMethodType, ModuleType, WrapperDescriptorType
from typing import Any

from graphwright.autograph.recording import Read, Site, current
from graphwright.core.tensor import EagerTensor, SymbolicTensor
from graphwright.ir.location import user_location

# what they are is no state, or belongs to the graph
_PASSED_OVER = frozenset(
    {SymbolicTensor, ModuleType, BuiltinFunctionType, BuiltinMethodType, WrapperDescriptorType, type}
)
_TENSORS = frozenset({SymbolicTensor, EagerTensor})
_MUTABLE = frozenset({list, dict, set, OrderedDict, defaultdict})
_KEYED = frozenset({list, tuple, dict, OrderedDict, defaultdict})
_KEYS = frozenset({int, str, bytes, bool, float, type(None)})


def read(site: int, value: Any) -> Any:
    """A value that was reached from a global name or a free variable."""
    recording = current.recording
    if recording is not None:
        kind = type(value)
        if kind not in _PASSED_OVER:
            recording.reads.append(Read(site, value, None, (), len(value) if kind in _MUTABLE else -1))
    return value


def read_of(site: int | Site, value: Any, root: Any) -> Any:
    """A value that was reached from `root`, which a local name holds."""
    recording = current.recording
    if recording is not None and type(root) not in _TENSORS:
        kind = type(value)
        if kind not in _PASSED_OVER:
            recording.reads.append(Read(site, value, root, (), len(value) if kind in _MUTABLE else -1))
    return value


def entry(site: int, container: Any, key: Any, root: Any = None) -> Any:
    """`container[key]`, with a container that was reached from a name."""
    value = container[key]
    recording = current.recording
    if recording is not None and type(root) not in _TENSORS:
        if type(container) in _KEYED and type(key) in _KEYS:
            kind = type(value)
            if kind not in _PASSED_OVER:
                recording.reads.append(Read(site, value, root, (key,), len(value) if kind in _MUTABLE else -1))
        else:
            read_of(site, container, root)
    return value


def attribute(site: int, owner: Any, name: str) -> Any:
    """`owner.name`, of an object that no name leads to."""
    value = getattr(owner, name)
    return read_of(site, value, owner)


def named_attribute(owner: Any, name: str, /, *default: Any) -> Any:
    """`getattr(owner, name)`."""
    value = getattr(owner, name, *default)
    if current.recording is None or (default and value is default[0]):
        return value
    where = user_location()
    if where is None:
        return value
    place = (where.filename, where.function, where.line)
    return read_of(Site(f"getattr(..., {name!r})", *place, "local", "", (("attr", name),), None), value, owner)


def wrote(site: int, value: Any, root: Any = None) -> Any:
    """A value that is about to be assigned at a site."""
    recording = current.recording
    if recording is not None:
        recording.writes.append((site, root))
    return value
