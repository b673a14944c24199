"""Where a function's code object was written: its node in the syntax tree of its file."""

from __future__ import annotations

import ast
import copy
import itertools
import linecache
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType
from typing import Any, NamedTuple, TypeAlias

from graphwright.autograph.analysis.activity import SIMPLE
from graphwright.autograph.analysis.nodes import Transformer, children, inner_statements
from graphwright.autograph.source_check import OTHER, SAME, codes_in, match_code, same_code
from graphwright.base.forks import renewed_after_fork

_NAMED = frozenset((ast.FunctionDef, ast.AsyncFunctionDef))
FunctionNode: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"


class SourceError(Exception):
    """The source of a function is not available; the message says why."""


class Located(NamedTuple):
    """A function's node, and the name of the innermost class around it (for the mangling of `__names`)."""

    node: FunctionNode
    class_name: str | None


@dataclass
class _File:
    lines: list[str]
    tree: ast.Module
    definitions: dict[int, list[Located]]
    lambdas: dict[int, list[Located]] | None = None
    codes: dict[tuple[int, str], list[CodeType]] | None = None
    lambda_codes: dict[int, CodeType] | None = None


# Names of many texts at once. From 3.13 on Python records the program of `python -c` under one that `exec` gives too.
_AMBIGUOUS_NAMES = ("<stdin>", "<string>")
_MAX_CACHED_LINES = 20_000  # of all files together: the syntax tree of so many takes some 50 MB
_files: dict[str, _File] = {}
_lock = renewed_after_fork(threading.Lock())


def locate(code: CodeType, module_globals: dict[str, Any]) -> Located:
    """Find the node that `code` was compiled from.

    Works for everything `linecache` knows: files, notebook cells, doctests, and what a program registered
    there itself. The node is the caller's to keep but not to change.

    Raises:
      SourceError: if there is no source, it no longer matches the code, or two lambdas cannot be distinguished.
    """
    filename = code.co_filename
    lines = linecache.getlines(filename, module_globals)
    if not lines:
        raise SourceError(_missing_source_text(filename))
    found = _found_in(lines, code)
    if found is None or found[1] != SAME:
        # the lines at hand may be older than the code
        linecache.checkcache(filename)
        pending_unconverted = linecache.getlines(filename, module_globals)
        found = (_found_in(pending_unconverted, code) if pending_unconverted != lines else None) or found
    if filename in _AMBIGUOUS_NAMES and (found is None or found[1] != SAME):
        raise SourceError(_missing_source_text(filename))
    if found is None or found[1] == OTHER:
        raise SourceError(
            f"line {code.co_firstlineno} of {filename} does not hold '{code.co_name}' as it was loaded: the file has "
            "changed since"
        )
    return found[0]


def _found_in(lines: list[str], code: CodeType) -> tuple[Located, int] | None:
    """The function in a file's lines, and how well it fits the code."""
    file = _parsed(code.co_filename, lines)
    found = _candidates(file, code)
    if not found:
        return None
    located = (found if len(found) == 1 else _closest(found, file, code))[0]
    if file.codes is None:
        file.codes = codes_in(file.tree, code.co_filename, code.co_flags)
    return located, match_code(located.node, file.codes.get((code.co_firstlineno, code.co_name), []), code)


def _missing_source_text(filename: str) -> str:
    if filename in _AMBIGUOUS_NAMES:
        return (
            "its source code is not available: it was typed into an interactive session without a record of its "
            "lines, or made by `exec` or `eval`. Define it in a file or a notebook, or use tf.cond and tf.while_loop "
            "in it, not `if` and `while`"
        )
    return f"its source code is not available: {filename} cannot be read"


def _parsed(filename: str, lines: list[str]) -> _File:
    known = _files.get(filename)
    if known is not None and (known.lines is lines or known.lines == lines):
        return known
    try:
        with warnings.catch_warnings():  # warnings were shown when it was first compiled
            warnings.simplefilter("ignore")
            tree = ast.parse("".join(lines), filename)
    except SyntaxError as error:
        raise SourceError(f"its file cannot be parsed: {error}") from error
    file = _File(lines, tree, _by_line(_definitions(tree)))
    with _lock:
        _files.pop(filename, None)
        _files[filename] = file
        _evict_oldest()
    return file


def _evict_oldest() -> None:
    """Keep the most recent files, up to a total number of lines; the last one in any case."""
    surplus = sum(len(file.lines) for file in _files.values()) - _MAX_CACHED_LINES
    for name, file in list(_files.items())[:-1]:
        if surplus <= 0:
            return
        surplus -= len(file.lines)
        del _files[name]


def _by_line(found: Iterator[Located]) -> dict[int, list[Located]]:
    by_line: dict[int, list[Located]] = {}
    for located in found:
        by_line.setdefault(_first_line(located.node), []).append(located)
    return by_line


def _definitions(tree: ast.Module) -> Iterator[Located]:
    """The named functions of a file."""
    pending: list[tuple[ast.AST, str | None]] = [(tree, None)]
    while pending:
        block, class_name = pending.pop()
        for node in inner_statements(block):
            kind = node.__class__
            if kind in _NAMED:
                yield Located(node, class_name)  # type: ignore[arg-type]
            if kind not in SIMPLE:
                pending.append((node, node.name if isinstance(node, ast.ClassDef) else class_name))


def _lambdas(tree: ast.Module) -> Iterator[Located]:
    """The lambdas of a file; those on one line in source order."""
    scopes: list[tuple[ast.AST, str | None]] = [(tree, None)]
    while scopes:
        scope, class_name = scopes.pop()
        pending = children(scope)[::-1]
        while pending:
            node = pending.pop()
            kind = node.__class__
            if kind is ast.ClassDef:
                scopes.append((node, node.name))
                continue
            if kind is ast.Lambda:
                yield Located(node, class_name)
            pending += children(node)[::-1]


def _first_line(node: FunctionNode) -> int:
    """The line a code object gives as its first: that of the first decorator."""
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(d.lineno for d in decorators)])


def _candidates(file: _File, code: CodeType) -> list[Located]:
    if code.co_name != "<lambda>":
        found = file.definitions.get(code.co_firstlineno, [])
        named = [f for f in found if getattr(f.node, "name", None) == code.co_name]
    else:
        if file.lambdas is None:
            file.lambdas = _by_line(_lambdas(file.tree))
        named = file.lambdas.get(code.co_firstlineno, [])
    return [located for located in named if _parameters_match(located, code)]


def _parameters_match(located: Located, code: CodeType) -> bool:
    """Whether the parameters are those of the code (a private name may be mangled)."""
    arguments = located.node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names += [a.arg for a in (arguments.vararg, arguments.kwarg) if a is not None]
    counts = (len(arguments.posonlyargs), len(arguments.kwonlyargs))
    if counts != (code.co_posonlyargcount, code.co_kwonlyargcount):
        return False
    has = tuple(code.co_varnames[: len(names)])
    return all(a == b or (a.startswith("__") and b.endswith(a)) for a, b in zip(names, has, strict=False)) and (
        len(has) == len(names)
    )


def _closest(found: list[Located], file: _File, code: CodeType) -> list[Located]:
    """Of several functions that begin on one line, the one whose body the code's instructions lie in."""
    by_position = [f for f in found if _span(f.node) in _spans(code)]
    if len(by_position) == 1:
        return by_position
    codes = _lambda_codes(file, code)
    by_code = [f for f in found if id(f.node) in codes and same_code(codes[id(f.node)], code)]
    # functions that compile to the same code do the same, whichever of them it is
    if by_code:
        return by_code
    raise SourceError(
        f"line {code.co_firstlineno} of {code.co_filename} holds {len(found)} functions named '{code.co_name}' that "
        "cannot be told apart: write them on lines of their own"
    )


def _span(node: FunctionNode) -> tuple[int | None, ...]:
    body = node.body if isinstance(node, ast.Lambda) else node.body[0]
    return body.lineno, body.end_lineno, body.col_offset, body.end_col_offset


def _spans(code: CodeType) -> set[tuple[int | None, ...]]:
    positions = getattr(code, "co_positions", None)  # Python 3.11
    return set() if positions is None else set(positions())


def _lambda_codes(file: _File, code: CodeType) -> dict[int, CodeType]:
    """The code object of each lambda of a file, by the id of its node.

    Of lambdas on one line their code objects do not say which is which, so each is put on a line of its own, with all
    that is inside: Python keeps equal ones that are on one line as one.
    """
    if file.lambda_codes is None:
        found: dict[int, CodeType] = {}
        for depth in itertools.count():
            moved = _LambdaMover(depth, len(file.lines))
            tree = moved.visit(file.tree)
            if not moved.nodes:
                break
            codes = codes_in(tree, code.co_filename, code.co_flags)
            for number, node in moved.nodes.items():
                created = codes.get((number, code.co_name))
                if created:
                    found[id(node)] = created[0]  # those inside come after it
        file.lambda_codes = found
    return file.lambda_codes


class _LambdaMover(Transformer):
    """Puts the lambdas that stand in so many others on lines of their own, behind the `lines` of the file.

    Attributes:
      nodes: as they were, by the lines that they have now.
    """

    def __init__(self, depth: int, lines: int) -> None:
        self._depth = depth
        self._lines = lines
        self.nodes: dict[int, ast.Lambda] = {}

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        if self._depth:
            self._depth -= 1
            result: ast.Lambda = self.generic_visit(node)
            self._depth += 1
            return result
        number = (1 + len(self.nodes)) * (self._lines + 1)
        self.nodes[number] = node
        result = ast.increment_lineno(copy.deepcopy(node), number - node.lineno)
        result.args = node.args  # the defaults are evaluated outside
        return result
