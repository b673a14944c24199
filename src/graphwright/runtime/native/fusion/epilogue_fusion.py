"""Fuses the operations after a product or a convolution into its epilogue, while the results are in cache.

Only where nothing else reads what is in between, and with the same numbers as in steps of their own. `RULES` has the
operations that kernels know. Others, such as those of SiLU or GELU, become a function that the kernel calls, if they
read the results and constants alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from graphwright.base.frozen import replace
from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract, Sliding
from graphwright.runtime.native import epilogue as epilogues
from graphwright.runtime.native.epilogue import Activation, AddMatrix, AddRow, Call, Epilogue, Part, Scale, SubtractRow
from graphwright.runtime.native.fusion.open_sizes import has_open_filter, open_window, stand_in
from graphwright.runtime.native.fusion.steps import Fused, OpStep, Plan, Product, Rename, Step, count_readers
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.forms import has_depthwise_tiles
from graphwright.runtime.native.kernels.gemm.kernel import LARGE
from graphwright.runtime.native.llvm.storage import ELEMENTS


def _is_row(value: Value, dims: Sequence[Dim]) -> bool:
    """Whether a value is a row as long as those of results of these dimensions."""
    own = value.type.dims
    return bool(own) and own is not None and own[-1] == dims[-1] and all(d == 1 for d in own[:-1])


def _is_matrix(value: Value, dims: Sequence[Dim]) -> bool:
    """Whether a value has these dimensions, and is not that of a variable, which is there to be changed in place."""
    return value.type.dims == dims and value.op.type != "ReadVariableOp"


#: The part that an operation on the results and another value is: the first for which that value will do. Besides, an
#: activation of `epilogue.ACTIVATIONS` is one.
RULES: Final[Mapping[str, tuple[tuple[Callable[[Value, Sequence[Dim]], bool], Callable[[Value], Part]], ...]]] = {
    "AddV2": ((_is_row, AddRow), (_is_matrix, AddMatrix)),
    "Add": ((_is_row, AddRow), (_is_matrix, AddMatrix)),
    "Sub": ((_is_row, SubtractRow),),
    "Mul": ((_is_row, Scale),),
}


def with_operation(epilogue: Epilogue, op: Operation, result: Value) -> Epilogue | None:
    """The epilogue with an operation on its `result`, or None if kernels do not know that."""
    if op.type in epilogues.ACTIVATIONS and op.inputs[0] is result:
        return epilogues.composed(epilogue, Activation(result, op.type))
    dims, others = result.type.dims, [value for value in op.inputs if value is not result]
    if len(others) != 1 or dims is None or op.outputs[0].type.dims != dims:
        return None
    if op.type == "Sub" and others[0] is op.inputs[0]:
        return None
    for suits, part in RULES.get(op.type, ()):
        if suits(others[0], dims):
            return epilogues.composed(epilogue, part(others[0]))
    return None


def takes_epilogue(step: Step) -> bool:
    """Whether a step is a product or convolution whose kernel can do more at its end."""
    if not isinstance(step, OpStep) or len(step.outputs) != 1:
        return False
    if isinstance(step.rule, Contract):
        size = product(step.outputs[0].type.dims or ()).static
        return size is None or size >= LARGE
    if not isinstance(step.rule, Sliding) or step.rule.kernel not in ("convolution", "depthwise"):
        return False
    window = step.rule.window(step.op)
    if window is None:
        open_ = open_window(step.op, step.rule)
        window = None if open_ is None or has_open_filter(open_) else stand_in(open_)
    if window is None or window.channels_first:
        return False
    element = ELEMENTS[step.outputs[0].type.dtype.name]
    return step.rule.kernel == "convolution" or has_depthwise_tiles(window, element, jit.host())


def fuse_epilogues(plan: Plan) -> Plan:
    """The plan, with what may be done at the end of a product made part of it."""
    readers = count_readers(plan)
    open_: dict[Value, Product] = {}
    result: list[Step | None] = []
    places: dict[Step, int] = {}
    views: dict[Value, Step] = {}  # results under other dimensions, with the steps that give them

    def put(step: Product) -> None:
        places[step] = len(result)
        if not epilogues.is_complete(step.epilogue) and readers.get(step.outputs[0]) == 1:
            open_[step.outputs[0]] = step
        result.append(step)

    for step in plan.steps:
        value = next((value for value in step.inputs if value in open_), None)
        before = None if value is None else open_[value]
        if isinstance(step, OpStep) and takes_epilogue(step):
            put(Product.of(step, (), step.outputs[0]))
        elif before is not None and value is not None and (joined := _joined(before, value, step)) is not None:
            result[places[before]] = None  # it runs where its last input is there
            if value in views:
                result[places[views[value]]] = None
            put(joined[0])
            result += joined[1]
        else:
            if before is not None and _keeps_rows(before, step) and readers.get(step.outputs[0]) == 1:
                open_[step.outputs[0]], views[step.outputs[0]], places[step] = before, step, len(result)
            result.append(step)
    return replace(plan, steps=[step for step in result if step is not None])


def _joined(before: Product, value: Value, step: Step) -> tuple[Product, list[Step]] | None:
    """A product that does a step on `value`, its result, and what is left of the step; None if it cannot."""
    if isinstance(step, Rename):
        same = step.old.type is before.outputs[0].type and value is before.outputs[0]
        return (Product.of(before, before.epilogue, step.old), []) if same else None
    if not isinstance(step, Fused):
        return None
    epilogue, result, members = before.epilogue, value, list(step.members)
    while members and (longer := with_operation(epilogue, members[0], result)) is not None:
        epilogue, result = longer, members.pop(0).outputs[0]
    if members:
        if not _may_be_called(before, step, members, result):
            return None
        longer = epilogues.composed(epilogue, Call(result, tuple(members)))
        assert longer is not None
        epilogue, result = longer, members[-1].outputs[0]
    reduced = [r.op.outputs[0] for r in step.reductions]
    if step.outputs != [result, *reduced] or result.dtype is not before.op.outputs[0].dtype:
        return None
    if reduced and not (epilogues.is_complete(epilogue) and all(r.op.inputs[0] is result for r in step.reductions)):
        return None
    # a sum and nothing else is better done in place (`accumulate_fusion`)
    if isinstance(epilogue[-1], AddMatrix) and len(epilogue) == 1:
        return None
    if not epilogues.is_supported(epilogue, (result.type.dims or (None,))[-1]):
        return None
    return Product.of(before, epilogue, result), [_reductions_of(step, result)] if reduced else []


def _may_be_called(before: Product, step: Fused, members: Sequence[Operation], result: Value) -> bool:
    """Whether members of a step can be a function of `result` and constants alone."""
    if isinstance(before.rule, Contract) and product(result.type.dims or ()).static is None:
        return False
    if any(step.members[op].checked for op in members) or members[-1].outputs[0].type.dims != result.type.dims:
        return False
    known = {result, *(op.outputs[0] for op in members)}
    return all(v in known or (v.op.type == "Const" and v.type.dims == ()) for op in members for v in op.inputs)


def _keeps_rows(before: Product, step: Step) -> bool:
    """Whether a step sees the rows of a product under other dimensions, such as those of a batch of images."""
    if not isinstance(step, OpStep) or step.op.type != "Reshape" or not isinstance(before.rule, Contract):
        return False
    dims, others = before.outputs[0].type.dims, step.outputs[0].type.dims
    static = before.outputs[0].type.is_static and step.outputs[0].type.is_static
    return static and bool(dims) and (dims or ())[-1:] == (others or ())[-1:]


def _reductions_of(step: Fused, value: Value) -> Fused:
    """The reductions of a step, of a value that another step computes."""
    read = {v for r in step.reductions for v in r.op.inputs}
    inputs = [value, *(v for v in step.inputs if v in read)]
    return replace(step, members={}, inputs=inputs, outputs=[r.op.outputs[0] for r in step.reductions], fallible=False)
