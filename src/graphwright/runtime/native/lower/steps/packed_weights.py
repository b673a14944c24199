"""Keeps weights packed between calls, as long as the variable keeps its array.

A program keeps, for each of these variables and of the constant filters, its array and the memory of the panels. Where
the variable is read the arrays are compared; the second call with the same one makes memory, which the product fills
(`kernels/gemm/packed_weights.py`). A call holds a reference to the memory that it got, so another that finds a new
array lets go of it at no risk. Only the product knows whether it has rows for which this pays, and asks for memory.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Final

from graphwright.base.frozen import frozen
from graphwright.base.shape import Dim
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.symbolic_sizes import Size, size_of
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.forms import has_tiles
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.blocking import MOST_ROWS_KEPT, OFTEN, Blocking, keeps_panels
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import NULL
from graphwright.runtime.native.lower.frame.values import Array, Buffer

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

_ARRAY, _MEMORY, _WANTED = range(3)  # the words of `struct packed_weights` in C


@frozen
class Panels:
    """Panels that a product may find: their pointer, null where there are none, and the place of what is kept.

    Those of matrices are as wide as a tile, those of filters as a vector (`kernels/convolution/indirect.py`). They
    are those of one matrix: of so many rows and columns, which lie so far apart. A product that reads the same memory
    in another way, transposed or a part of it, finds none.
    """

    text: str
    place: str
    of_filter: bool
    layout: Layout


Layout = tuple[int, int, int, int]


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
    if isinstance(bound, Array) and bound.buffer is not None and code.packed_weights.may_keep(value):
        held = _ask(code, value, bound, array)
        held.uses = 1
        bound.buffer.parts = (*bound.buffer.parts, held)


def write_constant(code: Code, value: Value) -> None:
    """What follows when a constant is bound: its panels, if it is a filter and has some, are there until the end."""
    bound = code.value(value)
    if isinstance(bound, Array) and bound.object is not None and code.packed_weights.is_constant_filter(value):
        _ask(code, value, bound, bound.object)


def _ask(code: Code, value: Value, bound: Array, array: str) -> Buffer:
    """Note where the panels of the weights in this array are; gives the slot that holds their memory."""
    w, type_, kept = code.w, value.type, KeptWeights()
    place = w.from_table(w.table.address_of(kept, ctypes.addressof(kept.words)))
    element = ELEMENTS[type_.dtype.name]
    layout = _layout(type_.shape.as_list(), code.packed_weights.is_transposed(value))
    blocking = Blocking.of(element, jit.host())
    of_filter = type_.rank != 2 and has_tiles(element, jit.host())
    bytes_ = packed_weights.room(*layout[:2], blocking.lanes if of_filter else blocking.columns, element.size)
    held = w.slots.take()
    slot = code.b.slot(held)
    function = w.support("gw_packed_weights")
    panels = w.call_python("ptr", function, f"ptr {place}", f"ptr {array}", f"i64 {bytes_}", f"ptr {slot}")
    code.panels[bound.pointer] = Panels(panels, place, of_filter, layout)
    return held


def _layout(dims: Sequence[Dim | None], transposed: bool = False) -> Layout:
    """The matrix that weights of these sizes are: what is before the last axis are rows, unless it is transposed."""
    *before, columns = (dim for dim in dims if isinstance(dim, int))
    rows = prod(before)
    return (columns, rows, 1, columns) if transposed else (rows, columns, columns, 1)


def filter_panels_for(code: Code, filters: Array) -> str:
    """The panels of this filter for an indirect convolution; null where there are none."""
    found = code.panels.get(filters.pointer)
    if found is None or not found.of_filter or found.layout != _layout(filters.dims):
        return "null"
    code.w.at(found.place, 8 * _WANTED).store(1)
    return found.text


def matrix_panels_for(code: Code, filters: Array, rows: Size) -> str:
    """The panels of this filter for a convolution that is a product of so many rows, as `panels_for` gives them."""
    return panels_for(code, filters, [size_of(each) for each in _layout(filters.dims)], rows)


def panels_for(code: Code, weights: Array, layout: Sequence[Size], rows: Size) -> str:
    """The panels of these weights for a product of so many rows; null where there are none, or they do not pay.

    Args:
      code: the code around.
      weights: as the product reads them.
      layout: rows, columns, and how many elements two of them are apart.
      rows: of the product.
    """
    found = code.panels.get(weights.pointer)
    pays_never = not keeps_panels(rows.static)
    if found is None or found.of_filter or pays_never or found.layout != tuple(size.static for size in layout):
        return "null"
    w, panels = code.w, found.text
    wanted = w.at(found.place, 8 * _WANTED)
    if rows.static is not None:
        wanted.store(1)
        return panels
    less = w.size(rows) - OFTEN
    pays = less.ule(MOST_ROWS_KEPT - OFTEN)
    before = wanted.load("i64")
    wanted.store(w.i1(pays).select(1, before))
    return w.i1(pays).select(panels, NULL, "ptr")
