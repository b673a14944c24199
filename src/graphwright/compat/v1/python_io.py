"""`tf.compat.v1.python_io`: TFRecord files, written and read by Python."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "base.record_files": "TFRecordOptions TFRecordWriter",
        "sessions.file_writer": "TFRecordCompressionType tf_record_iterator",
    },
)
