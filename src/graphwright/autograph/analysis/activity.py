"""Activity analysis: the names that each part of a function reads and binds; the other analyses build on it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, TypeAlias

from graphwright.autograph.analysis.nodes import BLOCKS, FIELDS, children, inner_statements, text_of, walk

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
SCOPES = frozenset((*FUNCTIONS, ast.ClassDef))
_STATEMENTS = frozenset(kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.stmt))
SIMPLE = frozenset((ast.Assign, ast.AugAssign, ast.Expr, ast.Pass))
"""Statements that contain no others and are always followed by the next one."""
Comprehension: TypeAlias = "ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp"
TRIES: tuple[type[ast.Try], ...] = (
    ast.Try,
    *([ast.TryStar] if hasattr(ast, "TryStar") else []),
)  # Python 3.11


# traits of an activity, besides names
CALLS = 1
"""Anything is called, so that a local function may change what it closes over."""
CLOSES = 2
"""A function, a class or a generator is created here, which may run elsewhere."""
ASSIGNS = 4
"""An expression here assigns (`:=`)."""
MATCHES = 8
"""There is a `match` here."""
DECLARES = 16
"""A statement here declares the scope of a name: `global`, `nonlocal`, `x: int`."""


class Activity:
    """Names that a piece of code touches, in the scope of its function.

    Fields:
      reads: names read, including those read by closures created here.
      binds: names bound: assigned, imported, defined, deleted.
      unbinds: names among them that may be left unbound: deleted, or bound by `except ... as`.
      composites: assigned targets such as `a.b` or `d['k']`, by their text.
      traits: the sum of flags such as `CALLS`.
    """

    __slots__ = ("binds", "composites", "reads", "traits", "unbinds")

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.binds: set[str] = set()
        self.unbinds: Set[str] = _NO_NAMES
        self.composites: Mapping[str, ast.expr] = _NO_PLACES
        self.traits = 0

    def add(self, other: Activity) -> None:
        """Merge the activity of another part."""
        self.reads |= other.reads
        self.binds |= other.binds
        self.traits |= other.traits
        if other.unbinds:
            self.unbinds |= other.unbinds
        if other.composites:
            self.composites = {**other.composites, **self.composites}


_NO_NAMES: frozenset[str] = frozenset()
_NO_PLACES: dict[str, ast.expr] = {}


class Activities:
    """The activity of the parts of one function; each statement is analysed once.

    What inner scopes bind for themselves does not count.
    """

    def __init__(self) -> None:
        self._known: dict[ast.AST, Activity] = {}
        self._free: dict[ast.AST, set[str]] = {}

    def of(self, nodes: ast.AST | Iterable[ast.AST | None]) -> Activity:
        """The activity of a node, or of several together, nested statements included."""
        found, known = Activity(), self._known
        for node in [nodes] if isinstance(nodes, ast.AST) else nodes:
            if node is not None:
                found.add(known.get(node) or self.of_node(node))
        return found

    def of_node(self, node: ast.AST) -> Activity:
        """The activity of one statement or expression, cached: the node must not change afterwards."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = Activity()
            kind = node.__class__
            method = _METHODS.get(kind)
            if method is not None:
                method(self, node, found)
            else:
                self._collect(children(node) if kind in _STATEMENTS else [node], found)
        return found

    def bound_by(self, statements: list[ast.stmt]) -> set[str]:
        """The names that statements bind."""
        known = self._known
        return {name for statement in statements for name in (known.get(statement) or self.of_node(statement)).binds}

    def names(self) -> set[str]:
        """The names that the statements analysed so far read or bind, including those in inner scopes."""
        return set().union(*[names for found in self._known.values() for names in (found.reads, found.binds)])

    def forget_compound(self) -> None:
        """Drop the results for compound statements, which are about to be changed."""
        self._known = {part: found for part, found in self._known.items() if not BLOCKS[part.__class__]}

    def free_names(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> set[str]:
        """Names that a function reads or rebinds in the scopes around it."""
        found = self._free.get(node)
        if found is None:
            inner = self.of(body_of(node))
            declared_global, declared_nonlocal = declarations(body_of(node)) if inner.traits & DECLARES else ((), ())
            own = inner.binds.union(parameter_names(node.args)).difference(declared_nonlocal)
            found = self._free[node] = (inner.reads | inner.binds).difference(own, declared_global)
        return found

    def _collect(self, pending: list[Any], found: Activity) -> None:
        """Collect the activity of nodes; the list is consumed."""
        known, methods = self._known, _METHODS
        reads = found.reads
        while pending:
            node = pending.pop()
            kind = node.__class__
            if kind is ast.Name:
                if node.ctx.__class__ is ast.Load:
                    reads.add(node.id)
                else:
                    _bind(node, found)
            elif kind is ast.Call:
                found.traits |= CALLS
                pending.append(node.func)
                pending += node.args
                pending += node.keywords
            elif kind is ast.Attribute and node.ctx.__class__ is ast.Load:
                pending.append(node.value)
            elif kind in _STATEMENTS:
                found.add(known.get(node) or self.of_node(node))
            elif kind is not ast.Constant and node is not None:
                method = methods.get(kind)
                if method is not None:
                    method(self, node, found)
                    continue
                fields = node.__dict__
                for name in FIELDS[kind]:  # as `children` does, without a list of them
                    value = fields.get(name)
                    if value.__class__ is list:
                        pending += value
                    else:
                        pending.append(value)

    def _visit_children(self, node: ast.AST, found: Activity) -> None:
        self._collect(children(node), found)

    # places ----------------------------------------------------------------------------------------------

    def _visit_target(self, node: ast.Attribute | ast.Subscript, found: Activity) -> None:
        if not isinstance(node.ctx, ast.Load):
            text = composite_text(node)
            if text is not None:
                found.composites = {text: node, **found.composites}
        self._visit_children(node, found)

    def _visit_aug_assign(self, node: ast.AugAssign, found: Activity) -> None:
        if isinstance(node.target, ast.Name):
            found.reads.add(node.target.id)
        self._visit_children(node, found)

    def _visit_ann_assign(self, node: ast.AnnAssign, found: Activity) -> None:
        found.traits |= DECLARES
        # annotations of locals are not evaluated, and one without a value binds nothing
        if node.value is not None:
            self._collect([node.value, node.target], found)

    def _visit_declaration(self, node: ast.Global | ast.Nonlocal, found: Activity) -> None:
        found.traits |= DECLARES

    def _visit_with_or_for(self, node: ast.AST, found: Activity) -> None:
        # `with` and `for` call methods that may be anything
        found.traits |= CALLS
        self._visit_children(node, found)

    def _visit_named_expr(self, node: ast.NamedExpr, found: Activity) -> None:
        found.traits |= ASSIGNS
        self._visit_children(node, found)

    def _visit_match(self, node: ast.Match, found: Activity) -> None:
        found.traits |= MATCHES
        self._visit_children(node, found)

    def _visit_alias(self, node: ast.alias, found: Activity) -> None:
        found.binds.add(node.asname or node.name.split(".")[0])

    def _visit_handler(self, node: ast.ExceptHandler, found: Activity) -> None:
        if node.name is not None:
            found.binds.add(node.name)
            found.unbinds |= {node.name}
        self._visit_children(node, found)

    def _visit_capture(self, node: ast.AST, found: Activity) -> None:
        name = getattr(node, "name", None) or getattr(node, "rest", None)
        if name is not None:
            found.binds.add(name)
        self._visit_children(node, found)

    def _visit_type_alias(self, node: ast.AST, found: Activity) -> None:  # Python 3.12
        found.binds.update(n.id for n in walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        found.reads.update(names_in(node))

    # inner scopes ----------------------------------------------------------------------------------------

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, found: Activity) -> None:
        if not isinstance(node, ast.Lambda):
            found.binds.add(node.name)
        found.traits |= CLOSES
        self._collect(_evaluated_outside(node), found)
        found.reads |= self.free_names(node)

    def _visit_class(self, node: ast.ClassDef, found: Activity) -> None:
        found.binds.add(node.name)
        found.traits |= CALLS | CLOSES
        found.reads |= self.of(node.body).reads
        self._collect([*node.bases, *node.keywords, *node.decorator_list], found)

    def _visit_comprehension(self, node: Comprehension, found: Activity) -> None:
        self._collect([node.generators[0].iter], found)
        own = comprehension_targets(node)
        inner = Activity()
        self._visit_children(node, inner)
        # what a walrus binds belongs to the function
        inner.reads -= own
        inner.binds -= own
        inner.unbinds = _NO_NAMES
        inner.traits |= CALLS | CLOSES if isinstance(node, ast.GeneratorExp) else CALLS
        found.add(inner)


_METHODS: dict[type, Callable[[Activities, Any, Activity], None]] = {
    ast.Attribute: Activities._visit_target,
    ast.Subscript: Activities._visit_target,
    ast.AugAssign: Activities._visit_aug_assign,
    ast.AnnAssign: Activities._visit_ann_assign,
    **dict.fromkeys((ast.With, ast.AsyncWith, ast.For, ast.AsyncFor), Activities._visit_with_or_for),
    **dict.fromkeys((ast.Global, ast.Nonlocal), Activities._visit_declaration),
    ast.NamedExpr: Activities._visit_named_expr,
    ast.Match: Activities._visit_match,
    ast.alias: Activities._visit_alias,
    ast.ExceptHandler: Activities._visit_handler,
    **dict.fromkeys((ast.MatchAs, ast.MatchStar, ast.MatchMapping), Activities._visit_capture),
    **dict.fromkeys(FUNCTIONS, Activities._visit_function),
    ast.ClassDef: Activities._visit_class,
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), Activities._visit_comprehension),
}
if hasattr(ast, "TypeAlias"):
    _METHODS[ast.TypeAlias] = Activities._visit_type_alias


def _bind(node: ast.Name, found: Activity) -> None:
    found.binds.add(node.id)
    if isinstance(node.ctx, ast.Del):
        found.unbinds |= {node.id}


def activity_of(nodes: ast.AST | Iterable[ast.AST | None]) -> Activity:
    """The activity of a node, or of several together, nested statements included."""
    return Activities().of(nodes)


def composite_text(node: ast.expr) -> str | None:
    """The text of a composite such as `a.b`, `a[0]`, `d['k'].c`, `a[i + 1]`; None for anything else."""
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
        elif BLOCKS[node.__class__] and node.__class__ not in SCOPES:
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


def comprehension_targets(node: Comprehension) -> set[str]:
    """The names that a comprehension's own `for`s bind."""
    stored = (n for g in node.generators for n in walk(g.target))
    return {n.id for n in stored if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _evaluated_outside(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> list[ast.AST]:
    """The parts of a definition that are evaluated outside its body."""
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
        elif BLOCKS[node.__class__] and node.__class__ not in SCOPES:
            pending += inner_statements(node)
    return found
