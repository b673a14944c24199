"""How many elements a list has after a loop that appends one in every iteration."""

from __future__ import annotations

from graphwright.base.shape import Dim
from graphwright.base.size_arithmetic import add, floordiv, maximum, subtract
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value, partial_value


def length_after(loop: Operation, at: int, before: Dim) -> Dim | None:
    """The length of the list that is variable `at` of a loop and has `before` elements in front of it.

    None unless each iteration appends one element, or writes that whose number it counts, and nothing ends the loop
    but the counter.
    """
    body: FuncGraph = loop.attrs["body"]
    made = body.outputs[at].op
    if made.record.name not in ("TensorListPushBack", "TensorListSetItem") or made.inputs[0] is not body.inputs[at]:
        return None
    counted = _counted(loop)
    if counted is None:
        return None
    counter, start, step, iterations = counted
    if made.record.name == "TensorListPushBack":
        return add(before, iterations)
    if made.inputs[1] is body.inputs[counter] and start == 0 and step == 1:
        return maximum(before, iterations)
    return None


def _counted(loop: Operation) -> tuple[int, Dim, int, Dim] | None:
    """The variable that counts iterations, its first value, its step and their number, in a loop up to a limit."""
    body: FuncGraph = loop.attrs["body"]
    cond: FuncGraph = loop.attrs["cond"]
    test = cond.outputs[0].op
    if test.record.name != "Less" or test.inputs[0] not in cond.inputs:
        return None
    counter = cond.inputs.index(test.inputs[0])
    step = _step(body, counter)
    start, limit = _scalar(loop.inputs[counter]), _limit(loop, test.inputs[1])
    if step is None or start is None or limit is None:
        return None
    distance = maximum(0, subtract(limit, start))
    return counter, start, step, floordiv(add(distance, step - 1), step)


def _step(body: FuncGraph, counter: int) -> int | None:
    """The positive number that every iteration adds to a variable."""
    following = body.outputs[counter].op
    if following.record.name != "AddV2" or body.inputs[counter] not in following.inputs:
        return None
    other = following.inputs[1 - following.inputs.index(body.inputs[counter])]
    step = constant_value(other)
    return int(step) if step is not None and step.ndim == 0 and step > 0 else None


def _limit(loop: Operation, value: Value) -> Dim | None:
    """What a condition compares with: a constant, or a variable that no iteration changes."""
    cond, body = loop.attrs["cond"], loop.attrs["body"]
    if value not in cond.inputs:
        return _scalar(value)
    at = cond.inputs.index(value)
    return _scalar(loop.inputs[at]) if body.outputs[at] is body.inputs[at] else None


def _scalar(value: Value) -> Dim | None:
    found = partial_value(value) if value.dtype.is_integer and value.type.rank == 0 else None
    return None if found is None else found[0]


__all__ = ["length_after"]
