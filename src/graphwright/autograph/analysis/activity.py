"""What a piece of a function reads and binds: the facts every other analysis starts from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphwright.autograph.analysis.nodes import Visitor, children, walk

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
TRIES: tuple[type[ast.Try], ...] = (
    ast.Try,
    *([ast.TryStar] if hasattr(ast, "TryStar") else []),
)  # Python 3.11


@dataclass
class Activity:
    """Names that a piece of code touches, in the scope of its function.

    Fields:
      reads: names read, those read by closures made here included.
      binds: names bound: assigned, imported, defined, deleted.
      unbinds: names among them that may be left unbound: deleted, or bound by `except ... as`.
      composites: the places such as `a.b` or `d['k']` that are assigned, by their text.
      calls: whether anything is called, so that a local function may change what it closes over.
    """

    reads: set[str] = field(default_factory=set)
    binds: set[str] = field(default_factory=set)
    unbinds: set[str] = field(default_factory=set)
    composites: dict[str, ast.expr] = field(default_factory=dict)
    calls: bool = False

    def add(self, other: Activity) -> None:
        """Take in the activity of another piece."""
        self.reads |= other.reads
        self.binds |= other.binds
        self.unbinds |= other.unbinds
        self.calls = self.calls or other.calls
        for text, place in other.composites.items():
            self.composites.setdefault(text, place)


class Activities:
    """The activity of the parts of one function, each statement looked at once."""

    def __init__(self) -> None:
        self._known: dict[ast.stmt, Activity] = {}
        self._free: dict[ast.AST, set[str]] = {}

    def of(self, nodes: ast.AST | Iterable[ast.AST | None]) -> Activity:
        """The activity of a node, or of several together, nested statements included."""
        collector = _Collector(self)
        for node in [nodes] if isinstance(nodes, ast.AST) else nodes:
            if node is not None:
                collector.visit(node)
        return collector.found

    def of_statement(self, node: ast.stmt) -> Activity:
        """The activity of a statement."""
        found = self._known.get(node)
        if found is None:
            collector = _Collector(self)
            collector.visit_inside(node)
            found = self._known[node] = collector.found
        return found

    def free_names(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
        """Names that a function reads or rebinds in the scopes around it."""
        found = self._free.get(node)
        if found is None:
            inner = self.of(body_of(node))
            declared_global, declared_nonlocal = declarations(body_of(node))
            own = (inner.binds | set(parameter_names(node.args))) - declared_nonlocal
            found = self._free[node] = (inner.reads | inner.binds) - own - declared_global
        return found


def activity_of(nodes: ast.AST | Iterable[ast.AST | None]) -> Activity:
    """The activity of a node, or of several together, nested statements included."""
    return Activities().of(nodes)


def composite_text(node: ast.expr) -> str | None:
    """The text of `a.b`, `a[0]`, `d['k'].c`, `a[i]`; None for what is not such a place."""
    inner = node
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        if isinstance(inner, ast.Subscript) and not _is_key(inner.slice):
            return None
        inner = inner.value
    return ast.unparse(node) if inner is not node and isinstance(inner, ast.Name) else None


def _is_key(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, (ast.Constant, ast.Name))


def declared_by_annotation(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that statements such as `x: int` make local without binding them."""
    found: set[str] = set()
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.expr)):
            pending += children(node)
    return found


def catches_all(statement: ast.Match) -> bool:
    """Whether one of the cases of a `match` is always taken."""
    last = statement.cases[-1]
    return last.guard is None and isinstance(last.pattern, ast.MatchAs) and last.pattern.pattern is None


def names_in(node: ast.AST) -> set[str]:
    """Every simple name that occurs in a node."""
    return {n.id for n in walk(node) if isinstance(n, ast.Name)}


def parameter_names(arguments: ast.arguments) -> list[str]:
    """The names of a function's parameters."""
    every = [
        *arguments.posonlyargs,
        *arguments.args,
        arguments.vararg,
        *arguments.kwonlyargs,
        arguments.kwarg,
    ]
    return [a.arg for a in every if a is not None]


class _Collector(Visitor):
    """Collects the activity of one function's code; what inner scopes bind for themselves does not count."""

    def __init__(self, activities: Activities) -> None:
        self.found = Activity()
        self._activities = activities

    def visit(self, node: Any) -> None:
        if isinstance(node, ast.stmt):
            self.found.add(self._activities.of_statement(node))
        else:
            super().visit(node)

    def visit_inside(self, node: ast.stmt) -> None:
        """Visit a statement itself."""
        super().visit(node)

    # names and places ------------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.found.reads.add(node.id)
        else:
            self.found.binds.add(node.id)
            if isinstance(node.ctx, ast.Del):
                self.found.unbinds.add(node.id)

    def _visit_place(self, node: ast.Attribute | ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            text = composite_text(node)
            if text is not None:
                self.found.composites.setdefault(text, node)
        self.generic_visit(node)

    visit_Attribute = _visit_place
    visit_Subscript = _visit_place

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.found.reads.add(node.target.id)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        # annotations of locals are not evaluated, and one without a value binds nothing
        if node.value is not None:
            self.visit(node.value)
            self.visit(node.target)

    def visit_Call(self, node: ast.Call) -> None:
        self.found.calls = True
        self.generic_visit(node)

    def _visit_caller(self, node: ast.AST) -> None:
        # `with` and `for` call methods that may be anything
        self.found.calls = True
        self.generic_visit(node)

    visit_With = _visit_caller
    visit_AsyncWith = _visit_caller
    visit_For = _visit_caller
    visit_AsyncFor = _visit_caller

    def visit_alias(self, node: ast.alias) -> None:
        self.found.binds.add(node.asname or node.name.split(".")[0])

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name is not None:
            self.found.binds.add(node.name)
            self.found.unbinds.add(node.name)
        self.generic_visit(node)

    def _visit_capture(self, node: ast.AST) -> None:
        name = getattr(node, "name", None) or getattr(node, "rest", None)
        if name is not None:
            self.found.binds.add(name)
        self.generic_visit(node)

    visit_MatchAs = _visit_capture
    visit_MatchStar = _visit_capture
    visit_MatchMapping = _visit_capture

    def visit_TypeAlias(self, node: ast.AST) -> None:  # Python 3.12
        self.found.binds.update(
            n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        )
        self.found.reads.update(names_in(node))

    # inner scopes ----------------------------------------------------------------------------------------

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self.found.binds.add(node.name)
        for outside in _evaluated_outside(node):
            self.visit(outside)
        self.found.reads |= self._activities.free_names(node)

    visit_FunctionDef = _visit_function
    visit_AsyncFunctionDef = _visit_function

    def visit_Lambda(self, node: ast.Lambda) -> None:
        for outside in _evaluated_outside(node):
            self.visit(outside)
        self.found.reads |= self._activities.free_names(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.found.binds.add(node.name)
        self.found.calls = True
        inner = self._activities.of(node.body)
        self.found.reads |= inner.reads
        for outside in (*node.bases, *node.keywords, *node.decorator_list):
            self.visit(outside)

    def _visit_comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        self.visit(node.generators[0].iter)
        self.found.calls = True
        own = comprehension_targets(node)
        inner = _Collector(self._activities)
        inner.generic_visit(node)
        self.found.reads |= inner.found.reads - own
        # what a walrus binds belongs to the function
        self.found.binds |= inner.found.binds - own
        self.found.composites.update(inner.found.composites)

    visit_ListComp = _visit_comprehension
    visit_SetComp = _visit_comprehension
    visit_DictComp = _visit_comprehension
    visit_GeneratorExp = _visit_comprehension


def comprehension_targets(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> set[str]:
    """The names that a comprehension's own `for`s bind."""
    stored = (n for g in node.generators for n in walk(g.target))
    return {n.id for n in stored if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _evaluated_outside(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.AST]:
    """The parts of a definition that are evaluated where it stands."""
    arguments = node.args
    parts: list[ast.AST] = [d for d in (*arguments.defaults, *arguments.kw_defaults) if d is not None]
    if not isinstance(node, ast.Lambda):
        parts += node.decorator_list
        every = [
            *arguments.posonlyargs,
            *arguments.args,
            arguments.vararg,
            *arguments.kwonlyargs,
            arguments.kwarg,
        ]
        parts += [a.annotation for a in every if a is not None and a.annotation is not None]
        parts += [node.returns] if node.returns is not None else []
    return parts


def body_of(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> Sequence[ast.AST]:
    """The statements of a function, or the expression of a lambda."""
    return [node.body] if isinstance(node, ast.Lambda) else node.body


def rebound_names(node: ast.AST) -> set[str]:
    """Names of the scopes around it that a function (or one inside it) rebinds."""
    found: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, ast.Nonlocal):
            found.update(inner.names)
    return found


def declarations(nodes: Iterable[ast.AST]) -> tuple[set[str], set[str]]:
    """The names declared `global` and `nonlocal` in the scope of these statements."""
    found: tuple[set[str], set[str]] = (set(), set())
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Global):
            found[0].update(node.names)
        elif isinstance(node, ast.Nonlocal):
            found[1].update(node.names)
        elif not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.expr)):
            pending += children(node)
    return found
