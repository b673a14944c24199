"""Traversal of syntax trees: faster forms of what `ast` offers, which visit only fields that hold nodes."""

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
_BLOCK_FIELDS = ("body", "cases", "handlers", "orelse", "finalbody")
_WITH_BLOCK = frozenset((ast.ExceptHandler, ast.match_case))
_LEAVES = (ast.Constant, ast.Name, ast.Global, ast.Nonlocal, ast.MatchSingleton, ast.Pass, ast.Break, ast.Continue)


class _Fields(dict[type, tuple[str, ...]]):
    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        # a type variable, type alias or alias of an exception group names itself by a node; so a name may be one
        name_is_node = kind.__name__ == "TypeAlias"
        found = self[kind] = tuple(f for f in kind._fields if f not in _NO_NODES or (name_is_node and f == "name"))
        return found


class _Blocks(dict[type, tuple[str, ...]]):
    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = self[kind] = tuple(name for name in _BLOCK_FIELDS if name in kind._fields)
        return found


_new: Any = ast.AST.__new__

FIELDS: dict[type, tuple[str, ...]] = _Fields(dict.fromkeys(_LEAVES, ()))
"""The fields of each class of nodes that hold other nodes; operators and contexts do not count."""
BLOCKS: dict[type, tuple[str, ...]] = _Blocks()
"""The fields of each class of nodes that may hold statements."""


def children(node: ast.AST) -> list[Any]:
    """The nodes directly inside a node, in order."""
    found: list[Any] = []
    fields = node.__dict__
    for name in FIELDS[node.__class__]:
        value = fields.get(name)
        if value.__class__ is list:
            found += value if None not in value else [part for part in value if part is not None]
        elif value is not None:
            found.append(value)
    return found


def inner_statements(node: ast.AST) -> list[ast.stmt]:
    """The statements directly inside a statement, in order; of a definition those of its body."""
    found: list[ast.stmt] = []
    fields = node.__dict__
    for name in BLOCKS[node.__class__]:
        block = fields.get(name)
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
        fields = part.__dict__
        for name in FIELDS[part.__class__]:
            value = fields.get(name)
            if value.__class__ is list:
                pending += value
            else:
                pending.append(value)


def text_of(node: ast.AST) -> str:
    """An expression as source text; what is frequent and simple without the detour of `ast.unparse`."""
    text = _plain_text(node)
    if text is None and isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, sign, right = _plain_text(node.left), _SIGNS.get(node.ops[0].__class__), _plain_text(node.comparators[0])
        if left is not None and sign is not None and right is not None:
            return f"{left} {sign} {right}"
    return ast.unparse(node) if text is None else text


_SIGNS = {ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<", ast.LtE: "<=", ast.Eq: "==", ast.NotEq: "!="}


def _plain_text(node: ast.AST) -> str | None:
    """The text of a name, of literal numbers and strings, and of attributes and items of names; None for others."""
    kind = node.__class__
    if kind is ast.Name:
        return node.id  # type: ignore[attr-defined, no-any-return]
    if kind is ast.Constant:
        value = node.value  # type: ignore[attr-defined]
        return repr(value) if value.__class__ in (int, str) and node.kind is None else None  # type: ignore[attr-defined]
    if kind is not ast.Attribute and kind is not ast.Subscript:
        return None
    owner = node.value  # type: ignore[attr-defined]
    current = None if owner.__class__ is ast.Constant else _plain_text(owner)
    if current is None or kind is ast.Attribute:
        return current and f"{current}.{node.attr}"  # type: ignore[attr-defined]
    key = _plain_text(node.slice)  # type: ignore[attr-defined]
    return key and f"{current}[{key}]"


def replaced(node: _Node, **fields: Any) -> _Node:
    """A copy of a node with some fields replaced."""
    result: _Node = _new(node.__class__)
    result.__dict__ = {**node.__dict__, **fields}
    return result


def with_own_blocks(node: _Node) -> _Node:
    """A copy of a statement whose blocks, and the statements that hold others in them, may be changed."""
    result = node
    for name in BLOCKS[node.__class__]:
        block = node.__dict__.get(name)
        if block.__class__ is list:
            if result is node:
                result = replaced(node)
            result.__dict__[name] = [with_own_blocks(part) if BLOCKS[part.__class__] else part for part in block]
    return result


class Transformer:
    """Replaces nodes of a tree by what their visits return: a node, or several in a list of statements.

    `visit_Name` is the method for `ast.Name`, and so on; what there is no method for has its parts visited. The tree
    itself is not changed: a node with a replaced part is replaced by a copy.
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
        fields = node.__dict__
        methods = self._methods
        result = node
        for name in FIELDS[node.__class__]:
            value = fields.get(name)
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
                if result is node:
                    result = replaced(node)
                result.__dict__[name] = new
        return result

    def visit_all(self, nodes: list[Any]) -> list[Any]:
        """The nodes of a list replaced; the list itself where all stay."""
        methods = self._methods
        created: list[Any] = []
        same = True
        for node in nodes:
            kind = node.__class__
            if node is None or kind is ast.Constant:
                created.append(node)
                continue
            method = methods.get(kind)
            new = self.generic_visit(node) if method is None else method(self, node)
            same = same and new is node
            if new.__class__ is list:
                created += new
            else:
                created.append(new)
        return nodes if same else created


__all__ = [
    "BLOCKS",
    "FIELDS",
    "Transformer",
    "children",
    "inner_statements",
    "replaced",
    "text_of",
    "walk",
    "with_own_blocks",
]
