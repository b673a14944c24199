"""Weights packed once per update: a product finds what an earlier call has packed, while the variable has its array.

A program keeps, for each of these variables, its array and the memory of the panels. Where the variable is read the
arrays are compared; the second call with the same one makes memory, which the product fills
(`kernels/gemm/packed_weights.py`). A call holds a reference to the memory that it got, so another that finds a new
array lets go of it at no risk. Only the product knows whether it has rows for which this pays, and asks for memory.
"""

from __future__ import annotations

import ctypes
from math import prod
from typing import TYPE_CHECKING, Final

from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.symbolic_sizes import Size
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.parallel_gemm import OFTEN
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

_ARRAY, _MEMORY, _WANTED = range(3)  # the words of `struct packed_weights` in C


class KeptWeights:
    """The array and the panels that a program keeps from call to call; their references end with the program."""

    def __init__(self) -> None:
        self.words: Final = (ctypes.c_void_p * 3)()

    def __del__(self) -> None:
        for at in (_ARRAY, _MEMORY):
            if address := self.words[at]:
                ctypes.pythonapi.Py_DecRef(ctypes.cast(address, ctypes.py_object))


def write_read(code: Code, value: Value, array: str) -> None:
    """What follows the read of such a variable: its panels, if there are any, are there for the product."""
    bound = code.value(value)
    if not isinstance(bound, Array) or bound.buffer is None or not code.packed_weights.may_keep(value):
        return
    w, kept = code.w, KeptWeights()
    place = w.from_table(w.table.address_of(kept, ctypes.addressof(kept.words)))
    type_ = value.type
    element = ELEMENTS[type_.dtype.name]
    *rows, n = (dim for dim in type_.shape.as_list() if dim is not None)
    columns = gemm.plan(element, jit.host()).columns
    bytes_ = packed_weights.room(prod(rows), n, columns, element.size)
    held = w.slots.take()
    slot = code.b.slot(held)
    function = w.support("gw_packed_weights")
    panels = w.call_python("ptr", function, f"ptr {place}", f"ptr {array}", f"i64 {bytes_}", f"ptr {slot}")
    held.uses = 1
    bound.buffer.parts = (*bound.buffer.parts, held)
    code.panels[bound.pointer] = panels, place


def panels_for(code: Code, weights: Array, rows: Size) -> str:
    """The panels of these weights for a product of so many rows; null where there are none, or they do not pay."""
    panels, place = code.panels.get(weights.pointer, ("null", ""))
    if not place or (rows.static is not None and not OFTEN <= rows.static <= packed_weights.MOST_ROWS):
        return "null"
    w = code.w
    wanted = w.at(place, 8 * _WANTED)
    if rows.static is not None:
        w.line(f"store i64 1, ptr {wanted}")
        return panels
    less = w.let(f"sub i64 {w.size(rows)}, {OFTEN}")
    pays = w.let(f"icmp ule i64 {less}, {packed_weights.MOST_ROWS - OFTEN}")
    before = w.let(f"load i64, ptr {wanted}")
    w.line(f"store i64 {w.let(f'select i1 {pays}, i64 1, i64 {before}')}, ptr {wanted}")
    return w.let(f"select i1 {pays}, ptr {panels}, ptr null")
