"""What follows a product or a convolution and is done while its results are in the cache: a bias, then a ReLU.

Only where nothing else reads what is in between. The kernels know both (`gemm.BIAS`, `gemm.RELU`), and compute the
same numbers as they would in steps of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract, Sliding
from graphwright.runtime.native.sizes import product
from graphwright.runtime.native.steps import Fused, Rename, Step

# Elements of a matrix product that are too many for the cache. Of fewer, a loop of its own costs next to nothing, and
# the product can do with the smaller kernel.
_LARGE = 1 << 18


class Product(Step):
    """A product or a convolution with what follows it."""

    __slots__ = ("bias", "relu")

    def __init__(self, step: Step) -> None:
        super().__init__(step.op, step.rule)
        self.outputs = list(step.outputs)
        self.bias: Value | None = None
        self.relu = False

    def take(self, step: Fused) -> bool:
        """Do what a step does with the result; False, and nothing changes, where that is something else."""
        result, bias, relu = self.outputs[0], self.bias, self.relu
        for op in step.members:
            if op.type in ("AddV2", "Add") and bias is None and not relu:
                bias = _bias_of(op, result)
                if bias is None:
                    return False
            elif op.type == "Relu" and not relu and op.inputs[0] is result:
                relu = True
            else:
                return False
            result = op.outputs[0]
        if step.reductions or step.outputs != [result] or result.type.dtype is not self.outputs[0].type.dtype:
            return False
        if bias is not None and bias is not self.bias:
            self.inputs = list(dict.fromkeys([*self.inputs, bias]))
        self.outputs, self.bias, self.relu = [result], bias, relu
        return True


def _bias_of(op: Operation, result: Value) -> Value | None:
    """What an addition adds to each row of a result; None where it adds something else."""
    others: list[Value] = [value for value in op.inputs if value is not result]
    dims = result.type.dims
    if len(others) != 1 or dims is None or op.outputs[0].type.dims != dims:
        return None
    own = others[0].type.dims
    fits = own and own[-1] == dims[-1] and all(d == 1 for d in own[:-1])
    return others[0] if fits else None


def _takes_more(step: Step) -> bool:
    if type(step) is not Step or len(step.outputs) != 1:
        return False
    if isinstance(step.rule, Contract):
        size = product(step.outputs[0].type.dims or ()).static
        return size is None or size >= _LARGE
    if not isinstance(step.rule, Sliding) or step.rule.kernel != "convolution":
        return False
    window = step.rule.window(step.op)
    return window is not None and not window.channels_first


def join_epilogues(steps: Sequence[Step], leaving: Iterable[Value]) -> list[Step]:
    """The steps, with what may be done at the end of a product made part of it."""
    if not any(_takes_more(step) for step in steps):
        return list(steps)
    uses = dict.fromkeys(leaving, 1)
    for step in steps:
        for value in step.inputs:
            uses[value] = uses.get(value, 0) + 1
    open_: dict[Value, Product] = {}
    made: list[Step | None] = []
    places: dict[Product, int] = {}

    def put(step: Product) -> None:
        places[step] = len(made)
        if uses.get(step.outputs[0]) == 1:
            open_[step.outputs[0]] = step
        made.append(step)

    for step in steps:
        before = next((open_[value] for value in step.inputs if value in open_), None)
        if _takes_more(step):
            put(Product(step))
        elif before is not None and _joins(before, step):
            made[places[before]] = None  # it runs where its last input is there
            put(before)
        else:
            made.append(step)
    return [step for step in made if step is not None]


def _joins(before: Product, step: Step) -> bool:
    if isinstance(step, Rename):
        if step.outputs[0].type is not before.outputs[0].type:
            return False
        before.outputs = step.outputs
        return True
    return type(step) is Fused and before.take(step)
