"""The least memory that a plan's temporaries can lie in: what lives at its best moment, found from the steps alone."""

from __future__ import annotations

from typing import Any

from graphwright.ir.graph import Value
from graphwright.ir.lowering import Alias, Strided
from graphwright.passes import optimize
from graphwright.runtime.native.fusion.plan import plan_graph
from graphwright.runtime.native.fusion.steps import Fused, Step, op_of, rule_of
from graphwright.runtime.native.llvm.storage import ELEMENTS


def live_minimum(graph: Any) -> int:
    """Bytes of the temporaries that live at the fullest moment of a graph's plan.

    Temporaries are arrays that neither come into the graph nor leave it nor go into variables. Views and
    reshapes lie where their source lies. Where a step works element by element, its results may take the places of
    what it is the last to read: so this is less than what a plan can always reach.
    """
    plan = plan_graph(optimize(graph))
    kept = {*plan.inputs, *plan.outputs, *plan.objects()}
    root: dict[Value, Value] = {}
    last: dict[Value, int] = {}
    for at, step in enumerate(plan.steps):
        if isinstance(rule_of(step), Alias | Strided):
            for value in step.outputs:
                root[value] = root.get(step.inputs[0], step.inputs[0])
        for value in step.inputs:
            last[root.get(value, value)] = at
    kept = {root.get(value, value) for value in kept}
    live: set[Value] = set()
    peak = 0
    for at, step in enumerate(plan.steps):
        result = {
            value for value in step.outputs if value not in root and value not in kept and _is_memory(step, value)
        }
        done = {value for value in live if last.get(value, -1) <= at}
        before, after = _total(live), _total((live | result) - done)
        peak = max(peak, before, after) if isinstance(step, Fused) else max(peak, _total(live | result))
        live = (live | result) - done
    return peak


def _is_memory(step: Step, value: Value) -> bool:
    op = op_of(step)
    return bool(value.type.dims) and (op is None or op.type not in ("Const", "ReadVariableOp"))


def _total(values: set[Value]) -> int:
    return sum(_bytes(value) for value in values)


def _bytes(value: Value) -> int:
    size = ELEMENTS[value.type.dtype.name].size
    for dim in value.type.dims or ():
        assert isinstance(dim, int)
        size *= dim
    return size
