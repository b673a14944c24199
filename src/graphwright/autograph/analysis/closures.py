"""Closure analysis: what inner functions close over, and which of them may be called from elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

from graphwright.autograph.analysis.activity import CLOSES, FUNCTIONS, Activities, body_of, rebound_names
from graphwright.autograph.analysis.nodes import children, walk

# A function passed to one of these is stored, not just called.
_KEEPERS = frozenset({"add", "append", "appendleft", "extend", "insert", "put", "setdefault", "update", "register"})
_DISPLAYS = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.Starred, ast.keyword, ast.IfExp, ast.BoolOp)


@dataclass
class Closures:
    """The closures of one function.

    Fields:
      captured_by: for the name of each local function, the names that calling it may read.
      escaped: names read by closures that are stored away, so may be called at any time.
      rebound: names that local functions assign (`nonlocal`), so that any call may change them.
    """

    captured_by: dict[str, set[str]] = field(default_factory=dict)
    escaped: set[str] = field(default_factory=set)
    rebound: set[str] = field(default_factory=set)

    def reach(self, names: set[str]) -> set[str]:
        """The names read when `names` are: those themselves and what local functions among them capture."""
        pending = [n for n in names if n in self.captured_by] if self.captured_by else ()
        if not pending:
            return names
        found = set(names)
        while pending:
            new = self.captured_by[pending.pop()] - found
            found |= new
            pending += [n for n in new if n in self.captured_by]
        return found


def closures_of(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, activities: Activities) -> Closures:
    """The closures in the body of a function."""
    finder = _ClosureFinder(activities)
    for part in body_of(function):
        finder.walk(part, [])
    finder.complete(body_of(function))
    return finder.found


class _ClosureFinder:
    def __init__(self, activities: Activities) -> None:
        self.found = Closures()
        self._activities = activities

    def complete(self, parts: Sequence[ast.AST]) -> None:
        """Local functions that are stored under a second name or in a container escape as well."""
        if self.found.captured_by:
            for part in parts:
                self._find_stored(part, [])
        self.found.escaped = self.found.reach(self.found.escaped)

    def walk(self, node: ast.AST, parents: list[ast.AST]) -> None:
        """Collect the functions, classes and generators that a node creates."""
        if isinstance(node, ast.stmt):
            if not self._activities.of_node(node).traits & CLOSES:
                return
        elif node.__class__ is ast.Name:
            return
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self._named(node.name, self._activities.free_names(node))
        elif isinstance(node, ast.ClassDef):
            # instances carry the methods away
            methods = [inner for inner in walk(node) if isinstance(inner, FUNCTIONS)]
            self.found.escaped |= {name for method in methods for name in self._activities.free_names(method)}
        elif isinstance(node, ast.Lambda):
            self._expression(node, self._activities.free_names(node), parents)
        elif isinstance(node, ast.GeneratorExp):
            reads = {n.id for n in walk(node) if isinstance(n, ast.Name)}
            self._expression(node, reads, parents)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            self.found.rebound |= rebound_names(node)
            return
        inside = children(node)
        if inside:
            parents = [*parents, node]
        for child in inside:
            self.walk(child, parents)

    def _find_stored(self, node: ast.AST, parents: list[ast.AST]) -> None:
        named = self.found.captured_by
        if isinstance(node, ast.Name):
            if node.id in named and isinstance(node.ctx, ast.Load) and _is_stored(parents):
                self.found.escaped |= named[node.id]
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef)) and not (
            isinstance(node, ast.stmt) and named.keys().isdisjoint(self._activities.of_node(node).reads)
        ):
            parents = [*parents, node]
            for child in children(node):
                self._find_stored(child, parents)

    def _named(self, name: str, captures: set[str]) -> None:
        self.found.captured_by[name] = self.found.captured_by.get(name, set()) | captures

    def _expression(self, node: ast.expr, captures: set[str], parents: list[ast.AST]) -> None:
        parent = parents[-1] if parents else None
        if (
            isinstance(parent, ast.Assign)
            and parent.value is node
            and all(isinstance(t, ast.Name) for t in parent.targets)
        ):
            for target in parent.targets:
                assert isinstance(target, ast.Name)
                self._named(target.id, captures)
        elif _is_stored(parents):
            self.found.escaped |= captures


def _is_stored(parents: list[ast.AST]) -> bool:
    """Whether an expression with these ancestors ends up in a variable, a container or an object."""
    for parent in reversed(parents):
        if isinstance(parent, ast.Call):
            return isinstance(parent.func, ast.Attribute) and parent.func.attr in _KEEPERS
        if not isinstance(parent, _DISPLAYS):
            return isinstance(parent, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr))
    return False
