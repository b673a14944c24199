"""Decides which random numbers a kernel draws."""

from __future__ import annotations

from typing import Final

from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Draw
from graphwright.ops.random._philox import AUTO_SELECT, PHILOX

#: The ids of the algorithms that are Philox.
ALGORITHMS: Final = (PHILOX, AUTO_SELECT)


def drawn_as(op: Operation, rule: Draw) -> str:
    """The name of what an op draws among `kernels.philox.DRAWN`, if it is there."""
    return "words" if rule.kind in ("words", "integers") else f"{rule.kind}_{op.outputs[0].type.dtype.name}"
