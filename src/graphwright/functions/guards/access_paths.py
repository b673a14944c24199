"""Places where a program keeps state: a name and the way from there, read without running any of the user's code."""

from __future__ import annotations

import weakref
from collections import OrderedDict, defaultdict
from types import CellType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

from graphwright.autograph.recording import Site, Step

ABSENT: Any = object()
"""There is no such name, attribute or item."""

UNREADABLE: Any = object()
"""Only the user's code could tell."""

GONE: Any = object()
"""The object that the way begins at is gone."""

_MAPPINGS = (dict, OrderedDict, defaultdict)
_SLOTS = (MemberDescriptorType, type(Site.__dict__["text"]))  # the fields of a named tuple, too


class GlobalRoot:
    """A name of a module."""

    __slots__ = ("_names", "name")
    kind = "global"

    def __init__(self, names: dict[str, Any], name: str) -> None:
        self._names = names
        self.name = name

    def get(self) -> Any:
        """The value."""
        return self._names.get(self.name, ABSENT)

    def holder(self) -> Any:
        """What the value is kept in, and under which key."""
        return self._names

    def identity(self) -> Any:
        """What tells this root from others."""
        return id(self._names), self.name


class ClosureRoot:
    """A free variable of a function. The function is held weakly unless it is `kept` by somebody else anyway."""

    __slots__ = ("function", "index", "kept", "name")
    kind = "closure"

    def __init__(self, function: FunctionType, name: str, kept: bool) -> None:
        self.name = name
        self.index = function.__code__.co_freevars.index(name)
        closure: Any = function.__closure__
        self.kept: CellType | None = closure[self.index] if kept else None
        self.function = weakref.ref(function)

    def cell(self) -> CellType | None:
        """The cell; None when its function is gone."""
        if self.kept is not None:
            return self.kept
        function: Any = self.function()
        return None if function is None else function.__closure__[self.index]

    def get(self) -> Any:
        """The value."""
        cell = self.cell()
        if cell is None:
            return GONE
        try:
            return cell.cell_contents
        except ValueError:
            return ABSENT

    def holder(self) -> Any:
        """What the value is kept in."""
        return self.cell()

    def identity(self) -> Any:
        """What tells this root from others."""
        return id(self.cell()), self.name


class ObjectRoot:
    """An object that a local name held: an argument, the `self` of a method. It is held weakly."""

    __slots__ = ("name", "reference")
    kind = "attribute"

    def __init__(self, value: Any, name: str) -> None:
        self.name = name
        self.reference = weakref.ref(value)

    def get(self) -> Any:
        """The object."""
        value = self.reference()
        return GONE if value is None else value

    def holder(self) -> Any:
        """Nothing that could be assigned."""
        return None

    def identity(self) -> Any:
        """What tells this root from others."""
        return id(self.reference())


Root = GlobalRoot | ClosureRoot | ObjectRoot


class AccessPath:
    """A root and the steps from there to a value."""

    __slots__ = ("root", "steps")

    def __init__(self, root: Root, steps: tuple[Step, ...]) -> None:
        self.root = root
        self.steps = steps

    @property
    def kind(self) -> str:
        """`global`, `closure`, `attribute` or `item`: what the last step is."""
        if not self.steps:
            return self.root.kind
        return "attribute" if self.steps[-1][0] == "attr" else "item"

    def read(self) -> Any:
        """The value there, or one of ABSENT, UNREADABLE, GONE."""
        return follow(self.root.get(), self.steps)

    def key(self) -> tuple[Any, ...] | None:
        """What tells the place itself, however it is reached: the holder's identity and the last step."""
        return self.look()[1]

    def look(self) -> tuple[Any, tuple[Any, ...] | None]:
        """The value and the key."""
        owner = self.root.get()
        if not self.steps:
            return owner, (id(self.root.holder()), self.root.name)
        for step in self.steps[:-1]:
            owner = step_into(owner, step)
        kind, name = last = self.steps[-1]
        if is_missing(owner):
            return owner, None
        if kind == "attr" and type(owner) is ModuleType:
            return step_into(owner, last), (id(vars(owner)), name)
        return step_into(owner, last), (id(owner), kind, name)

    def getter(self) -> tuple[FunctionType, Any] | None:
        """The function behind a property at the end of the way, and the object that it is a property of."""
        found, owner = self._defined()
        getter = found.fget if type(found) is property else None
        return (getter, owner) if type(getter) is FunctionType else None

    def method(self) -> tuple[FunctionType, Any] | None:
        """The function that is called by the method at the end of the way, or by the object there, and its object."""
        value = self.read()
        if not is_missing(value):
            called = class_attribute(type(value), "__call__")
            return (called, value) if type(called) is FunctionType else None
        found, owner = self._defined()
        return (found, owner) if type(found) is FunctionType and not isinstance(owner, type) else None

    def _defined(self) -> tuple[Any, Any]:
        """What the class of the last owner says of the last attribute, and that owner."""
        if not self.steps or self.steps[-1][0] != "attr":
            return None, None
        owner = follow(self.root.get(), self.steps[:-1])
        return (None, None) if is_missing(owner) else (class_attribute(type(owner), self.steps[-1][1]), owner)


def follow(value: Any, steps: tuple[Step, ...]) -> Any:
    """What steps lead to from a value."""
    for step in steps:
        value = step_into(value, step)
    return value


def step_into(value: Any, step: Step) -> Any:
    """What one step leads to from a value."""
    if value is ABSENT or value is UNREADABLE or value is GONE:
        return value
    return stored_attribute(value, step[1]) if step[0] == "attr" else stored_item(value, step[1])


def is_missing(value: Any) -> bool:
    """Whether this stands for the lack of a value."""
    return value is ABSENT or value is UNREADABLE or value is GONE


def class_attribute(class_: type, name: str) -> Any:
    """What a class or one of its bases defines."""
    for base in class_.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return ABSENT


def stored_attribute(owner: Any, name: str) -> Any:
    """An attribute as it is stored."""
    if isinstance(owner, type):
        return _without_descriptor(class_attribute(owner, name))
    defined = class_attribute(type(owner), name)
    if isinstance(defined, _SLOTS):
        try:
            return defined.__get__(owner)
        except AttributeError:
            return ABSENT
    if defined is not ABSENT and hasattr(type(defined), "__get__"):
        if hasattr(type(defined), "__set__"):
            return UNREADABLE
        return stored_attributes(owner).get(name, UNREADABLE)
    try:
        return object.__getattribute__(owner, name)  # nothing but the object's own attributes and plain class ones
    except AttributeError:
        return UNREADABLE if _customizes_lookup(type(owner)) else ABSENT


def stored_attributes(owner: Any) -> dict[str, Any]:
    """The attributes an object itself has."""
    described = class_attribute(type(owner), "__dict__")
    if type(described) is not GetSetDescriptorType:
        return {}
    found = described.__get__(owner)
    return found if isinstance(found, dict) else {}


def runs_no_user_code(owner: Any, name: str) -> bool:
    """Whether `owner.name` runs none of the user's code, so that it may be written so."""
    class_ = type(owner)
    if _customizes_lookup(class_) or isinstance(owner, type):
        return False
    return stored_attribute(owner, name) is not UNREADABLE


def _customizes_lookup(class_: type) -> bool:
    if class_ is ModuleType:
        return False
    if class_attribute(class_, "__getattr__") is not ABSENT:
        return True
    return class_attribute(class_, "__getattribute__") not in (object.__getattribute__, ModuleType.__getattribute__)


def _without_descriptor(value: Any) -> Any:
    """A value that a class holds; UNREADABLE where looking it up on an instance gives something else."""
    return UNREADABLE if value is not ABSENT and hasattr(type(value), "__get__") else value


def stored_item(owner: Any, key: Any) -> Any:
    """An item of one of Python's own containers."""
    try:
        if type(owner) in (list, tuple) or isinstance(owner, tuple):
            return tuple.__getitem__(owner, key) if isinstance(owner, tuple) else owner[key]
        if type(owner) in _MAPPINGS:
            return dict.__getitem__(owner, key)
    except (LookupError, TypeError):
        return ABSENT
    return UNREADABLE
