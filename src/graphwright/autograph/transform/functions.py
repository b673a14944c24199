"""A whole function: its jumps, its analysis, its statements, and the functions inside it."""

from __future__ import annotations

import ast
from collections.abc import Set
from typing import NamedTuple

from graphwright.autograph.analysis.activity import (
    ASSIGNS,
    DECLARES,
    FUNCTIONS,
    MATCHES,
    Activities,
    activity_of,
    declared_by_annotation,
    parameter_names,
)
from graphwright.autograph.analysis.nodes import children, replaced, with_own_blocks
from graphwright.autograph.analysis.scope import Scope
from graphwright.autograph.source import FunctionNode
from graphwright.autograph.transform.build import (
    Names,
    UnsupportedSyntax,
    assign,
    call_operator,
    constant,
    load,
    node_at,
)
from graphwright.autograph.transform.control_flow import ControlFlowConverter
from graphwright.autograph.transform.desugar import desugar
from graphwright.autograph.transform.expressions import ExpressionConverter
from graphwright.autograph.transform.jumps import ReturnNames, lower_jumps
from graphwright.autograph.transform.reads import StateReads

_NOTHING: frozenset[str] = frozenset()


def convert_lambda(node: ast.Lambda, reads: StateReads | None) -> ast.Lambda:
    """A lambda rewritten."""
    expressions = ExpressionConverter(_NOTHING, _NOTHING, None, reads=reads)
    bound = activity_of(node.body).binds
    return replaced(node, body=expressions.inside(bound | set(parameter_names(node.args)), node.body))


def convert_function(
    node: ast.FunctionDef,
    names: Names,
    reads: StateReads | None,
    activities: Activities,
    outer_maybe_undefined: Set[str] = _NOTHING,
) -> ast.FunctionDef:
    """Rewrite the statements of a function in place.

    Args:
      node: the function; its decorators, defaults and annotations are not changed.
      names: creates names that the function and those around it do not use.
      reads: generates the recording of reads and writes; None to record nothing.
      activities: the activities of its parts that are already known.
      outer_maybe_undefined: names of the functions around it that may hold an `Undefined`.

    Raises:
      UnsupportedSyntax: for a construct that cannot be rewritten.
    """
    docstring, node.body = _split_docstring(node.body)
    node.body = node.body or [node_at(ast.Pass, node)]
    originally = activities.of(node.body)
    annotated = declared_by_annotation(node.body) if originally.traits & DECLARES else _NOTHING
    originally_bound = (originally.binds | annotated) - names.made
    if originally.traits & (ASSIGNS | MATCHES):
        desugar(node, names)
    returns = lower_jumps(node, names)
    if returns is not None:
        node.body = [*_return_prologue(returns, node), *node.body, _return_epilogue(returns, node)]
    activities.forget_compound()
    scope = Scope(node, originally_bound, outer_maybe_undefined, activities)
    parameters = parameter_names(node.args)
    first = parameters[0] if node.args.posonlyargs or node.args.args else None

    def convert_inner(inner: ast.FunctionDef, outer: Scope) -> ast.stmt:
        return _convert_inner(inner, names, reads, outer)

    if reads is not None:
        reads.enter(scope.locals, scope.globals)
    body = ControlFlowConverter(scope, names, first, convert_inner, reads).function_body(node.body)
    if reads is not None:
        reads.leave()
    node.body = [*docstring, *_declarations(scope, node), *body]
    return node


def _convert_inner(node: ast.FunctionDef, names: Names, reads: StateReads | None, outer: Scope) -> ast.stmt:
    """A function inside a converted one; decorated ones and generators are left for when they are called."""
    if node.decorator_list or _is_generator(node):
        return node
    expressions = ExpressionConverter(outer.maybe_undefined_at(node), outer.maybe_undefined, None, reads=reads)
    defaults = expressions.visit_all(node.args.defaults)
    node.args = replaced(node.args, defaults=defaults, kw_defaults=expressions.visit_all(node.args.kw_defaults))
    return convert_function(node, names, reads, Activities(), outer.maybe_undefined)


def _is_generator(node: ast.AST) -> bool:
    """Whether a function's own body yields or awaits."""
    pending = children(node)
    while pending:
        part = pending.pop()
        if isinstance(part, (ast.Yield, ast.YieldFrom, ast.Await)):
            return True
        if not isinstance(part, FUNCTIONS):
            pending += children(part)
    return False


def _split_docstring(body: list[ast.stmt]) -> tuple[list[ast.stmt], list[ast.stmt]]:
    first = body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return [first], body[1:]
    return [], body


def _mark_final(statement: ast.stmt) -> ast.stmt:
    """Mark a statement that no other pass is to change."""
    statement.ag_final = True  # type: ignore[attr-defined]
    return statement


def _return_prologue(returns: ReturnNames, node: ast.FunctionDef) -> list[ast.stmt]:
    nothing = call_operator("UndefinedReturnValue", node)
    return [
        _mark_final(assign(returns.done, constant(False, node), node)),
        _mark_final(assign(returns.value, nothing, node)),
    ]


def _return_epilogue(returns: ReturnNames, node: ast.FunctionDef) -> ast.stmt:
    end = node.body[-1]
    value = call_operator("ret", end, load(returns.value, end), load(returns.done, end))
    return _mark_final(node_at(ast.Return, end, value=value))


def _declarations(scope: Scope, node: ast.FunctionDef) -> list[ast.stmt]:
    result: list[ast.stmt] = []
    if scope.globals:
        result.append(node_at(ast.Global, node, names=sorted(scope.globals)))
    if scope.nonlocals:
        result.append(node_at(ast.Nonlocal, node, names=sorted(scope.nonlocals)))
    for name in sorted(scope.starts_undefined):
        result.append(assign(name, call_operator("Undefined", node, constant(name, node)), node))
    return result


class Transformed(NamedTuple):
    """A converted function, the class it is defined in, and the names that conversion created in it."""

    node: ast.FunctionDef | ast.Lambda
    class_name: str | None
    generated: set[str]


def transform(original: FunctionNode, class_name: str | None, reads: StateReads | None = None) -> Transformed:
    """The converted form of a function's node, which is not changed.

    Args:
      original: the function.
      class_name: the class it is defined in.
      reads: generates the recording of reads and writes; None to record nothing.

    Raises:
      UnsupportedSyntax: for a construct that cannot be rewritten.
    """
    if isinstance(original, ast.AsyncFunctionDef):
        raise UnsupportedSyntax(f"line {original.lineno}: an asynchronous function")
    if isinstance(original, ast.Lambda):
        return Transformed(convert_lambda(original, reads), class_name, set())
    node, activities = with_own_blocks(original), Activities()
    activities.of(node.body)
    names = Names({*activities.names(), *parameter_names(node.args)})
    if reads is not None:
        reads.set_generated_names(names.made)
    return Transformed(convert_function(node, names, reads, activities), class_name, names.made)
