"""The quick form of the check that frozen values still hold: generated code that compares identities and plain values.

It may say no where a precise look says yes, never the other way round.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from graphwright.functions.guards.access_paths import (
    GONE,
    AccessPath,
    ClosureRoot,
    GlobalRoot,
    is_missing,
    runs_no_user_code,
    stored_attribute,
    stored_item,
)
from graphwright.functions.guards.snapshots import ArraySnapshot, ContainerSnapshot, EnumSnapshot, PlainSnapshot

if TYPE_CHECKING:
    from graphwright.functions.guards.guards import FrozenRead


def quick_check(reads: Sequence[FrozenRead]) -> Callable[[], bool]:
    """A function that tells whether the objects there now are there yet when it is called.

    What begins at the names of a module is looked up by a function of that module, which Python does fastest.
    """
    writers: dict[int, _CheckWriter] = {}
    for read in reads:
        root = read.place.root
        names: dict[str, Any] = root.holder() if isinstance(root, GlobalRoot) else _NO_NAMES
        writers.setdefault(id(names), _CheckWriter(names)).add(read)
    checks = [w.compiled() for w in writers.values()]
    if len(checks) == 1:
        return checks[0]
    both = _CheckWriter(_NO_NAMES)
    for check in checks:
        both.refuse_unless(check)
    return both.compiled()


_NO_NAMES: dict[str, Any] = {}
_OWN = "_graphwright_"  # what the names of the check itself begin with: the others are the module's


class _CheckWriter:
    def __init__(self, names: dict[str, Any]) -> None:
        self._globals = names
        self._lines: list[str] = []
        self._constants: dict[str, Any] = {}
        self._known: dict[Any, str] = {}

    def compiled(self) -> Callable[[], bool]:
        """The check that was written."""
        caught = self._name((AttributeError, LookupError, NameError, ValueError, TypeError))
        body = "\n".join(f"        {line}" for line in self._lines) or "        pass"
        source = (
            f"def check({', '.join(self._constants)}):\n    try:\n{body}\n    except {caught}:\n"
            "        return False\n    return True\n"
        )
        module = compile(source, "<frozen state>", "exec")
        code = next(c for c in module.co_consts if isinstance(c, CodeType))
        return FunctionType(code, self._globals, "check", tuple(self._constants.values()))

    def refuse_unless(self, check: Callable[[], bool]) -> None:
        """Write a call of another check."""
        self._refuse(f"not {self._name(check)}()")

    def add(self, read: FrozenRead) -> None:
        """Write the check of one value."""
        place = read.place
        value = place.read()
        if value is GONE:
            return  # and nobody can change it any more
        where = None if is_missing(value) else self._path(place)
        if where is None:
            self._slow(read)
        else:
            self._compare(read, value, where)

    def _compare(self, read: FrozenRead, value: Any, where: str) -> None:
        snapshot = read.snapshot
        if isinstance(snapshot, PlainSnapshot):
            now = f"{_OWN}value"
            self._refuse(f"({now} := {where}) is not {self._name(value)} and not {self._name(snapshot.same)}({now})")
        elif isinstance(snapshot, EnumSnapshot):
            self._refuse(f"{where} is not {self._name(value)}")
        elif isinstance(snapshot, ContainerSnapshot) or (isinstance(snapshot, ArraySnapshot) and not snapshot.is_fixed):
            self._refuse(f"not {self._name(snapshot.same)}({where})")
        else:
            self._is(where, value)

    def _is(self, where: str, value: Any) -> None:
        try:
            kept = self._name(weakref.ref(value))
            self._refuse(f"{where} is not {kept}()")
        except TypeError:
            self._refuse(f"{self._name(type)}({where}) is not {self._name(type(value))}")

    def _slow(self, read: FrozenRead) -> None:
        self._refuse(f"not {self._name(read.holds)}()")

    def _path(self, place: AccessPath) -> str | None:
        """An expression for the value at a place; None where reading it so could run the user's code."""
        found = self._root(place.root)
        owner = place.root.get()
        for depth, (kind, name) in enumerate(place.steps):
            if depth:
                found = self._kept(place, depth, found, owner)
            if kind == "attr":
                if not name.isidentifier() or not runs_no_user_code(owner, name):
                    return None
                found, owner = f"{found}.{name}", stored_attribute(owner, name)
            else:
                found, owner = f"{found}[{self._name(name)}]", stored_item(owner, name)
        return found

    def _root(self, root: Any) -> str:
        known = self._known.get(root.identity())
        if known is not None:
            return known
        if isinstance(root, GlobalRoot):
            found = root.name
        elif isinstance(root, ClosureRoot):
            found = self._free(root)
        else:
            found = self._local(f"{self._name(root.reference)}()")
        self._known[root.identity()] = found
        return found

    def _free(self, root: ClosureRoot) -> str:
        if root.kept is not None:
            return f"{self._name(root.kept)}.cell_contents"
        return f"{self._name(root.function)}().__closure__[{root.index}].cell_contents"

    def _kept(self, place: AccessPath, depth: int, where: str, owner: Any) -> str:
        """An object on the way, looked at once: it must be the same one, or of Python's own containers."""
        key = (place.root.identity(), place.steps[:depth])
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._local(where)
            self._is(known, owner)
        return known

    def _local(self, value: str) -> str:
        name = f"{_OWN}object{len(self._lines)}"
        self._lines.append(f"{name} = {value}")
        return name

    def _name(self, value: Any) -> str:
        name = f"{_OWN}{len(self._constants)}"
        self._constants[name] = value
        return name

    def _refuse(self, test: str) -> None:
        self._lines.append(f"if {test}: return False")
