"""Ops that reach files: in a graph from a file they reach those of its own model, and no other.

A guard takes the place of the op's kernel. It looks at what the op is about to do when it runs, since the name of a
file is a tensor, and a graph that does no such thing loads and runs as it is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from graphwright.base import errors
from graphwright.base.files import local_path
from graphwright.ir.record import Kernel, OpRecord

ALLOW = (
    "Allow it by its name (tf.saved_model.LoadOptions(allowed_ops=[...])) where the file that the graph is from is to "
    "be trusted."
)


def guarded(record: OpRecord, folder: str | None) -> OpRecord:
    """The record with its guard, if its op has one; `folder` has the files that it may read."""
    guard = _GUARDS.get(record.name)
    if guard is None or record.kernel is None:
        return record
    return replace(record, kernel=partial(guard, record.kernel, folder), eager_cache={})


def _prints_to_no_file(kernel: Kernel, folder: str | None, input: Any, output_stream: Any, end: Any) -> Any:
    stream = output_stream.decode(errors="replace") if isinstance(output_stream, bytes) else output_stream
    if stream.startswith("file:"):
        raise errors.InvalidArgumentError(f"Op PrintV2 of a loaded graph writes to {stream}: it is not run. {ALLOW}")
    return kernel(input, output_stream=output_stream, end=end)


def _fills_from_own_asset(kernel: Kernel, folder: str | None, table: Any, filename: Any, **attrs: Any) -> Any:
    _check_own_asset("InitializeTableFromTextFileV2", folder, os.fsdecode(filename.item()))
    return kernel(table, filename, **attrs)


def _reads_own_asset(kernel: Kernel, folder: str | None, filename: Any) -> Any:
    if filename.ndim == 0:  # else the kernel refuses it
        _check_own_asset("ReadFile", folder, local_path(filename.item()))
    return kernel(filename)


def _check_own_asset(op: str, folder: str | None, name: str) -> None:
    path = os.path.realpath(name)
    if folder is None or not path.startswith(os.path.join(os.path.realpath(folder), "")):
        raise errors.InvalidArgumentError(
            f"Op {op} of a loaded graph reads {path}, which is no asset of its model: it is not run. {ALLOW}"
        )
    if os.path.exists(path) and not os.path.isfile(path):  # opening a pipe waits, perhaps for ever
        raise errors.FailedPreconditionError(f"{path}; it is not a regular file")


def _describes_itself(kernel: Kernel, folder: str | None, *inputs: Any, descriptor_source: Any, **attrs: Any) -> Any:
    source = descriptor_source if isinstance(descriptor_source, str) else descriptor_source.decode("latin-1")
    if source and not source.startswith(("local://", "bytes://")):
        raise errors.InvalidArgumentError(
            f"An op on messages of a loaded graph reads {source!r}: it is not run. {ALLOW}"
        )
    return kernel(*inputs, descriptor_source=descriptor_source, **attrs)


def _never(op: str, does: str, kernel: Kernel, folder: str | None, *inputs: Any, **attrs: Any) -> Any:
    raise errors.InvalidArgumentError(f"Op {op} of a loaded graph {does}: it is not run. {ALLOW}")


_GUARDS: Mapping[str, Callable[..., Any]] = {
    "PrintV2": _prints_to_no_file,
    "InitializeTableFromTextFileV2": _fills_from_own_asset,
    "MatchingFiles": partial(_never, "MatchingFiles", "looks for files"),
    **{
        name: partial(_never, name, "looks for files")
        for name in ("MatchingFilesDataset", "ExperimentalMatchingFilesDataset")
    },
    "DecodeProtoV2": _describes_itself,
    "EncodeProto": _describes_itself,
    "ReadFile": _reads_own_asset,
    "WriteFile": partial(_never, "WriteFile", "writes a file"),
    "SaveV2": partial(_never, "SaveV2", "writes files"),
    "MergeV2Checkpoints": partial(_never, "MergeV2Checkpoints", "writes files"),
    "RestoreV2": partial(_never, "RestoreV2", "reads files"),
    **{
        name: partial(_never, name, "reads files")
        for name in (
            *("FixedLengthRecordDataset", "FixedLengthRecordDatasetV2", "TFRecordDataset", "TFRecordDatasetV2"),
            *("TextLineDataset", "CSVDataset", "CSVDatasetV2", "ExperimentalCSVDataset", "SqlDataset"),
            *("ExperimentalSqlDataset", "LoadDataset", "FixedLengthRecordReaderV2", "TFRecordReaderV2"),
            *("TextLineReaderV2", "WholeFileReaderV2", "Restore", "RestoreSlice"),
        )
    },
    **{
        name: partial(_never, name, "writes files")
        for name in (
            *("SaveDataset", "SaveDatasetV2", "SnapshotDatasetV2", "DatasetToTFRecord"),
            *("ExperimentalDatasetToTFRecord", "CreateSummaryFileWriter"),
        )
    },
}
