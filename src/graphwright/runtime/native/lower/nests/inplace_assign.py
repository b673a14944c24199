"""Updates of variables in place: a step writes what is assigned next into the array that it replaces.

It does so when the step runs if nobody else can see that array: its references are the variable's own and those of the
reads which feed the step, for the last time, at the same elements. Whoever reads the variable elsewhere, or holds a
view of its value, has a reference. The interpreter is held from the first element written to the assignment: that is
the lock under which a variable is written, and no reader comes between.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from graphwright.base.config import uses
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.axpy_fusion import ScaledAddition
from graphwright.runtime.native.fusion.legality import UPDATES
from graphwright.runtime.native.fusion.plan import Plan
from graphwright.runtime.native.fusion.steps import Fused, Step
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous
from graphwright.runtime.native.lower.frame.values import Array, Object
from graphwright.runtime.native.lower.steps.variables import is_plain, type_of
from graphwright.runtime.native.schedule.tile import passes_of

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def undivided(plan: Plan) -> set[Step]:
    """The steps between the reads and the assignments of `assign_add` and others: no other thread may intervene."""
    begun: dict[Operation, int] = {}
    found: set[Step] = set()
    for i, step in enumerate(plan.steps):
        origin = None if step.op is None else step.op.origin
        if origin is None or origin.type not in UPDATES:
            continue
        if step.op.type == "ReadVariableOp":
            begun[origin] = i
        elif origin in begun:
            found.update(plan.steps[begun.pop(origin) : i])
    return found


def in_place(plan: Plan) -> dict[Step, tuple[Value, Operation]]:
    """For each fused step: its result that the very next step assigns to a variable, and the operation that does.

    Only the next one: an assignment before it could fail, and the variable must have its old value then.
    """
    found: dict[Step, tuple[Value, Operation]] = {}
    for step, following in pairwise(plan.steps if uses("inplace_assign") else ()):
        if following.op is None or following.op.type != "AssignVariableOp":
            continue
        value = following.op.inputs[1]
        if value in step.outputs and is_plain(value.type) and _may_overwrite(step, following.op):
            found[step] = value, following.op
    return found


def _may_overwrite(step: Step, assign: Operation) -> bool:
    """Whether each element is read before it is written, in one pass that cannot fail."""
    if isinstance(step, ScaledAddition):
        return not any(_reads(value, assign) for value in step.op.inputs)
    return isinstance(step, Fused) and not step.reductions and not step.fallible and len(passes_of(step)) == 1


def begun(code: Code, step: Step, start: Value) -> Array:
    """Memory for a result that holds another value at first: the variable's own array, if that is assigned to next."""
    value = step.outputs[0]
    assigned, assign = code.in_place or (None, None)
    result = None
    if assign is not None and value is assigned and value not in code.env.wanted:
        result = take_place(code, step, value, assign)
    if result is None:
        return code.make_from(step, start)
    w, source = code.w, code.value(start)
    assert isinstance(source, Array)
    with w.when(w.ptr(result.pointer).eq(source.pointer), holds=False):
        code.b.copy(source, result)
    code.bind(value, result)
    return result


def take_place(code: Code, step: Step, value: Value, assign: Operation) -> Array | None:
    """Memory for a result that is assigned next: the variable's own array, or a new one where others see that.

    None where it is known that the variable's array will still be read.
    """
    reads = [v for v in step.inputs if _reads(v, assign)]
    if not all(read.type is value.type and _is_last_look(code, read) for read in reads):
        return None
    w, b = code.w, code.b
    b.op = value.op
    handle = code.value(assign.inputs[0])
    assert isinstance(handle, Object)
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


def _reads(value: Value, assign: Operation) -> bool:
    """Whether a value is what is read from the variable that is assigned to."""
    return value.op.type == "ReadVariableOp" and value.op.inputs[0] is assign.inputs[0]


def _is_last_look(code: Code, value: Value) -> bool:
    """Whether the step being written is the last that looks at the array of a value, and it alone."""
    bound = code.value(value)
    if not isinstance(bound, Array) or bound.object is None or bound.buffer is None:
        return False
    return code.env.uses[value] == 1 and bound.buffer.uses == 1 and bound.buffer.slot is not None
