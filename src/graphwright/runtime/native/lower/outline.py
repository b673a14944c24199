"""Outlines loop nests into functions: nests that occur several times, and all nests of a long body.

The layers of a deep network are the same loops over other memory, and nearly all the time that a long body takes to
compile is that of its loops. Two nests are the same if they differ in nothing but names. What one uses and does not
define is an argument of the function; what it returns is whether it failed, or which of several ways it did, and the
values that are used behind it. A long body is glue (`opt_level.py`) if nothing but calls is left of it then; if not,
only nests that are there several times leave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from graphwright.base.config import uses
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.nodes import (
    Branch,
    Choice,
    Exit,
    Item,
    Nest,
    Node,
    Region,
    ScratchPointer,
    regions,
)
from graphwright.runtime.native.loop_ir.print_llvm import LlvmPrinter
from graphwright.runtime.native.loop_ir.values import (
    cold_arms,
    defined_in,
    exits_of,
    inner,
    is_closed,
    operands,
    used_in,
)
from graphwright.runtime.native.lower import opt_level
from graphwright.runtime.native.machine.budgets import CALLED_NEST_LINES, REPEATED

_NAME: Final = re.compile(r"%([\w.]+)")


class _Occurrence:
    """A nest that could be a call: its names in the order of their appearance."""

    def __init__(self, nest: Nest, names: list[str], places: list[ScratchPointer], after: str) -> None:
        self.nest, self.names = nest, names
        self.places = places  # pointers into the scratch block, which stay before the call
        self.after = after  # the block that the nest ends in; "" if that is the one it begins in


class _Form:
    """Nests that differ in nothing but names: `text` has them numbered, `%n0` being the block before the nest."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.nests: list[_Occurrence] = []
        self.defined: set[int] = set()
        self.arguments: list[tuple[str, int]] = []  # types and names
        self.failures: list[int] = []  # the blocks outside that the nest leaves for when it fails
        self.results: dict[int, str] = {}  # the names and types of the values that the function returns
        self.name = "gw_nest"

    def analyse(self) -> bool:
        """Find out what is defined, used and left for; False where it could be no function."""
        first = self.nests[0]
        number = {name: k for k, name in enumerate(first.names)}
        places = {place.name[1:] for place in first.places}
        definitions = defined_in(first.nest.items)
        types = {**used_in(first.nest.items), **dict.fromkeys(places, "ptr")}
        self.defined = {number[name] for name in definitions if name not in places and name in number}
        self.failures = sorted([number[target] for target in exits_of(first.nest.items)])
        self.results = {}
        outside = range(1, len(first.names))
        passed = [k for k in outside if k not in self.defined and k not in self.failures]
        self.arguments = [(types.get(first.names[k]) or "", k) for k in passed]
        self._types = {number[name]: type_ for name, type_ in definitions.items() if name in number}
        return all(type_ for type_, _ in self.arguments)

    def function(self) -> str:
        """The text from its parameters on."""
        parameters = ", ".join(f"{type_} %n{number}" for type_, number in self.arguments)
        text = self.text.replace("\n%n", "\nn")
        lines = self._returned("0", [f"%n{number}" for number in self.results])
        for status, number in enumerate(self.failures, 1):
            lines += [f"n{number}:", *self._returned(str(status), ["undef"] * len(self.results))]
        ending = "\n".join(lines)
        return f"({parameters}) noinline nounwind {{\nn0:\n{text}\n{ending}\n}}"

    def _returned(self, status: str, values: Sequence[str]) -> list[str]:
        """The end of the function."""
        every = [status, *values] if self.failures else list(values)
        if len(every) < 2:
            return [" ".join(["  ret", self.type, *every])]
        lines, whole = [], "undef"
        for at, (type_, value) in enumerate(zip(self._parts, every, strict=True)):
            lines.append(f"  %r{status}.{at} = insertvalue {self.type} {whole}, {type_} {value}, {at}")
            whole = f"%r{status}.{at}"
        return [*lines, f"  ret {self.type} {whole}"]

    @property
    def _parts(self) -> list[str]:
        """The types of what the function returns: a status, where the nest may fail, and values."""
        status = "i1" if len(self.failures) == 1 else "i32"
        return [*([status] if self.failures else []), *self.results.values()]

    @property
    def type(self) -> str:
        """The type of all that the function returns."""
        parts = self._parts
        return "{ " + ", ".join(parts) + " }" if len(parts) > 1 else parts[0] if parts else "void"

    def call(self, nest: _Occurrence) -> Region:
        """What takes the place of a nest."""
        passed = ", ".join(f"{type_} %{nest.names[number]}" for type_, number in self.arguments)
        names = [f"%{nest.names[number]}" for number in self.results]
        every = [f"%{nest.after}.failed", *names] if self.failures else names
        return [*nest.places, *self._call(f"call {self.type} @{self.name}({passed})", every), *self._leave(nest)]

    def _call(self, call: str, names: Sequence[str]) -> list[Item]:
        """The call, and under their names what it returns."""
        if len(names) < 2:
            return [f"  {names[0]} = {call}" if names else f"  {call}"]
        whole = f"{names[0]}.of"
        parts = [f"  {name} = extractvalue {self.type} {whole}, {at}" for at, name in enumerate(names)]
        return [f"  {whole} = {call}", *parts]

    def _leave(self, nest: _Occurrence) -> list[Item]:
        """Leave for where the nest did."""
        status = f"%{nest.after}.failed"
        if len(self.failures) == 1:
            return [_leave(nest, status, nest.names[self.failures[0]], nest.after)]
        found: list[Item] = []
        for which, number in enumerate(self.failures, 1):
            after = nest.after if which == len(self.failures) else f"{nest.after}.{which}"
            found.append(f"  {status}.{which} = icmp eq i32 {status}, {which}")
            found.append(_leave(nest, f"{status}.{which}", nest.names[number], after))
        return found

    def returns(self, numbers: Iterable[int]) -> bool:
        """Let the function return values; False where one of the names stands for no value."""
        types = [(number, self._types.get(number)) for number in sorted(numbers)]
        self.results.update([(number, type_) for number, type_ in types if type_ is not None])
        return all(type_ is not None for _, type_ in types)


def _leave(nest: _Occurrence, status: str, target: str, after: str) -> Exit | Branch:
    """Leave for where the nest did: a block of the function, or the arm of the nest that runs when it fails."""
    for arm in cold_arms(nest.nest.items):
        if arm.label == target:
            return Branch(status, arm, None, after)
    return Exit(status, target, after)


def outline(module: ModuleText, items: Region, is_long: bool) -> None:
    """Replace nests of a function by calls. Only a function that `is_long` may become glue."""
    nests = list(_nests(items))
    if not uses("outline") or (len(nests) < REPEATED and not is_long):
        return
    forms = _forms(nests)
    found = None
    if is_long:
        found = _Calls(items, nests, [form for form in forms if form.analyse()])
        found.apply()
    if found is None or not opt_level.is_glue(items):
        found = _Calls(items, nests, [form for form in forms if len(form.nests) >= REPEATED and form.analyse()])
    for form in found.forms():
        form.name = module.function("gw_nest", form.function(), form.type)
    found.apply()


class _Calls:
    """A region of which some nests are to become calls."""

    def __init__(self, items: Region, nests: Sequence[Nest], forms: Sequence[_Form]) -> None:
        self._nests = nests
        self._calls = {nest.nest: (form, nest) for form in forms for nest in form.nests}
        elsewhere = _names(items, self._calls)
        while True:
            used = elsewhere.union(*[{n.names[k] for _, k in form.arguments} for form, n in self._calls.values()])
            # those that define what is used elsewhere stay, and what they use is used
            staying = [nest for nest, call in self._calls.items() if _defines_used(*call, used)]
            if not staying:
                break
            for nest in staying:
                elsewhere.update(self._calls.pop(nest)[1].names)

    def forms(self) -> list[_Form]:
        """The forms of the calls, in the order in which they appear."""
        calls = (self._calls.get(nest) for nest in self._nests)
        return list(dict.fromkeys(call[0] for call in calls if call is not None))

    def apply(self) -> None:
        """Let the nests be calls."""
        for nest in self._nests:
            found = self._calls.get(nest)
            nest.call = None if found is None else found[0].call(found[1])


def _nests(items: Sequence[Item]) -> Iterator[Nest]:
    """The nests of a region, but for those in arms that hardly ever run."""
    for item in items:
        if item.__class__ is str:
            continue
        if isinstance(item, Nest):
            yield item
        elif isinstance(item, Node):
            for region in inner(item):
                yield from _nests(region)


def _names(items: Sequence[Item], calls: dict[Nest, tuple[_Form, _Occurrence]]) -> set[str]:
    """The names used outside of the nests that are to become calls."""
    leaves: list[str] = []

    def visit(items: Sequence[Item], in_call: bool) -> None:
        for item in items:
            if item.__class__ is str:
                if not in_call:
                    leaves.append(item)
                continue
            assert isinstance(item, Node)
            replaced = in_call or item in calls
            if not replaced:
                leaves.extend([text for _, text in operands(item)])
            if isinstance(item, Choice):
                for arm in item.arms:
                    if arm is not None:
                        visit(arm.items, replaced and not arm.cold)
            else:
                for region in regions(item):
                    visit(region, replaced)

    visit(items, False)
    return set(_NAME.findall("\n".join(leaves)))


def _defines_used(form: _Form, nest: _Occurrence, used: set[str]) -> bool:
    """Whether a nest defines what is used elsewhere and no function returns: no value, or used where it failed."""
    needed = [n for n in form.defined if nest.names[n] in used]
    failing = [name for arm in cold_arms(nest.nest.items) for name in _names(arm.items, {})] if needed else []
    return any(nest.names[n] in failing for n in needed) or not form.returns(needed)


def _forms(nests: Sequence[Nest]) -> list[_Form]:
    """The forms of the nests that could be functions."""
    forms: dict[tuple[str, tuple[int, ...]], _Form] = {}
    for nest in nests:
        printer = LlvmPrinter(nest.before)
        printer.print(nest.items)
        own = printer.lines
        if len(own) < CALLED_NEST_LINES and not opt_level.computes(nest.items):
            continue
        if printer.held or not is_closed(nest.items):  # Python is not for nests
            continue
        # labels are written with a percent sign here, so that they count as names
        text = "\n".join([line if line[0] == " " else "%" + line for line in own])
        parts = _NAME.split(text)
        order = {nest.before: 0}
        numbers = tuple([order.setdefault(name, len(order)) for name in parts[1::2]])
        key = "%".join(parts[::2]), numbers
        form = forms.get(key)
        if form is None:
            parts[1::2] = [f"%n{number}" for number in numbers]
            form = forms[key] = _Form("".join(parts))
        after = printer.block if printer.block != nest.before else ""
        form.nests.append(_Occurrence(nest, list(order), printer.places, after))
    return list(forms.values())
