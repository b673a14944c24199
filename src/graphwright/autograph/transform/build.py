"""Small syntax-tree pieces, and names that nobody else uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any, TypeVar

from graphwright.autograph.analysis.activity import FUNCTIONS
from graphwright.autograph.analysis.nodes import FIELDS, walk

_Node = TypeVar("_Node", bound=ast.AST)

_NAMED = frozenset((*FUNCTIONS[:2], ast.ClassDef, ast.alias))
_PLACED = (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.excepthandler)
_LOAD, _STORE = ast.Load(), ast.Store()

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
            kind = node.__class__
            if kind is ast.Name:
                self._taken.add(node.id)
            elif kind is ast.arg:
                self._taken.add(node.arg)
            elif kind in _NAMED:
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
        if part is None:
            continue
        held = part.__dict__
        if "lineno" in held:
            continue
        kind = part.__class__
        if kind is ast.Name or kind is ast.Attribute:
            # Python reports the call of a method on the line where the method's name ends
            part.lineno, part.col_offset, part.end_lineno, part.end_col_offset = line, column, line, column
        elif issubclass(kind, _PLACED):
            part.lineno, part.col_offset, part.end_lineno, part.end_col_offset = line, column, end_line, end_column
        for name in FIELDS[kind]:
            value = held.get(name)
            if value.__class__ is list:
                pending += value
            elif value is not None:
                pending.append(value)
    return node


def header(statement: ast.If | ast.While | ast.For) -> ast.AST:
    """The position of the first line of a construct, up to its test or what it iterates over."""
    last = statement.iter if isinstance(statement, ast.For) else statement.test
    place = ast.copy_location(ast.Pass(), statement)
    place.end_lineno, place.end_col_offset = last.end_lineno, last.end_col_offset
    return place


def start(statement: ast.stmt) -> ast.AST:
    """The position where a statement begins."""
    place = ast.copy_location(ast.Pass(), statement)
    place.end_lineno, place.end_col_offset = place.lineno, place.col_offset
    return place


def load(name: str) -> ast.Name:
    """A read of a name."""
    return ast.Name(name, _LOAD)


def store(name: str) -> ast.Name:
    """A name as the target of an assignment."""
    return ast.Name(name, _STORE)


def assign(name: str, value: ast.expr, place: ast.AST) -> ast.Assign:
    """`name = value`."""
    return at(ast.Assign([store(name)], value), place)


def constant(value: Any) -> ast.Constant:
    """A literal."""
    return ast.Constant(value)


def operator(name: str) -> ast.Attribute:
    """`ag__.name`."""
    return ast.Attribute(ast.Name(OPERATORS, _LOAD), name, _LOAD)


def call_operator(name: str, *arguments: ast.expr) -> ast.Call:
    """`ag__.name(arguments...)`."""
    return ast.Call(operator(name), list(arguments), [])


def names_tuple(texts: Iterable[str]) -> ast.Constant:
    """A tuple of string literals."""
    return ast.Constant(tuple(texts))


def _shared_arguments(vararg: ast.arg | None) -> ast.arguments:
    """The parameters of many functions: what stands in them keeps a position that says nothing."""
    made: Any = ast.arguments([], [], vararg, [], [], None, [])
    made.lineno = 1
    return made  # type: ignore[no-any-return]


_NO_ARGUMENTS = _shared_arguments(None)
_MARK = ast.arg(THUNK_MARK, lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
_THUNK_ARGUMENTS = _shared_arguments(_MARK)


def generated_lambda(body: ast.expr, *names: str) -> ast.Lambda:
    """`lambda names...: body`, marked as generated."""
    if not names:
        return ast.Lambda(_THUNK_ARGUMENTS, body)
    return ast.Lambda(ast.arguments([], [ast.arg(n) for n in names], _MARK, [], [], None, []), body)


def thunk(body: ast.expr, place: ast.AST | None = None) -> ast.Lambda:
    """`lambda: body`, marked as generated; made on the line of `place`, or of the body."""
    made = generated_lambda(body)
    place = place or body
    return at(made, place) if hasattr(place, "lineno") else made


def text_of_generated(node: ast.AST) -> str:
    """Converted code as source text, without the marks of generated lambdas."""
    return re.sub(rf"(,)? \*{THUNK_MARK}", "", ast.unparse(node))


def define(name: str, body: list[ast.stmt], place: ast.AST, *positional: str) -> ast.FunctionDef:
    """`def name(positional...): body`, on the line of `place`."""
    arguments = ast.arguments([], [ast.arg(p) for p in positional], None, [], [], None, [])
    made = ast.FunctionDef(name, arguments if positional else _NO_ARGUMENTS, body or [ast.Pass()], [], None)
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
