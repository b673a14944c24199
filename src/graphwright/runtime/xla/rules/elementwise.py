"""Elementwise rules, over whole arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Elementwise
from graphwright.runtime.xla.emitter import ArrayEmitter, ArrayOperand, value_of

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


def rule_attrs(op: Operation) -> dict[str, Any]:
    """The attributes that rules are given: those the kernel gets."""
    return {name: op.attrs[name] for name in op.record.kernel_attrs}


def elementwise(block: Block, op: Operation) -> list[Any]:
    """The op's rule on its inputs, which broadcast."""
    rule: Any = op.record.native
    assert isinstance(rule, Elementwise)
    operands = [ArrayOperand(block.array(v), block.made_by.get(v, "")) for v in op.inputs]
    attrs, emitter = rule_attrs(op), ArrayEmitter()
    dims = output_dims(op)
    if not all(_broadcasts(o.value.shape, dims) for o in operands):
        raise Unsupported("its inputs are refused")
    given = rule.emit(emitter, *operands, **attrs)
    result = checked_dtype(op, given)
    if isinstance(given, ArrayOperand) and given.made_by:
        block.made_by[op.outputs[0]] = given.made_by
    if rule.check is not None:
        known = _known_check(rule, op, attrs)
        allowed = rule.check(emitter, *operands, **attrs) if known is None else None
        if known is not None:
            block.require(known)
        elif allowed is not None:
            block.require(jnp.all(value_of(allowed)))
    return [jnp.broadcast_to(result, dims)]


def _known_check(rule: Elementwise, op: Operation, attrs: Any) -> bool | None:
    """What a check gives where it asks for operands that are constants alone; None where it asks for others."""
    operands: list[Any] = [None if (c := constant_value(v)) is None else ArrayOperand(c) for v in op.inputs]
    if rule.check is None or not any(operands):
        return None
    try:
        with jax.ensure_compile_time_eval():
            allowed = rule.check(ArrayEmitter(), *operands, **attrs)
            return None if allowed is None else bool(jnp.all(value_of(allowed)))
    except Exception:  # it has met an operand that is not there
        return None


def _broadcasts(shape: tuple[int, ...], dims: tuple[int, ...]) -> bool:
    pairs = zip(reversed(shape), reversed(dims), strict=False)
    return len(shape) <= len(dims) and all(n in (1, size) for n, size in pairs)


def checked_dtype(op: Operation, result: Any) -> Any:
    """The array that a rule gave; raises `Unsupported` where it is not of the output's dtype."""
    if result.dtype != op.outputs[0].dtype.name:
        raise Unsupported("its rule does not cover these operands")
    return value_of(result)


def output_dims(op: Operation, i: int = 0) -> tuple[int, ...]:
    """The sizes of an output; raises `Unsupported` where they follow from values."""
    type_ = op.outputs[i].type
    if not type_.is_static:
        raise Unsupported("sizes of its results follow from values that the program computes")
    dims: Any = type_.dims
    return tuple(dims)
