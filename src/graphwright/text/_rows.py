"""Functions of vectors on tensors of any rank, and strings with offsets as arrays: what the tokenizers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.base import errors
from graphwright.base.shape import Dim, Symbol
from graphwright.core.tensor import Array
from graphwright.ir.infer import ShapeContext
from graphwright.ir.types import Dims, describe_dims
from graphwright.ops.array._dims import static_size

Vector = Callable[[Any], tuple[Any, ...]]


def tensor_or_ragged(value: Any, dtype: Any = None) -> Any:
    """A tensor, or the ragged tensor that was passed."""
    return value if isinstance(value, tf.RaggedTensor) else tf.convert_to_tensor(value, dtype)


def strings(input: Any) -> Any:
    """A tensor or a ragged tensor of strings."""
    return tensor_or_ragged(input, tf.string)


def on_vectors(function: Vector, input: Any) -> tuple[Any, ...]:
    """Apply a function of vectors, which makes a row of each element, to a tensor of any rank.

    Of a scalar the results are vectors, else ragged tensors with one dimension more than the input.
    """
    if isinstance(input, tf.RaggedTensor):
        return tuple(input.with_flat_values(r) for r in on_vectors(function, input.flat_values))
    rank = input.shape.rank
    if rank is None:
        raise ValueError("The rank of `input` must be known while tracing.")
    if rank == 0:
        return tuple(r.values for r in function(tf.expand_dims(input, 0)))
    if rank == 1:
        return function(input)
    return on_vectors(function, tf.RaggedTensor.from_tensor(input, ragged_rank=rank - 1))


def rows(values: Any, splits: Any) -> Any:
    """The ragged tensor of a kernel's values and row splits, which need no check."""
    return tf.RaggedTensor.from_row_splits(values, splits, validate=False)


def object_vector(items: Sequence[Any]) -> Array:
    """A vector of strings."""
    result = np.empty(len(items), object)
    result[:] = items
    return result


def row_splits(lengths: Iterable[int], dtype: Any = np.int64) -> Array:
    """Where the rows of these lengths begin, and the end of the last."""
    return np.cumsum([0, *lengths], dtype=dtype)


def splits_dim(dims: Dims) -> Dim:
    """How many row splits there are for the elements of a tensor."""
    size = static_size(dims)
    return Symbol() if size is None else size + 1


def require_vector(ctx: ShapeContext, *inputs: int) -> None:
    """Refuse inputs that are known to be no vectors."""
    for i in inputs:
        if ctx.rank(i) not in (None, 1):
            raise ctx.fail(f"Shape must be rank 1 but is rank {ctx.rank(i)}, shape {describe_dims(ctx.dims(i))}")


def check_splits(splits: Array, size: int) -> None:
    """Refuse row splits that do not split as many values."""
    if splits.size == 0 or splits[0] != 0 or splits[-1] != size or (np.diff(splits) < 0).any():
        raise errors.InvalidArgumentError(
            f"Row splits start with 0, ascend and end with the number of values, {size}; got {splits[:20].tolist()}"
        )
