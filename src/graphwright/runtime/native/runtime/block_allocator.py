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
from typing import Any, Final

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import block_allocator_ir, capi
from graphwright.runtime.native.runtime.block_allocator_ir import LARGE

__all__ = ["CODE", "GIVE", "LARGE", "NEW_ARRAY", "TAKE"]

TAKE, GIVE, NEW_ARRAY = "gw_block_take", "gw_block_give", "gw_new_block_array"

_SHARE, _MOST = 16, 512 << 20


def limit(size: int | None = None) -> int:
    """How many bytes may wait in the store; with `size` it is set, and what is too much goes."""
    store = CODE.state
    if size is not None:
        store.field(block_allocator_ir.LIMIT).value = size
        store.trim()
    return int(store.field(block_allocator_ir.LIMIT).value)


def waiting() -> int:
    """How many bytes wait in the store."""
    return int(CODE.state.field(block_allocator_ir.TOTAL).value)


def in_use() -> int:
    """How many bytes of blocks are in use; arrays that were resized are not counted well."""
    return int(CODE.state.field(block_allocator_ir.LIVE).value)


def counts() -> tuple[int, int]:
    """How many blocks were asked for so far, and how many of them had been waiting."""
    return int(CODE.state.field(block_allocator_ir.ASKED).value), int(CODE.state.field(block_allocator_ir.FOUND).value)


class _Store:
    """The compiled functions with their state, which are never let go of: arrays outlive whoever asked for them."""

    def __init__(self, code: jit.Code) -> None:
        self._state = code.variable("gw_store")
        self._trim = ctypes.PYFUNCTYPE(None)(code.address("gw_store_trim"))
        self.field(block_allocator_ir.LIMIT).value = min(_memory() // _SHARE, _MOST)
        self.field(block_allocator_ir.TYPE).value = capi.address("PyArray_Type")
        functions = ("gw_data_malloc", "gw_data_calloc", "gw_data_realloc", "gw_data_free")
        own = handler(b"graphwright", *(code.address(name) for name in functions))
        self.field(block_allocator_ir.HANDLER).value = id(own)
        for kept in (code, own, *_kept):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))

    def field(self, place: int) -> ctypes.c_int64:
        """A number of the store's."""
        return ctypes.c_int64.from_address(self._state + place)

    def trim(self) -> None:
        """Let go of what is beyond the limit."""
        self._trim()


# compiled the quick way: its time is little beside that of what is done with a block
CODE: Final[SharedCode[_Store]] = SharedCode(block_allocator_ir.text, (TAKE, GIVE, NEW_ARRAY), opt=0, set_up=_Store)


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
