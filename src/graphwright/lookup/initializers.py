"""What tables that are filled once are filled with: pairs of tensors, or the lines of a text file."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, int64, string
from graphwright.core.context import outside_graphs
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply_effect
from graphwright.core.resource import Asset
from graphwright.core.tensor import SymbolicTensor
from graphwright.ir.infer import constant_value
from graphwright.lookup import records
from graphwright.lookup.table import LINE_NUMBER, WHOLE_LINE


class Initializer:
    """Fills a table with keys of one dtype and values of another."""

    def __init__(self, key_dtype: Any, value_dtype: Any) -> None:
        self._key_dtype, self._value_dtype = as_dtype(key_dtype), as_dtype(value_dtype)

    @property
    def key_dtype(self) -> DType:
        """The dtype of the keys."""
        return self._key_dtype

    @property
    def value_dtype(self) -> DType:
        """The dtype of the values."""
        return self._value_dtype

    def initialize(self, table: Any) -> Any:
        """Fill a table."""
        raise NotImplementedError

    def _check(self, table: Any) -> None:
        if table.key_dtype is not self._key_dtype or table.value_dtype is not self._value_dtype:
            raise TypeError(
                f"Invalid dtypes of the table: expected {self._key_dtype!r} and {self._value_dtype!r} for keys and "
                f"values, got {table.key_dtype!r} and {table.value_dtype!r}."
            )

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {}


def _known(x: Any) -> Any:
    """The value of a constant of the function that is traced, which the table outlives."""
    value = constant_value(x) if isinstance(x, SymbolicTensor) else None
    return x if value is None else value


class KeyValueTensorInitializer(Initializer):
    """Fills a table from two tensors.

    Args:
      keys, values: of one shape.
      key_dtype, value_dtype: dtypes, by default those of `keys` and `values`.
      name: of no effect.

    >>> pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
    >>> tf.lookup.StaticHashTable(pairs, default_value=-1).lookup(tf.constant(["b", "z"])).numpy().tolist()
    [2, -1]
    """

    def __init__(
        self, keys: Any, values: Any, key_dtype: Any = None, value_dtype: Any = None, name: str | None = None
    ) -> None:
        with outside_graphs():
            self._keys = to_tensor(_known(keys), None if key_dtype is None else as_dtype(key_dtype))
            self._values = to_tensor(_known(values), None if value_dtype is None else as_dtype(value_dtype))
        super().__init__(self._keys.dtype, self._values.dtype)

    def initialize(self, table: Any) -> Any:
        """Fill a table, whose dtypes must be those of the keys and values: else TypeError."""
        self._check(table)
        return apply_effect(records.IMPORT, (table.resource_handle, self._keys, self._values))


class TextFileIndex:
    """What a key or a value is made of, where it is no column: the whole line, or its number.

    >>> tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
    (-2, -1)
    """

    WHOLE_LINE = WHOLE_LINE
    LINE_NUMBER = LINE_NUMBER


class TextFileInitializer(Initializer):
    """Fills a table from the lines of a text file, which is saved with the model.

    Args:
      filename: the file's path.
      key_dtype, value_dtype: dtypes; int64 for the number of the line.
      key_index, value_index: a column, `TextFileIndex.WHOLE_LINE` or `TextFileIndex.LINE_NUMBER`.
      vocab_size: how many lines to read; None: all.
      delimiter: one character, which separates columns.
      name: of no effect.
      value_index_offset: added to the number of the line.

    Raises ValueError for an index that is none, or a dtype that does not go with it.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "words.txt")
    >>> with open(path, "w") as file:
    ...     _ = file.write("apple\\npear\\n")
    >>> index = tf.lookup.TextFileIndex
    >>> lines = tf.lookup.TextFileInitializer(path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
    >>> tf.lookup.StaticHashTable(lines, -1).lookup(tf.constant(["pear", "plum"])).numpy().tolist()
    [1, -1]
    """

    def __init__(
        self,
        filename: Any,
        key_dtype: Any,
        key_index: int,
        value_dtype: Any,
        value_index: int,
        vocab_size: int | None = None,
        delimiter: str = "\t",
        name: str | None = None,
        value_index_offset: int = 0,
    ) -> None:
        super().__init__(key_dtype, value_dtype)
        if isinstance(filename, (str, bytes)) and not filename:
            raise ValueError("`filename` argument required for tf.lookup.TextFileInitializer")
        for what, index, dtype in (("key", key_index, self._key_dtype), ("value", value_index, self._value_dtype)):
            if index < WHOLE_LINE:
                raise ValueError(f"`{what}_index` should be >= {WHOLE_LINE}, received: {index}.")
            if index == LINE_NUMBER and dtype is not int64:
                raise ValueError(
                    f"`{what}_dtype` must be int64 if `{what}_index` is {LINE_NUMBER}, received: {dtype!r}"
                )
            if index == WHOLE_LINE and dtype not in (int64, string):
                raise ValueError(
                    f"`{what}_dtype` must be either integer or string if `{what}_index` is {WHOLE_LINE}, received: "
                    f"{dtype!r}"
                )
        if vocab_size is not None and vocab_size <= 0:
            raise ValueError(f"`vocab_size` should be > 0, received: {vocab_size}")
        self._filename = filename if isinstance(filename, Asset) else Asset(filename)
        self._attrs = {
            "key_index": int(key_index),
            "value_index": int(value_index),
            "vocab_size": -1 if vocab_size is None else int(np.int64(vocab_size)),
            "delimiter": delimiter,
            "offset": int(value_index_offset),
        }

    def initialize(self, table: Any) -> Any:
        """Fill a table, whose dtypes must be those given here: else TypeError."""
        self._check(table)
        inputs = (table.resource_handle, self._filename.asset_path)
        return apply_effect(records.INITIALIZE_FROM_FILE, inputs, self._attrs)

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return {"_filename": self._filename}


__all__ = ["Initializer", "KeyValueTensorInitializer", "TextFileIndex", "TextFileInitializer"]
