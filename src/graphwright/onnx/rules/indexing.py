"""ONNX's ops that read and write at indices, sort and search."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import graphwright as tf
from graphwright.base.size_arithmetic import is_size
from graphwright.core.tensor import Tensor
from graphwright.onnx.known_values import known_elements
from graphwright.onnx.node import Node, rule
from graphwright.onnx.rules.elementwise import widened


def wrapped(indices: Tensor, size: Tensor) -> Tensor:
    """Indices, negative ones counted from the end; they are not changed where none is known to be negative."""
    known = known_elements(indices) if indices.shape.rank in (0, 1) else None
    if known is not None and all(is_size(i) for i in known):
        return indices
    return tf.where(indices < 0, indices + tf.cast(size, indices.dtype), indices)


@rule("Gather")
def gather(node: Node, x: Tensor, indices: Tensor) -> Tensor:
    """Slices along an axis."""
    axis = node.axis(x, "axis", 0)
    return tf.gather(x, wrapped(indices, tf.shape(x)[axis]), axis=axis)


def positions(shape: Tensor, indices: Tensor, axis: int, rank: int) -> Tensor:
    """For each element of `indices` its whole position, in which the coordinate along the axis is the element."""
    grid = [
        indices
        if i == axis
        else tf.broadcast_to(_along(tf.range(shape[i], dtype=indices.dtype), i, rank), tf.shape(indices))
        for i in range(rank)
    ]
    return tf.stack(grid, -1)


def _along(vector: Tensor, axis: int, rank: int) -> Tensor:
    return tf.reshape(vector, [-1 if i == axis else 1 for i in range(rank)])


@rule("GatherElements")
def gather_elements(node: Node, x: Tensor, indices: Tensor) -> Tensor:
    """An element for each index, from the same position in the other axes."""
    axis, rank = node.axis(x, "axis", 0), node.rank(x)
    index = wrapped(indices, tf.shape(x)[axis])
    return tf.gather_nd(x, positions(tf.shape(indices, out_type=indices.dtype), index, axis, rank))


@rule("GatherND")
def gather_nd(node: Node, x: Tensor, indices: Tensor) -> Tensor:
    """Slices at the positions that the last axis of `indices` contains."""
    batch = node.integer("batch_dims")
    depth = indices.shape.static_dims
    if depth is None or depth[-1] is None:
        raise node.unsupported("positions of unknown length")
    sizes = tf.shape(x, out_type=indices.dtype)[batch : batch + depth[-1]]
    return tf.gather_nd(x, wrapped(indices, sizes), batch_dims=batch)


def _scattered(node: Node, x: Tensor, where: Tensor, updates: Tensor) -> Tensor:
    how = node.one_of("reduction", "none", ("none", "add", "mul", "max", "min"))
    if how == "mul":
        return _multiplied(x, where, updates)
    functions: dict[str, Callable[..., Tensor]] = {
        "none": tf.tensor_scatter_nd_update,
        "add": tf.tensor_scatter_nd_add,
        "max": tf.tensor_scatter_nd_max,
        "min": tf.tensor_scatter_nd_min,
    }
    return functions[how](x, where, updates)


def _multiplied(x: Tensor, where: Tensor, updates: Tensor) -> Tensor:
    """Elements multiplied by all updates of their position, one after the other."""
    depth = where.shape[-1]
    rows = tf.reshape(where, [-1, depth])
    values = tf.reshape(updates, tf.concat([tf.shape(rows)[:1], tf.shape(x)[depth:]], 0))

    def step(i: Tensor, result: Tensor) -> tuple[Tensor, Tensor]:
        at = rows[i][None]
        return i + 1, tf.tensor_scatter_nd_update(result, at, tf.gather_nd(result, at) * values[i][None])

    result: Tensor = tf.while_loop(lambda i, _: i < tf.shape(rows)[0], step, (tf.constant(0), x))[1]
    return result


@rule("ScatterElements", "Scatter")
def scatter_elements(node: Node, x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """An element written for each index, at the same position in the other axes."""
    axis, rank = node.axis(x, "axis", 0), node.rank(x)
    index = wrapped(indices, tf.shape(x)[axis])
    where = positions(tf.shape(indices, out_type=indices.dtype), index, axis, rank)
    return _scattered(node, x, tf.reshape(where, [-1, rank]), tf.reshape(updates, [-1]))


@rule("ScatterND")
def scatter_nd(node: Node, x: Tensor, indices: Tensor, updates: Tensor) -> Tensor:
    """Slices written at the positions that the last axis of `indices` contains."""
    depth = indices.shape.static_dims
    if depth is None or depth[-1] is None:
        raise node.unsupported("positions of unknown length")
    return _scattered(node, x, wrapped(indices, tf.shape(x, out_type=indices.dtype)[: depth[-1]]), updates)


@rule("TensorScatter")
def tensor_scatter(node: Node, past: Tensor, update: Tensor, start: Tensor | None = None) -> Tensor:
    """A part of a cache along an axis replaced, from an index of each row on."""
    axis = node.axis(past, "axis", -2)
    circular = node.one_of("mode", "linear", ("linear", "circular")) == "circular"
    size, count, rows = tf.shape(past)[axis], tf.shape(update)[axis], tf.shape(past)[0]
    first = tf.zeros([rows], tf.int32) if start is None else tf.cast(start, tf.int32)
    index = first[:, None] + tf.range(count)[None]
    index = tf.math.floormod(index, size) if circular else index
    order = [0, axis, *(i for i in range(1, node.rank(past)) if i != axis)]
    where = tf.stack([tf.broadcast_to(tf.range(rows)[:, None], tf.shape(index)), index], -1)
    moved = tf.tensor_scatter_nd_update(tf.transpose(past, order), where, tf.transpose(update, order))
    return tf.transpose(moved, np.argsort(order).tolist())


@rule("OneHot")
def one_hot(node: Node, indices: Tensor, depth: Tensor, values: Tensor) -> Tensor:
    """The second of two values at an index of each row, the first elsewhere; negative indices count from the end."""
    size = tf.cast(tf.reshape(depth, []), tf.int32)
    index = tf.cast(indices, tf.int64)
    index = tf.where(index < 0, index + tf.cast(size, tf.int64), index)
    axis = node.checked_axis(node.integer("axis", -1), node.rank(indices) + 1)
    chosen = tf.one_hot(index, size, True, False, axis, tf.bool)
    return tf.where(chosen, values[1], values[0])


@rule("NonZero")
def non_zero(node: Node, x: Tensor) -> Tensor:
    """The positions of elements that are not 0, a row for each axis."""
    if node.rank(x) == 0:
        x = tf.reshape(x, [1])
        return tf.transpose(tf.where(tf.cast(x, tf.bool)))[:0]
    return tf.transpose(tf.where(tf.cast(x, tf.bool)))


@rule("Compress")
def compress(node: Node, x: Tensor, condition: Tensor) -> Tensor:
    """The slices along an axis for which the condition holds; of all elements without an axis."""
    x, axis = (x, node.axis(x, "axis", 0)) if node.has("axis") else (tf.reshape(x, [-1]), 0)
    return tf.gather(x, tf.where(condition)[:, 0], axis=axis)


@rule("TopK")
def top_k(node: Node, x: Tensor, k: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """The largest or smallest values along an axis, sorted, with their indices."""
    axis, rank = node.axis(x, "axis", -1), node.rank(x)
    count = tf.constant(node.integer("k"), tf.int32) if k is None else tf.cast(tf.reshape(k, []), tf.int32)
    order = [*(i for i in range(rank) if i != axis), axis]
    rows = tf.transpose(x, order)
    if node.integer("largest", 1):
        values, index = tf.math.top_k(rows, count)
    else:
        index = tf.argsort(rows, -1, stable=True)[..., :count]
        values = tf.gather(rows, index, batch_dims=rank - 1)
    back = np.argsort(order).tolist()
    return tf.transpose(values, back), tf.cast(tf.transpose(index, back), tf.int64)


@rule("ReverseSequence")
def reverse_sequence(node: Node, x: Tensor, lengths: Tensor) -> Tensor:
    """The first elements of each sequence reversed."""
    return tf.reverse_sequence(x, lengths, node.integer("time_axis"), node.integer("batch_axis", 1))


@rule("Unique")
def unique(node: Node, x: Tensor) -> tuple[Tensor, ...]:
    """The distinct slices along an axis, sorted or in order of appearance, with first positions, indices and counts."""
    flat, axis = (x, node.axis(x, "axis", 0)) if node.has("axis") else (tf.reshape(x, [-1]), 0)
    along = tf.constant([axis], tf.int64)
    values, index, counts = tf.raw_ops.UniqueWithCountsV2(x=flat, axis=along, out_idx=tf.int64)
    number = tf.shape(counts)[0]
    position = tf.range(tf.shape(index, out_type=tf.int64)[0])
    first = tf.math.unsorted_segment_min(position, index, number)
    if not node.integer("sorted", 1):
        return values, first, index, counts
    order = _sorted_slices(node, values, axis)
    rank = tf.argsort(order)
    return (
        tf.gather(values, order, axis=axis),
        tf.gather(first, order),
        tf.cast(tf.gather(rank, index), tf.int64),
        tf.gather(counts, order),
    )


def _sorted_slices(node: Node, values: Tensor, axis: int) -> Tensor:
    """The order of slices by their first elements, then by their second ones, and so on."""
    rank = node.rank(values)
    rows = tf.transpose(values, [axis, *(i for i in range(rank) if i != axis)])
    columns = 1
    for size in (rows.shape.static_dims or ())[1:]:
        if size is None:
            raise node.unsupported("an axis of slices of unknown size")
        columns *= size
    flat = tf.reshape(rows, [tf.shape(rows)[0], columns])
    order = tf.range(tf.shape(flat)[0])
    for column in reversed(range(columns)):
        order = tf.gather(order, tf.argsort(tf.gather(flat[:, column], order), stable=True))
    return order


@rule("ArrayFeatureExtractor", domain="ai.onnx.ml")
def array_feature_extractor(node: Node, x: Tensor, indices: Tensor) -> Tensor:
    """Columns of the last axis."""
    columns = tf.gather(x, tf.reshape(indices, [-1]), axis=-1)
    return tf.expand_dims(columns, 0) if node.rank(x) == 1 else columns


@rule("Binarizer", domain="ai.onnx.ml")
def binarizer(node: Node, x: Tensor) -> Tensor:
    """1 above a threshold, else 0."""
    return widened(lambda t: tf.cast(t > tf.cast(node.number("threshold"), t.dtype), t.dtype))(x)
