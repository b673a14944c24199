"""Lowers reads and assignments of variables: objects with a slot for the current array.

The short way is taken when the object is a variable's state of exactly the type that the graph says; anything else
goes to the op's kernel, which does it or says what is wrong.
"""

from __future__ import annotations

from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation
from graphwright.ir.handles import declared_type
from graphwright.ir.types import TensorType
from graphwright.runtime.native.fusion.open_sizes import Agreement, equal
from graphwright.runtime.native.fusion.plan import is_object
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.variable_updates import is_plain
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.loop_ir.typed import FALSE, NULL, IRValue
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.steps import host_callback, packed_weights

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def type_of(code: Code, type_: TensorType) -> str:
    """The type as an argument of the functions that look at a variable's state."""
    return f"ptr {code.w.from_table(code.w.table.object(type_))}"


def _state(code: Code, op: Operation) -> str:
    bound = code.object(op.inputs[0])
    return bound.pointer


def write_read(code: Code, step: Native) -> None:
    """The current array: an assignment puts another in its place, so what was read stays as it was."""
    op, w = step.op, code.w
    value = op.outputs[0]
    if not is_plain(value.type):
        host_callback.call_kernel(code, step)
        return
    site = w.from_table(w.table.site(host_callback.kernel_site(op)))
    w.most_arguments = max(w.most_arguments, 1)
    given = f"ptr {_state(code, op)}", type_of(code, value.type), f"ptr {site}", "ptr %arguments"
    pointer = w.call_python("ptr", _reader(w), *given)
    w.fail_if(pointer.is_null())
    code.take_object(value, pointer, op)
    packed_weights.write_read(code, value, pointer)


def _reader(w: Writer) -> str:
    """`ptr read(ptr state, ptr type, ptr site, ptr arguments)`: the array, null with an error set where there is none.

    What the kernel at the site has to say where the variable holds no such array is asked here: a program reads many.
    """
    name, read, call = "gw_read_variable", w.support("gw_read_state"), w.support("gw_call_site")
    w.module.helper(name, lambda: _reader_text(w.module, name, read, call))
    return f"@{name}"


def _reader_text(module: ModuleText, name: str, read: str, call: str) -> str:
    flow = Flow(module)
    state, arguments = flow.ptr("%state"), flow.ptr("%arguments")
    array = flow.call("ptr", read, state, flow.ptr("%type"))
    with flow.when(array.is_null()) as missing:
        arguments.store(state)
        failed = flow.call("i1", call, flow.ptr("%site"), arguments, 1, 1)
        found = failed.select(NULL, arguments.load("ptr"))
    flow.ret(missing.merge("ptr", [found, array]))
    return flow.function(
        f"define internal ptr @{name}(ptr %state, ptr %type, ptr %site, ptr %arguments) noinline optnone"
    )


def assigned_type(op: Operation) -> tuple[TensorType | None, Agreement]:
    """The type of what is assigned, and which open sizes of it the variable declares; None if the kernel must look."""
    own, declared = op.inputs[1].type, declared_type(op.inputs[0])
    if is_plain(own):
        return own, ()
    if declared is None or not is_plain(declared) or is_object(own) or own.dtype is not declared.dtype:
        return None, ()
    dims, sizes = declared.dims or (), own.dims or ()
    agreement = equal(zip(dims, sizes, strict=True)) if len(dims) == len(sizes) else None
    return (None, ()) if agreement is None else (declared, agreement)


def write_assign(code: Code, step: Native) -> None:
    """Put another array in the slot; earlier readers keep the old one."""
    op, w = step.op, code.w
    value = op.inputs[1]
    type_, agreement = assigned_type(op)
    if type_ is None:
        host_callback.call_kernel(code, step)
        return
    state = _state(code, op)
    pointer, buffer = code.b.as_object(code.value(value), value.type.dtype.name)
    assign = w.support("gw_assign_state")

    def assigning() -> list[IRValue]:
        return [w.call_python("i1", assign, f"ptr {state}", type_of(code, type_), f"ptr {pointer}")]

    same = [w.i64(w.dim(size)).eq(w.dim(meeting.out)) for meeting in agreement for size in meeting.own]
    (assigned,) = w.either(reduce(and_, same), ["i1"], assigning, [FALSE]) if same else assigning()
    with w.when(assigned, holds=False):
        host_callback.call_site(code, host_callback.kernel_site(op), op.inputs)
    code.b.discard(buffer)
