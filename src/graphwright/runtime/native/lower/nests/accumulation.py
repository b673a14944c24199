"""How reductions accumulate: initial values, how elements and lanes are combined, final results."""

from __future__ import annotations

from collections.abc import Callable

from graphwright.ir.emit import Operand
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.steps import Reduction
from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand, as_text
from graphwright.runtime.native.llvm.lanes import widened
from graphwright.runtime.native.llvm.storage import ELEMENTS

Accumulators = list[TextOperand]


class Accumulation:
    """How one reduction accumulates: one value per lane, or for argmax and argmin a value and its index."""

    def __init__(self, reduction: Reduction) -> None:
        op = reduction.op
        self.kind = reduction.kind
        self.dtype = op.inputs[0].type.dtype.name
        self.result = op.outputs[0].type.dtype.name
        self.source: Value = op.inputs[0]
        self.output: Value = op.outputs[0]
        self.held = _held_as(self.kind, self.dtype)
        self.tracks_index = self.kind in ("argmax", "argmin")

    @property
    def dtypes(self) -> list[str]:
        """The dtypes of the accumulators."""
        return [self.held, "int64"] if self.tracks_index else [self.held]

    def initial(self, e: TextEmitter) -> Accumulators:
        """The accumulators before the first element."""
        start = e.const(_identity(self.kind, self.held), self.held)
        return [start, e.const(-1, "int64")] if self.tracks_index else [start]

    def combine(self, e: TextEmitter, a: Operand, b: Operand) -> Operand:
        """Two accumulated values as one."""
        method: dict[str, Callable[[Operand, Operand], Operand]] = {
            "sum": e.add,
            "mean": e.add,
            "prod": e.mul,
            "max": e.max,
            "min": e.min,
            "any": e.logical_or,
            "all": e.logical_and,
        }
        return method[self.kind](a, b)

    def add(
        self,
        e: TextEmitter,
        stored: Accumulators,
        value: TextOperand,
        index: TextOperand | None,
        mask: str | None,
    ) -> Accumulators:
        """The accumulators with one more element per lane."""
        if self.tracks_index:
            assert index is not None
            if ELEMENTS[self.dtype].kind == "float":
                # NaN is worse than every number
                worst = e.const(_identity(self.kind, self.dtype), self.dtype)
                value = as_text(e.select(e.isnan(value), worst, value))
            return self._better(e, stored, [value, index], mask)
        wide = e.convert(value, self.held) if value.dtype != self.held else value
        if mask is not None:
            wide = e.select(e.operand("bool", mask), wide, self.initial(e)[0])
        return [as_text(self.combine(e, stored[0], wide))]

    def _better(self, e: TextEmitter, stored: Accumulators, new: Accumulators, mask: str | None) -> Accumulators:
        """The better of two candidates per lane, the first of equal ones."""
        wins = e.compare("gt" if self.kind == "argmax" else "lt", new[0], stored[0])
        none_yet = e.compare("lt", stored[1], e.const(0, "int64"))
        same = e.compare("eq", new[0], stored[0])
        earlier = e.logical_and(same, e.compare("lt", new[1], stored[1]))
        there = e.compare("ge", new[1], e.const(0, "int64"))
        wins = e.logical_and(there, e.logical_or(none_yet, e.logical_or(wins, earlier)))
        if mask is not None:
            wins = e.logical_and(wins, e.operand("bool", mask))
        return [as_text(e.select(wins, n, h)) for n, h in zip(new, stored, strict=True)]

    def join(self, e: TextEmitter, a: Accumulators, b: Accumulators) -> Accumulators:
        """The accumulators of two runs of elements as one."""
        if self.tracks_index:
            return self._better(e, a, b, None)
        return [as_text(self.combine(e, a[0], b[0]))]

    def fold(self, e: TextEmitter, stored: Accumulators) -> Accumulators:
        """The lanes as one."""
        if not self.tracks_index:
            return [e.fold(lambda narrow, a, b: self.combine(narrow, a, b), stored[0])]  # type: ignore[arg-type]
        narrow, current = e, stored
        while narrow.width > 1:
            halves = [[narrow.half(a, upper) for a in current] for upper in (False, True)]
            narrow = narrow.of_width(narrow.width // 2)
            current = self._better(narrow, halves[0], halves[1], None)
        return current

    def finish(self, e: TextEmitter, stored: Accumulators, count: TextOperand) -> TextOperand:
        """The result from the final accumulators; `count` (int64) elements went into each."""
        value = stored[-1] if self.tracks_index else stored[0]
        if self.kind == "mean":
            total = value
            value = as_text(e.div(value, widened(e, e.of_width(1).convert(count, self.held))))
            if ELEMENTS[self.held].kind == "complex":  # no element at all is 0; an infinite one over 1 would be NaN
                one = e.of_width(1)
                few = as_text(one.compare("le", count, one.const(1, count)))
                value = as_text(e.select(widened(e, few), total, value))
        return e.convert(value, self.result) if value.dtype != self.result else value


def _held_as(kind: str, dtype: str) -> str:
    """The dtype of an accumulator.

    16-bit floats are added up in single precision and rounded once; the mean of integers is that of their true sum.
    """
    element = ELEMENTS[dtype]
    if element.rounds and kind in ("sum", "mean", "prod"):
        return "float32"
    if kind == "mean" and element.kind in ("int", "uint"):
        return "int64" if element.kind == "int" else "uint64"
    return dtype


def _identity(kind: str, dtype: str) -> bool | int | float:
    """What changes nothing when it is combined."""
    element = ELEMENTS[dtype]
    if kind in ("sum", "mean"):
        return 0
    if kind == "prod":
        return 1
    if kind in ("any", "all"):
        return kind == "all"
    lowest = kind in ("max", "argmax")
    if element.kind == "float":
        return float("-inf") if lowest else float("inf")
    if element.kind == "bool":
        return not lowest
    bits = 8 * element.size
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if element.kind == "int" else (0, (1 << bits) - 1)
    return low if lowest else high
