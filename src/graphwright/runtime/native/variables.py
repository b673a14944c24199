"""Variables: their state is an object with a slot for the current array, which is replaced.

The short way is taken when the object is a variable's state of exactly the type that the graph says; anything else
goes to the op's kernel, which does it or says what is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from graphwright.core.variable import VariableState
from graphwright.ir.graph import Operation
from graphwright.ir.types import TensorType
from graphwright.runtime.native import capi, host
from graphwright.runtime.native.plan import is_object
from graphwright.runtime.native.steps import Step
from graphwright.runtime.native.values import Object

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code


@dataclass(frozen=True, slots=True)
class _Slots:
    array: int
    type: int


@cache
def _slots() -> _Slots:
    """Where a variable's state holds what we read."""
    return _Slots(capi.slot_offset(VariableState, "array"), capi.slot_offset(VariableState, "type"))


def is_plain(type_: TensorType) -> bool:
    """Whether the type can be told by identity, and its arrays can be read in place."""
    return type_.is_static and not is_object(type_) and capi.layout_ok()


def _is_of_type(code: Code, state: str, type_: TensorType, otherwise: str) -> None:
    """Go to `otherwise` unless an object is a variable's state of this very type."""
    w = code.w
    kind = w.let(f"load ptr, ptr {w.at(state, capi.layout().ob_type)}")
    wanted = w.from_table(w.table.object(VariableState))
    is_state = w.label("state")
    w.branch(w.let(f"icmp eq ptr {kind}, {wanted}"), is_state, otherwise)
    w.block(is_state)
    declared = w.let(f"load ptr, ptr {w.at(state, _slots().type)}")
    wanted = w.from_table(w.table.object(type_))
    typed = w.label("typed")
    w.branch(w.let(f"icmp eq ptr {declared}, {wanted}"), typed, otherwise)
    w.block(typed)


def array_of_state(code: Code, state: str, type_: TensorType, otherwise: str) -> str:
    """The array in the slot of a variable's state of this very type; what is no such state goes to `otherwise`.

    The array may be None. The interpreter is held.
    """
    _is_of_type(code, state, type_, otherwise)
    return code.w.let(f"load ptr, ptr {code.w.at(state, _slots().array)}")


def _state(code: Code, op: Operation) -> str:
    bound = code.value(op.inputs[0])
    assert isinstance(bound, Object)
    return bound.pointer


def write_read(code: Code, step: Step) -> None:
    """The current array: an assignment puts another in its place, so what was read stays as it was."""
    op, w = step.op, code.w
    value = op.outputs[0]
    if not is_plain(value.type):
        host.call_kernel(code, step)
        return
    slowly, behind, usable = w.label("kernel"), w.label("read"), w.label("array")
    w.hold()
    state = _state(code, op)
    array = array_of_state(code, state, value.type, slowly)
    none = w.from_table(w.table.object(None))
    there = w.label("there")
    w.branch(w.let(f"icmp eq ptr {array}, {none}"), slowly, there)
    w.block(there)
    flags = w.let(f"load i32, ptr {w.at(array, capi.layout().flags)}")
    needed = capi.C_CONTIGUOUS | capi.ALIGNED
    w.branch(w.let(f"icmp eq i32 {w.let(f'and i32 {flags}, {needed}')}, {needed}"), usable, slowly)
    w.block(usable)
    code.b.incref(array)
    fast = w.current
    w.jump(behind)
    w.block(slowly)
    found = host.call_site(code, host.kernel_site(op), op.inputs, 1)[0]
    slow = w.current
    w.jump(behind)
    w.block(behind)
    code.take_object(value, w.let(f"phi ptr [{array}, %{fast}], [{found}, %{slow}]"), op)


def write_assign(code: Code, step: Step) -> None:
    """Put another array in the slot; whoever has read the old one keeps it."""
    op, w = step.op, code.w
    value = op.inputs[1]
    if not is_plain(value.type):
        host.call_kernel(code, step)
        return
    slowly, behind = w.label("kernel"), w.label("assigned")
    state = _state(code, op)
    pointer, buffer = code.b.as_object(code.value(value), value.type.dtype.name)
    w.hold()
    _is_of_type(code, state, value.type, slowly)
    place = w.at(state, _slots().array)
    old = w.let(f"load ptr, ptr {place}")
    code.b.incref(pointer)
    w.line(f"store ptr {pointer}, ptr {place}")
    code.b.decref(old)
    w.jump(behind)
    w.block(slowly)
    host.call_site(code, host.kernel_site(op), op.inputs)
    w.jump(behind)
    w.block(behind)
    code.b.discard(buffer)
