"""Ops that make, shape, join, cut and index tensors, as ONNX nodes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import dtypes
from graphwright.ir.graph import Operation, Value
from graphwright.onnx.exporting.writer import Array, NotExportable, Writer, Written, rule

_END = 2**63 - 1


def rank_of(value: Value) -> int:
    """The rank of a value, which must be known."""
    rank = value.shape.rank
    if rank is None:
        raise NotExportable("the rank of an input is unknown")
    return int(rank)


def axis_of(w: Writer, op: Operation, index: int, rank: int) -> int:
    """An axis that an input names, from 0 up."""
    return int(w.known(op, index, "the axis").reshape(())) % max(rank, 1)


def static_shape(value: Value) -> Array | None:
    """A shape with at most one unknown size, as `Reshape` takes it."""
    dims = value.shape.static_dims
    if dims is None or dims.count(None) > 1 or (None in dims and 0 in dims):
        return None
    return np.array([-1 if d is None else d for d in dims], np.int64)


@rule("Reshape")
def reshape(w: Writer, op: Operation) -> Any:
    """To a shape that is known but for one size, or to a computed one."""
    x, shape = w.inputs(op)
    known = static_shape(op.outputs[0])
    return w.reshape(x, w.int64(shape, op.inputs[1].dtype) if known is None else known)


@rule("Squeeze")
def squeeze(w: Writer, op: Operation) -> Any:
    """Without axes of size 1."""
    axes = list(op.attrs["squeeze_dims"])
    if axes:
        return w.squeeze(w.inputs(op)[0], axes)
    dims = op.inputs[0].shape.static_dims
    if dims is None or None in dims:
        raise NotExportable("it squeezes axes of unknown size")
    return w.squeeze(w.inputs(op)[0], [i for i, d in enumerate(dims) if d == 1])


@rule("ExpandDims")
def expand_dims(w: Writer, op: Operation) -> Any:
    """With one more axis."""
    return w.unsqueeze(w.inputs(op)[0], [int(w.known(op, 1, "the axis").reshape(()))])


@rule("Transpose")
def transpose(w: Writer, op: Operation) -> Any:
    """A known permutation."""
    return w.transpose(w.inputs(op)[0], w.known(op, 1, "the permutation").tolist())


@rule("Shape")
def shape(w: Writer, op: Operation) -> Any:
    """The sizes, in the dtype that is asked for."""
    sizes = w.emit("Shape", [w.inputs(op)[0]])
    return sizes if op.outputs[0].dtype is dtypes.int64 else w.cast(sizes, op.outputs[0].dtype)


@rule("ShapeN")
def shapes(w: Writer, op: Operation) -> Any:
    """The sizes of several."""
    return [w.cast(w.emit("Shape", [x]), o.dtype) for x, o in zip(w.inputs(op), op.outputs, strict=True)]


@rule("Size")
def size(w: Writer, op: Operation) -> Any:
    """The number of elements."""
    return w.cast(w.emit("Size", [w.inputs(op)[0]]), op.outputs[0].dtype)


@rule("Rank")
def rank(w: Writer, op: Operation) -> Any:
    """The number of axes."""
    known = op.inputs[0].shape.rank
    if known is not None:
        return np.array(known, np.int32)
    return w.cast(w.emit("Size", [w.emit("Shape", [w.inputs(op)[0]])]), dtypes.int32)


@rule("ConcatV2")
def concat(w: Writer, op: Operation) -> Any:
    """Joined along an axis; empty constants are left out, since their rank may differ."""
    parts = w.inputs(op)[:-1]
    axis = axis_of(w, op, len(parts), rank_of(op.outputs[0]))
    kept = [p for p in parts if not (isinstance(p, np.ndarray) and p.size == 0 and p.ndim == 1)] or parts[:1]
    return kept[0] if len(kept) == 1 else w.emit("Concat", kept, axis=axis)


@rule("Pack")
def pack(w: Writer, op: Operation) -> Any:
    """Joined along a new axis."""
    axis = int(op.attrs["axis"]) % rank_of(op.outputs[0])
    return w.emit("Concat", [w.unsqueeze(x, [axis]) for x in w.inputs(op)], axis=axis)


@rule("Unpack")
def unpack(w: Writer, op: Operation) -> Any:
    """Each slice along an axis."""
    axis = int(op.attrs["axis"]) % rank_of(op.inputs[0])
    return [w.emit("Gather", [w.inputs(op)[0], np.array(i, np.int64)], axis=axis) for i in range(len(op.outputs))]


@rule("Split")
def split(w: Writer, op: Operation) -> Any:
    """Cut into equal parts."""
    x = w.inputs(op)[1]
    axis, count = axis_of(w, op, 0, rank_of(op.inputs[1])), len(op.outputs)
    if count == 1:
        return x
    results: list[str] = w.emit("Split", [x], count, axis=axis, num_outputs=count if w.opset >= 18 else None)
    return results


@rule("SplitV")
def split_sizes(w: Writer, op: Operation) -> Any:
    """Cut into parts of known sizes."""
    sizes = w.known(op, 1, "the sizes of the parts").astype(np.int64)
    axis = axis_of(w, op, 2, rank_of(op.inputs[0]))
    if (sizes < 0).any():
        total = (op.inputs[0].shape.static_dims or ())[axis]
        if total is None:
            raise NotExportable("it splits an axis of unknown size")
        sizes = np.where(sizes < 0, total - sizes[sizes >= 0].sum(), sizes)
    if len(sizes) == 1:
        return w.inputs(op)[0]
    return w.emit("Split", [w.inputs(op)[0], sizes], len(sizes), axis=axis)


@rule("Tile")
def tile(w: Writer, op: Operation) -> Any:
    """Repeated along each axis."""
    x, repeats = w.inputs(op)
    return w.emit("Tile", [x, w.int64(repeats, op.inputs[1].dtype)])


@rule("BroadcastTo", "Fill")
def broadcast(w: Writer, op: Operation) -> Any:
    """A value in a larger shape."""
    index = 0 if op.type == "Fill" else 1
    written = w.inputs(op)
    return w.emit("Expand", [written[1 - index], w.int64(written[index], op.inputs[index].dtype)])


@rule("BroadcastArgs")
def broadcast_args(w: Writer, op: Operation) -> Any:
    """The shape of two broadcast ones."""
    parts = [w.int64(x, v.dtype) for x, v in zip(w.inputs(op), op.inputs, strict=True)]
    ones = [w.emit("Expand", [np.array(1, np.int64), p]) for p in parts]
    return w.cast(w.emit("Shape", [w.emit("Mul", ones)]), op.outputs[0].dtype)


@rule("Range")
def range_(w: Writer, op: Operation) -> Any:
    """Numbers with a step."""
    return w.emit("Range", w.inputs(op))


@rule("Pad", "PadV2", "MirrorPad")
def pad(w: Writer, op: Operation) -> Any:
    """Padded with a constant or by reflection."""
    written = w.inputs(op)
    x, pads = written[0], w.int64(written[1], op.inputs[1].dtype)
    mode = op.attrs.get("mode", "CONSTANT")
    mode = mode.decode() if isinstance(mode, bytes) else mode
    if mode == "SYMMETRIC":
        raise NotExportable("ONNX has no symmetric padding")
    flat = w.reshape(w.transpose(pads, [1, 0]), np.array([-1], np.int64))
    fill = written[2] if len(written) > 2 else None
    if op.inputs[0].dtype is dtypes.bool:
        x, fill = w.cast(x, dtypes.int32), None if fill is None else w.cast(fill, dtypes.int32)
    padded = w.emit("Pad", [x, flat, fill], mode="reflect" if mode == "REFLECT" else "constant")
    return w.cast(padded, dtypes.bool) if op.inputs[0].dtype is dtypes.bool else padded


@rule("ReverseV2")
def reverse(w: Writer, op: Operation) -> Any:
    """Slices with the step -1."""
    axes = w.known(op, 1, "the axes").astype(np.int64).reshape(-1)
    if not axes.size:
        return w.inputs(op)[0]
    count = len(axes)
    ends = np.full(count, -(2**63), np.int64)
    return w.emit("Slice", [w.inputs(op)[0], np.full(count, -1, np.int64), ends, axes, np.full(count, -1, np.int64)])


@rule("ReverseSequence")
def reverse_sequence(w: Writer, op: Operation) -> Any:
    """The first elements of each sequence reversed."""
    time, batch = int(op.attrs["seq_dim"]), int(op.attrs["batch_dim"])
    if {time, batch} != {0, 1}:
        raise NotExportable("ONNX reverses sequences along the first two axes alone")
    x, lengths = w.inputs(op)
    return w.emit("ReverseSequence", [x, w.int64(lengths, op.inputs[1].dtype)], time_axis=time, batch_axis=batch)


@rule("Slice")
def slice_(w: Writer, op: Operation) -> Any:
    """From an index on, of a size; -1 is what remains."""
    x, begin, length = w.inputs(op)
    start, sizes = w.int64(begin, op.inputs[1].dtype), w.int64(length, op.inputs[2].dtype)
    if isinstance(start, np.ndarray) and isinstance(sizes, np.ndarray):
        ends: Written = np.where(sizes < 0, _END, start + sizes)
    else:
        sums = w.emit("Add", [start, sizes])
        ends = w.emit("Where", [w.emit("Less", [sizes, np.array(0, np.int64)]), np.array(_END, np.int64), sums])
    return w.emit("Slice", [x, start, ends, np.arange(rank_of(op.inputs[0]), dtype=np.int64)])


@rule("StridedSlice")
def strided_slice(w: Writer, op: Operation) -> Any:
    """NumPy's slices, indices, new axes and ellipsis."""
    count = (op.inputs[1].shape.static_dims or (None,))[0]
    if count is None:
        raise NotExportable("the number of slices is unknown")
    parts = [w.int64(v, i.dtype) for v, i in zip(w.inputs(op)[1:], op.inputs[1:], strict=True)]
    masks = {
        n: int(op.attrs[n]) for n in ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")
    }
    own = rank_of(op.inputs[0])
    axis, result_axis = 0, 0
    slices: list[tuple[int, Written, Written, Written]] = []
    new, dropped = [], []
    used = sum(1 for i in range(count) if not _bit(masks["ellipsis_mask"] | masks["new_axis_mask"], i))
    for i in range(count):
        if _bit(masks["ellipsis_mask"], i):
            axis += own - used
            result_axis += own - used
        elif _bit(masks["new_axis_mask"], i):
            new.append(result_axis)
            result_axis += 1
        else:
            item = _one_slice(w, parts, masks, i)
            if item is not None:
                slices.append((axis, *item))
            if _bit(masks["shrink_axis_mask"], i):
                dropped.append(axis)
            else:
                result_axis += 1
            axis += 1
    x = w.inputs(op)[0]
    if slices:
        axes = np.array([s[0] for s in slices], np.int64)
        x = w.emit("Slice", [x, w.vector(*(s[1] for s in slices)), w.vector(*(s[2] for s in slices)), axes,
                             w.vector(*(s[3] for s in slices))])  # fmt: skip
    if dropped:
        x = w.squeeze(x, dropped)
    return w.unsqueeze(x, new) if new else x


def _bit(mask: int, i: int) -> bool:
    return bool(mask >> i & 1)


def _one_slice(
    w: Writer, parts: list[Written], masks: dict[str, int], i: int
) -> tuple[Written, Written, Written] | None:
    """Start, end and step along one axis; None for all of it."""
    begin, end, step = (
        p[i] if isinstance(p, np.ndarray) else w.emit("Gather", [p, np.array([i], np.int64)]) for p in parts
    )
    if _bit(masks["shrink_axis_mask"], i):
        if isinstance(begin, str):
            after = w.emit("Add", [begin, np.array(1, np.int64)])
            last = w.emit("Where", [w.emit("Equal", [begin, np.array(-1, np.int64)]), np.array(_END, np.int64), after])
            return begin, last, 1
        return begin, _END if begin == -1 else begin + 1, 1
    if isinstance(step, str):
        raise NotExportable("the step of a slice is computed while the model runs")
    if _bit(masks["begin_mask"], i):
        begin = 0 if step > 0 else _END
    if _bit(masks["end_mask"], i):
        end = _END if step > 0 else -_END
    whole = isinstance(begin, (int, np.integer)) and isinstance(end, (int, np.integer)) and step == 1
    return None if whole and begin == 0 and end == _END else (begin, end, step)


@rule("GatherV2", "Gather", "ResourceGather")
def gather(w: Writer, op: Operation) -> Any:
    """Slices along an axis; in batches by positions."""
    x, indices = w.inputs(op)[:2]
    if op.type == "ResourceGather":
        x = w.export.value_of(x)
    batch = int(op.attrs.get("batch_dims", 0))
    rank, own = (op.inputs[0].shape.rank if op.type != "ResourceGather" else x.ndim), op.inputs[1].shape.rank
    axis = 0
    if op.type == "GatherV2":
        axis = int(w.known(op, 2, "the axis").reshape(()))
    if batch == 0:
        return w.emit("Gather", [x, indices], axis=axis)
    if own is None or rank is None:
        raise NotExportable("the rank of an input is unknown")
    if batch % own == own - 1 and axis % rank == rank - 1 and own == rank:
        return w.emit("GatherElements", [x, indices], axis=rank - 1)
    if axis % rank != batch:
        raise NotExportable("it gathers in batches along another axis than the next one")
    return w.emit("GatherND", [x, w.unsqueeze(w.int64(indices, op.inputs[1].dtype), [-1])], batch_dims=batch)


@rule("GatherNd")
def gather_nd(w: Writer, op: Operation) -> Any:
    """Slices at positions."""
    x, indices = w.inputs(op)
    return w.emit("GatherND", [x, w.int64(indices, op.inputs[1].dtype)])


@rule("ScatterNd")
def scatter_nd(w: Writer, op: Operation) -> Any:
    """Sums at positions of zeros."""
    indices, updates, shape = w.inputs(op)
    zeros = w.emit("Expand", [w.like(0, op.outputs[0]), w.int64(shape, op.inputs[2].dtype)])
    return w.emit("ScatterND", [zeros, w.int64(indices, op.inputs[0].dtype), updates], reduction="add")


_SCATTERS = {
    "TensorScatterUpdate": "none",
    "TensorScatterAdd": "add",
    "TensorScatterMax": "max",
    "TensorScatterMin": "min",
}


@rule(*_SCATTERS)
def tensor_scatter(w: Writer, op: Operation) -> Any:
    """Slices written or combined at positions."""
    x, indices, updates = w.inputs(op)
    how = _SCATTERS[op.type]
    if how in ("max", "min") and w.opset < 18:
        raise NotExportable("it needs opset 18")
    return w.emit("ScatterND", [x, w.int64(indices, op.inputs[1].dtype), updates], reduction=how)


@rule("OneHot")
def one_hot(w: Writer, op: Operation) -> Any:
    """Indices that are out of range have no 1: ONNX would count negative ones from the end."""
    indices, depth, on, off = w.inputs(op)
    pair = w.emit("Concat", [w.unsqueeze(off, [0]), w.unsqueeze(on, [0])], axis=0)
    size = w.int64(depth, op.inputs[1].dtype)
    wide = w.int64(indices, op.inputs[0].dtype)
    wide = w.emit("Where", [w.emit("Less", [wide, np.array(0, np.int64)]), size, wide])
    return w.emit("OneHot", [wide, size, pair], axis=int(op.attrs["axis"]))


@rule("TopKV2")
def top_k(w: Writer, op: Operation) -> Any:
    """The largest values of each row, sorted."""
    x, k = w.inputs(op)
    values, index = w.emit("TopK", [x, w.reshape(w.int64(k, op.inputs[1].dtype), np.array([1], np.int64))], 2, axis=-1)
    return [values, w.cast(index, op.outputs[1].dtype)]


@rule("Where")
def where(w: Writer, op: Operation) -> Any:
    """The positions of what is not 0."""
    return w.transpose(w.emit("NonZero", [w.inputs(op)[0]]), [1, 0])


@rule("MatrixBandPart")
def band(w: Writer, op: Operation) -> Any:
    """One triangle, then the other."""
    lower, upper = (w.known(op, i, "a diagonal").reshape(()) for i in (1, 2))
    x = w.inputs(op)[0]
    if op.inputs[0].dtype is dtypes.bool:
        x = w.cast(x, dtypes.int32)
    if upper >= 0:
        x = w.emit("Trilu", [x, np.array(upper, np.int64)], upper=0)
    if lower >= 0:
        x = w.emit("Trilu", [x, np.array(-lower, np.int64)], upper=1)
    return w.cast(x, dtypes.bool) if op.inputs[0].dtype is dtypes.bool else x


@rule("InvertPermutation")
def invert_permutation(w: Writer, op: Operation) -> Any:
    """The order of its elements."""
    x = w.inputs(op)[0]
    count = w.emit("Shape", [x])
    _, index = w.emit("TopK", [w.int64(x, op.inputs[0].dtype), count], 2, axis=-1, largest=0)
    return w.cast(index, op.outputs[0].dtype)


@rule("Unique", "UniqueV2")
def unique(w: Writer, op: Operation) -> Any:
    """Distinct elements in the order of their first appearance."""
    axis = None
    if op.type == "UniqueV2":
        listed = w.known(op, 1, "the axis").reshape(-1).tolist()
        axis = int(listed[0]) if listed else None
    values, _, index = w.emit("Unique", [w.inputs(op)[0]], 3, sorted=0, axis=axis)
    return [values, w.cast(index, op.outputs[1].dtype)]
