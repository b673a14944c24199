"""`RealEmitter`: the emitter interface as textual LLVM IR, for all dtypes but complex ones.

| dtype | in memory | computed as |
|---|---|---|
| bool | i8 | i1 |
| integers | their own type | the same |
| float16 | half | float, rounded to half after each op |
| bfloat16 | i16 | float, rounded to bfloat16 after each op |
| float32, float64 | float, double | the same |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from graphwright.ir.emit import DTypeLike, Emitter, Operand, Predicate, Unsupported, dtype_name
from graphwright.runtime.native.llvm import integers, memory_access, routines, storage
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue, bits_of
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.llvm.vecmath import functions as vecmath
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.nodes import Region

if TYPE_CHECKING:
    from typing_extensions import Self

_FLOAT_PREDICATES = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}


class TextOperand(Operand):
    """An operand as text: an SSA name or a constant, of the dtype's compute type at the emitter's width."""

    __slots__ = ("parts", "text")

    def __init__(self, dtype: str, text: str, parts: tuple[TextOperand, TextOperand] | None = None) -> None:
        self.dtype = dtype
        self.text = text
        self.parts = parts  # of a complex number, where they are known

    @property
    def is_constant(self) -> bool:
        return not self.text.startswith("%")


class RealEmitter(Emitter):
    """Appends the code of elementwise ops to `lines`; what it declares goes to `module`.

    `width` 1 makes scalar code.  `prefix` keeps the names of two emitters in one function apart.  `flow` builds loops
    where the emitter may: in a function of its own.
    """

    flow: BlockBuilder | None = None

    def __init__(self, module: ModuleText, width: int = 1, *, prefix: str = "v", lines: Region | None = None) -> None:
        self.builder = IRBuilder(module, width, prefix=prefix, lines=lines)
        self.module = module
        self.width = width
        self.lines = self.builder.lines

    @classmethod
    def on(cls, builder: IRBuilder) -> Self:
        """An emitter that appends by a builder."""
        result = cls.__new__(cls)
        result.builder, result.module = builder, builder.module
        result.width, result.lines = builder.width, builder.lines
        return result

    def of_width(self, width: int) -> Self:
        """An emitter for another width that appends to the same lines under the same numbering."""
        if width == self.width:
            return self
        return type(self).on(self.builder.of_width(width))

    # Between operands and typed values

    def operand(self, dtype: DTypeLike, text: str) -> TextOperand:
        """An existing IR value of the dtype's compute type, such as a phi or an argument, as an operand."""
        return TextOperand(dtype_name(dtype), text)

    def text(self, a: Operand) -> str:
        """What to write for `a` in an instruction."""
        if not isinstance(a, TextOperand):
            raise TypeError(f"an operand of another emitter: {a!r}")
        return a.text

    def type_of(self, dtype: DTypeLike) -> str:
        """The LLVM type of an operand of this dtype at this width."""
        return self.builder.type(ELEMENTS[dtype_name(dtype)].compute)

    def _value(self, a: Operand) -> TypedValue:
        if not isinstance(a, TextOperand):
            raise TypeError(f"an operand of another emitter: {a!r}")
        return TypedValue(a.text, ELEMENTS[a.dtype].compute)

    def _result(self, dtype: str, value: TypedValue) -> TextOperand:
        """A result that is exact in the dtype's format."""
        return TextOperand(dtype, value.text)

    def _rounded(self, dtype: str, value: TypedValue) -> TextOperand:
        """A floating result, rounded where the dtype is computed in a wider type."""
        element = ELEMENTS[dtype]
        return TextOperand(dtype, storage.rounded(self.builder, element, value).text if element.rounds else value.text)

    # Memory

    def load(self, dtype: DTypeLike, pointer: str, *, mask: str | None = None) -> TextOperand:
        """`width` elements from `pointer` on; lanes out of `mask` (a vector of i1) are not read and zero."""
        element = ELEMENTS[dtype_name(dtype)]
        return self._result(element.name, memory_access.load(self.builder, element, pointer, mask))

    def store(self, a: Operand, pointer: str, *, mask: str | None = None) -> None:
        memory_access.store(self.builder, ELEMENTS[a.dtype], self._value(a), pointer, mask)

    def load_splat(self, dtype: DTypeLike, pointer: str) -> TextOperand:
        """The one element at `pointer` in every lane."""
        element = ELEMENTS[dtype_name(dtype)]
        return self._result(element.name, memory_access.load_splat(self.builder, element, pointer))

    def gather(self, dtype: DTypeLike, pointer: str, index: Operand, *, mask: str | None = None) -> TextOperand:
        """The elements ``pointer[index]``, `index` of int64."""
        element = ELEMENTS[dtype_name(dtype)]
        return self._result(element.name, memory_access.gather(self.builder, element, pointer, self.text(index), mask))

    def scatter(self, a: Operand, pointer: str, index: Operand, *, mask: str | None = None) -> None:
        """Writes to ``pointer[index]``, `index` of int64; of equal indices the highest lane wins."""
        memory_access.scatter(self.builder, ELEMENTS[a.dtype], self._value(a), pointer, self.text(index), mask)

    def splat(self, scalar: Operand) -> TextOperand:
        """An operand of width 1 in every lane."""
        return self._result(scalar.dtype, memory_access.splat(self.builder, self._value(scalar)))

    def lane(self, a: Operand, index: int) -> TextOperand:
        """One lane as an operand of width 1."""
        return self._result(a.dtype, memory_access.lane(self.builder, self._value(a), index))

    def iota(self, dtype: DTypeLike = "int64") -> TextOperand:
        """0, 1, 2, ... over the lanes, of an integer dtype."""
        element = ELEMENTS[dtype_name(dtype)]
        return self._result(element.name, memory_access.iota(self.builder, element.compute))

    def tail_mask(self, remaining: str) -> str:
        """The vector of i1 that is true for the lanes below the i64 `remaining`."""
        return memory_access.tail_mask(self.builder, remaining)

    def half(self, a: Operand, upper: bool) -> TextOperand:
        """The lower or upper half of the lanes, an operand of half the width (a power of two)."""
        return self._result(a.dtype, memory_access.half(self.builder, self._value(a), upper))

    def fold(self, combine: Callable[[Emitter, Operand, Operand], Operand], a: Operand) -> TextOperand:
        """All lanes combined, upper half with lower half, to one scalar; the width is a power of two."""
        emitter, current = self, a
        while emitter.width > 1:
            low, high = emitter.half(current, False), emitter.half(current, True)
            emitter = emitter.of_width(emitter.width // 2)
            current = combine(emitter, low, high)
        return self._result(a.dtype, emitter._value(current))

    # Constants and conversions

    def const(self, value: bool | int | float | complex, like: Operand | DTypeLike) -> TextOperand:
        assert not isinstance(value, complex)
        dtype = like.dtype if isinstance(like, Operand) else dtype_name(like)
        element = ELEMENTS[dtype]
        if element.kind == "bool":
            return self._result(dtype, self.builder.const("i1", bool(value)))
        if element.kind == "float":
            return self._result(
                dtype, self.builder.const(element.compute, storage.representable(element, float(value)))
            )
        bits = bits_of(element.compute)
        wrapped = (int(value) + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
        return self._result(dtype, self.builder.const(element.compute, wrapped))

    def convert(self, a: Operand, dtype: DTypeLike) -> TextOperand:
        source, target = ELEMENTS[a.dtype], ELEMENTS[dtype_name(dtype)]
        value = storage.convert(self.builder, self._value(a), source, target)
        if source.name == target.name:
            return self._result(target.name, value)
        return self._rounded(target.name, value)

    def bitcast(self, a: Operand, dtype: DTypeLike) -> TextOperand:
        source, target = ELEMENTS[a.dtype], ELEMENTS[dtype_name(dtype)]
        return self._result(target.name, storage.bitcast(self.builder, self._value(a), source, target))

    # Arithmetic

    def _arithmetic(self, a: Operand, b: Operand, float_code: str, integer_code: str, bool_code: str) -> TextOperand:
        x, y = self._value(a), self._value(b)
        if a.is_float:
            return self._rounded(a.dtype, self.builder.binary(float_code, x, y))
        if a.is_bool and not bool_code:
            _unsupported(integer_code, a)
        return self._result(a.dtype, self.builder.binary(bool_code if a.is_bool else integer_code, x, y))

    def add(self, a: Operand, b: Operand) -> TextOperand:
        return self._arithmetic(a, b, "fadd", "add", "or")

    def sub(self, a: Operand, b: Operand) -> TextOperand:
        return self._arithmetic(a, b, "fsub", "sub", "")

    def mul(self, a: Operand, b: Operand) -> TextOperand:
        return self._arithmetic(a, b, "fmul", "mul", "and")

    def div(self, a: Operand, b: Operand) -> TextOperand:
        if a.is_float:
            return self._rounded(a.dtype, self.builder.div(self._value(a), self._value(b)))
        quotient, _ = self._divided(integers.divide, a, b)
        return self._result(a.dtype, quotient)

    def _divided(
        self,
        how: Callable[[IRBuilder, bool, TypedValue, TypedValue], tuple[TypedValue, TypedValue]],
        a: Operand,
        b: Operand,
    ) -> tuple[TypedValue, TypedValue]:
        if not a.is_integer:
            _unsupported("integer division", a)
        return how(self.builder, a.kind == "int", self._value(a), self._value(b))

    def floordiv(self, a: Operand, b: Operand) -> TextOperand:
        if a.is_float:
            return self._rounded(a.dtype, self._float_divmod(a, b)[0])
        return self._result(a.dtype, self._divided(integers.floor_divide, a, b)[0])

    def floormod(self, a: Operand, b: Operand) -> TextOperand:
        if a.is_float:
            return self._rounded(a.dtype, self._float_divmod(a, b)[1])
        return self._result(a.dtype, self._divided(integers.floor_divide, a, b)[1])

    def fmod(self, a: Operand, b: Operand) -> TextOperand:
        if a.is_float:
            return self._call("fmod", a, b)
        return self._result(a.dtype, self._divided(integers.divide, a, b)[1])

    def _float_divmod(self, a: Operand, b: Operand) -> tuple[TypedValue, TypedValue]:
        """Python's divmod of floats, from the exact remainder."""
        return vecmath.floor_divide(self.builder, self._value(a), self._value(b))

    def fma(self, a: Operand, b: Operand, c: Operand) -> TextOperand:
        # 16-bit formats are rounded between the two steps, as if the ops were written one by one.
        if not a.is_float or ELEMENTS[a.dtype].rounds:
            return self.add(self.mul(a, b), c)
        name = "fma" if self.module.fma else "fmuladd"
        return self._result(a.dtype, self.builder.intrinsic(name, self._value(a), self._value(b), self._value(c)))

    def neg(self, a: Operand) -> TextOperand:
        x = self._value(a)
        if a.is_float:
            return self._result(a.dtype, self.builder.neg(x))
        if a.is_bool:
            _unsupported("neg", a)
        return self._result(a.dtype, self.builder.binary("sub", self.builder.const(x.ty, 0), x))

    def abs(self, a: Operand) -> TextOperand:
        if a.is_float:
            return self._result(a.dtype, self.builder.fabs(self._value(a)))
        if a.kind == "int":
            return self._result(a.dtype, self.builder.intrinsic("abs", self._value(a), flag=False))
        return self._result(a.dtype, self._value(a))

    def sign(self, a: Operand) -> TextOperand:
        zero, one = self.const(0, a), self.const(1, a)
        if a.kind in ("bool", "uint"):
            return self.select(self.compare("ne", a, zero), one, zero)
        rest = zero if a.is_integer else self.select(self.compare("eq", a, zero), zero, a)
        below = self.select(self.compare("lt", a, zero), self.const(-1, a), rest)
        return self.select(self.compare("gt", a, zero), one, below)

    def min(self, a: Operand, b: Operand) -> TextOperand:
        return self._extreme("min", "and", "fcmp olt", a, b)

    def max(self, a: Operand, b: Operand) -> TextOperand:
        return self._extreme("max", "or", "fcmp ogt", a, b)

    def _extreme(self, name: str, bool_code: str, wins: str, a: Operand, b: Operand) -> TextOperand:
        builder, x, y = self.builder, self._value(a), self._value(b)
        if a.is_bool:
            return self._result(a.dtype, builder.binary(bool_code, x, y))
        if a.is_integer:
            return self._result(a.dtype, builder.intrinsic(("s" if a.kind == "int" else "u") + name, x, y))
        # The second operand is the result when the comparison fails, and so when it is NaN: what never is
        # goes first.
        if _is_number(b):
            x, y = y, x
        best = builder.select(builder.compare(wins, x, y), x, y)
        if not (_is_number(a) or _is_number(b)):
            best = builder.select(builder.compare("fcmp uno", x, x), x, best)
        return self._result(a.dtype, best)

    def sqrt(self, a: Operand) -> TextOperand:
        self._need_float("sqrt", a)
        return self._rounded(a.dtype, self.builder.intrinsic("sqrt", self._value(a)))

    def rsqrt(self, a: Operand) -> TextOperand:
        self._need_float("rsqrt", a)
        root = self.builder.intrinsic("sqrt", self._value(a))
        return self._rounded(a.dtype, self.builder.div(self.builder.const(root.ty, 1.0), root))

    def floor(self, a: Operand) -> TextOperand:
        return self._round_to_integer("floor", a)

    def ceil(self, a: Operand) -> TextOperand:
        return self._round_to_integer("ceil", a)

    def rint(self, a: Operand) -> TextOperand:
        return self._round_to_integer("rint", a)

    def trunc(self, a: Operand) -> TextOperand:
        return self._round_to_integer("trunc", a)

    def _round_to_integer(self, name: str, a: Operand) -> TextOperand:
        if not a.is_float:
            return self._result(a.dtype, self._value(a))
        return self._result(a.dtype, self.builder.intrinsic(name, self._value(a)))

    def copysign(self, a: Operand, b: Operand) -> TextOperand:
        self._need_float("copysign", a)
        return self._result(a.dtype, self.builder.copysign(self._value(a), self._value(b)))

    # Comparison and choice

    def compare(self, pred: Predicate, a: Operand, b: Operand) -> TextOperand:
        if a.is_float:
            opcode = f"fcmp {_FLOAT_PREDICATES[pred]}"
        elif pred in ("eq", "ne"):
            opcode = f"icmp {pred}"
        else:
            opcode = f"icmp {'s' if a.kind == 'int' else 'u'}{pred}"
        return self._result("bool", self.builder.compare(opcode, self._value(a), self._value(b)))

    def select(self, cond: Operand, a: Operand, b: Operand) -> TextOperand:
        return self._result(a.dtype, self.builder.select(self._value(cond), self._value(a), self._value(b)))

    def isnan(self, a: Operand) -> TextOperand:
        if not a.is_float:
            return self.const(False, "bool")
        value = self._value(a)
        return self._result("bool", self.builder.compare("fcmp uno", value, value))

    def isinf(self, a: Operand) -> TextOperand:
        return self._compare_with_infinity("fcmp oeq", a) if a.is_float else self.const(False, "bool")

    def isfinite(self, a: Operand) -> TextOperand:
        return self._compare_with_infinity("fcmp olt", a) if a.is_float else self.const(True, "bool")

    def _compare_with_infinity(self, opcode: str, a: Operand) -> TextOperand:
        size = self.builder.fabs(self._value(a))
        return self._result("bool", self.builder.compare(opcode, size, self.builder.const(size.ty, math.inf)))

    # Logic and bits

    def _bits(self, opcode: str, a: Operand, b: Operand) -> TextOperand:
        if a.is_float:
            _unsupported(f"bitwise {opcode}", a)
        return self._result(a.dtype, self.builder.binary(opcode, self._value(a), self._value(b)))

    def logical_and(self, a: Operand, b: Operand) -> TextOperand:
        return self._bits("and", a, b)

    def logical_or(self, a: Operand, b: Operand) -> TextOperand:
        return self._bits("or", a, b)

    def logical_xor(self, a: Operand, b: Operand) -> TextOperand:
        return self._bits("xor", a, b)

    def logical_not(self, a: Operand) -> TextOperand:
        return self.invert(a)

    def bitwise_and(self, a: Operand, b: Operand) -> TextOperand:
        return self._bits("and", a, b)

    def bitwise_or(self, a: Operand, b: Operand) -> TextOperand:
        return self._bits("or", a, b)

    def bitwise_xor(self, a: Operand, b: Operand) -> TextOperand:
        return self._bits("xor", a, b)

    def invert(self, a: Operand) -> TextOperand:
        return self._bits("xor", a, self.const(True if a.is_bool else -1, a))

    def left_shift(self, a: Operand, b: Operand) -> TextOperand:
        self._need_integer("left_shift", a)
        return self._result(a.dtype, integers.shift_left(self.builder, self._value(a), self._value(b)))

    def right_shift(self, a: Operand, b: Operand) -> TextOperand:
        self._need_integer("right_shift", a)
        signed = a.kind == "int"
        return self._result(a.dtype, integers.shift_right(self.builder, signed, self._value(a), self._value(b)))

    # Transcendental functions

    def _call(self, name: str, *args: Operand) -> TextOperand:
        self._need_float(name, args[0])
        value = vecmath.apply(self.builder, name, *(self._value(a) for a in args))
        return self._rounded(args[0].dtype, value)

    def exp(self, a: Operand) -> TextOperand:
        return self._call("exp", a)

    def expm1(self, a: Operand) -> TextOperand:
        return self._call("expm1", a)

    def log(self, a: Operand) -> TextOperand:
        return self._call("log", a)

    def log1p(self, a: Operand) -> TextOperand:
        return self._call("log1p", a)

    def tanh(self, a: Operand) -> TextOperand:
        return self._call("tanh", a)

    def sigmoid(self, a: Operand) -> TextOperand:
        return self._call("sigmoid", a)

    def softplus(self, a: Operand) -> TextOperand:
        return self._call("softplus", a)

    def sin(self, a: Operand) -> TextOperand:
        return self._call("sin", a)

    def cos(self, a: Operand) -> TextOperand:
        return self._call("cos", a)

    def tan(self, a: Operand) -> TextOperand:
        return self._call("tan", a)

    def asin(self, a: Operand) -> TextOperand:
        return self._call("asin", a)

    def acos(self, a: Operand) -> TextOperand:
        return self._call("acos", a)

    def atan(self, a: Operand) -> TextOperand:
        return self._call("atan", a)

    def atan2(self, y: Operand, x: Operand) -> TextOperand:
        return self._call("atan2", y, x)

    def sinh(self, a: Operand) -> TextOperand:
        return self._call("sinh", a)

    def cosh(self, a: Operand) -> TextOperand:
        return self._call("cosh", a)

    def asinh(self, a: Operand) -> TextOperand:
        return self._call("asinh", a)

    def acosh(self, a: Operand) -> TextOperand:
        return self._call("acosh", a)

    def atanh(self, a: Operand) -> TextOperand:
        return self._call("atanh", a)

    def erf(self, a: Operand) -> TextOperand:
        return self._call("erf", a)

    def erfc(self, a: Operand) -> TextOperand:
        return self._call("erfc", a)

    def pow(self, a: Operand, b: Operand) -> TextOperand:
        if a.is_integer:
            value = integers.power(self.builder, a.kind == "int", self._value(a), self._value(b))
            return self._result(a.dtype, value)
        return self._call("pow", a, b)

    # Functions of their own

    def routine(self, name: str, body: Callable[..., Operand], *operands: Operand) -> TextOperand:
        return routines.called(self, name, body, operands)

    def repeat(
        self,
        most: int,
        step: Callable[..., Sequence[Operand]],
        more: Operand,
        fixed: Sequence[Operand],
        state: Sequence[Operand],
    ) -> list[Operand]:
        return routines.repeated(self, most, step, more, fixed, state)

    # Checks

    def _need_float(self, name: str, a: Operand) -> None:
        if not a.is_float:
            _unsupported(name, a)

    def _need_integer(self, name: str, a: Operand) -> None:
        if not a.is_integer:
            _unsupported(name, a)


def _unsupported(name: str, a: Operand) -> NoReturn:
    raise Unsupported(f"no native code for {name} of {a.dtype}")


def _is_number(a: Operand) -> bool:
    """Whether `a` is a constant other than NaN."""
    return isinstance(a, TextOperand) and a.is_constant and "0x7FF8" not in a.text
