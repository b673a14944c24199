"""Building blocks of textual LLVM IR: a module's contents, and a straight-line builder of typed values.

Text is an order of magnitude quicker to build than a tree of instruction objects, and LLVM parses it in no
time.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import function_text
from graphwright.runtime.native.loop_ir.nodes import Region

_SUFFIX = {"float": "f32", "double": "f64", "half": "f16", "i1": "i1", "i8": "i8", "i16": "i16"}
_SUFFIX.update({"i32": "i32", "i64": "i64", "i128": "i128", "ptr": "p0"})
_BITS = {
    "float": 32,
    "double": 64,
    "half": 16,
    "i1": 1,
    "i8": 8,
    "i16": 16,
    "i32": 32,
    "i64": 64,
    "i128": 128,
}

#: Names of C's mathematical functions as compiled code calls them: an own prefix, so that neither LLVM's
#: knowledge of the library nor another library's symbol of that name comes in between.
LIBM_PREFIX = "gw_libm_"


class TypedValue(NamedTuple):
    """An IR value as it is written in an operand, and its element type (`float`, `double`, `i32`, ...)."""

    text: str
    ty: str


def suffix(ty: str) -> str:
    """The name of an element type inside intrinsic and helper names."""
    return _SUFFIX[ty]


def bits_of(ty: str) -> int:
    return _BITS[ty]


def float_text(ty: str, value: float) -> str:
    """A floating constant, exact: LLVM wants the bits of the double even for a float."""
    if ty == "half":
        return f"0xH{struct.unpack('<H', struct.pack('<e', value))[0]:04X}"
    if ty == "float":
        value = round_to_float(value)
    return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"


def round_to_float(value: float) -> float:
    """`value` rounded to single precision, overflowing to infinity."""
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")


def constant_text(ty: str, value: int | float) -> str:
    if ty in ("float", "double", "half"):
        return float_text(ty, float(value))
    if ty == "i1":
        return "true" if value else "false"
    return str(int(value))


class ModuleText:
    """One module in the making: bodies, and the declarations, globals and helper functions they ask for.

    `fma` tells that the host multiplies and adds in one instruction: without it the vectorised functions,
    whose argument reductions rely on it, give way to the C library.  `inline_math` writes the bodies of
    expensive functions at the place of use instead of once in a helper function. `masks` tells that the host loads
    vectors under a mask.
    """

    def __init__(self, *, fma: bool = True, masks: bool = True, inline_math: bool = False) -> None:
        self.fma, self.masks = fma, masks
        self.inline_math = inline_math
        self._declarations: dict[str, None] = {}
        self._definitions: dict[str, str] = {}
        self._bodies: list[str] = []
        self._named: dict[str, str] = {}
        self._unique = count()

    @contextmanager
    def inlining_math(self) -> Iterator[None]:
        """In the block the bodies of expensive functions are written at the place of use."""
        before, self.inline_math = self.inline_math, True
        yield
        self.inline_math = before

    def unique(self, stem: str) -> str:
        """A name that nothing else in the module has."""
        return f"{stem}{next(self._unique)}"

    def declare(self, line: str) -> None:
        """Adds a line such as a declaration, a global or a type, once."""
        self._declarations[line] = None

    def helper(self, name: str, write: Callable[[], str]) -> str:
        """Makes sure of function `name`, calling `write` for its text the first time; returns the name."""
        if name not in self._definitions:
            self._definitions[name] = ""  # reserves the place: a helper may name itself
            self._definitions[name] = write()
        return name

    def add(self, text: str) -> None:
        """Appends a function's text."""
        self._bodies.append(text)

    def function(self, stem: str, text: str, result: str = "void") -> str:
        """The name of a function that is given from its parameters on; those with one text are one."""
        name = self._named.get(text)
        if name is None:
            name = self._named[text] = self.unique(stem)
            self.add(f"define internal {result} @{name}{text}")
        return name

    def has(self, text: str) -> bool:
        """Whether there is a `function` with this text."""
        return text in self._named

    def text(self) -> str:
        return "\n".join([*self._declarations, *self._definitions.values(), *self._bodies]) + "\n"


class IRBuilder:
    """Appends instructions on vectors of one width (1: scalars) to `lines`; results are `%<prefix>1`, ..."""

    __slots__ = ("_numbers", "lines", "module", "prefix", "width")

    def __init__(self, module: ModuleText, width: int = 1, *, prefix: str = "v", lines: Region | None = None) -> None:
        self.module = module
        self.width = width
        self.prefix = prefix
        self.lines: Region = [] if lines is None else lines
        self._numbers = count(1)

    def of_width(self, width: int) -> IRBuilder:
        """A builder for another width that appends to the same lines."""
        other = IRBuilder(self.module, width, prefix=self.prefix, lines=self.lines)
        other._numbers = self._numbers
        return other

    # Names, types, constants

    def fresh(self) -> str:
        return f"%{self.prefix}{next(self._numbers)}"

    def type(self, ty: str) -> str:
        return ty if self.width == 1 else f"<{self.width} x {ty}>"

    def const(self, ty: str, value: int | float) -> TypedValue:
        text = constant_text(ty, value)
        return TypedValue(text if self.width == 1 else f"splat ({ty} {text})", ty)

    def emit(self, expression: str, ty: str) -> TypedValue:
        """A new value computed by an instruction."""
        name = f"%{self.prefix}{next(self._numbers)}"
        self.lines.append(f"  {name} = {expression}")
        return TypedValue(name, ty)

    # Instructions

    def binary(self, opcode: str, a: TypedValue, b: TypedValue) -> TypedValue:
        return self.emit(f"{opcode} {self.type(a.ty)} {a.text}, {b.text}", a.ty)

    def compare(self, opcode: str, a: TypedValue, b: TypedValue) -> TypedValue:
        """`opcode` is for instance ``"fcmp olt"`` or ``"icmp eq"``."""
        return self.emit(f"{opcode} {self.type(a.ty)} {a.text}, {b.text}", "i1")

    def select(self, cond: TypedValue, a: TypedValue, b: TypedValue) -> TypedValue:
        ty = self.type(a.ty)
        return self.emit(f"select {self.type('i1')} {cond.text}, {ty} {a.text}, {ty} {b.text}", a.ty)

    def cast(self, opcode: str, a: TypedValue, ty: str) -> TypedValue:
        return self.emit(f"{opcode} {self.type(a.ty)} {a.text} to {self.type(ty)}", ty)

    def call(self, function: str, ty: str, *args: TypedValue) -> TypedValue:
        arguments = ", ".join(f"{self.type(a.ty)} {a.text}" for a in args)
        return self.emit(f"call {self.type(ty)} @{function}({arguments})", ty)

    def intrinsic(self, name: str, *args: TypedValue, flag: bool | None = None) -> TypedValue:
        """An overloaded intrinsic of one type, such as ``llvm.sqrt``; `flag` is its trailing i1 constant."""
        ty = args[0].ty
        full = self.type(ty)
        function = f"llvm.{name}.{suffix(ty)}" if self.width == 1 else f"llvm.{name}.v{self.width}{suffix(ty)}"
        types = [full] * len(args) + (["i1"] if flag is not None else [])
        self.module.declare(f"declare {full} @{function}({', '.join(types)})")
        operands = [f"{full} {a.text}" for a in args]
        if flag is not None:
            operands.append(f"i1 {str(flag).lower()}")
        return self.emit(f"call {full} @{function}({', '.join(operands)})", ty)

    # Floating point, short names for the mathematics

    def add(self, a: TypedValue, b: TypedValue) -> TypedValue:
        return self.binary("fadd", a, b)

    def sub(self, a: TypedValue, b: TypedValue) -> TypedValue:
        return self.binary("fsub", a, b)

    def mul(self, a: TypedValue, b: TypedValue) -> TypedValue:
        return self.binary("fmul", a, b)

    def div(self, a: TypedValue, b: TypedValue) -> TypedValue:
        quotient = self.binary("fdiv", a, b)
        if self.width == 1 or self.module.masks:
            return quotient
        # Without masked loads LLVM knows that lanes that are left out are zeros, takes 0 / 0 for 0 there, and drops the
        # `select` that keeps its NaN from what follows.
        return self.intrinsic("arithmetic.fence", quotient)

    def neg(self, a: TypedValue) -> TypedValue:
        return self.emit(f"fneg {self.type(a.ty)} {a.text}", a.ty)

    def fma(self, a: TypedValue, b: TypedValue, c: TypedValue) -> TypedValue:
        return self.intrinsic("fma", a, b, c)

    def fabs(self, a: TypedValue) -> TypedValue:
        return self.intrinsic("fabs", a)

    def copysign(self, a: TypedValue, b: TypedValue) -> TypedValue:
        return self.intrinsic("copysign", a, b)

    def clamp(self, x: TypedValue, low: float | None, high: float | None) -> TypedValue:
        """`x` kept within bounds; NaN passes, because no comparison with it holds."""
        if high is not None:
            limit = self.const(x.ty, high)
            x = self.select(self.compare("fcmp ogt", x, limit), limit, x)
        if low is not None:
            limit = self.const(x.ty, low)
            x = self.select(self.compare("fcmp olt", x, limit), limit, x)
        return x

    def polynomial(self, x: TypedValue, coefficients: Sequence[float]) -> TypedValue:
        """Horner's scheme, highest power first."""
        result = self.const(x.ty, coefficients[0])
        for coefficient in coefficients[1:]:
            result = self.fma(result, x, self.const(x.ty, coefficient))
        return result

    def any(self, condition: TypedValue) -> str:
        """The text of a scalar i1 that tells whether the condition holds in some lane."""
        if self.width == 1:
            return condition.text
        bits, result = self.fresh(), self.fresh()
        self.lines.append(f"  {bits} = bitcast <{self.width} x i1> {condition.text} to i{self.width}")
        self.lines.append(f"  {result} = icmp ne i{self.width} {bits}, 0")
        return result


def per_lane(builder: IRBuilder, function: str, *args: TypedValue) -> TypedValue:
    """Calls the C library's double `function` for each lane of vectors of doubles."""
    module, width = builder.module, builder.width
    symbol = LIBM_PREFIX + function
    module.declare(f"declare double @{symbol}({', '.join(['double'] * len(args))})")
    if width == 1:
        return builder.call(symbol, "double", *args)
    name = f"gw_lanes_{function}_x{width}"
    module.helper(name, lambda: _lanes_text(name, symbol, len(args), width))
    return builder.call(name, "double", *args)


def _lanes_text(name: str, symbol: str, arity: int, width: int) -> str:
    """A function that spills its vectors to the stack and loops over the lanes: small whatever the width."""
    vector, b = f"<{width} x double>", BlockBuilder([], "entry")
    spilled = [b.let(f"alloca {vector}") for _ in range(arity)]
    for i, slot in enumerate(spilled):
        b.line(f"store {vector} %a{i}, ptr {slot}")
    with b.loop(0, width, entered=True) as lane:
        places = [b.let(f"getelementptr double, ptr {slot}, i64 {lane.index}") for slot in spilled]
        arguments = ", ".join([f"double {b.let(f'load double, ptr {place}')}" for place in places])
        b.line(f"store double {b.let(f'call double @{symbol}({arguments})')}, ptr {places[0]}")
    b.line(f"ret {vector} {b.let(f'load {vector}, ptr {spilled[0]}')}")
    head = f"define internal {vector} @{name}({', '.join(f'{vector} %a{i}' for i in range(arity))}) noinline"
    return function_text(head, b.lines)
