"""Ragged forms of public functions that repeat, divide and drop rows, and sum over segments of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, TensorLike, apply, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.checks import row_ids
from graphwright.ops.ragged.indexing import gather, take
from graphwright.ops.ragged.ragged_tensor import RaggedTensor


def tile(original: Callable[..., Any], input: RaggedTensor, multiples: TensorLike, name: str | None = None) -> Any:
    """Repeat rows and what is in them."""
    if (rank := input.shape.rank) is None:
        raise ValueError("tf.tile needs a ragged tensor of known rank.")
    counts = apply("Cast", (to_tensor(multiples),), {"DstT": input.row_splits.dtype})
    if counts.shape.rank != 1 or counts.shape[0] not in (rank, None):
        raise ValueError(f"multiples must be a vector of {rank} numbers, got shape {counts.shape}")
    return _tiled(input, [counts[i] for i in range(rank)])


def _tiled(x: Any, counts: list[Any]) -> Any:
    if not isinstance(x, RaggedTensor):
        return x if all(map(_is_one, counts)) else apply("Tile", (x, apply("Pack", (counts,))))
    dtype = x.row_splits.dtype.numpy
    zero, one = np.zeros((), dtype), np.ones((), dtype)
    result = x.with_values(_tiled(x.values, [one, *counts[2:]]))
    if not _is_one(counts[1]):
        splits = apply("Mul", (x.row_splits, counts[1]))
        ids = row_ids(splits)
        offsets = apply("Range", (zero, splits[-1], one)) - apply("GatherV2", (splits, ids, 0))
        within = apply("FloorMod", (offsets, apply("GatherV2", (x.row_lengths(), ids, 0))))
        positions = apply("GatherV2", (x.row_splits, ids, 0)) + within
        result = RaggedTensor.from_row_splits(take(result.values, positions), splits, validate=False)
    if not _is_one(counts[0]):
        count = x.nrows()
        result = take(result, apply("FloorMod", (apply("Range", (zero, count * counts[0], one)), count)))
    return result


def _is_one(count: TensorLike) -> bool:
    known = constant_value(count)
    return known is not None and int(known) == 1


def repeat(
    original: Callable[..., Tensor], input: Any, repeats: Any, axis: int | None = None, name: str | None = None
) -> Tensor:
    """Repeat each value of all rows, flat; along an axis, only tensors are repeated."""
    if axis is not None or isinstance(repeats, RaggedTensor):
        raise ValueError(
            "tf.repeat of ragged tensors gives their values, flat: leave out `axis`. Rows are repeated by "
            "tf.gather(x, tf.repeat(tf.range(x.nrows()), repeats))."
        )
    return original(input.flat_values, repeats, None, name)


def position(axis: int, rank: int | None) -> int:
    """The dimension that an axis means, counted from 0; ValueError if there is none."""
    if rank is None and axis < 0:
        raise ValueError("A negative axis needs a ragged tensor of known rank.")
    at = axis + (rank or 0) if axis < 0 else axis
    if at < 0 or (rank is not None and at >= rank):
        raise ValueError(f"axis={axis} out of bounds for a ragged tensor of rank {rank}")
    return at


def squeeze(original: Callable[..., Any], input: RaggedTensor, axis: Any = None, name: str | None = None) -> Any:
    """Drop dimensions of size 1."""
    if axis is None:
        raise ValueError("tf.squeeze of a ragged tensor needs an axis.")
    return _squeezed(original, input, sorted({position(int(a), input.shape.rank) for a in np.ravel(axis)}))


def _squeezed(original: Callable[..., Any], x: Any, axes: list[int]) -> Any:
    if not axes:
        return x
    if not isinstance(x, RaggedTensor):
        return original(x, axes)
    values = _squeezed(original, x.values, [a - 1 for a in axes if a > 1])
    if 1 in axes:
        _require_ones(x.row_lengths())
        return _squeezed(original, values, [0]) if 0 in axes else values
    if 0 in axes:
        _require_ones(x.nrows())
        return values
    return x.with_values(values)


def _require_ones(sizes: Tensor) -> None:
    one = np.ones((), sizes.dtype.numpy)
    if (known := constant_value(sizes)) is None:
        assert_equal(sizes, one, "Only dimensions of size 1 can be dropped.")
    elif (known != 1).any():
        raise errors.InvalidArgumentError(f"Only dimensions of size 1 can be dropped, got {known.tolist()}.")


def unsorted_segments(
    original: Callable[..., Tensor], data: Any, segment_ids: Any, num_segments: TensorLike, name: str | None = None
) -> Any:
    """Reduce the values of each segment, whose ids have the same rows, or the rows that have the same id."""
    from graphwright.ops.ragged.construct import map_flat_values

    if not isinstance(data, RaggedTensor):
        raise ValueError("Ids are ragged where data are.")
    if not isinstance(segment_ids, RaggedTensor):
        from graphwright.ops.ragged.reduce import aggregated

        return aggregated(lambda *operands: original(*operands, name), data, to_tensor(segment_ids), num_segments)
    kept: list[Tensor] = []

    def reduced(values: Tensor, ids: Tensor) -> Tensor:
        kept.append(original(values, ids, num_segments, name))
        return values

    map_flat_values(reduced, data, segment_ids)
    return kept[0]


def gather_nd(
    original: Callable[..., Any], params: Any, indices: Any, batch_dims: int = 0, name: str | None = None, *rest: Any
) -> Any:
    """`tf.gather_nd` of ragged `params` or `indices`: coordinates in rows are places among the values."""
    if batch_dims:
        raise ValueError("batch_dims != 0 is not supported for ragged gather yet.")
    if isinstance(indices, RaggedTensor):
        if indices.ragged_rank >= (indices.shape.rank or 0) - 1 and indices.flat_values.shape.rank == 1:
            raise ValueError("The innermost dimension of indices may not be ragged")
        return indices.with_values(gather_nd(original, params, indices.values, 0, name, *rest))
    places = to_tensor(indices)
    if not isinstance(params, RaggedTensor):
        return original(params, places, 0, name, *rest)
    count = places.shape[-1] if places.shape.rank else None
    if count is None:
        raise ValueError("The size of the last dimension of indices must be known to gather from a RaggedTensor.")
    if count == 1:
        return gather(params, apply("Squeeze", (places,), {"squeeze_dims": [-1]}), uniform=True)
    wide = apply("Cast", (places,), {"DstT": params.row_splits.dtype})
    row, column = wide[..., 0], wide[..., 1]
    lengths = apply("GatherV2", (params.row_lengths(), row, 0))
    zero = np.zeros((), params.row_splits.dtype.numpy)
    inside = apply("LogicalAnd", (apply("GreaterEqual", (column, zero)), apply("Less", (column, lengths))))
    if (known := constant_value(inside)) is None:
        assert_equal(inside, np.bool_(True), "indices are outside of their rows")
    elif not known.all():
        raise errors.InvalidArgumentError("indices are outside of their rows")
    flat = apply("ExpandDims", (apply("AddV2", (apply("GatherV2", (params.row_starts(), row, 0)), column)), -1))
    return gather_nd(original, params.values, apply("ConcatV2", ([flat, wide[..., 2:]], np.int32(-1))), 0, name, *rest)
