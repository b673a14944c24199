"""Lowers lookup tables that are constants of a library, and hash buckets of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.plan import is_object
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.lower.frame.values import Array, Bound, Object
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.indexed_rows import as_array, discard

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

TEXT_BYTES: Final = 16  # of an element of text in a library: an address and a size
_SEARCH_COST: Final = 30  # of a search, in additions


def write_find(code: Code, step: Native) -> None:
    """The value of each key."""
    op, w = step.op, code.w
    table, keys, default = op.inputs
    value = op.outputs[0]
    if not w.embedding.has_tables or None in (keys.type.dims, value.type.dims) or default.type.dims != ():
        host_callback.call_kernel(code, step)
        return
    handle = code.object(table)
    sources = [(v, code.value(v)) for v in (keys, default)]
    places = [_elements(code, v, bound) for v, bound in sources]
    target, made = _target(code, op, value)
    w.module.declare("declare void @gw_find(ptr, ptr, i64, ptr, ptr)")
    count = w.size(product(keys.type.dims or ()))
    code.add_work(product(keys.type.dims or ()), 8 * _SEARCH_COST)
    pointers = [pointer for pointer, _ in places]
    w.call("void", "@gw_find", f"ptr {handle.pointer}", f"ptr {pointers[0]}", f"i64 {count}",
           f"ptr {pointers[1]}", f"ptr {target}")  # fmt: skip
    for (_, bound), (_, array) in zip(sources, places, strict=True):
        if array is not None:
            discard(code, bound, array)
    if made is not None:
        code.take_object(value, made, op)
    elif not value.type.dims:
        code.bind(value, code.b.load_scalar(value.type.dtype.name, target))


def _elements(code: Code, value: Value, bound: Bound) -> tuple[str, Array | None]:
    """Where the elements of a value are, one behind the other, and the array that was made for it."""
    if isinstance(bound, Object):
        return code.b.data(bound.pointer), None
    array = as_array(code, bound)
    return array.pointer, array


def _target(code: Code, op: Operation, value: Value) -> tuple[str, str | None]:
    """Where the results go; for text in an object, a new reference."""
    if not is_object(value.type):
        dims = value.type.dims or ()
        return (code.make(value) if dims else code.b.allocate(value.type.dtype.name, ())).pointer, None
    made = code.b.new_text(value.type.dims or (), TEXT_BYTES)
    return code.b.data(made), made


def write_buckets(code: Code, step: Native) -> None:
    """The bucket of each piece of text, by its hash."""
    op, w, value = step.op, code.w, step.op.outputs[0]
    text = code.value(op.inputs[0])
    if not w.embedding.has_tables or value.type.dims is None or not isinstance(text, Object):
        host_callback.call_kernel(code, step)
        return
    target, _ = _target(code, op, value)
    count = product(value.type.dims)
    code.add_work(count, 8 * _SEARCH_COST)
    w.module.declare("declare void @gw_find_buckets(ptr, i64, i64, ptr)")
    w.call("void", "@gw_find_buckets", f"ptr {code.b.data(text.pointer)}", f"i64 {w.size(count)}",
           f"i64 {op.attrs['num_buckets']}", f"ptr {target}")  # fmt: skip
    if not value.type.dims:
        code.bind(value, code.b.load_scalar("int64", target))


def write_size(code: Code, step: Native) -> None:
    """How many keys there are."""
    w = code.w
    if not w.embedding.has_tables:
        host_callback.call_kernel(code, step)
        return
    handle = code.object(step.op.inputs[0])
    code.bind(step.op.outputs[0], code.b.load_scalar("int64", handle.pointer))


#: What writes the ops of lookup tables.
TABLES: Final = {
    "LookupTableFindV2": write_find,
    "LookupTableSizeV2": write_size,
    "StringToHashBucketFast": write_buckets,
}
