"""Text and lookup tables in a library: constants among its weights."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.aot.weights import Constant, Weights
from graphwright.base import errors
from graphwright.base.frozen import frozen
from graphwright.ir.emit import NATIVE_DTYPES
from graphwright.lookup.table import Table

_KEYS: Final = ("string", "int32", "int64")


@frozen
class Text:
    """Pieces of text: where each begins in the bytes, and where the last one ends."""

    starts: Constant
    content: Constant
    sizes: tuple[int, ...]


@frozen
class Column:
    """The keys or the values of a table: text, or numbers."""

    text: Text | None
    numbers: Constant | None


@frozen
class ConstantTable:
    """A table whose keys ascend."""

    count: int
    keys: Column
    values: Column


class Texts:
    """Collects the text and the tables of a program."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.constants: list[Text] = []
        self.tables: list[ConstantTable] = []
        self._numbers: dict[Any, int] = {}
        self._kept: list[Any] = []  # what has a number keeps its id

    def constant(self, array: np.ndarray[Any, Any]) -> int:
        """The number of an array of text."""
        text = self._text(array)
        number = self._numbers.setdefault(text, len(self.constants))
        if number == len(self.constants):
            self.constants.append(text)
        return number

    def table(self, table: Table) -> int:
        """The number of a table."""
        number = self._numbers.setdefault(id(table), len(self.tables))
        if number == len(self.tables):
            self._kept.append(table)
            self.tables.append(self._constant(table))
        return number

    def _constant(self, table: Table) -> ConstantTable:
        keys, values = table.export()
        known = [bytes(k) if keys.dtype.kind == "O" else int(k) for k in keys]
        order = sorted(range(len(known)), key=known.__getitem__)
        return ConstantTable(len(known), *(self._column(a[order]) for a in (keys, values)))

    def _column(self, array: np.ndarray[Any, Any]) -> Column:
        if array.dtype.kind == "O":
            return Column(self._text(array), None)
        return Column(None, self.weights.add(array))

    def _text(self, array: np.ndarray[Any, Any]) -> Text:
        pieces = [each if isinstance(each, bytes) else str(each).encode() for each in array.reshape(-1)]
        starts = np.cumsum([0, *map(len, pieces)], dtype=np.int64)
        content = np.frombuffer(b"".join(pieces), np.uint8)
        return Text(self.weights.add(starts), self.weights.add(content), array.shape)


def is_constant_table(payload: Any) -> bool:
    """Whether a captured object is a table that nothing changes any more, of single keys and values.

    Raises UnimplementedError for other tables.
    """
    if not isinstance(payload, Table):
        return False
    keys, values = payload.key_dtype.name, payload.value_dtype.name
    single = payload.key_dims == () and payload.value_dims == ()
    if payload.kind == "hash" and single and keys in _KEYS and values in (*NATIVE_DTYPES, "string"):
        return True
    raise errors.UnimplementedError(
        None, None, f"The function uses a table from {keys} to {values} that a library cannot have: a constant "
        "tf.lookup.StaticHashTable from text or integers to single values can be part of it.",
    )  # fmt: skip
