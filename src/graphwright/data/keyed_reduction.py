"""Datasets whose elements with the same key are combined, and datasets of random numbers and of padding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.autograph import do_not_convert
from graphwright.base.dtypes import int64, string
from graphwright.base.nest import map_structure
from graphwright.base.spec import TensorSpec
from graphwright.core.convert import to_tensor
from graphwright.data.dataset import INFINITE, UNKNOWN, Dataset
from graphwright.data.tracing import as_element, trace, trace_on_elements
from graphwright.ir.record import lookup


class Reducer:
    """How `group_by_reducer` combines the elements of a key.

    Args:
      init_func: takes a key, an int64 scalar, and returns the first state.
      reduce_func: takes a state and an element, and returns the next state, of the same types.
      finalize_func: takes the last state and returns the result.

    >>> zero = tf.constant(0, tf.int64)
    >>> sums = tf.data.experimental.Reducer(lambda key: zero, lambda state, x: state + x, lambda state: state)
    >>> parity = tf.data.experimental.group_by_reducer(lambda x: x % 2, sums)
    >>> [int(x) for x in tf.data.Dataset.range(10).apply(parity)]
    [20, 25]
    """

    def __init__(
        self, init_func: Callable[..., Any], reduce_func: Callable[..., Any], finalize_func: Callable[..., Any]
    ) -> None:
        self._init_func, self._reduce_func, self._finalize_func = init_func, reduce_func, finalize_func

    @property
    def init_func(self) -> Callable[..., Any]:
        """Returns the first state for a key."""
        return self._init_func

    @property
    def reduce_func(self) -> Callable[..., Any]:
        """Returns the next state for a state and an element."""
        return self._reduce_func

    @property
    def finalize_func(self) -> Callable[..., Any]:
        """Returns the result for the last state."""
        return self._finalize_func


def group_by_reducer(key_func: Callable[..., Any], reducer: Reducer) -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: one result for each key, in the order of the keys.

    Args:
      key_func: takes an element and returns its key, an int64 scalar; ValueError for others.
      reducer: how elements are combined.

    >>> last = tf.data.experimental.Reducer(lambda key: "", lambda state, word: word, lambda state: state)
    >>> by_length = tf.data.experimental.group_by_reducer(lambda word: tf.cast(tf.strings.length(word), tf.int64), last)
    >>> words = tf.data.Dataset.from_tensor_slices(["of", "and", "to"])
    >>> [word.numpy() for word in words.apply(by_length)]
    [b'to', b'and']
    """

    def apply(dataset: Dataset) -> Dataset:
        method = "tf.data.experimental.group_by_reducer()"
        key = trace_on_elements(key_func, dataset.element_spec, method, _key)
        init = trace(reducer.init_func, [TensorSpec((), int64)], method, lambda state: as_element(state, method))
        step, state = dataset._trace_step(
            reducer.reduce_func, init.spec, method, lambda found: as_element(found, method), lambda spec: spec
        )
        final = trace_on_elements(reducer.finalize_func, state, method)
        functions = {"key": key, "init": init, "reduce": step, "finalize": final}
        attrs: dict[str, Any] = {f"{role}_func": f.graph for role, f in functions.items()}
        attrs |= {f"T{role}_func_other_arguments": [t.dtype for t in f.captured] for role, f in functions.items()}
        inputs = (dataset._variant_tensor, *(f.captured for f in functions.values()))
        return dataset._next(lookup("GroupByReducerDataset"), inputs, final.spec, **attrs)

    return apply


def _key(result: Any) -> Any:
    tensor = to_tensor(result)
    if tensor.dtype is not int64 or tensor.shape.rank not in (0, None):
        raise ValueError(
            "Invalid `key_func`. Expected `key_func` to return a scalar tf.int64 tensor, but instead it returns "
            f"{tensor.dtype.name} of shape {tensor.shape}."
        )
    return tensor


def pad_to_cardinality(cardinality: int, mask_key: str = "valid") -> Callable[[Dataset], Dataset]:
    """For `Dataset.apply`: zeros are appended until there are so many elements, for batches of equal size.

    The elements are dictionaries; each gets an item `mask_key` that says whether it is one of the dataset's own.
    Raises ValueError for other elements, and for a dataset of more elements or of an unknown number.

    >>> numbers = tf.data.Dataset.from_tensor_slices({"x": [5, 6]})
    >>> padded = numbers.apply(tf.data.experimental.pad_to_cardinality(3))
    >>> [(int(row["x"]), bool(row["valid"])) for row in padded]
    [(5, True), (6, True), (0, False)]
    """

    def apply(dataset: Dataset) -> Dataset:
        if not isinstance(dataset.element_spec, Mapping):
            raise ValueError("`pad_to_cardinality` requires its input dataset to be a dictionary.")
        count = int(dataset.cardinality())
        what = "The dataset passed into `pad_to_cardinality` must have"
        if count in (UNKNOWN, INFINITE):
            raise ValueError(f"{what} a known cardinality, but has cardinality {count}")
        if count > cardinality:
            raise ValueError(f"{what} a cardinality less than {cardinality}, but has cardinality {count}")

        def marked(valid: bool) -> Callable[..., Any]:
            return do_not_convert(lambda row: {**row, mask_key: np.bool_(valid)})

        empty = Dataset.from_tensors(map_structure(_zeros, dict(dataset.element_spec))).repeat(cardinality - count)
        return dataset.map(marked(True)).concatenate(empty.map(marked(False)))

    return apply


def _zeros(spec: Any) -> Any:
    sizes = spec.shape.as_list() if spec.shape.rank is not None else [None]
    if None in sizes:
        raise ValueError(f"`pad_to_cardinality` needs elements of known shape; got {spec}.")
    return np.full(sizes, b"", object) if spec.dtype is string else np.zeros(sizes, spec.dtype.numpy)


class RandomDataset(Dataset):
    """A dataset of random numbers without end; see `tf.data.Dataset.random`.

    >>> numbers = tf.data.experimental.RandomDataset(seed=4).take(2)
    >>> [int(x) for x in numbers] == [int(x) for x in numbers]
    True
    """

    def __init__(
        self, seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
    ) -> None:
        vars(self).update(vars(Dataset.random(seed, rerandomize_each_iteration, name)))
