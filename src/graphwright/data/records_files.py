"""Records of the ops that build datasets of what files hold."""

from __future__ import annotations

from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.files import FixedLength, Lines, Records
from graphwright.data.records import scalar
from graphwright.ir.reach import Reach
from graphwright.ir.record import op

_METADATA = 'metadata: string = ""'


def _names(filenames: Any) -> list[bytes]:
    if filenames.ndim > 1:
        raise errors.InvalidArgumentError("`filenames` must be a scalar or a vector.")
    return filenames.reshape(-1).tolist()  # type: ignore[no-any-return]


def _typed(pipeline: Pipeline) -> Pipeline:
    from graphwright.base.dtypes import string
    from graphwright.base.shape import TensorShape

    pipeline.types = [string.numpy], [TensorShape([])]
    return pipeline


def _records(filenames: Any, compression_type: Any, buffer_size: Any, byte_offsets: Any = None, **_: Any) -> Pipeline:
    offsets = [] if byte_offsets is None else byte_offsets.reshape(-1).tolist()
    names = _names(filenames)
    if offsets and len(offsets) != len(names):
        raise errors.InvalidArgumentError(
            f"`byte_offsets` must have an offset for each of `filenames`: {len(offsets)} for {len(names)}"
        )
    _check_buffer(buffer_size)
    return _typed(Records(names, compression_type.item().decode(), offsets))


def _lines(filenames: Any, compression_type: Any, buffer_size: Any, **_: Any) -> Pipeline:
    _check_buffer(buffer_size)
    return _typed(Lines(_names(filenames), compression_type.item().decode()))


def _fixed(
    filenames: Any, header_bytes: Any, record_bytes: Any, footer_bytes: Any, buffer_size: Any,
    compression_type: Any = None, **_: Any,
) -> Pipeline:  # fmt: skip
    header, length, footer = int(header_bytes), int(record_bytes), int(footer_bytes)
    for what, value, least in (("header_bytes", header, 0), ("record_bytes", length, 1), ("footer_bytes", footer, 0)):
        if value < least:
            raise errors.InvalidArgumentError(f"{what} must be >= {least}, got {value}")
    _check_buffer(buffer_size)
    compression = "" if compression_type is None else compression_type.item().decode()
    return _typed(FixedLength(_names(filenames), compression, header, length, footer))


def _check_buffer(size: Any) -> None:
    if int(size) < 0:
        raise errors.InvalidArgumentError("`buffer_size` must be >= 0 (0 == default)")


_READS = {"filenames": Reach.READS}
_NAMED = "filenames: string, compression_type: string, buffer_size: int64"

RECORDS_V1, RECORDS, LINES = (
    op(
        name,
        f"{inputs} -> handle: variant",
        _METADATA,
        shape=scalar,
        kernel=kernel,
        no_gradient=True,
        stateful=True,
        reaches=_READS,
    )
    for name, inputs, kernel in (
        ("TFRecordDataset", _NAMED, _records),
        ("TFRecordDatasetV2", f"{_NAMED}, byte_offsets: int64", _records),
        ("TextLineDataset", _NAMED, _lines),
    )
)
_LENGTHS = "filenames: string, header_bytes: int64, record_bytes: int64, footer_bytes: int64, buffer_size: int64"
FIXED_V1, FIXED = (
    op(
        name,
        f"{inputs} -> handle: variant",
        _METADATA,
        shape=scalar,
        kernel=_fixed,
        no_gradient=True,
        stateful=True,
        reaches=_READS,
    )
    for name, inputs in (
        ("FixedLengthRecordDataset", _LENGTHS),
        ("FixedLengthRecordDatasetV2", f"{_LENGTHS}, compression_type: string"),
    )
)
