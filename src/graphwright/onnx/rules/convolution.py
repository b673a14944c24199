"""ONNX's convolutions: channels come first, filters are [outputs, inputs, space]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, rule
from graphwright.onnx.rules.layout import channels_first, channels_last, per_channel, prepared, same_padding


def spatial(node: Node, x: Tensor, name: str, default: int = 1) -> list[int]:
    """An attribute with a positive integer for each spatial axis."""
    count = node.rank(x) - 2
    values = node.integers(name, [default] * count)
    if len(values) != count or min(values, default=1) < 1:
        raise node.error(f"the attribute '{name}' is {values}; it must have {count} positive integers.")
    return values


def padding_of(
    node: Node, x: Tensor, window: Sequence[int | None], strides: Sequence[int], dilations: Sequence[int]
) -> list[tuple[int, int]]:
    """The pads before and after each spatial axis, given or following from `auto_pad`."""
    count = len(strides)
    auto = node.one_of("auto_pad", "NOTSET", ("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"))
    if auto == "VALID":
        return [(0, 0)] * count
    if auto == "NOTSET":
        pads = node.integers("pads", [0] * 2 * count)
        if len(pads) != 2 * count or min(pads, default=0) < 0:
            raise node.error(f"the attribute 'pads' is {pads}; it must have {2 * count} integers of 0 or more.")
        return list(zip(pads[:count], pads[count:], strict=True))
    sizes = (x.shape.static_dims or ())[2:]
    result = []
    for size, k, stride, dilation in zip(sizes, window, strides, dilations, strict=True):
        if k is None or (size is None and stride != 1):
            raise node.unsupported(f"auto_pad {auto} for an unknown size")
        extent = (k - 1) * dilation + 1
        total = extent - 1 if size is None else max((-(-size // stride) - 1) * stride + extent - size, 0)
        small = total // 2
        result.append((small, total - small) if auto == "SAME_UPPER" else (total - small, small))
    return result


def window_of(node: Node, filters: Tensor) -> list[int | None]:
    """The spatial sizes of a filter."""
    sizes = list((filters.shape.static_dims or ())[2:])
    given = node.integers("kernel_shape", sizes)
    if len(given) != len(sizes) or any(s is not None and s != g for s, g in zip(sizes, given, strict=True)):
        raise node.error(f"kernel_shape is {given}, but the filter has the sizes {sizes}.")
    return given


def convolve(
    x: Tensor,
    filters: Tensor,
    pads: Sequence[tuple[int, int]],
    strides: Sequence[int],
    dilations: Sequence[int],
    bias: Tensor | None = None,
) -> Tensor:
    """A convolution of tensors and filters in ONNX's order; groups follow from the sizes of the channels."""
    rank = len(strides) + 2
    rows = channels_last(x, rank)
    inputs = x.shape.static_dims
    sizes = (inputs or (None,) * rank)[2:]
    padding: Any = "VALID"
    if any(before or after for before, after in pads):
        window = (filters.shape.static_dims or (None,) * rank)[2:]
        if list(pads) == same_padding(sizes, window, strides, dilations):
            padding = "SAME"
        elif rank <= 4:
            padding = [[0, 0], *([[0, 0]] * (4 - rank)), *map(list, pads), [0, 0]]
        else:
            rows = tf.pad(rows, [[0, 0], *map(list, pads), [0, 0]])
    depthwise = (filters.shape.static_dims or ())[1] == 1 and inputs is not None and rank == 4
    outputs = (filters.shape.static_dims or ())[0]
    if depthwise and inputs is not None and inputs[1] not in (1, None) and outputs and len(set(strides)) == 1:
        channels = inputs[1]
        assert channels is not None
        kernel = prepared(lambda w: _by_channel(w, channels), filters)
        result = tf.nn.depthwise_conv2d(rows, kernel, [1, *strides, 1], padding, dilations=list(dilations))
    else:
        kernel = prepared(lambda w: tf.transpose(w, [*range(2, rank), 1, 0]), filters)
        if isinstance(padding, str):
            result = tf.nn.convolution(rows, kernel, list(strides), padding, dilations=list(dilations))
        elif rank == 3:  # as in two dimensions, of which the first has one line
            result = tf.nn.conv2d(rows[:, None], kernel[None], [1, *strides], padding, dilations=[1, *dilations])[:, 0]
        else:
            result = tf.nn.conv2d(rows, kernel, list(strides), padding, dilations=list(dilations))
    return channels_first(result if bias is None else tf.nn.bias_add(result, bias), rank)


def _by_channel(filters: Tensor, channels: int) -> Tensor:
    """Filters of single channels, as `depthwise_conv2d` has them."""
    rows, columns = tf.unstack(tf.shape(filters)[2:], 2)
    return tf.transpose(tf.reshape(filters, [channels, -1, rows, columns]), [2, 3, 0, 1])


def grouped(x: Tensor, filters: Tensor, group: int, node: Node) -> None:
    """InvalidArgumentError where channels do not fit the groups."""
    channels = (x.shape.static_dims or (None, None))[1]
    sizes = filters.shape.static_dims or (None, None)
    if channels is None or sizes[0] is None or sizes[1] is None:
        raise node.unsupported("an unknown number of channels")
    if group < 1 or sizes[1] * group != channels or sizes[0] % group:
        raise node.error(f"{channels} channels in {group} groups do not fit a filter of shape {list(sizes)}.")


@rule("Conv")
def conv(node: Node, x: Tensor, filters: Tensor, bias: Tensor | None = None) -> Tensor:
    """A convolution in 1, 2 or 3 dimensions."""
    if node.rank(x) != node.rank(filters) or node.rank(x) < 3:
        raise node.error(f"an input of shape {x.shape} does not fit a filter of shape {filters.shape}.")
    grouped(x, filters, node.integer("group", 1), node)
    strides, dilations = spatial(node, x, "strides"), spatial(node, x, "dilations")
    pads = padding_of(node, x, window_of(node, filters), strides, dilations)
    return convolve(x, filters, pads, strides, dilations, bias)


def spread(x: Tensor, steps: Sequence[int]) -> Tensor:
    """With `step - 1` zeros between the elements along each spatial axis."""
    for i, step in enumerate(steps):
        if step > 1:
            axis = i + 2
            shape = tf.shape(x)
            inner = tf.pad(
                tf.expand_dims(x, axis + 1), [[0, 0]] * (axis + 1) + [[0, step - 1]] + [[0, 0]] * (len(steps) - 1 - i)
            )
            sizes = tf.concat([shape[:axis], [shape[axis] * step], shape[axis + 1 :]], 0)
            x = tf.reshape(inner, sizes)
            last = [slice(None)] * (len(steps) + 2)
            last[axis] = slice(0, 1 - step)
            x = x[tuple(last)]
    return x


@rule("ConvTranspose")
def conv_transpose(node: Node, x: Tensor, filters: Tensor, bias: Tensor | None = None) -> Tensor:
    """The gradient of a convolution."""
    rank, group = node.rank(x), node.integer("group", 1)
    if rank != node.rank(filters) or rank < 3:
        raise node.error(f"an input of shape {x.shape} does not fit a filter of shape {filters.shape}.")
    strides, dilations = spatial(node, x, "strides"), spatial(node, x, "dilations")
    window = window_of(node, filters)
    if None in window or filters.shape.static_dims is None or group < 1:
        raise node.unsupported("a filter of unknown size")
    extents = [((k or 0) - 1) * d for k, d in zip(window, dilations, strict=True)]
    pads, extra = _transposed_padding(node, x, extents, strides)
    # a convolution of the result, padded in this way, has as many elements as the input
    is_gradient = all(o < s for o, s in zip(extra, strides, strict=True)) and all(
        0 <= min(a, b) <= max(a, b) <= e for e, (a, b) in zip(extents, pads, strict=True)
    )
    channels = filters.shape.static_dims[1]
    if rank <= 4 and is_gradient and set(dilations) == {1} and channels is not None:
        added = [e + 1 - a - b + o for e, (a, b), o in zip(extents, pads, extra, strict=True)]
        return _as_gradient(x, filters, channels * group, strides, pads, added, bias)
    parts = tf.split(filters, group, 0)
    kernels = [tf.transpose(tf.reverse(p, list(range(2, rank))), [1, 0, *range(2, rank)]) for p in parts]
    edges = [(e - a, e - b + o) for e, (a, b), o in zip(extents, pads, extra, strict=True)]
    wide = spread(x, strides)
    crop = [(min(a, 0), min(b, 0)) for a, b in edges]
    full = [(max(a, 0), max(b, 0)) for a, b in edges]
    result = convolve(wide, tf.concat(kernels, 0), full, [1] * len(strides), dilations)
    result = result[tuple([slice(None)] * 2 + [slice(-a, b or None) for a, b in crop])]
    return result if bias is None else result + per_channel(bias, rank)


def _as_gradient(
    x: Tensor, filters: Tensor, channels: int, strides: Sequence[int], pads: Sequence[tuple[int, int]],
    added: Sequence[int], bias: Tensor | None,
) -> Tensor:  # fmt: skip
    """The gradient of a convolution in two dimensions; in one there is a first axis of size 1.

    An axis of the result has `stride * (size - 1) + added` elements.
    """
    rank, lines = len(strides) + 2, len(strides) == 1
    rows = channels_last(x, rank)
    kernel = prepared(lambda w: tf.transpose(w, [*range(2, rank), 1, 0]), filters)
    if lines:
        rows, kernel = rows[:, None], kernel[None]
        strides, pads, added = [1, *strides], [(0, 0), *pads], [1, *added]
    sizes = tf.unstack(tf.shape(rows)[:3], 3)
    space = [stride * (size - 1) + more for size, stride, more in zip(sizes[1:], strides, added, strict=True)]
    result = tf.raw_ops.Conv2DBackpropInput(
        input_sizes=tf.stack([sizes[0], *space, channels]), filter=kernel, out_backprop=rows,
        strides=[1, *strides, 1], padding="EXPLICIT",
        explicit_paddings=[0, 0, *(n for pair in pads for n in pair), 0, 0],
    )  # fmt: skip
    result = result[:, 0] if lines else result
    return channels_first(result if bias is None else tf.nn.bias_add(result, bias), rank)


def _transposed_padding(
    node: Node, x: Tensor, extents: Sequence[int], strides: Sequence[int]
) -> tuple[list[tuple[int, int]], list[int]]:
    """What is cut from the full result before and after each axis, and what is added after it."""
    count = len(strides)
    extra = node.integers("output_padding", [0] * count)
    sizes = (x.shape.static_dims or ())[2:]
    auto = node.one_of("auto_pad", "NOTSET", ("NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"))
    if not node.has("output_shape") and auto in ("NOTSET", "VALID"):
        pads = [0] * 2 * count if auto == "VALID" else node.integers("pads", [0] * 2 * count)
        if len(pads) != 2 * count or len(extra) != count or min([*pads, *extra]) < 0:
            raise node.error(f"pads {pads} or output_padding {extra} do not fit {count} axes.")
        return list(zip(pads[:count], pads[count:], strict=True)), extra
    if None in sizes and node.has("output_shape"):
        raise node.unsupported("output_shape for an unknown size")
    wanted = (
        node.integers("output_shape")
        if node.has("output_shape")
        else [(s or 0) * k for s, k in zip(sizes, strides, strict=True)]
    )
    result = []
    for i, (stride, extent) in enumerate(zip(strides, extents, strict=True)):
        size = sizes[i]
        total = extent + 1 - stride + extra[i]  # for a result of `size * stride`
        if node.has("output_shape"):
            total = stride * ((size or 0) - 1) + extra[i] + extent + 1 - wanted[i]
        before = (
            total // 2
            if auto == "SAME_UPPER" or (not node.has("output_shape") and auto != "SAME_LOWER")
            else total - total // 2
        )
        if total < 0:
            before = 0
        result.append((before, total - before))
    return result, extra


@rule("Col2Im")
def columns_to_image(node: Node, x: Tensor, image: Tensor, block: Tensor) -> Tensor:
    """Blocks, added where they were cut from an image."""
    size = node.known(image, "the size of the image").tolist()
    window = node.known(block, "the size of a block").tolist()
    count = len(size)
    strides, dilations = node.integers("strides", [1] * count), node.integers("dilations", [1] * count)
    pads = node.integers("pads", [0] * 2 * count)
    padded = [s + a + b for s, a, b in zip(size, pads[:count], pads[count:], strict=True)]
    steps = [(p - (k - 1) * d - 1) // s + 1 for p, k, d, s in zip(padded, window, dilations, strides, strict=True)]
    batch = tf.shape(x)[0]
    cut = tf.reshape(x, tf.concat([[batch, -1], window, steps], 0))
    index = _block_positions(padded, window, steps, strides, dilations)
    flat = tf.reshape(tf.transpose(cut, [*range(2, 2 + 2 * count), 0, 1]), tf.stack([index.shape[0], -1]))
    total = tf.scatter_nd(index[:, None], flat, tf.stack([_product(padded), tf.shape(flat)[1]]))
    result = tf.reshape(total, tf.concat([padded, tf.stack([batch, -1])], 0))
    result = tf.transpose(result, [count, count + 1, *range(count)])
    return result[tuple([slice(None)] * 2 + [slice(a, a + s) for a, s in zip(pads, size, strict=False)])]


def _product(values: Sequence[int]) -> int:
    total = 1
    for value in values:
        total *= value
    return total


def _block_positions(
    padded: Sequence[int], window: Sequence[int], steps: Sequence[int], strides: Sequence[int], dilations: Sequence[int]
) -> Tensor:
    """The flat position in an image of each element of each block."""
    count = len(padded)
    total: Tensor = tf.zeros([1] * 2 * count, tf.int32)
    for i in range(count):
        along = tf.range(window[i])[:, None] * dilations[i] + tf.range(steps[i])[None] * strides[i]
        shape = [1] * 2 * count
        shape[i], shape[count + i] = window[i], steps[i]
        total = total + tf.reshape(along, shape) * _product(padded[i + 1 :])
    return tf.reshape(tf.broadcast_to(total, [*window, *steps]), [-1])
