"""Ragged tensors one behind the other along any axis, and stacked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor
from graphwright.core.typing import TensorLike
from graphwright.ops.ragged.construct import gathered, joined_rows
from graphwright.ops.ragged.ragged_tensor import RaggedTensor


def _parts(values: Sequence[Any]) -> list[Any]:
    return [v if isinstance(v, RaggedTensor) else to_tensor(v) for v in values]


def _axis(axis: int, rank: int | None, what: str) -> int:
    if rank is None:
        if axis < 0:
            raise ValueError(f"A negative axis needs {what} of known rank.")
        return axis
    at = axis + rank if axis < 0 else axis
    if not 0 <= at < rank:
        raise ValueError(f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}")
    return at


def _known_rank(parts: Sequence[Any]) -> int | None:
    ranks = {p.shape.rank for p in parts} - {None}
    if len(ranks) > 1:
        raise ValueError(f"The ranks of the tensors differ: {sorted(ranks)}")
    return ranks.pop() if ranks else None


def concat(values: Sequence[TensorLike], axis: int) -> Any:
    """The tensors one behind the other along an axis, as `tf.concat` does for ragged ones."""
    parts = _parts(values)
    at = _axis(int(axis), _known_rank(parts), "tensors")
    return parts[0] if len(parts) == 1 else _joined(parts, at)


def _joined(parts: list[int] | list[Tensor], at: int) -> Any:
    if not any(isinstance(p, RaggedTensor) for p in parts):
        if at == 0:
            return apply("ConcatV2", (list(parts), 0))
        return apply("ConcatV2", (list(parts), at))
    if at == 0:
        return joined_rows(parts)[0]
    ragged = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in parts]
    if at > 1:
        return ragged[0].with_values(_joined([p.values for p in ragged], at - 1))
    return _interleaved(ragged, joined=True)


def _interleaved(parts: Sequence[RaggedTensor], joined: bool) -> Any:
    """Row i of every part side by side: as one row, or as rows of a row."""
    rows, _ = joined_rows(parts)
    count, dtype = parts[0].nrows(), parts[0].row_splits.dtype
    number = len(parts)
    grid = apply("Reshape", (apply("Range", (to_tensor(0, dtype), count * number, to_tensor(1, dtype))), [number, -1]))
    order = apply("Reshape", (apply("Transpose", (grid, [1, 0])), [-1]))
    side_by_side = RaggedTensor.from_uniform_row_length(gathered(rows, order), number, nrows=count, validate=False)
    if not joined:
        return RaggedTensor.from_row_splits(side_by_side.values, side_by_side.row_splits, validate=False)
    splits = apply("GatherV2", (side_by_side.values.row_splits, side_by_side.row_splits, 0))
    return RaggedTensor.from_row_splits(side_by_side.values.values, splits, validate=False)


def stack(values: Sequence[Any], axis: int) -> Any:
    """The tensors as the rows of a new axis, as `tf.stack` and `tf.ragged.stack` do."""
    if not values:
        raise ValueError("rt_inputs may not be empty.")
    parts = _parts(values)
    rank = _known_rank(parts)
    at = _axis(int(axis), None if rank is None else rank + 1, "tensors")
    if rank == 0:
        return apply("Pack", (parts,))
    return _stacked(parts, at)


def _stacked(parts: Sequence[Any], at: int) -> Any:
    if at == 0:
        joined, lengths = joined_rows(parts)
        return RaggedTensor.from_row_lengths(joined, lengths, validate=False)
    ragged = [p if isinstance(p, RaggedTensor) else None for p in parts]
    if all(p is None for p in ragged):
        return apply("Pack", (list(parts),), {"axis": at})
    made = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in parts]
    if at == 1:
        return _interleaved(made, joined=False)
    return made[0].with_values(_stacked([p.values for p in made], at - 1))


__all__ = ["concat", "stack"]
