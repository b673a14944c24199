"""Code objects from converted syntax trees, under the user's own names and lines."""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any

from graphwright.autograph.analysis.nodes import replaced
from graphwright.autograph.marks import ConvertedMark
from graphwright.autograph.source_check import compile_quietly
from graphwright.autograph.transform.build import OPERATORS, THUNK_MARK, constant, define, node_at, store
from graphwright.base.tracebacks import PACKAGE_ROOT

_FACTORY = "ag_factory_"
_MAIN = "ag_function_"


def compile_function(
    node: ast.FunctionDef | ast.Lambda, original: CodeType, class_name: str | None, generated: set[str], unit: object
) -> CodeType:
    """Compile a converted function so that it can replace the code it came from.

    Args:
      node: the converted function.
      original: its code before; gives the file, names and free variables.
      class_name: the class it is defined in, for private names.
      generated: the names that conversion created in it, including those of functions.
      unit: identifies the conversion; every converted code object refers to it.
    """
    tree = _module(node, original, class_name)
    module = compile_quietly(tree, original.co_filename, original.co_flags)
    code = _inner_code(module, _FACTORY)
    if class_name is not None:
        code = _inner_code(code, _class_for(class_name))
    code = _inner_code(code, "<lambda>" if isinstance(node, ast.Lambda) else _MAIN)
    qualified = str(getattr(original, "co_qualname", original.co_name))  # Python 3.11
    return _CodeRenamer(generated, unit).function_code(code, original.co_name, qualified)


def _class_for(class_name: str) -> str:
    """A class name of our own that mangles private names in the same way."""
    return "_" * 8 + class_name.lstrip("_")


def _inner_code(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)


def _module(node: ast.FunctionDef | ast.Lambda, original: CodeType, class_name: str | None) -> ast.Module:
    """The function inside one that binds its free variables, and inside its class for private names."""
    stripped = _without_defaults(node)
    function: ast.stmt = node_at(ast.Expr, stripped, value=stripped) if isinstance(stripped, ast.Lambda) else stripped
    if class_name is not None:
        parts = {"bases": [], "keywords": [], "body": [function], "decorator_list": [], "type_params": []}
        function = node_at(ast.ClassDef, node, name=_class_for(class_name), **parts)
    targets = [store(name, node) for name in (*original.co_freevars, OPERATORS)]
    bound = node_at(ast.Assign, node, targets=targets, value=constant(None, node))
    return ast.Module([define(_FACTORY, [bound, function], node)], [])


def _without_defaults(node: ast.FunctionDef | ast.Lambda) -> ast.FunctionDef | ast.Lambda:
    """What is evaluated where a function is defined has been evaluated; the function object keeps it."""
    values = node.args
    arguments = replaced(
        values,
        posonlyargs=[_without_annotation(a) for a in values.posonlyargs],
        args=[_without_annotation(a) for a in values.args],
        vararg=values.vararg and _without_annotation(values.vararg),
        kwonlyargs=[_without_annotation(a) for a in values.kwonlyargs],
        kwarg=values.kwarg and _without_annotation(values.kwarg),
        defaults=[],
        kw_defaults=[None] * len(values.kwonlyargs),
    )
    if isinstance(node, ast.Lambda):
        return replaced(node, args=arguments)
    return replaced(node, args=arguments, name=_MAIN, decorator_list=[], returns=None, type_params=[])


def _without_annotation(argument: ast.arg) -> ast.arg:
    return argument if argument.annotation is None else replaced(argument, annotation=None)


_HAS_QUALNAME = hasattr(CodeType, "co_qualname")
_ACCESSORS = ("get_state", "set_state")
_GENERATED_FILE = PACKAGE_ROOT + "generated"
"""The file of what reads and writes state: no line of the user's, so that no debugger stops there."""


class _CodeRenamer:
    """Gives code objects the names that the user's own had: what was generated is called like its function."""

    def __init__(self, generated: set[str], unit: object) -> None:
        self._generated = generated
        self._users, self._made = ConvertedMark(unit, False), ConvertedMark(unit, True)

    def function_code(self, code: CodeType, name: str, qualified: str) -> CodeType:
        """The code of the converted function itself, and what is inside it."""
        return self._renamed(code, name, qualified, self._users, False)

    def _inner(self, code: CodeType, name: str, qualified: str, hidden: bool) -> CodeType:
        node = code.co_name
        generated = node in self._generated
        if generated or (node == "<lambda>" and THUNK_MARK in code.co_varnames):
            hidden = hidden or (generated and node.startswith(_ACCESSORS))
            return self._renamed(code, name, qualified, self._made, hidden)
        part = self._users if OPERATORS in code.co_freevars else None
        return self._renamed(code, node, f"{qualified}.<locals>.{node}", part, hidden)

    def _renamed(self, code: CodeType, name: str, qualified: str, part: ConvertedMark | None, hidden: bool) -> CodeType:
        """The code and those inside it, renamed; those that use the operators hold `part`."""
        constants: list[Any] = []
        for value in code.co_consts:
            kind = value.__class__
            if kind is CodeType:
                value = self._inner(value, name, qualified, hidden)
            elif kind is str and value.startswith(_FACTORY):
                # Python 3.10 keeps the qualified names of inner functions as constants
                last = value.rpartition(".")[2]
                value = qualified if last in self._generated else f"{qualified}.<locals>.{last}"
            constants.append(value)
        if part is not None:
            constants.append(part)
        changes: dict[str, Any] = {"co_consts": tuple(constants), "co_name": name}
        if _HAS_QUALNAME:
            changes["co_qualname"] = qualified
        if hidden:
            changes["co_filename"] = _GENERATED_FILE
        return code.replace(**changes)
