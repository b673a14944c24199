"""The ops of ragged tensors as models hold them: their values and the partitions into rows are inputs of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.ragged._padded_rows import NATIVE


def _coordinates(splits: list[Array]) -> tuple[Array, list[int]]:
    """The coordinates of the values, and how long the longest row of each level is."""
    positions = np.arange(len(splits[0]) - 1)[:, None]
    longest = [len(splits[0]) - 1]
    for ends in splits:
        lengths = np.diff(ends)
        rows = np.repeat(np.arange(len(lengths)), lengths)
        within = np.arange(len(rows)) - ends[:-1][rows] if len(rows) else rows
        positions = np.concatenate([positions[rows], within[:, None]], 1)
        longest.append(int(lengths.max(initial=0)))
    return positions.astype(np.int64), longest


def _check(splits: list[Array], values: Array) -> None:
    if not splits:
        raise errors.InvalidArgumentError("rt_nested_splits must not be empty")
    check_splits(splits, values)


def check_splits(splits: Sequence[Array], values: Array) -> None:
    """Raise for row splits that are not those of a ragged tensor with these values."""
    if splits and not values.ndim:
        raise errors.InvalidArgumentError("The values of a ragged tensor must have an axis, got a scalar")
    for ends in splits:
        if ends.ndim != 1:
            raise errors.InvalidArgumentError(f"Ragged splits must be vectors, got shape {ends.shape}")
    for i, ends in enumerate(splits):
        size = len(values) if i + 1 == len(splits) else len(splits[i + 1]) - 1
        if not ends.size or ends[0] != 0 or ends[-1] != size or (np.diff(ends) < 0).any():
            raise errors.InvalidArgumentError(f"Ragged splits must start at 0, not decrease and end at {size}")


def _to_sparse(splits: list[Array], values: Array) -> list[Array]:
    _check(splits, values)
    positions, sizes = _coordinates(splits)
    inner = values.shape[1:]
    if inner:
        count = int(np.prod(inner))
        rest = np.stack(np.unravel_index(np.arange(count), inner), 1)
        positions = np.concatenate([np.repeat(positions, count, 0), np.tile(rest, (len(values), 1))], 1)
    return [positions.astype(np.int64), values.reshape(-1), np.array([*sizes, *inner], np.int64)]


def _sparse_rule(ctx: ShapeContext) -> list[Dims]:
    values = ctx.dims(len(ctx.types) - 1)
    rank = Symbol() if values is None else len(ctx.types) - 1 + len(values)
    return [(count := Symbol(), rank), (count,), (rank,)]


def _sparse_gradient(op: Application, *grads: Tensor) -> Gradients:
    values = op.inputs[-1]
    return [*[None] * (len(op.inputs) - 1), apply("Reshape", (grads[1], apply("Shape", (values,))))]


TO_SPARSE: OpRecord = op(
    "RaggedTensorToSparse",
    "rt_nested_splits: RAGGED_RANK*Tsplits, rt_dense_values: T -> sparse_indices: int64, sparse_values: T, "
    "sparse_dense_shape: int64",
    "RAGGED_RANK: int >= 1; T: type; Tsplits: index = int64",
    shape=_sparse_rule,
    kernel=_to_sparse,
    gradient=_sparse_gradient,
)


def _splits(partitions: list[Array], kinds: list[str]) -> list[Array]:
    """Every partition as the ends of its rows."""
    rest = list(zip(partitions, kinds, strict=True))
    rows = None
    if rest and rest[0][1] == "FIRST_DIM_SIZE":
        rows = int(rest.pop(0)[0])
    found: list[Array] = []
    for partition, kind in rest:
        if kind == "ROW_SPLITS":
            ends = partition.astype(np.int64)
        elif kind == "VALUE_ROWIDS" and rows is not None:
            ends = np.concatenate([[0], np.cumsum(np.bincount(partition, minlength=rows))]).astype(np.int64)
        else:
            raise errors.InvalidArgumentError(f"Row partition type {kind} is not supported here.")
        found.append(ends)
        rows = int(ends[-1])
    return found


def to_tensor(
    shape: Array, values: Array, default: Array, partitions: list[Array], row_partition_types: list[str]
) -> Array:
    """Rows of one length from those of a ragged tensor."""
    kinds = [k.decode() if isinstance(k, bytes) else k for k in row_partition_types]
    splits = _splits(partitions, kinds)
    _check(splits, values)
    positions, sizes = _coordinates(splits)
    whole = [*sizes, *values.shape[1:]]
    wanted = shape.reshape(-1).tolist() if shape.ndim else [-1] * len(whole)
    if len(wanted) != len(whole):
        raise errors.InvalidArgumentError(f"shape has {len(wanted)} dimensions, the ragged tensor {len(whole)}")
    target = [n if w < 0 else w for n, w in zip(whole, wanted, strict=True)]
    result = np.empty(target, values.dtype)
    result[...] = default
    kept = (positions < np.array(target[: len(sizes)])).all(1)
    result[tuple(positions[kept].T)] = values[kept]
    return result


def _tensor_rule(ctx: ShapeContext) -> Dims:
    shape, values = ctx.dims_value(0), ctx.dims(1)
    if ctx.rank(0) == 0 or shape is None:
        partitions = len(ctx.attrs["row_partition_types"])
        first = ctx.attrs["row_partition_types"][0]
        levels = partitions - (first in ("FIRST_DIM_SIZE", b"FIRST_DIM_SIZE"))
        return None if values is None else (*(Symbol() for _ in range(levels + 1)), *values[1:])
    return tuple(Symbol() if isinstance(n, int) and n < 0 else n for n in shape)


def _tensor_gradient(op: Application, grad: Tensor) -> Gradients:
    """Each value receives the gradient of its place, the default value the sum of the others."""
    _, values, default = op.inputs[:3]
    kinds = op.attrs["row_partition_types"]
    count = apply("Shape", (values,))[0]
    numbers = apply("Range", (1, count + 1, 1))  # 0 is where nothing is
    outer = apply("Shape", (grad,))
    inner = apply("Size", (apply("Shape", (values,)),)) - 1
    levels = apply("Size", (outer,)) - inner
    wanted = outer[:levels]
    attrs = {"row_partition_types": kinds}
    places = apply(TO_TENSOR, (wanted, numbers, np.int32(0), list(op.inputs[3:])), attrs)
    rows = apply("Reshape", (grad, apply("ConcatV2", ([[-1], outer[levels:]], 0))))
    sums = apply("UnsortedSegmentSum", (rows, apply("Reshape", (places, [-1])), count + 1))
    for_default = sums[0]
    if default.shape.rank == 0:
        for_default = apply("Sum", (apply("Reshape", (for_default, [-1])), 0))
    return [None, sums[1:], for_default, *[None] * (len(op.inputs) - 3)]


TO_TENSOR: OpRecord = op(
    "RaggedTensorToTensor",
    "shape: Tshape, values: T, default_value: T, row_partition_tensors: num_row_partition_tensors*Tindex -> result: T",
    "T: type; Tindex: index; Tshape: index; num_row_partition_tensors: int >= 1; row_partition_types: list(string)",
    shape=_tensor_rule,
    kernel=to_tensor,
    native=NATIVE,
    gradient=_tensor_gradient,
)


def _bincount(splits: Array, values: Array, size: Array, weights: Array, binary_output: bool) -> Array:
    if not splits.size or splits[0] != 0 or splits[-1] != len(values):
        raise errors.InvalidArgumentError("Splits must start with 0 and end with the number of values")
    if (values < 0).any():
        raise errors.InvalidArgumentError("Input must be non-negative")
    rows = np.repeat(np.arange(len(splits) - 1), np.diff(splits))
    result: Any = np.zeros((len(splits) - 1, int(size)), weights.dtype)
    inside = values < size
    places = (rows[inside], values[inside])
    if binary_output:
        result[places] = 1
    else:
        np.add.at(result, places, weights[inside] if weights.size else 1)
    return np.asarray(result)


op(
    "RaggedBincount",
    "splits: int64, values: Tidx, size: Tidx, weights: T -> output: T",
    "Tidx: index; T: {int32, int64, float, double}; binary_output: bool = false",
    shape=lambda ctx: (Symbol(), (ctx.dims_value(2) or (Symbol(),))[0]),
    kernel=_bincount,
)
