"""Code objects from converted syntax trees, under the user's own names and lines."""

from __future__ import annotations

import ast
import copy
from types import CodeType
from typing import Any, NamedTuple

from graphwright.autograph.analysis.nodes import copied
from graphwright.autograph.source_check import compile_quietly
from graphwright.autograph.transform.build import OPERATORS, THUNK_MARK, at, without_type_params

_FACTORY = "ag_factory_"
_MAIN = "ag_function_"


class Compiled(NamedTuple):
    """The code of a converted function, and every code object in it that was converted with it.

    `parts` tells for each whether it was generated (a branch, a loop's body, an operand) or stands for a
    function that the user wrote.
    """

    code: CodeType
    parts: list[tuple[CodeType, bool]]


def compile_function(
    node: ast.FunctionDef | ast.Lambda, original: CodeType, class_name: str | None, generated: set[str]
) -> Compiled:
    """Compile a converted function so that it can stand in for the code it came from.

    Args:
      node: the converted function.
      original: its code before; gives the file, names and free variables.
      class_name: the class it stands in, for private names.
      generated: the names that conversion made in it, those of its functions among them.
    """
    tree = _module(node, original, class_name)
    module = compile_quietly(tree, original.co_filename, original.co_flags)
    code = _inner_code(module, _FACTORY)
    if class_name is not None:
        code = _inner_code(code, _class_for(class_name))
    code = _inner_code(code, "<lambda>" if isinstance(node, ast.Lambda) else _MAIN)
    polisher = _Polisher(generated)
    qualified = str(getattr(original, "co_qualname", original.co_name))  # Python 3.11
    return Compiled(polisher.polish(code, original.co_name, qualified), polisher.parts)


def _class_for(class_name: str) -> str:
    """A class name of our own that mangles private names in the same way."""
    return "_" * 8 + class_name.lstrip("_")


def _inner_code(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)


def _module(node: ast.FunctionDef | ast.Lambda, original: CodeType, class_name: str | None) -> ast.Module:
    """The function inside one that binds its free variables, and inside its class for private names."""
    function: ast.stmt
    bare = _without_defaults(node)
    if isinstance(bare, ast.Lambda):
        function = at(ast.Expr(bare), bare)
    else:
        function = bare
    if class_name is not None:
        function = without_type_params(ast.ClassDef(_class_for(class_name), [], [], [function], []))
    free = [*original.co_freevars, OPERATORS]
    targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in free]
    no_arguments = ast.arguments([], [], None, [], [], None, [])
    body: list[ast.stmt] = [ast.Assign(targets, ast.Constant(None)), function]
    factory = without_type_params(ast.FunctionDef(_FACTORY, no_arguments, body, [], None))
    return ast.Module([at(factory, node)], [])


def _without_defaults(node: ast.FunctionDef | ast.Lambda) -> ast.FunctionDef | ast.Lambda:
    """What is evaluated where a function is defined has been evaluated; the function object keeps it."""
    bare = copy.copy(node)
    bare.args = copied(node.args)
    arguments = bare.args
    arguments.defaults, arguments.kw_defaults = [], [None] * len(arguments.kwonlyargs)
    for argument in (
        *arguments.posonlyargs,
        *arguments.args,
        arguments.vararg,
        *arguments.kwonlyargs,
        arguments.kwarg,
    ):
        if argument is not None:
            argument.annotation = None
    if isinstance(bare, ast.FunctionDef):
        bare.name, bare.decorator_list, bare.returns = _MAIN, [], None
        without_type_params(bare)
    return bare


class _Polisher:
    """Gives code objects the names that the user's own had: what was generated is called like its function."""

    def __init__(self, generated: set[str]) -> None:
        self._generated = generated
        self.parts: list[tuple[CodeType, bool]] = []

    def polish(self, code: CodeType, name: str, qualified: str) -> CodeType:
        """The code and those inside it, renamed; those that use the operators are added to `parts`."""
        constants: list[Any] = []
        for value in code.co_consts:
            if isinstance(value, CodeType):
                value = self._inner(value, name, qualified)
            elif isinstance(value, str) and value.startswith(_FACTORY):
                # Python 3.10 keeps the qualified names of inner functions as constants
                last = value.rpartition(".")[2]
                value = qualified if last in self._generated else f"{qualified}.<locals>.{last}"
            constants.append(value)
        changes: dict[str, Any] = {"co_consts": tuple(constants), "co_name": name}
        if hasattr(code, "co_qualname"):
            changes["co_qualname"] = qualified
        polished = code.replace(**changes)
        generated = self._is_generated(code)
        if generated or OPERATORS in code.co_freevars:
            self.parts.append((polished, generated))
        return polished

    def _inner(self, code: CodeType, name: str, qualified: str) -> CodeType:
        if self._is_generated(code):
            return self.polish(code, name, qualified)
        return self.polish(code, code.co_name, f"{qualified}.<locals>.{code.co_name}")

    def _is_generated(self, code: CodeType) -> bool:
        return code.co_name in self._generated or THUNK_MARK in code.co_varnames[: code.co_argcount + 1]
