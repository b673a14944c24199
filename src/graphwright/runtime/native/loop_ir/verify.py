"""Checks of the loop IR: values are defined before they are used, types agree, loops are complete, and what is read
and written on the stack is there.

Structure gives dominance: what a region defines is known behind it in the same region and in the regions inside,
but not behind the node that owns it, except for the results of loops and the merged values of choices.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphwright.runtime.native.loop_ir import leaf
from graphwright.runtime.native.loop_ir.nodes import (
    Arm,
    Attempt,
    Choice,
    Exit,
    Function,
    Item,
    Landing,
    Loop,
    Nest,
    Node,
    ScratchPointer,
)
from graphwright.runtime.native.loop_ir.stack_memory import StackMemory
from graphwright.runtime.native.loop_ir.values import labels, operands


class InvalidLoopIR(AssertionError):
    """A region that no transformation may have produced."""


def verify(items: Sequence[Item], known: Mapping[str, str | None], exits: Iterable[str] = ()) -> None:
    """Raise `InvalidLoopIR` for a region that is wrong.

    `known` are the types of the values defined outside, by name without the percent sign; None where the type is not
    known. `exits` are the blocks outside that the region may leave for.
    """
    _Verifier(set(exits)).region(items, dict(known))


def verify_function(function: Function) -> None:
    """Raise `InvalidLoopIR` for a function that is wrong.

    Landings, and what runs behind them, know what the body defines before its first node.
    """
    verifier = _Verifier({landing.label for landing in function.landings})
    for landing in function.landings:
        verifier.landing(landing, function)
    body = function.body
    first = next((i for i, item in enumerate(body) if not isinstance(item, str)), len(body))
    known: dict[str, str | None] = {}
    for name, type_ in leaf.operands(function.head):
        verifier.define(name, type_, known)
    if not function.leave:
        first = min(first, len(body) - 1)
    verifier.region(body[:first], known)
    outside = dict(known)
    if function.leave:
        verifier.region(body[first:], known)
    else:
        verifier.returning(body[first:], known, function.head)
    if function.result is not None:
        verifier.use_text(function.result[2], function.result[1], known, "the result of a function")
    for landing in function.landings:
        inside = verifier.block(landing.items, outside, landing.value)
        verifier.end(landing.end, inside)
        if landing.after == Function.LEAVE and function.result is not None:
            verifier.use_text(landing.result or "", function.result[1], inside, landing.label)
    if function.leave:
        inside = dict(outside)
        if function.result is not None:
            verifier.define(function.result[0][1:], function.result[1], inside)
        verifier.returning(function.leave, inside, function.head)


class _Verifier:
    def __init__(self, exits: set[str]) -> None:
        self._exits = exits
        self._brought: dict[str, str | None] = {}  # the type of what the exits to a landing bring, None: nothing
        self._defined: set[str] = set()
        self._labels: set[str] = set()
        self._stack = StackMemory()

    def landing(self, landing: Landing, function: Function) -> None:
        """A landing, before what leaves for it."""
        self._label(landing.label)
        self._brought[landing.label] = None if landing.value is None else landing.value[1]
        if (landing.after is None) == (landing.end is None):
            raise InvalidLoopIR(f"the landing {landing.label} has to go on, or to end")
        if landing.after not in (None, Function.LEAVE) and landing.after not in self._exits:
            raise InvalidLoopIR(f"{landing.label} goes on to {landing.after}, which is not a landing")
        if landing.after == Function.LEAVE and function.result is not None and landing.result is None:
            raise InvalidLoopIR(f"the landing {landing.label} has no result")

    def returning(self, items: Sequence[Item], known: dict[str, str | None], head: str) -> None:
        """A region whose last leaf returns what the head of its function says."""
        if not items or not isinstance(items[-1], str) or not items[-1].startswith("  ret "):
            raise InvalidLoopIR("a function that does not return")
        self.region(items[:-1], known)
        self.end(items[-1].strip(), known)

    def end(self, terminator: str | None, known: Mapping[str, str | None]) -> None:
        """What ends a block and goes nowhere."""
        for name, type_ in leaf.operands(f"  {terminator or ''}"):
            self._use(name, type_, known, terminator or "")

    def region(self, items: Sequence[Item], known: dict[str, str | None]) -> None:
        """A region; what it defines is added to `known`."""
        for item in items:
            if isinstance(item, str):
                self._leaf(item, known)
            else:
                self._node(item, known)

    def block(
        self, items: Sequence[Item], outside: Mapping[str, str | None], value: tuple[str, str] | None
    ) -> dict[str, str | None]:
        """A region that runs behind the body and knows the names of `outside`, and of one value that is brought."""
        known = dict(outside)
        if value is not None:
            self.define(value[0][1:], value[1], known)
        self.region(items, known)
        return known

    def _leaf(self, line: str, known: dict[str, str | None]) -> None:
        if leaf.is_terminator(line) or not line.startswith("  ") or "= phi " in line:
            raise InvalidLoopIR(f"control flow in a leaf: {line}")
        for name, type_ in leaf.operands(line):
            self._use(name, type_, known, line)
        fault = self._stack.fault(line)
        if fault is not None:
            raise InvalidLoopIR(f"{fault}: {line}")
        result = leaf.defined(line)
        if result is not None:
            self.define(result, leaf.result_type(line), known)

    def _node(self, node: Node, known: dict[str, str | None]) -> None:
        for label in labels(node):
            self._label(label)
        if isinstance(node, Loop):
            self._loop(node, known)
        elif isinstance(node, Choice):
            self._choice(node, known)
        elif isinstance(node, Exit):
            self._operands(node, known)
            self._leaves(node.target, node.value, known)
        elif isinstance(node, Nest):
            self.region(node.items if node.call is None else node.call, known)
        elif isinstance(node, ScratchPointer):
            self.define(node.name[1:], "ptr", known)

    def _label(self, label: str) -> None:
        if label in self._labels:
            raise InvalidLoopIR(f"two blocks are named {label}")
        self._labels.add(label)

    def _leaves(self, target: str, value: str | None, known: Mapping[str, str | None]) -> None:
        """An exit or an arm that leaves for a block outside, and what it brings."""
        if target not in self._exits:
            raise InvalidLoopIR(f"an exit to {target}, which is not an enclosing block")
        type_ = self._brought.get(target)
        if target in self._brought and (value is None) != (type_ is None):
            raise InvalidLoopIR(f"an exit to {target} that brings {value or 'nothing'}, not {type_ or 'nothing'}")
        if value is not None:
            self.use_text(value, type_, known, f"the exit to {target}")

    def _loop(self, node: Loop, known: dict[str, str | None]) -> None:
        if node.again is None or (node.test is None) != (node.inside is None):
            raise InvalidLoopIR(f"the loop {node.head} is not complete")
        if node.guard is not None:
            self.use_text(node.guard, "i1", known, node.head)
        for carried in node.carried:
            self.use_text(carried.start, carried.type, known, node.head)
        inside = dict(known)
        for carried in node.carried:
            self.define(carried.name[1:], carried.type, inside)
        if node.test is not None:
            self.region(node.test, inside)
            self.use_text(node.again, "i1", inside, node.head)
        # what the test of a while loop defines, and what each iteration carries, is known behind it
        after = inside if node.test is not None or node.guard is None else known
        body = dict(inside) if node.test is not None else inside
        self.region(node.body, body)
        for carried in node.carried:
            if carried.next is None:
                raise InvalidLoopIR(f"{carried.name} of the loop {node.head} has no next value")
            self.use_text(carried.next, carried.type, body, node.head)
        if node.test is None:
            self.use_text(node.again, "i1", body, node.head)
        known.update(after)
        for carried in node.carried:
            if carried.result is not None:
                self.define(carried.result[1:], carried.type, known)

    def _choice(self, node: Choice, known: dict[str, str | None]) -> None:
        if isinstance(node, Attempt):
            self._attempt(node, known)
            return
        merged = list(node.merges)
        self._operands(node, known, merged=False)
        for merge in merged:
            if len(merge.values) != len(node.arms):
                raise InvalidLoopIR(f"{merge.name} has {len(merge.values)} values for {len(node.arms)} arms")
        for k, arm in enumerate(node.arms):
            inside = self._arm(arm, known)
            for merge in merged:
                self.use_text(merge.values[k], merge.type, inside, node.after)
        for merge in merged:
            self.define(merge.name[1:], merge.type, known)

    def _arm(self, arm: Arm | None, known: dict[str, str | None]) -> dict[str, str | None]:
        inside = dict(known)
        if arm is not None:
            if arm.cold:
                self._label(arm.label)
            self.region(arm.items, inside)
            self.end(arm.end, inside)
            if arm.target is not None:
                self._leaves(arm.target, None, inside)
        return inside

    def _attempt(self, node: Attempt, known: dict[str, str | None]) -> None:
        fast, slow = node.arms
        assert fast is not None and slow is not None
        before = dict(known)
        self._exits.add(slow.label)
        inside = self._arm(fast, known)
        self._exits.discard(slow.label)
        arms = [inside, self._arm(slow, before)]
        for merge in node.merges:
            for value, names in zip(merge.values, arms, strict=True):
                self.use_text(value, merge.type, names, node.after)
            self.define(merge.name[1:], merge.type, known)

    def _operands(self, node: Node, known: dict[str, str | None], merged: bool = True) -> None:
        own = operands(node)
        if not merged and isinstance(node, Choice):
            own = own[: len(own) - sum([len(merge.values) for merge in node.merges])]
        for type_, text in own:
            self.use_text(text, type_, known, type(node).__name__)

    def use_text(self, text: str, type_: str | None, known: Mapping[str, str | None], where: str) -> None:
        if text.startswith("%"):
            self._use(text[1:], type_, known, where)

    def _use(self, name: str, type_: str | None, known: Mapping[str, str | None], where: str) -> None:
        if name not in known:
            raise InvalidLoopIR(f"%{name} is not defined where it is used: {where}")
        have = known[name]
        if type_ is not None and have is not None and type_ != have:
            raise InvalidLoopIR(f"%{name} is {have}, not {type_}: {where}")

    def define(self, name: str, type_: str | None, known: dict[str, str | None]) -> None:
        if name in self._defined:
            raise InvalidLoopIR(f"%{name} is defined twice")
        self._defined.add(name)
        known[name] = type_
