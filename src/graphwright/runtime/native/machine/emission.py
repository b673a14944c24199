"""From text to object code, in several threads at once: each module has a context of its own."""

from __future__ import annotations

import ctypes

from graphwright.runtime.native.machine import llvm


def emit(
    text: str, machine: llvm.Owned, triple: str, layout: str, *, verify: bool = False, as_object: bool = True
) -> bytes:
    """The object code of a module, or its assembly, made by a target machine that no other thread uses meanwhile.

    Raises `RuntimeError` for malformed text.
    """
    with new_context() as context, parsed(text, context) as module:
        wrong = llvm.text_of("VerifyModule", module) if verify else ""
        if wrong:
            raise RuntimeError(f"LLVM IR is not valid\n{wrong}")
        llvm.function("SetTarget")(module, triple.encode())
        llvm.function("SetDataLayout")(module, layout.encode())
        emitted = llvm.made_by("TargetMachineEmitToMemory", machine, module, as_object, failing="LLVM cannot compile")
        with llvm.Owned(emitted, llvm.function("DisposeMemoryBuffer")) as buffer:
            return ctypes.string_at(llvm.function("GetBufferStart")(buffer), llvm.function("GetBufferSize")(buffer))


def new_context() -> llvm.Owned:
    """What modules are made in: those of one context must not be worked on by several threads."""
    return llvm.Owned(llvm.function("ContextCreate")(), llvm.function("ContextDispose"))


def parsed(text: str, context: llvm.Owned) -> llvm.Owned:
    """The module of a text; it must be gone before its context."""
    module = llvm.made_by("ParseAssembly", context, text.encode(), failing="LLVM IR parsing error")
    return llvm.Owned(module, llvm.function("DisposeModule"))
