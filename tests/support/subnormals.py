"""Arithmetic that takes subnormal numbers for zeros, in this thread, as XLA's code for processors does."""

from __future__ import annotations

import ctypes
import functools
import platform
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import llvmlite.binding as llvm

_FLUSH = 1 << 15 | 1 << 6  # of MXCSR: results to zero, operands as zeros
_TEXT = """
declare void @llvm.x86.sse.stmxcsr(ptr)
declare void @llvm.x86.sse.ldmxcsr(ptr)
define void @read(ptr %into) {
  call void @llvm.x86.sse.stmxcsr(ptr %into)
  ret void
}
define void @write(ptr %from) {
  call void @llvm.x86.sse.ldmxcsr(ptr %from)
  ret void
}
"""


@functools.cache
def _functions() -> tuple[object, Callable[..., None], Callable[..., None]]:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(_TEXT), machine)
    engine.finalize_object()
    kind = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_uint32))
    return engine, *(kind(engine.get_function_address(name)) for name in ("read", "write"))


def can_flush() -> bool:
    """Whether this processor has the register in question."""
    return platform.machine() in ("x86_64", "AMD64")


@contextmanager
def flushed_subnormals() -> Iterator[None]:
    """Operands that are subnormal count as zeros, and results that would be are zeros, while the block runs."""
    _, read, write = _functions()
    before = ctypes.c_uint32()
    read(before)
    write(ctypes.c_uint32(before.value | _FLUSH))
    try:
        yield
    finally:
        write(before)
