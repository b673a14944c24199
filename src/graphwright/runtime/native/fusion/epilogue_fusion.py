"""What follows a product or a convolution and is done while its results are in the cache.

That is a bias, or a batch normalisation with given statistics or the like, then an array that is added, then a ReLU
or ReLU6: what is done alike to each row, or to elements that lie alike. Only where nothing else reads what is in
between. The kernels know all of it (the flags of `gemm.tiles`), and compute the same numbers as they would in steps
of their own. Other operations on the elements and constants, such as SiLU or GELU, are a function that they call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract, Sliding
from graphwright.runtime.native.fusion.steps import Fused, Rename, Step, count_readers
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.forms import has_depthwise_tiles
from graphwright.runtime.native.kernels.gemm.kernel import LARGE
from graphwright.runtime.native.kernels.gemm.micro_kernels import has_affine
from graphwright.runtime.native.llvm.storage import ELEMENTS

_ADDITIONS: Final = ("AddV2", "Add")
_ACTIVATIONS: Final = ("Relu", "Relu6")
#: Which of the rows of AFFINE an operation can be, the first that is free.
_PLACES: Final = {"AddV2": (0, 2), "Add": (0, 2), "Sub": (0,), "Mul": (1,)}


class Product(Step):
    """A product or a convolution with what follows it: rows, what is added, an activation.

    The rows are those of AFFINE (see the flags of `gemm.tiles`) by their place; `subtracts` is about the first. Last,
    `epilogue` has a value that is no more to be seen outside, and the operations that are done to it.
    """

    __slots__ = ("activation", "epilogue", "residual", "rows", "subtracts")

    def __init__(self, step: Step) -> None:
        super().__init__(step.op, step.rule)
        self.outputs = list(step.outputs)
        self.rows: dict[int, Value] = {}
        self.residual: Value | None = None
        self.activation = ""
        self.subtracts = False
        self.epilogue: tuple[Value, list[Operation]] | None = None

    @property
    def is_followed(self) -> bool:
        """Whether it is more than the product."""
        return bool(self.rows) or self.residual is not None or bool(self.activation) or self.epilogue is not None

    @property
    def bias(self) -> Value | None:
        """The one row that is added, where nothing else is done to rows."""
        return None if len(self.rows) != 1 or self.subtracts or 1 in self.rows else next(iter(self.rows.values()))

    def take(self, step: Fused) -> list[Step] | None:
        """Do what a step does with the result: gives what is left to do of it.

        None, and nothing changes, where that is something else.
        """
        if self.epilogue is not None:
            return None
        before = self.outputs, self.rows, self.residual, self.activation, self.subtracts
        self.rows = dict(self.rows)
        members = list(step.members)
        taken = 0
        while taken < len(members) and self._take(members[taken]):
            taken += 1
        if not self._be_followed(step, members[taken:]) or not self._fits(step):
            self.outputs, self.rows, self.residual, self.activation, self.subtracts = before
            self.epilogue = None
            return None
        more = [*self.rows.values(), *([] if self.residual is None else [self.residual])]
        constants = [v for op in members[taken:] for v in op.inputs if v.op.type == "Const"]
        self.inputs = list(dict.fromkeys([*self.op.inputs, *more, *constants]))
        return [_reductions_of(step, self.outputs[0])] if step.reductions else []

    def _be_followed(self, step: Fused, members: list[Operation]) -> bool:
        """Do operations more, of a step, as a function; False where these are not of the result and constants alone."""
        if not members:
            return True
        result, last = self.outputs[0], members[-1].outputs[0]
        known = {result, *(op.outputs[0] for op in members)}
        if isinstance(self.rule, Contract) and product(result.type.dims or ()).static is None:
            return False
        if any(step.members[op].checked for op in members) or last.type.dims != result.type.dims:
            return False
        if not all(v in known or (v.op.type == "Const" and v.type.dims == ()) for op in members for v in op.inputs):
            return False
        self.epilogue, self.outputs = (result, members), [last]
        return has_affine(ELEMENTS[result.type.dtype.name])

    def _take(self, op: Operation) -> bool:
        """Do one operation more, whose result takes the place of the former one."""
        result = self.outputs[0]
        if self.activation:
            return False
        if op.type in _ACTIVATIONS and op.inputs[0] is result:
            taken, self.activation = True, op.type
        else:
            taken = self.residual is None and self._take_other(op, result)
        if taken:
            self.outputs = [op.outputs[0]]
        return taken

    def _take_other(self, op: Operation, result: Value) -> bool:
        """An operation with the result and something else."""
        others: list[Value] = [value for value in op.inputs if value is not result]
        dims = result.type.dims
        if op.type not in _PLACES or len(others) != 1 or dims is None or op.outputs[0].type.dims != dims:
            return False
        other = others[0]
        if op.type == "Sub" and other is op.inputs[0]:
            return False
        own = other.type.dims
        if own and own[-1] == dims[-1] and all(d == 1 for d in own[:-1]):
            done = max(self.rows, default=-1)
            place = next((at for at in _PLACES[op.type] if at > done), None)
            if place is None:
                return False
            self.rows[place] = other
            self.subtracts |= op.type == "Sub"
            return True
        # what is read from a variable is there to be changed in place
        if op.type not in _ADDITIONS or own != dims or other.op.type == "ReadVariableOp":
            return False
        self.residual = other
        return True

    def _fits(self, step: Fused) -> bool:
        """Whether that was all of a step but for reductions of the result, and the kernel can do it."""
        type_ = self.outputs[0].type
        reduced = [r.op.outputs[0] for r in step.reductions]
        if step.outputs != [*self.outputs, *reduced] or type_.dtype is not self.op.outputs[0].type.dtype:
            return False
        if step.reductions and (
            self.epilogue is None or any(r.op.inputs[0] is not self.outputs[0] for r in step.reductions)
        ):
            return False
        simple = self.residual is None and (self.bias is not None or not self.rows)
        if simple and self.activation != "Relu6":
            return True
        # a sum and nothing else is better done in place (`accumulate_fusion`)
        sum_alone = not self.rows and not self.activation and self.epilogue is None
        known = type_.dims is not None and isinstance(type_.dims[-1], int)
        return has_affine(ELEMENTS[type_.dtype.name]) and known and not sum_alone


def takes_epilogue(step: Step) -> bool:
    """Whether a step is a product or convolution whose kernel can do more at its end."""
    if type(step) is not Step or len(step.outputs) != 1:
        return False
    if isinstance(step.rule, Contract):
        size = product(step.outputs[0].type.dims or ()).static
        return size is None or size >= LARGE
    if not isinstance(step.rule, Sliding) or step.rule.kernel not in ("convolution", "depthwise"):
        return False
    window = step.rule.window(step.op)
    if window is None or window.channels_first:
        return False
    element = ELEMENTS[step.outputs[0].type.dtype.name]
    return step.rule.kernel == "convolution" or has_depthwise_tiles(window, element, jit.host())


def fuse_epilogues(steps: Sequence[Step], leaving: Iterable[Value]) -> list[Step]:
    """The steps, with what may be done at the end of a product made part of it."""
    readers = count_readers(steps, leaving)
    open_: dict[Value, Product] = {}
    result: list[Step | None] = []
    places: dict[Step, int] = {}
    views: dict[Value, Step] = {}  # results under other dimensions, with the steps that give them

    def put(step: Product) -> None:
        places[step] = len(result)
        if step.epilogue is None and readers.get(step.outputs[0]) == 1:
            open_[step.outputs[0]] = step
        result.append(step)

    for step in steps:
        value = next((value for value in step.inputs if value in open_), None)
        before = None if value is None else open_[value]
        if takes_epilogue(step):
            put(Product(step))
        elif before is not None and value is not None and (left := _joined(before, value, step)) is not None:
            result[places[before]] = None  # it runs where its last input is there
            if value in views:
                result[places[views[value]]] = None
            put(before)
            result += left
        else:
            if before is not None and _keeps_rows(before, step) and readers.get(step.outputs[0]) == 1:
                open_[step.outputs[0]], views[step.outputs[0]], places[step] = before, step, len(result)
            result.append(step)
    return [step for step in result if step is not None]


def _joined(before: Product, value: Value, step: Step) -> list[Step] | None:
    """What is left of a step that a product does; None where it does not. `value` is the result that the step reads."""
    if isinstance(step, Rename):
        if step.outputs[0].type is not before.outputs[0].type or value is not before.outputs[0]:
            return None
        before.outputs = step.outputs
        return []
    if type(step) is not Fused:
        return None
    outputs, before.outputs = before.outputs, [value]
    left = before.take(step)
    if left is None:
        before.outputs = outputs
    return left


def _keeps_rows(before: Product, step: Step) -> bool:
    """Whether a step sees the rows of a product under other dimensions, such as those of a batch of images."""
    if type(step) is not Step or step.op.type != "Reshape" or not isinstance(before.rule, Contract):
        return False
    dims, others = before.outputs[0].type.dims, step.outputs[0].type.dims
    static = before.outputs[0].type.is_static and step.outputs[0].type.is_static
    return static and bool(dims) and (dims or ())[-1:] == (others or ())[-1:]


def _reductions_of(step: Fused, value: Value) -> Fused:
    """The reductions of a step, of a value that another step computes."""
    result = Fused(step.dims)
    result.reductions, result.closed = step.reductions, True
    read = {v for r in step.reductions for v in r.op.inputs}
    result.inputs = [value, *(v for v in step.inputs if v in read)]
    result.outputs = [r.op.outputs[0] for r in step.reductions]
    return result
