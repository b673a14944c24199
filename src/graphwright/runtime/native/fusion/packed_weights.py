"""Which variables' matrices may be kept as products have packed them: those that a program reads and never assigns."""

from __future__ import annotations

from typing import Final

from graphwright.base.config import uses
from graphwright.ir.graph import Value
from graphwright.passes.effects import effects
from graphwright.runtime.native.fusion.plan import Plan

#: Elements from which on a matrix is worth it: smaller ones are packed in no time.
_LEAST: Final = 1 << 14
_DTYPES: Final = ("float32", "float64")


class PackedWeights:
    """What is known of a program: the variables that it may assign to, by their handles."""

    def __init__(self, plan: Plan) -> None:
        writers = [step.op for step in plan.steps if step.op is not None and "write" in effects(step.op)]
        self._assigned = {value for op in writers for value in op.inputs if value.type.dtype.name == "resource"}
        self._known = set(plan.inputs)
        self._assigns = bool(writers)

    def may_keep(self, value: Value) -> bool:
        """Whether what is read from a variable may be kept packed; a loop's body has its handle as another value."""
        handle, type_ = value.op.inputs[0], value.type
        assigned = handle in self._assigned if handle in self._known else self._assigns
        if assigned or not uses("packed_weights") or type_.dtype.name not in _DTYPES or not type_.is_static:
            return False
        return type_.rank in (2, 4, 5) and (type_.shape.num_elements() or 0) >= _LEAST
