"""Tables whose entries change; checkpoints and saved models keep them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.core.context import outside_graphs
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.lookup import records
from graphwright.lookup.base import LookupTable, checked


class ChangingTable(LookupTable):
    """A table into which entries are put, and out of which they are taken."""

    def __init__(self, key_dtype: Any, value_dtype: Any, default_value: Any, name: str, checkpoint: bool) -> None:
        super().__init__(as_dtype(key_dtype), as_dtype(value_dtype), default_value, name)
        self._checkpoint = checkpoint
        self._value_shape = self._default_value.shape

    def insert(self, keys: Any, values: Any, name: str | None = None) -> Any:
        """Put entries in; keys that are there take the new values.

        Raises:
          TypeError: keys of another dtype.
          InvalidArgumentError: the shapes do not go with each other.
        """
        values = to_tensor(values, self._value_dtype)
        return apply_effect(records.INSERT, (self.resource_handle, checked(keys, self._key_dtype), values), None, name)

    def remove(self, keys: Any, name: str | None = None) -> Any:
        """Take entries out; keys that are not there are passed over. TypeError for keys of another dtype."""
        return apply_effect(records.REMOVE, (self.resource_handle, checked(keys, self._key_dtype)), None, name)

    _saved_together = ("table", ("-keys", "-values"))

    def _serialize_to_tensors(self) -> dict[str, Any]:
        if not self._checkpoint:
            return {}
        keys, values = self.export()
        return {"-keys": keys, "-values": values}

    def _restore_from_tensors(self, restored: Mapping[str, Any]) -> None:
        apply_effect(records.IMPORT, (self.resource_handle, restored["-keys"], restored["-values"]))


class MutableHashTable(ChangingTable):
    """A table whose entries change.

    Args:
      key_dtype, value_dtype: dtypes; NotFoundError where there are no tables of such dtypes.
      default_value: for keys that are not there; its shape is that of each value.
      name: what a session calls the table.
      checkpoint: whether the entries are saved.
      experimental_is_anonymous: of no effect.

    >>> table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
    >>> table.insert(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64))
    >>> table.remove(tf.constant(["a"]))
    >>> table.lookup(tf.constant(["a", "b"])).numpy().tolist()
    [-1, 2]
    """

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        name: str = "MutableHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint)
        with outside_graphs():
            self._resource_handle = self._create_resource()

    def _create_resource(self) -> Any:
        if self._value_shape.rank == 0:
            return apply(records.MUTABLE_HASH_TABLE, (), self._naming())
        attrs = {**self._naming(), "value_shape": self._value_shape}
        return apply(records.MUTABLE_OF_TENSORS, (), attrs)

    def lookup(  # type: ignore[override]  # TensorFlow's order of arguments
        self, keys: Any, dynamic_default_values: Any = None, name: str | None = None
    ) -> Any:
        """The values of keys.

        Args:
          keys: of any shape.
          dynamic_default_values: what keys get that are not there, instead of the table's default: one value, or one
            for each key.

        Raises TypeError for keys of another dtype.
        """
        default = self._default_value
        if dynamic_default_values is not None:
            default = to_tensor(dynamic_default_values, self._value_dtype)
        return self._found(keys, default, name)


class DenseHashTable(ChangingTable):
    """A table whose entries change, in which two keys stand for places without an entry and must not be used.

    Args:
      key_dtype, value_dtype: dtypes; NotFoundError where there are no tables of such dtypes.
      default_value: for keys that are not there; its shape is that of each value.
      empty_key, deleted_key: the two keys; their shape is that of each key.
      initial_num_buckets: a power of two, of no other effect.
      name: what a session calls the table.
      checkpoint: whether the entries are saved.
      experimental_is_anonymous: of no effect.

    >>> table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-1)
    >>> table.insert(tf.constant([5, 6], tf.int64), tf.constant([50, 60], tf.int64))
    >>> table.lookup(tf.constant([5, 7], tf.int64)).numpy().tolist()
    [50, -1]
    """

    def __init__(
        self,
        key_dtype: Any,
        value_dtype: Any,
        default_value: Any,
        empty_key: Any,
        deleted_key: Any,
        initial_num_buckets: int | None = None,
        name: str = "MutableDenseHashTable",
        checkpoint: bool = True,
        experimental_is_anonymous: bool = False,
    ) -> None:
        super().__init__(key_dtype, value_dtype, default_value, name, checkpoint)
        self._buckets = initial_num_buckets
        with outside_graphs():
            self._empty_key = to_tensor(empty_key, self._key_dtype)
            self._deleted_key = to_tensor(deleted_key, self._key_dtype)
            self._resource_handle = self._create_resource()

    def _create_resource(self) -> Any:
        attrs = {"shared_name": self._shared_name, "value_dtype": self._value_dtype, "value_shape": self._value_shape}
        if self._buckets is not None:
            attrs["initial_num_buckets"] = self._buckets
        return apply(records.DENSE_TABLE, (self._empty_key, self._deleted_key), attrs)

    def insert_or_assign(self, keys: Any, values: Any, name: str | None = None) -> Any:
        """The same as `insert`."""
        return self.insert(keys, values, name)

    def erase(self, keys: Any, name: str | None = None) -> Any:
        """The same as `remove`."""
        return self.remove(keys, name)


__all__ = ["DenseHashTable", "MutableHashTable"]
