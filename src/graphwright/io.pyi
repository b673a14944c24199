# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.io`: files."""

from graphwright import io_gfile as gfile
from graphwright.data.record_files import TFRecordOptions as TFRecordOptions
from graphwright.data.record_files import TFRecordWriter as TFRecordWriter
from graphwright.ops.io.files import matching_files as matching_files
from graphwright.ops.io.files import read_file as read_file
from graphwright.ops.io.files import write_file as write_file

__all__ = [
    "TFRecordOptions",
    "TFRecordWriter",
    "gfile",
    "matching_files",
    "read_file",
    "write_file",
]
