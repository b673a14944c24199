"""Rules that move elements and compute nothing: reshapes, slices, transposes, concatenation, padding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from graphwright.ir.emit import Unsupported
from graphwright.ir.graph import Operation
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Assemble, Bounds, Element, Embed, Share, Strided, View
from graphwright.runtime.xla.rules.elementwise import output_dims

if TYPE_CHECKING:
    from graphwright.runtime.xla.block import Block


def alias(block: Block, op: Operation) -> list[Any]:
    """The input's elements under the output's sizes; lists and handles go through."""
    source, result = op.inputs[0], op.outputs[0]
    if source.dtype is not result.dtype:
        raise Unsupported("its rule does not cover these operands")
    rule: Any = op.record.native
    if rule.same_shape or source.type is result.type or source.dtype.name == "variant":
        return [source]
    return [jnp.reshape(block.array(source), output_dims(op))]


def bitcast(block: Block, op: Operation) -> list[Any]:
    """The same bits as another dtype; one of another size has more elements, or fewer, along a last axis."""
    value, dtype = block.traced(op.inputs[0]), op.outputs[0].dtype.numpy
    if value.dtype == dtype:
        return [value]
    if "b" in (value.dtype.kind, dtype.kind) or "c" in (value.dtype.kind, dtype.kind):
        raise Unsupported("the bits of bools and complex numbers")
    return [lax.bitcast_convert_type(value, dtype)]


def strided(block: Block, op: Operation) -> list[Any]:
    """Views of an input."""
    rule: Any = op.record.native
    assert isinstance(rule, Strided)
    source = block.array(op.inputs[rule.source])
    views = rule.view(op, [constant_value(v) for v in op.inputs])
    if views is None:
        raise Unsupported("its rule does not cover these operands")
    each = views if isinstance(views, list) else [views]
    return [seen(block, op, source, view, output_dims(op, i)) for i, view in enumerate(each)]


def _element(block: Block, op: Operation, index: Any) -> Any:
    """A position that is read when the program runs, as an int64."""
    return jnp.reshape(block.array(op.inputs[index.input]), -1)[index.at].astype(np.int64)


def seen(block: Block, op: Operation, source: Any, view: View, dims: Sequence[int]) -> Any:
    """What a view shows of an array: a slice of each axis, then the axes in the view's order."""
    if any(b.sized or isinstance(b.start, Share) or isinstance(b.stop, Share) for b in view.bounds):
        raise Unsupported("its rule does not cover these operands")
    axes = source.ndim
    starts: list[Any] = [0] * axes
    for axis, start in view.offset:
        if isinstance(start, Element):
            position = _element(block, op, start)
            position = jnp.where(position < 0, position + source.shape[axis], position)
            block.require((position >= 0) & (position < source.shape[axis]))
            starts[axis] = starts[axis] + position
        else:
            starts[axis] = starts[axis] + (start if start >= 0 else start + source.shape[axis])
    for bounds in view.bounds:
        starts[bounds.axis] = starts[bounds.axis] + _first(block, op, bounds, source.shape[bounds.axis])
    used: dict[int, list[tuple[int, int]]] = {}
    for output, stride in enumerate(view.strides):
        if stride is not None:
            used.setdefault(stride[0], []).append((output, stride[1]))
    if any(len(outputs) > 1 for outputs in used.values()):
        raise Unsupported("its view goes along one axis twice")
    if 0 in dims:
        return jnp.zeros(dims, source.dtype)
    for axis in range(axes):
        ((output, step),) = used.get(axis, [(-1, 1)])
        count = 1 if output < 0 else dims[output]
        source = _cut(source, axis, starts[axis], count, step)
    order = [stride[0] for stride in view.strides if stride is not None]
    dropped = [axis for axis in range(axes) if axis not in used]
    moved = jnp.transpose(source, [*order, *dropped])
    kept = [dims[output] if stride is not None else 1 for output, stride in enumerate(view.strides)]
    return jnp.broadcast_to(jnp.reshape(moved, kept), dims)


def _first(block: Block, op: Operation, bounds: Bounds, size: int) -> Any:
    """Where Python's slice of an axis begins."""
    start = bounds.start
    assert not isinstance(start, Share) and not isinstance(bounds.stop, Share)
    if isinstance(start, Element):
        position = _element(block, op, start)
        position = jnp.where(position < 0, position + size, position)
        return jnp.clip(position, 0, size) if bounds.step > 0 else jnp.clip(position, -1, size - 1)
    stop = None if isinstance(bounds.stop, Element) else bounds.stop
    return slice(start, stop, bounds.step).indices(size)[0]


def _cut(source: Any, axis: int, start: Any, count: int, step: int) -> Any:
    """So many elements of an axis, `step` apart."""
    size = source.shape[axis]
    if not isinstance(start, (int, np.integer)):
        positions = start + step * np.arange(count)
        return jnp.take(source, positions, axis=axis, mode="clip")
    if start == 0 and step == 1 and count == size:
        return source
    if step > 0:
        return lax.slice_in_dim(source, int(start), int(start) + (count - 1) * step + 1, step, axis)
    if step == 0:
        return jnp.repeat(lax.slice_in_dim(source, int(start), int(start) + 1, 1, axis), count, axis)
    last = int(start) + (count - 1) * step
    return lax.rev(lax.slice_in_dim(source, last, int(start) + 1, -step, axis), [axis])


def embed(block: Block, op: Operation) -> list[Any]:
    """Zeros with an input in the place that a view shows: the transpose of the view."""
    rule: Any = op.record.native
    assert isinstance(rule, Embed)
    dims = output_dims(op)
    value = block.array(op.inputs[rule.source])
    view = rule.view(op, [constant_value(v) for v in op.inputs])
    if view is None:
        raise Unsupported("its rule does not cover these operands")
    if value.dtype.kind in "fV":  # jax knows the transpose of each part of a view
        whole = jax.ShapeDtypeStruct(dims, value.dtype)
        return list(jax.linear_transpose(lambda whole: seen(block, op, whole, view, value.shape), whole)(value))
    positions = jnp.arange(int(np.prod(dims)), dtype=np.int64).reshape(dims)
    place = seen(block, op, positions, view, value.shape)
    flat = jnp.zeros(int(np.prod(dims)), value.dtype).at[place].set(value)
    return [jnp.reshape(flat, dims)]


def assemble(block: Block, op: Operation) -> list[Any]:
    """An output put together from whole inputs."""
    rule: Any = op.record.native
    assert isinstance(rule, Assemble)
    dims = output_dims(op)
    boxes = rule.boxes(op, [constant_value(v) for v in op.inputs])
    if not boxes:
        raise Unsupported("its rule does not cover these operands")
    dtype = op.outputs[0].dtype.numpy
    fill: Any = 0 if rule.fill is None else rule.fill(op)
    if isinstance(fill, Element):
        fill = jnp.reshape(block.array(op.inputs[fill.input]), -1)[fill.at]
    parts = []
    for box in boxes:
        value = block.array(op.inputs[box.input])
        shape = [1] * len(dims)
        for k, axis in enumerate(box.axes):
            shape[axis] = value.shape[k]
        lengths: list[Any] = list(box.start)  # each a tuple of integers, as all sizes are known
        if any(isinstance(start, Element) for each in lengths for start in each):
            raise Unsupported("its rule does not cover these operands")
        parts.append((jnp.reshape(value, shape), tuple(sum(each) for each in lengths)))
    joined = _concatenated(parts, dims)
    if joined is not None:
        return [joined.astype(dtype)]
    result = jnp.full(dims, fill, dtype)
    for value, start in parts:
        result = lax.dynamic_update_slice(result, value.astype(dtype), start)
    return [result]


def _concatenated(parts: Sequence[tuple[Any, tuple[int, ...]]], dims: Sequence[int]) -> Any:
    """The parts joined along one axis, where they lie end to end; None otherwise."""
    for axis in range(len(dims)):
        at, others = 0, [0] * len(dims)
        for value, start in parts:
            others[axis] = at
            if list(start) != others or any(n != dims[k] for k, n in enumerate(value.shape) if k != axis):
                break
            at += value.shape[axis]
        else:
            if at == dims[axis]:
                return jnp.concatenate([value for value, _ in parts], axis)
    return None
