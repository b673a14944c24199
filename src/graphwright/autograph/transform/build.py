"""Small syntax-tree pieces, and names that nobody else uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any, TypeVar

from graphwright.autograph.analysis.nodes import FIELDS

_Node = TypeVar("_Node", bound=ast.AST)

_PLACED = (ast.expr, ast.stmt, ast.arg, ast.keyword, ast.excepthandler)
_NOWHERE, _AT_BEGIN, _OVER_EXTENT = range(3)


class _Placing(dict[type, tuple[int, tuple[str, ...]]]):
    """For each class of nodes which position it is given, and its fields that hold other nodes."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[int, tuple[str, ...]]:
        position = _OVER_EXTENT if issubclass(kind, _PLACED) else _NOWHERE
        if kind is ast.Name or kind is ast.Attribute:
            # Python reports the call of a method on the line where the method's name ends
            position = _AT_BEGIN
        found = self[kind] = (position, FIELDS[kind])
        return found


_PLACING: dict[type, tuple[int, tuple[str, ...]]] = _Placing()
_LOAD, _STORE = ast.Load(), ast.Store()
_new: Any = ast.AST.__new__  # what is made by it has its fields and its position set at once

OPERATORS = "ag__"
"""The name under which generated code finds the operator functions."""


THUNK_MARK = "ag_thunk_"
"""The name of a parameter by which the code of a generated lambda is known."""


class Unsupported(Exception):
    """A construct that cannot be converted; the function then runs as it is. The message names the line."""


class Names:
    """Makes names that are not among those taken."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
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
    begin, extent = _begin(place), _extent(place)
    positions: tuple[dict[str, int], ...] = ({}, begin, extent)
    pending: list[Any] = [node]
    while pending:
        part = pending.pop()
        held = part.__dict__
        if "lineno" in held:
            continue
        position, fields = _PLACING[part.__class__]
        if position:
            held.update(positions[position])
        for name in fields:
            value = held.get(name)
            if value.__class__ is list:
                pending += value if None not in value else [one for one in value if one is not None]
            elif value is not None:
                pending.append(value)
    return node


def header(statement: ast.If | ast.While | ast.For) -> ast.AST:
    """The position of the first line of a construct, up to its test or what it iterates over."""
    last = statement.iter if isinstance(statement, ast.For) else statement.test
    made: ast.AST = _new(ast.Pass)
    made.__dict__ = {**_begin(statement), "end_lineno": last.end_lineno, "end_col_offset": last.end_col_offset}
    return made


def start(statement: ast.stmt) -> ast.AST:
    """The position where a statement begins: its first column, so that a traceback has something to point at."""
    made: ast.AST = _new(ast.Pass)
    place = _begin(statement)
    made.__dict__ = {**place, "end_col_offset": place["col_offset"] + 1}
    return made


def load(name: str) -> ast.Name:
    """A read of a name."""
    return ast.Name(name, _LOAD)


def store(name: str) -> ast.Name:
    """A name as the target of an assignment."""
    return ast.Name(name, _STORE)


def _begin(place: ast.AST) -> dict[str, int]:
    held = place.__dict__
    line, column = held["lineno"], held["col_offset"]
    return {"lineno": line, "col_offset": column, "end_lineno": line, "end_col_offset": column}


def _extent(place: ast.AST) -> dict[str, int]:
    held = place.__dict__
    return {
        "lineno": held["lineno"],
        "col_offset": held["col_offset"],
        "end_lineno": held["end_lineno"],
        "end_col_offset": held["end_col_offset"],
    }


def assign(name: str, value: ast.expr, place: ast.AST) -> ast.Assign:
    """`name = value`."""
    return at(ast.Assign([store(name)], value), place)


def constant(value: Any) -> ast.Constant:
    """A literal."""
    return ast.Constant(value)


def call_operator(name: str, place: Any, *arguments: ast.expr) -> ast.Call:
    """`ag__.name(arguments...)`, where `place` stands, as are those of the arguments that have no position."""
    begin, extent = _begin(place), _extent(place)
    operators, function = _new(ast.Name), _new(ast.Attribute)
    call: ast.Call = _new(ast.Call)
    operators.__dict__ = {"id": OPERATORS, "ctx": _LOAD, **begin}
    function.__dict__ = {"value": operators, "attr": name, "ctx": _LOAD, **begin}
    for argument in arguments:
        if "lineno" in argument.__dict__:
            continue
        if argument.__class__ is ast.Constant:
            argument.__dict__.update(extent)
        elif argument.__class__ is ast.Name:
            argument.__dict__.update(begin)
        else:
            at(argument, place)
    call.__dict__ = {"func": function, "args": [*arguments], "keywords": [], **extent}
    return call


def names_tuple(texts: Iterable[str]) -> ast.Constant:
    """A tuple of string literals."""
    return constant(tuple(texts))


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
    made: ast.Lambda = _new(ast.Lambda)
    made.__dict__ = {"args": _THUNK_ARGUMENTS, "body": body, **_extent(place or body)}
    return made


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
