"""The strides of operands, and of reductions' results, along the axes of a loop nest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.base.shape import Dim, Symbol
from graphwright.runtime.native.fusion.symbolic_sizes import ZERO, Size, size_of, times

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.frame.function_writer import Writer


def broadcast_strides(dims: Sequence[Dim], strides: Sequence[Size], target: Sequence[Dim]) -> list[Size]:
    """The strides of an operand along the axes of the space it is repeated over."""
    lead = len(target) - len(dims)
    spread = [ZERO] * lead
    for own, step, wanted in zip(dims, strides, target[lead:], strict=True):
        spread.append(ZERO if own == 1 and wanted != 1 else step)
    return spread


def open_strides(w: Writer, dims: Sequence[Dim], strides: Sequence[Size], target: Sequence[Dim]) -> list[Size]:
    """The same where a size of the operand may turn out to be 1: then the stride is 0 when the program runs."""
    spread = broadcast_strides(dims, strides, target)
    lead = len(target) - len(dims)
    for axis, own in enumerate(dims):
        if isinstance(own, Symbol) and own != target[lead + axis]:
            symbol = Symbol()
            w.bind_symbol(symbol, w.dim(own).eq(1).select(0, w.size(strides[axis]), "i64"))
            spread[lead + axis] = size_of(symbol)
    return spread


def reduced_strides(dims: Sequence[Dim], axes: Sequence[int]) -> list[Size]:
    """The strides of a reduction's result along the axes of its operand: none along those that are reduced."""
    strides = [ZERO] * len(dims)
    step = Size(1)
    for axis in range(len(dims) - 1, -1, -1):
        if axis not in axes:
            strides[axis] = step
            step = times(step, size_of(dims[axis]))
    return strides
