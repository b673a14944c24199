"""What a trace froze of the program's Python state, and whether it still holds."""

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
"""What is told of a value that is not there any more."""

_MAX_REBUILDS = 8
_CALLBACKS = (FunctionType, MethodType, functools.partial)
_MAX_DEPTH = 5  # calls of functions that run as they are, one inside the other


class FrozenRead(NamedTuple):
    """A value that a trace read and keeps to.

    Fields:
      name: what was read, as written.
      file, function, line: where.
      place: where the value is kept.
      snapshot: what it was.
    """

    name: str
    file: str
    function: str
    line: int
    place: AccessPath
    snapshot: Snapshot

    @property
    def kind(self) -> str:
        """What holds the value: `global`, `closure`, `attribute` or `item`."""
        return self.place.kind

    @property
    def value(self) -> str:
        """The value as text."""
        return self.snapshot.text()

    @property
    def location(self) -> str:
        """Where it was read, as a traceback says it."""
        return f'File "{self.file}", line {self.line}, in {self.function}'

    def __str__(self) -> str:
        return f"{self.name} = {self.value} (line {self.line})"

    def changed_to(self) -> str | None:
        """The value there is by now as text; None where it means the same, or nobody can tell."""
        value = self.place.read()
        if value is ABSENT:
            return GONE_TEXT
        if is_missing(value) or self.snapshot.same(value):
            return None
        return describe_value(value)

    def holds(self) -> bool:
        """Whether the value is what it was, as far as one can tell."""
        value = self.place.read()
        return value is not ABSENT and (is_missing(value) or self.snapshot.same(value))


class FrozenState:
    """All that a trace froze.

    >>> import graphwright as tf
    >>> rate = 0.5
    >>> half = tf.function(lambda x: x * rate)
    >>> [(r.name, r.value, r.kind) for r in half.get_concrete_function(tf.constant(1.0)).frozen]
    [('rate', '0.5', 'global')]
    """

    __slots__ = ("_rebuilt", "check", "reads")

    def __init__(self, reads: Iterable[FrozenRead] = ()) -> None:
        self.reads = tuple(reads)
        # quick, and says no where it does not know
        self.check: Callable[[], bool] = _unknown if self.reads else _all_hold
        self._rebuilt = 0

    def __iter__(self) -> Iterator[FrozenRead]:
        return iter(self.reads)

    def __len__(self) -> int:
        return len(self.reads)

    def __getitem__(self, index: int) -> FrozenRead:
        return self.reads[index]

    def find(self, name: str) -> list[FrozenRead]:
        """The reads of what was written so."""
        return [r for r in self.reads if r.name == name]

    def changes(self) -> list[tuple[FrozenRead, str]]:
        """The reads whose value is another by now, with that value as text."""
        found = ((r, r.changed_to()) for r in self.reads)
        return [(r, text) for r, text in found if text is not None]

    def include(self, other: FrozenState) -> None:
        """Take in what another trace froze."""
        have = {r.place.key() for r in self.reads}
        self.reads += tuple(r for r in other.reads if r.place.key() not in have)
        if self.reads:
            self.check = _unknown
            self._rebuilt = 0

    def hold(self) -> bool:
        """Whether all values are what they were."""
        if self.check():
            return True
        if not all(r.holds() for r in self.reads):
            return False
        self._rebuild()
        return True

    def _rebuild(self) -> None:
        """The quick check looks for the objects there are now; objects that change all the time get none."""
        if self._rebuilt < _MAX_REBUILDS:
            from graphwright.functions.guards.guard_code import quick_check

            self._rebuilt += 1
            self.check = quick_check(self.reads)


def _unknown() -> bool:
    return False


def _all_hold() -> bool:
    return True


class GuardBuilder:
    """Settles what the reads of a trace mean, when it is complete.

    Args:
      recording: what the trace read and wrote.
      own: the function that is traced, which whoever keeps the trace keeps, too.
    """

    def __init__(self, recording: Recording, own: FunctionType | None) -> None:
        self._recording = recording
        self._own = own
        self._found: dict[Any, FrozenRead] = {}
        self._known_roots: dict[Any, list[Root]] = {}
        self._excluded: set[Any] = set()
        self._scanned: set[Any] = set()
        self._entered = {f.__code__ for functions in recording.entered.values() for f in functions.values()}

    def freeze(self) -> list[FrozenRead]:
        """The reads of values that the trace itself did not change."""
        recording = self._recording
        for number, root in recording.writes:
            written = site(number)
            if written is not None:
                for place in self._places(written, Read(number, None, root)):
                    self._excluded.add(place.key())
                    if place.kind == "item":  # and so is what holds it
                        self._excluded.add(AccessPath(place.root, place.steps[:-1]).key())
        for read in {(r.site, id(r.root), id(r.value), r.key): r for r in recording.reads}.values():
            made = site(read.site)
            if made is not None and type(read.value) is not MethodType:
                self._add_read(made, read)
            if isinstance(read.value, _CALLBACKS):
                self._scan_callback(read.value)
        for function, args, kwargs in recording.unconverted:
            names = function.__code__.co_varnames[: function.__code__.co_argcount]
            self.scan(function, {**dict(zip(names, args, strict=False)), **kwargs})
        for inherited in recording.inherited:
            self._found.setdefault(inherited.place.key(), inherited)
        return [f for key, f in self._found.items() if key is not None and key not in self._excluded]

    # reads of converted code -----------------------------------------------------------------------------------

    def _add_read(self, made: Site, read: Read) -> None:
        name = made.text + "".join([f"[{k!r}]" for k in read.key]) if read.key else made.text
        places = self._places(made, read)
        for place in places:
            value, key = place.look()
            if is_missing(value):
                self._scan_getter(place)
                while value is UNREADABLE and place.kind == "item":
                    # what it is an item of is no container of Python's
                    place, name = AccessPath(place.root, place.steps[:-1]), name.rpartition("[")[0]
                    value, key = place.look()
                if is_missing(value):
                    continue
            elif not _still(read, value):
                # by the trace itself; or it stands at another place of that name
                if len(places) == 1 and made.scope != "free":
                    self._excluded.add(key)
                continue
            self._add(place, key, name, (made.file, made.function, made.line), value)

    def _places(self, made: Site, read: Read) -> list[AccessPath]:
        steps = (*made.steps, *(("item", k) for k in read.key)) if read.key else made.steps
        return [AccessPath(root, steps) for root in self._roots(made, read)]

    def _roots(self, made: Site, read: Read) -> list[Root]:
        if made.scope == "local":
            mark: Any = id(read.root)
            known = self._known_roots.get(mark)
            if known is None:
                known = self._known_roots[mark] = _held(read.root, made.root)
            return known
        mark = made.unit, made.scope, made.root
        known = self._known_roots.get(mark)
        if known is None:
            known = self._known_roots[mark] = self._outer_roots(made)
        return known

    def _outer_roots(self, made: Site) -> list[Root]:
        functions = self._functions(made)
        if made.scope == "global":
            return [GlobalRoot(names, made.root) for names in _distinct(f.__globals__ for f in functions)]
        return [ClosureRoot(f, made.root, f is self._own) for f in functions if made.root in f.__code__.co_freevars]

    def _functions(self, made: Site) -> list[FunctionType]:
        return list(self._recording.entered.get(made.unit, {}).values())

    def _add(self, place: AccessPath, key: Any, name: str, where: tuple[str, str, int], value: Any) -> None:
        if key in self._found or key in self._excluded:
            return
        try:
            snapshot = take_snapshot(value)
        except TransientValue:
            self._excluded.add(key)
            return
        if snapshot is not None:
            self._found[key] = FrozenRead(name, *where, place, snapshot)

    # code that runs as it is -----------------------------------------------------------------------------------

    def _scan_callback(self, value: Any) -> None:
        """Take in what a function reads that was handed to code which calls it as it is."""
        if isinstance(value, FunctionType):
            value = inspect.unwrap(value)
        function = underlying(value)
        if function is None or function.__code__ in self._entered:
            return
        if isinstance(value, MethodType):
            self._scan_with_self(function, value.__self__, 0)
        else:
            self.scan(function, {})

    def scan(self, function: FunctionType, arguments: Mapping[str, Any], depth: int = 0) -> None:
        """Take in what a function reads for certain when it is called with these arguments."""
        code = function.__code__
        mark = (code, tuple(id(v) for v in arguments.values()))
        if mark in self._scanned or depth > _MAX_DEPTH or belongs_to_library(function):
            return
        self._scanned.add(mark)
        for read in certain_reads(code):
            for root in self._static_roots(function, read, arguments):
                place = AccessPath(root, read.steps)
                value, key = place.look()
                if is_missing(value):
                    self._scan_getter(place, depth)
                    if read.called:
                        self._scan_method(place, depth)
                    continue
                self._add(place, key, read.text, (code.co_filename, code.co_name, read.line), value)
                if read.called and type(value) is FunctionType:
                    self.scan(value, {}, depth + 1)
                elif read.called:
                    self._scan_method(place, depth)

    def _static_roots(self, function: FunctionType, read: StaticRead, arguments: Mapping[str, Any]) -> list[Root]:
        if read.scope == "global":
            return [GlobalRoot(function.__globals__, read.root)]
        if read.scope == "free":
            return [ClosureRoot(function, read.root, function is self._own)]
        return _held(arguments.get(read.root), read.root)

    def _scan_getter(self, place: AccessPath, depth: int = 0) -> None:
        found = place.getter()
        if found is not None:
            self._scan_with_self(*found, depth)

    def _scan_method(self, place: AccessPath, depth: int) -> None:
        found = place.method()
        if found is not None:
            self._scan_with_self(*found, depth)

    def _scan_with_self(self, function: FunctionType, owner: Any, depth: int) -> None:
        self.scan(function, dict(zip(function.__code__.co_varnames[:1], (owner,), strict=False)), depth + 1)


def freeze(recording: Recording, python_function: Any, arguments: Mapping[str, Any], converted: bool) -> FrozenState:
    """What a complete trace froze.

    Args:
      recording: what it read and wrote.
      python_function: the callable that was traced.
      arguments: its arguments by name; used for code that runs as it is.
      converted: whether AutoGraph converted it.
    """
    own = underlying(python_function)
    if own is not None:
        enter(recording, own, arguments, converted)
    found = GuardBuilder(recording, own).freeze()
    recording.clear()
    # what is gone with the recording was made by the trace itself
    return FrozenState(f for f in found if f.place.root.get() is not GONE)


def enter(recording: Recording, function: FunctionType, arguments: Mapping[str, Any], converted: bool) -> None:
    """Note the function that is traced itself: nothing calls it through an operator."""
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
            method = getattr(type(callable_), "__call__", None)  # noqa: B004 (the method itself is wanted)
            return method if type(method) is FunctionType else None
        callable_ = inner
    return None


def _still(read: Read, value: Any) -> bool:
    """Whether what was read is there yet when the trace ends."""
    if read.size >= 0 and (value is not read.value or len(value) != read.size):
        return False
    return value is read.value or (type(value) is type(read.value) and _equal_plain(value, read.value))


def _equal_plain(value: Any, other: Any) -> bool:
    try:
        snapshot = take_snapshot(other, 1)
    except TransientValue:
        return False
    return isinstance(snapshot, PlainSnapshot) and snapshot.same(value)


def _held(value: Any, name: str) -> list[Root]:
    try:
        return [ObjectRoot(value, name)]
    except TypeError:  # no weak reference: it could only be kept alive
        return []


def _distinct(values: Iterable[Any]) -> list[Any]:
    return list({id(v): v for v in values}.values())


__all__ = ["FrozenRead", "FrozenState", "freeze", "underlying"]
