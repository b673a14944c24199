"""Going over syntax trees: what `ast` offers for it, without looking at what is no node."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar

_Node = TypeVar("_Node", bound=ast.AST)

_NO_NODES = frozenset(
    (
        *("arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "kwd_attrs", "level", "module"),
        *("name", "op", "ops", "rest", "simple", "type_comment"),
    )
)
_BLOCKS = ("body", "cases", "handlers", "orelse", "finalbody")
_WITH_BLOCK = frozenset((ast.ExceptHandler, ast.match_case))
_LEAVES = (ast.Constant, ast.Name, ast.Global, ast.Nonlocal, ast.MatchSingleton, ast.Pass, ast.Break, ast.Continue)


class _Fields(dict[type, tuple[str, ...]]):
    """The fields of each class of nodes that hold other nodes; operators and contexts do not count."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        # a type variable, type alias or alias of an exception group names itself by a node; so a name may be one
        keeps_name = kind.__name__ == "TypeAlias"
        found = self[kind] = tuple(f for f in kind._fields if f not in _NO_NODES or (keeps_name and f == "name"))
        return found


class _Blocks(dict[type, tuple[str, ...]]):
    """The fields of each class of nodes that may hold statements."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = self[kind] = tuple(name for name in _BLOCKS if name in kind._fields)
        return found


FIELDS: dict[type, tuple[str, ...]] = _Fields(dict.fromkeys(_LEAVES, ()))
_BLOCKS_OF: dict[type, tuple[str, ...]] = _Blocks()


def children(node: ast.AST) -> list[Any]:
    """The nodes directly inside a node, in order."""
    found: list[Any] = []
    held = node.__dict__
    for name in FIELDS[node.__class__]:
        value = held.get(name)
        if value.__class__ is list:
            found += value if None not in value else [part for part in value if part is not None]
        elif value is not None:
            found.append(value)
    return found


def inner_statements(node: ast.AST) -> list[ast.stmt]:
    """The statements directly inside a statement, in order; of a definition those of its body."""
    found: list[ast.stmt] = []
    held = node.__dict__
    for name in _BLOCKS_OF[node.__class__]:
        block = held.get(name)
        if block.__class__ is list:
            for part in block:
                kind = part.__class__
                found += part.body if kind in _WITH_BLOCK else (part,)
    return found


def walk(node: ast.AST) -> Iterator[Any]:
    """A node and all inside it, in no particular order."""
    pending: list[Any] = [node]
    while pending:
        part = pending.pop()
        if part is None:
            continue
        yield part
        held = part.__dict__
        for name in FIELDS[part.__class__]:
            value = held.get(name)
            if value.__class__ is list:
                pending += value
            else:
                pending.append(value)


def text_of(node: ast.AST) -> str:
    """An expression as source text; names and attributes without the detour of `ast.unparse`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute)):
        return f"{text_of(node.value)}.{node.attr}"
    return ast.unparse(node)


def replaced(node: _Node, **fields: Any) -> _Node:
    """A copy of a node, other things in some of its fields."""
    kind = node.__class__
    made = kind.__new__(kind)
    held = made.__dict__
    held.update(node.__dict__)
    held.update(fields)
    return made


def with_own_blocks(node: _Node) -> _Node:
    """A copy of a statement whose blocks, and the statements that hold others in them, may be changed."""
    made = node
    for name in _BLOCKS_OF[node.__class__]:
        block = node.__dict__.get(name)
        if block.__class__ is list:
            if made is node:
                made = replaced(node)
            made.__dict__[name] = [with_own_blocks(part) for part in block]
    return made


class Transformer:
    """Replaces nodes of a tree by what their visits return: a node, or several in a list of statements.

    `visit_Name` is the method for `ast.Name`, and so on; what there is no method for has its parts visited. The tree
    itself stays as it is: what has a part replaced is replaced by a copy.
    """

    _methods: ClassVar[dict[type, Callable[[Any, Any], Any]]]

    def __init_subclass__(cls) -> None:
        named = {name.removeprefix("visit_"): method for name, method in vars(cls).items()}
        kinds = {name: kind for name, kind in vars(ast).items() if isinstance(kind, type)}
        cls._methods = {kinds[name]: method for name, method in named.items() if name in kinds}

    def visit(self, node: Any) -> Any:
        """What the method for this class of nodes returns."""
        method = self._methods.get(node.__class__)
        return self.generic_visit(node) if method is None else method(self, node)

    def generic_visit(self, node: Any) -> Any:
        """The node with what is inside replaced."""
        held = node.__dict__
        methods = self._methods
        made = node
        for name in FIELDS[node.__class__]:
            value = held.get(name)
            if value is None:
                continue
            kind = value.__class__
            if kind is ast.Constant:
                continue
            if kind is list:
                new = self.visit_all(value)
            else:
                method = methods.get(kind)
                new = self.generic_visit(value) if method is None else method(self, value)
            if new is not value:
                if made is node:
                    made = replaced(node)
                made.__dict__[name] = new
        return made

    def visit_all(self, nodes: list[Any]) -> list[Any]:
        """The nodes of a list replaced; the list itself where all stay."""
        methods = self._methods
        made: list[Any] = []
        same = True
        for node in nodes:
            kind = node.__class__
            if node is None or kind is ast.Constant:
                made.append(node)
                continue
            method = methods.get(kind)
            new = self.generic_visit(node) if method is None else method(self, node)
            same = same and new is node
            if new.__class__ is list:
                made += new
            else:
                made.append(new)
        return nodes if same else made


__all__ = ["Transformer", "children", "inner_statements", "replaced", "text_of", "walk", "with_own_blocks"]
