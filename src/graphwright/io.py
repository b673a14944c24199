"""`tf.io`: files."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data.record_files": "TFRecordOptions TFRecordWriter",
        "io_gfile": "gfile=",
        "ops.io.files": "matching_files read_file write_file",
    },
)
