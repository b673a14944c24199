"""Access paths: a root name and the attributes and items from there to a value, read without running user code."""

from __future__ import annotations

import weakref
from collections import OrderedDict, defaultdict
from types import CellType, FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

from graphwright.autograph.recording import Site, Step

ABSENT: Any = object()
"""There is no such name, attribute or item."""

UNREADABLE: Any = object()
"""Reading the value would run user code."""

GONE: Any = object()
"""The object at the root of the path no longer exists."""

_MAPPINGS = (dict, OrderedDict, defaultdict)
_SLOTS = (MemberDescriptorType, type(Site.__dict__["text"]))  # the fields of a named tuple, too


class GlobalRoot:
    """A global name of a module."""

    __slots__ = ("name", "namespace")
    kind = "global"

    def __init__(self, namespace: dict[str, Any], name: str) -> None:
        self.namespace = namespace
        self.name = name

    def get(self) -> Any:
        """The value."""
        return self.namespace.get(self.name, ABSENT)

    def identity(self) -> Any:
        """A key that is equal for equal roots."""
        return id(self.namespace), self.name


class ClosureRoot:
    """A free variable of a function. The function is referenced weakly unless somebody else keeps it alive anyway."""

    __slots__ = ("function", "index", "kept", "name")
    kind = "closure"

    def __init__(self, function: FunctionType, name: str, kept: bool) -> None:
        self.name = name
        self.index = function.__code__.co_freevars.index(name)
        closure: Any = function.__closure__
        self.kept: CellType | None = closure[self.index] if kept else None
        self.function = weakref.ref(function)

    def cell(self) -> CellType | None:
        """The cell; None once its function is gone."""
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

    def identity(self) -> Any:
        """A key that is equal for equal roots."""
        return id(self.cell()), self.name


class ObjectRoot:
    """The object of a local name, such as an argument or the `self` of a method; referenced weakly."""

    __slots__ = ("name", "reference")
    kind = "attribute"

    def __init__(self, value: Any, name: str) -> None:
        self.name = name
        self.reference = weakref.ref(value)

    def get(self) -> Any:
        """The object."""
        value = self.reference()
        return GONE if value is None else value

    def identity(self) -> Any:
        """A key that is equal for equal roots."""
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
        """What the last step reads: `global`, `closure`, `attribute` or `item`."""
        if not self.steps:
            return self.root.kind
        return "attribute" if self.steps[-1][0] == "attr" else "item"

    def owner(self) -> AccessPath:
        """The path without its last step."""
        return AccessPath(self.root, self.steps[:-1])

    def read(self) -> Any:
        """The current value, or one of ABSENT, UNREADABLE, GONE."""
        value = self.root.get()
        for step in self.steps:
            value = step_into(value, step)
        return value

    def key(self) -> Any:
        """A key for the storage location itself, the same for every path that leads to it."""
        return self.look()[1]

    def look(self) -> tuple[Any, Any]:
        """The current value, and the key of its location (None if nothing leads there)."""
        if not self.steps:
            return self.root.get(), self.root.identity()
        owner, last = self.owner().read(), self.steps[-1]
        if is_missing(owner):
            return owner, None
        if last[0] == "attr" and type(owner) is ModuleType:
            return step_into(owner, last), (id(vars(owner)), last[1])
        return step_into(owner, last), (id(owner), *last)

    def getter(self) -> tuple[FunctionType, Any] | None:
        """The getter of the property at the end of the path, and the object it belongs to."""
        found, owner = self._class_attribute()
        getter = found.fget if type(found) is property else None
        return (getter, owner) if type(getter) is FunctionType else None

    def method(self) -> tuple[FunctionType, Any] | None:
        """The function that calling the value at the end of the path runs, and its `self`."""
        value = self.read()
        if not is_missing(value):
            called = class_attribute(type(value), "__call__")
            return (called, value) if type(called) is FunctionType else None
        found, owner = self._class_attribute()
        return (found, owner) if type(found) is FunctionType and not isinstance(owner, type) else None

    def _class_attribute(self) -> tuple[Any, Any]:
        """What the class of the last owner defines for the last attribute, and that owner."""
        if not self.steps or self.steps[-1][0] != "attr":
            return None, None
        owner = self.owner().read()
        return (None, None) if is_missing(owner) else (class_attribute(type(owner), self.steps[-1][1]), owner)


def step_into(value: Any, step: Step) -> Any:
    """What one step leads to from a value."""
    if is_missing(value):
        return value
    return stored_attribute(value, step[1]) if step[0] == "attr" else stored_item(value, step[1])


def is_missing(value: Any) -> bool:
    """Whether this is one of the markers for a missing value."""
    return value is ABSENT or value is UNREADABLE or value is GONE


def class_attribute(class_: type, name: str) -> Any:
    """What a class or one of its bases defines."""
    for base in class_.__mro__:
        if name in base.__dict__:
            return base.__dict__[name]
    return ABSENT


def stored_attribute(owner: Any, name: str) -> Any:
    """An attribute as it is stored, without running descriptors or `__getattr__`."""
    if isinstance(owner, type):
        value = class_attribute(owner, name)
        # looking up a descriptor on an instance gives something else
        return UNREADABLE if value is not ABSENT and hasattr(type(value), "__get__") else value
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
        return object.__getattribute__(owner, name)  # only the object's own attributes and plain class attributes
    except AttributeError:
        return UNREADABLE if _customizes_lookup(type(owner)) else ABSENT


def stored_attributes(owner: Any) -> dict[str, Any]:
    """The instance dictionary of an object."""
    described = class_attribute(type(owner), "__dict__")
    if type(described) is not GetSetDescriptorType:
        return {}
    found = described.__get__(owner)
    return found if isinstance(found, dict) else {}


def runs_no_user_code(owner: Any, name: str) -> bool:
    """Whether evaluating `owner.name` runs no user code."""
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


def stored_item(owner: Any, key: Any) -> Any:
    """An item of one of Python's own containers."""
    try:
        if isinstance(owner, tuple):
            return tuple.__getitem__(owner, key)
        if type(owner) is list:
            return owner[key]
        if type(owner) in _MAPPINGS:
            return dict.__getitem__(owner, key)
    except (LookupError, TypeError):
        return ABSENT
    return UNREADABLE
