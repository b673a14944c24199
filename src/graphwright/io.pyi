# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.io`: files."""

from graphwright import io_gfile as gfile
from graphwright.data.record_files import TFRecordOptions as TFRecordOptions
from graphwright.data.record_files import TFRecordWriter as TFRecordWriter
from graphwright.ops.image.codecs.api import decode_and_crop_jpeg as decode_and_crop_jpeg
from graphwright.ops.image.codecs.api import decode_bmp as decode_bmp
from graphwright.ops.image.codecs.api import decode_gif as decode_gif
from graphwright.ops.image.codecs.api import decode_image as decode_image
from graphwright.ops.image.codecs.api import decode_jpeg as decode_jpeg
from graphwright.ops.image.codecs.api import decode_png as decode_png
from graphwright.ops.image.codecs.api import decode_webp as decode_webp
from graphwright.ops.image.codecs.api import encode_jpeg as encode_jpeg
from graphwright.ops.image.codecs.api import encode_png as encode_png
from graphwright.ops.image.codecs.api import extract_jpeg_shape as extract_jpeg_shape
from graphwright.ops.image.codecs.api import is_jpeg as is_jpeg
from graphwright.ops.io.files import matching_files as matching_files
from graphwright.ops.io.files import read_file as read_file
from graphwright.ops.io.files import write_file as write_file

__all__ = [
    "TFRecordOptions",
    "TFRecordWriter",
    "decode_and_crop_jpeg",
    "decode_bmp",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_png",
    "decode_webp",
    "encode_jpeg",
    "encode_png",
    "extract_jpeg_shape",
    "gfile",
    "is_jpeg",
    "matching_files",
    "read_file",
    "write_file",
]
