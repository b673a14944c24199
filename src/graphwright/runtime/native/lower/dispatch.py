"""Finds the function that lowers a step, by the rule of its operation or by the operation's name.

Imports are in the cases: a program loads the modules for the kinds of steps that it has.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.lowering import (
    Alias,
    Assemble,
    Contract,
    CustomCall,
    Draw,
    Elementwise,
    Embed,
    Generate,
    Routed,
    Scan,
    Scatter,
    Segments,
    Sliding,
    Strided,
    Structural,
)
from graphwright.runtime.native.fusion.rule_probe import apply_rule
from graphwright.runtime.native.fusion.steps import Agreed
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.lower.steps import computed_sizes, packed_weights

if TYPE_CHECKING:
    from collections.abc import Callable

    from graphwright.ir.graph import Operation, Value
    from graphwright.runtime.native.fusion.steps import Check, Native, Rename
    from graphwright.runtime.native.llvm.emitter import TextOperand
    from graphwright.runtime.native.lower.codegen import Code

    Handler = Callable[[Code, Native], None]


def write_native(code: Code, step: Native) -> None:
    """One operation by its rule, with what is fused into it."""
    if isinstance(step.rule, Structural):
        structural(step.op.type)(code, step)
        return
    if step.op.record.sizes is not None:
        computed_sizes.resolve(code, step.op)
    match step.rule:
        case Elementwise() as rule:
            write_scalar(code, step.op, rule)
        case Alias():
            from graphwright.runtime.native.lower.steps.views import write_alias

            write_alias(code, step)
        case Strided() as rule:
            from graphwright.runtime.native.lower.steps.views import write_views

            write_views(code, step, rule)
        case Embed() as rule:
            from graphwright.runtime.native.lower.steps.embed import write_embedded

            write_embedded(code, step, rule)
        case Assemble() as rule:
            from graphwright.runtime.native.lower.steps.views import write_assembled

            write_assembled(code, step, rule)
        case Contract() as rule:
            from graphwright.runtime.native.lower.steps.matmul import write_product

            write_product(code, step, rule)
        case Generate() as rule:
            from graphwright.runtime.native.lower.nests.indexed_elementwise import write_generated

            write_generated(code, step, rule)
        case Scan() as rule:
            from graphwright.runtime.native.lower.nests.scan import write_scan

            write_scan(code, step, rule)
        case Scatter() as rule:
            from graphwright.runtime.native.lower.steps.scatter import write_scattered

            write_scattered(code, step, rule)
        case Segments() as rule:
            from graphwright.runtime.native.lower.steps.segments import write_segments

            write_segments(code, step, rule)
        case Routed() as rule:
            from graphwright.runtime.native.lower.steps.data_dependent import write_routed

            write_routed(code, step, rule)
        case Draw() as rule:
            from graphwright.runtime.native.lower.steps.random_numbers import write_drawn

            write_drawn(code, step, rule)
        case Sliding() as rule:
            from graphwright.runtime.native.lower.steps.conv_pool import write_sliding

            write_sliding(code, step, rule)
        case CustomCall() as rule:
            from graphwright.runtime.native.lower.steps.custom_call import write_calls

            write_calls(code, step, rule)
        case rule:
            raise TypeError(f"The plan has a step for {step.op.type}, whose rule {rule!r} is not for code.")


def write_rename(code: Code, step: Rename) -> None:
    """Another name for a value, whose sizes may be known by other symbols."""
    from graphwright.runtime.native.lower.steps.views import write_alias

    if step.op.record.sizes is not None and step.op.outputs:  # an op that was taken apart has none: its parts do
        computed_sizes.resolve(code, step.op)
    write_alias(code, step)


def write_open_sizes(code: Code, step: Agreed | Check) -> None:
    """A comparison of open sizes, with the fused step that depends on it."""
    from graphwright.runtime.native.lower.nests.open_sizes import write_agreed, write_check

    if isinstance(step, Agreed):
        write_agreed(code, step)
    elif isinstance(step.op.record.native, Sliding):
        from graphwright.runtime.native.lower.nests.open_windows import write_checked_window

        write_checked_window(code, step.op, step.op.record.native)
    else:
        write_check(code, step)


def structural(name: str) -> Handler:
    """What writes the operations that are known by a name."""
    match name:
        case "Const":
            return write_constant
        case "Shape" | "ShapeN" | "Size" | "Rank":
            from graphwright.runtime.native.lower.steps.views import SHAPES

            return SHAPES[name]
        case "If" | "StatelessIf":
            from graphwright.runtime.native.lower.control.branches import write_if

            return write_if
        case "Case" | "StatelessCase":
            from graphwright.runtime.native.lower.control.branches import write_case

            return write_case
        case "While" | "StatelessWhile":
            from graphwright.runtime.native.lower.control.while_loop import write_while

            return write_while
        case "PartitionedCall" | "StatefulPartitionedCall":
            from graphwright.runtime.native.lower.control.calls import write_call

            return write_call
        case "ReadVariableOp":
            from graphwright.runtime.native.lower.steps.variables import write_read

            return write_read
        case "AssignVariableOp":
            from graphwright.runtime.native.lower.steps.variables import write_assign

            return write_assign
        case "RngReadAndSkip":
            from graphwright.runtime.native.lower.steps.random_numbers import write_skip

            return write_skip
        case "LookupTableFindV2" | "LookupTableSizeV2" | "StringToHashBucketFast":
            from graphwright.runtime.native.lower.steps.tables import TABLES

            return TABLES[name]
        case "Assert":
            from graphwright.runtime.native.lower.steps.assertions import write_assertion

            return write_assertion
        case _:
            from graphwright.runtime.native.lower.steps.lists import LISTS

            return LISTS[name]


def write_scalar(code: Code, op: Operation, rule: Elementwise) -> None:
    """An elementwise op on numbers in registers."""
    operands = [_operand(code, v) for v in op.inputs]
    if rule.check is not None:
        code.check_elements(code.w.emitter, op, operands, None)
    code.bind(op.outputs[0], Scalar(apply_rule(code.w.emitter, op, operands)))


def _operand(code: Code, value: Value) -> TextOperand:
    bound = code.value(value)
    if isinstance(bound, Array):  # a number that a step left in memory, such as one drawn at random
        assert not bound.dims
        return code.w.emitter.load(bound.dtype, bound.pointer)
    return code.scalar(value).operand


def write_constant(code: Code, step: Native) -> None:
    """A constant."""
    op = step.op
    code.bind(op.outputs[0], code.b.constant(op.attrs["value"], op.outputs[0].type))
    packed_weights.write_constant(code, op.outputs[0])
