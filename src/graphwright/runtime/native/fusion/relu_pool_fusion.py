"""Fuses the gradient of a ReLU into the gradient of the max pool that follows it.

Only where nothing else reads what is in between. The pool's gradient looks at the same elements as the ReLU's.
"""

from __future__ import annotations

from graphwright.base.frozen import replace
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Sliding
from graphwright.runtime.native.fusion.open_sizes import open_window
from graphwright.runtime.native.fusion.steps import Fused, OpStep, Plan, PoolGradient, Step, count_readers
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.forms import (
    open_small_pool,
    sees_no_padding,
    small_pool_gradient,
)
from graphwright.runtime.native.llvm.storage import ELEMENTS


def fuse_relu_pool(plan: Plan) -> Plan:
    """The plan, with gradients of ReLUs made part of those of the pools behind them."""
    steps = plan.steps
    numbered = [(i, step) for i, step in enumerate(steps) if isinstance(step, OpStep)]
    pools = {step.outputs[0]: (i, step) for i, step in numbered if takes_relu(step)}
    readers = count_readers(plan)
    result: list[Step | None] = list(steps)
    for i, step in enumerate(steps):
        if not isinstance(step, Fused) or step.fallible:
            continue
        left = step
        for value in [v for v in step.inputs if v in pools and readers[v] == 1]:
            at, pool = pools[value]
            relu = _relu_gradient(left, value, pool.op.inputs[0])
            if relu is not None:
                result[at] = PoolGradient(pool.op, pool.rule, pool.inputs, list(relu.outputs))
                left = _without(left, relu)
        if left is not step:
            result[i] = left if left.members or left.reductions else None
    return replace(plan, steps=[step for step in result if step is not None])


def takes_relu(step: Step) -> bool:
    """Whether a step is the gradient of a pool that can be one of a ReLU too."""
    if not isinstance(step, OpStep) or not isinstance(step.rule, Sliding) or step.rule.kernel != "max into input":
        return False
    open_ = open_window(step.op, step.rule)
    if open_ is not None:
        return open_small_pool(step.rule.kernel, open_) and sees_no_padding(open_)
    window = step.rule.window(step.op)
    element = ELEMENTS[step.outputs[0].type.dtype.name]
    return window is not None and small_pool_gradient(window, element, jit.host())


def _relu_gradient(step: Fused, value: Value, pooled: Value) -> Operation | None:
    """The member that is the gradient of a ReLU with the pooled results, if it is all that reads the value."""
    readers = [op for op in (*step.members, *(r.op for r in step.reductions)) if value in op.inputs]
    if len(readers) != 1 or readers[0].type != "ReluGrad":
        return None
    return readers[0] if list(readers[0].inputs) == [value, pooled] else None


def _without(step: Fused, member: Operation) -> Fused:
    """The step, which reads the result of what was one of its members."""
    (result,) = member.outputs
    members = {op: probe for op, probe in step.members.items() if op is not member}
    outputs = [value for value in step.outputs if value is not result]
    read = [value for op in members for value in op.inputs] + [r.op.inputs[0] for r in step.reductions]
    still = {id(value) for value in read}
    inputs = [value for value in dict.fromkeys([*step.inputs, result]) if id(value) in still]
    return replace(step, members=members, inputs=inputs, outputs=outputs)
