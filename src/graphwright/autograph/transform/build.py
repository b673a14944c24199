"""Small syntax-tree pieces, and names that nobody else uses."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any, TypeVar

_Node = TypeVar("_Node", bound=ast.AST)

LOAD, STORE, DELETE = ast.Load(), ast.Store(), ast.Del()
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

    def new(self, stem: str) -> str:
        """`stem`, or `wish_1`, `wish_2`, ... when it is taken."""
        name, count = stem, self._counts.get(stem, 0)
        while name in self._taken:
            count += 1
            name = f"{stem}_{count}"
        self._counts[stem] = count
        self._taken.add(name)
        self.made.add(name)
        return name


def node_at(kind: type[_Node], place: ast.AST, **fields: Any) -> _Node:
    """A new node with these fields, where `place` stands."""
    held = place.__dict__
    fields["lineno"] = held["lineno"]
    fields["col_offset"] = held["col_offset"]
    fields["end_lineno"] = held["end_lineno"]
    fields["end_col_offset"] = held["end_col_offset"]
    made: _Node = _new(kind)
    made.__dict__ = fields
    return made


def header(statement: ast.If | ast.While | ast.For) -> ast.AST:
    """The position of the first line of a construct, up to its test or what it iterates over."""
    last = statement.iter if isinstance(statement, ast.For) else statement.test
    made = node_at(ast.Pass, statement)
    made.end_lineno, made.end_col_offset = last.end_lineno, last.end_col_offset
    return made


def start(statement: ast.stmt) -> ast.AST:
    """The position where a statement begins: its first column, so that a traceback has something to point at."""
    made = node_at(ast.Pass, statement)
    made.end_lineno, made.end_col_offset = made.lineno, made.col_offset + 1
    return made


def load(name: str, place: ast.AST, context: ast.expr_context = LOAD) -> ast.Name:
    """A read of a name.

    It stands where `place` begins: Python reports the call of a method on the line where what is called ends.
    """
    held = place.__dict__
    line, column = held["lineno"], held["col_offset"]
    made: ast.Name = _new(ast.Name)
    made.__dict__ = {
        "id": name,
        "ctx": context,
        "lineno": line,
        "col_offset": column,
        "end_lineno": line,
        "end_col_offset": column,
    }
    return made


def store(name: str, place: ast.AST) -> ast.Name:
    """A name as the target of an assignment."""
    return load(name, place, STORE)


def assign(name: str, value: ast.expr, place: ast.AST) -> ast.Assign:
    """`name = value`."""
    return node_at(ast.Assign, place, targets=[store(name, place)], value=value)


def constant(value: Any, place: ast.AST) -> ast.Constant:
    """A literal."""
    held = place.__dict__
    made: ast.Constant = _new(ast.Constant)
    made.__dict__ = {
        "value": value,
        "lineno": held["lineno"],
        "col_offset": held["col_offset"],
        "end_lineno": held["end_lineno"],
        "end_col_offset": held["end_col_offset"],
    }
    return made


def call_operator(name: str, place: ast.AST, *arguments: ast.expr) -> ast.Call:
    """`ag__.name(arguments...)`."""
    held = place.__dict__
    line, column = held["lineno"], held["col_offset"]
    function, call = _new(ast.Attribute), _new(ast.Call)
    function.__dict__ = {
        "value": load(OPERATORS, place),
        "attr": name,
        "ctx": LOAD,
        "lineno": line,
        "col_offset": column,
        "end_lineno": line,
        "end_col_offset": column,
    }
    call.__dict__ = {
        "func": function,
        "args": [*arguments],
        "keywords": [],
        "lineno": line,
        "col_offset": column,
        "end_lineno": held["end_lineno"],
        "end_col_offset": held["end_col_offset"],
    }
    return call  # type: ignore[no-any-return]


def tuple_of(elements: list[ast.expr], place: ast.AST) -> ast.Tuple:
    """`(elements...)`."""
    held = place.__dict__
    made: ast.Tuple = _new(ast.Tuple)
    made.__dict__ = {
        "elts": elements,
        "ctx": LOAD,
        "lineno": held["lineno"],
        "col_offset": held["col_offset"],
        "end_lineno": held["end_lineno"],
        "end_col_offset": held["end_col_offset"],
    }
    return made


def names_tuple(texts: Iterable[str], place: ast.AST) -> ast.Constant:
    """A tuple of string literals."""
    return constant(tuple(texts), place)


_MARK = ast.arg(THUNK_MARK, lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
_NO_PARAMETERS = ast.arguments([], [], None, [], [], None, [])
_THUNK_PARAMETERS = ast.arguments([], [], _MARK, [], [], None, [])


def _parameters(names: Iterable[str], place: ast.AST, vararg: ast.arg | None) -> ast.arguments:
    made = [node_at(ast.arg, place, arg=name) for name in names]
    return ast.arguments([], made, vararg, [], [], None, [])


def generated_lambda(body: ast.expr, place: ast.AST, *names: str) -> ast.Lambda:
    """`lambda names...: body`, marked as generated."""
    parameters = _parameters(names, place, _MARK) if names else _THUNK_PARAMETERS
    return node_at(ast.Lambda, place, args=parameters, body=body)


def thunk(body: ast.expr, place: ast.AST | None = None) -> ast.Lambda:
    """`lambda: body`, marked as generated; made on the line of `place`, or of the body."""
    return node_at(ast.Lambda, place or body, args=_THUNK_PARAMETERS, body=body)


def text_of_generated(node: ast.AST) -> str:
    """Converted code as source text, without the marks of generated lambdas."""
    return re.sub(rf"(,)? \*{THUNK_MARK}", "", ast.unparse(node))


def define(name: str, body: list[ast.stmt], place: ast.AST, *positional: str) -> ast.FunctionDef:
    """`def name(positional...): body`, on the line of `place`."""
    return node_at(
        ast.FunctionDef,
        place,
        name=name,
        args=_parameters(positional, place, None) if positional else _NO_PARAMETERS,
        body=body or [node_at(ast.Pass, place)],
        decorator_list=[],
        returns=None,
        type_params=[],
    )


def negated(value: ast.expr, place: ast.AST) -> ast.expr:
    """`not value`."""
    return node_at(ast.UnaryOp, place, op=ast.Not(), operand=value)


def negation(flags: Iterable[str], place: ast.AST) -> ast.expr:
    """`not a and not b ...`."""
    tests = [negated(load(flag, place), place) for flag in flags]
    return tests[0] if len(tests) == 1 else node_at(ast.BoolOp, place, op=ast.And(), values=tests)
