"""Keeps packed panels of B from call to call, as long as B has the same elements.

The caller provides memory for all of B, panel after panel as `pack` writes them, each with all rows; before it lies a
cache line that says whether the panels are there. The first product that comes packs into them; others that come
meanwhile pack for themselves, as do those without such memory.
"""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.loop_ir.typed import IRValue

#: Bytes before the panels.
HEADER: Final = 64
#: What the header says, and what a product finds there when it comes: nothing, another is at it, all.
_EMPTY, _BEGUN, READY = 0, 1, 2


def room(k: int, n: int, columns: int, size: int) -> int:
    """The bytes of the panels of a B of k rows and n columns, `columns` of them in each, with the header."""
    return HEADER + -(-n // columns) * columns * k * size


def claim(flow: Flow, packed: IRValue) -> IRValue:
    """What a product finds: it packs into the panels where they are empty, which they are for nobody else then."""

    def ask() -> list[IRValue]:
        return [packed.raise_to(_BEGUN)]

    there = packed.is_not_null()
    [found] = flow.either(there, ["i64"], ask, [str(_BEGUN)])
    return found


def serve(found: IRValue) -> IRValue:
    """Whether the panels are those that a product reads, packed before or by itself."""
    return found.ne(_BEGUN)


def lack(found: IRValue) -> IRValue:
    """Whether B is yet to be packed."""
    return found.ne(READY)


def publish(flow: Flow, packed: IRValue, found: IRValue) -> None:
    """The panels are there, if it was this product that packed them and it was not interrupted."""
    with flow.when(found.eq(_EMPTY)), unless_cancelled(flow):
        packed.store_released(READY, align=8)
