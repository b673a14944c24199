"""Ragged arrays of TensorFlow 1: `tf.compat.v1.ragged.constant_value`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, string
from graphwright.core.context import init_scope
from graphwright.ops.ragged.construct import ragged_constant
from graphwright.sessions.fetches import RaggedTensorValue


def constant_value(
    pylist: Any, dtype: Any = None, ragged_rank: int | None = None, inner_shape: Any = None,
    row_splits_dtype: Any = "int64",
) -> Any:  # fmt: skip
    """Nested lists as a `RaggedTensorValue` of NumPy arrays, or an array where nothing is ragged.

    Args:
      pylist: nested lists, tuples and arrays.
      dtype: NumPy's dtype of the elements; the one that NumPy chooses by default.
      ragged_rank, inner_shape, row_splits_dtype: as for `tf.ragged.constant`.

    >>> tf.compat.v1.ragged.constant_value([[1, 2], [3]]).to_list()
    [[1, 2], [3]]
    """
    chosen = np.dtype(dtype) if dtype is not None else _natural(pylist)
    declared = string if chosen.kind in "SUO" else as_dtype(chosen)
    with init_scope():
        found = ragged_constant(pylist, declared, ragged_rank, inner_shape, row_splits_dtype=row_splits_dtype)
        return _value(found, chosen)


def _natural(pylist: Any) -> np.dtype[Any]:
    leaves: list[Any] = []
    waiting = [pylist]
    while waiting:
        value = waiting.pop()
        if isinstance(value, (list, tuple)):
            waiting += value
        else:
            leaves.append(value)
    return np.asarray(leaves).dtype


def _value(found: Any, dtype: np.dtype[Any]) -> Any:
    if hasattr(found, "row_splits"):
        return RaggedTensorValue(_value(found.values, dtype), found.row_splits.numpy())
    array = found.numpy()
    return array.astype(dtype) if dtype.kind in "SU" else array


__all__ = ["constant_value"]
