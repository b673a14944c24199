"""Large blocks of memory, used again: a store that all programs share, for temporaries and for results.

The system gives memory page by page, at the first touch, and clears it: for an array of some megabytes that takes
longer than to compute it. So blocks of 1 MB and more that are given back wait in a store for the next who wants one of
their size. The oldest are let go of when those that wait are more

- than what lacks to five quarters of what was in use at once of late: so little larger is a process by the store;
- than a sixteenth of the machine's memory, or 512 MB;
- or when they have waited while 256 others came back.

Of a waiting block of 32 MB and more the system may take the pages whenever it is short of memory.

Results are ndarrays that own their memory, of NumPy's kind: the store is the *handler* that NumPy allocates them
with, and gives them back to, from whatever thread and however late.

Nobody waits for the store: who finds another in it, as a forked child may for good, asks the system.
"""

from __future__ import annotations

import ctypes
import os
import threading
from functools import cache
from typing import Any, Final

from graphwright.base.forks import renewed_after_fork
from graphwright.runtime.native.machine import blocks_text, capi, jit
from graphwright.runtime.native.machine.blocks_text import LARGE

__all__ = ["GIVE", "LARGE", "NEW_ARRAY", "TAKE", "kernel"]

TAKE, GIVE, NEW_ARRAY = "gw_block_take", "gw_block_give", "gw_new_block_array"
SYMBOLS: Final = (TAKE, GIVE, NEW_ARRAY)

_SHARE, _MOST = 16, 512 << 20
_lock = renewed_after_fork(threading.Lock())


def kernel() -> tuple[jit.Code, dict[str, int]]:
    """The compiled functions, made once in a process, and their symbols for `jit.compile_ir`."""
    with _lock:
        code = _store().code
        return code, {name: code.address(name) for name in SYMBOLS}


def begin() -> None:
    """Have them compiled, for code that will be loaded soon."""
    if not _store.cache_info().currsize:
        jit.begin(blocks_text.text(), opt=0)


def limit(size: int | None = None) -> int:
    """How many bytes may wait in the store; with `size` it is set, and what is too much goes."""
    store = _store()
    if size is not None:
        store.field(blocks_text.LIMIT).value = size
        store.trim()
    return int(store.field(blocks_text.LIMIT).value)


def waiting() -> int:
    """How many bytes wait in the store."""
    return int(_store().field(blocks_text.TOTAL).value)


def in_use() -> int:
    """How many bytes of blocks are in use; arrays that were resized are not counted well."""
    return int(_store().field(blocks_text.LIVE).value)


def counts() -> tuple[int, int]:
    """How many blocks were asked for so far, and how many of them had been waiting."""
    return int(_store().field(blocks_text.ASKED).value), int(_store().field(blocks_text.FOUND).value)


@cache
def _store() -> _Store:
    return _Store()


class _Store:
    """The compiled functions with their state, which are never let go of: arrays outlive whoever asked for them."""

    def __init__(self) -> None:
        # compiled the quick way: its time is little beside that of what is done with a block
        self.code = jit.compile_ir(blocks_text.text(), opt=0, symbols=capi.symbols())
        self._state = self.code.variable("gw_store")
        self._trim = ctypes.PYFUNCTYPE(None)(self.code.address("gw_store_trim"))
        self.field(blocks_text.LIMIT).value = min(_memory() // _SHARE, _MOST)
        self.field(blocks_text.TYPE).value = capi.address("PyArray_Type")
        functions = ("gw_data_malloc", "gw_data_calloc", "gw_data_realloc", "gw_data_free")
        own = handler(b"graphwright", *(self.code.address(name) for name in functions))
        self.field(blocks_text.HANDLER).value = id(own)
        for kept in (self.code, own, *_kept):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))

    def field(self, place: int) -> ctypes.c_int64:
        """A number of the store's."""
        return ctypes.c_int64.from_address(self._state + place)

    def trim(self) -> None:
        """Let go of what is beyond the limit."""
        self._trim()


class _Handler(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("argument", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in ("malloc", "calloc", "realloc", "free")),
    )


def handler(name: bytes, *functions: int) -> Any:
    """What NumPy allocates arrays with: a capsule around malloc, calloc, realloc and free; they are never let go of."""
    block = _Handler(name, 1, None, *functions)
    _kept.append(block)
    make = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
    return make(("PyCapsule_New", ctypes.pythonapi))(ctypes.addressof(block), _CAPSULE_NAME, None)


_CAPSULE_NAME = b"mem_handler"  # the capsule keeps its address
_kept: list[Any] = []


def _memory() -> int:
    """The machine's memory in bytes."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 16 * _MOST
