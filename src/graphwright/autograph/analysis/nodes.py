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
_LEAVES = (ast.Constant, ast.Name, ast.Global, ast.Nonlocal, ast.MatchSingleton, ast.Pass, ast.Break, ast.Continue)
_fields: dict[type, tuple[str, ...]] = dict.fromkeys(_LEAVES, ())


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    """The fields of a class of nodes that hold other nodes; operators and contexts do not count."""
    found = _fields.get(kind)
    if found is None:
        # a type variable, type alias or alias of an exception group names itself by a node; so a name may be one
        keeps_name = kind.__name__ == "TypeAlias"
        found = _fields[kind] = tuple(f for f in kind._fields if f not in _NO_NODES or (keeps_name and f == "name"))
    return found


def children(node: ast.AST) -> list[Any]:
    """The nodes directly inside a node, in order."""
    found: list[Any] = []
    held = node.__dict__
    fields = _fields.get(node.__class__)
    for name in _fields_of(node.__class__) if fields is None else fields:
        value = held.get(name)
        if value.__class__ is list:
            found += value if None not in value else [part for part in value if part is not None]
        elif value is not None:
            found.append(value)
    return found


def walk(node: ast.AST) -> Iterator[Any]:
    """A node and all inside it, in no particular order."""
    pending = [node]
    while pending:
        part = pending.pop()
        yield part
        pending += children(part)


def copied(node: _Node) -> _Node:
    """A copy of a node and all inside it; operators and contexts, which nobody changes, are shared."""
    made: Any = node.__class__.__new__(node.__class__)
    made.__dict__.update(node.__dict__)
    for name in _fields_of(node.__class__):
        value = getattr(node, name, None)
        if value.__class__ is list:
            setattr(made, name, [part if part is None else copied(part) for part in value])
        elif value is not None:
            setattr(made, name, copied(value))
    result: _Node = made
    return result


class _Dispatcher:
    """Finds the method for a class of nodes: `visit_Name` for `ast.Name`, else `generic_visit`."""

    _methods: ClassVar[dict[type, Callable[[Any, Any], Any]]]

    def __init_subclass__(cls) -> None:
        cls._methods = {}

    def visit(self, node: Any) -> Any:
        """What the method for this class of nodes returns."""
        kind = node.__class__
        method: Any = self._methods.get(kind)
        if method is None:
            method = self._methods[kind] = getattr(type(self), f"visit_{kind.__name__}", type(self).generic_visit)
        return method(self, node)

    def generic_visit(self, node: Any) -> Any:
        """What is done with nodes that there is no method for."""
        raise NotImplementedError

    def visit_Constant(self, node: ast.Constant) -> Any:
        """There is nothing inside."""
        return node


class Visitor(_Dispatcher):
    """Looks at the nodes of a tree."""

    def generic_visit(self, node: Any) -> Any:
        """Visit what is inside."""
        for part in children(node):
            self.visit(part)


class Transformer(_Dispatcher):
    """Replaces nodes of a tree by what their visits return: a node, or several in a list of statements."""

    def generic_visit(self, node: Any) -> Any:
        """Replace what is inside."""
        for name in _fields_of(node.__class__):
            value = getattr(node, name, None)
            if value.__class__ is list:
                made: list[Any] = []
                for part in value:
                    new = part if part is None else self.visit(part)
                    made += new if new.__class__ is list else [new]
                value[:] = made
            elif value is not None:
                setattr(node, name, self.visit(value))
        return node


__all__ = ["Transformer", "Visitor", "children", "copied", "walk"]
