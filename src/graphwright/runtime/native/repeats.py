"""Loop nests that a body has several times become functions that it calls.

The layers of a deep network are the same loops over other memory, and nearly all the time that a long text takes to
compile is that of its loops. Two nests are the same if their texts are but for names; what is used and not defined in
one is an argument of the function. A nest that jumps out of itself, or that gives values to what follows, stays.
Where hardly any other nests are left in a long body, these become functions too: what is left is glue (`glue.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from graphwright.runtime.native import glue
from graphwright.runtime.native.text.irtext import ModuleText

_FEWEST: Final = 4  # nests alike, from which on they are shared
_SHORTEST: Final = 10  # lines of a nest that is worth a call
_FEW: Final = 50  # lines of a body for each nest that is there once, so that those are moved out too
_BEGIN: Final = "  br label %loop"

_NAME = re.compile(r"%([\w.]+)")
_DEFINED = re.compile(r"^  %(\w+) =|^%(\w+):$", re.MULTILINE)
_TYPED = re.compile(r"\b(ptr|i64|i32|i1|float|double) %(\w+)")
_TYPED_ALIKE = re.compile(r"^  %\w+ = (?:add|sub|mul|icmp \w+) (i64|i32) [^,]+, %(\w+)$", re.MULTILINE)


@dataclass
class _Nest:
    """A loop from the line that goes to it up to the label behind it, its names in the order of their appearance."""

    first: int
    last: int
    names: list[str]


@dataclass
class _Form:
    """Nests whose texts differ in nothing but names: `text` has them numbered, `%0` being the block before."""

    text: str
    nests: list[_Nest] = field(default_factory=list)
    defined: list[int] = field(default_factory=list)
    arguments: list[tuple[str, int]] = field(default_factory=list)  # types and names
    result: tuple[str, int] | None = None  # the type and the name of what a nest that is there once gives

    def settle(self) -> bool:
        """Find out what is defined and what is given; False where it could be no function."""
        self.defined = [int(value or label) for value, label in _DEFINED.findall(self.text)]
        kinds = {int(name): kind for pattern in (_TYPED, _TYPED_ALIKE) for kind, name in pattern.findall(self.text)}
        given = sorted(set(range(1, len(self.nests[0].names))) - set(self.defined))
        self.arguments = [(kinds.get(name, ""), name) for name in given]
        return all(kind for kind, _ in self.arguments)

    def function(self, name: str) -> str:
        parameters = ", ".join(f"{kind} %n{number}" for kind, number in self.arguments)
        text = _NAME.sub(r"%n\1", self.text).replace("\n%n", "\nn")
        kind, number = self.result or ("void", None)
        given = "void" if number is None else f"{kind} %n{number}"
        return f"define internal {kind} @{name}({parameters}) noinline {{\nn0:\n{text}\n  ret {given}\n}}"

    def call(self, name: str, nest: _Nest) -> str:
        given = ", ".join(f"{kind} %{nest.names[number]}" for kind, number in self.arguments)
        if self.result is None:
            return f"  call void @{name}({given})"
        kind, number = self.result
        return f"  %{nest.names[number]} = call {kind} @{name}({given})"

    def gives(self, number: int) -> bool:
        """Let the function of a nest that is there once give a value that it carries from round to round."""
        carried = re.search(rf" = phi (<[^>]*>|\w+) \[[^\]]*\], \[%{number}, ", self.text)
        if carried is None or len(self.nests) > 1 or self.result not in (None, (carried[1], number)):
            return False
        self.result = carried[1], number
        return True


def share(module: ModuleText, lines: list[str], others: Sequence[str]) -> list[str]:
    """The lines of a function with calls in the place of nests that it has several times.

    `others` are further lines of the function, which stay.
    """
    if sum(line.startswith(_BEGIN) for line in lines) < _FEWEST and not glue.is_long(lines):
        return lines
    every = _forms(lines)
    single = sum(len(form.nests) < _FEWEST for form in every)
    fewest = 1 if glue.is_long(lines) and single * _FEW <= len(lines) else _FEWEST
    forms = [form for form in every if len(form.nests) >= fewest and form.settle()]
    calls = {nest.first: (form, nest) for form in forms for nest in form.nests}
    elsewhere = set(_NAME.findall("\n".join(others)))
    while True:
        used = _used(lines, calls) | elsewhere
        # those that give values stay, and what they use is used
        kept = {first: call for first, call in calls.items() if not _gives_values(*call, used)}
        if len(kept) == len(calls):
            break
        calls = kept
    names: dict[int, str] = {}
    result: list[str] = []
    done = 0
    for first in sorted(calls):
        form, nest = calls[first]
        if id(form) not in names:
            names[id(form)] = module.unique("gw_nest")
            module.add(form.function(names[id(form)]))
        result += [*lines[done:first], form.call(names[id(form)], nest)]
        behind = lines[nest.last]
        if behind[:-1] in used:  # else the block goes on
            result += [f"  br label %{behind[:-1]}", behind]
        done = nest.last + 1
    return [*result, *lines[done:]]


def _gives_values(form: _Form, nest: _Nest, used: set[str]) -> bool:
    """Whether a nest defines what is used elsewhere, but for the block behind it, which is its last definition.

    One value its function may give.
    """
    wanted = [number for number in form.defined[:-1] if nest.names[number] in used]
    return bool(wanted) and not (len(wanted) == 1 and form.gives(wanted[0]))


def _forms(lines: Sequence[str]) -> list[_Form]:
    """The outermost loops, those alike together."""
    forms: dict[tuple[str, tuple[int, ...]], _Form] = {}
    for first, last, block in _loops(lines):
        text = "\n".join([line if line[0] == " " else "%" + line for line in lines[first : last + 1]])
        if "$" in text:  # what is still to be settled differs
            continue
        parts = _NAME.split(text)
        order = {block: 0}
        numbers = tuple([order.setdefault(name, len(order)) for name in parts[1::2]])
        key = "%".join(parts[::2]), numbers
        form = forms.get(key)
        if form is None:
            parts[1::2] = [f"%{number}" for number in numbers]
            form = forms[key] = _Form("".join(parts))
        form.nests.append(_Nest(first, last, list(order)))
    return list(forms.values())


def _loops(lines: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """The lines of each outermost loop of some length, and the block before it."""
    labels = {line: i for i, line in enumerate(lines) if line[0] != " "}
    block, i = "enter", 0
    while i < len(lines):
        line = lines[i]
        if line[0] != " ":
            block = line[:-1]
        elif line.startswith(_BEGIN):
            number = line[len(_BEGIN) :]
            last = labels.get(f"done{int(number) + 1}:", 0) if number.isdigit() else 0
            if last >= i + _SHORTEST and lines[i + 1] == f"loop{number}:":
                yield i, last, block
                i, block = last, lines[last][:-1]
        i += 1


def _used(lines: Sequence[str], calls: dict[int, tuple[_Form, _Nest]]) -> set[str]:
    """The names that are used outside of where they are defined."""
    left: list[str] = []
    given: set[str] = set()
    done = 0
    for first in sorted(calls):
        form, nest = calls[first]
        left += lines[done:first]
        done = nest.last + 1
        given.update(nest.names[number] for _, number in form.arguments)
    left += lines[done:]
    return given | set(_NAME.findall("\n".join(left)))
