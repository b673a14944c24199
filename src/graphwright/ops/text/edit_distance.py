"""Levenshtein's distance between sequences that sparse tensors hold."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op


def _distance(a: list[Any], b: list[Any]) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
    return row[-1]


def _sequences(indices: Array, values: Array) -> dict[tuple[int, ...], list[Any]]:
    found: dict[tuple[int, ...], list[Any]] = {}
    for at, value in zip(indices[:, :-1].tolist(), values.tolist(), strict=True):
        found.setdefault(tuple(at), []).append(value)
    return found


def _edit_distance(
    hyp_indices: Array, hyp: Array, hyp_shape: Array, indices: Array, truth: Array, shape: Array, normalize: bool
) -> Array:
    if len(hyp_shape) != len(shape):
        raise errors.InvalidArgumentError(
            f"hypothesis_shape and truth_shape must have the same number of elements: {len(hyp_shape)}, {len(shape)}"
        )
    if len(shape) < 2:
        raise errors.InvalidArgumentError(f"Expected hypotheses and truths of rank >= 2, got {len(shape)}")
    sizes = np.maximum(hyp_shape[:-1], shape[:-1]).astype(int)
    result = np.zeros(sizes, np.float32)
    guesses, truths = _sequences(hyp_indices, hyp), _sequences(indices, truth)
    for at in {*guesses, *truths}:
        if any(not 0 <= i < n for i, n in zip(at, sizes, strict=True)):
            raise errors.InvalidArgumentError(f"Indices {list(at)} are out of bounds of the shape {sizes.tolist()}")
        guess, wanted = guesses.get(at, []), truths.get(at, [])
        distance = float(_distance(guess, wanted))
        if normalize:
            distance = distance / len(wanted) if wanted else float("inf") if guess else 0.0
        result[at] = distance
    return result


def _rule(ctx: ShapeContext) -> Dims:
    shapes = [ctx.dims_value(i) for i in (2, 5)]
    a, b = ((None if s is None else s[:-1]) for s in shapes)
    if a is None or b is None or len(a) != len(b):
        return None
    return tuple(
        max(m, n) if isinstance(m, int) and isinstance(n, int) else Symbol() for m, n in zip(a, b, strict=True)
    )


EDIT_DISTANCE: OpRecord = op(
    "EditDistance",
    "hypothesis_indices: int64, hypothesis_values: T, hypothesis_shape: int64, truth_indices: int64, truth_values: T, "
    "truth_shape: int64 -> output: float",
    "normalize: bool = true; T: type",
    shape=_rule,
    kernel=_edit_distance,
    no_gradient=True,
)


def edit_distance(hypothesis: Any, truth: Any, normalize: bool = True, name: str = "edit_distance") -> Tensor:
    """Levenshtein's distance between the sequences of two sparse tensors, over the length of the second.

    The last dimension holds the sequences. With `normalize`, an empty truth gives infinity (0 for two empty ones).

    Args:
      hypothesis: sparse tensor of any dtype.
      truth: sparse tensor of the same rank and dtype.
      normalize: whether the distance is divided by the length of the truth.
      name: the name of the operation.

    >>> words = [tf.sparse.from_dense([list(w)]) for w in ("kitten", "mitten")]
    >>> tf.edit_distance(*words, normalize=False).numpy().tolist()
    [1.0]
    """
    for value, label in ((hypothesis, "hypothesis"), (truth, "truth")):
        if not (isinstance(value, SparseTensor) or hasattr(value, "dense_shape")):
            raise TypeError(f"{label.capitalize()} must be a SparseTensor. Received: {value}")
    parts: list[TensorLike] = [p for x in (hypothesis, truth) for p in (x.indices, x.values, x.dense_shape)]
    return apply(EDIT_DISTANCE, parts, {"normalize": normalize}, name)
