"""Which statements of a program anything depends on: a trace leaves the others out, and the errors they would raise."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field


@dataclass
class _Statement:
    """A statement: where it is and repeats, the names that it binds and reads, and whether it does more than bind."""

    line: int
    again: int  # the first line of the outermost loop around it, which reads what it binds in the next round
    binds: set[str]
    reads: set[str]
    acts: bool


def is_unread(text: str, line: int) -> bool:
    """Whether nothing that a program returns, prints or assigns depends on what the statement in a line binds."""
    statements = _Statements(text).found
    failed = next((each for each in statements if each.line == line and each.binds and not each.acts), None)
    if failed is None:
        return False
    pending, seen = [failed], {failed.line}
    while pending:
        made = pending.pop()
        for each in statements:
            if each.line in seen or not (each.reads & made.binds) or each.line < min(made.line, made.again):
                continue
            if each.acts:
                return False
            seen.add(each.line)
            pending.append(each)
    return True


@dataclass
class _Statements:
    text: str
    found: list[_Statement] = field(default_factory=list)

    def __post_init__(self) -> None:
        make = ast.parse(self.text).body[0]
        assert isinstance(make, ast.FunctionDef)
        program = next(each for each in make.body if isinstance(each, ast.FunctionDef))
        self._block(program.body, 1 << 30, set(), None)

    def _block(self, body: list[ast.stmt], again: int, decides: set[str], function: str | None) -> None:
        for node in body:
            self._statement(node, again, decides, function)

    def _statement(self, node: ast.stmt, again: int, decides: set[str], function: str | None) -> None:
        if isinstance(node, ast.FunctionDef):
            self._block(node.body, again, decides, node.name)
        elif isinstance(node, (ast.If, ast.While)):
            inside = decides | _names(node.test)
            self._block(node.body, min(again, node.lineno) if isinstance(node, ast.While) else again, inside, function)
            self._block(node.orelse, again, inside, function)
        elif isinstance(node, ast.For):
            inside = decides | _names(node.iter)
            bound = _names(node.target)
            self.found.append(_Statement(node.lineno, again, bound, _names(node.iter) | decides, False))
            self._block(node.body, min(again, node.lineno), inside, function)
        elif isinstance(node, ast.With):
            bound = {name for item in node.items if item.optional_vars for name in _names(item.optional_vars)}
            self.found.append(_Statement(node.lineno, again, bound, decides, False))
            self._block(node.body, again, decides, function)
        else:
            self._simple(node, again, decides, function)

    def _simple(self, node: ast.stmt, again: int, decides: set[str], function: str | None) -> None:
        text = ast.unparse(node)
        reads = _names(node) | decides
        if "set_loop_options" in text:
            return
        if isinstance(node, ast.Return) and function is not None:
            self.found.append(_Statement(node.lineno, again, {function}, reads, False))
        elif isinstance(node, (ast.Assign, ast.AugAssign)) and not _changes(text):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            bound = {each.id for t in targets for each in ast.walk(t) if isinstance(each, ast.Name)}
            self.found.append(_Statement(node.lineno, again, bound, reads, False))
        elif isinstance(node, ast.Expr) and ".append(" in text and not _changes(text):
            self.found.append(_Statement(node.lineno, again, {text.split(".")[0]}, reads, False))
        else:
            self.found.append(_Statement(node.lineno, again, set(), reads, True))


def _changes(text: str) -> bool:
    return any(word in text for word in (".assign", ".scatter", "show("))


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
