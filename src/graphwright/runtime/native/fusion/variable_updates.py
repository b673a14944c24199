"""Decides which steps update a variable in its own array, and which must not be interrupted.

`lower/nests/inplace_assign.py` writes the former.
"""

from __future__ import annotations

from itertools import pairwise

from graphwright.base.config import uses
from graphwright.ir.graph import Operation, Value
from graphwright.ir.types import TensorType
from graphwright.runtime.native.fusion.assembler import UPDATES
from graphwright.runtime.native.fusion.member_passes import passes_of
from graphwright.runtime.native.fusion.plan import is_object
from graphwright.runtime.native.fusion.steps import Fused, Plan, ScaledAddition, Step, op_of
from graphwright.runtime.native.runtime import capi


def is_plain(type_: TensorType) -> bool:
    """Whether the type can be told by identity, and its arrays can be read in place."""
    return type_.is_static and not is_object(type_) and capi.layout_ok()


def undivided(plan: Plan) -> set[Step]:
    """The steps between the reads and the assignments of `assign_add` and others: no other thread may intervene."""
    begun: dict[Operation, int] = {}
    found: set[Step] = set()
    for i, step in enumerate(plan.steps):
        op = op_of(step)
        origin = None if op is None else op.origin
        if op is None or origin is None or origin.type not in UPDATES:
            continue
        if op.type == "ReadVariableOp":
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
        assign = op_of(following)
        if assign is None or assign.type != "AssignVariableOp":
            continue
        value = assign.inputs[1]
        if value in step.outputs and is_plain(value.type) and _may_overwrite(step, assign):
            found[step] = value, assign
    return found


def _may_overwrite(step: Step, assign: Operation) -> bool:
    """Whether each element is read before it is written, in one pass that cannot fail."""
    if isinstance(step, ScaledAddition):
        return not any(reads_variable(value, assign) for value in step.op.inputs)
    return isinstance(step, Fused) and not step.reductions and not step.fallible and len(passes_of(step)) == 1


def reads_variable(value: Value, assign: Operation) -> bool:
    """Whether a value is what is read from the variable that is assigned to."""
    return value.op.type == "ReadVariableOp" and value.op.inputs[0] is assign.inputs[0]
