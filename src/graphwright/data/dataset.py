"""`tf.data.Dataset`: sequences of elements that are produced lazily."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype, int64, variant
from graphwright.base.services import MAKE_ITERATOR
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.core.context import state
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply, apply_effect, apply_multi
from graphwright.core.tensor import EagerTensor
from graphwright.data import records
from graphwright.data.iterators import NumpyIterator, OwnedIterator, check_has_numpy_values
from graphwright.data.options import Options
from graphwright.data.pipeline.base import AUTOTUNE, INFINITE, UNKNOWN
from graphwright.data.records_functions import SINGLE_ELEMENT
from graphwright.data.specs import OpaqueSpec
from graphwright.data.storage_transformations import StorageTransformations
from graphwright.data.structure import (
    map_components,
    map_specs,
    most_specific,
    normalized,
    output_attrs,
    packer,
    rows_of,
    spec_of,
    tensor_specs,
    tensors_of,
)
from graphwright.data.transformations import Transformations, number


class Dataset(StorageTransformations):
    """A sequence of elements, each a (nested) structure of tensors, produced while it is iterated over.

    Create one with `range`, `from_tensor_slices`, `from_tensors`, `from_generator` or `zip`; methods transform it into
    new datasets. Nothing is computed before the iteration, and a dataset can be iterated over any number of times. A
    traced function may take a dataset as an argument, and a `for` statement over it is a loop in the graph.

    >>> dataset = tf.data.Dataset.from_tensor_slices([1, 2, 3]).map(lambda x: x * 10).batch(2)
    >>> for batch in dataset:
    ...     print(batch.numpy())
    [10 20]
    [30]
    >>> dataset.element_spec
    TensorSpec(shape=(None,), dtype=tf.int32, name=None)
    """

    _variant_tensor: Any
    _spec: Any
    _kind: str
    _type: DatasetSpec
    _options: Options
    _original: Dataset  # of one that a service distributes

    def __init__(self) -> None:
        raise TypeError(
            "Create datasets with tf.data.Dataset.range, from_tensor_slices, from_generator and similar methods."
        )

    @classmethod
    def _of(cls, variant_tensor: Any, spec: Any, kind: str, options: Options | None = None) -> Dataset:
        dataset = object.__new__(cls)
        dataset._variant_tensor, dataset._spec, dataset._kind = variant_tensor, spec, kind
        dataset._options = Options() if options is None else options
        # kept, because calls with the dataset look up traces by it
        dataset._type = DatasetSpec(spec)
        return dataset

    def _wrapped(self, variant_tensor: Any, spec: Any, kind: str) -> Dataset:
        return Dataset._of(variant_tensor, spec, kind, self._options)

    def _next(self, record: Any, inputs: Any, spec: Any = None, name: str | None = None, **attrs: Any) -> Dataset:
        spec = self._spec if spec is None else spec
        tensor = apply(record, inputs, {**output_attrs(spec), **attrs}, name)
        kind = record.name if record.name[-2] != "V" else record.name[:-2]
        return self._wrapped(tensor, spec, kind)

    # construction -----------------------------------------------------------------------------------------

    @staticmethod
    def range(*args: Any, **kwargs: Any) -> Dataset:
        """The numbers of Python's `range`, as scalars of `output_type`, by default int64.

        >>> [int(x) for x in tf.data.Dataset.range(1, 10, 4)]
        [1, 5, 9]
        """
        output_type = as_dtype(kwargs.pop("output_type", int64))
        name = kwargs.pop("name", None)
        if kwargs:
            raise TypeError(f"range() got an unexpected keyword argument '{next(iter(kwargs))}'")
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}.")
        start, stop = (0, args[0]) if len(args) == 1 else args[:2]
        step = args[2] if len(args) == 3 else 1
        spec = TensorSpec((), output_type)
        inputs = (number(start), number(stop), number(step))
        return Dataset._of(apply(records.RANGE, inputs, output_attrs(spec), name), spec, "RangeDataset")

    @staticmethod
    def from_tensors(tensors: Any, name: str | None = None) -> Dataset:
        """One element.

        >>> [x.numpy().tolist() for x in tf.data.Dataset.from_tensors([1, 2])]
        [[1, 2]]
        """
        element = _element(tensors)
        spec = spec_of(element)
        tensor = _of_components(records.TENSORS, tensors_of(spec, element), spec, name)
        return Dataset._of(tensor, spec, "TensorDataset")

    @staticmethod
    def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset:
        """The rows of tensors, side by side where there are several.

        Raises:
          ValueError: a tensor is a scalar, or the tensors have different numbers of rows.

        >>> [(int(x), y.numpy()) for x, y in tf.data.Dataset.from_tensor_slices(([1, 2], ["a", "b"]))]
        [(1, b'a'), (2, b'b')]
        """
        element = _element(tensors)
        whole = spec_of(element)
        flat = tensor_specs(whole)
        if any(s.shape.rank == 0 for s in flat):
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        rows = None
        for size in (s.shape[0] for s in flat if s.shape.rank):
            if None not in (rows, size) and rows != size:
                raise ValueError(
                    f"Dimensions {rows} and {size} are not compatible: the tensors have different numbers of rows, "
                    f"their shapes are {', '.join(str(s.shape) for s in flat)}."
                )
            rows = size if rows is None else rows
        spec = map_specs(lambda s: s._unbatch(), whole)
        tensor = _of_components(records.TENSOR_SLICES, rows_of(whole, element), spec, name)
        return Dataset._of(tensor, spec, "TensorSliceDataset")

    @staticmethod
    def from_generator(
        generator: Callable[..., Any],
        output_types: Any = None,
        output_shapes: Any = None,
        args: Any = None,
        output_signature: Any = None,
        name: str | None = None,
    ) -> Dataset:
        """The values that a Python generator yields.

        Args:
          generator: a function that returns an iterable; called for each iteration over the dataset.
          output_types, output_shapes: structures of dtypes and (optionally) shapes; an older form of the next one.
          output_signature: a structure of specs, one for each tensor of an element.
          args: tensors that are passed to `generator` as arrays.

        Raises:
          TypeError: `generator` is not callable, or the type of its values is not declared.
          InvalidArgumentError: during iteration, a value of another type was yielded.
          UnknownError: during iteration, the generator raised an exception.

        >>> def count(stop):
        ...     yield from range(stop)
        >>> dataset = tf.data.Dataset.from_generator(count, args=[3], output_signature=tf.TensorSpec([], tf.int32))
        >>> [int(x) for x in dataset]
        [0, 1, 2]
        """
        from graphwright.data.generator import generator_dataset, signature

        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        spec = signature(output_types, output_shapes, output_signature)
        # the class whose name TensorFlow shows
        return Dataset._of(generator_dataset(generator, spec, args), spec, "FlatMapDataset")

    @staticmethod
    def random(
        seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
    ) -> Dataset:
        """Random int64 numbers from 0 to 2**32 - 1, without end; by default the same ones in each iteration.

        >>> drawn = tf.data.Dataset.random(seed=4).take(3)
        >>> [int(x) for x in drawn] == [int(x) for x in drawn]
        True
        """
        from graphwright.data.sampling import random_numbers

        spec = TensorSpec((), int64)
        return Dataset._of(random_numbers(spec, seed, bool(rerandomize_each_iteration), name), spec, "RandomDataset")

    @staticmethod
    def counter(start: Any = 0, step: Any = 1, dtype: Any = int64, name: str | None = None) -> Dataset:
        """The numbers `start`, `start + step`, and so on, without end.

        >>> [int(x) for x in tf.data.Dataset.counter(start=5, step=-2).take(3)]
        [5, 3, 1]
        """
        first, more = (convert_to_tensor(value, dtype) for value in (start, step))
        return Dataset.from_tensors(0).repeat().scan(first, lambda state, _: (state + more, state), name=name)

    @staticmethod
    def zip(*args: Any, datasets: Any = None, name: str | None = None) -> Dataset:
        """Elements of several datasets side by side, as long as each has one.

        Takes datasets, or one (nested) structure of them. TypeError for anything else.

        >>> pairs = tf.data.Dataset.zip(tf.data.Dataset.range(3), tf.data.Dataset.range(5, 7))
        >>> [(int(x), int(y)) for x, y in pairs]
        [(0, 5), (1, 6)]
        """
        if not args and datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        if args and datasets is not None:
            raise TypeError("Both `*args` and `datasets` cannot be set.")
        structure = datasets if not args else args[0] if len(args) == 1 else args
        sources: list[Dataset] = []
        spec = map_components(lambda part: _source(part, sources), structure)
        variants = [source._variant_tensor for source in sources]
        tensor = apply(records.ZIP, (variants,), output_attrs(spec), name)
        return Dataset._of(tensor, spec, "ZipDataset", _merged(sources))

    @staticmethod
    def choose_from_datasets(
        datasets: Sequence[Any], choice_dataset: Any, stop_on_empty_dataset: bool = True
    ) -> Dataset:
        """Elements of several datasets, in the order given by a dataset of their int64 indices.

        >>> first, second = tf.data.Dataset.range(2), tf.data.Dataset.range(10, 12)
        >>> choice = tf.data.Dataset.from_tensor_slices(tf.constant([0, 1, 1], tf.int64))
        >>> [int(x) for x in tf.data.Dataset.choose_from_datasets([first, second], choice)]
        [0, 10, 11]
        """
        if not datasets:
            raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
        if choice_dataset.element_spec != TensorSpec((), int64):
            raise TypeError(
                "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` tensors but are "
                f"{choice_dataset.element_spec}."
            )
        spec = datasets[0].element_spec
        for dataset in datasets[1:]:
            spec = most_specific(spec, dataset.element_spec)
        inputs = (choice_dataset._variant_tensor, [d._variant_tensor for d in datasets])
        attrs = {**output_attrs(spec), "stop_on_empty_dataset": stop_on_empty_dataset}
        return Dataset._of(apply(records.DIRECTED, inputs, attrs), spec, "DirectedInterleaveDataset", _merged(datasets))

    @staticmethod
    def sample_from_datasets(
        datasets: Sequence[Any],
        weights: Any = None,
        seed: int | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Dataset:
        """Elements of several datasets, each from a dataset chosen at random.

        Args:
          weights: how often each is chosen: floats, or a dataset of vectors of floats, which need not sum to one. By
            default all are equally likely.

        >>> first, second = tf.data.Dataset.range(2), tf.data.Dataset.range(10, 12)
        >>> sorted(int(x) for x in tf.data.Dataset.sample_from_datasets([first, second]))
        [0, 1, 10, 11]
        """
        from graphwright.data.sampling import chooser, with_weight

        varying = isinstance(weights, Dataset)
        datasets, fixed = with_weight(datasets, None if varying else weights)
        if len(datasets) == 1:
            return datasets[0]  # type: ignore[no-any-return]
        seeds = Dataset.random(seed, bool(rerandomize_each_iteration)).batch(2)
        chosen = (Dataset.zip(seeds, weights) if varying else seeds).map(chooser(len(datasets), fixed))
        return Dataset.choose_from_datasets(datasets, chosen, stop_on_empty_dataset)

    def enumerate(self, start: Any = 0, name: str | None = None) -> Dataset:
        """Pairs of an index, from `start` on, and an element.

        >>> [(int(i), int(x)) for i, x in tf.data.Dataset.range(7, 9).enumerate()]
        [(0, 7), (1, 8)]
        """
        return Dataset.zip(Dataset.range(start, np.iinfo(np.int64).max), self, name=name)

    # properties -------------------------------------------------------------------------------------------------

    @property
    def element_spec(self) -> Any:
        """The spec of the elements: their structure with a `tf.TensorSpec` for each tensor.

        >>> tf.data.Dataset.range(3).element_spec
        TensorSpec(shape=(), dtype=tf.int64, name=None)
        """
        return self._spec

    @property
    def _type_spec(self) -> DatasetSpec:
        return self._type

    def cardinality(self) -> Any:
        """How many elements there are: an int64 scalar, `tf.data.INFINITE_CARDINALITY` or `UNKNOWN_CARDINALITY`.

        >>> int(tf.data.Dataset.range(42).batch(4).cardinality())
        11
        """
        return apply(records.CARDINALITY, (self._variant_tensor,))

    def __len__(self) -> int:
        if state.graph is not None and not isinstance(self._variant_tensor, EagerTensor):
            raise TypeError(
                "`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` instead."
            )
        count: int = self._variant_tensor._array.count()
        if count == INFINITE:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN:
            raise TypeError("The dataset length is unknown.")
        return count

    def __bool__(self) -> bool:
        return True

    def options(self) -> Options:
        """The options of this dataset and its inputs."""
        return self._options.merge(Options())

    def with_options(self, options: Options, name: str | None = None) -> Dataset:
        """The same elements, with some options set.

        >>> options = tf.data.Options()
        >>> options.threading.private_threadpool_size = 2
        >>> tf.data.Dataset.range(3).with_options(options).options().threading.private_threadpool_size
        2
        """
        result = self._next(records.OPTIONS, (self._variant_tensor,), name=name, serialized_options="")
        result._options = self._options.merge(options)
        return result

    def apply(self, transformation_func: Callable[[Dataset], Any]) -> Any:
        """The dataset that a function returns for this one; TypeError if it returns anything else.

        >>> [int(x) for x in tf.data.Dataset.range(5).apply(lambda d: d.take(2))]
        [0, 1]
        """
        result = transformation_func(self)
        if not isinstance(result, Dataset):
            raise TypeError(f"`transformation_func` must return a `tf.data.Dataset` object. Got {type(result)}.")
        return result

    # elements ------------------------------------------------------------------------------------------------

    def __iter__(self) -> OwnedIterator:
        if state.graph is not None:
            raise errors.OperatorNotAllowedInGraphError(
                "Iterating over a dataset in a function being traced needs AutoGraph: a `for` statement or `iter` in a "
                "converted function. Elsewhere use `dataset.reduce`."
            )
        return self.__staged_iter__()

    def make_one_shot_iterator(self) -> OwnedIterator:
        """`tf.compat.v1.data.make_one_shot_iterator` of this dataset, as in TensorFlow 1."""
        iterator: OwnedIterator = MAKE_ITERATOR.get()("make_one_shot_iterator")(self)
        return iterator

    def make_initializable_iterator(self, shared_name: str | None = None) -> OwnedIterator:
        """`tf.compat.v1.data.make_initializable_iterator` of this dataset, as in TensorFlow 1."""
        iterator: OwnedIterator = MAKE_ITERATOR.get()("make_initializable_iterator")(self, shared_name)
        return iterator

    def __staged_iter__(self) -> OwnedIterator:
        policy = self._options.experimental_external_state_policy
        return OwnedIterator.over(self._variant_tensor, self._spec, policy)

    def __staged_for__(self, *loop: Any) -> None:
        from graphwright.data.loops import loop_over_dataset

        loop_over_dataset(self, *loop)

    def __staged_enumerate__(self, start: Any) -> Dataset:
        return self.enumerate(start)

    def __staged_zip__(self, others: Sequence[Any]) -> Dataset:
        return Dataset.zip((self, *others))

    def __staged_len__(self) -> Any:
        if isinstance(self._variant_tensor, EagerTensor):
            return len(self)
        count = self.cardinality()
        known = apply("GreaterEqual", (count, np.int64(0)))
        apply_effect("Assert", (known, ["len() of an infinite dataset, or of unknown length"]), {"summarize": 3})
        return apply("Identity", (count,))

    def as_numpy_iterator(self) -> NumpyIterator:
        """An iterator of read-only NumPy arrays; TypeError for elements other than tensors.

        >>> list(tf.data.Dataset.from_tensors({"a": [1, 2]}).as_numpy_iterator())
        [{'a': array([1, 2], dtype=int32)}]
        """
        check_has_numpy_values(self._spec)
        return NumpyIterator(self)

    def get_single_element(self, name: str | None = None) -> Any:
        """The only element; InvalidArgumentError if there are none or several.

        >>> tf.data.Dataset.range(3).batch(3).get_single_element().numpy()
        array([0, 1, 2])
        """
        tensors = apply_multi(SINGLE_ELEMENT, (self._variant_tensor,), output_attrs(self._spec), name)
        return packer(self._spec)(tensors)

    def __repr__(self) -> str:
        return f"<_{self._kind} element_spec={self._spec!r}>"


class DatasetSpec(OpaqueSpec):
    """Describes a dataset by the spec of its elements.

    Args:
      element_spec: a structure of specs.
      dataset_shape: the shape of the variant tensor, a scalar.

    >>> tf.data.DatasetSpec.from_value(tf.data.Dataset.range(3))
    DatasetSpec(TensorSpec(shape=(), dtype=tf.int64, name=None), TensorShape([]))
    """

    __slots__ = ("_shape",)

    _attribute = "_variant_tensor"
    _tensor_spec = TensorSpec((), variant)

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        super().__init__(element_spec)
        self._shape = TensorShape(dataset_shape)

    @staticmethod
    def from_value(value: Any) -> DatasetSpec:
        """The spec of a dataset."""
        return DatasetSpec(value.element_spec)

    @property
    def value_type(self) -> type:
        """The class `tf.data.Dataset`."""
        return Dataset

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_spec, self._shape

    def _from_components(self, components: Any) -> Any:
        return Dataset._of(components, self._element_spec, "VariantDataset")

    def __repr__(self) -> str:
        return f"DatasetSpec({self._element_spec!r}, {self._shape!r})"


def _element(tensors: Any) -> Any:
    element = normalized(tensors)
    if not tensor_specs(spec_of(element)):
        raise ValueError("Invalid `element`. `element` should not be empty.")
    return element


def _of_components(record: Any, tensors: Any, spec: Any, name: str | None) -> Any:
    attrs = {"output_shapes": output_attrs(spec)["output_shapes"]}
    return apply(record, (tensors,), attrs, name)


def _source(part: Any, sources: list[Dataset]) -> Any:
    if isinstance(part, list):
        raise TypeError(
            "Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` objects. "
            "Python `list` is not supported and you should use `tuple` instead."
        )
    if not isinstance(part, Transformations):
        raise TypeError(
            "Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` objects but "
            f"encountered object of type {type(part)}."
        )
    sources.append(part)  # type: ignore[arg-type]
    return part.element_spec


def _merged(datasets: Sequence[Any]) -> Options:
    options = Options()
    for dataset in datasets:
        options = options.merge(dataset._options)
    return options


__all__ = ["AUTOTUNE", "INFINITE", "UNKNOWN", "Dataset", "DatasetSpec"]
