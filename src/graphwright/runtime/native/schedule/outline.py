"""Loop nests of a body become functions that it calls: those it has several times, and all of a long body.

The layers of a deep network are the same loops over other memory, and nearly all the time that a long text takes to
compile is that of its loops. Two nests are the same if their texts are but for names; what is used and not defined in
one is an argument of the function, and one that may fail says whether it did. A nest that gives values to what follows
stays, if it is not there once and gives one. A long body is glue (`opt_level.py`) if
nothing but calls is left of it then;
if not, only nests that are alike leave it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.schedule import opt_level

_FEWEST: Final = 4  # nests alike, from which on they are shared
_SHORTEST: Final = 10  # lines of a nest that is worth a call

_NAME: Final = r"%([\w.]+)"
# in the text of a form, where names are numbers
_DEFINED: Final = r"(?m)^  %n(\d+) =|^%n(\d+):$"
_TARGET: Final = r"label %n(\d+)"
_TYPE: Final = "(ptr|i64|i32|i16|i8|i1|half|float|double)"
_ALIKE: Final = rf"= (?:f?(?:add|sub|mul|div)|[su]div|and|or|xor|[if]cmp \w+) {_TYPE} [^,]+,"
_BEFORE: Final = rf"= phi {_TYPE} \["
_MADE: Final = r"f?(?:add|sub|mul|div)|and|or|xor|phi|load|call|select i1 [^,]+,"
_CONVERTED: Final = r"(?:[sz]ext|(?:fp)?trunc|[su]itofp) .* to"
_RESULT: Final = rf"(?m)^  %n{{}} = (?:{_MADE}|{_CONVERTED}) (<[^>]*>|\w+)"
_IN_SCRATCH: Final = " = getelementptr i8, ptr %scratch, i64 $"  # a place, which is settled when all is written


class _Nest(NamedTuple):
    """A nest from its first line to the one behind it, its names in the order of their appearance.

    `places` are lines of it that go before the call, `after` is the block that it ends in, if it began in another.
    """

    first: int
    end: int
    names: list[str]
    places: list[str]
    after: str


class _Form:
    """Nests whose texts differ in nothing but names: `text` has them numbered, `%n0` being the block before."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nests: list[_Nest] = []
        self.defined: set[int] = set()
        self.arguments: list[tuple[str, int]] = []  # types and names
        self.failure: int | None = None  # the block outside that the nest goes to when it fails
        self.result: tuple[str, int] | None = None  # the type and the name of what a nest that is there once gives
        self.name = "gw_nest"

    def settle(self) -> bool:
        """Find out what is defined and what is given; False where it could be no function."""
        self.defined = {int(value or label) for value, label in re.findall(_DEFINED, self.text)}
        outside = {int(label) for label in re.findall(_TARGET, self.text)} - self.defined
        if len(outside) > 1:
            return False
        self.failure = next(iter(outside), None)
        given = sorted(set(range(1, len(self.nests[0].names))) - self.defined - outside)
        self.arguments = [(self._kind(name), name) for name in given]
        return all(kind for kind, _ in self.arguments)

    def _kind(self, name: int) -> str:
        """The type of what is given; "" where the text does not say it."""
        for before in (rf"\b{_TYPE}", _ALIKE, _BEFORE):
            found = re.search(rf"{before} ?%n{name}\b", self.text)
            if found is not None:
                return found[1]
        return ""

    def function(self) -> str:
        """The text from its parameters on."""
        parameters = ", ".join(f"{kind} %n{number}" for kind, number in self.arguments)
        text = self.text.replace("\n%n", "\nn")
        kind, number = self.result or ("void", None)
        ending = "  ret void" if number is None else f"  ret {kind} %n{number}"
        if self.failure is not None:
            ending = f"  ret i1 false\nn{self.failure}:\n  ret i1 true"
        return f"({parameters}) noinline nounwind {{\nn0:\n{text}\n{ending}\n}}"

    @property
    def kind(self) -> str:
        """The type of what the function gives."""
        return "i1" if self.failure is not None else self.result[0] if self.result is not None else "void"

    def call(self, nest: _Nest, used: set[str]) -> list[str]:
        """The lines in the place of a nest."""
        given = ", ".join(f"{kind} %{nest.names[number]}" for kind, number in self.arguments)
        call = f"call {self.kind} @{self.name}({given})"
        if self.failure is not None:
            failed, status = nest.names[self.failure], f"%{nest.after}.failed"
            left = f"  br i1 {status}, label %{failed}, label %{nest.after}"
            return [*nest.places, f"  {status} = {call}", left, f"{nest.after}:"]
        named = f"%{nest.names[self.result[1]]} = " if self.result is not None else ""
        ended = [f"  br label %{nest.after}", f"{nest.after}:"] if nest.after in used else []  # else the block goes on
        return [*nest.places, f"  {named}{call}", *ended]

    def gives(self, number: int) -> bool:
        """Let the function of a nest that is there once give a value."""
        kind = re.search(_RESULT.format(number), self.text)
        if kind is None or len(self.nests) > 1 or self.failure is not None:
            return False
        if self.result not in (None, (kind[1], number)):
            return False
        self.result = kind[1], number
        return True


def share(
    module: ModuleText, lines: list[str], nests: Sequence[tuple[int, int, str]], others: Sequence[str], is_long: bool
) -> list[str]:
    """The lines of a function with calls in the place of nests.

    `nests` are their first lines, those behind them, and the blocks they begin in; `others` are further lines of the
    function, which stay. Only one that `is_long` may become glue.
    """
    if len(nests) < _FEWEST and not is_long:
        return lines
    forms = _forms(lines, nests)
    elsewhere = set(re.findall(_NAME, "\n".join(others)))
    found = None
    if is_long:
        found = _Calls(lines, [form for form in forms if form.settle()], elsewhere)
    if found is None or not opt_level.is_glue(found.lines()):
        found = _Calls(lines, [form for form in forms if len(form.nests) >= _FEWEST and form.settle()], elsewhere)
    for form in found.forms():
        form.name = module.function("gw_nest", form.function(), form.kind)
    return found.lines()


class _Calls:
    """A body's lines of which some nests are to become calls."""

    def __init__(self, lines: list[str], forms: Sequence[_Form], elsewhere: set[str]) -> None:
        self._lines = lines
        self._calls = {nest.first: (form, nest) for form in forms for nest in form.nests}
        while True:
            self._used = self._names() | elsewhere
            # those that give values stay, and what they use is used
            kept = {first: call for first, call in self._calls.items() if not _gives_values(*call, self._used)}
            if len(kept) == len(self._calls):
                break
            self._calls = kept

    def forms(self) -> list[_Form]:
        """The forms of the calls, in the order in which they appear."""
        return list(dict.fromkeys(form for _, (form, _) in sorted(self._calls.items())))

    def lines(self) -> list[str]:
        """The lines with the calls."""
        result: list[str] = []
        done = 0
        for first, (form, nest) in sorted(self._calls.items()):
            result += [*self._lines[done:first], *form.call(nest, self._used)]
            done = nest.end
        return [*result, *self._lines[done:]]

    def _names(self) -> set[str]:
        """The names that are used outside of where they are defined."""
        left: list[str] = []
        given: set[str] = set()
        done = 0
        for first, (form, nest) in sorted(self._calls.items()):
            left += self._lines[done:first]
            done = nest.end
            given.update([nest.names[number] for _, number in form.arguments])
        left += self._lines[done:]
        return given | set(re.findall(_NAME, "\n".join(left)))


def _gives_values(form: _Form, nest: _Nest, used: set[str]) -> bool:
    """Whether a nest defines what is used elsewhere, but for the block it ends in. One value its function may give."""
    wanted = [n for n in form.defined if nest.names[n] in used and nest.names[n] != nest.after]
    return bool(wanted) and not (len(wanted) == 1 and form.gives(wanted[0]))


def _forms(lines: Sequence[str], nests: Sequence[tuple[int, int, str]]) -> list[_Form]:
    """The nests that could be functions, those alike together."""
    forms: dict[tuple[str, tuple[int, ...]], _Form] = {}
    for first, end, before in nests:
        own, places = lines[first:end], []
        text = "\n".join([line if line[0] == " " else "%" + line for line in own])
        if _IN_SCRATCH in text:
            places = [line for line in own if _IN_SCRATCH in line]
            own = [line for line in own if _IN_SCRATCH not in line]
            text = "\n".join([line if line[0] == " " else "%" + line for line in own])
        if len(own) < _SHORTEST and not opt_level.computes(text):
            continue
        if "$" in text or "@gw_hold" in text:  # what is still to be settled differs; Python is not for nests
            continue
        parts = re.split(_NAME, text)
        order = {before: 0}
        numbers = tuple([order.setdefault(name, len(order)) for name in parts[1::2]])
        key = "%".join(parts[::2]), numbers
        form = forms.get(key)
        if form is None:
            parts[1::2] = [f"%n{number}" for number in numbers]
            form = forms[key] = _Form("".join(parts))
        after = next((line[:-1] for line in reversed(own) if line[0] != " "), "")
        form.nests.append(_Nest(first, end, list(order), places, after))
    return list(forms.values())
