"""What unconverted code certainly reads: found in its bytecode, up to the first exit.

Converted code records its reads itself. For the rest (code that is not to be converted or has no source, getters of
properties) only reads that every run makes are used: a read that did not happen would be a false alarm.
"""

from __future__ import annotations

import dis
import functools
import sys
from types import CodeType
from typing import Literal, NamedTuple

from graphwright.autograph.recording import Step

_EXITS = ("RETURN", "RAISE", "RERAISE", "YIELD", "SEND")
# before 3.11 no instruction says that what it reads will be called
_CALLS_UNMARKED = sys.version_info < (3, 11)
# of those versions: they leave one value, and LOAD_METHOD two
_PUSH_ONE = (
    "LOAD_", "BINARY_", "UNARY_", "COMPARE_OP", "IS_OP", "CONTAINS_OP", "FORMAT_VALUE", "BUILD_", "CALL_",
    "MAKE_FUNCTION",
)  # fmt: skip
_JUMPS = frozenset(dis.hasjrel) | frozenset(dis.hasjabs)


class StaticRead(NamedTuple):
    """A read of `root` and, from there, `steps`; `called` where the value is what is called."""

    text: str
    line: int
    scope: Literal["global", "free", "local"]
    root: str
    steps: tuple[Step, ...]
    called: bool


@functools.lru_cache(maxsize=512)
def certain_reads(code: CodeType) -> tuple[StaticRead, ...]:
    """The reads of global names, free variables and attributes of arguments that every run of the code makes."""
    instructions = [i for i in dis.get_instructions(code) if i.opname not in ("CACHE", "PUSH_NULL", "NOP")]
    stored = {i.argval for i in instructions if i.opname.startswith(("STORE_", "DELETE_"))}
    found: list[StaticRead] = []
    line, conditional_until, position = code.co_firstlineno, -1, 0
    while position < len(instructions):
        here = instructions[position]
        line = _line(here, line)
        if here.opname.startswith(_EXITS) and here.opname != "RETURN_GENERATOR":
            break
        if here.opcode in _JUMPS and here.argval > here.offset:
            conditional_until = max(conditional_until, here.argval)
        root = _root(here, code)
        position += 1
        if root is None:
            continue
        scope, name = root
        called = "NULL" in here.argrepr
        steps: list[Step] = []
        while position < len(instructions):
            step, count, called_here = _step(instructions, position)
            if step is None:
                break
            steps.append(step)
            called = called or called_here
            position += count
        called = called or (_CALLS_UNMARKED and _calls_value_below(instructions[position:]))
        touched = steps[-1][1] if steps else name
        if here.offset < conditional_until or touched in stored or name in stored:
            continue
        if scope != "local" or (steps and steps[0][0] == "attr"):
            found.append(StaticRead(_text(name, steps), line, scope, name, tuple(steps), called))
    return tuple(found)


def _line(instruction: dis.Instruction, line: int) -> int:
    positions = getattr(instruction, "positions", None)  # Python 3.11
    if positions is not None:
        return positions.lineno or line
    return instruction.starts_line or line


def _root(instruction: dis.Instruction, code: CodeType) -> tuple[Literal["global", "free", "local"], str] | None:
    name, value = instruction.opname, instruction.argval
    if name == "LOAD_GLOBAL":
        return "global", value
    if name == "LOAD_DEREF":
        return ("free" if value in code.co_freevars else "local"), value
    if name.startswith("LOAD_FAST"):
        return "local", value[-1] if isinstance(value, tuple) else value
    return None


def _step(instructions: list[dis.Instruction], position: int) -> tuple[Step | None, int, bool]:
    """The step that the instructions at a position take, how many they are, and whether its end is called."""
    here = instructions[position]
    if here.opname == "LOAD_METHOD":
        return ("attr", here.argval), 1, True
    if here.opname == "LOAD_ATTR":
        return ("attr", here.argval), 1, "NULL" in here.argrepr
    if here.opname in ("LOAD_CONST", "LOAD_SMALL_INT") and position + 1 < len(instructions):
        after = instructions[position + 1]
        takes = after.opname == "BINARY_SUBSCR" or (after.opname == "BINARY_OP" and after.argrepr == "[]")
        if takes and isinstance(here.argval, (int, str, bytes, float, type(None))):
            return ("item", here.argval), 2, False
    return None, 0, False


def _calls_value_below(instructions: list[dis.Instruction]) -> bool:
    """Whether instructions that go straight on make arguments, and then call what lay on the stack before them."""
    above = 0
    for here in instructions:
        if not here.opname.startswith(_PUSH_ONE):
            return False
        effect = dis.stack_effect(here.opcode, here.arg)
        selected = (2 if here.opname == "LOAD_METHOD" else 1) - effect
        if selected > above:
            return selected == above + 1 and here.opname.startswith("CALL_FUNCTION")
        above += effect
    return False


def _text(name: str, steps: list[Step]) -> str:
    return name + "".join(f".{s}" if kind == "attr" else f"[{s!r}]" for kind, s in steps)
