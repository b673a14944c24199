"""Constants, assertions and variables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


def constant(block: Block, op: Operation) -> list[Any]:
    """A constant."""
    return [block.constant(op.attrs["value"])]


def nothing(block: Block, op: Operation) -> list[Any]:
    """An op without results that does nothing."""
    return []


def jax_function(block: Block, op: Operation) -> list[Any]:
    """A call of a Python function that is one of jax (`interop.jax.from_jax`)."""
    function = getattr(getattr(op.attrs["token"], "function", None), "jax_function", None)
    if function is None:
        raise Unsupported("it calls Python")
    found = function(*(block.traced(v) for v in op.inputs))
    return [jnp.asarray(result).astype(v.dtype.numpy) for result, v in zip(found, op.outputs, strict=True)]


def assertion(block: Block, op: Operation) -> list[Any]:
    """A condition that must hold; its message is the reference's."""
    block.require(jnp.all(block.array(op.inputs[0])))
    return []


def _current(block: Block, op: Operation) -> tuple[int, Any]:
    number = block.variable(op.inputs[0])
    state = block.states[number]
    if state is None:
        raise Unsupported("the variable has no value yet")
    return number, state


def read(block: Block, op: Operation) -> list[Any]:
    """The variable's value at this place of the program."""
    _, state = _current(block, op)
    if state.dtype != op.attrs["dtype"].numpy:
        raise Unsupported("its inputs are refused")
    return [state]


def variable_shape(block: Block, op: Operation) -> list[Any]:
    """The sizes of the variable's value."""
    _, state = _current(block, op)
    return [block.constant(np.array(state.shape, op.attrs["out_type"].numpy))]


def _write(block: Block, number: int, value: Any) -> list[Any]:
    block.states[number] = value
    block.written.add(number)
    return []


def assign(block: Block, op: Operation) -> list[Any]:
    """A new value, of the sizes that the variable has."""
    number, state = block.variable(op.inputs[0]), None
    state = block.states[number]
    value = jnp.asarray(block.array(op.inputs[1]))
    if state is None or state.dtype != value.dtype or state.shape != value.shape:
        raise Unsupported("it gives a variable other sizes")
    return _write(block, number, value)


def assign_add(block: Block, op: Operation) -> list[Any]:
    """The value and what is added."""
    number, state, delta = _update(block, op)
    return _write(block, number, state + delta)


def assign_sub(block: Block, op: Operation) -> list[Any]:
    """The value without what is taken off."""
    number, state, delta = _update(block, op)
    return _write(block, number, state - delta)


def _update(block: Block, op: Operation) -> tuple[int, Any, Any]:
    number, state = _current(block, op)
    delta = jnp.asarray(block.array(op.inputs[1]))
    if state.dtype != delta.dtype or state.shape != delta.shape:
        raise Unsupported("its inputs are refused")
    return number, state, delta
