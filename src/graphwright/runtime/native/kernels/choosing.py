"""What random ops do with numbers that are drawn: look them up in ascending sums, and put elements in random order.

``void gw_choose(ptr fields, i64 chunks)``: for each number, between 0 and 1, of a row how many of the row's sums are at
most that part of the last one; all rows of `count` numbers each, shared by threads. ``i64 gw_shuffle_...(ptr elements,
ptr words, i64 count, i64 last)`` for elements of 4 and 8 bytes: exchanges the element at `last` with one before it or
itself, then the one before, and so on. Each takes words of 32 bits until the lowest bits of one are a place; it gives
the place where the words came to an end, 0 if all is done. That is NumPy's `Generator.shuffle`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from graphwright.runtime.native.machine import jit, pool
from graphwright.runtime.native.text import access
from graphwright.runtime.native.text.flow import Flow
from graphwright.runtime.native.text.irtext import ModuleText, Value
from graphwright.runtime.native.text.storage import ELEMENTS

Array = np.ndarray[Any, Any]

SYMBOLS: Final = ("gw",)
_FIELDS: Final = ("to", "sums", "numbers", "length", "count", "pieces")
_LANES: Final = 32  # lookups side by side: each is a chain of loads that wait for each other
_CHUNK: Final = 1 << 13  # lookups that a thread takes at a time: some 50 us
_MOST_WORDS: Final = 1 << 16


def kernel_text(what: str, host: jit.Host) -> str:
    """The module of one of the functions."""
    module = ModuleText(fma=host.fma)
    module.add(_choose_text(module) if what == "choose" else _shuffle_text(module, what))
    return module.text()


def routine(name: str) -> Callable[..., Any] | None:
    """See `Executor.routine`."""
    if name == "choose":
        return choose
    return shuffle if name == "shuffle" and _shuffles_like_numpy() else None


@cache
def _function(what: str, result: Any, *arguments: Any) -> Any:
    from graphwright.runtime.native.kernels import shared as kernels

    address = kernels.kernel("choosing", what).symbols[f"{SYMBOLS[0]}_{what}"]
    return ctypes.CFUNCTYPE(result, *arguments)(address)  # lets go of the interpreter while it runs


def choose(sums: Array, numbers: Array) -> Array:
    """For float64 `[rows, length]` sums that ascend to a finite one, and `[rows, count]` numbers: int64 places."""
    (rows, length), count = sums.shape, numbers.shape[1]
    made = np.empty((rows, count), np.int64)
    pieces = -(-count // _CHUNK)
    given = [x.ctypes.data for x in (made, sums, numbers)]
    fields = (ctypes.c_int64 * len(_FIELDS))(*given, length, count, pieces)
    _function("choose", None, ctypes.c_void_p, ctypes.c_int64)(ctypes.addressof(fields), rows * pieces)
    return made


def shuffle(elements: Array, generator: np.random.Generator) -> None:
    """Put a contiguous array of elements of 4 or 8 bytes in the order that `generator.shuffle` gives it."""
    name = f"shuffle_i{8 * elements.itemsize}"
    step = _function(name, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    last = len(elements) - 1
    while last > 0:
        # half a word is enough for most
        words = generator.bit_generator.random_raw(min(last // 2 + 32, _MOST_WORDS))
        last = step(elements.ctypes.data, words.ctypes.data, 2 * len(words), last)


@cache
def _shuffles_like_numpy() -> bool:
    """Whether it is what this NumPy does, whose streams may change from one version to another."""
    found, expected = (np.arange(1000) for _ in range(2))
    one, other = (np.random.Generator(np.random.Philox(key=1)) for _ in range(2))
    shuffle(found, one)
    other.shuffle(expected)
    return np.array_equal(found, expected)


def _choose_text(module: ModuleText) -> str:
    """The function of one chunk, and that which hands the chunks out."""
    flow, element, places = Flow(module), ELEMENTS["float64"], ELEMENTS["int64"]
    to, sums, numbers, length, count, pieces = (
        flow.value(f"load {'ptr' if at < 3 else 'i64'}, ptr {flow.at('%fields', at, 'i64')}, align 8")
        for at in range(len(_FIELDS))
    )
    row = flow.value(f"udiv i64 %chunk, {pieces}")
    begin = flow.mul(flow.sub("%chunk", flow.mul(row, pieces)), _CHUNK)
    end = flow.smin(flow.add(begin, _CHUNK), count)
    own = flow.at(sums, flow.mul(row, length), "double")
    first = flow.mul(row, count)
    last = flow.value(f"load double, ptr {flow.at(own, flow.sub(length, 1), 'double')}, align 8")
    b = flow.builder(_LANES, "v")
    with flow.loop(begin, end, _LANES) as along:
        at = flow.add(first, along.index)
        mask = access.tail_mask(b, flow.sub(end, along.index))
        drawn = access.load(b, element, flow.at(numbers, at, "double"), mask)
        wanted = b.mul(drawn, access.splat(b, Value(last, "double")))
        ty = b.type("i64")
        before, zeros = flow.block, b.const("i64", 0).text
        flow.do("br label %halve")
        flow.label("halve")
        phis, base = len(flow.lines), Value("%base", "i64")
        half = flow.value("lshr i64 %left, 1")
        # of one sum that is left there is no half
        middle = b.binary("add", base, access.splat(b, Value(flow.smax(flow.sub(half, 1), 0), "i64")))
        passed = b.compare("fcmp ole", access.gather(b, element, own, middle.text, None), wanted)
        moved = b.select(passed, access.splat(b, Value(half, "i64")), b.const("i64", 0))
        following = b.binary("add", base, moved)
        left = flow.sub("%left", half)
        flow.lines[phis:phis] = [
            f"  %base = phi {ty} [{zeros}, %{before}], [{following.text}, %{flow.block}]",
            f"  %left = phi i64 [{length}, %{before}], [{left}, %{flow.block}]",
        ]
        flow.do(f"br i1 {flow.compare('sgt', left, 1)}, label %halve, label %found")
        flow.label("found")
        passed = b.compare("fcmp ole", access.gather(b, element, own, following.text, None), wanted)
        place = b.binary("add", following, b.cast("zext", passed, "i64"))
        access.store(b, places, place, flow.at(to, at, "i64"), mask)
    flow.do("ret void")
    chunk = flow.function("define internal void @gw_chunk(ptr %fields, i64 %chunk) nounwind")
    module.declare(f"declare void @{pool.SPLIT}(ptr, ptr, i64)")
    whole = Flow(module)
    whole.do(f"call void @{pool.SPLIT}(ptr @gw_chunk, ptr %fields, i64 %chunks)")
    whole.do("ret void")
    return "\n".join([chunk, whole.function("define void @gw_choose(ptr %fields, i64 %chunks) nounwind")])


def _shuffle_text(module: ModuleText, what: str) -> str:
    """Without branches but for the loop: which words are places cannot be foreseen."""
    ty = what.rpartition("_")[2]
    size = int(ty[1:]) // 8
    flow = Flow(module)
    module.declare("declare i64 @llvm.ctlz.i64(i64, i1)")
    with flow.loop(0, "%count", carried=[("i64", "%last")]) as words:
        (at,) = words.carried
        word = flow.value(f"load i32, ptr {flow.at('%words', words.index, 'i32')}, align 4")
        bits = flow.value(f"call i64 @llvm.ctlz.i64(i64 {at}, i1 false)")
        # at 0 nothing is left to do: the only place is 0
        shift = flow.smin(bits, 63)
        mask = flow.value(f"lshr i64 -1, {shift}")
        drawn = flow.value(f"and i64 {flow.value(f'zext i32 {word} to i64')}, {mask}")
        fits = flow.compare("ule", drawn, at)
        other = flow.select(fits, "i64", drawn, at)
        here, there = (flow.at("%elements", place, ty) for place in (at, other))
        one, two = (flow.value(f"load {ty}, ptr {place}, align {size}") for place in (here, there))
        flow.do(f"store {ty} {two}, ptr {here}, align {size}")
        flow.do(f"store {ty} {one}, ptr {there}, align {size}")
        words.following = [flow.smax(flow.sub(at, flow.value(f"zext i1 {fits} to i64")), 0)]
    flow.do(f"ret i64 {words.results[0]}")
    head = f"define i64 @gw_{what}(ptr %elements, ptr %words, i64 %count, i64 %last) nounwind"
    return flow.function(head)
