"""Tables that are filled with the elements of datasets."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import as_dtype, int64, string
from graphwright.core.dispatch import apply, apply_effect
from graphwright.lookup import records
from graphwright.lookup.initializers import Initializer
from graphwright.lookup.static import StaticHashTable, StaticVocabularyTable

_MOST = 2**31 - 1
_FASTHASH = ("fasthash", None)


class DatasetInitializer(Initializer):
    """Fills a table from a dataset of pairs of scalars: keys and values.

    Raises ValueError for other elements.

    >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], [1, 2]))
    >>> table = tf.lookup.StaticHashTable(tf.data.experimental.DatasetInitializer(pairs), default_value=-1)
    >>> table.lookup(tf.constant(["b", "z"])).numpy().tolist()
    [2, -1]
    """

    def __init__(self, dataset: Any) -> None:
        spec = dataset.element_spec
        if not (isinstance(spec, tuple) and len(spec) == 2 and all(s.shape.rank == 0 for s in spec)):
            raise ValueError(f"The elements of the dataset must be pairs of scalars, keys and values; got {spec}.")
        self._dataset = dataset
        super().__init__(spec[0].dtype, spec[1].dtype)

    def initialize(self, table: Any) -> Any:
        """Fill a table, whose dtypes must be those of the keys and values: else TypeError."""
        self._check(table)
        keys, values = self._dataset.batch(_MOST).get_single_element()
        return apply_effect(records.IMPORT, (table.resource_handle, keys, values))


def table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: Any = None,
    hasher_spec: Any = _FASTHASH,
    key_dtype: Any = string,
    name: str | None = None,
) -> StaticHashTable | StaticVocabularyTable:
    """A table of the pairs of a dataset.

    Args:
      dataset: its elements are keys and values.
      num_oov_buckets: how many numbers keys share that are not there, behind the values; 0 for none.
      vocab_size: how many elements are taken; by default all.
      default_value: of keys that are not there, without those numbers.
      hasher_spec: how those numbers are chosen; only the default is here.
      key_dtype: of what is looked up in a table of numbers.

    Raises ValueError for wrong arguments.

    >>> pairs = tf.data.Dataset.from_tensor_slices((["a", "b"], tf.constant([5, 6], tf.int64)))
    >>> table = tf.data.experimental.table_from_dataset(pairs, default_value=0)
    >>> table.lookup(tf.constant(["b", "z"])).numpy().tolist()
    [6, 0]
    """
    if dataset is None or (vocab_size is not None and vocab_size < 1):
        raise ValueError(f"dataset must not be None, and vocab_size must be greater than 0; got {vocab_size}.")
    if num_oov_buckets < 0:
        raise ValueError(f"`num_oov_buckets` must be greater than or equal to 0, got {num_oov_buckets}.")
    if tuple(hasher_spec) != _FASTHASH:
        raise ValueError(f"hasher_spec must be {_FASTHASH}, got {hasher_spec!r}.")
    pairs = DatasetInitializer(dataset if vocab_size is None else dataset.take(vocab_size))
    if num_oov_buckets:
        kind = as_dtype(key_dtype)
        return StaticVocabularyTable(pairs, num_oov_buckets, None if kind is string else kind, name)
    return StaticHashTable(pairs, -1 if default_value is None else default_value, name)


def index_table_from_dataset(
    dataset: Any = None,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: Any = -1,
    hasher_spec: Any = _FASTHASH,
    key_dtype: Any = string,
    name: str | None = None,
) -> StaticHashTable | StaticVocabularyTable:
    """A table from the elements of a dataset to their numbers; arguments are those of `table_from_dataset`.

    >>> words = tf.data.Dataset.from_tensor_slices(["a", "b", "c"])
    >>> table = tf.data.experimental.index_table_from_dataset(words, num_oov_buckets=1)
    >>> table.lookup(tf.constant(["b", "z"])).numpy().tolist()
    [1, 3]
    """
    if dataset is None:
        raise ValueError("dataset must not be None.")
    numbered = dataset.enumerate().map(lambda index, word: (word, apply("Cast", (index,), {"DstT": int64})))
    return table_from_dataset(numbered, num_oov_buckets, vocab_size, default_value, hasher_spec, key_dtype, name)
