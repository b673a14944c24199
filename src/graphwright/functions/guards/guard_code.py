"""The fast form of the guards of a trace: generated code that compares identities and plain values.

It may report a change where a precise comparison finds none, never the other way round.
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
    Root,
    is_missing,
    runs_no_user_code,
    step_into,
)
from graphwright.functions.guards.snapshots import ArraySnapshot, ContainerSnapshot, PlainSnapshot

if TYPE_CHECKING:
    from graphwright.functions.guards.guards import FrozenRead


def fast_check(reads: Sequence[FrozenRead]) -> Callable[[], bool]:
    """A function that tells whether the objects that are there now are still there when it is called.

    Paths that begin at the globals of a module are checked by a function of that module, which Python evaluates
    fastest.
    """
    writers: dict[int, _CheckWriter] = {}
    for read in reads:
        root = read.path.root
        namespace = root.namespace if isinstance(root, GlobalRoot) else _NO_GLOBALS
        writers.setdefault(id(namespace), _CheckWriter(namespace)).add(read)
    checks = [w.compiled() for w in writers.values()]
    if len(checks) == 1:
        return checks[0]
    combined = _CheckWriter(_NO_GLOBALS)
    for check in checks:
        combined.require(check)
    return combined.compiled()


_NO_GLOBALS: dict[str, Any] = {}
_PREFIX = "_graphwright_"  # of the names that the check itself uses: all others are the module's


class _CheckWriter:
    def __init__(self, namespace: dict[str, Any]) -> None:
        self._globals = namespace
        self._lines: list[str] = []
        self._constants: dict[str, Any] = {}
        self._expressions: dict[Any, str] = {}

    def compiled(self) -> Callable[[], bool]:
        """The check."""
        caught = self._constant((AttributeError, LookupError, NameError, ValueError, TypeError))
        body = "\n".join(f"        {line}" for line in self._lines) or "        pass"
        source = (
            f"def check({', '.join(self._constants)}):\n    try:\n{body}\n    except {caught}:\n"
            "        return False\n    return True\n"
        )
        module = compile(source, "<guards>", "exec")
        code = next(c for c in module.co_consts if isinstance(c, CodeType))
        return FunctionType(code, self._globals, "check", tuple(self._constants.values()))

    def require(self, check: Callable[[], bool]) -> None:
        """Write a call of another check."""
        self._fail_if(f"not {self._constant(check)}()")

    def add(self, read: FrozenRead) -> None:
        """Write the check of one value."""
        value = read.path.read()
        if value is GONE:
            return  # nobody can change it any more
        expression = None if is_missing(value) else self._path(read.path)
        if expression is None:
            self.require(read.holds)
            return
        snapshot = read.snapshot
        if isinstance(snapshot, PlainSnapshot):
            now, same = f"{_PREFIX}value", self._constant(snapshot.same)
            self._fail_if(f"({now} := {expression}) is not {self._constant(value)} and not {same}({now})")
        elif isinstance(snapshot, ContainerSnapshot) or (
            isinstance(snapshot, ArraySnapshot) and not snapshot.is_immutable
        ):
            self._fail_if(f"not {self._constant(snapshot.same)}({expression})")
        else:
            self._require_identity(expression, value)

    def _require_identity(self, expression: str, value: Any) -> None:
        try:
            reference = self._constant(weakref.ref(value))
            self._fail_if(f"{expression} is not {reference}()")
        except TypeError:
            self._fail_if(f"{self._constant(type)}({expression}) is not {self._constant(type(value))}")

    def _path(self, path: AccessPath) -> str | None:
        """An expression for the value of a path; None where evaluating it could run user code."""
        found = self._root(path.root)
        owner = path.root.get()
        for depth, step in enumerate(path.steps):
            kind, name = step
            if depth:
                found = self._intermediate(path, depth, found, owner)
            if kind == "attr" and not (name.isidentifier() and runs_no_user_code(owner, name)):
                return None
            found = f"{found}.{name}" if kind == "attr" else f"{found}[{self._constant(name)}]"
            owner = step_into(owner, step)
        return found

    def _root(self, root: Root) -> str:
        key = root.identity()
        if key not in self._expressions:
            if isinstance(root, GlobalRoot):
                found = root.name
            elif not isinstance(root, ClosureRoot):
                found = self._local(f"{self._constant(root.reference)}()")
            elif root.kept is not None:
                found = f"{self._constant(root.kept)}.cell_contents"
            else:
                found = f"{self._constant(root.function)}().__closure__[{root.index}].cell_contents"
            self._expressions[key] = found
        return self._expressions[key]

    def _intermediate(self, path: AccessPath, depth: int, expression: str, owner: Any) -> str:
        """An object on the path, checked once: it must be the same object, or one of Python's own containers."""
        key = path.root.identity(), path.steps[:depth]
        known = self._expressions.get(key)
        if known is None:
            known = self._expressions[key] = self._local(expression)
            self._require_identity(known, owner)
        return known

    def _local(self, expression: str) -> str:
        name = f"{_PREFIX}object{len(self._lines)}"
        self._lines.append(f"{name} = {expression}")
        return name

    def _constant(self, value: Any) -> str:
        name = f"{_PREFIX}{len(self._constants)}"
        self._constants[name] = value
        return name

    def _fail_if(self, test: str) -> None:
        self._lines.append(f"if {test}: return False")
