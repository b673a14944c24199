"""Random numbers from Philox 4x32-10 (see `ops.random._philox`): blocks of four words, sixteen in a vector.

For each distribution in `DRAWN` there is a function ``void gw_draw_...(ptr to, i64 key, i64 low, i64 high, i64 stride,
i64 count)``. It draws `count` numbers: the counter of the first block is `low`, `high`, and each further one is
`stride` blocks after the previous one. Truncated numbers are drawn by the block: rejected ones are replaced from the
blocks that follow. Threads share long sequences.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import as_dtype
from graphwright.ir.emit import Operand
from graphwright.ops.random._box_muller import pair
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand, as_text
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.runtime import thread_pool

SYMBOLS: Final = ("gw_draw",)
#: The distributions, uniform or normal numbers of a dtype or all bits of a word, with the dtype of the results.
DRAWN: Final[dict[str, str]] = {
    "words": "uint32",
    "uniform_float16": "float16",
    "uniform_bfloat16": "bfloat16",
    "uniform_float32": "float32",
    "uniform_float64": "float64",
    "normal_float32": "float32",
    "normal_float64": "float64",
    "truncated_float32": "float32",
    "truncated_float64": "float64",
}

_BLOCKS = 16
_FIELDS: Final = ("to", "key", "low", "high", "stride", "count")
_CHUNK_NUMBERS: Final = 1 << 15  # numbers that a thread draws at a time: some 50 us and more
_MULTIPLIERS = 0xD2511F53, 0xCD9E8D57
_KEY_STEPS = 0x9E3779B9, 0xBB67AE85
_ROUNDS = 10
_Function = ctypes.CFUNCTYPE(
    None, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_int64
)  # lets go of the interpreter while it runs


def draw(what: str, key: int, counter: tuple[int, int], count: int, stride: int) -> np.ndarray[Any, Any] | None:
    """See `Executor.draw`."""
    if what not in DRAWN:
        return None
    drawn = np.empty(count, as_dtype(DRAWN[what]).numpy)
    function(what)(drawn.ctypes.data, key, *counter, stride, count)
    return drawn


@cache
def function(what: str) -> Any:
    """The compiled function for one of `DRAWN`."""
    from graphwright.runtime.native.kernels import catalogue as kernels

    return _Function(kernels.kernel("random", what).symbols[f"{SYMBOLS[0]}_{what}"])


def kernel_text(what: str, host: jit.Host) -> str:
    """The module for one of `DRAWN`."""
    module = ModuleText(fma=host.fma)
    module.add(_chunk_text(module, what))
    flow = Flow(module)
    fields = flow.alloca(f"[{len(_FIELDS)} x i64]", align=16)
    for at, name in enumerate(_FIELDS):
        fields.at(at, "i64").store(flow.typed(f"%{name}", _kind(name)), align=8)
    chunks = (flow.i64("%count") + (_CHUNK_NUMBERS - 1)).sdiv(_CHUNK_NUMBERS)
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    flow.call("void", f"@{thread_pool.SPLIT}", "@gw_chunk", fields, chunks)
    flow.ret()
    arguments = ", ".join(f"{_kind(name)} %{name}" for name in _FIELDS)
    module.add(flow.function(f"define void @{SYMBOLS[0]}_{what}({arguments}) nounwind"))
    return module.text()


def _kind(field: str) -> str:
    return "ptr" if field == "to" else "i64"


def _chunk_text(module: ModuleText, what: str) -> str:
    """``void gw_chunk(fields, chunk)``."""
    flow = Flow(module)
    for at, name in enumerate(_FIELDS):
        flow.ptr("%fields").at(at, "i64").load(_kind(name), align=8, name=name)
    kind, element = what.partition("_")[0], ELEMENTS[DRAWN[what]]
    step = _BLOCKS * (2 if element.size == 8 else 4)
    keys = _round_keys(flow)
    begin = flow.i64("%chunk") * _CHUNK_NUMBERS
    end = (begin + _CHUNK_NUMBERS).min(flow.i64("%count"))
    with flow.loop(begin, end, step) as along:
        left, to = flow.i64("%count") - along.index, flow.i64("%to").at(along.index, element.storage)
        block = along.index // (step // _BLOCKS)
        narrow = flow.builder(_BLOCKS, "w")
        number = narrow.binary("add", memory_access.splat(narrow, TypedValue(block, "i64")), memory_access.iota(narrow))
        offset = narrow.binary("mul", number, memory_access.splat(narrow, TypedValue("%stride", "i64")))
        if kind == "truncated":
            _write_truncated(flow, narrow, element, offset, keys, to, left)
        else:
            wide = flow.builder(step, "n")
            drawn = _NUMBERS[kind](narrow, element, _mixed(narrow, offset, keys))
            memory_access.store(wide, element, _woven(narrow, drawn), to, memory_access.tail_mask(wide, left))
    flow.ret()
    return flow.function("define internal void @gw_chunk(ptr %fields, i64 %chunk) nounwind")


def _round_keys(flow: Flow) -> list[tuple[TypedValue, TypedValue]]:
    """Both words of the key as each round has them."""
    halves = [flow.i64("%key").trunc("i32"), (flow.i64("%key") >> 32).trunc("i32")]
    keys = []
    for _ in range(_ROUNDS):
        keys.append((TypedValue(halves[0], "i32"), TypedValue(halves[1], "i32")))
        halves = [half + by for half, by in zip(halves, _KEY_STEPS, strict=True)]
    return keys


def _mixed(b: IRBuilder, offset: TypedValue, keys: list[tuple[TypedValue, TypedValue]]) -> list[TypedValue]:
    """The four words of each of the blocks at these distances from the first."""
    start, high = (memory_access.splat(b, TypedValue(text, "i64")) for text in ("%low", "%high"))
    low = b.binary("add", start, offset)
    high = b.binary("add", high, b.cast("zext", b.compare("icmp ult", low, start), "i64"))
    x0, x1, x2, x3 = (part for half in (low, high) for part in _split(b, half))
    for key0, key1 in keys:
        product0, product1 = (
            b.binary("mul", b.cast("zext", x, "i64"), b.const("i64", by))
            for x, by in zip((x0, x2), _MULTIPLIERS, strict=True)
        )
        (low0, high0), (low1, high1) = _split(b, product0), _split(b, product1)
        x0 = b.binary("xor", b.binary("xor", high1, x1), memory_access.splat(b, key0))
        x2 = b.binary("xor", b.binary("xor", high0, x3), memory_access.splat(b, key1))
        x1, x3 = low1, low0
    return [x0, x1, x2, x3]


def _split(b: IRBuilder, value: TypedValue) -> tuple[TypedValue, TypedValue]:
    """The lower and the upper half of 64 bits."""
    return b.cast("trunc", value, "i32"), b.cast("trunc", b.binary("lshr", value, b.const("i64", 32)), "i32")


def _woven(b: IRBuilder, parts: list[TypedValue]) -> TypedValue:
    """What belongs to each block side by side, block after block."""
    width, count = b.width, len(parts)
    while len(parts) > 2:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        parts = [_shuffled(b, width, one, other, range(2 * width)) for one, other in pairs]
        width *= 2
    first, second = parts
    return _shuffled(b, width, first, second, [i % count * b.width + i // count for i in range(2 * width)])


def _shuffled(b: IRBuilder, width: int, one: TypedValue, other: TypedValue, places: Iterable[int]) -> TypedValue:
    """Lanes of two vectors by their numbers."""
    numbers = [f"i32 {i}" for i in places]
    vector = f"<{width} x {one.ty}>"
    mask = f"<{len(numbers)} x i32> <{', '.join(numbers)}>"
    return b.emit(f"shufflevector {vector} {one.text}, {vector} {other.text}, {mask}", one.ty)


# from words to numbers --------------------------------------------------------------------------------------


def _words(b: IRBuilder, element: ElementType, words: list[TypedValue]) -> list[TypedValue]:
    return words


def _uniform(b: IRBuilder, element: ElementType, words: list[TypedValue]) -> list[TypedValue]:
    """The lowest bits as the mantissa of a number from 1 to 2, less one; for float64 two words, the high one first."""
    if element.name == "float64":
        wide = [b.cast("zext", word, "i64") for word in words]
        words = [
            b.binary("or", b.binary("shl", one, b.const("i64", 32)), other)
            for one, other in zip(wide[::2], wide[1::2], strict=True)
        ]
    return [_unit(b, element, word) for word in words]


def _unit(b: IRBuilder, element: ElementType, word: TypedValue) -> TypedValue:
    bits, shown = _MANTISSA_BITS[element.name], _MANTISSA_BITS["float64" if word.ty == "i64" else "float32"]
    mantissa = b.binary("and", word, b.const(word.ty, (1 << bits) - 1))
    if bits < shown:
        mantissa = b.binary("shl", mantissa, b.const(word.ty, shown - bits))
    one = struct.unpack("<q" if word.ty == "i64" else "<i", struct.pack("<d" if word.ty == "i64" else "<f", 1.0))[0]
    ty = "double" if word.ty == "i64" else "float"
    number = b.cast("bitcast", b.binary("or", mantissa, b.const(word.ty, one)), ty)
    return b.sub(number, b.const(ty, 1.0))


def _normal(b: IRBuilder, element: ElementType, words: list[TypedValue]) -> list[TypedValue]:
    """Box and Muller's pairs; functions are evaluated in double precision and rounded, as in `ops.random._philox`."""
    if element.name == "float64":
        one, other = (TextOperand("float64", unit.text) for unit in _uniform(b, element, words))
        found = pair(TextEmitter.on(b), one, other)
        return [TypedValue(number.text, "double") for number in found]
    units = [_unit(b, element, word) for word in words]
    return [n for one, other in zip(units[::2], units[1::2], strict=True) for n in _pair(b, one, other)]


def _pair(b: IRBuilder, first: TypedValue, second: TypedValue) -> tuple[TypedValue, TypedValue]:
    e = TextEmitter.on(b)
    least = b.const("float", 1e-7)
    logarithm = _by_double(b, b.select(b.compare("fcmp olt", first, least), least, first), e.log)
    radius = b.intrinsic("sqrt", b.mul(b.const("float", -2.0), logarithm))
    angle = b.mul(b.cast("fpext", second, "double"), b.const("double", 2 * math.pi))
    angle = b.cast("fptrunc", angle, "float")
    return b.mul(_by_double(b, angle, e.sin), radius), b.mul(_by_double(b, angle, e.cos), radius)


def _by_double(b: IRBuilder, x: TypedValue, f: Callable[[Operand], Operand]) -> TypedValue:
    result = as_text(f(TextOperand("float64", b.cast("fpext", x, "double").text)))
    return b.cast("fptrunc", TypedValue(result.text, "double"), "float")


def _write_truncated(
    flow: Flow,
    b: IRBuilder,
    element: ElementType,
    offset: TypedValue,
    keys: list[tuple[TypedValue, TypedValue]],
    to: IRValue,
    left: IRValue,
) -> None:
    """Normal numbers, of which each group takes the first that are within two deviations: a group in each lane.

    `left` are the numbers wanted from `to` on.
    """
    group = 2 if element.size == 8 else 4  # numbers that share a run of blocks
    spread = b.binary("mul", memory_access.iota(b), b.const("i64", group))
    most, bound = b.const("i64", group), b.const(element.compute, 2.0)
    end = memory_access.splat(b, TypedValue(left, "i64"))
    vector = b.type("i64")
    draw = flow.repeat([(vector, offset.text), (vector, "zeroinitializer")], "draw")
    block, taken = (TypedValue(name, "i64") for name in draw.carried)
    for number in _normal(b, element, _mixed(b, block, keys)):
        good = b.binary("and", b.compare("fcmp olt", b.fabs(number), bound), b.compare("icmp ult", taken, most))
        place = b.binary("add", spread, taken)
        wanted = b.binary("and", good, b.compare("icmp slt", place, end))
        memory_access.scatter(b, element, number, to, place.text, wanted.text)
        taken = b.binary("add", taken, b.cast("zext", good, "i64"))
    following = b.binary("add", block, b.const("i64", 1))
    flow.module.declare(f"declare i1 @llvm.vector.reduce.or.v{_BLOCKS}i1({b.type('i1')})")
    lacking = b.compare("icmp ult", taken, most).text
    more = flow.call("i1", f"@llvm.vector.reduce.or.v{_BLOCKS}i1", f"{b.type('i1')} {lacking}")
    draw.close_if(more, following.text, taken.text)


_MANTISSA_BITS: Final = {"float16": 10, "bfloat16": 7, "float32": 23, "float64": 52}
_NUMBERS: Final = {"words": _words, "uniform": _uniform, "normal": _normal}
