"""Definite assignment: the names that surely have a value where a statement begins."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Set
from typing import Any

from graphwright.autograph.analysis.activity import ASSIGNS, SCOPES, SIMPLE, TRIES, Activities, catches_all
from graphwright.autograph.analysis.nodes import children, walk

_Names = Set[str]


class DefiniteAssignment:
    """Definite assignment in one function's body.

    Fields:
      before: for each statement the names surely bound where it begins, for a loop: where each iteration does;
        parameters only, for code that no path reaches.
    """

    def __init__(self, body: list[ast.stmt], parameters: Iterable[str], activities: Activities) -> None:
        self.before: dict[ast.stmt, _Names] = {}
        self._parameters = frozenset(parameters)
        self._activity_of = activities.of
        self._activity_of_node = activities.of_node
        self._block(body, self._parameters)

    def _block(self, statements: list[ast.stmt], names: _Names | None) -> _Names | None:
        """Names bound after a block, None if its end is never reached."""
        for statement in statements:
            before = self.before[statement] = self._parameters if names is None else names
            after = (
                self._simple(statement, before) if statement.__class__ in SIMPLE else self._statement(statement, before)
            )
            names = None if names is None else after
        return names

    def _statement(self, statement: ast.stmt, names: _Names) -> _Names | None:
        if isinstance(statement, ast.If):
            names = names | self._bound([statement.test])
            return _both(self._block(statement.body, names), self._block(statement.orelse, names))
        if isinstance(statement, (ast.While, ast.For, ast.AsyncFor)):
            return self._loop(statement, names)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            return self._with(statement, names)
        if isinstance(statement, ast.Match):
            return self._match(statement, names)
        if isinstance(statement, (ast.Return, ast.Raise)):
            return None
        if isinstance(statement, TRIES):
            return self._try(statement, names)
        return self._simple(statement, names)

    def _simple(self, statement: ast.stmt, names: _Names) -> _Names:
        found = self._activity_of_node(statement)
        binds = self._bound([statement]) if found.traits & ASSIGNS else found.binds
        return (names | binds) - found.unbinds if found.unbinds else names | binds

    def _bound(self, nodes: list[Any]) -> _Names:
        """The names that nodes surely bind."""
        found = self._activity_of(nodes)
        if not found.traits & ASSIGNS:
            return found.binds
        perhaps = {n.target.id for node in nodes for n in walk(node) if isinstance(n, ast.NamedExpr)}
        return (found.binds - perhaps) | _definitely_assigned(nodes)

    def _loop(self, statement: ast.While | ast.For | ast.AsyncFor, names: _Names) -> _Names:
        found = self._activity_of(statement)
        retained = self.before[statement] = names - found.unbinds
        target = self._activity_of([getattr(statement, "target", None)]).binds
        self._block(statement.body, retained | target)
        # code after an endless loop without exits never runs, so the result for it does not matter
        return retained

    def _with(self, statement: ast.With | ast.AsyncWith, names: _Names) -> _Names:
        after = self._block(statement.body, names | self._bound(statement.items))
        # a manager may swallow what is raised anywhere in the body, or while a later one is entered
        first = statement.items[0].optional_vars
        swallowed = names | {first.id} if isinstance(first, ast.Name) else names
        swallowed = swallowed - self._activity_of(statement.body).unbinds
        return swallowed if after is None else after & swallowed

    def _match(self, statement: ast.Match, names: _Names) -> _Names | None:
        after: _Names | None = None if catches_all(statement) else names
        for case in statement.cases:
            after = _both(after, self._block(case.body, names | self._activity_of(case.pattern).binds))
        return after

    def _try(self, statement: ast.Try, names: _Names) -> _Names | None:
        after = self._block(statement.body, names)
        if after is not None:
            after = self._block(statement.orelse, after)
        else:
            self._block(statement.orelse, None)
        failing = names - self._activity_of(statement.body).unbinds
        for handler in statement.handlers:
            caught = self._block(handler.body, failing | ({handler.name} if handler.name else set()))
            after = _both(after, None if caught is None else caught - {handler.name or ""})
        if statement.finalbody:
            # it may run from anywhere in the statement
            lost = self._activity_of([*statement.orelse, *statement.handlers]).unbinds
            failing = failing - lost - {handler.name for handler in statement.handlers}
            found = self._activity_of(statement.finalbody)
            ends = self._block(statement.finalbody, failing)
            after = None if ends is None or after is None else (after | found.binds & ends) - found.unbinds
        return after


def _definitely_assigned(nodes: list[Any]) -> set[str]:
    """The names that `:=` assigns in parts that are evaluated in any case."""
    found: set[str] = set()
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.NamedExpr):
            found.add(node.target.id)
        certain = _EVALUATED_ALWAYS.get(node.__class__)
        pending += children(node) if certain is None else certain(node)
    return found


_EVALUATED_ALWAYS: dict[type, Callable[[Any], list[ast.AST]]] = {
    ast.BoolOp: lambda node: [node.values[0]],
    ast.Compare: lambda node: [node.left, node.comparators[0]],
    ast.IfExp: lambda node: [node.test],
    **dict.fromkeys(
        (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), lambda node: [node.generators[0].iter]
    ),
    **dict.fromkeys(SCOPES, lambda node: []),
}


def _both(first: _Names | None, second: _Names | None) -> _Names | None:
    if first is None or second is None:
        return second if first is None else first
    return first & second
