"""Checks whether a source text is what a code object was compiled from."""

from __future__ import annotations
import __future__

import ast
import warnings
from types import CodeType
from typing import Any

FUTURES = 0
"""The compiler flags of all `from __future__ import ...`."""
for _name in __future__.all_feature_names:
    FUTURES |= getattr(__future__, _name).compiler_flag

SAME, EXTENDED, OTHER = range(3)


def compile_quietly(source: Any, filename: str, flags: int) -> CodeType:
    """Compile the user's text or tree again, without the warnings that were shown the first time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code: CodeType = compile(source, filename, "exec", flags=flags & FUTURES, dont_inherit=True)
    return code


def codes_in(tree: ast.Module, filename: str, flags: int) -> dict[tuple[int, str], list[CodeType]]:
    """The functions' code objects in a file by first line and name; empty for what cannot be compiled alone."""
    try:
        module = compile_quietly(tree, filename, flags)
    except (SyntaxError, ValueError):
        return {}
    found: dict[tuple[int, str], list[CodeType]] = {}
    pending = [module]
    while pending:
        for constant in pending.pop().co_consts:
            if isinstance(constant, CodeType):
                found.setdefault((constant.co_firstlineno, constant.co_name), []).append(constant)
                pending.append(constant)
    return found


def match_code(node: ast.AST, candidates: list[CodeType], code: CodeType) -> int:
    """How well a function fits code: SAME, EXTENDED by something added (pytest rewrites asserts), or OTHER."""
    essence = code_facts(code)
    if not candidates or any(code_facts(c) == essence for c in candidates):
        return SAME
    # a function inside a converted one was compiled without the imports of its file, which choose how 3.11 and 3.12
    # load a module's function
    portable = _portable_facts(code)
    if any(_portable_facts(c) == portable for c in candidates):
        return SAME
    written = {getattr(n, "id", None) or getattr(n, "attr", None) or getattr(n, "arg", None) for n in ast.walk(node)}
    known = _names_of(code)
    return EXTENDED if known - written and written & known else OTHER


def same_code(code: CodeType, other: CodeType) -> bool:
    """Whether two code objects do the same, wherever their lines are."""
    return code_facts(code) == code_facts(other)


def code_facts(code: CodeType) -> tuple[Any, ...]:
    """What a code object does, wherever its lines are."""
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    constants = [code_facts(c) if isinstance(c, CodeType) else (type(c), repr(c)) for c in code.co_consts]
    return code.co_code, names, tuple(constants)


def _portable_facts(code: CodeType) -> tuple[Any, ...]:
    """What a code object does, however it loads attributes that it calls."""
    import dis

    operations: list[tuple[str, Any]] = []
    for instruction in dis.get_instructions(code):
        if instruction.opcode in dis.hasjrel or instruction.opcode in dis.hasjabs:
            operations.append((instruction.opname, None))
        elif instruction.opname in ("LOAD_METHOD", "LOAD_ATTR"):
            operations.append(("LOAD_ATTR", instruction.argval))
        elif instruction.opname != "PUSH_NULL":
            value = instruction.argval
            operations.append(
                (instruction.opname, _portable_facts(value) if isinstance(value, CodeType) else repr(value))
            )
    return code.co_varnames, code.co_freevars, code.co_cellvars, tuple(operations)


def _names_of(code: CodeType) -> set[str]:
    found = {*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            found |= _names_of(constant)
    return found
