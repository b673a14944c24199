"""From text to object code, in several threads at once: each module has a context of its own."""

from __future__ import annotations

import ctypes

from graphwright.runtime.native.jit.llvm_binding import Owned, create, function, text_of


def emit(text: str, machine: Owned, triple: str, layout: str, *, verify: bool = False, as_object: bool = True) -> bytes:
    """The object code of a module, or its assembly, by a target machine that no other thread uses meanwhile.

    Raises `RuntimeError` for malformed text.
    """
    with new_context() as context, parsed(text, context) as module:
        wrong = text_of("VerifyModule", module) if verify else ""
        if wrong:
            raise RuntimeError(f"LLVM IR is not valid\n{wrong}")
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
