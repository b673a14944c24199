"""Lines of comma-separated values: `tf.io.decode_csv`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, float32, from_numpy
from graphwright.core.prelude import Array, Tensor, TensorLike, apply_multi, convert_to_tensor, errors
from graphwright.ir.prelude import Dims, ShapeContext, op
from graphwright.ops.text.transform import _float, _integer, may_round_twice

_UNQUOTED = "Unquoted fields cannot have quotes/CRLFs inside"


def fields_of(line: bytes, delimiter: bytes, quotes: bool) -> list[bytes]:
    """The fields of a record; InvalidArgumentError for quotes or line ends where they cannot be."""
    if not line:
        return []
    if b"\n" in line or b"\r" in line or (quotes and b'"' in line):
        return _quoted_fields(line, delimiter, quotes)
    return line.split(delimiter)


def _quoted_fields(line: bytes, delimiter: bytes, quotes: bool) -> list[bytes]:
    fields, at, size = [], 0, len(line)
    while at <= size:
        if quotes and line[at : at + 1] == b'"':
            field, at = _quoted(line, at + 1, delimiter)
        else:
            end = line.find(delimiter, at)
            end = size if end < 0 else end
            field = line[at:end]
            if b"\n" in field or b"\r" in field or (quotes and b'"' in field):
                raise errors.InvalidArgumentError(f"{_UNQUOTED}: {field.decode(errors='backslashreplace')!r}")
            at = end + 1
        fields.append(field)
    return fields


def _quoted(line: bytes, at: int, delimiter: bytes) -> tuple[bytes, int]:
    """A field that began with a quote, and where the next one begins."""
    parts = []
    while True:
        end = line.find(b'"', at)
        if end < 0:
            raise errors.InvalidArgumentError("Quoted field has to end with quote followed by delim or end")
        parts.append(line[at:end])
        after = line[end + 1 : end + 2]
        if after in (b"", delimiter):
            return b"".join(parts), end + 2
        if after != b'"':
            raise errors.InvalidArgumentError("Quote inside a string has to be escaped by another quote")
        parts.append(b'"')
        at = end + 2


class Columns:
    """How the fields of a record are read: the dtype and the default of each column that is taken.

    Attributes:
      dtypes, defaults: of the columns; a default without elements means that the field is required.
      chosen: the numbers of the columns, or none for all.
      excluded: the numbers of columns that are left out.
    """

    def __init__(
        self,
        defaults: Sequence[Array],
        field_delim: str,
        use_quote_delim: bool,
        na_value: str,
        chosen: Sequence[int],
        excluded: Sequence[int] = (),
    ) -> None:
        for i, default in enumerate(defaults):
            if default.ndim > 1:
                raise errors.InvalidArgumentError("Each record default should be at most rank 1")
            if default.size > 1:
                raise errors.InvalidArgumentError(
                    f"There should only be 1 default per field but field {i} has {default.size}"
                )
        delimiter = field_delim.encode("utf-8", "surrogateescape")
        if len(delimiter) != 1:
            raise errors.InvalidArgumentError(f"field_delim should be only 1 char, got {field_delim!r}")
        self.dtypes = [from_numpy(d.dtype) for d in defaults]
        self.defaults = [d.reshape(-1)[0] if d.size else None for d in defaults]
        self._delimiter, self._quotes = delimiter, use_quote_delim
        self._missing = (b"", na_value.encode("utf-8", "surrogateescape"))
        self._chosen, self._excluded = list(chosen), frozenset(excluded)

    def fields(self, line: bytes, record: int | None) -> list[bytes]:
        """The fields of the columns of a record; InvalidArgumentError for another number of fields."""
        fields = fields_of(line, self._delimiter, self._quotes)
        if not fields and record is None:
            fields = [b""]  # in a file, an empty line is an empty field
        if self._excluded:
            fields = [field for i, field in enumerate(fields) if i not in self._excluded]
        if self._chosen:
            fields = [fields[i] for i in self._chosen if i < len(fields)]
        if len(fields) != len(self.dtypes):
            raise errors.InvalidArgumentError(
                f"Expect {len(self.dtypes)} fields but have {len(fields)} in record{_number(record)}"
            )
        return fields

    def value(self, column: int, field: bytes, record: int | None) -> Any:
        """A field as a value of its column."""
        if field in self._missing:
            default = self.defaults[column]
            if default is None:
                raise errors.InvalidArgumentError(f"Field {column} is required but missing in record{_number(record)}!")
            return default
        dtype = self.dtypes[column]
        if dtype.name == "string":
            return field
        try:
            return _integer(field, dtype.min, dtype.max) if dtype.is_integer else _float(field, dtype is float32)
        except errors.InvalidArgumentError:
            shown, said = field.decode("utf-8", "backslashreplace"), _NAMES.get(dtype.name, dtype.name)
            raise errors.InvalidArgumentError(
                f"Field {column} in record{_number(record)} is not a valid {said}: {shown}"
            ) from None

    def arrays(self, lines: Sequence[bytes], numbered: bool) -> list[Array]:
        """The columns of several records; errors say the number of the record if these are numbered."""
        try:
            return [self._column(i, list(column)) for i, column in enumerate(self._columns(lines, numbered))]
        except (ValueError, OverflowError, errors.InvalidArgumentError):
            return self._one_by_one(lines, numbered)

    def _columns(self, lines: Sequence[bytes], numbered: bool) -> Sequence[Sequence[bytes]]:
        """The fields of each column; ValueError where records have to be looked at one by one."""
        text = b"".join(lines)
        if b"" in lines or b"\n" in text or b"\r" in text or (self._quotes and b'"' in text):
            rows = [self.fields(line, 0 if numbered else None) for line in lines]
            return list(zip(*rows, strict=True))
        columns = list(zip(*[line.split(self._delimiter) for line in lines], strict=True))
        columns = [column for i, column in enumerate(columns) if i not in self._excluded]
        if self._chosen:
            columns = [columns[i] for i in self._chosen if i < len(columns)]
        if len(columns) != len(self.dtypes):
            raise ValueError
        return columns

    def _column(self, column: int, fields: list[bytes]) -> Array:
        """A column at once; ValueError or OverflowError where it has to be looked at field by field."""
        gaps = []
        if any(missing in fields for missing in self._missing):
            gaps = [i for i, field in enumerate(fields) if field in self._missing]
            if self.defaults[column] is None:
                raise ValueError
            for i in gaps:
                fields[i] = b"0"
        result = _converted(fields, self.dtypes[column])
        for i in gaps:
            result[i] = self.defaults[column]
        return result

    def _one_by_one(self, lines: Sequence[bytes], numbered: bool) -> list[Array]:
        found: list[list[Any]] = [[] for _ in self.dtypes]
        for number, line in enumerate(lines):
            record = number if numbered else None
            for i, field in enumerate(self.fields(line, record)):
                found[i].append(self.value(i, field, record))
        return [_array(values, dtype) for values, dtype in zip(found, self.dtypes, strict=True)]


def _converted(fields: list[bytes], dtype: DType) -> Array:
    """Fields that are all there; ValueError or OverflowError where one may not be what Python takes it for."""
    if dtype.name == "string":
        return _array(fields, dtype)
    if b"_" in b",".join(fields):
        raise ValueError
    if dtype.is_integer:
        return np.array([int(field) for field in fields], dtype.numpy)
    values = np.array([float(field) for field in fields])
    if dtype is not float32:
        return values
    if may_round_twice(values).any():
        raise ValueError
    with np.errstate(over="ignore", under="ignore"):
        return values.astype(np.float32)


def _number(record: int | None) -> str:
    return "" if record is None else f" {record}"


_NAMES = {"float32": "float", "float64": "double"}


def _array(values: list[Any], dtype: DType) -> Array:
    result = np.empty(len(values), dtype.numpy)
    with np.errstate(over="ignore"):
        result[:] = values
    return result


def _decode(
    records: Array,
    record_defaults: list[Array],
    field_delim: str,
    use_quote_delim: bool,
    na_value: str,
    select_cols: Any,
) -> list[Array]:
    if any(b <= a for a, b in pairwise([-1, *select_cols])):
        raise errors.InvalidArgumentError(f"select_cols should be strictly increasing indices: {list(select_cols)}")
    columns = Columns(record_defaults, field_delim, use_quote_delim, na_value, select_cols)
    return [found.reshape(records.shape) for found in columns.arrays(records.reshape(-1).tolist(), True)]


def _rule(ctx: ShapeContext) -> list[Dims]:
    for i in range(1, len(ctx.types)):
        if (ctx.rank(i) or 0) > 1:
            raise ctx.fail("Each record default should be at most rank 1")
    return [ctx.dims(0)] * (len(ctx.types) - 1)


DECODE_CSV = op(
    "DecodeCSV",
    "records: string, record_defaults: [OUT_TYPE] -> output: [OUT_TYPE]",
    'OUT_TYPE: list(csv_field) >= 1; field_delim: string = ","; use_quote_delim: bool = true; na_value: string = ""; '
    "select_cols: list(int) = []",
    shape=_rule,
    kernel=_decode,
    no_gradient=True,
)


def decode_csv(
    records: TensorLike,
    record_defaults: Sequence[Any],
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    select_cols: Sequence[int] | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Convert lines of comma-separated values to a tensor for each column, of the shape of `records`.

    Args:
      records: string tensor, a line in each element.
      record_defaults: for each column a value that replaces empty fields and says the dtype: float32, float64, int32,
        int64 or string; a vector without elements if fields must not be empty.
      field_delim: a character that separates fields.
      use_quote_delim: whether quotes surround fields that contain the delimiter, quotes (doubled) or line ends.
      na_value: a further text that means an empty field.
      select_cols: the numbers of the columns to take, in order; by default all.
      name: of the operation.

    Raises:
      ValueError: `select_cols` is not in order, or has another length than `record_defaults`.
      InvalidArgumentError: a line has another number of fields, or a field is not a number.

    >>> numbers, words = tf.io.decode_csv(["1,a", "2,", ',"b,c"'], [[7], ["none"]])
    >>> numbers.numpy().tolist(), words.numpy().tolist()
    ([1, 2, 7], [b'a', b'none', b'b,c'])
    """
    chosen = check_select_cols(select_cols, len(record_defaults))
    attrs = {
        "field_delim": field_delim,
        "use_quote_delim": use_quote_delim,
        "na_value": na_value,
        "select_cols": chosen,
    }
    defaults = [convert_to_tensor(default) for default in record_defaults]
    return list(apply_multi(DECODE_CSV, (records, defaults), attrs, name))


def check_select_cols(select_cols: Sequence[int] | None, count: int) -> list[int]:
    """The chosen columns as a list; ValueError if they are not in order, or not `count`."""
    chosen = [int(c) for c in select_cols or ()]
    if any(c < 0 for c in chosen):
        raise ValueError(f"select_cols contains negative values: {chosen}.")
    if any(b <= a for a, b in pairwise(chosen)):
        raise ValueError(f"select_cols is not strictly increasing: {chosen}.")
    if select_cols is not None and len(chosen) != count:
        raise ValueError(
            f"Length of select_cols and record_defaults do not match: {len(chosen)} columns, {count} defaults."
        )
    return chosen
