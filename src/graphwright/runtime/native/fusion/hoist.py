"""Finds the steps of a loop's body that compute the same in every iteration, to run them before the loop.

The graph's own pass (`passes/licm.py`) has moved whole operations. What is left are the conversions that
`fusion/dtype_legalization.py` adds, and reads of variables, which have an order among the effects.
"""

from __future__ import annotations

from collections.abc import Collection

from graphwright.base.config import uses
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.steps import Fused, Plan, Step, is_constant, op_of


def hoist(plan: Plan, invariant: Collection[Value], *, reads_variables: bool) -> list[Step]:
    """The steps of a body's plan to be run before the loop, in order.

    They are elementwise and cannot fail, and depend on the `invariant` values, on constants and on each other alone.
    With `reads_variables` a read of a variable is one of them.
    """
    known = {*invariant, *(step.outputs[0] for step in plan.steps if is_constant(step))}
    found: list[Step] = []
    for step in plan.steps if uses("loop_invariants") else ():
        plain = isinstance(step, Fused) and not step.fallible and not step.reductions
        op = op_of(step)
        plain |= reads_variables and op is not None and op.type == "ReadVariableOp"
        if plain and known.issuperset(step.inputs) and all(value.type.is_static for value in step.outputs):
            found.append(step)
            known.update(step.outputs)
    return found
