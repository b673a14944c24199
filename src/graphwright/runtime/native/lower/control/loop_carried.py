"""Finds out what a loop does with its lists, and which of them stay inside it.

A list stays inside a loop where a round only adds to its end, takes from there, or reads and sets elements, all of one
size, known or not: then it can lie in the program's own memory, as large as the number of rounds makes it, or what
they set.
"""

from __future__ import annotations

from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.graph import Operation, Value
from graphwright.ir.types import TensorType

LOOPS = frozenset({"While", "StatelessWhile"})
# the ops that give a list changed, by what they do to it, and which of their values is the element
_CHANGES = {
    "TensorListPushBack": "push",
    "TensorListPopBack": "pop",
    "TensorListSetItem": "set",
    "TensorListResize": "set",
}
_READS = frozenset({"TensorListGetItem", "TensorListLength"})


class CarriedVariables:
    """What one round does to a list: what changes there are, how often it grows, and the type of the elements."""

    def __init__(self) -> None:
        self.changes: set[str] = set()
        self.pushes = 0
        self.resizes = False  # whether it may become longer, or shorter, in other ways
        self.element: TensorType | None = None

    def meets(self, type_: TensorType) -> bool:
        """Take note of an element; False where it does not go with the others."""
        if self.element is None:
            self.element = type_
        known = type_.dims is not None and type_.dtype.name in NATIVE_DTYPES
        return known and type_.dims == self.element.dims and type_.dtype is self.element.dtype


def element_of(op: Operation) -> TensorType:
    """The type of the element that an op on a list takes or gives."""
    value: Value = op.outputs[-1] if op.type in ("TensorListPopBack", "TensorListGetItem") else op.inputs[-1]
    return value.type


def carried_list(op: Operation, i: int) -> CarriedVariables | None:
    """What a round of a loop does to list variable i; None where the list must be an object."""
    test, body = op.attrs["cond"], op.attrs["body"]
    if any(test.inputs[i] in other.inputs for other in test.operations) or test.inputs[i] in test.outputs:
        return None
    users: dict[Value, list[tuple[int, Operation]]] = {}
    for place, user in enumerate(body.operations):
        for value in dict.fromkeys(user.inputs):
            users.setdefault(value, []).append((place, user))
    found, value = CarriedVariables(), body.inputs[i]
    while True:
        changing = [(at, user) for at, user in users.get(value, ()) if user.type not in _READS]
        reading = [(at, user) for at, user in users.get(value, ()) if user.type in _READS]
        for _, user in reading:
            if user.type == "TensorListGetItem" and not found.meets(element_of(user)):
                return None
        if value is body.outputs[i]:
            alone = not changing and body.outputs.count(value) == 1
            plain = found.element is not None and not (found.pushes and found.resizes)
            return found if alone and plain else None
        if len(changing) != 1 or value in body.outputs:
            return None
        if any(at > changing[0][0] and user.type != "TensorListLength" for at, user in reading):
            return None
        following = _after(changing[0][1], value, found)
        if following is None:
            return None
        value = following


def _after(op: Operation, value: Value, found: CarriedVariables) -> Value | None:
    """The list after an op that changes it."""
    if op.inputs.count(value) != 1:
        return None
    if op.type in LOOPS:
        at = op.inputs.index(value)
        inner = carried_list(op, at)
        if inner is None or inner.element is None or not found.meets(inner.element):
            return None
        if inner.pushes or inner.resizes:
            return None
        found.changes |= inner.changes
        return _output(op, at)
    change = _CHANGES.get(op.type)
    if change is None or op.inputs[0] is not value:
        return None
    if op.type != "TensorListResize" and not found.meets(element_of(op)):
        return None
    found.resizes |= op.type == "TensorListResize" or bool(op.attrs.get("resize_if_index_out_of_bounds"))
    found.changes.add(change)
    found.pushes += change == "push"
    return _output(op, 0)


def _output(op: Operation, at: int) -> Value:
    value: Value = op.outputs[at]
    return value
