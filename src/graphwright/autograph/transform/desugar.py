"""Desugaring: statements rewritten as simpler ones before all other passes.

What a tensor may decide must be in an `if`: `match` statements whose patterns are values become chains of `if`s,
and conditions that assign (`:=`) where not all of them is evaluated become `if`s around assignments.
"""

from __future__ import annotations

import ast
from typing import TypeGuard

from graphwright.autograph.analysis.activity import SCOPES, SIMPLE
from graphwright.autograph.analysis.nodes import replaced, walk
from graphwright.autograph.transform.build import Names, assign, constant, load, negated, node_at


def desugar(function: ast.FunctionDef, names: Names) -> None:
    """Rewrite the statements of a function in place; inner functions are rewritten separately."""
    function.body = _Desugar(names).block(function.body)


# where a statement holds a value or condition, and what this may be that it is not all evaluated
_CONDITIONS = {ast.If: "test", **dict.fromkeys((ast.Assign, ast.AnnAssign, ast.Return, ast.Expr), "value")}
_CONDITIONAL = frozenset((ast.BoolOp, ast.IfExp, ast.UnaryOp))


class _Desugar:
    def __init__(self, names: Names) -> None:
        self._names = names

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        return [result for statement in statements for result in self._statement(statement)]

    def _statement(self, statement: ast.stmt) -> list[ast.stmt]:
        if statement.__class__ in SCOPES:
            return [statement]
        if statement.__class__ in SIMPLE:
            return self._with_plain_condition(statement)
        if isinstance(statement, ast.Match):
            node = self._match(statement)
            if node is not None:
                return self.block(node)
        if isinstance(statement, ast.While) and _assigns(statement.test):
            statement = _with_exit(statement)
        for name in ("body", "orelse", "finalbody"):
            if getattr(statement, name, None):
                setattr(statement, name, self.block(getattr(statement, name)))
        for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            part.body = self.block(part.body)
        return self._with_plain_condition(statement)

    # match -----------------------------------------------------------------------------------------------

    def _match(self, statement: ast.Match) -> list[ast.stmt] | None:
        """The statement as `if`s; None if a pattern destructures its subject, which is left to Python."""
        if not all(_is_of_values(case) for case in statement.cases):
            return None
        subject = self._names.new("subject_")
        return [assign(subject, statement.subject, statement), *_chain(subject, statement.cases)]

    # conditions that assign ------------------------------------------------------------------------------

    def _with_plain_condition(self, statement: ast.stmt) -> list[ast.stmt]:
        """A statement whose value or condition assigns in a part that is not always evaluated, which then stands
        in `if`s before the statement."""
        location = _CONDITIONS.get(statement.__class__)
        value = None if location is None else getattr(statement, location)
        if location is None or value.__class__ not in _CONDITIONAL:
            return [statement]
        operand, negations = value, 0
        while isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.Not):
            operand, negations = operand.operand, negations + 1
        if not isinstance(operand, (ast.BoolOp, ast.IfExp)) or not _assigns_in_part(operand):
            return [statement]
        if isinstance(statement, ast.If) and not statement.orelse and not negations and _is_and(operand):
            return self._nested(statement, operand)
        name = self._names.new("condition_")
        before = self._assigned(name, operand)
        current: ast.expr = load(name, operand)
        for _ in range(negations):
            current = negated(current, operand)
        return [*before, replaced(statement, **{location: current})]

    def _nested(self, statement: ast.If, test: ast.BoolOp) -> list[ast.stmt]:
        """`if a and b:` as `if a: if b:`, so that what `b` assigns is known to have a value in the body."""
        body = statement.body
        for operand in reversed(test.values):
            body = self._with_plain_condition(_if(operand, body, [], operand))
        return body

    def _assigned(self, name: str, value: ast.expr) -> list[ast.stmt]:
        """`name = value`, with `if`s instead of `and`, `or` and conditional expressions that assign."""
        if isinstance(value, ast.IfExp) and _assigns_in_part(value):
            body, orelse = self._assigned(name, value.body), self._assigned(name, value.orelse)
            return [_if(value.test, body, orelse, value)]
        if not isinstance(value, ast.BoolOp) or not _assigns_in_part(value):
            return [assign(name, value, value)]
        result = self._assigned(name, value.values[0])
        block = result
        for operand in value.values[1:]:
            go_on: ast.expr = load(name, operand)
            if isinstance(value.op, ast.Or):
                go_on = negated(go_on, operand)
            following = self._assigned(name, operand)
            block.append(_if(go_on, following, [], operand))
            block = following
        return result


def _with_exit(loop: ast.While) -> ast.While:
    """A loop whose test assigns as `while True` with conditional exits, one for each part of an `and`."""
    parts = loop.test.values if _is_and(loop.test) else [loop.test]
    exits: list[ast.stmt] = []
    for part in parts:
        leave = node_at(ast.Break, part, ag_natural=True)
        exits.append(_if(negated(part, part), [leave], [], part))
    loop.body[:0] = exits
    loop.test = constant(True, loop.test)
    return loop


def _assigns(node: ast.AST) -> bool:
    return any(isinstance(n, ast.NamedExpr) for n in walk(node))


def _assigns_in_part(node: ast.BoolOp | ast.IfExp) -> bool:
    """Whether something is assigned in an operand that may be left out."""
    parts = node.values[1:] if isinstance(node, ast.BoolOp) else [node.body, node.orelse]
    return any(_assigns(part) for part in parts)


def _is_and(node: ast.expr) -> TypeGuard[ast.BoolOp]:
    return isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)


# patterns ----------------------------------------------------------------------------------------------------


def _is_of_values(case: ast.match_case) -> bool:
    pattern = case.pattern
    if isinstance(pattern, ast.MatchAs) and pattern.pattern is not None:
        return case.guard is None and _is_value(pattern.pattern)  # a name bound before a guard may fail
    return isinstance(pattern, ast.MatchAs) or _is_value(pattern)


def _is_value(pattern: ast.pattern) -> bool:
    if isinstance(pattern, ast.MatchOr):
        return all(_is_value(p) for p in pattern.patterns)
    return isinstance(pattern, (ast.MatchValue, ast.MatchSingleton))


def _chain(subject: str, cases: list[ast.match_case]) -> list[ast.stmt]:
    """The first of the cases that fits, as nested `if`s."""
    if not cases:
        return []
    case, rest = cases[0], cases[1:]
    pattern, body = case.pattern, list(case.body)
    test: ast.expr | None
    if isinstance(pattern, ast.MatchAs):
        test = None if pattern.pattern is None else _test(subject, pattern.pattern)
        binds = [] if pattern.name is None else [assign(pattern.name, load(subject, pattern), pattern)]
    else:
        test, binds = _test(subject, pattern), []
    if test is None:
        if case.guard is None:
            return [*binds, *body]
        return [*binds, _if(case.guard, body, _chain(subject, rest), pattern)]
    if case.guard is not None:
        test = node_at(ast.BoolOp, pattern, op=ast.And(), values=[test, case.guard])
    return [_if(test, [*binds, *body], _chain(subject, rest), pattern)]


def _if(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt], location: ast.AST) -> ast.stmt:
    return node_at(ast.If, location, test=test, body=body, orelse=orelse)


def _test(subject: str, pattern: ast.pattern) -> ast.expr:
    if isinstance(pattern, ast.MatchOr):
        return node_at(ast.BoolOp, pattern, op=ast.Or(), values=[_test(subject, p) for p in pattern.patterns])
    if isinstance(pattern, ast.MatchSingleton):
        return _compared(subject, ast.Is(), constant(pattern.value, pattern), pattern)
    assert isinstance(pattern, ast.MatchValue)
    return _compared(subject, ast.Eq(), pattern.value, pattern)


def _compared(subject: str, op: ast.cmpop, value: ast.expr, location: ast.AST) -> ast.expr:
    return node_at(ast.Compare, location, left=load(subject, location), ops=[op], comparators=[value])


__all__ = ["desugar"]
