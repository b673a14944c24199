"""Lanes: how many a step has, and an emitter that computes what all lanes share only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.ir.emit import Operand
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand, as_text

_MOST_LANES = 64  # as many as the lane numbers of a mask have room for in a byte


def lanes_for(size: int, extent: int | None, registers: int) -> int:
    """How many elements of `size` bytes one step works on, for a row of `extent` elements (None: not known)."""
    lanes = min(_MOST_LANES, jit.host().lanes(size) * registers)
    if extent is not None and extent < lanes:
        return 1 << (extent - 1).bit_length() if extent else 1
    return lanes


def lanes_mask(width: int, count: int) -> str:
    """A constant mask of the first lanes."""
    return "<" + ", ".join(f"i1 {str(k < count).lower()}" for k in range(width)) + ">"


def steps(e: TextEmitter, step: str) -> TextOperand:
    """0, step, 2 step, ... over the lanes, as int64."""
    if step.lstrip("-").isdigit():
        return e.operand("int64", "<" + ", ".join(f"i64 {k * int(step)}" for k in range(e.width)) + ">")
    return e.mul(e.iota("int64"), e.splat(e.of_width(1).operand("int64", step)))


def widened(e: TextEmitter, operand: TextOperand) -> TextOperand:
    """A scalar in every lane; a constant stays one, so that rules can see it."""
    if e.width == 1:
        return operand
    if operand.is_constant:
        result = e.operand(operand.dtype, f"splat ({e.of_width(1).type_of(operand.dtype)} {operand.text})")
        if operand.parts is not None:
            result.parts = widened(e, operand.parts[0]), widened(e, operand.parts[1])
        return result
    return e.splat(operand)


class Wide(TextOperand):
    """An operand that differs from lane to lane."""

    __slots__ = ()


class Running(Wide):
    """An operand that grows by one from lane to lane; `base` is its value in the first."""

    __slots__ = ("base",)

    def __init__(self, dtype: str, text: str, base: TextOperand) -> None:
        super().__init__(dtype, text)
        self.base = base


class LaneEmitter:
    """Has the methods of an emitter; its operands are numbers (the same in all lanes) or `Wide`."""

    def __init__(self, wide: TextEmitter) -> None:
        self.wide = wide
        self.narrow = wide.of_width(1)
        self.width = wide.width

    def running(self, base: TextOperand) -> TextOperand:
        """base, base + 1, base + 2, ... over the lanes."""
        if self.width == 1:
            return base
        wide = self.wide.add(widened(self.wide, base), self.wide.iota(base.dtype))
        return Running(base.dtype, wide.text, base)

    def spread(self, operand: Operand) -> TextOperand:
        """The operand in every lane."""
        text = as_text(operand)
        return text if isinstance(text, Wide) or self.width == 1 else widened(self.wide, text)

    def add(self, a: Operand, b: Operand) -> Operand:
        """A sum; one more of what runs, still runs."""
        for x, y in ((a, b), (b, a)):
            if isinstance(x, Running) and not isinstance(y, Wide):
                return self.running(self.narrow.add(x.base, y))
        return self._apply("add", a, b)  # type: ignore[no-any-return]

    def sub(self, a: Operand, b: Operand) -> Operand:
        """A difference."""
        if isinstance(a, Running) and not isinstance(b, Wide):
            return self.running(self.narrow.sub(a.base, b))
        return self._apply("sub", a, b)  # type: ignore[no-any-return]

    def const(self, value: Any, like: Any) -> Operand:
        """A constant."""
        return self.narrow.const(value, like)

    def convert(self, a: Operand, dtype: Any) -> Operand:
        """A cast; to its own dtype an operand stays what it is."""
        if a.dtype == (dtype if isinstance(dtype, str) else dtype.name):
            return a
        return self._apply("convert", a, dtype)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda *arguments, **options: self._apply(name, *arguments, **options)

    def _apply(self, name: str, *arguments: Any, **options: Any) -> Any:
        if self.width == 1 or not any(isinstance(a, Wide) for a in arguments):
            return getattr(self.narrow, name)(*arguments, **options)
        spread = [self.spread(a) if isinstance(a, Operand) else a for a in arguments]
        result = getattr(self.wide, name)(*spread, **options)
        return Wide(result.dtype, result.text)
