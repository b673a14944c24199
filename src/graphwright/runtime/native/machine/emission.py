"""From text to object code, in several threads at once.

llvmlite lets one thread into LLVM at a time, whatever it does there. Modules in contexts of their own have nothing in
common, so the calls for those are made without llvmlite's lock; the long ones let go of the interpreter, the short ones
keep it, for getting it back would take longer than they do.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

_LONG = ("ParseAssembly", "TargetMachineEmitToMemory")


@cache
def _functions() -> tuple[Any, Any]:
    """libllvmlite with the interpreter let go of, and with it held; with its lock where it does not say where it is."""
    import llvmlite.binding as llvm

    library = llvm.ffi.lib
    name, handle = getattr(library, "_name", None), getattr(library, "_handle", None)
    if handle is None:
        return library, library
    return ctypes.CDLL(name, handle=handle), ctypes.PyDLL(name, handle=handle)


@cache
def _function(name: str) -> Any:
    """A function of libllvmlite, of the types that llvmlite declares for it."""
    import llvmlite.binding as llvm

    free, held = _functions()
    declared = getattr(llvm.ffi.lib, f"LLVMPY_{name}")
    function = getattr(free if name in _LONG else held, f"LLVMPY_{name}")
    if function is not declared:
        function.argtypes, function.restype = declared.argtypes, declared.restype
    return function


def emit(text: str, machine: Any, triple: str, layout: str, *, verify: bool = False) -> bytes:
    """The object code of a module, made by a target machine that no other thread uses meanwhile.

    Raises `RuntimeError` for malformed text.
    """
    context = _function("ContextCreate")()
    try:
        return _emit(text.encode(), context, machine, triple.encode(), layout.encode(), verify)
    finally:
        _function("ContextDispose")(context)


def _emit(text: bytes, context: Any, machine: Any, triple: bytes, layout: bytes, verify: bool) -> bytes:
    message = ctypes.c_char_p()
    module = _function("ParseAssembly")(context, text, ctypes.byref(message))
    if message:
        raise _failed("LLVM IR parsing error", message)
    try:
        if verify and _function("VerifyModule")(module, ctypes.byref(message)):
            raise _failed("LLVM IR is not valid", message)
        _function("SetTarget")(module, triple)
        _function("SetDataLayout")(module, layout)
        buffer = _function("TargetMachineEmitToMemory")(machine, module, 1, ctypes.byref(message))
        if not buffer:
            raise _failed("LLVM cannot compile", message)
        try:
            return ctypes.string_at(_function("GetBufferStart")(buffer), _function("GetBufferSize")(buffer))
        finally:
            _function("DisposeMemoryBuffer")(buffer)
    finally:
        _function("DisposeModule")(module)


def _failed(what: str, message: ctypes.c_char_p) -> RuntimeError:
    text = (message.value or b"").decode(errors="replace")
    _function("DisposeString")(message)
    return RuntimeError(f"{what}\n{text}")
