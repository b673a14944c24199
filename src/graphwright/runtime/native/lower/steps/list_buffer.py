"""Lists of tensors in the program's own memory: elements of one size, contiguous.

What no op but those written here looks at need not be an object of Python: the lists that loops fill and empty. An
element is added by copying it to its place, or written there by what computes it, and read without being moved. Where
another op, a caller or a branch wants the list, it is made an object (`as_list`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.frozen import replace
from graphwright.base.shape import Dim, Symbol
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.loop_counters import counter_of
from graphwright.ops.state._list_value import (
    EMPTY_STACK,
    UNSET_ELEMENT,
    UNSET_STACK,
    TensorList,
    describe_shape,
    is_complete,
    merged,
)
from graphwright.runtime.native.fusion.steps import OWNING_OPS, Native, Step, op_of
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.control.loop_carried import LOOPS, CarriedVariables, carried_list
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.values import Array, Bound, Buffer, ListBuffer, Object, Scalar, Site
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.buffers import Bindings
from graphwright.runtime.native.lower.steps.capacity import bytes_of, extreme, room_at_first, with_room
from graphwright.runtime.native.lower.steps.list_uses import (
    are_known,
    becomes_result,
    declared_shape,
    dims_of_elements,
    fits_declared,
    loops_of,
    shape_given,
    shape_of_rows,
    stays,
)
from graphwright.runtime.native.lower.steps.trip_count import as_i64, rounds_of

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code
    from graphwright.runtime.native.lower.frame.function_writer import Writer

_LEAST_ROOM = 8  # elements, of a list that leaves scratch memory


# making them ----------------------------------------------------------------------------------------------------


def try_empty(code: Code, step: Native) -> bool:
    """An empty list, if a loop fills it; each loop that is given it makes memory of its own."""
    op, value = step.op, step.op.outputs[0]
    shape, limit = shape_given(op.inputs[0]), constant_value(op.inputs[1])
    if shape is None or limit is None or int(limit) != -1 or op.attrs["element_dtype"].name not in NATIVE_DTYPES:
        return False
    if not any(_fills(loop, i, op) for loop, i in loops_of(code, value)):
        return False
    code.bind(value, ListBuffer(op.attrs["element_dtype"].name, (), "null", "0", "0", None, declared_shape(shape)))
    return True


def _fills(loop: Operation, i: int, made_by: Operation) -> bool:
    found = carried_list(loop, i)
    return found is not None and found.element is not None and found.element.dtype is made_by.attrs["element_dtype"]


def try_reserve(code: Code, step: Native) -> bool:
    """A list of zeros, if only loops and the ops written here use it."""
    op, value, w = step.op, step.op.outputs[0], code.w
    shape, count = shape_given(op.inputs[0]), code.value(op.inputs[1])
    dtype = op.attrs["element_dtype"].name
    declared = None if shape is None else declared_shape(shape)
    dims = None if shape is None else dims_of_elements(code, value, declared)
    if shape is None or dims is None or dtype not in NATIVE_DTYPES or not isinstance(count, Scalar):
        return False
    if not stays(code, value, op.attrs["element_dtype"], dims):
        return False
    number = as_i64(w, count.operand)
    if not number.isdigit():
        enough = number >= 0
        w.unless(enough, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    elif number.startswith("-"):
        return False
    result = _block(code, dtype, dims, number, becomes_result(code, value))
    _clear(code, result)
    written = None if is_complete(declared) else "false"
    made = ListBuffer(
        dtype, dims, result.pointer, number, number, result.buffer, declared, result.object, False, written
    )
    code.bind(value, made)
    return True


def try_from_tensor(code: Code, step: Native) -> bool:
    """The rows of an array, where they lie."""
    op, value, w = step.op, step.op.outputs[0], code.w
    tensor, dims = code.value(op.inputs[0]), (op.inputs[0].type.dims or ())[1:]
    shape = shape_of_rows(op.inputs[1], dims)
    if not isinstance(tensor, Array) or not tensor.dims or shape is None or tensor.dtype not in NATIVE_DTYPES:
        return False
    if not fits_declared(declared_shape(shape), dims):
        return False
    if not stays(code, value, op.inputs[0].type.dtype, dims):
        return False
    dense = code.b.contiguous(tensor)
    count = w.dim(tensor.dims[0])
    code.bind(value, ListBuffer(tensor.dtype, dims, dense.pointer, count, count, dense.buffer, declared_shape(shape)))
    return True


def _block(code: Code, dtype: str, dims: tuple[Dim, ...], count: str, as_object: bool = False) -> Array:
    """Memory for a number of elements, which nobody else sees."""
    result = code.b.allocate(dtype, (as_dim(code.w, count), *dims), as_object)
    assert result.buffer is not None
    result.buffer.own = True
    return result


def as_dim(w: Writer, number: str) -> Dim:
    """A number as a dimension."""
    if number.isdigit():
        return int(number)
    dim = Symbol()
    w.bind_symbol(dim, number)
    return dim


def _clear(code: Code, array: Array) -> None:
    w = code.w
    w.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    count = w.multiply(w.size(array.size), str(ELEMENTS[array.dtype].size))
    w.call("void", "@llvm.memset.p0.i64", w.ptr(array.pointer), "i8 0", count, "i1 false")


# in loops -------------------------------------------------------------------------------------------------------


def stays_inside(code: Code, op: Operation, i: int, start: Bound) -> CarriedVariables | None:
    """What a loop does to a list that it carries as one of these; None where it must be an object."""
    if not isinstance(start, ListBuffer):
        return None
    found = carried_list(op, i)
    if found is None or found.element is None or found.element.dtype.name != start.dtype:
        return None
    if found.pushes:
        dims = found.element.dims or ()
        fits = start.pointer == "null" and are_known(code, dims) and fits_declared(start.declared, dims)
        return found if fits else None
    return found if start.pointer != "null" and found.element.dims == start.dims else None


def prepared(
    code: Code, op: Operation, found: CarriedVariables, value: Value, start: ListBuffer
) -> tuple[ListBuffer, str]:
    """The list as a loop starts with it, and how many elements it may come to have.

    It has memory of its own, if the loop writes into it.
    """
    assert found.element is not None
    fixed = not found.changes & {"push", "set"}
    if found.resizes and not found.pushes:
        return _movable(code, op, start), start.length
    if found.pushes:
        dims = found.element.dims or ()
        counter = counter_of(op)
        rounds = None if counter is None else rounds_of(code, op, counter)
        is_sure = counter is not None and counter.exact
        room, most = room_at_first(code.w, rounds, is_sure, found.pushes, start.dtype, dims)
        result = _block(code, start.dtype, dims, room, as_object=room != most)
        return replace(start, dims=dims, pointer=result.pointer, room=room, buffer=result.buffer), most
    if fixed or _is_alone(code, value, start):
        return replace(start, fixed=fixed), start.room
    result = _block(code, start.dtype, start.dims, start.length, start.object is not None)
    code.b.copy(whole(code, start), result)
    copied = replace(start, pointer=result.pointer, room=start.length, buffer=result.buffer, object=result.object)
    return copied, copied.room


def _movable(code: Code, op: Operation, start: ListBuffer) -> ListBuffer:
    """A list in memory that may be exchanged for larger: with room for an element of each round, where that is sane."""
    counter = counter_of(op)
    rounds = None if counter is None else rounds_of(code, op, counter)
    room, _ = room_at_first(code.w, rounds, counter is not None and counter.exact, 1, start.dtype, start.dims)
    room = extreme(code.w, "smax", room, start.length)
    result = _block(code, start.dtype, start.dims, room, as_object=True)
    stored = whole(code, start)
    code.b.copy(stored, replace(stored, pointer=result.pointer, buffer=result.buffer))
    return replace(start, pointer=result.pointer, room=room, buffer=result.buffer, object=None)


def offer(code: Code, steps: Sequence[Step], given: Value, items: ListBuffer, found: CarriedVariables) -> None:
    """Before a round: elements of a list need not be objects, and what is added is wanted at its place there."""
    env = code.env
    for step in steps:
        op = op_of(step)
        if op is None or op.type not in OWNING_OPS or _begins_as(op.inputs[0]) is not given:
            continue
        value = op.inputs[OWNING_OPS[op.type]]
        env.results.discard(value)
        made_here = any(value in other.outputs for other in steps)
        only_grows = found.changes == {"push"} and found.pushes == 1
        if only_grows and made_here and value.type.dims and value not in env.wanted and value not in env.leaving:
            _require_room(code, op, items)
            place = env.wanted[value] = replace(element(code, items, items.length), buffer=None)
            env.in_lists[op] = place.pointer


def _begins_as(value: Value) -> Value:
    """The list that a round is given and that this one is made of."""
    while value.op.type in WRITERS or value.op.type in LOOPS:
        at = value.op.outputs.index(value) if value.op.type in LOOPS else 0
        value = value.op.inputs[at]
    return value


# the ops --------------------------------------------------------------------------------------------------------


def element(code: Code, items: ListBuffer, at: str) -> Array:
    """An element where it lies."""
    w = code.w
    size = bytes_of(w, items.dtype, items.dims)
    place = w.ptr(items.pointer).at(w.multiply(at, size))
    return Array(items.dtype, place, items.dims, contiguous(items.dims), items.buffer)


def whole(code: Code, items: ListBuffer) -> Array:
    """All elements as one array."""
    dims = (as_dim(code.w, items.length), *items.dims)
    return Array(items.dtype, items.pointer, dims, contiguous(dims), items.buffer)


def _is_alone(code: Code, value: Value, items: ListBuffer) -> bool:
    """Whether this is the last look at a list, and at its memory, which is ours to write into."""
    buffer = items.buffer
    return buffer is not None and buffer.own and buffer.uses - buffer.kept == 1 and code.env.uses.get(value) == 1


def _require_room(code: Code, op: Operation, items: ListBuffer) -> None:
    text = "A list grew beyond the number of rounds of its loop."
    fits = code.w.i64(items.length) < items.room
    code.w.unless(fits, lambda: host_callback.fail_at(code, host_callback.failing_site(op, text, errors.InternalError)))


def _with_place(code: Code, op: Operation, items: ListBuffer) -> ListBuffer:
    """The list with room for one more element: its loop has made room in a round, elsewhere it moves to more memory."""
    buffer = items.buffer
    assert buffer is not None
    if buffer.kept:
        _require_room(code, op, items)
        return items
    if buffer.slot is None:  # scratch memory, whose size is fixed
        room = str(max(_LEAST_ROOM, 2 * int(items.room)))
        larger = _block(code, items.dtype, items.dims, room, as_object=True)
        stored = whole(code, items)
        code.b.copy(stored, replace(stored, pointer=larger.pointer, buffer=larger.buffer))
        return replace(items, pointer=larger.pointer, room=room, buffer=larger.buffer, object=None)
    return with_room(code, items, code.w.i64(items.length) + 1)


def _put(code: Code, op: Operation, value: Value, place: Array) -> None:
    """Copy a value to the place in a list where an op puts it, if it was not written there."""
    bound = code.value(value)
    if isinstance(bound, Scalar):
        code.w.emitter.store(bound.operand, place.pointer)
        return
    bound = array_of(bound)
    wanted = code.env.in_lists.get(op)
    if wanted is None or bound.pointer != wanted:
        code.b.copy(bound, place)


def _take(code: Code, value: Value, items: ListBuffer, at: str) -> None:
    """Bind a value to an element: to its place, if nobody writes there."""
    if not code.is_used(value):
        return
    place = element(code, items, at)
    if not items.dims:
        code.bind(value, code.b.load_scalar(items.dtype, place.pointer))
    elif items.fixed:
        code.bind(value, place)
    else:
        code.b.copy(place, code.make(value))


def _position(code: Code, op: Operation, items: ListBuffer) -> str:
    index = code.scalar(op.inputs[1])
    at = as_i64(code.w, index.operand)
    # as unsigned numbers negative ones are too large
    inside = at.ult(items.length)
    code.w.unless(inside, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    return at


def _has_type(items: ListBuffer, value: Value) -> bool:
    return value.type.dtype.name == items.dtype and value.type.dims == items.dims and items.pointer != "null"


def _require_shape(code: Code, op: Operation, items: ListBuffer) -> None:
    """Elements that were not written are zeros of the shape of the others: there must be one."""
    given = constant_value(op.inputs[-1])
    shape = merged(declared_shape(given) if given is not None else None, items.declared)
    if items.written is None or is_complete(shape):
        return

    def require(condition: str, message: str) -> None:
        text = message.format(shape=describe_shape(shape))
        code.w.unless(condition, lambda: host_callback.fail_at(code, host_callback.failing_site(op, text)))

    if op.type == "TensorListStack":
        require(code.w.i64(items.length).ne(0), EMPTY_STACK)
    if items.written != "true":
        require(items.written, UNSET_STACK if op.type == "TensorListStack" else UNSET_ELEMENT)


def _push(code: Code, op: Operation, items: ListBuffer) -> bool:
    value = op.inputs[1]
    if not _has_type(items, value) or not _is_alone(code, op.inputs[0], items):
        return False
    items = _with_place(code, op, items)
    _put(code, op, value, element(code, items, items.length))
    length = code.w.i64(items.length) + 1
    code.bind(op.outputs[0], replace(items, length=length))
    return True


def _pop(code: Code, op: Operation, items: ListBuffer) -> bool:
    value, w = op.outputs[1], code.w
    if not _has_type(items, value):
        return False
    some = w.i64(items.length) > 0
    w.unless(some, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    length = w.i64(items.length) - 1
    _take(code, value, items, length)
    code.bind(op.outputs[0], replace(items, length=length))
    return True


def _get(code: Code, op: Operation, items: ListBuffer) -> bool:
    if not _has_type(items, op.outputs[0]) or not isinstance(code.value(op.inputs[1]), Scalar):
        return False
    at = _position(code, op, items)
    _require_shape(code, op, items)
    _take(code, op.outputs[0], items, at)
    return True


def _set(code: Code, op: Operation, items: ListBuffer) -> bool:
    value = op.inputs[2]
    if not isinstance(code.value(op.inputs[1]), Scalar):
        return False
    if not _has_type(items, value) or not _is_alone(code, op.inputs[0], items):
        return False
    if op.attrs["resize_if_index_out_of_bounds"]:
        at = _number(code, op)
        longer = _resized(code, items, extreme(code.w, "smax", items.length, code.w.i64(at) + 1), at)
        if longer is None:
            return False
        items = longer
    else:
        at = _position(code, op, items)
    _put(code, op, value, element(code, items, at))
    code.bind(op.outputs[0], items if items.written is None else replace(items, written="true"))
    return True


def _resize(code: Code, op: Operation, items: ListBuffer) -> bool:
    if not isinstance(code.value(op.inputs[1]), Scalar) or not _is_alone(code, op.inputs[0], items):
        return False
    length = _number(code, op)
    resized = _resized(code, items, length, length)
    if resized is not None:
        code.bind(op.outputs[0], resized)
    return resized is not None


def _number(code: Code, op: Operation) -> str:
    """A number that is not negative: the op's second input."""
    bound = code.scalar(op.inputs[1])
    number = as_i64(code.w, bound.operand)
    fine = number >= 0
    code.w.unless(fine, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    return number


def _resized(code: Code, items: ListBuffer, length: str, zeros_to: str) -> ListBuffer | None:
    """The list with this length, zeros behind its elements up to a place; None where it cannot have other memory."""
    if items.buffer is None or items.buffer.slot is None:
        return None
    w, result = code.w, with_room(code, items, length)
    gap = extreme(w, "smax", w.i64(zeros_to) - items.length, "0")
    _clear(code, replace(element(code, result, items.length), dims=(as_dim(w, gap), *items.dims)))
    return replace(result, length=length)


def _stack(code: Code, op: Operation, items: ListBuffer) -> bool:
    value, w = op.outputs[0], code.w
    dims = value.type.dims
    if dims is None or dims[1:] != items.dims or value.type.dtype.name != items.dtype or items.pointer == "null":
        return False
    first = dims[0]
    if isinstance(first, Symbol) and w.scope.text(first) is None:
        w.bind_symbol(first, items.length)
    elif items.length != w.dim(first):
        fits = w.i64(items.length).eq(w.dim(first))
        w.unless(fits, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    _require_shape(code, op, items)
    whole = Array(items.dtype, items.pointer, dims, contiguous(dims), items.buffer)
    if items.buffer is not None and _is_alone(code, op.inputs[0], items):
        code.bind(value, replace(whole, object=items.object if items.length == items.room else None))
        items.buffer.own = items.buffer.size > 0  # its object may be handed out now
    else:
        code.b.copy(whole, code.make(value))
    return True


def _length(code: Code, op: Operation, items: ListBuffer) -> bool:
    e = code.w.emitter
    code.bind(op.outputs[0], Scalar(e.convert(e.operand("int64", items.length), "int32")))
    return True


WRITERS = {
    "TensorListPushBack": _push,
    "TensorListPopBack": _pop,
    "TensorListGetItem": _get,
    "TensorListSetItem": _set,
    "TensorListResize": _resize,
    "TensorListStack": _stack,
    "TensorListLength": _length,
}


def try_write(code: Code, step: Native) -> bool:
    """Write an op on a list that is one of these; otherwise, or where it can't be written, the list is an object."""
    value = step.op.inputs[0]
    items = code.value(value)
    if not isinstance(items, ListBuffer):
        return False
    if WRITERS[step.op.type](code, step.op, items):
        return True
    pointer, buffer = code.b.as_object(items, "variant")
    code.rebind(value, Object(pointer, buffer))
    return False


# as objects -----------------------------------------------------------------------------------------------------


def as_list(b: Bindings, items: ListBuffer) -> tuple[str, Buffer]:
    """The list as an object, and the buffer that owns it."""
    w = b.w
    if not w.embedding.has_list_objects:
        w.host_ops.append(b.op)
    dims = (as_dim(w, items.length), *items.dims)
    result = b.allocate(items.dtype, dims, as_object=True)
    if items.pointer != "null":
        b.copy(Array(items.dtype, items.pointer, dims, contiguous(dims)), result)
    assert result.object is not None
    (pointer,) = host_callback.call_objects(w, _lister(items.dtype, items.declared), [result.object], 1)
    b.discard(result.buffer)
    return pointer, b.own(pointer)


def _lister(dtype: str, shape: Any) -> Site:
    from graphwright.base.dtypes import as_dtype

    kind = as_dtype(dtype)

    def site(rows: np.ndarray[Any, Any]) -> tuple[Any, ...]:
        # a row of numbers would give numbers, not arrays
        return (TensorList.of(kind, shape, [rows[i, ...] for i in range(len(rows))]),)

    return Site(site)
