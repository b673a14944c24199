"""How ops of two operands are declared."""

from __future__ import annotations

from collections.abc import Callable

from graphwright.core.tensor import Array
from graphwright.ir.lowering import Elementwise
from graphwright.ir.prelude import Dim, Gradient, Operand, OpRecord, op
from graphwright.ops.math._broadcast import broadcast_rule, elementwise
from graphwright.ops.math._known_elements import by_elements


def binary(
    name: str,
    types: str,
    kernel: Callable[..., Array],
    emit: Callable[..., Operand],
    gradient: Gradient | None = None,
    *,
    args: str = "x: T, y: T -> z: T",
    check: tuple[Callable[..., Operand | None], str] | None = None,
    commutative: bool = False,
    no_gradient: bool = False,
    partial: Callable[..., Dim] | None = None,
) -> OpRecord:
    """Declare an elementwise op of two operands that are broadcast.

    `kernel` and `emit` compute one result from two operands, in NumPy and in compiled code. `check` is the condition
    that compiled code tests first, and the message of the error where it does not hold. `partial` computes an element
    from two that may be symbols.
    """
    return op(
        name,
        args,
        f"T: {types}" if types else "",
        shape=broadcast_rule,
        kernel=elementwise(kernel),
        gradient=gradient,
        no_gradient=no_gradient,
        native=Elementwise(emit, *(check or ())),
        commutative=commutative,
        partial=None if partial is None else by_elements(partial),
    )
