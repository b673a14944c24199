"""RaggedGather: rows of a ragged tensor by their indices."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op


def _ranges(starts: Array, ends: Array) -> Array:
    """The numbers from each start up to its end, one range after the other."""
    lengths = ends - starts
    total = int(lengths.sum())
    firsts = np.repeat(starts - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths) if total else starts[:0]
    chosen: Array = firsts + np.arange(total)
    return chosen


def _check_splits(splits: Sequence[Array], values: Array) -> None:
    """Raise for splits that point outside of what they split; they need not cover it."""
    for i, ends in enumerate(splits):
        behind = splits[i + 1].size - 1 if i + 1 < len(splits) else len(values) if values.ndim else -1
        if ends.ndim != 1 or not ends.size or behind < 0:
            raise errors.InvalidArgumentError("Ragged splits must be vectors that are not empty, and values have rows")
        if ends.min() < 0 or (np.diff(ends) < 0).any():
            raise errors.InvalidArgumentError(f"Ragged splits must be non-negative and sorted: {ends.tolist()}")
        if ends[-1] > behind:
            raise errors.InvalidArgumentError(f"Ragged splits must not point past values: {ends[-1]} > {behind}")


def _gather(splits: Sequence[Array], values: Array, indices: Array, OUTPUT_RAGGED_RANK: int) -> list[Array]:
    if len(splits) + indices.ndim - 1 != OUTPUT_RAGGED_RANK:
        raise errors.InvalidArgumentError(
            f"The result has ragged rank {len(splits) + indices.ndim - 1}, not {OUTPUT_RAGGED_RANK}."
        )
    _check_splits(splits, values)
    rows, dtype = indices.reshape(-1).astype(np.int64), splits[0].dtype
    count = len(splits[0]) - 1
    outside = np.flatnonzero((rows < 0) | (rows >= count))
    if outside.size:
        place = ",".join(map(str, np.unravel_index(outside[0], indices.shape)))
        raise errors.InvalidArgumentError(f"indices[{place}] = {rows[outside[0]]} is not in [0, {count})")
    found = []
    for outer, inner in pairwise(np.cumprod(indices.shape, dtype=np.int64).tolist()):
        found.append(np.linspace(0, inner, outer + 1).astype(dtype))
    for level, current in enumerate(splits):
        starts, ends = current[rows].astype(np.int64), current[rows + 1].astype(np.int64)
        if level or indices.ndim:
            found.append(np.concatenate([[0], np.cumsum(ends - starts)]).astype(dtype))
        rows = _ranges(starts, ends)
    return [*found, values[rows]]


def _dims(ctx: ShapeContext) -> list[Dims]:
    values = ctx.dims(ctx.attrs["PARAMS_RAGGED_RANK"])
    splits: list[Dims] = [(Symbol(),) for _ in range(ctx.attrs["OUTPUT_RAGGED_RANK"])]
    return [*splits, None if values is None else (Symbol(), *values[1:])]


op(
    "RaggedGather",
    "params_nested_splits: PARAMS_RAGGED_RANK*Tsplits, params_dense_values: Tvalues, indices: Tindices -> "
    "output_nested_splits: OUTPUT_RAGGED_RANK*Tsplits, output_dense_values: Tvalues",
    "Tvalues: type; Tindices: index; Tsplits: index = int64; PARAMS_RAGGED_RANK: int >= 1; "
    "OUTPUT_RAGGED_RANK: int >= 0",
    shape=_dims,
    kernel=_gather,
)
