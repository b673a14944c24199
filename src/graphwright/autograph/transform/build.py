"""Constructors of syntax-tree nodes, and unused names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any, TypeVar

_Node = TypeVar("_Node", bound=ast.AST)

LOAD, STORE, DELETE = ast.Load(), ast.Store(), ast.Del()
_new: Any = ast.AST.__new__  # the caller sets fields and position at once

OPERATORS = "ag__"
"""The name under which generated code finds the operator functions."""


THUNK_MARK = "ag_thunk_"
"""The name of a parameter by which the code of a generated lambda is known."""


class UnsupportedSyntax(Exception):
    """A construct that cannot be converted; the function then runs unconverted. The message names the line."""


class Names:
    """Creates names that are not in use."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._counts: dict[str, int] = {}
        self.made: set[str] = set()

    def new(self, stem: str) -> str:
        """`stem`, or `stem_1`, `stem_2`, ... if it is in use."""
        name, count = stem, self._counts.get(stem, 0)
        while name in self._taken:
            count += 1
            name = f"{stem}_{count}"
        self._counts[stem] = count
        self._taken.add(name)
        self.made.add(name)
        return name


def node_at(kind: type[_Node], location: ast.AST, **fields: Any) -> _Node:
    """A new node with these fields and the position of `location`."""
    attributes = location.__dict__
    fields["lineno"] = attributes["lineno"]
    fields["col_offset"] = attributes["col_offset"]
    fields["end_lineno"] = attributes["end_lineno"]
    fields["end_col_offset"] = attributes["end_col_offset"]
    result: _Node = _new(kind)
    result.__dict__ = fields
    return result


def header(statement: ast.If | ast.While | ast.For) -> ast.AST:
    """The position of the first line of a construct, up to its test or what it iterates over."""
    last = statement.iter if isinstance(statement, ast.For) else statement.test
    result = node_at(ast.Pass, statement)
    result.end_lineno, result.end_col_offset = last.end_lineno, last.end_col_offset
    return result


def start(statement: ast.stmt) -> ast.AST:
    """The position where a statement begins: its first column, so that a traceback has something to point at."""
    result = node_at(ast.Pass, statement)
    result.end_lineno, result.end_col_offset = result.lineno, result.col_offset + 1
    return result


def load(name: str, location: ast.AST, context: ast.expr_context = LOAD) -> ast.Name:
    """A read of a name.

    It is positioned where `location` begins: Python reports a method call on the line where the callee ends.
    """
    fields = location.__dict__
    line, column = fields["lineno"], fields["col_offset"]
    result: ast.Name = _new(ast.Name)
    result.__dict__ = {
        "id": name,
        "ctx": context,
        "lineno": line,
        "col_offset": column,
        "end_lineno": line,
        "end_col_offset": column,
    }
    return result


def store(name: str, location: ast.AST) -> ast.Name:
    """A name as the target of an assignment."""
    return load(name, location, STORE)


def assign(name: str, value: ast.expr, location: ast.AST) -> ast.Assign:
    """`name = value`."""
    return node_at(ast.Assign, location, targets=[store(name, location)], value=value)


def constant(value: Any, location: ast.AST) -> ast.Constant:
    """A literal."""
    fields = location.__dict__
    result: ast.Constant = _new(ast.Constant)
    result.__dict__ = {
        "value": value,
        "lineno": fields["lineno"],
        "col_offset": fields["col_offset"],
        "end_lineno": fields["end_lineno"],
        "end_col_offset": fields["end_col_offset"],
    }
    return result


def call_operator(name: str, location: ast.AST, *arguments: ast.expr) -> ast.Call:
    """`ag__.name(arguments...)`."""
    fields = location.__dict__
    line, column = fields["lineno"], fields["col_offset"]
    function, call = _new(ast.Attribute), _new(ast.Call)
    function.__dict__ = {
        "value": load(OPERATORS, location),
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
        "end_lineno": fields["end_lineno"],
        "end_col_offset": fields["end_col_offset"],
    }
    return call  # type: ignore[no-any-return]


def tuple_of(elements: list[ast.expr], location: ast.AST) -> ast.Tuple:
    """`(elements...)`."""
    fields = location.__dict__
    result: ast.Tuple = _new(ast.Tuple)
    result.__dict__ = {
        "elts": elements,
        "ctx": LOAD,
        "lineno": fields["lineno"],
        "col_offset": fields["col_offset"],
        "end_lineno": fields["end_lineno"],
        "end_col_offset": fields["end_col_offset"],
    }
    return result


def names_tuple(texts: Iterable[str], location: ast.AST) -> ast.Constant:
    """A tuple of string literals."""
    return constant(tuple(texts), location)


_MARK = ast.arg(THUNK_MARK, lineno=1, col_offset=0, end_lineno=1, end_col_offset=0)
_NO_PARAMETERS = ast.arguments([], [], None, [], [], None, [])
_THUNK_PARAMETERS = ast.arguments([], [], _MARK, [], [], None, [])


def _parameters(names: Iterable[str], location: ast.AST, vararg: ast.arg | None) -> ast.arguments:
    node = [node_at(ast.arg, location, arg=name) for name in names]
    return ast.arguments([], node, vararg, [], [], None, [])


def generated_lambda(body: ast.expr, location: ast.AST, *names: str) -> ast.Lambda:
    """`lambda names...: body`, marked as generated."""
    parameters = _parameters(names, location, _MARK) if names else _THUNK_PARAMETERS
    return node_at(ast.Lambda, location, args=parameters, body=body)


def thunk(body: ast.expr, location: ast.AST | None = None) -> ast.Lambda:
    """`lambda: body`, marked as generated; at the position of `location`, or of the body."""
    return node_at(ast.Lambda, location or body, args=_THUNK_PARAMETERS, body=body)


def text_of_generated(node: ast.AST) -> str:
    """Converted code as source text, without the marks of generated lambdas."""
    return re.sub(rf"(,)? \*{THUNK_MARK}", "", ast.unparse(node))


def define(name: str, body: list[ast.stmt], location: ast.AST, *positional: str) -> ast.FunctionDef:
    """`def name(positional...): body`, on the line of `location`."""
    return node_at(
        ast.FunctionDef,
        location,
        name=name,
        args=_parameters(positional, location, None) if positional else _NO_PARAMETERS,
        body=body or [node_at(ast.Pass, location)],
        decorator_list=[],
        returns=None,
        type_params=[],
    )


def negated(value: ast.expr, location: ast.AST) -> ast.expr:
    """`not value`."""
    return node_at(ast.UnaryOp, location, op=ast.Not(), operand=value)


def negation(flags: Iterable[str], location: ast.AST) -> ast.expr:
    """`not a and not b ...`."""
    tests = [negated(load(flag, location), location) for flag in flags]
    return tests[0] if len(tests) == 1 else node_at(ast.BoolOp, location, op=ast.And(), values=tests)
