"""Lowers list objects: single elements are read and changed in place, without calling Python.

The short way is taken when the object is a list of the dtype that the graph says, the element is there and, for a
change, nobody else can see the list: the value is read here for the last time, and the list, its list of chunks and the
chunk each have one reference. Anything else goes to the op's kernel, which makes a new list or says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final

from graphwright.base.config import uses
from graphwright.base.frozen import frozen
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.graph import Operation, Value
from graphwright.ops.state._list_value import CHUNK, TensorList, interned
from graphwright.runtime.native.fusion.plan import is_object
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.values import Object, Scalar
from graphwright.runtime.native.lower.steps import host_callback, list_buffer
from graphwright.runtime.native.runtime import capi

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code
    from graphwright.runtime.native.lower.frame.function_writer import Writer

_SHIFT = CHUNK.bit_length() - 1


@frozen
class _Slots:
    chunks: int
    dtype: int
    shape: int
    limit: int


@cache
def _slots() -> _Slots:
    """Where a list holds what we read."""
    names = ("_chunks", "element_dtype", "element_shape", "limit")
    return _Slots(*(capi.slot_offset(TensorList, name) for name in names))


class _Access:
    """The code of one access: conditions that lead to the kernel when they do not hold, and both ways' results."""

    def __init__(self, code: Code, step: Native, element: Value) -> None:
        self.code = code
        self.w: Writer = code.w
        self.op = step.op
        self.element = element
        bound = code.object(self.op.inputs[0])
        self.handle = bound.pointer
        self.w.hold()
        self._attempt = self.w.attempt()

    def require(self, condition: str) -> None:
        """Go on where an i1 holds, else to the kernel."""
        self._attempt.require(condition)

    def load(self, pointer: str, offset: int, kind: str = "ptr") -> IRValue:
        """A field of an object."""
        return self.w.at(pointer, offset).load(kind)

    def require_object(self, pointer: str, thing: object) -> None:
        """A pointer must be that of this very object."""
        wanted = self.w.from_table(self.w.table.object(thing))
        self.require(self.w.ptr(pointer).eq(wanted))

    def require_list(self) -> IRValue:
        """The object must be a list of the element's dtype; gives its list of chunks."""
        self.require_object(self.load(self.handle, capi.layout().ob_type), TensorList)
        self.require_object(self.load(self.handle, _slots().dtype), self.element.type.dtype)
        return self.load(self.handle, _slots().chunks)

    def require_room_for_element(self) -> None:
        """What the list says of its elements' shape must be nothing, or just the shape of the element."""
        shape = self.load(self.handle, _slots().shape)
        nothing = self.w.from_table(self.w.table.object(None))
        same = self.w.from_table(self.w.table.object(interned(self.element.type.dims)))
        self.require(shape.eq(nothing) | shape.eq(same))

    def require_alone(self, *pointers: str) -> None:
        """Objects that nobody else has a reference to."""
        for pointer in pointers:
            self.require(self.load(pointer, 0, "i64").eq(1))

    def count(self, items: str) -> IRValue:
        """How many items a Python list has."""
        return self.load(items, capi.layout().var_size, "i64")

    def item_place(self, items: str, index: str) -> IRValue:
        """Where a Python list holds an item."""
        first = self.load(items, capi.layout().list_items)
        return first.at(index, "ptr")

    def require_position(self, chunks: str, index: TextOperand) -> tuple[IRValue, IRValue]:
        """The element must be there; gives its chunk and its place in it."""
        w = self.w
        at = w.typed(w.emitter.text(index), "i32").sext()
        # a negative index is a huge unsigned one
        chunk_index, within = at >> _SHIFT, at & (CHUNK - 1)
        self.require(chunk_index.ult(self.count(chunks)))
        chunk = self.item_place(chunks, chunk_index).load("ptr")
        self.require(within.ult(self.count(chunk)))
        return chunk, self.item_place(chunk, within)

    def require_last_chunk(self, chunks: str) -> tuple[IRValue, IRValue]:
        """There must be a chunk; gives the last one and how many elements it has."""
        number = self.count(chunks)
        self.require(number > 0)
        chunk = self.item_place(chunks, number - 1).load("ptr")
        return chunk, self.count(chunk)

    def require_array(self, item: str, value: Value) -> None:
        """An element must be an array that fits the value's type and can be read in place."""
        w, layout = self.w, capi.layout()
        array_type = w.from_table(w.table.number(capi.address("PyArray_Type")))
        self.require(self.load(item, layout.ob_type).eq(array_type))
        needed = capi.C_CONTIGUOUS | capi.ALIGNED
        flags = self.load(item, layout.flags, "i32") & needed
        self.require(flags.eq(needed))
        dims = value.type.dims or ()
        self.require(self.load(item, layout.nd, "i32").eq(len(dims)))
        sizes = self.load(item, layout.dimensions)
        for axis, dim in enumerate(dims):
            if isinstance(dim, int):
                self.require(self.load(sizes, 8 * axis, "i64").eq(dim))

    def finish(self, fast: list[str]) -> list[str]:
        """The kernel's way, and what either way gives: new references, one for each result."""
        with self._attempt.otherwise() as either:
            slow = host_callback.call_site(self.code, host_callback.kernel_site(self.op), self.op.inputs, len(fast))
        return [either.merge("ptr", [a, b]) for a, b in zip(fast, slow, strict=True)]

    def take(self, results: list[str]) -> None:
        """Bind the op's results."""
        for value, pointer in zip(self.op.outputs, results, strict=True):
            if self.code.is_used(value):
                self.code.take_object(value, pointer, self.op)
            else:
                self.code.b.decref(pointer)


def _is_readable(code: Code, value: Value) -> bool:
    """Whether elements of this type can be read in place."""
    return (
        code.w.embedding.has_list_objects
        and uses("list_in_place")
        and capi.layout_ok()
        and not is_object(value.type)
        and value.type.dtype.name in NATIVE_DTYPES
    )


def _is_last_look(code: Code, op: Operation) -> bool:
    """Whether nothing after this op sees the value of the list that it changes."""
    value = op.inputs[0]
    bound = code.value(value)
    buffer = bound.buffer if isinstance(bound, Object) else None
    if buffer is None or code.env.uses.get(value, 0) != 1 or op.inputs.count(value) != 1:
        return False
    return buffer.slot is not None and buffer.uses - buffer.kept == 1


def _index(code: Code, op: Operation) -> TextOperand | None:
    bound = code.value(op.inputs[1])
    return bound.operand if isinstance(bound, Scalar) else None


def _in_buffer(attempt: Callable[[Code, Native], bool]) -> Callable[[Code, Native], None]:
    """Writes what only a list in the program's own memory has code for; the op's kernel does the rest."""

    def write(code: Code, step: Native) -> None:
        if not uses("list_buffer") or not attempt(code, step):
            host_callback.call_kernel(code, step)

    return write


def write_get(code: Code, step: Native) -> None:
    """One element."""
    if list_buffer.try_write(code, step):
        return
    op = step.op
    value, index = op.outputs[0], _index(code, op)
    if not _is_readable(code, value) or index is None:
        host_callback.call_kernel(code, step)
        return
    access = _Access(code, step, value)
    _, place = access.require_position(access.require_list(), index)
    item = code.w.ptr(place).load("ptr")
    access.require_array(item, value)
    code.b.incref(item)
    access.take(access.finish([item]))


def write_set(code: Code, step: Native) -> None:
    """Another element in the place of one."""
    if list_buffer.try_write(code, step):
        return
    op = step.op
    value, index = op.inputs[2], _index(code, op)
    if not _is_readable(code, value) or not value.type.is_static or index is None or not _is_last_look(code, op):
        host_callback.call_kernel(code, step)
        return
    item, buffer = code.b.as_object(code.value(value), value.type.dtype.name)
    access = _Access(code, step, value)
    chunks = access.require_list()
    access.require_room_for_element()
    chunk, place = access.require_position(chunks, index)
    access.require_alone(access.handle, chunks, chunk)
    old = code.w.ptr(place).load("ptr")
    code.b.incref(item)
    code.w.ptr(place).store(item, "ptr")
    code.b.decref(old)
    code.b.incref(access.handle)
    access.take(access.finish([access.handle]))
    code.b.discard(buffer)


def write_push(code: Code, step: Native) -> None:
    """One more element at the end."""
    if list_buffer.try_write(code, step):
        return
    op, w = step.op, code.w
    value = op.inputs[1]
    if not _is_readable(code, value) or not value.type.is_static or not _is_last_look(code, op):
        host_callback.call_kernel(code, step)
        return
    item, buffer = code.b.as_object(code.value(value), value.type.dtype.name)
    access = _Access(code, step, value)
    chunks = access.require_list()
    access.require_room_for_element()
    access.require_object(access.load(access.handle, _slots().limit), -1)
    chunk, count = access.require_last_chunk(chunks)
    access.require(count < CHUNK)
    access.require_alone(access.handle, chunks, chunk)
    append = w.c_function("PyList_Append", "i32", "ptr", "ptr")
    status = w.call("i32", append, f"ptr {chunk}", f"ptr {item}")
    w.fail_if(status.ne(0))
    code.b.incref(access.handle)
    access.take(access.finish([access.handle]))
    code.b.discard(buffer)


def write_pop(code: Code, step: Native) -> None:
    """The list without its last element, and that element."""
    if list_buffer.try_write(code, step):
        return
    op, w = step.op, code.w
    value = op.outputs[1]
    if not _is_readable(code, value) or not _is_last_look(code, op):
        host_callback.call_kernel(code, step)
        return
    access = _Access(code, step, value)
    chunks = access.require_list()
    chunk, count = access.require_last_chunk(chunks)
    # a chunk that becomes empty is for the kernel to drop
    access.require(count > 1)
    access.require_alone(access.handle, chunks, chunk)
    last = count - 1
    item = access.item_place(chunk, last).load("ptr")
    access.require_array(item, value)
    code.b.incref(item)
    cut = w.c_function("PyList_SetSlice", "i32", "ptr", "i64", "i64", "ptr")
    status = w.call("i32", cut, f"ptr {chunk}", f"i64 {last}", f"i64 {count}", "ptr null")
    w.fail_if(status.ne(0))
    code.b.incref(access.handle)
    access.take(access.finish([access.handle, item]))


_write_whole = _in_buffer(list_buffer.try_write)  # all elements, or their number

#: What writes the ops of lists.
LISTS: Final[dict[str, Callable[[Code, Native], None]]] = {
    "EmptyTensorList": _in_buffer(list_buffer.try_empty),
    "TensorListReserve": _in_buffer(list_buffer.try_reserve),
    "TensorListFromTensor": _in_buffer(list_buffer.try_from_tensor),
    "TensorListStack": _write_whole,
    "TensorListLength": _write_whole,
    "TensorListResize": _write_whole,
    "TensorListGetItem": write_get,
    "TensorListSetItem": write_set,
    "TensorListPushBack": write_push,
    "TensorListPopBack": write_pop,
}
