"""Fuses updates such as `w -= rate * (x.T @ g)` into the end of the product's kernel.

So what is updated is gone through once, and by all threads that share the product.
"""

from __future__ import annotations

from collections.abc import Callable

from graphwright.base.frozen import replace
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract
from graphwright.runtime.native.fusion.steps import Fused, OpStep, Plan, Product, ScaledAddition, Step, count_readers
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.machine.limits import KEPT_MULTIPLICATIONS, LARGE_ELEMENTS

_DTYPES = ("float32", "float64")


def fuse_axpy(plan: Plan) -> Plan:
    """The plan, with multiples that are added to something made part of the products that they are of."""
    steps = plan.steps
    products = {step.outputs[0]: step for step in steps if isinstance(step, (OpStep, Product)) and is_scalable(step)}
    readers = count_readers(plan)
    products = {value: step for value, step in products.items() if readers[value] == 1}
    joined = {step: found for step in steps if (found := _joined(step, products)) is not None}
    gone = {products[value] for step in joined for value in step.inputs if value in products}
    return replace(plan, steps=[joined.get(step, step) for step in steps if step not in gone])


def is_scalable(step: Step) -> bool:
    """Whether a step is a product whose kernel may add a multiple of it to something."""
    if not isinstance(step, (OpStep, Product)) or not isinstance(step.rule, Contract):
        return False
    if isinstance(step, Product) and step.epilogue:
        return False
    type_ = step.outputs[0].type
    dims, (a, b) = type_.dims or (), step.op.inputs
    size, terms = product(dims).static, product(a.type.dims or ()).static
    if size is None or terms is None or not b.type.is_static or len(dims) != 2 or type_.dtype.name not in _DTYPES:
        return False
    rows, columns = dims
    if not (isinstance(rows, int) and isinstance(columns, int)):  # the other one is 0
        return False
    return size >= LARGE_ELEMENTS and columns > 1 and terms * columns <= KEPT_MULTIPLICATIONS


def _joined(step: Step, products: dict[Value, OpStep | Product]) -> ScaledAddition | None:
    """The addition that a step is, if it adds a multiple of one of the products to something, and does nothing else."""
    if not isinstance(step, Fused) or step.reductions or len(step.members) != 2 or len(step.outputs) != 1:
        return None
    multiply, add = step.members
    if multiply.type != "Mul" or add.type not in ("AddV2", "Add", "Sub") or step.outputs[0] is not add.outputs[0]:
        return None
    scaled = _split(multiply, lambda value: value in products)
    summed = _split(add, lambda value: value is multiply.outputs[0])
    if scaled is None or summed is None:
        return None
    (term, scale), (place, onto) = scaled, summed
    if scale.type.dims != () or onto.type is not term.type or (add.type == "Sub" and place is not add.inputs[1]):
        return None
    product_, subtracts = products[term], add.type == "Sub"
    if not isinstance(product_.rule, Contract):
        return None
    inputs = list(dict.fromkeys([*product_.inputs, onto, scale]))
    return ScaledAddition(product_.op, product_.rule, onto, scale, subtracts, inputs, [add.outputs[0]])


def _split(op: Operation, is_it: Callable[[Value], bool]) -> tuple[Value, Value] | None:
    """The one input of an operation of which something holds, and the other one."""
    a, b = op.inputs
    if is_it(a) == is_it(b):
        return None
    return (a, b) if is_it(a) else (b, a)
