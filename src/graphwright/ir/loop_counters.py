"""How often loops go round, as far as their graphs tell."""

from __future__ import annotations

from typing import Any

from graphwright.base.frozen import frozen, replace
from graphwright.ir.graph import Operation, Value


def is_passed_on(value: Value, given: Value) -> bool:
    """Whether a result of a round is what the round was given."""
    while value.op.type == "Identity":
        value = value.op.inputs[0]
    return value is given


@frozen
class Counter:
    """A loop goes on while variable `number` is less than `limit`, and each round adds `step` to it.

    `limit` is a number or a variable that rounds pass on. Not `exact`: other things may end the loop earlier.
    """

    number: int
    limit: int
    limit_is_variable: bool
    step: int
    exact: bool = False


def counter_of(op: Operation) -> Counter | None:
    """How a loop counts its rounds; None where it does not, or that is not plain."""
    counters, others = _counters(op)
    return next(iter(counters), None) if others else replace(counters[0], exact=len(counters) == 1)


def exact_counters(op: Operation) -> list[Counter]:
    """Counters of which the first to reach its limit, and nothing else, ends a loop; none where that is not so."""
    counters, others = _counters(op)
    return [] if others else counters


def _counters(op: Operation) -> tuple[list[Counter], bool]:
    """The counters of a loop, and whether anything else may end it."""
    test, body = op.attrs["cond"], op.attrs["body"]
    comparisons, counters, others = [test.outputs[0].op], list[Counter](), False
    while comparisons:
        compared = comparisons.pop()
        if compared.type == "LogicalAnd":
            comparisons += [v.op for v in compared.inputs]
            continue
        found = _counter(test, body, compared) if compared.type == "Less" else None
        if found is not None and _are_numbers(op, found):
            counters.append(found)
        else:
            others = True
    return counters, others


def _are_numbers(op: Operation, found: Counter) -> bool:
    """Whether a loop begins with numbers in the place of its counter and its limit."""
    places = [found.number, found.limit] if found.limit_is_variable else [found.number]
    return all(op.inputs[i].type.dims == () for i in places)


def _counter(test: Any, body: Any, less: Operation) -> Counter | None:
    number, limit = less.inputs
    if number not in test.inputs or number.type.dims != () or limit.type.dims != ():
        return None
    at = test.inputs.index(number)
    step = step_of(body.outputs[at], body.inputs[at])
    if step is None:
        return None
    if limit.op.type == "Const":
        return Counter(at, int(limit.op.attrs["value"]), False, step)
    if limit not in test.inputs:
        return None
    place = test.inputs.index(limit)
    passed = is_passed_on(body.outputs[place], body.inputs[place])
    return Counter(at, place, True, step) if passed else None


def step_of(after: Value, before: Value) -> int | None:
    """What a round adds to a number."""
    op = after.op
    if op.type not in ("AddV2", "Add") or before not in op.inputs or before.dtype.name not in ("int32", "int64"):
        return None
    others: list[Value] = [v for v in op.inputs if v is not before]
    if len(others) != 1 or others[0].op.type != "Const" or others[0].type.dims != ():
        return None
    step = int(others[0].op.attrs["value"])
    return step if step > 0 else None
