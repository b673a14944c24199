"""Functions that every program calls: the GIL, arrays, variables, Python calls, scratch blocks. The source is in `c/`.

These functions depend on no program, and a function costs up to a millisecond to compile, however short it is: so they
are a module of their own, compiled once in a process. All but those for scratch blocks need the GIL, which `gw_hold`
takes (`lower/frame/gil.py`). They are compiled without optimisation: their time is that of what they call.
"""

from __future__ import annotations

import ctypes
import threading
from typing import Final

import numpy as np

from graphwright.base.forks import renewed_after_fork
from graphwright.core.variable_state import VariableState
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.machine.limits import limits
from graphwright.runtime.native.runtime import c_modules, capi

KEPT: Final = 5_000_000  # ns; a loop that needs the GIL lets others have it this often, as Python does
LET_GO: Final = 45_000_000  # ns more; a loop that does not need it takes it this often, to look for signals

RUN: Final = "gw_run"
LOOK: Final = "gw_look"
_FUNCTIONS: Final[dict[str, str]] = {
    "gw_clear": "void (ptr)",
    "gw_release": "void (ptr, i64)",
    "gw_new_array": "ptr (i32, ptr, i32)",
    "gw_call_site": "i1 (ptr, ptr, i64, i64)",
    "gw_explain": "void (ptr)",
    "gw_hold": "void (ptr)",
    "gw_poll": "i32 (ptr)",
    "gw_begin": "i32 (ptr, i64)",
    LOOK: "i1 ()",
    "gw_make_scratch": "ptr (i64)",
    "gw_take_scratch": "ptr (ptr, i64)",
    "gw_leave_scratch": "void (ptr, ptr)",
    "gw_read_state": "ptr (ptr, ptr)",
    "gw_assign_state": "i1 (ptr, ptr, ptr)",
    "gw_packed_weights": "ptr (ptr, ptr, i64, ptr)",
    "gw_sole_array": "ptr (ptr, ptr, ptr, i64)",
    RUN: "ptr (ptr, ptr, i64)",
}


def declaration(name: str) -> str:
    """The line that declares a function."""
    result, _, arguments = _FUNCTIONS[name].partition(" ")
    return f"declare {result} @{name}{arguments}"


def _objects() -> dict[str, int]:
    return {"gw_ndarray": id(np.ndarray), "gw_none": id(None), "gw_variable_state": id(VariableState)}


def _text() -> str:
    numbers = {
        **capi.layout_numbers(),
        "at_state_array": capi.slot_offset(VariableState, "array"),
        "at_state_type": capi.slot_offset(VariableState, "type"),
        "long_work": limits().releasing_work,
        "gil_kept": KEPT,
        "gil_released": LET_GO,
    }
    return c_modules.text("support", "scratch_memory", numbers=numbers)


class _MainThread:
    """Tells the code which thread handles signals; in a forked child that is the one that forked."""

    def __init__(self, code: jit.MachineCode) -> None:
        self._thread, self._away = (code.variable(name) for name in ("gw_main_thread", "gw_main_gil"))
        self._note()
        renewed_after_fork(self)

    def _note(self) -> None:
        ctypes.c_uint64.from_address(self._thread).value = threading.main_thread().ident or 0

    def _at_fork_reinit(self) -> None:
        self._note()
        # what the parent's main thread was doing does not go on here
        ctypes.c_uint64.from_address(self._away).value = 0


CODE: Final[SharedCode[_MainThread]] = SharedCode(_text, tuple(_FUNCTIONS), opt=0, objects=_objects, set_up=_MainThread)
