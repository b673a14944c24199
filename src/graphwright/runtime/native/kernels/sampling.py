"""Kernels of random ops: sampling from categories by their cumulative sums, and shuffling.

``void gw_choose(ptr fields, i64 chunks)`` finds, for each number between 0 and 1 of a row, how many of the row's
cumulative sums are at most that fraction of the last one: a binary search, for rows of `count` numbers each, shared by
threads. ``void gw_shuffle_...(ptr elements, ptr words, i64 begin, i64 words, i64 count)`` is a step of a Fisher-Yates
shuffle of `count` elements of 4 or 8 bytes: it swaps the element at `begin` with itself or a later one, at a distance
that is the remainder of a random 32-bit word, then the next, with one word for each.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.runtime import thread_pool

Array = np.ndarray[Any, Any]

SYMBOLS: Final = ("gw",)
_FIELDS: Final = ("to", "sums", "numbers", "length", "count", "chunks_per_row")
_SEARCH_LANES: Final = 32  # searches in one vector: each is a chain of dependent loads
_CHUNK_SEARCHES: Final = 1 << 13  # searches in a chunk: some 50 us


def kernel_text(what: str, host: jit.Host) -> str:
    """The module of one of the functions."""
    module = ModuleText(fma=host.fma)
    module.add(_choose_text(module) if what == "choose" else _shuffle_text(module, what))
    return module.text()


def routine(name: str) -> Callable[..., Any] | None:
    """See `Executor.routine`."""
    if name == "choose":
        return choose
    return shuffle if name == "shuffle" else None


@cache
def _function(what: str, result: Any, *arguments: Any) -> Any:
    from graphwright.runtime.native.kernels import catalogue as kernels

    address = kernels.kernel("sampling", what).symbols[f"{SYMBOLS[0]}_{what}"]
    return ctypes.CFUNCTYPE(result, *arguments)(address)  # releases the GIL while it runs


def choose(sums: Array, numbers: Array) -> Array:
    """The int64 categories of `[rows, count]` numbers, by float64 `[rows, length]` cumulative sums that are finite."""
    (rows, length), count = sums.shape, numbers.shape[1]
    result = np.empty((rows, count), np.int64)
    chunks_per_row = -(-count // _CHUNK_SEARCHES)
    addresses = [x.ctypes.data for x in (result, sums, numbers)]
    fields = (ctypes.c_int64 * len(_FIELDS))(*addresses, length, count, chunks_per_row)
    _function("choose", None, ctypes.c_void_p, ctypes.c_int64)(ctypes.addressof(fields), rows * chunks_per_row)
    return result


def shuffle(elements: Array, words: Array, begin: int) -> None:
    """Shuffle part of a contiguous array in place: swap the elements from `begin` on as the random words say."""
    name = f"shuffle_i{8 * elements.itemsize}"
    step = _function(name, None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
    step(elements.ctypes.data, words.ctypes.data, begin, len(words), len(elements))


def _choose_text(module: ModuleText) -> str:
    """The function of one chunk, and the one that has threads run all chunks."""
    flow, element, category = Flow(module), ELEMENTS["float64"], ELEMENTS["int64"]
    to, sums, numbers, length, count, chunks_per_row = (
        flow.ptr("%fields").at(at, "i64").load("ptr" if at < 3 else "i64", align=8) for at in range(len(_FIELDS))
    )
    row = flow.i64("%chunk") // chunks_per_row
    begin = (flow.i64("%chunk") - row * chunks_per_row) * _CHUNK_SEARCHES
    end = (begin + _CHUNK_SEARCHES).min(count)
    row_sums = sums.at(row * length, "double")
    first = row * count
    last = row_sums.at(length - 1, "double").load("double", align=8)
    b = flow.builder(_SEARCH_LANES, "v")
    with flow.loop(begin, end, _SEARCH_LANES) as along:
        at = first + along.index
        mask = memory_access.tail_mask(b, end - along.index)
        drawn = memory_access.load(b, element, numbers.at(at, "double"), mask)
        target = b.mul(drawn, memory_access.splat(b, TypedValue(last, "double")))
        ty = b.type("i64")
        halve = flow.repeat([(ty, b.const("i64", 0).text), ("i64", str(length))], "halve")
        base, had = TypedValue(halve.carried[0], "i64"), halve.carried[1]
        half = had >> 1
        # a single remaining sum has no half
        middle = b.binary("add", base, memory_access.splat(b, TypedValue((half - 1).max(0), "i64")))
        passed = b.compare("fcmp ole", memory_access.gather(b, element, row_sums, middle.text, None), target)
        moved = b.select(passed, memory_access.splat(b, TypedValue(half, "i64")), b.const("i64", 0))
        following = b.binary("add", base, moved)
        left = had - half
        halve.close_if(left > 1, following.text, left)
        passed = b.compare("fcmp ole", memory_access.gather(b, element, row_sums, following.text, None), target)
        found = b.binary("add", following, b.cast("zext", passed, "i64"))
        memory_access.store(b, category, found, to.at(at, "i64"), mask)
    flow.ret()
    chunk = flow.function("define internal void @gw_chunk(ptr %fields, i64 %chunk) nounwind")
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    whole = Flow(module)
    whole.call("void", f"@{thread_pool.SPLIT}", "@gw_chunk", whole.ptr("%fields"), whole.i64("%chunks"))
    whole.ret()
    return "\n".join([chunk, whole.function("define void @gw_choose(ptr %fields, i64 %chunks) nounwind")])


def _shuffle_text(module: ModuleText, what: str) -> str:
    ty = what.rpartition("_")[2]
    size = int(ty[1:]) // 8
    flow = Flow(module)
    with flow.loop(0, flow.i64("%words"), 1) as along:
        at = flow.i64("%begin") + along.index
        word = flow.ptr("%drawn").at(along.index, "i32").load("i32", align=4)
        left = (flow.i64("%count") - at).trunc("i32")
        further = (word % left).zext()
        here, there = (flow.ptr("%elements").at(place, ty) for place in (at, at + further))
        one, two = (place.load(ty, align=size) for place in (here, there))
        here.store(two, ty, align=size)
        there.store(one, ty, align=size)
    flow.ret()
    head = f"define void @gw_{what}(ptr %elements, ptr %drawn, i64 %begin, i64 %words, i64 %count) nounwind"
    return flow.function(head)
