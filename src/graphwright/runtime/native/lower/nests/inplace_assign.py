"""Updates variables in place: a step writes into the array that its result replaces.

It does so when the step runs if nobody else can see that array: its references are the variable's own and those of the
reads which feed the step, for the last time, at the same elements. Whoever reads the variable elsewhere, or holds a
view of its value, has a reference. The interpreter is held from the first element written to the assignment: that is
the lock under which a variable is written, and no reader comes between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.steps import Native, Step
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous
from graphwright.runtime.native.fusion.variable_updates import reads_variable
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.steps.variables import type_of

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def begun(code: Code, step: Native, start: Value) -> Array:
    """Memory for a result that holds another value at first: the variable's own array, if that is assigned to next."""
    value = step.outputs[0]
    assigned, assign = code.in_place or (None, None)
    result = None
    if assign is not None and value is assigned and value not in code.env.wanted:
        result = take_place(code, step, value, assign)
    if result is None:
        return code.make_from(step, start)
    w, source = code.w, code.array(start)
    with w.when(w.ptr(result.pointer).eq(source.pointer), holds=False):
        code.b.copy(source, result)
    code.bind(value, result)
    return result


def take_place(code: Code, step: Step, value: Value, assign: Operation) -> Array | None:
    """Memory for a result that is assigned next: the variable's own array, or a new one where others see that.

    None where it is known that the variable's array will still be read.
    """
    reads = [v for v in step.inputs if reads_variable(v, assign)]
    if not all(read.type is value.type and _is_last_look(code, read) for read in reads):
        return None
    w, b = code.w, code.b
    b.op = value.op
    handle = code.object(assign.inputs[0])
    seen_by_reads = [bound.object or "null" for bound in map(code.value, reads) if isinstance(bound, Array)]
    expected, references = (seen_by_reads or ["null"])[0], w.i64(1 + len(reads))
    for other in seen_by_reads[1:]:
        same = w.ptr(other).eq(expected)
        references = same.select(references, 0)
    array = w.call_python(
        "ptr",
        w.support("gw_sole_array"),
        f"ptr {handle.pointer}",
        type_of(code, value.type),
        f"ptr {expected}",
        f"i64 {references}",
    )
    with w.when(array.is_null()) as shared:
        new = b.new_object(value.type.dtype.name, value.type.dims or ())
    result = shared.merge("ptr", [new, array])
    buffer = b.own(result)
    dims = value.type.dims or ()
    return Array(value.type.dtype.name, b.data(result), dims, contiguous(dims), buffer, result)


def _is_last_look(code: Code, value: Value) -> bool:
    """Whether the step being written is the last that looks at the array of a value, and it alone."""
    bound = code.value(value)
    if not isinstance(bound, Array) or bound.object is None or bound.buffer is None:
        return False
    return code.env.uses[value] == 1 and bound.buffer.uses == 1 and bound.buffer.slot is not None
