"""Guards: the Python state that a trace read and froze, and whether it still holds."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from graphwright.autograph.marks import belongs_to_library
from graphwright.autograph.recording import UNCONVERTED, Read, Recording, Site, site
from graphwright.autograph.static_reads import StaticRead, certain_reads
from graphwright.functions.guards.access_paths import (
    ABSENT,
    GONE,
    UNREADABLE,
    AccessPath,
    ClosureRoot,
    GlobalRoot,
    ObjectRoot,
    Root,
    is_missing,
)
from graphwright.functions.guards.snapshots import (
    PlainSnapshot,
    Snapshot,
    TransientValue,
    describe_value,
    take_snapshot,
)

GONE_TEXT = "gone"
"""How a value that no longer exists is reported."""

_MAX_REBUILDS = 8
_CALLBACKS = (FunctionType, MethodType, functools.partial)
_MAX_DEPTH = 5  # nested calls of unconverted functions whose reads are scanned


class FrozenRead(NamedTuple):
    """A value that a trace read and keeps using.

    Fields:
      name: the expression as written.
      file, function, line: where it was read.
      path: how to reach the value.
      snapshot: what the value was.
    """

    name: str
    file: str
    function: str
    line: int
    path: AccessPath
    snapshot: Snapshot

    @property
    def kind(self) -> str:
        """Where the value is stored: `global`, `closure`, `attribute` or `item`."""
        return self.path.kind

    @property
    def value(self) -> str:
        """The value as text."""
        return self.snapshot.text()

    @property
    def location(self) -> str:
        """Where it was read, in the form of a traceback."""
        return f'File "{self.file}", line {self.line}, in {self.function}'

    def __str__(self) -> str:
        return f"{self.name} = {self.value} (line {self.line})"

    def changed_to(self) -> str | None:
        """The current value as text; None if it means the same, or cannot be read."""
        value = self.path.read()
        if value is ABSENT:
            return GONE_TEXT
        if is_missing(value) or self.snapshot.same(value):
            return None
        return describe_value(value)

    def holds(self) -> bool:
        """Whether the value is unchanged, as far as it can be read."""
        value = self.path.read()
        return value is not ABSENT and (is_missing(value) or self.snapshot.same(value))


class FrozenState:
    """Everything that a trace froze.

    >>> rate = 0.5
    >>> half = tf.function(lambda x: x * rate)
    >>> [(r.name, r.value, r.kind) for r in half.get_concrete_function(tf.constant(1.0)).frozen]
    [('rate', '0.5', 'global')]
    """

    __slots__ = ("_rebuilds", "check", "reads")

    def __init__(self, reads: Iterable[FrozenRead] = ()) -> None:
        self.reads = tuple(reads)
        # fast, and False where it does not know
        self.check: Callable[[], bool] = _unknown if self.reads else _all_hold
        self._rebuilds = 0

    def __iter__(self) -> Iterator[FrozenRead]:
        return iter(self.reads)

    def __len__(self) -> int:
        return len(self.reads)

    def __getitem__(self, index: int) -> FrozenRead:
        return self.reads[index]

    def find(self, name: str) -> list[FrozenRead]:
        """The reads of the expression `name`."""
        return [r for r in self.reads if r.name == name]

    def changes(self) -> list[tuple[FrozenRead, str]]:
        """The reads whose value has changed, each with its current value as text."""
        found = ((r, r.changed_to()) for r in self.reads)
        return [(r, text) for r, text in found if text is not None]

    def include(self, other: FrozenState) -> None:
        """Add what another trace froze."""
        known = {r.path.key() for r in self.reads}
        self.reads += tuple(r for r in other.reads if r.path.key() not in known)
        if self.reads:
            self.check = _unknown
            self._rebuilds = 0

    def hold(self) -> bool:
        """Whether all values are unchanged."""
        if self.check():
            return True
        if not all(r.holds() for r in self.reads):
            return False
        if self._rebuilds < _MAX_REBUILDS:  # objects that are replaced all the time get no fast check
            from graphwright.functions.guards.guard_code import fast_check

            self._rebuilds += 1
            self.check = fast_check(self.reads)
        return True


def _unknown() -> bool:
    return False


def _all_hold() -> bool:
    return True


class GuardBuilder:
    """Turns the reads of a complete trace into guards.

    Args:
      recording: what the trace read and wrote.
      own: the function that is traced, which lives as long as the trace.
    """

    def __init__(self, recording: Recording, own: FunctionType | None) -> None:
        self._recording = recording
        self._own = own
        self._found: dict[Any, FrozenRead] = {}
        self._known_roots: dict[Any, list[Root]] = {}
        self._excluded: set[Any] = set()
        self._scanned: set[Any] = set()
        self._entered = {f.__code__ for functions in recording.entered.values() for f in functions.values()}

    def build(self) -> list[FrozenRead]:
        """The reads of values that the trace itself did not change."""
        recording = self._recording
        for number, root in recording.writes:
            written = site(number)
            if written is not None:
                for path in self._paths(written, Read(number, None, root)):
                    self._excluded.add(path.key())
                    if path.kind == "item":  # its container has changed, too
                        self._excluded.add(path.owner().key())
        for read in {(r.site, id(r.root), id(r.value), r.key): r for r in recording.reads}.values():
            read_site = site(read.site)
            if read_site is not None and type(read.value) is not MethodType:
                self._add_read(read_site, read)
            if isinstance(read.value, _CALLBACKS):
                self._scan_callback(read.value)
        for function, args, kwargs in recording.unconverted:
            names = function.__code__.co_varnames[: function.__code__.co_argcount]
            self.scan(function, {**dict(zip(names, args, strict=False)), **kwargs})
        for inherited in recording.inherited:
            self._found.setdefault(inherited.path.key(), inherited)
        return [f for key, f in self._found.items() if key is not None and key not in self._excluded]

    # reads of converted code -----------------------------------------------------------------------------------

    def _add_read(self, read_site: Site, read: Read) -> None:
        name = read_site.text + "".join([f"[{k!r}]" for k in read.key]) if read.key else read_site.text
        paths = self._paths(read_site, read)
        for path in paths:
            value, key = path.look()
            if is_missing(value):
                self._scan(path.getter())
                while value is UNREADABLE and path.kind == "item":
                    # the container is none of Python's own: guard that instead
                    path, name = path.owner(), name.rpartition("[")[0]
                    value, key = path.look()
                if is_missing(value):
                    continue
            elif not _is_unchanged(read, value):
                # the trace itself changed it, or what was read belongs to another path of that name
                if len(paths) == 1 and read_site.scope != "free":
                    self._excluded.add(key)
                continue
            self._add(path, key, name, (read_site.file, read_site.function, read_site.line), value)

    def _paths(self, read_site: Site, read: Read) -> list[AccessPath]:
        steps = (*read_site.steps, *(("item", k) for k in read.key)) if read.key else read_site.steps
        return [AccessPath(root, steps) for root in self._roots(read_site, read)]

    def _roots(self, read_site: Site, read: Read) -> list[Root]:
        local = read_site.scope == "local"
        key: Any = id(read.root) if local else (read_site.unit, read_site.scope, read_site.root)
        known = self._known_roots.get(key)
        if known is None:
            known = _object_root(read.root, read_site.root) if local else self._outer_roots(read_site)
            self._known_roots[key] = known
        return known

    def _outer_roots(self, read_site: Site) -> list[Root]:
        name, functions = read_site.root, self._recording.entered.get(read_site.unit, {}).values()
        if read_site.scope == "global":
            namespaces = {id(f.__globals__): f.__globals__ for f in functions}
            return [GlobalRoot(namespace, name) for namespace in namespaces.values()]
        return [ClosureRoot(f, name, f is self._own) for f in functions if name in f.__code__.co_freevars]

    def _add(self, path: AccessPath, key: Any, name: str, where: tuple[str, str, int], value: Any) -> None:
        if key in self._found or key in self._excluded:
            return
        try:
            snapshot = take_snapshot(value)
        except TransientValue:
            self._excluded.add(key)
            return
        if snapshot is not None:
            self._found[key] = FrozenRead(name, *where, path, snapshot)

    # unconverted code ------------------------------------------------------------------------------------------

    def _scan_callback(self, value: Any) -> None:
        """Add what a function reads that was passed to code which calls it unconverted."""
        if isinstance(value, FunctionType):
            value = inspect.unwrap(value)
        function = underlying(value)
        if function is None or function.__code__ in self._entered:
            return
        if isinstance(value, MethodType):
            self._scan((function, value.__self__))
        else:
            self.scan(function, {})

    def scan(self, function: FunctionType, arguments: Mapping[str, Any], depth: int = 0) -> None:
        """Add what every call of a function with these arguments reads."""
        code = function.__code__
        mark = (code, tuple(id(v) for v in arguments.values()))
        if mark in self._scanned or depth > _MAX_DEPTH or belongs_to_library(function):
            return
        self._scanned.add(mark)
        for read in certain_reads(code):
            for root in self._static_roots(function, read, arguments):
                path = AccessPath(root, read.steps)
                value, key = path.look()
                if is_missing(value):
                    self._scan(path.getter(), depth)
                else:
                    self._add(path, key, read.text, (code.co_filename, code.co_name, read.line), value)
                if read.called and type(value) is FunctionType:
                    self.scan(value, {}, depth + 1)
                elif read.called:
                    self._scan(path.method(), depth)

    def _static_roots(self, function: FunctionType, read: StaticRead, arguments: Mapping[str, Any]) -> list[Root]:
        if read.scope == "global":
            return [GlobalRoot(function.__globals__, read.root)]
        if read.scope == "free":
            return [ClosureRoot(function, read.root, function is self._own)]
        return _object_root(arguments.get(read.root), read.root)

    def _scan(self, method: tuple[FunctionType, Any] | None, depth: int = 0) -> None:
        """Add what a getter or method of an object reads."""
        if method is not None:
            function, owner = method
            self.scan(function, dict(zip(function.__code__.co_varnames[:1], (owner,), strict=False)), depth + 1)


def freeze(recording: Recording, python_function: Any, arguments: Mapping[str, Any], converted: bool) -> FrozenState:
    """What a complete trace froze.

    Args:
      recording: what it read and wrote.
      python_function: the callable that was traced.
      arguments: its arguments by name; used for unconverted code.
      converted: whether AutoGraph converted it.
    """
    own = underlying(python_function)
    if own is not None:
        enter(recording, own, arguments, converted)
    found = GuardBuilder(recording, own).build()
    recording.clear()
    # what is gone with the recording was created by the trace itself
    return FrozenState(f for f in found if f.path.root.get() is not GONE)


def enter(recording: Recording, function: FunctionType, arguments: Mapping[str, Any], converted: bool) -> None:
    """Record the call of the traced function itself, which no operator makes."""
    from graphwright.autograph.conversion import unit_of

    unit = unit_of(function) if converted else UNCONVERTED
    if unit is UNCONVERTED:
        recording.unconverted.append((function, (), dict(arguments)))
    elif unit is not None:
        recording.enter(unit, function)


def underlying(callable_: Any) -> FunctionType | None:
    """The Python function that a method, a partial, or an object with `__call__` runs."""
    for _ in range(100):
        if type(callable_) is FunctionType:
            return callable_
        inner = getattr(callable_, "__func__", None) or getattr(callable_, "func", None)
        if inner is None:
            method = getattr(type(callable_), "__call__", None)  # noqa: B004 (the method itself is needed)
            return method if type(method) is FunctionType else None
        callable_ = inner
    return None


def _is_unchanged(read: Read, value: Any) -> bool:
    """Whether the value that was read is still there when the trace ends."""
    if read.size >= 0 and (value is not read.value or len(value) != read.size):
        return False
    if value is read.value:
        return True
    if type(value) is not type(read.value):
        return False
    try:
        snapshot = take_snapshot(read.value, 1)
    except TransientValue:
        return False
    return isinstance(snapshot, PlainSnapshot) and snapshot.same(value)


def _object_root(value: Any, name: str) -> list[Root]:
    try:
        return [ObjectRoot(value, name)]
    except TypeError:  # no weak references: it could only be kept alive
        return []


__all__ = ["FrozenRead", "FrozenState", "freeze", "underlying"]
