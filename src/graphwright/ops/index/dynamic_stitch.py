"""Partitioning and stitching by index, and reversing sequences of different lengths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.ir.lowering import Routed
from graphwright.ir.prelude import (
    Dim,
    Emitter,
    Generate,
    Loader,
    Operand,
    Operation,
    OpRecord,
    ShapeContext,
    Symbol,
    op,
)
from graphwright.ir.types import Dims, describe_dims
from graphwright.ops.array._dims import merge_dims, normal_axis
from graphwright.ops.array._moved_elements import moves

# DynamicStitch -----


def _stitch_rule(ctx: ShapeContext) -> Dims:
    count = ctx.attrs["N"]
    inner: Dims = None
    most: int | None = 0
    for i in range(count):
        indices, data = ctx.dims(i), ctx.dims(count + i)
        known = ctx.value(i)
        if known is None:
            most = None
        elif most is not None:
            most = max(most, int(known.max()) + 1 if known.size else 0)
        if indices is None or data is None:
            continue
        text = (
            f"data[{i}].shape = {describe_dims(data)} does not start with indices[{i}].shape = {describe_dims(indices)}"
        )
        if len(indices) > len(data):
            raise ctx.fail(text)
        merge_dims(ctx, data[: len(indices)], indices, text)
        rest = data[len(indices) :]
        inner = merge_dims(
            ctx, inner, rest, f"Inner shapes of data differ: {describe_dims(inner)}, {describe_dims(rest)}"
        )
    return None if inner is None else (Symbol() if most is None else most, *inner)


def _stitch(indices: Sequence[Array], data: Sequence[Array]) -> Array:
    for i, (ids, part) in enumerate(zip(indices, data, strict=True)):
        if part.shape[: ids.ndim] != ids.shape:
            raise errors.InvalidArgumentError(
                f"data[{i}].shape = {describe_dims(part.shape)} does not start with indices[{i}].shape = "
                f"{describe_dims(ids.shape)}"
            )
        for at, number in enumerate(ids.reshape(-1).tolist()):
            if number < 0:
                raise errors.InvalidArgumentError(f"indices[{at}] is out of range")
    inner = data[0].shape[indices[0].ndim :]
    for ids, part in zip(indices, data, strict=True):
        if part.shape[ids.ndim :] != inner:
            raise errors.InvalidArgumentError(
                f"Need data[0].shape[{indices[0].ndim}:] = {describe_dims(inner)}, got {describe_dims(part.shape)}"
            )
    flat = np.concatenate([i.reshape(-1) for i in indices])
    rows = np.concatenate([d.reshape((i.size, *inner)) for i, d in zip(indices, data, strict=True)])
    count = int(flat.max()) + 1 if flat.size else 0
    result = np.full((count, *inner), b"" if data[0].dtype == object else 0, data[0].dtype)
    result[flat] = rows  # the last of several wins
    return result


def _stitch_gradient(op: Application, grad: Tensor) -> Gradients:
    """Each row of data has the gradient of its destination, except rows that another one overwrote."""
    count = op.attrs["N"]
    indices = list(op.inputs[:count])
    numbers: list[Tensor] = []
    start: Tensor | int = 0
    for ids in indices:
        size = apply("Size", (ids,))
        flat = apply("Range", (start, apply("AddV2", (size, start)), 1))
        numbers.append(apply("Reshape", (flat, apply("Shape", (ids,)))))
        start = apply("AddV2", (size, start))
    winners = apply(STITCH, (indices, numbers))
    result = []
    for ids, own in zip(indices, numbers, strict=True):
        won = apply("Equal", (apply("GatherV2", (winners, ids, 0)), own))
        picked = apply("GatherV2", (grad, ids, 0))
        ranks = apply("Sub", (apply("Rank", (picked,)), apply("Rank", (ids,))))
        ones = apply("Fill", (apply("ExpandDims", (ranks, 0)), np.int32(1)))
        shaped = apply("Reshape", (won, apply("ConcatV2", ([apply("Shape", (ids,)), ones], 0))))
        result.append(apply("SelectV2", (shaped, picked, apply("ZerosLike", (picked,)))))
    return [None] * count + result


STITCH: OpRecord = op(
    "DynamicStitch",
    "indices: N*int32, data: N*T -> merged: T",
    "N: int >= 1; T: type",
    shape=_stitch_rule,
    kernel=_stitch,
    gradient=_stitch_gradient,
    partial=moves(1),
    native=Routed("stitch"),
)

# DynamicPartition -----


def _partition_rule(ctx: ShapeContext) -> list[Dims]:
    data, numbers, count = ctx.dims(0), ctx.dims(1), ctx.attrs["num_partitions"]
    if data is None or numbers is None:
        return [None] * count
    text = f"data.shape must start with partitions.shape, got {describe_dims(data)} and {describe_dims(numbers)}"
    if len(numbers) > len(data):
        raise ctx.fail(text)
    merge_dims(ctx, data[: len(numbers)], numbers, text)
    return [(Symbol(), *data[len(numbers) :]) for _ in range(count)]


def _partition(data: Array, partitions: Array, num_partitions: int) -> list[Array]:
    if data.shape[: partitions.ndim] != partitions.shape:
        raise errors.InvalidArgumentError(
            f"data.shape must start with partitions.shape, got data.shape = {describe_dims(data.shape)}, "
            f"partitions.shape = {describe_dims(partitions.shape)}"
        )
    flat = partitions.reshape(-1)
    wrong = np.flatnonzero((flat < 0) | (flat >= num_partitions))
    if wrong.size:
        position = tuple(int(i) for i in np.unravel_index(wrong[0], partitions.shape))
        raise errors.InvalidArgumentError(
            f"partitions{describe_dims(position) if position else ''} = {int(flat[wrong[0]])} "
            f"is not in [0, {num_partitions})"
        )
    rows = data.reshape((flat.size, *data.shape[partitions.ndim :]))
    return [rows[flat == i] for i in range(num_partitions)]


def _partition_gradient(op: Application, *grads: Tensor) -> Gradients:
    data, numbers = op.inputs
    shape = apply("Shape", (numbers,))
    positions = apply("Reshape", (apply("Range", (0, apply("Size", (numbers,)), 1)), shape))
    parts = apply_multi(PARTITION, (positions, numbers), {"num_partitions": op.attrs["num_partitions"]})
    stitched = apply(STITCH, (list(parts), list(grads)))
    return [apply("Reshape", (stitched, apply("Shape", (data,)))), None]


PARTITION: OpRecord = op(
    "DynamicPartition",
    "data: T, partitions: int32 -> outputs: num_partitions*T",
    "num_partitions: int >= 1; T: type",
    shape=_partition_rule,
    kernel=_partition,
    gradient=_partition_gradient,
    native=Routed("partition"),
)

# ReverseSequence -----


def _check_sequence_axes(rank: int, seq_dim: int, batch_dim: int) -> None:
    for what, axis in (("seq_dim", seq_dim), ("batch_dim", batch_dim)):
        if not -rank <= axis < rank:
            raise errors.ShapeMismatchError(f"{what} must be < input rank: {axis} vs. {rank}")
    if seq_dim == batch_dim:
        raise errors.ShapeMismatchError(f"batch_dim == seq_dim == {seq_dim}")


def _sequence_rule(ctx: ShapeContext) -> Dims:
    dims, lengths = ctx.dims(0), ctx.dims(1)
    if lengths is not None and len(lengths) != 1:
        raise ctx.fail(f"Shape must be rank 1 but is rank {len(lengths)}")
    if dims is None:
        return None
    seq_dim, batch_dim = ctx.attrs["seq_dim"], ctx.attrs["batch_dim"]
    _check_sequence_axes(len(dims), seq_dim, batch_dim)
    axis = normal_axis(ctx, batch_dim, len(dims))
    if lengths is not None:
        text = f"Length of seq_lengths != input.dims({batch_dim})"
        merged = merge_dims(ctx, (dims[axis],), lengths, text)
        return (*dims[:axis], *(merged or ()), *dims[axis + 1 :])
    return dims


def _reverse_sequence(x: Array, seq_lengths: Array, seq_dim: int, batch_dim: int) -> Array:
    _check_sequence_axes(x.ndim, seq_dim, batch_dim)
    if seq_lengths.shape != (x.shape[batch_dim],):
        raise errors.InvalidArgumentError(
            f"Length of seq_lengths != input.dims({batch_dim}), ({len(seq_lengths)} vs. {x.shape[batch_dim]})"
        )
    result = np.moveaxis(x, (batch_dim, seq_dim), (0, 1)).copy()
    for row, (length, size) in enumerate((int(n), result.shape[1]) for n in seq_lengths):
        if length < 0:
            raise errors.InvalidArgumentError(f"seq_lens({row}) < 0")
        if length > size:
            raise errors.InvalidArgumentError(f"seq_lens({row}) > input.dims({seq_dim})")
        result[row, :length] = result[row, :length][::-1].copy()
    return np.ascontiguousarray(np.moveaxis(result, (0, 1), (batch_dim, seq_dim)))


def _sequence_length(e: Emitter, load: Loader, index: Sequence[Operand], batch_dim: int) -> Operand:
    return e.convert(load(1, [index[batch_dim]]), "int64")


def _sequence_native(e: Emitter, load: Loader, index: Sequence[Operand], seq_dim: int, batch_dim: int) -> Operand:
    at, length = index[seq_dim], _sequence_length(e, load, index, batch_dim)
    mirrored = e.sub(e.sub(length, e.const(1, "int64")), at)
    positions = list(index)
    positions[seq_dim] = e.select(e.compare("lt", at, length), mirrored, at)
    return load(0, positions)


def _sequence_check(e: Emitter, load: Loader, index: Sequence[Operand], seq_dim: int, batch_dim: int) -> Operand:
    length = _sequence_length(e, load, index, batch_dim)
    fits = e.compare("le", length, load.size(0, seq_dim % load.rank(0)))
    return e.logical_and(e.compare("ge", length, e.const(0, "int64")), fits)


def _sequence_counts(op: Operation) -> list[tuple[Dim, ...]]:
    """There is a length for each sequence."""
    dims, lengths = (v.type.dims for v in op.inputs)
    return [] if dims is None or lengths is None else [(dims[op.attrs["batch_dim"]], lengths[0])]


def _sequence_gradient(op: Application, grad: Tensor) -> Gradients:
    attrs = {"seq_dim": op.attrs["seq_dim"], "batch_dim": op.attrs["batch_dim"]}
    return [apply(REVERSE_SEQUENCE, (grad, op.inputs[1]), attrs), None]


REVERSE_SEQUENCE: OpRecord = op(
    "ReverseSequence",
    "input: T, seq_lengths: Tlen -> output: T",
    "seq_dim: int; batch_dim: int = 0; T: type; Tlen: index = int64",
    shape=_sequence_rule,
    kernel=_reverse_sequence,
    gradient=_sequence_gradient,
    native=Generate(_sequence_native, _sequence_check, _sequence_counts),
)

# public functions -----


def dynamic_stitch(indices: Sequence[TensorLike], data: Sequence[TensorLike], name: str | None = None) -> Tensor:
    """One tensor of the rows of several: row `indices[m][i]` is `data[m][i]`, the last of several wins.

    Args:
      indices: list of int32 tensors.
      data: list of tensors of one dtype, the shape of each beginning with that of its indices.

    Rows that no index names are 0. Raises InvalidArgumentError (ValueError in a graph) for shapes that do not fit.

    >>> tf.dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]).numpy()
    array([10, 20, 30], dtype=int32)
    """
    indices, data = list(indices), list(data)
    if len(indices) != len(data):
        raise ValueError(f"`data` has {len(data)} tensors and `indices` {len(indices)}: each needs the other.")
    return apply(STITCH, (indices, data), None, name)


def dynamic_partition(
    data: TensorLike, partitions: TensorLike, num_partitions: int, name: str | None = None
) -> list[Tensor]:
    """Split the rows of a tensor into `num_partitions` tensors; `partitions` says where each row goes.

    Raises InvalidArgumentError for a number outside [0, num_partitions).

    >>> [t.numpy().tolist() for t in tf.dynamic_partition([1, 2, 3], [0, 1, 0], 2)]
    [[1, 3], [2]]
    """
    return list(apply_multi(PARTITION, (data, partitions), {"num_partitions": num_partitions}, name))


def reverse_sequence(
    input: TensorLike,
    seq_lengths: TensorLike,
    seq_axis: int | None = None,
    batch_axis: int | None = None,
    name: str | None = None,
) -> Tensor:
    """The first `seq_lengths[i]` elements along `seq_axis` reversed, for each i along `batch_axis`.

    Args:
      input: tensor.
      seq_lengths: int32 or int64 vector, as long as `batch_axis` of the input.
      seq_axis: the axis that is reversed.
      batch_axis: the axis of the sequences, 0 by default.

    Raises InvalidArgumentError for a length that is too large, and (ValueError in a graph) for axes that do not fit.

    >>> tf.reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1).numpy().tolist()
    [[2, 1, 3], [6, 5, 4]]
    """
    attrs = {"seq_dim": seq_axis, "batch_dim": 0 if batch_axis is None else batch_axis}
    return apply(REVERSE_SEQUENCE, (input, seq_lengths), attrs, name)
