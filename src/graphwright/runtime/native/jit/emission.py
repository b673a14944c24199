"""Compiles text to object code, in several threads at once: each module has a context of its own."""

from __future__ import annotations

import ctypes
from typing import Final

from graphwright.runtime.native.jit.llvm_binding import Owned, create, function, text_of

REFUSED: Final = (
    "The code that Graphwright wrote is not valid LLVM IR, so it was not compiled. This is a bug: please report it. "
    "With GRAPHWRIGHT_EXECUTOR=numpy functions run without being compiled."
)


def emit(text: str, machine: Owned, triple: str, layout: str, *, as_object: bool = True) -> bytes:
    """The object code of a module, or its assembly, by a target machine that no other thread uses meanwhile.

    Raises `RuntimeError` for malformed text, and for a module that LLVM's verifier refuses: compiling such a one aborts
    the process, or gives code that computes something else. Verifying takes some 0.6 % of the time of compiling.
    """
    with new_context() as context, parsed(text, context) as module:
        wrong = text_of("VerifyModule", module)
        if wrong:
            raise RuntimeError(f"{REFUSED}\n{wrong}")
        function("SetTarget")(module, triple.encode())
        function("SetDataLayout")(module, layout.encode())
        emitted = create("TargetMachineEmitToMemory", machine, module, as_object, failing="LLVM cannot compile")
        with Owned(emitted, function("DisposeMemoryBuffer")) as buffer:
            return ctypes.string_at(function("GetBufferStart")(buffer), function("GetBufferSize")(buffer))


def new_context() -> Owned:
    """A new context for modules; only one thread at a time may work on those of one context."""
    return Owned(function("ContextCreate")(), function("ContextDispose"))


def parsed(text: str, context: Owned) -> Owned:
    """The module of a text, which must be freed before its context."""
    module = create("ParseAssembly", context, text.encode(), failing="LLVM IR parsing error")
    return Owned(module, function("DisposeModule"))
