"""Expressions: calls, `and`, `or`, `not`, chains of comparisons, conditional expressions, doubtful names."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from typing import Any

from graphwright.autograph.analysis.activity import activity_of, comprehension_targets, parameter_names
from graphwright.autograph.analysis.nodes import Transformer, copied, walk
from graphwright.autograph.transform.build import at, call_operator, constant, load, no_arguments, thunk

# Calls of these look at the frame they are made in, so they stay where they are.
_FRAME_SENSITIVE = frozenset({"locals", "globals", "vars", "dir", "eval", "exec", "breakpoint", "__import__", "super"})
_ITERATED = "iterated_"
_DEBUGGERS = frozenset({"set_trace", "breakpoint"})


class ExpressionConverter(Transformer):
    """Rewrites the expressions of one function.

    Args:
      doubtful: names that may hold an `Undefined` here; reading one goes through `ag__.ld`.
      first_parameter: the function's first parameter, for `super()`.
      visible: the user's local names, for `locals()`; None where that means another scope.
    """

    def __init__(self, doubtful: Set[str], first_parameter: str | None, visible: Sequence[str] | None = None) -> None:
        self._doubtful = doubtful
        self._first_parameter = first_parameter
        self._visible = visible

    def convert(self, node: Any) -> Any:
        """The rewritten node; statements that hold other statements are not for this class."""
        return self.visit(node)

    # names -----------------------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self._doubtful:
            return at(call_operator("ld", node), node)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        doubtful = isinstance(node.target, ast.Name) and node.target.id in self._doubtful
        self.generic_visit(node)
        if not doubtful:
            return node
        assert isinstance(node.target, ast.Name)
        name = node.target.id
        return [at(ast.Assign([node.target], at(call_operator("ld", load(name)), node.target)), node), node]

    # operators -------------------------------------------------------------------------------------------

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        self.generic_visit(node)
        if _assigns(node):
            return node
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        result = node.values[-1]
        for value in reversed(node.values[:-1]):
            result = at(call_operator(name, thunk(value), thunk(result)), node)
        return result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return at(call_operator("not_", node.operand), node) if isinstance(node.op, ast.Not) else node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        self.generic_visit(node)
        if len(node.ops) == 1:
            return _compared(node.left, node.ops[0], node.comparators[0], node)
        if _assigns(node):
            return node
        # a < b < c: each step a function of its left operand; the right ones are evaluated once, when reached
        steps: list[ast.expr] = []
        for op, right in zip(node.ops, node.comparators, strict=True):
            arguments = ast.arguments([], [ast.arg("left"), ast.arg("right")], None, [], [], None, [])
            compare = ast.Lambda(arguments, _compared(load("left"), op, load("right"), node))
            compare.ag_generated = True  # type: ignore[attr-defined]
            steps.append(ast.Tuple([at(compare, node), thunk(right)], ast.Load()))
        return at(call_operator("compare_chain", node.left, *steps), node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        text = ast.unparse(node.test)
        self.generic_visit(node)
        if _assigns(node.body) or _assigns(node.orelse):
            return node
        return at(call_operator("if_exp", node.test, thunk(node.body), thunk(node.orelse), constant(text)), node)

    # calls -----------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id in _FRAME_SENSITIVE:
            return self._frame_sensitive(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _DEBUGGERS:
            return node
        self.generic_visit(node)
        positional = ast.Tuple(node.args, ast.Load())
        return at(call_operator("converted_call", node.func, positional, _keywords(node)), node)

    def _frame_sensitive(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        self.generic_visit(node)
        if node.func.id == "super" and not node.args and not node.keywords and self._first_parameter is not None:
            node.args = [at(load("__class__"), node), at(load(self._first_parameter), node)]
        elif self._visible is not None and not node.keywords:
            return self._with_own_locals(node, node.func.id, self._visible)
        return node

    def _with_own_locals(self, node: ast.Call, name: str, visible: Sequence[str]) -> ast.expr:
        """What looks at the local variables sees the user's, wherever in the generated functions it stands."""
        reads: list[ast.expr] = [at(thunk(load(v)), node) for v in visible]
        own = call_operator("locals_", ast.Dict([constant(v) for v in visible], reads))
        if name in ("locals", "vars") and not node.args:
            return at(own, node)
        if name == "dir" and not node.args:
            return at(ast.Call(load("sorted"), [own], []), node)
        if name in ("eval", "exec") and len(node.args) == 1:
            node.args += [at(ast.Call(load("globals"), [], []), node), at(own, node)]
        return node

    # inner scopes ----------------------------------------------------------------------------------------

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        node.args = self.visit(node.args)
        inner = ExpressionConverter(self._doubtful - set(parameter_names(node.args)), None)
        node.body = inner.convert(node.body)
        return node

    def _visit_comprehension(self, node: Any) -> ast.expr:
        first = node.generators[0]
        first.iter = self.visit(first.iter)
        inner = ExpressionConverter(self._doubtful - comprehension_targets(node), self._first_parameter)
        for position, generator in enumerate(node.generators):
            if position:
                generator.iter = inner.convert(generator.iter)
            generator.target = inner.convert(generator.target)
            generator.ifs = [inner.convert(test) for test in generator.ifs]
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, inner.convert(getattr(node, part)))
        converted: ast.expr = node
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and _can_be_staged(node):
            return _either_comprehension(node)
        return converted

    visit_ListComp = _visit_comprehension
    visit_SetComp = _visit_comprehension
    visit_DictComp = _visit_comprehension
    visit_GeneratorExp = _visit_comprehension

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        raise AssertionError("functions are for the function converter")

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        # The body runs in a scope of its own; methods are converted when they are called.
        return node

    # statements ------------------------------------------------------------------------------------------

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        message = node.msg
        self.generic_visit(node)
        if node.msg is None or message is None:
            check = call_operator("assert_", node.test, constant(ast.unparse(node.test)))
        else:
            check = call_operator("assert_", node.test, constant(None), thunk(copied(node.msg)))
        node.test = at(check, node)
        return node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        if node.exc is None:
            self.generic_visit(node)
            return node
        # the names are handed over, so that the error can be made of the values they have when it is raised
        names = sorted(activity_of([node.exc, node.cause]).reads)
        self.generic_visit(node)
        error = node.exc if node.cause is None else call_operator("caused_by", node.exc, node.cause)
        make = ast.Lambda(no_arguments(*names), error)
        make.ag_generated = True  # type: ignore[attr-defined]
        values = ast.Tuple([load(n) for n in names], ast.Load())
        node.exc, node.cause = at(call_operator("raised", at(make, node.exc), values), node.exc), None
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        named = _new_lists(node.targets[0], node.value)
        self.generic_visit(node)
        node.value = _with_new_lists(node.value, named)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return at(ast.Pass(), node)
        return self.visit(at(ast.Assign([node.target], node.value), node))


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, place: ast.expr) -> ast.expr:
    """One comparison; `in` goes over the items, some of which may be tensors."""
    if not isinstance(op, (ast.In, ast.NotIn)):
        return at(ast.Compare(left, [op], [right]), place)
    held = call_operator("in_", left, right)
    return at(held if isinstance(op, ast.In) else call_operator("not_", held), place)


def _keywords(node: ast.Call) -> ast.expr:
    """The keyword arguments as a dict, or as a tuple of dicts where some are unpacked."""
    if not node.keywords:
        return constant(None)
    parts: list[ast.expr] = []
    for given in node.keywords:
        if given.arg is None:
            parts.append(given.value)
            continue
        key = at(constant(given.arg), given.value)
        if parts and isinstance(parts[-1], ast.Dict) and getattr(parts[-1], "ag_written_out", False):
            parts[-1].keys.append(key)
            parts[-1].values.append(given.value)
        else:
            parts.append(at(ast.Dict([key], [given.value]), given.value))
            parts[-1].ag_written_out = True  # type: ignore[attr-defined]
    if len(parts) == 1 and node.keywords[0].arg is not None:
        return parts[0]
    return ast.Tuple(parts, ast.Load())


_Named = list[tuple[int, str]]


def _new_lists(target: ast.expr, value: ast.expr) -> _Named:
    """The lists that an assignment makes: which parts of its value they are, and what they are called."""
    if isinstance(value, ast.List) or _is_list_call(value):
        return [(-1, ast.unparse(target))]
    if isinstance(value, ast.Tuple):
        names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else []
        whole = len(names) == len(value.elts)
        elements = [(e, ast.unparse(names[i] if whole else target)) for i, e in enumerate(value.elts)]
    elif isinstance(value, ast.Dict):
        elements = [(e, ast.unparse(target)) for e in value.values]
    else:
        return []
    return [(i, name) for i, (e, name) in enumerate(elements) if isinstance(e, ast.List) or _is_list_call(e)]


def _with_new_lists(value: Any, named: _Named) -> ast.expr:
    """The value of an assignment, the lists in it made by an operator that knows what they are called."""
    for part, name in named:
        parts: list[Any] = value.values if isinstance(value, ast.Dict) else getattr(value, "elts", [])
        made = value if part < 0 else parts[part]
        place = constant(f"{made.lineno}:{made.col_offset}")
        new = at(call_operator("new_list", made, constant(name), place), made)
        if part < 0:
            return new
        parts[part] = new
    result: ast.expr = value
    return result


def _is_list_call(node: ast.expr) -> bool:
    """Whether an expression is `list()`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "list" and not node.args


def _can_be_staged(node: ast.ListComp | ast.GeneratorExp) -> bool:
    first = node.generators[0]
    target = first.target
    names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    plain = all(isinstance(n, ast.Name) for n in names)
    return plain and len(node.generators) == 1 and not first.is_async and not _assigns(node)


def _either_comprehension(node: ast.ListComp | ast.GeneratorExp) -> ast.expr:
    """A call that runs a comprehension in Python, or in the graph, as what it iterates over demands."""
    first = node.generators[0]
    iterated, first.iter = first.iter, at(load(_ITERATED), first.iter)
    tests: ast.expr = constant(None)
    if first.ifs:
        held = copied(first.ifs[-1])
        for test in reversed(first.ifs[:-1]):
            held = at(call_operator("and_", thunk(copied(test)), thunk(held)), test)
        tests = _of_item(first.target, held)
    element = _of_item(first.target, copied(node.elt))
    python = _generated_lambda(node, _ITERATED)
    name = "list_comprehension" if isinstance(node, ast.ListComp) else "generator_expression"
    return at(call_operator(name, iterated, python, element, tests), node)


def _of_item(target: ast.expr, value: ast.expr) -> ast.expr:
    """A function of one item that gives `value`, in which the names of the target stand for the item or its parts."""
    if isinstance(target, ast.Name):
        return _generated_lambda(value, target.id)
    names = [n.id for n in target.elts]  # type: ignore[attr-defined]
    unpacked = ast.Call(_generated_lambda(value, *names), [ast.Starred(load(_ITERATED), ast.Load())], [])
    return _generated_lambda(at(unpacked, value), _ITERATED)


def _generated_lambda(body: ast.expr, *names: str) -> ast.expr:
    made = ast.Lambda(no_arguments(*names), body)
    made.ag_generated = True  # type: ignore[attr-defined]
    return at(made, body)


def _assigns(node: ast.AST) -> bool:
    """Whether a part assigns (`:=`), which it could not do from inside a lambda."""
    return any(isinstance(n, ast.NamedExpr) for n in walk(node))
