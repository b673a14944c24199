"""Values that go in and out of branches and loops: their arrays, and what is known of them apart from these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp

from graphwright.base.dtypes import from_numpy
from graphwright.base.frozen import frozen, replace
from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Value
from graphwright.ir.types import tensor_type
from graphwright.runtime.xla.lists import ListBuffer

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


@frozen
class Carried:
    """The arrays of some values, and their form: what must be the same whichever way they came about."""

    arrays: list[Any]
    form: tuple[Any, ...]


def payloads(block: Block, values: Sequence[Value]) -> Carried:
    """The values taken apart."""
    from graphwright.runtime.xla.block import Handle

    arrays: list[Any] = []
    form: list[Any] = []
    for value in values:
        found = block.data.get(value)
        if isinstance(found, Handle):
            form.append(("handle", found.number))
        elif isinstance(found, ListBuffer):
            static = isinstance(found.length, int)
            form.append(("list", replace(found, buffer=None if found.buffer is None else found.buffer.shape[0],
                                         length=found.length if static else None)))  # fmt: skip
            arrays += [] if found.buffer is None else [found.buffer]
            arrays += [] if static else [found.length]
        else:
            array = block.traced(value)
            arrays.append(array)
            form.append(("array", array.dtype.name, tuple(array.shape)))
    return Carried(arrays, tuple(form))


def put_back(block: Block, form: Sequence[Any], arrays: Sequence[Any]) -> list[Any]:
    """Results of a form, from the arrays in it."""
    from graphwright.runtime.xla.block import Handle

    left = iter(arrays)
    results: list[Any] = []
    for kind, *rest in form:
        if kind == "handle":
            results.append(Handle(rest[0]))
        elif kind == "list":
            (shape,) = rest
            buffer = None if shape.buffer is None else next(left)
            length = shape.length if isinstance(shape.length, int) else next(left)
            results.append(replace(shape, buffer=buffer, length=length))
        else:
            results.append(next(left))
    return results


def as_value(block: Block, payload: Any, like: Value) -> Value:
    """A payload as a value of the block, of the type that `like` has where it has no array."""
    if isinstance(payload, Value):
        return payload
    if hasattr(payload, "dtype") and hasattr(payload, "shape") and not isinstance(payload, ListBuffer):
        array = jnp.asarray(payload)
        return block.value(array, tensor_type(from_numpy(array.dtype), tuple(map(int, array.shape))))
    if payload is None:
        raise Unsupported("a value that stays outside")
    return block.value(payload, like.type)
