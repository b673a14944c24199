"""Finds the matrices whose packed form can be kept: constants, and variables that are never assigned."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.base.config import uses
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract, Sliding
from graphwright.passes.effects import effects
from graphwright.runtime.native.fusion.step_work import operations_of
from graphwright.runtime.native.fusion.steps import Plan, op_of
from graphwright.runtime.native.machine.limits import LARGE_ELEMENTS

_DTYPES: Final = ("float32", "float64")


class PackedWeights:
    """What is known of a program: the variables that it may assign to, by their handles, and captured tensors."""

    def __init__(self, plan: Plan, graph: Any) -> None:
        writers = [op for step in plan.steps if (op := op_of(step)) is not None and "write" in effects(op)]
        self._assigned = {value for op in writers for value in op.inputs if value.type.dtype.name == "resource"}
        self._known = set(plan.inputs)
        self._assigns = bool(writers)
        outer = {value: getattr(graph.outer_value(value), "_array", None) for value in plan.inputs}
        self._captured = {value for value, array in outer.items() if isinstance(array, np.ndarray)}
        operations = [op for step in plan.steps for op in operations_of(step)]
        self._filters = {op.inputs[1] for op in operations if _convolves(op)}
        products = [(op, rule) for op in operations if isinstance(rule := op.record.native, Contract)]
        transposed, straight = (
            {op.inputs[1] for op, rule in products if bool(op.attrs[rule.transpose_b]) is transposed}
            for transposed in (True, False)
        )
        self._transposed = transposed - straight

    def is_transposed(self, value: Value) -> bool:
        """Whether all products read a matrix transposed: what is kept is for them then."""
        return value in self._transposed

    def is_constant_filter(self, value: Value) -> bool:
        """Whether a value is the filter of a convolution, the same in every call, and may be kept packed."""
        constant = value.op.type == "Const" or value in self._captured
        return constant and value in self._filters and _is_worth_it(value)

    def may_keep(self, value: Value) -> bool:
        """Whether what is read from a variable may be kept packed; a loop's body has its handle as another value."""
        handle = value.op.inputs[0]
        assigned = handle in self._assigned if handle in self._known else self._assigns
        return not assigned and _is_worth_it(value)


def _convolves(op: Operation) -> bool:
    rule = op.record.native
    return isinstance(rule, Sliding) and rule.kernel == "convolution"


def _is_worth_it(value: Value) -> bool:
    type_ = value.type
    if not uses("packed_weights") or type_.dtype.name not in _DTYPES or not type_.is_static:
        return False
    return type_.rank in (2, 4, 5) and (type_.shape.num_elements() or 0) >= LARGE_ELEMENTS
