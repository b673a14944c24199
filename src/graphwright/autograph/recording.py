"""Recording of the Python state that a function reads and writes while it is traced.

Converted code records its reads through operators (`operators/reads.py`). Here they are only collected: guards are
built from them when the trace is complete.
"""

from __future__ import annotations

import contextlib
import itertools
import threading
import weakref
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType
from typing import Any, Literal, NamedTuple

from graphwright.base.lifetimes import watched
from graphwright.ir.location import Location

Step = tuple[Literal["attr", "item"], Any]
"""One step from an object to a part of it: an attribute's name, or the key of an item."""


class Site(NamedTuple):
    """A position in the source that reads or writes state.

    Fields:
      text: the expression as written.
      file, function, line: its position.
      scope: where the first name is found: `global`, `free` or `local`.
      root: the first name.
      steps: what leads from there to the value.
      unit: the conversion the code belongs to, which identifies the functions whose globals and cells are meant.
    """

    text: str
    file: str
    function: str
    line: int
    scope: Literal["global", "free", "local"]
    root: str
    steps: tuple[Step, ...]
    unit: object


class Read(NamedTuple):
    """One read: where, what was read, of which object (for local roots), the key used, the size of a container."""

    site: int | Site
    value: Any
    root: Any = None
    key: tuple[Any, ...] = ()
    size: int = -1


class VolatileCall(NamedTuple):
    """A call whose result is another one each time: its name, what does the same in a graph, and the user's line."""

    name: str
    instead: str
    location: Location


class Unit:
    """One conversion of a function; `UNCONVERTED` is the unit of unconverted code."""

    __slots__ = ("__weakref__",)


UNCONVERTED = Unit()


class Recording:
    """The reads and writes of one trace.

    Attributes:
      reads: in the order in which they happened.
      writes: the sites that were assigned, and the objects they belong to.
      entered: the functions that were called, by the conversion their code comes from.
      unconverted: the functions that ran unconverted, with their arguments.
      volatile: the calls of random generators and clocks.
      inherited: what the traces called from this one froze.
      retraces: whether traces called from this one must use current state, too.
    """

    __slots__ = (
        "entered",
        "inherited",
        "pending_unconverted",
        "reads",
        "retraces",
        "unconverted",
        "volatile",
        "writes",
    )

    def __init__(self, retraces: bool = False) -> None:
        self.reads: list[Read] = []
        self.writes: list[tuple[int, Any]] = []
        self.entered: dict[object, dict[int, FunctionType]] = {}
        self.unconverted: list[tuple[FunctionType, tuple[Any, ...], dict[str, Any]]] = []
        self.volatile: list[VolatileCall] = []
        self.inherited: list[Any] = []
        self.retraces = retraces
        self.pending_unconverted: FunctionType | None = None  # called next, with arguments not known yet

    def clear(self) -> None:
        """Drop everything recorded: the trace is complete."""
        for retained in (self.reads, self.writes, self.entered, self.unconverted, self.volatile, self.inherited):
            retained.clear()

    def enter(self, unit: object, function: FunctionType) -> None:
        """Record that a user function is about to be called."""
        if unit is UNCONVERTED:
            self.pending_unconverted = function
        else:
            self.entered.setdefault(unit, {})[id(function)] = function

    def call_unconverted(self, called: Any, args: tuple[Any, ...], kwargs: Any = None) -> None:
        """Record the arguments of the unconverted function that is about to run."""
        function, self.pending_unconverted = self.pending_unconverted, None
        if function is None:
            return
        if called is not function and not isinstance(called, MethodType):
            called, args, kwargs = function, (), None
        self.record_unconverted(called, args, kwargs)

    def construct(self, class_: type, args: tuple[Any, ...], kwargs: Any = None) -> None:
        """Record the call of a constructor, which runs unconverted."""
        self.record_unconverted(class_.__init__, (None, *args), kwargs)  # type: ignore[misc]

    def record_unconverted(self, called: Any, args: tuple[Any, ...], kwargs: Any = None) -> None:
        """Record an unconverted function or method with its arguments."""
        if isinstance(called, MethodType):
            called, args = called.__func__, (called.__self__, *args)
        if isinstance(called, FunctionType):
            self.unconverted.append((called, args, kwargs if isinstance(kwargs, dict) else {}))


class _Current(threading.local):
    def __init__(self) -> None:
        self.recording: Recording | None = None


current = _Current()
"""What this thread records now; nothing outside of traces."""


@contextlib.contextmanager
def recording(retraces: bool = False) -> Iterator[Recording]:
    """Record the reads and writes of the block, separately from those of an enclosing trace."""
    outer = current.recording
    created = current.recording = Recording(retraces or (outer is not None and outer.retraces))
    try:
        yield created
    finally:
        current.recording = outer


_numbers = itertools.count()
_sites: dict[int, Site] = {}
_code_references: dict[int, weakref.ref[CodeType]] = {}


def add_site(site: Site) -> int:
    """Give a site the number under which generated code names it."""
    number = next(_numbers)
    _sites[number] = site
    return number


def site(number: int | Site) -> Site | None:
    """The site of a number; None once its code is gone."""
    return number if isinstance(number, Site) else _sites.get(number)


def forget_with_code(code: CodeType, numbers: list[int]) -> None:
    """Forget sites when the code that names them dies."""
    key = id(code)

    def forget() -> None:
        _code_references.pop(key, None)
        for number in numbers:
            _sites.pop(number, None)

    if numbers:
        _code_references[key] = watched(code, forget)
