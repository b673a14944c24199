"""`tf.data.experimental.CsvDataset` and `SqlDataset`: the rows of tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, string
from graphwright.base.spec import TensorSpec
from graphwright.core.convert import convert_to_tensor
from graphwright.core.dispatch import apply
from graphwright.data import records_storage
from graphwright.data.dataset import Dataset
from graphwright.data.structure import map_components, output_attrs

_BUFFER = 4 * 1024 * 1024


class CsvDatasetV2(Dataset):
    """The rows of CSV files, as tuples with a scalar for each column.

    Args:
      filenames: a string, or a list or tensor of them.
      record_defaults: for each column that is taken a dtype, if its fields must not be empty, or a value that replaces
        empty fields: float32, float64, int32, int64 or string.
      compression_type: "", "ZLIB" or "GZIP".
      buffer_size: taken for TensorFlow's sake.
      header: whether the first row of each file is left out.
      field_delim, use_quote_delim, na_value: as for `tf.io.decode_csv`.
      select_cols: the numbers of the columns to take, in order; by default all.
      exclude_cols: the numbers of columns to leave out.

    Raises InvalidArgumentError during iteration for a row with another number of fields, or a field that is no number.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "table.csv")
    >>> tf.io.write_file(path, "id,name\\n1,a\\n2,\\n")
    >>> rows = tf.data.experimental.CsvDataset(path, [tf.int32, "nobody"], header=True)
    >>> [(int(number), name.numpy()) for number, name in rows]
    [(1, b'a'), (2, b'nobody')]
    """

    def __init__(
        self,
        filenames: Any,
        record_defaults: Sequence[Any],
        compression_type: str | None = None,
        buffer_size: int | None = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[int] | None = None,
        exclude_cols: Sequence[int] | None = None,
    ) -> None:
        names = apply("Reshape", (convert_to_tensor(filenames, string), np.array([-1], np.int32)))
        defaults = [_default(value) for value in record_defaults]
        spec = tuple(TensorSpec((), d.dtype) for d in defaults)
        inputs = (
            names, compression_type or "", np.int64(_BUFFER if buffer_size is None else buffer_size), header,
            field_delim, use_quote_delim, na_value, np.array(select_cols or [], np.int64), defaults,
            np.array(exclude_cols or [], np.int64),
        )  # fmt: skip
        tensor = apply(records_storage.CSV, inputs, {"output_shapes": output_attrs(spec)["output_shapes"]})
        vars(self).update(vars(Dataset._of(tensor, spec, "CsvDataset")))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} element_spec={self._spec!r}>"


def _default(value: Any) -> Any:
    if isinstance(value, (DType, type, np.dtype)):
        return convert_to_tensor(np.empty(0, as_dtype(value).numpy))
    return convert_to_tensor(value)


class SqlDatasetV2(Dataset):
    """The rows that a query of a database finds, as tuples with a scalar for each column.

    Args:
      driver_name: "sqlite".
      data_source_name: the file of the database, which is opened for reading.
      query: in SQL.
      output_types: a tuple of dtypes, one for each column: string, integers of up to 64 bits, bool or float64.

    Raises:
      InvalidArgumentError: another driver or dtype, or during iteration another number of columns.
      UnknownError: during iteration, the database refuses the query.

    >>> import os, sqlite3, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "people.db")
    >>> with sqlite3.connect(path) as database:
    ...     _ = database.execute("create table people (name text, age integer)")
    ...     _ = database.execute("insert into people values ('Ada', 36)")
    >>> people = tf.data.experimental.SqlDataset("sqlite", path, "select name, age from people", (tf.string, tf.int32))
    >>> [(name.numpy(), int(age)) for name, age in people]
    [(b'Ada', 36)]
    """

    def __init__(self, driver_name: Any, data_source_name: Any, query: Any, output_types: Any) -> None:
        spec = map_components(lambda dtype: TensorSpec((), as_dtype(dtype)), output_types)
        inputs = [convert_to_tensor(value, string) for value in (driver_name, data_source_name, query)]
        tensor = apply(records_storage.SQL, inputs, output_attrs(spec))
        vars(self).update(vars(Dataset._of(tensor, spec, "SqlDataset")))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} element_spec={self._spec!r}>"


__all__ = ["CsvDatasetV2", "SqlDatasetV2"]
