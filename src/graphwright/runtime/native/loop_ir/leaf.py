"""Finds the names that a leaf, the LLVM text of one straight-line instruction, defines and uses, with types.

For the verifier, and for transformations that need the type of a value; nothing else reads the text of a leaf.
"""

from __future__ import annotations

import re
from typing import Final

_SCALAR: Final = r"(?:ptr|i\d+|half|bfloat|float|double)"
_TYPE: Final = rf"(?:{_SCALAR}|<\d+ x {_SCALAR}>|\[\d+ x {_SCALAR}\]|\{{[^{{}}]*\}})"
_FIRST: Final = re.compile(rf"(?<![\w%@.]){_TYPE}(?![\w.])")
_OPERAND: Final = re.compile(rf"(?:(?<![\w%@.])({_TYPE})(?: align \d+| noundef)* )?%([\w.]+)")
_TERMINATORS: Final = ("br ", "ret ", "switch ", "unreachable")
_SAME: Final = frozenset({
    "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor", "fadd", "fsub",
    "fmul", "fdiv", "frem", "fneg", "freeze", "load", "call", "tail", "insertelement",
})  # fmt: skip


def defined(line: str) -> str | None:
    """The name that a leaf defines, without its percent sign."""
    return line[3 : line.index(" ", 3)] if line.startswith("  %") else None


def is_terminator(line: str) -> bool:
    """Whether a line ends a block, which no leaf does."""
    return line.startswith(_TERMINATORS, 2)


def operands(line: str) -> list[tuple[str, str | None]]:
    """The names that a leaf uses, each with its type; None where the text does not say it."""
    body = line[line.index(" = ") + 3 :] if line.startswith("  %") else line
    first = None
    found = []
    for match in _OPERAND.finditer(body):
        type_, name = match[1], match[2]
        if type_ is None:  # as the operand before it
            first = first or _FIRST.search(body)
            type_ = first[0] if first is not None else None
        found.append((name, type_))
    return found


def result_type(line: str) -> str | None:
    """The type of what a leaf defines; None where this module does not know the instruction."""
    body = line[line.index(" = ") + 3 :]
    opcode = body[: body.index(" ")]
    first = _FIRST.search(body)
    if first is None:
        return None
    if opcode in _SAME:
        return first[0]
    if opcode in ("icmp", "fcmp"):
        return f"{first[0][: first[0].index('x')]}x i1>" if first[0][0] == "<" else "i1"
    if " to " in body:
        return body[body.rindex(" to ") + 4 :]
    if opcode == "select":
        second = _FIRST.search(body, body.index(">,") if "> <" in body else body.index(","))
        return None if second is None else second[0]
    if opcode in ("getelementptr", "alloca"):
        count = re.search(r"<(\d+) x (?:ptr|i\d+)> ", body)
        return "ptr" if count is None or opcode == "alloca" else f"<{count[1]} x ptr>"
    if opcode == "extractelement":
        return first[0][first[0].index("x") + 2 : -1]
    if opcode == "shufflevector":
        count = re.search(r"<(\d+) x i32> (?:\w+|<[^<>]*>)$", body)
        return None if count is None else f"<{count[1]} x {first[0][first[0].index('x') + 2 : -1]}>"
    return None
