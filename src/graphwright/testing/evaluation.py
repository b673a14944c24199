"""The values of nests of tensors, as tests compare them."""

from __future__ import annotations

from collections import namedtuple
from typing import Any

from graphwright.base.nest import map_structure
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ops.ragged.ragged_tensor import RaggedTensor

SparseTensorValue = namedtuple("SparseTensorValue", ["indices", "values", "dense_shape"])
"""What a SparseTensor is evaluated to."""

IndexedSlicesValue = namedtuple("IndexedSlicesValue", ["values", "indices", "dense_shape"])
"""What IndexedSlices are evaluated to."""


def evaluated(tensors: Any) -> Any:
    """The values of a nest of eager tensors and variables; a callable is called first.

    Raises ValueError for what has no value.
    """
    if callable(tensors) and not hasattr(tensors, "numpy"):
        return evaluated(tensors())
    return map_structure(_value, tensors)


def _value(tensor: Any) -> Any:
    if tensor is None:
        return None
    if isinstance(tensor, SparseTensor):
        return SparseTensorValue(*(_value(t) for t in (tensor.indices, tensor.values, tensor.dense_shape)))
    if isinstance(tensor, IndexedSlices):
        return IndexedSlicesValue(_value(tensor.values), _value(tensor.indices), _value(tensor.dense_shape))
    if isinstance(tensor, RaggedTensor):
        return tensor
    if hasattr(tensor, "numpy"):
        return tensor.numpy()
    raise ValueError(f"Unsupported type {type(tensor).__name__!r}.")


__all__ = ["IndexedSlicesValue", "SparseTensorValue", "evaluated"]
