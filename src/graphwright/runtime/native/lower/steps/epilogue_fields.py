"""Fills the fields of a kernel's call that hold its epilogue, and writes the function of a `Call`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from graphwright.base.dtypes import as_dtype
from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type
from graphwright.runtime.native.epilogue import (
    Accumulate,
    AccumulateScaled,
    AddMatrix,
    Call,
    Epilogue,
    operands,
    variant,
)
from graphwright.runtime.native.fusion.rule_probe import apply_rule
from graphwright.runtime.native.fusion.steps import Addition, Native, Product, ScaledAddition
from graphwright.runtime.native.fusion.symbolic_sizes import ONE
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.lanes import widened
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import Writer, loops_over
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests import parallel_for
from graphwright.runtime.native.lower.nests.fused_nest import element_at

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def epilogue_of(step: Native) -> Epilogue:
    """The epilogue of a step."""
    match step:
        case ScaledAddition():
            return (AccumulateScaled(step.onto, step.scale, step.subtracts),)
        case Addition():
            return (Accumulate(step.onto),)
        case Product():
            return step.epilogue
    return ()


@contextmanager
def epilogue_fields(code: Code, epilogue: Epilogue, target: Array) -> Iterator[dict[str, str]]:
    """The fields, for a call that is written in the block and writes its results to `target`."""
    asked = variant(epilogue)
    fields = {"bias": "null", "residual": "0", "flags": str(asked.flags), "epilogue": "null"}
    copies: list[Array] = []
    match asked.rows:
        case (Value() as row,):
            fields["bias"] = _contiguous(code, row, copies).pointer
        case (_, *_):
            fields["bias"] = _rows(code, asked.rows, target, copies)
    for part in epilogue:
        match part:
            case AddMatrix(residual):
                array = _contiguous(code, residual, copies)
                here, there = (code.w.ptr(each.pointer).address() for each in (target, array))
                fields["residual"] = there - here
            case Call():
                fields["epilogue"] = f"@{_function(code, part)}"
            case AccumulateScaled(_, scale, subtracts):
                fields["bias"] = _bits_of_scale(code, scale, subtracts=subtracts)
    yield fields
    for array in copies:
        code.b.discard(array.buffer)


def _contiguous(code: Code, value: Value, copies: list[Array]) -> Array:
    """The value without gaps; a copy is noted."""
    arguments = code.array(value)
    array = code.b.contiguous(arguments)
    if array is not arguments:
        copies.append(array)
    return array


def _rows(code: Code, rows: Sequence[Value | float], target: Array, copies: list[Array]) -> str:
    """A block of rows as long as those of the results."""
    length, dtype = target.dims[-1], target.dtype
    assert isinstance(length, int)
    block = code.b.allocate(dtype, (len(rows), length))
    copies.append(block)
    for at, row in enumerate(rows):
        if isinstance(row, Value):
            source = code.value(row)
        else:
            source = code.b.constant(np.full(length, row, dtype), tensor_type(as_dtype(dtype), (length,)))
        source = array_of(source)
        place = code.w.at(block.pointer, at * length * ELEMENTS[dtype].size)
        seen = Array(dtype, source.pointer, (length,), source.strides[-1:], source.buffer)
        code.b.copy(seen, Array(dtype, place, (length,), (ONE,), block.buffer))
    return block.pointer


def _bits_of_scale(code: Code, scale: Value, *, subtracts: bool) -> str:
    """Where the kernel finds what the product is multiplied by."""
    w, bound = code.w, code.scalar(scale)
    number = w.emitter.neg(bound.operand) if subtracts else bound.operand
    place = w.alloca_once("scale", "i64", align=8)
    w.emitter.store(number, place)
    return place


def _function(code: Code, call: Call) -> str:
    """The name of a function ``void (ptr c, i64 c_row, i64 rows, i64 cols)`` that changes a finished block in place."""
    outer = code.w
    w = Writer(outer)
    dtype = call.operand.dtype.name
    e = w.emitter.of_width(jit.host().lanes(ELEMENTS[dtype].size))
    values: dict[Value, TextOperand] = {}
    for value in dict.fromkeys(operands(call)):
        values[value] = widened(e, code.scalar(value).operand)
    whole = w.let_once(f"and i64 %cols, {-e.width}")
    parts = [("0", whole), *([] if e.width == 1 else [(whole, "%cols")])]  # whole vectors need no mask
    with loops_over(w, ["%rows"]) as (row,):
        start = element_at(w, dtype, "%c", w.multiply(row, "%c_row"))
        for first, limit in parts:
            along = w.loop(first, limit, e.width)
            place = element_at(w, dtype, start, along.index)
            mask = None if limit == whole else e.tail_mask(w.i64("%cols") - along.index)
            step = {**values, call.operand: e.load(dtype, place, mask=mask)}
            with w.module.inlining_math():
                for op in call.operations:
                    step[op.outputs[0]] = apply_rule(e, op, [step[v] for v in op.inputs])
            e.store(step[call.operations[-1].outputs[0]], place, mask=mask)
            along.close()
    text = parallel_for.chunk_text(w, "ptr %c, i64 %c_row, i64 %rows, i64 %cols", lost=())
    return outer.module.function("gw_follow", text)
