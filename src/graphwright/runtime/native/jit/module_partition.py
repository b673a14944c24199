"""Splits a module into parts by optimization level, and so that two processors have work.

Functions marked `optnone` only call others. In a module of their own, compiled at level 0, even their registers are
allocated fast, which takes a third of the time. The rest is cut in two where it is long.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final, NamedTuple

from graphwright.base.config import uses
from graphwright.runtime.native.machine.budgets import HALVED_CHARACTERS, PART_CHARACTERS, QUICK_SPEED

_END: Final = "\n}\n"
_NAMED: Final = r"@([\w.]+)"
_SIGNATURE: Final = r"define (?:internal )?([^@]*@[^(]*\(.*\))"
_PARAMETER: Final = r" %[\w.]+(?=[,)])"
_VARIABLE: Final = r"@([\w.]+) = (?:internal )?(global .*)"
_CONSTANT: Final = r"@([\w.]+) = private "
_LENGTH: Final = struct.Struct("<Q")


class Part(NamedTuple):
    """A part of a module, and whether it is compiled at level 0."""

    text: str
    quickly: bool

    @property
    def work(self) -> float:
        """How long it takes to compile, in characters of optimised code."""
        return len(self.text) / (QUICK_SPEED if self.quickly else 1)


def partition(text: str, *, halve: bool = True) -> list[Part]:
    """A module's parts: one or two of optimised code, then perhaps one to be compiled at level 0.

    With `halve` a long one is cut in two, for two processors.
    """
    worthwhile = "optnone" in text or (halve and len(text) >= HALVED_CHARACTERS)
    if not uses("module_partition") or len(text) < 2 * PART_CHARACTERS or not worthwhile:
        return [Part(text, False)]
    outside, functions = _functions_of(text)
    groups = _groups(functions, halve)
    if len(groups) == 1:
        return [Part(text, False)]
    bodies = [set(re.findall(_NAMED, "".join(group.values()))) for group, _ in groups]
    found = []
    for here, (group, quickly) in enumerate(groups):
        others = [body for there, body in enumerate(bodies) if there != here]
        shared = bodies[here] & set().union(*others)
        before = set().union(*bodies[:here])
        lines = [
            *_globals_of(outside, bodies[here], shared, before),
            *(line for other, _ in groups if other is not group for line in _declared(other, bodies[here])),
            *_exported(group, shared),
        ]
        found.append(Part("\n".join(lines), quickly))
    return found


def join(objects: Sequence[bytes]) -> bytes:
    """The object code of a module's parts as one piece."""
    return b"".join([_LENGTH.pack(len(part)) + part for part in objects])


def split(object_code: bytes) -> list[bytes]:
    """The parts that were joined by `join`."""
    found, start = [], 0
    while start < len(object_code):
        start += _LENGTH.size
        end = start + _LENGTH.unpack_from(object_code, start - _LENGTH.size)[0]
        found.append(object_code[start:end])
        start = end
    return found


def _functions_of(text: str) -> tuple[list[str], list[str]]:
    """The lines outside of functions, and the functions."""
    outside: list[str] = []
    functions: list[str] = []
    *pieces, rest = f"{text}\n".split(_END)
    for piece in pieces:
        start = 0 if piece.startswith("define ") else piece.index("\ndefine ") + 1
        outside += piece[:start].splitlines()
        functions.append(piece[start:] + _END)
    return outside + rest.splitlines(), functions


def _groups(functions: Sequence[str], halve: bool) -> list[tuple[dict[str, str], bool]]:
    """The functions of each part by their names, and whether it is compiled at level 0."""
    kinds: tuple[list[str], list[str]] = [], []
    for function in functions:
        kinds["optnone" in function.partition("\n")[0]].append(function)
    if any(sum(map(len, kind)) < PART_CHARACTERS for kind in kinds):
        kinds = list(functions), []
    well = _halves(*kinds) if halve else [kinds[0]]
    groups = [*((half, False) for half in well), *((kind, True) for kind in kinds[1:] if kind)]
    return [({_name(function): function for function in group}, quickly) for group, quickly in groups]


def _halves(functions: Sequence[str], others: Sequence[str]) -> list[list[str]]:
    """Functions in two groups that take the same time to compile, one with the `others`, or in one group."""
    rest = sum(map(len, functions))
    if rest < HALVED_CHARACTERS:
        return [list(functions)]
    halves: tuple[list[str], list[str]] = [], []
    sizes = [0, sum(map(len, others)) // QUICK_SPEED]
    for function in sorted(functions, key=len, reverse=True):
        smaller = sizes[1] < sizes[0]
        halves[smaller].append(function)
        sizes[smaller] += len(function)
    return [half for half in halves if half]


def _name(function: str) -> str:
    return function[function.index("@") + 1 : function.index("(")]


def _globals_of(outside: Iterable[str], named: Set[str], shared: Set[str], before: Set[str]) -> Iterable[str]:
    """The lines outside of functions for one part: its constants, and the variables that no part before names."""
    for line in outside:
        constant = re.match(_CONSTANT, line)
        if constant is not None and constant[1] not in named:
            continue
        variable = re.match(_VARIABLE, line)
        if variable is None:
            yield line
        elif variable[1] in named:
            there = "external global i8" if variable[1] in before else variable[2]
            yield f"@{variable[1]} = {there}" if variable[1] in shared else line


def _declared(functions: Mapping[str, str], named: Set[str]) -> Iterable[str]:
    """The declarations of the functions of another part that are named in this one."""
    for name, function in functions.items():
        signature = re.match(_SIGNATURE, function)
        if name in named and signature is not None:
            yield "declare " + re.sub(_PARAMETER, "", signature[1])


def _exported(functions: Mapping[str, str], shared: Set[str]) -> Iterable[str]:
    """Functions, exported where another part calls them."""
    for name, function in functions.items():
        yield function.replace("define internal ", "define ", 1) if name in shared else function
