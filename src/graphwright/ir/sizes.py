"""Rules for sizes of outputs that the values of inputs determine; see `ir.lowering.Sizes`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.emit import Emitter, Operand, Unsupported
from graphwright.ir.lowering import Loader, Sizes

if TYPE_CHECKING:
    from graphwright.ir.graph import Operation


def listed_in(input: int) -> Sizes:
    """The sizes of the output are the elements of an input, a vector."""
    return lambda e, load, op: elements(e, load, op, input)


def elements(e: Emitter, load: Loader, op: Operation, input: int, count: int | None = None) -> list[Operand]:
    """The elements of a vector as int64 operands, one for each axis of the output, or so many."""
    rank = op.outputs[0].type.rank or 0 if count is None else count
    if op.inputs[input].type.dims != (rank,):
        raise Unsupported("sizes that are not one for each axis")
    return [e.convert(load(input, [e.const(axis, "int64")]), "int64") for axis in range(rank)]


def scalar(e: Emitter, load: Loader, input: int) -> Operand:
    """An input of one element."""
    return load(input, [e.const(0, "int64")] * load.rank(input))
