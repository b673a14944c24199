"""Epilogues: what a product or a convolution does to its results before it stores them.

An epilogue is a tuple of parts. Fusion composes it (`fusion/epilogue_fusion.py`), `variant` derives the fields of a
kernel's call from it, which `lower/steps/epilogue_fields.py` fills in, and `kernels/epilogue.py` has the instructions.
A kernel is compiled once for each dtype: it has code for every part, in the order of their slots, and flags select
what a call needs.
"""

from __future__ import annotations

from typing import Final

from graphwright.base.frozen import frozen
from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation, Value


class Flag:
    """Bits of a call's flags.

    ACCUMULATE begins with what C holds; SCALED adds a multiple of the product to it at the end. BIAS adds a row to each
    of C. Or AFFINE adds a row, multiplies by a second and adds a third, which begin where the bias else is, as far
    apart as those of C; with SUBTRACT the first is subtracted. RESIDUAL adds a matrix that lies in memory like C, RELU
    takes the greater of each element and zero, CAP the lesser of each element and `CAP_VALUE`. Last, CALL calls a
    function of the program with each block of C. The kernel itself does those of EPILOGUE, after the last pass.
    IN_ORDER adds up the products of a single column one after the other, as code for known sizes does.
    """

    ACCUMULATE, BIAS, RELU, SCALED, AFFINE, SUBTRACT, RESIDUAL, CAP, CALL = 1, 2, 4, 8, 16, 32, 64, 128, 256
    IN_ORDER = 512
    EPILOGUE = BIAS | RELU | AFFINE | RESIDUAL | CAP


CAP_VALUE: Final = 6.0
#: What the rows of AFFINE are where nothing is to be done.
NEUTRAL_ROWS: Final = (-0.0, 1.0, -0.0)
#: The activations that kernels have.
ACTIVATIONS: Final = {"Relu": Flag.RELU, "Relu6": Flag.RELU | Flag.CAP}


# The parts. A part takes the first of its `slots` behind that of the part before; 0 to 2 are the rows of AFFINE. One
# without slots stands alone. Each is done in the dtype of its operand.


@frozen
class AddRow:
    """Adds a row to each row of the results: BIAS if there are no other operands, else AFFINE."""

    slots, flags = (0, 2), 0
    operand: Value


@frozen
class SubtractRow:
    """Subtracts a row from each row of the results."""

    slots, flags = (0,), Flag.SUBTRACT
    operand: Value


@frozen
class Scale:
    """Multiplies each row of the results by a row."""

    slots, flags = (1,), 0
    operand: Value


@frozen
class AddMatrix:
    """Adds an array of the results' dimensions: the residual."""

    slots, flags = (3,), Flag.RESIDUAL
    operand: Value


@frozen
class Activation:
    """Applies one of `ACTIVATIONS` to the results so far, `operand`."""

    slots = (4,)
    operand: Value
    name: str

    @property
    def flags(self) -> int:
        return ACTIVATIONS[self.name]


@frozen
class Call:
    """Calls a function of the program with each finished block: operations on the results so far and on constants."""

    slots, flags = (5,), Flag.CALL
    operand: Value
    operations: tuple[Operation, ...]


@frozen
class Accumulate:
    """Adds the results to a matrix in its own memory."""

    slots, flags = (), Flag.ACCUMULATE
    operand: Value


@frozen
class AccumulateScaled:
    """Adds the results times a number to a matrix in its own memory, or subtracts them."""

    slots, flags = (), Flag.SCALED
    operand: Value
    scale: Value
    subtracts: bool


Part = AddRow | SubtractRow | Scale | AddMatrix | Activation | Call | Accumulate | AccumulateScaled
Epilogue = tuple[Part, ...]


@frozen
class Variant:
    """What an epilogue asks of a kernel: the flags, and the rows at `bias`, with numbers for rows of one number."""

    flags: int
    rows: tuple[Value | float, ...]


def variant(epilogue: Epilogue) -> Variant:
    """What is asked of a kernel: a row alone is a bias, other rows and the residual are done by AFFINE."""
    flags = 0
    for part in epilogue:
        flags |= part.flags
    match [part for part in epilogue if isinstance(part, AddRow | SubtractRow | Scale | AddMatrix)]:
        case []:
            return Variant(flags, ())
        case [AddRow(row)]:
            return Variant(flags | Flag.BIAS, (row,))
    slots = _slots(epilogue) or {}
    rows = [slots[slot].operand if slot in slots else neutral for slot, neutral in enumerate(NEUTRAL_ROWS)]
    return Variant(flags | Flag.AFFINE, tuple(rows))


def composed(epilogue: Epilogue, part: Part) -> Epilogue | None:
    """The epilogue with a part behind it, or None if kernels do that part earlier."""
    longer = (*epilogue, part)
    return None if _slots(longer) is None else longer


def has_every_part(dtype: str) -> bool:
    """Whether kernels of a dtype have AFFINE, RESIDUAL, CAP and CALL; all have the other flags."""
    return dtype in ("float32", "float64")


def is_supported(epilogue: Epilogue, columns: Dim | None) -> bool:
    """Whether kernels have the parts for their dtype, and for rows of so many columns."""
    flags = variant(epilogue).flags
    if flags & (Flag.AFFINE | Flag.CAP) and not isinstance(columns, int):
        return False
    return not flags & (Flag.AFFINE | Flag.CAP | Flag.CALL) or has_every_part(epilogue[0].operand.dtype.name)


def is_plain(epilogue: Epilogue) -> bool:
    """Whether nothing is left to do after the last pass: a kernel without epilogues will do."""
    return variant(epilogue).flags in (0, Flag.ACCUMULATE, Flag.SCALED)


def is_complete(epilogue: Epilogue) -> bool:
    """Whether nothing can come behind it."""
    return bool(epilogue) and isinstance(epilogue[-1], Call)


def operands(part: Part) -> list[Value]:
    """The values that a part reads besides the results."""
    match part:
        case Activation():
            return []
        case Call(_, operations):
            return [value for op in operations for value in op.inputs if value.op.type == "Const"]
        case AccumulateScaled(onto, scale):
            return [onto, scale]
    return [part.operand]


def show(epilogue: Epilogue) -> str:
    """The epilogue, a part in each line."""
    return "\n".join(f"{_text(part)}: {part.operand.dtype.name}" for part in epilogue)


def _text(part: Part) -> str:
    match part:
        case Activation(_, name):
            return name
        case Call(_, operations):
            return f"Call({', '.join(op.type for op in operations)})"
    sign = "-" if isinstance(part, AccumulateScaled) and part.subtracts else ""
    return f"{type(part).__name__}({f', {sign}'.join(value.op.name for value in operands(part))})"


def _slots(epilogue: Epilogue) -> dict[int, Part] | None:
    """The slots that the parts take, or None if they come in another order."""
    result: dict[int, Part] = {}
    last = -1
    for part in epilogue:
        for slot in part.slots:
            if slot > last:
                break
        else:
            return None
        result[slot], last = part, slot
    return result
