"""The analysis results of one function that its conversion needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple

from graphwright.autograph.analysis.activity import (
    CALLS,
    DECLARES,
    SCOPES,
    TRIES,
    Activities,
    Activity,
    declarations,
    names_in,
    parameter_names,
)
from graphwright.autograph.analysis.assignment import DefiniteAssignment
from graphwright.autograph.analysis.closures import Closures, closures_of
from graphwright.autograph.analysis.liveness import Liveness
from graphwright.autograph.analysis.nodes import BLOCKS, inner_statements

CONSTRUCTS = (ast.If, ast.While, ast.For)


def _protects(node: ast.AST) -> bool:
    """Whether an exception inside may be caught."""
    return True if isinstance(node, (ast.With, ast.AsyncWith)) else isinstance(node, TRIES)


class State(NamedTuple):
    """The state of a construct: what it changes and passes on.

    Fields:
      names: the variables and places, sorted, those that are alive behind the construct first.
      outputs: how many are.
      composites: the syntax of those among them that are not simple names.
    """

    names: list[str]
    outputs: int
    composites: Mapping[str, ast.expr]


class Scope:
    """Analysis of one function whose jumps have been rewritten.

    Args:
      function: the function.
      originally_bound: the names that the user's code binds in it.
      outer_maybe_undefined: names of the functions around it that may hold an `Undefined`.
      activities: the activities of its parts that are already known.

    Fields:
      globals, nonlocals: names the function declares.
      locals: names it binds for itself, parameters included; visible: those that the user wrote.
      shared: locals that constructs bind, so that generated functions share them.
      starts_undefined: those among them that may be read before they have a value: they start as `Undefined`.
      maybe_undefined: names whose reading must be checked, unless they surely have a value.
    """

    def __init__(
        self,
        function: ast.FunctionDef,
        originally_bound: Set[str],
        outer_maybe_undefined: Set[str],
        activities: Activities,
    ) -> None:
        body = function.body
        parameters = set(parameter_names(function.args))
        self.activities = activities
        bound = self.activities.of(body)
        self.globals, self.nonlocals = declarations(body) if bound.traits & DECLARES else (set(), set())
        self.locals = (bound.binds | originally_bound | parameters) - self.globals - self.nonlocals
        self.visible = sorted(originally_bound | parameters - self.globals)
        self._closures: Closures = closures_of(function, self.activities)
        always = self.globals | self.nonlocals | self._closures.escaped
        self._liveness = Liveness(body, self._closures, always, self.activities)
        self._usually = self._liveness
        if any(map(_protects, ast.walk(function))):
            self._usually = Liveness(body, self._closures, always, self.activities, raises=False)
        self._assigned = DefiniteAssignment(body, parameters, self.activities)
        self._never_bound = originally_bound - bound.binds - parameters
        inside = [(c, self.activities.of_node(c)) for c in constructs_in(body)]
        self.shared = {n for _, a in inside for n in a.binds} & self.locals
        late = {n for c, a in inside for n in a.binds - self._assigned.before[c]}
        self.starts_undefined = ((late | self._never_bound) & self.locals) - parameters
        outer = outer_maybe_undefined - self.locals
        self.maybe_undefined = self.starts_undefined | (bound.unbinds & self.shared) | outer
        self._may_be_unbound = bound.unbinds | self.globals | self.nonlocals | self._closures.rebound

    def maybe_undefined_at(self, statement: ast.stmt) -> Set[str]:
        """Names whose reading must be checked in a statement."""
        return self.maybe_undefined - self._assigned.before.get(statement, frozenset())

    def may_be_unbound(self, name: str) -> bool:
        """Whether the variable itself may be empty, so that reading it for a state needs care."""
        return name in self._may_be_unbound

    def state_of_if(self, statement: ast.If) -> State:
        """The state of an `if`: what it changes that is alive after it or read inside it."""
        found = self._changes([*statement.body, *statement.orelse])
        after, into = self._liveness.after[statement], self._liveness.into[statement]
        alive = [n for n in found.binds if n in after]
        inner = [n for n in found.binds if n in into and n not in after]
        names = sorted([*alive, *found.composites]) + sorted(inner)
        return State(names, len(alive) + len(found.composites), found.composites)

    def state_of_loop(self, statement: ast.While | ast.For) -> State:
        """The state of a loop: what an iteration changes that a later one or the code after it reads."""
        found = self._changes(statement)
        alive = [n for n in found.binds if n in self._liveness.head[statement]]
        names = sorted([*alive, *found.composites])
        return State(names, len(names), found.composites)

    def overwritten(self, statement: ast.While | ast.For, names: list[str]) -> list[str]:
        """The simple names in a loop's state that an iteration writes before it reads them."""
        exposed = self._liveness.exposed[statement]
        return [n for n in names if n.isidentifier() and n not in exposed]

    def unread(self, statement: ast.While | ast.For, names: list[str]) -> list[str]:
        """The simple names in a loop's state without a value yet that nothing reads when the loop is done."""
        after = self._usually.after[statement]
        return [n for n in names if n in self.starts_undefined and n not in after]

    def _changes(self, nodes: ast.AST | list[ast.stmt]) -> Activity:
        found = self.activities.of(nodes)
        if found.traits & CALLS:
            found.binds |= self._closures.rebound & (self.locals | self.nonlocals)
        # a composite such as a.b stays the same target only while `a` does not change
        if found.composites:
            found.composites = {t: p for t, p in found.composites.items() if not names_in(p) & found.binds}
        return found


def constructs_in(nodes: list[ast.stmt]) -> Iterator[ast.If | ast.While | ast.For]:
    """The `if`s and loops of a function, inner ones included, those of inner functions not."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, CONSTRUCTS):
            yield node
        if BLOCKS[node.__class__] and node.__class__ not in SCOPES:
            pending += inner_statements(node)
