"""Iterators over datasets in a `tf.Graph`: a session has a run of the dataset, from when it is initialized on."""

from __future__ import annotations

from typing import Any

from graphwright.base import nest
from graphwright.base.spec import TensorSpec
from graphwright.core.context import executing_eagerly, session_graph
from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.tensor import Tensor
from graphwright.data import records_iterators as records
from graphwright.data.iterators import OwnedIterator
from graphwright.data.structure import output_attrs


class GraphIterator(OwnedIterator):
    """An iterator of a graph. `get_next()` builds the operation that takes an element each time a session runs it."""

    __slots__ = ("_initializer",)

    def __init__(self, handle: Any, element_spec: Any, initializer: Any) -> None:
        super().__init__(handle, element_spec)
        self._initializer = initializer

    @property
    def initializer(self) -> Any:
        """The operation that starts the iterator in a session, at the beginning."""
        if self._initializer is None:
            raise ValueError("The iterator does not have an initializer: it starts by itself.")
        return self._initializer

    @property
    def output_types(self) -> Any:
        """The dtypes of the elements."""
        return get_output_types(self)

    @property
    def output_shapes(self) -> Any:
        """The shapes of the elements."""
        return get_output_shapes(self)

    @property
    def output_classes(self) -> Any:
        """The classes of the elements."""
        return get_output_classes(self)


def _iterator(dataset: Any, shared_name: str | None) -> tuple[Any, Any]:
    spec = dataset.element_spec
    attrs = {"shared_name": shared_name or "", "container": "", **output_attrs(spec)}
    handle = apply(records.ITERATOR, (), attrs, "IteratorV2")
    return handle, apply_effect(records.MAKE, (dataset._variant_tensor, handle), None, "MakeIterator")


def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> GraphIterator:
    """An iterator that a session starts with `initializer`, as often as it likes.

    Raises RuntimeError eagerly, where `iter(dataset)` is one.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     n = tf.compat.v1.placeholder(tf.int64, [])
    ...     iterator = tf.compat.v1.data.make_initializable_iterator(tf.data.Dataset.range(n))
    ...     element = iterator.get_next()
    ...     session.run(iterator.initializer, {n: 2})
    ...     print(session.run(element), session.run(element))
    0 1
    """
    if executing_eagerly():
        raise RuntimeError(
            "dataset.make_initializable_iterator is not supported when eager execution is enabled. Use "
            "`for element in dataset` instead."
        )
    handle, initializer = _iterator(dataset, shared_name)
    return GraphIterator(handle, dataset.element_spec, initializer)


def make_one_shot_iterator(dataset: Any) -> OwnedIterator:
    """An iterator that starts by itself in each session; eagerly `iter(dataset)`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     element = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
    ...     print(session.run(element), session.run(element))
    0 1
    """
    graph = session_graph()
    if graph is None:
        iterator: OwnedIterator = iter(dataset)
        return iterator
    handle, initializer = _iterator(dataset, None)
    graph.initializers_of_handles[id(handle.op)] = initializer
    return GraphIterator(handle, dataset.element_spec, None)


def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of the elements, in their structure.

    >>> tf.compat.v1.data.get_output_types(tf.data.Dataset.range(3))
    tf.int64
    """
    return nest.map_structure(lambda spec: spec.dtype, dataset_or_iterator.element_spec)


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of the elements, in their structure.

    >>> tf.compat.v1.data.get_output_shapes(tf.data.Dataset.range(3).batch(2))
    TensorShape([None])
    """
    return nest.map_structure(lambda spec: spec.shape, dataset_or_iterator.element_spec)


def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of the elements, in their structure.

    >>> tf.compat.v1.data.get_output_classes(tf.data.Dataset.range(3)).__name__
    'Tensor'
    """
    return nest.map_structure(
        lambda spec: Tensor if isinstance(spec, TensorSpec) else spec.value_type, dataset_or_iterator.element_spec
    )


__all__ = [
    "GraphIterator", "get_output_classes", "get_output_shapes", "get_output_types", "make_initializable_iterator",
    "make_one_shot_iterator",
]  # fmt: skip
