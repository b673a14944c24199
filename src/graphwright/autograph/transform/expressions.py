"""Expressions: calls, `and`, `or`, `not`, chains of comparisons, conditional expressions, maybe undefined names."""

from __future__ import annotations

import ast
from collections.abc import Sequence, Set
from typing import Any

from graphwright.autograph.analysis.activity import activity_of, comprehension_targets, parameter_names
from graphwright.autograph.analysis.nodes import Transformer, replaced, text_of, walk
from graphwright.autograph.transform.build import (
    LOAD,
    call_operator,
    constant,
    generated_lambda,
    load,
    node_at,
    thunk,
    tuple_of,
)
from graphwright.autograph.transform.reads import READERS, WRITERS, Chain, StateReads, root_of, slices

# Calls of these inspect their caller's frame, so they are not moved.
_FRAME_SENSITIVE = frozenset({"locals", "globals", "vars", "dir", "eval", "exec", "breakpoint", "__import__", "super"})
_ITERATED = "iterated_"
_MAY_CREATE_CONTAINERS = frozenset({ast.Call, ast.Dict, ast.List, ast.Set, ast.Tuple})
_KINDS = {ast.ListComp: "list", ast.SetComp: "set", ast.DictComp: "dict"}
_DEBUGGERS = frozenset({"set_trace", "breakpoint"})


class ExpressionConverter(Transformer):
    """Rewrites the expressions of one function; the original tree is not changed.

    Args:
      maybe_undefined: names that may hold an `Undefined` here; reading one goes through `ag__.ld`.
      maybe_undefined_later: names that may hold one when a lambda or generator created here runs.
      first_parameter: the function's first parameter, for `super()`.
      visible: the user's local names, for `locals()`; None where that means another scope.
      assigns: whether an expression here may assign (`:=`).
      reads: generates the recording of reads and writes; None to record nothing.
    """

    def __init__(
        self,
        maybe_undefined: Set[str],
        maybe_undefined_later: Set[str],
        first_parameter: str | None,
        visible: Sequence[str] | None = None,
        assigns: bool = True,
        reads: StateReads | None = None,
    ) -> None:
        self.maybe_undefined = maybe_undefined
        self._maybe_undefined_later = maybe_undefined_later
        self._first_parameter = first_parameter
        self._visible = visible
        self.may_assign = assigns
        self._reads = reads

    def _assigns(self, node: ast.AST) -> bool:
        """Whether a part assigns (`:=`), which it could not do from inside a lambda."""
        return self.may_assign and any(isinstance(n, ast.NamedExpr) for n in walk(node))

    # names and places --------------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.ctx.__class__ is not ast.Load:
            return node
        name = node.id
        if name in self.maybe_undefined:
            return call_operator("ld", node, node)
        reads = self._reads
        if reads is None or (scope := reads.scopes[name]) is None or scope == "local":
            return node
        return reads.read(node, Chain(name, ()), scope, node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        reads = self._reads
        if reads is None:
            return self._inside(node)
        if node.ctx.__class__ is not ast.Load:
            return self.target(node)
        chain = reads.chain(node)
        if chain is not None:
            return self._chain(node, chain, reads)
        owner = self.visit(node.value)
        if _is_frame_sensitive(node.value):
            return call_operator("member", node, owner, constant(reads.mangled(node.attr), node))
        return reads.attribute(node, owner)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        reads = self._reads
        if reads is None:
            return self._inside(node)
        if node.ctx.__class__ is not ast.Load:
            return self.target(node)
        chain = reads.chain(node)
        if chain is not None:
            return self._chain(node, chain, reads)
        if not slices(node.slice):
            container = reads.chain(node.value)
            scope = None if container is None else reads.scope_of(container)
            if container is not None and scope is not None:
                return reads.entry(node, container, scope, self._without_reads(node.value), self.visit(node.slice))
        return self._inside(node)

    def _chain(self, node: ast.expr, chain: Chain, reads: StateReads) -> ast.expr:
        scope = reads.scope_of(chain)
        if scope is not None:
            return reads.read(node, chain, scope, self._without_reads(root_of(node)))
        return self._without_reads(node) if chain.root in self.maybe_undefined else node

    def _inside(self, node: ast.expr) -> ast.expr:
        result: ast.expr = self.generic_visit(node)
        return result

    def _without_reads(self, node: ast.expr) -> ast.expr:
        """A node converted without recording reads: the owner of a target, the root of a chain."""
        reads, self._reads = self._reads, None
        result: ast.expr = self.visit(node)
        self._reads = reads
        return result

    def target(self, node: ast.expr) -> ast.expr:
        """What is assigned to: only the keys in it are read."""
        if isinstance(node, ast.Name):
            return node
        if isinstance(node, (ast.Tuple, ast.List)):
            elements = [self.target(e) for e in node.elts]
            return replaced(node, elts=elements)
        if isinstance(node, ast.Subscript):
            return replaced(node, value=self._without_reads(node.value), slice=self.visit(node.slice))
        return self._without_reads(node)

    def wrote(self, value: ast.expr, targets: Sequence[ast.expr]) -> ast.expr:
        """A value on its way to what it is assigned to."""
        for target in targets if self._reads is not None else ():
            value = self._reads.wrote(value, target)  # type: ignore[union-attr]
        return value

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        target = self.target(node.target)
        value = self.wrote(self.visit(node.value), [node.target])
        result = replaced(node, target=target, value=value)
        if not isinstance(node.target, ast.Name) or node.target.id not in self.maybe_undefined:
            return result
        name = node.target.id
        read = call_operator("ld", node.target, load(name, node.target))
        return [node_at(ast.Assign, node, targets=[node.target], value=read), result]

    # operators -------------------------------------------------------------------------------------------

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        values = self.visit_all(node.values)
        if self._assigns(node):
            return replaced(node, values=values)
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        result: ast.expr = values[-1]
        for value in reversed(values[:-1]):
            result = call_operator(name, node, value, thunk(result))
        return result

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if node.op.__class__ is not ast.Not:
            return self._inside(node)
        return call_operator("not_", node, self.visit(node.operand))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if len(node.ops) == 1 and not isinstance(node.ops[0], (ast.In, ast.NotIn, ast.Is, ast.IsNot)):
            return self._inside(node)
        left, comparators = self.visit(node.left), self.visit_all(node.comparators)
        if len(node.ops) == 1:
            return _compared(left, node.ops[0], comparators[0], node)
        if self._assigns(node):
            return replaced(node, left=left, comparators=comparators)
        # a < b < c: each step a function of its left operand; the right ones are evaluated once, when reached
        steps: list[ast.expr] = []
        for op, right in zip(node.ops, comparators, strict=True):
            compared = _compared(load("left", node), op, load("right", node), node)
            steps.append(tuple_of([generated_lambda(compared, node, "left", "right"), thunk(right)], node))
        return call_operator("compare_chain", node, left, *steps)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        if self._assigns(node.body) or self._assigns(node.orelse):
            return self._inside(node)
        test, body, orelse = self.visit(node.test), self.visit(node.body), self.visit(node.orelse)
        return call_operator("if_exp", node, test, thunk(body), thunk(orelse), constant(text_of(node.test), node))

    # calls -----------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> ast.expr:
        called = node.func
        if isinstance(called, ast.Name) and called.id in _FRAME_SENSITIVE:
            return self._visit_frame_sensitive(node)
        if isinstance(called, ast.Attribute):
            if called.attr in _DEBUGGERS:
                return node
            called = self._method(called)
        else:
            called = self.visit(called)
        positional = tuple_of(self.visit_all(node.args), node)
        keywords = _keywords(self.visit_all(node.keywords), node) if node.keywords else constant(None, node)
        return call_operator("converted_call", node, called, positional, keywords)

    def _method(self, node: ast.Attribute) -> ast.expr:
        """What is called: a method of a value reads the value only where it is one that looks into a container."""
        reads = self._reads
        if reads is None:
            return self._inside(node)
        chain = reads.chain(node)
        if chain is None or node.attr in READERS:
            return replaced(node, value=self.visit(node.value))
        if node.attr in WRITERS:
            return reads.wrote(self._without_reads(node), node.value)
        return self._chain(node, chain, reads)

    def _visit_frame_sensitive(self, node: ast.Call) -> ast.expr:
        assert isinstance(node.func, ast.Name)
        result = replaced(node, args=self.visit_all(node.args), keywords=self.visit_all(node.keywords))
        if node.func.id == "super" and not node.args and not node.keywords and self._first_parameter is not None:
            result.args = [load("__class__", node), load(self._first_parameter, node)]
        elif self._visible is not None and not node.keywords:
            return self._with_user_locals(result, node.func.id, self._visible)
        return result

    def _with_user_locals(self, node: ast.Call, name: str, visible: Sequence[str]) -> ast.expr:
        """A call that inspects local variables: it gets the user's, wherever it is in the generated functions."""
        reads: list[ast.expr] = [thunk(self._read(v, node)) for v in visible]
        variables = node_at(ast.Dict, node, keys=[constant(v, node) for v in visible], values=reads)
        own = call_operator("locals_", node, variables)
        if name in ("locals", "vars") and not node.args:
            return own
        if name == "dir" and not node.args:
            return node_at(ast.Call, node, func=load("sorted", node), args=[own], keywords=[])
        if name in ("eval", "exec") and len(node.args) == 1:
            outer = node_at(ast.Call, node, func=load("globals", node), args=[], keywords=[])
            node.args = [*node.args, outer, own]
        return node

    def _read(self, name: str, location: ast.AST) -> ast.expr:
        """A read of a name that may hold an `Undefined`."""
        node = load(name, location)
        return node if self._reads is None else self._reads.name(node)

    # inner scopes ----------------------------------------------------------------------------------------

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        arguments = self.visit(node.args)
        own = set(parameter_names(node.args))
        maybe_undefined = self._maybe_undefined_later - own
        inner = ExpressionConverter(maybe_undefined, maybe_undefined, None, None, self.may_assign, self._reads)
        own |= activity_of(node.body).binds if self.may_assign else set()
        return replaced(node, args=arguments, body=inner.inside(own, node.body))

    def inside(self, own: Set[str], node: ast.expr) -> ast.expr:
        """The rewritten body of a function that has these names for its own."""
        if self._reads is not None:
            self._reads.enter(own)
        result: ast.expr = self.visit(node)
        if self._reads is not None:
            self._reads.leave()
        return result

    def _visit_comprehension(self, node: Any) -> ast.expr:
        targets = comprehension_targets(node)
        later = self._maybe_undefined_later - targets
        maybe_undefined = later if isinstance(node, ast.GeneratorExp) else self.maybe_undefined - targets
        inner = ExpressionConverter(maybe_undefined, later, self._first_parameter, None, self.may_assign, self._reads)
        generators = []
        for position, generator in enumerate(node.generators):
            iterated = inner.inside(targets, generator.iter) if position else self.visit(generator.iter)
            target, tests = inner.target(generator.target), [inner.inside(targets, test) for test in generator.ifs]
            generators.append(replaced(generator, target=target, iter=iterated, ifs=tests))
        created = replaced(node, generators=generators)
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(created, part, inner.inside(targets, getattr(node, part)))
        converted: ast.expr = created
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)) and self._can_be_staged(node):
            return _staged_comprehension(created)
        if not isinstance(node, ast.GeneratorExp):
            return _from_generator(created) if self._assigns(node) else _in_own_scope(created)
        return converted

    def _can_be_staged(self, node: ast.ListComp | ast.GeneratorExp) -> bool:
        for generator in node.generators:
            target = generator.target
            names = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
            if generator.is_async or not all(isinstance(n, ast.Name) for n in names):
                return False
        return not self._assigns(node)

    visit_ListComp = _visit_comprehension
    visit_SetComp = _visit_comprehension
    visit_DictComp = _visit_comprehension
    visit_GeneratorExp = _visit_comprehension

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        raise AssertionError("functions are for the function converter")

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        # The body runs in a scope of its own; methods are converted when they are called.
        return node

    def visit_List(self, node: ast.List) -> ast.expr:
        if node.elts or not isinstance(node.ctx, ast.Load):
            return self._inside(node)
        return _new_list(node, node, "[]")

    # statements ------------------------------------------------------------------------------------------

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        test = self.visit(node.test)
        if node.msg is None:
            return replaced(node, test=call_operator("assert_", node, test, constant(text_of(node.test), node)))
        message = self.visit(node.msg)
        check = call_operator("assert_", node, test, constant(None, node), thunk(message))
        return replaced(node, test=check, msg=message)

    def visit_Raise(self, node: ast.Raise) -> Any:
        if node.exc is None:
            return [node_at(ast.Expr, node, value=call_operator("reraised", node)), node]
        # the names are passed, so that the error is created from the values they have when it is raised
        names = sorted(activity_of([node.exc, node.cause]).reads)
        error = self.inside(frozenset(names), node.exc)
        if node.cause is not None:
            error = call_operator("caused_by", node.exc, error, self.inside(frozenset(names), node.cause))
        make = generated_lambda(error, node.exc, *names)
        values = tuple_of([self._read(n, node.exc) for n in names], node.exc)
        return replaced(node, exc=call_operator("raised", node.exc, make, values), cause=None)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        written, targets = node.value, node.targets
        value = self.visit(written)
        if written.__class__ in _MAY_CREATE_CONTAINERS:
            value = _with_new_containers(value, written, targets[0])
        value = self.wrote(value, targets)
        if len(targets) == 1 and targets[0].__class__ is ast.Name:
            return node if value is written else replaced(node, value=value)
        return replaced(node, targets=[self.target(t) for t in targets], value=value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return node_at(ast.Pass, node)
        return self.visit_Assign(node_at(ast.Assign, node, targets=[node.target], value=node.value))


def _compared(left: ast.expr, op: ast.cmpop, right: ast.expr, location: ast.expr) -> ast.expr:
    """One comparison; `in` goes over the items, some of which may be tensors, and `is` may be a mistake."""
    if isinstance(op, (ast.Is, ast.IsNot)) and not (_is_none(left) or _is_none(right)):
        return call_operator("is_" if isinstance(op, ast.Is) else "is_not", location, left, right)
    if not isinstance(op, (ast.In, ast.NotIn)):
        return node_at(ast.Compare, location, left=left, ops=[op], comparators=[right])
    value = call_operator("in_", location, left, right)
    return value if isinstance(op, ast.In) else call_operator("not_", location, value)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_frame_sensitive(node: ast.AST) -> bool:
    """Whether an expression is a call that inspects its caller's frame."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FRAME_SENSITIVE


def _keywords(keywords: list[ast.keyword], location: ast.AST) -> ast.expr:
    """The keyword arguments as a dict, or as a tuple of dicts where some are unpacked."""
    parts: list[ast.expr] = []
    for arguments in keywords:
        if arguments.arg is None:
            parts.append(arguments.value)
            continue
        key = constant(arguments.arg, arguments.value)
        if parts and isinstance(parts[-1], ast.Dict) and getattr(parts[-1], "ag_written_out", False):
            parts[-1].keys.append(key)
            parts[-1].values.append(arguments.value)
        else:
            parts.append(node_at(ast.Dict, arguments.value, keys=[key], values=[arguments.value], ag_written_out=True))
    if len(parts) == 1 and keywords[0].arg is not None:
        return parts[0]
    return tuple_of(parts, location)


def _with_new_containers(value: Any, written: ast.expr, target: ast.expr) -> ast.expr:
    """The value of an assignment, with container displays created by operators that get their names."""
    name = text_of(target)
    if _is_display(written, "dict", ast.Dict) or _is_display(written, "set", ast.Set):
        created = _with_new_lists(value, written, name)
        return call_operator("new_container", value, created, constant(name, value))
    if isinstance(written, ast.Tuple) and isinstance(target, (ast.Tuple, ast.List)):
        names = target.elts if len(target.elts) == len(written.elts) else [target] * len(written.elts)
        parts = zip(value.elts, written.elts, map(text_of, names), strict=True)
        result: ast.expr = replaced(value, elts=[_with_new_lists(*part) for part in parts])
        return result
    return _with_new_lists(value, written, name)


def _with_new_lists(value: Any, written: ast.expr, name: str) -> ast.expr:
    """A value, with the lists written out in it created by an operator that gets their names."""
    result: ast.expr = value
    if isinstance(written, ast.Dict):
        values = [_with_new_lists(*pair, name) for pair in zip(value.values, written.values, strict=True)]
        result = replaced(value, values=values)
    elif isinstance(written, ast.Tuple) or (isinstance(written, ast.List) and written.elts):
        inner = name if isinstance(written, ast.Tuple) else f"{name}[{{}}]"
        pairs = enumerate(zip(value.elts, written.elts, strict=True))
        result = replaced(value, elts=[_with_new_lists(*pair, inner.format(i)) for i, pair in pairs])
    return _new_list(result, written, name) if _is_display(written, "list", ast.List) else result


def _new_list(result: ast.expr, written: ast.expr, name: str) -> ast.expr:
    location = constant(f"{written.lineno}:{written.col_offset}", written)
    return call_operator("new_list", written, result, constant(name, written), location)


def _is_display(node: ast.expr, name: str, kind: type[ast.expr]) -> bool:
    """Whether this is a container display, or a call without arguments such as `list()`."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == name and not node.args
    return isinstance(node, kind)


def _staged_comprehension(node: Any) -> ast.expr:
    """A call that runs a comprehension in Python, or in the graph, as what it iterates over demands."""
    is_list, first = isinstance(node, ast.ListComp), node.generators[0]
    name, element = "list_comprehension" if is_list else "generator_expression", node.elt
    if len(node.generators) > 1:
        # the inner comprehension of one item is a list of its own
        rest = [replaced(g) for g in node.generators[1:]]
        element = _staged_comprehension(node_at(ast.ListComp, node, elt=element, generators=rest))
        name = "joined_comprehension" if is_list else "joined_generator"
    iterated, first.iter = first.iter, load(_ITERATED, first.iter)
    tests: ast.expr = constant(None, node)
    if first.ifs:
        value = first.ifs[-1]
        for test in reversed(first.ifs[:-1]):
            value = call_operator("and_", test, test, thunk(value))
        tests = _item_function(first.target, value)
    python = generated_lambda(node, node, _ITERATED)
    return call_operator(name, node, iterated, python, _item_function(first.target, element), tests)


def _in_own_scope(node: Any) -> ast.expr:
    """A comprehension in a lambda that is called at once.

    Python 3.12 and later take its variables into the function around it, and then mistake them for those of the same
    names that a generated function has from outside.
    """
    first = node.generators[0]
    iterated, first.iter = first.iter, load(_ITERATED, first.iter)
    return node_at(ast.Call, node, func=generated_lambda(node, node, _ITERATED), args=[iterated], keywords=[])


def _from_generator(node: Any) -> ast.expr:
    """A comprehension that assigns (`:=`), built from a generator: it has its own scope, and yet assigns."""
    element = tuple_of([node.key, node.value], node) if isinstance(node, ast.DictComp) else node.elt
    items = node_at(ast.GeneratorExp, node, elt=element, generators=node.generators)
    return call_operator("comprehension", node, constant(_KINDS[node.__class__], node), items)


def _item_function(target: ast.expr, value: ast.expr) -> ast.expr:
    """A function of one item that returns `value`; the names of the target are bound to the item or its parts."""
    if isinstance(target, ast.Name):
        return generated_lambda(value, value, target.id)
    every = [n.id for n in target.elts]  # type: ignore[attr-defined]
    # of parts that go by one name the last has it
    names = [n if n not in every[i + 1 :] else f"{_ITERATED}{i}" for i, n in enumerate(every)]
    node = generated_lambda(value, value, *names)
    items = node_at(ast.Starred, value, value=load(_ITERATED, value), ctx=LOAD)
    unpacked = node_at(ast.Call, value, func=node, args=[items], keywords=[])
    return generated_lambda(unpacked, value, _ITERATED)
