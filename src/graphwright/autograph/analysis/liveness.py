"""Which names are alive where: read later on some path. Only meaningful after jumps were rewritten."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Set

from graphwright.autograph.analysis.activity import SIMPLE, TRIES, Activities
from graphwright.autograph.analysis.closures import Closures

_Names = Set[str]
_NONE: frozenset[str] = frozenset()


class Liveness:
    """Liveness in one function's body.

    With `raises` any line of a `with` or a `try` may be the last that runs; without it, what is alive on the way that
    no exception leaves.

    Fields, by statement:
      after: names alive when an `if` or a loop is done.
      into: names that the branches of an `if` may read before they write them.
      head: names alive where an iteration of a loop begins or the loop ends.
      exposed: names that one iteration of a loop may read before it writes them.
    """

    def __init__(
        self,
        body: list[ast.stmt],
        closures: Closures,
        always: set[str],
        activities: Activities,
        raises: bool = True,
    ) -> None:
        self._raises = raises
        self.after: dict[ast.stmt, _Names] = {}
        self.into: dict[ast.stmt, _Names] = {}
        self.head: dict[ast.stmt, _Names] = {}
        self.exposed: dict[ast.stmt, _Names] = {}
        self._closures = closures
        self._activity_of = activities.of
        self._activity_of_node = activities.of_node
        self._always = frozenset(always)
        self._block(body, self._always, _NONE)

    def _reads(self, nodes: ast.AST | Iterable[ast.AST | None]) -> set[str]:
        found = self._activity_of_node(nodes) if isinstance(nodes, ast.AST) else self._activity_of(nodes)
        return self._closures.reach(found.reads)

    def _block(self, statements: list[ast.stmt], out: _Names, on_error: _Names) -> _Names:
        """Names alive before a block; `on_error` are those alive wherever an exception may lead."""
        anywhere = on_error | self._always
        for statement in reversed(statements):
            if statement.__class__ in SIMPLE:
                out = self._simple(statement, out)
            else:
                out = self._statement(statement, out, on_error)
            if anywhere:
                out = out | anywhere
        return out

    def _statement(self, statement: ast.stmt, out: _Names, on_error: _Names) -> _Names:
        if isinstance(statement, ast.If):
            return self._if(statement, out, on_error)
        if isinstance(statement, ast.While):
            return self._loop(statement, [statement.test], out, on_error)
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            inside = self._loop(statement, [getattr(statement, "ag_extra_test", None)], out, on_error)
            return inside | self._reads(statement.iter)
        if isinstance(statement, (ast.With, ast.AsyncWith)):
            return self._with(statement, out, on_error)
        if isinstance(statement, (ast.Return, ast.Raise)):
            return self._reads(statement)
        if isinstance(statement, ast.Match):
            return self._match(statement, out, on_error)
        if isinstance(statement, TRIES):
            return self._try(statement, out, on_error)
        return self._simple(statement, out)

    def _simple(self, statement: ast.stmt, out: _Names) -> _Names:
        found = self._activity_of_node(statement)
        reads = self._closures.reach(found.reads) if self._closures.captured_by else found.reads
        return (out - found.binds) | reads

    def _if(self, statement: ast.If, out: _Names, on_error: _Names) -> _Names:
        into = self._block(statement.body, out, on_error) | self._block(statement.orelse, out, on_error)
        self.after[statement] = out
        self.into[statement] = into
        return into | self._reads(statement.test)

    def _loop(
        self,
        statement: ast.While | ast.For | ast.AsyncFor,
        tests: list[ast.expr | None],
        out: _Names,
        on_error: _Names,
    ) -> _Names:
        target = self._activity_of([getattr(statement, "target", None)])
        exposed = self.exposed.get(statement)
        if exposed is None:
            alone = self._block(statement.body, _NONE, _NONE) - target.binds
            exposed = self.exposed[statement] = alone | self._reads(tests)
        # what an iteration reads does not depend on what is alive after it, so one pass is enough
        head = out | exposed | target.reads | (on_error - target.binds)
        self._block(statement.body, head, on_error)
        self.after[statement], self.head[statement] = out, head
        return head | self._reads(statement.orelse)

    def _with(self, statement: ast.With | ast.AsyncWith, out: _Names, on_error: _Names) -> _Names:
        # a context manager may swallow an exception, so every line may be followed by what follows the block
        inside = self._block(statement.body, out, on_error | out if self._raises else on_error)
        bound = self._activity_of([item.optional_vars for item in statement.items])
        return (inside - bound.binds) | bound.reads | self._reads([item.context_expr for item in statement.items])

    def _match(self, statement: ast.Match, out: _Names, on_error: _Names) -> _Names:
        alive: _Names = out | self._reads(statement.subject)
        for case in statement.cases:
            pattern = self._activity_of(case.pattern)
            inside = self._block(case.body, out, on_error) | self._reads([case.guard])
            alive = alive | (inside - pattern.binds) | pattern.reads
        return alive

    def _try(self, statement: ast.Try, out: _Names, on_error: _Names) -> _Names:
        after = self._block(statement.finalbody, out, on_error) if statement.finalbody else out
        failing = on_error | after if statement.finalbody and self._raises else on_error
        handled: _Names = _NONE
        for handler in statement.handlers:
            inside = self._block(handler.body, after, failing)
            handled = handled | (inside - {handler.name or ""}) | self._reads([handler.type])
        orelse = self._block(statement.orelse, after, failing)
        return self._block(statement.body, orelse, failing | handled)
