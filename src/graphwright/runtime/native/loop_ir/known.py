"""Numbers known at compile time, with the operators of `IRValue`: a formula that emits code also computes.

>>> from graphwright.runtime.native.loop_ir.known import known
>>> rows = known(100)
>>> (rows + 15) // 16 * 16, (rows > 64).select(rows, 64)
('112', '100')
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Final

from graphwright.runtime.native.loop_ir.typed import I1, I64, IROperand, IRValue

_OPCODES: Final[Mapping[str, Callable[[int, int], int]]] = {
    "add": operator.add, "sub": operator.sub, "mul": operator.mul, "udiv": operator.floordiv,
    "sdiv": lambda a, b: int(a / b), "shl": operator.lshift, "lshr": operator.rshift,
    "and": operator.and_, "or": operator.or_, "xor": operator.xor, "smin": min, "smax": max,
    "eq": operator.eq, "ne": operator.ne, "slt": operator.lt, "sle": operator.le, "sgt": operator.gt,
    "sge": operator.ge,
}  # fmt: skip
_NAMED: Final = {"true": 1, "false": 0, "null": 0}


class Known(IRValue):
    """A number, not negative where it is divided; the other operands must be known too."""

    __slots__ = ()

    def _binary(self, opcode: str, other: IROperand) -> IRValue:
        return known(_OPCODES[opcode](number(self), number(other)), self.type)

    def _reflected(self, opcode: str, other: IROperand) -> IRValue:
        return known(_OPCODES[opcode](number(other), number(self)), self.type)

    def _compare(self, predicate: str, other: IROperand) -> IRValue:
        return known(_OPCODES[predicate](number(self), number(other)), I1)

    def _intrinsic(self, name: str, other: IROperand) -> IRValue:
        return self._binary(name, other)

    def _convert(self, opcode: str, type_: str) -> IRValue:
        return known(number(self), type_)

    def select(self, then: IROperand, otherwise: IROperand, type_: str = "") -> IRValue:
        """`then` if a condition holds, else `otherwise`."""
        return known(number(then if number(self) else otherwise), type_ or I64)

    def leading_zeros(self) -> IRValue:
        """How many leading bits of 64 are zeros."""
        return known(64 - number(self).bit_length())


def known(value: int, type_: str = I64) -> Known:
    """The operand for a number."""
    result = Known({0: "false", 1: "true"}[value] if type_ == I1 else value)
    result.type, result.builder = type_, None
    return result


def number(operand: IROperand) -> int:
    """The number that a known operand stands for."""
    return _NAMED[operand] if operand in _NAMED else int(operand)
