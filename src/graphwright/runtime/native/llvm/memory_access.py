"""Loads, stores, masks and changes of width, which code generators need besides the emitter."""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue, suffix
from graphwright.runtime.native.llvm.storage import ElementType, from_storage, to_storage


def load(b: IRBuilder, element: ElementType, pointer: str, mask: str | None) -> TypedValue:
    """`width` consecutive elements at `pointer`; masked lanes are not touched and read as zero."""
    ty = element.storage
    if mask is None or b.width == 1:
        stored = b.emit(f"load {b.type(ty)}, ptr {pointer}, align {element.alignment}", ty)
    else:
        vector, lanes = b.type(ty), b.type("i1")
        name = f"llvm.masked.load.v{b.width}{suffix(ty)}.p0"
        b.module.declare(f"declare {vector} @{name}(ptr, i32, {lanes}, {vector})")
        stored = b.emit(
            f"call {vector} @{name}(ptr {pointer}, i32 {element.alignment}, {lanes} {mask}, {vector} zeroinitializer)",
            ty,
        )
    return from_storage(b, element, stored)


def store(b: IRBuilder, element: ElementType, value: TypedValue, pointer: str, mask: str | None) -> None:
    """Writes `width` consecutive elements; masked lanes are not touched."""
    stored = to_storage(b, element, value)
    vector = b.type(stored.ty)
    if mask is None or b.width == 1:
        b.lines.append(f"  store {vector} {stored.text}, ptr {pointer}, align {element.alignment}")
        return
    lanes = b.type("i1")
    name = f"llvm.masked.store.v{b.width}{suffix(stored.ty)}.p0"
    b.module.declare(f"declare void @{name}({vector}, ptr, i32, {lanes})")
    b.lines.append(
        f"  call void @{name}({vector} {stored.text}, ptr {pointer}, i32 {element.alignment}, {lanes} {mask})"
    )


def splat(b: IRBuilder, scalar: TypedValue) -> TypedValue:
    """One scalar in every lane."""
    if b.width == 1:
        return scalar
    vector = b.type(scalar.ty)
    first = b.emit(f"insertelement {vector} poison, {scalar.ty} {scalar.text}, i32 0", scalar.ty)
    zeros = f"<{b.width} x i32> zeroinitializer"
    return b.emit(f"shufflevector {vector} {first.text}, {vector} poison, {zeros}", scalar.ty)


def load_splat(b: IRBuilder, element: ElementType, pointer: str) -> TypedValue:
    """One element at `pointer` in every lane."""
    stored = b.of_width(1).emit(f"load {element.storage}, ptr {pointer}, align {element.alignment}", element.storage)
    return from_storage(b, element, splat(b, stored))


def _addresses(b: IRBuilder, element: ElementType, pointer: str, index: str) -> str:
    """A vector of pointers, `index` being a vector of i64 counted in elements."""
    vector = f"<{b.width} x i64>"
    return b.emit(f"getelementptr {element.storage}, ptr {pointer}, {vector} {index}", "ptr").text


def gather(b: IRBuilder, element: ElementType, pointer: str, index: str, mask: str | None) -> TypedValue:
    """Elements `pointer[index]` for a vector of i64 (a scalar at width 1)."""
    ty = element.storage
    if b.width == 1:
        address = b.emit(f"getelementptr {ty}, ptr {pointer}, i64 {index}", "ptr")
        return load(b, element, address.text, None)
    vector, lanes, pointers = b.type(ty), b.type("i1"), b.type("ptr")
    name = f"llvm.masked.gather.v{b.width}{suffix(ty)}.v{b.width}p0"
    b.module.declare(f"declare {vector} @{name}({pointers}, i32, {lanes}, {vector})")
    addresses = _addresses(b, element, pointer, index)
    active = mask or "splat (i1 true)"
    place = f"{pointers} {addresses}, i32 {element.alignment}"
    call = f"call {vector} @{name}({place}, {lanes} {active}, {vector} zeroinitializer)"
    return from_storage(b, element, b.emit(call, ty))


def scatter(b: IRBuilder, element: ElementType, value: TypedValue, pointer: str, index: str, mask: str | None) -> None:
    """Writes elements `pointer[index]`; of equal indices the highest lane wins."""
    if b.width == 1:
        address = b.emit(f"getelementptr {element.storage}, ptr {pointer}, i64 {index}", "ptr")
        store(b, element, value, address.text, None)
        return
    stored = to_storage(b, element, value)
    vector, lanes, pointers = b.type(stored.ty), b.type("i1"), b.type("ptr")
    name = f"llvm.masked.scatter.v{b.width}{suffix(stored.ty)}.v{b.width}p0"
    b.module.declare(f"declare void @{name}({vector}, {pointers}, i32, {lanes})")
    addresses = _addresses(b, element, pointer, index)
    active = mask or "splat (i1 true)"
    place = f"{pointers} {addresses}, i32 {element.alignment}"
    b.lines.append(f"  call void @{name}({vector} {stored.text}, {place}, {lanes} {active})")


def iota(b: IRBuilder, ty: str = "i64") -> TypedValue:
    """0, 1, 2, ... over the lanes."""
    if b.width == 1:
        return b.const(ty, 0)
    return TypedValue("<" + ", ".join(f"{ty} {i}" for i in range(b.width)) + ">", ty)


def tail_mask(b: IRBuilder, remaining: str) -> str:
    """The lanes below `remaining`, an i64 that may exceed the width."""
    if b.width == 1:
        return b.emit(f"icmp sgt i64 {remaining}, 0", "i1").text
    # Lane numbers as narrow as they go: a compare of i64 lanes takes eight times the registers of i8 lanes.
    ty = "i8" if b.width <= 64 else "i32"
    scalar = b.of_width(1)
    declaration = "declare i64 @llvm.umin.i64(i64, i64)"
    b.module.declare(declaration)
    limited = scalar.emit(f"call i64 @llvm.umin.i64(i64 {remaining}, i64 {b.width})", "i64")
    narrow = splat(b, scalar.cast("trunc", limited, ty))
    return b.compare("icmp ult", iota(b, ty), narrow).text


def lane(b: IRBuilder, value: TypedValue, index: int | str) -> TypedValue:
    """One lane as a scalar; `index` is a number or the text of an i32 or i64 operand with its type."""
    if b.width == 1:
        return value
    where = f"i32 {index}" if isinstance(index, int) else index
    return b.of_width(1).emit(f"extractelement {b.type(value.ty)} {value.text}, {where}", value.ty)


def half(b: IRBuilder, value: TypedValue, upper: bool) -> TypedValue:
    """The lower or upper half of the lanes."""
    count = b.width // 2
    start = count if upper else 0
    if count == 1:
        return lane(b, value, start)
    vector = b.type(value.ty)
    picks = ", ".join(f"i32 {start + i}" for i in range(count))
    return b.of_width(count).emit(
        f"shufflevector {vector} {value.text}, {vector} poison, <{count} x i32> <{picks}>", value.ty
    )


def joined(b: IRBuilder, lower: TypedValue, upper: TypedValue) -> TypedValue:
    """The lanes of two values of half the builder's width, one behind the other."""
    vector = b.of_width(b.width // 2).type(lower.ty)
    picks = ", ".join(f"i32 {i}" for i in range(b.width))
    return b.emit(f"shufflevector {vector} {lower.text}, {vector} {upper.text}, <{b.width} x i32> <{picks}>", lower.ty)
