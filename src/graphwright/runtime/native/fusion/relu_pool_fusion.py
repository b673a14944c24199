"""The gradient of a ReLU whose results were pooled, taken where the gradient of the pool is written.

Only where nothing else reads what is in between. The pool's gradient looks at the same elements as the ReLU's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Sliding
from graphwright.runtime.native.fusion.steps import Fused, Step, count_readers
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.forms import small_pool_gradient
from graphwright.runtime.native.llvm.storage import ELEMENTS


class PoolGradient(Step):
    """The gradient of a pool of the greatest elements, and of the ReLU before it."""

    __slots__ = ()

    def __init__(self, step: Step, relu: Operation) -> None:
        super().__init__(step.op, step.rule)
        self.outputs = list(relu.outputs)


def fuse_relu_pool(steps: Sequence[Step], leaving: Iterable[Value]) -> list[Step]:
    """The steps, with gradients of ReLUs made part of those of the pools behind them."""
    pools = {step.outputs[0]: i for i, step in enumerate(steps) if takes_relu(step)}
    readers = count_readers(steps, leaving)
    result: list[Step | None] = list(steps)
    for i, step in enumerate(steps):
        if type(step) is not Fused or step.fallible:
            continue
        for value in [v for v in step.inputs if v in pools and readers[v] == 1]:
            at = pools[value]
            relu = _relu_gradient(step, value, steps[at].op.inputs[0])
            if relu is not None:
                result[at] = PoolGradient(steps[at], relu)
                _take_out(step, relu)
                if not step.members and not step.reductions:
                    result[i] = None
    return [step for step in result if step is not None]


def takes_relu(step: Step) -> bool:
    """Whether a step is the gradient of a pool that can be one of a ReLU too."""
    if type(step) is not Step or not isinstance(step.rule, Sliding) or step.rule.kernel != "max into input":
        return False
    window = step.rule.window(step.op)
    element = ELEMENTS[step.outputs[0].type.dtype.name]
    return window is not None and small_pool_gradient(window, element, jit.host())


def _relu_gradient(step: Fused, value: Value, pooled: Value) -> Operation | None:
    """The member that is the gradient of a ReLU with the pooled results, if it is all that reads the value."""
    readers = [op for op in (*step.members, *(r.op for r in step.reductions)) if value in op.inputs]
    if len(readers) != 1 or readers[0].type != "ReluGrad":
        return None
    return readers[0] if list(readers[0].inputs) == [value, pooled] else None


def _take_out(step: Fused, member: Operation) -> None:
    """Let a step read the result of what was one of its members."""
    (result,) = member.outputs
    del step.members[member]
    step.outputs = [value for value in step.outputs if value is not result]
    read = [value for op in step.members for value in op.inputs] + [r.op.inputs[0] for r in step.reductions]
    still = {id(value) for value in read}
    step.inputs = [value for value in dict.fromkeys([*step.inputs, result]) if id(value) in still]
