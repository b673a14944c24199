"""The loop IR as LLVM IR: the only place that writes labels, jumps and phi nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graphwright.runtime.native.loop_ir.nodes import (
    Arm,
    Attempt,
    Branch,
    Cases,
    Choice,
    Exit,
    Function,
    HoldInterpreter,
    Item,
    Landing,
    Loop,
    Nest,
    ScratchPointer,
    Switch,
)

_HOLD_CALL: Final = "  call void @gw_hold(ptr %gil)"


class LlvmPrinter:
    """Appends LLVM text to `lines`; `block` is the one that it is in, which phi nodes name.

    `cold` are lines that go behind everything else, and `exits` the blocks that leave for each target, with what they
    bring. `offset` gives the place of a scratch pointer by its number; without it `places` collects the nodes. With
    `disguised` these pointers go through integers (see `print_scratch`).
    """

    def __init__(
        self,
        block: str,
        *,
        offset: Callable[[int], int] | None = None,
        disguised: bool = False,
        holds: bool = True,
    ) -> None:
        self.block = block
        self.lines: list[str] = []
        self.cold: list[str] = []
        self.cold_arms: list[Arm] = []
        self.exits: dict[str, list[tuple[str | None, str]]] = {}
        self.places: list[ScratchPointer] = []
        self.held = False  # whether something but cold arms needs the interpreter
        self._offset, self._disguised, self._holds = offset, disguised, holds

    def print(self, items: Sequence[Item]) -> None:
        """Append a region."""
        append = self.lines.append
        for item in items:
            if item.__class__ is str:
                append(item)
            else:
                _PRINT[item.__class__](self, item)

    def enter(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.block = label

    def arm(self, arm: Arm, after: str) -> str:
        """Print a block that ends with a jump; gives the block that jumps."""
        if arm.cold:
            return self._cold(arm, after)
        self.enter(arm.label)
        self.print(arm.items)
        self._end(arm, after)
        return self.block

    def _end(self, arm: Arm, after: str) -> None:
        if arm.target is not None:
            self.exits.setdefault(arm.target, []).append((None, self.block))
        self.lines.append(f"  {arm.end or f'br label %{arm.target or after}'}")

    def _cold(self, arm: Arm, after: str) -> str:
        block, held, lines, self.lines = self.block, self.held, self.lines, []
        self.cold_arms.append(arm)
        self.enter(arm.label)
        self.print(arm.items)
        self._end(arm, after)
        ended, self.block, self.held = self.block, block, held
        self.cold += self.lines
        self.lines = lines
        return ended

    def merge(self, node: Choice, blocks: Sequence[str]) -> None:
        """Begin the block where arms join, each coming from one of the blocks."""
        self.enter(node.after)
        for merge in node.merges:
            pairs = _pairs(list(zip(merge.values, blocks, strict=True)))
            self.lines.append(f"  {merge.name} = phi {merge.type} {pairs}")

    def print_scratch(self, node: ScratchPointer) -> None:
        """A pointer into the scratch block, disguised as a number where the function is optimized.

        LLVM then does not know where it comes from. For each loop it looks through every use of the origin of a
        pointer that the loop goes through, and with all temporaries at distances from one origin that takes the square
        of the program's length.
        """
        name = node.name
        if self._offset is None:
            self.places.append(node)
            return
        pointer = f"getelementptr i8, ptr %scratch, i64 {self._offset(node.number)}"
        if not self._disguised:
            self.lines.append(f"  {name} = {pointer}")
            return
        self.lines += [
            f"  {name}.at = {pointer}",
            f"  {name}.number = ptrtoint ptr {name}.at to i64",
            f"  {name} = inttoptr i64 {name}.number to ptr",
        ]

    def print_hold(self, _: HoldInterpreter) -> None:
        self.held = True
        if self._holds:
            self.lines.append(_HOLD_CALL)


def _loop(p: LlvmPrinter, node: Loop) -> None:
    before, lines = p.block, p.lines
    if node.guard is None:
        lines.append(f"  br label %{node.head}")
    else:
        lines.append(f"  br i1 {node.guard}, label %{node.head}, label %{node.after}")
    p.enter(node.head)
    first = len(lines)
    if node.test is not None:
        p.print(node.test)
        lines.append(f"  br i1 {node.again}, label %{node.inside}, label %{node.after}")
        p.enter(str(node.inside))
    p.print(node.body)
    latch = p.block
    if node.test is not None:
        lines.append(f"  br label %{node.head}")
    else:
        lines.append(f"  br i1 {node.again}, label %{node.head}, label %{node.after}")
    lines[first:first] = [
        f"  {c.name} = phi {c.type} [{c.start}, %{before}], [{c.next}, %{latch}]" for c in node.carried
    ]
    p.enter(node.after)
    for c in node.carried:
        if c.result is not None:
            lines.append(f"  {c.result} = phi {c.type} [{c.start}, %{before}], [{c.next}, %{latch}]")


def _branch(p: LlvmPrinter, node: Branch) -> None:
    before = p.block
    labels = [node.after if arm is None else arm.label for arm in node.arms]
    p.lines.append(f"  br i1 {node.condition}, label %{labels[0]}, label %{labels[1]}")
    blocks = [before if arm is None else p.arm(arm, node.after) for arm in node.arms]
    p.merge(node, blocks)


def _switch(p: LlvmPrinter, node: Switch) -> None:
    *labels, last = [arm.label for arm in node.arms if arm is not None]
    cases = " ".join([f"{node.type} {i}, label %{label}" for i, label in enumerate(labels)])
    p.lines.append(f"  switch {node.type} {node.number}, label %{last} [{cases}]")
    p.merge(node, [p.arm(arm, node.after) for arm in node.arms if arm is not None])


def _cases(p: LlvmPrinter, node: Cases) -> None:
    for condition, arm, miss in zip(node.conditions, node.arms, node.misses, strict=True):
        assert arm is not None
        p.lines.append(f"  br i1 {condition}, label %{arm.label}, label %{miss}")
        p.arm(arm, node.after)
        p.enter(miss)
    p.lines.append(f"  br label %{node.after}")
    p.enter(node.after)


def _attempt(p: LlvmPrinter, node: Attempt) -> None:
    fast, slow = node.arms
    assert fast is not None and slow is not None
    p.print(fast.items)  # it goes on in the block before it
    p.lines.append(f"  br label %{node.after}")
    blocks = [p.block]
    blocks.append(p.arm(slow, node.after))
    p.merge(node, blocks)


def _exit(p: LlvmPrinter, node: Exit) -> None:
    p.exits.setdefault(node.target, []).append((node.value, p.block))
    yes, no = (node.target, node.after) if node.when else (node.after, node.target)
    p.lines.append(f"  br i1 {node.condition}, label %{yes}, label %{no}")
    p.enter(node.after)


def _nest(p: LlvmPrinter, node: Nest) -> None:
    p.print(node.items if node.call is None else node.call)


_PRINT: dict[type, Callable[[LlvmPrinter, Any], None]] = {
    Loop: _loop,
    Branch: _branch,
    Switch: _switch,
    Cases: _cases,
    Attempt: _attempt,
    Exit: _exit,
    Nest: _nest,
    ScratchPointer: LlvmPrinter.print_scratch,
    HoldInterpreter: LlvmPrinter.print_hold,
}


def llvm_text(
    function: Function, *, offset: Callable[[int], int] | None = None, disguised: bool = False, holds: bool = True
) -> str:
    """A whole function."""
    p = LlvmPrinter(function.entry, offset=offset, disguised=disguised, holds=holds)
    p.enter(function.entry)
    p.print(function.body)
    if function.leave:
        _leave(p, function)
    return "\n".join([function.head + " {", *p.lines, *p.cold, "}"])


def _leave(p: LlvmPrinter, function: Function) -> None:
    """The landings that something leaves for, and what runs behind them and the body."""
    arriving = [("" if function.result is None else function.result[2], p.block)]
    reached = [landing for landing in function.landings if landing.label in p.exits or _precedes(landing, function, p)]
    joined = function.result is not None or any(landing.after == function.LEAVE for landing in reached)
    if joined:
        p.lines.append(f"  br label %{function.LEAVE}")
        for landing in reached:
            _landing(p, landing)
            if landing.after == function.LEAVE:
                arriving.append((landing.result or "", p.block))
        p.enter(function.LEAVE)
        if function.result is not None:
            name, type_, _ = function.result
            p.lines.append(f"  {name} = phi {type_} {_pairs(arriving)}")
        reached = []
    p.print(function.leave)
    for landing in reached:
        _landing(p, landing)


def _precedes(landing: Landing, function: Function, p: LlvmPrinter) -> bool:
    """Whether a landing that is left for goes on to this one."""
    return any(other.after == landing.label and other.label in p.exits for other in function.landings)


def _landing(p: LlvmPrinter, landing: Landing) -> None:
    p.enter(landing.label)
    if landing.value is not None:
        name, type_ = landing.value
        p.lines.append(f"  {name} = phi {type_} {_pairs(p.exits[landing.label])}")
    p.print(landing.items)
    p.lines.append(f"  {landing.end or f'br label %{landing.after}'}")


def _pairs(arriving: Sequence[tuple[str | None, str]]) -> str:
    return ", ".join([f"[{value}, %{block}]" for value, block in arriving])
