"""Tables of a library call that open sizes decide: they are computed when the program runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from graphwright.base.frozen import frozen

if TYPE_CHECKING:
    from graphwright.base.shape import Dim, Symbol
    from graphwright.ir.emit import Operand


@frozen
class MadeTables:
    """Tables that are computed row by row.

    `row(e, at, *sizes)` gives the elements of row `at` of each table: as many and of such dtypes as `widths` says. A
    call sees the last `axes` of the two axes of a table. There are as many rows as the last of `sizes` says.
    """

    sizes: tuple[Dim, ...]
    widths: tuple[tuple[str, int], ...]
    axes: int
    row: Callable[..., list[list[Operand]]]


@frozen
class MadeSpans:
    """A sparse matrix: where each row's elements begin and how many there are, as int32, and these, as float32.

    `sizes` are the matrix's columns and rows. `width(e, *sizes)` is an int64 operand, the most columns that a row
    reaches over; as a size it is `taps`. `begin(e, at, *sizes)` is the first of them in row `at`, and
    `weight(e, at, column, *sizes)` an element. A call sees the last `axes` of the two axes of a table.
    """

    sizes: tuple[Dim, Dim]
    taps: Symbol
    axes: int
    width: Callable[..., Operand]
    begin: Callable[..., Operand]
    weight: Callable[..., Operand]


__all__ = ["MadeSpans", "MadeTables"]
