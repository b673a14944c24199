"""Finds bodies that consist of calls alone: LLVM compiles them three times as fast without optimization.

What computes is in functions of its own then, at the full level: in long bodies, and where threads share the work. A
body that computes much itself, or iterates a loop that calls nothing, stays at that level too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphwright.base.config import uses
from graphwright.runtime.native.loop_ir.nodes import Choice, Item, Loop, Nest
from graphwright.runtime.native.machine.budgets import CALLING_INSTRUCTIONS, LONG_BODY_INSTRUCTIONS
from graphwright.runtime.native.runtime import thread_pool

ATTRIBUTES: Final = "noinline optnone "

# Masks, and vectors wider than a processor's, for which LLVM's quick instruction selection has no code.
_WIDE: Final = ("llvm.masked", "x i1>", "<32 x ", "<64 x ", "<128 x ")
_ELEMENT: Final = "  %v"  # what computes elements
_SHARED: Final = f"  call void @{thread_pool.SPLIT}("
_WORK: Final = re.compile(r"  (?:%[\w.]+ = )?call .*@gw_(?:nest|small|product|share|split)")


class _Contents:
    """What a region and those inside contain, but for arms that hardly ever run."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.leaves: list[str] = []
        self.counted = False  # whether there are counted loops
        self.while_loops: list[Loop] = []
        self.others = 0  # lines of LLVM text that are no leaves
        self._add(items)

    def _add(self, items: Sequence[Item]) -> None:
        leaves = self.leaves
        for item in items:
            if item.__class__ is str:
                leaves.append(item)
            elif item.__class__ is Nest:
                self._add(item.items if item.call is None else item.call)
            elif isinstance(item, Loop):
                self.counted = self.counted or item.test is None
                self.while_loops += [] if item.test is None else [item]
                self.others += 3 + len(item.carried)
                self._add(item.test or ())
                self._add(item.body)
            elif isinstance(item, Choice):
                arms = [arm for arm in item.arms if arm is not None and not arm.cold]
                self.others += 2 + 2 * len(arms) + len(item.merges)
                for arm in arms:
                    self._add(arm.items)
            else:
                self.others += 2

    @property
    def size(self) -> int:
        """About how many lines of LLVM text there are."""
        return len(self.leaves) + self.others

    @property
    def computes(self) -> bool:
        """Whether there is a counted loop, or what else has to be compiled well."""
        text = "\n".join(self.leaves)
        return self.counted or any(mark in text for mark in _WIDE)


def is_long(items: Sequence[Item]) -> bool:
    """Whether there is anything to gain."""
    return _Contents(items).size >= LONG_BODY_INSTRUCTIONS


def is_shared(items: Sequence[Item]) -> bool:
    """Whether nests of a short body are functions because threads share them, and none is called in a while loop."""
    contents = _Contents(items)
    return not contents.while_loops and any(leaf.startswith(_SHARED) for leaf in contents.leaves)


def computes(items: Sequence[Item]) -> bool:
    """Whether a region has to be compiled well."""
    return _Contents(items).computes


def is_glue(items: Sequence[Item]) -> bool:
    """Whether a region does little but call functions."""
    contents = _Contents(items)
    if not uses("opt_level") or contents.computes or not all(_calls_work(loop) for loop in contents.while_loops):
        return False
    elements = sum([leaf.startswith(_ELEMENT) for leaf in contents.leaves])
    return elements * CALLING_INSTRUCTIONS <= contents.size


def _calls_work(loop: Loop) -> bool:
    """Whether each iteration calls a function that computes."""
    leaves = _Contents([*(loop.test or ()), *loop.body]).leaves
    return any(_WORK.match(leaf) is not None for leaf in leaves)
