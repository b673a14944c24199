"""Small syntax-tree pieces, and names that nobody else uses."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any, TypeVar

from graphwright.autograph.analysis.activity import FUNCTIONS
from graphwright.autograph.analysis.nodes import children, walk

_Node = TypeVar("_Node", bound=ast.AST)

_NAMED = (*FUNCTIONS[:2], ast.ClassDef, ast.alias)
_PLACED = (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.excepthandler)

OPERATORS = "ag__"
"""The name under which generated code finds the operator functions."""


THUNK_MARK = "ag_thunk_"
"""The name of a parameter by which the code of a generated lambda is known."""


class Unsupported(Exception):
    """A construct that cannot be converted; the function then runs as it is. The message names the line."""


class Names:
    """Makes names that occur nowhere in a function."""

    def __init__(self, root: ast.AST) -> None:
        self._taken: set[str] = set()
        for node in walk(root):
            if isinstance(node, ast.Name):
                self._taken.add(node.id)
            elif isinstance(node, ast.arg):
                self._taken.add(node.arg)
            elif isinstance(node, _NAMED):
                self._taken.update(n for n in (node.name, getattr(node, "asname", None)) if n)
        self._counts: dict[str, int] = {}
        self.made: set[str] = set()

    def new(self, wish: str) -> str:
        """`wish`, or `wish_1`, `wish_2`, ... when it is taken."""
        name, count = wish, self._counts.get(wish, 0)
        while name in self._taken:
            count += 1
            name = f"{wish}_{count}"
        self._counts[wish] = count
        self._taken.add(name)
        self.made.add(name)
        return name


def at(node: _Node, place: ast.AST) -> _Node:
    """Give a new node, and the new nodes in it, the position of `place`.

    What has a position already stays where it is, and so does everything in it.
    """
    where: Any = place
    line, column = where.lineno, where.col_offset
    end_line, end_column = where.end_lineno, where.end_col_offset
    pending: list[Any] = [node]
    while pending:
        part = pending.pop()
        kind = part.__class__
        if "lineno" in part.__dict__:
            continue
        if issubclass(kind, _PLACED):
            part.lineno, part.col_offset = line, column
            # Python reports the call of a method on the line where the method's name ends
            named = kind is ast.Name or kind is ast.Attribute
            part.end_lineno, part.end_col_offset = (line, column) if named else (end_line, end_column)
            if kind is ast.Name or kind is ast.Constant:
                continue
        pending += children(part)
    return node


def header(statement: ast.If | ast.While | ast.For) -> ast.AST:
    """The position of the first line of a construct, up to its test or what it iterates over."""
    last = statement.iter if isinstance(statement, ast.For) else statement.test
    place = ast.copy_location(ast.Pass(), statement)
    place.end_lineno, place.end_col_offset = last.end_lineno, last.end_col_offset
    return place


def load(name: str) -> ast.Name:
    """A read of a name."""
    return ast.Name(name, ast.Load())


def store(name: str) -> ast.Name:
    """A name as the target of an assignment."""
    return ast.Name(name, ast.Store())


def assign(name: str, value: ast.expr, place: ast.AST) -> ast.Assign:
    """`name = value`."""
    return at(ast.Assign([store(name)], value), place)


def constant(value: Any) -> ast.Constant:
    """A literal."""
    return ast.Constant(value)


def operator(name: str) -> ast.Attribute:
    """`ag__.name`."""
    return ast.Attribute(load(OPERATORS), name, ast.Load())


def call_operator(name: str, *arguments: ast.expr) -> ast.Call:
    """`ag__.name(arguments...)`."""
    return ast.Call(operator(name), list(arguments), [])


def names_tuple(texts: Iterable[str]) -> ast.Tuple:
    """A tuple of string literals."""
    return ast.Tuple([ast.Constant(t) for t in texts], ast.Load())


def no_arguments(*positional: str) -> ast.arguments:
    """The parameters of a generated function."""
    return ast.arguments([], [ast.arg(p) for p in positional], None, [], [], None, [])


def thunk(body: ast.expr) -> ast.Lambda:
    """`lambda: body`, marked as generated."""
    made = ast.Lambda(no_arguments(), body)
    made.ag_generated = True  # type: ignore[attr-defined]
    return at(made, body) if hasattr(body, "lineno") else made


def define(name: str, body: list[ast.stmt], place: ast.AST, *positional: str) -> ast.FunctionDef:
    """`def name(positional...): body`, on the line of `place`."""
    made = ast.FunctionDef(name, no_arguments(*positional), body or [ast.Pass()], [], None)
    without_type_params(made)
    return at(made, place)


def without_type_params(node: Any) -> Any:
    """Complete a definition as Python 3.12 wants it."""
    node.type_params = []
    return node


def negation(flags: Iterable[str], place: ast.AST) -> ast.expr:
    """`not a and not b ...`."""
    tests: list[ast.expr] = [ast.UnaryOp(ast.Not(), load(f)) for f in flags]
    return at(tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests), place)
