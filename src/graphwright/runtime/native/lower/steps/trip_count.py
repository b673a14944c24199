"""Computes how many iterations a loop makes, as far as that is known before it begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation
from graphwright.ir.loop_counters import Counter, exact_counters
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.steps.capacity import extreme

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code
    from graphwright.runtime.native.lower.frame.function_writer import Writer


def known_trip_count(code: Code, op: Operation) -> str | None:
    """How many rounds a loop makes; None where that is not known before."""
    found = [rounds_of(code, op, counter) for counter in exact_counters(op)]
    if not found:
        return None
    if all(rounds.isdigit() for rounds in found):
        return str(min(map(int, found)))
    least, *others = found
    for rounds in others:
        least = extreme(code.w, "smin", least, rounds)
    return least


def rounds_of(code: Code, op: Operation, counter: Counter) -> str:
    """How many rounds a loop makes, or more."""
    w = code.w
    first = code.scalar(op.inputs[counter.number])
    start, end = as_i64(w, first.operand), str(counter.limit)
    if counter.limit_is_variable:
        limit = code.scalar(op.inputs[counter.limit])
        end = as_i64(w, limit.operand)
    known = (text.lstrip("-").isdigit() for text in (start, end))
    if all(known):
        return str(max(0, -(-(int(end) - int(start)) // counter.step)))
    span = w.i64(end) - start + (counter.step - 1)
    rounds = span.sdiv(counter.step)
    w.module.declare("declare i64 @llvm.smax.i64(i64, i64)")
    return rounds.max(0)


def as_i64(w: Writer, operand: TextOperand) -> IRValue:
    """A number as an i64."""
    if operand.dtype in ("int32", "int64") and operand.text.lstrip("-").isdigit():
        return w.i64(operand.text)
    return w.i64(w.emitter.text(w.emitter.convert(operand, "int64")))
