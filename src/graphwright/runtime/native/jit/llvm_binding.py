"""libllvmlite's functions, called without llvmlite's own Python code.

Importing `llvmlite.binding` would take longer than anything else that a process's first call needs, and its lock lets
one thread into LLVM at a time, whatever it does there. Here every module has a context of its own, which nothing else
touches, so no lock is needed. Functions that take long release the GIL; the short ones keep it, because getting it back
would take longer than they do.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from typing import Any, Final

#: The signature of each function; `_TYPES` says what the letters stand for.
_FUNCTIONS: Final[dict[str, str]] = {
    "AddSymbol": "-> s p",
    "ContextCreate": "p ->",
    "ContextDispose": "-> p",
    "CopyStringRepOfTargetData": "-> p t",
    "CreateMCJITCompiler": "p -> p p b t",
    "CreateObjectFile": "p -> s z",
    "CreateTargetMachine": "p -> p s s s i s s i i s",
    "CreateTargetMachineData": "p -> p",
    "DisposeExecutionEngine": "-> p",
    "DisposeMemoryBuffer": "-> p",
    "DisposeModule": "-> p",
    "DisposeObjectFile": "-> p",
    "DisposeString": "-> s",
    "DisposeTargetData": "-> p",
    "DisposeTargetMachine": "-> p",
    "FinalizeObject": "-> p",
    "GetBufferSize": "z -> p",
    "GetBufferStart": "p -> p",
    "GetDefaultTargetTriple": "-> t",
    "GetFunctionAddress": "a -> p s",
    "GetGlobalValueAddress": "a -> p s",
    "GetHostCPUFeatures": "i -> t",
    "GetHostCPUName": "-> t",
    "GetProcessTriple": "-> t",
    "GetTargetFromTriple": "p -> s t",
    "GetVersionInfo": "u ->",
    "InitializeNativeAsmPrinter": "->",
    "InitializeNativeTarget": "->",
    "MCJITAddObjectFile": "-> p p",
    "ParseAssembly": "p -> p s t",
    "RemoveModule": "b -> p p t",
    "SetDataLayout": "-> p s",
    "SetTarget": "-> p s",
    "TargetMachineEmitToMemory": "p -> p p i t",
    "VerifyModule": "b -> p t",
}
_LONG: Final = ("FinalizeObject", "ParseAssembly", "TargetMachineEmitToMemory", "VerifyModule")
_TYPES: Final = {
    "p": ctypes.c_void_p,  # an object of LLVM's, or an address
    "s": ctypes.c_char_p,
    "b": ctypes.c_bool,
    "i": ctypes.c_int,
    "u": ctypes.c_uint,
    "z": ctypes.c_size_t,
    "a": ctypes.c_uint64,  # an address as a number
    "t": ctypes.POINTER(ctypes.c_char_p),  # where LLVM puts a text
}
_KNOWN: Final = ((0, 45), (0, 50))  # the first and the last version of llvmlite that declares just these types


class Owned:
    """An object of LLVM's, freed by `dispose` at the end of a `with` block or with this object."""

    __slots__ = ("_as_parameter_", "_dispose")

    def __init__(self, address: int, dispose: Callable[[Any], object]) -> None:
        self._as_parameter_: int | None = address
        self._dispose = dispose

    def detach(self) -> int | None:
        """The object itself, which the caller has to free."""
        detached, self._as_parameter_ = self._as_parameter_, None
        return detached

    def __enter__(self) -> Owned:
        return self

    def __exit__(self, *failure: object) -> None:
        self._dispose(self.detach())

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        # code may still be called while the interpreter ends
        if self._as_parameter_ is not None and not ends():
            self._dispose(self._as_parameter_)


@cache
def function(name: str) -> Any:
    """A function of the library, by its name without `LLVMPY_`; `ImportError` where the library is not usable."""
    free, stored = _libraries()
    found = getattr(free if name in _LONG else stored, f"LLVMPY_{name}")
    found.restype, found.argtypes = _types(name)
    return found


def _types(name: str) -> tuple[Any, list[Any]]:
    result, _, arguments = _FUNCTIONS[name].partition("->")
    return _TYPES.get(result.strip()), [_TYPES[letter] for letter in arguments.split()]


@cache
def _libraries() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    """The library by handles that release the GIL, and that keep it."""
    import llvmlite
    from llvmlite.utils import get_library_name

    if not _is_known(llvmlite.__version__) and not agrees():
        raise ImportError(f"llvmlite {llvmlite.__version__} is not known, and declares LLVM's functions in another way")
    path = os.path.join(llvmlite.__path__[0], "binding", get_library_name())
    _preload(path)
    free = ctypes.CDLL(path)
    return free, ctypes.PyDLL(path, handle=free._handle)


def _preload(path: str) -> None:
    """Have the system load a library with the GIL released: it takes a while, and `ctypes` would keep the GIL."""
    load = getattr(ctypes.CDLL(None), "dlopen", None)
    if load is not None:
        load.restype, load.argtypes = ctypes.c_void_p, [ctypes.c_char_p, ctypes.c_int]
        load(os.fsencode(path), os.RTLD_NOW)


def _is_known(version: str) -> bool:
    parts = version.split(".")[:2]
    first, last = _KNOWN
    return len(parts) == 2 and all(map(str.isdecimal, parts)) and first <= tuple(map(int, parts)) <= last


def agrees() -> bool:
    """Whether llvmlite's own Python code declares the functions as they are here, as far as it does."""
    from llvmlite.binding import ffi

    for name in _FUNCTIONS:
        declared, (restype, argtypes) = getattr(ffi.lib, f"LLVMPY_{name}", None), _types(name)
        if declared is None:
            return False
        theirs = argtypes if declared.argtypes is None else declared.argtypes
        if len(theirs) != len(argtypes) or not all(map(_same_type, argtypes, theirs)):
            return False
        if not _same_type(restype or ctypes.c_int, declared.restype):  # ctypes assumes an int
            return False
    return True


def _same_type(ours: Any, theirs: Any) -> bool:
    return ours is theirs or (ours is ctypes.c_void_p and hasattr(theirs, "contents"))


def text_of(name: str, *arguments: Any) -> str:
    """The text that a function returns."""
    returned = ctypes.c_char_p()
    function(name)(*arguments, ctypes.byref(returned))
    return _copied(returned)


def _copied(returned: ctypes.c_char_p) -> str:
    """LLVM's text as Python's; LLVM's is freed."""
    text = (returned.value or b"").decode(errors="replace")
    function("DisposeString")(returned)
    return text


def create(name: str, *arguments: Any, failing: str) -> int:
    """What a function creates; `RuntimeError`, with `failing` before LLVM's message, where it creates nothing."""
    message = ctypes.c_char_p()
    created: int | None = function(name)(*arguments, ctypes.byref(message))
    if not created:
        raise RuntimeError(f"{failing}\n{_copied(message)}")
    return created
