"""Typed values: the result of an instruction, with operators that append further instructions.

    fits = one & in_line & scaled.eq(0)
    chunks = (length + step - 1).sdiv(step)
    row = table.at(index, I64).load(I64, align=8)

A value is the text of an operand, as leaves contain it, and knows its type and the builder that made it. Integers are
LLVM's, without a sign of their own: `//`, `%`, `>>`, `umin` and `ult` take them as unsigned, as sizes are; `sdiv`,
`ashr`, `min`, `max` and the comparison operators take them as signed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from graphwright.runtime.native.loop_ir.builder import BlockBuilder

I1: Final = "i1"
I32: Final = "i32"
I64: Final = "i64"
PTR: Final = "ptr"
FLOATS: Final = frozenset({"half", "bfloat", "float", "double"})


class IRValue(str):
    """An operand with its type; `builder` is None for a constant."""

    __slots__ = ("builder", "type")
    builder: BlockBuilder | None
    type: str

    # arithmetic

    def __add__(self, other: IROperand) -> IRValue:
        return self._binary("add", other)

    def __radd__(self, other: IROperand) -> IRValue:
        return self._reflected("add", other)

    def __sub__(self, other: IROperand) -> IRValue:
        return self._binary("sub", other)

    def __rsub__(self, other: IROperand) -> IRValue:
        return self._reflected("sub", other)

    def __mul__(self, other: IROperand) -> IRValue:  # type: ignore[override]
        return self._binary("mul", other)

    def __rmul__(self, other: IROperand) -> IRValue:  # type: ignore[override]
        return self._reflected("mul", other)

    def __floordiv__(self, other: IROperand) -> IRValue:
        """The quotient of unsigned numbers."""
        return self._binary("udiv", other)

    def __mod__(self, other: IROperand) -> IRValue:
        """The remainder of unsigned numbers."""
        return self._binary("urem", other)

    def __and__(self, other: IROperand) -> IRValue:
        return self._binary("and", other)

    def __or__(self, other: IROperand) -> IRValue:
        return self._binary("or", other)

    def __xor__(self, other: IROperand) -> IRValue:
        return self._binary("xor", other)

    def __invert__(self) -> IRValue:
        """Whether a condition does not hold, or an integer's complement."""
        return self._binary("xor", "true" if self.type == I1 else -1)

    def __lshift__(self, other: IROperand) -> IRValue:
        return self._binary("shl", other)

    def __rlshift__(self, other: IROperand) -> IRValue:
        return self._reflected("shl", other)

    def __rshift__(self, other: IROperand) -> IRValue:
        """A shift that brings in zeros."""
        return self._binary("lshr", other)

    def __rrshift__(self, other: IROperand) -> IRValue:
        return self._reflected("lshr", other)

    def __rfloordiv__(self, other: IROperand) -> IRValue:
        return self._reflected("udiv", other)

    def sdiv(self, other: IROperand) -> IRValue:
        """The quotient of signed numbers, rounded toward zero."""
        return self._binary("sdiv", other)

    def ashr(self, other: IROperand) -> IRValue:
        """A shift that brings in the sign."""
        return self._binary("ashr", other)

    def min(self, other: IROperand) -> IRValue:
        """The lesser of two signed numbers."""
        return self._intrinsic("smin", other)

    def max(self, other: IROperand) -> IRValue:
        """The greater of two signed numbers."""
        return self._intrinsic("smax", other)

    def umin(self, other: IROperand) -> IRValue:
        """The lesser of two unsigned numbers."""
        return self._intrinsic("umin", other)

    def umax(self, other: IROperand) -> IRValue:
        """The greater of two unsigned numbers."""
        return self._intrinsic("umax", other)

    def leading_zeros(self) -> IRValue:
        """How many leading bits are zeros."""
        b = self._builder()
        b.declare(f"declare {self.type} @llvm.ctlz.{self.type}({self.type}, i1)")
        return b.let(f"call {self.type} @llvm.ctlz.{self.type}({self.type} {self}, i1 false)", self.type)

    # comparisons

    def eq(self, other: IROperand) -> IRValue:
        """Whether two integers or pointers are equal."""
        return self._compare("eq", other)

    def ne(self, other: IROperand) -> IRValue:
        """Whether two integers or pointers differ."""
        return self._compare("ne", other)

    def __lt__(self, other: IROperand) -> IRValue:  # type: ignore[override, misc]
        return self._compare("slt", other)

    def __le__(self, other: IROperand) -> IRValue:  # type: ignore[override, misc]
        return self._compare("sle", other)

    def __gt__(self, other: IROperand) -> IRValue:  # type: ignore[override, misc]
        return self._compare("sgt", other)

    def __ge__(self, other: IROperand) -> IRValue:  # type: ignore[override, misc]
        return self._compare("sge", other)

    def ult(self, other: IROperand) -> IRValue:
        """Whether an unsigned number is less than another."""
        return self._compare("ult", other)

    def ule(self, other: IROperand) -> IRValue:
        """Whether an unsigned number is at most another."""
        return self._compare("ule", other)

    def is_null(self) -> IRValue:
        """Whether a pointer is null."""
        return self._compare("eq", "null")

    def is_not_null(self) -> IRValue:
        """Whether a pointer is not null."""
        return self._compare("ne", "null")

    def select(self, then: IROperand, otherwise: IROperand, type_: str = "") -> IRValue:
        """`then` if a condition holds, else `otherwise`; constants alone need a type."""
        type_ = type_ or next((x.type for x in (then, otherwise) if isinstance(x, IRValue)), I64)
        return self._builder().let(f"select i1 {self}, {type_} {then}, {type_} {otherwise}", type_)

    # conversions

    def zext(self, type_: str = I64) -> IRValue:
        """An integer made wider with zeros."""
        return self._convert("zext", type_)

    def sext(self, type_: str = I64) -> IRValue:
        """An integer made wider with its sign."""
        return self._convert("sext", type_)

    def trunc(self, type_: str) -> IRValue:
        """The lower bits of an integer."""
        return self._convert("trunc", type_)

    def bitcast(self, type_: str) -> IRValue:
        """The same bits as another type."""
        return self._convert("bitcast", type_)

    def address(self) -> IRValue:
        """A pointer as an integer."""
        return self._convert("ptrtoint", I64)

    def pointer(self) -> IRValue:
        """An integer as a pointer."""
        return self._convert("inttoptr", PTR)

    # memory

    def at(self, index: IROperand, type_: str = "i8") -> IRValue:
        """The address of element `index` of an array of this type; of a byte by default."""
        return self._builder().let(f"getelementptr {type_}, ptr {self}, i64 {index}", PTR)

    def load(self, type_: str, align: int = 0, name: str = "") -> IRValue:
        """What the memory at a pointer contains; the value may be given a name."""
        return self._builder().let(f"load {type_}, ptr {self}{_aligned(align)}", type_, name)

    def store(self, value: IROperand, type_: str = "", align: int = 0) -> None:
        """Write to the memory at a pointer; constants need a type unless they are i64."""
        type_ = type_ or (value.type if isinstance(value, IRValue) else I64)
        self._builder().line(f"store {type_} {value}, ptr {self}{_aligned(align)}")

    def store_released(self, value: IROperand, align: int) -> None:
        """Write an i64 that another thread may see; what was written before it is seen then too."""
        self._builder().line(f"store atomic i64 {value}, ptr {self} release, align {align}")

    def raise_to(self, value: IROperand) -> IRValue:
        """Raise the i64 at a pointer to at least this in one step; gives what it was."""
        return self._builder().let(f"atomicrmw umax ptr {self}, i64 {value} acq_rel", I64)

    # how instructions are written

    def _builder(self) -> BlockBuilder:
        if self.builder is None:
            raise TypeError(f"the constant {self} has no builder to append to")
        return self.builder

    def _binary(self, opcode: str, other: IROperand) -> IRValue:
        if other.__class__ is not int:
            other = typed(self, other)
        if self.type in FLOATS and opcode in _OF_FLOATS:
            opcode = f"f{opcode}"
        return self._builder().let(f"{opcode} {self.type} {self}, {other}", self.type)

    def _reflected(self, opcode: str, other: IROperand) -> IRValue:
        return self._builder().let(f"{opcode} {self.type} {typed(self, other)}, {self}", self.type)

    def _compare(self, predicate: str, other: IROperand) -> IRValue:
        if other.__class__ is not int:
            other = typed(self, other)
        return self._builder().let(f"icmp {predicate} {self.type} {self}, {other}", I1)

    def _intrinsic(self, name: str, other: IROperand) -> IRValue:
        b, ty = self._builder(), self.type
        b.declare(f"declare {ty} @llvm.{name}.{ty}({ty}, {ty})")
        return b.let(f"call {ty} @llvm.{name}.{ty}({ty} {self}, {ty} {typed(self, other)})", ty)

    def _convert(self, opcode: str, type_: str) -> IRValue:
        return self._builder().let(f"{opcode} {self.type} {self} to {type_}", type_)


IROperand: TypeAlias = "IRValue | str | int"
_OF_FLOATS: Final = frozenset({"add", "sub", "mul"})


def make(text: str, type_: str, builder: BlockBuilder | None = None) -> IRValue:
    """The operand with this text."""
    value = IRValue(text)
    value.type, value.builder = type_, builder
    return value


def typed(like: IRValue, other: IROperand) -> IRValue:
    """An operand of the type of another one, which a value must have and a constant takes."""
    if isinstance(other, IRValue):
        if other.type != like.type:
            raise TypeError(f"operands of different types: {like.type} {like}, {other.type} {other}")
        return other
    return make(str(other), like.type, like.builder)


def argument(operand: IROperand) -> str:
    """An operand with its type, as calls and declarations write it; an integer is an i64."""
    if isinstance(operand, IRValue):
        return f"{operand.type} {operand}"
    if isinstance(operand, int):
        return f"i64 {operand}"
    if " " in operand:  # with its type already
        return operand
    if operand.startswith("@") or operand == "null":
        return f"ptr {operand}"
    raise TypeError(f"the type of {operand!r} is not known")


def _aligned(align: int) -> str:
    return f", align {align}" if align else ""


NULL: Final = make("null", PTR)
TRUE: Final = make("true", I1)
FALSE: Final = make("false", I1)
