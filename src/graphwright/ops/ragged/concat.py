"""Concatenation and stacking of ragged tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.core.prelude import Tensor, TensorLike, apply, to_tensor
from graphwright.ops.ragged.construct import concat_rows
from graphwright.ops.ragged.indexing import gather_rows
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.row_partition import require_equal


def _operands(values: Sequence[Any]) -> list[Any]:
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


def _known_rank(operands: Sequence[Any]) -> int | None:
    ranks = {p.shape.rank for p in operands} - {None}
    if len(ranks) > 1:
        raise ValueError(f"The ranks of the tensors differ: {sorted(ranks)}")
    return ranks.pop() if ranks else None


def concat(values: Sequence[TensorLike], axis: int) -> Any:
    """Concatenate ragged tensors along an axis (`tf.concat`)."""
    operands = _operands(values)
    at = _axis(int(axis), _known_rank(operands), "tensors")
    return operands[0] if len(operands) == 1 else _concatenated(operands, at)


def _concatenated(operands: list[int] | list[Tensor], at: int) -> Any:
    if not any(isinstance(p, RaggedTensor) for p in operands):
        if at == 0:
            return apply("ConcatV2", (list(operands), 0))
        return apply("ConcatV2", (list(operands), at))
    if at == 0:
        return concat_rows(operands)[0]
    ragged = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in operands]
    if at > 1:
        _require_same_rows(ragged)
        return ragged[0].with_values(_concatenated([p.values for p in ragged], at - 1))
    return _interleaved(ragged, joined=True)


def _interleaved(operands: Sequence[RaggedTensor], joined: bool) -> Any:
    """Interleave the rows of the tensors: row i of each, joined into one row or as rows of a row."""
    for other in operands[1:]:
        _require_dtype(other, operands[0])
        require_equal(other.nrows(), operands[0].nrows(), "Input tensors have incompatible shapes: other rows")
    rows, _ = concat_rows(operands)
    count, dtype = operands[0].nrows(), operands[0].row_splits.dtype
    number = len(operands)
    grid = apply("Reshape", (apply("Range", (to_tensor(0, dtype), count * number, to_tensor(1, dtype))), [number, -1]))
    order = apply("Reshape", (apply("Transpose", (grid, [1, 0])), [-1]))
    interleaved = RaggedTensor.from_uniform_row_length(gather_rows(rows, order), number, nrows=count, validate=False)
    if not joined:
        return RaggedTensor.from_row_splits(interleaved.values, interleaved.row_splits, validate=False)
    splits = apply("GatherV2", (interleaved.values.row_splits, interleaved.row_splits, 0))
    return RaggedTensor.from_row_splits(interleaved.values.values, splits, validate=False)


def _require_same_rows(operands: Sequence[Any]) -> None:
    """Raise where the rows of the tensors are not divided alike."""
    for other in operands[1:]:
        _require_dtype(other, operands[0])
        require_equal(other.row_splits, operands[0].row_splits, "Inputs must have identical ragged splits")


def _require_dtype(x: RaggedTensor, y: RaggedTensor) -> None:
    if x.row_splits.dtype != y.row_splits.dtype:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to "
            "convert them to compatible dtypes."
        )


def stack(values: Sequence[Any], axis: int) -> Any:
    """Stack ragged tensors along a new axis (`tf.stack` and `tf.ragged.stack`)."""
    if not values:
        raise ValueError("rt_inputs may not be empty.")
    operands = _operands(values)
    rank = _known_rank(operands)
    at = _axis(int(axis), None if rank is None else rank + 1, "tensors")
    if rank == 0:
        return apply("Pack", (operands,))
    return _stacked(operands, at)


def _stacked(operands: Sequence[Any], at: int) -> Any:
    if at == 0:
        if all((p.shape.rank or 0) > 1 for p in operands):  # their second dimension may differ as well
            operands = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in operands]
        joined, lengths = concat_rows(operands)
        return RaggedTensor.from_row_lengths(joined, lengths, validate=False)
    ragged = [p if isinstance(p, RaggedTensor) else None for p in operands]
    if all(p is None for p in ragged):
        return apply("Pack", (list(operands),), {"axis": at})
    ragged_operands = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in operands]
    if at == 1:
        return _interleaved(ragged_operands, joined=False)
    _require_same_rows(ragged_operands)
    return ragged_operands[0].with_values(_stacked([p.values for p in ragged_operands], at - 1))
