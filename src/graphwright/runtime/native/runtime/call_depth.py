"""Tracks how deep each thread is in calls of functions that call themselves. The source is in `c/core/`.

Python's own count does not serve: since 3.12 it has a separate one for C code, with a limit that
`sys.setrecursionlimit` does not change. A thread's count covers all programs that call each other through Python.
"""

from __future__ import annotations

import ctypes
from typing import Final

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import c_modules, capi

FIND: Final = "gw_depth"

# Where the fields of `struct gw_depth` lie (`c/core/core.h`).
LEVEL_AT: Final = 0
LIMIT_AT: Final = 8
STACK_END: Final = 16


def _make_key(code: jit.MachineCode) -> None:
    """Has each thread's count freed when the thread ends."""
    make = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(capi.address("pthread_key_create"))
    if make(code.variable("gw_depth_key"), capi.address("free")):
        raise MemoryError("there are too many keys of threads (pthread_key_create)")


CODE: Final[SharedCode[None]] = SharedCode(
    lambda: c_modules.text("call_depth", "recursion_limit"), (FIND,), opt=0, set_up=_make_key
)
