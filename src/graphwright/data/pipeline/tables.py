"""Pipelines of the rows of tables: of CSV files, and of the results of SQL queries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import IO, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.record_files import skip
from graphwright.data.pipeline.base import UNKNOWN, Pipeline
from graphwright.data.pipeline.files import FileElements
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.structure import Flat
from graphwright.ops.io.csv import Columns

_END = re.compile(rb"\r\n|\n|\r")


class CsvRows(FileElements, saved_as="CsvRows"):
    """The rows of CSV files, each a scalar for each column that is taken."""

    def __init__(self, names: Sequence[bytes], compression: str, header: bool, quotes: bool, columns: Columns) -> None:
        super().__init__(names, compression)
        self._header, self._quotes, self._columns = header, quotes, columns

    def _read(self, file: IO[bytes], offset: int, number: int) -> Iterator[tuple[int, Any]]:
        skip(file, offset)
        rows = _lines(file, self._quotes)
        if self._header and offset == 0:
            offset += next(rows, (0, b""))[0]
        for size, line in rows:
            offset += size
            yield offset, line

    def _element(self, data: bytes) -> Flat:
        columns = self._columns
        fields = columns.fields(data, None)
        element = []
        with np.errstate(over="ignore"):
            for i, dtype in enumerate(columns.dtypes):
                scalar = np.empty((), dtype.numpy)
                scalar[()] = columns.value(i, fields[i], None)
                element.append(scalar)
        return element

    def _batch(self, group: list[bytes]) -> Flat:
        return self._columns.arrays(group, False)


def _lines(file: IO[bytes], quotes: bool) -> Iterator[tuple[int, bytes]]:
    """Rows without their ends, each with the number of bytes up to the next one; line ends in quotes belong to them."""
    rest, done = b"", False
    while not done:
        chunk = file.read(1 << 16)
        done = not chunk
        rest += chunk
        if b"\r" not in rest and (not quotes or b'"' not in rest):
            *lines, rest = rest.split(b"\n")
            for line in lines:
                yield len(line) + 1, line
            continue
        start = at = 0
        while (match := _END.search(rest, at)) is not None:
            if match.end() == len(rest) and not done and match.group() == b"\r":
                break  # it may be half of a line end
            line = rest[start : match.start()]
            at = match.end()
            if quotes and line.count(b'"') % 2:
                continue
            yield at - start, line
            start = at
        rest = rest[start:]
    if rest:
        yield len(rest), rest


_INTEGERS = ("int8", "int16", "int32", "int64", "uint8", "uint16")


class SqlRows(Pipeline, saved_as="SqlRows"):
    """The rows that a query of a database finds, each a scalar for each column."""

    def __init__(self, driver: str, source: str, query: str, dtypes: Sequence[Any]) -> None:
        if driver != "sqlite":
            raise errors.InvalidArgumentError(
                f"The database type, {driver}, is not supported by SqlDataset. The set of supported databases is: "
                "{'sqlite'}."
            )
        for dtype in dtypes:
            if dtype.name not in (*_INTEGERS, "string", "bool", "float64"):
                raise errors.InvalidArgumentError(
                    f"Each element of `output_types` must be one of: string, {', '.join(_INTEGERS)}, bool, float64; "
                    f"got {dtype.name}."
                )
        self._source, self._query, self._dtypes = source, query, list(dtypes)

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        import sqlite3

        done = state.number("done")
        state.save_by(lambda: {"done": done})
        try:
            connection = sqlite3.connect(f"file:{self._source}?mode=ro", uri=True)
            try:
                rows = connection.execute(self._query)
                self._check(len(rows.description or ()))
                for i, row in enumerate(rows):
                    if i < done:
                        continue
                    done = i + 1
                    yield [_sql_value(v, d) for v, d in zip(row, self._dtypes, strict=True)]
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise errors.UnknownError(None, None, f"Query of {self._source} failed: {error}: {self._query}") from None

    def _check(self, columns: int) -> None:
        if columns != len(self._dtypes):
            raise errors.InvalidArgumentError(
                f"The number of columns in query ({columns}) must match the number of elements in output_types "
                f"({len(self._dtypes)})."
            )

    def count(self) -> int:
        return UNKNOWN


def _sql_value(value: Any, dtype: Any) -> Any:
    """A value of the database in a dtype, as SQLite converts it."""
    found: Any = 0
    if dtype.name == "string":
        found = b"" if value is None else value if isinstance(value, bytes) else _sql_text(value).encode()
    elif dtype.name == "bool":
        found = isinstance(value, (int, float)) and bool(value)
    elif isinstance(value, (int, float)):
        found = float(value) if dtype.name == "float64" else int(value)
    result = np.empty((), dtype.numpy)
    result[()] = np.int64(found).astype(dtype.numpy) if dtype.is_integer else found
    return result


def _sql_text(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.1f}" if value == int(value) and abs(value) < 1e15 else f"{value:.15g}"
    return str(value)


__all__ = ["CsvRows", "SqlRows"]
