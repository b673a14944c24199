"""Runs a module with guard pages around all memory that compiled code reads and writes.

`python -m tests.support.guarded tests.graphs.run --check 0:2000`,
`python -m tests.support.guarded pytest -m executors tests`. Every
NumPy array of the main thread, the scratch block of each call, results and the copies that products make end where a
page begins that nobody may touch: the first byte read or written behind them ends the process, and `faulthandler` says
where. What lies before them up to the page's start, behind a page that nobody may touch either, is looked at when they
are given back. They are filled with ones first: what is read before it was written is NaN, or -1. A system allows only
so many pages of different kinds: where very many arrays live at once, further ones have no guards.
"""

from __future__ import annotations

import ctypes
import faulthandler
import mmap
import os
import runpy
import sys
from typing import Any

import graphwright as tf
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.lower import body
from graphwright.runtime.native.runtime import block_allocator, capi

_MOST = 12_000  # guarded blocks at once, of four mappings each: Linux allows some 65,000
_BARE = 1 << 30  # bytes for those without guards, which are not used again

_C = ("mmap", "munmap", "mprotect", "memset", "memcpy", "abort")


def install() -> jit.MachineCode:
    """Guard what is allocated from here on, before anything is compiled; gives the guards' code."""
    library = ctypes.CDLL(None)
    symbols = {f"guard_c_{name}": ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0 for name in _C}
    guards = jit.compile_ir(_text(), opt=0, symbols=symbols)
    ctypes.CFUNCTYPE(None)(guards.address("guard_open"))()
    take, give = guards.address("guard_take"), guards.address("guard_give")
    # all that programs use comes from the guards, and nothing waits to be used again
    body._Scratch.on_stack = body._OwnScratch.on_stack = 0
    block_allocator.LARGE_BLOCK = 0  # type: ignore[misc]
    known: Any = capi.symbols()
    functions = {"malloc": take, "aligned_alloc": guards.address("guard_aligned"), "free": give}
    known.update({capi.PREFIX + name: where for name, where in functions.items()})
    names = ("guard_array", "guard_zeros", "guard_change", "guard_end")
    handler = block_allocator.handler(b"guarded", *(guards.address(name) for name in names))
    block_allocator.CODE.state.set_handler(handler)
    block_allocator.CODE.symbols.update({block_allocator.TAKE: take, block_allocator.GIVE: give})
    set_handler = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(capi.address("PyDataMem_SetHandler"))
    _kept.extend([guards, handler, set_handler(handler)])
    return guards


_kept: list[Any] = []


def _text() -> str:
    numbers = {
        "MOST": _MOST, "BARE": _BARE,
        "MASK": -mmap.PAGESIZE, "LAST": mmap.PAGESIZE - 1, "PAGE": mmap.PAGESIZE, "TWICE": 2 * mmap.PAGESIZE,
        "MORE": 3 * mmap.PAGESIZE, "WRITABLE": mmap.PROT_READ | mmap.PROT_WRITE,
        "PRIVATE": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0),
    }  # fmt: skip
    text = _TEMPLATE
    for name, number in numbers.items():
        text = text.replace(f"${name}", str(number))
    return text


# a page with the sizes, a guard, the block's pages, a guard
_TEMPLATE = """
@guard_made = global i64 0
@guard_live = global i64 0
@guard_bare = global ptr null
@guard_used = global i64 0
declare ptr @guard_c_mmap(ptr, i64, i32, i32, i32, i64)
declare i32 @guard_c_munmap(ptr, i64)
declare i32 @guard_c_mprotect(ptr, i64, i32)
declare ptr @guard_c_memset(ptr, i32, i64)
declare ptr @guard_c_memcpy(ptr, ptr, i64)
declare void @guard_c_abort()
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)

define ptr @guard_take(i64 %asked) noinline nounwind {
start:
  %size = call i64 @llvm.umax.i64(i64 %asked, i64 1)
  %live = load atomic i64, ptr @guard_live monotonic, align 8
  %many = icmp sge i64 %live, $MOST
  br i1 %many, label %bare, label %guarded
bare:
  %plain = call ptr @guard_take_bare(i64 %size)
  ret ptr %plain
guarded:
  %up = add i64 %size, $LAST
  %pages = and i64 %up, $MASK
  %total = add i64 %pages, $MORE
  %mapped = call ptr @guard_c_mmap(ptr null, i64 %total, i32 0, i32 $PRIVATE, i32 -1, i64 0)
  %number = ptrtoint ptr %mapped to i64
  %failed = icmp eq i64 %number, -1
  br i1 %failed, label %none, label %open
none:
  ret ptr null
open:
  %inside = getelementptr i8, ptr %mapped, i64 $TWICE
  %opened = call i32 @guard_c_mprotect(ptr %mapped, i64 $PAGE, i32 $WRITABLE)
  %opened.too = call i32 @guard_c_mprotect(ptr %inside, i64 %pages, i32 $WRITABLE)
  %status = or i32 %opened, %opened.too
  %fine = icmp eq i32 %status, 0
  br i1 %fine, label %fill, label %none
fill:
  %second = getelementptr i8, ptr %mapped, i64 8
  store i64 %total, ptr %mapped
  store i64 %size, ptr %second
  %slack = sub i64 %pages, %size
  %block = getelementptr i8, ptr %inside, i64 %slack
  %marked = call ptr @guard_c_memset(ptr %inside, i32 165, i64 %slack)
  %filled = call ptr @guard_c_memset(ptr %block, i32 255, i64 %size)
  %made = atomicrmw add ptr @guard_made, i64 1 monotonic
  %lives = atomicrmw add ptr @guard_live, i64 1 monotonic
  ret ptr %block
}

; the size, then the block
define internal ptr @guard_take_bare(i64 %size) noinline nounwind {
start:
  %up = add i64 %size, 127
  %room = and i64 %up, -64
  %before = atomicrmw add ptr @guard_used, i64 %room monotonic
  %after = add i64 %before, %room
  %full = icmp sgt i64 %after, $BARE
  br i1 %full, label %none, label %some
none:
  ret ptr null
some:
  %base = load ptr, ptr @guard_bare
  %place = getelementptr i8, ptr %base, i64 %before
  %block = getelementptr i8, ptr %place, i64 64
  %size.place = getelementptr i8, ptr %block, i64 -8
  store i64 %size, ptr %size.place
  %filled = call ptr @guard_c_memset(ptr %block, i32 255, i64 %size)
  ret ptr %block
}

define internal i1 @guard_is_bare(ptr %block) noinline nounwind {
  %base = load ptr, ptr @guard_bare
  %end = getelementptr i8, ptr %base, i64 $BARE
  %from = icmp uge ptr %block, %base
  %to = icmp ult ptr %block, %end
  %inside = and i1 %from, %to
  ret i1 %inside
}

define internal i64 @guard_size(ptr %block) noinline nounwind {
start:
  %bare = call i1 @guard_is_bare(ptr %block)
  br i1 %bare, label %plain, label %guarded
plain:
  %size.place = getelementptr i8, ptr %block, i64 -8
  %own = load i64, ptr %size.place
  ret i64 %own
guarded:
  %head = call ptr @guard_head(ptr %block)
  %second = getelementptr i8, ptr %head, i64 8
  %size = load i64, ptr %second
  ret i64 %size
}

define void @guard_open() noinline nounwind {
  %base = call ptr @guard_c_mmap(ptr null, i64 $BARE, i32 $WRITABLE, i32 $PRIVATE, i32 -1, i64 0)
  store ptr %base, ptr @guard_bare
  ret void
}

define internal ptr @guard_head(ptr %block) noinline nounwind {
  %address = ptrtoint ptr %block to i64
  %inside = and i64 %address, $MASK
  %head = sub i64 %inside, $TWICE
  %pointer = inttoptr i64 %head to ptr
  ret ptr %pointer
}

define void @guard_give(ptr %block) noinline nounwind {
start:
  %nothing = icmp eq ptr %block, null
  br i1 %nothing, label %done, label %which
which:
  %bare = call i1 @guard_is_bare(ptr %block)
  br i1 %bare, label %done, label %some
some:
  %head = call ptr @guard_head(ptr %block)
  %total = load i64, ptr %head
  %inside = getelementptr i8, ptr %head, i64 $TWICE
  br label %look
look:
  %place = phi ptr [%inside, %some], [%next, %one]
  %more = icmp ult ptr %place, %block
  br i1 %more, label %one, label %untouched
one:
  %byte = load i8, ptr %place
  %next = getelementptr i8, ptr %place, i64 1
  %same = icmp eq i8 %byte, 165
  br i1 %same, label %look, label %stray
stray:
  call void @guard_c_abort()
  unreachable
untouched:
  %unmapped = call i32 @guard_c_munmap(ptr %head, i64 %total)
  %lives = atomicrmw sub ptr @guard_live, i64 1 monotonic
  br label %done
done:
  ret void
}

define ptr @guard_aligned(i64 %alignment, i64 %size) noinline nounwind {
  %block = call ptr @guard_take(i64 %size)
  ret ptr %block
}

define ptr @guard_array(ptr %self, i64 %size) noinline nounwind {
  %block = call ptr @guard_take(i64 %size)
  ret ptr %block
}

define ptr @guard_zeros(ptr %self, i64 %count, i64 %each) noinline nounwind {
start:
  %size = mul i64 %count, %each
  %block = call ptr @guard_take(i64 %size)
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %clear
clear:
  %cleared = call ptr @guard_c_memset(ptr %block, i32 0, i64 %size)
  br label %done
done:
  ret ptr %block
}

define ptr @guard_change(ptr %self, ptr %block, i64 %size) noinline nounwind {
start:
  %made = call ptr @guard_take(i64 %size)
  %first = icmp eq ptr %block, null
  br i1 %first, label %done, label %move
move:
  %had = call i64 @guard_size(ptr %block)
  %both = call i64 @llvm.umin.i64(i64 %had, i64 %size)
  %moved = call ptr @guard_c_memcpy(ptr %made, ptr %block, i64 %both)
  call void @guard_give(ptr %block)
  br label %done
done:
  ret ptr %made
}

define void @guard_end(ptr %self, ptr %block, i64 %size) noinline nounwind {
  call void @guard_give(ptr %block)
  ret void
}
"""


def stray(kind: str) -> None:
    """What the guards are there for: a byte touched that is not the array's own."""
    array = tf.constant([1.0] * 5).numpy()
    where = array.__array_interface__["data"][0]
    if kind == "write":
        ctypes.memset(where + array.nbytes, 0, 1)
    elif kind == "read":
        ctypes.string_at(where + array.nbytes - 1, 2)
    else:
        ctypes.memset(where - 1, 0, 1)
        del array


def main() -> None:
    """Run the module that is named, with the arguments behind it."""
    faulthandler.enable()
    guards = install()
    module, sys.argv = sys.argv[1], sys.argv[1:]
    status: Any = 0
    try:
        if module == "stray":
            stray(sys.argv[1])
        else:
            runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        status = ended.code or 0
    result = ctypes.c_int64.from_address(guards.variable("guard_made")).value
    print(f"{result} blocks were guarded")
    sys.stdout.flush()
    os._exit(int(status))  # the arrays that are left are given back to nobody


if __name__ == "__main__":
    main()
