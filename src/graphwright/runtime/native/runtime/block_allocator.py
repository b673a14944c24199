"""An allocator of large blocks, which all programs share, for temporaries and results.

The system provides memory page by page, at the first touch, and clears it: for an array of some megabytes that takes
longer than to compute it. So blocks of 1 MB and more stay with the allocator when they are freed, until another of
their size is requested. The oldest go back to the system

- when the free ones are larger than what is missing to five quarters of the most that was in use at once of late, and
  to 64 MB: the process grows by no more;
- when they are larger than an eighth of the machine's memory, or 4 GB: the temporaries of a large model's training
  step are one block;
- or when 256 others came back since.

The system may take the pages of a free block of 32 MB and more whenever it is short of memory.

Kernels of large eager ops allocate here as well (`core/eager_jit.py`).

Results are ndarrays that own their memory, like NumPy's: the allocator is the *handler* that NumPy allocates them with
and frees them by, from whatever thread and however late.

The C source is in `c/core/block_allocator.c`, and `c/python/block_arrays.c` for the arrays.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphwright.runtime.native.jit import background_compile, jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import c_modules, capi

LARGE_BLOCK: Final = 1 << 20
"""Bytes from which on memory comes from the allocator."""

TAKE, GIVE, NEW_ARRAY = "gw_block_take", "gw_block_give", "gw_new_block_array"

_SHARE, _MOST_KEPT_BYTES = 8, 4 << 30


def limit(size: int | None = None) -> int:
    """How many bytes may be free; with `size` it is set, and blocks beyond that are freed."""
    store = CODE.state
    if size is not None:
        store.number("limit").value = size
        store.trim()
    return int(store.number("limit").value)


def waiting() -> int:
    """How many bytes are in free blocks."""
    return int(CODE.state.number("free").value)


def in_use() -> int:
    """How many bytes of blocks are in use; arrays that were resized are not counted well."""
    return int(CODE.state.number("in_use").value)


def counts() -> tuple[int, int]:
    """How many blocks were requested so far, and how many of them were reused."""
    return int(CODE.state.number("requested").value), int(CODE.state.number("reused").value)


def for_numpy() -> Callable[[], None] | None:
    """What has NumPy allocate arrays here, in the context it is called in.

    None while the background thread makes the allocator ready, and where there is no other processor for that.
    """
    if not CODE.is_loaded:
        if not _loading:
            _loading.append(background_compile.begin(lambda: CODE.state))
        return None
    return _allocate_here


_loading: list[Any] = []


def _allocate_here() -> None:
    set_handler = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(capi.address("PyDataMem_SetHandler"))
    set_handler(CODE.state.handler)


class _Store:
    """The compiled functions with their state, which are kept for good: arrays outlive their programs."""

    def __init__(self, code: jit.MachineCode) -> None:
        self._code = code
        self.trim = ctypes.PYFUNCTYPE(None)(code.address("gw_blocks_trim"))
        self.number("limit").value = min(_memory() // _SHARE, _MOST_KEPT_BYTES)
        functions = ("gw_array_malloc", "gw_array_calloc", "gw_array_realloc", "gw_array_free")
        self.handler = handler(b"graphwright", *(code.address(name) for name in functions))
        self.set_handler(self.handler)
        for kept in (code, self.handler, *_kept):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(kept))

    def number(self, name: str) -> ctypes.c_int64:
        """One of the allocator's numbers: limit, free, in_use, requested or reused."""
        return ctypes.c_int64.from_address(self._code.variable(f"gw_blocks_{name}"))

    def set_handler(self, capsule: Any) -> None:
        """Have new arrays allocated by another handler, which the caller keeps."""
        self._code.set_pointer("gw_array_handler", id(capsule))


def _text() -> str:
    return c_modules.text("block_allocator", "block_arrays", numbers={"large_block": LARGE_BLOCK})


# compiled without optimisation: its time is little next to that of what is done with a block
CODE: Final[SharedCode[_Store]] = SharedCode(
    _text, (TAKE, GIVE, NEW_ARRAY), opt=0, objects=lambda: {"gw_ndarray": id(np.ndarray)}, set_up=_Store
)


class _Handler(ctypes.Structure):
    _fields_ = (
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("argument", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in ("malloc", "calloc", "realloc", "free")),
    )


def handler(name: bytes, *functions: int) -> Any:
    """What NumPy allocates arrays with: a capsule around malloc, calloc, realloc and free, which is kept for good."""
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
        return 16 * _MOST_KEPT_BYTES
