"""How each dtype is stored, in which type it is computed, and the conversions between all of them."""

from __future__ import annotations

import math
import struct

from graphwright.base.frozen import frozen
from graphwright.ir.emit import Kind, Unsupported
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue, bits_of, round_to_float, suffix


@frozen
class ElementType:
    """One dtype: `storage` is its LLVM type in memory, `compute` that of operands, `size` in bytes."""

    name: str
    kind: Kind
    storage: str
    compute: str
    size: int

    @property
    def alignment(self) -> int:
        """What an address is a multiple of, in bytes: of complex numbers, that of a part."""
        return self.size // 2 if self.kind == "complex" else self.size

    @property
    def part(self) -> str:
        """The dtype of the parts of a complex number."""
        return f"float{4 * self.size}"

    @property
    def rounds(self) -> bool:
        """Whether results must be rounded from the compute type to the stored format."""
        return self.kind == "float" and self.size == 2


def _elements() -> dict[str, ElementType]:
    table = {"bool": ElementType("bool", "bool", "i8", "i1", 1)}
    for size in (1, 2, 4, 8):
        ty = f"i{8 * size}"
        table[f"int{8 * size}"] = ElementType(f"int{8 * size}", "int", ty, ty, size)
        table[f"uint{8 * size}"] = ElementType(f"uint{8 * size}", "uint", ty, ty, size)
    table["float16"] = ElementType("float16", "float", "half", "float", 2)
    table["bfloat16"] = ElementType("bfloat16", "float", "i16", "float", 2)
    table["float32"] = ElementType("float32", "float", "float", "float", 4)
    table["float64"] = ElementType("float64", "float", "double", "double", 8)
    table["complex64"] = ElementType("complex64", "complex", "i64", "i64", 8)
    table["complex128"] = ElementType("complex128", "complex", "i128", "i128", 16)
    return table


#: The dtypes there is native code for, by name.
ELEMENTS = _elements()


def from_storage(b: IRBuilder, element: ElementType, stored: TypedValue) -> TypedValue:
    """A loaded value in its compute type."""
    if element.kind == "bool":
        return b.compare("icmp ne", stored, b.const("i8", 0))
    if element.name == "float16":
        return b.cast("fpext", stored, "float")
    if element.name == "bfloat16":
        return b.cast("bitcast", b.binary("shl", b.cast("zext", stored, "i32"), b.const("i32", 16)), "float")
    return stored


def to_storage(b: IRBuilder, element: ElementType, value: TypedValue) -> TypedValue:
    """A computed value as it is stored; a 16-bit float must have been rounded already."""
    if element.kind == "bool":
        return b.cast("zext", value, "i8")
    if element.name == "float16":
        return b.cast("fptrunc", value, "half")
    if element.name == "bfloat16":
        bits = b.cast("bitcast", value, "i32")
        return b.cast("trunc", b.binary("lshr", bits, b.const("i32", 16)), "i16")
    return value


def rounded(b: IRBuilder, element: ElementType, value: TypedValue) -> TypedValue:
    """The one place where results are rounded to the 16-bit formats."""
    if not element.rounds:
        return value
    if element.name == "float16":
        return b.cast("fpext", b.cast("fptrunc", value, "half"), "float")
    return _round_to_bfloat16(b, value)


def _round_to_bfloat16(b: IRBuilder, value: TypedValue) -> TypedValue:
    """To nearest, ties to even, on the bits: the processors' own instruction flushes denormal numbers."""
    bits = b.cast("bitcast", value, "i32")
    lowest = b.binary("and", b.binary("lshr", bits, b.const("i32", 16)), b.const("i32", 1))
    moved = b.binary("add", b.binary("add", bits, b.const("i32", 0x7FFF)), lowest)
    cut = b.binary("and", moved, b.const("i32", -0x10000))
    # The addition could carry a NaN into infinity.
    quiet = b.binary("or", bits, b.const("i32", 0x400000))
    quiet = b.binary("and", quiet, b.const("i32", -0x10000))
    result = b.select(b.compare("fcmp uno", value, value), quiet, cut)
    return b.cast("bitcast", result, "float")


def round_constant(element: ElementType, value: float) -> float:
    """A finite number rounded to a 16-bit format."""
    if element.name == "bfloat16":
        bits = struct.unpack("<I", struct.pack("<f", round_to_float(value)))[0]
        bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
        return float(struct.unpack("<f", struct.pack("<I", bits))[0])
    try:
        return float(struct.unpack("<e", struct.pack("<e", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def complex_bits(element: ElementType, value: complex) -> int:
    """A complex constant as it lies in memory, read as one integer."""
    if element.part == "float32":
        return int.from_bytes(struct.pack("<2f", round_to_float(value.real), round_to_float(value.imag)), "little")
    return int.from_bytes(struct.pack("<2d", value.real, value.imag), "little")


def representable(element: ElementType, value: float) -> float:
    """A constant rounded to the dtype's own format."""
    if not element.rounds or not math.isfinite(value):
        return value
    return round_constant(element, value)


def round_double_to_odd(b: IRBuilder, value: TypedValue) -> TypedValue:
    """A double as a float that later rounds to half as the double itself would have.

    Rounding twice can err where the first step lands on a tie of the second: so the first truncates, and
    marks that it was inexact in the last bit.
    """
    near = b.cast("fptrunc", value, "float")
    back = b.cast("fpext", near, "double")
    bits = b.cast("bitcast", near, "i32")
    above = b.compare("fcmp ogt", b.fabs(back), b.fabs(value))
    truncated = b.select(above, b.binary("sub", bits, b.const("i32", 1)), bits)
    inexact = b.compare("fcmp one", back, value)
    return b.cast("bitcast", b.binary("or", truncated, b.cast("zext", inexact, "i32")), "float")


def convert(b: IRBuilder, value: TypedValue, source: ElementType, target: ElementType) -> TypedValue:
    """A cast by value between compute types; a 16-bit float target is not rounded yet."""
    if source.name == target.name:
        return value
    if target.kind == "bool":
        return _to_bool(b, value, source)
    if source.kind == "float":
        if target.kind == "float":
            return _float_to_float(b, value, target)
        return _saturate(b, value, target)
    if target.kind == "float":
        return b.cast("sitofp" if source.kind == "int" else "uitofp", value, target.compute)
    return _integer_to_integer(b, value, source, target)


def _to_bool(b: IRBuilder, value: TypedValue, source: ElementType) -> TypedValue:
    opcode = "fcmp une" if source.kind == "float" else "icmp ne"
    return b.compare(opcode, value, b.const(value.ty, 0))


def _float_to_float(b: IRBuilder, value: TypedValue, target: ElementType) -> TypedValue:
    if value.ty == target.compute:
        return value
    if target.name == "float16":
        return round_double_to_odd(b, value)
    return b.cast("fpext" if target.compute == "double" else "fptrunc", value, target.compute)


def _saturate(b: IRBuilder, value: TypedValue, target: ElementType) -> TypedValue:
    """Float to integer, defined for every argument: beyond the range the nearest end, 0 for NaN."""
    name = "fptosi" if target.kind == "int" else "fptoui"
    source_type, result_type = b.type(value.ty), b.type(target.compute)
    lanes = "" if b.width == 1 else f"v{b.width}"
    function = f"llvm.{name}.sat.{lanes}{suffix(target.compute)}.{lanes}{suffix(value.ty)}"
    b.module.declare(f"declare {result_type} @{function}({source_type})")
    return b.call(function, target.compute, value)


def _integer_to_integer(b: IRBuilder, value: TypedValue, source: ElementType, target: ElementType) -> TypedValue:
    have, want = bits_of(value.ty), bits_of(target.compute)
    if have == want:
        return value
    if have > want:
        return b.cast("trunc", value, target.compute)
    return b.cast("sext" if source.kind == "int" else "zext", value, target.compute)


def bitcast(b: IRBuilder, value: TypedValue, source: ElementType, target: ElementType) -> TypedValue:
    """The stored bits of one dtype as another of the same size, in compute types."""
    if source.size != target.size or "bool" in (source.kind, target.kind):
        raise Unsupported(f"no native bitcast from {source.name} to {target.name}")
    stored = to_storage(b, source, value)
    if stored.ty != target.storage:
        stored = b.cast("bitcast", stored, target.storage)
    return from_storage(b, target, stored)
