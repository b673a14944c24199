"""What the handle of a lookup table stands for: its entries."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, string
from graphwright.base.forks import renewed_after_fork
from graphwright.core.eager_jit import text_routine
from graphwright.core.tensor import Array
from graphwright.ir.types import describe_dims
from graphwright.ops.text._hashes import murmur_hash64

_KINDS = {
    "hash": {
        "string": "string int32 int64 float32 float64 bool",
        "int32": "string int32 float32 float64",
        "int64": "string int32 int64 float32 float64",
    },
    "mutable": {
        "string": "int32 int64 float32 float64 bool",
        "int32": "int32 float32 float64",
        "int64": "string int32 int64 float32 float64",
    },
    "dense": {
        "string": "int32 int64 float32 float64 bool",
        "int32": "int32 float32 float64",
        "int64": "int32 int64 float32 float64 bool",
    },
}
"""The dtypes of values that there are tables of, by kind of table and dtype of the keys."""


class Table:
    """A table from keys to values, each of one dtype and shape.

    Args:
      kind: `hash` (filled once), `mutable` or `dense`.
      key_dtype, value_dtype: dtypes; NotFoundError for a pair that there is no such table of.
      value_dims, key_dims: the shapes of one value and one key.
      refused: keys that must not be used, with what they are called.
    """

    __slots__ = (
        "__weakref__", "_asked", "_entries", "_index", "_lock", "_refused", "filled", "key_dims", "key_dtype", "kind",
        "value_dims", "value_dtype",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        key_dtype: DType,
        value_dtype: DType,
        value_dims: tuple[int, ...] = (),
        key_dims: tuple[int, ...] = (),
        refused: dict[Any, str] | None = None,
    ) -> None:
        if value_dtype.name not in _KINDS[kind].get(key_dtype.name, "").split():
            raise errors.NotFoundError(
                f"There is no table of the kind '{kind}' from {key_dtype.name} to {value_dtype.name}; there are: "
                + "; ".join(f"from {k} to {', '.join(v.split())}" for k, v in _KINDS[kind].items())
                + "."
            )
        self.kind = kind
        self.key_dtype, self.value_dtype = key_dtype, value_dtype
        self.key_dims, self.value_dims = key_dims, value_dims
        self.filled = kind != "hash"
        self._refused = refused or {}
        self._entries: dict[Any, Any] = {}
        self._index: Any = None  # in C, and the values
        self._asked = 0  # keys, before there is an index
        self._lock = renewed_after_fork(threading.RLock())

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{self.kind} table from {self.key_dtype.name} to {self.value_dtype.name}, {len(self)} entries>"

    # reading -----------------------------------------------------------------------------------------------

    def find(self, keys: Array, default: Array) -> Array:
        """The values of keys; `default`, or its row, for those that are not there."""
        if not self.filled:
            raise errors.FailedPreconditionError("Table not initialized.")
        dims = self._dims_of(keys)
        count = math.prod(dims)
        result = np.empty((count, *self.value_dims), self.value_dtype.numpy)
        result[...] = self._defaults(default, dims, count)
        positions = self._positions(keys)
        if positions is not None:
            known = positions >= 0
            result[known] = self._index[1][positions[known]]
            quick: Array = result.reshape(dims)
            return quick
        values = list(map(self._entries.get, self._keys_of(keys)))
        there = [i for i, value in enumerate(values) if value is not None]
        if len(there) == len(values):
            result[:] = values
        elif there:
            result[there] = [values[i] for i in there]
        found: Array = result.reshape(dims + self.value_dims)
        return found

    def _positions(self, keys: Array) -> Array | None:
        """Where strings stand among the keys, -1 if they do not; None if Python is to look them up."""
        if self.kind != "hash" or self.key_dtype is not string or self.value_dims or self.key_dims:
            return None
        make = text_routine("index", keys.size)
        if make is None:
            return None
        if self._index is None:
            self._asked += keys.size
            if self._asked < len(self._entries):  # an index would take longer
                return None
            values = np.empty(len(self._entries), self.value_dtype.numpy)
            values[:] = list(self._entries.values())
            self._index = make(np.array([*self._entries, None], object)[:-1]), values
        found: Array | None = self._index[0].find(keys)
        return found

    def contains(self, key: Any) -> bool:
        """Whether there is an entry of a key, a scalar."""
        if not self.filled:
            raise errors.FailedPreconditionError("Table not initialized.")
        return key in self._entries

    def _defaults(self, default: Array, dims: tuple[int, ...], count: int) -> Array:
        if default.shape == self.value_dims:
            return default
        if default.shape == dims + self.value_dims:
            return default.reshape((count, *self.value_dims))
        if self.kind == "hash" and default.size:
            return default.reshape(-1)[:1]
        raise errors.InvalidArgumentError(
            f"Expected shape {describe_dims(self.value_dims)} or {describe_dims(dims + self.value_dims)} for default "
            f"value, got {describe_dims(default.shape)}"
        )

    def export(self) -> tuple[Array, Array]:
        """All keys and all values."""
        with self._lock:
            items = list(self._entries.items())
        if self.kind == "dense":
            return self._in_places(items)
        keys = np.empty((len(items), *self.key_dims), self.key_dtype.numpy)
        values = np.empty((len(items), *self.value_dims), self.value_dtype.numpy)
        for i, (key, value) in enumerate(items):
            keys[i], values[i] = key, value
        return keys, values

    def _in_places(self, items: list[tuple[Any, Any]]) -> tuple[Array, Array]:
        """The entries where they stand in TensorFlow's memory: it takes them from a file as they are, place for place.

        A key has the place of the last bits of its hash, or one 1, 3, 6, ... places behind where that is taken.
        """
        count = max(4, 1 << (2 * len(items)).bit_length())
        keys = np.empty((count, int(np.prod(self.key_dims))), self.key_dtype.numpy)
        keys[:] = next(iter(self._refused))
        values = np.zeros((count, int(np.prod(self.value_dims))), self.value_dtype.numpy)
        taken = set()
        for key, value in items:
            hashed = _hash_of_parts(key) if self.key_dims else _hash_of(key)
            place, step = hashed & (count - 1), 0
            while place in taken:
                step += 1
                place = (place + step) & (count - 1)
            taken.add(place)
            keys[place], values[place] = key, np.reshape(value, -1)
        return keys, values

    # writing -----------------------------------------------------------------------------------------------

    def insert(self, keys: Array, values: Array) -> None:
        """Put entries in; those of keys that are there take the new values."""
        if self.kind == "hash":
            raise errors.UnimplementedError("Insert not supported by a table that is filled once.")
        entries = self._pairs(keys, values)
        with self._lock:
            self._entries.update(entries)

    def remove(self, keys: Array) -> None:
        """Take entries out; keys that are not there are passed over."""
        if self.kind == "hash":
            raise errors.UnimplementedError("Remove not supported by a table that is filled once.")
        wanted = self._keys_of(keys)
        with self._lock:
            for key in wanted:
                self._entries.pop(key, None)

    def replace(self, keys: Array, values: Array) -> None:
        """Let these be the entries, and no others; a table that is filled once is filled."""
        if self.kind == "hash":
            self.fill(self._pairs(keys, values))
            return
        entries = dict(self._without_refused(keys, values))
        with self._lock:
            self._entries = entries

    def fill(self, pairs: Sequence[tuple[Any, Any]]) -> None:
        """Give a table its entries, once; FailedPreconditionError for a key with two values."""
        entries: dict[Any, Any] = {}
        for key, value in pairs:
            known = entries.setdefault(key, value)
            if known is not value and known != value:
                raise errors.FailedPreconditionError(
                    f"HashTable has different value for same key. Key {_shown(key)} has {_shown(known)} and trying to "
                    f"add value {_shown(value)}"
                )
        with self._lock:
            if self.filled and self._entries != entries:
                raise errors.FailedPreconditionError("Table was already initialized with different data.")
            self._entries, self.filled, self._index = entries, True, None

    # conversion --------------------------------------------------------------------------------------------

    def check(self, key: DType, value: DType | None = None) -> None:
        """InvalidArgumentError for tensors of other dtypes than those of the table."""
        if key is not self.key_dtype or (value is not None and value is not self.value_dtype):
            arguments = key.name if value is None else f"{key.name} to {value.name}"
            raise errors.InvalidArgumentError(
                f"Signature mismatch: the table leads from {self.key_dtype.name} to {self.value_dtype.name}, and is "
                f"used as one of {arguments}."
            )

    def _dims_of(self, keys: Array) -> tuple[int, ...]:
        """The shape of the keys without the shape of one key."""
        rank = len(self.key_dims)
        if keys.shape[keys.ndim - rank :] != self.key_dims:
            raise errors.InvalidArgumentError(
                f"Expected key shape {describe_dims(self.key_dims)} at the end, got {describe_dims(keys.shape)}"
            )
        dims: tuple[int, ...] = keys.shape[: keys.ndim - rank]
        return dims

    def _keys_of(self, keys: Array) -> list[Any]:
        """Keys as they stand in the dict: Python values, tuples for those of a shape."""
        self._dims_of(keys)
        if self.key_dims:
            flat = keys.reshape(-1, int(np.prod(self.key_dims)))
            found = [row[0] if len(row) == 1 else tuple(row) for row in flat.tolist()]
        else:
            found = keys.reshape(-1).tolist()
        if self._refused:
            for key, name in self._refused.items():
                if key in found:
                    raise errors.InvalidArgumentError(f"Using the {name} as a table key is not allowed")
        return found

    def _pairs(self, keys: Array, values: Array) -> list[tuple[Any, Any]]:
        expected = keys.shape[: keys.ndim - len(self.key_dims)] + self.value_dims
        if values.shape != expected:
            raise errors.InvalidArgumentError(
                f"Expected shape {describe_dims(expected)} for value, got {describe_dims(values.shape)}"
            )
        found = self._keys_of(keys)
        rows = values.reshape((len(found), *self.value_dims))
        return list(zip(found, list(rows) if self.value_dims else rows.tolist(), strict=True))

    def _without_refused(self, keys: Array, values: Array) -> list[tuple[Any, Any]]:
        """The pairs whose keys may be used: a dense table is saved with its empty places."""
        refused, self._refused = self._refused, {}
        try:
            # TensorFlow writes keys and values of a dense table as matrices, also where they are scalars
            sizes = int(np.prod(self.key_dims)), int(np.prod(self.value_dims))
            if self.kind == "dense" and (keys.shape[1:], values.shape[1:]) == ((sizes[0],), (sizes[1],)):
                count = len(keys)
                keys, values = keys.reshape((count, *self.key_dims)), values.reshape((count, *self.value_dims))
            return [(k, v) for k, v in self._pairs(keys, values) if k not in refused]
        finally:
            self._refused = refused


_WORD = (1 << 64) - 1


def _hash_of(key: Any) -> int:
    """The hash of a scalar key in a dense table: an integer is its own."""
    return murmur_hash64(key) if isinstance(key, bytes) else int(key)


def _hash_of_parts(key: Any) -> int:
    """The hash of a key that is an array."""
    found = 0
    for part in key if isinstance(key, tuple) else (key,):
        found ^= ((_hash_of(part) & _WORD) + 0x9E3779B97F4A7800 + ((found << 10) & _WORD) + (found >> 4)) & _WORD
    return found


def _shown(value: Any) -> str:
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)


def table_of(stored: Any) -> Table:
    """The table that a handle stands for; InvalidArgumentError for the handle of something else."""
    if isinstance(stored, Table):
        return stored
    raise errors.InvalidArgumentError(
        f"Trying to access a handle's resource using the wrong type: it stands for {stored!r}, and not for a table."
    )


def key_value(array: Array) -> Any:
    """One key as it stands in a table."""
    flat = array.reshape(-1).tolist()
    return flat[0] if len(flat) == 1 else tuple(flat)


# text files --------------------------------------------------------------------------------------------------

WHOLE_LINE, LINE_NUMBER = -2, -1


def read_pairs(
    table: Table, path: str, key_index: int, value_index: int, size: int, delimiter: str, offset: int
) -> list[tuple[Any, Any]]:
    """The entries that the lines of a file make.

    Raises NotFoundError for a file that is not there, InvalidArgumentError for lines that make none.
    """
    if len(delimiter) != 1:
        raise errors.InvalidArgumentError("delimiter should be only 1 char")
    try:
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
    except FileNotFoundError:
        raise errors.NotFoundError(f"{path}; No such file or directory") from None
    except OSError as error:
        raise errors.FailedPreconditionError(f"{path}; {error.strerror}") from None
    if lines[-1] == b"":
        lines.pop()
    if not lines:
        raise errors.OutOfRangeError(f"{path} is empty: a table needs one line at least.")
    if size > len(lines):
        raise errors.InvalidArgumentError(f"Invalid vocab_size in {path}: expected {size} but got {len(lines)}")
    key = _field(table.key_dtype, key_index, delimiter.encode(), 0)
    value = _field(table.value_dtype, value_index, delimiter.encode(), offset)
    result = []
    for number, line in enumerate(lines if size < 0 else lines[:size]):
        line = line.removesuffix(b"\r")
        if not line:
            raise errors.InvalidArgumentError(f"Invalid content in {path}: empty line found at line {number}.")
        result.append((key(number, line, path), value(number, line, path)))
    return result


def _field(dtype: DType, index: int, delimiter: bytes, offset: int) -> Callable[[int, bytes, str], Any]:
    """How to get a key or a value from a line."""
    if index == LINE_NUMBER:
        return lambda number, line, path: number + offset
    read = _PARSERS[dtype.name]

    def field(number: int, line: bytes, path: str) -> Any:
        text = line
        if index != WHOLE_LINE:
            columns = line.split(delimiter)
            if index >= len(columns):
                raise errors.InvalidArgumentError(
                    f"Invalid number of columns in {path} line {number} ({_shown(line)}) : expected at least "
                    f"{index + 1} got {len(columns)}"
                )
            text = columns[index]
        if dtype is string:
            return text
        try:
            return read(text)
        except (ValueError, OverflowError):
            raise errors.InvalidArgumentError(
                f"Field {_shown(text)} in line {number} is not a valid {dtype.name}."
            ) from None

    return field


def _truth(text: bytes) -> bool:
    return {b"true": True, b"false": False, b"1": True, b"0": False}[text.lower()]


_PARSERS: dict[str, Callable[[bytes], Any]] = {
    "int32": lambda text: int(np.array(int(text), np.int32)),
    "int64": lambda text: int(np.array(int(text), np.int64)),
    "float32": lambda text: float(np.float32(float(text))),
    "float64": float,
    "bool": _truth,
    "string": bytes,
}
