"""Vectorize: chooses how many elements of the innermost axis one step works on."""

from __future__ import annotations

from graphwright.base.frozen import replace
from graphwright.runtime.native.llvm.lanes import lanes_for
from graphwright.runtime.native.machine.budgets import LONG_CHAIN, SHORT_CHAIN
from graphwright.runtime.native.schedule.loop_nest import LoopNest


def vectorize(nest: LoopNest, size: int, registers: int = 4) -> LoopNest:
    """The nest with as many lanes as fill so many registers with elements of `size` bytes; no more than the row has."""
    return replace(nest, lanes=lanes_for(size, nest.row.static, registers))


def registers_for(members: int) -> int:
    """The registers that each value of a chain of so many operations has: several, to hide latencies."""
    return 4 if members <= SHORT_CHAIN else 2 if members <= LONG_CHAIN else 1
