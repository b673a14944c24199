"""Fetches and feeds of `Session.run`: from structures of tensors, names and composite tensors to tensors and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from graphwright.base import nest
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.ir.graph import Operation, Value
from graphwright.ir.types import tensor_type


class SparseTensorValue(NamedTuple):
    """What a session gives for a sparse tensor, and takes for one: NumPy arrays.

    >>> tf.compat.v1.SparseTensorValue([[0]], [1.0], [2]).dense_shape
    [2]
    """

    indices: Any
    values: Any
    dense_shape: Any


class IndexedSlicesValue(NamedTuple):
    """What a session gives for a `tf.IndexedSlices`: NumPy arrays.

    >>> tf.compat.v1.IndexedSlicesValue([1.0], [0], None).indices
    [0]
    """

    values: Any
    indices: Any
    dense_shape: Any


class RaggedTensorValue:
    """What a session gives for a ragged tensor: NumPy arrays.

    Args:
      values: the elements of all rows, an array or another ragged value.
      row_splits: where each row begins, and the end: int32 or int64.

    >>> tf.compat.v1.ragged.RaggedTensorValue([1, 2, 3], [0, 2, 3]).to_list()
    [[1, 2], [3]]
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        self.values = values if isinstance(values, RaggedTensorValue) else np.asarray(values)
        self.row_splits = np.asarray(row_splits)
        if self.row_splits.ndim != 1 or self.row_splits.dtype.name not in ("int32", "int64"):
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")

    @property
    def flat_values(self) -> Any:
        """The elements of the innermost rows."""
        return self.values.flat_values if isinstance(self.values, RaggedTensorValue) else self.values

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The splits of each ragged dimension, the outermost first."""
        inner = self.values.nested_row_splits if isinstance(self.values, RaggedTensorValue) else ()
        return (self.row_splits, *inner)

    @property
    def ragged_rank(self) -> int:
        """How many dimensions are ragged."""
        return len(self.nested_row_splits)

    @property
    def dtype(self) -> Any:
        """The dtype of the elements, NumPy's."""
        return self.values.dtype

    @property
    def shape(self) -> tuple[int | None, ...]:
        """The sizes, None for ragged ones."""
        return (len(self.row_splits) - 1, None, *self.values.shape[1:])

    def to_list(self) -> list[Any]:
        """The rows as nested lists."""
        values = self.values.to_list() if isinstance(self.values, RaggedTensorValue) else self.values.tolist()
        return [values[a:b] for a, b in zip(self.row_splits[:-1], self.row_splits[1:], strict=True)]

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self.values!r}, row_splits={self.row_splits!r})"


class Fetches:
    """The fetches of one run: `elements` are the tensors and operations of the graph that they need."""

    def __init__(self, graph: Any, fetches: Any) -> None:
        self._structure = fetches
        self.elements: list[Any] = []
        self._leaves: list[tuple[Any, int]] = []  # how each leaf is put together, and from how many elements
        for fetch in nest.flatten(fetches):
            self._add(graph, fetch)

    def _add(self, graph: Any, fetch: Any) -> None:
        parts, build = _composite_parts(fetch)
        for part in parts:
            self.elements.append(_element(graph, part))
        self._leaves.append((build, len(parts)))

    def results(self, values: list[Any]) -> Any:
        """The structure with values in it; `values` has one for each of the elements."""
        following = iter(values)
        leaves = [build([next(following) for _ in range(count)]) for build, count in self._leaves]
        return nest.pack_sequence_as(self._structure, leaves)


def _single(values: list[Any]) -> Any:
    return values[0]


def _composite_parts(fetch: Any) -> tuple[list[Any], Any]:
    """The tensors of a fetch, and what puts their values together."""
    if isinstance(fetch, SparseTensor):
        return [fetch.indices, fetch.values, fetch.dense_shape], lambda v: SparseTensorValue(*v)
    if isinstance(fetch, IndexedSlices):
        parts = [fetch.values, fetch.indices, *([] if fetch.dense_shape is None else [fetch.dense_shape])]
        return parts, lambda v: IndexedSlicesValue(*v, *([None] * (3 - len(v))))
    if hasattr(fetch, "nested_row_splits"):
        return [fetch.flat_values, *fetch.nested_row_splits], _ragged_value
    return [fetch], _single


def _ragged_value(values: list[Any]) -> Any:
    result = values[0]
    for splits in reversed(values[1:]):
        result = RaggedTensorValue(result, splits)
    return result


def _element(graph: Any, fetch: Any) -> Any:
    """The tensor or operation that a fetch is or names."""
    if fetch is None:
        raise TypeError('Argument `fetch` = None has invalid type "NoneType". Cannot be None')
    try:
        target = fetch._as_graph_element() if hasattr(fetch, "_as_graph_element") else fetch
        element = graph.as_graph_element(target)
    except TypeError as error:
        raise TypeError(
            f'Argument `fetch` = {fetch} has invalid type "{type(fetch).__name__}" must be a string or Tensor. '
            f"({error})"
        ) from None
    except (KeyError, ValueError) as error:
        raise ValueError(f"Argument `fetch` = {fetch} cannot be interpreted as a Tensor. ({_text(error)})") from None
    if not graph.is_fetchable(element):
        raise ValueError(f"Operation {element.name!r} has been marked as not fetchable.")
    return element


def _text(error: Exception) -> str:
    return str(error.args[0]) if error.args else str(error)


def feeds_of(graph: Any, feed_dict: Any) -> list[tuple[Any, EagerTensor]]:
    """The tensors that are fed, with their values."""
    if feed_dict is None:
        return []
    if not isinstance(feed_dict, Mapping):
        raise TypeError(f"feed_dict must be a dictionary, not {type(feed_dict).__name__}.")
    return [fed for key, value in feed_dict.items() for fed in _fed(graph, key, value)]


def _fed(graph: Any, key: Any, value: Any) -> Iterator[tuple[Any, EagerTensor]]:
    parts, _ = _composite_parts(key)
    values = [value] if len(parts) == 1 and parts[0] is key else _composite_values(key, value)
    for part, array in zip(parts, values, strict=True):
        try:
            tensor = graph.as_graph_element(part, allow_operation=False)
        except (KeyError, TypeError, ValueError) as error:
            raise TypeError(f"Cannot interpret feed_dict key as Tensor: {_text(error)}") from None
        if not graph.is_feedable(tensor):
            raise ValueError(f"Tensor {tensor} may not be fed.")
        yield tensor, _feed_value(tensor, array)


def _composite_values(target: Any, value: Any) -> list[Any]:
    if hasattr(target, "nested_row_splits"):
        splits = []
        while hasattr(value, "row_splits"):
            splits.append(value.row_splits)
            value = value.values
        return [value, *splits]
    return [v for v in value if v is not None]


def _feed_value(tensor: Value, value: Any) -> EagerTensor:
    if isinstance(value, Tensor):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, "
            f"lists or numpy ndarrays. For reference, the tensor object was {value!s} which was passed to the argument "
            f"`feed_dict` with key {tensor!s}."
        )
    if tensor.dtype.name == "string":
        array = np.array(value, object)
        for i in np.ndindex(array.shape):
            array[i] = array[i].encode() if isinstance(array[i], str) else array[i]
    else:
        array = np.array(value, tensor.dtype.as_numpy_dtype)
        if isinstance(value, int) and array != value:
            raise TypeError(
                f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type "
                f"{tensor.dtype.as_numpy_dtype}. Try explicitly setting the type of the feed tensor to a larger type "
                "(e.g. int64)."
            )
    if not tensor.shape.is_compatible_with(array.shape):
        raise ValueError(
            f"Cannot feed value of shape {array.shape} for Tensor {tensor.name}, which has shape {tensor.shape}"
        )
    return EagerTensor(array, tensor_type(tensor.dtype, array.shape))


def is_operation(element: Any) -> bool:
    """Whether a fetch is run, not read."""
    return isinstance(element, Operation)


__all__ = ["Fetches", "IndexedSlicesValue", "RaggedTensorValue", "SparseTensorValue", "feeds_of", "is_operation"]
