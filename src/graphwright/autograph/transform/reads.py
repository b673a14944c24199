"""Instruments the reads and writes of outer state in a converted function: globals, free variables, attributes."""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Iterable, Sequence, Set
from typing import Any, Literal, NamedTuple

from graphwright.autograph.analysis.nodes import text_of
from graphwright.autograph.marks import is_library_module
from graphwright.autograph.recording import Site, Step, add_site
from graphwright.autograph.transform.build import OPERATORS, call_operator, constant, load

# methods of containers whose calls read the container
READERS = frozenset({"copy", "count", "get", "index", "items", "keys", "values"})
# methods of containers whose calls change the container
WRITERS = frozenset(
    (
        *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "move_to_end", "pop", "popitem"),
        *("popleft", "remove", "reverse", "rotate", "setdefault", "sort", "update"),
    )
)
_OWN = (OPERATORS, "__class__")


class Chain(NamedTuple):
    """`name.attribute[key]...`."""

    root: str
    steps: tuple[Step, ...]


_ScopeName = Literal["global", "free", "local"]
_NOTHING: frozenset[str] = frozenset()


class _OuterScopes(dict[str, "_ScopeName | None"]):
    """Where the names are found that no function at hand has for its own.

    Args:
      code: the code of the outermost function.
      module_globals: what its global names mean.
      class_name: the class it stands in, for private names.

    Fields:
      generated: the names that conversion created.
    """

    def __init__(self, code: types.CodeType, module_globals: dict[str, Any], class_name: str | None) -> None:
        self.generated: Set[str] = _NOTHING
        self._free = code.co_freevars
        self._globals = module_globals
        self._class_name = class_name

    def __missing__(self, name: str) -> _ScopeName | None:
        if name in self.generated:
            scope: _ScopeName | None = "local"
        elif self.mangled(name) in self._free:
            scope = None if name in _OWN else "free"
        else:
            scope = self.declared_global(name)
        self[name] = scope
        return scope

    def declared_global(self, name: str) -> _ScopeName | None:
        """Where a name is found that is not looked for in the functions around."""
        return "global" if self._is_state(name) else None

    def _is_state(self, name: str) -> bool:
        if name in _OWN:
            return False
        if name not in self._globals:
            return not hasattr(builtins, name)
        value = self._globals[name]
        return not (isinstance(value, types.ModuleType) and is_library_module(value.__name__))

    def mangled(self, name: str) -> str:
        """A name as Python has it inside the class."""
        if self._class_name is None or not name.startswith("__") or name.endswith("__"):
            return name
        return f"_{self._class_name.lstrip('_')}{name}"


class _FunctionScope(dict[str, "_ScopeName | None"]):
    """Where each name of a function, lambda or comprehension is found.

    Args:
      outer: those of the function around it.
      local, declared_global: the names that are its own, and that it declares global.
    """

    def __init__(
        self, outer: _FunctionScope | _OuterScopes, outside: _OuterScopes, local: Set[str], declared_global: Set[str]
    ) -> None:
        self.outer = outer
        self._outside = outside
        self._local = local
        self._declared_global = declared_global

    def __missing__(self, name: str) -> _ScopeName | None:
        if name in self._declared_global:
            scope = self._outside.declared_global(name)
        elif name in self._local or self._outside.mangled(name) in self._local:
            scope = "local"
        else:
            scope = self.outer[name]
        self[name] = scope
        return scope


class StateReads:
    """Generates the recording of reads and writes in one user function and its inner functions.

    Args:
      code: the code of the function.
      module_globals: what its global names mean.
      class_name: the class it stands in, for private names.
      unit: identifies the conversion.

    Fields:
      numbers: those of its sites.
      scopes: where a name is found, for each name; None for what is no state: a module of a library, a builtin.
    """

    def __init__(
        self, code: types.CodeType, module_globals: dict[str, Any], class_name: str | None, unit: object
    ) -> None:
        self.numbers: list[int] = []
        self._code = code
        self._unit = unit
        self._outside = _OuterScopes(code, module_globals, class_name)
        self.mangled = self._outside.mangled
        self.scopes: _FunctionScope | _OuterScopes = self._outside

    def set_generated_names(self, generated: Set[str]) -> None:
        """Set the names that conversion created; the set may still grow."""
        self._outside.generated = generated

    def enter(self, local: Iterable[str], declared_global: Set[str] = _NOTHING) -> None:
        """Enter a function, lambda or comprehension that binds these names."""
        self.scopes = _FunctionScope(self.scopes, self._outside, frozenset(local), declared_global)

    def leave(self) -> None:
        """Leave it."""
        assert isinstance(self.scopes, _FunctionScope)
        self.scopes = self.scopes.outer

    def chain(self, node: ast.expr) -> Chain | None:
        """The chain that an expression is."""
        steps: list[Step] = []
        while True:
            kind = node.__class__
            if kind is ast.Attribute:
                steps.append(("attr", self.mangled(node.attr)))  # type: ignore[attr-defined]
            elif kind is ast.Subscript:
                key = _key(node.slice)  # type: ignore[attr-defined]
                if key is None:
                    return None
                steps.append(("item", key[0]))
            elif kind is ast.Name:
                return Chain(node.id, tuple(steps[::-1]))  # type: ignore[attr-defined]
            else:
                return None
            node = node.value  # type: ignore[attr-defined]

    def scope_of(self, chain: Chain) -> _ScopeName | None:
        """Where a chain to state from outside begins, None for others: from a local name only attributes lead there."""
        scope = self.scopes[chain.root]
        if scope == "local" and not (chain.steps and chain.steps[0][0] == "attr"):
            return None
        return scope

    def name(self, node: ast.Name) -> ast.expr:
        """A read of a name."""
        scope = self.scopes[node.id]
        if scope is None or scope == "local":
            return node
        return self.read(node, Chain(node.id, ()), scope, node)

    def read(self, node: ast.expr, chain: Chain, scope: _ScopeName, root: ast.expr) -> ast.expr:
        """A read of a chain, which begins with `root`."""
        number = self._site(text_of(node), chain, scope, node)
        return call_operator("read" if scope != "local" else "read_of", node, constant(number, node), root)

    def attribute(self, node: ast.Attribute, owner: ast.expr) -> ast.expr:
        """A read of an attribute of an object that no name leads to."""
        name = self.mangled(node.attr)
        number = self._site(text_of(node), Chain("", (("attr", name),)), "local", node)
        return call_operator("attribute", node, constant(number, node), owner, constant(name, node))

    def entry(
        self, node: ast.Subscript, chain: Chain, scope: _ScopeName, container: ast.expr, key: ast.expr
    ) -> ast.expr:
        """A read of an item, of a container that a chain leads to."""
        number = self._site(text_of(node.value), chain, scope, node)
        root = [load(chain.root, node)] if scope == "local" else []
        return call_operator("entry", node, constant(number, node), container, key, *root)

    def wrote(self, value: ast.expr, target: ast.expr) -> ast.expr:
        """A value that is about to be assigned to `target`."""
        if isinstance(target, ast.Name) and self.scopes[target.id] == "local":
            return value
        if isinstance(target, (ast.Tuple, ast.List)):
            for inner in target.elts:
                value = self.wrote(value, inner.value if isinstance(inner, ast.Starred) else inner)
            return value
        chain = self.chain(target)
        if chain is None and isinstance(target, ast.Subscript):
            target = target.value  # an item that is known at run time only: the whole container is written
            chain = self.chain(target)
        scope = None if chain is None else self.scope_of(chain)
        if chain is None or scope is None:
            return value
        number = self._site(text_of(target), chain, scope, target)
        root = [load(chain.root, value)] if scope == "local" else []
        return call_operator("wrote", value, constant(number, value), value, *root)

    def _site(self, text: str, chain: Chain, scope: _ScopeName, location: ast.expr) -> int:
        code = self._code
        root = chain.root if scope == "local" else self.mangled(chain.root)
        number = add_site(
            Site(text, code.co_filename, code.co_name, location.lineno, scope, root, chain.steps, self._unit)
        )
        self.numbers.append(number)
        return number


def root_of(node: ast.expr) -> ast.Name:
    """The name that a chain begins with."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    assert isinstance(node, ast.Name)
    return node


def slices(node: ast.expr) -> bool:
    """Whether a key is, or holds, a slice."""
    parts: Sequence[ast.expr] = node.elts if isinstance(node, ast.Tuple) else [node]
    return any(isinstance(p, (ast.Slice, ast.Starred)) for p in parts)


def _key(node: ast.expr) -> tuple[Any] | None:
    """A key that is written out, in a tuple of one."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
        value = node.operand.value
        return (-value,) if isinstance(value, (int, float)) else None
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, str, bytes, float, type(None))):
        return (node.value,)
    return None
