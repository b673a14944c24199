"""Rules that go by indices: generated elements, gathers, scatters, segments and counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.ir.emit import Operand, Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Generate, Routed, Scatter, Segments
from graphwright.runtime.xla.emitter import ArrayEmitter, ArrayOperand, value_of
from graphwright.runtime.xla.rules.elementwise import checked_dtype, output_dims, rule_attrs

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


class _Loader:
    """How a `Generate` rule reads the inputs; see `ir.lowering.Loader`."""

    def __init__(self, block: Block, op: Operation, dims: tuple[int, ...]) -> None:
        self.block, self.op, self.dims = block, op, dims

    def __call__(self, input: int, indices: Sequence[Operand]) -> Operand:
        source = jnp.asarray(self.block.array(self.op.inputs[input]))
        if not indices:
            return ArrayOperand(source)
        if not source.size:
            return ArrayOperand(jnp.zeros((), source.dtype))
        return ArrayOperand(source.at[tuple(map(value_of, indices))].get(mode="clip"))

    def size(self, input: int, axis: int) -> Operand:
        return ArrayOperand(np.array(self.op.inputs[input].type.dims[axis], np.int64))

    def rank(self, input: int) -> int:
        return self.op.inputs[input].type.rank or 0

    def same_size(self, axis: tuple[int, int], other: tuple[int, int]) -> bool:
        first, second = (self.op.inputs[i].type.dims[k] for i, k in (axis, other))
        return bool(first == second)

    def constant(self, input: int) -> np.ndarray[Any, Any] | None:
        return constant_value(self.op.inputs[input])

    def repeat(self, rounds: Operand, body: Callable[..., Sequence[Operand]], *start: Operand) -> list[Operand]:
        first = tuple(jnp.broadcast_to(value_of(o), self.dims) for o in start)

        def round_(i: Any, carried: Any) -> Any:
            after = body(ArrayOperand(i.astype(np.int64)), *map(ArrayOperand, carried))
            return tuple(jnp.broadcast_to(value_of(o), self.dims) for o in after)

        found = lax.fori_loop(jnp.asarray(0, np.int64), jnp.asarray(value_of(rounds)), round_, first)
        return [ArrayOperand(value) for value in found]


def generate(block: Block, op: Operation) -> list[Any]:
    """Each element from its indices."""
    rule: Any = op.record.native
    assert isinstance(rule, Generate)
    dims = output_dims(op)
    emitter, load, attrs = ArrayEmitter(), _Loader(block, op, dims), rule_attrs(op)
    index = [_positions(dims, axis) for axis in range(len(dims))]
    result = jnp.broadcast_to(checked_dtype(op, rule.emit(emitter, load, index, **attrs)), dims)
    allowed = None if rule.check is None else rule.check(emitter, load, index, **attrs)
    return [result if allowed is None else block.in_range(jnp.broadcast_to(value_of(allowed), dims), result)]


def _positions(dims: Sequence[int], axis: int) -> ArrayOperand:
    shape = [1] * len(dims)
    shape[axis] = dims[axis]
    return ArrayOperand(np.arange(dims[axis], dtype=np.int64).reshape(shape))


# scatters -----


def _method(emit: Callable[..., Operand], dtype: Any) -> str:
    """What a rule makes of an old and a new element: "set", "add", "sub", "mul", "min", "max", or "" for others."""
    met: list[str] = []

    class Recorder(ArrayEmitter):
        def __getattribute__(self, name: str) -> Any:
            if name in ("add", "sub", "mul", "min", "max", "div"):
                met.append(name)
            return super().__getattribute__(name)

    old, new = ArrayOperand(np.zeros((), dtype)), ArrayOperand(np.ones((), dtype))
    found = emit(Recorder(), old, new)
    if found is new:
        return "set"
    return met[0] if len(met) == 1 and met[0] != "div" else ""


def combined(onto: Any, places: Any, updates: Any, emit: Callable[..., Operand]) -> Any:
    """Rows of `onto` at these places (an index for each of the first axes; outside: left out), updated one by one."""
    at = onto.at[places]
    if not updates.size or not onto.size:
        return onto
    if onto.dtype == bool:
        raise Unsupported("its rule does not cover these operands")
    method = _method(emit, np.dtype(onto.dtype))
    if method == "sub":
        return at.add(-updates, mode="drop")
    if method in ("set", "add", "mul", "min", "max"):
        name = {"mul": "multiply"}.get(method, method)
        return getattr(at, name)(updates, mode="drop")
    emitter = ArrayEmitter()

    def one(i: Any, current: Any) -> Any:
        place = tuple(p[i] for p in places)
        old = current.at[place].get(mode="clip")
        new = value_of(emit(emitter, ArrayOperand(old), ArrayOperand(updates[i])))
        return current.at[place].set(new, mode="drop")

    return lax.fori_loop(0, updates.shape[0], one, onto)


def scatter(block: Block, op: Operation) -> list[Any]:
    """Slices put, or added, where indices say."""
    rule: Any = op.record.native
    assert isinstance(rule, Scatter)
    indices = jnp.asarray(block.array(op.inputs[rule.indices]))
    updates = jnp.asarray(block.array(op.inputs[rule.updates]))
    by_row = rule.numbers or not op.outputs
    if not by_row and not indices.ndim:
        raise Unsupported("its inputs are refused")
    number = -1 if op.outputs else block.variable(op.inputs[0])
    if not op.outputs:
        current = block.states[number]
        if current is None or not current.ndim:
            raise Unsupported("its inputs are refused")
    elif rule.onto is not None:
        current = jnp.asarray(block.array(op.inputs[rule.onto]))
    else:
        dtype = op.outputs[0].dtype
        current = jnp.full(output_dims(op), rule.fill(dtype) if rule.fill else 0, dtype.numpy)
    depth = 1 if by_row else indices.shape[-1]
    rows = indices.shape if by_row else indices.shape[:-1]
    if updates.dtype != current.dtype or depth > current.ndim:
        raise Unsupported("its rule does not cover these operands")
    if not op.outputs and not updates.ndim:
        updates = jnp.broadcast_to(updates, (*rows, *current.shape[1:]))
    if updates.shape != (*rows, *current.shape[depth:]):
        raise Unsupported("its inputs are refused")
    columns = [indices] if by_row else [indices[..., k] for k in range(depth)]
    inside = jnp.ones(rows, bool)
    for axis, column in enumerate(columns):
        inside = inside & (column >= 0) & (column < current.shape[axis])
    if rule.numbers:
        block.in_range(inside | (columns[0] < 0))
    elif op.attrs.get("bad_indices_policy") != "IGNORE":
        block.in_range(inside)
    count = prod(rows)
    # negative places count from the end, and would be valid: those are moved beyond it
    places = tuple(jnp.where(inside, column, current.shape[axis]).reshape(count) for axis, column in enumerate(columns))
    changed = combined(current, places, updates.reshape(count, *current.shape[depth:]), rule.emit)
    if op.outputs:
        return [changed]
    block.states[number] = changed
    block.written.add(number)
    return []


def segments(block: Block, op: Operation) -> list[Any]:
    """Adjacent rows of one number, combined; the numbers must be known, as the output's size follows from them."""
    rule: Any = op.record.native
    assert isinstance(rule, Segments)
    rows, numbers = jnp.asarray(block.array(op.inputs[0])), constant_value(op.inputs[1])
    if numbers is None:
        raise Unsupported("sizes of its results follow from values that the program computes")
    if numbers.ndim != 1 or numbers.shape != rows.shape[:1] or (numbers.size and numbers[0] < 0):
        raise Unsupported("its inputs are refused")
    if (np.diff(numbers) < 0).any():
        raise Unsupported("its inputs are refused")
    count = int(numbers[-1]) + 1 if numbers.size else 0
    sizes = np.bincount(numbers, minlength=count).astype(np.int64)
    if rule.start is None:
        first = np.searchsorted(numbers, np.arange(count))
        onto = rows[np.minimum(first, max(len(numbers) - 1, 0))] if numbers.size else rows[:0]
        later = np.setdiff1d(np.arange(len(numbers)), first)
    else:
        onto, later = jnp.full((count, *rows.shape[1:]), rule.start, rows.dtype), np.arange(len(numbers))
    result = combined(onto, (jnp.asarray(numbers[later]),), rows[later], rule.emit)
    shape = (count, *[1] * (rows.ndim - 1))
    if rule.finish is not None:
        counts = ArrayOperand(jnp.asarray(np.maximum(sizes, 1).reshape(shape)))
        result = value_of(rule.finish(ArrayEmitter(), ArrayOperand(result), counts))
    empty = np.array(rule.empty, rows.dtype)
    return [jnp.where((sizes == 0).reshape(shape), empty, result).astype(rows.dtype)]


def routed(block: Block, op: Operation) -> list[Any]:
    """Counts and inverse permutations; of the other kinds the sizes follow from values."""
    rule: Any = op.record.native
    assert isinstance(rule, Routed)
    if rule.kind == "count":
        return [_counts(block, op)]
    if rule.kind == "invert":
        (size,) = output_dims(op)
        places = jnp.asarray(block.array(op.inputs[0]))
        met = jnp.zeros(size, np.int32).at[jnp.where(places < 0, size, places)].add(1, mode="drop")
        block.require(jnp.all(met == 1))
        return [jnp.zeros(size, places.dtype).at[places].set(jnp.arange(size, dtype=places.dtype), mode="drop")]
    raise Unsupported("sizes of its results follow from values that the program computes")


def _counts(block: Block, op: Operation) -> Any:
    """How often each number occurs, or the sum of the weights beside it; in a matrix by row."""
    dims, dtype = output_dims(op), op.outputs[0].dtype.numpy
    numbers, weights = block.traced(op.inputs[0]), block.traced(op.inputs[2])
    if weights.size and weights.shape != numbers.shape:
        raise Unsupported("its inputs are refused")
    block.require(jnp.all(numbers >= 0))
    added = jnp.reshape(weights, -1) if weights.size else jnp.ones(numbers.size, dtype)
    flat = jnp.reshape(numbers, -1)
    places: tuple[Any, ...] = (jnp.where(flat < 0, dims[-1], flat),)
    if len(dims) == 2:
        places = (jnp.arange(numbers.size) // max(numbers.shape[-1], 1), *places)
    onto = jnp.zeros(dims, dtype).at[places]
    if op.attrs.get("binary_output"):
        return onto.set(jnp.ones((), dtype), mode="drop")
    return onto.add(added.astype(dtype), mode="drop")
