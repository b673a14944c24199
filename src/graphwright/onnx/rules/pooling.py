"""ONNX's pools."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule
from graphwright.onnx.rules.convolution import padding_of, spatial
from graphwright.onnx.rules.layout import behind_transpose, channels_first, channels_last, same_padding


def _windows(node: Node, x: Tensor) -> tuple[list[int], list[int], list[int], list[tuple[int, int]]]:
    """Sizes, strides, dilations and pads of the windows; pads after an axis include what `ceil_mode` adds."""
    if not node.has("kernel_shape"):
        raise node.error("the attribute 'kernel_shape' is missing.")
    window, strides = spatial(node, x, "kernel_shape"), spatial(node, x, "strides")
    dilations = spatial(node, x, "dilations")
    return window, strides, dilations, padding_of(node, x, window, strides, dilations)


def _surplus(
    node: Node,
    x: Tensor,
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Sequence[tuple[int, int]],
) -> list[int]:
    """What `ceil_mode` adds after each axis: a last window that begins inside of the padded input."""
    if not node.integer("ceil_mode") or node.text("auto_pad", "NOTSET") not in ("NOTSET", "VALID"):
        return [0] * len(window)
    result = []
    for size, k, s, d, (a, b) in zip((x.shape.static_dims or ())[2:], window, strides, dilations, pads, strict=True):
        if size is None:
            raise node.unsupported("ceil_mode for an unknown size")
        rest = size + a + b - (k - 1) * d - 1
        count = -(-rest // s) + 1
        if (count - 1) * s >= size + a:
            count -= 1
        result.append(max((count - 1) * s - rest, 0))
    return result


@rule("MaxPool")
def max_pool(node: Node, x: Tensor) -> Tensor | tuple[Tensor, Tensor]:
    """Largest values, with the flat index of each where it is wanted."""
    window, strides, dilations, pads = _windows(node, x)
    extra = _surplus(node, x, window, strides, dilations, pads)
    rank = node.rank(x)
    edges = [(a, b + e) for (a, b), e in zip(pads, extra, strict=True)]
    if len([n for n in node.outputs if n]) > 1:
        return _with_indices(node, x, window, strides, dilations, edges)
    narrow = x.dtype in (tf.int8, tf.uint8)
    rows = channels_last(tf.cast(x, tf.float32) if narrow else x, rank)
    same = edges == same_padding((x.shape.static_dims or ())[2:], window, strides, dilations)
    if any(a or b for a, b in edges) and not (same and set(dilations) == {1}):
        same = False
        rows = tf.pad(rows, [[0, 0], *map(list, edges), [0, 0]], constant_values=rows.dtype.min)
    if set(dilations) != {1}:
        parts = _shifted(channels_first(rows, rank), window, strides, dilations)
        return tf.cast(tf.reduce_max(tf.stack(parts), 0), x.dtype)
    pooled = tf.nn.pool(rows, window, "MAX", strides, "SAME" if same else "VALID")
    return tf.cast(channels_first(pooled, rank), x.dtype)


def _with_indices(
    node: Node,
    x: Tensor,
    window: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
    pads: Sequence[tuple[int, int]],
) -> tuple[Tensor, Tensor]:
    sizes = tf.shape(x, out_type=tf.int64)
    count = len(window)
    order = range(count) if not node.integer("storage_order") else reversed(range(count))
    flat: Tensor = tf.zeros([1] * count, tf.int64)
    step = tf.constant(1, tf.int64)
    for axis in reversed(list(order)):
        flat = flat + tf.reshape(tf.range(sizes[axis + 2]) * step, [-1 if i == axis else 1 for i in range(count)])
        step = step * sizes[axis + 2]
    planes = tf.reshape(tf.range(sizes[0] * sizes[1]) * step, tf.stack([sizes[0], sizes[1], *[1] * count]))
    index = tf.broadcast_to(planes + flat, sizes)
    edges = [[0, 0], [0, 0], *map(list, pads)]
    values = [
        tf.stack(_shifted(tf.pad(t, edges, constant_values=fill), window, strides, dilations))
        for t, fill in ((x, x.dtype.min), (index, -1))
    ]
    positions = tf.transpose(values[1], [*range(1, count + 3), 0])
    return tf.reduce_max(values[0], 0), tf.gather(positions, tf.argmax(values[0], 0), batch_dims=count + 2)


def _shifted(x: Tensor, window: Sequence[int], strides: Sequence[int], dilations: Sequence[int]) -> list[Tensor]:
    """For each position in a window the elements that all windows have there."""
    result = []
    sizes = tf.shape(x)
    for offset in itertools.product(*map(range, window)):
        index: list[slice] = [slice(None), slice(None)]
        for i, o in enumerate(offset):
            last = sizes[i + 2] - (window[i] - 1 - o) * dilations[i]
            index.append(slice(o * dilations[i], last, strides[i]))
        result.append(x[tuple(index)])
    return result


def _summed(
    x: Tensor, window: Sequence[int], strides: Sequence[int], dilations: Sequence[int], edges: Sequence[tuple[int, int]]
) -> Tensor:
    """Averages of windows times their size, of a padded input."""
    rank = len(window) + 2
    rows = tf.pad(channels_last(x, rank), [[0, 0], *map(list, edges), [0, 0]])
    size = 1
    for k in window:
        size *= k
    if set(dilations) != {1}:
        return tf.add_n(_shifted(channels_first(rows, rank), window, strides, dilations))
    average = tf.nn.pool(rows, list(window), "AVG", list(strides), "VALID")
    return channels_first(average, rank) * constant(size, x)


@rule("AveragePool")
def average_pool(node: Node, x: Tensor) -> Tensor:
    """Averages of windows, over what they have of the input, or of the padded one."""
    window, strides, dilations, pads = _windows(node, x)
    extra = _surplus(node, x, window, strides, dilations, pads)
    rank = node.rank(x)
    edges = [(a, b + e) for (a, b), e in zip(pads, extra, strict=True)]
    whole = not any(a or b for a, b in edges)
    same = edges == same_padding((x.shape.static_dims or ())[2:], window, strides, dilations)
    if set(dilations) == {1} and (whole or (same and not node.integer("count_include_pad"))):
        padding = "VALID" if whole else "SAME"
        return channels_first(tf.nn.pool(channels_last(x, rank), window, "AVG", strides, padding), rank)
    total = _summed(x, window, strides, dilations, edges)
    ones = tf.ones_like(x[:1, :1])
    if node.integer("count_include_pad"):
        ones = tf.pad(ones, [[0, 0], [0, 0], *map(list, pads)], constant_values=constant(1, x))
        edges = [(0, e) for e in extra]
    return total / tf.round(_summed(ones, window, strides, dilations, edges))


@rule("LpPool")
def lp_pool(node: Node, x: Tensor) -> Tensor:
    """Norms of windows."""
    window, strides, dilations, pads = _windows(node, x)
    extra = _surplus(node, x, window, strides, dilations, pads)
    edges = [(a, b + e) for (a, b), e in zip(pads, extra, strict=True)]
    p = node.integer("p", 2)
    return tf.pow(_summed(tf.pow(tf.abs(x), constant(p, x)), window, strides, dilations, edges), constant(1 / p, x))


@rule("GlobalAveragePool", "GlobalMaxPool", "GlobalLpPool")
def global_pool(node: Node, x: Tensor) -> Tensor:
    """One window, of the whole space."""
    axes = list(range(2, node.rank(x)))
    behind = behind_transpose(x)
    if node.op == "GlobalAveragePool" and behind is not None:
        return channels_first(tf.reduce_mean(behind, [a - 1 for a in axes], True), node.rank(x))
    if node.op == "GlobalAveragePool":
        return tf.reduce_mean(x, axes, True)
    if node.op == "GlobalMaxPool":
        return tf.reduce_max(x, axes, True)
    p = node.integer("p", 2)
    return tf.pow(tf.reduce_sum(tf.pow(tf.abs(x), constant(p, x)), axes, True), constant(1 / p, x))


@rule("MaxUnpool")
def max_unpool(node: Node, x: Tensor, indices: Tensor, shape: Tensor | None = None) -> Tensor:
    """The values of a pool where they were, zeros elsewhere."""
    window, strides, _, pads = _windows(node, x)
    sizes = tf.shape(x, out_type=tf.int64)
    if shape is None:
        space = [
            (sizes[i + 2] - 1) * s + k - a - b
            for i, (k, s, (a, b)) in enumerate(zip(window, strides, pads, strict=True))
        ]
        wanted = tf.concat([sizes[:2], tf.stack(space)], 0)
        natural = wanted
    else:
        wanted = shape
        space = [
            (sizes[i + 2] - 1) * s + k - a - b
            for i, (k, s, (a, b)) in enumerate(zip(window, strides, pads, strict=True))
        ]
        natural = tf.concat([sizes[:2], tf.stack(space)], 0)
    flat = tf.scatter_nd(tf.reshape(indices, [-1, 1]), tf.reshape(x, [-1]), [tf.reduce_prod(natural)])
    result = tf.reshape(flat, natural)
    if shape is None:
        return result
    return tf.pad(result, tf.stack([tf.zeros_like(wanted), wanted - natural], 1))
