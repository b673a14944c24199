"""Lists of tensors: reads and writes of their buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.base.frozen import replace
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.runtime.xla.emitter import DTYPES
from graphwright.runtime.xla.lists import ListBuffer, fits

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


def _known(value: Value, what: str) -> Any:
    found = constant_value(value)
    if found is None:
        raise Unsupported(f"{what} is not known before the program runs")
    return found


def _shape(value: Value) -> tuple[int, ...] | None:
    sizes = _known(value, "the shape of a list's elements")
    return None if not sizes.ndim else tuple(int(d) for d in sizes)


def _new(dtype: Any, shape: tuple[int, ...] | None, length: int) -> ListBuffer:
    if dtype.name not in DTYPES:
        raise Unsupported(f"lists of {dtype.name} stay outside of compiled programs")
    result = ListBuffer(dtype, shape, None, length, length)
    return result.of_shape(shape) if shape is not None and min(shape, default=0) >= 0 else result


def _checked(block: Block, op: Operation) -> ListBuffer:
    found = block.list_of(op.inputs[0])
    if found.dtype is not op.attrs.get("element_dtype", found.dtype):
        raise Unsupported("its inputs are refused")
    return found


def _expected(op: Operation, i: int, found: ListBuffer) -> ListBuffer:
    """The list with what an op's input says of its elements' shape."""
    shape = _shape(op.inputs[i])
    if found.buffer is None:
        if shape is None or min(shape, default=0) < 0:
            raise Unsupported("the shape of a list's elements is not known")
        return found.of_shape(shape)
    if shape is not None and not fits(shape, tuple(found.buffer.shape[1:])):
        raise Unsupported("its inputs are refused")
    return found


def empty(block: Block, op: Operation) -> list[Any]:
    """A list without elements."""
    if int(_known(op.inputs[1], "the limit of a list")) >= 0:
        raise Unsupported("a list with a limit")
    return [_new(op.attrs["element_dtype"], _shape(op.inputs[0]), 0)]


def reserve(block: Block, op: Operation) -> list[Any]:
    """A list of so many elements that are not set."""
    count = int(_known(op.inputs[1], "the length of a list"))
    if count < 0:
        raise Unsupported("its inputs are refused")
    return [_new(op.attrs["element_dtype"], _shape(op.inputs[0]), count)]


def from_tensor(block: Block, op: Operation) -> list[Any]:
    """The rows of a tensor."""
    tensor, shape = block.traced(op.inputs[0]), _shape(op.inputs[1])
    if not tensor.ndim or (shape is not None and not fits(shape, tensor.shape[1:])):
        raise Unsupported("its inputs are refused")
    count = int(tensor.shape[0])
    return [ListBuffer(op.inputs[0].dtype, tuple(tensor.shape[1:]), tensor, count, count)]


def length(block: Block, op: Operation) -> list[Any]:
    """How many elements there are."""
    found = block.list_of(op.inputs[0]).length
    return [block.constant(np.int32(found)) if isinstance(found, int) else found]


def _static(found: ListBuffer) -> int:
    if not isinstance(found.length, int):
        raise Unsupported("the length of a list is not known before the program runs")
    return found.length


def stack(block: Block, op: Operation) -> list[Any]:
    """All elements as a tensor."""
    found = _checked(block, op)
    count = _static(found)
    if op.attrs["num_elements"] not in (-1, count):
        raise Unsupported("its inputs are refused")
    found = _expected(op, 1, found)
    return [lax.slice_in_dim(found.buffer, 0, count)]


def resize(block: Block, op: Operation) -> list[Any]:
    """The list cut off, or with more elements that are not set."""
    found, size = block.list_of(op.inputs[0]), int(_known(op.inputs[1], "the length of a list"))
    count = _static(found)
    if size < 0:
        raise Unsupported("its inputs are refused")
    if found.buffer is not None:
        found = replace(found, buffer=lax.slice_in_dim(found.buffer, 0, min(count, size))).with_capacity(size)
    return [replace(found, length=size, bound=size, moved=None)]


def _place(block: Block, found: ListBuffer, value: Value) -> Any:
    """An index, which must be of an element."""
    index = block.array(value)
    block.require((index >= 0) & (index < found.length))
    return jnp.asarray(index)


def get_item(block: Block, op: Operation) -> list[Any]:
    """One element."""
    found = _expected(op, 2, _checked(block, op))
    place = _place(block, found, op.inputs[1])
    if not found.capacity:
        raise Unsupported("its inputs are refused")
    return [lax.dynamic_index_in_dim(found.buffer, place, 0, keepdims=False)]


def set_item(block: Block, op: Operation) -> list[Any]:
    """The list with one element replaced."""
    found, item = _checked(block, op), block.traced(op.inputs[2])
    if item.dtype != found.dtype.numpy:
        raise Unsupported("its inputs are refused")
    found = found.of_shape(tuple(item.shape))
    known = constant_value(op.inputs[1])
    if op.attrs["resize_if_index_out_of_bounds"] and (
        known is None or not isinstance(found.length, int) or int(known) >= found.length
    ):
        if known is None or not isinstance(found.length, int):
            raise Unsupported("a list that grows where an element beyond its end is set")
        size = int(known) + 1
        found = replace(found.with_capacity(size), length=size, bound=size, moved=None)
    if not found.capacity:
        raise Unsupported("its inputs are refused")
    place = _place(block, found, op.inputs[1])
    return [replace(found, buffer=lax.dynamic_update_index_in_dim(found.buffer, item, place, 0))]


def push(block: Block, op: Operation) -> list[Any]:
    """The list with one more element."""
    found, item = _checked(block, op), block.traced(op.inputs[1])
    if item.dtype != found.dtype.numpy:
        raise Unsupported("its inputs are refused")
    found = found.of_shape(tuple(item.shape))
    bound = found.bound + 1
    found = found.with_capacity(bound)
    buffer = lax.dynamic_update_index_in_dim(found.buffer, item, jnp.asarray(found.length), 0)
    moved = None if found.moved is None else found.moved + 1
    return [replace(found, buffer=buffer, length=found.length + 1, bound=bound, moved=moved)]


def pop(block: Block, op: Operation) -> list[Any]:
    """The list without its last element, and that."""
    found = _expected(op, 1, _checked(block, op))
    block.require(jnp.asarray(found.length) > 0 if not isinstance(found.length, int) else found.length > 0)
    last = found.length - 1
    item = lax.dynamic_index_in_dim(found.buffer, jnp.asarray(last), 0, keepdims=False)
    moved = None if found.moved is None else found.moved - 1
    return [replace(found, length=last, bound=max(found.bound - 1, 0), moved=moved), item]
