"""Records of the ops of tables in files, of elements in files, and of errors that are ignored."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype
from graphwright.base.files import local_path
from graphwright.base.record_files import TFRecordWriter
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.errors import IgnoreErrors
from graphwright.data.pipeline.fingerprints import fingerprint
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.storage import Load, Save, Snapshot, Writer, checked_compression, shard_number
from graphwright.data.pipeline.tables import CsvRows, SqlRows
from graphwright.data.records import ELEMENTS, scalar, typed
from graphwright.data.records_files import _check_buffer, _names
from graphwright.ir.reach import Reach, Reaches
from graphwright.ir.record import op
from graphwright.ops.io.csv import Columns

# tables -----------------------------------------------------------------------------------------------------


def _text(value: Any) -> str:
    return os.fsdecode(value.item())


def _csv(
    filenames: Any, compression_type: Any, buffer_size: Any, header: Any, field_delim: Any, use_quote_delim: Any,
    na_value: Any, select_cols: Any, record_defaults: Any, exclude_cols: Any = None, **_: Any,
) -> Pipeline:  # fmt: skip
    _check_buffer(buffer_size)
    chosen = select_cols.reshape(-1).tolist()
    excluded = [] if exclude_cols is None else exclude_cols.reshape(-1).tolist()
    if chosen and excluded:
        raise errors.InvalidArgumentError("Either select_cols or exclude_cols should be empty")
    for name, numbers in (("select_cols", chosen), ("exclude_cols", excluded)):
        if any(b <= a for a, b in zip([-1, *numbers], numbers, strict=False)):
            raise errors.InvalidArgumentError(f"{name} should be strictly increasing indices, got {numbers}")
    if chosen and len(chosen) != len(record_defaults):
        raise errors.InvalidArgumentError(
            f"select_cols should match output size: {len(chosen)} columns, {len(record_defaults)} defaults"
        )
    quotes = bool(use_quote_delim)
    columns = Columns(record_defaults, _text(field_delim), quotes, _text(na_value), chosen, excluded)
    return CsvRows(_names(filenames), _text(compression_type), bool(header), quotes, columns)


_CSV = (
    "filenames: string, compression_type: string, buffer_size: int64, header: bool, field_delim: string, "
    "use_quote_delim: bool, na_value: string, select_cols: int64, record_defaults: [output_types]"
)
_CSV_ATTRS = "output_types: list(csv_field) >= 1; output_shapes: list(shape) >= 1"
CSV_V1, CSV_EXPERIMENTAL, CSV = (
    op(
        name, f"{inputs} -> handle: variant", _CSV_ATTRS, shape=scalar, kernel=typed(_csv, 8), no_gradient=True,
        stateful=True, reaches={"filenames": Reach.READS},
    )
    for name, inputs in (
        ("CSVDataset", _CSV), ("ExperimentalCSVDataset", _CSV), ("CSVDatasetV2", f"{_CSV}, exclude_cols: int64"),
    )
)  # fmt: skip


def _sql(driver_name: Any, data_source_name: Any, query: Any, *, output_types: Any, **_: Any) -> Pipeline:
    return SqlRows(_text(driver_name), local_path(data_source_name.item()), _text(query), output_types)


_QUERIES: Reaches = {
    "data_source_name": Reach.READS_SEVERAL,  # a query may name further ones
    "driver_name": "goes with data_source_name",
    "query": "goes with data_source_name",
}
SQL, SQL_EXPERIMENTAL = (
    op(
        name, "driver_name: string, data_source_name: string, query: string -> handle: variant", ELEMENTS,
        shape=scalar, kernel=typed(_sql), no_gradient=True, stateful=True,
        reaches=_QUERIES,
    )
    for name in ("SqlDataset", "ExperimentalSqlDataset")
)  # fmt: skip

# errors -----------------------------------------------------------------------------------------------------

IGNORE_ERRORS, IGNORE_ERRORS_EXPERIMENTAL = (
    op(
        name, "input_dataset: variant -> handle: variant", f"{ELEMENTS}; log_warning: bool = false", shape=scalar,
        kernel=typed(lambda source, *, log_warning, **_: IgnoreErrors(source, log_warning)), no_gradient=True,
        stateful=False,
    )
    for name in ("IgnoreErrorsDataset", "ExperimentalIgnoreErrorsDataset")
)  # fmt: skip

# elements in files ------------------------------------------------------------------------------------------


def _dtypes(pipeline: Any) -> list[Any]:
    return [as_dtype("variant" if t is None else t) for t in pipeline.types[0]]


def _save(
    source: Any, path: Any, arguments: Any, *, compression: str, shard_func: Any, use_shard_func: bool, **_: Any
) -> None:
    folder = local_path(path.item())
    shard = CapturedFunction(shard_func, arguments) if use_shard_func else None
    writer = Writer(folder, checked_compression(compression), _dtypes(source))
    for element in source.run(IteratorState()):
        writer.write(element, shard_number(shard, element))
    writer.close()


_SAVE = "input_dataset: variant, path: string, shard_func_other_args: [Tshard_func_args] ->"
_SAVE_ATTRS = (
    'compression: string = ""; shard_func: func; use_shard_func: bool = true; Tshard_func_args: list(type) >= 0'
)
_WRITES = {"path": Reach.WRITES}
SAVE = op(
    "SaveDataset", _SAVE, _SAVE_ATTRS, shape=lambda ctx: [], kernel=_save, no_gradient=True, effect="host",
    reaches=_WRITES,
)  # fmt: skip


def _saving(
    source: Any, path: Any, arguments: Any, *, compression: str, shard_func: Any, use_shard_func: bool,
    output_types: Any, **_: Any,
) -> Pipeline:  # fmt: skip
    shard = CapturedFunction(shard_func, arguments) if use_shard_func else None
    return Save(source, local_path(path.item()), checked_compression(compression), shard, output_types)


SAVE_V2 = op(
    "SaveDatasetV2", f"{_SAVE} handle: variant", f"{_SAVE_ATTRS}; {ELEMENTS}", shape=scalar, kernel=typed(_saving),
    no_gradient=True, stateful=True, reaches=_WRITES,
)  # fmt: skip


def _load(path: Any, arguments: Any, *, compression: str, reader_func: Any, output_types: Any, **_: Any) -> Pipeline:
    reader = CapturedFunction(reader_func, arguments)
    return Load(local_path(path.item()), checked_compression(compression), reader, output_types)


LOAD = op(
    "LoadDataset", "path: string, reader_func_other_args: [Treader_func_args] -> handle: variant",
    f'{ELEMENTS}; compression: string = ""; reader_func: func; Treader_func_args: list(type) >= 0', shape=scalar,
    kernel=typed(_load), no_gradient=True, stateful=True, reaches={"path": Reach.READS_SEVERAL},
)  # fmt: skip


def _snapshot(
    source: Any, path: Any, reader_arguments: Any, shard_arguments: Any, *, compression: str, reader_func: Any,
    shard_func: Any, output_types: Any, hash_valid: bool, hash: int, **_: Any,
) -> Pipeline:  # fmt: skip
    reader, shard = CapturedFunction(reader_func, reader_arguments), CapturedFunction(shard_func, shard_arguments)
    number = str(hash & (2**64 - 1) if hash_valid else fingerprint(source))
    return Snapshot(
        source, local_path(path.item()), checked_compression(compression), shard, reader, output_types, number
    )


SNAPSHOT = op(
    "SnapshotDatasetV2",
    "input_dataset: variant, path: string, reader_func_other_args: [Treader_func_args], "
    "shard_func_other_args: [Tshard_func_args] -> handle: variant",
    f'{ELEMENTS}; compression: string = ""; reader_prefix: string = ""; writer_prefix: string = ""; '
    "hash_valid: bool = false; hash: int = 0; reader_func: func; shard_func: func; Treader_func_args: list(type) >= 0; "
    'Tshard_func_args: list(type) >= 0; metadata: string = ""',
    shape=scalar,
    kernel=typed(_snapshot),
    stateful=False,
    reaches={**_WRITES, "reader_prefix": "of no effect", "writer_prefix": "of no effect"},
)

FINGERPRINT = op(
    "DatasetFingerprint", "input_dataset: variant -> fingerprint: uint64", shape=scalar,
    kernel=lambda source: np.array(fingerprint(source), np.uint64), no_gradient=True,
)  # fmt: skip


def _to_records(source: Any, filename: Any, compression_type: Any) -> None:
    with TFRecordWriter(local_path(filename.item()), _text(compression_type)) as writer:
        for (record,) in source.run(IteratorState()):
            writer.write(record.item())


TO_RECORDS, TO_RECORDS_EXPERIMENTAL = (
    op(
        name, "input_dataset: variant, filename: string, compression_type: string ->", shape=lambda ctx: [],
        kernel=_to_records, no_gradient=True, effect="host", reaches={"filename": Reach.WRITES},
    )
    for name in ("DatasetToTFRecord", "ExperimentalDatasetToTFRecord")
)  # fmt: skip
