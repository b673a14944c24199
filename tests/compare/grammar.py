"""Families of functions as grammars: calls with placeholders, and what each placeholder may stand for.

A placeholder is a part of the family (`{method}`: one of its alternatives, which may have placeholders themselves),
a leaf (`{noise:2,3}`, `{ints:4;0,9}`: a tensor of a shape from `leaves.py`, with further arguments), or one of a few
words that every family knows: `{dtype}`, `{flag}`, `{seed}` (two numbers), `{axis:3}` (an axis of 3 dimensions).
Inner placeholders are filled first: `{noise:{batch},4}`. A part in capitals is the same wherever a call has it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.compare import leaves

# How a program is asked for: its value, its value in a trace, its gradients.
ASKED = ["value"] * 8 + ["traced"] * 3 + ["unsized"] * 3 + ["unknown"] + ["grad"] * 4 + ["grad2", "jvp"]
_PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_LONG = 24  # placeholders, after which parts stand for their first alternative, which ends the recursion


@dataclass(frozen=True)
class Family:
    """Calls of one topic, the dtypes that their leaves have, and their parts."""

    calls: list[str]
    dtypes: list[str]
    parts: dict[str, list[str]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=lambda: ASKED)


class Filling:
    """The placeholders of one program while they are filled; its leaves share one dtype."""

    def __init__(self, family: Family, random: Random, leaf: Callable[[str], str]) -> None:
        self.family, self.random, self.leaf = family, random, leaf
        self.dtype = random.choice(family.dtypes)
        self.filled = 0
        self.chosen: dict[str, str] = {}

    def call(self) -> str:
        """One of the family's calls, filled."""
        text = self.random.choice(self.family.calls)
        while match := _PLACE.search(text):
            text = text[: match.start()] + self._fill(match[1], match[2] or "") + text[match.end() :]
        return text

    def _fill(self, name: str, arguments: str) -> str:
        self.filled += 1
        if name in self.family.parts:
            return self._part(name)
        if name in leaves.MAKERS:
            shape, _, rest = arguments.partition(";")
            more = f", {rest}" if rest else f", tf.{self.dtype}" if name in leaves.OF_ANY_DTYPE else ""
            return self.leaf(f"{name}({self.random.randrange(1000)}, [{shape}]{more})")
        match name:
            case "dtype":
                return f"tf.{self.dtype}"
            case "flag":
                return str(self.random.random() < 0.5)
            case "seed":
                return f"[{self.random.randrange(100)}, {self.random.randrange(-9, 9)}]"
            case "axis":
                return str(self.random.randrange(-int(arguments), int(arguments)))
        raise KeyError(f"{{{name}}} is no part of the family and no leaf.")

    def _part(self, name: str) -> str:
        if name in self.chosen:
            return self.chosen[name]
        alternatives = self.family.parts[name]
        chosen = alternatives[0] if self.filled > _LONG else self.random.choice(alternatives)
        if name.isupper():
            self.chosen[name] = chosen
        return chosen


def each(template: str, names: str) -> list[str]:
    """A template with each of some names in the place of `NAME`."""
    return [template.replace("NAME", name) for name in names.split()]
