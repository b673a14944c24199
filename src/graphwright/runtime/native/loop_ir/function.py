"""A function of the loop IR as LLVM text, verified first where the option asks for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphwright.base.config import options
from graphwright.runtime.native.loop_ir.nodes import Function, Item
from graphwright.runtime.native.loop_ir.print_llvm import llvm_text
from graphwright.runtime.native.loop_ir.verify import verify_function


def function_text(head: str, items: Sequence[Item]) -> str:
    """The text of a function whose last leaf returns; `head` is everything before the brace."""
    return program_text(Function(head, items))


def program_text(
    function: Function, *, offset: Callable[[int], int] | None = None, disguised: bool = False, holds: bool = True
) -> str:
    """The text of a function with landings and scratch pointers; the arguments are those of `LlvmPrinter`."""
    if options.verify:
        verify_function(function)
    return llvm_text(function, offset=offset, disguised=disguised, holds=holds)
