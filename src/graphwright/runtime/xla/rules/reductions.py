"""Reductions, matrix products and running results."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Contract, Reduce, Scan
from graphwright.runtime.xla.emitter import ArrayEmitter, ArrayOperand, value_of
from graphwright.runtime.xla.rules.elementwise import output_dims

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block

_HALF: Final = frozenset({"float16", "bfloat16"})


def _sum(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return jnp.sum(x, axes, dtype=x.dtype, keepdims=keep)


def _product(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    return jnp.prod(x, axes, dtype=x.dtype, keepdims=keep)


def _mean(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
    count = int(np.prod([x.shape[a] for a in axes]))
    if x.dtype.kind in "iu":
        if not count:
            raise Unsupported("a mean of no integers")
        total = jnp.sum(x, axes, dtype=np.uint64 if x.dtype.kind == "u" else np.int64, keepdims=keep)
        return lax.div(total, jnp.full_like(total, count)).astype(x.dtype)
    total = _sum(x, axes, keep)
    return total if count <= 1 and x.dtype.kind == "c" else total / np.array(count, x.dtype)


def _extreme(function: Callable[..., Any], lowest: bool) -> Callable[..., Any]:
    def reduced(x: Any, axes: tuple[int, ...], keep: bool) -> Any:
        if x.dtype.kind in "iu":
            limits = np.iinfo(x.dtype)
            initial: Any = limits.min if lowest else limits.max
        else:
            initial = -np.inf if lowest else np.inf
        found = function(x, axes, keepdims=keep, initial=np.array(initial, x.dtype))
        if x.dtype.kind in "iu":
            return found

        def with_nan(found: Any, x: Any) -> Any:
            unordered = jnp.any(jnp.isnan(x), axes, keepdims=keep)
            return jnp.where(unordered, np.array(np.nan, x.dtype), found)

        # XLA's vectors for processors lose a NaN that is compared with a later element
        return lax.platform_dependent(found, x, cpu=with_nan, default=lambda found, x: found)

    return reduced


_REDUCERS: Final[dict[str, Callable[..., Any]]] = {
    "sum": _sum,
    "prod": _product,
    "mean": _mean,
    "max": _extreme(jnp.max, True),
    "min": _extreme(jnp.min, False),
    "any": lambda x, axes, keep: jnp.any(x, axes, keepdims=keep),
    "all": lambda x, axes, keep: jnp.all(x, axes, keepdims=keep),
}
_WIDENED: Final = frozenset({"sum", "prod", "mean"})


def reduce(block: Block, op: Operation) -> list[Any]:
    """A reduction over constant axes."""
    rule: Any = op.record.native
    assert isinstance(rule, Reduce)
    x, axes = jnp.asarray(block.array(op.inputs[0])), constant_value(op.inputs[1])
    if axes is None:
        raise Unsupported("the axes are not known before the program runs")
    wanted = [int(a) for a in np.reshape(axes, -1)]
    if any(not -x.ndim <= a < x.ndim for a in wanted) or len({a % x.ndim for a in wanted}) < len(wanted):
        raise Unsupported("its inputs are refused")
    normal = tuple(sorted(a % x.ndim for a in wanted))
    if rule.kind in ("argmax", "argmin"):
        return [_position(rule.kind, x, normal[0], op.outputs[0].dtype.numpy)]
    keep = bool(op.attrs["keep_dims"])
    product = _summed_product(block, op, normal) if rule.kind == "sum" else None
    if product is not None:
        return [jnp.reshape(product, output_dims(op))]
    if x.dtype.name in _HALF and rule.kind in _WIDENED:
        return [_REDUCERS[rule.kind](x.astype(np.float32), normal, keep).astype(x.dtype)]
    return [_REDUCERS[rule.kind](x, normal, keep)]


def _summed_product(block: Block, op: Operation, axes: tuple[int, ...]) -> Any:
    """The sum of a stack of products of matrices as one product; None for other sums.

    The gradient of weights that a stack shares is such a sum.
    """
    made = op.inputs[0].op
    if made.type != "BatchMatMulV2" or not axes:
        return None
    a, b = (jnp.asarray(block.array(v)) for v in made.inputs)
    count = a.ndim - 2
    if axes != tuple(range(count)) or a.shape[:count] != b.shape[:count] or a.dtype != b.dtype:
        return None
    a, b = _turned(a, made, "adj_x"), _turned(b, made, "adj_y")
    stack = tuple(range(count))
    wide = np.float32 if a.dtype.name in _HALF else None
    contracted = ((*stack, count + 1), (*stack, count))
    return lax.dot_general(a, b, (contracted, ((), ())), preferred_element_type=wide).astype(a.dtype)


def _position(kind: str, x: Any, axis: int, dtype: Any) -> Any:
    """Where the first of the largest (smallest) elements is; NaN loses against every number."""
    if not x.shape[axis]:
        raise Unsupported("its inputs are refused")
    if x.dtype.kind not in "iub":
        x = jnp.where(jnp.isnan(x), np.array(-np.inf if kind == "argmax" else np.inf, x.dtype), x)
    # places of 32 bits, as jax lowers this later, under the settings of its caller
    return (lax.argmax if kind == "argmax" else lax.argmin)(x, axis, np.int32).astype(dtype)


def contract(block: Block, op: Operation) -> list[Any]:
    """A product of matrices, or of stacks of them."""
    rule: Any = op.record.native
    assert isinstance(rule, Contract)
    a, b = (jnp.asarray(block.array(v)) for v in op.inputs[:2])
    if a.dtype != b.dtype or min(a.ndim, b.ndim) < 2:
        raise Unsupported("its rule does not cover these operands")
    a, b = _turned(a, op, rule.transpose_a), _turned(b, op, rule.transpose_b)
    dtype = op.outputs[0].dtype.numpy
    wide = np.float32 if a.dtype.name in _HALF else None
    return [jnp.matmul(a, b, preferred_element_type=wide).astype(dtype)]


def _turned(x: Any, op: Operation, attribute: str) -> Any:
    if not op.attrs[attribute]:
        return x
    turned = jnp.swapaxes(x, -1, -2)
    return jnp.conj(turned) if attribute.startswith("adj") and x.dtype.kind == "c" else turned


def _one_by_one(combine: Callable[[Any, Any], Any], x: Any, axis: int, reverse: bool) -> Any:
    """Running results in order."""
    rows = jnp.moveaxis(x, axis, 0)
    first, rest = (rows[-1], rows[:-1]) if reverse else (rows[0], rows[1:])

    def step(running: Any, row: Any) -> tuple[Any, Any]:
        found = combine(running, row).astype(row.dtype)
        return found, found

    _, others = lax.scan(step, first, rest, reverse=reverse)
    parts = [others, first[None]] if reverse else [first[None], others]
    return jnp.moveaxis(jnp.concatenate(parts), 0, axis)


def scan(block: Block, op: Operation) -> list[Any]:
    """Running results along a constant axis."""
    rule: Any = op.record.native
    assert isinstance(rule, Scan)
    x, axis = jnp.asarray(block.array(op.inputs[0])), constant_value(op.inputs[1])
    output_dims(op)
    if axis is None or not -x.ndim <= int(axis) < x.ndim:
        raise Unsupported("the axis is not known before the program runs")
    along, dtype = int(axis) % x.ndim, x.dtype
    if rule.in_float32 and dtype.name in _HALF:
        x = x.astype(np.float32)
    emitter = ArrayEmitter()

    def combine(running: Any, element: Any) -> Any:
        return value_of(rule.emit(emitter, ArrayOperand(running), ArrayOperand(element)))

    reverse = bool(op.attrs["reverse"])
    if op.attrs["exclusive"] and x.shape[along]:
        edge = list(x.shape)
        edge[along] = 1
        start = jnp.full(edge, rule.start, x.dtype)
        rest = lax.slice_in_dim(x, 1 if reverse else 0, x.shape[along] - (0 if reverse else 1), axis=along)
        x = jnp.concatenate([rest, start] if reverse else [start, rest], along)
    if x.size and x.dtype.name in _HALF:  # each result is rounded, and overflows, before the next
        x = _one_by_one(combine, x, along, reverse)
    elif x.size:
        x = lax.associative_scan(combine, x, reverse=reverse, axis=along)
    return [x.astype(dtype)]
