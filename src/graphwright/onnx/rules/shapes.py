"""ONNX's ops that make, shape, join and cut tensors."""

from __future__ import annotations

import math

import numpy as np

import graphwright as tf
from graphwright.base.dimension import Dim
from graphwright.core.tensor import Tensor
from graphwright.onnx.known_values import described, known_elements, may_be_copied
from graphwright.onnx.node import Node, constant, rule, static
from graphwright.onnx.rules.layout import behind_transpose, channels_first
from graphwright.onnx.tensors import dtype_of


@rule("Constant")
def constant_value(node: Node) -> Tensor:
    """The value of the one attribute."""
    array = node.array("value")
    if array is not None:
        with tf.init_scope():  # a large one is a capture, which what follows may prepare
            return tf.constant(array)
    if node.has("value_float"):
        return tf.constant(node.number("value_float"), tf.float32)
    if node.has("value_floats"):
        return tf.constant(node.numbers("value_floats"), tf.float32)
    if node.has("value_int"):
        return tf.constant(node.integer("value_int"), tf.int64)
    if node.has("value_ints"):
        return tf.constant(node.integers("value_ints"), tf.int64)
    if node.has("value_string"):
        return tf.constant(node.text("value_string"))
    if node.has("value_strings"):
        return tf.constant(np.array([t.encode() for t in node.texts("value_strings")], object), tf.string)
    raise node.unsupported("a constant that is sparse or has no value")


@rule("ConstantOfShape")
def constant_of_shape(node: Node, shape: Tensor) -> Tensor:
    """A tensor of one value, 0.0 unless given."""
    array = node.array("value")
    value = np.zeros((1,), np.float32) if array is None else array
    if value.size != 1:
        raise node.error(f"the attribute 'value' has {value.size} elements instead of one.")
    return tf.fill(shape, tf.constant(value.reshape(())))


@rule("Shape")
def shape(node: Node, x: Tensor) -> Tensor:
    """The sizes, or those from `start` to `end`."""
    start, end = node.integer("start"), node.integer("end", 2**31)
    sizes = tf.shape(x, out_type=tf.int64)
    return sizes if start == 0 and end == 2**31 else sizes[start:end]


@rule("Size")
def size(node: Node, x: Tensor) -> Tensor:
    """The number of elements."""
    return tf.size(x, out_type=tf.int64)


@rule("Reshape")
def reshape(node: Node, x: Tensor, shape: Tensor) -> Tensor:
    """A size of 0 is that of the input, unless `allowzero`; -1 is what remains."""
    known = static(shape)
    if known is not None and known.ndim != 1:
        raise node.error("the shape must be a vector.")
    if node.integer("allowzero"):
        return tf.reshape(x, shape)
    sizes = tf.shape(x, out_type=tf.int64)
    listed = known_elements(shape)
    if listed is not None and x.shape.rank is not None:
        if any(d == 0 for d in listed[x.shape.rank :]):
            raise node.error(f"the shape {described(listed)} copies a size that the input does not have.")
        if not any(may_be_copied(d) for d in listed):
            return tf.reshape(x, shape)
        return tf.reshape(x, tf.stack([_asked_size(sizes, shape, i, d) for i, d in enumerate(listed)]))
    length = tf.size(shape)
    own = tf.concat([sizes, tf.ones([tf.maximum(length - tf.size(sizes), 0)], tf.int64)], 0)[:length]
    rank = shape.shape.static_dims
    result = tf.reshape(x, tf.where(shape == 0, own, shape))
    return result if rank is None or rank[0] is None else tf.ensure_shape(result, [None] * rank[0])


def _asked_size(sizes: Tensor, shape: Tensor, i: int, known: Dim) -> Tensor:
    """One size of a reshaped tensor; `known` is what is known of the element that asks for it."""
    if isinstance(known, int):
        return tf.constant(known, tf.int64) if known else sizes[i]
    if not may_be_copied(known) or i >= (sizes.shape.num_elements() or 0):
        return shape[i]
    return tf.where(shape[i] == 0, sizes[i], shape[i])


@rule("Flatten")
def flatten(node: Node, x: Tensor) -> Tensor:
    """The axes before `axis` as one, and those from it on as another."""
    rank = node.rank(x)
    axis = node.integer("axis", 1)
    axis = axis if axis == rank else node.checked_axis(axis, max(rank, 1))
    rows, columns = _product(x, 0, axis), _product(x, axis, rank)
    if isinstance(columns, int):
        return tf.reshape(x, [rows if isinstance(rows, int) else -1, columns])
    return tf.reshape(x, [rows, -1] if isinstance(rows, int) and rows else tf.stack([rows, columns]))


def _product(x: Tensor, start: int, end: int) -> int | Tensor:
    """The number of elements along some axes."""
    dims = (x.shape.static_dims or ())[start:end]
    if None in dims:
        return tf.reduce_prod(tf.shape(x)[start:end])
    return math.prod(d for d in dims if d is not None)


@rule("Squeeze")
def squeeze(node: Node, x: Tensor, axes: Tensor | None = None) -> Tensor:
    """Without axes of size 1, all of them or those named."""
    listed = node.axes(node.rank(x), axes)
    if listed == []:
        return x
    return tf.squeeze(x, listed)


@rule("Unsqueeze")
def unsqueeze(node: Node, x: Tensor, axes: Tensor | None = None) -> Tensor:
    """With axes of size 1 where the result has them."""
    count = len(node.known(axes, "axes").reshape(-1)) if axes is not None else len(node.integers("axes"))
    for axis in sorted(node.axes(node.rank(x) + count, axes) or []):
        x = tf.expand_dims(x, axis)
    return x


@rule("Transpose")
def transpose(node: Node, x: Tensor) -> Tensor:
    """Permuted axes; reversed ones, if no permutation is given."""
    order = node.integers("perm") if node.has("perm") else None
    behind = behind_transpose(x)
    if behind is not None and order == [0, *range(2, len(order or ())), 1]:
        return behind
    return tf.transpose(x, order)


@rule("Concat")
def concat(node: Node, *tensors: Tensor) -> Tensor:
    """Joined along an axis."""
    axis = node.axis(tensors[0], "axis", 0)
    behind = [behind_transpose(t) for t in tensors]
    if axis == 1 and all(b is not None for b in behind):
        return channels_first(tf.concat(behind, -1), node.rank(tensors[0]))
    return tf.concat(list(tensors), axis)


@rule("Split")
def split(node: Node, x: Tensor, sizes: Tensor | None = None) -> tuple[Tensor, ...]:
    """Cut along an axis into parts of given or equal sizes; the last may be smaller."""
    axis, count = node.axis(x, "axis", 0), len(node.outputs)
    if sizes is not None or node.has("split"):
        parts = tf.constant(node.integers("split"), tf.int64) if sizes is None else sizes
        return tuple(tf.split(x, parts, axis, num=count))
    if node.has("num_outputs") and node.integer("num_outputs") != count:
        raise node.error(f"num_outputs is {node.integer('num_outputs')}, but it has {count} outputs.")
    total = (x.shape.static_dims or ())[axis]
    if total is None:
        return tuple(tf.split(x, count, axis))
    part = -(-total // count)
    if (node.version < 18 and total % count) or part * (count - 1) > total:
        raise node.error(f"an axis of size {total} cannot be split into {count} parts.")
    return tuple(tf.split(x, [part] * (count - 1) + [total - part * (count - 1)], axis))


@rule("Tile")
def tile(node: Node, x: Tensor, repeats: Tensor) -> Tensor:
    """Repeated along each axis."""
    return tf.tile(x, repeats)


@rule("Expand")
def expand(node: Node, x: Tensor, shape: Tensor) -> Tensor:
    """Broadcast with a tensor of that shape: neither of the two need be the larger one."""
    known, own = static(shape), x.shape
    if known is not None and own.is_fully_defined():
        sizes = tuple(d or 0 for d in own.as_list())
        return tf.broadcast_to(x, list(np.broadcast_shapes(sizes, tuple(known.tolist()))))
    return tf.broadcast_to(x, tf.broadcast_dynamic_shape(tf.shape(x, out_type=tf.int64), shape))


@rule("Pad")
def pad(
    node: Node, x: Tensor, pads: Tensor | None = None, value: Tensor | None = None, axes: Tensor | None = None
) -> Tensor:
    """Padded with a constant, the edge, a reflection or the other side; negative pads crop."""
    mode = node.one_of("mode", "constant", ("constant", "reflect", "edge", "wrap"))
    rank = node.rank(x)
    listed = node.axes(rank, axes)
    chosen = list(range(rank)) if listed is None else listed
    amounts = tf.constant(node.integers("pads"), tf.int64) if pads is None else tf.cast(pads, tf.int64)
    fill = constant(node.number("value"), x) if value is None and x.dtype is not tf.string else value
    known = static(amounts)
    if known is None:
        pairs = tf.transpose(tf.reshape(amounts, [2, len(chosen)]))
        rows = tf.concat([pairs, tf.zeros([1, 2], tf.int64)], 0)
        full = tf.gather(rows, [chosen.index(a) if a in chosen else len(chosen) for a in range(rank)])
    elif known.size != 2 * len(chosen):
        raise node.error(f"{known.size} pads are given for {len(chosen)} axes.")
    else:
        array = np.zeros((rank, 2), np.int64)
        array[chosen] = known.reshape(2, len(chosen)).T
        if (array < 0).any():
            x = x[tuple(slice(-int(a), int(b) or None) for a, b in np.minimum(array, 0))]
        full = tf.constant(np.maximum(array, 0))
    behind = behind_transpose(x)
    if behind is None:
        return _widened(x, full, mode, fill)
    return channels_first(_widened(behind, tf.gather(full, [0, *range(2, rank), 1]), mode, fill), rank)


def _widened(x: Tensor, full: Tensor, mode: str, fill: Tensor | None) -> Tensor:
    """With so many elements before and after each axis."""
    if mode != "constant":
        return _repeated(x, full, mode)
    return tf.pad(x, full) if fill is None else tf.pad(x, full, constant_values=tf.reshape(fill, []))


def _repeated(x: Tensor, full: Tensor, mode: str) -> Tensor:
    """Padded by indices along each axis: kept within it, counted around it, or reflected."""
    known = static(full)
    for axis in range(x.shape.rank or 0):
        if known is not None and not known[axis].any():
            continue
        size = tf.shape(x, out_type=tf.int64)[axis]
        index = tf.range(-full[axis, 0], size + full[axis, 1])
        if mode == "edge":
            index = tf.clip_by_value(index, tf.constant(0, tf.int64), size - 1)
        elif mode == "wrap":
            index = tf.math.floormod(index, size)
        else:
            period = tf.maximum(2 * (size - 1), 1)
            folded = tf.math.floormod(index, period)
            index = tf.minimum(folded, period - folded) if static(size) != 1 else tf.zeros_like(index)
        x = tf.gather(x, index, axis=axis)
    return x


@rule("Range")
def range_(node: Node, start: Tensor, limit: Tensor, delta: Tensor) -> Tensor:
    """Numbers from `start` up to `limit`, without it."""
    first, last, step = (tf.cast(t, _range_dtype(t)) for t in (start, limit, delta))
    return tf.cast(tf.range(first, last, step), start.dtype)


def _range_dtype(t: Tensor) -> tf.DType:
    return tf.int32 if t.dtype is tf.int16 else tf.float32 if t.dtype in (tf.float16, tf.bfloat16) else t.dtype


@rule("EyeLike")
def eye_like(node: Node, x: Tensor) -> Tensor:
    """Ones on a diagonal."""
    dtype = dtype_of(node.integer("dtype"), str(node)) if node.has("dtype") else x.dtype
    rows, columns = tf.unstack(tf.shape(x), num=2)
    diagonal = tf.range(columns)[None, :] - tf.range(rows)[:, None] == node.integer("k")
    return tf.cast(diagonal, dtype)


@rule("Trilu")
def triangle(node: Node, x: Tensor, k: Tensor | None = None) -> Tensor:
    """The upper or lower triangle from the diagonal `k` on."""
    sizes = tf.shape(x)
    offset = tf.range(sizes[-1])[None, :] - tf.range(sizes[-2])[:, None]
    shift = tf.constant(0, tf.int32) if k is None else tf.cast(tf.reshape(k, []), tf.int32)
    kept = offset >= shift if node.integer("upper", 1) else offset <= shift
    return tf.where(kept, x, tf.zeros_like(x))


@rule("DepthToSpace")
def depth_to_space(node: Node, x: Tensor) -> Tensor:
    """Blocks of channels become squares of pixels."""
    block, dcr = node.integer("blocksize"), node.one_of("mode", "DCR", ("DCR", "CRD")) == "DCR"
    behind = behind_transpose(x)
    if behind is not None:
        n, h, w, c = tf.unstack(tf.shape(behind), num=4)
        within = [n, h, w, block, block, c // block**2] if dcr else [n, h, w, c // block**2, block, block]
        blocks = tf.transpose(tf.reshape(behind, within), [0, 1, 3, 2, 4, 5] if dcr else [0, 1, 4, 2, 5, 3])
        return channels_first(tf.reshape(blocks, [n, h * block, w * block, c // block**2]), 4)
    n, c, h, w = tf.unstack(tf.shape(x), num=4)
    inner = [n, block, block, c // block**2, h, w] if dcr else [n, c // block**2, block, block, h, w]
    split = tf.transpose(tf.reshape(x, inner), [0, 3, 4, 1, 5, 2] if dcr else [0, 1, 4, 2, 5, 3])
    return tf.reshape(split, [n, c // block**2, h * block, w * block])


@rule("SpaceToDepth")
def space_to_depth(node: Node, x: Tensor) -> Tensor:
    """Squares of pixels become blocks of channels."""
    block = node.integer("blocksize")
    n, c, h, w = tf.unstack(tf.shape(x), num=4)
    if node.one_of("mode", "DCR", ("DCR", "CRD")) == "CRD":
        split = tf.transpose(tf.reshape(x, [n, c, h // block, block, w // block, block]), [0, 1, 3, 5, 2, 4])
    else:
        split = tf.transpose(tf.reshape(x, [n, c, h // block, block, w // block, block]), [0, 3, 5, 1, 2, 4])
    return tf.reshape(split, [n, c * block**2, h // block, w // block])


@rule("Slice")
def slice_(
    node: Node,
    x: Tensor,
    starts: Tensor | None = None,
    ends: Tensor | None = None,
    axes: Tensor | None = None,
    steps: Tensor | None = None,
) -> Tensor:
    """NumPy's slices along axes."""
    rank = node.rank(x)
    first = tf.constant(node.integers("starts"), tf.int64) if starts is None else tf.cast(starts, tf.int64)
    last = tf.constant(node.integers("ends"), tf.int64) if ends is None else tf.cast(ends, tf.int64)
    count = first.shape.num_elements()
    if count is None:
        raise node.unsupported("an unknown number of slices")
    listed = node.axes(rank, axes)
    listed = list(range(count)) if listed is None else listed
    strides = [1] * count if steps is None else node.known(steps, "a step").reshape(-1).tolist()
    if not len(listed) == len(strides) == count or count > rank or 0 in strides:
        raise node.error(f"{count} slices do not fit {len(listed)} axes and the steps {strides}.")
    index: list[slice] = [slice(None)] * rank
    for i, (axis, stride) in enumerate(zip(listed, strides, strict=True)):
        index[axis] = slice(_bound(first, i), _end(last, i, stride), stride)
    behind = behind_transpose(x)
    if behind is not None:
        moved = [index[0], *index[2:], index[1]]
        return channels_first(behind[tuple(moved)], rank)
    return x[tuple(index)]


def _bound(values: Tensor, i: int) -> int | Tensor:
    value = values[i]
    known = static(value)
    return value if known is None else max(-(2**31), min(int(known), 2**31 - 1))


def _end(values: Tensor, i: int, stride: int) -> int | Tensor | None:
    """An end; one far below all indices means "to the start" for a negative step."""
    bound = _bound(values, i)
    if isinstance(bound, int):
        return None if stride < 0 and bound <= -(2**31) + 1 else bound
    return bound


@rule("CenterCropPad")
def center_crop_pad(node: Node, x: Tensor, shape: Tensor) -> Tensor:
    """Cropped or padded with zeros around the middle."""
    rank = node.rank(x)
    axes = [node.checked_axis(a, rank) for a in node.integers("axes", range(rank))]
    sizes, wanted = tf.shape(x), tf.cast(shape, tf.int32)
    for i, axis in enumerate(axes):
        surplus = sizes[axis] - wanted[i]
        start = tf.maximum(surplus, 0) // 2
        kept = tf.minimum(sizes[axis], wanted[i])
        x = tf.gather(x, tf.range(start, start + kept), axis=axis)
        before = tf.maximum(-surplus, 0) // 2
        pads = [[0, 0]] * axis + [tf.stack([before, wanted[i] - kept - before])] + [[0, 0]] * (rank - axis - 1)
        x = tf.pad(x, tf.stack([tf.convert_to_tensor(p, tf.int32) for p in pads]))
    return x
