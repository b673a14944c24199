"""Functions on datasets: `tf.data.experimental`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.base.dtypes import int64
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply
from graphwright.data import records
from graphwright.data.dataset import Dataset
from graphwright.data.structure import tensor_specs
from graphwright.data.transformations import number


def cardinality(dataset: Dataset) -> Any:
    """The number of elements of a dataset; see `tf.data.Dataset.cardinality`.

    >>> int(tf.data.experimental.cardinality(tf.data.Dataset.range(3)))
    3
    """
    return dataset.cardinality()


def compute_batch_size(dataset: Dataset) -> Any:
    """The size of the batches that the elements of a dataset are: an int64 scalar, -1 if it is unknown.

    It is the first dimension of every component, or what `batch` was asked for.

    >>> from graphwright.data.experimental_functions import compute_batch_size
    >>> int(compute_batch_size(tf.data.Dataset.range(16).batch(7).prefetch(2)))
    7
    """
    leading = {shape[0] for spec in tensor_specs(dataset.element_spec) if (shape := spec.shape).rank}
    if len(leading) == 1 and None not in leading:
        return convert_to_tensor(leading.pop(), dtype=int64)
    return apply(records.COMPUTE_BATCH_SIZE, (dataset._variant_tensor,))


def get_single_element(dataset: Dataset) -> Any:
    """The only element of a dataset; see `tf.data.Dataset.get_single_element`.

    >>> int(tf.data.experimental.get_single_element(tf.data.Dataset.range(1)))
    0
    """
    return dataset.get_single_element()


def assert_cardinality(expected_cardinality: Any) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: declares the number of elements, and checks it during iteration.

    FailedPreconditionError if the number is different.

    >>> odd = tf.data.Dataset.range(4).filter(lambda x: x % 2 == 1)
    >>> len(odd.apply(tf.data.experimental.assert_cardinality(2)))
    2
    """

    def assert_(dataset: Dataset) -> Dataset:
        return dataset._next(records.ASSERT_CARDINALITY, (dataset._variant_tensor, number(expected_cardinality)))

    return assert_


def enumerate_dataset(start: Any = 0) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: see `tf.data.Dataset.enumerate`.

    >>> [int(i) for i, _ in tf.data.Dataset.range(2).apply(tf.data.experimental.enumerate_dataset(5))]
    [5, 6]
    """
    return lambda dataset: dataset.enumerate(start)


def unbatch() -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: see `tf.data.Dataset.unbatch`.

    >>> len(list(tf.data.Dataset.from_tensors([1, 2]).apply(tf.data.experimental.unbatch())))
    2
    """
    return lambda dataset: dataset.unbatch()


def unique() -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: see `tf.data.Dataset.unique`.

    >>> [int(x) for x in tf.data.Dataset.from_tensor_slices([1, 1, 2]).apply(tf.data.experimental.unique())]
    [1, 2]
    """
    return lambda dataset: dataset.unique()


__all__ = ["assert_cardinality", "cardinality", "enumerate_dataset", "get_single_element", "unbatch", "unique"]
