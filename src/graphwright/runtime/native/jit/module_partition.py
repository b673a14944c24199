"""A module in parts, by how hard LLVM is to try, and so that two processors have something to do.

Functions marked `optnone` only tell others what to do. In a module of their own, compiled at level 0, they get their
registers the quick way, too, which takes a third of the time. What is left is halved where it is long.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import Final, NamedTuple

#: Characters of either part at least, some 20 lines; a module for less does not pay.
LEAST: Final = 700

_LONG: Final = 20_000  # characters that are halved: some 10 ms
_FASTER: Final = 6  # so many times is a text compiled sooner quickly
_END: Final = "\n}\n"
_NAMED: Final = r"@([\w.]+)"
_SIGNATURE: Final = r"define (?:internal )?([^@]*@[^(]*\(.*\))"
_PARAMETER: Final = r" %[\w.]+(?=[,)])"
_VARIABLE: Final = r"@([\w.]+) = (?:internal )?(global .*)"
_LENGTH: Final = struct.Struct("<Q")


class Part(NamedTuple):
    """A part of a module, and whether it is to be compiled quickly."""

    text: str
    quickly: bool

    @property
    def work(self) -> float:
        """How long it takes, in characters that are compiled well."""
        return len(self.text) / (_FASTER if self.quickly else 1)


def parts(text: str, *, halve: bool = True) -> list[Part]:
    """A module's parts, one or two to be compiled well, then perhaps one to be compiled quickly.

    With `halve` what is long is cut in two, for two processors.
    """
    if len(text) < 2 * LEAST or ("optnone" not in text and not (halve and len(text) >= _LONG)):
        return [Part(text, False)]
    outside, functions = _apart(text)
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
            *_placed(outside, bodies[here], shared, before),
            *(line for other, _ in groups if other is not group for line in _declared(other, bodies[here])),
            *_visible(group, shared),
        ]
        found.append(Part("\n".join(lines), quickly))
    return found


def joined(objects: Sequence[bytes]) -> bytes:
    """The object code of a module's parts as one piece."""
    return b"".join([_LENGTH.pack(len(part)) + part for part in objects])


def separate(object_code: bytes) -> list[bytes]:
    """What was `joined`."""
    found, start = [], 0
    while start < len(object_code):
        start += _LENGTH.size
        end = start + _LENGTH.unpack_from(object_code, start - _LENGTH.size)[0]
        found.append(object_code[start:end])
        start = end
    return found


def _apart(text: str) -> tuple[list[str], list[str]]:
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
    """The functions of each part by their names, and whether it is to be compiled quickly."""
    kinds: tuple[list[str], list[str]] = [], []
    for function in functions:
        kinds["optnone" in function.partition("\n")[0]].append(function)
    if any(sum(map(len, kind)) < LEAST for kind in kinds):
        kinds = list(functions), []
    well = _halves(*kinds) if halve else [kinds[0]]
    groups = [*((half, False) for half in well), *((kind, True) for kind in kinds[1:] if kind)]
    return [({_name(function): function for function in group}, quickly) for group, quickly in groups]


def _halves(functions: Sequence[str], beside: Sequence[str]) -> list[list[str]]:
    """Functions in two groups that take the same time, one of them with those `beside` it, or in one."""
    rest = sum(map(len, functions))
    if rest < _LONG:
        return [list(functions)]
    halves: tuple[list[str], list[str]] = [], []
    sizes = [0, sum(map(len, beside)) // _FASTER]
    for function in sorted(functions, key=len, reverse=True):
        smaller = sizes[1] < sizes[0]
        halves[smaller].append(function)
        sizes[smaller] += len(function)
    return [half for half in halves if half]


def _name(function: str) -> str:
    return function[function.index("@") + 1 : function.index("(")]


def _placed(outside: Iterable[str], named: Set[str], shared: Set[str], before: Set[str]) -> Iterable[str]:
    """The lines outside of functions for one part: a variable lies in the memory of the first that names it."""
    for line in outside:
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


def _visible(functions: Mapping[str, str], shared: Set[str]) -> Iterable[str]:
    """Functions, of which another part sees what it calls."""
    for name, function in functions.items():
        yield function.replace("define internal ", "define ", 1) if name in shared else function
