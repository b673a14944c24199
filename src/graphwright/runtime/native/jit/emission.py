"""From text to object code, in several threads at once: each module has a context of its own."""

from __future__ import annotations

import ctypes

from graphwright.runtime.native.jit import llvm_binding


def emit(
    text: str, machine: llvm_binding.Owned, triple: str, layout: str, *, verify: bool = False, as_object: bool = True
) -> bytes:
    """The object code of a module, or its assembly, made by a target machine that no other thread uses meanwhile.

    Raises `RuntimeError` for malformed text.
    """
    with new_context() as context, parsed(text, context) as module:
        wrong = llvm_binding.text_of("VerifyModule", module) if verify else ""
        if wrong:
            raise RuntimeError(f"LLVM IR is not valid\n{wrong}")
        llvm_binding.function("SetTarget")(module, triple.encode())
        llvm_binding.function("SetDataLayout")(module, layout.encode())
        emitted = llvm_binding.made_by("TargetMachineEmitToMemory", machine, module, as_object, failing="LLVM cannot compile")
        with llvm_binding.Owned(emitted, llvm_binding.function("DisposeMemoryBuffer")) as buffer:
            return ctypes.string_at(llvm_binding.function("GetBufferStart")(buffer), llvm_binding.function("GetBufferSize")(buffer))


def new_context() -> llvm_binding.Owned:
    """What modules are made in: those of one context must not be worked on by several threads."""
    return llvm_binding.Owned(llvm_binding.function("ContextCreate")(), llvm_binding.function("ContextDispose"))


def parsed(text: str, context: llvm_binding.Owned) -> llvm_binding.Owned:
    """The module of a text; it must be gone before its context."""
    module = llvm_binding.made_by("ParseAssembly", context, text.encode(), failing="LLVM IR parsing error")
    return llvm_binding.Owned(module, llvm_binding.function("DisposeModule"))
