"""Prints a function of the loop IR as LLVM text, and verifies it first if the option says so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from graphwright.base.config import options
from graphwright.runtime.native.loop_ir.nodes import Function, Item
from graphwright.runtime.native.loop_ir.print_llvm import llvm_text
from graphwright.runtime.native.loop_ir.show import show_function
from graphwright.runtime.native.loop_ir.verify import verify_function

_shown: Final[ContextVar[list[str] | None]] = ContextVar("functions shown", default=None)


@contextmanager
def shown() -> Iterator[list[str]]:
    """Collect the functions that are printed in the block, as text for people."""
    functions: list[str] = []
    token = _shown.set(functions)
    try:
        yield functions
    finally:
        _shown.reset(token)


def function_text(head: str, items: Sequence[Item]) -> str:
    """The text of a function whose last leaf returns; `head` is everything before the brace."""
    return program_text(Function(head, items))


def program_text(
    function: Function, *, offset: Callable[[int], int] | None = None, disguised: bool = False, holds: bool = True
) -> str:
    """The text of a function with landings and scratch pointers; the arguments are those of `LlvmPrinter`."""
    if options.verify:
        verify_function(function)
    functions = _shown.get()
    if functions is not None:
        functions.append(show_function(function))
    return llvm_text(function, offset=offset, disguised=disguised, holds=holds)
