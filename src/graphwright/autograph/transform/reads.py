"""Marks, in a converted function, the reads and writes of state from outside: globals, free variables, attributes."""

from __future__ import annotations

import ast
import builtins
import types
from collections.abc import Sequence
from typing import Any, NamedTuple

from graphwright.autograph.analysis.activity import (
    Activities,
    body_of,
    comprehension_targets,
    declarations,
    parameter_names,
)
from graphwright.autograph.analysis.nodes import Transformer, walk
from graphwright.autograph.marks import is_library_module
from graphwright.autograph.recording import Site, Step, add_site
from graphwright.autograph.transform.build import OPERATORS, THUNK_MARK, at, call_operator, constant, load
from graphwright.autograph.transform.functions import is_generator

# methods of containers whose calls read the container
_READERS = frozenset({"copy", "count", "get", "index", "items", "keys", "values"})
# methods of containers whose calls change the container
_WRITERS = frozenset(
    (
        *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "move_to_end", "pop", "popitem"),
        *("popleft", "remove", "reverse", "rotate", "setdefault", "sort", "update"),
    )
)
_OWN = (OPERATORS, "__class__")


class _Scope(NamedTuple):
    local: set[str]
    declared_global: set[str]


class _Chain(NamedTuple):
    """`name.attribute[key]...`."""

    root: str
    steps: tuple[Step, ...]


def mark_reads(
    node: ast.FunctionDef | ast.Lambda,
    code: types.CodeType,
    module_globals: dict[str, Any],
    class_name: str | None,
    generated: set[str],
    unit: object,
) -> list[int]:
    """Rewrite a converted function in place so that it tells of its reads and writes.

    Args:
      node: the converted function.
      code: the code it came from.
      module_globals: what its global names mean.
      class_name: the class it stands in, for private names.
      generated: the names that conversion made in it.
      unit: identifies the conversion.

    Returns: the numbers of its sites.
    """
    marker = _Marker(code, module_globals, class_name, generated, unit)
    marker.enter_outermost(node)
    return marker.numbers


class _Marker(Transformer):
    def __init__(
        self,
        code: types.CodeType,
        module_globals: dict[str, Any],
        class_name: str | None,
        generated: set[str],
        unit: object,
    ) -> None:
        self.numbers: list[int] = []
        self._code = code
        self._globals = module_globals
        self._class_name = class_name
        self._generated = generated
        self._unit = unit
        self._scopes: list[_Scope] = []
        self._activities = Activities()

    # scopes --------------------------------------------------------------------------------------------------

    def enter_outermost(self, node: ast.FunctionDef | ast.Lambda) -> None:
        """Mark what stands inside the whole function, whose code tells its local names."""
        local = {*parameter_names(node.args), *self._code.co_varnames, *self._code.co_cellvars}
        self._inside(node, _Scope(local, declarations(body_of(node))[0]))

    def enter(self, node: ast.FunctionDef | ast.Lambda) -> None:
        """Mark what stands inside a function of the user's."""
        declared_global, declared_nonlocal = declarations(body_of(node))
        local = (self._activities.of(body_of(node)).binds | set(parameter_names(node.args))) - declared_nonlocal
        self._inside(node, _Scope(local - declared_global, declared_global))

    def _enter_generated(self, node: ast.FunctionDef | ast.Lambda) -> None:
        """Mark what stands inside a function that conversion made: only its parameters are its own."""
        self._inside(node, _Scope(set(parameter_names(node.args)), set()))

    def _inside(self, node: ast.FunctionDef | ast.Lambda, scope: _Scope) -> None:
        self._scopes.append(scope)
        if isinstance(node, ast.Lambda):
            node.body = self.visit(node.body)
        else:
            node.body = [self.visit(statement) for statement in node.body]
        self._scopes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        if node.name in self._generated:
            if not node.name.startswith(("get_state", "set_state")):  # they only carry the state to and fro
                self._enter_generated(node)
            return node
        if node.decorator_list or is_generator(node):
            return node  # converted when it is called
        self._defaults(node.args)
        self.enter(node)
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.stmt:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        if getattr(node, "ag_generated", False):
            self._enter_generated(node)
            node.args.vararg = at(ast.arg(THUNK_MARK), node)
            return node
        self._defaults(node.args)
        self.enter(node)
        return node

    def _defaults(self, arguments: ast.arguments) -> None:
        arguments.defaults = [self.visit(d) for d in arguments.defaults]
        arguments.kw_defaults = [None if d is None else self.visit(d) for d in arguments.kw_defaults]

    def _visit_comprehension(self, node: Any) -> ast.expr:
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        self._scopes.append(_Scope(comprehension_targets(node), set()))
        for position, generator in enumerate(node.generators):
            if position:
                generator.iter = self.visit(generator.iter)
            generator.ifs = [self.visit(test) for test in generator.ifs]
        for part in ("elt", "key", "value"):
            if getattr(node, part, None) is not None:
                setattr(node, part, self.visit(getattr(node, part)))
        self._scopes.pop()
        marked: ast.expr = node
        return marked

    visit_ListComp = _visit_comprehension
    visit_SetComp = _visit_comprehension
    visit_DictComp = _visit_comprehension
    visit_GeneratorExp = _visit_comprehension

    def _scope_of(self, name: str) -> str:
        if name in self._generated:
            return "local"
        mangled = self._mangled(name)
        for scope in reversed(self._scopes):
            if name in scope.declared_global:
                return "global"
            if name in scope.local or mangled in scope.local:
                return "local"
        return "free" if name in self._code.co_freevars else "global"

    # reads ---------------------------------------------------------------------------------------------------

    def _visit_read(self, node: Any) -> Any:
        if not isinstance(node.ctx, ast.Load):
            return self._target(node)
        chain = self._chain(node)
        if chain is not None:
            return self._marked(node, chain)
        if isinstance(node, ast.Subscript) and not _slices(node.slice):
            container = self._chain(node.value)
            if container is not None and self._is_state(container):
                node.slice = self.visit(node.slice)
                return self._call("entry", node.value, container, node, node.slice)
        if isinstance(node, ast.Attribute):
            name = self._mangled(node.attr)
            if _is_super(node.value):
                return at(call_operator("member", node.value, constant(name)), node)
            number = self._site(_text(node), _Chain("", (("attr", name),)), "local", node)
            node.value = self.visit(node.value)
            return at(call_operator("attribute", constant(number), node.value, constant(name)), node)
        return self.generic_visit(node)

    visit_Name = _visit_read
    visit_Attribute = _visit_read
    visit_Subscript = _visit_read

    def _marked(self, node: ast.expr, chain: _Chain) -> ast.expr:
        scope = self._scope_of(chain.root)
        if not self._is_state(chain):
            return node
        number = self._site(_text(node), chain, scope, node)
        return at(call_operator("read" if scope != "local" else "read_of", constant(number), _root(node)), node)

    def _call(self, operator: str, value: ast.expr, chain: _Chain, place: ast.expr, *more: ast.expr) -> ast.expr:
        scope = self._scope_of(chain.root)
        number = self._site(_text(value), chain, scope, place)
        root = [load(chain.root)] if scope == "local" else []
        return at(call_operator(operator, constant(number), value, *more, *root), place)

    def _is_state(self, chain: _Chain) -> bool:
        """Whether a chain leads to state from outside; from a local name only the attributes of its value do."""
        if chain.root in _OWN:
            return False
        scope = self._scope_of(chain.root)
        if scope == "local":
            return bool(chain.steps) and chain.steps[0][0] == "attr"
        if scope == "free":
            return True
        if chain.root not in self._globals:
            return not hasattr(builtins, chain.root)
        value = self._globals[chain.root]
        return not (isinstance(value, types.ModuleType) and is_library_module(value.__name__))

    def _chain(self, node: ast.expr) -> _Chain | None:
        steps: list[Step] = []
        while True:
            if isinstance(node, ast.Attribute):
                steps.append(("attr", self._mangled(node.attr)))
            elif isinstance(node, ast.Subscript):
                key = _key(node.slice)
                if key is None:
                    return None
                steps.append(("item", key[0]))
            elif isinstance(node, ast.Name):
                return _Chain(node.id, tuple(reversed(steps)))
            elif _is_operator(node, "ld") and isinstance(node.args[0], ast.Name):  # type: ignore[attr-defined]
                return _Chain(node.args[0].id, tuple(reversed(steps)))  # type: ignore[attr-defined]
            else:
                return None
            node = node.value

    def _site(self, text: str, chain: _Chain, scope: Any, place: Any) -> int:
        code = self._code
        root = chain.root if scope == "local" else self._mangled(chain.root)
        number = add_site(
            Site(text, code.co_filename, code.co_name, place.lineno, scope, root, chain.steps, self._unit)
        )
        self.numbers.append(number)
        return number

    def _mangled(self, name: str) -> str:
        if self._class_name is None or not name.startswith("__") or name.endswith("__"):
            return name
        return f"_{self._class_name.lstrip('_')}{name}"

    # calls ---------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        first = node.args[:1]
        if _is_operator(node, "converted_call"):
            first = [self._callee(node.args[0])]
        elif not _is_operator(node, "ld"):
            first = [self.visit(a) for a in first]
        node.args = [*first, *(self.visit(a) for a in node.args[1:])]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        return node

    def _callee(self, node: ast.expr) -> ast.expr:
        """What is called: a method of a value reads the value only where it is one that looks into a container."""
        chain = self._chain(node)
        if chain is None:
            if isinstance(node, ast.Attribute):
                node.value = self.visit(node.value)
                return node
            called: ast.expr = self.visit(node)
            return called
        if isinstance(node, ast.Attribute) and node.attr in _READERS:
            node.value = self.visit(node.value)
            return node
        if isinstance(node, ast.Attribute) and node.attr in _WRITERS:
            return self._writes(node, node.value)
        return self._marked(node, chain)

    # writes --------------------------------------------------------------------------------------------------

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        node.value = self.visit(node.value)
        for target in node.targets:
            node.value = self._writes(node.value, target)
        node.targets = [self._target(t) for t in node.targets]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        node.value = self._writes(self.visit(node.value), node.target)
        node.target = self._target(node.target)
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.stmt:
        return node

    def _writes(self, value: ast.expr, target: ast.expr) -> ast.expr:
        if isinstance(target, (ast.Tuple, ast.List)):
            for inner in target.elts:
                value = self._writes(value, inner.value if isinstance(inner, ast.Starred) else inner)
            return value
        chain = self._chain(target)
        if chain is None and isinstance(target, ast.Subscript):
            target = target.value  # an item that is known at run time only: the whole container is written
            chain = self._chain(target)
        if chain is None or not self._is_state(chain):
            return value
        scope = self._scope_of(chain.root)
        number = self._site(_text(target), chain, scope, target)
        root = [load(chain.root)] if scope == "local" else []
        return at(call_operator("wrote", constant(number), value, *root), value)

    def _target(self, node: Any) -> Any:
        """What is assigned to: only the keys in it are read."""
        if isinstance(node, (ast.Tuple, ast.List)):
            node.elts = [self._target(e) for e in node.elts]
        elif isinstance(node, ast.Subscript):
            node.slice = self.visit(node.slice)
        return node

    # what is no expression -----------------------------------------------------------------------------------

    def visit_match_case(self, node: ast.match_case) -> ast.match_case:
        if node.guard is not None:
            node.guard = self.visit(node.guard)
        node.body = [self.visit(statement) for statement in node.body]
        return node


def _text(node: ast.expr) -> str:
    """An expression as the user wrote it."""
    plain = ast.parse(ast.unparse(node), mode="eval").body if _mentions_operators(node) else node
    return ast.unparse(_Plain().visit(plain))


def _mentions_operators(node: ast.expr) -> bool:
    return any(isinstance(n, ast.Name) and n.id == OPERATORS for n in walk(node))


class _Plain(Transformer):
    """Takes the operators for calls and doubtful names away again."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if _is_operator(node, "ld"):
            return node.args[0]
        if _is_operator(node, "converted_call") and isinstance(node.args[1], ast.Tuple):
            return ast.Call(node.args[0], node.args[1].elts, [])
        return node


def _is_operator(node: ast.AST, name: str) -> bool:
    function = getattr(node, "func", None)
    return (
        isinstance(function, ast.Attribute)
        and function.attr == name
        and isinstance(function.value, ast.Name)
        and function.value.id == OPERATORS
    )


def _root(node: ast.expr) -> ast.expr:
    """The name that a chain begins with, or the check of it."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


def _slices(node: ast.expr) -> bool:
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
