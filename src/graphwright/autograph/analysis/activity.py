"""What a piece of a function reads and binds: the facts every other analysis starts from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graphwright.autograph.analysis.nodes import children, inner_statements, text_of, walk

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SCOPES = frozenset((*FUNCTIONS, ast.ClassDef))
_STATEMENTS = frozenset(kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.stmt))
SIMPLE = frozenset((ast.Assign, ast.AugAssign, ast.Expr, ast.Pass))
"""Statements behind which the next one runs, and which hold no others."""
TRIES: tuple[type[ast.Try], ...] = (
    ast.Try,
    *([ast.TryStar] if hasattr(ast, "TryStar") else []),
)  # Python 3.11


class Activity:
    """Names that a piece of code touches, in the scope of its function.

    Fields:
      reads: names read, those read by closures made here included.
      binds: names bound: assigned, imported, defined, deleted.
      unbinds: names among them that may be left unbound: deleted, or bound by `except ... as`.
      composites: the places such as `a.b` or `d['k']` that are assigned, by their text.
      calls: whether anything is called, so that a local function may change what it closes over.
      closes: whether a function, a class or a generator is made here, which may be run elsewhere.
      assigns: whether an expression here assigns (`:=`).
    """

    __slots__ = ("assigns", "binds", "calls", "closes", "composites", "reads", "unbinds")

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.binds: set[str] = set()
        self.unbinds: set[str] = set()
        self.composites: dict[str, ast.expr] = {}
        self.calls = self.closes = self.assigns = False

    def add(self, other: Activity) -> None:
        """Take in the activity of another piece."""
        self.reads |= other.reads
        self.binds |= other.binds
        self.unbinds |= other.unbinds
        self.calls = self.calls or other.calls
        self.closes = self.closes or other.closes
        self.assigns = self.assigns or other.assigns
        if other.composites:
            self.composites = {**other.composites, **self.composites}


class Activities:
    """The activity of the parts of one function, each statement looked at once."""

    def __init__(self) -> None:
        self._known: dict[ast.AST, Activity] = {}
        self._free: dict[ast.AST, set[str]] = {}

    def of(self, nodes: ast.AST | Iterable[ast.AST | None]) -> Activity:
        """The activity of a node, or of several together, nested statements included."""
        found = Activity()
        for node in [nodes] if isinstance(nodes, ast.AST) else nodes:
            if node is not None:
                found.add(self.of_part(node))
        return found

    def of_part(self, node: ast.AST) -> Activity:
        """The activity of a statement or an expression that stays the same, which is not to be changed."""
        found = self._known.get(node)
        if found is None:
            collector = _Collector(self)
            collector.take_in_parts(node)
            found = self._known[node] = collector.found
        return found

    def names(self) -> set[str]:
        """The names that the statements looked at so far read or bind, those inside inner scopes included."""
        return {name for found in self._known.values() for name in (*found.reads, *found.binds)}

    def forget_compound(self) -> None:
        """Forget statements that hold others, for they are about to be changed, and what else is made of them."""
        self._known = {part: found for part, found in self._known.items() if not inner_statements(part)}

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
    """The text of `a.b`, `a[0]`, `d['k'].c`, `a[i + 1]`; None for what is not such a place."""
    inner = node
    while isinstance(inner, (ast.Attribute, ast.Subscript)):
        if isinstance(inner, ast.Subscript) and not _is_key(inner.slice):
            return None
        inner = inner.value
    return text_of(node) if inner is not node and isinstance(inner, ast.Name) else None


def _is_key(node: ast.expr) -> bool:
    """Whether an expression can be evaluated again and again: names, literals, and what is computed of them."""
    if isinstance(node, ast.Tuple):
        return all(map(_is_key, node.elts))
    if isinstance(node, ast.BinOp):
        return _is_key(node.left) and _is_key(node.right)
    if isinstance(node, (ast.UnaryOp, ast.Attribute)):
        return _is_key(node.operand if isinstance(node, ast.UnaryOp) else node.value)
    return isinstance(node, (ast.Constant, ast.Name))


def declared_by_annotation(nodes: Iterable[ast.AST]) -> set[str]:
    """Names that statements such as `x: int` make local without binding them."""
    found: set[str] = set()
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
        elif node.__class__ not in SCOPES:
            pending += inner_statements(node)
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


class _Collector:
    """Collects the activity of one function's code; what inner scopes bind for themselves does not count."""

    def __init__(self, activities: Activities) -> None:
        self.found = Activity()
        self._activities = activities

    def take_in_parts(self, node: ast.AST) -> None:
        """Take in a node itself, where it is a statement whose activity is not known yet."""
        method = _METHODS.get(node.__class__)
        if method is None:
            self._take_in(children(node) if node.__class__ in _STATEMENTS else [node])
        else:
            method(self, node)

    def _take_in(self, pending: list[Any]) -> None:
        """Take in nodes, whose list is used up."""
        found, methods = self.found, _METHODS
        while pending:
            node = pending.pop()
            kind = node.__class__
            if kind is ast.Name:
                if node.ctx.__class__ is ast.Load:
                    found.reads.add(node.id)
                else:
                    self._bind(node)
            elif kind is ast.Call:
                found.calls = True
                pending.append(node.func)
                pending += node.args
                pending += node.keywords
            elif kind is ast.Attribute and node.ctx.__class__ is ast.Load:
                pending.append(node.value)
            elif kind in _STATEMENTS:
                found.add(self._activities.of_part(node))
            elif kind is not ast.Constant:
                method = methods.get(kind)
                if method is None:
                    pending += children(node)
                else:
                    method(self, node)

    def _inside(self, node: ast.AST) -> None:
        self._take_in(children(node))

    # names and places ------------------------------------------------------------------------------------

    def _bind(self, node: ast.Name) -> None:
        self.found.binds.add(node.id)
        if isinstance(node.ctx, ast.Del):
            self.found.unbinds.add(node.id)

    def _place(self, node: ast.Attribute | ast.Subscript) -> None:
        if not isinstance(node.ctx, ast.Load):
            text = composite_text(node)
            if text is not None:
                self.found.composites.setdefault(text, node)
        self._inside(node)

    def _augmented(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.found.reads.add(node.target.id)
        self._inside(node)

    def _annotated(self, node: ast.AnnAssign) -> None:
        # annotations of locals are not evaluated, and one without a value binds nothing
        if node.value is not None:
            self._take_in([node.value, node.target])

    def _caller(self, node: ast.AST) -> None:
        # `with` and `for` call methods that may be anything
        self.found.calls = True
        self._inside(node)

    def _assigner(self, node: ast.NamedExpr) -> None:
        self.found.assigns = True
        self._inside(node)

    def _alias(self, node: ast.alias) -> None:
        self.found.binds.add(node.asname or node.name.split(".")[0])

    def _handler(self, node: ast.ExceptHandler) -> None:
        if node.name is not None:
            self.found.binds.add(node.name)
            self.found.unbinds.add(node.name)
        self._inside(node)

    def _capture(self, node: ast.AST) -> None:
        name = getattr(node, "name", None) or getattr(node, "rest", None)
        if name is not None:
            self.found.binds.add(name)
        self._inside(node)

    def _type_alias(self, node: ast.AST) -> None:  # Python 3.12
        self.found.binds.update(n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.found.reads.update(names_in(node))

    # inner scopes ----------------------------------------------------------------------------------------

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        if not isinstance(node, ast.Lambda):
            self.found.binds.add(node.name)
        self.found.closes = True
        self._take_in(_evaluated_outside(node))
        self.found.reads |= self._activities.free_names(node)

    def _class(self, node: ast.ClassDef) -> None:
        self.found.binds.add(node.name)
        self.found.calls = self.found.closes = True
        inner = self._activities.of(node.body)
        self.found.reads |= inner.reads
        self._take_in([*node.bases, *node.keywords, *node.decorator_list])

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        self._take_in([node.generators[0].iter])
        own = comprehension_targets(node)
        inner = _Collector(self._activities)
        inner._inside(node)
        found = inner.found
        # what a walrus binds belongs to the function
        found.reads -= own
        found.binds -= own
        found.unbinds.clear()
        found.calls = True
        found.closes = found.closes or isinstance(node, ast.GeneratorExp)
        self.found.add(found)


_METHODS: dict[type, Callable[[_Collector, Any], None]] = {
    ast.Attribute: _Collector._place,
    ast.Subscript: _Collector._place,
    ast.AugAssign: _Collector._augmented,
    ast.AnnAssign: _Collector._annotated,
    **dict.fromkeys((ast.With, ast.AsyncWith, ast.For, ast.AsyncFor), _Collector._caller),
    ast.NamedExpr: _Collector._assigner,
    ast.alias: _Collector._alias,
    ast.ExceptHandler: _Collector._handler,
    **dict.fromkeys((ast.MatchAs, ast.MatchStar, ast.MatchMapping), _Collector._capture),
    **dict.fromkeys(FUNCTIONS, _Collector._function),
    ast.ClassDef: _Collector._class,
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), _Collector._comprehension),
}
if hasattr(ast, "TypeAlias"):
    _METHODS[ast.TypeAlias] = _Collector._type_alias


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
        elif node.__class__ not in SCOPES:
            pending += inner_statements(node)
    return found
