# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.python_io`: TFRecord files, written and read by Python."""

from graphwright.base.record_files import TFRecordOptions as TFRecordOptions
from graphwright.base.record_files import TFRecordWriter as TFRecordWriter
from graphwright.sessions.file_writer import TFRecordCompressionType as TFRecordCompressionType
from graphwright.sessions.file_writer import tf_record_iterator as tf_record_iterator

__all__ = [
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "tf_record_iterator",
]
