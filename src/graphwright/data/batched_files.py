"""`make_csv_dataset` and `make_batched_features_dataset`: batches of columns by name, from files to training."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, float32, float64, int32, int64, string
from graphwright.base.gfile import glob
from graphwright.base.record_files import opened
from graphwright.base.tracebacks import shortened
from graphwright.data.dataset import AUTOTUNE, Dataset
from graphwright.data.file_datasets import TFRecordDatasetV2
from graphwright.data.pipeline.tables import _lines
from graphwright.data.table_datasets import CsvDatasetV2
from graphwright.ops.io.csv import fields_of
from graphwright.ops.io.parsing.api import parse_example
from graphwright.ops.text.transform import _float, _integer

_LARGEST_FLOAT = float(np.finfo(np.float32).max)


def _files(file_pattern: Any) -> list[str]:
    names = [file_pattern] if isinstance(file_pattern, (str, bytes)) else list(file_pattern)
    found = [path for name in names for path in sorted(glob([name]))]
    if not found:
        raise ValueError(f"No files match `file_pattern` {file_pattern}.")
    return found


@shortened
def make_csv_dataset(
    file_pattern: Any,
    batch_size: int,
    column_names: Sequence[str] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    num_parallel_reads: int | None = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: str | None = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Any:
    """Batches of the columns of CSV files, by their names.

    Args:
      file_pattern: names of files, with patterns as for `tf.io.gfile.glob`.
      batch_size: rows to a batch.
      column_names: by default those in the first row of the first file.
      column_defaults: for each column that is taken, as for `CsvDataset`; by default what the first rows look like:
        int32, int64, float32, float64 or string, and zero or the empty string for empty fields.
      label_name: a column that is returned beside the others: elements are pairs then.
      select_columns: names or numbers of the columns to take.
      field_delim, use_quote_delim, na_value: as for `tf.io.decode_csv`.
      header: whether the first row of each file has the names.
      num_epochs: how often to go over the files; by default without end, in batches of one size.
      shuffle, shuffle_buffer_size, shuffle_seed: whether and how rows (and files) are shuffled.
      prefetch_buffer_size: how many batches are produced ahead.
      num_parallel_reads: from how many files rows are taken in turn.
      sloppy: not used: the order is fixed.
      num_rows_for_inference: how many rows say what the columns are; None for all.
      compression_type: as for `CsvDataset`.
      ignore_errors: leave out rows that cannot be read.
      encoding: of the names.

    Raises ValueError for files or columns that are not there.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "table.csv")
    >>> tf.io.write_file(path, "size,kind\\n1.5,a\\n2,b\\n")
    >>> batches = tf.data.experimental.make_csv_dataset(path, 2, label_name="kind", num_epochs=1, shuffle=False)
    >>> [(columns["size"].numpy().tolist(), label.numpy().tolist()) for columns, label in batches]
    [([1.5, 2.0], [b'a', b'b'])]
    """
    files = _files(file_pattern)
    if column_names is None:
        if not header:
            raise ValueError("Expected `column_names` or `header` arguments. Neither is provided.")
        first: list[bytes] = next(_rows(files[:1], compression_type, field_delim, use_quote_delim, False), [])
        column_names = [field.decode(encoding) for field in first]
    names = list(column_names)
    doubled = {name for name in names if names.count(name) > 1}
    if doubled:
        raise ValueError(
            f"Either `column_names` argument or CSV header row contains duplicate column names: {doubled}."
        )
    if label_name is not None and label_name not in names:
        raise ValueError(f"`label_name` provided must be one of the columns: {names}. Received: {label_name}.")
    chosen = None if select_columns is None else sorted(_column_number(c, names) for c in select_columns)
    taken = names if chosen is None else [names[i] for i in chosen]
    defaults = column_defaults
    if defaults is None:
        rows = _rows(files, compression_type, field_delim, use_quote_delim, header)
        defaults = _inferred(islice(rows, num_rows_for_inference), chosen or range(len(names)), na_value)
    else:
        defaults = [value if isinstance(value, DType) else _as_default(value) for value in defaults]
        if len(defaults) != len(taken):
            raise ValueError(f"`column_defaults` has {len(defaults)} entries for {len(taken)} columns: {taken}.")

    def read(name: Any) -> Any:
        rows = CsvDatasetV2(
            name, defaults, compression_type, None, header, field_delim, use_quote_delim, na_value, chosen
        )
        return rows.ignore_errors() if ignore_errors else rows

    def named(*columns: Any) -> Any:
        by_name = OrderedDict(zip(taken, columns, strict=True))
        return by_name if label_name is None else (by_name, by_name.pop(label_name))

    dataset = _shuffled_files(files, shuffle, shuffle_seed).interleave(read, num_parallel_reads or 1)
    dataset = _epochs(dataset, shuffle, shuffle_buffer_size, shuffle_seed, num_epochs)
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None).map(named)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


def _as_default(value: Any) -> Any:
    return value if isinstance(value, (list, tuple)) or hasattr(value, "dtype") else [value]


def _shuffled_files(files: Sequence[str], shuffle: bool, seed: int | None) -> Dataset:
    dataset = Dataset.from_tensor_slices(np.array([f.encode() for f in files], object))
    return dataset.shuffle(len(files), seed) if shuffle else dataset


def _epochs(dataset: Any, shuffle: bool, size: int, seed: int | None, count: int | None) -> Any:
    if shuffle:
        dataset = dataset.shuffle(size, seed)
    return dataset if count == 1 else dataset.repeat(count)


def _column_number(column: Any, names: Sequence[str]) -> int:
    if isinstance(column, int):
        if not 0 <= column < len(names):
            raise ValueError(f"Column index {column} specified in `select_columns` out of valid range.")
        return column
    if column not in names:
        raise ValueError(f"Column {column} specified in `select_columns` must be of one of the columns: {list(names)}.")
    return names.index(column)


def _rows(files: Sequence[str], compression: str | None, delimiter: str, quotes: bool, header: bool) -> Any:
    """The fields of the rows of files."""
    for path in files:
        file = opened(path, compression or "")
        try:
            for i, (_, line) in enumerate(_lines(file, quotes)):
                if i or not header:
                    yield fields_of(line, delimiter.encode(), quotes)
        finally:
            file.close()


def _inferred(rows: Any, columns: Sequence[int], na_value: str) -> list[Any]:
    """A default for each column, of the narrowest dtype that has the values in the rows."""
    order: list[DType] = [int32, int64, float32, float64, string]
    found = [0 for _ in columns]
    seen = [False for _ in columns]
    for row in rows:
        for i, column in enumerate(columns):
            if column >= len(row):
                raise ValueError(f"A row has {len(row)} fields and no column {column}: {row}.")
            if row[column] not in (b"", na_value.encode()):
                found[i], seen[i] = max(found[i], order.index(_dtype_of(row[column]))), True
    dtypes = [order[number] if known else string for number, known in zip(found, seen, strict=True)]
    return [np.array([b""], object) if d is string else np.zeros(1, d.numpy) for d in dtypes]


def _dtype_of(field: bytes) -> DType:
    for dtype in (int32, int64):
        try:
            _integer(field, dtype.min, dtype.max)
            return dtype
        except errors.InvalidArgumentError:
            pass
    try:
        value = _float(field, False)
    except errors.InvalidArgumentError:
        return string
    return float32 if abs(value) <= _LARGEST_FLOAT else float64


def make_batched_features_dataset(
    file_pattern: Any,
    batch_size: int,
    features: Mapping[str, Any],
    reader: Callable[..., Any] | None = None,
    label_key: str | None = None,
    reader_args: Sequence[Any] | None = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    reader_num_threads: int | None = None,
    parser_num_threads: int | None = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Any:
    """Batches of the features of `tf.train.Example` messages in files, by their names.

    Args:
      file_pattern: names of files, with patterns as for `tf.io.gfile.glob`.
      batch_size: messages to a batch.
      features: as for `tf.io.parse_example`.
      reader: the dataset of the messages in a file, by default `tf.data.TFRecordDataset`; an element may be a pair of a
        key and a message.
      label_key: a feature that is returned beside the others: elements are pairs then.
      reader_args: further arguments of `reader`.
      num_epochs: how often to go over the files; by default without end.
      shuffle, shuffle_buffer_size, shuffle_seed: whether and how messages (and files) are shuffled.
      prefetch_buffer_size: how many batches are produced ahead.
      reader_num_threads: from how many files messages are taken in turn.
      parser_num_threads: how many batches are parsed at a time.
      sloppy_ordering: not used: the order is fixed.
      drop_final_batch: leave out a last batch that is smaller.

    Raises ValueError for files or a label that are not there.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> feature = tf.train.Feature(int64_list=tf.train.Int64List(value=[3]))
    >>> with tf.io.TFRecordWriter(path) as writer:
    ...     example = tf.train.Example(features=tf.train.Features(feature={"size": feature}))
    ...     writer.write(example.SerializeToString())
    >>> features = {"size": tf.io.FixedLenFeature([], tf.int64)}
    >>> batches = tf.data.experimental.make_batched_features_dataset(path, 1, features, num_epochs=1)
    >>> [batch["size"].numpy().tolist() for batch in batches]
    [[3]]
    """
    files = _files(file_pattern)
    if label_key is not None and label_key not in features:
        raise ValueError(f"The `label_key` provided ({label_key}) must be one of the `features` keys: {[*features]}.")
    read = TFRecordDatasetV2 if reader is None else reader
    arguments = list(reader_args or ())
    dataset: Any = _shuffled_files(files, shuffle, shuffle_seed)
    dataset = dataset.interleave(lambda name: read(name, *arguments), reader_num_threads or 1)
    if type(dataset.element_spec) is tuple:
        dataset = dataset.map(lambda _, message: message)
    dataset = _epochs(dataset, shuffle, shuffle_buffer_size, shuffle_seed, num_epochs)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)

    def parsed(messages: Any) -> Any:
        found = parse_example(messages, features)
        return found if label_key is None else (found, found.pop(label_key))

    dataset = dataset.map(parsed, num_parallel_calls=parser_num_threads)
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)


__all__ = ["make_batched_features_dataset", "make_csv_dataset"]
