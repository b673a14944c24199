"""What follows a product or a convolution as a function of the program, which kernels call with each block they finish.

``void epilogue(ptr c, i64 c_row, i64 rows, i64 cols)`` changes the block in place, while it is in the nearest cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.rule_probe import apply_rule
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.lanes import widened
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import Writer, loops_over
from graphwright.runtime.native.lower.frame.values import Scalar
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.schedule import parallel_for

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def epilogue_function(code: Code, result: Value, members: Sequence[Operation]) -> str:
    """The name of the function for some operations on `result` and on constants, of which the last is kept."""
    outer = code.w
    w = Writer(outer)
    dtype = result.type.dtype.name
    e = w.emitter.of_width(jit.host().lanes(ELEMENTS[dtype].size))
    values: dict[Value, TextOperand] = {}
    for value in dict.fromkeys(v for op in members for v in op.inputs if v.op.type == "Const"):
        bound = code.value(value)
        assert isinstance(bound, Scalar)
        values[value] = widened(e, bound.operand)
    whole = w.let_once(f"and i64 %cols, {-e.width}")
    parts = [("0", whole), *([] if e.width == 1 else [(whole, "%cols")])]  # whole vectors need no mask
    with loops_over(w, ["%rows"]) as (row,):
        start = element_at(w, dtype, "%c", w.multiply(row, "%c_row"))
        for first, limit in parts:
            along = w.loop(first, limit, e.width)
            place = element_at(w, dtype, start, along.index)
            mask = None if limit == whole else e.tail_mask(w.i64("%cols") - along.index)
            step = {**values, result: e.load(dtype, place, mask=mask)}
            with w.module.inlining_math():
                for op in members:
                    step[op.outputs[0]] = apply_rule(e, op, [step[v] for v in op.inputs])
            e.store(step[members[-1].outputs[0]], place, mask=mask)
            along.close()
    return outer.module.function("gw_follow", parallel_for.chunk_text(w, "ptr %c, i64 %c_row, i64 %rows, i64 %cols"))
