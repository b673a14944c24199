"""Functions on datasets: `tf.data.experimental`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from graphwright.base import errors
from graphwright.base.dtypes import int64, string
from graphwright.base.spec import TensorSpec
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.data import records, records_storage
from graphwright.data.dataset import AUTOTUNE, Dataset
from graphwright.data.iterators import NumpyIterator, OwnedIterator
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


def get_model_proto(iterator: Any) -> NoReturn:
    """Refuses: there is no model of how long the parts of an iterator take; `tf.profiler` shows what they took.

    Raises NotFoundError, as TensorFlow does where nothing is tuned, and ValueError for what is no iterator.

    >>> tf.data.experimental.get_model_proto(iter(tf.data.Dataset.range(3)))
    Traceback (most recent call last):
    ...
    graphwright.base.errors.NotFoundError: Model not found: iterators are not tuned by a model.
    """
    if not isinstance(iterator, (OwnedIterator, NumpyIterator)):
        raise ValueError(f"`iterator` must be an iterator over a dataset, got {iterator!r}.")
    raise errors.NotFoundError("Model not found: iterators are not tuned by a model.")


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


def Counter(start: Any = 0, step: Any = 1, dtype: Any = int64) -> Dataset:
    """A dataset that counts for ever: see `tf.data.Dataset.counter`.

    >>> [int(i) for i in tf.data.experimental.Counter(5, 2).take(2)]
    [5, 7]
    """
    return Dataset.counter(start, step, dtype)


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


def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Sequence[int],
    bucket_batch_sizes: Sequence[int],
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.bucket_by_sequence_length`.

    >>> words = tf.data.Dataset.from_tensor_slices(["a", "bb", "c"]).map(tf.strings.bytes_split)
    >>> bucket = tf.data.experimental.bucket_by_sequence_length(lambda word: tf.shape(word)[0], [2], [2, 2])
    >>> [x.shape.as_list() for x in words.apply(bucket)]
    [[2, 1], [1, 2]]
    """
    return lambda dataset: dataset.bucket_by_sequence_length(
        element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes, padding_values,
        pad_to_bucket_boundary, no_padding, drop_remainder,
    )  # fmt: skip


def choose_from_datasets(datasets: Sequence[Any], choice_dataset: Any, stop_on_empty_dataset: bool = False) -> Dataset:
    """See `tf.data.Dataset.choose_from_datasets`, which ends with the first dataset that is empty by default.

    >>> parts = [tf.data.Dataset.range(2), tf.data.Dataset.range(5, 7)]
    >>> [int(x) for x in tf.data.experimental.choose_from_datasets(parts, tf.data.Dataset.range(2))]
    [0, 5]
    """
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


def sample_from_datasets(
    datasets: Sequence[Any], weights: Any = None, seed: int | None = None, stop_on_empty_dataset: bool = False
) -> Dataset:
    """See `tf.data.Dataset.sample_from_datasets`.

    >>> parts = [tf.data.Dataset.range(2), tf.data.Dataset.range(5, 7)]
    >>> sorted(int(x) for x in tf.data.experimental.sample_from_datasets(parts))
    [0, 1, 5, 6]
    """
    return Dataset.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: the same elements, as there is one device.

    >>> [int(x) for x in tf.data.Dataset.range(2).apply(tf.data.experimental.copy_to_device("/cpu:0"))]
    [0, 1]
    """
    return lambda dataset: dataset


def prefetch_to_device(device: str, buffer_size: int | None = None) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: `Dataset.prefetch`, as there is one device.

    >>> [int(x) for x in tf.data.Dataset.range(2).apply(tf.data.experimental.prefetch_to_device("/cpu:0"))]
    [0, 1]
    """
    return lambda dataset: dataset.prefetch(AUTOTUNE if buffer_size is None else buffer_size)


def dense_to_ragged_batch(
    batch_size: Any, drop_remainder: bool = False, row_splits_dtype: Any = int64
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.ragged_batch`.

    >>> rows = tf.data.Dataset.range(1, 3).map(tf.range)
    >>> [x.to_list() for x in rows.apply(tf.data.experimental.dense_to_ragged_batch(2))]
    [[[0], [0, 1]]]
    """
    return lambda dataset: dataset.ragged_batch(batch_size, drop_remainder, row_splits_dtype)


def dense_to_sparse_batch(batch_size: Any, row_shape: Any) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.sparse_batch`.

    >>> rows = tf.data.Dataset.range(1, 3).map(tf.range)
    >>> [x.dense_shape.numpy().tolist() for x in rows.apply(tf.data.experimental.dense_to_sparse_batch(2, [3]))]
    [[2, 3]]
    """
    return lambda dataset: dataset.sparse_batch(batch_size, row_shape)


def from_list(elements: Sequence[Any], name: str | None = None) -> Dataset:
    """A dataset of the elements of a list, which have one structure and one type.

    Raises ValueError for no list, or an empty one.

    >>> [(int(x), y.numpy()) for x, y in tf.data.experimental.from_list([(1, "a"), (2, "b")])]
    [(1, b'a'), (2, b'b')]
    """
    if not isinstance(elements, list) or not elements:
        raise ValueError(f"`elements` should be a list with an element at least, got {elements!r}.")
    whole = Dataset.from_tensors(elements[0])
    for element in elements[1:]:
        whole = whole.concatenate(Dataset.from_tensors(element))
    return whole


def at(dataset: Dataset, index: Any) -> Any:
    """The element of this number.

    Raises OutOfRangeError if there are not so many.

    >>> int(tf.data.experimental.at(tf.data.Dataset.range(5, 9), 2))
    7
    """
    if int(index) < 0:
        raise errors.OutOfRangeError(f"Index out of range [0, n): {int(index)}")
    for element in dataset.skip(index).take(1):
        return element
    raise errors.OutOfRangeError(f"Index out of range: {int(index)}")


def to_variant(dataset: Dataset) -> Any:
    """The variant tensor of a dataset.

    >>> tf.data.experimental.to_variant(tf.data.Dataset.range(3)).dtype
    tf.variant
    """
    return dataset._variant_tensor


def from_variant(variant: Any, structure: Any) -> Dataset:
    """The dataset in a variant tensor, whose elements have this spec.

    >>> variant = tf.data.experimental.to_variant(tf.data.Dataset.range(3))
    >>> [int(x) for x in tf.data.experimental.from_variant(variant, tf.TensorSpec([], tf.int64))]
    [0, 1, 2]
    """
    return Dataset._of(variant, structure, "VariantDataset")


def get_next_as_optional(iterator: Any) -> Any:
    """See `tf.data.Iterator.get_next_as_optional`.

    >>> bool(tf.data.experimental.get_next_as_optional(iter(tf.data.Dataset.range(1))).has_value())
    True
    """
    return iterator.get_next_as_optional()


def get_structure(dataset_or_iterator: Any) -> Any:
    """The spec of the elements of a dataset or an iterator.

    Raises TypeError for anything else.

    >>> tf.data.experimental.get_structure(tf.data.Dataset.range(3))
    TensorSpec(shape=(), dtype=tf.int64, name=None)
    """
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        raise TypeError(
            f"`dataset_or_iterator` must be a dataset or an iterator, got {type(dataset_or_iterator)}."
        ) from None


def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: Any = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.group_by_window`.

    >>> group = tf.data.experimental.group_by_window(lambda x: x % 2, lambda key, part: part.batch(3), 3)
    >>> [x.numpy().tolist() for x in tf.data.Dataset.range(5).apply(group)]
    [[0, 2, 4], [1, 3]]
    """
    return lambda dataset: dataset.group_by_window(key_func, reduce_func, window_size, window_size_func)


def ignore_errors(log_warning: bool = False) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.ignore_errors`.

    >>> [int(x) for x in tf.data.Dataset.range(2).apply(tf.data.experimental.ignore_errors())]
    [0, 1]
    """
    return lambda dataset: dataset.ignore_errors(log_warning)


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: bool = False,
    num_parallel_calls: Any = None,
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: `map`, then `batch`.

    >>> double = tf.data.experimental.map_and_batch(lambda x: x * 2, 2)
    >>> [x.numpy().tolist() for x in tf.data.Dataset.range(3).apply(double)]
    [[0, 2], [4]]
    """
    return lambda dataset: dataset.map(map_func, num_parallel_calls).batch(batch_size, drop_remainder)


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: Any,
    block_length: Any = 1,
    sloppy: Any = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.interleave`.

    >>> twice = tf.data.experimental.parallel_interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), 2)
    >>> [int(x) for x in tf.data.Dataset.range(2).apply(twice)]
    [0, 1, 0, 1]
    """
    return lambda dataset: dataset.interleave(map_func, cycle_length, block_length)


def parse_example_dataset(
    features: Mapping[str, Any], num_parallel_calls: Any = 1, deterministic: bool | None = None
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: `tf.io.parse_example` of batches of serialized messages.

    >>> messages = tf.data.Dataset.from_tensors([tf.train.Example().SerializeToString()])
    >>> features = {"size": tf.io.FixedLenFeature([], tf.int64, 7)}
    >>> parse = tf.data.experimental.parse_example_dataset(features)
    >>> [batch["size"].numpy().tolist() for batch in messages.apply(parse)]
    [[7]]
    """
    from graphwright.ops.io.parsing.api import parse_example

    return lambda dataset: dataset.map(lambda messages: parse_example(messages, features), num_parallel_calls)


def rejection_resample(
    class_func: Callable[..., Any], target_dist: Any, initial_dist: Any = None, seed: int | None = None
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.rejection_resample`.

    >>> resample = tf.data.experimental.rejection_resample(lambda x: x, [1.0, 0.0], [0.5, 0.5], seed=1)
    >>> numbers = tf.data.Dataset.from_tensor_slices([0, 1]).repeat(50)
    >>> {int(c) for c, _ in numbers.apply(resample)}
    {0}
    """
    return lambda dataset: dataset.rejection_resample(class_func, target_dist, initial_dist, seed)


def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.scan`.

    >>> sums = tf.data.experimental.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s + x))
    >>> [int(x) for x in tf.data.Dataset.range(4).apply(sums)]
    [0, 1, 3, 6]
    """
    return lambda dataset: dataset.scan(initial_state, scan_func)


def shuffle_and_repeat(buffer_size: Any, count: Any = None, seed: Any = None) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: `shuffle`, then `repeat`.

    >>> twice = tf.data.Dataset.range(2).apply(tf.data.experimental.shuffle_and_repeat(2, count=2))
    >>> sorted(int(x) for x in twice)
    [0, 0, 1, 1]
    """
    return lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count)


def snapshot(
    path: Any,
    compression: str | None = "AUTO",
    reader_func: Callable[..., Any] | None = None,
    shard_func: Callable[..., Any] | None = None,
) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.snapshot`.

    >>> import tempfile
    >>> [int(x) for x in tf.data.Dataset.range(2).apply(tf.data.experimental.snapshot(tempfile.mkdtemp()))]
    [0, 1]
    """
    return lambda dataset: dataset.snapshot(path, compression, reader_func, shard_func)


def save(
    dataset: Dataset,
    path: Any,
    compression: str | None = None,
    shard_func: Callable[..., Any] | None = None,
    checkpoint_args: Any = None,
) -> None:
    """See `tf.data.Dataset.save`.

    >>> import tempfile
    >>> tf.data.experimental.save(tf.data.Dataset.range(2), tempfile.mkdtemp())
    """
    dataset.save(path, compression, shard_func, checkpoint_args)


def load(
    path: Any,
    element_spec: Any = None,
    compression: str | None = None,
    reader_func: Callable[..., Any] | None = None,
) -> Dataset:
    """See `tf.data.Dataset.load`.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> tf.data.Dataset.range(2).save(folder)
    >>> [int(x) for x in tf.data.experimental.load(folder)]
    [0, 1]
    """
    found: Dataset = Dataset.load(path, element_spec, compression, reader_func)
    return found


def take_while(predicate: Callable[..., Any]) -> Callable[[Dataset], Any]:
    """For `Dataset.apply`: see `tf.data.Dataset.take_while`.

    >>> [int(x) for x in tf.data.Dataset.range(9).apply(tf.data.experimental.take_while(lambda x: x < 2))]
    [0, 1]
    """
    return lambda dataset: dataset.take_while(predicate)


class TFRecordWriter:
    """Writes a dataset of strings to a TFRecord file.

    Args:
      filename: the file, which is replaced if there is one.
      compression_type: "", "ZLIB" or "GZIP".

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> tf.data.experimental.TFRecordWriter(path).write(tf.data.Dataset.from_tensor_slices(["a", "b"]))
    >>> [x.numpy() for x in tf.data.TFRecordDataset(path)]
    [b'a', b'b']
    """

    def __init__(self, filename: Any, compression_type: str | None = None) -> None:
        self._filename, self._compression = filename, compression_type or ""

    def write(self, dataset: Any) -> Any:
        """Write the elements; TypeError unless they are string scalars."""
        if not isinstance(dataset, Dataset):
            raise TypeError(f"Invalid `dataset.` Expected a `tf.data.Dataset` object but got {type(dataset)}.")
        if dataset.element_spec != TensorSpec((), string):
            raise TypeError(
                "Invalid `dataset`. Expected a `tf.data.Dataset` object of scalar strings, but got elements of "
                f"{dataset.element_spec}."
            )
        inputs = (dataset._variant_tensor, self._filename, self._compression)
        return apply_effect(records_storage.TO_RECORDS, inputs)


__all__ = [
    "Counter", "TFRecordWriter", "assert_cardinality", "at", "bucket_by_sequence_length", "cardinality",
    "choose_from_datasets", "copy_to_device", "dense_to_ragged_batch", "dense_to_sparse_batch", "enumerate_dataset",
    "from_list", "from_variant", "get_model_proto", "get_next_as_optional", "get_single_element", "get_structure",
    "group_by_window", "ignore_errors",
    "load", "map_and_batch", "parallel_interleave", "parse_example_dataset", "prefetch_to_device",
    "rejection_resample", "sample_from_datasets", "save", "scan", "shuffle_and_repeat", "snapshot", "take_while",
    "to_variant", "unbatch", "unique",
]  # fmt: skip
