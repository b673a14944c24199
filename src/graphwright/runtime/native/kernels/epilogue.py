"""Emits epilogues (see `runtime/native/epilogue.py` for the flags): in registers, or on a block of C.

Tiles of convolutions do an epilogue before they store their results (`in_registers`). Products do it to a block of C in
the cache, by a function ``gw_epilogue``, or ``gw_affine`` if there is more than a bias and an activation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from graphwright.runtime.native.epilogue import CAP_VALUE, NEUTRAL_ROWS, Flag, has_every_part
from graphwright.runtime.native.llvm import memory_access, storage
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue, constant_text
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import TRUE, IRValue

Texts = Sequence[str]


def call_epilogue(flow: Flow, epilogue: IRValue, c: IRValue, c_row: IRValue, rows: IRValue, cols: IRValue) -> None:
    """Call the function of a program that changes a block of C in place, unless `epilogue` is null."""
    with flow.when(epilogue.is_not_null()):
        flow.call("void", epilogue, c, c_row, rows, cols)


def in_registers(
    flow: Flow, b: IRBuilder, element: ElementType, results: Texts, cells: Sequence[tuple[IRValue, str | None]],
    masks: Sequence[str | None], flags: IRValue, bias: IRValue, apart: IRValue, residual: Callable[[], IRValue],
) -> Texts:  # fmt: skip
    """The results of a tile, vector by vector, after all that the flags ask for.

    `cells` are the places and masks of the vectors, row by row with as many in a row as there are `masks`. The first
    row lies at `bias`, for the tile's columns, and others `apart`; `residual` loads the distance to the residual.
    """
    ty, wants = element.compute, _wants(flags)
    kinds = [b.type(ty)] * len(results)

    def columns(j: int) -> IRValue:
        return bias.at(j * b.width, element.storage)

    def biased(before: Texts) -> Texts:
        rows = [memory_access.load(b, element, columns(j), mask) for j, mask in enumerate(masks)]
        return [b.binary("fadd", TypedValue(text, ty), rows[at % len(rows)]).text for at, text in enumerate(before)]

    def affine(before: Texts) -> Texts:
        after, subtracts = list(before), wants(Flag.SUBTRACT)
        for j, mask in enumerate(masks):
            change = _affine(b, element, columns(j), apart, mask, subtracts)
            for at in range(j, len(after), len(masks)):
                after[at] = change(TypedValue(after[at], ty)).text
        return after

    def summed(before: Texts) -> Texts:
        distance = residual()
        parts = [memory_access.load(b, element, place.at(distance, "i8"), mask) for place, mask in cells]
        return [b.binary("fadd", TypedValue(text, ty), part).text for text, part in zip(before, parts, strict=True)]

    def changed() -> Texts:
        texts = results
        for flag, change in ((Flag.BIAS, biased), (Flag.AFFINE, affine), (Flag.RESIDUAL, summed)):
            texts = flow.either(wants(flag), kinds, partial(change, texts), texts)
        bounded = _bounded(b, element, wants)
        return [bounded(TypedValue(text, ty)).text for text in texts]

    return flow.either(wants(Flag.EPILOGUE), kinds, changed, results)


def _wants(flags: IRValue) -> Callable[[int], IRValue]:
    """Whether a flag is set."""
    return lambda flag: (flags & flag).ne(0)


def _affine(
    b: IRBuilder, element: ElementType, place: IRValue, apart: IRValue, mask: str | None, subtracts: IRValue
) -> Callable[[TypedValue], TypedValue]:
    """What AFFINE does to an element of the columns at `place`, each time rounded."""
    places = [place.at(apart * i, element.storage) for i in range(len(NEUTRAL_ROWS))]
    first, *others = (memory_access.load(b, element, each, mask) for each in places)
    minus, plus = (constant_text(element.compute, number) for number in (-1.0, 1.0))
    sign = memory_access.splat(b, TypedValue(subtracts.select(minus, plus, element.compute), element.compute))
    rows = [b.binary("fmul", first, sign), *others]

    def change(value: TypedValue) -> TypedValue:
        for opcode, row in zip(("fadd", "fmul", "fadd"), rows, strict=True):
            value = b.binary(opcode, value, row)
        return value

    return change


def _bounded(b: IRBuilder, element: ElementType, wants: Callable[[int], IRValue]) -> Callable[[TypedValue], TypedValue]:
    """What RELU does to an element, and CAP if the dtype has it; a bound that is not wanted changes nothing.

    A NaN stays one.
    """
    ty, floating = element.compute, element.kind == "float"

    def bound(flag: int, number: float, none: float) -> TypedValue:
        texts = [constant_text(ty, each) for each in (number, none)]
        return memory_access.splat(b, TypedValue(wants(flag).select(texts[0], texts[1], ty), ty))

    lowest = float("-inf") if floating else (-(1 << (8 * element.size - 1)) if element.kind == "int" else 0)
    above = "fcmp ogt" if floating else f"icmp {'s' if element.kind == 'int' else 'u'}gt"
    bounds = [(bound(Flag.RELU, 0, lowest), above)]
    if has_every_part(element.name):
        bounds.append((bound(Flag.CAP, CAP_VALUE, float("inf")), "fcmp olt"))

    def change(value: TypedValue) -> TypedValue:
        for limit, opcode in bounds:
            value = b.select(b.compare(opcode, limit, value), limit, value)
        return value

    return change


def _down(
    flow: Flow, b: IRBuilder, element: ElementType, top: IRValue, c_row: IRValue, mask: str,
    change: Callable[[TypedValue, IRValue], TypedValue],
) -> None:  # fmt: skip
    """Change the elements of C below `top`, which lie at the places that `change` gets."""
    with flow.loop(0, flow.i64("%rows"), carried=[("ptr", top)]) as down:
        (place,) = down.carried
        memory_access.store(b, element, change(memory_access.load(b, element, place, mask), place), place, mask)
        down.next_values = [place.at(c_row, element.storage)]


def affine_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_affine(c, rows, cols, bias, more)``: what AFFINE, RESIDUAL, RELU and CAP say, to a block.

    `more` points to three numbers: the distance of C's rows, the bytes from C to the residual, the flags.
    """
    flow = Flow(module)
    b = flow.builder(lanes, "v")
    c_row, residual, flags = (flow.ptr("%more").at(i, "i64").load("i64", align=8) for i in range(3))
    wants_residual, subtracts = map(_wants(flags), (Flag.RESIDUAL, Flag.SUBTRACT))
    bounded = _bounded(b, element, _wants(flags))
    with flow.loop(0, flow.i64("%cols"), lanes) as across:
        at = across.index
        mask = memory_access.tail_mask(b, flow.i64("%cols") - at)
        affine = _affine(b, element, flow.ptr("%bias").at(at, element.storage), c_row, mask, subtracts)
        top = flow.ptr("%c").at(at, element.storage)

        def alone(value: TypedValue, _: IRValue) -> TypedValue:
            return bounded(affine(value))

        def with_residual(value: TypedValue, place: IRValue) -> TypedValue:
            value = affine(value)
            return bounded(b.binary("fadd", value, memory_access.load(b, element, place.at(residual, "i8"), mask)))

        by_rows = [partial(_down, flow, b, element, top, c_row, mask, change) for change in (with_residual, alone)]
        flow.first_of((wants_residual, by_rows[0]), (TRUE, by_rows[1]))
    flow.ret()
    return flow.function(
        "define internal void @gw_affine(ptr %c, i64 %rows, i64 %cols, ptr %bias, ptr %more) noinline nounwind"
    )


def epilogue_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_epilogue(c, c_row, rows, cols, bias, flags)``: adds a row to each of C, takes the ReLU, caps it."""
    flow = Flow(module)
    b, ty, floating = flow.builder(lanes, "v"), element.compute, element.kind == "float"
    wants = _wants(flow.i64("%flags"))
    wants_bias, bounded = wants(Flag.BIAS), _bounded(b, element, wants)
    nothing = b.const(ty, -0.0 if floating else 0).text
    with flow.loop(0, flow.i64("%cols"), lanes) as across:
        at = across.index
        mask = memory_access.tail_mask(b, flow.i64("%cols") - at)

        def bias() -> list[str]:
            return [memory_access.load(b, element, flow.ptr("%bias").at(at, element.storage), mask).text]

        [row] = flow.either(wants_bias, [b.type(ty)], bias, [nothing])

        def change(value: TypedValue, _: IRValue) -> TypedValue:
            total = b.binary("fadd" if floating else "add", value, TypedValue(row, ty))
            return bounded(storage.rounded(b, element, total))

        _down(flow, b, element, flow.ptr("%c").at(at, element.storage), flow.i64("%c_row"), mask, change)
    flow.ret()
    return flow.function(
        "define internal void @gw_epilogue(ptr %c, i64 %c_row, i64 %rows, i64 %cols, ptr %bias, i64 %flags) "
        "noinline nounwind"
    )
