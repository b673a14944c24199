"""Tables that are filled once, when they are created."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import DType, as_dtype, int64, string
from graphwright.base.tracebacks import shortened
from graphwright.core.context import outside_graphs
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Tensor
from graphwright.lookup import records
from graphwright.lookup.base import LookupTable, checked, of_values


class StaticHashTable(LookupTable):
    """A table that is filled once.

    Args:
      initializer: a `KeyValueTensorInitializer` or `TextFileInitializer`.
      default_value: a scalar, for keys that are not there.
      name: what a session calls the table.
      experimental_is_anonymous: of no effect.

    Raises:
      FailedPreconditionError: a key has two values.
      InvalidArgumentError: keys and values differ in shape, or a line of the file makes no entry.
      NotFoundError: the file is not there, or there are no tables of such dtypes.

    >>> pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1.5, 2.5])
    >>> table = tf.lookup.StaticHashTable(pairs, default_value=0.0)
    >>> table[tf.constant([["a"], ["?"]])].numpy().tolist(), int(table.size())
    ([[1.5], [0.0]], 2)
    """

    _registered_name = "tf.StaticHashTable"

    @shortened
    def __init__(
        self, initializer: Any, default_value: Any, name: str | None = None, experimental_is_anonymous: bool = False
    ) -> None:
        super().__init__(initializer.key_dtype, initializer.value_dtype, default_value, name or "hash_table")
        if self._default_value.shape.rank != 0:
            shape = self._default_value.shape
            raise ValueError(f"Shapes {shape} and () are not compatible: `default_value` is a scalar.")
        self._initializer = initializer
        with outside_graphs():
            self._initialize()

    def _create_resource(self) -> Any:
        return apply(records.HASH_TABLE, (), self._naming())

    def _initialize(self) -> None:
        self._initializer.initialize(self)

    @property
    def default_value(self) -> Tensor:
        """What keys get that are not there."""
        return self._default_value

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The values of keys, of ragged and sparse ones those of their values; the default for keys that are not there.

        Raises TypeError for keys of another dtype.
        """
        return of_values(lambda dense: self._found(dense, self._default_value, name), keys)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {"_initializer": self._initializer}


class StaticVocabularyTable:
    """A table from words to numbers in which words that are not there get numbers too: one of a few behind the others.

    Args:
      initializer: gives int64 values, which should be 0, 1, ...; None for no words at all.
      num_oov_buckets: how many numbers there are for other words. Which one a word gets is a hash of its text.
      lookup_key_dtype: the dtype of what is looked up; by default that of the initializer's keys, else string.
      name: what a session calls the table.
      experimental_is_anonymous: of no effect.

    Raises:
      ValueError: `num_oov_buckets` is not positive.
      TypeError: dtypes that do not go with each other.

    >>> pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
    >>> table = tf.lookup.StaticVocabularyTable(pairs, num_oov_buckets=3)
    >>> table.lookup(tf.constant(["b", "emerson", "palmer"])).numpy().tolist(), int(table.size())
    ([1, 3, 2], 5)
    """

    @shortened
    def __init__(
        self,
        initializer: Any,
        num_oov_buckets: int,
        lookup_key_dtype: Any = None,
        name: str | None = None,
        experimental_is_anonymous: bool = False,
    ) -> None:
        if num_oov_buckets <= 0:
            raise ValueError("`num_oov_buckets` must be > 0; use StaticHashTable.")
        wanted = None if lookup_key_dtype is None else as_dtype(lookup_key_dtype)
        self._table: StaticHashTable | None = None
        if initializer is not None:
            _check_dtypes(initializer.key_dtype, initializer.value_dtype, wanted)
            self._table = StaticHashTable(initializer, -1, name)
        self._key_dtype = wanted or (string if initializer is None else initializer.key_dtype)
        self._num_oov_buckets = num_oov_buckets

    @property
    def key_dtype(self) -> DType:
        """The dtype of what is looked up."""
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        """Always int64."""
        return int64

    @property
    def name(self) -> str | None:
        """The table's name."""
        return None if self._table is None else self._table.name

    @property
    def resource_handle(self) -> Any:
        """The handle of the table of words; None without one."""
        return None if self._table is None else self._table.resource_handle

    def size(self, name: str | None = None) -> Tensor:
        """How many numbers there are, an int64 scalar."""
        if self._table is None:
            return to_tensor(self._num_oov_buckets, int64)
        return self._table.size(name) + self._num_oov_buckets

    def lookup(self, keys: Any, name: str | None = None) -> Any:
        """The numbers of words, int64; of ragged and sparse ones those of theirs.

        Raises TypeError for keys of another dtype.
        """
        return of_values(lambda dense: self._numbers(dense, name), keys)

    def _numbers(self, keys: Any, name: str | None) -> Tensor:
        """The numbers of the words in a tensor."""
        from graphwright.ops.array.select import where
        from graphwright.ops.math.casts import cast
        from graphwright.ops.math.comparison import not_equal
        from graphwright.ops.text.hashing import to_hash_bucket_fast
        from graphwright.ops.text.join import as_string

        arguments = checked(keys, self._key_dtype)
        text = as_string(arguments) if self._key_dtype.is_integer else arguments
        other: Tensor = to_hash_bucket_fast(text, self._num_oov_buckets)
        if self._table is None:
            return other
        found = self._table.lookup(cast(arguments, int64) if self._key_dtype.is_integer else arguments, name)
        result: Tensor = where(not_equal(found, self._table.default_value), found, other + self._table.size())
        return result

    def __getitem__(self, keys: Any) -> Any:
        return self.lookup(keys)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {} if self._table is None else {"_table": self._table}


def _check_dtypes(key: DType, value: DType, wanted: DType | None) -> None:
    if value is not int64:
        raise TypeError(f"Invalid `value_dtype`, expected {int64!r} but got {value!r}.")
    if key not in (int64, string):
        raise TypeError(f"Invalid `key_dtype`, expected one of (tf.int64, tf.string), but got {key!r}.")
    if wanted is not None and wanted.is_integer != key.is_integer:
        expected = "integer" if wanted.is_integer else "non-integer"
        raise TypeError(f"Invalid `key_dtype`, expected {expected} but got {key!r}.")


__all__ = ["StaticHashTable", "StaticVocabularyTable"]
